"""The metrics of a run as files that TensorBoard shows, where it is installed."""

import logging
from collections.abc import Sequence
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from ai.training.ratings import generation_ratings

log = logging.getLogger(__name__)

EVENTS = "events.out.*"
"""Pattern of the names of TensorBoard's files."""


def write_scalars(folder: Path, lines: Sequence[dict[str, Any]]) -> None:
    """Add the numbers and the rating of the latest of ``lines`` (``metrics.jsonl``) to this process's event file in ``folder``; of all lines if the
    folder has no event file yet. Does nothing without TensorBoard. A failure of any kind, as of a package that doesn't fit the others, is only
    logged: training depends on the run's own files alone."""
    if find_spec("tensorboard") is None:
        return
    try:
        missing = lines[-1:] if any(folder.glob(EVENTS)) else lines
        ratings = {rating.generation: {"rating": rating.elo} for rating in generation_ratings(lines)}
        writer = _writer(folder)
        for line in missing:
            number = line["generation"]
            for name, value in (line | ratings.get(number, {})).items():
                if isinstance(value, int | float) and name != "generation":
                    writer.add_scalar(name, float(value), number)
        writer.flush()
    except Exception as error:
        log.warning("nothing is written for TensorBoard: %s", error)


@lru_cache(maxsize=1)
def _writer(folder: Path) -> Any:
    """The writer for all generations, since each writer has a file and a thread of its own."""
    from torch.utils.tensorboard import SummaryWriter

    return SummaryWriter(str(folder))

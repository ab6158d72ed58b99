"""The metrics of a run once more in the form that TensorBoard shows, where it is installed."""

import logging
from collections.abc import Sequence
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from ai.training.ratings import generation_ratings

log = logging.getLogger(__name__)

EVENTS = "events.out.*"
"""Names of TensorBoard's files."""


def write_scalars(folder: Path, lines: Sequence[dict[str, Any]]) -> None:
    """Add the numbers and the rating of the latest generation of ``lines`` of ``metrics.jsonl`` to the event file that this process has in
    ``folder``, those of all where there is no such file yet; nothing without TensorBoard. Where it fails, which a package that doesn't fit others
    does in its own ways, the log says so: training depends on the run's own files alone."""
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
    """One for all generations: each has a file and a thread of its own."""
    from torch.utils.tensorboard import SummaryWriter

    return SummaryWriter(str(folder))

"""The metrics of a run once more in the form that TensorBoard shows, where it is installed."""

import logging
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

log = logging.getLogger(__name__)


def write_scalars(folder: Path, line: dict[str, Any]) -> None:
    """Add the numbers of one generation (a line of ``metrics.jsonl``) to the event file that this process has in ``folder``; nothing without
    TensorBoard. Where it fails, which a package that doesn't fit others does in its own ways, the log says so: training depends on the run's
    own files alone."""
    if find_spec("tensorboard") is None:
        return
    try:
        writer = _writer(folder)
        for name, value in line.items():
            if isinstance(value, int | float) and name != "generation":
                writer.add_scalar(name, float(value), line["generation"])
        writer.flush()
    except Exception as error:
        log.warning("nothing is written for TensorBoard: %s", error)


@lru_cache(maxsize=1)
def _writer(folder: Path) -> Any:
    """One for all generations: each has a file and a thread of its own."""
    from torch.utils.tensorboard import SummaryWriter

    return SummaryWriter(str(folder))

"""The metrics of a run once more in the form that TensorBoard shows, where it is installed."""

from importlib.util import find_spec
from pathlib import Path
from typing import Any


def write_scalars(folder: Path, line: dict[str, Any]) -> None:
    """Add the numbers of one generation (a line of ``metrics.jsonl``) to the event files in ``folder``; nothing without TensorBoard."""
    if find_spec("tensorboard") is None:
        return
    from torch.utils.tensorboard import SummaryWriter

    with SummaryWriter(str(folder)) as writer:
        for name, value in line.items():
            if isinstance(value, int | float) and name != "generation":
                writer.add_scalar(name, float(value), line["generation"])

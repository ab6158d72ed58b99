"""How a training session is started as a process of its own: from the window, and anywhere else."""

import sys
from pathlib import Path

from ai.training.config import RunConfig

MAIN = Path(__file__).resolve().parents[2] / "main.py"


def command(run: Path, config: RunConfig | None = None, minutes: float | None = None) -> list[str]:
    """Program and arguments that start or continue the run; settings that differ from the defaults are handed over."""
    words = [sys.executable, str(MAIN), "train", "--run", str(run), "--background"]
    if minutes is not None:
        words += ["--minutes", f"{minutes:g}"]
    if config is not None:
        default = RunConfig()
        for name in RunConfig.__dataclass_fields__:
            value = getattr(config, name)
            if value != getattr(default, name):
                words += ["--set", f"{name}={str(value).lower() if isinstance(value, bool) else value}"]
    return words

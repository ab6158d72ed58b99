"""How a training session is started as a process of its own: from the window, and anywhere else."""

from dataclasses import asdict
from pathlib import Path

from ai.training.config import RunConfig
from core import program


def command(run: Path, config: RunConfig | None = None, minutes: float | None = None) -> list[str]:
    """Program and arguments that start or continue the run with the settings of ``config``."""
    words = program.command("train", "--run", run, "--background")
    if minutes is not None:
        words += ["--minutes", f"{minutes:g}"]
    if config is not None:
        for name, value in asdict(config).items():
            words += ["--set", f"{name}={str(value).lower() if isinstance(value, bool) else value}"]
    return words

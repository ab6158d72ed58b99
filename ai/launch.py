"""The commands by which the window starts work as a process of its own: program and arguments."""

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from core import program

if TYPE_CHECKING:
    from ai.arena.plan import Plan
    from ai.training.config import RunConfig


def training_command(run: Path, config: "RunConfig | None" = None, minutes: float | None = None) -> list[str]:
    """Start or continue a training run, with the settings of ``config`` if given."""
    words = program.command("train", "--run", run, "--background")
    if minutes is not None:
        words += ["--minutes", f"{minutes:g}"]
    if config is not None:
        for name, value in asdict(config).items():
            words += ["--set", f"{name}={str(value).lower() if isinstance(value, bool) else value}"]
    return words


def arena_command(folder: Path, plan: "Plan", jobs: int) -> list[str]:
    """Begin ``plan`` in ``folder`` or go on with it, ``jobs`` games at a time."""
    words = program.command("match", *plan.players, "--out", folder, "--background")
    words += ["--games", str(plan.games), "--size", plan.size, "--jobs", str(jobs)]
    words += ["--opening-moves", str(plan.opening_moves), "--seed", str(plan.seed)]
    if plan.seconds is not None:
        words += ["--seconds", str(plan.seconds)]
    if plan.total_seconds is not None:
        words += ["--total-seconds", str(plan.total_seconds)]
    return words


def td_command(run: Path, games: int, records: Path | None, minutes: float | None) -> list[str]:
    """Start or continue a session of the TD learner."""
    words = program.command("td", "train", "--run", run, "--games", str(games), "--background")
    if records is not None:
        words += ["--records", str(records)]
    if minutes is not None:
        words += ["--minutes", f"{minutes:g}"]
    return words

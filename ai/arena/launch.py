"""How an arena is started as a process of its own."""

from pathlib import Path

from ai.arena.plan import Plan
from core import program


def command(folder: Path, plan: Plan, jobs: int) -> list[str]:
    """Program and arguments that begin ``plan`` in ``folder`` or go on with it."""
    words = program.command("match", *plan.players, "--out", folder, "--background")
    words += ["--games", str(plan.games), "--size", plan.size, "--jobs", str(jobs)]
    words += ["--opening-moves", str(plan.opening_moves), "--seed", str(plan.seed)]
    if plan.seconds is not None:
        words += ["--seconds", str(plan.seconds)]
    if plan.total_seconds is not None:
        words += ["--total-seconds", str(plan.total_seconds)]
    return words

"""How an arena is started as a process of its own."""

import sys
from pathlib import Path

from ai.arena.plan import Plan
from ai.training.launch import MAIN


def command(folder: Path, plan: Plan, jobs: int) -> list[str]:
    """Program and arguments that begin ``plan`` in ``folder`` or go on with it."""
    words = [sys.executable, str(MAIN), "match", *plan.players, "--out", str(folder), "--background"]
    words += ["--games", str(plan.games), "--size", plan.size, "--jobs", str(jobs)]
    words += ["--opening-moves", str(plan.opening_moves), "--seed", str(plan.seed)]
    if plan.seconds is not None:
        words += ["--seconds", str(plan.seconds)]
    if plan.total_seconds is not None:
        words += ["--total-seconds", str(plan.total_seconds)]
    return words

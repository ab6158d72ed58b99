"""What the training room says about the runs that it shows, line by line. An empty line is not shown."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QLabel

from gui.beside.watched_process import Work
from gui.program.messages import error_text, fill, in_parts, listed
from gui.training.known_runs import SettingsAndState
from gui.training.panel import (
    failure_text,
    gone_text,
    kept_whole,
    positions_a_second,
    progress_text,
    state_text,
    warning_text,
)
from gui.training.run_figures import SECONDS_OF_HOUR, RunFigures


def why_none(lost: Path | None) -> str:
    """Why no run is shown: the one that was, ``lost``, is gone, or there is none."""
    if lost is not None:
        return gone_text(lost)
    return QCoreApplication.translate(
        "TrainingRoom",
        "No run yet. “New…” on the left starts one: a network learns by playing against itself, and its curves appear here.",
    )


def of_run(
    run: RunFigures, progress: dict[str, Any] | None, work: Work, problem: str, label: QLabel
) -> list[str]:
    """What the session of ``run`` does, for a ``label``; ``problem``: why it can't go on, or why the last session could not begin."""
    finished = run.lines[-1]["generation"] if run.lines else 0
    return [
        state_text(progress, work, run.folder.name),
        kept_whole(progress_text(progress, work, finished), label),
        warning_text(progress),
        failure_text(progress, work),
        problem,
        error_text(run.problem or ""),
    ]


def of_shipped_run(run: RunFigures) -> str:
    """How the shipped network has learned, or why that can't be shown."""
    if run.problem is not None:
        return error_text(run.problem)
    said = QCoreApplication.translate(
        "TrainingRoom",
        "How the shipped network learned: %1 generations, %2 games, %3 positions, %4 hours; where curves jump, its settings were changed. Some of "
        "its generations came along and are listed on the right. “New…” on the left starts a run of your own, “Go on…” one that goes on from this "
        "network.",
    )
    last = run.lines[-1]
    counts = (f"{last[name]:,}" for name in ("generation", "games", "positions"))
    return fill(said, *counts, f"{last['seconds'] / SECONDS_OF_HOUR:.0f}")


def of_other_run(run: RunFigures, name: str, progress: dict[str, Any] | None, work: Work) -> str:
    """Why a run called ``name``, compared with the first, isn't drawn, or what its session does."""
    if run.problem is not None:
        said = QCoreApplication.translate("TrainingRoom", "Run “%1”: %2")
        return fill(said, name, error_text(run.problem))
    if work is Work.NONE:
        return ""
    state, speed = state_text(progress, work, run.folder.name), (progress or {}).get("positions_per_second")
    return in_parts(state, fill(positions_a_second(), f"{speed:,.0f}")) if speed else state


def of_boards(read: Iterable[SettingsAndState]) -> str:
    """Warning that compared runs learn on different boards, if they do."""
    boards = dict.fromkeys(str(one.config.size) for one in read if one.config is not None)
    if len(boards) < 2:
        return ""
    said = QCoreApplication.translate(
        "TrainingRoom",
        "These runs learn on different boards (%1): their losses and moves a game can't be compared.",
    )
    return fill(said, listed(boards))


def of_changed_settings(names: list[str]) -> str:
    """Warning that the settings of the compared runs of these ``names`` were changed on the way."""
    if not names:
        return ""
    said = QCoreApplication.translate(
        "TrainingRoom",
        "Settings were changed on the way: %1. “Show settings” tells which, and in which generation.",
    )
    return fill(said, listed(names))


def of_dots(names: list[str]) -> str:
    """How to see the runs of these ``names``, which are too short to be seen beside the longest one."""
    if not names:
        return ""
    said = QCoreApplication.translate(
        "TrainingRoom",
        "Too short to be seen beside the longest run: %1. “Common part” below the plots shows more.",
    )
    return fill(said, listed(names))

"""What must be so before a session goes on with a run: its files are those that the run has written, and fit each other.

Everything here only looks, so that a refused run stays as it was.
"""

import logging
import zlib
from pathlib import Path
from typing import Any

import numpy as np

from ai.checkpoint import CheckpointError, read_checksum, read_info
from ai.training.config import RunConfig, settings_text, unsaid_settings
from ai.training.errors import RunError
from ai.training.run_files import OWN, RunFiles
from ai.training.run_state import RunState
from core.position import Size
from core.sentence import Sentence

log = logging.getLogger(__name__)

COUNTED = ("games", "positions")
"""Numbers that both ``state.json`` and the last line of the metrics tell."""
PASSING = {"stop", "lock"}
"""Names of files that any process may leave in a folder, also one that was refused."""
PUT_THERE = {"config.toml", "openings"}
"""Names of what the user may put into a folder before a run begins there."""


def check(run: RunFiles, existing: RunConfig | None, config: RunConfig, state: RunState) -> int:
    """How many lines of the metrics count. :class:`RunError`, :class:`ai.session_folder.FiguresError` or :class:`ai.checkpoint.CheckpointError` if a
    session can't begin a run here with the settings ``config``, or go on with the one that has the settings ``existing`` and stands at ``state``.
    What ``state`` tells of the losses of steps is brought up to date where their file was removed, or an earlier version has written it."""
    lines = run.read_metrics()
    if state.best is None:
        _check_beginning(run, lines)
    if existing is not None:
        _check_settings(run, state)
        _check_change(run, existing, config, state)
    if state.best is not None:
        _check_best(run, config, state)
    finished = len(lines) - _lines_beyond(run, lines, state)
    _check_counts(run, lines[:finished], state)
    _check_steps(run, state)
    return finished


def tell_of_unsaid_settings(run: RunFiles) -> None:
    """Name the settings in the log that the run's file doesn't: it comes from an older program or was cut short."""
    if unsaid := unsaid_settings(settings_text(run.config_file), run.config_file):
        log.warning(
            "%s does not name %s; the run goes on with what holds where nothing is said",
            run.config_file,
            ", ".join(unsaid),
        )


def _check_beginning(run: RunFiles, lines: list[dict[str, Any]]) -> None:
    """:class:`RunError` if no run can begin here, since there are figures (``lines``) or networks of one, or files in its way."""
    if lines or run.has_generations():
        raise run.state_is_lost()
    _check_room(run)
    _check_others(run)


def _check_room(run: RunFiles) -> None:
    """:class:`RunError` if there are files where a new run would write its own."""
    for folder, own in ((run.games, "[0-9]*.sgf"), (run.replay, "[0-9]*.games")):
        if there := sorted(folder.glob(own)):
            raise RunError(
                Sentence(
                    "%1 would be among the files of a new run, and might be written over; move it away or choose another folder",
                    there[0],
                )
            )


def _check_others(run: RunFiles) -> None:
    """:class:`RunError` if the folder holds other files and nothing that was put there for a run: it is meant for something else. Beside what was,
    they are named in the log."""
    names = {entry.name for entry in run.path.iterdir() if not entry.name.startswith(".")}
    others = sorted(names - OWN - PASSING)
    if others and names.isdisjoint(PUT_THERE):
        raise RunError(
            Sentence("%1 holds other files, such as %2; choose a new or an empty folder", run.path, others[0])
        )
    if others:
        log.warning("%s holds other files, such as %s; the run begins beside them", run.path, others[0])


def _check_settings(run: RunFiles, state: RunState) -> None:
    """:class:`RunError` if the file names fewer settings than it did: the missing ones would become defaults."""
    said = run.settings_said()
    if said < state.settings:
        raise RunError(
            Sentence(
                "%1 names %2 settings, and named %3 when the run was last worked on; restore it, or remove it and give all settings anew",
                run.config_file,
                said,
                state.settings,
            )
        )


def _check_change(run: RunFiles, existing: RunConfig, config: RunConfig, state: RunState) -> None:
    """:class:`RunError` if a run with the settings ``existing`` can't go on with the settings ``config``."""
    if state.best is not None and config.start_from not in ("", existing.start_from):
        raise RunError(
            Sentence(
                "start_from counts only when a run begins, and the run in %1 has begun; start a new one in another folder",
                run.path,
            )
        )
    has_first = bool(existing.first_network) and state.network == existing.first_network
    if has_first and config.first_network not in ("", existing.first_network):
        raise RunError(
            Sentence(
                "the run in %1 has begun with '%2', and another first_network would have it lose what that has learned; leave the setting as it "
                "is, or start a new run in another folder",
                run.path,
                existing.first_network,
            )
        )
    _check_board(run, existing.size, config.size)


def _check_best(run: RunFiles, config: RunConfig, state: RunState) -> None:
    """:class:`RunError` if the file of the network that plays doesn't hold the one that ``state`` names."""
    path = run.checkpoints / str(state.best)
    try:
        best = read_info(path, wait=True)
    except CheckpointError as error:
        if not isinstance(error.__cause__, FileNotFoundError):
            raise
        raise RunError(
            Sentence(
                "the network %1, which plays in this run, is lost; put it back, or start a new run in another folder",
                path,
            )
        ) from error
    _check_board(run, best.size, config.size)
    if best.generation != state.best_generation:
        raise RunError(
            Sentence(
                "%1 holds generation %2, but %3 says that it is generation %4; put the right file back",
                path,
                best.generation,
                run.state_file,
                state.best_generation,
            )
        )
    if state.best_checksum not in (None, read_checksum(path)):
        raise RunError(
            Sentence(
                "%1 is not the network that this run has written there; put that back, or start a new run in another folder",
                path,
            )
        )


def _check_board(run: RunFiles, old: Size, new: Size) -> None:
    """:class:`RunError` if a run on the board ``old`` is to go on with another one."""
    if old != new:
        raise RunError(
            Sentence(
                "the run in %1 has board %2, which can't become %3; start a new run in another folder",
                run.path,
                str(old),
                str(new),
            )
        )


def _lines_beyond(run: RunFiles, lines: list[dict[str, Any]], state: RunState) -> int:
    """How many of the metrics' ``lines`` the state doesn't count yet: a kill may leave one. :class:`RunError` if they don't fit ``state``."""
    last = lines[-1]["generation"] if lines else 0
    if not state.generation <= last <= state.generation + 1:
        raise RunError(
            Sentence(
                "%1 says that generation %2 is finished, %3 that it is %4; restore them or start a new run",
                run.state_file,
                state.generation,
                run.metrics,
                last,
            )
        )
    return last - state.generation


def _check_counts(run: RunFiles, lines: list[dict[str, Any]], state: RunState) -> None:
    """:class:`RunError` if ``state`` has other counts than the last of ``lines``, the metrics of finished generations."""
    if not lines:
        return
    for name in COUNTED:
        told, counted = lines[-1].get(name), getattr(state, name)
        if told not in (None, counted):  # lines of earlier versions don't tell all
            raise RunError(
                Sentence(
                    "%1 has %2 = %3 after generation %4, %5 has %6; restore them or start a new run",
                    run.state_file,
                    name,
                    counted,
                    state.generation,
                    run.metrics,
                    told,
                )
            )
    if lines[-1]["steps"] > state.steps:  # a generation that is not finished may have more
        raise _other_steps(run, state, run.metrics, lines[-1]["steps"])


def _check_steps(run: RunFiles, state: RunState) -> None:
    """:class:`RunError` if the losses of steps are not those that the run has written, since a generation's means come from them, or don't end with
    the last step that ``state`` counts. A file that was removed counts as empty."""
    if not run.steps.exists():
        state.step_rows = state.steps_checksum = 0
        return
    rows = run.read_steps()[: state.step_rows]
    checksum = zlib.crc32(rows.tobytes())
    if (
        len(rows) < state.step_rows
        or state.steps_checksum not in (0, checksum)
        or not np.isfinite(rows).all()  # in a run of an earlier version
    ):
        raise RunError(
            Sentence(
                "%1 does not hold the losses that this run has written there; restore it, or remove it: the run goes on without the curves "
                "of its steps",
                run.steps,
            )
        )
    if len(rows) and rows[-1, 0] != np.float32(state.steps):
        raise _other_steps(run, state, run.steps, int(rows[-1, 0]))
    state.steps_checksum = checksum


def _other_steps(run: RunFiles, state: RunState, file: Path, steps: int) -> RunError:
    """The error to raise where ``file`` tells of another number of steps than ``state``."""
    return RunError(
        Sentence(
            "%1 has steps = %2, %3 has %4; restore them or start a new run",
            run.state_file,
            state.steps,
            file,
            steps,
        )
    )

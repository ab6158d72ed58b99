"""The known training runs: what each holds, and why one can't be used."""

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import QCoreApplication, QLocale

from ai.session_folder import FiguresError
from ai.shipped_networks import SHIPPED
from ai.training.config import RunConfig
from ai.training.errors import RunError
from ai.training.ratings import generation_ratings
from ai.training.run_files import RunFiles
from ai.training.run_state import RunState
from core.files import last_change
from core.folders import why_no_folder_name
from gui.beside.watched_process import Work
from gui.beside.watched_session import stamp_of
from gui.program.messages import error_text, fill, names_shipped
from gui.training.panel import failure_text
from gui.training.texts import by_labels

LOOK_INTERVAL_MS = 1500
"""Interval at which windows look at runs, in milliseconds."""
TELLING = ("config.toml", "state.json", "metrics.jsonl")
"""Files of a run that change when it goes on."""
PROGRESS = "progress.json"
"""File with what a session is doing and why it ended."""


class SettingsAndState(NamedTuple):
    """What a run's folder tells, as far as it can be read."""

    config: RunConfig | None
    state: RunState
    problem: str
    """Why the run can't be used; empty if it can."""


@dataclass(frozen=True)
class KnownRun:
    """A run of the list as it is now."""

    folder: RunFiles
    config: RunConfig | None
    state: RunState
    rating: float | None
    """Elo of the newest rated generation above generation 0; ``None`` also until :meth:`with_figures`."""
    changed: float
    """Time of the last change, in seconds since 1970."""
    problem: str
    """Why the run can't be used; empty if it can."""

    @classmethod
    def read(cls, path: Path) -> "KnownRun":
        """Read what can be read at once of the run in ``path``: all but its figures."""
        folder = RunFiles(path)
        config, state, problem = settings_and_state(folder)
        return cls(folder, config, state, None, _last_change(path), problem)

    def with_figures(self) -> "KnownRun":
        """The run with what its figures tell, of which a long run has thousands."""
        try:
            ratings = generation_ratings(self.folder.read_metrics())
        except FiguresError as error:
            return replace(self, rating=None, problem=self.problem or error_text(error))
        return replace(self, rating=ratings[-1].elo if ratings else None)


def folders_of_runs(
    runs: Path, others: Iterable[Path], files_of: Callable[[Path], RunFiles] = RunFiles
) -> list[Path]:
    """Folders in ``runs`` that hold anything of a run, and existing ones of ``others``, the one worked on last first. ``files_of``: the files in a
    folder, for those who keep them."""
    folders = {path for path in runs.glob("*") if files_of(path).holds_a_run()}
    folders |= {path for path in others if os.path.isdir(path)}
    return sorted(folders, key=lambda path: last_change(files_of(path).state_file, path), reverse=True)


def settings_and_state(folder: RunFiles) -> SettingsAndState:
    """Settings and state of the run in ``folder``."""
    config, state = None, RunState()
    try:
        config = folder.read_config()
        state = folder.read_state(wait=False)
    except (RunError, OSError) as error:
        return SettingsAndState(config, state, by_labels(error_text(error)))
    if config is None:
        return SettingsAndState(None, state, _why_no_settings(folder))
    if not folder.state_file.exists() and folder.has_generations():
        return SettingsAndState(config, state, error_text(folder.state_is_lost()))
    return SettingsAndState(config, state, "")


def _why_no_settings(folder: RunFiles) -> str:
    if folder.has_traces():
        return QCoreApplication.translate(
            "known_runs", "This run has lost its settings: put its config.toml back."
        )
    return QCoreApplication.translate(
        "known_runs", "There is no config.toml in this folder, so it is no training run."
    )


def _why_unusable(folder: RunFiles) -> str:
    """What is wrong with the run's settings, state or figures; empty if nothing is."""
    problem = settings_and_state(folder).problem
    try:
        folder.read_metrics()
    except FiguresError as error:
        return problem or error_text(error)
    return problem


class Troubles:
    """Troubles of runs without a session: damaged files, or why the last session ended. Read again only after a change, because there may be many
    runs."""

    def __init__(self) -> None:
        self._known: dict[Path, tuple[tuple[object, ...], str]] = {}

    def of(self, folder: RunFiles) -> str:
        """Trouble of the run in the window's language; empty if there is none."""
        files = folder.config_file, folder.state_file, folder.metrics, folder.path / PROGRESS
        seen = (QLocale().name(), *map(stamp_of, files))
        before, trouble = self._known.get(folder.path, ((), ""))
        if before != seen:
            # read by files of their own, which don't remember the figures of every run
            own = RunFiles(folder.path)
            trouble = _why_unusable(own) or failure_text(own.read_progress(), Work.NONE)
            self._known[folder.path] = seen, trouble
        return trouble


class SettingsRead:
    """Settings and state of runs, read again only after a change, or while something is wrong: mended rights leave a file as it was."""

    def __init__(self) -> None:
        self._known: dict[Path, tuple[tuple[object, ...], SettingsAndState]] = {}

    def of(self, folder: RunFiles) -> SettingsAndState:
        """See :func:`settings_and_state`."""
        seen = tuple(map(stamp_of, (folder.config_file, folder.state_file, folder.checkpoints)))
        before, read = self._known.get(folder.path, ((), None))
        if read is None or before != seen or read.problem:
            read = settings_and_state(folder)
            self._known[folder.path] = seen, read
        return read


def _last_change(folder: Path) -> float:
    """Time of the last change of the files in ``folder`` itself, where a session writes all the time."""
    names = next(os.walk(folder), ("", [], []))[2]
    files = [status for name in names for status in _status(folder / name)]
    return max((status.st_mtime for status in files or _status(folder)), default=0.0)


def statuses_in(folder: Path) -> Iterator[os.stat_result]:
    """Status of each file in ``folder`` and below that still exists: somebody may be removing them."""
    for place, _folders, names in os.walk(folder):
        for name in names:
            yield from _status(Path(place, name))


def _status(path: Path) -> list[os.stat_result]:
    """Status of ``path`` in a list; empty if it is gone."""
    try:
        return [path.stat()]
    except OSError:
        return []


def why_no_run_name(name: str) -> str:
    """Why a run can't be named ``name``; empty if it can. Records and lists identify a run by its name alone, so the shipped network's name is
    reserved."""
    if name == SHIPPED or names_shipped(name):
        said = QCoreApplication.translate(
            "known_runs", "“%1” is the run of the shipped network. Choose another name."
        )
        return fill(said, name)
    reason = why_no_folder_name(name)
    return error_text(reason) if reason else ""

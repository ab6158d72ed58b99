"""The training runs that there are: what is known of each, and why one can't be used."""

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QLocale

from ai.players.shipped import SHIPPED
from ai.session_folder import FiguresError
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
"""Windows that show runs look that often what has become of them."""
TELLING = ("config.toml", "state.json", "metrics.jsonl")
"""Files of a run that are written when it goes on."""
PROGRESS = "progress.json"
"""The file that tells what a session does, and why it has ended."""
SettingsAndState = tuple[RunConfig | None, RunState, str]
"""As far as they can be read, and why the run can't be used; empty if it can."""


@dataclass(frozen=True)
class KnownRun:
    """A folder of the list, as it stands now."""

    folder: RunFiles
    config: RunConfig | None
    state: RunState
    rating: float | None
    """Elo of the newest rated generation above generation 0."""
    changed: float
    """Seconds since 1970."""
    problem: str
    """Why it can't be used; empty if it can."""

    @classmethod
    def read(cls, path: Path) -> "KnownRun":
        """Whatever can be read of the run in ``path``."""
        folder = RunFiles(path)
        config, state, problem = settings_and_state(folder)
        try:
            ratings = generation_ratings(folder.read_metrics())
        except FiguresError as error:
            ratings = []
            problem = problem or error_text(error)
        return cls(
            folder,
            config,
            state,
            ratings[-1].elo if ratings else None,
            _last_change(path),
            problem,
        )


def folders_of_runs(runs: Path, others: Iterable[Path]) -> list[Path]:
    """The folders in ``runs`` that hold anything of a run, and those of the ``others`` that are there; the one worked on last is the first."""
    folders = {path for path in runs.glob("*") if RunFiles(path).holds_a_run()}
    folders |= {path for path in others if os.path.isdir(path)}
    return sorted(folders, key=lambda path: last_change(RunFiles(path).state_file, path), reverse=True)


def settings_and_state(folder: RunFiles) -> SettingsAndState:
    """What ``folder`` says of its run."""
    config, state = None, RunState()
    try:
        config = folder.read_config()
        state = folder.read_state(wait=False)
    except (RunError, OSError) as error:
        return config, state, by_labels(error_text(error))
    if config is None:
        return None, state, _why_no_settings(folder)
    if not folder.state_file.exists() and folder.has_generations():
        return config, state, error_text(folder.state_is_lost())
    return config, state, ""


def _why_no_settings(folder: RunFiles) -> str:
    if folder.has_traces():
        return QCoreApplication.translate(
            "known_runs", "This run has lost its settings: put its config.toml back."
        )
    return QCoreApplication.translate(
        "known_runs", "There is no config.toml in this folder, so it is no training run."
    )


def _why_unusable(folder: RunFiles) -> str:
    """What is wrong with its settings, its state or its figures."""
    problem = settings_and_state(folder)[2]
    try:
        folder.read_metrics()
    except FiguresError as error:
        return problem or error_text(error)
    return problem


class Troubles:
    """What is wrong with runs on which nobody works: damaged files, or why the last session ended. They are read anew only once something has
    changed, for there may be many."""

    def __init__(self) -> None:
        self._known: dict[Path, tuple[tuple[object, ...], str]] = {}

    def of(self, folder: RunFiles) -> str:
        """In the window's language; empty where nothing is wrong."""
        files = (*TELLING, PROGRESS)
        seen = (QLocale().name(), *(stamp_of(folder.path / name) for name in files))
        before, trouble = self._known.get(folder.path, ((), ""))
        if before != seen:
            trouble = _why_unusable(folder) or failure_text(folder.read_progress(), Work.NONE)
            self._known[folder.path] = seen, trouble
        return trouble


def _last_change(folder: Path) -> float:
    """Of the files in ``folder`` itself, where a session at work writes all the time."""
    names = next(os.walk(folder), ("", [], []))[2]
    files = [status for name in names for status in _status(folder / name)]
    return max((status.st_mtime for status in files or _status(folder)), default=0.0)


def statuses_in(folder: Path) -> Iterator[os.stat_result]:
    """Of the files in ``folder`` and those in it, as far as they are still there: somebody may be removing them."""
    for place, _folders, names in os.walk(folder):
        for name in names:
            yield from _status(Path(place, name))


def _status(path: Path) -> list[os.stat_result]:
    """That of ``path``, if it is still there."""
    try:
        return [path.stat()]
    except OSError:
        return []


def why_no_run_name(name: str) -> str:
    """Why the user can't call a run ``name``; empty if it can be called so. Records and lists tell a run by its name alone, so that of the shipped
    network keeps its own."""
    if name == SHIPPED or names_shipped(name):
        said = QCoreApplication.translate(
            "known_runs", "“%1” is the run of the shipped network. Choose another name."
        )
        return fill(said, name)
    reason = why_no_folder_name(name)
    return error_text(reason) if reason else ""

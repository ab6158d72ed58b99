"""A learning session beside the window: a process whose folder holds its progress and the figures of its rounds."""

from pathlib import Path
from typing import Any

from ai.session_folder import FiguresError, SessionFolder
from core.sentence import sentence_of
from gui.beside.watched_process import WatchedProcess

Stamp = tuple[int, int]
"""Size and time of a file, by which a change is noticed."""


class WatchedSession(WatchedProcess):
    """The process of one session, and the content of its folder."""

    folder_kind: type[SessionFolder]
    rounds_read = 0
    """How many of the latest rounds are read; 0: all."""
    telling: tuple[str, ...] = ()
    """Files that are also watched while nobody works on the session, because they decide what can be done with it."""

    def _open(self, folder: Path) -> SessionFolder:
        self._session = self.folder_kind(folder)
        return self._session

    def _forget_what_was_read(self) -> None:
        super()._forget_what_was_read()
        self._metrics_read: Stamp | None = None
        self.progress: dict[str, Any] | None = None
        self.rounds: list[dict[str, Any]] = []

    def _stamps(self) -> tuple[Stamp, ...]:
        return tuple(stamp_of(self._session.path / name) for name in self.telling)

    def _read(self) -> None:
        self.progress = self._session.read_progress()
        stamp = stamp_of(self._session.metrics)
        # Restoring a file's permissions leaves size and time unchanged.
        if stamp != self._metrics_read or self.problem:
            self._metrics_read = stamp
            self._read_rounds()

    def _read_rounds(self) -> None:
        try:
            self.rounds, self.problem = self._session.read_metrics(self.rounds_read), ""
        except FiguresError as error:
            self.rounds, self.problem = [], sentence_of(error)

    def _ended_well(self) -> bool:
        return (self.progress or {}).get("phase") == "stopped"


def stamp_of(file: Path) -> Stamp:
    """Stamp of ``file``, the same for all that can't be accessed."""
    try:
        status = file.stat()
    except OSError:
        return 0, 0
    return status.st_size, status.st_mtime_ns

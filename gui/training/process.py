"""A self-play session beside the window: a process that works on a run's folder."""

from pathlib import Path

from ai.launch import training_command
from ai.training.config import RunConfig
from ai.training.run_files import RunFiles
from gui.beside.watched_session import Stamp, WatchedSession, stamp_of
from gui.training.known_runs import PROGRESS, TELLING

GENERATIONS_READ = 50
"""Most generations read: the dock shows some of the newest."""


class TrainingProcess(WatchedSession):
    """The session of a run, whose rounds are generations."""

    folder_kind = RunFiles
    rounds_read = GENERATIONS_READ
    telling = TELLING
    _told_before: Stamp = (0, 0)
    """Stamp of the progress file, for :meth:`told_anew`."""

    def start(self, folder: Path, config: RunConfig | None, minutes: float | None) -> None:
        """Start or continue the run in ``folder`` as a process of low priority."""
        self._told_before = stamp_of(folder / PROGRESS)
        self.begin(folder, training_command(folder, config, minutes))

    def watch(self, folder: Path) -> None:
        self._told_before = stamp_of(folder / PROGRESS)
        super().watch(folder)

    def told_anew(self) -> bool:
        """Whether a session has written progress since ours was started or since the last call. One that was refused has not, nor has a window that
        held the lock for a moment to see whether a session works."""
        if self.folder is None:
            return False
        before, self._told_before = self._told_before, stamp_of(self.folder / PROGRESS)
        return self._told_before != before

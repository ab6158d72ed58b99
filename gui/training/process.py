"""A self-play session beside the window: a process that works on a run folder."""

from pathlib import Path

from ai.launch import training_command
from ai.training.config import RunConfig
from ai.training.run_folder import RunFolder
from gui.beside.watched_session import Stamp, WatchedSession, stamp_of
from gui.training.known_runs import PROGRESS, TELLING

GENERATIONS_READ = 50
"""The newest: the dock shows some of them."""


class TrainingProcess(WatchedSession):
    """The session of one run, whose rounds are generations."""

    folder_kind = RunFolder
    rounds_read = GENERATIONS_READ
    telling = TELLING
    _told_before: Stamp = (0, 0)
    """Of the file that tells what a session does, as of :meth:`told_anew`."""

    def start(self, folder: Path, config: RunConfig | None, minutes: float | None) -> None:
        """Start or continue the run in ``folder`` as a process of low priority."""
        self._told_before = stamp_of(folder / PROGRESS)
        self.begin(folder, training_command(folder, config, minutes))

    def watch(self, folder: Path) -> None:
        self._told_before = stamp_of(folder / PROGRESS)
        super().watch(folder)

    def told_anew(self) -> bool:
        """Whether a session has told anything of itself since ours was started or this was asked last: one that was refused has not, nor has a
        window that held the lock for a moment to see whether anybody works."""
        if self.folder is None:
            return False
        before, self._told_before = self._told_before, stamp_of(self.folder / PROGRESS)
        return self._told_before != before

"""A self-play session beside the window: a process that works on a run folder."""

from pathlib import Path

from ai.training.config import RunConfig
from ai.training.launch import command
from ai.training.run_folder import RunFolder
from gui.beside.watched_session import WatchedSession
from gui.training.known_runs import TELLING

GENERATIONS_READ = 50
"""The newest: the dock shows some of them."""


class TrainingProcess(WatchedSession):
    """The session of one run, whose rounds are generations."""

    folder_kind = RunFolder
    rounds_read = GENERATIONS_READ
    telling = TELLING

    def start(self, folder: Path, config: RunConfig | None, minutes: float | None) -> None:
        """Start or continue the run in ``folder`` as a process of low priority."""
        self.begin(folder, command(folder, config, minutes))

"""A self-play session beside the window: a process that works on a run folder."""

from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject

from ai.training.config import RunConfig
from ai.training.launch import command
from ai.training.run_folder import RunFolder
from gui.watched_process import WatchedProcess

GENERATIONS_SHOWN = 50


class TrainingProcess(WatchedProcess):
    """The session of one run."""

    def __init__(self, parent: QObject | None = None):
        super().__init__(parent)
        self.progress: dict[str, Any] | None = None
        self.generations: list[dict[str, Any]] = []

    def start(self, folder: Path, config: RunConfig | None, minutes: float | None) -> None:
        """Start or continue the run in ``folder`` as a process of low priority."""
        self.begin(folder, command(folder, config, minutes))

    def _use(self, folder: Path) -> None:
        self._run = RunFolder(folder)
        self._metrics_bytes = -1
        self.progress = None
        self.generations = []

    def _is_worked_on(self) -> bool:
        return self._run.is_running()

    def _ask_to_stop(self) -> None:
        self._run.ask_to_stop()

    def _read(self, active: bool) -> None:
        if active:
            self.progress = self._run.read_progress()
        size = self._run.metrics.stat().st_size if self._run.metrics.exists() else 0
        if size != self._metrics_bytes:
            self._metrics_bytes = size
            self.generations = self._run.read_metrics(GENERATIONS_SHOWN)

    def _ended_well(self) -> bool:
        return (self.progress or {}).get("phase") == "stopped"

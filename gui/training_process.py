"""A self-play session beside the window: a process of its own that works on a run folder, which the window only reads."""

from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, QProcess, QTimer, Signal

from ai.training.config import RunConfig
from ai.training.launch import command
from ai.training.run_folder import RunFolder

LOOK_INTERVAL_MS = 1000
GENERATIONS_SHOWN = 50
LOG_FILE = "session.log"


class TrainingProcess(QObject):
    """Starts, watches and stops the session of one run. The session outlives the window if the user wants that."""

    changed = Signal()
    """Progress, generations or whether it runs may have changed."""
    failed = Signal(str)
    """A sentence: the session ended by itself, or could not be started."""

    def __init__(self, parent: QObject | None = None):
        super().__init__(parent)
        self._folder: RunFolder | None = None
        self._process: QProcess | None = None
        self._metrics_bytes = -1
        self.progress: dict[str, Any] | None = None
        self.generations: list[dict[str, Any]] = []
        self.running = False
        self._timer = QTimer(self)
        self._timer.setInterval(LOOK_INTERVAL_MS)
        self._timer.timeout.connect(self.look)

    @property
    def folder(self) -> Path | None:
        return self._folder.path if self._folder else None

    def watch(self, folder: Path) -> None:
        """Look at a run that may have been started earlier."""
        self._folder = RunFolder(folder)
        self._metrics_bytes = -1
        self.running = self._folder.is_running()
        self._timer.start()
        self.look()

    def start(self, folder: Path, config: RunConfig | None, minutes: float | None) -> None:
        """Start or continue the run in ``folder`` as a process of low priority."""
        words = command(folder, config, minutes)
        folder.mkdir(parents=True, exist_ok=True)
        process = QProcess(self)
        process.setProgram(words[0])
        process.setArguments(words[1:])
        process.setProcessChannelMode(QProcess.ProcessChannelMode.MergedChannels)
        process.setStandardOutputFile(str(folder / LOG_FILE))
        process.setStandardInputFile(QProcess.nullDevice())
        started, _ = process.startDetached()
        if not started:
            self.failed.emit(process.errorString())
            return
        self._folder = RunFolder(folder)
        self._metrics_bytes = -1
        self.progress = None
        self.generations = []
        self.running = True
        self._starting_looks = 30
        self._timer.start()
        self.changed.emit()

    def stop(self) -> None:
        """Ask the session to finish; it writes what it has and ends within seconds."""
        if self._folder is not None and self.running:
            self._folder.ask_to_stop()

    def look(self) -> None:
        """Read what the run says of itself."""
        if self._folder is None:
            return
        was_running = self.running
        alive = self._folder.is_running()
        if alive:
            self._starting_looks = 0
        elif self._starting_looks > 0:
            self._starting_looks -= 1
            alive = not self._ended_at_start()
        self.running = alive
        if alive or was_running:
            self.progress = self._folder.read_progress()
        self._read_generations()
        self.changed.emit()
        if was_running and not alive:
            self._say_why()
        if not alive:
            self._timer.stop()

    _starting_looks = 0
    """How often the session may yet be missing its lock, because it is still loading."""

    def _ended_at_start(self) -> bool:
        return "buwei:" in self._log_tail()

    def _read_generations(self) -> None:
        assert self._folder is not None
        size = self._folder.metrics.stat().st_size if self._folder.metrics.exists() else 0
        if size != self._metrics_bytes:
            self._metrics_bytes = size
            self.generations = self._folder.read_metrics(GENERATIONS_SHOWN)

    def _say_why(self) -> None:
        """A session that was not stopped by anyone has failed; its log says why."""
        if self.progress is None or self.progress.get("phase") != "stopped":
            self.failed.emit(self._log_tail())

    def _log_tail(self) -> str:
        assert self._folder is not None
        try:
            text = (self._folder.path / LOG_FILE).read_text("utf-8", errors="replace")
        except OSError:
            return ""
        return "\n".join(text.splitlines()[-12:])

    def close(self) -> None:
        """Stop watching; the session goes on."""
        self._timer.stop()

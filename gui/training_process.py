"""A self-play session beside the window: a process of its own that works on a run folder, which the window only reads."""

import subprocess
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

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
    """The last lines of its log: the session ended by itself."""
    refused = Signal(str)
    """A reason: the session could not be started."""

    def __init__(self, parent: QObject | None = None):
        super().__init__(parent)
        self._folder: RunFolder | None = None
        self._process: subprocess.Popen | None = None
        self._stop_asked = False
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
        self._process, self._stop_asked = None, False
        self.running = self._folder.is_running()
        self._timer.start()
        self.look()

    def start(self, folder: Path, config: RunConfig | None, minutes: float | None) -> None:
        """Start or continue the run in ``folder`` as a process of low priority."""
        words = command(folder, config, minutes)
        try:
            folder.mkdir(parents=True, exist_ok=True)
            with (folder / LOG_FILE).open("wb") as log:
                self._process = subprocess.Popen(
                    words,
                    stdin=subprocess.DEVNULL,
                    stdout=log,
                    stderr=subprocess.STDOUT,
                    start_new_session=True,  # it outlives the window and the terminal
                    creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
                )
        except OSError as error:
            self.refused.emit(f"{folder}: {error.strerror or error}")
            return
        self._folder = RunFolder(folder)
        self._metrics_bytes = -1
        self.progress = None
        self.generations = []
        self.running = True
        self._stop_asked = False
        self._timer.start()
        self.changed.emit()

    def stop(self) -> None:
        """Ask the session to finish; it writes what it has and ends within seconds. One that is still loading hears nobody and has nothing
        to write: it is ended."""
        if self._folder is None or not self.running:
            return
        self._stop_asked = True
        if self._process is not None and not self._folder.is_running():
            self._process.terminate()
        self._folder.ask_to_stop()

    def look(self) -> None:
        """Read what the run says of itself."""
        if self._folder is None:
            return
        was_running = self.running
        # one that is still loading holds no lock yet
        alive = self._folder.is_running() or (self._process is not None and self._process.poll() is None)
        self.running = alive
        if alive or was_running:
            self.progress = self._folder.read_progress()
        self._read_generations()
        self.changed.emit()
        if was_running and not alive:
            self._say_why()
        if not alive:
            self._timer.stop()

    def _read_generations(self) -> None:
        assert self._folder is not None
        size = self._folder.metrics.stat().st_size if self._folder.metrics.exists() else 0
        if size != self._metrics_bytes:
            self._metrics_bytes = size
            self.generations = self._folder.read_metrics(GENERATIONS_SHOWN)

    def _say_why(self) -> None:
        """A session that was not stopped by anyone has failed; its log says why."""
        if not self._stop_asked and (self.progress or {}).get("phase") != "stopped":
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

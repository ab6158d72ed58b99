"""Work beside the window: a process of its own that works on a folder, which the window only reads. It outlives the window if the user
wants that, and the window finds it again."""

import logging
import os
import subprocess
from collections.abc import Sequence
from datetime import datetime
from enum import Enum, auto
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal

from ai.commands.failure import WITH_TEMPLATES
from ai.session_folder import WorkFolder
from core.files import write_atomically
from gui.program.messages import system_text

log = logging.getLogger(__name__)

LOOK_INTERVAL_MS = 1000
IDLE_INTERVAL_MS = 5000
"""While nobody works on the folder: somebody may begin elsewhere."""
LOG_LINES = 12
MOST_LOG_BYTES = 1 << 20
"""With which a log goes on when a session begins; of a larger one the latest half as many are kept."""
WINDOWS_FLAGS = getattr(subprocess, "CREATE_NO_WINDOW", 0)


class Work(Enum):
    """What goes on with a folder."""

    NONE = auto()
    LOADING = auto()
    """The process hasn't come to the folder yet: what stands there is of the time before."""
    GOING_ON = auto()
    ENDING = auto()
    """It was asked to finish, or has let go of the folder."""


def work_on(folder: WorkFolder) -> Work:
    """What goes on, as far as the folder tells."""
    return Work.GOING_ON if folder.is_running() else Work.NONE


class WatchedProcess(QObject):
    """Starts, watches and stops the process that works on one folder."""

    changed = Signal()
    """What the folder says or whether it runs may have changed."""
    failed = Signal(str)
    """The last lines of its log, if it is one of ours: the process ended by itself."""
    lost = Signal()
    """The folder is gone, and the process with it."""
    refused = Signal(str)
    """A reason: the process could not be started."""
    unheard = Signal(str)
    """A reason: the process could not be asked to stop and goes on."""
    log_file = "session.log"

    def __init__(self, parent: QObject | None = None):
        super().__init__(parent)
        self.folder: Path | None = None
        self.running = False
        self.ending = False
        """Whether what runs is :attr:`Work.ENDING`."""
        self._at_work = False
        """Whether it held the folder's lock at the last look."""
        self._process: subprocess.Popen | None = None
        self._log_begin = 0
        """Where in the log begins what our process prints."""
        self.status: int | None = None
        """With which our process has ended; below 0 minus the signal that ended it."""
        self._stop_asked = False
        self._timer = QTimer(self)
        self._timer.setInterval(LOOK_INTERVAL_MS)
        self._timer.timeout.connect(self._on_time)

    def _use(self, folder: Path) -> None:
        """Read from ``folder`` from now on; nothing has been read of it yet."""
        raise NotImplementedError

    def _is_worked_on(self) -> bool:
        """Whether some process holds the folder's lock."""
        raise NotImplementedError

    def _ask_to_stop(self) -> None:
        """Ask whoever works on the folder to finish."""
        raise NotImplementedError

    def _read(self) -> None:
        """Read what the folder says."""
        raise NotImplementedError

    def _was_changed(self) -> bool:
        """Whether what the folder says may be another than at the last look, although nobody works there: it may have been put right by hand."""
        return False

    def _ended_well(self) -> bool:
        """Whether the process had nothing more to do when it ended, nobody having stopped it."""
        raise NotImplementedError

    @property
    def work(self) -> Work:
        """What goes on, as of the last look."""
        if not self.running:
            return Work.NONE
        if self.ending:
            return Work.ENDING
        return Work.GOING_ON if self._at_work or self._process is None else Work.LOADING

    @property
    def is_ours(self) -> bool:
        """Whether what runs was begun here."""
        return self.running and self._process is not None

    def watch(self, folder: Path) -> None:
        """Look at work that may have been started earlier."""
        self.folder = folder
        self._use(folder)
        self._process, self._stop_asked = None, False
        self._at_work = self.ending = False
        self.running = self._is_worked_on()
        self._timer.start()
        self.look()

    def _on_time(self) -> None:
        if self.running or self._is_worked_on() or self._was_changed():
            self.look()

    def look_again(self) -> None:
        """Look after a while in which there was no reason to: somebody may have put the folder right by hand."""
        if not self.running:
            self.look()

    def forget(self) -> None:
        """Nothing is watched any more."""
        self._timer.stop()
        self.folder, self._process, self.running = None, None, False
        self.changed.emit()

    def begin(self, folder: Path, words: Sequence[str]) -> None:
        """Start the program and arguments ``words``, which work on ``folder``."""
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._log_begin = _begin_log(folder / self.log_file)
            with (folder / self.log_file).open("ab") as output:
                self._process = subprocess.Popen(
                    words,
                    stdin=subprocess.DEVNULL,
                    stdout=output,
                    stderr=subprocess.STDOUT,
                    env=os.environ | {WITH_TEMPLATES: "1"},
                    start_new_session=True,  # it outlives the window and the terminal
                    creationflags=WINDOWS_FLAGS,
                )
        except OSError as error:
            self.refused.emit(f"{folder}: {system_text(error)}")
            return
        self.folder = folder
        self._use(folder)
        self.running = True
        self._stop_asked = self._at_work = self.ending = False
        self._timer.start(LOOK_INTERVAL_MS)
        self.changed.emit()

    def stop(self) -> bool:
        """Ask the process to finish; it keeps what it has and ends within seconds. One that is still loading hears nobody and has nothing
        to keep: it is ended. ``False`` if it could not be asked, which is told."""
        if self.folder is None or not self.running:
            return True
        if self._process is not None and not self._is_worked_on():
            self._process.terminate()
            self._stop_asked = True
        try:
            self._ask_to_stop()
        except OSError as error:
            log.warning("%s can't be asked to stop: %s", self.folder, error)
            self.unheard.emit(f"{self.folder}: {system_text(error)}")
            return False
        self._stop_asked = True
        self.look()
        return True

    def look(self) -> None:
        """Read what the folder says and whether it is still worked on."""
        folder = self.folder
        if folder is None:
            return
        was_running = self.running
        # first: once ours has ended the lock is somebody else's
        status = None if self._process is None else self._process.poll()
        was_at_work, self._at_work = self._at_work, self._is_worked_on()
        # one that is still loading holds no lock yet, and one that leaves holds it no more
        self.running = self._at_work or (self._process is not None and status is None)
        has_left = not self._at_work and (was_at_work or self.ending)
        self.ending = self.running and (self._stop_asked or has_left)
        self._read()
        self._timer.setInterval(LOOK_INTERVAL_MS if self.running else IDLE_INTERVAL_MS)
        self.changed.emit()
        if not self.running or status is not None:
            self.status = status
            self._tell_of_the_end(folder, was_running)
            self._process, self._stop_asked = None, False  # who works here now or later was begun elsewhere

    def _tell_of_the_end(self, folder: Path, was_running: bool) -> None:
        """Nobody works on ``folder`` now, or ours no more: say so where nobody wanted that."""
        if not os.path.isdir(folder):  # unlike Path.is_dir it raises nothing where a disk no longer answers
            self.lost.emit()
        elif was_running and not self._stop_asked and self._has_failed():
            printed = folder / self.log_file
            self.failed.emit("" if self._process is None else _last_lines(printed, self._log_begin))

    def _has_failed(self) -> bool:
        """Whether the process that has ended tells so by its status; of somebody else's only the folder can tell."""
        return not self._ended_well() if self.status is None else self.status != 0

    def close(self) -> None:
        """Stop watching; the process goes on."""
        self._timer.stop()


def _begin_log(file: Path) -> int:
    """Begin a session in the log ``file``, which keeps why earlier ones ended; its size then."""
    if file.exists() and file.stat().st_size > MOST_LOG_BYTES:
        latest = file.read_bytes()[-MOST_LOG_BYTES // 2 :]
        write_atomically(file, latest[latest.find(b"\n") + 1 :])
    with file.open("ab") as output:
        now = datetime.now().astimezone().isoformat(" ", "seconds")
        output.write(f"{'' if output.tell() == 0 else os.linesep}--- {now}{os.linesep}".encode())
        return output.tell()


def _last_lines(file: Path, begin: int) -> str:
    """Of what stands in ``file`` from byte ``begin`` on."""
    try:
        text = file.read_bytes()[begin:].decode("utf-8", errors="replace")
    except OSError:
        return ""
    return "\n".join(text.splitlines()[-LOG_LINES:])

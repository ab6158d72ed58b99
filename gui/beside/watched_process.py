"""Work beside the window: a process of its own that works on a folder, which the window only reads. It outlives the window if the user wants that,
and the window finds it again."""

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
"""Interval while nobody works on the folder: work may be begun elsewhere."""
LOG_FILE = "session.log"
"""What the process prints."""
LOG_LINES = 12
MOST_LOG_BYTES = 1 << 20
"""Largest log that is kept when a session begins; of a larger one the latest half of this size is kept."""
WINDOWS_FLAGS = getattr(subprocess, "CREATE_NO_WINDOW", 0)


class Work(Enum):
    """State of the work on a folder."""

    NONE = auto()
    LOADING = auto()
    """The process hasn't taken the folder yet: its content is from before."""
    GOING_ON = auto()
    ENDING = auto()
    """The process was asked to stop, or has released the folder."""


def work_on(folder: WorkFolder) -> Work:
    """State of the work, as far as the folder tells."""
    return Work.GOING_ON if folder.is_running() else Work.NONE


class WatchedProcess(QObject):
    """Starts, watches and stops the process that works on one folder."""

    changed = Signal()
    """Emitted when the folder's content, or whether the process runs, may have changed."""
    failed = Signal(str)
    """Emitted when the process has ended by itself. Carries the last lines of its log if it was begun here, else an empty text."""
    lost = Signal()
    """Emitted when the folder is gone, and with it the work."""
    refused = Signal(str)
    """Carries the reason why the process could not be started."""
    unheard = Signal(str)
    """Carries the reason why the process could not be asked to stop; it goes on."""

    def __init__(self, parent: QObject | None = None):
        super().__init__(parent)
        self.folder: Path | None = None
        self._work_folder: WorkFolder | None = None
        """Its lock, and the request to stop."""
        self.running = False
        self.ending = False
        """Whether the work is :attr:`Work.ENDING`."""
        self._at_work = False
        """Whether a process held the folder's lock at the last look."""
        self._process: subprocess.Popen | None = None
        self._log_begin = 0
        """Byte of the log where our process's output begins."""
        self.status: int | None = None
        """Exit status of our process; if negative, minus the signal that ended it."""
        self._stop_asked = False
        self._timer = QTimer(self)
        self._timer.setInterval(LOOK_INTERVAL_MS)
        self._timer.timeout.connect(self._on_time)
        self._forget_what_was_read()

    # --- the kind of work -------------------------------------------------------------------------------------

    def _open(self, folder: Path) -> WorkFolder:
        """The work in ``folder``, from which is read from now on."""
        raise NotImplementedError

    def _forget_what_was_read(self) -> None:
        """Have nothing read of the folder's content."""
        self.problem = ""
        """Why the content can't be used, as ``ai`` says it; empty if it can."""
        self._stamps_seen: tuple[object, ...] | None = None
        """What :meth:`_stamps` told at the last look."""

    def _stamps(self) -> tuple[object, ...]:
        """Stamps of the files that are also watched while nobody works on the folder."""
        raise NotImplementedError

    def _read(self) -> None:
        """Read the folder's content."""
        raise NotImplementedError

    def _ended_well(self) -> bool:
        """Whether the process had nothing more to do when it ended without having been stopped."""
        raise NotImplementedError

    # --- watching ---------------------------------------------------------------------------------------------

    def _use(self, folder: Path) -> None:
        """Read from ``folder`` from now on."""
        self.folder, self._work_folder = folder, self._open(folder)
        self._forget_what_was_read()

    def _is_worked_on(self) -> bool:
        """Whether a process holds the folder's lock."""
        return self._work_folder is not None and self._work_folder.is_running()

    def _was_changed(self) -> bool:
        """Whether the content may have changed without a process at work: it may have been repaired by hand."""
        there = self.folder is not None and os.path.isdir(self.folder)
        return there and (bool(self.problem) or self._stamps() != self._stamps_seen)

    @property
    def work(self) -> Work:
        """State of the work at the last look."""
        if not self.running:
            return Work.NONE
        if self.ending:
            return Work.ENDING
        return Work.GOING_ON if self._at_work or self._process is None else Work.LOADING

    @property
    def is_ours(self) -> bool:
        """Whether the running process was begun here."""
        return self.running and self._process is not None

    def watch(self, folder: Path) -> None:
        """Watch work that may have been started earlier."""
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
        """Look although nothing seemed to change: the folder may have been repaired by hand."""
        if not self.running:
            self.look()

    def forget(self) -> None:
        """Stop watching, and forget the folder."""
        self._timer.stop()
        self.folder, self._work_folder, self._process, self.running = None, None, None, False
        self._forget_what_was_read()
        self.changed.emit()

    def begin(self, folder: Path, words: Sequence[str]) -> None:
        """Start ``words``, a program and its arguments, to work on ``folder``."""
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._log_begin = _begin_log(folder / LOG_FILE)
            with (folder / LOG_FILE).open("ab") as output:
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
        self._use(folder)
        self.running = True
        self._stop_asked = self._at_work = self.ending = False
        self._timer.start(LOOK_INTERVAL_MS)
        self.changed.emit()

    def stop(self) -> bool:
        """Ask the process to finish; it keeps what it has and ends within seconds. One that is still loading can't hear that and has nothing to keep:
        it is terminated. ``False`` if it could not be asked, which :attr:`unheard` reports."""
        if self._work_folder is None or not self.running:
            return True
        if self._process is not None and not self._is_worked_on():
            self._process.terminate()
            self._stop_asked = True
        try:
            self._work_folder.ask_to_stop()
        except OSError as error:
            log.warning("%s can't be asked to stop: %s", self.folder, error)
            self.unheard.emit(f"{self.folder}: {system_text(error)}")
            return False
        self._stop_asked = True
        self.look()
        return True

    def look(self) -> None:
        """Read the folder and whether it is still worked on."""
        folder = self.folder
        if folder is None:
            return
        was_running = self.running
        # first: once ours has ended the lock is another process's
        status = None if self._process is None else self._process.poll()
        was_at_work, self._at_work = self._at_work, self._is_worked_on()
        # while loading it holds no lock yet, and while ending no longer
        self.running = self._at_work or (self._process is not None and status is None)
        has_left = not self._at_work and (was_at_work or self.ending)
        self.ending = self.running and (self._stop_asked or has_left)
        self._stamps_seen = self._stamps()
        self._read()
        self._timer.setInterval(LOOK_INTERVAL_MS if self.running else IDLE_INTERVAL_MS)
        self.changed.emit()
        if not self.running or status is not None:
            self.status = status
            self._tell_of_the_end(folder, was_running)
            self._process, self._stop_asked = None, False  # work here from now on was begun elsewhere

    def _tell_of_the_end(self, folder: Path, was_running: bool) -> None:
        """Tell that work on ``folder``, or ours, has ended unasked."""
        if not os.path.isdir(folder):  # unlike Path.is_dir it raises nothing if a disk no longer answers
            self.lost.emit()
        elif was_running and not self._stop_asked and self._has_failed():
            printed = folder / LOG_FILE
            self.failed.emit("" if self._process is None else _last_lines(printed, self._log_begin))

    def _has_failed(self) -> bool:
        """Whether the ended process has failed: by its exit status, or for one begun elsewhere by the folder."""
        return not self._ended_well() if self.status is None else self.status != 0

    def close(self) -> None:
        """Stop watching; the process goes on."""
        self._timer.stop()


def _begin_log(file: Path) -> int:
    """Begin a session in the log ``file``, which keeps why earlier ones ended. Returns its size then."""
    if file.exists() and file.stat().st_size > MOST_LOG_BYTES:
        latest = file.read_bytes()[-MOST_LOG_BYTES // 2 :]
        write_atomically(file, latest[latest.find(b"\n") + 1 :])
    with file.open("ab") as output:
        now = datetime.now().astimezone().isoformat(" ", "seconds")
        output.write(f"{'' if output.tell() == 0 else os.linesep}--- {now}{os.linesep}".encode())
        return output.tell()


def _last_lines(file: Path, begin: int) -> str:
    """The last lines of ``file`` from byte ``begin`` on."""
    try:
        text = file.read_bytes()[begin:].decode("utf-8", errors="replace")
    except OSError:
        return ""
    return "\n".join(text.splitlines()[-LOG_LINES:])

"""Logs of crashes, which the next start offers to show.

While a window is open there is a folder ``running-*`` beside the logs. It holds a lock that ends with the process, and a file into which Python
writes where each thread was when compiled code crashed. A clean end removes the folder; a folder whose process is gone means a crash.
"""

import faulthandler
import logging
import platform
import shutil
import time
from pathlib import Path

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

from core import __version__
from core.files import fresh_folder
from core.folders import log_dir
from core.lock import FolderLock
from gui.program.errors import show_error
from gui.program.messages import fill

log = logging.getLogger(__name__)

PREFIX = "running-"
CRASH_FILE = "crash.log"
KEPT_PREFIX = "crash-"
LOCK_PATIENCE_SECONDS = 1.0
"""How long to try for the lock: another window that starts at this moment may look at it."""


class CrashLog:
    """Records a crash of this process until :meth:`close`. Raises ``OSError`` where nothing can be written."""

    def __init__(self) -> None:
        self._folder = fresh_folder(log_dir(), PREFIX)
        self._lock = FolderLock(self._folder)
        try:
            self._begin()
        except OSError:
            self._remove()  # else the next start would take it for a crash
            raise

    def _begin(self) -> None:
        self._lock.take(LOCK_PATIENCE_SECONDS)
        self._file = (self._folder / CRASH_FILE).open("w", encoding="utf-8")
        self._file.write(
            f"Buwei {__version__}, {platform.platform()}, {time.strftime('%Y-%m-%d %H:%M:%S')}\n\n"
        )
        self._file.flush()
        faulthandler.enable(self._file)

    def close(self) -> None:
        """Note that this process has ended well. May be called twice."""
        faulthandler.disable()
        self._file.close()
        self._remove()

    def _remove(self) -> None:
        self._lock.release()
        shutil.rmtree(self._folder, ignore_errors=True)


def watch() -> CrashLog | None:
    """A crash log for this process; ``None``, with a warning in the log, where it can't be written."""
    try:
        return CrashLog()
    except OSError as error:
        log.warning("a crash would leave no log: %s", error)
        return None


def collect() -> list[Path]:
    """Move the logs of crashes since the last call to where they stay, and return them, as far as possible. A process that was killed, or whose
    machine stopped, leaves a log that tells nothing; that isn't kept."""
    logs = []
    try:
        for folder in sorted(log_dir().glob(f"{PREFIX}*")):
            if FolderLock(folder).is_taken():
                continue
            left = folder / CRASH_FILE
            if left.exists() and _tells_of_a_crash(left):
                kept = log_dir() / f"{KEPT_PREFIX}{folder.name.removeprefix(PREFIX)}.log"
                left.replace(kept)
                logs.append(kept)
            shutil.rmtree(folder, ignore_errors=True)
    except OSError as error:
        log.warning("logs of crashes can't be looked for: %s", error)
    return logs


def _tells_of_a_crash(path: Path) -> bool:
    """Whether a log holds more than the line with which each begins."""
    _first, _, rest = path.read_text("utf-8", errors="replace").partition("\n")
    return bool(rest.strip())


def tell(parent: QWidget, logs: list[Path]) -> None:
    """Say that Buwei crashed, with the logs as details to copy."""
    said = QCoreApplication.translate(
        "errors",
        "Buwei did not end properly the last time. The details help whoever mends it; they are kept in %1.",
    )
    sentence = fill(said, logs[-1])
    show_error(parent, sentence, "\n".join(path.read_text("utf-8", errors="replace") for path in logs))

"""A crash leaves a log, and the next start offers to show it.

While a window is open there is a folder ``running-*`` beside the logs, with a lock that ends with the process and a file into which Python writes
where each thread was when compiled code broke. A clean end removes the folder; one that is left without its process tells of a crash.
"""

import faulthandler
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
from gui.errors import show_error

PREFIX = "running-"
CRASH_FILE = "crash.log"
KEPT_PREFIX = "crash-"


class CrashLog:
    """Watches over this process until :meth:`close`."""

    def __init__(self) -> None:
        self._folder = fresh_folder(log_dir(), PREFIX)
        self._lock = FolderLock(self._folder)
        self._lock.take()
        self._file = (self._folder / CRASH_FILE).open("w", encoding="utf-8")
        self._file.write(
            f"Buwei {__version__}, {platform.platform()}, {time.strftime('%Y-%m-%d %H:%M:%S')}\n\n"
        )
        self._file.flush()
        faulthandler.enable(self._file)

    def close(self) -> None:
        """This process has ended well."""
        faulthandler.disable()
        self._file.close()
        self._lock.release()
        shutil.rmtree(self._folder, ignore_errors=True)


def collect() -> list[Path]:
    """The logs of windows that crashed since this was asked last, moved to where they stay."""
    logs = []
    for folder in sorted(log_dir().glob(f"{PREFIX}*")):
        if FolderLock(folder).is_taken():
            continue
        log = folder / CRASH_FILE
        if log.exists():
            kept = log_dir() / f"{KEPT_PREFIX}{folder.name.removeprefix(PREFIX)}.log"
            log.replace(kept)
            logs.append(kept)
        shutil.rmtree(folder, ignore_errors=True)
    return logs


def tell(parent: QWidget, logs: list[Path]) -> None:
    """Say that Buwei crashed, with the logs as details that can be copied."""
    sentence = QCoreApplication.translate(
        "errors",
        "Buwei did not end properly the last time. The details help whoever mends it; they are kept in %1.",
    ).replace("%1", str(logs[-1]))
    show_error(parent, sentence, "\n".join(log.read_text("utf-8", errors="replace") for log in logs))

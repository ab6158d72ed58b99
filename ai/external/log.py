"""The log of the conversation between a program and Buwei, for people to read, of limited size."""

import contextlib
import os
import re
import threading
import time
import zlib
from pathlib import Path
from typing import TextIO

from core.folders import log_dir

LARGEST_BYTES = 1_000_000
"""Size at which a log is begun anew; the old one is kept beside it."""
LONGEST_LINE = 2000


def log_path(name: str, command: str) -> Path:
    """The log file of a program. :class:`core.folders.FolderError` if the folder can't be used."""
    plain = re.sub(r"[^\w.-]+", "-", name).strip("-.")[:40] or "engine"
    return log_dir() / "engines" / f"{plain}-{zlib.crc32(command.encode('utf-8', 'replace')):08x}.log"


class EngineLog:
    """One program's log. Any thread may write. Games go on if it can't be written."""

    def __init__(self, name: str, command: str):
        self._lock = threading.Lock()
        self._file: TextIO | None = None
        self.last_words = ""
        """The last line that the program wrote to its standard error."""
        with contextlib.suppress(OSError):
            self._path = log_path(name, command)
            self._path.parent.mkdir(exist_ok=True)
            self._file = self._open()

    def _open(self) -> TextIO:
        return self._path.open("a", encoding="utf-8", errors="replace")

    def note(self, text: str) -> None:
        """Log an event of the program's life."""
        self._write("#", text)

    def sent(self, line: str) -> None:
        self._write(">", line)

    def received(self, line: str) -> None:
        self._write("<", line)

    def complained(self, line: str) -> None:
        """Log a line of the program's standard error."""
        self.last_words = line.strip() or self.last_words
        self._write("!", line)

    def _write(self, mark: str, line: str) -> None:
        with self._lock, contextlib.suppress(OSError, ValueError):
            if self._file is None:
                return
            if self._file.tell() > LARGEST_BYTES:
                self._file = self._begin_anew(self._file)
            self._file.write(f"{time.strftime('%Y-%m-%d %H:%M:%S')} {mark} {line[:LONGEST_LINE]}\n")
            self._file.flush()

    def _begin_anew(self, file: TextIO) -> TextIO:
        """Begin the log anew and return the file to write to instead of ``file``. Several processes may run the program and share a log; the first
        one to notice begins it anew for all."""
        is_the_log = _is_at(file, self._path)
        file.close()
        if is_the_log:
            # Windows renames no file that others have open; then the log grows on
            with contextlib.suppress(OSError):
                os.replace(self._path, self._path.with_suffix(".old.log"))
        return self._open()

    def close(self) -> None:
        with self._lock:
            if self._file is not None:
                self._file.close()
                self._file = None


def _is_at(file: TextIO, path: Path) -> bool:
    """Whether the open ``file`` is still the one at ``path``."""
    try:
        return os.path.samestat(os.fstat(file.fileno()), path.stat())
    except FileNotFoundError:
        return False

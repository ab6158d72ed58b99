"""What a program and Buwei said to each other, in a file that people can read and that can't grow without end."""

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
"""A longer log is begun anew; the one before it stays beside it."""
LONGEST_LINE = 2000


def log_path(name: str, command: str) -> Path:
    """Where the conversation with a program stands. :class:`core.folders.FolderError` if there is no place for it."""
    plain = re.sub(r"[^\w.-]+", "-", name).strip("-.")[:40] or "engine"
    return log_dir() / "engines" / f"{plain}-{zlib.crc32(command.encode('utf-8', 'replace')):08x}.log"


class EngineLog:
    """One program's log. Any thread may write. A log that can't be written is no reason not to play."""

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
        """What happened to the program."""
        self._write("#", text)

    def sent(self, line: str) -> None:
        self._write(">", line)

    def received(self, line: str) -> None:
        self._write("<", line)

    def complained(self, line: str) -> None:
        """A line of its standard error."""
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
        """The log to write to instead of ``file``. Several processes may run the program and write to one log, of which the first one begins it anew
        for all."""
        is_the_log = _is_at(file, self._path)
        file.close()
        if is_the_log:
            with contextlib.suppress(OSError):  # Windows renames none that others have open: then it grows on
                os.replace(self._path, self._path.with_suffix(".old.log"))
        return self._open()

    def close(self) -> None:
        with self._lock:
            if self._file is not None:
                self._file.close()
                self._file = None


def _is_at(file: TextIO, path: Path) -> bool:
    """Whether ``file``, which is open, stands at ``path`` still."""
    try:
        return os.path.samestat(os.fstat(file.fileno()), path.stat())
    except FileNotFoundError:
        return False

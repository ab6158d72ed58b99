"""A lock on a folder: one process at a time works on it, and the operating system lets go when that process ends in whatever way."""

import errno
import os
import sys
import time
from pathlib import Path
from typing import IO, Literal

PAUSE_SECONDS = 0.05
LOOK_SECONDS = 0.001
"""Longer than a look at the lock takes."""
NO_LOCKS = (errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP)
"""What locking answers on a disk that knows no locks. Where another process has the lock systems answer otherwise, Wine without any number."""


class FolderLock:
    """The file ``lock`` in a folder that exists. ``OSError`` where none can be made, or the disk knows no locks."""

    def __init__(self, folder: Path):
        self._path = folder / "lock"
        self._file: IO[bytes] | None = None

    def take(self, patience_seconds: float = 0.0) -> bool:
        """Whether the lock is ours now; tried for as long as ``patience_seconds``."""
        give_up = time.monotonic() + patience_seconds
        while not self._try():
            if time.monotonic() >= give_up:
                return False
            time.sleep(PAUSE_SECONDS)
        return True

    def is_taken(self) -> bool:
        """Whether some process works on the folder now. Nobody can where the file can't be opened or locked: a folder stands in its place, say."""
        try:
            free = not self._path.exists() or self._try_as_guest() or self._is_free_after_a_moment()
        except OSError:
            return False
        if free:
            self.release()
        return not free

    def is_held(self) -> bool:
        """Whether the lock that we took is the folder's still: it goes with a folder that is renamed, and another one in its place has its own.
        Windows lets nobody rename or remove what is open."""
        if self._file is None or sys.platform == "win32":
            return self._file is not None
        try:
            return os.path.samestat(os.fstat(self._file.fileno()), self._path.stat())
        except (FileNotFoundError, NotADirectoryError):
            return False

    def release(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None

    def _is_free_after_a_moment(self) -> bool:
        """Somebody else may just have looked, for which they held the lock."""
        time.sleep(LOOK_SECONDS)
        return self._try_as_guest()

    def _try_as_guest(self) -> bool:
        """:meth:`_try`, maybe in somebody else's folder."""
        try:
            return self._try()
        except PermissionError:
            return self._try("rb")

    def _try(self, mode: Literal["a+b", "rb"] = "a+b") -> bool:
        file: IO[bytes] = self._path.open(mode)
        try:
            if sys.platform == "win32":
                import msvcrt

                msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
            else:
                import fcntl

                # NFS wants a file that may be written to for an exclusive one
                kind = fcntl.LOCK_SH if mode == "rb" else fcntl.LOCK_EX
                fcntl.flock(file, kind | fcntl.LOCK_NB)
        except OSError as error:
            file.close()
            if error.errno not in NO_LOCKS:
                return False
            error.filename = str(self._path)
            raise
        self._file = file
        return True

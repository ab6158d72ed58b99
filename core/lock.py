"""A lock on a folder, so that one process at a time works on it. The operating system releases it however that process ends."""

import errno
import os
import sys
import time
from pathlib import Path
from typing import IO

PAUSE_SECONDS = 0.05
LOOK_SECONDS = 0.001
"""Longer than a look at the lock takes."""
NO_LOCKS = (errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP)
"""Error numbers of locking on a disk without locks. A lock held by another process gives others, under Wine none at all."""


class FolderLock:
    """The file ``lock`` in a folder that exists. ``OSError`` where it can't be made or the disk has no locks."""

    def __init__(self, folder: Path):
        self._path = folder / "lock"
        self._file: IO[bytes] | None = None

    def take(self, patience_seconds: float = 0.0) -> bool:
        """Try to take the lock, for up to ``patience_seconds``; whether it is ours now. Patience is for locks that others look at: each look
        holds them for a moment."""
        give_up = time.monotonic() + patience_seconds
        while not self._try():
            if time.monotonic() >= give_up:
                return False
            time.sleep(PAUSE_SECONDS)
        return True

    def is_taken(self) -> bool:
        """Whether some process works on the folder now. None can where the file can't be opened or locked, for example because it is a folder."""
        try:
            free = not self._path.exists() or self._try(to_look=True) or self._is_free_after_a_moment()
        except OSError:
            return False
        if free:
            self.release()
        return not free

    def is_held(self) -> bool:
        """Whether the lock that we took is still that of the folder at this path: a lock moves with a renamed folder, and a new folder in its
        place has its own. Windows lets nobody rename or remove an open file."""
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
        """Try again after a moment: on Windows, where no lock is shared, another process may have held the lock only to look at it."""
        time.sleep(LOOK_SECONDS)
        return self._try(to_look=True)

    def _try(self, to_look: bool = False) -> bool:
        """Try to take the lock. Those who only look share it, so that none takes another for somebody at work, and need not write to the folder."""
        file: IO[bytes] = self._path.open("rb" if to_look else "a+b")
        try:
            if sys.platform == "win32":
                import msvcrt

                msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
            else:
                import fcntl

                fcntl.flock(file, (fcntl.LOCK_SH if to_look else fcntl.LOCK_EX) | fcntl.LOCK_NB)
        except OSError as error:
            file.close()
            if error.errno not in NO_LOCKS:
                return False
            error.filename = str(self._path)
            raise
        self._file = file
        return True

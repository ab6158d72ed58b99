"""Whether a process works on a folder."""

import errno
import sys
from pathlib import Path
from typing import IO

import pytest

from core.lock import FolderLock


def test_who_looks_is_not_taken_for_somebody_at_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """A look takes the lock for a moment, a session for as long as it works."""
    other, lock = FolderLock(tmp_path), FolderLock(tmp_path)
    assert other.take()
    assert lock.is_taken()
    with monkeypatch.context() as patch:
        patch.setattr("core.lock.time.sleep", lambda _seconds: other.release())
        assert not lock.is_taken()
    assert other.take(), "who has looked lets go"
    assert other.is_taken() and other.is_held(), "who works there looks and goes on holding it"


@pytest.mark.skipif(sys.platform == "win32", reason="no lock is shared there")
def test_two_that_look_at_once_find_nobody_at_work(tmp_path: Path):
    import fcntl

    with (tmp_path / "lock").open("a+b") as looked_at:
        fcntl.flock(looked_at, fcntl.LOCK_SH)
        assert not FolderLock(tmp_path).is_taken()


def test_who_looks_makes_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """The folder may be removed at that moment."""
    monkeypatch.setattr(Path, "exists", lambda _path: True)
    assert not FolderLock(tmp_path).is_taken()
    assert list(tmp_path.iterdir()) == []


def test_a_disk_that_knows_no_locks_is_not_taken_for_somebody_at_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    def refuse(*_given: object) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    module, name = ("msvcrt", "locking") if sys.platform == "win32" else ("fcntl", "flock")
    monkeypatch.setattr(f"{module}.{name}", refuse)
    lock = FolderLock(tmp_path)
    with pytest.raises(OSError, match="No locks available") as raised:
        lock.take()
    assert raised.value.filename == str(tmp_path / "lock")
    (tmp_path / "lock").touch()
    assert not lock.is_taken()


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such locks there")
def test_a_folder_that_can_only_be_read_is_looked_at_also_on_nfs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """Which gives an exclusive lock only on what may be written to."""
    import fcntl

    flock, opened = fcntl.flock, Path.open

    def flock_on_nfs(file: IO[bytes], operation: int) -> None:
        if operation & fcntl.LOCK_EX and not file.writable():
            raise OSError(errno.EBADF, "Bad file descriptor")
        flock(file, operation)

    def open_to_read(path: Path, mode: str) -> IO[bytes]:
        if mode != "rb":
            raise PermissionError(errno.EACCES, "Permission denied", str(path))
        return opened(path, "rb")

    session, guest = FolderLock(tmp_path), FolderLock(tmp_path)
    assert session.take()
    monkeypatch.setattr(fcntl, "flock", flock_on_nfs)
    monkeypatch.setattr(Path, "open", open_to_read)
    assert guest.is_taken()
    session.release()
    assert not guest.is_taken()


def test_whatever_else_locking_answers_somebody_is_at_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Wine, for one, gives no number."""

    def refuse(*_given: object) -> None:
        raise OSError(0, "Error")

    module, name = ("msvcrt", "locking") if sys.platform == "win32" else ("fcntl", "flock")
    monkeypatch.setattr(f"{module}.{name}", refuse)
    (tmp_path / "lock").touch()
    lock = FolderLock(tmp_path)
    assert not lock.take() and lock.is_taken()

"""Paths as users write them, and writing files so that they are there whole or not at all.

Unique names don't come from Python's ``tempfile``, which tries two thousand million of them on Windows in a folder without write permission.
"""

import contextlib
import errno
import logging
import os
import re
import secrets
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, TypeVar

Result = TypeVar("Result")

log = logging.getLogger(__name__)

PATIENCE_SECONDS = 5.0
PAUSE_SECONDS = 0.01
FULL = (errno.ENOSPC, errno.EDQUOT)
"""Error numbers of a write where the disk, or the user's quota, is full."""
UNIQUE_BYTES = 8
"""Random bytes in a unique name."""
TEMPORARY = re.compile(rf"\..*\.[0-9a-f]{{{2 * UNIQUE_BYTES}}}\.tmp")
"""Names of the temporary files of :func:`replacement`."""


def user_path(text: str | os.PathLike[str]) -> Path:
    """The path that a user wrote, with ``~`` for a home folder; the ``~name`` of an unknown user stays as it is."""
    return Path(os.path.expanduser(text))


def patiently(action: Callable[[], Result]) -> Result:
    """The result of ``action``, tried again for a while on Windows: it refuses to replace a file that a reader or a virus scanner has open,
    and to open a file that is being replaced, but both pass in a moment."""
    give_up = time.monotonic() + PATIENCE_SECONDS
    while True:
        try:
            return action()
        except PermissionError:
            if sys.platform != "win32" or time.monotonic() > give_up:
                raise
        time.sleep(PAUSE_SECONDS)


def try_to_open(path: Path) -> None:
    """``OSError`` with the system's reason if the file can't be read: safetensors, which opens files itself, gives no reason or a wrong one."""
    if path.is_dir():  # Windows gives another reason
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    path.open("rb").close()


def _sync_folder(folder: Path) -> None:
    """Wait until the names of the files in ``folder`` are on disk, where the system can do that: a power cut may undo a renaming."""
    if sys.platform == "win32":
        return  # a folder can't be opened there
    with contextlib.suppress(OSError):  # some network file systems refuse
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


@contextlib.contextmanager
def replacement(path: Path, durable: bool = True) -> Iterator[IO[bytes]]:
    """A temporary file beside ``path``, which takes its place at the end: whatever happens, the old file or the new one is there whole.

    ``durable`` waits until it is on disk. Raises ``OSError``; after any exception the old file is untouched and nothing is left beside it.
    """
    # A link stays a link. Where links lead in a circle pathlib would raise no OSError.
    path = Path(os.path.realpath(path))
    if sys.platform == "win32" and path.is_file() and not os.access(path, os.W_OK):
        # Windows replaces no read-only file, however often one tries, and would not remove the temporary file either once it is read-only too.
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
    temporary = path.with_name(f".{path.name[:40]}.{secrets.token_hex(UNIQUE_BYTES)}.tmp")
    try:
        with temporary.open("xb") as file:
            yield file
            if durable:
                file.flush()
                os.fsync(file.fileno())
        if path.exists():
            with contextlib.suppress(OSError):  # some network file systems know no rights
                temporary.chmod(path.stat().st_mode)
        patiently(lambda: temporary.replace(path))
        if durable:
            _sync_folder(path.parent)
    except BaseException as error:
        with contextlib.suppress(OSError):  # it may not have been made
            temporary.unlink()
        if isinstance(error, OSError) and error.filename == str(temporary):
            error.filename = str(path)  # the user doesn't know the temporary file
        raise


def write_atomically(path: Path, data: bytes, durable: bool = True) -> None:
    """Replace the content of ``path`` by ``data``, as :func:`replacement` does."""
    with replacement(path, durable) as file:
        file.write(data)


def remove_cut_short(folder: Path) -> None:
    """Remove temporary files that :func:`replacement` left in ``folder`` or below when a process was killed. Nobody may be writing there now."""
    for file in folder.rglob(".*.tmp"):
        if TEMPORARY.fullmatch(file.name):
            remove_unneeded(file)


def fresh_folder(parent: Path, prefix: str) -> Path:
    """A new folder in ``parent`` with a unique name, for this user alone. ``OSError`` if it can't be made."""
    folder = parent / f"{prefix}{secrets.token_hex(UNIQUE_BYTES)}"
    folder.mkdir(mode=0o700)
    return folder


def last_change(*paths: Path) -> float:
    """When the first existing one of ``paths`` was last changed, in seconds since 1970; 0 if none exists, as while somebody removes it."""
    for path in paths:
        with contextlib.suppress(OSError):
            return path.stat().st_mtime
    return 0.0


@contextlib.contextmanager
def scratch_folder() -> Iterator[Path]:
    """A new folder in the system's temporary folder, removed afterwards. ``OSError`` if it can't be made."""
    folder = fresh_folder(Path(tempfile.gettempdir()), "buwei-")
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def remove_unneeded(path: Path) -> None:
    """Remove a file that nothing depends on. Where that fails, as on Windows while it is open elsewhere, it stays and the log says so."""
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        log.warning("%s stays: %s", path, error)

"""Paths as users write them, and writing files so that they are there whole or not at all.

Names that nobody else has are not of Python's ``tempfile``: on Windows it tries two thousand million of them in a folder where one may not write.
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
"""What a write answers where the disk is full, or the user's share of it."""
UNIQUE_BYTES = 8
"""Of chance in a name that nobody else has."""
TEMPORARY = re.compile(rf"\..*\.[0-9a-f]{{{2 * UNIQUE_BYTES}}}\.tmp")
"""Names of files that become others once they are whole."""


def user_path(text: str | os.PathLike[str]) -> Path:
    """The path that a user wrote, with ``~`` for a home folder; one that nobody knows is taken as it stands."""
    return Path(os.path.expanduser(text))


def patiently(action: Callable[[], Result]) -> Result:
    """What ``action`` returns. Windows refuses to replace a file while somebody has it open, a reader or a virus scanner, and to open one that
    is being replaced; both pass in a moment, so it is tried again for a while."""
    give_up = time.monotonic() + PATIENCE_SECONDS
    while True:
        try:
            return action()
        except PermissionError:
            if sys.platform != "win32" or time.monotonic() > give_up:
                raise
        time.sleep(PAUSE_SECONDS)


def try_to_open(path: Path) -> None:
    """``OSError`` with the system's reason if the file can't be read: safetensors, which reads files by itself, tells none, or another one."""
    if path.is_dir():  # which Windows would not say
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    path.open("rb").close()


def _sync_folder(folder: Path) -> None:
    """Wait until the disk knows by which names the files in ``folder`` go, where the system can tell: a power cut may undo a renaming."""
    if sys.platform == "win32":
        return  # there a folder can't be opened
    with contextlib.suppress(OSError):  # some network file systems refuse
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


@contextlib.contextmanager
def replacement(path: Path, durable: bool = True) -> Iterator[IO[bytes]]:
    """A file beside ``path`` to write to, which takes its place at the end; whatever happens in between, the old file or the new one is there whole.

    ``durable`` waits until the disk has it. Raises ``OSError``; then, and after any other exception, the old file is untouched and nothing is left
    beside it.
    """
    path = Path(
        os.path.realpath(path)
    )  # a link stays a link; pathlib would raise no OSError where links lead in a circle
    if sys.platform == "win32" and path.is_file() and not os.access(path, os.W_OK):
        # there nothing replaces a file that is read-only, however long it is tried, nor would the temporary one go that is made like it
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
        with contextlib.suppress(OSError):  # where it couldn't be made it can't be removed
            temporary.unlink()
        if isinstance(error, OSError) and error.filename == str(temporary):
            error.filename = str(path)  # nobody knows the temporary one
        raise


def write_atomically(path: Path, data: bytes, durable: bool = True) -> None:
    """Replace ``path`` by ``data``, as :func:`replacement` does."""
    with replacement(path, durable) as file:
        file.write(data)


def remove_cut_short(folder: Path) -> None:
    """Remove, from ``folder`` and those in it, what :func:`replacement` had begun in processes that were killed. Nobody else may write there
    now."""
    for file in folder.rglob(".*.tmp"):
        if TEMPORARY.fullmatch(file.name):
            remove_unneeded(file)


def fresh_folder(parent: Path, prefix: str) -> Path:
    """A new folder in ``parent`` of a name that nobody else has, for this user alone. ``OSError`` if it can't be made."""
    folder = parent / f"{prefix}{secrets.token_hex(UNIQUE_BYTES)}"
    folder.mkdir(mode=0o700)
    return folder


def last_change(*paths: Path) -> float:
    """When the first of ``paths`` that is there was changed last, in seconds since 1970; 0 if none is: somebody may just be removing it."""
    for path in paths:
        with contextlib.suppress(OSError):
            return path.stat().st_mtime
    return 0.0


@contextlib.contextmanager
def scratch_folder() -> Iterator[Path]:
    """A new folder where the system has such things, gone afterwards. ``OSError`` if it can't be made."""
    folder = fresh_folder(Path(tempfile.gettempdir()), "buwei-")
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def remove_unneeded(path: Path) -> None:
    """Remove a file that nothing depends on; where that fails, as on Windows while somebody looks at it, it stays and a line of the log says so."""
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        log.warning("%s stays: %s", path, error)

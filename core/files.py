"""Paths as users write them, and writing files so that they are there whole or not at all."""

import contextlib
import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

Result = TypeVar("Result")

PATIENCE_SECONDS = 5.0
PAUSE_SECONDS = 0.01


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


def write_atomically(path: Path, data: bytes, durable: bool = True) -> None:
    """Replace ``path`` by ``data``; whatever happens in between, the old file or the new one is there whole.

    ``durable`` waits until the disk has it. Raises ``OSError``; the old file is then untouched and nothing is left beside it.
    """
    path = Path(path).resolve()  # a link stays a link
    handle, name = tempfile.mkstemp(prefix=f".{path.name[:40]}.", suffix=".tmp", dir=path.parent)
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            if durable:
                file.flush()
                os.fsync(file.fileno())
        with contextlib.suppress(OSError):  # some network file systems know no rights
            temporary.chmod(path.stat().st_mode if path.exists() else 0o644)
        patiently(lambda: temporary.replace(path))
    except BaseException as error:
        temporary.unlink(missing_ok=True)
        if isinstance(error, OSError) and error.filename == str(temporary):
            error.filename = str(path)  # nobody knows the temporary one
        raise

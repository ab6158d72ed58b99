"""Writing files so that they are there whole or not at all."""

import os
import tempfile
from pathlib import Path


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
        temporary.chmod(path.stat().st_mode if path.exists() else 0o644)
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise

"""Kinds of arguments that several commands take."""

import argparse
import os
from pathlib import Path

MOST_MINUTES = 10_000_000
"""Most minutes: some twenty years."""

WAYS_TO_STOP = "Ctrl-C stops it cleanly, and so do a file named stop in its folder and, except on Windows, kill PID and a closed terminal"
"""What the help of a training session says about stopping."""


def wrong_minutes(minutes: float | None) -> str | None:
    """What to say of ``--minutes`` if no session can last that long; ``None`` if it can."""
    if minutes is None or 0 < minutes <= MOST_MINUTES:
        return None  # NaN is neither
    return f"--minutes should be more than 0 and at most {MOST_MINUTES:,}, not {minutes:g}"


def named_path(text: str) -> Path:
    """The path ``text`` of a file or folder. An empty one, as from an unset shell variable, is refused: it would mean the current folder."""
    if not text:
        raise argparse.ArgumentTypeError("the name is empty")
    return Path(text)


def why_not_writable(path: Path) -> str | None:
    """Why no file can be written as ``path``, to be asked before the work whose result goes there; ``None`` if nothing speaks against it."""
    if path.is_dir():
        return f"{path} is a folder; name a file"
    if not path.parent.is_dir():
        return f"the folder {path.parent} doesn't exist; make it first"
    if path.exists() and not os.access(path, os.W_OK):
        return f"{path} can't be written over"
    if not os.access(path.parent, os.W_OK | os.X_OK):
        return f"nothing can be written into the folder {path.parent}"
    return None

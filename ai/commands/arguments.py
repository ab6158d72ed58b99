"""Kinds of arguments that several commands take."""

import argparse
from pathlib import Path

MOST_MINUTES = 10_000_000
"""Some twenty years."""

WAYS_TO_STOP = "Ctrl-C stops it cleanly, and so do a file named stop in its folder and, except on Windows, kill PID and a closed terminal"
"""What the help of a training session says."""


def wrong_minutes(minutes: float | None) -> str | None:
    """What to say of ``--minutes`` if nobody can work for so long."""
    if minutes is None or 0 < minutes <= MOST_MINUTES:
        return None  # what is no number is neither
    return f"--minutes should be more than 0 and at most {MOST_MINUTES:,}, not {minutes:g}"


def named_path(text: str) -> Path:
    """A file or folder. An empty name, such as an unset variable of the shell leaves, would mean the current folder."""
    if not text:
        raise argparse.ArgumentTypeError("the name is empty")
    return Path(text)

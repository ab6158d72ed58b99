"""Arguments that several commands take."""

import argparse
import os
from pathlib import Path
from typing import TYPE_CHECKING

from ai.commands.failure import Refused

if TYPE_CHECKING:
    from core.position import Size

MOST_MINUTES = 10_000_000
"""Most minutes: some twenty years."""

WAYS_TO_STOP = "Ctrl-C stops it cleanly, and so do a file named stop in its folder and, except on Windows, kill PID and a closed terminal"
"""What the help of a training session says about stopping."""

UNFINISHED = 130
"""The exit status of work that was stopped, as shells have it after Ctrl-C: 128 plus the signal's number."""


def add_size(parser: argparse.ArgumentParser, meaning: str = "board") -> None:
    """The option ``--size``, which :func:`parse_size` reads."""
    parser.add_argument(
        "--size",
        default="9",
        help=f"{meaning}, for example 9 or 4x5 (rows x columns) (default: %(default)s)",
    )


def add_notation(parser: argparse.ArgumentParser) -> None:
    """The option ``--notation``."""
    from core.points import Notation

    parser.add_argument(
        "--notation",
        choices=[notation.value for notation in Notation],
        default=Notation.CHAMPIONSHIP.value,
        help="letters of columns, with I (championship) or without (gtp) (default: %(default)s)",
    )


def add_background(parser: argparse.ArgumentParser) -> None:
    """The option ``--background``."""
    parser.add_argument("--background", action="store_true", help="give way to other programs")


def parse_size(text: str) -> "Size":
    """The board that ``text`` names; :class:`ai.commands.failure.Refused` if it names none."""
    from core.position import Size

    try:
        return Size.parse(text)
    except ValueError as error:
        raise Refused(*error.args) from error


def wrong_minutes(minutes: float | None) -> str | None:
    """What to say of ``--minutes`` if no session can last that long; ``None`` if it can."""
    if minutes is None or 0 < minutes <= MOST_MINUTES:
        return None  # NaN is neither
    return f"--minutes should be more than 0 and at most {MOST_MINUTES:,}, not {minutes:.15g}"


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

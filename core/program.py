"""The program itself: whether it is packaged, where its own files stand, and how it starts itself again.

A packaged program has no Python that could run ``main.py``: it runs commands itself. On Windows a window program has no console, so the same
program stands beside it as a console program. All code that starts a process or reads a file that comes with the program asks here.
"""

import os
import sys
from pathlib import Path

from core.sentence import Sentence, reason_of

CONSOLE_PROGRAM = "buwei-cli.exe"
LIBRARY_PATH = "LD_LIBRARY_PATH"
ONLY_OURS = (LIBRARY_PATH, "QT_PLUGIN_PATH", "QML2_IMPORT_PATH")
"""Variables by which a packaged program finds its own libraries (set by PyInstaller)."""
BEFORE = "BUWEI_BEFORE_"
"""Prefix of the variables that keep the values from before :func:`set_for_us`."""
FILES = Path(__file__).resolve().parent.parent
"""Where the files that come with the program stand, packaged or not."""


class IncompleteError(OSError):
    """A file that comes with the program can't be read; the text is a sentence for the user."""


def is_packaged() -> bool:
    return bool(getattr(sys, "frozen", False))


def home() -> Path:
    """The folder that the user sees as the program's: that of the executable, or of the sources."""
    return Path(sys.executable).resolve().parent if is_packaged() else FILES


def command(*arguments: str | os.PathLike[str]) -> list[str]:
    """Program and arguments that run ``main.py`` with these arguments, without a window."""
    if is_packaged():
        start = [str(home() / CONSOLE_PROGRAM) if sys.platform == "win32" else sys.executable]
    else:
        start = [sys.executable, str(FILES / "main.py")]
    return start + [os.fspath(argument) for argument in arguments]


def name() -> str:
    """The name that a user types to run commands."""
    return Path(command()[-1]).name


def set_for_us(name: str, value: str) -> None:
    """Set an environment variable for this process and for processes of this program that it starts."""
    os.environ.setdefault(f"{BEFORE}{name}", os.environ.get(name, ""))
    os.environ[name] = value


def outside_environment() -> dict[str, str]:
    """The environment for other programs, among them another build of Buwei: they must not load this one's libraries and kernels, and find the
    variables of :func:`set_for_us` as they were before."""
    environment = dict(os.environ)
    for kept in [name for name in environment if name.startswith(BEFORE)]:
        before, name = environment.pop(kept), kept.removeprefix(BEFORE)
        environment.pop(name, None)
        if before:
            environment[name] = before
    if is_packaged():
        for name in ONLY_OURS:
            environment.pop(name, None)
        before = environment.pop(f"{LIBRARY_PATH}_ORIG", "")  # where PyInstaller keeps it
        if before:
            environment[LIBRARY_PATH] = before
    return environment


def own_text(path: Path) -> str:
    """A text file that comes with the program, without which it can't start; ``IncompleteError`` names it."""
    try:
        return path.read_text("utf-8")
    except OSError as error:
        raise IncompleteError(
            Sentence("%1 can't be read (%2). Unpack the program again.", path, reason_of(error))
        ) from error

"""Commands of external programs, as a user of this system writes them."""

import shlex
import subprocess
import sys
from pathlib import Path

BAD_ENGINE = Path(__file__).with_name("bad_engine.py")


def command_line(*words: str) -> str:
    return subprocess.list2cmdline(words) if sys.platform == "win32" else shlex.join(words)


def bad_engine(*words: str) -> str:
    """The program of many mistakes, which ``words`` choose."""
    return command_line(sys.executable, "-S", "-E", str(BAD_ENGINE), *words)

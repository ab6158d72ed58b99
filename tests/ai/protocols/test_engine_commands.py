"""The commands as other programs start them: real processes, real pipes."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.patience import PROCESS_SECONDS

MAIN = Path(__file__).resolve().parents[3] / "main.py"


def start(*arguments: str) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(
        [sys.executable, str(MAIN), *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


@pytest.mark.parametrize(
    ("arguments", "said", "answered"),
    [
        (("gtp",), b"1 boardsize 5\r\nplay b C3\nplay w C3\nkata-analyze 1", b"=1 \n\n= \n\n? illegal move\n\n=\ninfo move "),
        (("sau",), b"name?\nnew black\nquit\n", b"name Buwei\nmove "),
        (("botzone",), b"1\n-1 -1\n", b""),
    ],
)  # fmt: skip
def test_a_conversation_ends_with_the_input(arguments: tuple[str, ...], said: bytes, answered: bytes):
    with start(*arguments, "--player", "random") as process:
        output, errors = process.communicate(said, timeout=PROCESS_SECONDS)
    assert output.startswith(answered) and output.endswith(b"\n")
    assert (process.returncode, errors) == (0, b"")


def test_nobody_listening_ends_it_without_a_word():
    with start("gtp", "--player", "random") as process:
        assert process.stdin and process.stdout and process.stderr
        process.stdout.close()
        process.stdin.write(b"list_commands\n" * 100)
        process.stdin.flush()
        assert process.wait(timeout=PROCESS_SECONDS) == 0
        assert process.stderr.read() == b""


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("gtp", "--player", "nobody"), b"there is no player kind 'nobody'"),
        (("gtp", "--size", "99"), b"99"),
        (("sau", "--minutes", "0"), b"--minutes should be more than 0"),
    ],
)
def test_mistakes_are_told(arguments: tuple[str, ...], why: bytes):
    with start(*arguments) as process:
        output, errors = process.communicate(b"", timeout=PROCESS_SECONDS)
    assert process.returncode == 2
    assert output == b"" and why in errors and b"Traceback" not in errors

"""The script that tries a packaged program, with stand-ins for what builds one and for the program."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from core import program
from tests.patience import PATIENCE_SECONDS, wait_until

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the script is for Linux")


def put(path: Path, text: str) -> None:
    """A program of a line of the shell's."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)


@pytest.fixture
def given(tmp_path: Path) -> Path:
    """A program to try."""
    folder = tmp_path / "dist" / "Buwei"
    for name in ("buwei", "buwei-cli"):
        put(folder / name, '/bin/mkdir -p "$HOME/.cache/Buwei"')
    return folder


def check(tmp_path: Path, *arguments: Path) -> subprocess.Popen:
    """Start the script; its temporary files are in a folder of their own."""
    script = tmp_path / "packaging" / "check.sh"
    script.parent.mkdir()
    shutil.copy(program.FILES / "packaging" / "check.sh", script)
    (tmp_path / "scratch").mkdir()
    environment = os.environ | {
        "TMPDIR": str(tmp_path / "scratch"),
        "PATH": f"{tmp_path / 'first'}:{os.environ['PATH']}",
    }
    return subprocess.Popen([script, *arguments], env=environment, stdout=subprocess.DEVNULL)


def contents(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*"))


def test_a_program_that_was_tried_is_back_in_its_place(tmp_path: Path, given: Path):
    before = contents(tmp_path / "dist")
    assert check(tmp_path, given).wait(PATIENCE_SECONDS) == 0
    assert contents(tmp_path / "dist") == before and not contents(tmp_path / "scratch")


def test_a_program_for_which_there_is_no_room_stays_as_it_is(tmp_path: Path, given: Path):
    before = contents(tmp_path / "dist")
    tried = tmp_path / "tried"
    half = f'mkdir "$target"; touch "{tried}"; exit 1'
    put(tmp_path / "first" / "mv", f'for target; do :; done; [ ! -e "{tried}" ] || exec /bin/mv "$@"; {half}')
    assert check(tmp_path, given).wait(PATIENCE_SECONDS) == 1
    assert contents(tmp_path / "dist") == before and not contents(tmp_path / "scratch")


def test_what_builds_a_program_ends_with_the_script(tmp_path: Path):
    """And what it has started."""
    pid = tmp_path / "pid"
    put(
        tmp_path / ".venv" / "bin" / "python",
        f'sleep 100 & echo $! >"{pid}.new" && mv "{pid}.new" "{pid}"; wait',
    )
    checking = check(tmp_path)
    wait_until(pid.exists, PATIENCE_SECONDS)
    checking.terminate()
    assert checking.wait(PATIENCE_SECONDS) == 143
    assert not contents(tmp_path / "scratch")
    wait_until(lambda: not Path(f"/proc/{pid.read_text().strip()}").exists(), PATIENCE_SECONDS)

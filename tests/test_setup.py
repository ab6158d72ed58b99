import hashlib
import shutil
import subprocess
from pathlib import Path

import pytest

from core import program

pytestmark = pytest.mark.skipif(shutil.which("flock") is None, reason="needs flock")


def test_a_second_setup_waits_for_the_first(tmp_path: Path):
    """What it would do is no part of this: where nothing of the program is, it gives up."""
    import fcntl

    script = tmp_path / "setup.sh"
    shutil.copy(program.FILES / "setup.sh", script)
    with script.open() as first:
        fcntl.flock(first, fcntl.LOCK_EX)
        second = subprocess.Popen([script], stderr=subprocess.PIPE, text=True)
        assert second.stderr is not None
        assert second.stderr.readline() == "setup: waiting for another setup.sh\n"
        assert second.poll() is None
        fcntl.flock(first, fcntl.LOCK_UN)
    with second.stderr as said:
        assert "requirements" in said.read()
    assert second.wait()


@pytest.mark.parametrize(("checked", "status", "compiles"), [(0, 0, False), (1, 0, True), (2, 2, False)])
def test_kernels_are_compiled_where_they_are_not_yet(
    checked: int, status: int, compiles: bool, tmp_path: Path
):
    """Where their folder can't be used there is nothing to compile for, nor a program to start, and why has been said."""
    for name in ("setup.sh", "requirements.txt", "requirements-build.txt", "requirements-debian.txt"):
        shutil.copy(program.FILES / name, tmp_path)
    python, asked = tmp_path / ".venv" / "bin" / "python", tmp_path / "asked"
    python.parent.mkdir(parents=True)
    python.write_text(f'#!/bin/sh\necho "$*" >>{asked}\n[ "$3" != --check ] || exit {checked}\n')
    python.chmod(0o755)
    for stamp, lists in (("system", ["debian"]), ("requirements.txt", [None, "build", None])):
        named = (f"requirements-{name}.txt" if name else "requirements.txt" for name in lists)
        found = hashlib.sha256(b"".join((tmp_path / name).read_bytes() for name in named)).hexdigest()
        (tmp_path / ".venv" / f"stamp-{stamp}").write_text(found)
    assert subprocess.run([tmp_path / "setup.sh"], capture_output=True).returncode == status
    assert ("main.py prepare" in asked.read_text().splitlines()) == compiles

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

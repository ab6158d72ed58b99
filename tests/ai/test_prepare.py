import subprocess
import sys
from pathlib import Path

import pytest

from ai import commands
from core import kernel_cache


def test_everything_that_is_compiled_is_prepared():
    """In a process of its own: other tests have compiled this and that in theirs."""
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-m", "tests.ai.unprepared"], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == [], "ai/prepare.py forgets these"


def test_commands_that_compile_first_say_so_until_they_have_come_to_their_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    match = ["match", "random", "random", "--games", "2", "--size"]
    for size, ends, told in (("none", 2, True), ("3", 0, True), ("3", 0, False)):
        assert commands.main([*match, size]) == ends
        assert ("main.py prepare' does it beforehand" in capsys.readouterr().err) is told
    assert not kernel_cache.is_ready_for("train")
    kernel_cache.mark_ready()
    assert kernel_cache.is_ready_for("train")

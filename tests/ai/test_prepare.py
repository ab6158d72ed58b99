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


def test_commands_that_compile_first_say_so_once(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setattr(kernel_cache, "is_to_be_told", iter([True, False]).__next__)
    for told in (True, False):
        assert commands.main(["match", "random", "random", "--games", "2", "--size", "3"]) == 0
        assert ("main.py prepare' does it beforehand" in capsys.readouterr().err) is told


def test_what_is_compiled_is_told_until_it_was_told_or_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    assert kernel_cache.is_to_be_told() and not kernel_cache.is_to_be_told()
    (tmp_path / kernel_cache.TOLD_FILE).unlink()
    kernel_cache.mark_ready()
    assert not kernel_cache.is_to_be_told()

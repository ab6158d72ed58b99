import sys
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from core import kernel_cache, program
from gui import first_start
from gui.first_start import needs_kernels


def test_the_program_is_whole():
    assert first_start.unreadable_files() == []


@pytest.mark.parametrize("packaged", [True, False])
def test_what_is_not_compiled_yet_is_compiled_before_the_window_opens(
    packaged: bool, qapp: QApplication, environment: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """From sources, too, which nobody has prepared: without a word the window would open minutes later."""
    prepared = []
    monkeypatch.setattr(program, "is_packaged", lambda: packaged)
    monkeypatch.setattr(first_start, "needs_kernels", needs_kernels)
    monkeypatch.setattr(first_start.Preparation, "run", lambda _self: prepared.append(1))
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "new"))
    assert first_start.get_ready("en") and len(prepared) == 1
    kernel_cache.mark_ready()
    assert first_start.get_ready("en") and len(prepared) == 1


def test_what_is_missing_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(first_start, "NEEDED", (tmp_path / "levels.json",))
    monkeypatch.setattr(first_start, "SHIPPED", "absent")
    levels, network = first_start.unreadable_files()
    assert "levels.json" in levels
    assert "absent" in network


@pytest.mark.parametrize("started", [[sys.executable, "-S", "-E", "-c", ""], ["/nowhere/at/all"]])
def test_preparing_runs_the_command_and_goes_away(qtbot, monkeypatch: pytest.MonkeyPatch, started: list[str]):
    """Also where it can't be started."""
    asked = []

    def command(*arguments: str) -> list[str]:
        asked.append(arguments)
        return started

    monkeypatch.setattr(first_start.program, "command", command)
    first_start.Preparation().run()
    assert asked == [("prepare", "--quiet")]

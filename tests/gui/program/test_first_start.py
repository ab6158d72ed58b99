import sys
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QLabel, QProgressDialog, QPushButton
from pytestqt.qtbot import QtBot

from ai import commands, prepare
from ai.commands.prepare import step_told
from core import kernel_cache, program
from gui.program import first_start
from gui.program.first_start import needs_kernels
from tests.gui.desk import in_dialogs, wait


def test_the_program_is_whole():
    assert first_start.unreadable_files() == []


@pytest.mark.parametrize("packaged", [True, False])
def test_kernels_not_compiled_yet_are_compiled_before_the_window_opens(
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


def test_missing_files_of_the_program_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
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
    assert asked == [("prepare",)]


def test_preparing_tells_how_far_it_is_and_who_waits_no_longer_goes_on(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
):
    """As the command tells it; it says what becomes of the rest, and ends with the dialog."""
    lines = "what a library says\n1 of 4: rules\n3 of 4: search\n"
    script = f"import sys, time; print({lines!r}, end='', flush=True); time.sleep(1000)"
    monkeypatch.setattr(
        first_start.program, "command", lambda *_words: [sys.executable, "-S", "-E", "-c", script]
    )

    def look(dialog: QProgressDialog) -> None:
        (label,), (button,) = dialog.findChildren(QLabel), dialog.findChildren(QPushButton)
        assert "If you skip it" in label.text()
        wait(qtbot, lambda: (dialog.value(), dialog.maximum()) == (2, 4))
        assert button.text() == "Skip for now"
        button.click()

    with in_dialogs(look, kind=QProgressDialog):
        first_start.Preparation().run()


def test_the_command_that_prepares_tells_how_far_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    called = []
    steps = {"rules": lambda: called.append("rules"), "networks": lambda: called.append("networks")}
    monkeypatch.setattr(prepare, "steps", lambda: steps)
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    assert commands.main(["prepare"]) == 0
    told = [step_told(line) for line in capsys.readouterr().out.splitlines()]
    assert told == [(1, 2), (2, 2)] and called == [*steps] and kernel_cache.is_ready()

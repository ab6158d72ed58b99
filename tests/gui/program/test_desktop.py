"""What the desktop is asked for."""

import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QApplication, QMessageBox, QWidget
from pytestqt.qtbot import QtBot

from core import program
from gui.program.desktop import show_outside
from tests.gui.desk import wait


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere Qt asks the system")
def test_a_packaged_program_keeps_its_libraries_to_itself(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    said, opener = tmp_path / "said", tmp_path / "xdg-open"
    opener.write_text(
        f'#!/bin/sh\necho "$1 [$LD_LIBRARY_PATH] [$QT_PLUGIN_PATH]" > "{said}.part"; mv "{said}.part" "{said}"\n'
    )
    opener.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    monkeypatch.setattr(program, "is_packaged", lambda: True)
    monkeypatch.setenv("LD_LIBRARY_PATH", "/ours")
    monkeypatch.setenv("LD_LIBRARY_PATH_ORIG", "/theirs")
    monkeypatch.setenv("QT_PLUGIN_PATH", "/ours")
    window = QWidget()
    qtbot.addWidget(window)
    show_outside(window, tmp_path)
    wait(qtbot, said.exists)
    assert said.read_text() == f"{tmp_path} [/theirs] []\n"
    wait(qtbot, lambda: not window.findChildren(QTimer))
    assert not window.findChildren(QMessageBox)


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere Qt asks the system")
@pytest.mark.parametrize("opener", ["that finds no program", "missing"])
@pytest.mark.parametrize("packaged", [True, False])
def test_where_nothing_opens_a_folder_the_window_says_where_it_is(
    packaged: bool, opener: str, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """And copies that for another program."""
    if opener != "missing":
        (tmp_path / "xdg-open").write_text("#!/bin/sh\nexit 3\n")
        (tmp_path / "xdg-open").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(program, "is_packaged", lambda: packaged)
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda _url: False)
    window = QWidget()
    qtbot.addWidget(window)
    (tmp_path / "games").mkdir()
    show_outside(window, tmp_path / "games")
    wait(qtbot, lambda: window.findChildren(QMessageBox))
    (box,) = window.findChildren(QMessageBox)
    (copy,) = (button for button in box.buttons() if button.text() == "Co&py the path")
    assert box.text().endswith("opens this folder:") and box.informativeText() == str(tmp_path / "games")
    copy.click()
    assert QApplication.clipboard().text() == str(tmp_path / "games")
    wait(qtbot, lambda: not window.findChildren(QTimer))

"""Windows on a low screen: none opens higher than that, whatever it holds, and its buttons are in view."""

from collections.abc import Iterator

import pytest
import shiboken6
from PySide6.QtCore import QSize
from PySide6.QtGui import QScreen
from PySide6.QtWidgets import QApplication, QDialog, QDialogButtonBox, QScrollArea, QWidget

from core.position import Size
from gui.arena.dialog import ArenaDialog
from gui.game.new_game import NewGameDialog, Sides
from gui.game.setup import GameSetup
from gui.parts.placing import FRAME
from gui.program.settings import HUMAN
from tests.gui.desk import WINDOWS, Desk

SCREEN = QSize(910, 472)
"""A screen of 1366x768 scaled to 150%, but for the desktop's bar."""
MOST = SCREEN.height() - FRAME.height()


@pytest.fixture
def low(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> Desk:
    monkeypatch.setattr(QScreen, "availableSize", lambda _screen: SCREEN)
    return desk


def overlaid(dialog: QDialog) -> Iterator[QWidget]:
    """Buttons that end below the dialog's edge."""
    for box in dialog.findChildren(QDialogButtonBox):
        if box.geometry().bottom() > dialog.rect().bottom():
            yield box


@pytest.mark.parametrize("command", WINDOWS)
def test_windows_open_within_a_low_screen(low: Desk, command: str):
    heights = []

    def look(window: QWidget) -> None:
        QApplication.processEvents()
        heights.append(max(window.height(), window.minimumHeight()))
        if shiboken6.isValid(window):
            window.close()

    low.look_at_windows_of(command, look)
    assert heights and max(heights) <= MOST


@pytest.mark.parametrize("language", ["en", "zh_CN"])
def test_a_new_game_between_ais_with_all_settings_fits(low: Desk, language: str):
    low.choose("language", language)
    dialog = NewGameDialog(low.window, GameSetup(HUMAN, "random", Size(9, 9), None, True), [])
    dialog.show()
    whole = dialog.findChild(QScrollArea)
    assert whole is not None and not whole.verticalScrollBar().isVisible()
    dialog.select(Sides.AIS)
    dialog.advanced.setChecked(True)
    QApplication.processEvents()
    assert dialog.height() <= MOST and not [*overlaid(dialog)]
    assert whole.verticalScrollBar().maximum() > 0


def test_a_new_arena_fits(low: Desk, tmp_path):
    dialog = ArenaDialog(low.window, tmp_path, [])
    dialog.show()
    QApplication.processEvents()
    assert dialog.height() <= MOST and not [*overlaid(dialog)]

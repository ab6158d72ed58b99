"""Numbers that are written into fields of the windows."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractSpinBox, QDialog, QDoubleSpinBox, QSpinBox, QWidget

from core import folders
from gui.arena.dialog import ArenaDialog
from gui.game import clock_choice
from gui.game.new_game import NewGameDialog, Sides
from gui.training.dialog import TrainingDialog
from tests.gui.desk import Desk


def wrong_numbers(root: QWidget) -> list[str]:
    """What was typed into fields of ``root`` and became another number, in the middle of it or at its end."""
    wrong, tried = [], 0
    for box in root.findChildren(QAbstractSpinBox):
        if not (isinstance(box, QSpinBox | QDoubleSpinBox) and box.isVisibleTo(root) and box.isEnabled()):
            continue
        fractions = isinstance(box, QDoubleSpinBox) and box.decimals() > 0
        for text in ("12345", "1207", "24", "10", *(("1.5", "10.5", "0.5") if fractions else ())):
            if box.minimum() <= float(text) <= box.maximum():
                tried += 1
                box.setFocus()
                box.selectAll()
                QTest.keyClicks(box, text)
                typed = box.value()
                QTest.keyClick(box, Qt.Key.Key_Tab)
                if not typed == box.value() == float(text):
                    wrong.append(
                        f"{box.accessibleName() or box.objectName()}: {text}, {typed}, {box.value()}"
                    )
    return wrong if tried else ["there is no number"]


@pytest.mark.parametrize(
    "command", ["new_game", "engines", "analysis_settings", "start_training", "arena", "td_training"]
)
def test_a_number_is_the_one_that_is_written(desk: Desk, command: str):
    """In whatever window: each key of it is heard while it is written."""
    desk.window.settings.engines.append("gtp:name=one,command=one")
    found: list[list[str]] = []

    def look(window: QWidget) -> None:
        if isinstance(window, NewGameDialog):
            window.select(Sides.AIS)
            window.advanced.setChecked(True)
            window.clock.usual.setCurrentIndex(window.clock.usual.findData(clock_choice.OWN))
            window.clock.per_move.setChecked(True)
        if isinstance(window, TrainingDialog):
            window.more.setChecked(True)
            window.limited.setChecked(True)
        found.append(wrong_numbers(window))
        window.done(0) if isinstance(window, QDialog) else window.close()

    desk.look_at_windows_of(command, look)
    assert found == [[]]


def test_a_number_of_a_new_arena_is_the_one_that_is_written(desk: Desk):
    dialog = ArenaDialog(desk.window, folders.arenas_dir(), [])
    dialog.show()
    dialog.time.setCurrentIndex(1)
    assert wrong_numbers(dialog) == []


def test_a_number_beside_the_board_is_the_one_that_is_written(desk: Desk):
    desk.window.docks.bring_up("watch")
    assert wrong_numbers(desk.window) == []

"""The dialog that changes keys, used by the keyboard alone."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QApplication, QLineEdit

from gui.window.keys import KeyField, KeysDialog
from tests.gui.desk import Desk

Key = Qt.Key


@pytest.fixture
def dialog(desk: Desk) -> KeysDialog:
    dialog = KeysDialog(desk.window, desk.window.commands)
    dialog.show()
    dialog.activateWindow()
    desk.qtbot.waitExposed(dialog)
    return dialog


def focused(dialog: KeysDialog, name: str) -> KeyField:
    field = dialog.edits[name]
    field.setFocus()
    QApplication.processEvents()
    assert field.hasFocus()
    return field


def said_in(field: KeyField) -> str:
    (line,) = field.findChildren(QLineEdit)
    return line.placeholderText() if not line.text() else line.text()


def test_a_key_is_recorded_only_once_that_is_asked_for(desk: Desk, dialog: KeysDialog):
    field = focused(dialog, "hint")
    desk.qtbot.keyClick(field, Key.Key_J)
    assert field.keySequence() == QKeySequence("H")
    for begin in (Key.Key_Return, Key.Key_F2):
        desk.qtbot.keyClick(field, begin)
        assert said_in(field) == "Press the new key…"
        desk.qtbot.keyClick(field, Key.Key_J)
        desk.qtbot.keyClick(field, Key.Key_K)
        assert field.keySequence() == QKeySequence("J")
    (line,) = field.findChildren(QLineEdit)
    desk.qtbot.mouseClick(line, Qt.MouseButton.LeftButton)
    desk.qtbot.keyClick(field, Key.Key_Return)
    assert field.keySequence() == QKeySequence("Return")
    assert "Return" in dialog.problem.text()


def test_recording_is_given_up_and_a_key_removed(desk: Desk, dialog: KeysDialog):
    field = focused(dialog, "hint")
    desk.qtbot.keyClick(field, Key.Key_Return)
    desk.qtbot.keyClick(field, Key.Key_Escape)
    assert field.keySequence() == QKeySequence("H") and dialog.isVisible()
    desk.qtbot.keyClick(field, Key.Key_Return)
    desk.qtbot.keyClick(field, Key.Key_Tab)
    assert field.keySequence() == QKeySequence("H") and not field.hasFocus()
    desk.qtbot.keyClick(focused(dialog, "hint"), Key.Key_Backspace)
    assert field.keySequence().isEmpty() and said_in(field) == "none"


def test_keys_lead_out_of_a_field(desk: Desk, dialog: KeysDialog):
    field = focused(dialog, "hint")
    desk.qtbot.keyClick(field, Key.Key_Backtab, Qt.KeyboardModifier.ShiftModifier)
    assert not field.hasFocus()
    desk.qtbot.keyClick(focused(dialog, "hint"), Key.Key_Escape)
    assert not dialog.isVisible()

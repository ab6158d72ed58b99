"""Names for screen readers, and use by keyboard alone."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QDialog,
    QLineEdit,
    QScrollArea,
    QWidget,
)

from tests.gui.desk import Desk

WINDOWS = (
    "new_game",
    "networks",
    "engines",
    "analysis_settings",
    "change_keys",
    "start_training",
    "report",
    "arena",
    "training_room",
    "td_training",
    "runs",
    "help",
    "solve",
)


def nameless(root: QWidget) -> Iterator[str]:
    """What takes the focus but says no name."""
    for widget in root.findChildren(QWidget):
        inside = isinstance(widget, QLineEdit) and isinstance(widget.parent(), QAbstractSpinBox | QComboBox)
        takes_focus = widget.focusPolicy() != Qt.FocusPolicy.NoFocus and widget.isVisibleTo(root)
        if (
            inside
            or not takes_focus
            or isinstance(widget, QScrollArea)
            or widget.objectName().startswith("qt_")
        ):
            continue
        if not QAccessible.queryAccessibleInterface(widget).text(QAccessible.Text.Name):
            yield f"{type(widget).__name__} of {type(widget.parent()).__name__}"


def test_everything_in_the_window_has_a_name(desk: Desk):
    for dock in desk.window.docks.values():
        dock.show()
    assert list(nameless(desk.window)) == []


@pytest.mark.parametrize("command", WINDOWS)
def test_everything_in_other_windows_has_a_name(desk: Desk, command: str):
    found: list[list[str]] = []

    def look(window: QWidget) -> None:
        found.append(list(nameless(window)))
        window.reject() if isinstance(window, QDialog) else window.close()

    def look_at_modal() -> None:
        modal = QApplication.activeModalWidget()
        if modal is not None:
            look(modal)

    before = set(QApplication.topLevelWidgets())
    QTimer.singleShot(0, look_at_modal)
    desk.trigger(command)
    for window in QApplication.topLevelWidgets():
        if window.isVisible() and window not in before:
            look(window)
    assert found == [[]]

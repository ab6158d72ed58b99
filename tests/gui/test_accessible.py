"""Names for screen readers, and use by keyboard alone."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QDialog,
    QLineEdit,
    QScrollArea,
    QWidget,
)

from core import records
from core.game import Game
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


def takes_focus(root: QWidget) -> Iterator[QWidget]:
    """What in ``root`` takes the focus, but for what is part of such a widget."""
    for widget in root.findChildren(QWidget):
        inside = isinstance(widget, QLineEdit) and isinstance(widget.parent(), QAbstractSpinBox | QComboBox)
        shown = widget.focusPolicy() != Qt.FocusPolicy.NoFocus and widget.isVisibleTo(root)
        if shown and not (inside or isinstance(widget, QScrollArea) or widget.objectName().startswith("qt_")):
            yield widget


def nameless(root: QWidget) -> list[str]:
    """What takes the focus but says no name."""
    return [
        describe(widget)
        for widget in takes_focus(root)
        if not QAccessible.queryAccessibleInterface(widget).text(QAccessible.Text.Name)
    ]


def out_of_reach(root: QWidget) -> list[str]:
    """What takes the focus but can't be reached with Tab; of several that exclude each other one is enough."""
    wanted = [
        widget
        for widget in takes_focus(root)
        if widget.focusPolicy() & Qt.FocusPolicy.TabFocus
        and widget.isEnabledTo(root)
        and not (isinstance(widget, QAbstractButton) and widget.autoExclusive() and not widget.isChecked())
        and not (isinstance(widget, QAbstractButton) and widget.group() and not widget.isChecked())
    ]
    reached: list[QWidget | None] = []
    for _ in range(2 * len(wanted) + 10):
        target = root.focusWidget() or root
        QTest.keyClick(target, Qt.Key.Key_Tab)
        reached.append(root.focusWidget())
    return [describe(widget) for widget in wanted if widget not in reached]


def describe(widget: QWidget) -> str:
    return f"{type(widget).__name__} {widget.objectName()} of {type(widget.parent()).__name__}"


def test_everything_in_the_window_has_a_name_and_is_reached(desk: Desk, tmp_path: Path):
    records.save(Game(), tmp_path / "game.sgf")
    desk.window.files.take(tmp_path)
    for name in desk.window.docks:
        desk.window.show_dock(name)
        assert nameless(desk.window) == []
        assert out_of_reach(desk.window) == []


@pytest.mark.parametrize("command", WINDOWS)
def test_everything_in_other_windows_has_a_name_and_is_reached(desk: Desk, command: str):
    found: list[list[str]] = []

    def look(window: QWidget) -> None:
        found.append(nameless(window) + out_of_reach(window))
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

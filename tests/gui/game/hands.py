"""Looks at what panels beside the board say."""

from PySide6.QtWidgets import QLabel, QWidget

from tests.gui.desk import Desk


def label(widget: QWidget, name: str) -> QLabel:
    found = widget.findChild(QLabel, name)
    assert found is not None, name
    return found


def players_shown(desk: Desk) -> list[str]:
    """The names of Black and White beside the board."""
    return [label(desk.window.players, f"name_{color}").text() for color in ("black", "white")]

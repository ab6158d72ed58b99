"""Colours: of the board, and of the window in light and dark."""

from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QGuiApplication
from PySide6.QtWidgets import QApplication, QStyleFactory

SCHEMES = {
    "system": Qt.ColorScheme.Unknown,
    "light": Qt.ColorScheme.Light,
    "dark": Qt.ColorScheme.Dark,
}


@dataclass(frozen=True)
class BoardTheme:
    """Colours of the board. Marks differ in form as well as in colour."""

    wood: QColor
    grain: QColor
    line: QColor
    label: QColor
    accent: QColor
    """Last move and hints."""
    warning: QColor
    """Losing moves and captured stones."""
    forbidden: QColor


LIGHT = BoardTheme(
    wood=QColor("#dcb35c"),
    grain=QColor("#c99a45"),
    line=QColor("#4a3514"),
    label=QColor("#5b431c"),
    accent=QColor("#1f6fb2"),
    warning=QColor("#c0262d"),
    forbidden=QColor(120, 40, 30, 170),
)
DARK = BoardTheme(
    wood=QColor("#a98446"),
    grain=QColor("#8f6c35"),
    line=QColor("#2b1f0d"),
    label=QColor("#20170a"),
    accent=QColor("#0b4f8a"),
    warning=QColor("#a3141b"),
    forbidden=QColor(90, 20, 15, 190),
)


def apply_application_theme(scheme: str) -> None:
    """Light, dark or as the system has it, in one style on every system."""
    QApplication.setStyle(QStyleFactory.create("Fusion"))
    QGuiApplication.styleHints().setColorScheme(SCHEMES.get(scheme, Qt.ColorScheme.Unknown))


def is_dark() -> bool:
    """Whether the window is dark now."""
    return QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Dark


def board_theme() -> BoardTheme:
    """The board's colours that go with the window."""
    return DARK if is_dark() else LIGHT

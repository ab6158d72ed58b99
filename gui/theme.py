"""Colours: of the board, and of the window in light and dark."""

from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication, QStyleFactory


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
    """``light``, ``dark``, or else as the system has it, in one style on every system."""
    style = QStyleFactory.create("Fusion")
    QApplication.setStyle(style)
    dark = scheme == "dark"
    if scheme not in ("light", "dark"):
        dark = QApplication.styleHints().colorScheme() is Qt.ColorScheme.Dark
    QApplication.setPalette(_dark_palette() if dark else _light_palette())


def _palette(window: str, base: str, other: str, text: str, faint: str, button: str, accent: str) -> QPalette:
    palette = QPalette()
    role, group = QPalette.ColorRole, QPalette.ColorGroup
    for name, color in (
        (role.Window, window),
        (role.WindowText, text),
        (role.Base, base),
        (role.AlternateBase, other),
        (role.ToolTipBase, base),
        (role.ToolTipText, text),
        (role.PlaceholderText, faint),
        (role.Text, text),
        (role.Button, button),
        (role.ButtonText, text),
        (role.BrightText, "#ffffff"),
        (role.Highlight, accent),
        (role.HighlightedText, "#ffffff"),
        (role.Link, accent),
        (role.Accent, accent),
    ):
        palette.setColor(name, QColor(color))
    for name in (role.WindowText, role.Text, role.ButtonText):
        palette.setColor(group.Disabled, name, QColor(faint))
    return palette


def _light_palette() -> QPalette:
    return _palette("#f3f3f1", "#ffffff", "#f4f4f2", "#1d1d1f", "#8d8d8d", "#ebebe8", "#1f6fb2")


def _dark_palette() -> QPalette:
    return _palette("#232527", "#313438", "#373a3f", "#e6e6e4", "#868a8e", "#3a3d42", "#3d8fd1")


def is_dark() -> bool:
    """Whether the window is dark now."""
    return QApplication.palette().color(QPalette.ColorRole.Window).lightness() < 128


def board_theme() -> BoardTheme:
    """The board's colours that go with the window."""
    return DARK if is_dark() else LIGHT

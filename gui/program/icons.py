"""Signs of ``assets/icons`` in the window's colours, light or dark."""

from collections.abc import Callable

from PySide6.QtCore import QSize
from PySide6.QtGui import QColor, QIcon, QPainter, QPalette, QPixmap
from PySide6.QtWidgets import QApplication

from core import program

FOLDER = program.FILES / "assets" / "icons"
_SIDES = (16, 24, 32, 48)
"""Sides in pixels at which icons are drawn, for screens with one to three pixels a point."""


def tinted(name: str) -> QIcon:
    """The sign ``name`` in the colours of a button's text."""
    return in_window_colors(lambda side, color: _drawn(name, side, color))


def in_window_colors(drawn: Callable[[int, QColor], QPixmap]) -> QIcon:
    """An icon as ``drawn`` at a side in pixels, in the colours of a button's text: enabled, disabled and switched on."""
    palette = QApplication.palette()
    group, role = QPalette.ColorGroup, QPalette.ColorRole
    icon = QIcon()
    for side in _SIDES:
        for mode, state, color in (
            (QIcon.Mode.Normal, QIcon.State.Off, palette.color(role.ButtonText)),
            (QIcon.Mode.Normal, QIcon.State.On, palette.color(role.HighlightedText)),
            (QIcon.Mode.Disabled, QIcon.State.Off, palette.color(group.Disabled, role.ButtonText)),
            (QIcon.Mode.Disabled, QIcon.State.On, palette.color(group.Disabled, role.ButtonText)),
        ):
            icon.addPixmap(drawn(side, color), mode, state)
    return icon


def _drawn(name: str, side: int, color: QColor) -> QPixmap:
    pixmap = QIcon(str(FOLDER / f"{name}.svg")).pixmap(QSize(side, side), 1.0)
    painter = QPainter(pixmap)
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceIn)
    painter.fillRect(pixmap.rect(), color)
    painter.end()
    return pixmap

"""A small stone beside a name or a move."""

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QIcon, QPainter, QPen, QPixmap

from core.position import Color
from gui.program.theme import STONE_COLORS, STONE_RIM

ICON_SIZE = 18
"""Size of the icon, in pixels."""


def stone_icon(color: Color) -> QIcon:
    """A small stone."""
    picture = QPixmap(ICON_SIZE * 2, ICON_SIZE * 2)
    picture.setDevicePixelRatio(2)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(STONE_RIM, 1.4))
    painter.setBrush(STONE_COLORS[color])
    painter.drawEllipse(QRectF(2, 2, ICON_SIZE - 4, ICON_SIZE - 4))
    painter.end()
    icon = QIcon(picture)
    icon.addPixmap(picture, QIcon.Mode.Selected)  # Qt would tint it, and a white stone would be blue
    return icon

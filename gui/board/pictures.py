"""Pictures that stay the same from move to move, drawn once and kept: the board with lines and letters, and a stone of each colour."""

import math
from dataclasses import dataclass
from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFont,
    QImage,
    QPainter,
    QPainterPath,
    QPen,
    QPixmap,
    QRadialGradient,
    QStaticText,
)

from core.points import Notation
from core.position import Color
from gui.board.geometry import LABEL_SPACE, MARGIN, Geometry
from gui.program.theme import BoardTheme, mixed

STONE_RADIUS = 0.47
STONE_SIDE = 1.2
"""Side of the picture of a stone with its shadow, in fields."""
STARS = {
    5: (2,),
    7: (3,),
    9: (2, 4, 6),
    11: (3, 5, 7),
    13: (3, 6, 9),
    15: (3, 7, 11),
    17: (3, 8, 13),
    19: (3, 9, 15),
}
GRAIN_LINES = 64
GRAIN_STEPS = 24
SMALLEST_TEXT = 7


def font_of(base: QFont, pixels: float, bold: bool = False) -> QFont:
    """``base`` at this size."""
    return _font(base.family(), max(SMALLEST_TEXT, round(pixels)), bold)


@lru_cache(maxsize=128)
def _font(family: str, pixels: int, bold: bool) -> QFont:
    """Cached, because Qt takes longer to find a new font than to write with it."""
    font = QFont(family)
    font.setPixelSize(pixels)
    font.setBold(bold)
    return font


def write(painter: QPainter, place: QRectF, font: QFont, text: str) -> None:
    """Write ``text`` in the middle of ``place`` with the current pen."""
    laid_out = _laid_out(text, font.family(), font.pixelSize(), font.bold())
    size = laid_out.size()
    painter.setFont(font)
    painter.drawStaticText(place.center() - QPointF(size.width() / 2, size.height() / 2), laid_out)


@lru_cache(maxsize=1024)
def _laid_out(text: str, family: str, pixels: int, bold: bool) -> QStaticText:
    """Cached, because laying out a text takes longer than drawing it, and the same few texts recur on the board."""
    laid_out = QStaticText(text)
    laid_out.setTextFormat(Qt.TextFormat.PlainText)
    laid_out.prepare(font=_font(family, pixels, bold))
    return laid_out


@dataclass(frozen=True)
class PictureLooks:
    """Everything that the pictures depend on."""

    geometry: Geometry
    ratio: float
    """Device pixels a pixel."""
    theme: BoardTheme
    notation: Notation | None
    font: str


class BoardPictures:
    """The pictures for the looks last used."""

    def __init__(self) -> None:
        self._looks: PictureLooks | None = None
        self.background = QPixmap()
        self.stones: dict[Color, QPixmap] = {}
        self.drawn = 0
        """How often the pictures were drawn."""

    def use(self, looks: PictureLooks, font: QFont) -> None:
        """Draw the pictures for ``looks`` unless they are there."""
        if looks == self._looks:
            return
        self._looks = looks
        self.background = _Background(looks, font).picture()
        self.stones = {color: _stone(color, looks) for color in Color}
        self.drawn += 1


def _blank(size: QSizeF, ratio: float) -> QPixmap:
    picture = QPixmap(math.ceil(size.width() * ratio), math.ceil(size.height() * ratio))
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    return picture


class _Background:
    """Surface, lines, star points and coordinates."""

    def __init__(self, looks: PictureLooks, font: QFont):
        self.looks, self.geometry, self.theme = looks, looks.geometry, looks.theme
        self.font = font

    def picture(self) -> QPixmap:
        geometry = self.geometry
        picture = _blank(QSizeF(geometry.width, geometry.height), self.looks.ratio)
        painter = QPainter(picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        shape = QPainterPath()
        shape.addRoundedRect(geometry.surface, geometry.field * 0.1, geometry.field * 0.1)
        painter.fillPath(shape, self.theme.surface)
        if self.theme.grain is not None:
            painter.save()
            painter.setClipPath(shape)
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            surface, ratio = geometry.surface, self.looks.ratio
            width, height = (_step_above(side * ratio) for side in (surface.width(), surface.height()))
            painter.drawImage(surface, _grain(width, height, self.theme.grain.rgba()))
            painter.restore()
        self._lines(painter)
        self._stars(painter)
        if self.looks.notation is not None:
            self._labels(painter, self.looks.notation)
        painter.end()
        return picture

    def _snapped(self, pixels: float) -> float:
        """The nearest place on whole device pixels, so that lines are sharp."""
        return round(pixels * self.looks.ratio) / self.looks.ratio

    def _lines(self, painter: QPainter) -> None:
        geometry, ratio = self.geometry, self.looks.ratio
        size, centers = geometry.size, geometry.centers
        first, last = centers[0], centers[-1]
        thin = max(1, round(geometry.field * 0.022 * ratio)) / ratio
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        for row in range(size.rows):
            width = thin * (2 if row in (0, size.rows - 1) else 1)
            y = self._snapped(centers[row * size.cols].y() - width / 2)
            left = self._snapped(first.x() - thin)
            painter.fillRect(QRectF(left, y, self._snapped(last.x() + thin) - left, width), self.theme.line)
        for col in range(size.cols):
            width = thin * (2 if col in (0, size.cols - 1) else 1)
            x = self._snapped(centers[col].x() - width / 2)
            top = self._snapped(first.y() - thin)
            painter.fillRect(QRectF(x, top, width, self._snapped(last.y() + thin) - top), self.theme.line)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)

    def _stars(self, painter: QPainter) -> None:
        geometry = self.geometry
        rows, cols = geometry.size.rows, geometry.size.cols
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self.theme.line)
        reach = max(1.5, geometry.field * 0.07)
        for row in STARS.get(rows, ()):
            for col in STARS.get(cols, ()):
                if rows == 9 and (row == 4) != (col == 4):
                    continue  # a side of nine lines has five star points in all
                painter.drawEllipse(geometry.centers[row * cols + col], reach, reach)

    def _labels(self, painter: QPainter, notation: Notation) -> None:
        geometry = self.geometry
        size, field, first, last = geometry.size, geometry.field, geometry.centers[0], geometry.centers[-1]
        painter.setFont(font_of(self.font, field * 0.32))
        painter.setPen(self.theme.label)
        away = (MARGIN + LABEL_SPACE * 0.25) * field
        box = QRectF(-field / 2, -field / 2, field, field)
        for col in range(size.cols):
            x = geometry.centers[col].x()
            for y in (first.y() - away, last.y() + away):
                painter.drawText(box.translated(x, y), Qt.AlignmentFlag.AlignCenter, notation.letters[col])
        for row in range(size.rows):
            y = geometry.centers[row * size.cols].y()
            for x in (first.x() - away, last.x() + away):
                painter.drawText(box.translated(x, y), Qt.AlignmentFlag.AlignCenter, str(size.rows - row))


def _step_above(pixels: float) -> int:
    """The next half power of two: a picture of that size becomes hardly smaller where it is drawn ``pixels`` large."""
    return math.ceil(2 ** (math.ceil(2 * math.log2(max(1.0, pixels))) / 2))


@lru_cache(maxsize=4)
def _grain(width: int, height: int, color: int) -> QImage:
    """Faint waving lines of wood, the same at every start. Drawing them takes longer than all the rest, so they are kept, in few sizes: while the
    board is resized, the same picture is drawn smaller."""
    picture = QImage(width, height, QImage.Format.Format_ARGB32_Premultiplied)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    line = QColor.fromRgba(color)
    for index in range(GRAIN_LINES):
        random = (index * 37 % 23) / 23
        line.setAlphaF(0.05 + 0.17 * random)
        painter.setPen(QPen(line, height * (0.0015 + 0.005 * (index * 53 % 17) / 17)))
        top = height * (index + random) / GRAIN_LINES
        wave = QPainterPath(QPointF(0, top))
        for step in range(1, GRAIN_STEPS + 1):
            share = step / GRAIN_STEPS
            lift = math.sin(4.2 * share + 0.09 * index) + 0.35 * math.sin(11 * share + 0.23 * index)
            wave.lineTo(share * width, top + lift * height * 0.008)
        painter.drawPath(wave)
    painter.end()
    return picture


def _stone(color: Color, looks: PictureLooks) -> QPixmap:
    """A stone with its shadow."""
    field = looks.geometry.field
    side = field * STONE_SIDE
    picture = _blank(QSizeF(side, side), looks.ratio)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    center, radius = QPointF(side / 2, side / 2), field * STONE_RADIUS
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(_shadow(center + QPointF(0.045, 0.07) * field, radius * 1.14))
    painter.drawRect(QRectF(0, 0, side, side))
    painter.setBrush(_shine(color, center, radius, looks.theme.grain is not None))
    painter.setPen(QPen(looks.theme.rim, max(0.7, field * 0.014)))
    painter.drawEllipse(center, radius, radius)
    painter.end()
    return picture


def _shadow(center: QPointF, radius: float) -> QBrush:
    shadow = QRadialGradient(center, radius)
    shadow.setColorAt(0.78, QColor(0, 0, 0, 80))
    shadow.setColorAt(0.9, QColor(0, 0, 0, 30))
    shadow.setColorAt(1.0, QColor(0, 0, 0, 0))
    return QBrush(shadow)


def _shine(color: Color, center: QPointF, radius: float, glossy: bool) -> QBrush:
    """Gradient with light from the upper left; little of it on a plain board."""
    stops = ("#787c84", "#303338", "#0a0a0c") if color is Color.BLACK else ("#ffffff", "#f3f2ee", "#b9b6ae")
    dull = QColor(stops[1])
    shine = QRadialGradient(center - QPointF(0.36, 0.42) * radius, radius * 1.55)
    for place, stop in zip((0.0, 0.45 if color is Color.BLACK else 0.55, 1.0), stops, strict=True):
        shine.setColorAt(place, mixed(QColor(stop), dull, 1.0 if glossy else 0.3))
    return QBrush(shine)

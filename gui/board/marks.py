"""Marks that people put on points: how they are drawn and what they are called. They have the colour of text on what is below them, so that nobody
need tell colours apart."""

from collections.abc import Collection, Mapping

from PySide6.QtCore import QCoreApplication, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen, QPolygonF

from core.marks import Mark, Shape
from gui.board.overlays import Sheet, cross
from gui.board.pictures import font_of, write
from gui.program.messages import fill
from gui.program.theme import ON_STONES, text_on

REACHES = {Shape.TRIANGLE: 0.33, Shape.SQUARE: 0.24, Shape.CIRCLE: 0.28, Shape.CROSS: 0.22}
"""From the middle to a corner of the triangle, a side of the square, the rim of the circle, along the axes to the ends of the cross; in fields."""
WIDTH = 0.075
HALO = 2.2
"""Width of the ground around a shape, in widths of its lines: on an empty point the board's lines stop there."""
LABEL_HEIGHT, LABEL_ROOM = 0.52, 0.8
"""Height and most width of a label, in fields."""
SMALLEST_LABEL = 0.24
"""Height of a label that is long; what has no room then is cut off."""
MOST_LETTERS = 20
"""Letters of a label of which it is tried whether they have room."""
CORNER = QPointF(0.37, -0.37)
"""Middle of a mark that stands in the corner of its point, from the point's, in fields."""
CORNER_REACH, CORNER_SCALE = 0.175, 0.45


def mark_text(mark: Mark) -> str:
    """What a mark is called: ``triangle``, ``label A``."""
    if isinstance(mark, str):
        return fill(QCoreApplication.translate("marks", "label %1"), mark)
    return {
        Shape.TRIANGLE: QCoreApplication.translate("marks", "triangle"),
        Shape.SQUARE: QCoreApplication.translate("marks", "square"),
        Shape.CIRCLE: QCoreApplication.translate("marks", "circle"),
        Shape.CROSS: QCoreApplication.translate("marks", "cross"),
    }[mark]


def draw_shape(painter: QPainter, shape: Shape, center: QPointF, field: float) -> None:
    """Draw ``shape`` with the current pen and brush, as on a board whose points are ``field`` apart."""
    reach = REACHES[shape] * field
    if shape is Shape.TRIANGLE:
        low = center + QPointF(0, reach / 2)
        half = QPointF(reach * 0.866, 0)
        painter.drawPolygon(QPolygonF([center - QPointF(0, reach), low + half, low - half]))
    elif shape is Shape.SQUARE:
        painter.drawRect(QRectF(center - QPointF(reach, reach), center + QPointF(reach, reach)))
    elif shape is Shape.CIRCLE:
        painter.drawEllipse(center, reach, reach)
    else:
        cross(painter, center, reach)


def paint_marks(sheet: Sheet, marks: Mapping[int, Mark], taken: Collection[int]) -> None:
    """Paint ``marks`` on their points; small in the corner of points whose middle is ``taken`` by something else, so that both can be read."""
    for point, mark in marks.items():
        if point in taken:
            _paint_in_corner(sheet, point, mark)
        else:
            paint_mark(sheet, point, mark)


def paint_mark(sheet: Sheet, point: int, mark: Mark) -> None:
    """Paint ``mark`` in the middle of ``point``."""
    stone = sheet.position.at(point)
    ground = sheet.theme.surface
    ink = text_on(ground) if stone is None else ON_STONES[stone]
    painter, center, field = sheet.painter, sheet.geometry.centers[point], sheet.geometry.field
    painter.setBrush(ground if stone is None else Qt.BrushStyle.NoBrush)
    if isinstance(mark, Shape):
        if stone is None:
            _draw(painter, mark, center, field, ground, HALO)
        _draw(painter, mark, center, field, ink)
        return
    if stone is None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.drawEllipse(center, field * LABEL_ROOM / 2, field * LABEL_ROOM / 2)
    _write_label(sheet, center, mark, ink)


def _paint_in_corner(sheet: Sheet, point: int, mark: Mark) -> None:
    painter, field, ground = sheet.painter, sheet.geometry.field, sheet.theme.surface
    center = sheet.geometry.centers[point] + CORNER * field
    painter.setPen(QPen(sheet.theme.line, max(1.0, field * 0.02)))
    painter.setBrush(ground)
    painter.drawEllipse(center, field * CORNER_REACH, field * CORNER_REACH)
    if isinstance(mark, Shape):
        _draw(painter, mark, center, field * CORNER_SCALE, text_on(ground))
    else:
        _write_label(sheet, center, mark, text_on(ground), CORNER_SCALE)


def _draw(
    painter: QPainter, shape: Shape, center: QPointF, field: float, color: QColor, widths: float = 1.0
) -> None:
    pen = QPen(color, max(1.4, field * WIDTH) * widths)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter.setPen(pen)
    draw_shape(painter, shape, center, field)


def _write_label(sheet: Sheet, center: QPointF, text: str, ink: QColor, scale: float = 1.0) -> None:
    room = QRectF(0, 0, sheet.geometry.field * LABEL_ROOM * scale, sheet.geometry.field)
    room.moveCenter(center)
    font, shown = _fitted(sheet.font, text, sheet.geometry.field * scale)
    sheet.painter.setPen(ink)
    write(sheet.painter, room, font, shown)


def _fitted(base: QFont, text: str, field: float) -> tuple[QFont, str]:
    """The font in which ``text`` has room on a point, and as much of it as has room in the smallest one."""
    room = field * LABEL_ROOM
    text = text[:MOST_LETTERS]
    font = font_of(base, field * LABEL_HEIGHT, bold=True)
    share = min(1.0, room / QFontMetricsF(font).horizontalAdvance(text))
    if LABEL_HEIGHT * share >= SMALLEST_LABEL:
        return font_of(base, field * LABEL_HEIGHT * share, bold=True), text
    font = font_of(base, field * SMALLEST_LABEL, bold=True)
    return font, QFontMetricsF(font).elidedText(text, Qt.TextElideMode.ElideRight, room)

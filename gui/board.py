"""The board: draws a position and says where it was clicked. It knows nothing of games."""

from collections.abc import Collection, Mapping

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFont,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
    QPolygonF,
    QRadialGradient,
    QResizeEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from core.points import Notation, point_name
from core.position import Color, Position
from gui.theme import LIGHT, BoardTheme

LABEL_SPACE = 0.5
"""Room for coordinates at each side, in fields."""
MARGIN = 0.65
"""From the outer lines to the edge of the wood, in fields."""
STONE_RADIUS = 0.47
GHOST_OPACITY = 0.45
SMALLEST = 220
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
GRAIN_LINES = 46
MARK_RIM = QColor(255, 255, 255, 210)
"""Beside a red ring, so that it shows on black stones too."""


class BoardWidget(QWidget):
    """A board of any size that fills its widget, sharp at any scale.

    Points are clicked, or chosen with Ctrl and the arrow keys and played with Return.
    """

    point_clicked = Signal(int)
    hovered = Signal(int)
    """The point under the mouse, -1 for none."""

    def __init__(self, parent: QWidget | None = None):
        super().__init__(parent)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self._position = Position.empty()
        self._last_move: int | None = None
        self._numbers: Mapping[int, int] = {}
        self._marked: frozenset[int] = frozenset()
        self._losing: int | None = None
        self._hint: int | None = None
        self._forbidden_shown = False
        self._notation: Notation | None = Notation.CHAMPIONSHIP
        self._hover_color: Color | None = None
        self._hover = -1
        self._key_point = -1
        self._theme = LIGHT
        self._wood: QPixmap | None = None
        self._stones: dict[Color, QPixmap] = {}
        self.retranslate()

    # --- what is shown ----------------------------------------------------------------------------------------

    def show_position(
        self, position: Position, last_move: int | None = None, numbers: Mapping[int, int] | None = None
    ) -> None:
        """Show ``position``; marks of the one before are gone."""
        if position.size != self._position.size:
            self._hover = self._key_point = -1
            self._forget_pictures()
        self._position = position
        self._last_move = last_move
        self._numbers = numbers or {}
        self._marked = frozenset()
        self._losing = self._hint = None
        self.update()

    def set_marked(self, points: Collection[int]) -> None:
        """Ring these points as the reason why a move loses."""
        self._marked = frozenset(points)
        self.update()

    def set_losing(self, point: int | None) -> None:
        """Cross the point of the losing move that ended the game."""
        self._losing = point
        self.update()

    def set_hint(self, point: int | None) -> None:
        self._hint = point
        self.update()

    def set_forbidden_shown(self, shown: bool) -> None:
        """Mark the empty points where the side to move may not play."""
        self._forbidden_shown = shown
        self.update()

    def set_notation(self, notation: Notation | None) -> None:
        """Coordinates in these letters, or none."""
        self._notation = notation
        self._forget_pictures()
        self.update()

    def set_hover_color(self, color: Color | None) -> None:
        """The colour of the stone that follows the mouse; ``None`` while the board can't be played on."""
        self._hover_color = color
        self.setCursor(Qt.CursorShape.PointingHandCursor if color else Qt.CursorShape.ArrowCursor)
        self.update()

    def set_theme(self, theme: BoardTheme) -> None:
        self._theme = theme
        self._forget_pictures()
        self.update()

    def retranslate(self) -> None:
        self.setAccessibleName(self.tr("Board"))
        self.setAccessibleDescription(self.tr("Ctrl and the arrow keys choose a point, Return plays there."))

    # --- geometry ---------------------------------------------------------------------------------------------

    @property
    def _space(self) -> float:
        """From the outer lines to the edge, in fields."""
        return MARGIN + (LABEL_SPACE if self._notation else 0.0)

    @property
    def _field(self) -> float:
        """The distance of two lines, in pixels."""
        size = self._position.size
        across = size.cols - 1 + 2 * self._space
        down = size.rows - 1 + 2 * self._space
        return min(self.width() / across, self.height() / down)

    @property
    def _origin(self) -> QPointF:
        """Where the upper left point stands."""
        size, field = self._position.size, self._field
        return QPointF(
            (self.width() - (size.cols - 1) * field) / 2, (self.height() - (size.rows - 1) * field) / 2
        )

    def point_center(self, point: int) -> QPointF:
        """Where ``point`` stands in the widget, in pixels."""
        row, col = self._position.size.row_col(point)
        return self._origin + QPointF(col, row) * self._field

    def _centers(self) -> list[QPointF]:
        """Where all points stand: :meth:`point_center` of each, for those who paint many."""
        size, field, origin = self._position.size, self._field, self._origin
        left, top = origin.x(), origin.y()
        return [
            QPointF(left + col * field, top + row * field)
            for row in range(size.rows)
            for col in range(size.cols)
        ]

    def point_at(self, place: QPointF) -> int:
        """The point nearest to ``place``, -1 if that is outside the board."""
        size, field = self._position.size, self._field
        offset = place - self._origin
        col, row = round(offset.x() / field), round(offset.y() / field)
        return size.point(row, col) if 0 <= row < size.rows and 0 <= col < size.cols else -1

    def _wood_rect(self) -> QRectF:
        size, field = self._position.size, self._field
        around = self._space * field
        return QRectF(
            self._origin.x() - around,
            self._origin.y() - around,
            (size.cols - 1) * field + 2 * around,
            (size.rows - 1) * field + 2 * around,
        )

    def sizeHint(self) -> QSize:
        return QSize(720, 720)

    def minimumSizeHint(self) -> QSize:
        return QSize(SMALLEST, SMALLEST)

    # --- the user ---------------------------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            point = self.point_at(event.position())
            if point >= 0:
                self.point_clicked.emit(point)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._set_hover(self.point_at(event.position()))

    def leaveEvent(self, event: QEvent) -> None:
        self._set_hover(-1)
        super().leaveEvent(event)

    def _set_hover(self, point: int) -> None:
        if point != self._hover:
            self._hover = point
            self.hovered.emit(point)
            self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {
            Qt.Key.Key_Left: (0, -1),
            Qt.Key.Key_Right: (0, 1),
            Qt.Key.Key_Up: (-1, 0),
            Qt.Key.Key_Down: (1, 0),
        }
        key = Qt.Key(event.key())
        if key in steps and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self._move_key_point(*steps[key])
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self._key_point >= 0:
            self.point_clicked.emit(self._key_point)
        else:
            super().keyPressEvent(event)

    def _move_key_point(self, down: int, right: int) -> None:
        size = self._position.size
        start = self._key_point if self._key_point >= 0 else size.point(size.rows // 2, size.cols // 2)
        row, col = size.row_col(start)
        if self._key_point >= 0:
            row = min(max(row + down, 0), size.rows - 1)
            col = min(max(col + right, 0), size.cols - 1)
        self._key_point = size.point(row, col)
        self.update()

    # --- drawing ----------------------------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._forget_pictures()
        super().resizeEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        super().changeEvent(event)

    def _forget_pictures(self) -> None:
        self._wood = None
        self._stones.clear()

    def paintEvent(self, event: QPaintEvent) -> None:
        ratio = self.devicePixelRatioF()
        if self._wood is None or self._wood.devicePixelRatio() != ratio:
            self._wood = self._draw_wood(ratio)
            self._stones = {color: self._draw_stone(color, ratio) for color in Color}
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.drawPixmap(0, 0, self._wood)
        self._paint_stones(painter)
        if self._forbidden_shown:
            self._paint_forbidden(painter)
        self._paint_marks(painter)
        self._paint_ghost(painter)
        painter.end()

    def _new_picture(self, size: QSize, ratio: float) -> QPixmap:
        picture = QPixmap(size * ratio)
        picture.setDevicePixelRatio(ratio)
        picture.fill(Qt.GlobalColor.transparent)
        return picture

    def _draw_wood(self, ratio: float) -> QPixmap:
        """Wood, lines, star points and coordinates: what stays the same from move to move."""
        picture = self._new_picture(self.size(), ratio)
        painter = QPainter(picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        rect, field = self._wood_rect(), self._field
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.wood)
        painter.drawRoundedRect(rect, field * 0.12, field * 0.12)
        self._draw_grain(painter, rect)
        self._draw_lines(painter)
        if self._notation is not None:
            self._draw_labels(painter, self._notation)
        painter.end()
        return picture

    def _draw_grain(self, painter: QPainter, rect: QRectF) -> None:
        """Faint lines across the wood, the same at every start."""
        color = QColor(self._theme.grain)
        for index in range(GRAIN_LINES):
            wave = (index * 37) % 23 / 23
            color.setAlphaF(0.10 + 0.22 * wave)
            pen = QPen(color, rect.height() * (0.002 + 0.006 * ((index * 53) % 17 / 17)))
            pen.setCapStyle(Qt.PenCapStyle.FlatCap)  # others reach beyond the wood
            painter.setPen(pen)
            y = rect.top() + rect.height() * (index + wave) / (GRAIN_LINES + 1)
            painter.drawLine(
                QPointF(rect.left() + 2, y),
                QPointF(rect.right() - 2, y + rect.height() * 0.01 * (wave - 0.5)),
            )

    def _draw_lines(self, painter: QPainter) -> None:
        size, field, origin = self._position.size, self._field, self._origin
        right, bottom = origin.x() + (size.cols - 1) * field, origin.y() + (size.rows - 1) * field
        for index in range(max(size.rows, size.cols)):
            width = max(1.0, field * 0.022)
            if index < size.rows:
                edge = index in (0, size.rows - 1)
                painter.setPen(QPen(self._theme.line, width * (1.8 if edge else 1.0)))
                y = origin.y() + index * field
                painter.drawLine(QPointF(origin.x(), y), QPointF(right, y))
            if index < size.cols:
                edge = index in (0, size.cols - 1)
                painter.setPen(QPen(self._theme.line, width * (1.8 if edge else 1.0)))
                x = origin.x() + index * field
                painter.drawLine(QPointF(x, origin.y()), QPointF(x, bottom))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.line)
        for row in STARS.get(size.rows, ()):
            for col in STARS.get(size.cols, ()):
                if size.rows == 9 and (row == 4) != (col == 4):
                    continue  # nine lines have five star points
                painter.drawEllipse(origin + QPointF(col, row) * field, field * 0.075, field * 0.075)

    def _draw_labels(self, painter: QPainter, notation: Notation) -> None:
        size, field, origin = self._position.size, self._field, self._origin
        painter.setFont(self._font(field * 0.34))
        painter.setPen(self._theme.label)
        away = (MARGIN + LABEL_SPACE * 0.25) * field
        box = QRectF(-field / 2, -field / 2, field, field)
        center = int(Qt.AlignmentFlag.AlignCenter)
        for col in range(size.cols):
            letter = notation.letters[col]
            x = origin.x() + col * field
            for y in (origin.y() - away, origin.y() + (size.rows - 1) * field + away):
                painter.drawText(box.translated(x, y), center, letter)
        for row in range(size.rows):
            y = origin.y() + row * field
            for x in (origin.x() - away, origin.x() + (size.cols - 1) * field + away):
                painter.drawText(box.translated(x, y), center, str(size.rows - row))

    def _font(self, pixels: float) -> QFont:
        font = QFont(self.font())
        font.setPixelSize(max(6, round(pixels)))
        return font

    def _draw_stone(self, color: Color, ratio: float) -> QPixmap:
        """A stone with its shadow, in a picture of one field and a bit."""
        field = self._field
        side = max(2, int(field * 1.2) + 1)
        picture = self._new_picture(QSize(side, side), ratio)
        painter = QPainter(picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        center, radius = QPointF(side / 2, side / 2), field * STONE_RADIUS
        shadow = QRadialGradient(center + QPointF(0.06, 0.08) * field, radius * 1.12)
        shadow.setColorAt(0.75, QColor(0, 0, 0, 90))
        shadow.setColorAt(1.0, QColor(0, 0, 0, 0))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QBrush(shadow))
        painter.drawEllipse(center + QPointF(0.06, 0.08) * field, radius * 1.12, radius * 1.12)
        shine = QRadialGradient(center - QPointF(0.35, 0.4) * radius, radius * 1.5)
        if color is Color.BLACK:
            shine.setColorAt(0.0, QColor("#6b6f76"))
            shine.setColorAt(0.45, QColor("#2a2c30"))
            shine.setColorAt(1.0, QColor("#0b0b0d"))
        else:
            shine.setColorAt(0.0, QColor("#ffffff"))
            shine.setColorAt(0.55, QColor("#f1f0ec"))
            shine.setColorAt(1.0, QColor("#bdbab2"))
        painter.setBrush(QBrush(shine))
        painter.setPen(QPen(QColor(0, 0, 0, 110), max(0.6, field * 0.012)))
        painter.drawEllipse(center, radius, radius)
        painter.end()
        return picture

    def _paint_stone(self, painter: QPainter, center: QPointF, color: Color) -> None:
        picture = self._stones[color]
        half = picture.deviceIndependentSize().width() / 2
        painter.drawPixmap(center - QPointF(half, half), picture)

    def _paint_stones(self, painter: QPainter) -> None:
        stones = self._position.stones.reshape(-1).tolist()
        for center, stone in zip(self._centers(), stones, strict=True):
            if stone:
                self._paint_stone(painter, center, Color(stone))

    def _paint_forbidden(self, painter: QPainter) -> None:
        """A small cross on each empty point where the side to move would lose."""
        legal = self._position.legal_mask().tolist()
        reach = self._field * 0.13
        painter.setPen(self._round_pen(self._theme.forbidden, max(1.2, self._field * 0.05)))
        stones = self._position.stones.reshape(-1).tolist()
        for center, stone, allowed in zip(self._centers(), stones, legal, strict=True):
            if not stone and not allowed:
                self._cross(painter, center, reach)

    @staticmethod
    def _round_pen(color: QColor, width: float) -> QPen:
        pen = QPen(color, width)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        return pen

    @staticmethod
    def _cross(painter: QPainter, center: QPointF, reach: float) -> None:
        painter.drawLine(center - QPointF(reach, reach), center + QPointF(reach, reach))
        painter.drawLine(center - QPointF(reach, -reach), center + QPointF(reach, -reach))

    def _paint_marks(self, painter: QPainter) -> None:
        field = self._field
        stones = self._position.stones.reshape(-1)
        if self._numbers:
            self._paint_numbers(painter)
        elif self._last_move is not None and stones[self._last_move]:
            dark = stones[self._last_move] == Color.BLACK
            painter.setPen(QPen(QColor("#f4f4f4") if dark else QColor("#202020"), field * 0.055))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawEllipse(self.point_center(self._last_move), field * 0.2, field * 0.2)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for point in self._marked:
            center = self.point_center(point)
            for color, width in ((MARK_RIM, 0.13), (self._theme.warning, 0.07)):
                painter.setPen(QPen(color, field * width))
                painter.drawEllipse(center, field * 0.4, field * 0.4)
        if self._losing is not None:
            painter.setPen(self._round_pen(self._theme.warning, field * 0.11))
            self._cross(painter, self.point_center(self._losing), field * 0.26)
        if self._hint is not None:
            painter.setPen(QPen(self._theme.accent, field * 0.08))
            painter.drawEllipse(self.point_center(self._hint), field * 0.33, field * 0.33)
        if self._key_point >= 0 and self.hasFocus():
            self._paint_key_point(painter)

    def _paint_numbers(self, painter: QPainter) -> None:
        centers = self._centers()
        stones = self._position.stones.reshape(-1).tolist()
        fonts = {digits: self._font(self._field * (0.42 if digits < 3 else 0.34)) for digits in (1, 2, 3)}
        box = QRectF(0, 0, self._field, self._field)
        center = int(Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextDontClip)
        for point, number in self._numbers.items():
            stone = stones[point]
            if not stone:
                continue
            text = str(number)
            font = fonts[len(text)]
            pen = QColor("#ffffff" if stone == Color.BLACK else "#111111")
            if point == self._last_move:
                font = QFont(font)
                font.setBold(True)
                pen = QColor("#ff8a5c") if stone == Color.BLACK else self._theme.warning
            painter.setFont(font)
            painter.setPen(pen)
            box.moveCenter(centers[point])
            painter.drawText(box, center, text)

    def _paint_key_point(self, painter: QPainter) -> None:
        reach = self._field * 0.46
        center = self.point_center(self._key_point)
        painter.setPen(QPen(self._theme.accent, self._field * 0.05, Qt.PenStyle.DashLine))
        corners = [QPointF(x, y) * reach + center for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
        painter.drawPolygon(QPolygonF(corners))

    def _paint_ghost(self, painter: QPainter) -> None:
        """The stone that a click would place."""
        if self._hover_color is None or self._hover < 0 or self._position.at(self._hover) is not None:
            return
        painter.setOpacity(GHOST_OPACITY)
        self._paint_stone(painter, self.point_center(self._hover), self._hover_color)
        painter.setOpacity(1.0)

    def name_of_hovered(self) -> str:
        """The point under the mouse as the coordinates name it, empty outside the board."""
        if self._hover < 0:
            return ""
        return point_name(self._hover, self._position.size, self._notation or Notation.CHAMPIONSHIP)

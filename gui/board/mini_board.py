"""A small board for windows beside the main one, and a player's policy as such a board shows it."""

import numpy as np
from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QHelpEvent, QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QToolTip, QWidget

from core.player import Decision
from core.points import Notation
from core.position import Color, Size
from gui.program.theme import ON_STONES, STONE_COLORS, STONE_RIM, board_theme

LINE_NAMES = 0.6
"""Room for the names of lines, in fields."""
NAMED_SHARE = 0.03
"""Least share of the policy for which a move's percentage is written."""
POLICY = QColor("#d55e00")
"""Colour of a policy on these boards."""
GRID = 0.25
"""Opacity of the lines between the points."""
BELOW_ZERO = QColor("#d55e00")


class MiniBoard(QWidget):
    """A small board whose points are shaded by numbers from -1 to 1, with stones, short texts and the names of lines on it."""

    def __init__(
        self,
        values: np.ndarray,
        color: QColor,
        side: int,
        notation: Notation | None = None,
        parent: QWidget | None = None,
    ):
        """``values``: ``[rows, cols]``. With a ``notation`` the lines are named at the left and above. ``side``: the larger side in pixels, names
        counted."""
        super().__init__(parent)
        self._values = values
        self._color = color
        self._notation = notation
        names = LINE_NAMES if notation else 0.0
        self._field = side / (max(values.shape) + names)
        self._margin = self._field * names
        self._stones: np.ndarray | None = None
        self._texts: dict[tuple[int, int], str] = {}
        self._tips: dict[tuple[int, int], str] = {}
        self.setFixedSize(self.sizeHint())

    def show_values(self, values: np.ndarray) -> None:
        """Show other values of the same shape."""
        self._values = values
        self.update()

    def sizeHint(self) -> QSize:
        rows, cols = self._values.shape
        return QSize(
            round(self._margin + self._field * cols) + 1, round(self._margin + self._field * rows) + 1
        )

    def show_stones(self, stones: np.ndarray, texts: dict[tuple[int, int], str]) -> None:
        """``stones``: ``[rows, cols]`` of :class:`core.position.Color` values; ``texts`` stand on points, also on stones."""
        self._stones, self._texts = stones, texts
        self.update()

    def tell(self, tips: dict[tuple[int, int], str]) -> None:
        """What is told of points at the pointer."""
        self._tips = tips

    def event(self, event: QEvent) -> bool:
        if not isinstance(event, QHelpEvent) or not self._tips:
            return super().event(event)
        col, row = (int((at - self._margin) // self._field) for at in (event.x(), event.y()))
        about = self._tips.get((row, col), "")
        QToolTip.showText(event.globalPos(), about, self, self._place(row, col).toRect())
        return True

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        rows, cols = self._values.shape
        painter.fillRect(self._place(0, 0).united(self._place(rows - 1, cols - 1)), self._ground())
        lines = self.palette().color(QPalette.ColorRole.Text)
        lines.setAlphaF(GRID)
        grid = QPen(lines, 0)
        for row in range(rows):
            for col in range(cols):
                place = self._place(row, col)
                self._paint_ground(painter, row, col)
                painter.setPen(grid)
                painter.drawRect(place)
                if self._stones is not None and self._stones[row, col]:
                    self._paint_stone(painter, place, Color(int(self._stones[row, col])))
        font = painter.font()
        font.setPixelSize(max(8, round(self._field * 0.36)))
        painter.setFont(font)
        plain = self.palette().color(QPalette.ColorRole.Text)
        for (row, col), text in self._texts.items():
            stone = 0 if self._stones is None else int(self._stones[row, col])
            painter.setPen(ON_STONES[Color(stone)] if stone else plain)
            painter.drawText(self._place(row, col), Qt.AlignmentFlag.AlignCenter, text)
        painter.setPen(plain)
        if self._notation is not None:
            self._name_lines(painter, self._notation)

    def _ground(self) -> QColor:
        """Background: paper, or under stones the board's colour, on which black stones show in a dark window too."""
        if self._stones is None:
            return self.palette().color(QPalette.ColorRole.Base)
        return board_theme("plain").surface

    def _place(self, row: int, col: int) -> QRectF:
        """Square of a point."""
        field, margin = self._field, self._margin
        return QRectF(margin + col * field, margin + row * field, field, field)

    def _name_lines(self, painter: QPainter, notation: Notation) -> None:
        field, margin = self._field, self._margin
        rows, cols = self._values.shape
        for col in range(cols):
            place = QRectF(margin + col * field, 0, field, margin)
            painter.drawText(place, Qt.AlignmentFlag.AlignCenter, notation.letters[col])
        for row in range(rows):
            place = QRectF(0, margin + row * field, margin, field)
            painter.drawText(place, Qt.AlignmentFlag.AlignCenter, str(rows - row))

    def _paint_ground(self, painter: QPainter, row: int, col: int) -> None:
        """Paint what stands below the lines and the stone of a point."""
        value = float(self._values[row, col])
        color = QColor(self._color if value >= 0 else BELOW_ZERO)
        color.setAlphaF(min(1.0, abs(value)))
        painter.fillRect(self._place(row, col), color)

    @staticmethod
    def _paint_stone(painter: QPainter, place: QRectF, color: Color) -> None:
        painter.setPen(QPen(STONE_RIM, 1.5))
        painter.setBrush(STONE_COLORS[color])
        radius = place.width() * 0.42
        painter.drawEllipse(QPointF(place.center()), radius, radius)
        painter.setBrush(Qt.BrushStyle.NoBrush)


def policy_of(decision: Decision, size: Size) -> tuple[np.ndarray, dict[tuple[int, int], str]]:
    """Share of each point, ``[rows, cols]``, and the percentages to write on likely moves, as :meth:`MiniBoard.show_stones` takes them."""
    shares = np.zeros((size.rows, size.cols), np.float32)
    texts = {}
    for candidate in decision.candidates:
        place = size.row_col(candidate.point)
        shares[place] = candidate.prior
        if candidate.prior >= NAMED_SHARE:
            texts[place] = f"{100 * candidate.prior:.0f}"
    return shares, texts

"""The bar over the board that shows who has more moves left: the heart of NoGo."""

from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from core.position import Color, Position
from gui.program.messages import fill, in_parts
from gui.program.theme import STONE_COLORS, text_on

HEIGHT = 26
BAR_HEIGHT = 16
GAP = 10
NARROW = 440
"""Below this width in pixels, words are left out."""
SHARED = QColor("#9a9a96")


class BalanceBar(QWidget):
    """Black's private points from the left, White's from the right, between them the points that both may play."""

    def __init__(self, parent: QWidget | None = None):
        super().__init__(parent)
        self._legal = dict.fromkeys(Color, 0)
        self._private = dict.fromkeys(Color, 0)
        self.setFixedHeight(HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.retranslate()

    def show_position(self, position: Position) -> None:
        self._legal = {color: len(position.legal_moves(color)) for color in Color}
        self._private = {color: len(position.private_points(color)) for color in Color}
        self.retranslate()
        self.update()

    def text(self) -> str:
        """All that the bar says, in words."""
        return in_parts(
            fill(self.tr("Legal points: Black %1, White %2"), *(self._legal[color] for color in Color)),
            fill(self.tr("private points: Black %1, White %2"), *(self._private[color] for color in Color)),
        )

    def retranslate(self) -> None:
        self.setAccessibleName(self.tr("Moves left"))
        self.setAccessibleDescription(self.text())
        self.setToolTip(
            self.text()
            + "\n"
            + self.tr(
                "A private point is legal for one side only, mostly a spare move (a block's last two eyes are one). Who has more of these is ahead."
            )
        )

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
            self.update()
        super().changeEvent(event)

    def sizeHint(self) -> QSize:
        return QSize(500, HEIGHT)

    def _label(self, color: Color) -> str:
        text = self.tr("%1 private") if self.width() >= NARROW else "%1"
        return fill(text, self._private[color])

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        metrics = painter.fontMetrics()
        labels = {color: self._label(color) for color in Color}
        room = max(metrics.horizontalAdvance(text) for text in labels.values()) + GAP
        bar = QRectF(room, (HEIGHT - BAR_HEIGHT) / 2, self.width() - 2 * room, BAR_HEIGHT)
        painter.setPen(self.palette().color(QPalette.ColorRole.WindowText))
        whole = QRectF(self.rect())
        middle = Qt.AlignmentFlag.AlignVCenter
        painter.drawText(whole, Qt.AlignmentFlag.AlignLeft | middle, labels[Color.BLACK])
        painter.drawText(whole, Qt.AlignmentFlag.AlignRight | middle, labels[Color.WHITE])
        if bar.width() > 0:
            self._paint_bar(painter, bar)

    def _paint_bar(self, painter: QPainter, bar: QRectF) -> None:
        shape = QPainterPath()
        shape.addRoundedRect(bar, 4, 4)
        painter.setClipPath(shape)
        shared = self._legal[Color.BLACK] - self._private[Color.BLACK]
        parts = [
            (self._private[Color.BLACK], STONE_COLORS[Color.BLACK]),
            (shared, SHARED),
            (self._private[Color.WHITE], STONE_COLORS[Color.WHITE]),
        ]
        whole = sum(count for count, _ in parts) or 1
        left = bar.left()
        for count, color in parts:
            part = QRectF(left, bar.top(), bar.width() * count / whole, bar.height())
            painter.fillRect(part, color)
            painter.setPen(text_on(color))
            # the number already stands beside the bar without a word
            said_beside = color is not SHARED and self.width() < NARROW
            if not said_beside and part.width() > 2.2 * painter.fontMetrics().horizontalAdvance(str(count)):
                painter.drawText(part, Qt.AlignmentFlag.AlignCenter, str(count))
            left += part.width()
        painter.setClipping(False)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(self.palette().color(QPalette.ColorRole.Mid), 1))
        painter.drawPath(shape)

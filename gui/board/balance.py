"""The bar over the board that shows who has more moves left: the heart of NoGo."""

from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPainterPath, QPaintEvent, QPalette, QPen
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

    @property
    def _shared(self) -> int:
        """How many points are open to both sides."""
        return self._legal[Color.BLACK] - self._private[Color.BLACK]

    def shared_text(self, metrics: QFontMetrics, width: float) -> str:
        """The most that has room, in a part of the bar of this ``width``, about the points that are open to both; nothing where there are none."""
        if not self._shared:
            return ""
        number = str(self._shared)
        texts = fill(self.tr("%1 open to both"), number), number
        return next((text for text in texts if metrics.horizontalAdvance(text) + GAP <= width), "")

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
        parts = [
            (self._private[Color.BLACK], STONE_COLORS[Color.BLACK]),
            (self._shared, SHARED),
            (self._private[Color.WHITE], STONE_COLORS[Color.WHITE]),
        ]
        whole = sum(count for count, _ in parts) or 1
        left = bar.left()
        for count, color in parts:
            part = QRectF(left, bar.top(), bar.width() * count / whole, bar.height())
            painter.fillRect(part, color)
            # numbers of private points stand beside the bar: in a bar that is all one side's they would look like those of the middle
            if color is SHARED:
                painter.setPen(text_on(color))
                text = self.shared_text(painter.fontMetrics(), part.width())
                painter.drawText(part, Qt.AlignmentFlag.AlignCenter, text)
            left += part.width()
        painter.setClipping(False)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(self.palette().color(QPalette.ColorRole.Mid), 1))
        painter.drawPath(shape)

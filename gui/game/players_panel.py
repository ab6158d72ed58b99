"""Both players beside the board, whose turn it is, and their clocks."""

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import (
    QFont,
    QFontMetrics,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QTextLayout,
    QTextOption,
)
from PySide6.QtWidgets import QGridLayout, QLabel, QSizePolicy, QWidget

from core.clock import Clock
from core.position import Color
from gui.parts.giving_way import keep_tight
from gui.parts.stone_icon import ICON_SIZE, stone_icon
from gui.program.messages import color_text, fill
from gui.program.theme import set_alarm

SHORT_SECONDS, SHORT_SHARE = 10.0, 1 / 3
"""Time is short when less is left than so many seconds and than such a share of what was given."""


def clock_text(seconds: float) -> str:
    """Time as ``14:59``, or with tenths of a second when few are left."""
    if seconds < SHORT_SECONDS:
        return f"{seconds:.1f}"
    minutes, rest = divmod(int(seconds), 60)
    return f"{minutes}:{rest:02d}"


class PlayerName(QLabel):
    """A name in at most two lines, shortened with dots; the tool tip has all of it. It keeps room for bold letters, in which it is written while its
    player is to move. A ``clickable`` name says in its tool tip that it can be clicked."""

    clicked = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._clickable = False
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)

    def setText(self, text: str) -> None:
        super().setText(text)
        self._tell()
        self._claim_height()

    def set_clickable(self, clickable: bool) -> None:
        self._clickable = clickable
        self.setCursor(Qt.CursorShape.PointingHandCursor if clickable else Qt.CursorShape.ArrowCursor)
        self._tell()

    def _tell(self) -> None:
        told = [self.text(), self.tr("Click to change who plays on.")]
        self.setToolTip("\n".join(told if self._clickable else told[:1]))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        inside = self.rect().contains(event.position().toPoint())
        if self._clickable and event.button() is Qt.MouseButton.LeftButton and inside:
            self.clicked.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._claim_height()

    def _claim_height(self) -> None:
        bold = QFont(self.font())
        bold.setBold(True)
        self.setMinimumHeight(len(self._lines(bold)) * QFontMetrics(bold).lineSpacing())

    def _lines(self, font: QFont) -> list[str]:
        layout, option = QTextLayout(self.text(), font), QTextOption()
        option.setWrapMode(
            QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere
        )  # a network's name is one long word
        layout.setTextOption(option)
        layout.beginLayout()
        line = layout.createLine()
        line.setLineWidth(self.width())
        layout.endLayout()
        first, rest = _cut(self.text(), line.textLength())
        shortened = QFontMetrics(font).elidedText(rest, Qt.TextElideMode.ElideRight, self.width())
        return [first, shortened] if rest else [first]

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, place = QPainter(self), Qt.AlignmentFlag.AlignVCenter
        lines = "\n".join(self._lines(self.font()))
        self.style().drawItemText(painter, self.rect(), place, self.palette(), self.isEnabled(), lines)


def _cut(text: str, length: int) -> tuple[str, str]:
    """``text`` cut in two after ``length`` units of UTF-16, in which Qt counts: a rare Chinese character is two."""
    whole = text.encode("utf-16-le")
    return whole[: 2 * length].decode("utf-16-le"), whole[2 * length :].decode("utf-16-le")


class PlayersPanel(QWidget):
    """Shows both players, whose turn it is, and the clocks."""

    clicked = Signal()
    """A name was clicked while the players can be changed."""

    def __init__(self) -> None:
        super().__init__()
        layout = QGridLayout(self)
        layout.setColumnStretch(2, 1)
        keep_tight(layout)
        self._turn: dict[Color, QLabel] = {}
        self._stone: dict[Color, QLabel] = {}
        self._name: dict[Color, PlayerName] = {}
        self._clock: dict[Color, QLabel] = {}
        for row, color in enumerate(Color):
            turn, stone, name, clock = QLabel(), QLabel(), PlayerName(), QLabel()
            stone.setPixmap(stone_icon(color).pixmap(QSize(ICON_SIZE, ICON_SIZE)))
            name.setObjectName(f"name_{color.name.lower()}")
            name.clicked.connect(self.clicked)
            clock.setObjectName(f"clock_{color.name.lower()}")
            font = QFont(clock.font())
            font.setPointSizeF(font.pointSizeF() * 1.35)
            font.setBold(True)
            clock.setFont(font)
            turn.setFixedWidth(ICON_SIZE)
            for column, label in enumerate((turn, stone, name, clock)):
                layout.addWidget(label, row, column)
            self._turn[color], self._name[color], self._clock[color] = turn, name, clock
            self._stone[color] = stone

    def set_names(self, black: str, white: str) -> None:
        for color, name in zip(Color, (black, white), strict=True):
            self._name[color].setText(name)
            self._stone[color].setAccessibleName(color_text(color))
            self._name[color].setAccessibleName(fill("%1: %2", color_text(color), name))

    def set_changeable(self, changeable: bool) -> None:
        """Set whether a click on a name changes the players."""
        for name in self._name.values():
            name.set_clickable(changeable)

    def set_turn(self, color: Color | None) -> None:
        """Mark the side to move."""
        for side in Color:
            self._turn[side].setText("▶" if side is color else "")
            font = QFont(self._name[side].font())
            font.setBold(side is color)
            self._name[side].setFont(font)

    def show_clock(self, color: Color, clock: Clock | None) -> None:
        """Show what ``color`` has left in all and for this move, red when it is short; nothing without a clock."""
        self._clock[color].setText(time_left_text(color, clock))
        set_alarm(self._clock[color], is_short(color, clock))


def time_left_text(color: Color, clock: Clock | None) -> str:
    """What ``color`` has left in all and for this move; empty without a clock."""
    return "  +  ".join(clock_text(seconds) for seconds, _ in _time_left(color, clock))


def is_short(color: Color, clock: Clock | None) -> bool:
    """Whether one of the times that ``color`` has left is short."""
    left = _time_left(color, clock)
    return any(seconds < min(SHORT_SECONDS, SHORT_SHARE * given) for seconds, given in left)


def _time_left(color: Color, clock: Clock | None) -> list[tuple[float, float]]:
    """For each limit of ``clock``: the seconds left and the seconds given."""
    if clock is None:
        return []
    control = clock.control
    left = (
        (clock.remaining(color), control.total_seconds),
        (clock.move_remaining(color), control.move_seconds),
    )
    return [(seconds, given) for seconds, given in left if seconds is not None and given is not None]

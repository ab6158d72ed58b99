"""Marking points in the window: a mode of the board with a bar over it. The game goes on meanwhile, and one can walk through it."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPointF, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPen, QPixmap
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QPushButton, QWidget

from core.marks import Kind, Label, Mark, Shape, next_of, switched
from gui.board.marks import draw_shape
from gui.game.board_bar import BoardBar
from gui.program.icons import in_window_colors
from gui.program.messages import fill

if TYPE_CHECKING:
    from gui.main_window import MainWindow

KINDS: tuple[Kind, ...] = (*Shape, *Label)
"""What is set with the keys 1, 2 and so on."""


class MarkBar(BoardBar):
    """The bar. While it is shown, clicks on the board set marks or take them off."""

    chosen = Signal()
    """Another kind of mark was chosen."""

    def __init__(self, parent: QWidget | None = None):
        super().__init__(parent)
        self._tools: dict[Kind, QPushButton] = {}
        group = QButtonGroup(self)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        for kind in KINDS:
            button = self._tools[kind] = QPushButton()
            button.setCheckable(True)
            group.addButton(button)
            layout.addWidget(button)
        self._tools[Shape.TRIANGLE].setChecked(True)
        self.clear, self.finish = QPushButton(), QPushButton()
        layout.addStretch(1)
        layout.addWidget(self.clear)
        layout.addWidget(self.finish)
        for button in (*self._tools.values(), self.clear, self.finish):
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # so that a click leaves the keys to the board
        group.buttonClicked.connect(lambda _button: self.chosen.emit())
        self.finish.clicked.connect(self.close_bar)
        self._use_icons()
        self.retranslate()

    @property
    def kind(self) -> Kind:
        """What a click sets."""
        return next(kind for kind, button in self._tools.items() if button.isChecked())

    def _use_icons(self) -> None:
        for shape in Shape:
            icon = in_window_colors(lambda side, color, shape=shape: _picture(shape, side, color))
            self._tools[shape].setIcon(icon)

    def retranslate(self) -> None:
        names = {
            Shape.TRIANGLE: self.tr("Triangle"),
            Shape.SQUARE: self.tr("Square"),
            Shape.CIRCLE: self.tr("Circle"),
            Shape.CROSS: self.tr("Cross"),
            Label.LETTER: self.tr("The next letter"),
            Label.NUMBER: self.tr("The next number"),
        }
        self._tools[Label.LETTER].setText("A")
        self._tools[Label.NUMBER].setText("1")
        for key, (kind, button) in enumerate(self._tools.items(), 1):
            button.setShortcut(str(key))  # which a new text forgets
            button.setToolTip(fill("%1 (%2)", names[kind], key))
            button.setAccessibleName(names[kind])
        self.clear.setText(self.tr("Cl&ear all"))
        self.finish.setText(self.tr("&Done"))

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.PaletteChange:
            self._use_icons()
        super().changeEvent(event)


def _picture(shape: Shape, side: int, color: QColor) -> QPixmap:
    picture = QPixmap(side, side)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    pen = QPen(color, side * 0.1)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter.setPen(pen)
    draw_shape(painter, shape, QPointF(side / 2, side / 2), field=1.35 * side)
    painter.end()
    return picture


class MarkDesk(QObject):
    """Puts marks into the game, on the position that is looked at."""

    def __init__(self, window: "MainWindow"):
        super().__init__(window)
        self._window = window
        self._bar = window.mark_bar
        self._bar.chosen.connect(window.showing.show_state)
        self._bar.closed.connect(window.showing.show_game)
        self._bar.clear.clicked.connect(lambda: self._set({}))

    def switch(self, on: bool) -> None:
        """Let clicks mark points, or play moves again."""
        if not on:
            self._bar.close_bar()
            return
        window = self._window
        height = window.balance.height()
        window.balance.hide()  # before the bar is shown: a low window would grow to have room for both
        self._bar.open_bar(height)
        window.showing.show_game()
        window.board.setFocus()

    @property
    def mark_of_click(self) -> Mark | None:
        """The mark that a click sets; ``None`` while clicks set none."""
        return next_of(self._bar.kind, self._marks.values()) if self._bar.active else None

    @property
    def _marks(self) -> dict[int, Mark]:
        return self._window.controller.game.cursor.marks

    def click(self, point: int) -> None:
        """Mark ``point``, or take off the mark that it has of the kind that is set."""
        self._set(switched(self._marks, point, self._bar.kind))

    def _set(self, marks: dict[int, Mark]) -> None:
        self._window.controller.mark(self._window.controller.game.cursor, marks)

    def show_state(self) -> None:
        """Show on the board what a click sets, and offer to clear marks where there are some."""
        self._window.board.set_hover_mark(self.mark_of_click)
        self._bar.clear.setEnabled(bool(self._marks))

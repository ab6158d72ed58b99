"""A short tour of the window: one part after the other is pointed at and explained in a sentence or two. The window stays usable; beginning a game or
a training session, or opening a game, ends the tour."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QRect, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPalette, QPen, QPolygonF
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from gui.parts.forms import heading
from gui.program.messages import fill

if TYPE_CHECKING:
    from gui.main_window import MainWindow

WIDTH = 330
GAP = 18
"""Gap between a bubble and what it points at, in pixels."""
EDGE = 8
"""Gap between a bubble and the window's edge, in pixels."""
RING = 3
OWN_KEYS = {
    Qt.Key.Key_Escape,
    Qt.Key.Key_Space,
    Qt.Key.Key_Return,
    Qt.Key.Key_Enter,
    Qt.Key.Key_Left,
    Qt.Key.Key_Right,
}
TAIL = 11
"""Half the width of the bubble's tail, in pixels."""


@dataclass(frozen=True)
class Step:
    """One stop of the tour."""

    title: str
    text: str
    place: QRect
    """What is pointed at, in the window's coordinates; empty while it can't be seen."""


class Bubble(QFrame):
    """The text of a step, with the buttons that lead on."""

    on_asked, back_asked, end_asked = Signal(), Signal(), Signal()

    def __init__(self, parent: QWidget):
        super().__init__(parent)
        self.setObjectName("tour")
        self.setAutoFillBackground(True)
        self.setFrameShape(QFrame.Shape.Box)
        self.setBackgroundRole(QPalette.ColorRole.Base)
        self._title, self._text, self._count = heading(), QLabel(), QLabel()
        self._text.setWordWrap(True)
        self._title.setWordWrap(True)
        self.skip, self.back, self.next = QPushButton(), QPushButton(), QPushButton()
        for button, signal in (
            (self.skip, self.end_asked),
            (self.back, self.back_asked),
            (self.next, self.on_asked),
        ):
            button.clicked.connect(signal)
        buttons = QHBoxLayout()
        buttons.addWidget(self._count)
        buttons.addStretch(1)
        for button in (self.skip, self.back, self.next):
            buttons.addWidget(button)
        layout = QVBoxLayout(self)
        layout.addWidget(self._title)
        layout.addWidget(self._text)
        layout.addLayout(buttons)

    def show_step(self, step: Step, number: int, steps: int) -> None:
        """Show a step; ``number`` counts from 0."""
        last = number == steps - 1
        self._title.setText(step.title)
        self._text.setText(step.text)
        self._count.setText(fill(self.tr("%1 of %2"), number + 1, steps))
        self.skip.setText(self.tr("Skip"))
        self.back.setText(self.tr("Back"))
        self.next.setText(self.tr("Play") if last else self.tr("Next"))
        self.skip.setVisible(not last)
        self.back.setVisible(number > 0)
        self.setAccessibleName(step.title)
        self.next.setAccessibleDescription(f"{step.title} {step.text}")

    def event(self, event: QEvent) -> bool:
        """Claim keys for the bubble's buttons, while one has the focus, that are commands elsewhere."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            event.setAccepted(Qt.Key(event.key()) in OWN_KEYS)
            return event.isAccepted()
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Handle keys that the focused button leaves over: it takes Space itself, and arrows move between buttons."""
        focused = self.focusWidget()
        if event.key() == Qt.Key.Key_Escape:
            self.end_asked.emit()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and isinstance(focused, QPushButton):
            focused.click()
        else:
            super().keyPressEvent(event)


class Pointer(QWidget):
    """Overlay that ignores the mouse: the ring around a step's place, and the bubble's tail."""

    def __init__(self, parent: QWidget):
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._place = self._bubble = QRect()

    def point(self, place: QRect, bubble: QRect) -> None:
        """Point from ``bubble`` at ``place``, or nowhere if that is empty."""
        self._place, self._bubble = place, bubble
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._place.isEmpty():
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        accent = self.palette().color(QPalette.ColorRole.Accent)
        painter.setPen(QPen(accent, RING))
        inside = QRectF(self.rect()).adjusted(RING, RING, -RING, -RING)
        painter.drawRoundedRect(QRectF(self._place).adjusted(-RING, -RING, RING, RING) & inside, 6, 6)
        painter.setBrush(accent)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.drawPolygon(tail(self._place, self._bubble))
        painter.end()


def tail(place: QRect, bubble: QRect) -> QPolygonF:
    """Triangle from the edge of ``bubble`` to that of ``place``; empty where they overlap."""
    if bubble.intersects(place):
        return QPolygonF()
    if bubble.top() > place.bottom() or bubble.bottom() < place.top():
        foot = bubble.top() if bubble.top() > place.bottom() else bubble.bottom()
        tip = place.bottom() if bubble.top() > place.bottom() else place.top()
        low, high = max(place.left(), bubble.left()), min(place.right(), bubble.right())
        middle = (low + high) / 2
        return QPolygonF([QPointF(middle - TAIL, foot), QPointF(middle, tip), QPointF(middle + TAIL, foot)])
    turned = tail(_turned(place), _turned(bubble))
    return QPolygonF([QPointF(corner.y(), corner.x()) for corner in turned.toList()])


def _turned(rect: QRect) -> QRect:
    return QRect(rect.y(), rect.x(), rect.height(), rect.width())


def bubble_place(size: QSize, place: QRect, window: QRect) -> QPoint:
    """Place of a bubble of ``size`` in ``window``: beside ``place`` if there is room, else over its lower part; in the middle if ``place`` is
    empty."""
    room = window.adjusted(EDGE, EDGE, -EDGE, -EDGE)
    if place.isEmpty():
        return room.center() - QPoint(size.width() // 2, size.height() // 2)
    middle = place.center() - QPoint(size.width() // 2, size.height() // 2)
    for corner in (
        QPoint(middle.x(), place.bottom() + GAP),
        QPoint(middle.x(), place.top() - GAP - size.height()),
        QPoint(place.right() + GAP, middle.y()),
        QPoint(place.left() - GAP - size.width(), middle.y()),
    ):
        moved = _within(QRect(corner, size), room)
        if not moved.intersects(place.adjusted(-GAP // 2, -GAP // 2, GAP // 2, GAP // 2)):
            return moved.topLeft()
    low = QPoint(middle.x(), place.bottom() - GAP - size.height())
    return _within(QRect(low, size), room).topLeft()


def _within(rect: QRect, room: QRect) -> QRect:
    """``rect`` moved into ``room``; if it is too large, its upper left corner is inside."""
    left = max(room.left(), min(rect.left(), room.right() + 1 - rect.width()))
    top = max(room.top(), min(rect.top(), room.bottom() + 1 - rect.height()))
    return QRect(QPoint(left, top), rect.size())


class Tour(QObject):
    """The tour through the window: once by itself, and again on request."""

    seen = Signal()
    """Emitted when the settings have changed and must be saved."""

    def __init__(self, window: "MainWindow"):
        super().__init__(window)
        self._window = window
        self._number = 0
        self.bubble: Bubble | None = None
        self._pointer: Pointer | None = None
        self._game = window.controller.game
        """The game in the window when the tour began."""
        window.controller.game_changed.connect(self._end_with_game)
        window.training_desk.chosen.connect(self.end)
        self._settled = QTimer(self)
        self._settled.setSingleShot(True)
        self._settled.setInterval(0)
        self._settled.timeout.connect(self._show)

    def start_once(self) -> None:
        """Begin, unless the user has seen the tour."""
        if not self._window.settings.tour_seen:
            self.start()

    def start(self) -> None:
        """Begin with the first step."""
        self._window.settings.tour_seen = True
        self.seen.emit()
        self._number, self._game = 0, self._window.controller.game
        if self.bubble is None:
            self._pointer, self.bubble = Pointer(self._window), Bubble(self._window)
            self.bubble.on_asked.connect(lambda: self._go(1))
            self.bubble.back_asked.connect(lambda: self._go(-1))
            self.bubble.end_asked.connect(self.end)
            for watched in (self._window, self._window.board):
                watched.installEventFilter(self)
        self._begin_step()

    def _end_with_game(self) -> None:
        """End the tour once another game is in the window."""
        if self._window.controller.game is not self._game:
            self.end()

    def end(self) -> None:
        """End the tour and remove bubble and overlay."""
        if self.bubble is None or self._pointer is None:
            return
        for watched in (self._window, self._window.board):
            watched.removeEventFilter(self)
        self._settled.stop()
        for widget in (self.bubble, self._pointer):
            widget.hide()
            widget.deleteLater()
        self.bubble = self._pointer = None
        self._window.board.setFocus()

    def _go(self, steps: int) -> None:
        self._number = max(0, self._number + steps)
        if self._number < len(self.steps()):
            self._begin_step()
        else:
            self.end()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.Resize, QEvent.Type.Move, QEvent.Type.LanguageChange):
            self._settled.start()
        if watched is self._window and isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape:
            return self._take_escape(event)
        return super().eventFilter(watched, event)

    def _take_escape(self, event: QKeyEvent) -> bool:
        """End the tour by Escape wherever the keyboard is in the window, before that is a command."""
        if event.type() == QEvent.Type.ShortcutOverride:
            event.accept()
        elif event.type() == QEvent.Type.KeyPress:
            self.end()
        return True

    def _begin_step(self) -> None:
        assert self.bubble is not None
        self._show()
        self.bubble.next.setFocus()

    def _show(self) -> None:
        assert self.bubble is not None
        steps = self.steps()
        self.bubble.show_step(steps[self._number], self._number, len(steps))
        self._place()

    def _place(self) -> None:
        bubble, pointer = self.bubble, self._pointer
        assert bubble is not None and pointer is not None
        room = self._window.rect()
        place = self.steps()[self._number].place & room
        width = min(WIDTH, room.width() - 2 * EDGE)
        bubble.setFixedSize(width, bubble.heightForWidth(width))
        bubble.move(bubble_place(bubble.size(), place, room))
        pointer.setGeometry(room)
        pointer.point(place, bubble.geometry())
        for widget in (pointer, bubble):
            widget.show()
            widget.raise_()

    # --- what is told -----------------------------------------------------------------------------------------

    def steps(self) -> list[Step]:
        """The steps, in the window's language and for its present layout."""
        window = self._window
        key = self._key
        return [
            Step(
                self.tr("The board"),
                fill(
                    self.tr(
                        "Click a point to place your stone. A player who captures, or leaves their own stones without a "
                        "liberty, loses; so does a player without a legal move. Crosses mark the points where you may not "
                        "play; %1 hides or shows them."
                    ),
                    key("show_forbidden"),
                ),
                self._of(window.board),
            ),
            Step(
                self.tr("Who has room left"),
                self.tr(
                    "Left and right: private points, where only Black, or only White, may still play: moves in reserve. "
                    "In the middle: points still open to both. When those are gone, who has more moves in reserve wins. Of a "
                    "block's last two eyes only one can be filled, so they are one move."
                ),
                self._of(window.balance),
            ),
            Step(
                self.tr("Who plays whom"),
                self.tr(
                    "Choose here how strong your opponent is, who begins, and whether clocks run. "
                    "“Undo” takes your last move back, “Hint” shows what a strong AI would play."
                ),
                self._of_tool("new_game"),
            ),
            Step(
                self.tr("What the AI thinks"),
                fill(
                    self.tr(
                        "%1 has the position on the board analysed: the best moves with their win rates, "
                        "coloured by what they give away."
                    ),
                    key("analyse"),
                ),
                self._of_tool("analyse"),
            ),
            Step(
                self.tr("How the game went"),
                fill(
                    self.tr(
                        "The win rate after each move, Black up. Click to look at that position; mistakes are marked. "
                        "%1 analyses the whole game."
                    ),
                    key("analyse_game"),
                ),
                self._of(window.review.dock),
            ),
            Step(
                self.tr("The training room"),
                self.tr(
                    "Here networks learn from games against themselves, on this computer, while you watch their curves, "
                    "generations and games."
                ),
                self._of_menu("training"),
            ),
            Step(
                self.tr("Help"),
                fill(
                    self.tr(
                        "The rules with examples, what all the marks mean, and this tour again. %1 shows every key. Have a good game!"
                    ),
                    key("keys"),
                ),
                self._of_menu("help"),
            ),
        ]

    def _key(self, command: str) -> str:
        """A command's key, or its name if the user has removed the key."""
        commands = self._window.commands
        return commands.key(command) or commands.label(command)

    def _of(self, widget: QWidget) -> QRect:
        """Place of a widget in the window; empty if it isn't visible."""
        if not widget.isVisible() or widget.visibleRegion().isEmpty():
            return QRect()
        return QRect(widget.mapTo(self._window, QPoint()), widget.size())

    def _of_tool(self, command: str) -> QRect:
        button = self._window.tool_bar.widgetForAction(self._window.commands.actions[command])
        return self._of(button)

    def _of_menu(self, name: str) -> QRect:
        bar = self._window.menuBar()
        place = bar.actionGeometry(self._window.commands.menus[name].menuAction())
        return place.translated(bar.mapTo(self._window, QPoint())) if bar.isVisible() else QRect()

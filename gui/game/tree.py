"""The game as a tree of lines, to walk through, name, comment on, delete and promote."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from html import escape

from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QHelpEvent,
    QInputMethodEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QAbstractScrollArea,
    QApplication,
    QPlainTextEdit,
    QSplitter,
    QToolTip,
    QVBoxLayout,
    QWidget,
)

from core.game import Game, Node
from core.position import Color
from gui.game.controller import GameController
from gui.parts.asking import agrees
from gui.parts.forms import TextLine
from gui.parts.retranslated import Retranslated
from gui.program.messages import fill
from gui.program.theme import ON_STONES, STONE_COLORS, STONE_RIM

STEP = 26
"""Pixels between two nodes."""
RADIUS = 9
LEAST_ROWS, COMMENT_LINES = 2, 1
"""Rows of the tree and lines of the comment that a low window still shows; a longer comment scrolls."""
TIP_LETTERS = 300
"""Letters of a comment that a tool tip shows."""

Place = tuple[int, int]
"""Column, which is the move number, and row."""


def lay_out(root: Node) -> dict[Node, Place]:
    """Where each node is drawn. A line of first children lies in one row, its variations in rows below, each as high as it fits. Deeper variations
    are laid out first, so that no two lines cross."""
    places: dict[Node, Place] = {}
    free: list[int] = []
    waiting = [(root, 0)]
    while waiting:
        node, column = waiting.pop()
        line = [node]
        while line[-1].children:
            line.append(line[-1].children[0])
        begin, end = max(column - 1, 0), column + len(line)
        free.extend([0] * (end - len(free)))
        row = max(free[begin:end])
        free[begin:end] = [row + 1] * (end - begin)
        for index, step in enumerate(line, column):
            places[step] = index, row
            if len(step.children) > 1:  # seldom, so the loop over all nodes at each move stays short
                waiting.extend((child, index + 1) for child in reversed(step.children[1:]))
    return places


def _tip(node: Node) -> str:
    """The node's name and comment and how many points are marked, as rich text, so that long lines wrap."""
    marked = QCoreApplication.translate("marks", "Marked points: %1")
    marks = fill(marked, len(node.marks)) if node.marks else ""
    said = "\n".join(filter(None, (node.name, node.comment[:TIP_LETTERS], marks)))
    return f"<p>{escape(said)}</p>".replace("\n", "<br>") if said else ""


class TreeView(QAbstractScrollArea):
    """Draws the tree and says which node was chosen. Up and Down go to the variation beside."""

    node_chosen = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._places: dict[Node, Place] = {}
        self._nodes: dict[Place, Node] = {}
        self._rows: list[list[int]] = []
        """For each column the rows that hold a node, ascending."""
        self._cursor: Node | None = None
        self._head: Node | None = None
        self._shown: tuple[Node, int] | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)

    def show_game(self, game: Game, head: Node) -> None:
        """Show ``game``, with ``head`` marked as where play stands."""
        shown = game.root, game.version
        if shown != self._shown or game.cursor not in self._places:
            self._shown = shown
            self._places = lay_out(game.root)
            self._nodes = {place: node for node, place in self._places.items()}
            self._list_rows()
            self._set_ranges()
        self._head = head
        if game.cursor is not self._cursor:
            self._cursor = game.cursor
            self._show_cursor()
        self.viewport().update()

    def node_center(self, node: Node) -> QPoint:
        """Where ``node`` is drawn in the viewport."""
        column, row = self._places[node]
        return QPoint(column * STEP + STEP, row * STEP + STEP) - self._offset()

    def _offset(self) -> QPoint:
        return QPoint(self.horizontalScrollBar().value(), self.verticalScrollBar().value())

    def _list_rows(self) -> None:
        self._rows = []
        for column, row in self._nodes:
            if column == len(self._rows):  # columns come in order: a node's parent was laid out before it
                self._rows.append([])
            self._rows[column].append(row)
        for rows in self._rows:
            rows.sort()

    def _set_ranges(self) -> None:
        columns = len(self._rows) + 1 if self._rows else 0
        rows = max((rows[-1] for rows in self._rows), default=-2) + 2
        for bar, wanted, there in (
            (self.horizontalScrollBar(), columns * STEP, self.viewport().width()),
            (self.verticalScrollBar(), rows * STEP, self.viewport().height()),
        ):
            bar.setRange(0, max(0, wanted - there))
            bar.setPageStep(there)
            bar.setSingleStep(STEP)

    def _show_cursor(self) -> None:
        """Scroll to the current node."""
        if self._cursor not in self._places:
            return
        column, row = self._places[self._cursor]
        for bar, place, there in (
            (self.horizontalScrollBar(), column * STEP + STEP, self.viewport().width()),
            (self.verticalScrollBar(), row * STEP + STEP, self.viewport().height()),
        ):
            if not bar.value() + STEP <= place <= bar.value() + there - STEP:
                bar.setValue(place - there // 2)

    # --- the user ---------------------------------------------------------------------------------------------

    def _node_at(self, point: QPoint) -> Node | None:
        """The node drawn at or around this ``point`` of the viewport."""
        place = point + self._offset()
        return self._nodes.get((round(place.x() / STEP) - 1, round(place.y() / STEP) - 1))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        node = self._node_at(event.position().toPoint())
        if node is not None and event.button() in (Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton):
            self.node_chosen.emit(node)  # the context menu is about the current node

    def viewportEvent(self, event: QEvent) -> bool:
        """Show in a tool tip what is said of the node under the pointer."""
        if isinstance(event, QHelpEvent):
            node = self._node_at(event.pos())
            QToolTip.showText(event.globalPos(), "" if node is None else _tip(node), self)
            return True
        return super().viewportEvent(event)

    def event(self, event: QEvent) -> bool:
        """Keep Up and Down for the tree while it has the focus; elsewhere they are commands."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            own = event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down) and not event.modifiers()
            event.setAccepted(own)
            if own:
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}
        if event.key() in steps and self._cursor in self._places:
            self._choose_beside(steps[Qt.Key(event.key())])
        else:
            super().keyPressEvent(event)

    def _choose_beside(self, step: int) -> None:
        """Choose the next node in the same column, below or above."""
        assert self._cursor is not None
        column, row = self._places[self._cursor]
        rows = self._rows[column]
        index = bisect_left(rows, row) + step
        if 0 <= index < len(rows):
            self.node_chosen.emit(self._nodes[column, rows[index]])

    # --- drawing ----------------------------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._set_ranges()
        super().resizeEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(-self._offset())
        seen = QRect(self._offset(), self.viewport().size()).adjusted(-STEP, -STEP, STEP, STEP)
        nodes = [(self._nodes[place], place) for place in self._in_sight(seen)]
        for node, place in nodes:
            self._paint_line(painter, node, place, seen)
        on_line = set(self._cursor.whole_line()) if self._cursor else set()
        for node, (column, row) in nodes:
            center = QPoint(column * STEP + STEP, row * STEP + STEP)
            if seen.contains(center):
                self._paint_node(painter, node, QPointF(center), node in on_line)
        painter.end()

    def _in_sight(self, seen: QRect) -> Iterator[Place]:
        """The places of nodes that are visible or have visible lines. Below the visible part only the first node of each column is needed: a line
        down passes only nodes that it leads to, so a visible line to a lower node leads to the first one too."""
        first, last = max(seen.left() // STEP - 2, 0), seen.right() // STEP
        top, bottom = seen.top() // STEP - 2, seen.bottom() // STEP
        for column, rows in enumerate(self._rows[first : last + 1], first):
            for row in rows[bisect_left(rows, top) : bisect_right(rows, bottom) + 1]:
                yield column, row

    def _paint_line(self, painter: QPainter, node: Node, place: Place, seen: QRect) -> None:
        """Paint the line to ``node``: from the parent down to the row, then along."""
        if node.parent is None:
            return
        column, row = place
        top = self._places[node.parent][1]
        if not seen.intersects(QRect(column * STEP, top * STEP, 2 * STEP, (row - top + 2) * STEP)):
            return
        painter.setPen(QPen(self.palette().placeholderText().color(), 1.6))
        end = QPointF(column * STEP + STEP, row * STEP + STEP)
        start = QPointF(column * STEP, top * STEP + STEP)
        if top != row:
            bend = QPointF(start.x(), end.y() - STEP / 2)
            painter.drawLine(start, bend)
            painter.drawLine(bend, end)
        else:
            painter.drawLine(start, end)

    def _paint_node(self, painter: QPainter, node: Node, center: QPointF, on_line: bool) -> None:
        accent = self.palette().accent().color()
        if node is self._cursor:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(accent)
            painter.drawEllipse(center, RADIUS + 3, RADIUS + 3)
        painter.setPen(QPen(STONE_RIM, 1))
        if node.color is None:
            painter.setBrush(self.palette().mid())
            painter.drawRect(QRectF(center.x() - 5, center.y() - 5, 10, 10))
        else:
            painter.setBrush(STONE_COLORS[node.color])
            radius = RADIUS if on_line else RADIUS - 2
            painter.drawEllipse(center, radius, radius)
        if node.is_spoken_of:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(accent)
            painter.drawEllipse(center + QPointF(RADIUS - 2, 2 - RADIUS), 3.5, 3.5)
        if node is self._head:
            painter.setPen(QPen(ON_STONES[node.color or Color.WHITE], 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawEllipse(center, 3, 3)


def _is_written_in(field: QWidget) -> bool:
    """Whether ``field`` has the focus, or had it when the user turned to another program."""
    return field.window().focusWidget() is field and QApplication.focusWidget() in (None, field)


def _is_left(event: QFocusEvent) -> bool:
    """Whether the focus went elsewhere in the program."""
    return event.reason() not in (Qt.FocusReason.PopupFocusReason, Qt.FocusReason.ActiveWindowFocusReason)


class NameField(TextLine):
    """A field of one line that behaves as :class:`CommentField`."""

    left = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._is_composed = False

    @property
    def is_written(self) -> bool:
        return _is_written_in(self) and (self.isModified() or self._is_composed)

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        self._is_composed = event.preeditString() != ""
        super().inputMethodEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if _is_left(event):
            self.left.emit()


class CommentField(QPlainTextEdit):
    """A text field that knows whether the user is writing in it, and says when they leave."""

    left = Signal()

    @property
    def is_written(self) -> bool:
        """Whether something was typed or is being composed here, and the focus has not gone elsewhere in the program."""
        composed = self.textCursor().block().layout().preeditAreaText()
        return _is_written_in(self) and (self.document().isModified() or composed != "")

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if _is_left(event):
            self.left.emit()


class TreePanel(Retranslated, QWidget):
    """The tree, and under it name and comment of the current node. While the user writes, these fields stay with their node though play goes on."""

    def __init__(self, controller: GameController):
        super().__init__()
        self._controller = controller
        self._node: Node | None = None
        """The node whose name and comment are shown."""
        self._cursor: Node | None = None
        self._head: Node | None = None
        """Cursor and head of the game when it was last shown."""
        self.view = TreeView()
        self.view.setMinimumHeight(LEAST_ROWS * STEP + STEP // 4)
        self.name = NameField()
        self.name.setAcceptDrops(False)  # files dropped here go to the window
        self.comment = CommentField()
        self.comment.setTabChangesFocus(True)
        self.comment.setAcceptDrops(False)
        said = QWidget()
        words = QVBoxLayout(said)
        words.setContentsMargins(0, 0, 0, 0)
        words.setSpacing(2)
        words.addWidget(self.name)
        words.addWidget(self.comment)
        splitter = QSplitter(Qt.Orientation.Vertical)
        splitter.addWidget(self.view)
        splitter.addWidget(said)
        splitter.setStretchFactor(0, 3)
        splitter.setStretchFactor(1, 1)
        around = 2 * (self.comment.frameWidth() + round(self.comment.document().documentMargin()))
        self.comment.setMinimumHeight(COMMENT_LINES * self.fontMetrics().lineSpacing() + around)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(4, 4, 4, 4)
        layout.addWidget(splitter)
        self.view.node_chosen.connect(controller.go_to)
        self.name.textEdited.connect(self._call)
        self.name.returnPressed.connect(self.comment.setFocus)
        self.comment.textChanged.connect(self._note)
        for field in (self.name, self.comment):
            field.left.connect(self._show_said)
        controller.game_changed.connect(self.show_game)
        self.retranslate()

    def show_game(self) -> None:
        """Show where the game is now."""
        game, head = self._controller.game, self._controller.match.head
        self.view.show_game(game, head)
        went_on = head is not self._head and self._node in game.cursor.line()
        is_written = self.name.is_written or self.comment.is_written
        if game.cursor is not self._cursor and not (went_on and is_written):
            self._show_said()
        self._cursor, self._head = game.cursor, head

    def _show_said(self) -> None:
        """Show name and comment of the current node."""
        node = self._controller.game.cursor
        if node is not self._node:
            self._node = node
            self.name.setText(node.name)
            self.comment.blockSignals(True)
            self.comment.setPlainText(node.comment)
            self.comment.blockSignals(False)

    def _call(self, name: str) -> None:
        if self._node is not None:
            self._controller.call(self._node, " ".join(name.split()))

    def _note(self) -> None:
        text = self.comment.toPlainText()
        if self._node is not None and text != self._node.comment:
            self._controller.note(self._node, text)

    def delete_variation(self) -> None:
        """Delete the current node and all after it."""
        node = self._controller.game.cursor
        if node.parent is not None and self._may_remove(node):
            self._controller.remove(node)

    def _may_remove(self, node: Node) -> bool:
        """Ask before deleting, unless it is a single move of which nothing is said, which is soon made again."""
        part = list(node.subtree())
        if len(part) == 1 and not node.is_spoken_of and node is not self._controller.match.ended_at:
            return True
        said = self.tr("Delete move %1 and what follows it (positions: %2)? They can't be brought back.")
        return agrees(self.window(), fill(said, node.number, len(part)), self.tr("&Delete"))

    def promote(self) -> None:
        """Make the line to the current node the main line."""
        self._controller.promote(self._controller.game.cursor)

    def play_from_here(self) -> None:
        """Let play go on from the position that is looked at."""
        self._controller.play_from(self._controller.game.cursor)

    def retranslate(self) -> None:
        self.view.setAccessibleName(self.tr("Tree of variations"))
        self.name.setAccessibleName(self.tr("Name of this position"))
        self.name.setPlaceholderText(self.tr("A name for this position…"))
        self.comment.setAccessibleName(self.tr("Comment"))
        self.comment.setPlaceholderText(self.tr("A comment on this position…"))

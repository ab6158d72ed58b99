"""The list of moves beside the board."""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QFont, QKeyEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QListWidget, QListWidgetItem

from core.game import Game, Node, Result
from core.points import Notation, point_name
from core.position import Color, Size
from gui.parts.retranslated import Retranslated
from gui.parts.stone_icon import stone_icon
from gui.parts.tables import row_height
from gui.program.messages import color_text, fill, player_label, result_text, winner_text

SMALL_ICON = 16
"""Size of a stone in the list, in pixels."""


def _comers(line: Sequence[Node], game: Game) -> dict[int, str]:
    """Who took over a side within ``line``, root first, by the number of their first move."""
    made = [_maker(node, game) for node in line]
    return {number: made[number] for number in range(3, len(line)) if made[number] != made[number - 2]}


def _maker(node: Node, game: Game) -> str:
    """Who made the move of ``node``, under the name that the user entered if there is one; empty for the root."""
    return "" if node.color is None else node.player or game.entered.get(node.color) or game.name(node.color)


class HistoryPanel(Retranslated, QListWidget):
    """Lists the moves of the line that is shown, two in a row, with a move that lost the game, and where somebody took over a side. The current move
    is highlighted."""

    node_chosen = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._nodes: list[Node] = []
        self._row = 0
        """Of the position that is shown."""
        self._shown: object = None
        self._told: tuple[Game, Notation, Result | None, Node | None] | None = None
        """What was to be shown last."""
        self._icons = {color: stone_icon(color) for color in Color}
        self.setFlow(QListWidget.Flow.LeftToRight)
        self.setWrapping(True)
        self.setResizeMode(QListWidget.ResizeMode.Adjust)
        self.setIconSize(QSize(SMALL_ICON, SMALL_ICON))
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.itemClicked.connect(self._on_clicked)
        self.retranslate()

    def show_game(
        self,
        game: Game,
        notation: Notation,
        result: Result | None,
        looked_at: Node | None = None,
    ) -> None:
        """Show the line through the cursor to its end, then the ``result`` that it came to. Moves that are not the game's are slanted.
        ``looked_at``: the position to mark, if that isn't the cursor."""
        self._told = game, notation, result, looked_at
        line, played = game.line_shown(), set(game.line_played())
        own, comers = sum(node in played for node in line), _comers(line, game)
        state = ([id(node) for node in line], own, comers, notation, result)
        if state != self._shown:
            self._fill(line, own, comers, game.size, notation)
            if result is not None:
                self._add_result(result, game.size, notation)
            self._shown = state
        self._row = row = line.index(looked_at or game.cursor)
        self.setCurrentRow(row)
        last_move = row == len(line) - 1
        self.scrollToItem(self.item(self.count() - 1 if last_move else row))  # with the result below it

    def _fill(
        self, line: list[Node], own: int, comers: Mapping[int, str], size: Size, notation: Notation
    ) -> None:
        slanted = QFont(self.font())
        slanted.setItalic(True)
        self.clear()
        self._nodes = line
        self._add_row(QListWidgetItem(self.tr("Start")))
        for number, node in enumerate(line[1:], 1):
            assert node.move is not None and node.color is not None
            text, tips = f"{number}.  {point_name(node.move, size, notation)}", []
            if number in comers:
                comer = player_label(comers[number])
                text = f"{text}  {comer}"
                tips.append(fill(self.tr("From here on %1 is played by %2."), color_text(node.color), comer))
            item = QListWidgetItem(self._icons[node.color], text)
            if number >= own:
                item.setFont(slanted)
                tips.append(self.tr("Tried or taken back: not a move of the game"))
            item.setToolTip("\n".join(tips))
            self._add_row(item)

    def _add_result(self, result: Result, size: Size, notation: Notation) -> None:
        """Add the losing move, which stands on no board, and who has won. How it came to that is their tool tip."""
        rows = [QListWidgetItem(winner_text(result))]
        if result.loss is not None and result.loss.point in size:
            point = point_name(result.loss.point, size, notation)
            losing = fill(self.tr("%1.  %2  loses"), len(self._nodes), point)
            rows.insert(0, QListWidgetItem(self._icons[result.winner.opponent], losing))
        for item in rows:
            item.setToolTip(result_text(result, size, notation))
            item.setFlags(Qt.ItemFlag.ItemIsEnabled)
            self._add_row(item)

    def _add_row(self, item: QListWidgetItem) -> None:
        self.addItem(item)
        self._size(item)

    def _size(self, item: QListWidgetItem) -> None:
        """Give a move half of a row, the start and the end all of it."""
        bar = self.verticalScrollBar().sizeHint().width()  # it may appear later
        half = max(1, (self.width() - 2 * self.frameWidth() - bar - 1) // 2)
        is_move = 0 < self.row(item) < len(self._nodes)
        item.setSizeHint(QSize(half if is_move else 2 * half, row_height(self)))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        for row in range(self.count()):
            self._size(self.item(row))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Let only the left button change the current row, which is the position that is shown."""
        if event.button() is Qt.MouseButton.LeftButton:
            super().mousePressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Mark the position that is shown, also where the button was pressed on another and let go elsewhere."""
        super().mouseReleaseEvent(event)
        self.setCurrentRow(self._row)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave keys to the window: those that walk through the game are commands, even where they lead no further."""
        event.ignore()

    def _on_clicked(self, item: QListWidgetItem) -> None:
        """Go to the move that was clicked; from a losing move and the result to the position that they belong to."""
        self._row = min(self.row(item), len(self._nodes) - 1)
        self.node_chosen.emit(self._nodes[self._row])

    def retranslate(self) -> None:
        self.setAccessibleName(self.tr("Moves"))
        self._shown = None
        if self._told is not None:
            self.show_game(*self._told)

"""Setting up a position by placing stones: a mode of the board with a bar over it."""

from collections.abc import Callable

import numpy as np
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShortcut
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from core.points import Notation, point_name
from core.position import Color, NoLibertyError, Position, Size
from gui.board.board import BoardWidget
from gui.game.board_bar import BoardBar
from gui.parts.stone_icon import stone_icon
from gui.program.messages import error_text, fill, one_after_another
from gui.program.theme import set_alarm

ERASE = 0


class PositionSetup(BoardBar):
    """The bar. While it is shown, clicks on the board place stones or take them off."""

    done = Signal(object)
    """The :class:`core.position.Position` that was set up. Not emitted if the stones are as they were."""
    changed = Signal()
    """A stone was placed or taken off."""

    def __init__(self, board: BoardWidget, notation: Callable[[], Notation], parent: QWidget | None = None):
        super().__init__(parent)
        self._board = board
        self._notation = notation
        self._stones = Position.empty().stones.copy()
        self._before: list[np.ndarray] = []
        """The stones before each change."""
        self._tools: dict[int, QPushButton] = {}
        group = QButtonGroup(self)
        row = QHBoxLayout()
        for tool in (*Color, ERASE):
            button = QPushButton()
            button.setCheckable(True)
            if isinstance(tool, Color):
                button.setIcon(stone_icon(tool))
            group.addButton(button)
            row.addWidget(button)
            self._tools[tool] = button
        self.clear, self.finish, self.cancel = QPushButton(), QPushButton(), QPushButton()
        row.addWidget(self.clear)
        row.addStretch(1)
        self.problem = QLabel()
        self.problem.setWordWrap(True)
        end = QHBoxLayout()
        end.addWidget(self.problem, 1)
        end.addWidget(self.finish)
        end.addWidget(self.cancel)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        for line in (row, end):
            line.setSpacing(layout.spacing())  # else it would use the layout's spacing of lines
        layout.setSpacing(0)
        layout.addLayout(row)
        layout.addStretch(1)  # gives way when the problem needs two lines
        layout.addLayout(end)
        self.clear.clicked.connect(self._clear)
        self.finish.clicked.connect(self._finish)
        self.cancel.clicked.connect(self.close_bar)
        for key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            QShortcut(key, self, self.finish.click).setAutoRepeat(False)
        self.retranslate()

    def begin(self, position: Position, height: int) -> None:
        """Start from the stones of ``position``, in a bar at least ``height`` high."""
        self._stones = position.stones.copy()
        self._before = []
        self._tools[Color.BLACK].setChecked(True)
        self.open_bar(height)
        self.show_stones()

    def click(self, point: int) -> None:
        """Put the chosen stone on ``point``; a second click takes it off again."""
        tool = next(tool for tool, button in self._tools.items() if button.isChecked())
        stones = self._stones.copy()
        flat = stones.reshape(-1)
        flat[point] = ERASE if flat[point] == tool else tool
        self._change(stones)

    def _change(self, stones: np.ndarray) -> None:
        if not np.array_equal(stones, self._stones):
            self._before.append(self._stones)
            self._stones = stones
            self.show_stones()
            self.changed.emit()

    @property
    def can_take_back(self) -> bool:
        return bool(self._before)

    @property
    def _has_changed(self) -> bool:
        """Whether the stones differ from those at the beginning."""
        return bool(self._before) and not np.array_equal(self._before[0], self._stones)

    def take_back(self) -> None:
        """Undo the last change of the stones."""
        self._stones = self._before.pop()
        self.show_stones()
        self.changed.emit()

    def _clear(self) -> None:
        self._change(np.zeros_like(self._stones))

    def _finish(self) -> None:
        if self._has_changed:
            self.done.emit(Position.from_stones(self._stones))
        else:
            self.close_bar()

    def show_stones(self) -> None:
        """Show the stones, whose turn it would be, and why the position can't be played."""
        self._board.show_position(Position.sketch(self._stones))
        try:
            position = Position.from_stones(self._stones)
        except NoLibertyError as error:
            name = point_name(error.point, Size(*self._stones.shape), self._notation())
            self._say(fill(self.tr("The block at %1 has no liberty."), name), possible=False)
            return
        except ValueError as error:
            self._say(error_text(error), possible=False)
            return
        black = position.to_move is Color.BLACK
        to_move = self.tr("Black to move.") if black else self.tr("White to move.")
        how = "" if self._before else self.tr("A click places a stone or takes it off.")
        self._say(one_after_another(how, to_move) if how else to_move, possible=True)

    def _say(self, text: str, possible: bool) -> None:
        self.problem.setText(text)
        set_alarm(self.problem, not possible)
        self.finish.setEnabled(possible or not self._has_changed)
        self._name_finish()

    def _name_finish(self) -> None:
        """Write on the button what it does: begin a game, or only close the bar."""
        self.finish.setText(self.tr("&Begin here") if self._has_changed else self.tr("&Done"))

    def retranslate(self) -> None:
        for tool, text in (
            (Color.BLACK, self.tr("Blac&k")),
            (Color.WHITE, self.tr("Whit&e")),
            (ERASE, self.tr("Take o&ff")),
        ):
            self._tools[tool].setText(text)
        self.clear.setText(self.tr("Empt&y the board"))
        self._name_finish()
        self.cancel.setText(self.tr("&Cancel"))

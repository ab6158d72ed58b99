"""What a network sees of a position: the planes that it is given, on small boards."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QGridLayout, QLabel, QVBoxLayout, QWidget

from ai.networks import Description, planes_of
from ai.networks.planes import AGZ_HISTORY
from core.position import Position
from gui.board.mini_board import MiniBoard
from gui.parts.forms import wrapped
from gui.program.messages import fill

PLANE_SIDE = 104
"""Side of a plane's board in pixels."""
PLANE = QColor("#0072b2")


class Planes(QWidget):
    """Input planes of one kind of network for a position."""

    def __init__(self, description: Description, position: Position, in_a_row: int):
        super().__init__()
        self._description = description
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(wrapped(self._legend(description.family)))
        grid = QGridLayout()
        layout.addLayout(grid)
        self.boards = [MiniBoard(plane, PLANE, PLANE_SIDE) for plane in planes_of(description, position)]
        for index, board in enumerate(self.boards):
            row, column = divmod(index, in_a_row)
            name = QLabel(self._plane_name(description.family, index))
            name.setWordWrap(True)
            name.setFixedWidth(PLANE_SIDE)
            board.setAccessibleName(name.text())
            grid.addWidget(board, 2 * row, column)
            grid.addWidget(name, 2 * row + 1, column, Qt.AlignmentFlag.AlignTop)
        grid.setColumnStretch(in_a_row, 1)

    def show_position(self, position: Position) -> None:
        """Show another position of the same size."""
        for board, plane in zip(self.boards, planes_of(self._description, position), strict=True):
            board.show_values(plane)

    def _legend(self, family: str) -> str:
        if family == "paper":
            return self.tr("Blue points are +1, orange ones -1, all others 0.")
        return self.tr("Blue points are 1, all others 0. “Own” is the side to move.")

    def _plane_name(self, family: str, index: int) -> str:
        if family == "buwei":
            return (
                self.tr("own stones"),
                self.tr("opponent's stones"),
                self.tr("own legal points"),
                self.tr("opponent's legal points"),
                self.tr("own blocks with 1 liberty"),
                self.tr("own blocks with 2 liberties"),
                self.tr("own blocks with 3 liberties"),
                self.tr("own blocks that can't be captured"),
                self.tr("opponent's blocks with 1 liberty"),
                self.tr("opponent's blocks with 2 liberties"),
                self.tr("opponent's blocks with 3 liberties"),
                self.tr("opponent's blocks that can't be captured"),
            )[index]
        if family == "paper":
            return (
                self.tr("Black +1, White -1"),
                self.tr("White's stones"),
                self.tr("Black's stones"),
                self.tr("Black to move"),
            )[index]
        if index == 2 * AGZ_HISTORY:
            return self.tr("Black to move")
        own, age = index < AGZ_HISTORY, index % AGZ_HISTORY
        if age == 0:
            return self.tr("own stones") if own else self.tr("opponent's stones")
        text = self.tr("own stones, moves ago: %1") if own else self.tr("opponent's, moves ago: %1")
        return fill(text, age)

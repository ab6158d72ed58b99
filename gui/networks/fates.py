"""What a network expects to become of the points by the end of the game, on a small board and in words."""

import numpy as np
from PySide6.QtCore import QCoreApplication, QRectF
from PySide6.QtGui import QColor, QPainter

from ai.training.samples import Fate
from core.points import Notation
from core.position import Color, Position
from gui.board.mini_board import MiniBoard
from gui.program.theme import STONE_COLORS

translate = QCoreApplication.translate

COLORS = (STONE_COLORS[Color.BLACK], QColor("#56b4e9"), QColor("#d55e00"), STONE_COLORS[Color.WHITE])
"""Colours of the fates, in the order of :func:`fate_names`; colour-blind eyes can tell them apart."""
EDGE = 0.12
"""Edge around a point's fates, in fields."""


def fate_names() -> tuple[str, str, str, str]:
    """What becomes of a point, in the order in which that is shown."""
    return (
        translate("fates", "Black's stone"),
        translate("fates", "playable for the winner alone"),
        translate("fates", "playable for nobody"),
        translate("fates", "White's stone"),
    )


def in_shown_order(fates: np.ndarray, position: Position) -> np.ndarray:
    """``float32[4, rows, cols]`` in the order of :func:`fate_names`; ``fates``, ``float32[4, P]``, are seen by the side to move in ``position``."""
    own, opponent = Fate.OWN, Fate.OPPONENT
    black, white = (own, opponent) if position.to_move is Color.BLACK else (opponent, own)
    return fates[[black, Fate.PRIVATE, Fate.DEAD, white]].reshape(4, *position.stones.shape)


class FateBoard(MiniBoard):
    """A small board whose empty points are divided among their four fates, from the left."""

    def __init__(self, shares: np.ndarray, side: int, notation: Notation):
        """``shares``: ``[4, rows, cols]``, in the order of :func:`fate_names`; all 0 if they aren't known."""
        super().__init__(shares[0], COLORS[0], side, notation)
        self._shares = shares

    def _paint_ground(self, painter: QPainter, row: int, col: int) -> None:
        if self._stones is not None and self._stones[row, col]:
            return  # it stays
        edge = EDGE * self._field
        room = self._place(row, col).adjusted(edge, edge, -edge, -edge)
        left = room.left()
        for share, color in zip(self._shares[:, row, col], COLORS, strict=True):
            width = float(share) * room.width()
            painter.fillRect(QRectF(left, room.top(), width, room.height()), color)
            left += width

"""Turns a position into a game, for programs that only know games."""

from itertools import zip_longest

import numpy as np

from core.position import Color, Position


def moves_from_the_start(position: Position) -> list[int]:
    """Moves from the empty board to ``position``, Black first.

    Set-up stones come in any alternating order: every subset of the stones of a legal position is legal, so no order can lose.
    """
    stones = position.stones.reshape(-1).copy()
    stones[list(position.moves)] = 0
    blacks, whites = (np.flatnonzero(stones == color).tolist() for color in Color)
    in_turn = [point for pair in zip_longest(blacks, whites) for point in pair if point is not None]
    return [*in_turn, *position.moves]

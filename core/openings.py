"""Random openings, because deterministic players would repeat the same game from the empty board."""

import numpy as np

from core import bitboard
from core.position import Position, Size


def random_opening(size: Size, moves: int, random: np.random.Generator) -> Position:
    """The position after ``moves`` random moves, or fewer if the next would end the game."""
    empty = Position.empty(size)
    geometry = bitboard.geometry(size.rows, size.cols)
    return empty.after(bitboard.random_moves(geometry, empty.words, moves, random).tolist())

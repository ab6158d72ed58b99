"""Random openings: players that always choose alike would play the same game again from the empty board."""

import numpy as np

from core.position import Position, Size


def random_opening(size: Size, moves: int, random: np.random.Generator) -> Position:
    """The position after ``moves`` random moves, fewer where the next would end the game."""
    position = Position.empty(size)
    for _ in range(moves):
        legal = np.flatnonzero(position.legal_mask())
        following = position.play(int(legal[random.integers(legal.size)]))
        if following.is_over:
            break
        position = following
    return position

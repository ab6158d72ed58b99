"""Games of random moves."""

import numpy as np

from core.position import Position, Size


def random_positions(size: Size, seed: int) -> list[Position]:
    """The positions of a random game."""
    random = np.random.default_rng(seed)
    positions = [Position.empty(size)]
    while not positions[-1].is_over:
        positions.append(positions[-1].play(int(random.choice(positions[-1].legal_moves()))))
    return positions

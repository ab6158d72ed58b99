"""How much of its time a player spends on a move."""

import numpy as np

from core.player import Limit
from core.position import Position

SAFE_SHARE = 0.9
"""Share of the remaining time that is planned with; the rest covers delays outside the search."""
RESERVE_SECONDS = 0.3
SOON_SOLVED_POINTS = 29
"""Legal points from which on a game is soon solved, so that its last moves take no time."""
LATE_MOVES = 4
"""Moves for which time is kept even then."""
POINTS_A_MOVE = 3.1
"""Legal points that are counted for a move. A move of each side removes 2.2, but three searches in ten end so early that they take no time."""


def seconds_for(position: Position, limit: Limit) -> float | None:
    """Seconds to spend on this move, ``None`` without a bound.

    A whole-game budget is shared out over the moves that may still come before the game is solved (docs/methods.md, "Time").
    """
    bounds = [] if limit.seconds is None else [limit.seconds]
    if limit.remaining_seconds is not None:
        legal = np.count_nonzero(position.legal_mask())
        moves_left = LATE_MOVES + max(0, legal - SOON_SOLVED_POINTS) / POINTS_A_MOVE
        spendable = max(0.0, limit.remaining_seconds * SAFE_SHARE - RESERVE_SECONDS)
        bounds.append(spendable / moves_left)
    return min(bounds, default=None)

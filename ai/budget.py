"""How much of its time a player spends on a move."""

import numpy as np

from core.player import Limit
from core.position import Position

SAFE_SHARE = 0.9
"""Share of the remaining time that is planned with; the rest covers delays outside the search."""
RESERVE_SECONDS = 0.3
SOON_SOLVED_POINTS = 29
"""With so few legal points left a game is soon solved, and its last moves take no time."""
LATE_MOVES = 4
"""For so many moves time is kept then."""
POINTS_A_MOVE = 3.1
"""A move of ours and one of the opponent take 2.2 legal points away, but three searches in ten end early enough to be left out."""


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

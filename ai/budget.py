"""How much of its time a player spends on a move."""

import numpy as np

from core.player import Limit
from core.position import Position

SAFE_SHARE = 0.9
"""Share of the remaining time that is planned with; the rest covers delays outside the search."""
RESERVE_SECONDS = 0.3
FEWEST_MOVES_LEFT = 5


def seconds_for(position: Position, limit: Limit) -> float | None:
    """Seconds to spend on this move, ``None`` without a bound.

    A whole-game budget is shared out over the moves that may still come: both sides use up legal points, and points die besides, so about
    every third of those now legal will be played by us.
    """
    bounds = [] if limit.seconds is None else [limit.seconds]
    if limit.remaining_seconds is not None:
        moves_left = max(FEWEST_MOVES_LEFT, np.count_nonzero(position.legal_mask()) / 3)
        spendable = max(0.0, limit.remaining_seconds * SAFE_SHARE - RESERVE_SECONDS)
        bounds.append(spendable / moves_left)
    return min(bounds, default=None)

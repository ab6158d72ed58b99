"""Rotations and reflections of a board."""

from functools import lru_cache

import numpy as np

from core.position import Size


@lru_cache(maxsize=64)
def symmetries(size: Size) -> np.ndarray:
    """``int64[k, P]``: row ``s`` lists for each point of the turned or mirrored board the point that it comes from. ``k`` is 8 on square
    boards and 4 on others; row 0 changes nothing. Read-only."""
    board = np.arange(size.points).reshape(size.rows, size.cols)
    turns = range(4) if size.is_square else (0, 2)
    turned = [np.rot90(board, k) for k in turns]
    table = np.stack([b.reshape(-1) for t in turned for b in (t, np.fliplr(t))])
    table.flags.writeable = False
    return table

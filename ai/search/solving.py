"""Trying to solve a position outright before it is searched, in slices between which it can be stopped."""

from collections.abc import Callable

import numpy as np

from ai.search import kernels
from core import bitboard
from core.position import Position

SOLVED_POINTS = 28
"""A position is tried to be solved when no more points are left that either side may play on."""
PLACES = 1 << 22
"""Positions that the solver remembers: 32 MB."""
SLICE = 100_000
"""Moves that it tries between two looks at the limits: some ten milliseconds."""


def solve(position: Position, steps: int, go_on: Callable[[], bool]) -> int:
    """A winning move, :data:`ai.search.kernels.LOST`, or :data:`ai.search.kernels.UNSOLVED` if ``steps`` moves tried don't tell or
    ``go_on``, asked after every slice, says no."""
    mask = position.legal_mask() | position.legal_mask(position.to_move.opponent)
    points = np.flatnonzero(mask).astype(np.int16)
    if points.size > SOLVED_POINTS:
        return kernels.UNSOLVED
    geometry = bitboard.geometry(position.size.rows, position.size.cols)
    solver = kernels.start_solving(geometry, position.words_for(position.to_move), points, PLACES)
    for _ in range(0, steps, SLICE):
        move = kernels.go_on_solving(geometry, solver, position.to_move.index, SLICE)
        if move != kernels.UNSOLVED or not go_on():
            return int(move)
    return kernels.UNSOLVED

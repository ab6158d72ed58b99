"""Trying to solve a position outright before it is searched, in slices between which it can be stopped."""

from collections.abc import Callable

from ai.solver.kernels import LOST, UNSOLVED
from ai.solver.solver import Interrupted, Solver, playable_points
from core.position import Position

SOLVED_POINTS = 28
"""A position is tried to be solved when no more points are left that either side may play on."""
MEGABYTES = 64
"""Memory of the solver."""


def solve(position: Position, steps: int, go_on: Callable[[], bool]) -> int:
    """A winning move, :data:`ai.solver.kernels.LOST`, or :data:`ai.solver.kernels.UNSOLVED` if ``steps`` moves tried don't tell or
    ``go_on``, asked after every slice, says no."""
    if playable_points(position).size > SOLVED_POINTS:
        return UNSOLVED
    solver = Solver(position, MEGABYTES)
    try:
        move = solver.winning_move(go_on=lambda: solver.moves_tried < steps and go_on())
    except Interrupted:
        return UNSOLVED
    return LOST if move is None else move

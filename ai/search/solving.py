"""Trying to solve a position outright before it is searched, in slices between which it can be stopped."""

from collections.abc import Callable

from ai.solver.kernels import LOST, UNSOLVED
from ai.solver.solver import Interrupted, Solver, playable_points
from core.position import Position

SOLVED_POINTS = 28
"""A position is tried to be solved when no more points are left that either side may play on."""
MEGABYTES = 64
"""Memory of the solver."""


class RootSolver:
    """Solves the roots of a search. What was found of one position serves those that follow from it: after thinking while the opponent does, its
    move often finds the answer ready."""

    def __init__(self) -> None:
        self._solver: Solver | None = None

    def solve(self, position: Position, steps: int, go_on: Callable[[], bool]) -> int:
        """A winning move, :data:`ai.solver.kernels.LOST`, or :data:`ai.solver.kernels.UNSOLVED` if ``steps`` moves tried don't tell or
        ``go_on``, asked after every slice, says no."""
        if playable_points(position).size > SOLVED_POINTS:
            return UNSOLVED
        solver = self._solver
        if solver is None or not solver.leads_to(position):
            solver = self._solver = Solver(position, MEGABYTES)
        last_step = solver.moves_tried + steps
        try:
            move = solver.winning_move(position, lambda: solver.moves_tried < last_step and go_on())
        except Interrupted:
            return UNSOLVED
        return LOST if move is None else move

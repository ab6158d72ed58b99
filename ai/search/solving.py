"""Solving a position outright before it is searched, in slices between which it can be stopped."""

from collections.abc import Callable, Sequence

import numpy as np

from ai.solver.kernels import ENTRY, LOST, UNSOLVED
from ai.solver.solver import MEGABYTE, Interrupted, Solver, playable_points
from core.position import Position, Size

MOST_POINTS = 34
"""Positions with more playable points are not tried, however much time there is."""
MOST_MEGABYTES = 64
"""Most memory of the solver."""
PLACES_A_STEP = 4
"""Places in the solver's memory for each move that it may try: enough to keep results for earlier roots beside new ones."""
MEASURED_POINTS = 24
"""Playable points of the positions for which :data:`MEASURED_STEPS` was measured."""
MEASURED_STEPS = 700_000
"""Moves tried to solve such a position: the median of 54 from games of strong players. Each further point doubles it."""
BOLDNESS = 4
"""How many times fewer than the usual steps a bold try may have; a third of the won positions are still solved then (docs/methods.md)."""
FEW_POINTS = 6
"""Playable points at which solving takes no noticeable time."""


def megabytes_for(steps: int) -> int:
    """Memory that is of use for ``steps`` moves. The solver spreads results evenly and so touches all that it is given."""
    return min(MOST_MEGABYTES, 1 + steps * PLACES_A_STEP * ENTRY.itemsize // MEGABYTE)


def usual_steps(points: int) -> int:
    """Moves that suffice to solve half of the positions with ``points`` playable points."""
    return round(MEASURED_STEPS * 2.0 ** (points - MEASURED_POINTS))


def warm_up(size: Size) -> None:
    """Load the solver's compiled code for boards of ``size``, so that no clock waits for it."""
    position = Position.empty(size)
    while not position.is_over and playable_points(position).size > FEW_POINTS:
        position = position.play(position.legal_moves()[0])
    if not position.is_over:
        RootSolver().solve(position, usual_steps(FEW_POINTS), lambda: False)


class RootSolver:
    """Solves the roots of a search and remembers what it found for the positions that follow: after pondering, the answer to the opponent's move is
    often ready. The first position of a new game discards it."""

    def __init__(self) -> None:
        self._solver: Solver | None = None
        self._megabytes = 0

    def solve(self, position: Position, steps: int, go_on: Callable[[], bool], bold: bool = False) -> int:
        """A winning move, :data:`ai.solver.kernels.LOST`, or :data:`ai.solver.kernels.UNSOLVED` if ``steps`` moves were not enough or ``go_on``,
        asked after every slice, said no. Nothing is tried with fewer than the usual steps (if ``bold``, than a quarter of them), unless an earlier
        position that leads here was tried."""
        points = playable_points(position).size
        if points > MOST_POINTS:
            self._solver = None  # no position solved before leads here, since playable points never increase
            return UNSOLVED
        solver, megabytes = self._solver, megabytes_for(steps)
        known = solver is not None and solver.leads_to(position)
        if not known and steps < usual_steps(points) / (BOLDNESS if bold else 1):
            return UNSOLVED
        if solver is None or not known or megabytes > self._megabytes:
            try:
                solver = self._solver = Solver(position, megabytes)
            except MemoryError:
                return UNSOLVED  # the search goes on without the solver
            self._megabytes = megabytes
        last_step = solver.moves_tried + steps
        try:
            move = solver.winning_move(position, lambda: solver.moves_tried < last_step and go_on())
        except Interrupted:
            return UNSOLVED
        return LOST if move is None else move

    def hardest_to_answer(
        self,
        position: Position,
        moves: Sequence[int],
        policies: Sequence[np.ndarray],
        steps: int,
        go_on: Callable[[], bool],
    ) -> int | None:
        """In a lost position: the one of ``moves`` after which the opponent, drawing a reply from its policy, is least likely to draw one that wins;
        the first among equals. ``policies`` holds the opponent's policy after each of ``moves``, over its legal moves. Only moves that ``steps``
        moves tried decide, before ``go_on`` says no, are compared; ``None`` if there is none or the position is not known to be lost."""
        if self.solve(position, steps, go_on, bold=True) != LOST:
            return None
        assert self._solver is not None
        solver, hardest, least = self._solver, None, float("inf")
        last_step = solver.moves_tried + steps
        for move, policy in zip(moves, policies, strict=True):
            try:
                share = _share_of_wins(
                    solver,
                    position.after((move,)),
                    policy,
                    least,
                    lambda: solver.moves_tried < last_step and go_on(),
                )
            except Interrupted:
                break
            if share < least:
                hardest, least = move, share
        return hardest

    def line(self, position: Position) -> tuple[int, ...]:
        """The moves to the end of the game from a position that :meth:`solve` has just solved; see :meth:`ai.solver.solver.Solver.line`."""
        assert self._solver is not None
        return self._solver.line(position=position)


def _share_of_wins(
    solver: Solver, position: Position, policy: np.ndarray, enough: float, go_on: Callable[[], bool]
) -> float:
    """The share of the ``policy`` on winning moves, or part of it that is at least ``enough``. Likely moves come first, so that ``enough`` is soon
    reached."""
    replies = position.legal_moves()
    share = 0.0
    for index in np.argsort(-policy, kind="stable").tolist():
        if share >= enough:
            break
        if solver.winning_move(position.after((replies[index],)), go_on) is None:
            share += float(policy[index])
    return share

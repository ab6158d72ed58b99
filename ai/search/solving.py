"""Trying to solve a position outright before it is searched, in slices between which it can be stopped."""

from collections.abc import Callable, Sequence

import numpy as np

from ai.solver.kernels import ENTRY, LOST, UNSOLVED
from ai.solver.solver import MEGABYTE, Interrupted, Solver, playable_points
from core.position import Position, Size

MOST_POINTS = 34
"""A position with more points left that either side may play on is not tried, however much time there is."""
MOST_MEGABYTES = 64
"""Memory of the solver."""
PLACES_A_STEP = 4
"""Places in its memory for each move that it may try: what was found for earlier roots stays beside the new."""
MEASURED_POINTS = 24
MEASURED_STEPS = 700_000
"""Moves that it took to solve a position of so many points, the median of 54 in games of strong players; each point more doubles it."""
BOLDNESS = 4
"""With so many times fewer steps than usual, a third of the won positions are still solved (docs/methods.md)."""
FEW_POINTS = 6
"""So few that any solver is quick."""


def megabytes_for(steps: int) -> int:
    """Memory that ``steps`` moves tried can make use of. All that is given gets used, for results are spread evenly."""
    return min(MOST_MEGABYTES, 1 + steps * PLACES_A_STEP * ENTRY.itemsize // MEGABYTE)


def usual_steps(points: int) -> int:
    """Moves that half of the positions with so many playable points take to be solved."""
    return round(MEASURED_STEPS * 2.0 ** (points - MEASURED_POINTS))


def warm_up(size: Size) -> None:
    """Have the solver's compiled code loaded for boards of ``size``, so that no clock waits for it."""
    position = Position.empty(size)
    while not position.is_over and playable_points(position).size > FEW_POINTS:
        position = position.play(position.legal_moves()[0])
    if not position.is_over:
        RootSolver().solve(position, usual_steps(FEW_POINTS), lambda: False)


class RootSolver:
    """Solves the roots of a search. What was found of one position serves those that follow from it: after thinking while the opponent does, its
    move often finds the answer ready. A new game's first position lets go of it."""

    def __init__(self) -> None:
        self._solver: Solver | None = None
        self._megabytes = 0

    def solve(self, position: Position, steps: int, go_on: Callable[[], bool], bold: bool = False) -> int:
        """A winning move, :data:`ai.solver.kernels.LOST`, or :data:`ai.solver.kernels.UNSOLVED` if ``steps`` moves tried don't tell or
        ``go_on``, asked after every slice, says no. With fewer than the usual steps, or, if ``bold``, than a quarter of them, none is tried,
        unless an earlier position that leads here was."""
        points = playable_points(position).size
        if points > MOST_POINTS:
            self._solver = None  # points are never gained, so nothing leads here
            return UNSOLVED
        solver, megabytes = self._solver, megabytes_for(steps)
        known = solver is not None and solver.leads_to(position)
        if not known and steps < usual_steps(points) / (BOLDNESS if bold else 1):
            return UNSOLVED
        if solver is None or not known or megabytes > self._megabytes:
            try:
                solver = self._solver = Solver(position, megabytes)
            except MemoryError:
                return UNSOLVED  # whoever asked searches on without
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
        """Of the ``moves`` of a lost position the one after which an opponent who draws its reply from a policy, that of ``policies`` over its legal
        moves, is least likely to draw one that wins; the first of several. Of those that could be told of by so many ``steps`` and before ``go_on``
        said no; ``None`` if there is none, or the position is not known to be lost."""
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
        """Moves from a position that :meth:`solve` has just solved to the end of the game; see :meth:`ai.solver.solver.Solver.line`."""
        assert self._solver is not None
        return self._solver.line(position=position)


def _share_of_wins(
    solver: Solver, position: Position, policy: np.ndarray, enough: float, go_on: Callable[[], bool]
) -> float:
    """The share of the ``policy`` that moves have that win; it may be less where it is as much as ``enough``. Likely moves come first, so that this
    is soon known."""
    replies = position.legal_moves()
    share = 0.0
    for index in np.argsort(-policy, kind="stable").tolist():
        if share >= enough:
            break
        if solver.winning_move(position.after((replies[index],)), go_on) is None:
            share += float(policy[index])
    return share

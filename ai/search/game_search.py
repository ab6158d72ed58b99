"""The search of a game's positions, one after another: one tree that grows from move to move, with a solver and a clock beside it."""

import math
import time
from collections import deque
from collections.abc import Callable, Sequence

import numpy as np

from ai.search.pace import Beside
from ai.search.parameters import SearchParameters
from ai.search.positions import Evaluator, policy_over, position_batch
from ai.search.solving import RootSolver
from ai.search.tree_search import FIRST_NODES, TreeSearch, check_numbers
from ai.solver.kernels import LOST, UNSOLVED
from core.player import Proof
from core.position import Position, Size

SLOW_TO_GROW = 1 << 26
"""Size of a tree, in bytes, from which making room may take longer than a clock allows."""


class GameSearch(TreeSearch):
    """A :class:`TreeSearch` of one tree, as :class:`ai.search.pace.Pace` needs it to find a game's moves in their time."""

    def __init__(
        self,
        evaluator: Evaluator,
        size: Size,
        parameters: SearchParameters | None = None,
        nodes: int = FIRST_NODES,
        seed: int | None = None,
    ):
        super().__init__(evaluator, size, parameters, nodes=nodes, seed=seed)
        self.deadline: float | None = None
        self._room_times: deque[float] = deque(maxlen=2)
        """Seconds per byte of the tree that making room took, the last times."""
        self._solver = RootSolver()

    @property
    def threads(self) -> int:
        """How many threads search."""
        return 1

    def forget(self) -> None:
        super().forget()
        self._solver = RootSolver()
        self._room_times.clear()

    def run(
        self,
        simulations: int,
        trees: Sequence[int] = (0,),
        go_on: Callable[[], bool] | None = None,
        beside: Beside | None = None,
    ) -> None:
        """See :meth:`TreeSearch.run`. ``beside`` is done before the search, which has but one thread."""
        if beside is not None:
            beside(lambda: True)
        super().run(simulations, trees, go_on)

    def solve(self, position: Position, steps: int, go_on: Callable[[], bool], bold: bool = False) -> int:
        """See :meth:`ai.search.pace.Search.solve`; always unsolved if the parameters are without the solver."""
        if self.parameters.solver_steps == 0:
            return UNSOLVED
        return self._solver.solve(position, steps, go_on, bold)

    def note_solution(self, solution: int) -> Proof | None:
        """Note in the tree what :meth:`solve` found of its root. A win needs no search; a lost root is still searched, to learn which move resists
        longest."""
        if solution == UNSOLVED:
            return None
        if solution == LOST:
            return Proof.LOSS
        edges = self.forest.edges[0, : self.forest.nodes[0, 0]["edge_count"]]
        edges["proof"][edges["point"] == solution] = 1
        edges["value"][edges["point"] == solution] = 1.0
        self.forest.nodes[0, 0]["proof"] = 1
        return Proof.WIN

    def hardest_to_answer(self, position: Position, steps: int, go_on: Callable[[], bool]) -> int | None:
        """See :meth:`ai.search.pace.Search.hardest_to_answer`."""
        if self.parameters.solver_steps == 0:
            return None
        edges = self.edges()
        moves = edges["point"][self._ranking(edges)].tolist()
        policies = self._policies_of([position.after((move,)) for move in moves])
        return self._solver.hardest_to_answer(position, moves, policies, steps, go_on)

    def _policies_of(self, positions: Sequence[Position]) -> list[np.ndarray]:
        """The evaluator's policy over the legal moves of each."""
        policies: list[np.ndarray] = []
        for first in range(0, len(positions), self.parameters.largest_batch):
            some = positions[first : first + self.parameters.largest_batch]
            self.evaluations += len(some)
            logits, _ = self.evaluator.evaluate(position_batch(some), len(some))
            check_numbers(bool(np.isfinite(logits[: len(some)]).all()))
            policies += [policy_over(position.legal_moves(), logits[i]) for i, position in enumerate(some)]
        return policies

    def lead(self) -> float:
        """How many visits the most visited move is ahead of the second; 0 if another move would be played; infinite if the choice is certain."""
        if self.proof() is not None:
            return float("inf")
        edges = self.edges()
        visits = np.sort(edges["visits"][edges["proof"] == 0])
        if visits.size < 2:
            return float("inf")
        if edges["visits"][self._ranking(edges)[0]] < visits[-1]:
            return 0.0
        return float(visits[-1] - visits[-2])

    def _make_room(self, trees: Sequence[int] | np.ndarray = (0,)) -> bool:
        """See :meth:`TreeSearch._make_room`. ``False`` also if time is short: with hundreds of thousands of nodes it may take a second or more."""
        started, size = time.perf_counter(), self.forest.nodes.nbytes + self.forest.edges.nbytes
        # The faster of the last two counts, since a pause of the machine may have been part of the other.
        late = started + size * min(self._room_times, default=0.0) > (self.deadline or math.inf)
        if late and size >= SLOW_TO_GROW:
            return False
        made = super()._make_room(trees)
        self._room_times.append((time.perf_counter() - started) / size)
        return made

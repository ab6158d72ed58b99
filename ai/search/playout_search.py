"""Plain UCT: the search with random playouts in place of a network."""

import dataclasses
from collections.abc import Callable, Sequence

import numpy as np

from ai.search import kernels
from ai.search.forest import PositionBatch
from ai.search.game_search import GameSearch
from ai.search.pace import Beside
from ai.search.parameters import SearchParameters
from ai.search.tree_search import MOST_VISITS
from core.position import Size

PLAYOUT_SLICE = 500
"""Simulations between two checks of the limits: about two milliseconds."""


class PlayoutSearch(GameSearch):
    """A search of one tree that evaluates positions by uniformly random playouts instead of a network. There is one for each simulation, so edges
    don't catch up; and there is no solver."""

    def __init__(self, size: Size, parameters: SearchParameters, seed: int | None = None):
        parameters = dataclasses.replace(parameters, solver_steps=0, catch_up=False)
        super().__init__(NoEvaluator(), size, parameters, seed=seed)

    def run(
        self,
        simulations: int,
        trees: Sequence[int] = (0,),
        go_on: Callable[[], bool] | None = None,
        beside: Beside | None = None,
    ) -> None:
        """See :meth:`TreeSearch.run`; ``go_on`` is asked every few milliseconds."""
        if beside is not None:
            beside(lambda: True)
        target = min(self.visits() + simulations, MOST_VISITS)
        while self.visits() < target and self.proof() is None:
            step = min(target, self.visits() + PLAYOUT_SLICE)
            seed = np.uint64(self._random.integers(1 << 62))
            full = kernels.simulate(
                self.forest, self.geometry, self.parameters.kernel, 0, step, kernels.RANDOM_PLAYOUT, seed
            )
            if (full and not self._make_room()) or (go_on is not None and not go_on()):
                return

    def priors(self, tree: int = 0) -> np.ndarray:
        """Zeros: there is no policy, and what the edges have as priors are random numbers that break ties."""
        return np.zeros(self.edges(tree).size, np.float32)


class NoEvaluator:
    """Placeholder in a search that never asks its evaluator."""

    def evaluate(self, positions: PositionBatch, count: int) -> tuple[np.ndarray, np.ndarray]:
        raise NotImplementedError

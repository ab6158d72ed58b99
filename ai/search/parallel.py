"""One tree searched by several threads, each with an evaluator of its own.

Only the evaluations run side by side. Selecting leaves and backing up values takes a tenth of the time and happens under a lock, so the kernels need
not know of threads. Simulations under way send the threads to different leaves.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Condition

import numpy as np

from ai.search import kernels
from ai.search.forest import make_leaves
from ai.search.game_search import GameSearch
from ai.search.pace import Beside
from ai.search.parameters import SearchParameters
from ai.search.positions import Evaluator
from ai.search.tree_search import MOST_VISITS, check_numbers
from core.packed import Packed, pack
from core.position import Size

LEAST_SIMULATIONS = 64
"""Fewest simulations that are searched by several threads; in shorter searches the leaves under way would be a large part."""


class ParallelSearch(GameSearch):
    """A search of one tree with as many threads as evaluators; with one it is :class:`GameSearch`."""

    def __init__(
        self, evaluators: Sequence[Evaluator], size: Size, parameters: SearchParameters | None = None
    ):
        super().__init__(evaluators[0], size, parameters)
        self._evaluators = evaluators
        self._turn = Condition()
        self._under_way = 0
        self._full = False
        self._ended = False

    def run(
        self,
        simulations: int,
        trees: Sequence[int] = (0,),
        go_on: Callable[[], bool] | None = None,
        beside: Beside | None = None,
    ) -> None:
        """See :meth:`GameSearch.run`. Only the calling thread asks ``go_on``, while no other changes the tree. ``beside`` is done by another thread
        before it joins the search."""
        if len(self._evaluators) == 1 or simulations < LEAST_SIMULATIONS:
            super().run(simulations, trees, go_on, beside)
            return
        with self._forgetting((0,)):
            self._run_side_by_side(simulations, go_on, beside)

    def _run_side_by_side(self, wanted: int, go_on: Callable[[], bool] | None, beside: Beside | None) -> None:
        root = np.zeros(1, np.int32)
        self._roots.targets[0] = min(self.visits() + wanted, MOST_VISITS)
        self._evaluate_roots(root)
        self._under_way = 0
        self._full = False
        self._ended = False
        with ThreadPoolExecutor(len(self._evaluators) - 1, "search") as pool:
            helpers = [
                pool.submit(self._help, evaluator, beside if number == 0 else None)
                for number, evaluator in enumerate(self._evaluators[1:])
            ]
            self._work(self._evaluators[0], go_on)
        for helper in helpers:
            helper.result()

    @property
    def threads(self) -> int:
        return len(self._evaluators)

    def _help(self, evaluator: Evaluator, beside: Beside | None) -> None:
        if beside is not None:
            beside(lambda: not self._ended)
        self._work(evaluator, None)

    def _work(self, evaluator: Evaluator, go_on: Callable[[], bool] | None) -> None:
        """Gather, evaluate and back up until the search ends. Leaves already gathered are still backed up."""
        leaves = make_leaves(self.parameters.largest_batch, self.size.points)
        packed = pack(leaves)
        slots = np.zeros(self.parameters.largest_batch, np.int32)
        count, to_solve, logits, values = 0, 0, self._no_logits, self._no_values
        try:
            while True:
                with self._turn:
                    are_numbers = kernels.absorb(
                        self.stored, self._packed_parameters, packed, count, logits, values
                    )
                    self._under_way -= count
                    self._turn.notify_all()
                    count = 0
                    check_numbers(are_numbers)
                    if go_on is not None and not self._ended:
                        self._ended = not go_on()
                    while not self._ended:
                        count, to_solve = self._gather(slots, packed)
                        if count > 0:
                            break
                        if self._under_way > 0:
                            self._turn.wait()
                        elif self._full:
                            self._ended = not self._make_room()
                            self._full = False
                        else:
                            self._ended = True
                    if count == 0:
                        return
                    self._count_evaluations(count, to_solve)
                logits, values = self._evaluate_by(evaluator, leaves, packed, count, to_solve)
        finally:
            with self._turn:
                self._ended = True
                self._turn.notify_all()

    def _gather(self, slots: np.ndarray, leaves: Packed) -> tuple[int, int]:
        """Gather leaves for one thread, at most as many as the tree's size warrants. Returns how many, and how many of them are to be solved; none if
        there is nothing to do until other threads have backed up theirs."""
        visits = self.visits()
        batch = min(
            kernels.batch_size(self.parameters.kernel, visits),
            int(self._roots.targets[0]) - visits - self._under_way,
        )
        if batch <= 0 or self._full:
            return 0, 0
        targets = self._roots.targets - self._under_way
        count, to_solve, self._full = kernels.gather(
            self.stored, self._packed_parameters, slots[:batch], targets, leaves
        )
        self._under_way += count
        return count, to_solve

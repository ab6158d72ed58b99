"""One tree searched by several threads: nothing is lost or counted twice, and it stops when told."""

import threading
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from ai.search.forest import PositionBatch
from ai.search.game_search import GameSearch
from ai.search.parallel import ParallelSearch
from ai.search.parameters import SearchParameters
from ai.search.tree_search import NoNumbers, TreeSearch
from ai.solver.solver import playable_points
from core.player import Proof
from core.position import Position, Size
from tests.ai.fakes import Uniform
from tests.ai.test_search import consistent, endgames, names

SIZE = Size(5, 5)
NO_SOLVER = SearchParameters(solver_steps=0, batch_start_visits=64)


class Together(Uniform):
    """Lets nobody on until all threads have come to evaluate once, not counting what this one evaluates ``alone`` before."""

    def __init__(self, barrier: threading.Barrier, alone: int = 0):
        super().__init__()
        self._barrier = barrier
        self._alone = alone

    def evaluate(self, positions: PositionBatch, count: int) -> tuple[np.ndarray, np.ndarray]:
        if len(self.batches) == self._alone:
            self._barrier.wait(timeout=60)
        return super().evaluate(positions, count)


class Failing(Uniform):
    """Fails once, when it has answered twice."""

    def evaluate(self, positions: PositionBatch, count: int) -> tuple[np.ndarray, np.ndarray]:
        super().evaluate(positions, count)
        if len(self.batches) == 3:
            raise RuntimeError("no more")
        return np.zeros(positions.cells.shape, np.float32), np.zeros(len(positions.side), np.float32)


class Diverged(Uniform):
    """Answers no numbers once it has answered three times."""

    def evaluate(self, positions: PositionBatch, count: int) -> tuple[np.ndarray, np.ndarray]:
        logits, values = super().evaluate(positions, count)
        if len(self.batches) > 3:
            logits[:count] = np.nan
        return logits, values


def planted(evaluators: list[Uniform], parameters: SearchParameters = NO_SOLVER) -> ParallelSearch:
    search = ParallelSearch(evaluators, SIZE, parameters)
    search.set_position(Position.empty(SIZE))
    return search


def check_sums(search: ParallelSearch) -> None:
    """Every visit of the root but its own went through one of its edges, and none is under way."""
    edges = search.edges()
    assert not edges["flight"].any()
    assert edges["visits"].sum() == search.visits() - 1 or search.proof() is not None
    assert not search.forest.nodes[0, : search.forest.used[0, 0]]["waiting"].any()


@pytest.mark.parametrize("threads", [2, 3])
def test_visits_add_up_whatever_the_threads_do(threads: int):
    evaluators = [Uniform() for _ in range(threads)]
    search = planted(evaluators)
    for _ in range(3):  # the tree grows beyond its first room on the way
        before = search.visits()
        search.run(1500)
        assert search.visits() == before + 1500
        check_sums(search)
    asked = sum(sum(evaluator.batches) for evaluator in evaluators)
    assert search.evaluations == asked > 0


@pytest.mark.parametrize("threads", [2, 3])
def test_a_full_tree_is_searched_on_whatever_the_threads_do(threads: int):
    search = planted([Uniform() for _ in range(threads)], replace(NO_SOLVER, largest_tree=3000))
    search.run(20_000)
    assert search.visits() == 20_000 and search.forest.nodes.shape == (1, 3000)
    check_sums(search)
    assert consistent(search)


def test_threads_evaluate_side_by_side():
    """The root is evaluated before the threads begin, by the first evaluator alone."""
    barrier = threading.Barrier(2)
    first, second = Together(barrier, alone=1), Together(barrier)
    search = planted([first, second])
    search.run(500)
    assert len(first.batches) > 1 and second.batches
    check_sums(search)


def test_a_search_told_to_end_leaves_nothing_under_way():
    asked = []

    def go_on() -> bool:
        asked.append(threading.current_thread())
        return len(asked) < 20

    search = planted([Uniform(), Uniform()])
    search.run(10**6, go_on=go_on)
    assert set(asked) == {threading.current_thread()}
    check_sums(search)


def test_a_proof_ends_the_search():
    """3x3 is small enough to be proven by the search with its solver."""
    size = Size(3, 3)
    search = ParallelSearch([Uniform(), Uniform()], size, SearchParameters())
    search.set_position(Position.empty(size))
    search.run(100_000)
    assert search.proof() is Proof.WIN


def test_a_failing_evaluator_ends_all_threads_with_its_error():
    search = planted([Uniform(), Failing()])
    with pytest.raises(RuntimeError, match="no more"):
        search.run(100_000, go_on=lambda: True)
    search.set_position(Position.empty(SIZE))  # as it was, but nothing of it waits for ever
    search.run(1000)
    assert search.visits() == 1000
    check_sums(search)


def test_a_root_whose_evaluation_failed_is_searched_anew():
    class Once(Uniform):
        def evaluate(self, positions: PositionBatch, count: int) -> tuple[np.ndarray, np.ndarray]:
            if not self.batches:
                self.batches.append(count)
                raise RuntimeError("only once")
            return super().evaluate(positions, count)

    search = planted([Once()])
    with pytest.raises(RuntimeError, match="only once"):
        search.run(100)
    search.set_position(Position.empty(SIZE))
    search.run(100)
    assert search.visits() == 100


def test_what_threads_solve_within_the_tree_is_right():
    """Late positions of 9x9, where some nodes are solved after visits, beside others that are evaluated."""
    parameters = SearchParameters(solver_points=10, solver_steps=200, batch_start_visits=0, largest_batch=8)
    proven = 0
    for position, case in endgames():
        if playable_points(position).size < 17:
            continue
        search = ParallelSearch([Uniform(), Uniform(), Uniform()], position.size, parameters)
        search.set_position(position)
        search.run(2000)
        check_sums(search)
        won = case["winner"] == case["to_move"]
        if search.proof() is not None:
            assert search.proof() is (Proof.WIN if won else Proof.LOSS)
        wins = {int(edge["point"]) for edge in search.edges() if edge["proof"] > 0}
        losses = {int(edge["point"]) for edge in search.edges() if edge["proof"] < 0}
        proven += len(wins) + len(losses)
        assert wins <= names(case["winning_moves"]) and not losses & names(case["winning_moves"])
    assert proven >= 5  # some 24, fewer where threads wait for a busy machine


def test_what_is_done_beside_takes_a_thread_until_it_is_done():
    """Another thread does it before it evaluates anything, and is told when the search has ended."""
    first, second = Uniform(), Uniform()
    told: list[bool] = []
    begun = threading.Event()

    def beside(searching: Callable[[], bool]) -> None:
        assert threading.current_thread() is not threading.main_thread() and searching()
        begun.set()
        while searching():
            pass
        told.append(bool(second.batches))

    search = planted([first, second])
    search.run(10**6, go_on=lambda: not begun.is_set() or len(first.batches) < 50, beside=beside)
    assert told == [False]
    check_sums(search)


def test_one_thread_does_first_what_is_to_be_done_beside():
    search = planted([Uniform()])
    search.run(100, beside=lambda searching: _assert_unsearched(search, searching()))
    assert search.visits() == 100


def _assert_unsearched(search: ParallelSearch, searching: bool) -> None:
    assert searching and search.visits() == 0


@pytest.mark.parametrize(
    "search",
    [
        TreeSearch(Diverged(), SIZE, NO_SOLVER),
        GameSearch(Diverged(), SIZE, NO_SOLVER),
        ParallelSearch([Diverged(), Diverged()], SIZE, NO_SOLVER),
    ],
    ids=lambda search: type(search).__name__,
)
def test_answers_that_are_no_numbers_are_not_taken_for_values(search: TreeSearch):
    search.set_position(Position.empty(SIZE))
    with pytest.raises(NoNumbers):
        search.run(200)


def test_policies_that_are_no_numbers_rank_no_replies():
    search = GameSearch(Diverged(), SIZE, NO_SOLVER)
    positions = [Position.empty(SIZE)] * 4 * NO_SOLVER.largest_batch
    with pytest.raises(NoNumbers):
        search._policies_of(positions)

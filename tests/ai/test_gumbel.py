"""Gumbel search at the root: the improved policy, sequential halving, and what they must never lose."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ai.search.gumbel import GumbelSearch, halving
from ai.search.parameters import SearchParameters
from core.player import Proof
from core.position import Position, Size
from tests.ai.fakes import Favourite, Uniform
from tests.ai.test_search import endgames

CONSIDERED = SearchParameters(considered_moves=8, solver_steps=0)


def searched(
    position: Position,
    evaluator: Uniform,
    simulations: int = 16,
    seed: int = 1,
    parameters: SearchParameters = CONSIDERED,
) -> GumbelSearch:
    search = GumbelSearch(evaluator, position.size, parameters, seed=seed)
    search.set_position(position)
    halve(search, simulations)
    return search


def halve(search: GumbelSearch, simulations: int, tree: int = 0) -> None:
    search.run(0, [tree])
    for visits in search.halve(simulations, tree):
        search.run(visits - search.visits(tree), [tree])


@given(moves=st.integers(1, 81), simulations=st.integers(0, 300))
def test_halving_gives_out_every_simulation(moves: int, simulations: int):
    """Fewer and fewer moves share the simulations, at least one each while they last, and all are given out."""
    phases = list(halving(moves, simulations))
    assert sum(share for _, share in phases) == simulations
    counts = np.array([count for count, _ in phases])
    assert (np.diff(counts)[counts[:-1] > 2] < 0).all()
    assert (counts[1:] >= 2).all()


def test_halving_of_sixteen_moves():
    """16, 8 and 4 moves with 1, 1 and 2 simulations each, by hand."""
    assert list(halving(16, 32)) == [(16, 16), (8, 8), (4, 8)]


def test_only_considered_moves_are_searched_and_the_counts_are_the_halving_s():
    search = searched(Position.empty(Size(5, 5)), Uniform())
    visits = np.sort(search.edges()["visits"])[::-1]
    assert visits[:8].tolist() == [4, 4, 2, 2, 1, 1, 1, 1]  # 8 moves with one each, 4 with one, 2 with two
    assert not visits[8:].any()


def test_fewer_simulations_than_moves_go_to_the_best():
    """With three simulations the three moves that the network and the noise like most are searched, not the first ones of the board."""
    search = searched(Position.empty(Size(5, 5)), Favourite(24), 3)
    edges = search.edges()
    assert edges["visits"].sum() == 3
    assert edges["visits"][edges["point"] == 24] > 0


class OnePointWins(Uniform):
    """Thinks that whoever has a stone on a point wins, and that all moves are equally good."""

    def __init__(self, point: int):
        super().__init__()
        self._point = point

    def evaluate(self, positions, count: int):
        logits, values = super().evaluate(positions, count)
        stone = positions.cells[:, self._point]
        values[:] = np.where(stone == 1, 0.9, np.where(stone == 2, -0.9, 0.0))
        return logits, values


def test_the_improved_policy_sums_to_one_and_favours_the_better_value():
    """All priors are equal, so the policy must order the moves searched as their values are, and nothing else."""
    search = searched(
        Position.empty(Size(4, 4)), OnePointWins(5), 40, parameters=SearchParameters(considered_moves=16)
    )
    policy, value = search.improved_policy()
    edges = search.edges()
    assert policy.sum() == pytest.approx(1)
    assert edges["point"][policy.argmax()] == 5
    assert value > 0.8
    tried = np.flatnonzero(edges["visits"])
    assert tried.size == 16
    order = tried[np.argsort(edges["value"][tried])]
    assert (np.diff(policy[order]) >= 0).all()
    assert search.chosen_point(temperature=0.0) == 5


def test_without_news_the_policy_stays_the_networks():
    """Where every value is the same, nothing is learned: the improved policy is the prior, for moves searched or not."""
    search = searched(Position.empty(Size(5, 5)), Favourite(7))
    policy, value = search.improved_policy()
    assert policy == pytest.approx(search.priors(), abs=1e-6)
    assert value == pytest.approx(0)


def test_the_move_played_is_drawn_from_the_policy():
    """With no news the halving's winner is a sample of the prior: Gumbel's trick."""
    position = Position.empty(Size(3, 3))
    drawn = (
        np.bincount(
            [searched(position, Slanted(), 0, seed).chosen_point() for seed in range(600)], minlength=9
        )
        / 600
    )
    wanted = np.exp(np.arange(9) / 4)
    assert drawn == pytest.approx(wanted / wanted.sum(), abs=0.06)


class Slanted(Uniform):
    """Likes later points better."""

    def evaluate(self, positions, count: int):
        logits, values = super().evaluate(positions, count)
        return logits + np.arange(logits.shape[1], dtype=np.float32) / 4, values


def test_what_was_searched_before_is_kept():
    """From move to move the root's counts begin anew, but positions evaluated already cost nothing."""
    position = Position.empty(Size(5, 5))
    evaluator = Uniform()
    search = searched(position, evaluator, 64)
    point = search.best_point()
    assert point is not None
    search.set_position(position.play(point))
    before = sum(evaluator.batches)
    halve(search, 16)
    assert sum(evaluator.batches) - before <= 16
    assert search.edges()["visits"].sum() == 16 == search.visits() - 1


def test_proofs_come_first():
    """On 3x3 Black wins; the search proves it, and plays the proof."""
    search = searched(
        Position.empty(Size(3, 3)), Uniform(), 2000, parameters=SearchParameters(considered_moves=9)
    )
    assert search.proof() is Proof.WIN
    edges = search.edges()
    assert edges["proof"][edges["point"] == search.chosen_point()] == 1
    assert search.improved_policy()[1] == 1, "and what is taught is certain"


def test_moves_proven_to_lose_have_no_share_in_the_policy():
    tried = 0
    for position, case in endgames():
        losing = len(case["legal"]) - len(case["winning_moves"])
        if not case["winning_moves"] or losing == 0:
            continue
        parameters = SearchParameters(considered_moves=16, solver_points=4, solver_steps=50)
        search = searched(position, Uniform(), 64, parameters=parameters)
        edges = search.edges()
        if search.proof() is not None or not (edges["proof"] < 0).any():
            continue
        policy, _ = search.improved_policy()
        assert not policy[edges["proof"] < 0].any() and policy.sum() == pytest.approx(1, abs=1e-4)
        tried += 1
    assert tried >= 3


def test_trees_side_by_side_are_halved_each_in_its_own_time():
    """One leaf of each tree to a batch, and each gets what it would get alone, whatever the number of its moves."""
    size = Size(4, 4)
    late = Position.empty(size)
    random = np.random.default_rng(3)
    while len(late.legal_moves()) > 3:
        late = late.play(int(random.choice(late.legal_moves())))
    evaluator = Uniform()
    search = GumbelSearch(
        evaluator,
        size,
        SearchParameters(considered_moves=8, solver_steps=0, largest_batch=3),
        trees=3,
        seed=1,
    )
    for tree, position in enumerate((Position.empty(size), late, Position.empty(size))):
        search.set_position(position, tree)
    search.run(0, range(3))
    work = [search.halve(24, tree) for tree in range(3)]

    def go_on(tree: int) -> bool:
        for visits in work[tree]:
            search.aim(visits, tree)
            return True
        return False

    searching = [tree for tree in range(3) if go_on(tree)]
    while searching:
        ready = search.run_batch(np.array(searching, np.int32))
        searching = [tree for tree in searching if tree not in ready or go_on(tree)]
    assert np.median(evaluator.batches) > 1
    for tree in range(3):
        if search.proof(tree) is None:
            assert search.edges(tree)["visits"].sum() == 24
        assert search.chosen_point(tree) in search.edges(tree)["point"]

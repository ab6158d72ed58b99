"""Playouts mixed into the values of leaves: where, how much, and the same each time."""

import numpy as np
import pytest

from ai.players import make_player
from ai.players.network import DEFAULT_LEAF_PLAYOUTS, ZeroPlayer
from ai.search.parallel import ParallelSearch
from ai.search.parameters import SearchParameters
from ai.search.playouts import EMPTY_SHARE, HIGHEST, NETWORK_WEIGHT, PLAYOUT_WEIGHT, mix_playouts
from ai.search.positions import position_batch
from ai.search.tree_search import TreeSearch
from core import bitboard
from core.position import Position, Size
from tests.ai.fakes import Uniform

SIZE = Size(7, 7)


def after(moves: int, seed: int = 1) -> Position:
    """A position after so many random moves."""
    random = np.random.default_rng(seed)
    position = Position.empty(SIZE)
    while len(position.moves) < moves:
        position = position.play(int(random.choice(position.legal_moves())))
        if position.is_over:
            position = Position.empty(SIZE)
    return position


def mixed(positions: list[Position], values: list[float], playouts: int, steps: int = 0) -> np.ndarray:
    geometry = bitboard.geometry(SIZE.rows, SIZE.cols)
    result = np.array(values, np.float32)
    steps_of_each = np.full(len(positions), steps)
    mix_playouts(geometry, position_batch(positions), steps_of_each, len(positions), result, playouts)
    return result


def test_the_mean_result_of_the_playouts_is_mixed_in():
    positions = [after(26, seed) for seed in range(20)]
    shares = (mixed(positions, [0.25] * 20, 4) - NETWORK_WEIGHT * 0.25) / PLAYOUT_WEIGHT
    assert np.allclose(shares * 2, np.round(shares * 2), atol=1e-4)  # of four results from -1 to 1
    assert abs(shares).max() <= 1.0001
    assert len(set(np.round(shares, 2))) > 2


def test_a_position_that_one_side_always_wins():
    """The side to move has moves left, the other none."""
    for seed in range(200):
        position = after(30, seed)
        while not position.is_over:
            if not position.legal_mask(position.to_move.opponent).any():
                assert mixed([position], [0.0], 4)[0] == pytest.approx(PLAYOUT_WEIGHT)
                assert mixed([position], [0.9], 4)[0] == pytest.approx(HIGHEST)
                return
            position = position.play(position.legal_moves()[0])
    pytest.fail("no such position")


def test_the_same_position_has_the_same_playouts():
    positions = [after(26, seed) for seed in range(10)]
    once = mixed(positions, [0.0] * 10, 16)
    assert (mixed(positions[::-1], [0.0] * 10, 16)[::-1] == once).all()


def test_empty_boards_and_leaves_to_be_solved_are_left_alone():
    early = after(int((1 - EMPTY_SHARE) * SIZE.points) - 1)
    late = after(26)
    assert mixed([early], [0.5], 3)[0] == 0.5
    assert mixed([late], [0.5], 3)[0] != 0.5
    assert mixed([late], [0.5], 3, steps=100)[0] == 0.5


def test_a_search_by_several_threads_mixes_as_one_does():
    parameters = SearchParameters(leaf_playouts=4, solver_steps=0)
    searches = [
        TreeSearch(Uniform(), SIZE, parameters),
        ParallelSearch([Uniform(), Uniform()], SIZE, parameters),
        TreeSearch(Uniform(), SIZE, SearchParameters(solver_steps=0)),
    ]
    for search in searches:
        search.set_position(after(22))
        search.run(2000)
    one, several, without = (search.root_value() for search in searches)
    assert without == 0 or abs(without) < 0.05  # it knows what is certain alone
    assert several == pytest.approx(one, abs=0.1)
    assert abs(one) > 0.1


def test_zero_has_playouts_unless_told_otherwise():
    for text, playouts in (("zero", DEFAULT_LEAF_PLAYOUTS), ("zero:leaf_playouts=0", 0)):
        player = make_player(text)
        assert isinstance(player, ZeroPlayer)
        assert player._parameters.leaf_playouts == playouts

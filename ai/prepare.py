"""Compiling all kernels ahead: afterwards they come from the cache, and the first game starts at once."""

import contextlib
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

import numpy as np

from ai.alphabeta.evaluation import by_mobility
from ai.alphabeta.search import AlphaBeta
from ai.arithmetic import floats
from ai.arithmetic.amx import tiles as amx
from ai.networks import planes
from ai.rave.parameters import PRESETS
from ai.rave.search import RaveSearch
from ai.search.gumbel import GumbelSearch
from ai.search.kernels import batch_size
from ai.search.parameters import UCB1, SearchParameters
from ai.search.playout_search import PlayoutSearch
from ai.search.positions import position_batch, position_batch_of_game
from ai.search.solving import FEW_POINTS
from ai.search.tree_search import TreeSearch
from ai.solver.rest import MOST_POINTS
from ai.solver.solver import Interrupted, Solver, most_stubborn, playable_points
from ai.td.features import choices_of, state_of
from ai.training import lessons
from ai.training.moves import GamePlan, absorb_and_move, make_games, move_on, note
from core import bitboard
from core.openings import random_opening
from core.packed import pack
from core.position import Position, Size

BOARDS = (Size(9, 9), Size(13, 13))
"""One board for each number of words in a set of points (:mod:`core.bitboard`)."""
SELF_PLAY = SearchParameters(noise_fraction=0.25, leaf_playouts=1, considered_moves=2)
"""Parameters with which every part of a search is used, and so compiled."""


class _Uniform:
    """An evaluator that knows nothing."""

    def evaluate(self, positions, count):
        return np.zeros(positions.cells.shape, np.float32), np.zeros(positions.side.shape, np.float32)


def prepare() -> Iterator[str]:
    """Call every kernel once for each kind of board; yields the name of what is compiled next."""
    for what, call in steps().items():
        yield what
        call()


def steps() -> dict[str, Callable[[], object]]:
    """The steps of :func:`prepare`, in order, by the name of what each compiles. None takes so much longer than the others that it seems to hang."""
    parts: dict[str, Callable[[Size], object]] = {
        "rules": _rules,
        "solver": _solver,
        "positions of the search": _graphs,
        "leaves of the search": _leaves,
        "search": _search,
        "self-play": _self_play,
        "search with solver and playouts": _other_searches,
        "what networks see": _planes,
        "RAVE": _rave,
        "alpha-beta": _alphabeta,
        "features of the TD learner": _features,
    }
    found: dict[str, Callable[[], object]] = {
        f"{what} for boards like {size}": partial(call, size)
        for size in BOARDS
        for what, call in parts.items()
    }
    return found | {"networks": _network} if floats.is_available() else found


def _rules(size: Size) -> None:
    geometry = bitboard.geometry(size.rows, size.cols)
    position = Position.empty(size).play(0).play(1)
    position.legal_moves()
    position.block(0)
    _ = position.is_over
    bitboard.random_playouts(geometry, position.words, 1, 1)
    bitboard.perft(geometry, position.words, 1)
    random_opening(size, 1, np.random.default_rng(1))
    most_stubborn(position)


def _graphs(size: Size) -> GumbelSearch:
    """A search, not begun yet."""
    search = GumbelSearch(_Uniform(), size, SELF_PLAY, trees=2, nodes=8)
    for tree in range(2):
        search.set_position(Position.empty(size), tree)
    return search


def _leaves(size: Size) -> None:
    search = _graphs(size)
    search.aim(1)
    search.run_batch(np.zeros(1, np.int32))


def _search(size: Size) -> GumbelSearch:
    """A search that is finished."""
    search = _graphs(size)
    search.run(20, (0, 1))
    search.warm_up()
    batch_size(search.parameters.kernel, search.visits())
    return search


def _self_play(size: Size) -> None:
    search = _search(size)
    point = search.best_point()
    assert point is not None
    search.set_position(Position.empty(size).play(point))
    for visits in search.halve(4):
        search.aim(visits)
        search.run_batch(np.zeros(1, np.int32))
    search.improved_policy()
    search.decision()
    edges = search.edges()
    policy = lessons.policy_target(edges, size.points, edges["visits"].astype(np.float64))
    lessons.surprise(policy[edges["point"]], search.priors())
    full, noise = SELF_PLAY.kernel, (SELF_PLAY.noise_fraction, SELF_PLAY.noise_total)
    plan = pack(GamePlan(full, full, 1.0, 1, 1, *noise, solved_points=0))
    games = make_games(2, size.points)
    note(games, 0, policy, 0.0, 0.0, point)
    packed = pack((games, np.ones(size.points), np.random.default_rng(1)))
    search.run_batch(np.zeros(1, np.int32), absorb_and_move, plan, packed)
    move_on(search.stored, np.zeros(1, np.int32), plan, packed)
    position_batch_of_game(size, (), (0,))


def _other_searches(size: Size) -> None:
    solving = TreeSearch(_Uniform(), size, SearchParameters(solver_points=MOST_POINTS, solver_steps=1))
    solving.set_position(_solvable(size))
    solving.run(8)
    playouts = PlayoutSearch(size, SearchParameters(rule=UCB1))
    playouts.set_position(Position.empty(size))
    playouts.run(2)


def _planes(size: Size) -> None:
    positions = position_batch([Position.empty(size)])
    for encode, count in (
        (planes.encode_paper, planes.PAPER_PLANES),
        (planes.encode_agz, planes.AGZ_PLANES),
        (planes.encode_buwei, planes.BUWEI_PLANES),
        (planes.encode_liberties, planes.LIBERTIES_PLANES),
    ):
        encode(positions, 1, np.empty((1, count, size.rows, size.cols), np.float32))


def _network() -> None:
    """Compile networks' arithmetic. torch makes the network; nothing else here needs it, so it is imported only now."""
    import torch

    from ai.arithmetic.winograd.trunk import LearningTrunk
    from ai.evaluator import Backend, NetworkEvaluator
    from ai.networks import build, describe
    from ai.networks.buwei import BuweiNetwork

    learns = build("b1c8", Size())
    assert isinstance(learns, BuweiNetwork)
    trunk = LearningTrunk(learns, Size(), most=1)
    planes = np.zeros((1, describe("b1c8").input_planes, Size().rows, Size().cols), np.float32)
    trunk.backward(torch.ones_like(trunk.forward(planes)))
    for backend in (Backend.WINOGRAD, *([Backend.AMX] if amx.is_available() else [])):
        evaluator = NetworkEvaluator(build("b1c8", Size()), Size(), backend, largest_batch=1)
        evaluator.evaluate(position_batch([Position.empty()]), 1)


def _solver(size: Size) -> None:
    with contextlib.suppress(Interrupted):
        Solver(_solvable(size), 1).winning_move(go_on=lambda: False)
    Solver(_solvable(size, FEW_POINTS), 1).line()


def _solvable(size: Size, points: int = MOST_POINTS) -> Position:
    """A position with at most ``points`` left to play on; with as many as the solver takes it is far from its end."""
    position = Position.empty(size)
    while playable_points(position).size > points:
        position = position.play(position.legal_moves()[0])
    return position


def _rave(size: Size) -> None:
    for parameters in PRESETS.values():
        search = RaveSearch(size, replace(parameters, largest_tree=64))
        search.set_position(Position.empty(size))
        search.run(400)
        search.set_position(Position.empty(size).play(search.decision().candidates[0].point))
        search.run(40)


def _features(size: Size) -> None:
    state_of(Position.empty(size))
    choices_of(Position.empty(size))


def _alphabeta(size: Size) -> None:
    search = AlphaBeta(size, by_mobility(), entries=8)
    search.set_position(Position.empty(size))
    search.run(1, lambda nodes: 2)

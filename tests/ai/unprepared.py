"""Prints the kernels that Python calls in games, self-play and solving although ``ai.prepare`` has not called them with the same types, and how many
arrays they have made that nobody has freed. Needs numba's statistics, ``NUMBA_NRT_STATS=1``.

Where a player's text is given, those that it calls in a game although its own ``prepare`` has not."""

import gc
import sys

import numpy as np
from numba.core.dispatcher import Dispatcher
from numba.core.runtime.nrt import rtsys

from ai.players import PLAYER_KINDS, make_player
from ai.prepare import prepare
from ai.search.parallel import ParallelSearch
from ai.search.parameters import SearchParameters
from ai.search.playout_search import PlayoutSearch
from ai.search.tree_search import TreeSearch
from ai.solver.solver import Solver, playable_points
from ai.training.config import RunConfig
from ai.training.self_play import SelfPlay
from core.match import play_match
from core.openings import random_opening
from core.position import Position, Size
from tests.ai.fakes import Uniform

OPTIONS = {
    "zero": (":simulations=150", ":seconds=0.02", ":simulations=150,threads=2"),
    "policy": ("", ":temperature=1"),
    "rave": (":playouts=300", ":playouts=300,preset=wa2", ":playouts=300,threads=2"),
    "uct": (":playouts=300",),
    "alphabeta": (":nodes=2000",),
}
"""What makes players of a kind quick, and more of their code run."""
SELF_PLAY = (
    {},
    {"solved_points": 20},
    {"considered_moves": 8},
    {"forced_playouts": 2.0},
)
OPENING_MOVES = 24
"""Of games in which nothing else happens in the beginning than later."""
TINY = {"network": "b1c4", "board": "9x9", "parallel_games": 4, "simulations": 16}


def known_types() -> dict[str, int]:
    """With how many lists of types each compiled function of Buwei's can be called."""
    return {
        f"{thing.py_func.__module__}.{thing.py_func.__name__}": len(thing.signatures)
        for thing in gc.get_objects()
        if isinstance(thing, Dispatcher) and str(thing.py_func.__module__).startswith(("ai.", "core."))
    }


def arrays_left() -> int:
    """How many arrays compiled code has made that are still there."""
    gc.collect()
    counted = rtsys.get_allocation_stats()
    return counted.alloc - counted.free


def play_games() -> None:
    for kind in sorted(name for name, kind in PLAYER_KINDS.items() if not kind.is_external):
        for options in OPTIONS.get(kind, ("",)):
            match = play_match(make_player(kind + options), make_player("random:seed=1"))
            if match.error is not None:
                raise match.error


def play_prepared(text: str) -> None:
    """The later part of a game of a player that is prepared, against one by chance."""
    player = make_player(text)
    player.prepare(Size())
    opening = random_opening(Size(), OPENING_MOVES, np.random.default_rng(1)).moves
    before = known_types()
    match = play_match(player, make_player("random:seed=1"), opening=opening)
    if match.error is not None:
        raise match.error
    tell_new(before)


def tell_new(before: dict[str, int]) -> None:
    for name, types in sorted(known_types().items()):
        if types > before.get(name, 0):
            print(name)


def search_in_full_trees() -> None:
    parameters = SearchParameters(largest_tree=2100)
    for search in (
        TreeSearch(Uniform(), Size(), parameters),
        ParallelSearch([Uniform(), Uniform()], Size(), parameters),
        PlayoutSearch(Size(), parameters),
    ):
        search.set_position(Position.empty())
        search.run(5000)
        assert search.visits() == 5000


def play_itself() -> None:
    for settings in SELF_PLAY:
        player = SelfPlay(Uniform(), RunConfig(**{**TINY, **settings}), seed=1)
        while not player.step():
            pass


def solve() -> None:
    position = Position.empty()
    while playable_points(position).size > 20:
        position = position.play(position.legal_moves()[0])
    Solver(position, 1).winning_move()


def play_all() -> None:
    for _ in prepare():
        pass
    before = known_types()
    left_before = arrays_left()
    play_games()
    search_in_full_trees()
    play_itself()
    solve()
    tell_new(before)
    if arrays_left() > left_before:
        print(f"{arrays_left() - left_before} arrays")


if __name__ == "__main__":
    if len(sys.argv) > 1:
        play_prepared(sys.argv[1])
    else:
        play_all()

"""What it costs that a tree has to forget: the flagship with little room in its tree against itself with all the room that it wants, or with as
little and a search that ends when that is full.

Run with: python -m tests.benchmarks.full_trees [--against room|end] [--nodes N] [--simulations N] [--games N] [--seed S]
Openings are six random moves, played from both sides.
"""

import argparse
from collections.abc import Sequence

import numpy as np

from ai.bench.networks import make_evaluator
from ai.elo import wilson
from ai.search.parameters import SearchParameters
from ai.search.tree_search import TreeSearch
from core.openings import random_opening
from core.position import Position

OPENING_MOVES = 6
LARGEST_BATCH = 32


class EndingSearch(TreeSearch):
    """A search that ends when its tree is full."""

    def _make_room(self, trees: Sequence[int] | np.ndarray = (0,)) -> bool:
        return self._grow()


def wins(player: TreeSearch, opponent: TreeSearch, opening: Position, simulations: int) -> bool:
    """Whether ``player``, who is to move in ``opening``, wins."""
    for each in (player, opponent):
        each.forget()
    position, to_move = opening, player
    while not position.is_over:
        to_move.set_position(position)
        to_move.run(simulations)
        point = to_move.best_point()
        assert point is not None
        position = position.play(point)
        to_move = opponent if to_move is player else player
    return to_move is opponent


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--against", choices=("room", "end"), default="room")
    parser.add_argument("--nodes", type=int, default=200, help="room in a tree (default: %(default)s)")
    parser.add_argument("--simulations", type=int, default=1600, help="a move (default: %(default)s)")
    parser.add_argument("--games", type=int, default=100, help="an even number (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    evaluator, random = make_evaluator("flagship", LARGEST_BATCH), np.random.default_rng(options.seed)
    little = SearchParameters(largest_tree=options.nodes)
    player = TreeSearch(evaluator, evaluator.size, little, nodes=options.nodes)
    opponent = (
        TreeSearch(evaluator, evaluator.size)
        if options.against == "room"
        else EndingSearch(evaluator, evaluator.size, little, nodes=options.nodes)
    )
    won = games = 0
    while games < options.games:
        opening = random_opening(evaluator.size, OPENING_MOVES, random)
        won += wins(player, opponent, opening, options.simulations)
        won += not wins(opponent, player, opening, options.simulations)
        games += 2
        low, high = wilson(won, games)
        print(f"{won} of {games} won ({low:.1%} to {high:.1%})", flush=True)


if __name__ == "__main__":
    main()

"""How often a player that has lost is saved by its opponent's mistakes: late positions that the solver says are lost, played to their end.

Run with: python -m tests.benchmarks.lost_positions PLAYER OPPONENT [--games N] [--seed S]
For example: python -m tests.benchmarks.lost_positions zero:simulations=100 uct:playouts=2000
The positions come from games of `zero` with few simulations against itself, after eight random moves; 17 to 24 points may still be played on.
"""

import argparse
from collections.abc import Iterator
from itertools import islice

import numpy as np

from ai.elo import wilson
from ai.players import AiPlayer, make_player
from ai.solver.solver import Solver, playable_points
from core.openings import random_opening
from core.player import Limit
from core.position import Position, Size

OPENING_MOVES = 8
POINTS = range(17, 25)
MEGABYTES = 64


def lost_positions(seed: int) -> Iterator[Position]:
    """For each game the first position that the side to move has lost, if there is one with as many points as are asked for."""
    player, random = make_player("zero:simulations=24"), np.random.default_rng(seed)
    while True:
        position = random_opening(Size(), OPENING_MOVES, random)
        while (points := playable_points(position).size) >= POINTS.start:
            if points in POINTS and Solver(position, MEGABYTES).winning_move() is None:
                yield position
                break
            position = _after_choice(player, position)


def is_saved(player: AiPlayer, opponent: AiPlayer, position: Position) -> bool:
    """Whether ``player``, who is to move, wins."""
    color = position.to_move
    for each in (player, opponent):
        each.forget()
    while not position.is_over:
        position = _after_choice(player if position.to_move is color else opponent, position)
    return position.to_move is not color


def _after_choice(player: AiPlayer, position: Position) -> Position:
    point = player.choose(position, Limit()).point
    assert point is not None
    return position.play(point)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("player", help="who has lost")
    parser.add_argument("opponent")
    parser.add_argument("--games", type=int, default=200, metavar="N")
    parser.add_argument("--seed", type=int, default=0, help="of the random moves")
    arguments = parser.parse_args()
    player, opponent = make_player(arguments.player), make_player(arguments.opponent)
    for each in (player, opponent):
        each.prepare(Size())
    results: list[bool] = []
    for position in islice(lost_positions(arguments.seed), arguments.games):
        results.append(is_saved(player, opponent, position))
        if len(results) % 20 == 0:
            print(f"{sum(results)} of {len(results)}", flush=True)
    low, high = wilson(sum(results), len(results))
    print(f"{sum(results)} of {len(results)} games won ({low:.1%} to {high:.1%})")


if __name__ == "__main__":
    main()

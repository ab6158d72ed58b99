"""Makes the problems that come with the program: late positions of games between players of several strengths, each proven.

Run with: python -m tests.benchmarks.make_problems FILE [--games N] [--each N] [--seed S]
docs/methods/problems.md tells which positions are taken and what the grades mean. On the same machine the same seed gives the same file.
"""

import argparse
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path

import numpy as np

from ai import checkpoint
from ai.evaluator import NetworkEvaluator
from ai.players import AiPlayer, make_player
from ai.search.positions import position_batch
from ai.shipped_networks import NETWORKS
from ai.solver.solver import Solver, playable_points
from core import problems
from core.openings import random_opening
from core.player import Limit
from core.position import Position, Size
from core.problems import GRADES, Problem
from core.symmetry import symmetries

PLAYERS = (
    "policy:net=generation-08,temperature=0.5",
    "policy:net=generation-25,temperature=0.5",
    "policy:net=generation-131,temperature=0.5",
    "policy:temperature=1",
    "zero:simulations=24,temperature=0.5,temperature_moves=14",
)
OPENING_MOVES = 4
ENDINGS = 4
"""How often a game is played on from its first late position."""
MOST_POINTS = 7, 9, 12, 16, 22
"""Most points that may still be played on in a problem of each grade."""
POINTS = range(4, MOST_POINTS[-1] + 1)
"""How many points may still be played on."""
MEGABYTES = 64
MOST_WINNING = 2
"""Most winning moves of a problem of the first grade; others have one."""
LEAST_DIFFERENCE = 24
"""Least points in which two problems differ, however one is turned or mirrored."""


@dataclass(frozen=True)
class Candidate:
    """A position that may become a problem, and in which game it came about."""

    game: int
    problem: Problem
    found: float = 0.0
    """The share of looks that find a winning move."""


def candidates(games: int, seed: int) -> Iterator[Candidate]:
    """The suitable positions of ``games`` games."""
    random = np.random.default_rng(seed)
    players = [make_player(f"{text},seed={seed + place}") for place, text in enumerate(PLAYERS)]
    for player in players:
        player.prepare(Size())
    for game in range(games):
        start = _late_position(players, random)
        if start is None:
            continue
        solver = Solver(start, MEGABYTES)  # remembers for the later positions what it found of the first
        endings = (_play(players, start, random) for _ in range(ENDINGS))
        for position in dict.fromkeys(chain.from_iterable(endings)):
            problem = _suitable(solver, position)
            if problem is not None:
                yield Candidate(game, problem)


def _late_position(players: list[AiPlayer], random: np.random.Generator) -> Position | None:
    """The first position of a game that has few enough points; ``None`` if it ends before."""
    game = _play(players, random_opening(Size(), OPENING_MOVES, random), random)
    late = next((position for position in game if playable_points(position).size < POINTS.stop), None)
    return late if late is not None and playable_points(late).size in POINTS else None


def _play(players: list[AiPlayer], start: Position, random: np.random.Generator) -> Iterator[Position]:
    """The positions from ``start`` on of a game between two of ``players``, drawn by lot, as long as there are enough points."""
    sides = [players[place] for place in random.integers(len(players), size=2)]
    for player in sides:
        player.forget()
    position = start
    while playable_points(position).size >= POINTS.start and not position.is_over:
        yield position
        point = sides[position.to_move.index].choose(position, Limit()).point
        assert point is not None
        position = position.play(point)


def _suitable(solver: Solver, position: Position) -> Problem | None:
    """The problem that ``position`` makes; ``None`` if it makes none."""
    moves, private = set(position.legal_moves()), set(position.private_points(position.to_move))
    if not private or moves == private or is_symmetric(position):
        return None
    grade = grade_of(position)
    most = MOST_WINNING if grade == GRADES[0] else 1
    winning: list[int] = []
    for move in sorted(moves) if solver.winning_move(position) is not None else ():
        if solver.winning_move(position.play(move)) is None:
            winning.append(move)
        if len(winning) > most:
            return None
    losing = moves - set(winning)
    if not (winning and losing & private and losing - private):
        return None
    lines = {move: (move, *solver.line(position=position.play(move))) for move in winning}
    lines |= {move: (move, _refutation(solver, position.play(move), winning)) for move in losing}
    return Problem(Position.from_stones(position.stones), grade, tuple(winning), lines)


def grade_of(position: Position) -> int:
    """By how many points may still be played on, which is how far one has to count."""
    return GRADES[bisect_left(MOST_POINTS, playable_points(position).size)]


def _refutation(solver: Solver, position: Position, hidden: Sequence[int]) -> int:
    """A move that wins ``position``; one of ``hidden``, which would tell the answer, only if no other does."""
    first = solver.winning_move(position)
    assert first is not None
    if first not in hidden:
        return first
    others = (move for move in position.legal_moves() if move not in hidden)
    return next((move for move in others if solver.winning_move(position.play(move)) is None), first)


def images_of(position: Position) -> np.ndarray:
    """``uint8[8, P]``: the stones, turned and mirrored."""
    return position.stones.reshape(-1)[symmetries(position.size)]


def is_symmetric(position: Position) -> bool:
    images = images_of(position)
    return bool((images[1:] == images[0]).all(axis=1).any())


# --- order ---------------------------------------------------------------------------------------------------------


def share_found(asked: list[Problem]) -> np.ndarray:
    """``float64[len(asked)]``: the share of looks by which each is found. A look is what a shipped network thinks best at first sight, in the
    position or one of its images; it knows no search and no solver."""
    turned = [_turned(problem.position) for problem in asked]
    found = np.zeros(len(asked))
    networks = sorted(NETWORKS.glob("*.safetensors"))
    for path in networks:
        network, info = checkpoint.load(path)
        evaluator = NetworkEvaluator(network, info.size, largest_batch=len(symmetries(Size())))
        looks = (_looks(evaluator, images, problem) for images, problem in zip(turned, asked, strict=True))
        found += [look.sum() for look in looks]
    return found / (len(networks) * len(symmetries(Size())))


def _turned(position: Position) -> list[Position]:
    """The images as positions, each with the side to move of ``position``."""
    shape = position.stones.shape
    return [Position.sketch(image.reshape(shape), position.to_move) for image in images_of(position)]


def _looks(evaluator: NetworkEvaluator, images: list[Position], problem: Problem) -> np.ndarray:
    """``bool[8]``: which looks find a winning move."""
    logits, _ = evaluator.evaluate(position_batch(images), len(images))
    legal = np.array([image.legal_mask() for image in images])
    favourites = np.where(legal, logits[: len(images)], -np.inf).argmax(axis=1)
    table = symmetries(problem.position.size)
    return np.isin(table[np.arange(len(table)), favourites], problem.winning_moves)


# --- choosing ------------------------------------------------------------------------------------------------------


def chosen(found: list[Candidate], each: int) -> list[Problem]:
    """At most ``each`` problems of every grade, half of them with Black to move, of every game at most one; the easiest first."""
    kept: list[Candidate] = []
    room: Counter[tuple[int, int]] = Counter()
    # of a game's positions the hardest first, which are fewest
    for one in sorted(found, key=lambda one: -one.problem.grade):
        kind = one.problem.grade, one.problem.position.to_move.index
        if room[kind] < each // 2 and all(_differs(one, other) for other in kept):
            room[kind] += 1
            kept.append(one)
    kept.sort(key=lambda one: (one.problem.grade, -one.found))
    return [one.problem for one in kept]


def _differs(one: Candidate, other: Candidate) -> bool:
    if one.game == other.game:
        return False
    stones = other.problem.position.stones.reshape(-1)
    return bool(((images_of(one.problem.position) != stones).sum(axis=1) >= LEAST_DIFFERENCE).all())


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("file", type=Path)
    parser.add_argument("--games", type=int, default=600, metavar="N")
    parser.add_argument("--each", type=int, default=16, metavar="N", help="most problems of a grade")
    parser.add_argument("--seed", type=int, default=0, metavar="S")
    arguments = parser.parse_args()
    found = []
    for one in candidates(arguments.games, arguments.seed):
        found.append(one)
        if len(found) % 20 == 0:
            print(f"{len(found)} positions in {one.game + 1} games", flush=True)
    shares = share_found([one.problem for one in found])
    print("found by tenths of looks:", *np.histogram(shares, 10, (0, 1))[0])
    asked = [replace(one, found=float(share)) for one, share in zip(found, shares, strict=True)]
    kept = chosen(asked, arguments.each)
    arguments.file.write_bytes(problems.write(kept))
    print("problems by grade:", dict(sorted(Counter(problem.grade for problem in kept).items())))


if __name__ == "__main__":
    main()

"""How near networks come to deep searches: the divergence of a search's policy from each network's, and the squared error of its value.

Run with: python -m tests.benchmarks.deep_targets FILE NET NET...
FILE keeps the positions and what was found; it is made, by searches with the first network, if it isn't there. The positions come from games that
this network's policy plays, before few points are left. Where two networks of one run win half of their games each, this tells them apart: the same
positions are put to both, so the error of their difference is small. It favours networks like the one that searched.
"""

import argparse
import dataclasses
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import torch

from ai import checkpoint
from ai.evaluator import NetworkEvaluator
from ai.players import find_network, make_player
from ai.search.parameters import SearchParameters
from ai.search.positions import position_batch
from ai.search.tree_search import TreeSearch
from ai.solver.solver import playable_points
from core.openings import random_opening
from core.player import Limit
from core.position import Position, Size

TREES = 64
OPENING_MOVES = 4
FEWEST_POINTS = 24
"""With fewer playable points the solver soon knows."""
OF_A_GAME = 8
"""Positions at the most, since those of one game are alike."""
TEMPERATURE = 0.5


@dataclasses.dataclass(frozen=True)
class Targets:
    """``n`` positions and what deep searches say of them."""

    moves: np.ndarray
    """``int16[n, P]``: the moves that lead there, then -1."""
    policy: np.ndarray
    """``float32[n, P]``: shares of visits."""
    value: np.ndarray
    """``float32[n]``: to the side to move."""

    def positions(self) -> list[Position]:
        return [Position.empty().play_all(int(point) for point in line if point >= 0) for line in self.moves]


def evaluator_of(net: str, batch: int) -> NetworkEvaluator:
    network, info = checkpoint.load(find_network(net))
    return NetworkEvaluator(network, info.size, largest_batch=batch)


def positions_of(net: str, count: int) -> Iterator[Position]:
    random = np.random.default_rng(1)
    player = make_player(f"policy:net={net},temperature={TEMPERATURE},seed=1")
    found = 0
    while found < count:
        position = random_opening(Size(), OPENING_MOVES, random)
        game = []
        while not position.is_over and playable_points(position).size >= FEWEST_POINTS:
            game.append(position)
            point = player.choose(position, Limit()).point
            assert point is not None
            position = position.play(point)
        chosen = random.permutation(len(game))[: min(OF_A_GAME, count - found)]
        found += len(chosen)
        yield from (game[number] for number in chosen)


def make(path: Path, net: str, count: int, simulations: int) -> None:
    parameters = SearchParameters(largest_batch=TREES)
    search = TreeSearch(evaluator_of(net, TREES), Size(), parameters, trees=TREES, nodes=2 * simulations)
    positions = list(positions_of(net, count))
    moves = np.full((count, Size().points), -1, np.int16)
    policy = np.zeros((count, Size().points), np.float32)
    value = np.zeros(count, np.float32)
    for first in range(0, count, TREES):
        some = positions[first : first + TREES]
        for tree, position in enumerate(some):
            search.set_position(position, tree)
        search.run(simulations, range(len(some)))
        for tree, position in enumerate(some):
            moves[first + tree, : position.ply] = position.moves
            edges = search.edges(tree)
            weights = np.where(edges["proof"] < 0, 0, edges["visits"])
            policy[first + tree, edges["point"]] = weights / max(weights.sum(), 1)
            value[first + tree] = search.root_value(tree)
        print(f"{first + len(some)} of {count} positions searched", flush=True)
    kept = policy.sum(1) > 0  # else every move was proven to lose
    with path.open("wb") as file:  # numpy would add .npz to another name
        np.savez_compressed(file, moves=moves[kept], policy=policy[kept], value=value[kept])


def judge(targets: Targets, net: str) -> tuple[np.ndarray, np.ndarray]:
    """Of each position the divergence of the search's policy from the network's, in nats, and the squared error of the value."""
    positions = targets.positions()
    evaluator = evaluator_of(net, len(positions))
    logits, values = evaluator.evaluate(position_batch(positions), len(positions))
    legal = np.array([position.legal_mask() for position in positions])
    logits = np.where(legal, logits[: len(positions)].astype(np.float64), -np.inf)
    logits -= logits.max(1, keepdims=True)
    log_policy = logits - np.log(np.exp(logits).sum(1, keepdims=True))
    with np.errstate(divide="ignore", invalid="ignore"):
        shares = np.where(targets.policy > 0, targets.policy * (np.log(targets.policy) - log_policy), 0)
    return shares.sum(1), (values[: len(positions)] - targets.value) ** 2


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("nets", nargs="+", metavar="NET")
    parser.add_argument("--positions", type=int, default=4096)
    parser.add_argument("--simulations", type=int, default=3200)
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    if not arguments.file.exists():
        make(arguments.file, arguments.nets[0], arguments.positions, arguments.simulations)
    with np.load(arguments.file) as data:
        targets = Targets(data["moves"], data["policy"], data["value"])
    first = judge(targets, arguments.nets[0])
    for net in arguments.nets:
        told = [net]
        for name, mine, other in zip(("policy", "value"), judge(targets, net), first, strict=True):
            difference = mine - other
            error = 1.96 * difference.std() / np.sqrt(len(difference))
            told.append(f"{name} {mine.mean():.4f} ({difference.mean():+.4f} ± {error:.4f})")
        print("  ".join(told), flush=True)


if __name__ == "__main__":
    main()

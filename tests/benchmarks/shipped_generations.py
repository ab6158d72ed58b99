"""How strong the generations of the flagship that come with the program are: each plays, as at the gate, against those shipped before it.

Run with: python -m tests.benchmarks.shipped_generations [--games N] [--write]
Most generations were never rated while they were trained; with --write the scores go into the flagship's metrics, and the training room draws its
curve from them.
"""

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ai import checkpoint
from ai.evaluator import NetworkEvaluator
from ai.shipped_networks import NETWORKS
from ai.training.config import RunConfig
from ai.training.gate import play_games
from ai.training.shipped_run import ShippedRun
from core.files import write_atomically

OPPONENTS = 2
"""Of the generations shipped before, the latest."""
FIRST_PLAYED = 25
"""The gate's own games rate generations up to here."""


def scores(paths: dict[int, Path], games: int) -> Iterator[tuple[int, int, int]]:
    """A generation, an older one, and how many of ``games`` games the newer one won."""
    config = RunConfig(board="9x9")
    numbers = sorted(paths)
    for index, number in enumerate(numbers):
        if number <= FIRST_PLAYED:
            continue
        for older in numbers[max(0, index - OPPONENTS) : index]:
            new, old = (_evaluator(paths[each], games) for each in (number, older))
            yield number, older, play_games(new, old, config, games, seed=number)[0]


def _evaluator(path: Path, batch: int) -> NetworkEvaluator:
    network, info = checkpoint.load(path)
    return NetworkEvaluator(network, info.size, largest_batch=batch)


def with_scores(
    lines: list[dict[str, Any]], found: dict[int, list[list[int]]], games: int
) -> list[dict[str, Any]]:
    """The metrics with the scores of the generations that played."""
    told = []
    for line in lines:
        played = found.get(line["generation"])
        if played is not None:
            wins = sum(score[1] for score in played)
            line = line | {"gate_wins": wins, "gate_games": games * len(played), "gate_scores": played}
        told.append(line)
    return told


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=200, metavar="N", help="games against each (200)")
    parser.add_argument("--write", action="store_true", help="put the scores into the flagship's metrics")
    arguments = parser.parse_args()
    run = ShippedRun()
    lines = run.read_metrics()
    networks = {line["generation"]: run.checkpoint_of(line) for line in lines}
    paths = {number: path for number, path in networks.items() if path.is_file()}
    found: dict[int, list[list[int]]] = {}
    for number, older, wins in scores(paths, arguments.games):
        print(
            f"generation {number} won {wins} of {arguments.games} games against generation {older}",
            flush=True,
        )
        found.setdefault(number, []).append([older, wins, arguments.games])
    if arguments.write:
        text = "".join(json.dumps(line) + "\n" for line in with_scores(lines, found, arguments.games))
        write_atomically(run.metrics, text.encode())
        print(f"written to {run.metrics.relative_to(NETWORKS)}")


if __name__ == "__main__":
    main()

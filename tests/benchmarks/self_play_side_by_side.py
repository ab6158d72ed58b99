"""Self-play by many processes at once, as a run has them: what a machine gives with so many processes, games side by side and simulations.

They share memory, caches and a graphics card, so one process alone doesn't tell. Run with, for example:
python -m tests.benchmarks.self_play_side_by_side --processes 16 --games 256 --backend CUDA
"""

import argparse
import time
from dataclasses import replace
from multiprocessing import get_context
from multiprocessing.queues import Queue
from multiprocessing.synchronize import Barrier
from pathlib import Path
from typing import NamedTuple

import torch

from ai import checkpoint
from ai.evaluator import Backend, NetworkEvaluator
from ai.players import find_network
from ai.training.presets import OURS
from ai.training.self_play import SelfPlay
from core.machine import usable_cores

PATIENCE = 120.0


class Figures(NamedTuple):
    """Of one process."""

    backend: str
    evaluations: float
    """A second."""
    positions: float
    """To learn from, made in a second."""


def work(seed: int, options: argparse.Namespace, together: Barrier, figures: "Queue[Figures]") -> None:
    torch.set_num_threads(1)
    network, info = checkpoint.load(options.network)
    together.wait(PATIENCE)  # ways to compute are compared while all do so, as in a run
    backend = Backend[options.backend] if options.backend else None
    evaluator = NetworkEvaluator(
        network, info.size, backend, largest_batch=options.games, usual_batch=options.games
    )
    config = replace(
        OURS,
        network=info.architecture,
        first_network="",
        board=str(info.size),
        parallel_games=options.games,
        simulations=options.simulations,
    )
    play = SelfPlay(evaluator, config, seed)
    together.wait(PATIENCE)
    play.step()  # loads what is compiled
    together.wait(PATIENCE)
    evaluations, positions = play.evaluations, play.positions
    seconds = play_for(play, options.seconds)
    figures.put(
        Figures(
            evaluator.backend.value,
            (play.evaluations - evaluations) / seconds,
            (play.positions - positions) / seconds,
        )
    )


def play_for(play: SelfPlay, seconds: float) -> float:
    """For how long it was."""
    started = time.monotonic()
    while time.monotonic() - started < seconds:
        play.step(lambda: time.monotonic() - started < seconds)
    return time.monotonic() - started


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--processes", type=int, default=usable_cores())
    parser.add_argument("--games", type=int, default=64, help="side by side in each process")
    parser.add_argument("--simulations", type=int, default=32)
    parser.add_argument("--backend", choices=[each.name for each in Backend], help="measured if not given")
    parser.add_argument("--network", type=find_network, default=find_network("flagship"))
    parser.add_argument("--seconds", type=float, default=10.0)
    options = parser.parse_args()
    context = get_context("spawn")
    together, figures = context.Barrier(options.processes), context.Queue()
    processes = [
        context.Process(target=work, args=(seed, options, together, figures), daemon=True)
        for seed in range(options.processes)
    ]
    for process in processes:
        process.start()
    all_figures = [figures.get(timeout=2 * PATIENCE + options.seconds) for _ in processes]
    for process in processes:
        process.join()
    print(
        f"{options.processes} processes, {options.games} games each, {options.simulations} simulations, {Path(options.network).stem}, "
        f"{' and '.join({each.backend for each in all_figures})}: {sum(each.evaluations for each in all_figures):,.0f} evaluations/s, "
        f"{sum(each.positions for each in all_figures):,.0f} positions made/s"
    )


if __name__ == "__main__":
    main()

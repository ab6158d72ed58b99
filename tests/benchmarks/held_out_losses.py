"""What a network says of positions that it hasn't learned from: it learns from some of a run's replay, by our recipe or settings that differ from it,
and is asked about those after them.

Run with: python -m tests.benchmarks.held_out_losses --run DIR [--set NAME=VALUE,…] [--seeds N] [--positions N] [--steps N]
Prints a line of JSON a seed: the losses of the mean of the weights, which plays, and of the last ones.
"""

import argparse
import copy
import json
from dataclasses import asdict, replace
from pathlib import Path

import numpy as np
import torch

from ai.networks.common import Network
from ai.training.config import RunConfig, with_settings
from ai.training.learner import Learner, Losses
from ai.training.presets import OURS
from ai.training.replay import Replay
from ai.training.run_folder import RunFolder
from ai.training.samples import Samples

HELD_OUT = 16_384
"""Positions to be asked about."""
BATCH = 1024


def learned(config: RunConfig, samples: Samples, steps: int) -> Learner:
    """After so many ``steps`` on batches drawn from ``samples`` as a run draws them."""
    learner, random = Learner(config, torch.device("cpu"), threads=1), np.random.default_rng(config.seed)
    draw = np.cumsum(1 + config.surprise_weight * (samples.surprise.astype(np.float64) - 1))
    for _ in range(steps):
        index = np.searchsorted(draw, random.random(config.batch) * draw[-1], side="right")
        learner.learn(samples.take(index), random)
    return learner


@torch.no_grad()
def losses(learner: Learner, network: Network, samples: Samples) -> dict[str, float]:
    """Means over ``samples``."""
    grading = learner._grading(copy.deepcopy(network)).eval()
    parts = [
        samples.take(np.arange(first, min(first + BATCH, len(samples))))
        for first in range(0, len(samples), BATCH)
    ]
    told = np.array([grading(*learner.batch_of(part))[1].numpy()[1:] for part in parts])
    means = np.average(told, axis=0, weights=[len(part) for part in parts])
    return {name: round(value, 4) for name, value in asdict(Losses(*means.tolist())).items()}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--run", required=True, type=Path, metavar="DIR", help="whose replay is learned from")
    parser.add_argument(
        "--set", default="network=b2c24-liberties", metavar="NAME=VALUE,…", help="(network=b2c24-liberties)"
    )
    parser.add_argument("--seeds", type=int, default=5, metavar="N", help="(5)")
    parser.add_argument("--positions", type=int, default=80_000, metavar="N", help="to learn from (80,000)")
    parser.add_argument("--steps", type=int, default=2500, metavar="N", help="of learning (2,500)")
    options = parser.parse_args()
    torch.set_num_threads(1)
    config = with_settings(OURS, options.set.split(","))
    replay = Replay(RunFolder(options.run).replay, 10**9, config.size.points).all()
    known = replay.take(np.arange(options.positions))
    unknown = replay.take(np.arange(options.positions, min(options.positions + HELD_OUT, len(replay))))
    for seed in range(1, options.seeds + 1):
        learner = learned(replace(config, seed=seed), known, options.steps)
        told = {
            "mean": losses(learner, learner.network, unknown),
            "last": losses(learner, learner._network, unknown),
        }
        print(json.dumps({"settings": options.set, "seed": seed, **told}), flush=True)


if __name__ == "__main__":
    main()

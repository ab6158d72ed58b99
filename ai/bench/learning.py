"""Speed of learning with all that the machine has, against learning with less."""

from collections.abc import Iterator

import numpy as np
import torch

from ai.bench.measuring import Line, best_in_turn, cores_text, line, per_second
from ai.checkpoint import read_info
from ai.devices import best_device
from ai.players import find_network
from ai.search.positions import position_batch
from ai.training.config import RunConfig
from ai.training.learner import Learner
from ai.training.samples import Samples, samples_of_game
from core.machine import usable_cores
from core.position import Position

LEARNED_BATCH = 256


def learner(network: str) -> Iterator[Line]:
    """Learning with all cores against one core, or with a graphics card, where there is one, against all cores."""
    info = read_info(find_network(network))
    positions = [Position.empty(info.size)]
    while not positions[-1].is_over:
        positions.append(positions[-1].play(positions[-1].legal_moves()[0]))
    *learned, _ = positions
    policies = [position.legal_mask() / np.count_nonzero(position.legal_mask()) for position in learned]
    game = samples_of_game(position_batch(positions), policies, [0.0] * len(learned), [0.0] * len(learned))
    samples = Samples.join([game] * (LEARNED_BATCH // len(game) + 1)).take(np.arange(LEARNED_BATCH))
    random = np.random.default_rng(1)

    def speed(workers: int, device: str) -> float:
        config = RunConfig(
            network=info.architecture, board=str(info.size), workers=workers, batch=LEARNED_BATCH
        )
        learner = Learner(config, torch.device(device))
        torch.set_num_threads(learner.threads_each)
        learner.learn(samples, random)

        def learn() -> int:
            learner.learn(samples, random)
            return LEARNED_BATCH

        return per_second(learn)

    cores, device = usable_cores(), best_device().type
    together = cores_text(cores)
    on, than, fewer = (together, "one core", 1) if device == "cpu" else ("the graphics card", together, cores)
    ours, others = best_in_turn(lambda: speed(cores, device), lambda: speed(fewer, "cpu"))
    yield line(
        "learner",
        ours,
        f"positions/s on {on}",
        f"the same on {than}",
        others,
        network=info.architecture,
        batch=LEARNED_BATCH,
    )

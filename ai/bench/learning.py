"""Speed of learning: with all that the machine has, against learning with less, and by code of ours, against torch."""

from collections.abc import Iterator

import numpy as np
import torch

from ai.arithmetic.winograd.trunk import can_learn
from ai.bench.measuring import Line, best_in_turn, cores_text, line, per_second
from ai.checkpoint import CheckpointInfo, read_info
from ai.devices import best_device, bfloat16_is_fast
from ai.networks import build
from ai.networks.buwei import BuweiNetwork
from ai.players import find_network
from ai.search.positions import position_batch
from ai.training.config import RunConfig
from ai.training.gradients import Grading, TracedGrading, WinogradGradients
from ai.training.learner import Learner
from ai.training.samples import Samples, samples_of_game
from core.machine import usable_cores
from core.position import Position

LEARNED_BATCH, SMALL_BATCH = 256, 64


def learner(network: str) -> Iterator[Line]:
    """Learning with all cores against one core, or with a graphics card, where there is one, against all cores. Then gradients on one core by code of
    ours against torch, where they can be computed so."""
    info = read_info(find_network(network))
    samples = _samples(info, LEARNED_BATCH)
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
    yield from _gradients(info)


def _gradients(info: CheckpointInfo) -> Iterator[Line]:
    torch.set_num_threads(1)
    config = RunConfig(network=info.architecture, board=str(info.size), workers=1, batch=SMALL_BATCH)
    network = build(info.architecture, info.size).train().to(memory_format=torch.channels_last)  # type: ignore[call-overload]
    if not isinstance(network, BuweiNetwork) or not can_learn(network):
        return
    processor = torch.device("cpu")
    bfloat16 = bfloat16_is_fast(processor)
    batch = Learner(config, processor).batch_of(_samples(info, SMALL_BATCH))

    def speed(grader: WinogradGradients | TracedGrading) -> float:
        def compute() -> int:
            grader.compute(batch, 1.0)
            return SMALL_BATCH

        compute()
        return per_second(compute)

    ours = WinogradGradients(network, config)
    layers = TracedGrading(Grading(network, config, bfloat16))
    figure, baseline = best_in_turn(lambda: speed(ours), lambda: speed(layers))
    yield line(
        "learner_gradients",
        figure,
        "positions/s on one core",
        f"torch on one core in {'bfloat16' if bfloat16 else 'single precision'}",
        baseline,
        network=info.architecture,
        batch=SMALL_BATCH,
    )


def _samples(info: CheckpointInfo, count: int) -> Samples:
    """Positions of one game, again and again."""
    positions = [Position.empty(info.size)]
    while not positions[-1].is_over:
        positions.append(positions[-1].play(positions[-1].legal_moves()[0]))
    *learned, _ = positions
    policies = [position.legal_mask() / np.count_nonzero(position.legal_mask()) for position in learned]
    game = samples_of_game(position_batch(positions), policies, [0.0] * len(learned), [0.0] * len(learned))
    return Samples.join([game] * (count // len(game) + 1)).take(np.arange(count))

"""Networks: how many positions a second their evaluators evaluate, and how near that is to what the machine can multiply."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import torch
from torch.utils.flop_counter import FlopCounterMode

from ai import checkpoint
from ai.bench.measuring import Line, best_in_turn, cores_text, line, per_second
from ai.devices import best_device
from ai.evaluator import Backend, NetworkEvaluator
from ai.players import find_network
from ai.search.forest import PositionBatch
from ai.search.positions import position_batch
from core.machine import usable_cores
from core.openings import random_opening
from core.position import Size

ARITHMETIC_BATCHES = (32, 64, 128)
CARDS_BATCHES = (256, 512, 1024, 2048)
MATRIX = 2048


def make_evaluator(network: str, batch: int, backend: Backend | None = None) -> NetworkEvaluator:
    """An evaluator ready for batches of ``batch`` positions, on one core."""
    torch.set_num_threads(1)
    weights, info = checkpoint.load(find_network(network))
    evaluator = NetworkEvaluator(weights, info.size, backend, largest_batch=batch, usual_batch=batch)
    evaluator.prepare(batch)
    return evaluator


def batch_of_all_stages(size: Size, batch: int, seed: int = 1) -> PositionBatch:
    """``batch`` positions of games in all stages, because planes of liberties take longer where there are blocks."""
    random = np.random.default_rng(seed)
    plies = random.integers(size.points * 2 // 3, size=batch)
    return position_batch([random_opening(size, int(number), random) for number in plies])


def bare_speed(evaluator: NetworkEvaluator, batch: int) -> float:
    """Positions a second of the evaluator alone."""
    positions = batch_of_all_stages(evaluator.size, batch)
    evaluator.evaluate(positions, batch)

    def evaluate() -> int:
        evaluator.evaluate(positions, batch)
        return batch

    return per_second(evaluate)


def unit_of(evaluator: NetworkEvaluator) -> str:
    """The unit of the evaluator's speed, with the place where it computes."""
    return f"positions/s on {'the graphics card' if evaluator.backend is Backend.CUDA else 'one core'}"


def evaluators(network: str) -> Iterator[Line]:
    """The evaluator with its fastest backend against plain torch, and on the graphics card, if there is one."""
    for batch in (1, 64):
        yield _against_plain_torch(f"evaluator_batch_{batch}", make_evaluator(network, batch), network, batch)
    if best_device().type != "cuda":
        return
    for batch in CARDS_BATCHES:
        card = make_evaluator(network, batch, backend=Backend.CUDA)
        yield _against_plain_torch(f"evaluator_on_card_batch_{batch}", card, network, batch)


def _against_plain_torch(name: str, evaluator: NetworkEvaluator, network: str, batch: int) -> Line:
    plain = make_evaluator(network, batch, backend=Backend.EAGER)
    ours, eager = best_in_turn(lambda: bare_speed(evaluator, batch), lambda: bare_speed(plain, batch))
    return line(
        name,
        ours,
        unit_of(evaluator),
        "plain torch in single precision on one core",
        eager,
        network=evaluator.description.name,
        backend=evaluator.backend.value,
    )


def arithmetic(network: str) -> Iterator[Line]:
    """Multiplications and additions of the network's layers that the evaluator does in a second at its best batch size, against those of a large
    matrix product in the same number format; on one core, and on all with an evaluator each. In single precision, in bfloat16 where the processor has
    that, and on a graphics card where there is one."""
    choices = make_evaluator(network, 1).choices
    backends = [backend for backend in choices if backend is not Backend.EAGER]
    for backend in backends:
        card = backend is Backend.CUDA
        batches = CARDS_BATCHES if card else ARITHMETIC_BATCHES
        evaluators = {batch: make_evaluator(network, batch, backend=backend) for batch in batches}
        batch = max(evaluators, key=lambda size: bare_speed(evaluators[size], size))
        for cores in sorted({1} if card else {1, usable_cores()}):
            others = [make_evaluator(network, batch, backend=backend) for _ in range(cores - 1)]
            yield _arithmetic_line(network, [evaluators[batch], *others], batch)


def _arithmetic_line(network: str, team: list[NetworkEvaluator], batch: int) -> Line:
    """The speed of the evaluators of ``team`` together, each on a core of its own."""
    operations, cores = _operations(network), len(team)
    number_format, device = _computes_in(team[0].backend)
    with ThreadPoolExecutor(cores) as pool:
        ours, product = best_in_turn(
            lambda: operations * sum(pool.map(lambda evaluator: bare_speed(evaluator, batch), team)),
            lambda: _matrix_product(number_format, device, cores),
        )
    where = "the graphics card" if device == "cuda" else cores_text(cores)
    return line(
        "arithmetic",
        ours / 1e6,
        f"million operations/s on {where}",
        f"a product of two {MATRIX}x{MATRIX} matrices",
        product / 1e6,
        network=team[0].description.name,
        batch=batch,
        backend=team[0].backend.value,
    )


def _computes_in(backend: Backend) -> tuple[torch.dtype, str]:
    """The number format in which a backend computes, and the device."""
    return {
        Backend.AMX: (torch.bfloat16, "cpu"),
        Backend.TRACED_BF16: (torch.bfloat16, "cpu"),
        Backend.CUDA: (torch.float16, "cuda"),
    }.get(backend, (torch.float32, "cpu"))


def _operations(network: str) -> int:
    """Multiplications and additions of the network's convolutions and matrix products for one position."""
    weights, info = checkpoint.load(find_network(network))
    planes = torch.zeros(1, info.description.input_planes, info.size.rows, info.size.cols)
    with torch.no_grad(), FlopCounterMode(display=False) as counter:
        weights.eval()(planes)
    return counter.get_total_flops()


def _matrix_product(number: torch.dtype, device: str, threads: int) -> float:
    """Operations a second of a large matrix product."""

    def multiply() -> int:
        torch.mm(left, right)
        if device == "cuda":
            torch.cuda.synchronize()  # it returns before the card has computed
        return 2 * MATRIX**3

    torch.set_num_threads(threads)
    left, right = (torch.rand(MATRIX, MATRIX).to(device, number) for _ in range(2))
    multiply()
    speed = per_second(multiply)
    torch.set_num_threads(1)
    return speed

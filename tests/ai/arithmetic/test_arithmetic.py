"""Networks of ours through arithmetic of our own: it must say what torch says, whatever the shape of network, board and batch."""

import numpy as np
import pytest
import torch

from ai.arithmetic import floats
from ai.arithmetic.amx import kernels as amx_kernels
from ai.arithmetic.amx import tiles as amx
from ai.arithmetic.winograd import kernels as winograd_kernels
from ai.arithmetic.winograd import tiles
from ai.evaluator import OURS, Backend, NetworkEvaluator
from ai.networks import build, describe
from ai.networks.common import Network
from ai.search.positions import position_batch
from core.position import Position, Size

needs_avx2 = pytest.mark.skipif(
    not floats.is_available(),
    reason="this machine's processor has no AVX2 and FMA, for which the code is made",
)
needs_amx = pytest.mark.skipif(
    not amx.is_available(),
    reason="this machine's processor has no matrix unit, for which the code is made",
)
CLOSE = {Backend.WINOGRAD: 1e-3, Backend.AMX: 3e-2}
"""How far from torch in single precision: of the largest logit, and of a value."""
ways = pytest.mark.parametrize(
    "way",
    [pytest.param(Backend.WINOGRAD, marks=needs_avx2), pytest.param(Backend.AMX, marks=needs_amx)],
    ids=lambda way: way.name,
)


def trained(name: str, size: Size) -> Network:
    """A network whose weights, norms included, are not those of a new one."""
    torch.manual_seed(5)
    network = build(name, size)
    with torch.no_grad():
        for weights in network.state_dict().values():
            if weights.is_floating_point():
                weights.add_(0.05 * torch.rand_like(weights))
    return network.eval()


def positions(size: Size, count: int) -> list[Position]:
    """Some positions of random games, not all of the same length."""
    random = np.random.default_rng(2)
    found = []
    for number in range(count):
        position = Position.empty(size)
        for _ in range(number % 7):
            after = position.play(int(random.choice(position.legal_moves())))
            position = position if after.is_over else after
        found.append(position)
    return found


def answers_of_torch(network: Network, name: str, some: list[Position]) -> tuple[np.ndarray, np.ndarray]:
    size, description = some[0].size, describe(name)
    planes = np.zeros((len(some), description.input_planes, size.rows, size.cols), np.float32)
    description.encode(position_batch(some), len(some), planes)
    with torch.no_grad():
        output = network(torch.from_numpy(planes))
    return output.policy.numpy(), output.value.numpy()


@ways
@pytest.mark.parametrize("name", ["b2c8", "b3c20-liberties", "b2c24-local", "b1c40"])
@pytest.mark.parametrize("size", [Size(9, 9), Size(5, 7), Size(2, 2), Size(13, 13), Size(4, 19)], ids=str)
def test_it_says_what_torch_says(name: str, size: Size, way: Backend):
    """Channels that fill no whole vector or tile, boards that are no whole number of tiles, more positions than go through together."""
    network = trained(name, size)
    group = max(winograd_kernels.GROUP, amx_kernels.GROUP)
    evaluator = NetworkEvaluator(network, size, way, largest_batch=2 * group)
    for count in (1, group - 1, group + 3):
        some = positions(size, count)
        logits, values = evaluator.evaluate(position_batch(some), count)
        policy, value = answers_of_torch(network, name, some)
        assert np.abs(logits[:count] - policy).max() < CLOSE[way] * np.abs(policy).max()
        assert np.abs(values[:count] - value).max() < CLOSE[way]


@ways
def test_what_was_evaluated_before_leaves_no_trace(way: Backend):
    size = Size()
    network = trained("b2c8-liberties", size)
    evaluator, other = (NetworkEvaluator(network, size, way, largest_batch=16) for _ in range(2))
    many, few = positions(size, 16), positions(size, 3)
    evaluator.evaluate(position_batch(many), 16)
    logits, values = evaluator.evaluate(position_batch(few), 3)
    wanted_logits, wanted_values = other.evaluate(position_batch(few), 3)
    assert np.array_equal(logits[:3], wanted_logits[:3]) and np.array_equal(values[:3], wanted_values[:3])


def test_parts_give_a_convolution():
    """The three matrices, in both directions, against the sums of products by definition."""
    random = np.random.default_rng(1)
    tile, weights = random.random((tiles.TILE, tiles.TILE)), random.random((3, 3))
    parts = (tiles.TILE_TO_PARTS @ tile @ tiles.TILE_TO_PARTS.T) * (
        tiles.WEIGHTS_TO_PARTS @ weights @ tiles.WEIGHTS_TO_PARTS.T
    )
    outputs = tiles.PARTS_TO_OUTPUTS @ parts @ tiles.PARTS_TO_OUTPUTS.T
    wanted = [[(tile[i : i + 3, j : j + 3] * weights).sum() for j in range(3)] for i in range(3)]
    assert np.allclose(outputs, wanted)


@needs_avx2
def test_networks_of_ours_play_by_it_and_others_by_torch(monkeypatch):
    monkeypatch.setattr("ai.evaluator.bfloat16_is_fast", lambda _device: False)
    monkeypatch.setattr("ai.evaluator.best_device", lambda: torch.device("cpu"))

    def way(name: str) -> Backend:
        return NetworkEvaluator(build(name, Size()), Size(), largest_batch=8).backend

    assert way("b1c8") in OURS
    assert way("agz1x8") not in OURS
    monkeypatch.setattr(amx, "is_available", lambda: False)
    assert way("b1c8") is Backend.WINOGRAD
    monkeypatch.setattr(floats, "is_available", lambda: False)
    assert way("b1c8") not in OURS


def test_a_system_that_withholds_the_matrix_unit_is_believed(monkeypatch):
    """Without leave a process that uses it is killed."""
    monkeypatch.setattr(amx, "has_features", lambda _names: True)
    monkeypatch.setattr(amx.platform, "system", lambda: "Linux")
    monkeypatch.setattr(amx, "ask_for_unit", lambda: False)
    amx.is_available.cache_clear()
    try:
        assert not amx.is_available()
        with pytest.raises(RuntimeError, match="matrix unit"):
            NetworkEvaluator(build("b1c8", Size()), Size(), Backend.AMX, largest_batch=1)
    finally:
        amx.is_available.cache_clear()


def test_where_bfloat16_fails_another_way_is_taken(monkeypatch):
    """A processor may have it and torch not be able to use it."""
    monkeypatch.setattr("ai.evaluator.bfloat16_is_fast", lambda _device: True)
    monkeypatch.setattr(amx, "is_available", lambda: False)
    monkeypatch.setattr("ai.evaluator.best_device", lambda: torch.device("cpu"))
    make = NetworkEvaluator._make

    def fail(evaluator: NetworkEvaluator, backend: Backend):
        if backend is Backend.TRACED_BF16:
            raise RuntimeError("not here")
        return make(evaluator, backend)

    monkeypatch.setattr(NetworkEvaluator, "_make", fail)
    for name in ("b1c8", "agz1x8"):
        evaluator = NetworkEvaluator(build(name, Size()), Size(), largest_batch=8)
        assert evaluator.backend is not Backend.TRACED_BF16

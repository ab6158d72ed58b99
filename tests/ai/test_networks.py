"""Networks by name, their planes, and the fast evaluator."""

import os
import sys
from pathlib import Path

import numpy as np
import pytest
import torch
from torch import nn

from ai.checkpoint import MOST_BYTES
from ai.cuda import in_half
from ai.evaluator import Backend, NetworkEvaluator, _copy_for_play
from ai.lack_of_memory import is_lack_of_memory
from ai.networks import UnknownNetwork, build, can_grow, describe
from ai.networks.buwei import BuweiNetwork
from ai.networks.common import Network
from ai.networks.growth import grow
from ai.search.positions import position_batch
from core.position import Color, Position, Size


def planes_of(name: str, positions: list[Position]) -> np.ndarray:
    description = describe(name)
    size = positions[0].size
    out = np.full((len(positions), description.input_planes, size.rows, size.cols), 9.0, np.float32)
    description.encode(position_batch(positions), len(positions), out)
    return out


def test_the_papers_network_is_the_papers():
    network = build("paper", Size())
    shapes = {name: tuple(value.shape) for name, value in network.state_dict().items() if "weight" in name}
    assert list(shapes.values()) == [
        (32, 4, 3, 3),
        (64, 32, 3, 3),
        (128, 64, 3, 3),
        (4, 128, 1, 1),
        (81, 324),
        (2, 128, 1, 1),
        (64, 162),
        (1, 64),
    ]


def test_agz_has_the_blocks_and_channels_of_its_name():
    network = build("agz3x16", Size())
    shapes = {
        name: tuple(value.shape) for name, value in network.state_dict().items() if "conv.weight" in name
    }
    assert shapes["stem.conv.weight"] == (16, 17, 3, 3)
    assert sum(shape == (16, 16, 3, 3) for shape in shapes.values()) == 6
    assert network.state_dict()["value.3.weight"].shape == (256, 81)


@pytest.mark.parametrize("name", ["paper", "agz2x8", "b2c8", "b2c8-local", "b2c8-liberties", "b1c4"])
def test_every_network_answers_in_the_same_form(name: str):
    network = build(name, Size()).eval()
    planes = torch.from_numpy(planes_of(name, [Position.empty(), Position.empty().play(40)]))
    output = network(planes)
    assert output.policy.shape == (2, 81)
    assert output.value.shape == (2,)
    assert output.value.abs().max() <= 1
    if name.startswith("b"):
        assert output.fate is not None and output.fate.shape == (2, 4, 81)


def test_our_network_plays_every_size():
    network = build("b2c8", Size()).eval()
    for size in (Size(2, 2), Size(5, 7), Size(19, 19)):
        output = network(torch.from_numpy(planes_of("b2c8", [Position.empty(size)])))
        assert output.policy.shape == (1, size.points)


def test_without_pooling_a_point_of_the_policy_sees_its_neighbourhood_only():
    near = Position.empty().play(0)
    planes = torch.from_numpy(planes_of("b2c8", [Position.empty(), near]))
    planes[1, :2] = planes[1, [1, 0]]  # the same side to move, so that the first point is the only difference
    planes[1, 2:] = planes[0, 2:]
    torch.manual_seed(1)
    for name, everywhere in (("b2c8", True), ("b2c8-local", False)):
        first, second = build(name, Size()).eval()(planes).policy
        assert (first[80] != second[80]) == everywhere


@pytest.mark.parametrize(
    "name",
    [
        "",
        "b4",
        "b0c4",
        "b4c2",
        "b99c32",
        "agz2",
        "b4c32x",
        "b4c32-",
        "paper-local",
        "resnet",
        "b9999999c9",
        f"b{'9' * 5000}c32",
    ],
)
def test_unknown_names_are_refused_with_a_sentence(name: str):
    with pytest.raises(UnknownNetwork, match="network"):
        describe(name)


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("b99c32", "too large: it may have 60 blocks and 1024 channels"),
        ("b99999c99999", "too large"),
        ("agz6x2000", "too large"),
        ("b60c1024", "too large for a checkpoint: with 60 blocks it may have 481 channels"),
        ("agz14x1024", "too large for a checkpoint: with 14 blocks it may have 996 channels"),
        ("b0c4", "too small: it needs 1 block and 4 channels"),
        ("b4c2-local", "too small"),
    ],
)
def test_a_network_of_an_impossible_size_is_told_which_are_possible(name: str, reason: str):
    with pytest.raises(UnknownNetwork, match=reason):
        describe(name)


@pytest.mark.parametrize("name", ["b60c481-liberties", "b13c1024", "agz60x481"])
def test_a_network_of_any_possible_size_has_room_in_a_checkpoint(name: str):
    with torch.device("meta"):
        weights = build(name, Size(19, 19)).state_dict()
    assert sum(tensor.numel() * tensor.element_size() for tensor in weights.values()) < 0.99 * MOST_BYTES


@pytest.mark.parametrize("name", ["paper", "agz2x16", "b3c8", "b2c24-liberties"])
def test_a_point_takes_as_many_multiplications_as_its_convolutions_have_weights(name: str):
    layers = build(name, Size(5, 5)).modules()
    weights = sum(
        each.weight.numel() for each in layers if isinstance(each, nn.Conv2d) and each.padding != (0, 0)
    )
    assert describe(name).multiplications == weights


def test_our_planes():
    position = Position.empty(Size(3, 3)).play_all([4, 0, 8, 1])
    own, opponent, own_legal, their_legal = planes_of("b2c8", [position])[0]
    assert position.to_move is Color.BLACK
    assert np.array_equal(own, position.stones == Color.BLACK)
    assert np.array_equal(opponent, position.stones == Color.WHITE)
    assert np.array_equal(own_legal.reshape(-1), position.legal_mask(Color.BLACK))
    assert np.array_equal(their_legal.reshape(-1), position.legal_mask(Color.WHITE))


def test_planes_of_liberties():
    random = np.random.default_rng(5)
    for size in (Size(), Size(3, 5), Size(13, 7)):
        position = Position.empty(size)
        while not position.is_over:
            position = position.play(int(random.choice(position.legal_moves())))
            planes = planes_of("b2c8-liberties", [position])[0]
            assert np.array_equal(planes[:4], planes_of("b2c8", [position])[0])
            assert np.array_equal(planes[4:], planes_by_definition(position))


def planes_by_definition(position: Position) -> np.ndarray:
    """What the planes of liberties must be, by the position's own blocks."""
    size = position.size
    planes = np.zeros((8, size.points), np.float32)
    playable = position.legal_mask() | position.legal_mask(position.to_move.opponent)
    for point, color in enumerate(position.stones.reshape(-1)):
        if color == 0:
            continue
        liberties = position.liberties(point)
        safe = any(not playable[liberty] for liberty in liberties)
        if safe or len(liberties) <= 3:
            first = 0 if color == position.to_move else 4
            planes[first + (3 if safe else len(liberties) - 1), point] = 1
    return planes.reshape(8, size.rows, size.cols)


def test_the_papers_planes():
    position = Position.empty().play_all([40, 41, 42])
    board, white, black, turn = planes_of("paper", [position])[0]
    assert np.array_equal(white, position.stones == Color.WHITE)
    assert np.array_equal(black, position.stones == Color.BLACK)
    assert np.array_equal(board, black - white)
    assert not turn.any()
    assert planes_of("paper", [Position.empty()])[0][3].all()


def test_history_planes_show_the_positions_before():
    moves = [40, 0, 42, 2, 50, 12, 60, 20, 70, 30, 72]
    line = [Position.empty()]
    for move in moves:
        line.append(line[-1].play(move))
    planes = planes_of("agz2x8", [line[-1]])[0]
    mover = line[-1].to_move
    for age in range(8):
        earlier = line[-1 - age].stones
        assert np.array_equal(planes[age], earlier == mover)
        assert np.array_equal(planes[8 + age], earlier == mover.opponent)
    assert planes[16].all() == (mover is Color.BLACK)
    first = planes_of("agz2x8", [line[2]])[0]
    assert not first[2:8].any() and first[:2].sum() == 2


@pytest.mark.parametrize("name", ["b2c8", "b2c8-liberties", "paper", "agz2x8"])
def test_the_fast_ways_say_what_the_network_says(name: str):
    """Folding, tracing and lower precision change a logit by little: the network is trained a moment so that norms are not trivial."""
    torch.manual_seed(3)
    network = build(name, Size())
    positions = [Position.empty().play_all(range(0, 5 * k, 5)) for k in range(0, 12, 2)]
    planes = torch.from_numpy(planes_of(name, positions))
    network.train()
    for _ in range(3):
        network(planes)
    network.eval()
    with torch.no_grad():
        wanted = network(planes)
    for backend in (Backend.EAGER, Backend.TRACED_FP32, Backend.TRACED_BF16):
        evaluator = NetworkEvaluator(network, Size(), backend)
        logits, values = evaluator.evaluate(position_batch(positions), len(positions))
        tolerance = 0.05 if backend is Backend.TRACED_BF16 else 1e-3
        assert np.abs(logits[: len(positions)] - wanted.policy.numpy()).max() < tolerance
        assert np.abs(values[: len(positions)] - wanted.value.numpy()).max() < tolerance


@pytest.mark.parametrize(
    ("largest", "usual", "measured"),
    [(32, None, [1, 32]), (8, None, [1, 8]), (512, None, [32]), (512, 512, [512])],
)
def test_ways_are_compared_by_the_batches_that_will_be_asked_for(
    monkeypatch: pytest.MonkeyPatch, largest: int, usual: int | None, measured: list[int]
):
    """Self-play asks for all of its games at once, by which a graphics card wins that loses by small batches."""
    asked: dict[object, list[int]] = {}

    def seconds(_evaluator: NetworkEvaluator, play: object, batch: int) -> float:
        asked.setdefault(play, []).append(batch)
        return 1.0

    monkeypatch.setattr("ai.evaluator._chosen", {})
    monkeypatch.setattr(NetworkEvaluator, "_seconds_a_position", seconds)
    monkeypatch.setattr(NetworkEvaluator, "choices", [Backend.TRACED_FP32, Backend.EAGER])
    NetworkEvaluator(build("b1c8", Size()), Size(), largest_batch=largest, usual_batch=usual)
    assert list(asked.values()) == 2 * [measured]


NO_MEMORY = "[enforce fail at alloc_cpu.cpp:127] . DefaultCPUAllocator: can't allocate memory"


class Failing:
    """Has backends fail, each with a message of its own."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, choices: list[Backend]):
        self.messages: dict[Backend, str] = {}
        self._make = NetworkEvaluator._make
        monkeypatch.setattr("ai.evaluator._chosen", {})
        monkeypatch.setattr(NetworkEvaluator, "_measure", lambda *_: 1.0)
        monkeypatch.setattr(NetworkEvaluator, "choices", property(lambda _: list(choices)))
        monkeypatch.setattr(
            NetworkEvaluator, "_make", lambda evaluator, backend: self.make(evaluator, backend)
        )

    def make(self, evaluator: NetworkEvaluator, backend: Backend) -> object:
        if backend in self.messages:
            raise RuntimeError(self.messages[backend])
        return self._make(evaluator, Backend.EAGER)


def tiny_evaluator() -> NetworkEvaluator:
    return NetworkEvaluator(build("b1c4", Size(4, 4)).eval(), Size(4, 4), largest_batch=1)


def test_a_lack_of_memory_is_told_as_one_and_makes_no_slow_backend_the_fastest(
    monkeypatch: pytest.MonkeyPatch,
):
    failing = Failing(monkeypatch, [Backend.WINOGRAD, Backend.EAGER])
    failing.messages = {Backend.WINOGRAD: NO_MEMORY}
    with pytest.raises(RuntimeError) as caught:
        tiny_evaluator()
    assert is_lack_of_memory(caught.value)
    failing.messages = {Backend.EAGER: "no such operator"}
    assert tiny_evaluator().backend is Backend.WINOGRAD


def test_a_card_without_memory_leaves_the_processor_until_it_has_some(monkeypatch: pytest.MonkeyPatch):
    failing = Failing(monkeypatch, [Backend.CUDA, Backend.EAGER])
    failing.messages = {Backend.CUDA: "CUDA error: out of memory"}
    assert tiny_evaluator().backend is Backend.EAGER
    failing.messages = {Backend.EAGER: "no such operator"}
    assert tiny_evaluator().backend is Backend.CUDA


@pytest.mark.parametrize(
    "message", ["CUDA error: out of memory", "CUDA error: an illegal memory access was encountered"]
)
def test_where_the_fastest_backend_fails_later_another_runs_the_network(
    message: str, monkeypatch: pytest.MonkeyPatch
):
    failing = Failing(monkeypatch, [Backend.CUDA, Backend.EAGER])
    assert tiny_evaluator().backend is Backend.CUDA
    failing.messages = {Backend.CUDA: message}
    assert tiny_evaluator().backend is Backend.EAGER


def test_why_no_backend_runs_a_network_is_known(monkeypatch: pytest.MonkeyPatch):
    failing = Failing(monkeypatch, [Backend.TRACED_FP32, Backend.EAGER])
    failing.messages = {Backend.TRACED_FP32: "no tracing", Backend.EAGER: "no such operator"}
    with pytest.raises(RuntimeError, match="in any way") as caught:
        tiny_evaluator()
    assert str(caught.value.__cause__) == "no such operator"


def test_what_computes_a_traced_network_is_named():
    """Windows' torch takes the wish for oneDNN Graph and goes on without."""
    evaluator = NetworkEvaluator(build("agz1x8", Size()), Size(), Backend.TRACED_FP32, 1)
    evaluator.prepare_all()
    executed = str(torch._C._last_executed_optimized_graph())  # known as long as it can be executed again
    assert ("oneDNN Graph" in evaluator.backend.value) == ("oneDNNFusion" in executed)


def test_what_is_common_to_all_logits_does_not_make_a_policy_coarse():
    """A network may have learned logits that are all near -500, where bfloat16 has only every fourth number and half precision every quarter."""
    name = "b2c8-liberties"
    torch.manual_seed(4)
    network = build(name, Size()).eval()
    positions = [Position.empty(), Position.empty().play(40)]
    with torch.no_grad():
        planes = torch.from_numpy(planes_of(name, positions))
        wanted = network(planes).policy.log_softmax(1).numpy()
        assert isinstance(network, BuweiNetwork)
        assert network.policy_out.bias is not None
        network.policy_out.bias -= 500
    evaluator = NetworkEvaluator(network, Size(), Backend.TRACED_BF16)
    in_bfloat16, _ = evaluator.evaluate(position_batch(positions), len(positions))
    as_half = in_half(_copy_for_play(network, Size()), planes)[: -len(positions)].reshape(len(positions), -1)
    for logits in (in_bfloat16, as_half.numpy()):
        said = torch.from_numpy(logits[: len(positions)]).log_softmax(1).numpy()
        assert np.abs(said - wanted).max() < 0.05


def megabytes_in_use() -> float:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


@pytest.mark.skipif(sys.platform != "linux", reason="needs /proc")
def test_networks_that_no_longer_play_leave_no_memory_behind():
    """A training session has a new one every half minute, all day long."""

    def play_with_new_networks(count: int) -> None:
        for _ in range(count):
            evaluator = NetworkEvaluator(build("b4c8", Size()), Size(), Backend.TRACED_FP32, largest_batch=32)
            evaluator.prepare_all()

    play_with_new_networks(8)
    before = megabytes_in_use()
    play_with_new_networks(12)
    assert megabytes_in_use() - before < 70


def a_network_that_has_learned(name: str) -> Network:
    """Random weights and norms that differ from those of a new network."""
    torch.manual_seed(4)
    network = build(name, Size())
    with torch.no_grad():
        for weights in network.state_dict().values():
            if weights.is_floating_point():
                weights.add_(0.2 * torch.rand_like(weights))
    return network.eval()


@pytest.mark.parametrize("large", ["b3c8", "b2c12", "b2c8-liberties", "b5c16-liberties"])
def test_a_grown_network_says_what_the_small_one_says(large: str):
    small, grown = a_network_that_has_learned("b2c8"), build(large, Size())
    grow(small, grown)
    positions = [Position.empty(), Position.empty().play_all([40, 41, 0, 31])]
    for mode in (nn.Module.train, nn.Module.eval):
        with torch.no_grad():
            wanted = mode(small)(torch.from_numpy(planes_of("b2c8", positions)))
            found = mode(grown)(torch.from_numpy(planes_of(large, positions)))
        for before, after in zip(wanted, found, strict=True):
            assert torch.allclose(before, after, atol=1e-4)


def test_everything_that_a_grown_network_added_can_be_learned():
    small, grown = a_network_that_has_learned("b2c8"), build("b3c12-liberties", Size())
    grow(small, grown)
    planes = torch.from_numpy(planes_of("b3c12-liberties", [Position.empty().play_all([40, 41, 0, 31])]))
    random = torch.Generator().manual_seed(1)
    optimiser = torch.optim.SGD(grown.parameters(), lr=0.1)
    before = {name: weights.clone() for name, weights in grown.named_parameters()}
    for _ in range(3):  # what listens to the new parts must first become other than 0
        output = grown.train()(planes.repeat(4, 1, 1, 1) + torch.rand(4, 12, 9, 9, generator=random))
        optimiser.zero_grad()
        (output.policy[:, ::2].sum() + output.value.sum() + output.fate.square().sum()).backward()
        optimiser.step()
    assert [name for name, weights in grown.named_parameters() if torch.equal(weights, before[name])] == []


@pytest.mark.parametrize(
    ("small", "large"),
    [
        ("b3c8", "b2c8"),
        ("b2c12", "b2c8"),
        ("b2c8-liberties", "b2c8"),
        ("b2c8", "b2c8-local"),
        ("b2c8", "agz2x8"),
    ],
)
def test_no_network_shrinks_or_becomes_another_kind(small: str, large: str):
    assert not can_grow(small, large)
    with pytest.raises(ValueError, match=f"{small} can't grow to {large}"):
        grow(build(small, Size()), build(large, Size()))

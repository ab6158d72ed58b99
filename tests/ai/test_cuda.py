"""What is particular to networks on a graphics card; the rest of the tests use one where it is. What is recorded for a card is tried without
one too."""

import gc
import weakref
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch

from ai.cuda import CudaNetwork, zeros
from ai.devices import best_device
from ai.evaluator import Backend, NetworkEvaluator, _copy_for_play
from ai.networks import build, describe
from ai.search.positions import position_batch
from ai.training.config import RunConfig
from ai.training.gradients import Batch, TracedGrading
from ai.training.learner import Learner
from core.position import Position, Size
from tests.ai.stand_in_for_card import stand_in
from tests.ai.training.test_learner import batch_of

needs_card = pytest.mark.skipif(
    best_device().type != "cuda", reason="there is no graphics card that torch can use"
)
PROCESSOR = torch.device("cpu")
CONFIG = RunConfig(network="b2c16", batch=64, workers=1, symmetries=False)


def test_memory_for_planes_is_empty():
    """On machines without a card, too, which can't pin it."""
    planes = zeros(2, 3, 4)
    assert planes.shape == (2, 3, 4)
    assert planes.dtype == np.float32
    assert not planes.any()


@pytest.mark.parametrize("name", ["b2c8-liberties", "paper", "agz2x8"])
def test_a_recorded_network_says_what_the_network_says(name: str, monkeypatch: pytest.MonkeyPatch):
    """Without a card: batches of two sizes in turn."""
    stand_in(monkeypatch)
    played = _copy_for_play(build(name, Size()).eval(), Size())
    recorded = CudaNetwork(played, PROCESSOR)
    random = np.random.default_rng(1)
    for batch in (2, 3, 2, 3):
        shape = (batch, describe(name).input_planes, 9, 9)
        planes = (random.random(shape) < 0.3).astype(np.float32)
        with torch.no_grad():
            policy, value = played(torch.from_numpy(planes))
        logits, values = recorded(planes, batch)
        assert np.abs(logits - policy.numpy()).max() < 0.02
        assert np.abs(values - value.numpy()).max() < 0.02


def random_planes(batch: int) -> np.ndarray:
    shape = (batch, describe("b2c16").input_planes, 9, 9)
    return (np.random.default_rng(1).random(shape) < 0.3).astype(np.float32)


def playing_network(device: torch.device) -> CudaNetwork:
    """One that has recorded its work for batches of two."""
    network = CudaNetwork(_copy_for_play(build("b2c16", Size()).eval(), Size()), device)
    network(random_planes(2), 2)
    return network


def test_what_is_recorded_stays_until_the_last_on_its_stream_has_gone(monkeypatch: pytest.MonkeyPatch):
    """With a recording torch lets go of the memory in which others on its stream multiply matrices."""
    stand_in(monkeypatch)
    first, second = playing_network(PROCESSOR), playing_network(PROCESSOR)
    [work] = first._recorded.values()
    graph = weakref.ref(work.graph)
    del work, first
    gc.collect()
    assert graph() is not None
    del second
    gc.collect()
    assert graph() is None


def test_a_learner_keeps_nothing_that_was_recorded_for_playing(monkeypatch: pytest.MonkeyPatch):
    """It outlives thousands of evaluators."""
    stand_in(monkeypatch)
    learner = Learner(CONFIG, PROCESSOR)
    learner.device = torch.device("cuda")
    learner.learn(batch_of(CONFIG), np.random.default_rng(1))
    playing = playing_network(PROCESSOR)
    [work] = playing._recorded.values()
    graph = weakref.ref(work.graph)
    del work, playing
    gc.collect()
    assert graph() is None


@pytest.mark.parametrize(
    "config", [CONFIG, replace(CONFIG, network="agz2x8", symmetries=True), replace(CONFIG, muon_rate=0.02)]
)
def test_a_recorded_learner_learns_what_a_learner_learns(config: RunConfig, monkeypatch: pytest.MonkeyPatch):
    """Without a card, to the bit: in batches of two sizes, each recorded in the middle of learning. Both by torch's layers."""
    stand_in(monkeypatch)
    plain, recorded = Learner(config, PROCESSOR), Learner(config, PROCESSOR)
    plain._graders[:] = [TracedGrading(plain._grading(copied)) for copied in plain._copies]
    recorded.device = torch.device("cuda")
    randoms = np.random.default_rng(1), np.random.default_rng(1)
    for seed, size in enumerate((64, 40, 64, 40)):
        batch = batch_of(config, seed).take(np.arange(size))
        assert recorded.learn(batch, randoms[0]) == plain.learn(batch, randoms[1])
    wanted = plain._network.state_dict() | {f"mean {name}": x for name, x in plain._mean.state_dict().items()}
    learned = recorded._network.state_dict() | {
        f"mean {name}": x for name, x in recorded._mean.state_dict().items()
    }
    assert all(torch.equal(learned[name], wanted[name]) for name in wanted)


@needs_card
@pytest.mark.parametrize("name", ["b2c8-liberties", "paper", "agz2x8"])
def test_the_card_says_what_the_network_says(name: str):
    """Batches of two sizes in turn: each has a recording of its own, read and written again and again."""
    torch.manual_seed(3)
    network = build(name, Size()).eval()
    played = _copy_for_play(network, Size())
    card = CudaNetwork(played)
    random = np.random.default_rng(1)
    for batch in (8, 32, 8, 32):
        planes = zeros(batch, describe(name).input_planes, 9, 9)
        planes[:] = random.random(planes.shape) < 0.3
        with torch.no_grad():
            policy, value = played(torch.from_numpy(planes))
        logits, values = card(planes, batch)
        assert np.abs(logits - policy.numpy()).max() < 0.02
        assert np.abs(values - value.numpy()).max() < 0.02


@needs_card
def test_an_evaluator_computes_on_the_card():
    network = build("b2c8", Size()).eval()
    positions = [Position.empty(), Position.empty().play(40), Position.empty().play(0)]
    said = NetworkEvaluator(network, Size(), Backend.CUDA).evaluate(position_batch(positions), 3)
    wanted = NetworkEvaluator(network, Size(), Backend.EAGER).evaluate(position_batch(positions), 3)
    for ours, others in zip(said, wanted, strict=True):
        assert np.abs(ours[:3] - others[:3]).max() < 0.02


def gradients(learner: Learner) -> torch.Tensor:
    return torch.cat(
        [
            weights.grad.cpu().flatten()
            for weights in learner._network.parameters()
            if weights.grad is not None
        ]
    )


@needs_card
def test_recorded_gradients_are_those_of_the_batch():
    """Of several batches in turn, with steps in between, against a processor's; mixed precision makes them a little different."""
    card, processor = Learner(CONFIG), Learner(CONFIG, PROCESSOR)
    for seed in range(3):
        batch = batch_of(CONFIG, seed)
        processor._network.load_state_dict(card._network.state_dict())
        losses = [learner._gradients(learner._graders[0], batch, 1.0) for learner in (card, processor)]
        assert losses[0].policy == pytest.approx(losses[1].policy, rel=0.02)
        assert losses[0].value == pytest.approx(losses[1].value, abs=0.02)
        assert losses[0].policy_entropy == pytest.approx(losses[1].policy_entropy, rel=1e-4)
        likeness = torch.nn.functional.cosine_similarity(gradients(card), gradients(processor), dim=0)
        assert likeness > 0.9
        card._step()
        processor._step()


def on_the_card(batch: Batch) -> Batch:
    return Batch(*(tensor.to("cuda") for tensor in batch))


@needs_card
def test_recording_leaves_the_networks_statistics_alone():
    """It tries the batch several times before; batch normalisation is to have seen it once."""
    card, plain = Learner(CONFIG), Learner(CONFIG)
    batch = batch_of(CONFIG)
    card._gradients(card._graders[0], batch, 1.0)
    plain._grading(plain._network)(*on_the_card(plain.batch_of(batch)))
    ours, others = card._network.state_dict(), plain._network.state_dict()
    for name in ours:
        if "norm" in name:
            assert torch.allclose(ours[name].float(), others[name].float(), atol=1e-3), name


@needs_card
def test_a_learner_goes_on_from_its_file_on_either_device(tmp_path: Path):
    """A run's folder moves between machines."""
    file = tmp_path / "learner.safetensors"
    batch, random = batch_of(CONFIG), np.random.default_rng(1)
    card = Learner(CONFIG)
    for _ in range(3):
        card.learn(batch, random)
    card.save(file)
    wanted = card.learn(batch, random)
    for device in ("cpu", "cuda"):
        other = Learner(CONFIG, torch.device(device))
        other.load(file)
        assert other.steps == 3
        assert other.learn(batch, random).policy == pytest.approx(wanted.policy, rel=0.02)


@needs_card
def test_gradients_stay_right_when_networks_that_played_have_gone():
    """More of them than torch has streams, whose memory the card is given back."""
    learner, batch = Learner(CONFIG), batch_of(CONFIG)
    learner._gradients(learner._graders[0], batch, 1.0)
    wanted = gradients(learner)
    for _ in range(33):
        playing_network(torch.device("cuda"))
    gc.collect()
    torch.cuda.empty_cache()
    filled = [torch.full((1 << 20,), torch.nan, device="cuda") for _ in range(64)]
    learner._gradients(learner._graders[0], batch, 1.0)
    assert torch.allclose(gradients(learner), wanted, rtol=0.02, atol=1e-3)
    assert all(bool(tensor.isnan().all()) for tensor in filled)

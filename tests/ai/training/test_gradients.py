"""Gradients of a batch: by a trace they are those of the layers, by code of our own nearly so."""

import numpy as np
import pytest
import torch

from ai.networks.buwei import BuweiNetwork
from ai.networks.common import Network
from ai.training import learner as learner_module
from ai.training.config import RunConfig
from ai.training.gradients import TracedGrading, WinogradGradients
from ai.training.learner import Learner
from tests.ai.arithmetic.test_arithmetic import needs_avx2
from tests.ai.arithmetic.test_trunk import NEAR
from tests.ai.training.test_learner import batch_of

PROCESSOR = torch.device("cpu")


def gradients(network: Network) -> list[torch.Tensor]:
    return [weights.grad.clone() for weights in network.parameters() if weights.grad is not None]


@pytest.mark.parametrize("network", ["b2c8", "b2c8-liberties", "b2c8-local", "paper", "agz2x8"])
def test_what_is_traced_grades_as_its_layers_do(network: str):
    """To the bit, also after steps that have moved the weights, and of another size of batch; batch normalisation sees each batch once."""
    config = RunConfig(network=network, batch=16, workers=1, symmetries=False)
    traced, plain = Learner(config, PROCESSOR), Learner(config, PROCESSOR)
    grading = TracedGrading(traced._grading(traced._network))
    for seed, count in ((1, 16), (2, 16), (3, 9)):
        batch = batch_of(config, seed).take(np.arange(count))
        told = traced._gradients(grading, batch, 1.0)
        loss, figures = plain._grading(plain._network)(*plain.batch_of(batch))
        loss.backward()
        assert told == plain._told(figures)
        ours, theirs = gradients(traced._network), gradients(plain._network)
        assert len(ours) == len(theirs) > 0
        assert all(torch.equal(a, b) for a, b in zip(ours, theirs, strict=True))
        for learner in (traced, plain):
            learner._step()
        ours, theirs = traced._network.state_dict(), plain._network.state_dict()
        assert all(torch.equal(ours[name], theirs[name]) for name in ours)


@needs_avx2
@pytest.mark.parametrize("network", ["b2c8", "b2c24-liberties", "b2c8-local"])
def test_what_our_own_code_grades_is_near_to_what_layers_do(network: str):
    """Step by step, each from the same weights, and of sizes of batches that come back; batch normalisation sees each batch once."""
    config = RunConfig(network=network, batch=32, workers=1, symmetries=False)
    ours, plain = Learner(config, PROCESSOR), Learner(config, PROCESSOR)
    network_of_ours = ours._network
    assert isinstance(network_of_ours, BuweiNetwork)
    grader = WinogradGradients(network_of_ours, config)
    for seed, count in ((1, 16), (2, 32), (3, 9), (4, 32)):
        batch = batch_of(config, seed).take(np.arange(count))
        told = ours._gradients(grader, batch, 0.5)
        loss, figures = plain._grading(plain._network)(*plain.batch_of(batch))
        (0.5 * loss).backward()
        expected = plain._told(figures)
        assert [told.policy, told.value, told.fate] == pytest.approx(
            [expected.policy, expected.value, expected.fate], rel=1e-4
        )
        for a, b in zip(gradients(ours._network), gradients(plain._network), strict=True):
            assert (a - b).norm() <= NEAR * b.norm() + 1e-6
        plain._step()
        ours._step()
        for name, tensor in ours._network.state_dict().items():
            if "running" in name or "tracked" in name:
                torch.testing.assert_close(tensor, plain._network.state_dict()[name], rtol=1e-3, atol=1e-5)
        ours._network.load_state_dict(plain._network.state_dict())


@needs_avx2
def test_our_own_code_grades_where_it_can_and_is_faster(monkeypatch: pytest.MonkeyPatch):
    def kind(network: str, threads: int = 1) -> type:
        config = RunConfig(network=network, first_network="", batch=32)
        return type(Learner(config, PROCESSOR, threads)._graders[0])

    monkeypatch.setattr(learner_module, "bfloat16_is_fast", lambda device: False)
    assert kind("b2c8") is WinogradGradients
    assert kind("b1c20") is TracedGrading  # channels that fill no whole vector
    assert kind("paper") is TracedGrading
    assert kind("b2c8", threads=2) is WinogradGradients
    assert kind("b2c8", threads=3) is TracedGrading  # torch shares each layer among them
    monkeypatch.setattr(learner_module, "bfloat16_is_fast", lambda device: True)
    assert kind("b2c8") is TracedGrading

"""How weights move: Muon for convolutions, AdamW for the rest."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch

from ai.networks import build
from ai.training.config import RunConfig
from ai.training.learner import Learner
from ai.training.optimiser import Optimiser, orthogonal
from core.position import Size
from tests.ai.training.test_learner import CONFIG, PROCESSOR, batch_of

MUON = replace(CONFIG, muon_rate=0.02, weight_decay=0.0)


@pytest.mark.parametrize("shape", [(3, 8, 40), (2, 40, 8), (1, 16, 16)])
def test_orthogonal_matrices_have_singular_values_near_one(shape: tuple[int, ...]):
    torch.manual_seed(1)
    found = orthogonal(torch.randn(shape))
    assert found.shape == shape
    values = torch.linalg.svdvals(found)
    assert values.min() > 0.6
    assert values.max() < 1.25


def test_the_sum_of_directions_is_kept():
    """They become equally long, not others: nothing is turned."""
    torch.manual_seed(2)
    left, _, right = torch.linalg.svd(torch.randn(8, 40), full_matrices=False)
    matrix = left @ torch.diag(torch.linspace(1, 3, 8)) @ right
    assert torch.allclose(left.mT @ orthogonal(matrix[None])[0] @ right.mT, torch.eye(8), atol=0.35)


def one_step(config: RunConfig) -> dict[str, torch.Tensor]:
    """How far each of the weights moves by gradients that are all alike."""
    torch.manual_seed(3)
    network = build("b1c4", Size(4, 5))
    before = {name: weights.detach().clone() for name, weights in network.named_parameters()}
    for weights in network.parameters():
        weights.grad = torch.randn_like(weights)
    Optimiser(network, config).step(0.5)
    return {name: weights.detach() - before[name] for name, weights in network.named_parameters()}


def test_convolutions_go_by_muon_and_all_else_by_adamw():
    by_muon, by_adamw = one_step(MUON), one_step(replace(MUON, muon_rate=0.0))
    for name, moved in by_muon.items():
        if moved.ndim == 4 and moved.shape[-1] == 3:
            length = torch.linalg.svdvals(moved.flatten(1)).mean()
            assert length == pytest.approx(0.5 * MUON.muon_rate, rel=0.3), name
        else:
            assert torch.equal(moved, by_adamw[name]), name


def test_a_direction_is_the_mean_of_the_latest_gradients_with_the_last_once_more():
    """By hand, with a momentum of 0.95: 0.05 g, then 0.0475 g + 0.05 h; a direction is 0.05 of the last gradient and 0.95 of that."""
    network = build("b1c4", Size(4, 5))
    optimiser = Optimiser(network, MUON)
    number = next(iter(optimiser._momenta))
    weights = list(network.parameters())[number]
    first, second = torch.randn_like(weights), torch.randn_like(weights)
    for gradient, by_hand in (
        (first, 0.0975 * first),
        (second, 0.0975 * second + 0.045125 * first),
    ):
        weights.grad = gradient
        assert torch.allclose(optimiser._change(number), by_hand.flatten(1), atol=1e-6)


@pytest.mark.parametrize(("before", "after"), [(0.0, 0.02), (0.02, 0.0)])
def test_a_run_may_take_up_muon_or_leave_it(tmp_path: Path, before: float, after: float):
    """What the other way remembered is of no use to it, and what all else remembers stays."""
    batch, random = batch_of(CONFIG), np.random.default_rng(1)
    one = Learner(replace(CONFIG, muon_rate=before), PROCESSOR)
    one.learn(batch, random)
    one.save(tmp_path / "learner")
    other = Learner(replace(CONFIG, muon_rate=after), PROCESSOR)
    other.load(tmp_path / "learner")
    remembered, taken = one._optimiser.state(), other._optimiser.state()
    assert remembered.keys() & taken.keys()
    for name, value in taken.items():
        assert torch.equal(value, remembered.get(name, torch.zeros_like(value))), name
    losses = [other.learn(batch, random) for _ in range(5)]
    assert losses[-1].policy < losses[0].policy
    other.save(tmp_path / "learner")
    again = Learner(replace(CONFIG, muon_rate=after), PROCESSOR)
    again.load(tmp_path / "learner")
    assert again.steps == 6


def test_weights_without_gradients_decay_by_the_rate_they_learn_at():
    """Whether by AdamW or by Muon: a step of so small a share of the rate takes that share of the decay."""
    config = replace(CONFIG, learning_rate=0.2, muon_rate=0.4, weight_decay=0.1)
    torch.manual_seed(4)
    network = build("b1c4", Size(4, 5))
    before = {name: weights.detach().clone() for name, weights in network.named_parameters()}
    for weights in network.parameters():
        weights.grad = torch.zeros_like(weights)
    Optimiser(network, config).step(0.5)
    for name, weights in network.named_parameters():
        rate = 0.4 if weights.ndim == 4 and weights.shape[-1] == 3 else 0.2
        assert torch.allclose(weights, before[name] * (1 - 0.5 * rate * 0.1), rtol=1e-5, atol=0), name


def test_a_convolution_with_more_outputs_than_inputs_takes_longer_steps():
    """By the root of how many times as many they are, or what it answers would change less than what others do (Jordan et al. 2024)."""
    torch.manual_seed(5)
    tall = torch.nn.Conv2d(1, 36, 3, bias=False)  # as a matrix, 36 rows and 9 columns
    before = tall.weight.detach().clone()
    tall.weight.grad = torch.randn_like(tall.weight)
    Optimiser(tall, MUON).step(0.5)
    lengths = torch.linalg.svdvals((tall.weight.detach() - before).flatten(1)) / (0.5 * MUON.muon_rate)
    assert lengths.min() > 0.6 * 2 and lengths.max() < 1.25 * 2

"""The trunk of a network that learns, through arithmetic of our own: what it makes of a batch and its gradients must be torch's."""

import copy
from typing import cast

import pytest
import torch
from torch import Tensor

from ai.arithmetic.winograd.kernels import GROUP
from ai.arithmetic.winograd.trunk import LearningTrunk
from ai.networks import describe
from ai.networks.buwei import BuweiNetwork
from core.position import Size
from tests.ai.arithmetic.test_arithmetic import needs_avx2, trained

pytestmark = needs_avx2

NEAR = 1e-2
"""How far gradients may be from torch's, as a share of their length. They are some 0.000003 away, but for a number that rounding moves across 0,
where rectifying begins: then one point more or less counts."""


def batch_for(name: str, size: Size, network: BuweiNetwork, count: int) -> tuple[Tensor, Tensor]:
    """Planes, and gradients of what the trunk makes of them."""
    channels = network.stem.conv.out_channels
    planes = torch.rand(count, describe(name).input_planes, size.rows, size.cols)
    return planes, torch.randn(count, channels, size.rows, size.cols)


@pytest.mark.parametrize("name", ["b1c8", "b2c16-local", "b2c24-liberties", "b4c40"])
@pytest.mark.parametrize("size", [Size(9, 9), Size(5, 7), Size(2, 2), Size(13, 13), Size(4, 19)], ids=str)
def test_its_gradients_are_those_of_torch(name: str, size: Size):
    """Boards that are no whole number of tiles, more positions than go through together, and nothing left of a larger batch in a smaller one."""
    network = cast(BuweiNetwork, trained(name, size).train())
    theirs = copy.deepcopy(network)
    trunk = LearningTrunk(network, size, most=GROUP + 3)
    for count in (GROUP + 3, GROUP - 1, GROUP + 1):
        planes, gradients = batch_for(name, size, network, count)
        expected = theirs.trunk(planes)
        expected.backward(gradients)
        found = trunk.forward(planes.numpy())
        torch.testing.assert_close(found, expected.detach(), rtol=1e-3, atol=1e-3)
        trunk.backward(gradients)  # adds to those of the batches before, as torch does
    compared = 0
    for mine, other in zip(network.parameters(), theirs.parameters(), strict=True):
        assert (mine.grad is None) == (other.grad is None)
        if mine.grad is not None and other.grad is not None:
            assert (mine.grad - other.grad).norm() <= NEAR * other.grad.norm()
            compared += 1
    assert compared >= 9
    for mine, other in zip(network.buffers(), theirs.buffers(), strict=True):
        torch.testing.assert_close(mine, other, rtol=1e-3, atol=1e-4)


def test_the_greatest_of_equal_numbers_counts_once():
    """Totals hold the maximum over the board; where a channel is the same everywhere, one point alone has its gradient, as torch has it."""
    size = Size(5, 5)
    network = cast(BuweiNetwork, trained("b2c8", size).train())
    theirs = copy.deepcopy(network)
    planes = torch.zeros(3, describe("b2c8").input_planes, 5, 5)
    gradients = torch.randn(3, 8, 5, 5)
    theirs.trunk(planes).backward(gradients)
    trunk = LearningTrunk(network, size, most=3)
    trunk.forward(planes.numpy())
    trunk.backward(gradients)
    for mine, other in zip(network.parameters(), theirs.parameters(), strict=True):
        if mine.grad is not None and other.grad is not None:
            torch.testing.assert_close(mine.grad, other.grad, rtol=1e-2, atol=1e-2)

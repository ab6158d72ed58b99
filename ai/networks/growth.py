"""Networks that grow: a larger one of our own family that says at first exactly what a smaller one says.

As in Net2Net (Chen, Goodfellow and Shlens 2016), but nothing is doubled. What is added reads what was there and is random; nothing that was there
listens to what is added (weights 0) until learning makes it. A new block changes nothing at first, because the scale of its last normalisation
is 0.
"""

import torch
from torch import Tensor, nn

from ai.networks import can_grow, describe
from ai.networks.buwei import Block, BuweiNetwork
from ai.networks.common import Network

POOLED = "totals.weight"
"""How the names of weights end that read means of all channels, then maxima of all channels."""


@torch.no_grad()
def grow(small: Network, large: Network) -> None:
    """Give ``large``, new and random, the weights of ``small``; ``ValueError`` where :func:`can_grow` says no."""
    if not can_grow(small.architecture, large.architecture):
        raise ValueError(f"a network {small.architecture} can't grow to {large.architecture}")
    assert isinstance(large, BuweiNetwork)
    old = small.state_dict()
    for name, weights in large.state_dict().items():
        if name not in old:
            continue
        if name.endswith(POOLED):
            for before, after in zip(old[name].chunk(2, 1), weights.chunk(2, 1), strict=True):
                _overlay(before, after)
        else:
            _overlay(old[name], weights)
    for block in list(large.tower)[describe(small.architecture).blocks :]:
        assert isinstance(block, Block) and isinstance(block.second.norm, nn.BatchNorm2d)
        block.second.norm.weight.zero_()


def _overlay(before: Tensor, after: Tensor) -> None:
    """Write ``before`` into the corner of ``after``; what was there doesn't listen to what is new."""
    if before.dim() == 0:
        after.copy_(before)
        return
    outputs = before.shape[0]
    if before.dim() > 1:
        after[:outputs].zero_()
    after[tuple(slice(length) for length in before.shape)].copy_(before)

"""Networks that grow: a larger one of Buwei's own family that at first gives exactly the outputs of a smaller one.

As in Net2Net (Chen, Goodfellow and Shlens 2016), but no channels are doubled. New channels read old ones by random weights; old channels read new
ones by weights of 0, until learning changes them. A new block changes nothing at first, because the scale of its last normalisation is 0.
"""

import torch
from torch import Tensor, nn

from ai.networks import can_grow, describe
from ai.networks.buwei import Block, BuweiNetwork
from ai.networks.common import Network

POOLED = "totals.weight"
"""End of the names of weights whose inputs are the means of all channels, then their maxima."""


@torch.no_grad()
def grow(small: Network, large: Network) -> None:
    """Give ``large``, a new network, the weights of ``small``; ``ValueError`` if :func:`can_grow` says no."""
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
    """Write ``before`` into the lowest indices of ``after``; the weights from new inputs to old outputs become 0."""
    if before.dim() == 0:
        after.copy_(before)
        return
    outputs = before.shape[0]
    if before.dim() > 1:
        after[:outputs].zero_()
    after[tuple(slice(length) for length in before.shape)].copy_(before)

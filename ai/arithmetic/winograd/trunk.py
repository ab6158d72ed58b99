"""The trunk of a network that learns: its weights laid out for the kernels, and their gradients laid out for torch."""

from typing import cast

import numpy as np
import torch
from torch import Tensor, nn

from ai.arithmetic import floats
from ai.arithmetic.winograd import trunk_kernels
from ai.arithmetic.winograd.kernels import lanes
from ai.arithmetic.winograd.tiles import PARTS, WEIGHTS_TO_PARTS
from ai.arithmetic.winograd.trunk_kernels import TrunkGradients, TrunkWeights, make_memory
from ai.networks.buwei import Block, BuweiNetwork
from ai.networks.common import ConvNorm
from core.packed import pack
from core.position import Size

_TO_PARTS = torch.from_numpy(np.kron(WEIGHTS_TO_PARTS, WEIGHTS_TO_PARTS)).float()
"""``[25, 9]``: G w G^T for a filter ``w`` as a vector."""


def can_learn(network: BuweiNetwork) -> bool:
    """Whether this machine can compute the trunk of ``network`` here."""
    return floats.is_available() and network.stem.conv.out_channels % floats.LANES == 0


class LearningTrunk:
    """The trunk of ``network``, which goes on to hold the weights; not for two threads at once."""

    def __init__(self, network: BuweiNetwork, size: Size, most: int):
        """``most`` is the largest batch."""
        self._size = size
        blocks = [cast(Block, block) for block in network.tower]
        self._layers: list[ConvNorm] = [network.stem, *(each for b in blocks for each in (b.first, b.second))]
        self._pools = {
            number: block.totals for number, block in enumerate(blocks) if block.totals is not None
        }
        self._norms = [cast(nn.BatchNorm2d, layer.norm) for layer in self._layers]
        channels, planes = network.stem.conv.weight.shape[:2]
        self._weights = _zeros(len(blocks), channels, lanes(planes))
        self._weights.pools[list(self._pools)] = True
        self._gradients = TrunkGradients(
            *(np.zeros_like(getattr(self._weights, name)) for name in TrunkGradients._fields)
        )
        self._memory, work = make_memory(most, size.rows, size.cols, self._weights)
        self._packed = pack(
            (self._weights, self._gradients, self._memory, work, np.float32(self._norms[0].eps))
        )
        self._out = np.zeros((most, size.rows, size.cols, channels), np.float32)

    @torch.no_grad()
    def forward(self, planes: np.ndarray) -> Tensor:
        """What the trunk makes of a batch of planes, ``float32[B, I, rows, cols]``: ``float32[B, C, rows, cols]``, channels last, which the next call
        overwrites. Batch normalisation remembers the batch."""
        self._take_weights()
        out = self._out[: len(planes)]
        trunk_kernels.forward(self._packed, planes, out)
        self._remember(len(planes) * self._size.points)
        return torch.from_numpy(out).permute(0, 3, 1, 2)

    @torch.no_grad()
    def backward(self, gradients: Tensor) -> None:
        """Add to the gradients of the weights, from those of what :meth:`forward` gave last."""
        trunk_kernels.backward(self._packed, gradients.permute(0, 2, 3, 1).contiguous().numpy())
        found = _tensors(self._gradients)
        stem, *tower = (layer.conv.weight for layer in self._layers)
        _add(stem, _filters(found["stem"])[:, : stem.shape[1]])
        for weights, gradients in zip(tower, _filters(found["tower"]), strict=True):
            _add(weights, gradients)
        for norm, gamma, beta in zip(self._norms, found["gamma"], found["beta"], strict=True):
            _add(norm.weight, gamma)
            _add(norm.bias, beta)
        for number, layer in self._pools.items():
            _add(layer.weight, found["totals"][number].T)
            _add(layer.bias, found["totals_bias"][number])

    def _take_weights(self) -> None:
        taken = _tensors(self._weights)
        stem, *tower = (layer.conv.weight for layer in self._layers)
        taken["stem"][:, : stem.shape[1]] = _parts(stem)
        filters = torch.stack(tower)
        taken["tower"].copy_(_parts(filters))
        taken["tower_back"].copy_(_parts(filters.transpose(1, 2)))
        torch.stack([norm.weight for norm in self._norms], out=taken["gamma"])
        torch.stack([norm.bias for norm in self._norms], out=taken["beta"])
        for number, layer in self._pools.items():
            taken["totals"][number] = layer.weight.T
            taken["totals_back"][number] = layer.weight
            taken["totals_bias"][number] = layer.bias

    def _remember(self, points: int) -> None:
        """Have batch normalisation's running means take in those of a batch with so many ``points``, as torch's own does."""
        means, variances = map(torch.from_numpy, (self._memory.mean, self._memory.variance))
        for norm, mean, variance in zip(self._norms, means, variances, strict=True):
            assert norm.running_mean is not None and norm.running_var is not None
            assert norm.num_batches_tracked is not None and norm.momentum is not None
            norm.num_batches_tracked += 1
            norm.running_mean.lerp_(mean, norm.momentum)
            norm.running_var.lerp_(variance * (points / (points - 1)), norm.momentum)


def _zeros(blocks: int, channels: int, planes: int) -> TrunkWeights:
    def zeros(*shape: int) -> np.ndarray:
        return np.zeros(shape, np.float32)

    layers = 2 * blocks + 1
    return TrunkWeights(
        stem=zeros(PARTS, planes, channels),
        tower=zeros(layers - 1, PARTS, channels, channels),
        tower_back=zeros(layers - 1, PARTS, channels, channels),
        gamma=zeros(layers, channels),
        beta=zeros(layers, channels),
        pools=np.zeros(blocks, np.bool_),
        totals=zeros(blocks, 2 * channels, channels),
        totals_back=zeros(blocks, channels, 2 * channels),
        totals_bias=zeros(blocks, channels),
    )


def _tensors(arrays: TrunkWeights | TrunkGradients) -> dict[str, Tensor]:
    """The same memory, for torch."""
    return {name: torch.from_numpy(array) for name, array in arrays._asdict().items()}


def _parts(weights: Tensor) -> Tensor:
    """``[..., 25, I, C]``, of filters as torch keeps them, ``[..., C, I, 3, 3]``."""
    turned = weights.movedim((-2, -1, -3, -4), (-4, -3, -2, -1))
    return (_TO_PARTS @ turned.flatten(-4, -3).flatten(-2)).unflatten(-1, turned.shape[-2:])


def _filters(parts: Tensor) -> Tensor:
    """The gradients of filters, ``[..., C, I, 3, 3]``, from those of their parts, ``[..., 25, I, C]``."""
    turned = (_TO_PARTS.T @ parts.flatten(-2)).unflatten(-2, (3, 3)).unflatten(-1, parts.shape[-2:])
    return turned.movedim((-4, -3, -2, -1), (-2, -1, -3, -4))


def _add(weights: Tensor, gradients: Tensor) -> None:
    """Add to the gradients of ``weights``, in memory of their own."""
    if weights.grad is None:
        weights.grad = torch.empty_like(weights).copy_(gradients)
    else:
        weights.grad += gradients

"""A trained network's weights, laid out for the kernels."""

from typing import cast

import numpy as np
from torch import nn

from ai.arithmetic.weights import array, bias_of, filled, first_layers, heads_of, totals_of, vector
from ai.arithmetic.winograd import kernels
from ai.arithmetic.winograd.kernels import Weights, lanes
from ai.arithmetic.winograd.tiles import PARTS, WEIGHTS_TO_PARTS
from ai.networks.buwei import HEAD_CHANNELS, Block, BuweiNetwork
from core.packed import pack
from core.position import Size


class WinogradNetwork:
    """One of Buwei's own networks, for play; not for two threads at once."""

    def __init__(self, network: BuweiNetwork, size: Size, most: int):
        """``network`` has its normalisation folded; ``most`` is the largest batch."""
        weights = weights_of(network, size.points)
        heads = heads_of(network, size.points)
        work = kernels.make_work(size.rows, size.cols, weights, heads)
        self._policy = np.zeros((most, size.points), np.float32)
        self._value = np.zeros(most, np.float32)
        self._network = pack((weights, heads, work, self._policy, self._value))

    def __call__(self, planes: np.ndarray, count: int) -> tuple[np.ndarray, np.ndarray]:
        """Policy logits and values of the first ``count`` positions, from their input planes, ``float32[B, I, rows, cols]``. The next call overwrites
        the arrays."""
        kernels.forward(self._network, planes, count)
        return self._policy, self._value


def weights_of(network: BuweiNetwork, points: int) -> Weights:
    """The weights of a network whose normalisation is folded, for boards of ``points`` points. Channels added to fill whole vectors are zero."""
    blocks = [cast(Block, block) for block in network.tower]
    convolutions = [layer.conv for block in blocks for layer in (block.first, block.second)]
    totals = [block.totals for block in blocks]
    channels = lanes(network.stem.conv.out_channels)
    return Weights(
        stem=_parts(network.stem.conv),
        stem_bias=vector(network.stem.conv.bias, channels),
        tower=np.stack([_parts(layer) for layer in convolutions]),
        tower_bias=np.stack([vector(layer.bias, channels) for layer in convolutions]),
        pools=np.array([layer is not None for layer in totals]),
        totals=np.stack([totals_of(layer, channels, channels, points) for layer in totals]),
        totals_bias=np.stack([bias_of(layer, channels) for layer in totals]),
        points=np.hstack(
            [
                filled((channels, HEAD_CHANNELS), array(conv.weight)[:, :, 0, 0].T)
                for conv in first_layers(network)
            ]
        ),
    )


def _parts(convolution: nn.Conv2d) -> np.ndarray:
    """``float32[25, I, C]``: G w G^T for each filter w."""
    weights = convolution.weight.detach().double().numpy()
    parts = np.einsum("ia,ocab,jb->ijco", WEIGHTS_TO_PARTS, weights, WEIGHTS_TO_PARTS).reshape(
        PARTS, *weights.shape[1::-1]
    )
    return filled((PARTS, *(lanes(length) for length in parts.shape[1:])), parts)

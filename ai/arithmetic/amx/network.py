"""A trained network's weights, laid out for the kernels for the matrix unit."""

from typing import cast

import numpy as np
from torch import nn

from ai.arithmetic.amx import kernels
from ai.arithmetic.amx.kernels import Weights
from ai.arithmetic.amx.tiles import CHANNELS, LANES, is_available
from ai.arithmetic.heads import aligned, whole
from ai.arithmetic.weights import array, bias_of, first_layers, heads_of, totals_of, vector
from ai.networks.buwei import Block, BuweiNetwork
from core.packed import pack
from core.position import Size


class AmxNetwork:
    """One of Buwei's own networks, for play; not for two threads at once."""

    def __init__(self, network: BuweiNetwork, size: Size, most: int):
        """``network`` has its normalisation folded; ``most`` is the largest batch. ``RuntimeError`` if the matrix unit can't be used."""
        if not is_available():  # this also asks the system for the unit
            raise RuntimeError("this processor has no matrix unit, or the system doesn't let it be used")
        assert network.stem.conv.in_channels % kernels.PLANES_AT_ONCE == 0
        weights = weights_of(network, size.points)
        heads = heads_of(network, size.points)
        work = kernels.make_work(size.rows, size.cols, weights, heads)
        self._policy = np.zeros((most, size.points), np.float32)
        self._value = np.zeros(most, np.float32)
        self._network = pack((weights, heads, work, self._policy, self._value))

    def __call__(self, planes: np.ndarray, count: int) -> tuple[np.ndarray, np.ndarray]:
        """Policy logits and values of the first ``count`` positions, from their input planes, ``float32[B, I, rows, cols]``, all 0 or 1. The next
        call overwrites the arrays."""
        kernels.forward(self._network, planes.view(np.uint32), count)
        return self._policy, self._value


def weights_of(network: BuweiNetwork, points: int) -> Weights:
    """The weights of a network whose normalisation is folded, for boards of ``points`` points. Channels added to fill whole tiles are zero."""
    blocks = [cast(Block, block) for block in network.tower]
    convolutions = [layer.conv for block in blocks for layer in (block.first, block.second)]
    totals = [block.totals for block in blocks]
    channels = whole(network.stem.conv.out_channels, CHANNELS)
    return Weights(
        stem=_convolution(network.stem.conv),
        stem_bias=vector(network.stem.conv.bias, channels),
        tower=_aligned(np.stack([_convolution(layer) for layer in convolutions])),
        tower_bias=np.stack([vector(layer.bias, channels) for layer in convolutions]),
        pools=np.array([layer is not None for layer in totals]),
        totals=np.stack([totals_of(layer, channels, channels, points) for layer in totals]),
        totals_bias=np.stack([bias_of(layer, channels) for layer in totals]),
        points=_heads(first_layers(network)),
    )


def _convolution(layer: nn.Conv2d) -> np.ndarray:
    weights = array(layer.weight).transpose(2, 3, 1, 0)
    return _aligned(_tiles(_rounded(weights.reshape(-1, *weights.shape[2:]))))


def _heads(layers: list[nn.Conv2d]) -> np.ndarray:
    """The weights of both layers in bfloat16, and the rest of each weight in bfloat16 too."""
    weights = np.hstack([array(layer.weight)[:, :, 0, 0].T for layer in layers])
    rounded = _rounded(weights)
    return _aligned(_tiles(np.stack([rounded, _rounded(weights - _floats(rounded))])))


def _tiles(matrices: np.ndarray) -> np.ndarray:
    """``[t, I, O]`` laid out as :data:`ai.arithmetic.amx.tiles.convolve` wants it, filled with zeros to whole tiles."""
    taps, inputs, outputs = matrices.shape
    filled = np.pad(matrices, ((0, 0), (0, -inputs % CHANNELS), (0, -outputs % CHANNELS)))
    deep, wide = (length // CHANNELS for length in filled.shape[1:])
    return filled.reshape(taps, deep, LANES, 2, wide, 2, LANES).transpose(4, 0, 1, 5, 2, 6, 3)


def _rounded(weights: np.ndarray) -> np.ndarray:
    """``uint16``: floats rounded to the nearest bfloat16."""
    bits = np.ascontiguousarray(weights).view(np.uint32)
    return ((bits + 0x7FFF + (bits >> 16 & 1)) >> 16).astype(np.uint16)


def _floats(halves: np.ndarray) -> np.ndarray:
    return (halves.astype(np.uint32) << 16).view(np.float32)


def _aligned(tiles: np.ndarray) -> np.ndarray:
    out = aligned(tiles.shape, np.uint16)
    out[...] = tiles
    return out

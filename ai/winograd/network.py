"""A trained network's weights, as the kernels want them."""

from typing import cast

import numpy as np
from torch import Tensor, nn

from ai.networks.buwei import HEAD_CHANNELS, VALUE_WIDTH, Block, BuweiNetwork
from ai.winograd import kernels
from ai.winograd.kernels import Weights, lanes
from ai.winograd.tiles import LANES, PARTS, WEIGHTS_TO_PARTS
from core.position import Size


class WinogradNetwork:
    """A network of ours that plays; not for two threads at once."""

    def __init__(self, network: BuweiNetwork, size: Size, most: int):
        """``network`` has its normalisation folded; ``most`` positions will ever be asked for at once."""
        self._weights = weights_of(network, size.points)
        self._work = kernels.make_work(size.rows, size.cols, self._weights)
        self._policy = np.zeros((most, size.points), np.float32)
        self._value = np.zeros(most, np.float32)

    def __call__(self, planes: np.ndarray, count: int) -> tuple[np.ndarray, np.ndarray]:
        """Policy logits and values of the first ``count`` positions, from their input planes, ``float32[B, I, rows, cols]``; the
        arrays are overwritten by the next call."""
        kernels.forward(self._weights, self._work, planes, count, self._policy, self._value)
        return self._policy, self._value


def weights_of(network: BuweiNetwork, points: int) -> Weights:
    """The weights of a network whose normalisation is folded, for boards of so many points; channels that are stored but not there are zero
    throughout."""
    blocks = [cast(Block, block) for block in network.tower]
    convolutions = [layer.conv for block in blocks for layer in (block.first, block.second)]
    totals = [block.totals for block in blocks]
    heads = [network.policy_points.conv, network.value_points.conv]
    channels = lanes(network.stem.conv.out_channels)
    hidden = network.value_hidden
    return Weights(
        stem=_parts(network.stem.conv),
        stem_bias=_vector(network.stem.conv.bias, channels),
        tower=np.stack([_parts(layer) for layer in convolutions]),
        tower_bias=np.stack([_vector(layer.bias, channels) for layer in convolutions]),
        pools=np.array([layer is not None for layer in totals]),
        totals=np.stack([_of_totals(layer, channels, channels, points) for layer in totals]),
        totals_bias=np.stack([_bias(layer, channels) for layer in totals]),
        points=np.hstack(
            [_filled((channels, HEAD_CHANNELS), _array(conv.weight)[:, :, 0, 0].T) for conv in heads]
        ),
        points_bias=np.concatenate([_array(conv.bias) for conv in heads]),
        head_totals=_of_both_heads(
            _of_totals(network.policy_totals, HEAD_CHANNELS, HEAD_CHANNELS, points),
            _of_totals(hidden, HEAD_CHANNELS, VALUE_WIDTH, points),
        ),
        head_totals_bias=np.concatenate([_bias(network.policy_totals, HEAD_CHANNELS), _array(hidden.bias)]),
        policy_out=_filled((HEAD_CHANNELS, LANES), _array(network.policy_out.weight).reshape(-1, 1)),
        policy_out_bias=_array(network.policy_out.bias),
        value_out=_array(network.value_out.weight).reshape(-1),
        value_out_bias=_array(network.value_out.bias),
    )


def _array(weights: Tensor | None) -> np.ndarray:
    assert weights is not None
    return weights.detach().numpy().astype(np.float32)


def _filled(shape: tuple[int, ...], corner: np.ndarray) -> np.ndarray:
    """Zeros with ``corner`` where all indices begin."""
    out = np.zeros(shape, np.float32)
    out[tuple(slice(length) for length in corner.shape)] = corner
    return out


def _vector(bias: Tensor | None, length: int) -> np.ndarray:
    return _filled((length,), _array(bias))


def _parts(convolution: nn.Conv2d) -> np.ndarray:
    """``float32[25, I, C]``: G w G^T of each of the weights."""
    weights = convolution.weight.detach().double().numpy()
    parts = np.einsum("ia,ocab,jb->ijco", WEIGHTS_TO_PARTS, weights, WEIGHTS_TO_PARTS).reshape(
        PARTS, *weights.shape[1::-1]
    )
    return _filled((PARTS, *(lanes(length) for length in parts.shape[1:])), parts)


def _of_totals(layer: nn.Linear | None, inputs: int, outputs: int, points: int) -> np.ndarray:
    """``float32[2 inputs, outputs]``: the weights of sums over so many points, where the network takes means, and of maxima; zeros where there is
    no such layer."""
    out = np.zeros((2, inputs, outputs), np.float32)
    if layer is not None:
        means, maxima = np.split(_array(layer.weight).T, 2)
        out[0], out[1] = (_filled((inputs, outputs), weights) for weights in (means / points, maxima))
    return out.reshape(2 * inputs, outputs)


def _of_both_heads(policy: np.ndarray, value: np.ndarray) -> np.ndarray:
    """One matrix for the channels of both: sums of the policy's and the value's, then maxima of either."""
    inputs = HEAD_CHANNELS
    nothing = [np.zeros((inputs, matrix.shape[1]), np.float32) for matrix in (policy, value)]
    lines = [[policy[:inputs], nothing[1]], [nothing[0], value[:inputs]]]
    lines += [[policy[inputs:], nothing[1]], [nothing[0], value[inputs:]]]
    return np.block(lines)


def _bias(layer: nn.Linear | None, outputs: int) -> np.ndarray:
    return np.zeros(outputs, np.float32) if layer is None else _vector(layer.bias, outputs)

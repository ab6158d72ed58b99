"""A trained network's weights as arrays, for both ways to compute it."""

import numpy as np
from torch import Tensor, nn

from ai.arithmetic.heads import HeadWeights
from ai.networks.buwei import HEAD_CHANNELS, VALUE_WIDTH, BuweiNetwork


def heads_of(network: BuweiNetwork, points: int) -> HeadWeights:
    """The weights of the heads after their first layers."""
    hidden = network.value_hidden
    return HeadWeights(
        policy_bias=array(network.policy_points.conv.bias),
        policy_totals=totals_of(network.policy_totals, HEAD_CHANNELS, HEAD_CHANNELS, points),
        policy_totals_bias=bias_of(network.policy_totals, HEAD_CHANNELS),
        policy_out=array(network.policy_out.weight).reshape(-1),
        policy_out_bias=array(network.policy_out.bias),
        value_bias=array(network.value_points.conv.bias),
        value_totals=totals_of(hidden, HEAD_CHANNELS, VALUE_WIDTH, points),
        value_totals_bias=array(hidden.bias),
        value_out=array(network.value_out.weight).reshape(-1),
        value_out_bias=array(network.value_out.bias),
    )


def first_layers(network: BuweiNetwork) -> list[nn.Conv2d]:
    """The first layers of the heads for policy and value."""
    return [network.policy_points.conv, network.value_points.conv]


def array(weights: Tensor | None) -> np.ndarray:
    assert weights is not None
    return weights.detach().numpy().astype(np.float32)


def filled(shape: tuple[int, ...], corner: np.ndarray) -> np.ndarray:
    """Zeros of ``shape``, with ``corner`` at the lowest indices."""
    out = np.zeros(shape, np.float32)
    out[tuple(slice(length) for length in corner.shape)] = corner
    return out


def vector(bias: Tensor | None, length: int) -> np.ndarray:
    return filled((length,), array(bias))


def totals_of(layer: nn.Linear | None, inputs: int, outputs: int, points: int) -> np.ndarray:
    """``float32[2 inputs, outputs]``: the weights of sums over ``points`` points, for which the network takes means, and of maxima; zeros without a
    layer."""
    out = np.zeros((2, inputs, outputs), np.float32)
    if layer is not None:
        means, maxima = np.split(array(layer.weight).T, 2)
        out[0], out[1] = (filled((inputs, outputs), weights) for weights in (means / points, maxima))
    return out.reshape(2 * inputs, outputs)


def bias_of(layer: nn.Linear | None, outputs: int) -> np.ndarray:
    return np.zeros(outputs, np.float32) if layer is None else vector(layer.bias, outputs)

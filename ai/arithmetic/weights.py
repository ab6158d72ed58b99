"""A trained network's weights as arrays: what all ways to compute it share."""

import numpy as np
from torch import Tensor, nn

from ai.arithmetic.floats import LANES
from ai.arithmetic.heads import HeadWeights
from ai.networks.buwei import HEAD_CHANNELS, VALUE_WIDTH, BuweiNetwork


def heads_of(network: BuweiNetwork, points: int) -> HeadWeights:
    """The weights of the heads after their first layers."""
    hidden = network.value_hidden
    return HeadWeights(
        points_bias=np.concatenate([array(conv.bias) for conv in first_layers(network)]),
        totals=_of_both_heads(
            totals_of(network.policy_totals, HEAD_CHANNELS, HEAD_CHANNELS, points),
            totals_of(hidden, HEAD_CHANNELS, VALUE_WIDTH, points),
        ),
        totals_bias=np.concatenate([bias_of(network.policy_totals, HEAD_CHANNELS), array(hidden.bias)]),
        policy_out=filled((HEAD_CHANNELS, LANES), array(network.policy_out.weight).reshape(-1, 1)),
        policy_out_bias=array(network.policy_out.bias),
        value_out=array(network.value_out.weight).reshape(-1),
        value_out_bias=array(network.value_out.bias),
    )


def first_layers(network: BuweiNetwork) -> list[nn.Conv2d]:
    """Of the heads for policy and value."""
    return [network.policy_points.conv, network.value_points.conv]


def array(weights: Tensor | None) -> np.ndarray:
    assert weights is not None
    return weights.detach().numpy().astype(np.float32)


def filled(shape: tuple[int, ...], corner: np.ndarray) -> np.ndarray:
    """Zeros with ``corner`` where all indices begin."""
    out = np.zeros(shape, np.float32)
    out[tuple(slice(length) for length in corner.shape)] = corner
    return out


def vector(bias: Tensor | None, length: int) -> np.ndarray:
    return filled((length,), array(bias))


def totals_of(layer: nn.Linear | None, inputs: int, outputs: int, points: int) -> np.ndarray:
    """``float32[2 inputs, outputs]``: the weights of sums over so many points, where the network takes means, and of maxima; zeros where there is
    no such layer."""
    out = np.zeros((2, inputs, outputs), np.float32)
    if layer is not None:
        means, maxima = np.split(array(layer.weight).T, 2)
        out[0], out[1] = (filled((inputs, outputs), weights) for weights in (means / points, maxima))
    return out.reshape(2 * inputs, outputs)


def _of_both_heads(policy: np.ndarray, value: np.ndarray) -> np.ndarray:
    """One matrix for the channels of both: sums of the policy's and the value's, then maxima of either."""
    inputs = HEAD_CHANNELS
    nothing = [np.zeros((inputs, matrix.shape[1]), np.float32) for matrix in (policy, value)]
    lines = [[policy[:inputs], nothing[1]], [nothing[0], value[:inputs]]]
    lines += [[policy[inputs:], nothing[1]], [nothing[0], value[inputs:]]]
    return np.block(lines)


def bias_of(layer: nn.Linear | None, outputs: int) -> np.ndarray:
    return np.zeros(outputs, np.float32) if layer is None else vector(layer.bias, outputs)

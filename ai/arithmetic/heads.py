"""What networks of ours say in the end, compiled: policy and value from the first layers of their heads (:mod:`ai.networks.buwei`)."""

from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numba.extending import register_jitable

from ai.arithmetic.floats import ROWS, multiply, rectify, summarise

kernel: Any = njit(nogil=True, cache=True, boundscheck=False, fastmath=True)
"""Compiles with sums in any order, so that loops over channels become vector code."""


class HeadWeights(NamedTuple):
    """The heads for policy and value, of ``H`` channels each, after their first layers."""

    points_bias: np.ndarray
    """``float32[2 H]``: of the first layers."""
    totals: np.ndarray
    """``float32[4 H, H + V]``: from sums and maxima of both heads' channels to what biases the policy's, and to the value's hidden layer."""
    totals_bias: np.ndarray
    policy_out: np.ndarray
    """``float32[H, LANES]``: of its columns the first counts."""
    policy_out_bias: np.ndarray
    """``float32[1]``"""
    value_out: np.ndarray
    """``float32[V]``"""
    value_out_bias: np.ndarray
    """``float32[1]``"""


@register_jitable
def whole(number: int, unit: int) -> int:
    """The next multiple of ``unit``; kernels ask for it, too."""
    return -(-number // unit) * unit


@kernel
def conclude(weights, heads, totals, shifts, logits, count, rows, cols, gap, policy, value):
    """What the first ``count`` boards say, from what the first layers of the heads say of their points: rows of ``heads``, with ``gap`` points
    between the rows of a board and as many rows between boards."""
    channels = weights.policy_out.shape[0]
    step, board_points = cols + gap, (rows + gap) * (cols + gap)
    for b in range(count):
        totals[b] = 0.0
        for row in range(rows):
            first = b * board_points + row * step
            rectify(heads[first : first + cols], weights.points_bias)
            summarise(heads[first : first + cols], totals[b])
    multiply(totals, weights.totals, shifts)
    for b in range(count):
        shifts[b] += weights.totals_bias
        rectify(heads[b * board_points : (b + 1) * board_points, :channels], shifts[b, :channels])
        value[b] = value_of(weights, shifts[b, channels:])
    multiply(heads[: whole(count * board_points, ROWS), :channels], weights.policy_out, logits)
    for b in range(count):
        for row in range(rows):
            for col in range(cols):
                logit = logits[b * board_points + row * step + col, 0]
                policy[b, row * cols + col] = logit + weights.policy_out_bias[0]


@kernel
def value_of(weights, hidden):
    """The value, from its hidden layer before what is negative is cut off."""
    value = weights.value_out_bias[0]
    for i in range(hidden.size):
        value += max(hidden[i], np.float32(0.0)) * weights.value_out[i]
    return np.tanh(value)

"""Policy and value from the first layers of a network's heads (:mod:`ai.networks.buwei`), compiled."""

from typing import NamedTuple

import numpy as np
from numba.extending import register_jitable

from ai.arithmetic.floats import ROWS, multiply, summarise_rectified, weigh_rectified
from core.compiled import compiled

ALIGNMENT = 64

fast_function = compiled(fastmath=True, _nrt=False)
"""As :data:`core.compiled.function`, but sums may be taken in any order, so that loops over channels compile to vector code."""


class HeadWeights(NamedTuple):
    """The heads for policy and value, of ``H`` channels each, after their first layers."""

    policy_bias: np.ndarray
    """``float32[H]``: bias of the first layer."""
    policy_totals: np.ndarray
    """``float32[2 H, H]``: from the channels' sums over the board and their maxima to biases of the channels."""
    policy_totals_bias: np.ndarray
    policy_out: np.ndarray
    """``float32[H]``"""
    policy_out_bias: np.ndarray
    """``float32[1]``"""
    value_bias: np.ndarray
    """``float32[H]``: bias of the first layer."""
    value_totals: np.ndarray
    """``float32[2 H, V]``: from sums and maxima to the hidden layer."""
    value_totals_bias: np.ndarray
    value_out: np.ndarray
    """``float32[V]``"""
    value_out_bias: np.ndarray
    """``float32[1]``"""


class HeadWork(NamedTuple):
    """Scratch memory, for ``N`` points of boards, gaps between them included."""

    points: np.ndarray
    """``float32[N, 2 H]``: outputs of the first layers, policy's channels first."""
    policy_totals: np.ndarray
    """``float32[ROWS, 2 H]``: sums and maxima of each board's channels."""
    value_totals: np.ndarray
    shifts: np.ndarray
    """``float32[ROWS, H]``: biases of the policy's channels."""
    hidden: np.ndarray
    """``float32[ROWS, V]``"""


def make_head_work(points: int, weights: HeadWeights) -> HeadWork:
    channels, hidden = weights.value_totals.shape[0] // 2, weights.value_totals.shape[1]

    def zeros(rows: int, width: int) -> np.ndarray:
        return aligned((rows, width), np.float32)

    return HeadWork(
        points=zeros(points, 2 * channels),
        policy_totals=zeros(ROWS, 2 * channels),
        value_totals=zeros(ROWS, 2 * channels),
        shifts=zeros(ROWS, channels),
        hidden=zeros(ROWS, hidden),
    )


def aligned(shape: tuple[int, ...], kind: type) -> np.ndarray:
    """Zeros at an address from which the processor loads fastest."""
    size = int(np.prod(shape)) * np.dtype(kind).itemsize
    raw = np.zeros(size + ALIGNMENT, np.uint8)
    start = -raw.ctypes.data % ALIGNMENT
    return raw[start : start + size].view(kind).reshape(shape)


@register_jitable
def whole(number: int, unit: int) -> int:
    """The next multiple of ``unit``, also in kernels."""
    return -(-number // unit) * unit


@fast_function
def conclude(weights, work, count, rows, cols, gap, policy, value):
    """Write ``policy`` and ``value`` of the first ``count`` boards, from the outputs of the heads' first layers. There are ``gap`` points between the
    rows of a board, and as many rows between boards."""
    channels = weights.policy_out.size
    step, board_points = cols + gap, (rows + gap) * (cols + gap)
    for b in range(count):
        work.policy_totals[b] = 0.0  # nothing rectified is negative
        work.value_totals[b] = 0.0
        for row in range(rows):
            first = b * board_points + row * step
            mine = work.points[first : first + cols]
            summarise_rectified(mine[:, :channels], (weights.policy_bias, work.policy_totals[b]))
            summarise_rectified(mine[:, channels:], (weights.value_bias, work.value_totals[b]))
    multiply(work.policy_totals, weights.policy_totals, work.shifts)
    multiply(work.value_totals, weights.value_totals, work.hidden)
    for b in range(count):
        shift = work.shifts[b]
        shift += weights.policy_totals_bias
        for row in range(rows):
            first = b * board_points + row * step
            logits = policy[b, row * cols : (row + 1) * cols]
            weigh_rectified(
                work.points[first : first + cols, :channels],
                (weights.policy_bias, shift, weights.policy_out, logits),
            )
            logits += weights.policy_out_bias[0]
        value[b] = value_of(weights, work.hidden[b])


@fast_function
def value_of(weights, hidden):
    """The value, from the outputs of the hidden layer before its bias and rectification."""
    value = weights.value_out_bias[0]
    for i in range(hidden.size):
        value += max(hidden[i] + weights.value_totals_bias[i], np.float32(0.0)) * weights.value_out[i]
    return np.tanh(value)

"""One of Buwei's own networks (:mod:`ai.networks.buwei`), compiled; it takes a few positions at a time, so that its data stays in the processor's
cache."""

from typing import NamedTuple

import numpy as np

from ai.arithmetic.floats import LANES, ROWS, multiply, rectify, summarise
from ai.arithmetic.heads import HeadWeights, HeadWork, conclude, fast_function, make_head_work, whole
from ai.arithmetic.winograd.tiles import OUTPUTS, PARTS, TILE, from_parts, to_parts
from core.compiled import kernel

GROUP = 8
"""Positions that go through the network together: at most :data:`ai.arithmetic.floats.ROWS`, since sums over their boards are rows of one matrix."""
MARGIN = 1
"""Empty points on each side of a board, so that tiles at its edge are treated like others."""


class Weights(NamedTuple):
    """A network of ``L`` blocks with ``C`` channels, ``I`` input planes, both multiples of :data:`LANES`, and heads of ``H`` channels. Normalisation
    is folded into the convolutions, whose weights are in parts (:data:`ai.arithmetic.winograd.tiles.WEIGHTS_TO_PARTS`)."""

    stem: np.ndarray
    """``float32[25, I, C]``"""
    stem_bias: np.ndarray
    tower: np.ndarray
    """``float32[2 L, 25, C, C]``"""
    tower_bias: np.ndarray
    pools: np.ndarray
    """``bool[L]``: whether totals over the board bias the channels in the middle of a block."""
    totals: np.ndarray
    """``float32[L, 2 C, C]``: from the channels' sums over the board and their maxima."""
    totals_bias: np.ndarray
    points: np.ndarray
    """``float32[C, 2 H]``: the first layers of the heads for policy and value, side by side."""


class Work(NamedTuple):
    """Scratch memory: boards, with empty points around them and up to whole tiles; the parts of their ``T`` tiles; and their ``N`` points as rows."""

    seen: np.ndarray
    """``float32[GROUP, R, S, I]``: the input planes."""
    board: np.ndarray
    """``float32[GROUP, R, S, C]``: the channels between blocks."""
    inner: np.ndarray
    """``float32[GROUP, R, S, C]``: the channels in the middle of a block."""
    seen_parts: np.ndarray
    """``float32[25, T, I]``"""
    parts: np.ndarray
    """``float32[25, T, C]``"""
    products: np.ndarray
    """``float32[25, T, C]``"""
    totals: np.ndarray
    """``float32[ROWS, 2 C]``: sums and maxima of each board's channels."""
    shifts: np.ndarray
    """``float32[ROWS, C]``"""
    rows: np.ndarray
    """``float32[N, C]``: the points of all boards."""
    heads: HeadWork


def make_work(rows: int, cols: int, weights: Weights, heads: HeadWeights) -> Work:
    """Scratch memory for networks of this shape on boards of ``rows`` x ``cols`` points."""
    tall, wide = (-(-side // OUTPUTS) * OUTPUTS + 2 * MARGIN for side in (rows, cols))
    tiles = whole(GROUP * -(-rows // OUTPUTS) * -(-cols // OUTPUTS), ROWS)
    points = whole(GROUP * rows * cols, ROWS)
    planes, channels = weights.stem.shape[1:]

    def zeros(*shape: int) -> np.ndarray:
        return np.zeros(shape, np.float32)

    return Work(
        seen=zeros(GROUP, tall, wide, planes),
        board=zeros(GROUP, tall, wide, channels),
        inner=zeros(GROUP, tall, wide, channels),
        seen_parts=zeros(PARTS, tiles, planes),
        parts=zeros(PARTS, tiles, channels),
        products=zeros(PARTS, tiles, channels),
        totals=zeros(ROWS, 2 * channels),
        shifts=zeros(ROWS, channels),
        rows=zeros(points, channels),
        heads=make_head_work(points, heads),
    )


def lanes(channels: int) -> int:
    """How many channels are stored for ``channels``: whole vectors."""
    return whole(channels, LANES)


@fast_function
def convolve(board, parts, products, weights, bias, before, adds, out, count, rows, cols):
    """A 3x3 convolution of the first ``count`` boards with ``before`` added if ``adds``, rectified, to ``out``."""
    tiles = 0
    for b in range(count):
        for row in range(0, rows, OUTPUTS):
            for col in range(0, cols, OUTPUTS):
                to_parts(board[b, row : row + TILE, col : col + TILE], parts[:, tiles])
                tiles += 1
    padded = whole(tiles, ROWS)
    for part in range(PARTS):
        multiply(parts[part, :padded], weights[part], products[part])
    tiles = 0
    for b in range(count):
        for row in range(0, rows, OUTPUTS):
            for col in range(0, cols, OUTPUTS):
                up, left = row + MARGIN, col + MARGIN
                down, right = min(row + OUTPUTS, rows) + MARGIN, min(col + OUTPUTS, cols) + MARGIN
                from_parts(
                    products[:, tiles],
                    bias,
                    before[b, up:down, left:right],
                    adds,
                    out[b, up:down, left:right],
                )
                tiles += 1


@fast_function
def add_totals(work, matrix, bias, count, rows, cols):
    """Bias the channels in the middle of a block by their sums and maxima over the board, and replace negative numbers by 0."""
    boards, totals, shifts = work.inner, work.totals, work.shifts
    for b in range(count):
        totals[b] = 0.0  # nothing on the boards is negative
        for row in range(MARGIN, rows + MARGIN):
            summarise(boards[b, row, MARGIN : cols + MARGIN], (totals[b],))
    multiply(totals, matrix, shifts)
    for b in range(count):
        shift = shifts[b]
        shift += bias
        for row in range(MARGIN, rows + MARGIN):
            rectify(boards[b, row, MARGIN : cols + MARGIN], (shift,))


@fast_function
def see(planes, seen, count):
    """Write the input planes of ``count`` positions, ``float32[count, I', rows, cols]``, to ``seen``, channels last."""
    for b in range(count):
        for plane in range(planes.shape[1]):
            for row in range(planes.shape[2]):
                for col in range(planes.shape[3]):
                    seen[b, row + MARGIN, col + MARGIN, plane] = planes[b, plane, row, col]


@fast_function
def gather_points(board, points, count, rows, cols):
    """Write the points of ``count`` boards to ``points`` as rows."""
    for b in range(count):
        for row in range(rows):
            for col in range(cols):
                index = (b * rows + row) * cols + col
                for channel in range(points.shape[1]):
                    points[index, channel] = board[b, row + MARGIN, col + MARGIN, channel]


@fast_function
def forward_group(weights, heads, work, planes, count, policy, value):
    """Policy logits and values of up to :data:`GROUP` positions."""
    rows, cols = planes.shape[2], planes.shape[3]
    board, inner, parts, products = work.board, work.inner, work.parts, work.products
    stem, tower, bias = weights.stem, weights.tower, weights.tower_bias
    see(planes, work.seen, count)
    convolve(
        work.seen, work.seen_parts, products, stem, weights.stem_bias, board, False, board, count, rows, cols
    )
    for block in range(weights.pools.size):
        first, second = 2 * block, 2 * block + 1
        convolve(board, parts, products, tower[first], bias[first], inner, False, inner, count, rows, cols)
        if weights.pools[block]:
            add_totals(work, weights.totals[block], weights.totals_bias[block], count, rows, cols)
        convolve(inner, parts, products, tower[second], bias[second], board, True, board, count, rows, cols)
    gather_points(board, work.rows, count, rows, cols)
    multiply(work.rows[: whole(count * rows * cols, ROWS)], weights.points, work.heads.points)
    conclude(heads, work.heads, count, rows, cols, 0, policy, value)


@kernel
def forward(network, planes, count):
    """Write policy logits, ``float32[B, P]``, and values to move, ``float32[B]``, of the first ``count`` positions, whose ``planes`` are
    ``float32[B, I', rows, cols]``. ``network`` is a packed tuple of :class:`Weights`, ``HeadWeights``, :class:`Work`, the logits and the values."""
    weights, heads, work, policy, value = network.content
    for first in range(0, count, GROUP):
        last = min(first + GROUP, count)
        forward_group(
            weights, heads, work, planes[first:last], last - first, policy[first:last], value[first:last]
        )

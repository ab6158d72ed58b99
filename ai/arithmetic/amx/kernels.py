"""One of Buwei's own networks (:mod:`ai.networks.buwei`), compiled for the matrix unit.

Boards stand one after another as rows of points, with one empty point behind each row and one empty row behind each board. So a point's neighbours
are equally far away for all points, and those beyond an edge are empty.
"""

from typing import NamedTuple

import numpy as np
from numba.extending import register_jitable

from ai.arithmetic import floats
from ai.arithmetic.amx.tiles import CHANNELS, ROWS, configuration, convolve, project, rectify, summarise
from ai.arithmetic.heads import HeadWeights, HeadWork, aligned, conclude, fast_function, make_head_work, whole
from core.compiled import kernel

GROUP = 8
"""Positions that go through the network together, so that weights stay in the processor's cache. At most :data:`ai.arithmetic.floats.ROWS`, since
sums over their boards are rows of one matrix."""
PLANES_AT_ONCE = 4
"""The number of input planes of all of Buwei's networks is a multiple of this."""
UPPER_HALF = 0xFFFF0000


class Weights(NamedTuple):
    """A network of ``L`` blocks with ``C`` channels, ``I`` input planes, both multiples of :data:`ai.arithmetic.amx.tiles.CHANNELS`, and heads of
    ``H`` channels. Normalisation is folded into the convolutions, whose weights are laid out as :data:`ai.arithmetic.amx.tiles.convolve` wants
    them."""

    stem: np.ndarray
    stem_bias: np.ndarray
    tower: np.ndarray
    """``uint16[2 L, …]``"""
    tower_bias: np.ndarray
    pools: np.ndarray
    """``bool[L]``: whether totals over the board bias the channels in the middle of a block."""
    totals: np.ndarray
    """``float32[L, 2 C, C]``: from the channels' sums over the board and their maxima."""
    totals_bias: np.ndarray
    points: np.ndarray
    """The first layers of the heads for policy and value, side by side. Each weight is the sum of two in bfloat16, since logits are small differences
    of large numbers."""


class Work(NamedTuple):
    """Scratch memory for ``N`` points, those between and behind the boards included; ``N'`` are these and empty points before and behind them."""

    seen: np.ndarray
    """``uint16[N', I]``: the input planes."""
    seen_by_four: np.ndarray
    """``uint64[N', I / 4]``: the memory of ``seen``, four planes at a time."""
    board: np.ndarray
    """``uint16[N', C]``: the channels between blocks."""
    inner: np.ndarray
    """``uint16[N', C]``: the channels in the middle of a block."""
    totals: np.ndarray
    """``float32[ROWS, 2 C]``: sums and maxima of each board's channels."""
    shifts: np.ndarray
    """``float32[ROWS, C]``"""
    heads: HeadWork
    mask: np.ndarray
    """``int32[N]``: -1 where a board's point is, else 0."""
    around: np.ndarray
    """``int64[9]``: the distances in memory from a point to the points around it and itself."""
    here: np.ndarray
    """``int64[2]``: the distance from a point to itself, 0, once for each of the two parts of the heads' weights."""
    told: np.ndarray
    """``uint8[64]``: the unit's :func:`ai.arithmetic.amx.tiles.configuration`."""
    scratch: np.ndarray
    """``float32[4, 16, 16]``: four tiles of sums."""


def make_work(rows: int, cols: int, weights: Weights, heads: HeadWeights) -> Work:
    """Scratch memory for networks of this shape on boards of ``rows`` x ``cols`` points."""
    step = cols + 1
    points = whole(whole(GROUP * (rows + 1) * step, ROWS), floats.ROWS * ROWS)
    with_margins = points + 2 * margin(cols)
    planes, channels = weights.stem.shape[2] * CHANNELS, weights.totals.shape[2]
    mask = aligned((points,), np.int32)
    mask[: GROUP * (rows + 1) * step].reshape(GROUP, rows + 1, step)[:, :rows, :cols] = -1
    told = aligned((64,), np.uint8)
    told[:] = configuration()
    seen = aligned((with_margins, planes), np.uint16)
    return Work(
        seen=seen,
        seen_by_four=seen.view(np.uint64),
        board=aligned((with_margins, channels), np.uint16),
        inner=aligned((with_margins, channels), np.uint16),
        totals=aligned((floats.ROWS, 2 * channels), np.float32),
        shifts=aligned((floats.ROWS, channels), np.float32),
        heads=make_head_work(points, heads),
        mask=mask,
        around=np.array([row * step + col for row in (-1, 0, 1) for col in (-1, 0, 1)]),
        here=np.zeros(2, np.int64),
        told=told,
        scratch=aligned((4, 16, 16), np.float32),
    )


@register_jitable
def margin(cols: int) -> int:
    """Empty points before the first board: the distance in memory from a point to the furthest one around it. Also in kernels."""
    return cols + 2


@fast_function
def see(planes, seen, count):
    """Write the input planes of ``count`` positions, ``uint32[count, I', rows, cols]``, in bfloat16 to ``seen``, ``uint64[n, I / 4]``, four planes at
    a time. They are the bits of floats that are 0 or 1, for which the upper half is enough."""
    rows, cols = planes.shape[2:]
    low, high = np.uint64(UPPER_HALF), np.uint64(16)
    for b in range(count):
        for four in range(planes.shape[1] // PLANES_AT_ONCE):
            first_plane = PLANES_AT_ONCE * four
            for row in range(rows):
                first = (b * (rows + 1) + row) * (cols + 1)
                for col in range(cols):
                    one = np.uint64(planes[b, first_plane, row, col]) >> high
                    two = np.uint64(planes[b, first_plane + 1, row, col]) & low
                    three = np.uint64(planes[b, first_plane + 2, row, col]) >> high
                    last = np.uint64(planes[b, first_plane + 3, row, col]) & low
                    seen[first + col, four] = one | two | (three | last) << np.uint64(32)


@fast_function
def forward_group(weights, heads, work, planes, count, policy, value):
    """Policy logits and values of up to :data:`GROUP` positions."""
    rows, cols = planes.shape[2:]
    board_points = (rows + 1) * (cols + 1)
    first = margin(cols)
    used = whole(count * board_points, ROWS)
    seen, board, inner = work.seen[first:], work.board[first:], work.inner[first:]
    board_out, inner_out, mask = board[:used], inner[:used], work.mask[:used]
    tower, bias = weights.tower, weights.tower_bias
    around, told, scratch = work.around, work.told, work.scratch
    see(planes, work.seen_by_four[first:], count)
    convolve(seen, weights.stem, around, weights.stem_bias, board_out, False, mask, board_out, told, scratch)
    for block in range(weights.pools.size):
        one, two = 2 * block, 2 * block + 1
        convolve(board, tower[one], around, bias[one], inner_out, False, mask, inner_out, told, scratch)
        if weights.pools[block]:
            add_totals(work, inner, weights.totals[block], weights.totals_bias[block], count, board_points)
        convolve(inner, tower[two], around, bias[two], board_out, True, mask, board_out, told, scratch)
    project(board, weights.points, work.here, work.heads.points[:used], told)
    conclude(heads, work.heads, count, rows, cols, 1, policy, value)


@fast_function
def add_totals(work, inner, matrix, bias, count, board_points):
    """Bias the channels in the middle of a block by their sums and maxima over the board, and replace negative numbers by 0."""
    totals, shifts = work.totals, work.shifts
    for b in range(count):
        summarise(inner[b * board_points : (b + 1) * board_points], (totals[b],))
    floats.multiply(totals, matrix, shifts)
    for b in range(count):
        shift = shifts[b]
        shift += bias
        mine = slice(b * board_points, (b + 1) * board_points)
        rectify(inner[mine], (shift, work.mask[mine]))


@kernel
def forward(network, planes, count):
    """Write policy logits, ``float32[B, P]``, and values to move, ``float32[B]``, of the first ``count`` positions. Their ``planes`` are
    ``uint32[B, I', rows, cols]``, the bits of floats. ``network`` is a packed tuple of :class:`Weights`, ``HeadWeights``, :class:`Work`, the logits
    and the values."""
    weights, heads, work, policy, value = network.content
    for first in range(0, count, GROUP):
        last = min(first + GROUP, count)
        forward_group(
            weights, heads, work, planes[first:last], last - first, policy[first:last], value[first:last]
        )

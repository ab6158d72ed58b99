"""The trunk of one of Buwei's own networks (:mod:`ai.networks.buwei`) as it learns, compiled: what it makes of a batch, layer by layer, and back
through the layers the gradients of its weights. The trunk is all but the heads.

Boards stand in arrays with empty points around them, as in :mod:`ai.arithmetic.winograd.kernels`. A network has ``L`` blocks of ``C`` channels and so
``N = 2 L + 1`` convolutions, the stem's first. Each is followed by batch normalisation (Ioffe and Szegedy 2015, algorithm 1).
"""

from typing import NamedTuple

import numpy as np

from ai.arithmetic.floats import ROWS, add_products, multiply
from ai.arithmetic.heads import aligned, fast_function, whole
from ai.arithmetic.winograd.kernels import GROUP, MARGIN
from ai.arithmetic.winograd.learning import (
    add_to,
    add_up,
    add_up_squares,
    combine,
    find_peaks,
    mask,
    mask_and_multiply,
    scale,
    scale_and_add,
)
from ai.arithmetic.winograd.tiles import (
    OUTPUTS,
    PARTS,
    TILE,
    add_to_tile,
    outputs_to_parts,
    to_outputs,
    to_parts,
)
from core.compiled import kernel


class TrunkWeights(NamedTuple):
    """Weights of convolutions are in parts (:data:`ai.arithmetic.winograd.tiles.WEIGHTS_TO_PARTS`)."""

    stem: np.ndarray
    """``float32[25, I, C]``, for ``I`` input planes."""
    tower: np.ndarray
    """``float32[2 L, 25, C, C]``: from the second last to the last channels."""
    tower_back: np.ndarray
    """``float32[2 L, 25, C, C]``: each of these matrices transposed."""
    gamma: np.ndarray
    """``float32[N, C]``: what normalised channels are multiplied by."""
    beta: np.ndarray
    """``float32[N, C]``: what is added to them."""
    pools: np.ndarray
    """``bool[L]``: whether totals over the board bias the channels in the middle of a block."""
    totals: np.ndarray
    """``float32[L, 2 C, C]``: from the channels' means over the board and their maxima."""
    totals_back: np.ndarray
    """``float32[L, C, 2 C]``: transposed."""
    totals_bias: np.ndarray
    """``float32[L, C]``"""


class TrunkGradients(NamedTuple):
    """The gradients of :class:`TrunkWeights`, in the same form."""

    stem: np.ndarray
    tower: np.ndarray
    gamma: np.ndarray
    beta: np.ndarray
    totals: np.ndarray
    totals_bias: np.ndarray


class TrunkMemory(NamedTuple):
    """What the way forward leaves for the way back, for at most ``B`` positions."""

    seen: np.ndarray
    """``float32[B, R, S, I]``: the input planes."""
    convolved: np.ndarray
    """``float32[N, B, R, S, C]``: what the convolutions give."""
    rectified: np.ndarray
    """``float32[N, B, R, S, C]``: that, normalised and rectified: what the stem gives, then the middle and the end of each block."""
    biased: np.ndarray
    """``float32[L, B, R, S, C]``: the middle of each block after the bias by totals."""
    totals: np.ndarray
    """``float32[L, B, 2 C]``: means and maxima over the board."""
    peaks: np.ndarray
    """``float32[L, B, C]``: the points of the maxima."""
    mean: np.ndarray
    """``float32[N, C]``: of each channel over the batch."""
    variance: np.ndarray
    """``float32[N, C]``"""
    factor: np.ndarray
    """``float32[N, C]``: what channels are multiplied by to be normalised."""
    addend: np.ndarray
    """``float32[N, C]``: what is added to them then."""


class TrunkWork(NamedTuple):
    """Scratch memory: the parts of ``T`` tiles, and gradients."""

    seen_parts: np.ndarray
    """``float32[25, T, I]``"""
    parts: np.ndarray
    """``float32[25, T, C]``"""
    products: np.ndarray
    """``float32[25, T, C]``"""
    outer: np.ndarray
    """``float32[B, R, S, C]``: gradients of the channels between blocks. Here and in ``inner`` points beyond the board hold anything."""
    inner: np.ndarray
    """``float32[B, R, S, C]``: gradients of the channels in the middle of a block."""
    convolved: np.ndarray
    """``float32[GROUP, R, S, C]``: gradients of what a convolution gives."""
    shifts: np.ndarray
    """``float32[ROWS, C]``: the biases by totals, or their gradients."""
    totals: np.ndarray
    """``float32[ROWS, 2 C]``: totals, or their gradients."""
    sums: np.ndarray
    """``float32[2, C]``: sums over a few boards."""
    factors: np.ndarray
    """``float32[3, C]``: what a gradient, what was normalised and 1 are multiplied by on the way back through normalisation."""
    over_batch: np.ndarray
    """``float64[2, C]``: on the way forward the mean and the sum of squared differences from it, on the way back the sums of gradients and of their
    products with these differences."""
    ones: np.ndarray
    """``float32[C]``: ones."""
    numbers: np.ndarray
    """``float32[P]``: the number of each point."""


def make_memory(positions: int, rows: int, cols: int, weights: TrunkWeights) -> tuple[TrunkMemory, TrunkWork]:
    """Memory for batches of at most ``positions`` on boards of ``rows`` x ``cols`` points."""
    tall, wide = (-(-side // OUTPUTS) * OUTPUTS + 2 * MARGIN for side in (rows, cols))
    tiles = whole(GROUP * -(-rows // OUTPUTS) * -(-cols // OUTPUTS), ROWS)
    blocks, _, _, channels = weights.tower.shape
    blocks //= 2
    layers, planes = 2 * blocks + 1, weights.stem.shape[1]

    def zeros(*shape: int) -> np.ndarray:
        return aligned(shape, np.float32)

    memory = TrunkMemory(
        seen=zeros(positions, tall, wide, planes),
        convolved=zeros(layers, positions, tall, wide, channels),
        rectified=zeros(layers, positions, tall, wide, channels),
        biased=zeros(blocks, positions, tall, wide, channels),
        totals=zeros(blocks, positions, 2 * channels),
        peaks=zeros(blocks, positions, channels),
        mean=zeros(layers, channels),
        variance=zeros(layers, channels),
        factor=zeros(layers, channels),
        addend=zeros(layers, channels),
    )
    work = TrunkWork(
        seen_parts=zeros(PARTS, tiles, planes),
        parts=zeros(PARTS, tiles, channels),
        products=zeros(PARTS, tiles, channels),
        outer=zeros(positions, tall, wide, channels),
        inner=zeros(positions, tall, wide, channels),
        convolved=zeros(GROUP, tall, wide, channels),
        shifts=zeros(ROWS, channels),
        totals=zeros(ROWS, 2 * channels),
        sums=zeros(2, channels),
        factors=zeros(3, channels),
        over_batch=np.zeros((2, channels)),
        ones=np.ones(channels, np.float32),
        numbers=np.arange(rows * cols, dtype=np.float32),
    )
    return memory, work


# --- convolutions ---------------------------------------------------------------------------------------------


@fast_function
def boards_to_parts(boards, parts, rows, cols):
    """Write the parts of all tiles of ``boards``; returns the number of tiles."""
    tiles = 0
    for board in boards:
        for row in range(0, rows, OUTPUTS):
            for col in range(0, cols, OUTPUTS):
                to_parts(board[row : row + TILE, col : col + TILE], parts[:, tiles])
                tiles += 1
    return tiles


@fast_function
def convolve(boards, parts, products, weights, out, rows, cols):
    """A 3x3 convolution of at most ``GROUP`` boards, to ``out``."""
    tiles = boards_to_parts(boards, parts, rows, cols)
    for part in range(PARTS):
        multiply(parts[part, : whole(tiles, ROWS)], weights[part], products[part])
    tiles = 0
    for board in out:
        for row in range(MARGIN, rows + MARGIN, OUTPUTS):
            for col in range(MARGIN, cols + MARGIN, OUTPUTS):
                down, right = min(row + OUTPUTS, rows + MARGIN), min(col + OUTPUTS, cols + MARGIN)
                to_outputs(board[row:down, col:right], products[:, tiles])
                tiles += 1


@fast_function
def convolve_back(boards, gradients, parts, products, weights_gradient, rows, cols):
    """Add to the gradients of a convolution's weights what its outputs' ``gradients``, 0 beyond the board, give; leaves those of the outputs' parts
    in ``products``."""
    tiles = boards_to_parts(boards, parts, rows, cols)
    tile = 0
    for b in range(boards.shape[0]):
        for row in range(MARGIN, rows + MARGIN, OUTPUTS):
            for col in range(MARGIN, cols + MARGIN, OUTPUTS):
                outputs_to_parts(gradients[b, row : row + OUTPUTS, col : col + OUTPUTS], products[:, tile])
                tile += 1
    for part in range(PARTS):
        add_products(parts[part, :tiles], products[part, :tiles], weights_gradient[part])


@fast_function
def add_boards_gradients(products, weights_back, parts, out, rows, cols):
    """Add the gradients of what was convolved to ``out``, from those that :func:`convolve_back` left in ``products``."""
    tiles = out.shape[0] * -(-rows // OUTPUTS) * -(-cols // OUTPUTS)
    for part in range(PARTS):
        multiply(products[part, : whole(tiles, ROWS)], weights_back[part], parts[part])
    tiles = 0
    for board in out:
        for row in range(0, rows, OUTPUTS):
            for col in range(0, cols, OUTPUTS):
                add_to_tile(board[row : row + TILE, col : col + TILE], parts[:, tiles])
                tiles += 1


# --- normalisation --------------------------------------------------------------------------------------------


@fast_function
def measure(boards, before, work, rows, cols):
    """Bring the mean and the sum of squares in ``work.over_batch``, which are of ``before`` points, up to date with ``boards`` (Chan, Golub and
    LeVeque 1983, formula 2.1)."""
    mean, squares = work.over_batch[0], work.over_batch[1]
    sums, here = work.sums[0], work.sums[1]
    points = boards.shape[0] * rows * cols
    sums[:] = 0.0
    for board in boards:
        for row in range(MARGIN, rows + MARGIN):
            add_up(board[row, MARGIN : cols + MARGIN], (sums,))
    for c in range(mean.size):
        here[c] = sums[c] / points
    sums[:] = 0.0
    for board in boards:
        for row in range(MARGIN, rows + MARGIN):
            add_up_squares(board[row, MARGIN : cols + MARGIN], (here, sums))
    for c in range(mean.size):
        difference = here[c] - mean[c]
        mean[c] += difference * points / (before + points)
        squares[c] += sums[c] + difference * difference * points * before / (before + points)


@fast_function
def keep_measures(weights, memory, work, layer, epsilon, points):
    """What :func:`measure` found over the ``points`` of a batch, and what normalising comes to by it."""
    mean, variance = memory.mean[layer], memory.variance[layer]
    for c in range(mean.size):
        mean[c] = work.over_batch[0, c]
        variance[c] = work.over_batch[1, c] / points
        factor = weights.gamma[layer, c] / np.sqrt(variance[c] + epsilon)
        memory.factor[layer, c] = factor
        memory.addend[layer, c] = weights.beta[layer, c] - mean[c] * factor


@fast_function
def normalise(memory, layer, first, last, rows, cols):
    """Normalise and rectify some boards; at the end of a block what it began with is added before that."""
    factor, addend = memory.factor[layer], memory.addend[layer]
    for b in range(first, last):
        inputs, out = memory.convolved[layer, b], memory.rectified[layer, b]
        for row in range(MARGIN, rows + MARGIN):
            here, there = inputs[row, MARGIN : cols + MARGIN], out[row, MARGIN : cols + MARGIN]
            if layer > 0 and layer % 2 == 0:
                before = memory.rectified[layer - 2, b, row, MARGIN : cols + MARGIN]
                scale_and_add(here, (factor, addend, before, there))
            else:
                scale(here, (factor, addend, there))


@fast_function
def rectify_back(memory, work, layer, gradients, first, last, rows, cols):
    """Set the ``gradients`` of some boards to 0 where what was rectified is 0, and add up what :func:`begin_layer_back` needs."""
    sums, products, mean = work.sums[0], work.sums[1], memory.mean[layer]
    sums[:] = 0.0
    products[:] = 0.0
    for b in range(first, last):
        for row in range(MARGIN, rows + MARGIN):
            rectified = memory.rectified[layer, b, row, MARGIN : cols + MARGIN]
            inputs = memory.convolved[layer, b, row, MARGIN : cols + MARGIN]
            here = gradients[b, row, MARGIN : cols + MARGIN]
            mask_and_multiply(here, (rectified, inputs, mean, sums, products))
    for c in range(mean.size):
        work.over_batch[0, c] += sums[c]
        work.over_batch[1, c] += products[c]


@fast_function
def begin_layer_back(weights, found, memory, work, layer, epsilon, points):
    """The gradients of normalisation's weights, by sums over the ``points`` of a batch, and the factors of :func:`normalise_back` (Ioffe and Szegedy
    2015, section 3)."""
    factor, slope, addend = work.factors[0], work.factors[1], work.factors[2]
    for c in range(factor.size):
        sums, products = work.over_batch[0, c], work.over_batch[1, c]
        deviation = np.sqrt(memory.variance[layer, c] + epsilon)
        found.gamma[layer, c] = products / deviation
        found.beta[layer, c] = sums
        factor[c] = weights.gamma[layer, c] / deviation
        slope[c] = -factor[c] * products / (points * deviation * deviation)
        addend[c] = -factor[c] * sums / points - slope[c] * memory.mean[layer, c]
    work.over_batch[:] = 0.0


@fast_function
def normalise_back(memory, work, layer, gradients, first, last, rows, cols):
    """Write the gradients of what was normalised to ``work.convolved``."""
    factor, slope, addend = work.factors[0], work.factors[1], work.factors[2]
    for b in range(first, last):
        for row in range(MARGIN, rows + MARGIN):
            inputs = memory.convolved[layer, b, row, MARGIN : cols + MARGIN]
            out = work.convolved[b - first, row, MARGIN : cols + MARGIN]
            combine(gradients[b, row, MARGIN : cols + MARGIN], (factor, inputs, slope, addend, out))


# --- totals over the board ------------------------------------------------------------------------------------


@fast_function
def bias_by_totals(weights, memory, work, block, first, last, rows, cols):
    """Bias the channels in the middle of a block by their means and maxima over the board, and rectify them."""
    channels, bias = weights.totals_bias.shape[1], weights.totals_bias[block]
    for b in range(first, last):
        totals, peaks = memory.totals[block, b], memory.peaks[block, b]
        sums, maxima = totals[:channels], totals[channels:]
        totals[:] = 0.0  # nothing on the boards is negative
        peaks[:] = 0.0
        for row in range(rows):
            numbers = work.numbers[row * cols : (row + 1) * cols]
            here = memory.rectified[2 * block + 1, b, row + MARGIN, MARGIN : cols + MARGIN]
            find_peaks(here, (numbers, sums, maxima, peaks))
        sums /= rows * cols
        for c in range(2 * channels):
            work.totals[b - first, c] = totals[c]
    multiply(work.totals, weights.totals[block], work.shifts)
    for b in range(first, last):
        shift = work.shifts[b - first]
        shift += bias
        for row in range(MARGIN, rows + MARGIN):
            here = memory.rectified[2 * block + 1, b, row, MARGIN : cols + MARGIN]
            scale(here, (work.ones, shift, memory.biased[block, b, row, MARGIN : cols + MARGIN]))


@fast_function
def bias_by_totals_back(weights, found, memory, work, block, first, last, rows, cols):
    """Turn the gradients in ``work.inner`` of what was biased into those of what it was made of, and add to those of the weights."""
    channels, count = weights.totals_bias.shape[1], last - first
    for b in range(first, last):
        shift = work.shifts[b - first]
        shift[:] = 0.0
        for row in range(MARGIN, rows + MARGIN):
            biased = memory.biased[block, b, row, MARGIN : cols + MARGIN]
            mask(work.inner[b, row, MARGIN : cols + MARGIN], (biased, shift))
        bias_gradient = found.totals_bias[block]
        bias_gradient += shift
    add_products(memory.totals[block, first:last], work.shifts[:count], found.totals[block])
    multiply(work.shifts, weights.totals_back[block], work.totals)
    for b in range(first, last):
        mean, most = work.totals[b - first, :channels], work.totals[b - first, channels:]
        mean /= rows * cols
        for row in range(MARGIN, rows + MARGIN):
            add_to(work.inner[b, row, MARGIN : cols + MARGIN], (mean,))
        for c in range(channels):
            row, col = divmod(int(memory.peaks[block, b, c]), cols)
            work.inner[b, row + MARGIN, col + MARGIN, c] += most[c]


# --- the whole ------------------------------------------------------------------------------------------------


@kernel
def forward(trunk, planes, out):
    """Write what the trunk makes of a batch, ``float32[B, I', rows, cols]``, to ``out``, ``float32[B, rows, cols, C]``. ``trunk`` is a packed tuple
    of :class:`TrunkWeights`, :class:`TrunkGradients`, :class:`TrunkMemory`, :class:`TrunkWork` and normalisation's epsilon."""
    weights, _, memory, work, epsilon = trunk.content
    see(planes, memory.seen)
    count, rows, cols = planes.shape[0], planes.shape[2], planes.shape[3]
    forward_layers(weights, memory, work, epsilon, count, rows, cols)
    last = weights.gamma.shape[0] - 1
    normalise(memory, last, 0, count, rows, cols)
    for b in range(count):
        for row in range(rows):
            for col in range(cols):
                out[b, row, col] = memory.rectified[last, b, row + MARGIN, col + MARGIN]


@fast_function
def see(planes, seen):
    for b in range(planes.shape[0]):
        for plane in range(planes.shape[1]):
            for row in range(planes.shape[2]):
                for col in range(planes.shape[3]):
                    seen[b, row + MARGIN, col + MARGIN, plane] = planes[b, plane, row, col]


@fast_function
def forward_layers(weights, memory, work, epsilon, count, rows, cols):
    """All layers up to the measures of the last one."""
    for layer in range(weights.gamma.shape[0]):
        work.over_batch[:] = 0.0
        for first in range(0, count, GROUP):
            last = min(first + GROUP, count)
            out = memory.convolved[layer, first:last]
            if layer == 0:
                seen = memory.seen[first:last]
                convolve(seen, work.seen_parts, work.products, weights.stem, out, rows, cols)
            else:
                normalise(memory, layer - 1, first, last, rows, cols)
                boards, block = memory.rectified[layer - 1, first:last], layer // 2 - 1
                if layer % 2 == 0 and weights.pools[block]:
                    bias_by_totals(weights, memory, work, block, first, last, rows, cols)
                    boards = memory.biased[block, first:last]
                convolve(boards, work.parts, work.products, weights.tower[layer - 1], out, rows, cols)
            measure(out, first * rows * cols, work, rows, cols)
        keep_measures(weights, memory, work, layer, epsilon, count * rows * cols)


@kernel
def backward(trunk, gradients):
    """Write the gradients of the trunk's weights, from those of what :func:`forward` gave last, ``float32[B, rows, cols, C]``. ``trunk`` is the
    same."""
    weights, found, memory, work, epsilon = trunk.content
    found.stem[:] = 0.0
    found.tower[:] = 0.0
    found.totals[:] = 0.0
    found.totals_bias[:] = 0.0
    count, rows, cols, _ = gradients.shape
    for b in range(count):
        for row in range(rows):
            for col in range(cols):
                work.outer[b, row + MARGIN, col + MARGIN] = gradients[b, row, col]
    work.over_batch[:] = 0.0
    rectify_back(memory, work, weights.gamma.shape[0] - 1, work.outer, 0, count, rows, cols)
    backward_layers(weights, found, memory, work, epsilon, count, rows, cols)


@fast_function
def backward_layers(weights, found, memory, work, epsilon, count, rows, cols):
    """All layers, from the last one, whose gradients have been rectified."""
    for layer in range(weights.gamma.shape[0] - 1, -1, -1):
        begin_layer_back(weights, found, memory, work, layer, epsilon, count * rows * cols)
        for first in range(0, count, GROUP):
            last = min(first + GROUP, count)
            if layer == 0:
                normalise_back(memory, work, layer, work.outer, first, last, rows, cols)
                seen = memory.seen[first:last]
                convolve_back(seen, work.convolved, work.seen_parts, work.products, found.stem, rows, cols)
            elif layer % 2 == 0:
                end_of_block_back(weights, found, memory, work, layer, first, last, rows, cols)
            else:
                middle_of_block_back(weights, found, memory, work, layer, first, last, rows, cols)


@fast_function
def end_of_block_back(weights, found, memory, work, layer, first, last, rows, cols):
    """From the gradients in ``work.outer`` to those of the middle of a block in ``work.inner``."""
    block = layer // 2 - 1
    normalise_back(memory, work, layer, work.outer, first, last, rows, cols)
    boards, inner = memory.rectified[layer - 1, first:last], work.inner[first:last]
    if weights.pools[block]:
        boards = memory.biased[block, first:last]
    found_here, back = found.tower[layer - 1], weights.tower_back[layer - 1]
    convolve_back(boards, work.convolved, work.parts, work.products, found_here, rows, cols)
    inner[:] = 0.0
    add_boards_gradients(work.products, back, work.parts, inner, rows, cols)
    if weights.pools[block]:
        bias_by_totals_back(weights, found, memory, work, block, first, last, rows, cols)
    rectify_back(memory, work, layer - 1, work.inner, first, last, rows, cols)


@fast_function
def middle_of_block_back(weights, found, memory, work, layer, first, last, rows, cols):
    """From the gradients in ``work.inner`` to those of what a block began with; ``work.outer`` holds already what skips the block."""
    normalise_back(memory, work, layer, work.inner, first, last, rows, cols)
    boards, found_here = memory.rectified[layer - 1, first:last], found.tower[layer - 1]
    convolve_back(boards, work.convolved, work.parts, work.products, found_here, rows, cols)
    back, outer = weights.tower_back[layer - 1], work.outer[first:last]
    add_boards_gradients(work.products, back, work.parts, outer, rows, cols)
    rectify_back(memory, work, layer - 1, work.outer, first, last, rows, cols)

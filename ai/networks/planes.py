"""The functions that turn positions into the input planes of networks.

Each fills ``out`` (``float32[B, C, rows, cols]``) for the first ``count`` positions of a :class:`ai.search.forest.PositionBatch`.
"""

import numpy as np

from ai.search.forest import PositionBatch
from core.bitboard import (
    ONE,
    U64,
    WORD_BITS,
    ZERO,
    difference,
    geometry,
    grow,
    intersection,
    load,
    lowest_of,
    overlaps,
    size_of,
    spread,
    without,
)
from core.compiled import function, lowest_bit, primitive

PAPER_PLANES = 4
AGZ_PLANES = 17
BUWEI_PLANES = 4
MOST_LIBERTIES = 3
LIBERTIES_PLANES = BUWEI_PLANES + 2 * (MOST_LIBERTIES + 1)

AGZ_HISTORY = 8


@primitive
def by_points(out):
    """``out`` as ``float32[B, C, P]``."""
    return out.reshape(out.shape[0], out.shape[1], out.shape[2] * out.shape[3])


@function
def encode_paper(positions, count, out):
    """The planes of Gao et al. 2022, section 3.2.1: the board (1 black, -1 white), White's stones, Black's stones, all ones if Black moves."""
    flat = by_points(out)
    for b in range(count):
        black_moves = positions.side[b] == 0
        for point in range(flat.shape[2]):
            cell = positions.cells[b, point]
            black = np.float32(cell == 1 if black_moves else cell == 2)
            white = np.float32(cell == 2 if black_moves else cell == 1)
            flat[b, 0, point] = black - white
            flat[b, 1, point] = white
            flat[b, 2, point] = black
            flat[b, 3, point] = np.float32(black_moves)


@function
def encode_agz(positions, count, out):
    """The planes of AlphaGo Zero (Silver et al. 2017, Methods): own stones now and in the seven positions before, the opponent's likewise, all ones
    if Black moves.

    Stones never leave the board in NoGo, so an earlier position is the present one without the moves since.
    """
    flat = by_points(out)
    for b in range(count):
        black_moves = np.float32(positions.side[b] == 0)
        for point in range(flat.shape[2]):
            cell = positions.cells[b, point]
            for age in range(AGZ_HISTORY):
                flat[b, age, point] = np.float32(cell == 1)
                flat[b, AGZ_HISTORY + age, point] = np.float32(cell == 2)
            flat[b, 2 * AGZ_HISTORY, point] = black_moves
        for i in range(AGZ_HISTORY):
            point = positions.recent[b, i]
            if point < 0:
                break
            side = AGZ_HISTORY if i % 2 == 0 else 0
            for age in range(i + 1, AGZ_HISTORY):
                flat[b, side + age, point] = 0.0


@function
def encode_buwei(positions, count, out):
    """Own stones, opponent's stones, own legal points, opponent's legal points."""
    flat = by_points(out)
    for b in range(count):
        encode_pairs(positions.cells[b], flat[b, 0], flat[b, 1])
        encode_pairs(positions.legal[b], flat[b, 2], flat[b, 3])


@function
def encode_pairs(pairs, low, high):
    """Write the two bits of each number of ``pairs`` to ``low`` and ``high``; a loop as short as this compiles to vector instructions."""
    for point in range(pairs.size):
        low[point] = np.float32(pairs[point] & 1)
        high[point] = np.float32(pairs[point] >> 1)


def encode_liberties(positions: PositionBatch, count: int, out: np.ndarray) -> None:
    """The planes of :func:`encode_buwei`, then own blocks with 1, 2 and 3 liberties and safe ones, and the opponent's likewise.

    Liberties as in AlphaGo's features (Silver et al. 2016, extended data table 2). A block is safe if one of its liberties is a point that neither
    side may play on: it can't be captured any more.
    """
    geo = geometry(*out.shape[2:])
    sets = np.empty((3, geo.bits.shape[1]), np.uint64)
    encode_all(
        geo.full, geo.shifts, geo.places, geo.points, positions.cells, positions.legal, count, sets, out
    )


@function
def encode_all(full, shifts, places, points, cells, legal, count, sets, out):
    """The planes of :func:`encode_liberties`, by a geometry's tables; ``sets``, ``uint64[3, W]``, is scratch memory."""
    flat = by_points(out)
    for b in range(count):
        planes = flat[b]
        encode_pairs(cells[b], planes[0], planes[1])
        encode_pairs(legal[b], planes[2], planes[3])
        planes[BUWEI_PLANES:] = 0.0
        sets[:] = ZERO
        for point in range(places.size):
            word, bit = places[point] >> 6, U64(places[point] & 63)
            cell = U64(cells[b, point])
            sets[0, word] |= (cell & ONE) << bit
            sets[1, word] |= (cell >> ONE) << bit
            sets[2, word] |= U64(cell | U64(legal[b, point]) == ZERO) << bit
        own, opponent, dead = load(sets, 0, full), load(sets, 1, full), load(sets, 2, full)
        empty = without(full, own, opponent)
        own_planes = planes[BUWEI_PLANES : BUWEI_PLANES + MOST_LIBERTIES + 1]
        write_blocks(shifts, points, own, empty, dead, own_planes)
        write_blocks(shifts, points, opponent, empty, dead, planes[BUWEI_PLANES + MOST_LIBERTIES + 1 :])


@function
def write_blocks(shifts, points, stones, empty, dead, planes):
    """Mark the blocks of the set ``stones`` in ``planes`` (``float32[4, P]``): those with 1, 2 and 3 liberties, and those with a liberty among the
    points ``dead``. ``points`` maps each place of a set to its point."""
    left = stones
    while overlaps(left, left):
        block = grow(shifts, lowest_of(left), left)
        left = difference(left, block)
        liberties = intersection(spread(shifts, block), empty)
        safe = overlaps(liberties, dead)
        count = size_of(liberties)
        if not safe and count > MOST_LIBERTIES:
            continue
        plane = planes[MOST_LIBERTIES if safe else count - 1]
        for i in range(len(block)):
            word = block[i]
            while word != ZERO:
                plane[points[WORD_BITS * i + np.int64(lowest_bit(word))]] = 1.0
                word &= word - ONE

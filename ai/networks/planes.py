"""What networks see: the compiled functions that turn gathered positions into input planes.

Each fills ``out`` (``float32[B, C, rows, cols]``) for the first ``count`` positions of a :class:`ai.search.forest.Leaves`.
"""

import numpy as np

from core.bitboard import kernel

PAPER_PLANES = 4
AGZ_PLANES = 17
BUWEI_PLANES = 4
MOST_LIBERTIES = 3
LIBERTIES_PLANES = BUWEI_PLANES + 2 * (MOST_LIBERTIES + 1)

AGZ_HISTORY = 8


@kernel
def by_points(out):
    """``out`` as ``float32[B, C, P]``."""
    return out.reshape(out.shape[0], out.shape[1], out.shape[2] * out.shape[3])


@kernel
def encode_paper(leaves, count, out):
    """First seed, section 3.2.1: the board (1 black, -1 white), White's stones, Black's stones, all ones if Black moves."""
    flat = by_points(out)
    for b in range(count):
        black_moves = leaves.side[b] == 0
        for point in range(flat.shape[2]):
            cell = leaves.cells[b, point]
            black = np.float32(cell == 1 if black_moves else cell == 2)
            white = np.float32(cell == 2 if black_moves else cell == 1)
            flat[b, 0, point] = black - white
            flat[b, 1, point] = white
            flat[b, 2, point] = black
            flat[b, 3, point] = np.float32(black_moves)


@kernel
def encode_agz(leaves, count, out):
    """AlphaGo Zero, Methods: own stones now and at the seven positions before, the opponent's likewise, all ones if Black moves.

    Stones never leave the board in NoGo, so an earlier position is the present one without the moves since.
    """
    flat = by_points(out)
    for b in range(count):
        black_moves = np.float32(leaves.side[b] == 0)
        for point in range(flat.shape[2]):
            cell = leaves.cells[b, point]
            for age in range(AGZ_HISTORY):
                flat[b, age, point] = np.float32(cell == 1)
                flat[b, AGZ_HISTORY + age, point] = np.float32(cell == 2)
            flat[b, 2 * AGZ_HISTORY, point] = black_moves
        for i in range(AGZ_HISTORY):
            point = leaves.recent[b, i]
            if point < 0:
                break
            side = AGZ_HISTORY if i % 2 == 0 else 0
            for age in range(i + 1, AGZ_HISTORY):
                flat[b, side + age, point] = 0.0


@kernel
def encode_buwei(leaves, count, out):
    """Own stones, opponent's stones, own legal points, opponent's legal points."""
    flat = by_points(out)
    for b in range(count):
        for point in range(flat.shape[2]):
            cell = leaves.cells[b, point]
            legal = leaves.legal[b, point]
            flat[b, 0, point] = np.float32(cell == 1)
            flat[b, 1, point] = np.float32(cell == 2)
            flat[b, 2, point] = np.float32(legal & 1)
            flat[b, 3, point] = np.float32(legal >> 1)


@kernel
def encode_liberties(leaves, count, out):
    """The planes of :func:`encode_buwei`, then own blocks with 1, 2 and 3 liberties and safe ones, and the opponent's likewise.

    Liberties as in AlphaGo's features (Silver et al. 2016, extended data table 2). A block is safe if a liberty of its own is a point that
    neither side may play on: it can't be captured any more.
    """
    encode_buwei(leaves, count, out)
    flat = by_points(out)
    points = flat.shape[2]
    block = np.empty(points, np.int16)
    seen = np.empty(points, np.int16)  # as a stone, or as a liberty of the block that begins at seen - 1
    for b in range(count):
        flat[b, BUWEI_PLANES:] = 0.0
        seen[:] = 0
        for first in range(points):
            if leaves.cells[b, first] == 0 or seen[first] != 0:
                continue
            stones, liberties, safe = find_block(
                leaves.cells[b], leaves.legal[b], out.shape[3], first, block, seen
            )
            if not safe and liberties > MOST_LIBERTIES:
                continue
            plane = BUWEI_PLANES + (MOST_LIBERTIES if safe else liberties - 1)
            if leaves.cells[b, first] == 2:
                plane += MOST_LIBERTIES + 1
            for i in range(stones):
                flat[b, plane, block[i]] = 1.0


@kernel
def find_block(cells, legal, cols, first, block, seen):
    """Write the points of the block that ``first`` belongs to into ``block`` and mark them and its liberties in ``seen``; how many stones and
    liberties it has, and whether it is safe."""
    mark = first + 1
    block[0] = first
    seen[first] = mark
    stones = 1
    done = 0
    liberties = 0
    safe = False
    while done < stones:
        point = block[done]
        done += 1
        col = point % cols
        for direction in range(4):
            if direction == 0:
                beside = point - cols
            elif direction == 1:
                beside = point + cols
            elif direction == 2:
                beside = point - 1 if col > 0 else -1
            else:
                beside = point + 1 if col < cols - 1 else -1
            if beside < 0 or beside >= cells.size or seen[beside] == mark:
                continue
            if cells[beside] == 0:
                seen[beside] = mark
                liberties += 1
                safe = safe or legal[beside] == 0
            elif cells[beside] == cells[first]:
                seen[beside] = mark
                block[stones] = beside
                stones += 1
    return stones, liberties, safe

"""What networks see: the compiled functions that turn gathered positions into input planes.

Each fills ``out`` (``float32[B, C, P]``) for the first ``count`` positions of a :class:`ai.search.forest.Leaves`.
"""

import numpy as np

from core.bitboard import kernel

PAPER_PLANES = 4
AGZ_PLANES = 17
BUWEI_PLANES = 4

AGZ_HISTORY = 8


@kernel
def encode_paper(leaves, count, out):
    """First seed, section 3.2.1: the board (1 black, -1 white), White's stones, Black's stones, all ones if Black moves."""
    for b in range(count):
        black_moves = leaves.side[b] == 0
        for point in range(out.shape[2]):
            cell = leaves.cells[b, point]
            black = np.float32(cell == 1 if black_moves else cell == 2)
            white = np.float32(cell == 2 if black_moves else cell == 1)
            out[b, 0, point] = black - white
            out[b, 1, point] = white
            out[b, 2, point] = black
            out[b, 3, point] = np.float32(black_moves)


@kernel
def encode_agz(leaves, count, out):
    """AlphaGo Zero, Methods: own stones now and at the seven positions before, the opponent's likewise, all ones if Black moves.

    Stones never leave the board in NoGo, so an earlier position is the present one without the moves since.
    """
    for b in range(count):
        black_moves = np.float32(leaves.side[b] == 0)
        for point in range(out.shape[2]):
            cell = leaves.cells[b, point]
            for age in range(AGZ_HISTORY):
                out[b, age, point] = np.float32(cell == 1)
                out[b, AGZ_HISTORY + age, point] = np.float32(cell == 2)
            out[b, 2 * AGZ_HISTORY, point] = black_moves
        for i in range(AGZ_HISTORY):
            point = leaves.recent[b, i]
            if point < 0:
                break
            side = AGZ_HISTORY if i % 2 == 0 else 0
            for age in range(i + 1, AGZ_HISTORY):
                out[b, side + age, point] = 0.0


@kernel
def encode_buwei(leaves, count, out):
    """Own stones, opponent's stones, own legal points, opponent's legal points."""
    for b in range(count):
        for point in range(out.shape[2]):
            cell = leaves.cells[b, point]
            legal = leaves.legal[b, point]
            out[b, 0, point] = np.float32(cell == 1)
            out[b, 1, point] = np.float32(cell == 2)
            out[b, 2, point] = np.float32(legal & 1)
            out[b, 3, point] = np.float32(legal >> 1)

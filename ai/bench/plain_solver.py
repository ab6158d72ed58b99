"""A plain solver to measure :mod:`ai.solver` against: depth first, all moves in the order of the board, with a table of the positions met."""

import numpy as np

from core.bitboard import ONE, U64, is_empty_point, is_legal, load, place
from core.compiled import function, kernel

PLACES = 1 << 20


@kernel
def plain_solve(geo, stones, points):
    """Whether the side to move wins, 1 or 0, and how many moves were tried. ``stones`` is ``uint64[2, W]``; ``points``, ``int16[N]``, are those
    left to play on."""
    table = np.zeros(PLACES, np.uint64)
    sides = np.zeros((points.size + 2, 2, stones.shape[1]), np.uint64)
    keys = np.zeros(points.size + 2, np.uint64)
    tried = np.zeros(points.size + 2, np.int64)
    sides[0] = stones
    return solve_in(geo, points, table, sides, keys, tried)


@function
def solve_in(geo, points, table, sides, keys, tried):
    """:func:`plain_solve` with memory to work in: ``table``, keys of positions met with the result in the lowest bit, and for each level its stones,
    its key and how many points have been tried."""
    depth = 0
    count = 0
    key = U64(0)
    while True:
        own = load(sides[depth], 0, geo.full)
        opponent = load(sides[depth], 1, geo.full)
        won = U64(0)
        entered = False
        while tried[depth] < points.size:
            point = U64(points[tried[depth]])
            tried[depth] += 1
            if not (is_empty_point(geo, own, opponent, point) and is_legal(geo, own, opponent, point)):
                continue
            count += 1
            key = keys[depth] ^ geo.keys[depth % 2, point]
            entry = table[(key >> ONE) & U64(PLACES - 1)]
            if (entry | ONE) != (key | ONE):
                entered = True
                break
            if entry & ONE == U64(0):
                won = ONE
                break
        if entered:
            played = place(geo, own, U64(points[tried[depth] - 1]))
            depth += 1
            keys[depth] = key
            tried[depth] = 0
            for i in range(len(played)):
                sides[depth, 0, i] = opponent[i]
                sides[depth, 1, i] = played[i]
            continue
        # The result of this level is known; a loss here is a win one level up, which may decide further levels.
        while True:
            if depth == 0:
                return np.int64(won), count
            table[(keys[depth] >> ONE) & U64(PLACES - 1)] = (keys[depth] & ~ONE) | won
            depth -= 1
            if won != U64(0):
                break
            won = ONE

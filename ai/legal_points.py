"""Legal points as lists, for compiled code that plays moves and takes them back. A point once illegal for a side stays so, hence only the points
that were legal before a move can be legal after it."""

import numpy as np

from core.bitboard import U64, is_empty_point, is_legal
from core.compiled import function, primitive

NO_MOVE = np.int64(-1)


@primitive
def empty_points(geo, own, opponent, points):
    """Write the empty points to ``points``, ascending, and return their number."""
    count = np.int64(0)
    for point in range(geo.bits.shape[0]):
        if is_empty_point(geo, own, opponent, U64(point)):
            points[count] = point
            count += 1
    return count


@function
def keep_legal(geo, own, opponent, before, count, played, legal):
    """Write to ``legal`` those of the ``count`` points ``before`` where ``own`` may play, except the point ``played`` since, and return their
    number."""
    kept = 0
    for i in range(count):
        point = before[i]
        if point != played and is_legal(geo, own, opponent, U64(point)):
            legal[kept] = point
            kept += 1
    return kept


@primitive
def count_shared(mine, mine_count, theirs, theirs_count):
    """How many points are in both lists, which must ascend."""
    shared = 0
    j = 0
    for i in range(mine_count):
        while j < theirs_count and theirs[j] < mine[i]:
            j += 1
        if j < theirs_count and theirs[j] == mine[i]:
            shared += 1
    return shared

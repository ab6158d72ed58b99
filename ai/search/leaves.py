"""Positions written for evaluators (:class:`ai.search.forest.PositionBatch`), compiled: cells, legal points, side and recent moves."""

import numpy as np

from ai.search.forest import RECENT_MOVES
from core.bitboard import ONE, U64, legal_points, load
from core.compiled import function, kernel


@function
def describe_position(geo, stones, positions, index):
    """Write the cells and legal points of the position with ``stones`` (``uint64[2, W]``: side to move, other side)."""
    own = load(stones, 0, geo.full)
    opponent = load(stones, 1, geo.full)
    mine, theirs = legal_points(geo.full, geo.shifts, own, opponent)
    write_pairs(geo, own, opponent, positions.cells[index])
    write_pairs(geo, mine, theirs, positions.legal[index])


@function
def write_pairs(geo, low, high, pairs):
    """Write for each point 1 if it is in the set ``low``, plus 2 if it is in ``high``. Testing every point against every word compiles to vector
    instructions, which is faster than looking up a point's word."""
    for i in range(len(low)):
        low_word, high_word = low[i], high[i]
        for point in range(pairs.size):
            if geo.places[point] >> 6 == i:
                bit = U64(geo.places[point] & 63)
                pairs[point] = np.uint8(low_word >> bit & ONE) | np.uint8(high_word >> bit & ONE) << 1


@kernel
def describe_positions(geo, stones, positions):
    """:func:`describe_position` for all ``stones``, ``uint64[n, 2, W]``."""
    for index in range(stones.shape[0]):
        describe_position(geo, stones[index], positions, index)


@kernel
def describe_game(geo, moves, plies, positions):
    """Write the positions of a game from the empty board after the numbers ``plies``, ascending, of its ``moves``."""
    stones = np.zeros((2, geo.bits.shape[1]), np.uint64)
    played = 0
    for index in range(plies.size):
        while played < plies[index]:
            stones[played % 2] |= geo.bits[moves[played]]
            played += 1
        side = played % 2
        describe_position(geo, stones if side == 0 else stones[::-1].copy(), positions, index)
        positions.side[index] = side
        for i in range(RECENT_MOVES):
            positions.recent[index, i] = moves[played - 1 - i] if i < played else -1


@function
def describe_leaf(forest, geo, leaves, index, tree, depth, stones):
    """Write the leaf at the end of path ``index``: its position for the evaluator, and where it is in its tree."""
    positions = leaves.positions
    describe_position(geo, stones, positions, index)
    positions.side[index] = (forest.side[tree] + depth) % 2
    for i in range(RECENT_MOVES):
        if i < depth:
            positions.recent[index, i] = forest.edges[tree, leaves.path_edge[index, depth - 1 - i]].point
        else:
            positions.recent[index, i] = forest.recent[tree, i - depth]
    leaves.tree[index] = tree
    leaves.node[index] = leaves.path_node[index, depth]
    leaves.depth[index] = depth

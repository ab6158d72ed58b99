"""Random playouts whose results are mixed into a network's value of a position (Silver et al. 2016, "Mastering the game of Go with deep neural
networks and tree search": value and rollouts mixed at the leaves).

A network makes the same errors on similar positions, random playouts don't: those from one leaf say little, those from all leaves below a move a lot.
"""

import numpy as np

from ai.playouts import private_last_playout
from core.bitboard import ONE, U64, fill_candidates, load, next_random
from core.compiled import kernel

EMPTY_SHARE = 0.6
"""Largest share of empty points with which playouts are made: on emptier boards they add nothing to the network's value, and take longest."""
NETWORK_WEIGHT = 0.8
"""Weight of the network's value, -1 to 1, found by least squares on the results of games (docs/methods.md)."""
PLAYOUT_WEIGHT = 0.5
"""Weight of the playouts' mean result, likewise. The weights add up to more than 1 because mean results of playouts are nearer to 0 than games'."""
HIGHEST = 0.99
"""Largest mixed value, below that of a certain result."""


@kernel
def mix_playouts(geo, positions, steps, count, values, playouts):
    """Mix the results of ``playouts`` from each of the first ``count`` of ``positions`` into ``values``, ``float32[B]``, unless the board is too
    empty or ``steps`` (:class:`ai.search.forest.Leaves`) tell that the position was to be solved. A position's random numbers follow from its
    stones, so that the same search finds the same."""
    points = geo.bits.shape[0]
    most_empty = np.int64(EMPTY_SHARE * points)
    lists = np.empty(4 * points, np.uint16)
    reserve = np.empty(2 * points, np.uint16)
    stones = np.empty((2, geo.bits.shape[1]), np.uint64)
    for index in range(count):
        stones[:] = 0
        empty = 0
        for point in range(points):
            cell = positions.cells[index, point]
            if cell != 0:
                stones[cell - 1] |= geo.bits[point]
            else:
                empty += 1
        if steps[index] != 0 or empty > most_empty:
            continue
        random = ONE
        for word in stones.flat:
            random = next_random((random ^ word) * U64(0x9E3779B97F4A7C15) | ONE)
        own = load(stones, 0, geo.full)
        opponent = load(stones, 1, geo.full)
        wins = 0
        for _ in range(playouts):
            candidates = fill_candidates(geo, own, opponent, lists)
            moves, random, _, _ = private_last_playout(geo, own, opponent, lists, reserve, candidates, random)
            wins += moves & 1
        mixed = NETWORK_WEIGHT * values[index] + PLAYOUT_WEIGHT * (2 * wins / playouts - 1)
        values[index] = min(max(mixed, -HIGHEST), HIGHEST)

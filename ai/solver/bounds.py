"""The fewest and the most moves that a side has left, without looking ahead; compiled.

A side that can't move loses, and a point once illegal for a side stays so. A side's legal points that the opponent may not play on are *closed*: only
their owner can take them. In a region of closed points, joined by each other and by blocks, the side can fill every closed point but one, as long as
these touch no stone of the opponent's that could be captured. It can fill the last one too if the region has a liberty that stays for ever, or one
outside, which only a move of the opponent's can take. Such spare moves decide many late positions at once.
"""

import numpy as np

from ai.solver.rest import BLOCKS, COUNT, LEGAL, SAFE, around
from core.bitboard import ONE, ZERO
from core.compiled import count_bits, inlined

UNKNOWN = 0
WINS = 1
LOSES = 2
"""Results of a position to its side to move."""


@inlined
def count_moves(beside, row, side, first):
    """The fewest and the most moves that ``side`` of ``row`` (0: the side to move) can make in the rest of the game, whatever the opponent does, and
    the points of regions where the two are equal and nothing outside matters. ``first`` is 1 if the side is to move, else 0.

    *Fewest*: fill a region from the points farthest from a liberty that stays (a safe point's, or that of a closed point left empty) towards it. Each
    new stone then has a liberty on the way there, and captures nothing, because no stone beside it can be captured. Of regions with a single closed
    point and a liberty outside that no other region counts on, the side fills one at a time and the opponent spoils one at a time, so half of them
    count.
    *Most*: every move needs a point that is legal now, and a region whose blocks have no liberties but its closed points must keep one of them.

    The regions returned are integers in the terms of combinatorial game theory: all moves in them are equal.
    """
    half = (row.size - BLOCKS) >> 1
    mine = row[LEGAL + side]
    theirs = row[LEGAL + 1 - side]
    safe = row[SAFE + side]
    own = BLOCKS + side * half
    own_end = own + np.int64(row[COUNT + side])
    opposite = BLOCKS + (1 - side) * half
    closed = mine & ~theirs
    near_theirs = around(beside, theirs)
    exposed = near_theirs
    for i in range(opposite, opposite + np.int64(row[COUNT + 1 - side])):
        exposed |= row[i]
    fewest = 0
    most = np.int64(count_bits(mine & theirs))
    last_eyes = 0
    taken = ZERO
    numbers = ZERO
    left = closed
    while left:
        region = left & (~left + ONE)
        reach = ZERO
        fresh = region
        while fresh:
            found = around(beside, fresh) & closed
            for i in range(own, own_end):
                if row[i] & fresh:
                    reach |= row[i]
            found |= reach & closed
            fresh = found & ~region
            region |= fresh
        left &= ~region
        count = np.int64(count_bits(region))
        open_points = (reach & theirs) | (region & near_theirs)
        sure = np.int64(count_bits(region & ~exposed))
        possible = count
        if region & safe == ZERO:
            if count == 1 and sure == 1:
                outside = reach & theirs & ~taken
                if outside:
                    taken |= outside & (~outside + ONE)
                    last_eyes += 1
            sure = min(sure, count - 1)
            if open_points == ZERO:
                possible = count - 1  # its last liberty must stay
        if open_points == ZERO and region & exposed == ZERO:
            numbers |= region
        fewest += sure
        most += possible
    return fewest + (last_eyes + first) // 2, most, numbers


@inlined
def outcome(beside, row):
    """The result of a position if it is certain without looking ahead, else :data:`UNKNOWN`."""
    mine = row[LEGAL]
    theirs = row[LEGAL + 1]
    if mine == ZERO:
        return LOSES
    mine_count = count_bits(mine)
    theirs_count = count_bits(theirs)
    if count_bits(mine ^ theirs) <= min(mine_count, theirs_count):
        return UNKNOWN  # neither side can be sure of enough
    fewest, most, _ = count_moves(beside, row, 0, 1)
    their_fewest, their_most, _ = count_moves(beside, row, 1, 0)
    if fewest > their_most:
        return WINS
    if their_fewest >= most:
        return LOSES
    return UNKNOWN

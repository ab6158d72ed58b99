"""How many moves a side is sure of, and how many it can make at the most, without looking ahead; compiled.

Whoever can't move loses, and a point once illegal for a side stays so. Empty points that the opponent may not play on are *closed*: liberties
that only their owner can take. In a region of a side's stones and closed points, the side can fill every closed point but one, as long as these
touch no stone of the opponent's, and the last one too while the region has a liberty outside, which only a move of the opponent's can take. Such
moves to spare decide many late positions at a glance.
"""

from typing import Any

from numba import njit

from core.bitboard import ONE, U64, ZERO, only_bit, overlaps, primitive, set_item, spread_word, union

function: Any = njit(nogil=True, cache=True)
"""Compiles what kernels call and is too long to be inlined. Takes words rather than arrays."""


@primitive
def common(a, b):
    for i in range(len(a)):
        a = set_item(a, i, a[i] & b[i])
    return a


@primitive
def minus(a, b):
    for i in range(len(a)):
        a = set_item(a, i, a[i] & ~b[i])
    return a


@primitive
def is_empty_set(a):
    held = ZERO
    for i in range(len(a)):
        held |= a[i]
    return held == ZERO


@primitive
def count_points(a):
    """How many points the set ``a`` holds (Warren, Hacker's Delight, 5-1)."""
    total = 0
    for i in range(len(a)):
        word = a[i]
        word -= (word >> ONE) & U64(0x5555555555555555)
        word = (word & U64(0x3333333333333333)) + ((word >> U64(2)) & U64(0x3333333333333333))
        word = (word + (word >> U64(4))) & U64(0x0F0F0F0F0F0F0F0F)
        total += int((word * U64(0x0101010101010101)) >> U64(56))
    return total


@primitive
def first_point(a):
    """A set of one point of ``a``, which holds some."""
    for i in range(len(a)):
        if a[i] != ZERO:
            return only_bit(a, i, a[i] & (~a[i] + ONE))
    return a


@primitive
def beside(shifts, a, within):
    """The points of ``within`` beside the set ``a``."""
    out = a
    for i in range(len(a)):
        out = set_item(out, i, spread_word(shifts, a, i) & within[i])
    return out


@primitive
def grow(shifts, seed, within):
    """``seed`` and all that can be reached from it over ``within``."""
    while True:
        grown = ZERO
        larger = seed
        for i in range(len(seed)):
            word = seed[i] | (spread_word(shifts, seed, i) & within[i])
            grown |= word ^ seed[i]
            larger = set_item(larger, i, word)
        if grown == ZERO:
            return seed
        seed = larger


@function
def count_moves(shifts, full, own, opponent, mine, theirs, first):
    """The fewest and the most moves that the side with ``own`` stones can make in the rest of the game, whatever the opponent does, and the points
    of regions where the two are the same and nothing outside matters.

    ``mine`` and ``theirs`` are the points legal for it and for the opponent, ``first`` is 1 if it is to move, else 0. Of regions with a single
    closed point and a liberty outside that no other region counts on, the side fills one at a time and the opponent spoils one at a time, so
    half of them count. The regions handed back are, in the terms of combinatorial game theory, integers: all moves in them are equal.
    """
    empty = minus(minus(full, own), opponent)
    closed = minus(empty, theirs)
    region_points = union(own, closed)
    inner = minus(closed, beside(shifts, minus(full, region_points), full))
    fewest = 0
    most = count_points(common(mine, theirs))
    last_eyes = 0
    numbers = minus(own, own)
    taken = numbers
    left = closed
    while not is_empty_set(left):
        region = grow(shifts, first_point(left), region_points)
        points = common(region, left)
        count = count_points(points)
        sure = min(count_points(common(points, inner)), count - 1)
        possible = count_points(common(points, mine))
        if is_empty_set(beside(shifts, region, theirs)):
            possible = min(possible, count - 1)  # its last liberty must stay
            if sure == count - 1 and is_empty_set(minus(points, inner)):
                numbers = union(numbers, points)
        if count == 1 and overlaps(points, inner):
            outside = minus(beside(shifts, region, theirs), taken)
            if not is_empty_set(outside):
                taken = union(taken, first_point(outside))
                last_eyes += 1
        fewest += sure
        most += possible
        left = minus(left, region)
    return fewest + (last_eyes + first) // 2, most, numbers

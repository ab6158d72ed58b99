"""What is left to play, compiled: all of a position that matters for the rest of the game, in sets of at most 64 points, one word each.

A point that neither side may play on stays empty for ever (*dead*). A stone beside it, and so that stone's block, always keeps a liberty (*safe*).
The rest of the game depends only on

- the points legal for each side,
- of these, the *safe* ones, where a stone of that side would keep a liberty for ever: those beside a dead point or a safe block,
- the liberties of each other block, as long as there are two. (A block with one liberty is known by this: the point is no longer legal for
  the opponent. It lends no other point a liberty.)

Blocks of a side with the same liberties count as one. Such a state is a row of 64-bit words, the side to move first: two words of legal points, two
of safe points, two with the number of blocks of each side, and the liberties of the blocks, ``B`` words for each side.
"""

import numpy as np

from core.bitboard import ONE, U64, ZERO
from core.compiled import function, inlined, lowest_bit

MOST_POINTS = 64

LEGAL = 0
SAFE = 2
COUNT = 4
BLOCKS = 6
"""Places of the words of the side to move in a row; those of the other side stand one word further, for ``BLOCKS`` ``B`` words."""


@function
def width(blocks):
    """Words of a row for at most ``blocks`` blocks of each side."""
    return BLOCKS + 2 * blocks


@inlined
def around(beside, points):
    """The points beside ``points``; ``beside`` is ``uint64[N]``."""
    out = ZERO
    while points:
        out |= beside[lowest_bit(points)]
        points &= points - ONE
    return out


@inlined
def holds(row, first, count, block):
    """Whether one of ``count`` words from ``first`` on is ``block``."""
    for i in range(first, first + count):
        if row[i] == block:
            return True
    return False


@inlined
def forget_dead(beside, row, dead):
    """Take the points ``dead``, which neither side may play on any more, out of a row. Blocks and points that touch them become safe."""
    half = (row.size - BLOCKS) >> 1
    near = around(beside, dead)
    for side in range(2):
        safe = row[SAFE + side] | near
        first = BLOCKS + side * half
        kept = 0
        for i in range(first, first + np.int64(row[COUNT + side])):
            if row[i] & dead:
                safe |= row[i]
            else:
                row[first + kept] = row[i]
                kept += 1
        row[COUNT + side] = kept
        row[SAFE + side] = safe & row[LEGAL + side]


@inlined
def without_empty(beside, points, left):
    """The points among ``points`` beside which there is none of ``left``."""
    out = ZERO
    while points:
        point = lowest_bit(points)
        points &= points - ONE
        if beside[point] & left == ZERO:
            out |= ONE << point
    return out


@inlined
def play(beside, before, after, move):
    """Write to the row ``after`` what is left when the side to move in the row ``before`` has played on ``move``, a set of one point.

    Legality changes only beside the new stone and at the liberties of blocks that it touches. A point there stays legal for a side if a stone on it
    would have a liberty (an empty point beside it, being safe, or another liberty of a block that it joins) and no block of the opponent's has its
    only liberty there.
    """
    half = (before.size - BLOCKS) >> 1
    other = BLOCKS + half
    mine = before[LEGAL] & ~move
    theirs = before[LEGAL + 1] & ~move
    left = mine | theirs
    near = beside[lowest_bit(move)] & left
    safe_mine = before[SAFE]
    safe_theirs = before[SAFE + 1]

    joined = near
    lent_mine = safe_mine
    count_mine = 0
    for i in range(BLOCKS, BLOCKS + np.int64(before[COUNT])):
        block = before[i]
        if block & move:
            joined |= block & ~move
        else:
            after[other + count_mine] = block
            count_mine += 1
            lent_mine |= block
    if before[SAFE] & move:
        safe_mine |= joined
        lent_mine |= joined
    elif joined & (joined - ONE):
        lent_mine |= joined
        if not holds(after, other, count_mine, joined):
            after[other + count_mine] = joined
            count_mine += 1
    else:
        theirs &= ~joined

    lent_theirs = safe_theirs
    lost = ZERO
    count_theirs = 0
    for i in range(other, other + np.int64(before[COUNT + 1])):
        block = before[i]
        if block & move:
            block &= ~move
            if block & (block - ONE) == ZERO:
                mine &= ~block
                lost |= block
                continue
            if holds(before, other, np.int64(before[COUNT + 1]), block):
                continue
        after[BLOCKS + count_theirs] = block
        count_theirs += 1
        lent_theirs |= block

    mine &= ~without_empty(beside, mine & (near | joined) & ~lent_mine, left)
    theirs &= ~without_empty(beside, theirs & (near | lost) & ~lent_theirs, left)

    after[LEGAL] = theirs
    after[LEGAL + 1] = mine
    after[SAFE] = safe_theirs & theirs
    after[SAFE + 1] = safe_mine & mine
    after[COUNT] = count_theirs
    after[COUNT + 1] = count_mine
    dead = left & ~(mine | theirs)
    if dead:
        forget_dead(beside, after, dead)


@function
def add_block(row, side, liberties):
    """Add a block of ``side`` with two or more ``liberties``, none of them dead, unless the row has one with the same liberties."""
    first = BLOCKS + side * ((row.size - BLOCKS) >> 1)
    count = np.int64(row[COUNT + side])
    if not holds(row, first, count, liberties):
        row[first + count] = liberties
        row[COUNT + side] = np.uint64(count + 1)


@function
def mixed(word):
    """A hash of a 64-bit word: splitmix64's mixing function (Steele, Lea and Flood 2014)."""
    word = (word ^ (word >> U64(30))) * U64(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> U64(27))) * U64(0x94D049BB133111EB)
    return word ^ (word >> U64(31))


@inlined
def keys_of(row):
    """Two keys of a row that don't depend on the order of its blocks."""
    half = (row.size - BLOCKS) >> 1
    key = ZERO
    check = ZERO
    salt = U64(0x9E3779B97F4A7C15)
    for i in range(COUNT):  # each word by itself, so that the processor mixes them side by side
        term = mixed(row[i] ^ salt)
        key += term
        check += term * (term | ONE)
        salt += U64(0x9E3779B97F4A7C15)
    for side in range(2):
        first = BLOCKS + side * half
        salt = U64(0xD1B54A32D192ED03) if side == 0 else U64(0x8CB92BA72F3D8DD7)
        for i in range(first, first + np.int64(row[COUNT + side])):
            term = mixed(row[i] ^ salt)
            key += term
            check += term * (term | ONE)
    return key, check

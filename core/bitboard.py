"""The rules of NoGo, compiled: the one place that knows what a legal move is.

A set of points is a tuple of 64-bit words, several board rows to a word, each row followed by an empty guard column, so
that shifting by one never carries a stone to the next row. The tuple has two words for boards that fit into them (9x9 and most
smaller or near it) and seven for the others up to 19x19; numba compiles each kernel once for each length. There is no block
bookkeeping: a move is legal if a liberty can be found from the stone itself and from each opponent's stone beside it. Most of these
stones have a liberty of their own, which is found for all of them at once; only for the others is the block followed.

Primitives in the innermost loops take words and shifts rather than a whole ``Geometry``: passing a tuple with arrays takes
longer than the work, most of all where numba counts references to them (:data:`core.compiled.function`).

Everything else in the program that asks about rules calls these kernels. Words must stay ``uint64`` throughout: numba turns a
mixture with signed integers into floats.
"""

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from core.compiled import count_bits, function, kernel, lowest_bit, primitive, set_item

U16 = np.uint16
U64 = np.uint64
ZERO = U64(0)
ONE = U64(1)
ABSENT = U16(0xFFFF)

WORD_BITS = 64
SMALL_WORDS = 2
LARGE_WORDS = 7
MAX_SIDE = 19
MIN_SIDE = 2


Set = tuple[np.uint64, ...]
"""A set of points as kernels take it: words of bits."""
TwoSets = tuple[Set, Set]
"""The stones of both sides."""


class Geometry(NamedTuple):
    """The tables of one board size. ``W`` words to a set of points, ``P`` points."""

    full: tuple
    """``W`` words: all points of the board."""
    bits: np.ndarray
    """``uint64[P, W]``: the set that holds just this point."""
    neighbours: np.ndarray
    """``uint64[P, W]``: the set of points beside this one."""
    keys: np.ndarray
    """``uint64[2, P]``: Zobrist keys of a black and a white stone (Zobrist 1970)."""
    shifts: tuple
    """Bits from a point to the one below it in the same word; bits from the first row of a word to its last."""
    places: np.ndarray
    """``int16[P]``: where the point stands in a set: 64 times the number of the word, and the number of the bit."""
    points: np.ndarray
    """``int16[64 W]``: the point at each place; 0 where there is none."""


@lru_cache(maxsize=64)
def geometry(rows: int, cols: int) -> Geometry:
    """The tables of a board of ``rows`` x ``cols``; ``ValueError`` outside 2x2 to 19x19."""
    if not (MIN_SIDE <= rows <= MAX_SIDE and MIN_SIDE <= cols <= MAX_SIDE):
        raise ValueError(
            f"a board has {MIN_SIDE} to {MAX_SIDE} rows and columns, not {rows}x{cols}; choose another size"
        )
    row_bits = cols + 1
    rows_per_word = WORD_BITS // row_bits
    words_needed = -(-rows // rows_per_word)
    words = SMALL_WORDS if words_needed <= SMALL_WORDS else LARGE_WORDS
    points = rows * cols
    bits = np.zeros((points, words), np.uint64)
    places = np.zeros(points, np.int16)
    for row in range(rows):
        for col in range(cols):
            word, offset = row // rows_per_word, (row % rows_per_word) * row_bits + col
            bits[row * cols + col, word] = np.uint64(1 << offset)
            places[row * cols + col] = WORD_BITS * word + offset
    neighbours = np.zeros_like(bits)
    for row in range(rows):
        for col in range(cols):
            for y, x in ((row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)):
                if 0 <= y < rows and 0 <= x < cols:
                    neighbours[row * cols + col] |= bits[y * cols + x]
    points_at = np.zeros(WORD_BITS * words, np.int16)
    points_at[places] = np.arange(points)
    keys = np.random.default_rng([rows, cols]).integers(1, 2**64, (2, points), np.uint64, endpoint=False)
    return Geometry(
        full=tuple(np.uint64(word) for word in np.bitwise_or.reduce(bits)),
        bits=bits,
        neighbours=neighbours,
        keys=keys,
        shifts=(np.uint64(row_bits), np.uint64(row_bits * (rows_per_word - 1))),
        places=places,
        points=points_at,
    )


# --- Primitives: sets of points ------------------------------------------------------------------------------------


@primitive
def load(table, index, like):
    """Row ``index`` of a ``uint64[n, W]`` table as a tuple of the same length as ``like``."""
    for i in range(len(like)):
        like = set_item(like, i, table[index, i])
    return like


@primitive
def union(a, b):
    for i in range(len(a)):
        a = set_item(a, i, a[i] | b[i])
    return a


@primitive
def intersection(a, b):
    for i in range(len(a)):
        a = set_item(a, i, a[i] & b[i])
    return a


@primitive
def difference(a, b):
    """The points of ``a`` that are not in ``b``."""
    for i in range(len(a)):
        a = set_item(a, i, a[i] & ~b[i])
    return a


@primitive
def without(full, a, b):
    """The points of ``full`` in neither set."""
    for i in range(len(a)):
        a = set_item(a, i, full[i] & ~(a[i] | b[i]))
    return a


@primitive
def overlaps(a, b):
    hit = ZERO
    for i in range(len(a)):
        hit |= a[i] & b[i]
    return hit != ZERO


@primitive
def spread_word(shifts, a, i):
    """Word ``i`` of the points beside the set ``a``; guard columns may be set and must be masked by the caller."""
    word = a[i]
    out = (word << ONE) | (word >> ONE) | (word << shifts[0]) | (word >> shifts[0])
    if i > 0:
        out |= a[i - 1] >> shifts[1]
    if i < len(a) - 1:
        out |= a[i + 1] << shifts[1]
    return out


@primitive
def spread(shifts, a):
    """The points beside the set ``a``; guard columns may be set."""
    out = a
    for i in range(len(a)):
        out = set_item(out, i, spread_word(shifts, a, i))
    return out


@primitive
def size_of(a):
    """How many points the set ``a`` has."""
    points = np.int64(0)
    for i in range(len(a)):
        points += np.int64(count_bits(a[i]))
    return points


@kernel
def points_of(geo, a):
    """``int16[n]``: the points of the set ``a``, ascending."""
    points = np.empty(size_of(a), np.int16)
    found = 0
    for i in range(len(a)):
        word = a[i]
        while word != ZERO:
            points[found] = geo.points[WORD_BITS * i + np.int64(lowest_bit(word))]
            word &= word - ONE
            found += 1
    return points


@primitive
def grow(shifts, seed, own):
    """The blocks of ``own`` that have a stone in ``seed``, which is part of ``own``."""
    grown = ONE
    while grown != ZERO:
        grown = ZERO
        block = seed
        for i in range(len(seed)):
            new = spread_word(shifts, seed, i) & own[i] & ~seed[i]
            grown |= new
            block = set_item(block, i, seed[i] | new)
        seed = block
    return seed


@primitive
def lowest_of(a):
    """The set that holds the lowest point of ``a`` alone; empty if ``a`` is."""
    found = ZERO
    for i in range(len(a)):
        word = a[i] & (~a[i] + ONE) if found == ZERO else ZERO
        found |= word
        a = set_item(a, i, word)
    return a


@primitive
def count_liberties(shifts, own, empty):
    """The points of ``empty`` beside stones of ``own``."""
    return size_of(intersection(spread(shifts, own), empty))


@primitive
def beside_two(shifts, own, empty):
    """The stones of ``own`` that have two empty points or more beside them themselves."""
    out = own
    for i in range(len(own)):
        left = empty[i] << ONE
        right = empty[i] >> ONE
        above = empty[i] << shifts[0]
        below = empty[i] >> shifts[0]
        if i > 0:
            above |= empty[i - 1] >> shifts[1]
        if i < len(own) - 1:
            below |= empty[i + 1] << shifts[1]
        out = set_item(
            out, i, own[i] & ((left & right) | (above & below) | ((left | right) & (above | below)))
        )
    return out


@function
def in_atari(shifts, own, empty):
    """The stones of ``own`` whose blocks have a single liberty; every block must have at least one.

    A block with a stone that has two liberties of its own isn't in atari. Most blocks have such a stone, and one flood fill finds all of
    them. The others are followed one by one.
    """
    left = difference(own, grow(shifts, beside_two(shifts, own, empty), own))
    threatened = difference(own, own)
    while overlaps(left, left):
        block = grow(shifts, lowest_of(left), left)
        left = difference(left, block)
        if count_liberties(shifts, block, empty) == 1:
            threatened = union(threatened, block)
    return threatened


@function
def legal_points(full, shifts, own, opponent):
    """All points on which the side that has ``own`` may play, and all on which the opponent may: :func:`is_legal` for the whole board at once.

    A stone captures where it takes the last liberty of an opponent's block. It is suicide where no empty point is beside it and no block of its
    side that has another liberty.
    """
    empty = without(full, own, opponent)
    near_empty = spread(shifts, empty)
    my_atari = in_atari(shifts, own, empty)
    their_atari = in_atari(shifts, opponent, empty)
    my_support = union(near_empty, spread(shifts, difference(own, my_atari)))
    their_support = union(near_empty, spread(shifts, difference(opponent, their_atari)))
    mine = difference(intersection(empty, my_support), spread(shifts, their_atari))
    theirs = difference(intersection(empty, their_support), spread(shifts, my_atari))
    return mine, theirs


@function
def reaches(shifts, seed, own, goal):
    """Whether the block of ``own`` stones that grows from ``seed`` has a stone in ``goal`` outside ``seed``.

    Not inlined: it is seldom needed, and copies of it in every kernel that asks for legal moves made all of them compile half as long again.
    """
    while True:
        hit = ZERO
        grown = ZERO
        block = seed
        for i in range(len(seed)):
            new = spread_word(shifts, seed, i) & own[i] & ~seed[i]
            hit |= new & goal[i]
            grown |= new
            block = set_item(block, i, seed[i] | new)
        if hit != ZERO:
            return True
        if grown == ZERO:
            return False
        seed = block


@primitive
def only_bit(like, index, word):
    """The set that holds nothing but ``word`` at ``index``."""
    for i in range(len(like)):
        like = set_item(like, i, word if i == index else ZERO)
    return like


@primitive
def all_reach(shifts, seeds, own, goal):
    """Whether each stone of ``seeds``, none of them in ``goal``, is joined by ``own`` stones to one in ``goal``."""
    for i in range(len(seeds)):
        left = seeds[i]
        while left != ZERO:
            lowest = left & (~left + ONE)
            left ^= lowest
            if not reaches(shifts, only_bit(seeds, i, lowest), own, goal):
                return False
    return True


@primitive
def is_legal(geo, own, opponent, point):
    """Whether the side that has ``own`` may play on ``point``, which must be empty. Costs a few nanoseconds."""
    stone = load(geo.bits, point, own)
    beside = load(geo.neighbours, point, own)
    free = spread(geo.shifts, without(geo.full, union(own, stone), opponent))
    friends = intersection(beside, own)
    if not overlaps(union(stone, friends), free) and not reaches(geo.shifts, friends, own, free):
        return False
    return all_reach(geo.shifts, difference(intersection(beside, opponent), free), opponent, free)


@primitive
def who_may_play(geo, own, opponent, point):
    """Whether the side that has ``own`` may play on the empty ``point``, and if it may, whether the opponent may, too: :func:`is_legal` for
    both, and faster than asking twice."""
    stone = load(geo.bits, point, own)
    beside = load(geo.neighbours, point, own)
    free = spread(geo.shifts, without(geo.full, union(own, stone), opponent))
    friends = intersection(beside, own)
    foes = intersection(beside, opponent)
    if not overlaps(union(stone, friends), free) and not reaches(geo.shifts, friends, own, free):
        return False, False
    if not all_reach(geo.shifts, difference(foes, free), opponent, free):
        return False, False
    # Each of the foes has a liberty now, so the opponent's stone would have one beside any of them.
    theirs = overlaps(stone, free) or overlaps(foes, foes)
    return True, theirs and all_reach(geo.shifts, difference(friends, free), own, free)


@primitive
def is_empty_point(geo, own, opponent, point):
    for i in range(len(own)):
        if geo.bits[point, i] & (own[i] | opponent[i]):
            return False
    return True


@primitive
def place(geo, own, point):
    """The stones ``own`` and one more on ``point``."""
    return union(own, load(geo.bits, point, own))


@primitive
def seeded(seed):
    """The first state of the random numbers for ``seed``."""
    return U64(seed) * U64(0x9E3779B97F4A7C15) | ONE


@primitive
def next_random(state):
    """One step of xorshift64 (Marsaglia 2003); ``state`` is never zero."""
    state ^= state << U64(13)
    state ^= state >> U64(7)
    state ^= state << U64(17)
    return state


@primitive
def random_below(state, bound):
    """A number from 0 to ``bound - 1`` out of the upper half of ``state``."""
    return ((state >> U64(32)) * bound) >> U64(32)


# --- Playouts ------------------------------------------------------------------------------------------------------


@primitive
def fill_candidates(geo, own, opponent, lists):
    """Write the empty points into ``lists`` as candidates of both sides and return how many there are.

    ``lists`` is ``uint16[4 * P]``: the candidates of the side to move, those of the other side, and where each point stands in
    either list.
    """
    points = geo.bits.shape[0]
    count = ZERO
    for point in range(points):
        if is_empty_point(geo, own, opponent, U64(point)):
            lists[count] = U16(point)
            lists[U64(points) + count] = U16(point)
            lists[2 * points + point] = U16(count)
            lists[3 * points + point] = U16(count)
            count += ONE
        else:
            lists[2 * points + point] = ABSENT
            lists[3 * points + point] = ABSENT
    return count


@primitive
def playout(geo, own, opponent, lists, candidates, random):
    """Play uniformly random legal moves until the side to move has none.

    ``lists`` comes from :func:`fill_candidates` and is used up, ``candidates`` is what that returned. A point once illegal for a
    side stays so, hence a candidate found illegal is dropped for good and the choice among the rest stays uniform.
    Returns the number of moves played, the state of the random numbers, and the stones at the end, those of the side to move then first.
    The side to move now wins if the number of moves is odd.
    """
    points = U64(geo.bits.shape[0])
    places = points + points
    side = ZERO
    mine = candidates
    theirs = candidates
    moves = 0
    while True:
        found = False
        point = ZERO
        while mine > ZERO:
            random = next_random(random)
            index = random_below(random, mine)
            point = U64(lists[side + index])
            mine -= ONE
            last = lists[side + mine]
            lists[side + index] = last
            lists[places + side + U64(last)] = U16(index)
            lists[places + side + point] = ABSENT
            if is_legal(geo, own, opponent, point):
                found = True
                break
        if not found:
            return moves, random, own, opponent
        played = place(geo, own, point)
        own = opponent
        opponent = played
        moves += 1
        side = points - side
        index = U64(lists[places + side + point])
        if index != U64(ABSENT):
            theirs -= ONE
            last = lists[side + theirs]
            lists[side + index] = last
            lists[places + side + U64(last)] = U16(index)
        mine, theirs = theirs, mine


@kernel
def random_playouts(geo, stones, count, seed):
    """``count`` random games from ``stones`` (``uint64[2, W]``: side to move, other side).

    Returns how many the side to move won and the moves played in all.
    """
    own = load(stones, 0, geo.full)
    opponent = load(stones, 1, geo.full)
    points = geo.bits.shape[0]
    fresh = np.empty(4 * points, np.uint16)
    lists = np.empty(4 * points, np.uint16)
    candidates = fill_candidates(geo, own, opponent, fresh)
    random = seeded(seed)
    wins = 0
    total = 0
    for _ in range(count):
        lists[:] = fresh
        moves, random, _, _ = playout(geo, own, opponent, lists, candidates, random)
        wins += moves & 1
        total += moves
    return wins, total


# --- Kernels that Python calls -------------------------------------------------------------------------------------


@kernel
def random_moves(geo, stones, count, random):
    """``int16[n]``: ``count`` random legal moves from ``stones`` (``uint64[2, W]``: side to move, other side), fewer where the next would end the
    game. ``random`` is numpy's ``Generator``."""
    own = load(stones, 0, geo.full)
    opponent = load(stones, 1, geo.full)
    mine, _ = legal_points(geo.full, geo.shifts, own, opponent)
    moves = np.empty(count, np.int16)
    for ply in range(count):
        legal = points_of(geo, mine)
        moves[ply] = legal[random.integers(0, legal.size)]
        own, opponent = opponent, place(geo, own, U64(moves[ply]))
        mine, _ = legal_points(geo.full, geo.shifts, own, opponent)
        if not overlaps(mine, mine):
            return moves[:ply].copy()
    return moves


@kernel
def fewest_replies(geo, own, opponent):
    """The legal move of ``own`` that leaves the opponent the fewest legal points, the lowest point among equals. There must be a legal move."""
    mine, _ = legal_points(geo.full, geo.shifts, own, opponent)
    best = np.int64(-1)
    fewest = np.int64(geo.bits.shape[0])
    for point in points_of(geo, mine):
        _, replies = legal_points(geo.full, geo.shifts, place(geo, own, U64(point)), opponent)
        if size_of(replies) < fewest:
            fewest = size_of(replies)
            best = np.int64(point)
    return best


@kernel
def legal_mask(geo, stones):
    """``bool[P]``: where the first side of ``stones`` (``uint64[2, W]``) may play."""
    own = load(stones, 0, geo.full)
    opponent = load(stones, 1, geo.full)
    mine, _ = legal_points(geo.full, geo.shifts, own, opponent)
    mask = np.zeros(geo.bits.shape[0], np.bool_)
    for point in range(geo.bits.shape[0]):
        mask[point] = overlaps(load(geo.bits, point, mine), mine)
    return mask


@function
def has_legal_move(geo, own, opponent):
    """Whether the side with the stones ``own`` may play anywhere."""
    mine, _ = legal_points(geo.full, geo.shifts, own, opponent)
    return overlaps(mine, mine)


@kernel
def block_and_liberties(geo, stones, side, point):
    """The block on ``point``, where ``side`` of ``stones`` (``uint64[2, W]``) has one, and its liberties: ``uint64[2, W]``."""
    own = load(stones, side, geo.full)
    block = grow(geo.shifts, load(geo.bits, point, geo.full), own)
    liberties = intersection(
        spread(geo.shifts, block), without(geo.full, own, load(stones, 1 - side, geo.full))
    )
    out = np.empty((2, len(block)), np.uint64)
    for i in range(len(block)):
        out[0, i] = block[i]
        out[1, i] = liberties[i]
    return out


@kernel
def perft(geo, stones, depth):
    """How many sequences of ``depth`` legal moves there are from ``stones`` (``uint64[2, W]``: side to move, other side)."""
    points = geo.bits.shape[0]
    path = np.zeros((depth + 1, 2, stones.shape[1]), np.uint64)
    path[0] = stones
    next_point = np.zeros(depth + 1, np.int64)
    level = 0
    total = 0
    while level >= 0:
        if level == depth:
            total += 1
            level -= 1
            continue
        own = load(path[level], 0, geo.full)
        opponent = load(path[level], 1, geo.full)
        point = next_point[level]
        while point < points:
            p = U64(point)
            if is_empty_point(geo, own, opponent, p) and is_legal(geo, own, opponent, p):
                break
            point += 1
        if point == points:
            level -= 1
            continue
        next_point[level] = point + 1
        path[level + 1, 0] = path[level, 1]
        moved = place(geo, own, U64(point))
        for i in range(len(moved)):
            path[level + 1, 1, i] = moved[i]
        level += 1
        next_point[level] = 0
    return total

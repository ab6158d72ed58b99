"""The solver, compiled: all moves tried in depth, on a stack of its own, so that it can be left after so many moves and gone on with.

A position is won if a move leads to a lost one. What comes of a move is known at once where the opponent has no move left, where the position
was met before, or where the moves that a side is sure of outnumber those that the other can make (:mod:`ai.solver.bounds`). Of the rest, moves that
leave their side many legal points and the opponent few are tried first.

A position is remembered by what is left to play (:func:`state_keys`); where the first position has symmetries, for some moves under the least
of its keys over these instead. Two independent keys,
96 bits together, stand for a position: in a search of 10^10 positions a false match has a probability below 10^-8.
"""

from typing import NamedTuple

import numpy as np

from ai.solver.bounds import (
    beside,
    common,
    count_moves,
    count_points,
    first_point,
    function,
    grow,
    is_empty_set,
    minus,
)
from core.bitboard import (
    U64,
    is_legal,
    kernel,
    load,
    overlaps,
    place,
    primitive,
    set_item,
    spread_word,
    union,
)

LOST = -1
UNSOLVED = -2

UNKNOWN = 0
WINS = 1
LOSES = 2
"""Results of a position to its side to move."""

UNLISTED = -1

ENTRY = np.dtype(
    [
        ("key", np.uint64),
        ("check", np.uint32),  # from the second key
        ("work", np.uint16),  # how much searching the result cost, in steps of powers of two
        ("result", np.uint16),  # WINS or LOSES
    ],
    align=True,
)
"""A remembered position; all zero where there is none."""

DEPTH = 0
MOVES_TRIED = 1
ADDED = 2

GOLDEN = U64(0x9E3779B97F4A7C15)
SYMMETRIC_MOVES = 10
"""Moves up to which a position and its images are one: later, images are rarely met again, and eight keys cost more than one."""


class Solver(NamedTuple):
    """The state of a search: ``N`` playable points, ``D = N + 2`` levels, ``S`` symmetries, ``W`` words to a set of points."""

    table: np.ndarray
    """``ENTRY[places, 2]``: in each place one position that cost much and the latest; ``places`` is a power of two."""
    points: np.ndarray
    """``int16[N]``: the points that either side may play on."""
    images: np.ndarray
    """``int16[S, N]``: where each symmetry takes them."""
    checks: np.ndarray
    """``uint64[2, P]``: the second keys of a stone of either side; the first are the geometry's."""
    stones: np.ndarray
    """``uint64[D, 2, W]``: the stones at each level, side to move first."""
    legal: np.ndarray
    """``uint64[D, 2, W]``: the legal points of the side to move and of the other."""
    keys: np.ndarray
    """``uint64[D, S, 2]``: both keys of the position at each level and of its images."""
    moves: np.ndarray
    """``int16[D, N]``: the moves to try at each level, as places in ``points``, best first."""
    after: np.ndarray
    """``uint64[D, N, 2, W]``: the legal points, as in ``legal``, after each of these."""
    counts: np.ndarray
    """``int64[D, 2]``: how many there are (:data:`UNLISTED` before that is known) and how many have been tried."""
    began: np.ndarray
    """``int64[D]``: moves tried in all when the search came to a level."""
    scores: np.ndarray
    """``int64[N]``: room for ordering moves."""
    scalars: np.ndarray
    """``int64[3]``: the level where the search stands, moves tried in all, and how many moves level 0 is from the position that
    all keys start from."""


@primitive
def mixed(word):
    """A well mixed function of 64 bits (Steele, Lea and Flood 2014, as in splitmix64)."""
    word = (word ^ (word >> U64(30))) * U64(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> U64(27))) * U64(0x94D049BB133111EB)
    return word ^ (word >> U64(31))


@kernel
def make_table(places):
    """An empty table: ``ENTRY[places, 2]``."""
    return np.zeros((places, 2), ENTRY)


@kernel
def make_solver(geo, points, images, table):
    """A solver for positions in which no more than ``points`` (``int16[N]``) are playable. ``images`` is ``int16[S, N]``, the identity first."""
    count = points.size
    words = geo.bits.shape[1]
    checks = np.empty(geo.keys.shape, np.uint64)
    for side in range(2):
        for point in range(geo.keys.shape[1]):
            checks[side, point] = mixed(geo.keys[side, point])
    return Solver(
        table,
        points,
        images,
        checks,
        np.zeros((count + 2, 2, words), np.uint64),
        np.zeros((count + 2, 2, words), np.uint64),
        np.zeros((count + 2, images.shape[0], 2), np.uint64),
        np.zeros((count + 2, count), np.int16),
        np.zeros((count + 2, count, 2, words), np.uint64),
        np.zeros((count + 2, 2), np.int64),
        np.zeros(count + 2, np.int64),
        np.zeros(count, np.int64),
        np.zeros(3, np.int64),
    )


@kernel
def set_first(geo, solver, stones, added, keys):
    """Begin with a position: ``stones`` is ``uint64[2, W]``, side to move first; ``added`` the number of moves from the position
    that all keys start from, and ``keys``, ``uint64[S, 2]``, what they have changed."""
    own = load(stones, 0, geo.full)
    opponent = load(stones, 1, geo.full)
    mine = minus(own, own)
    theirs = mine
    for i in range(solver.points.size):
        point = U64(solver.points[i])
        stone = load(geo.bits, point, own)
        if not overlaps(stone, union(own, opponent)):
            if is_legal(geo, own, opponent, point):
                mine = union(mine, stone)
            if is_legal(geo, opponent, own, point):
                theirs = union(theirs, stone)
    solver.stones[0] = stones
    store(solver.legal[0], mine, theirs)
    solver.keys[0] = keys
    solver.counts[0, 0] = UNLISTED
    solver.scalars[DEPTH] = 0
    solver.scalars[ADDED] = added


@primitive
def store(table, first, second):
    for i in range(len(first)):
        table[0, i] = first[i]
        table[1, i] = second[i]


@function
def legal_after(geo, own, opponent, mine, theirs, points, point):
    """The legal points of the opponent and of the side that has ``own``, which has just played ``point``; ``mine`` and ``theirs`` were legal before.

    Only points beside the new stone or beside a block that it touches can have become illegal.
    """
    stone = load(geo.bits, point, own)
    around = load(geo.neighbours, point, own)
    mine = minus(mine, stone)
    theirs = minus(theirs, stone)
    blocks = union(grow(geo.shifts, stone, own), grow(geo.shifts, common(around, opponent), opponent))
    playable = union(mine, theirs)
    touched = blocks
    for i in range(len(own)):
        touched = set_item(touched, i, spread_word(geo.shifts, blocks, i) & playable[i])
    if is_empty_set(touched):
        return theirs, mine
    for i in range(points.size):
        at = U64(points[i])
        bit = load(geo.bits, at, own)
        if overlaps(bit, touched):
            if overlaps(bit, mine) and not is_legal(geo, own, opponent, at):
                mine = minus(mine, bit)
            if overlaps(bit, theirs) and not is_legal(geo, opponent, own, at):
                theirs = minus(theirs, bit)
    return theirs, mine


@function
def outcome(shifts, full, own, opponent, mine, theirs):
    """What is certain without looking ahead about a position whose side to move has ``own`` stones and ``mine`` legal points."""
    if is_empty_set(mine):
        return LOSES
    closed_to_me = minus(minus(minus(full, own), opponent), mine)
    closed_to_them = minus(minus(minus(full, own), opponent), theirs)
    mine_count = count_points(mine)
    theirs_count = count_points(theirs)
    spare_mine = count_points(closed_to_them)
    spare_theirs = count_points(closed_to_me)
    if spare_mine + spare_theirs <= min(mine_count, theirs_count):
        return UNKNOWN  # neither side can be sure of enough
    fewest, most, _ = count_moves(shifts, full, own, opponent, mine, theirs, 1)
    their_fewest, their_most, _ = count_moves(shifts, full, opponent, own, theirs, mine, 0)
    if fewest > their_most:
        return WINS
    if their_fewest >= most:
        return LOSES
    return UNKNOWN


@kernel
def sure_result(geo, solver):
    """What is certain about the first position without looking ahead; see :func:`outcome`."""
    own = load(solver.stones[0], 0, geo.full)
    opponent = load(solver.stones[0], 1, geo.full)
    mine = load(solver.legal[0], 0, geo.full)
    theirs = load(solver.legal[0], 1, geo.full)
    return outcome(geo.shifts, geo.full, own, opponent, mine, theirs)


@primitive
def hashed(a, salt):
    """A well mixed function of the set ``a`` and of ``salt``."""
    for i in range(len(a)):
        salt = mixed((salt ^ a[i]) + GOLDEN)
    return salt


@function
def state_keys(shifts, full, own, opponent, mine, theirs):
    """Two keys of all that matters for the rest of the game; ``mine`` and ``theirs`` are the legal points of the side to move and of the other.

    That is: the playable points, those beside an empty point that nobody may play on any more (a stone there keeps that liberty), those beside either
    side's blocks that have such a liberty and can't be captured, and the playable liberties of each of the other blocks.
    """
    playable = union(mine, theirs)
    dead = minus(minus(minus(full, own), opponent), playable)
    around_dead = beside(shifts, dead, full)
    key = hashed(mine, U64(1)) + hashed(theirs, U64(2)) + hashed(common(around_dead, playable), U64(3))
    check = mixed(key)
    near = beside(shifts, playable, full)
    for side in range(2):
        stones = own if side == 0 else opponent
        left = common(stones, near)
        safe = minus(own, own)
        while not is_empty_set(left):
            block = grow(shifts, first_point(left), stones)
            left = minus(left, block)
            liberties = beside(shifts, block, playable)
            if overlaps(block, around_dead):
                safe = union(safe, liberties)
            else:
                term = hashed(liberties, U64(4 + side))
                key += term
                check += mixed(term)
        term = hashed(safe, U64(6 + side))
        key += term
        check += mixed(term)
    return key, check


@primitive
def is_symmetric(solver, added):
    """Whether a position that is ``added`` moves from the first is remembered together with its images."""
    return solver.images.shape[0] > 1 and added <= SYMMETRIC_MOVES


@primitive
def key_at(solver, depth):
    """Which of its keys the position at ``depth`` is remembered by."""
    least = 0
    if is_symmetric(solver, depth + solver.scalars[ADDED]):
        for s in range(1, solver.keys.shape[1]):
            if solver.keys[depth, s, 0] < solver.keys[depth, least, 0]:
                least = s
    return least


@function
def write_keys(geo, solver, depth, move, own, opponent, mine, theirs):
    """The keys of the position after ``move`` at ``depth``, at the level below; ``own``, ``mine``: stones and legal points of whoever moves there."""
    added = depth + solver.scalars[ADDED]
    below = solver.keys[depth + 1]
    if not is_symmetric(solver, added + 1):
        below[0, 0], below[0, 1] = state_keys(geo.shifts, geo.full, own, opponent, mine, theirs)
        return
    for s in range(solver.images.shape[0]):
        point = solver.images[s, move]
        below[s, 0] = solver.keys[depth, s, 0] ^ geo.keys[added % 2, point]
        below[s, 1] = solver.keys[depth, s, 1] ^ solver.checks[added % 2, point]


@function
def recall(solver, depth):
    """What is remembered of the position whose keys stand at ``depth``."""
    keys = solver.keys[depth]
    least = key_at(solver, depth)
    key = keys[least, 0]
    check = np.uint32(keys[least, 1])
    place_of_key = np.int64(key & U64(solver.table.shape[0] - 1))
    for i in range(2):
        entry = solver.table[place_of_key, i]
        if entry.key == key and entry.check == check:
            return np.int64(entry.result)
    return UNKNOWN


@function
def remember(solver, depth, result):
    """Keep the result of the position at ``depth``: instead of one that cost less, else of the latest."""
    keys = solver.keys[depth]
    least = key_at(solver, depth)
    key = keys[least, 0]
    place_of_key = np.int64(key & U64(solver.table.shape[0] - 1))
    work = 0
    cost = solver.scalars[MOVES_TRIED] - solver.began[depth]
    while cost > 0:
        work += 1
        cost >>= 1
    index = 0 if solver.table[place_of_key, 0].work <= work else 1
    if index == 0:
        solver.table[place_of_key, 1] = solver.table[place_of_key, 0]
    entry = solver.table[place_of_key, index]
    entry.key = key
    entry.check = np.uint32(keys[least, 1])
    entry.work = work
    entry.result = result


@function
def list_moves(geo, solver, depth):
    """Write the moves to try at ``depth``, best first; a move that wins at once is written alone and :data:`WINS` returned."""
    own = load(solver.stones[depth], 0, geo.full)
    opponent = load(solver.stones[depth], 1, geo.full)
    mine = load(solver.legal[depth], 0, geo.full)
    theirs = load(solver.legal[depth], 1, geo.full)
    _, _, numbers = count_moves(geo.shifts, geo.full, own, opponent, mine, theirs, 1)
    moves = solver.moves[depth]
    count = 0
    number_listed = False
    solver.counts[depth, 1] = 0
    for i in range(solver.points.size):
        point = U64(solver.points[i])
        bit = load(geo.bits, point, own)
        if not overlaps(bit, mine):
            continue
        is_number = overlaps(bit, numbers)
        if is_number and number_listed:
            continue  # moves in integers are equal
        number_listed = number_listed or is_number
        solver.scalars[MOVES_TRIED] += 1
        played = union(own, bit)
        replies, mine_after = legal_after(geo, played, opponent, mine, theirs, solver.points, point)
        result = outcome(geo.shifts, geo.full, opponent, played, replies, mine_after)
        if result == UNKNOWN:
            write_keys(geo, solver, depth, i, opponent, played, replies, mine_after)
            result = recall(solver, depth + 1)
        if result == LOSES:
            moves[0] = i
            return WINS
        if result == WINS:
            continue
        # A move in an integer is right only when every other is wrong (number avoidance)
        score = -1000 if is_number else 4 * count_points(mine_after) - 5 * count_points(replies)
        at = count
        while at > 0 and solver.scores[at - 1] < score:
            moves[at] = moves[at - 1]
            solver.scores[at] = solver.scores[at - 1]
            at -= 1
        moves[at] = i
        solver.scores[at] = score
        store(solver.after[depth, i], replies, mine_after)
        count += 1
    solver.counts[depth, 0] = count
    return UNKNOWN if count > 0 else LOSES


@function
def enter_next(geo, solver, depth):
    """Go to the position after the next move at ``depth`` unless its result is remembered; that result, or :data:`UNKNOWN`."""
    move = solver.moves[depth, solver.counts[depth, 1]]
    own = load(solver.stones[depth], 0, geo.full)
    opponent = load(solver.stones[depth], 1, geo.full)
    played = place(geo, own, U64(solver.points[move]))
    after = solver.after[depth, move]
    write_keys(geo, solver, depth, move, opponent, played, load(after, 0, geo.full), load(after, 1, geo.full))
    result = recall(solver, depth + 1)
    if result != UNKNOWN:
        return result
    store(solver.stones[depth + 1], opponent, played)
    solver.legal[depth + 1] = after
    solver.counts[depth + 1, 0] = UNLISTED
    solver.began[depth + 1] = solver.scalars[MOVES_TRIED]
    return UNKNOWN


@kernel
def go_on_solving(geo, solver, steps):
    """Try up to ``steps`` more moves: a winning point for the side to move, :data:`LOST`, or :data:`UNSOLVED`."""
    depth = solver.scalars[DEPTH]
    last_step = solver.scalars[MOVES_TRIED] + steps
    while True:
        if solver.counts[depth, 0] == UNLISTED:
            if solver.scalars[MOVES_TRIED] >= last_step:
                solver.scalars[DEPTH] = depth
                return UNSOLVED
            result = list_moves(geo, solver, depth)
        elif solver.counts[depth, 1] == solver.counts[depth, 0]:
            result = LOSES
        else:
            below = enter_next(geo, solver, depth)
            if below == UNKNOWN:
                depth += 1
                continue
            result = UNKNOWN
            if below == LOSES:
                solver.moves[depth, 0] = solver.moves[depth, solver.counts[depth, 1]]
                result = WINS
            else:
                solver.counts[depth, 1] += 1
        if result == UNKNOWN:
            continue
        remember(solver, depth, result)
        if depth == 0:
            return np.int64(solver.points[solver.moves[0, 0]]) if result == WINS else LOST
        depth -= 1  # where the result is recalled

"""The solver, compiled: all moves tried in depth, on a stack of its own, so that it can be left after so many moves and gone on with.

A position is won if a move leads to a lost one. What comes of a move is known at once where the opponent has no move left, where the position
was met before, or where the moves that a side is sure of outnumber those that the other can make (:mod:`ai.solver.bounds`). Of the rest, moves that
leave their side the most legal points more than the opponent are tried first.

A position is remembered under the least of its keys over the board's symmetries that leave the first position as it is. Two independent keys,
96 bits together, stand for a position: in a search of 10^10 positions a false match has a probability below 10^-8.
"""

from typing import NamedTuple

import numpy as np

from ai.solver.bounds import common, count_moves, count_points, function, grow, is_empty_set, minus
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
def key_at(solver, depth):
    """Which of its keys the position at ``depth`` is remembered by."""
    least = 0
    if depth + solver.scalars[ADDED] <= SYMMETRIC_MOVES:
        for s in range(1, solver.keys.shape[1]):
            if solver.keys[depth, s, 0] < solver.keys[depth, least, 0]:
                least = s
    return least


@function
def write_keys(geo, solver, depth, move):
    """The keys of the position after ``move`` at ``depth``, at the level below."""
    added = depth + solver.scalars[ADDED]
    side = added % 2
    images = solver.images.shape[0] if added < SYMMETRIC_MOVES else 1
    for s in range(images):
        point = solver.images[s, move]
        solver.keys[depth + 1, s, 0] = solver.keys[depth, s, 0] ^ geo.keys[side, point]
        solver.keys[depth + 1, s, 1] = solver.keys[depth, s, 1] ^ solver.checks[side, point]


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
            write_keys(geo, solver, depth, i)
            result = recall(solver, depth + 1)
        if result == LOSES:
            moves[0] = i
            return WINS
        if result == WINS:
            continue
        # A move in an integer is right only when every other is wrong (number avoidance)
        score = -1000 if is_number else count_points(mine_after) - count_points(replies)
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
    write_keys(geo, solver, depth, move)
    result = recall(solver, depth + 1)
    if result != UNKNOWN:
        return result
    own = load(solver.stones[depth], 0, geo.full)
    opponent = load(solver.stones[depth], 1, geo.full)
    store(solver.stones[depth + 1], opponent, place(geo, own, U64(solver.points[move])))
    solver.legal[depth + 1] = solver.after[depth, move]
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

"""The solver, compiled: depth-first search with a stack of its own, so that it can be interrupted after any number of moves and resumed.

A position is won if a move leads to a lost one. The result after a move is known at once if the opponent has no move left, if the position was met
before, or if one side's fewest moves outnumber the other's most (:mod:`ai.solver.bounds`). The moves that last won at the same depth of the game are
looked up first (killers: Akl and Newborn 1977). Of the others, those come first that leave their side many legal points and the opponent few.

A position is remembered by what is left to play (:mod:`ai.solver.rest`). If the first position has symmetries, a position a few moves from it is
remembered by the least of its images' keys instead. Two independent keys, 96 bits together, stand for a position: in a search of 10^10 positions a
false match has a probability below 10^-8.
"""

from typing import NamedTuple

import numpy as np

from ai.solver.bounds import LOSES, UNKNOWN, WINS, count_moves, outcome
from ai.solver.rest import (
    BLOCKS,
    COUNT,
    LEGAL,
    MOST_POINTS,
    SAFE,
    add_block,
    keys_of,
    mixed,
    play,
    width,
)
from core.bitboard import (
    ONE,
    U64,
    ZERO,
    fewest_replies,
    grow,
    has_legal_move,
    legal_points,
    load,
    only_bit,
    overlaps,
    place,
    points_of,
    spread,
    union,
    without,
)
from core.compiled import count_bits, function, kernel, lowest_bit, primitive

LOST = -1
"""Every move loses."""
UNSOLVED = -2
"""No result has been found yet."""

UNLISTED = -1
"""In :attr:`SolverState.counts`: the moves at this level have not been listed yet."""

ENTRY = np.dtype(
    [
        ("key", np.uint64),
        ("check", np.uint32),  # from the second key
        ("work", np.uint16),  # bits of the number of moves that finding the result took
        ("result", np.uint16),  # WINS or LOSES
    ],
    align=True,
)
"""A remembered position; all zero where there is none."""

DEPTH, MOVES_TRIED, ADDED = range(3)
"""Places in :attr:`SolverState.scalars`."""

PROMISED = 20 * MOST_POINTS
"""Its negative is no more than the score of any move (:func:`promise`)."""

SYMMETRIC_MOVES = 10
"""Moves from the first position up to which a position and its images share a key. Later, images are rarely met, and eight keys cost more than
one."""


class SolverState(NamedTuple):
    """The state of a search with ``N`` playable points, ``D = N + 2`` levels, ``S`` symmetries and at most ``B`` blocks of each side."""

    table: np.ndarray
    """``ENTRY[places, 2]``: in each place one position that cost much, and the latest; ``places`` is a power of two."""
    points: np.ndarray
    """``int16[N]``: the playable points. A set of them is a word with one bit for each."""
    beside: np.ndarray
    """``uint64[N]``: the playable points beside each of them."""
    images: np.ndarray
    """``int16[S, N]``: the points of the board to which each symmetry takes the playable points."""
    checks: np.ndarray
    """``uint64[2, P]``: the second keys of stones of each side; the first keys are the geometry's."""
    rows: np.ndarray
    """``uint64[D, 6 + 2 B]``: what is left to play at each level (:mod:`ai.solver.rest`)."""
    keys: np.ndarray
    """``uint64[D, S, 2]``: both keys of the position at each level and of its images."""
    moves: np.ndarray
    """``uint64[D, N]``: the moves to try at each level, best first, as sets of one point."""
    counts: np.ndarray
    """``int64[D, 2]``: how many moves each level has (:data:`UNLISTED` before they are listed), and how many of them have been tried."""
    began: np.ndarray
    """``int64[D]``: moves tried in all when the search entered each level."""
    scores: np.ndarray
    """``int64[D, N]``: the scores of the moves at each level (:func:`promise`)."""
    found: np.ndarray
    """``uint64[D, N, 2]``: the keys of the positions to which the moves at each level lead."""
    killers: np.ndarray
    """``uint64[D, 2]``: the moves that won last at each number of moves from the first position, which all keys start from; the latest first."""
    scalars: np.ndarray
    """``int64[3]``: the current level, the moves tried in all, and how many moves level 0 is from the first position."""


@kernel
def playable_points(geo, own, opponent):
    """``int16[N]``: the points that either side may play on, ascending."""
    mine, theirs = legal_points(geo.full, geo.shifts, own, opponent)
    return points_of(geo, union(mine, theirs))


@kernel
def make_table(places):
    """An empty table: ``ENTRY[places, 2]``."""
    return np.zeros((places, 2), ENTRY)


@kernel
def make_solver(geo, points, images, table):
    """A solver for positions whose playable points are among ``points`` (``int16[N]``, at most 64). ``images`` is :attr:`SolverState.images`, the
    identity first."""
    count = points.size
    checks = np.empty(geo.keys.shape, np.uint64)
    for side in range(2):
        for point in range(geo.keys.shape[1]):
            checks[side, point] = mixed(geo.keys[side, point])
    beside = np.zeros(count, np.uint64)
    for i in range(count):
        near = load(geo.neighbours, points[i], geo.full)
        for j in range(count):
            if overlaps(near, load(geo.bits, points[j], geo.full)):
                beside[i] |= ONE << U64(j)
    # Each block has a liberty, a liberty touches at most four blocks, and each move adds at most one block.
    return SolverState(
        table,
        points,
        beside,
        images,
        checks,
        np.empty((count + 2, width(5 * count + 2)), np.uint64),
        np.zeros((count + 2, images.shape[0], 2), np.uint64),
        np.empty((count + 2, count), np.uint64),
        np.zeros((count + 2, 2), np.int64),
        np.zeros(count + 2, np.int64),
        np.empty((count + 2, count), np.int64),
        np.empty((count + 2, count, 2), np.uint64),
        np.zeros((count + 2, 2), np.uint64),
        np.zeros(3, np.int64),
    )


@function
def set_first(geo, solver, own, opponent):
    """Begin with a first position, which all keys start from. The side to move has the stones ``own``."""
    row = solver.rows[0]
    row[:BLOCKS] = ZERO
    write_legal(geo, solver, own, opponent)
    write_blocks(geo, solver, np.int64(0), own, opponent)
    write_blocks(geo, solver, np.int64(1), opponent, own)
    row[SAFE] &= row[LEGAL]
    row[SAFE + 1] &= row[LEGAL + 1]
    solver.keys[0] = ZERO
    solver.counts[0, 0] = UNLISTED
    solver.began[0] = solver.scalars[MOVES_TRIED]
    solver.scalars[DEPTH] = 0
    solver.scalars[ADDED] = 0


@function
def set_following(geo, solver, first, stones, turned):
    """Begin with a position that follows from the first one. ``first`` and ``stones`` are the stones of the first and of this position, two sets
    each, the side to move first; ``turned`` is 1 if different sides are to move in them, else 0."""
    set_first(geo, solver, stones[0], stones[1])
    keys = solver.keys[0]
    for at in range(solver.points.size):
        here = load(geo.bits, solver.points[at], geo.full)
        for side in range(2):
            if overlaps(here, stones[side ^ turned]) and not overlaps(here, first[side]):
                solver.scalars[ADDED] += 1
                for image in range(solver.images.shape[0]):
                    taken = solver.images[image, at]
                    keys[image, 0] ^= geo.keys[side, taken]
                    keys[image, 1] ^= solver.checks[side, taken]


@function
def write_legal(geo, solver, own, opponent):
    """Write the legal points of both sides, and mark the points beside dead ones as safe."""
    row = solver.rows[0]
    empty = without(geo.full, own, opponent)
    dead = empty
    mine, theirs = legal_points(geo.full, geo.shifts, own, opponent)
    for i in range(solver.points.size):
        stone = load(geo.bits, U64(solver.points[i]), own)
        if overlaps(stone, mine):
            row[LEGAL] |= ONE << U64(i)
        if overlaps(stone, theirs):
            row[LEGAL + 1] |= ONE << U64(i)
        if (row[LEGAL] | row[LEGAL + 1]) >> U64(i) & ONE:
            dead = without(dead, stone, stone)
    near = spread(geo.shifts, dead)
    for i in range(solver.points.size):
        if overlaps(load(geo.bits, U64(solver.points[i]), own), near):
            row[SAFE] |= ONE << U64(i)
            row[SAFE + 1] |= ONE << U64(i)


@function
def write_blocks(geo, solver, side, stones, others):
    """Write the blocks of ``side``, which has ``stones``; :func:`write_legal` must have been called."""
    row = solver.rows[0]
    playable = row[LEGAL] | row[LEGAL + 1]
    empty = without(geo.full, stones, others)
    left = stones
    for i in range(len(stones)):
        while left[i]:
            block = grow(geo.shifts, only_bit(left, i, left[i] & (~left[i] + ONE)), stones)
            left = without(left, block, block)
            near = spread(geo.shifts, block)
            liberties = ZERO
            dead = empty
            for at in range(solver.points.size):
                stone = load(geo.bits, U64(solver.points[at]), stones)
                if playable >> U64(at) & ONE:
                    dead = without(dead, stone, stone)
                    if overlaps(stone, near):
                        liberties |= ONE << U64(at)
            if overlaps(near, dead):
                row[SAFE + side] |= liberties
            elif liberties & (liberties - ONE):
                add_block(row, side, liberties)


@primitive
def is_symmetric(solver, added):
    """Whether a position ``added`` moves from the first one shares a key with its images."""
    return solver.images.shape[0] > 1 and added <= SYMMETRIC_MOVES


@primitive
def key_at(solver, depth):
    """Index of the key by which the position at ``depth`` is remembered."""
    least = 0
    if is_symmetric(solver, depth + solver.scalars[ADDED]):
        for s in range(1, solver.keys.shape[1]):
            if solver.keys[depth, s, 0] < solver.keys[depth, least, 0]:
                least = s
    return least


@primitive
def write_keys(geo, solver, depth, move):
    """Write the keys of the position after ``move`` at ``depth``, whose row is at the level below."""
    added = depth + solver.scalars[ADDED]
    below = solver.keys[depth + 1]
    if is_symmetric(solver, added + 1):
        for s in range(solver.images.shape[0]):
            point = solver.images[s, lowest_bit(move)]
            below[s, 0] = solver.keys[depth, s, 0] ^ geo.keys[added % 2, point]
            below[s, 1] = solver.keys[depth, s, 1] ^ solver.checks[added % 2, point]
    else:
        below[0, 0], below[0, 1] = keys_of(solver.rows[depth + 1])


@primitive
def recall(table, key, check):
    """The remembered result of the position with these keys, else :data:`UNKNOWN`."""
    place_of_key = np.int64(key & U64(table.shape[0] - 1))
    result = UNKNOWN
    for i in range(2):
        entry = table[place_of_key, i]
        if entry.key == key and entry.check == np.uint32(check):
            result = np.int64(entry.result)
    return result


@primitive
def remember(solver, depth, result):
    """Keep the result of the position at ``depth``: in place of the costly one if that cost no more, which then becomes the latest, else in place of
    the latest."""
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
    """List the moves to try at ``depth``, best first. If a move wins at once, it is written alone and :data:`WINS` is returned.

    Killers are played and looked up first, since they often win at once. The keys of all other moves are computed before the first is looked up, so
    that the processor fetches the entries of the table in parallel.
    """
    row = solver.rows[depth]
    after = solver.rows[depth + 1]
    moves = solver.moves[depth]
    scores = solver.scores[depth]
    found = solver.found[depth]
    _, _, numbers = count_moves(solver.beside, row, 0, 1)
    left = row[LEGAL]
    if numbers:
        left &= ~numbers | (numbers & (~numbers + ONE))  # moves in integers are equal: one is enough
    level = depth + solver.scalars[ADDED]
    killers = left & (solver.killers[level, 0] | solver.killers[level, 1])
    count = 0
    while left:
        preferred = left & killers
        if preferred == ZERO:
            preferred = left
        move = preferred & (~preferred + ONE)
        left ^= move
        solver.scalars[MOVES_TRIED] += 1
        play(solver.beside, row, after, move)
        result = outcome(solver.beside, after)
        if result == LOSES:
            moves[0] = move
            return WINS
        if result == WINS:
            continue
        write_keys(geo, solver, depth, move)
        least = key_at(solver, depth + 1)
        found[count, 0] = solver.keys[depth + 1, least, 0]
        found[count, 1] = solver.keys[depth + 1, least, 1]
        if move & killers and recall(solver.table, found[count, 0], found[count, 1]) == LOSES:
            moves[0] = move
            return WINS
        moves[count] = move
        scores[count] = promise(after)
        if move & numbers:
            scores[count] = -PROMISED  # to be played only if every other move loses (number avoidance)
        count += 1
    kept = 0
    for i in range(count):
        result = recall(solver.table, found[i, 0], found[i, 1])
        if result == LOSES:
            moves[0] = moves[i]
            return WINS
        if result == UNKNOWN:
            insert(moves, scores, found, kept, i)
            kept += 1
    solver.counts[depth, 0] = kept
    solver.counts[depth, 1] = 0
    return UNKNOWN if kept > 0 else LOSES


@function
def promise(after):
    """The score of a move that leads to the row ``after``: legal points count most, then the mover's blocks that can still be captured.

    With these weights empty boards and late positions took the fewest moves (docs/methods.md).
    """
    mine, theirs = np.int64(count_bits(after[LEGAL + 1])), np.int64(count_bits(after[LEGAL]))
    return 16 * mine - 20 * theirs + np.int64(after[COUNT + 1])


@primitive
def insert(moves, scores, found, count, i):
    """Insert the ``i``-th move among the first ``count``, which are in order."""
    move, score, key, check = moves[i], scores[i], found[i, 0], found[i, 1]
    at = count
    while at > 0 and scores[at - 1] < score:
        moves[at] = moves[at - 1]
        scores[at] = scores[at - 1]
        found[at, 0] = found[at - 1, 0]
        found[at, 1] = found[at - 1, 1]
        at -= 1
    moves[at] = move
    scores[at] = score
    found[at, 0] = key
    found[at, 1] = check


@primitive
def enter_next(geo, solver, depth):
    """Enter the position after the next move at ``depth`` unless its result is remembered. Returns that result, else :data:`UNKNOWN`."""
    at = solver.counts[depth, 1]
    result = recall(solver.table, solver.found[depth, at, 0], solver.found[depth, at, 1])
    if result == UNKNOWN:
        move = solver.moves[depth, at]
        play(solver.beside, solver.rows[depth], solver.rows[depth + 1], move)
        write_keys(geo, solver, depth, move)
        solver.counts[depth + 1, 0] = UNLISTED
        solver.began[depth + 1] = solver.scalars[MOVES_TRIED]
    return result


@primitive
def note_killer(solver, depth):
    """Note that the first of the moves at ``depth`` wins."""
    killers = solver.killers[depth + solver.scalars[ADDED]]
    move = solver.moves[depth, 0]
    if killers[0] != move:
        killers[1] = killers[0]
        killers[0] = move


@function
def go_on_solving(geo, solver, steps):
    """Try up to ``steps`` more moves. Returns a winning point for the side to move, :data:`LOST`, or :data:`UNSOLVED`."""
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
        if result == WINS:
            note_killer(solver, depth)
        if depth == 0:
            return np.int64(solver.points[lowest_bit(solver.moves[0, 0])]) if result == WINS else LOST
        depth -= 1  # the level above recalls the result


@kernel
def go_on_with_line(geo, solver, first, stones, turned, steps):
    """``int16[n]``: moves from a position (``first``, ``stones``, ``turned``: see :func:`set_following`) towards the end of the game, as long as
    ``steps`` moves tried suffice to solve each position. A move wins or, in a lost position, leaves the opponent the fewest points."""
    own, opponent = stones
    line = np.empty(geo.bits.shape[0], np.int16)
    count = 0
    while has_legal_move(geo, own, opponent):
        set_following(geo, solver, first, (own, opponent), turned)
        move = go_on_solving(geo, solver, steps)
        if move == UNSOLVED:
            break
        if move == LOST:
            move = fewest_replies(geo, own, opponent)
        line[count] = move
        count += 1
        own, opponent = opponent, place(geo, own, U64(move))
        turned = 1 - turned
    return line[:count].copy()

"""Alpha-beta, compiled: depth-first search with a stack of its own, so that it can be interrupted after any number of positions and resumed.

Values are whole numbers from the view of the side to move. :data:`WON` and its negative are certain, because only ends of games have them. Positions
are remembered by key, so that lines which differ only in the order of moves, of which NoGo has many, are searched once.
"""

from typing import NamedTuple

import numpy as np

from ai.alphabeta.evaluation import EvaluationTables, evaluate
from ai.legal_points import NO_MOVE, empty_points, keep_legal
from core.bitboard import U64, load, place
from core.compiled import function, inlined, kernel, primitive

WON = 1_000_000

FRESH = 0
OPEN = 1
"""The two stages of a frame: new, and with its moves listed."""

LEVEL, COLOR, AGE, NODES = range(4)
"""Places in :attr:`SearchState.scalars`."""

EXACT = 0
AT_LEAST = 1
AT_MOST = 2
"""How a remembered value bounds a position's: equal, from below, from above."""

CERTAIN_DEPTH = 1000
"""Depth with which certain values are remembered, since no deeper search changes them."""
HASH_SCORE = 1 << 30
KILLER_SCORE = 1 << 28

FRAME = np.dtype(
    [
        ("key", np.uint64),  # the position's Zobrist key
        ("alpha", np.int32),  # what the side to move is sure of already; rises
        ("floor", np.int32),  # alpha when the position was entered
        ("beta", np.int32),  # the opponent can avoid positions worth more than this
        ("best", np.int32),  # the best value found
        ("depth", np.int16),  # moves still to look ahead
        ("move", np.int16),  # the move being searched
        ("best_move", np.int16),
        ("tried", np.int16),  # moves begun
        ("stage", np.int8),  # FRESH or OPEN
        ("narrow", np.int8),  # 1 while the search only tests whether the move beats alpha
    ],
    align=True,
)
"""A position on the path from the root to where the search stands."""

ENTRY = np.dtype(
    [
        ("key", np.uint64),
        ("value", np.int32),
        ("depth", np.int16),  # moves looked ahead
        ("move", np.int16),  # the best, or the one that caused the cut-off
        ("bound", np.int8),  # EXACT, AT_LEAST or AT_MOST
        ("age", np.uint8),  # age of the search that wrote it
    ],
    align=True,
)
"""A remembered position."""


class SearchState(NamedTuple):
    """The state of a search with ``D`` levels, ``P`` points and ``W`` words in a set of points."""

    frames: np.ndarray
    """``FRAME[D]``"""
    stones: np.ndarray
    """``uint64[D, 2, W]``: the stones at each level, side to move first."""
    points: np.ndarray
    """``int16[D + 1, 2, P]``: the legal points of the side to move and of the other at level ``i - 1``, ascending; row 0 holds the root's
    empty points."""
    counts: np.ndarray
    """``int64[D + 1, 2]``: how many legal points each row of ``points`` holds."""
    scores: np.ndarray
    """``int64[D, P]``: scores of each level's moves, which are tried highest first; negative once tried."""
    table: np.ndarray
    """``ENTRY[H]``, ``H`` a power of two."""
    killers: np.ndarray
    """``int16[D, 2]``: the moves that last caused a cut-off at each level, latest first (killers: Akl and Newborn 1977)."""
    history: np.ndarray
    """``int64[2, P]``: how often, weighted by depth, each move of either colour caused a cut-off (Schaeffer 1989)."""
    scalars: np.ndarray
    """``int64[4]``: the current level, the colour to move at level 0, the age of this search, the positions searched in all."""


def make_search(points: int, words: int, entries: int) -> SearchState:
    """A new search that remembers up to ``entries`` positions, a power of two."""
    levels = points + 2
    return SearchState(
        frames=np.zeros(levels, FRAME),
        stones=np.zeros((levels, 2, words), np.uint64),
        points=np.zeros((levels + 1, 2, points), np.int16),
        counts=np.zeros((levels + 1, 2), np.int64),
        scores=np.zeros((levels, points), np.int64),
        table=np.zeros(entries, ENTRY),
        killers=np.full((levels, 2), NO_MOVE, np.int16),
        history=np.zeros((2, points), np.int64),
        scalars=np.zeros(4, np.int64),
    )


@primitive
def set_frame(frame, key, depth, alpha, beta):
    frame.key = key
    frame.depth = depth
    frame.alpha = alpha
    frame.floor = alpha
    frame.beta = beta
    frame.best = -WON - 1
    frame.move = NO_MOVE
    frame.best_move = NO_MOVE
    frame.tried = 0
    frame.stage = FRESH
    frame.narrow = 0


@kernel
def begin(geo, search, stones, color, key, depth, alpha, beta):
    """Set up a search of ``depth`` moves for the value of a position between ``alpha`` and ``beta``. :func:`go_on` does it and leaves the value in
    the first frame. ``stones`` are ``uint64[2, W]``: side to move, other side; ``color`` to move is 0 Black, 1 White."""
    search.stones[0] = stones
    search.scalars[LEVEL] = 0
    search.scalars[COLOR] = color
    own = load(stones, 0, geo.full)
    opponent = load(stones, 1, geo.full)
    empty = empty_points(geo, own, opponent, search.points[0, 0])
    search.points[0, 1, :empty] = search.points[0, 0, :empty]
    search.counts[0] = empty
    set_frame(search.frames[0], U64(key), depth, alpha, beta)


@primitive
def recall(entry, frame):
    """Whether the remembered ``entry`` settles the frame's position within its bounds; if so, its value becomes the frame's best."""
    if entry.depth < frame.depth:
        return False
    if (
        entry.bound == EXACT
        or (entry.bound == AT_LEAST and entry.value >= frame.beta)
        or (entry.bound == AT_MOST and entry.value <= frame.alpha)
    ):
        frame.best = entry.value
        frame.best_move = entry.move
        return True
    return False


@primitive
def remember(entry, frame, age):
    """Write a frame's value to ``entry``, unless this search has written another position there that was searched deeper."""
    certain = frame.best == WON or frame.best == -WON
    if entry.key != frame.key and entry.age == age and entry.depth > frame.depth and not certain:
        return
    entry.key = frame.key
    entry.value = frame.best
    entry.move = frame.best_move
    entry.age = age
    if certain:
        entry.depth = CERTAIN_DEPTH
        entry.bound = EXACT
        return
    entry.depth = frame.depth
    if frame.best <= frame.floor:
        entry.bound = AT_MOST
    elif frame.best >= frame.beta:
        entry.bound = AT_LEAST
    else:
        entry.bound = EXACT


@primitive
def score_moves(points, count, hash_move, killers, history, scores):
    """Score a position's moves for the order in which they are tried: the remembered best, the killers, then the others by their history."""
    for i in range(count):
        point = points[i]
        if point == hash_move:
            scores[i] = HASH_SCORE
        elif point == killers[0]:
            scores[i] = KILLER_SCORE + 1
        elif point == killers[1]:
            scores[i] = KILLER_SCORE
        else:
            scores[i] = history[point]


@primitive
def next_move(points, count, scores):
    """The untried move with the highest score, which is marked as tried."""
    chosen = 0
    for i in range(1, count):
        if scores[i] > scores[chosen]:
            chosen = i
    scores[chosen] = -1
    return points[chosen]


@primitive
def note_refutation(killers, history, frame):
    """Note in ``killers`` and ``history`` that the frame's move caused a cut-off."""
    if killers[0] != frame.move:
        killers[1] = killers[0]
        killers[0] = frame.move
    history[frame.move] += frame.depth * frame.depth
    if history[frame.move] >= KILLER_SCORE // 2:
        for i in range(history.size):
            history[i] //= 2


@inlined
def color_at(search, level):
    """Who is to move at ``level``: 0 Black, 1 White."""
    return (search.scalars[COLOR] + level) % 2


@inlined
def entry_of(search, frame):
    """The table's entry for the position of ``frame``."""
    return search.table[frame.key & U64(search.table.size - 1)]


@inlined
def open_position(geo, search, evaluation, level):
    """Look at the position at ``level`` for the first time. Returns whether its value is settled: because it is remembered, there is no move, or the
    search looks no further. Otherwise its moves are listed."""
    frame = search.frames[level]
    entry = entry_of(search, frame)
    search.scalars[NODES] += 1
    hash_move = NO_MOVE
    if entry.key == frame.key:
        hash_move = entry.move
        if recall(entry, frame):
            return True
    own = load(search.stones[level], 0, geo.full)
    opponent = load(search.stones[level], 1, geo.full)
    played = np.int64(search.frames[level - 1].move if level > 0 else NO_MOVE)
    before = search.points[level]
    here = search.points[level + 1]
    mine = keep_legal(geo, own, opponent, before[1], search.counts[level, 1], played, here[0])
    theirs = keep_legal(geo, opponent, own, before[0], search.counts[level, 0], played, here[1])
    search.counts[level + 1, 0] = mine
    search.counts[level + 1, 1] = theirs
    if mine > 0 and frame.depth > 0:
        history = search.history[color_at(search, level)]
        score_moves(here[0], mine, hash_move, search.killers[level], history, search.scores[level])
        frame.stage = OPEN
        return False
    if mine == 0:
        frame.best = -WON
    else:
        frame.best = evaluate(geo, own, opponent, here, mine, theirs, evaluation)
        frame.floor = -WON - 1  # this value is exact, whatever the bounds
        frame.beta = WON + 1
    remember(entry, frame, search.scalars[AGE])
    return True


@inlined
def begin_move(geo, search, level):
    """Play the next move of the position at ``level`` and set up the search of the position after it."""
    frame = search.frames[level]
    stones = search.stones
    move = next_move(search.points[level + 1, 0], search.counts[level + 1, 0], search.scores[level])
    frame.move = move
    frame.narrow = 1 if frame.tried > 0 and frame.beta - frame.alpha > 1 else 0
    frame.tried += 1
    after = place(geo, load(stones[level], 0, geo.full), U64(move))
    for i in range(len(after)):
        stones[level + 1, 0, i] = stones[level, 1, i]
        stones[level + 1, 1, i] = after[i]
    beta = frame.alpha + 1 if frame.narrow else frame.beta
    key = frame.key ^ geo.keys[color_at(search, level), move]
    set_frame(search.frames[level + 1], key, frame.depth - 1, -beta, -frame.alpha)


@inlined
def take_value(search, level, value):
    """Note that the current move at ``level`` is worth ``value``. Returns whether it must be searched again with full bounds, because the narrow test
    found that it beats alpha."""
    frame = search.frames[level]
    if frame.narrow and frame.alpha < value and value < frame.beta:
        frame.narrow = 0
        after = search.frames[level + 1]
        set_frame(after, after.key, frame.depth - 1, -frame.beta, -frame.alpha)
        return True
    if value > frame.best:
        frame.best = value
        frame.best_move = frame.move
    if value > frame.alpha:
        frame.alpha = value
    if frame.alpha >= frame.beta:
        note_refutation(search.killers[level], search.history[color_at(search, level)], frame)
    return False


@function
def go_on(geo, search, evaluation: EvaluationTables, most):
    """Look at up to ``most`` more positions. Returns whether the search that :func:`begin` set up is done.

    Principal variation search (Marsland and Campbell 1982; Knuth and Moore 1975 for the bounds): a position's other moves are only tested for whether
    they are better than the best so far, and searched again if they are.
    """
    level = search.scalars[LEVEL]
    while True:
        frame = search.frames[level]
        settled = False
        if frame.stage == FRESH:
            if most == 0:
                search.scalars[LEVEL] = level
                return False
            most -= 1
            settled = open_position(geo, search, evaluation, level)
        if not settled:
            if frame.tried < search.counts[level + 1, 0] and frame.alpha < frame.beta:
                begin_move(geo, search, level)
                level += 1
                continue
            remember(entry_of(search, frame), frame, search.scalars[AGE])
        if level == 0:
            search.scalars[LEVEL] = 0
            return True
        level -= 1
        if take_value(search, level, -frame.best):
            level += 1

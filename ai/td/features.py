"""The learner's features of a position and of a move, after Buwei's TD source (docs/methods.md), compiled.

Of either side it counts stones (S_n, O_n), eyes (S_e, O_e), liberties (S_l, O_l) and threatened stones (S_t, O_t). In NoGo

- an eye is a private point: legal for this side only, a move to spare;
- liberties are the empty points beside the side's stones, each counted once;
- threatened stones are those of blocks with a single liberty. They can't be captured, since capturing loses: their last liberty is forbidden to
  the opponent, and the network learns what that is worth.

A ninth number is the points legal for both, which says how far the game has come. The source's stones captured T_n are always 0 in NoGo and the
difference of stones is always 0 or 1, so neither is a feature.

The source sorts actions into 32 kinds without listing them. Here a kind is five bits, the answers to five questions: :data:`KIND_BITS`.
"""

from typing import NamedTuple

import numpy as np

from ai.legal_points import NO_MOVE, count_shared, empty_points, keep_legal
from core import bitboard
from core.bitboard import U64, count_liberties, in_atari, load, overlaps, place, size_of, without
from core.compiled import function, kernel
from core.position import Position

STATE_NAMES = ("S_n", "S_e", "S_l", "S_t", "O_n", "O_e", "O_l", "O_t", "shared")
STATES = len(STATE_NAMES)
KIND_BITS = (
    "beside an own stone",
    "beside an opponent's stone",
    "at the edge",
    "on a private point",
    "makes a private point",
)
"""Meaning of the five bits of an action's kind, lowest first."""
ACTION_INPUTS = 2 * STATES + len(KIND_BITS)


@function
def count_state(geo, own, opponent, mine, mine_count, theirs, theirs_count, counts):
    """Write the features of a position to ``counts``, seen by the side with the stones ``own``. ``mine`` and ``theirs`` are the legal points of
    that side and of the other one, ascending."""
    empty = without(geo.full, own, opponent)
    shared = count_shared(mine, mine_count, theirs, theirs_count)
    counts[0] = size_of(own)
    counts[1] = mine_count - shared
    counts[2] = count_liberties(geo.shifts, own, empty)
    counts[3] = size_of(in_atari(geo.shifts, own, empty))
    counts[4] = size_of(opponent)
    counts[5] = theirs_count - shared
    counts[6] = count_liberties(geo.shifts, opponent, empty)
    counts[7] = size_of(in_atari(geo.shifts, opponent, empty))
    counts[8] = shared


@kernel
def describe_position(geo, stones, counts):
    """Write the features of a position (``uint64[2, W]``: side to move, other side) to ``counts``, ``int64[STATES]``."""
    own = load(stones, 0, geo.full)
    opponent = load(stones, 1, geo.full)
    points = np.empty((3, geo.bits.shape[0]), np.int16)
    empty = empty_points(geo, own, opponent, points[0])
    mine = keep_legal(geo, own, opponent, points[0], empty, NO_MOVE, points[1])
    theirs = keep_legal(geo, opponent, own, points[0], empty, NO_MOVE, points[2])
    count_state(geo, own, opponent, points[1], mine, points[2], theirs, counts)


@kernel
def describe_moves(geo, stones, rows, cols, moves, kinds, after):
    """Write the legal moves of the side to move to ``moves`` (``int16[P]``), their kinds to ``kinds`` (``uint8[P]``) and the features after each,
    seen from the same side, to ``after`` (``int64[P, STATES]``). Return the number of moves."""
    own = load(stones, 0, geo.full)
    opponent = load(stones, 1, geo.full)
    points = np.empty((5, geo.bits.shape[0]), np.int16)
    empty = empty_points(geo, own, opponent, points[0])
    mine = keep_legal(geo, own, opponent, points[0], empty, NO_MOVE, points[1])
    theirs = keep_legal(geo, opponent, own, points[0], empty, NO_MOVE, points[2])
    eyes = mine - count_shared(points[1], mine, points[2], theirs)
    place_in_theirs = 0
    for i in range(mine):
        move = np.int64(points[1, i])
        played = place(geo, own, U64(move))
        mine_after = keep_legal(geo, played, opponent, points[1], mine, move, points[3])
        theirs_after = keep_legal(geo, opponent, played, points[2], theirs, move, points[4])
        count_state(geo, played, opponent, points[3], mine_after, points[4], theirs_after, after[i])
        while place_in_theirs < theirs and points[2, place_in_theirs] < move:
            place_in_theirs += 1
        private = place_in_theirs == theirs or points[2, place_in_theirs] != move
        beside = load(geo.neighbours, move, own)
        row = move // cols
        col = move % cols
        kind = 0
        if overlaps(beside, own):
            kind += 1
        if overlaps(beside, opponent):
            kind += 2
        if row == 0 or row == rows - 1 or col == 0 or col == cols - 1:
            kind += 4
        if private:
            kind += 8
        if after[i, 1] > eyes - (1 if private else 0):
            kind += 16
        moves[i] = move
        kinds[i] = kind
    return mine


class Choices(NamedTuple):
    """A position and its ``M`` legal moves as the learner sees them."""

    state: np.ndarray
    """``int64[STATES]``: the counts, from the side to move."""
    moves: np.ndarray
    """``int16[M]``: the legal points, ascending."""
    kinds: np.ndarray
    """``uint8[M]``: the kind of each move, 0 to 31."""
    after: np.ndarray
    """``int64[M, STATES]``: the counts after each move, from the same side."""

    def inputs(self, points: int) -> np.ndarray:
        """``float64[M, ACTION_INPUTS]``: the inputs of the network of Q on a board of ``points`` points."""
        count = len(self.moves)
        bits = (self.kinds[:, None] >> np.arange(len(KIND_BITS))) & 1
        state = np.broadcast_to(state_inputs(self.state, points), (count, STATES))
        return np.hstack([state, state_inputs(self.after, points), bits])


def state_inputs(counts: np.ndarray, points: int) -> np.ndarray:
    """Counts as inputs of the networks, divided by the length of a side of the board."""
    return counts / np.sqrt(points)


def state_of(position: Position) -> np.ndarray:
    """``int64[STATES]``: the counts of a position, from the side to move."""
    counts = np.zeros(STATES, np.int64)
    geometry = bitboard.geometry(position.size.rows, position.size.cols)
    describe_position(geometry, position.words_for(position.to_move), counts)
    return counts


def choices_of(position: Position) -> Choices:
    """The features of a position and of its legal moves."""
    size = position.size
    geometry = bitboard.geometry(size.rows, size.cols)
    moves = np.zeros(size.points, np.int16)
    kinds = np.zeros(size.points, np.uint8)
    after = np.zeros((size.points, STATES), np.int64)
    words = position.words_for(position.to_move)
    count = describe_moves(geometry, words, size.rows, size.cols, moves, kinds, after)
    return Choices(state_of(position), moves[:count], kinds[:count], after[:count])

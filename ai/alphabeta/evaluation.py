"""The evaluation of positions where the search looks no further, compiled: by mobility and private points, or by the TD learner's network.

Points legal for both sides cancel out of the difference of mobilities, so what counts is private points, those that only one side may play on. Not
all of them are spare moves, however: a side that fills one of a block's two eyes may not fill the other.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from ai.td.features import STATES, count_state
from ai.td.model import Model
from core.bitboard import U64, is_legal, place
from core.compiled import function, primitive

MOBILITY = 20
"""Worth of a private point, in hundredths of a move; ``docs/methods.md`` tells how it was found."""
SPARE = 80
"""Additional worth of a spare move, in hundredths of a move. Spare moves are the private points that a side can play one after another, each while it
is still legal."""
MOBILITY_SCALE = 400.0
"""Hundredths of a move at which the expected result is tanh(1) = 0.76."""
NETWORK_SCALE = 1000
"""Factor from a network's value v to an evaluation: NETWORK_SCALE atanh(v)."""
SUREST = 0.999
"""Largest absolute value that a network's value counts as: only ends of games are certain."""


class EvaluationTables(NamedTuple):
    """The part of an evaluation that compiled code needs. Without hidden units (``H`` = 0) there is no network."""

    w1: np.ndarray
    """``float64[STATES, H]``: see :class:`ai.td.network.Perceptron`."""
    b1: np.ndarray
    w2: np.ndarray
    b2: np.ndarray
    counts: np.ndarray
    """``int64[STATES]``: scratch memory for the features of a position."""


@dataclass(frozen=True)
class Evaluation:
    """An evaluation and its scale."""

    tables: EvaluationTables
    scale: float
    """The evaluation at which the expected result is tanh(1) = 0.76."""


def by_mobility() -> Evaluation:
    """The evaluation ``mobility``: by :data:`MOBILITY` and :data:`SPARE`, without a network."""
    no_weights = np.zeros((STATES, 0)), np.zeros(0), np.zeros(0), np.zeros(1)
    return Evaluation(_tables(*no_weights), MOBILITY_SCALE)


def by_network(model: Model) -> Evaluation:
    """The evaluation ``td``: the learned value of states."""
    network = model.value
    return Evaluation(_tables(network.w1, network.b1, network.w2, network.b2), NETWORK_SCALE)


def _tables(w1: np.ndarray, b1: np.ndarray, w2: np.ndarray, b2: np.ndarray) -> EvaluationTables:
    w1, b1, w2, b2 = (np.ascontiguousarray(weights) for weights in (w1, b1, w2, b2))
    return EvaluationTables(w1, b1, w2, b2, np.zeros(STATES, np.int64))


@function
def spare_moves(geo, own, opponent, mine, mine_count, theirs, theirs_count):
    """How many of its private points the side with the stones ``own`` can play one after another, tried in ascending order.

    ``mine`` and ``theirs`` are the legal points of that side and of the other, ascending.
    """
    spare = 0
    j = 0
    for i in range(mine_count):
        while j < theirs_count and theirs[j] < mine[i]:
            j += 1
        if j < theirs_count and theirs[j] == mine[i]:
            continue
        if is_legal(geo, own, opponent, U64(mine[i])):
            own = place(geo, own, U64(mine[i]))
            spare += 1
    return spare


@primitive
def network_value(counts, points, tables):
    """The network's value of the features ``counts`` on a board of ``points`` points, as an evaluation."""
    value = tables.b2[0]
    scale = 1 / np.sqrt(points)
    for h in range(tables.b1.size):
        total = tables.b1[h]
        for i in range(counts.size):
            total += counts[i] * scale * tables.w1[i, h]
        value += tables.w2[h] * np.tanh(total)
    value = min(max(value, -SUREST), SUREST)
    return np.int64(np.round(NETWORK_SCALE * np.arctanh(value)))


@function
def evaluate(geo, own, opponent, legal, mine, theirs, tables):
    """The evaluation of a position for the side to move, which has the stones ``own``. ``legal`` is ``int16[2, P]``: ``mine`` legal points of that
    side and ``theirs`` of the other."""
    if tables.b1.size > 0:
        count_state(geo, own, opponent, legal[0], mine, legal[1], theirs, tables.counts)
        return network_value(tables.counts, geo.bits.shape[0], tables)
    my_spare = spare_moves(geo, own, opponent, legal[0], mine, legal[1], theirs)
    their_spare = spare_moves(geo, opponent, own, legal[1], theirs, legal[0], mine)
    return MOBILITY * (mine - theirs) + SPARE * (my_spare - their_spare)

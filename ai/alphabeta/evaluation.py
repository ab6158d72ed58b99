"""What a position is worth where the search looks no further: mobility and private points, compiled.

Points legal for both sides cancel out of the difference of mobilities, so what counts is the points that one side alone may play on. Not all of
them are moves to spare, however: whoever fills one of a block's two eyes may not fill the other.
"""

from dataclasses import dataclass
from typing import NamedTuple

from core.bitboard import U64, is_legal, place, primitive


@dataclass(frozen=True)
class MobilityWeights:
    """The weights of the evaluation, in hundredths of a move; ``docs/methods.md`` tells how they were found."""

    mobility: int = 50
    """A legal point that the opponent has not: a private point."""
    spare: int = 50
    """A move to spare: a private point that is left when a side plays all of its own one after another as long as they are legal."""
    tempo: int = 0
    """Being to move."""
    scale: float = 400.0
    """The evaluation at which the expected result is tanh(1) = 0.76."""

    def tables(self) -> "EvaluationTables":
        return EvaluationTables(self.mobility, self.spare, self.tempo)


class EvaluationTables(NamedTuple):
    """What compiled code sees of an evaluation."""

    mobility: int
    spare: int
    tempo: int


@primitive
def spare_moves(geo, own, opponent, mine, mine_count, theirs, theirs_count):
    """How many of its private points the side that has ``own`` can play one after another, tried in ascending order.

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
def evaluate(geo, own, opponent, legal, mine, theirs, tables):
    """The value of a position to the side that has ``own``, to move; ``legal`` is ``int16[2, P]`` with ``mine`` and ``theirs`` points."""
    value = tables.mobility * (mine - theirs) + tables.tempo
    if tables.spare != 0:
        value += tables.spare * (
            spare_moves(geo, own, opponent, legal[0], mine, legal[1], theirs)
            - spare_moves(geo, opponent, own, legal[1], theirs, legal[0], mine)
        )
    return value

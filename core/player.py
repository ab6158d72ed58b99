"""What passes between a game and its players: limits, decisions, and the interface of a player.

Values and proofs are seen from the side to move; the values' names say so.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum
from threading import Event
from typing import Protocol, TypeVar

from core.position import Position


@dataclass(frozen=True)
class Limit:
    """How long a player may think about one move; whichever bound is met first ends it. Without any, the player decides."""

    simulations: int | None = None
    """Simulations for this move: playouts or positions, whatever the player counts."""
    seconds: float | None = None
    """Seconds for this move."""
    remaining_seconds: float | None = None
    """Seconds the player has for the rest of the game; it chooses how many to spend now."""

    def after(self, seconds: float) -> "Limit":
        """What is left of this limit after ``seconds`` have passed."""

        def left(bound: float | None) -> float | None:
            return None if bound is None else max(0.0, bound - seconds)

        return replace(self, seconds=left(self.seconds), remaining_seconds=left(self.remaining_seconds))

    def within(self, other: "Limit") -> "Limit":
        """Both limits at once: the stricter bound of each kind."""
        return Limit(
            _least(self.simulations, other.simulations),
            _least(self.seconds, other.seconds),
            _least(self.remaining_seconds, other.remaining_seconds),
        )


Bound = TypeVar("Bound", int, float)


def _least(a: Bound | None, b: Bound | None) -> Bound | None:
    return min((bound for bound in (a, b) if bound is not None), default=None)


class Proof(Enum):
    """What is certain about a position or move, seen from the side to move."""

    WIN = "win"
    LOSS = "loss"

    @property
    def opposite(self) -> "Proof":
        """The same fact seen from the other side."""
        return Proof.LOSS if self is Proof.WIN else Proof.WIN

    @classmethod
    def of(cls, number: int) -> "Proof | None":
        """The proof that compiled code writes as 1 or -1; ``None`` for 0."""
        return {1: cls.WIN, -1: cls.LOSS}.get(int(number))


LONGEST_LINE = 12
"""Most moves of a principal variation that are reported."""


@dataclass(frozen=True)
class Candidate:
    """What a player thinks of one move. Values are from the view of the side that would play it."""

    point: int
    visits: int = 0
    prior: float = 0.0
    """The policy's probability before search, 0 to 1."""
    value_to_move: float = 0.0
    """Expected result, -1 (lost) to 1 (won)."""
    proof: Proof | None = None
    line: tuple[int, ...] = ()
    """The principal variation, beginning with ``point``."""

    @property
    def win_rate_to_move(self) -> float:
        """The expected result as a win rate, 0 to 1."""
        return (self.value_to_move + 1) / 2


@dataclass(frozen=True)
class Decision:
    """The chosen move and what the player found; also the report of a search still running."""

    point: int | None
    """The best move; ``None`` if the side to move has no legal one or the player resigns."""
    candidates: tuple[Candidate, ...] = ()
    """Best first. May be empty for players that do not compare moves."""
    value_to_move: float = 0.0
    """Expected result of the position, -1 (lost) to 1 (won)."""
    proof: Proof | None = None
    """What is certain about the position."""
    simulations: int = 0
    """Simulations of this search, without those kept from earlier moves."""
    visits: int = 0
    """Visits of the position, with those kept from earlier moves."""
    seconds: float = 0.0
    """Seconds since the move was asked for; 0 for players that don't search."""
    by: str = ""
    """The text of the player that found this; empty if unknown."""

    @property
    def win_rate_to_move(self) -> float:
        """:attr:`value_to_move` as a win rate, 0 to 1."""
        return (self.value_to_move + 1) / 2

    @property
    def judges(self) -> bool:
        """Whether it evaluates the position: a player that only names a move leaves the value at 0, which is no opinion."""
        return bool(self.candidates or self.visits or self.value_to_move) or self.proof is not None


Report = Callable[[Decision], None]
"""Called now and then, in the searching thread, with the decision so far."""


class Player(Protocol):
    """Chooses moves. One call at a time; any thread may set ``stop``."""

    @property
    def name(self) -> str:
        """The name that people see: a player's text."""
        ...

    def choose(
        self, position: Position, limit: Limit, report: Report | None = None, stop: Event | None = None
    ) -> Decision:
        """A move for the side to move in ``position``, from a few milliseconds to minutes later.

        Returns as soon as ``limit`` is met or ``stop`` is set, with the best move known by then, and calls ``report`` meanwhile, in the same thread.
        An exception means that it can't move; its text is a sentence where the player knows why.
        """
        ...

    def close(self) -> None:
        """Release processes, threads and memory."""
        ...

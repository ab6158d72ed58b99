"""What passes between a game and whoever chooses its moves: limits, decisions, and the form of a player.

Values are seen from the side to move and their names say so; proofs too.
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
    """Simulations (playouts, positions: what the player counts) of this move."""
    seconds: float | None = None
    """Seconds for this move."""
    remaining_seconds: float | None = None
    """Seconds the player has for the rest of the game; it chooses how many to spend now."""

    def after(self, seconds: float) -> "Limit":
        """What is left of it when so many ``seconds`` have gone by."""

        def left(bound: float | None) -> float | None:
            return None if bound is None else max(0.0, bound - seconds)

        return replace(self, seconds=left(self.seconds), remaining_seconds=left(self.remaining_seconds))

    def within(self, other: "Limit") -> "Limit":
        """Both limits at once: of each kind of bound the stricter one."""
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

    @classmethod
    def of(cls, number: int) -> "Proof | None":
        """What compiled code writes as 1 or -1; ``None`` for 0."""
        return {1: cls.WIN, -1: cls.LOSS}.get(int(number))


LONGEST_LINE = 12
"""Moves of a principal variation that are told."""


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
    """The move chosen and what was thought; also a report of the search still running."""

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
    """Since the move was asked for, of players that search."""
    by: str = ""
    """Who thought so, as a player's text; empty if nobody knows."""

    @property
    def win_rate_to_move(self) -> float:
        """:attr:`value_to_move` as a win rate, 0 to 1."""
        return (self.value_to_move + 1) / 2

    @property
    def judges(self) -> bool:
        """Whether it says anything of the position: who only names a move leaves the value at 0, which is no opinion."""
        return bool(self.candidates or self.visits or self.value_to_move) or self.proof is not None


Report = Callable[[Decision], None]
"""Called now and then, in the thread that searches, with what is thought so far."""


class Player(Protocol):
    """Whoever chooses moves. One call at a time; ``stop`` may be set by any thread."""

    @property
    def name(self) -> str:
        """By which people know it: a player's text."""
        ...

    def choose(
        self, position: Position, limit: Limit, report: Report | None = None, stop: Event | None = None
    ) -> Decision:
        """A move for the side to move in ``position``, from a few milliseconds to minutes later.

        Returns as soon as ``limit`` is met or ``stop`` is set, with the best move known by then, and calls ``report`` meanwhile, in the same thread.
        What it raises means that it can't move; the text is a sentence where the player knows why.
        """
        ...

    def close(self) -> None:
        """Let go of processes, threads and memory."""
        ...

"""What a program of any protocol is to its player."""

from collections.abc import Callable
from dataclasses import dataclass
from threading import Event
from typing import Protocol

from ai.external.process import EngineProcess
from core.player import Limit
from core.position import Position, Size

PATIENCE_SECONDS = 60.0
"""How long a program may be silent where no clock says how long it may think."""
CLOCK_PATIENCE_SECONDS = 3.0
"""How much longer than its clock allows a program is listened to: the referee judges overtime, and an arena's allows for lag."""

Start = Callable[[], EngineProcess]


@dataclass(frozen=True)
class Patience:
    """How long to wait for a program."""

    timeout: float | None = None
    """Seconds for any answer, if the user says so."""

    @property
    def answer_seconds(self) -> float:
        """For anything but a move."""
        return PATIENCE_SECONDS if self.timeout is None else self.timeout

    def move_seconds(self, limit: Limit) -> float:
        """For a move under ``limit``."""
        bounds = [bound for bound in (limit.seconds, limit.remaining_seconds) if bound is not None]
        if not bounds:
            return self.answer_seconds
        clock = min(bounds) + CLOCK_PATIENCE_SECONDS
        return clock if self.timeout is None else min(clock, self.timeout)


class Client(Protocol):
    """Speaks one protocol with one program. After an :class:`ai.external.process.EngineError` only ``close`` may be called.

    ``stop`` ends every wait, by :class:`ai.external.process.EngineStopped`.
    """

    @property
    def ready(self) -> bool:
        """Whether the program runs, or is started by being asked for a move alone."""
        ...

    def introduce(self, stop: Event | None) -> str:
        """Start the program if it doesn't run and have it say its name, for people; empty if its protocol knows none."""
        ...

    def choose(self, position: Position, limit: Limit, stop: Event | None) -> int | None:
        """Its move: a point, also one that loses, :data:`core.position.PASS`, a number off the board, or ``None`` if it gives up."""
        ...

    def close(self, kindly: bool = True) -> None:
        """End the program; ``kindly`` lets it say goodbye."""
        ...


def off_board(size: Size) -> int:
    """What stands for any point that is off the board."""
    return size.points

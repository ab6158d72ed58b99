"""What stands between an external program of any protocol and its player."""

from collections.abc import Callable
from dataclasses import dataclass
from threading import Event

from ai.external.process import EngineProcess
from core.player import Limit
from core.position import Position, Size

PATIENCE_SECONDS = 60.0
"""How long a program may be silent where no clock says how long it may think."""
CLOCK_PATIENCE_SECONDS = 3.0
"""How long to wait for a program's move beyond its clock: overtime is judged by the referee, and an arena allows for delays."""

Start = Callable[[], EngineProcess]


@dataclass(frozen=True)
class Patience:
    """How long to wait for a program."""

    timeout: float | None = None
    """Seconds for any answer, if the user has set them."""

    @property
    def answer_seconds(self) -> float:
        """Seconds to wait for any answer but a move."""
        return PATIENCE_SECONDS if self.timeout is None else self.timeout

    def move_seconds(self, limit: Limit) -> float:
        """Seconds to wait for a move under ``limit``."""
        bounds = [bound for bound in (limit.seconds, limit.remaining_seconds) if bound is not None]
        if not bounds:
            return self.answer_seconds
        clock = min(bounds) + CLOCK_PATIENCE_SECONDS
        return clock if self.timeout is None else min(clock, self.timeout)


class Client:
    """Speaks one protocol with one program. After an :class:`ai.external.process.EngineError` only ``close`` may be called.

    ``stop`` ends every wait with :class:`ai.external.process.EngineStopped`.
    """

    farewell = ""
    """The command by which the program quits; empty where the end of its input is all that tells it."""

    def __init__(self, start: Start, patience: Patience):
        self._start = start
        self._patience = patience
        self._running: EngineProcess | None = None

    @property
    def ready(self) -> bool:
        """Whether a move can be asked for at once: the program runs, or needs no introduction."""
        return self._running is not None

    def introduce(self, stop: Event | None) -> str:
        """Start the program if it isn't running and ask for its name, as people should see it; empty if its protocol has none."""
        raise NotImplementedError

    def choose(self, position: Position, limit: Limit, stop: Event | None) -> int | None:
        """The program's move: a point, even one that loses, :data:`core.position.PASS`, a number off the board, or ``None`` if it resigns."""
        raise NotImplementedError

    def close(self, kindly: bool = True) -> None:
        """End the program; ``kindly`` lets it quit by itself."""
        if self._running is not None:
            self._running.close(self.farewell) if kindly else self._running.kill()
            self._running = None


def off_board(size: Size) -> int:
    """The number that stands for any point off the board."""
    return size.points

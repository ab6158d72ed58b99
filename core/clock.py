"""Clocks: a total time for each side, a time for each move, or both. Overtime loses."""

from collections.abc import Callable
from dataclasses import dataclass

from core.machine import awake_seconds
from core.player import Limit
from core.position import Color
from core.sentence import Sentence

MOST_SECONDS = 10**9
"""No game takes so long, and no number that is made of it is too large."""


@dataclass(frozen=True)
class TimeControl:
    """Seconds a side for the whole game, seconds for each move, or both, where each move must keep to both. ``ValueError`` without either, or if one
    is not more than 0 and at most :data:`MOST_SECONDS`."""

    total_seconds: float | None = None
    move_seconds: float | None = None

    def __post_init__(self) -> None:
        if self.total_seconds is None and self.move_seconds is None:
            raise ValueError("a time control needs a total time or a time for each move")
        for seconds in (self.total_seconds, self.move_seconds):
            if seconds is not None and not 0 < seconds <= MOST_SECONDS:
                raise ValueError(
                    Sentence(
                        "%1 seconds are no time to play; give more than 0 and at most %2",
                        f"{seconds:g}",
                        MOST_SECONDS,
                    )
                )


DELAY_SECONDS = 0.1
"""What may pass between the end of a search and the clock, whatever time there is for a move: a busy machine wakes a thread late."""
DELAY_SHARE = 0.1
"""Of the time for a move, likewise: the longer a search, the more may come between."""
MOST_KEPT_BACK_SECONDS = 0.5
"""That both together take of a move."""
LEAST_SHARE = 0.25
"""Of a very short time for a move, what may be thought all the same."""

CHAMPIONSHIP = TimeControl(total_seconds=15 * 60)
"""15 minutes a side, as in the Chinese championship."""


class Clock:
    """Measures one game. It stands until :meth:`start`; ``now`` gives seconds and is :func:`awake_seconds` unless a test says otherwise."""

    def __init__(self, control: TimeControl, now: Callable[[], float] = awake_seconds):
        self.control = control
        self._now = now
        self._left = dict.fromkeys(Color, control.total_seconds)
        self._running: Color | None = None
        self._mover: Color | None = None
        """Whose move is under way, also while the clock stands."""
        self._since = 0.0
        self._move_used = 0.0

    @property
    def running(self) -> Color | None:
        """The side whose time runs, ``None`` while it stands."""
        return self._running

    @property
    def begun(self) -> bool:
        """Whether time for a move runs, or stands with the move under way."""
        return self._mover is not None

    def start(self, color: Color) -> None:
        """Let ``color``'s time for a new move run."""
        self.pause()
        self._move_used = 0.0
        self.resume(color)

    def resume(self, color: Color) -> None:
        """Let ``color``'s time run on in the same move."""
        self._running = self._mover = color
        self._since = self._now()

    def pause(self) -> None:
        """Stand still, keeping what has been used."""
        if self._running is None:
            return
        used = self._now() - self._since
        left = self._left[self._running]
        if left is not None:
            self._left[self._running] = left - used
        self._move_used += used
        self._running = None

    def renew(self) -> None:
        """Give the move under way, whether it runs or stands, all of its time once more: another makes it. What it took of the total is gone."""
        running = self._running
        self.pause()
        self._move_used = 0.0
        if running is not None:
            self.resume(running)

    def rewind(self) -> None:
        """Stand still with all of the time for a move, as before it was begun."""
        self.pause()
        self._mover = None
        self._move_used = 0.0

    def _used_now(self, color: Color) -> float:
        return self._now() - self._since if color is self._running else 0.0

    def remaining(self, color: Color) -> float | None:
        """Seconds of the total time left, never below 0; ``None`` without a total time."""
        left = self._left[color]
        return None if left is None else max(0.0, left - self._used_now(color))

    def move_remaining(self, color: Color) -> float | None:
        """Seconds left for this move by the time for each move; ``None`` without one."""
        if self.control.move_seconds is None:
            return None
        used = self._move_used + self._used_now(color) if color is self._mover else 0.0
        return max(0.0, self.control.move_seconds - used)

    def set_remaining(self, color: Color, seconds: float) -> None:
        """Put what is left of a side's total time to ``seconds``: after taking back, or when a saved game goes on. What was used of the time for the
        move under way stays so."""
        running = self._running
        self.pause()
        self._left[color] = seconds
        if running is not None:
            self.resume(running)

    def flagged(self) -> Color | None:
        """The running side if its time is over."""
        color = self._running
        if color is None:
            return None
        over = self.remaining(color) == 0 or self.move_remaining(color) == 0
        return color if over else None

    def limit_for(self, color: Color, limit: Limit) -> Limit:
        """``limit`` and what the clock leaves ``color`` for its move: all that is left of the game, which its player shares out, and of the
        time for each move what may be thought."""
        left = self.move_remaining(color)
        seconds = None if left is None else thinking_seconds(left)
        return limit.within(Limit(seconds=seconds, remaining_seconds=self.remaining(color)))


def thinking_seconds(left: float) -> float:
    """What may be thought of the seconds ``left`` for a move: who uses them to the end answers too late."""
    kept_back = min(MOST_KEPT_BACK_SECONDS, DELAY_SECONDS + DELAY_SHARE * left)
    return max(LEAST_SHARE * left, left - kept_back)

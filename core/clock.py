"""Clocks: a total time for each side, a time for each move, or both. Running out of time loses."""

from collections.abc import Callable
from dataclasses import dataclass

from core.machine import awake_seconds
from core.player import Limit
from core.position import Color
from core.sentence import Sentence

MOST_SECONDS = 10**9
"""Longest time that can be set: no game takes so long, and numbers computed from it stay small enough."""


@dataclass(frozen=True)
class TimeControl:
    """Seconds a side for the whole game, seconds for each move, or both, and then both bind. ``ValueError`` if neither is given, or if one is not
    more than 0 and at most :data:`MOST_SECONDS`."""

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
                        f"{seconds:.15g}",
                        MOST_SECONDS,
                    )
                )


DELAY_SECONDS = 0.1
"""Time kept back from every move, because a busy machine wakes a thread late after the search has ended."""
DELAY_SHARE = 0.1
"""Share of a move's time that is kept back too: the longer a search, the more delays it can meet."""
MOST_KEPT_BACK_SECONDS = 0.5
"""Most that both together keep back of a move."""
LEAST_SHARE = 0.25
"""Share of a very short move time that may be used for thinking all the same."""

CHAMPIONSHIP = TimeControl(total_seconds=15 * 60)
"""15 minutes a side, as in the Chinese championship."""


@dataclass(frozen=True)
class MoveTime:
    """How a side's time stands within a move."""

    left_seconds: float | None
    """Seconds left of the total time; ``None`` without one."""
    used_seconds: float
    """Seconds of this move's time that are used."""


class Clock:
    """Measures the time of one game. It stands still until :meth:`start`. Tests give another ``now``, a function that returns seconds."""

    def __init__(self, control: TimeControl, now: Callable[[], float] = awake_seconds):
        self.control = control
        self._now = now
        self._left = dict.fromkeys(Color, control.total_seconds)
        self._running: Color | None = None
        self._mover: Color | None = None
        """The side whose move is under way, also while the clock stands."""
        self._waits = True
        """Whether the clock stands before a move that nobody has begun to think about since."""
        self._since = 0.0
        self._move_used = 0.0

    @property
    def running(self) -> Color | None:
        """The side whose time runs, ``None`` while it stands."""
        return self._running

    @property
    def begun(self) -> bool:
        """Whether a move is under way, even if the clock stands."""
        return not self._waits

    def start(self, color: Color) -> None:
        """Start ``color``'s time for a new move."""
        self.pause()
        self._move_used = 0.0
        self.resume(color)

    def resume(self, color: Color) -> None:
        """Let ``color``'s time for the same move run on."""
        self._running = self._mover = color
        self._waits = False
        self._since = self._now()

    def pause(self) -> None:
        """Stop the clock and keep count of the time used."""
        if self._running is None:
            return
        used = self._now() - self._since
        left = self._left[self._running]
        if left is not None:
            self._left[self._running] = left - used
        self._move_used += used
        self._running = None

    def renew(self) -> None:
        """Give the move under way its full move time again, because another player makes it. The total time that it used stays used."""
        running = self._running
        self.pause()
        self._move_used = 0.0
        if running is not None:
            self.resume(running)

    def rewind(self) -> None:
        """Stop the clock before a move, with the full move time."""
        self.pause()
        self._mover = None
        self._waits = True
        self._move_used = 0.0

    def move_time(self, color: Color) -> MoveTime:
        """How the time of ``color``, which is to move, stands; for :meth:`take_up`."""
        used = self._move_used + self._used_now(color) if color is self._mover else 0.0
        return MoveTime(self.remaining(color), used)

    def take_up(self, color: Color, time: MoveTime) -> None:
        """Stop the clock before the move of ``color``, of whose time as much is used as ``time`` says: the move was begun in an earlier session."""
        self.rewind()
        if time.left_seconds is not None and self._left[color] is not None:
            self._left[color] = time.left_seconds
        self._mover, self._move_used = color, time.used_seconds

    def use_up(self, color: Color) -> None:
        """Stop the clock where ``color`` ran out of time: of the total time or, where more than a move's is left of that, of the move's."""
        left = self.remaining(color)
        used = min(seconds for seconds in (left, self.control.move_seconds) if seconds is not None)
        self.take_up(color, MoveTime(None if left is None else left - used, used))

    def _used_now(self, color: Color) -> float:
        return self._now() - self._since if color is self._running else 0.0

    def remaining(self, color: Color) -> float | None:
        """Seconds left of the total time, never below 0; ``None`` without a total time."""
        left = self._left[color]
        return None if left is None else max(0.0, left - self._used_now(color))

    def move_remaining(self, color: Color) -> float | None:
        """Seconds left of the time for this move; ``None`` without a time for each move."""
        if self.control.move_seconds is None:
            return None
        return max(0.0, self.control.move_seconds - self.move_time(color).used_seconds)

    def set_remaining(self, color: Color, seconds: float) -> None:
        """Set what is left of a side's total time, after taking back or when a saved game goes on. The move time used so far stays used."""
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
        """``limit`` within what the clock leaves ``color`` for its move: all of the total time left, which the player shares out, and the part
        of the move time that may be used for thinking."""
        left = self.move_remaining(color)
        seconds = None if left is None else thinking_seconds(left)
        return limit.within(Limit(seconds=seconds, remaining_seconds=self.remaining(color)))


def thinking_seconds(left: float) -> float:
    """How many of the seconds ``left`` for a move may be used for thinking: a player that uses them all answers too late."""
    kept_back = min(MOST_KEPT_BACK_SECONDS, DELAY_SECONDS + DELAY_SHARE * left)
    return max(LEAST_SHARE * left, left - kept_back)

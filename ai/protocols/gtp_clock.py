"""The clock of GTP: main time, then a number of stones in a number of seconds (Canadian byo-yomi). The controller measures the time."""

from ai.budget import seconds_for
from core.clock import thinking_seconds
from core.player import Limit
from core.position import Color, Position

LEAST_SECONDS = 0.01


class GtpClock:
    """The time left to each side, in seconds. Without any setting there is no limit."""

    def __init__(self, main: float = 0.0, overtime: float = 0.0, stones: int = 0):
        """As in ``time_settings``: overtime without stones means no limit; without overtime the main time is all."""
        self._settings = main, overtime, stones
        self._limited = (main > 0 and overtime == 0) or stones > 0
        self._overtime, self._stones = (overtime, stones) if overtime > 0 and stones > 0 else (0.0, 0)
        self._left = dict.fromkeys(Color, (main, 0) if main > 0 or not self._stones else self._period)

    def anew(self) -> "GtpClock":
        """A clock with the same settings, for another game."""
        return GtpClock(*self._settings)

    @property
    def _period(self) -> tuple[float, int]:
        return self._overtime, self._stones

    def set_left(self, color: Color, seconds: float, stones: int) -> None:
        """Set what the controller says is left: ``seconds`` for ``stones``, or of the main time if ``stones`` is 0."""
        self._limited = True
        self._left[color] = (seconds, stones)

    def spend(self, color: Color, seconds: float) -> None:
        """Count a move of ``color`` that took ``seconds``."""
        left, stones = self._left[color]
        left -= seconds
        if stones == 0 and left <= 0 and self._stones:
            left, stones = self._overtime + left, self._stones  # main time has run into the first overtime
        if stones:
            stones -= 1
            self._left[color] = (left, stones) if stones else self._period
        else:
            self._left[color] = (max(0.0, left), 0)

    def limit(self, position: Position, own: Limit) -> Limit:
        """The limit for the side to move: the player's ``own`` and the clock's both bind."""
        if not self._limited:
            return own
        left, stones = self._left[position.to_move]
        clock = Limit(seconds=_seconds_a_stone(left, stones)) if stones else self._main_limit(position, left)
        return own.within(clock)

    def _main_limit(self, position: Position, left: float) -> Limit:
        """The limit in main time, of which ``left`` is left. It is shared out together with the first overtime, which follows it. No move gets less
        than its part of that overtime, which is safe even if the move runs into it, and is what moves get from then on."""
        main = Limit(remaining_seconds=left + self._overtime)
        if not self._stones:
            return main
        shared, least = seconds_for(position, main), _seconds_a_stone(self._overtime, self._stones)
        assert shared is not None
        return main if shared > least else Limit(seconds=least)


def _seconds_a_stone(left: float, stones: int) -> float:
    """Seconds for one stone, less the delay of a message: the controller's clock runs on while messages are under way."""
    return max(LEAST_SECONDS, thinking_seconds(left / stones))

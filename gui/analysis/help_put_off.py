"""What helps whoever plays against an AI: such a game begins without it."""

from collections.abc import Callable

from core.match import Match


class HelpPutOff:
    """Switches some help off when a game against an AI begins, and on again when that game is over, unless the user switches it meanwhile."""

    def __init__(self, switch: Callable[[bool], object]):
        """``switch`` turns the help on or off."""
        self._switch = switch
        self._match: Match | None = None
        self._put_off: Match | None = None
        """The game for which it was switched off."""

    def is_another(self, match: Match) -> bool:
        """Whether ``match`` begins after another one."""
        return self._match is not None and match is not self._match

    def follow(self, match: Match, against_ai: bool, is_on: bool) -> None:
        """Switch the help, which ``is_on`` or not, as fits the game in the window, ``against_ai`` or not."""
        begins, put_off = match is not self._match, match is self._put_off
        self._match = match
        if (is_on or self._put_off is not None) and (begins or put_off):
            self._switch(not against_ai)
            self._put_off = match if against_ai or put_off else None

    def note_switched(self) -> None:
        """The user has switched it, which lasts."""
        self._put_off = None

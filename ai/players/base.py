"""The base class of all players."""

from threading import Event

from core.player import Decision, Limit, Proof, Report
from core.position import Position, Size

LOST_GAME = Decision(None, value_to_move=-1.0, proof=Proof.LOSS)
"""The decision where no legal move is left."""


class AiPlayer:
    """A :class:`core.player.Player` made from its text. Making one is cheap; slow work happens in ``prepare`` or at the first move."""

    name: str
    default_limit = Limit()
    """The limit of a move where the game sets none; of a player that doesn't search it is none, too."""
    can_ponder = False
    """Whether :meth:`ponder` does anything."""

    def prepare(self, size: Size, stop: Event | None = None) -> None:
        """Load what is needed for boards of ``size`` and try it once; :class:`ai.players.PlayerError` if it can't be used. ``stop`` ends the wait for
        somebody else's program; what is loaded or compiled is so to its end."""

    def supports(self, size: Size) -> str | None:
        """A sentence why the player can't play on boards of ``size``; ``None`` if it can."""
        return None

    def choose(
        self, position: Position, limit: Limit, report: Report | None = None, stop: Event | None = None
    ) -> Decision:
        """See :class:`core.player.Player`. The answer counts as played: a player that thinks on by itself begins now."""
        raise NotImplementedError

    def advise(
        self, position: Position, limit: Limit, report: Report | None = None, stop: Event | None = None
    ) -> Decision:
        """The same for callers that may not play the answer: no player thinks on from it."""
        return self.choose(position, limit, report, stop)

    def think_on(self, position: Position) -> None:
        """Begin to think about ``position``, in which the opponent is to move, if this player does so by itself; the next call ends it."""

    def rest(self) -> None:
        """Stop what :meth:`think_on` or :meth:`choose` began."""

    def ponder(self, position: Position, stop: Event) -> None:
        """Think about ``position``, in which the opponent is to move, until ``stop`` is set or enough is known; never while ``choose`` works."""

    def forget(self) -> None:
        """Forget what was found at earlier moves; never while ``choose`` works."""

    def close(self) -> None:
        """See :class:`core.player.Player`."""

"""What every player of this room offers beyond :class:`core.player.Player`."""

from typing import Protocol, runtime_checkable

from core.player import Decision, Limit, Player, Proof
from core.position import Size

LOST_GAME = Decision(None, value_to_move=-1.0, proof=Proof.LOSS)
"""What there is to say where no legal move is left."""


class AiPlayer(Player, Protocol):
    """A player made from its text. Making one is cheap; what is slow happens in ``prepare`` or at the first move."""

    default_limit: Limit
    """What bounds a move where the game sets no limit of its own."""

    def prepare(self, size: Size) -> None:
        """Load what is needed for boards of ``size`` and try it once; :class:`ai.players.text.PlayerError` if it can't be used."""
        ...

    def supports(self, size: Size) -> str | None:
        """Why the player can't play on boards of ``size``, a sentence; ``None`` if it can."""
        ...


@runtime_checkable
class Rememberer(Protocol):
    """A player that keeps what it finds from move to move."""

    def forget(self) -> None:
        """Begin anew at the next move, as who has found nothing yet; never while ``choose`` works."""
        ...

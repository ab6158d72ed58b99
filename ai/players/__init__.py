"""Players, each named by a short text: in the window, on the command line, in arenas and records.

``zero:net=flagship,simulations=800``, ``uct:playouts=2000``, ``policy:net=flagship``, ``random:seed=1``. Making a player is cheap; slow work
(loading a network, compiling code) happens in ``prepare`` or at the first move. torch is imported when a network is needed, and a kind's module
when a player of that kind is made. Every kind but ``sau`` takes ``book=FILE``, an opening book. Kinds that search take ``ponder=on``: they go on
thinking while the opponent thinks.
"""

from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

from ai.player_error import PlayerError
from ai.players.base import AiPlayer
from ai.players.pondering import PonderingPlayer
from ai.players.text import Options, join, kind_of, quote, split
from ai.shipped_networks import NETWORKS, SHIPPED, find_network, name_of
from core.sentence import Sentence

__all__ = [
    "NETWORKS",
    "PLAYER_KINDS",
    "SHIPPED",
    "AiPlayer",
    "Kind",
    "Options",
    "PlayerError",
    "find_network",
    "join",
    "kind_of",
    "make_player",
    "name_of",
    "network_of",
    "quote",
    "split",
]


@dataclass(frozen=True)
class Kind:
    """What is known of players of a kind before their module is imported."""

    place: str
    """Module and class, which is made with :class:`Options`."""
    counted: str = ""
    """Option with the number of what a search counts; empty for players that don't search."""
    has_network: bool = False
    """Whether the option ``net`` names a checkpoint."""
    is_external: bool = False
    """Whether it is somebody else's program."""
    begins_empty: bool = False
    """Whether it plays whole games only, from the empty board."""


PLAYER_KINDS = {
    "zero": Kind("ai.players.network:ZeroPlayer", counted="simulations", has_network=True),
    "policy": Kind("ai.players.network:PolicyPlayer", has_network=True),
    "rave": Kind("ai.players.rave:RavePlayer", counted="playouts"),
    "uct": Kind("ai.players.search:UctPlayer", counted="playouts"),
    "alphabeta": Kind("ai.players.alphabeta:AlphaBetaPlayer", counted="nodes"),
    "td": Kind("ai.players.td:TdPlayer"),
    "random": Kind("ai.players.random:RandomPlayer"),
    "gtp": Kind("ai.players.external:GtpPlayer", is_external=True),
    "sau": Kind("ai.players.external:SauPlayer", is_external=True, begins_empty=True),
    "botzone": Kind("ai.players.external:BotzonePlayer", is_external=True),
}
"""All kinds of players by name."""


def make_player(text: str) -> AiPlayer:
    """The player that ``text`` names; :class:`PlayerError` if there is none."""
    kind = PLAYER_KINDS.get(kind_of(text))
    if kind is None:  # said before the options are looked at, which nobody can mend first
        raise PlayerError(
            Sentence(
                "there is no player kind '%1'; there are %2", kind_of(text), ", ".join(sorted(PLAYER_KINDS))
            )
        )
    options = Options(text)
    module, _, name = kind.place.partition(":")
    book = options.word("book", "")
    ponder = options.switch("ponder")
    player: AiPlayer = getattr(import_module(module), name)(options)
    options.finish()
    if ponder and not player.can_ponder:
        raise PlayerError(Sentence("player '%1' can't think on while the opponent does", options.text))
    if book:
        if kind.begins_empty:
            raise PlayerError(
                Sentence(
                    "player '%1' can't have a book: programs of the SAU platform can only play whole games from the empty board",
                    options.text,
                )
            )
        from ai.players.book import BookPlayer, load_book

        player = BookPlayer(options.text, player, load_book(book))
    return PonderingPlayer(options.text, player) if ponder else player


def network_of(text: str) -> Path | None:
    """The checkpoint of the player that ``text`` names, ``None`` for a player without one; :class:`PlayerError` if there is no such file."""
    kind = PLAYER_KINDS.get(kind_of(text))
    return find_network(Options(text).word("net", SHIPPED)) if kind and kind.has_network else None

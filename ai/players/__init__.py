"""Players, each named by a short text: in the window, on the command line, in arenas and records.

``zero:net=flagship,simulations=800``, ``uct:playouts=2000``, ``policy:net=flagship``, ``random:seed=1``. Making a player is cheap; slow work
(loading a network, compiling code) happens in ``prepare`` or at the first move. torch is imported when a network is needed, and a kind's module
when a player of that kind is made. Every kind but ``sau`` takes ``book=FILE``, an opening book. Kinds that search take ``ponder=on``: they go on
thinking while the opponent thinks.
"""

from importlib import import_module

from ai.players.base import AiPlayer
from ai.players.pondering import PonderingPlayer
from ai.players.shipped import NETWORKS, SHIPPED, find_network, name_of
from ai.players.text import Options, PlayerError, kind_of, quote, unquote
from core.sentence import Sentence

__all__ = [
    "NETWORKS",
    "PLAYER_KINDS",
    "SHIPPED",
    "AiPlayer",
    "Options",
    "PlayerError",
    "find_network",
    "kind_of",
    "make_player",
    "name_of",
    "quote",
    "unquote",
]

PLAYER_KINDS = {
    "zero": "ai.players.network:ZeroPlayer",
    "policy": "ai.players.network:PolicyPlayer",
    "rave": "ai.players.rave:RavePlayer",
    "uct": "ai.players.search:UctPlayer",
    "alphabeta": "ai.players.alphabeta:AlphaBetaPlayer",
    "td": "ai.players.td:TdPlayer",
    "random": "ai.players.random:RandomPlayer",
    "gtp": "ai.players.external:GtpPlayer",
    "sau": "ai.players.external:SauPlayer",
    "botzone": "ai.players.external:BotzonePlayer",
}
"""The class of each kind of player, as module:name; it is called with :class:`Options`."""


def make_player(text: str) -> AiPlayer:
    """The player that ``text`` names; :class:`PlayerError` if there is none."""
    kind = kind_of(text)
    place = PLAYER_KINDS.get(kind)
    if place is None:  # checked before the options, which depend on the kind
        raise PlayerError(
            Sentence("there is no player kind '%1'; there are %2", kind, ", ".join(sorted(PLAYER_KINDS)))
        )
    options = Options(text)
    module, _, name = place.partition(":")
    book = options.word("book", "")
    ponder = options.switch("ponder")
    player: AiPlayer = getattr(import_module(module), name)(options)
    options.finish()
    if ponder and not player.can_ponder:
        raise PlayerError(Sentence("player '%1' can't think on while the opponent does", options.text))
    if book:
        if options.kind == "sau":
            raise PlayerError(
                Sentence(
                    "player '%1' can't have a book: programs of the SAU platform can only play whole games from the empty board",
                    options.text,
                )
            )
        from ai.players.book import BookPlayer, load_book

        player = BookPlayer(options.text, player, load_book(book))
    return PonderingPlayer(options.text, player) if ponder else player

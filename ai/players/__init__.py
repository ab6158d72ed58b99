"""Players, each named by a short text: in the window, on the command line, in match files.

``zero:net=flagship,simulations=800``, ``uct:playouts=2000``, ``policy:net=flagship``, ``random:seed=1``. Making a player is cheap; what is slow
(loading a network, compiled code) happens in ``prepare`` or at the first move. Nothing here imports torch until a network is needed, and
a kind's module is imported when a player of that kind is made. Every kind but ``sau`` takes ``book=FILE``, an opening book, and those that
search ``ponder=yes``: think on while the opponent does.
"""

from importlib import import_module

from ai.players.base import AiPlayer
from ai.players.pondering import Ponderer, PonderingPlayer
from ai.players.shipped import NETWORKS, SHIPPED, find_network, name_of
from ai.players.text import Options, PlayerError, kind_of, quote, unquote
from core.sentence import Sentence

__all__ = [
    "KINDS",
    "NETWORKS",
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

KINDS = {
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
"""Where the class of each kind stands; it is made with :class:`Options`."""


def make_player(text: str) -> AiPlayer:
    """The player that ``text`` names; :class:`PlayerError` if there is none."""
    kind = kind_of(text)
    place = KINDS.get(kind)
    if place is None:  # said before the options are looked at, which nobody can mend first
        raise PlayerError(
            Sentence("there is no player kind '%1'; there are %2", kind, ", ".join(sorted(KINDS)))
        )
    options = Options(text)
    module, _, name = place.partition(":")
    book = options.word("book", "")
    ponder = options.choice("ponder", ("yes", "no"))
    player: AiPlayer = getattr(import_module(module), name)(options)
    options.finish()
    if ponder == "yes" and not isinstance(player, Ponderer):
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
    if ponder == "yes":
        player = PonderingPlayer(options.text, player)
    return player

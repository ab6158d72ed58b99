"""Any player with an opening book: the option ``book=FILE`` or ``book=shipped`` of every kind but ``sau``."""

from threading import Event

from ai.book import SHIPPED, Book
from ai.players.base import AiPlayer
from ai.players.text import Options, load_named
from core.player import Candidate, Decision, Limit, Report
from core.position import Position, Size


def load_book(name: str) -> Book:
    """The book that ``name`` means: the shipped one or a file; :class:`ai.players.PlayerError` if it can't be used."""
    return load_named(name, SHIPPED, Book.load)


def idle_book(text: str, size: Size) -> str | None:
    """A warning if the player that ``text`` names has a book for another board than ``size``; else ``None``."""
    name = Options(text).word("book", "")
    book = load_book(name) if name else None
    if book is None or book.size == size:
        return None
    return f"{text} plays without its book: that is for boards of {book.size}, not {size}"


class BookPlayer(AiPlayer):
    """Plays the book's move where there is one (:meth:`ai.book.Book.choose`) and otherwise asks ``player``."""

    def __init__(self, name: str, player: AiPlayer, book: Book):
        self.name = name
        self.default_limit = player.default_limit
        self.can_ponder = player.can_ponder
        self._player = player
        self._book = book

    def prepare(self, size: Size, stop: Event | None = None) -> None:
        self._player.prepare(size, stop)

    def supports(self, size: Size) -> str | None:
        """See :class:`ai.players.base.AiPlayer`. On boards other than the book's the player plays without it."""
        return self._player.supports(size)

    def choose(
        self, position: Position, limit: Limit, report: Report | None = None, stop: Event | None = None
    ) -> Decision:
        best = self._book.choose(position)
        if best is None:
            return self._player.choose(position, limit, report, stop)
        others = [move for move in self._book.lookup(position) if move != best]
        candidates = tuple(
            Candidate(move.point, visits=move.games, value_to_move=2 * move.wins / move.games - 1)
            for move in (best, *others)
        )
        return Decision(
            best.point,
            candidates,
            value_to_move=candidates[0].value_to_move,
            visits=sum(move.visits for move in candidates),
        )

    def ponder(self, position: Position, stop: Event) -> None:
        self._player.ponder(position, stop)

    def forget(self) -> None:
        self._player.forget()

    def close(self) -> None:
        self._player.close()

"""Thinking on while the opponent does: the option ``ponder=yes`` of players that search a tree.

What is found is kept in the player's tree and in its solver's memory, and serves its next move. No move ever comes of it, so there is nothing
that could be played too late.
"""

import logging
import time
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Event
from typing import Protocol, runtime_checkable

from ai.players.base import AiPlayer, Rememberer
from ai.players.text import Options, PlayerError
from core.player import Decision, Limit, Report
from core.position import Position, Size

log = logging.getLogger(__name__)


def ponders(text: str, usually: bool) -> bool:
    """Whether the player that ``text`` names is to think on: what the text says counts, else ``usually``. One that can't be made does not."""
    try:
        word = Options(text).choice("ponder", ("yes", "no"))
    except PlayerError:
        return False
    return usually if word is None else word == "yes"


@runtime_checkable
class Ponderer(Protocol):
    """A player that can think about the opponent's move."""

    def ponder(self, position: Position, stop: Event) -> None:
        """Think about ``position``, in which the opponent is to move, until ``stop`` is set or enough is known; never while ``choose`` does."""
        ...


class PonderingPlayer:
    """Has ``player`` think on in a thread of its own from each of its moves to the next question."""

    def __init__(self, name: str, player: AiPlayer):
        assert isinstance(player, Ponderer)
        self.name = name
        self.default_limit = player.default_limit
        self.player = player
        self._ponder = player.ponder
        self._pool = ThreadPoolExecutor(1, "ponder")
        self._stop = Event()
        self._work: Future[None] | None = None

    def prepare(self, size: Size) -> None:
        self.rest()
        self.player.prepare(size)

    def supports(self, size: Size) -> str | None:
        return self.player.supports(size)

    def choose(
        self, position: Position, limit: Limit, report: Report | None = None, stop: Event | None = None
    ) -> Decision:
        """See :class:`core.player.Player`; the answer is played, and thinking on begins when it is given."""
        decision = self.advise(position, limit, report, stop)
        if decision.point is not None:
            self.think_on(position.play(decision.point))
        return decision

    def advise(
        self, position: Position, limit: Limit, report: Report | None = None, stop: Event | None = None
    ) -> Decision:
        """The same for whoever may not play the answer: thinking on would throw away what is known of the other moves."""
        started = time.perf_counter()
        self.rest()
        limit = limit.after(time.perf_counter() - started)
        return self.player.choose(position, limit, report, stop)

    def think_on(self, position: Position) -> None:
        """Think about ``position``, in which the opponent is to move, until the next question."""
        self.rest()
        self._stop = Event()
        self._work = self._pool.submit(self._ponder, position, self._stop)

    def rest(self) -> None:
        """Think no longer. What went wrong meanwhile costs no move: it stands in the log, and if it lasts, the next question meets it too."""
        self._stop.set()
        if self._work is not None:
            work, self._work = self._work, None
            if not work.cancel() and (error := work.exception()) is not None:
                log.warning("%s couldn't think on", self.name, exc_info=error)

    def forget(self) -> None:
        """See :class:`ai.players.base.Rememberer`."""
        self.rest()
        if isinstance(self.player, Rememberer):
            self.player.forget()

    def close(self) -> None:
        self.rest()
        self._pool.shutdown()
        self.player.close()

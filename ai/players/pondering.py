"""Pondering, thinking while the opponent does: the option ``ponder=on`` of players that search or solve.

What is found stays in the player's tree and its solver's memory and serves the next move. Pondering returns no move, so none can come too late.
"""

import logging
import time
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Event

from ai.player_error import PlayerError
from ai.players.base import AiPlayer
from ai.players.text import Options
from core.player import Decision, Limit, Report
from core.position import Position, Size

log = logging.getLogger(__name__)


def ponders(text: str, usually: bool) -> bool:
    """Whether the player that ``text`` names should ponder: as the text says, else as ``usually``. A text that makes no sense doesn't."""
    try:
        wanted = Options(text).switch("ponder")
    except PlayerError:
        return False
    return usually if wanted is None else wanted


class PonderingPlayer(AiPlayer):
    """Has ``player`` ponder in a thread of its own, from each of its moves to the next call, which waits until the player has stopped."""

    def __init__(self, name: str, player: AiPlayer):
        self.name = name
        self.default_limit = player.default_limit
        self.can_ponder = player.can_ponder
        self.player = player
        self._pool = ThreadPoolExecutor(1, "ponder")
        self._stop = Event()
        self._work: Future[None] | None = None

    def prepare(self, size: Size, stop: Event | None = None) -> None:
        self.rest()
        self.player.prepare(size, stop)

    def supports(self, size: Size) -> str | None:
        return self.player.supports(size)

    def choose(
        self, position: Position, limit: Limit, report: Report | None = None, stop: Event | None = None
    ) -> Decision:
        decision = self.advise(position, limit, report, stop)
        if decision.point is not None:
            self.think_on(position.play(decision.point))
        return decision

    def advise(
        self, position: Position, limit: Limit, report: Report | None = None, stop: Event | None = None
    ) -> Decision:
        """See :class:`ai.players.base.AiPlayer`. Pondering would discard what is known of the other moves."""
        started = time.perf_counter()
        self.rest()
        limit = limit.after(time.perf_counter() - started)
        return self.player.choose(position, limit, report, stop)

    def think_on(self, position: Position) -> None:
        self.rest()
        self._stop = Event()
        self._work = self._pool.submit(self.player.ponder, position, self._stop)

    def rest(self) -> None:
        """Stop pondering. An error in it costs no move: it is logged, and if it lasts, the next call meets it too."""
        self._stop.set()
        if self._work is not None:
            work, self._work = self._work, None
            if not work.cancel() and (error := work.exception()) is not None:
                log.warning("%s couldn't think on", self.name, exc_info=error)

    def ponder(self, position: Position, stop: Event) -> None:
        self.rest()
        self.player.ponder(position, stop)

    def forget(self) -> None:
        self.rest()
        self.player.forget()

    def close(self) -> None:
        self.rest()
        self._pool.shutdown()
        self.player.close()

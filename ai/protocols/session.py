"""A game and its player, which every protocol works with."""

import logging
from threading import Event

from ai.players import AiPlayer, PlayerError
from ai.wire.lines import Disconnected
from core.game import Game, Result
from core.player import Decision, Limit, Report
from core.position import Position, Size
from core.sentence import Sentence, failure_of

log = logging.getLogger(__name__)


class GameSession:
    """One game at a time. The cursor is always at the end of its main line."""

    def __init__(self, player: AiPlayer, size: Size | None = None):
        self.player = player
        self.new_game(size or Size())

    @property
    def position(self) -> Position:
        return self.game.position

    @property
    def size(self) -> Size:
        return self.game.size

    def new_game(self, size: Size, start: Position | None = None) -> None:
        self.take_over(Game(size, start))

    def take_over(self, game: Game) -> None:
        """Go on with ``game`` from its cursor."""
        self.rest()
        self.game = game
        self._judge()

    def play(self, point: int) -> None:
        """Play a move of either side; :class:`core.position.IllegalMove` if it loses by the rules."""
        self.game.play(point)
        self._judge()

    def answer(self, point: int) -> None:
        """Play our own move, likewise. A player that ponders begins now and not when it has chosen, because a choice may be an analysis or be
        dropped."""
        self.play(point)
        self.player.think_on(self.position)

    def rest(self) -> None:
        """Have a player that ponders stop, because the game doesn't go on from here."""
        self.player.rest()

    def undo(self) -> bool:
        """Take the last move back. Returns whether there was one."""
        self.rest()
        last = self.game.cursor
        if last.parent is None:
            return False
        self.game.remove(last)
        self._judge()
        return True

    def _judge(self) -> None:
        self.game.result = Result.if_over(self.position)

    def choose(
        self, limit: Limit | None = None, report: Report | None = None, stop: Event | None = None
    ) -> Decision:
        """The player's decision; its ``point`` is legal or ``None``. :class:`PlayerError` if it can't move."""
        position = self.position
        if position.is_over:
            return Decision(None, value_to_move=-1.0)
        try:
            decision = self.player.advise(position, limit or Limit(), report, stop)
        except (PlayerError, MemoryError, Disconnected):
            raise
        except Exception as error:
            log.exception("%s failed to move", self.player.name)
            raise PlayerError(Sentence("%1: %2", self.player.name, failure_of(error))) from error
        if decision.point is not None and position.loss(decision.point) is not None:
            raise PlayerError(Sentence("%1 chose a move that loses", self.player.name))
        return decision

    def choose_any_how(self, limit: Limit | None = None, stop: Event | None = None) -> int:
        """A point for protocols without resignation: a legal one even if the player fails, a losing one only if there is no other."""
        try:
            point = self.choose(limit, stop=stop).point
        except (PlayerError, MemoryError) as error:
            log.error("%s; playing any legal move", error or "out of memory")
            point = None
        if point is not None:
            return point
        return next(iter(self.position.legal_moves()), self._first_empty())

    def _first_empty(self) -> int:
        return next(point for point in range(self.size.points) if self.position.at(point) is None)

"""The referee, which judges games by the rules and the clock, whoever plays them."""

import logging
from collections.abc import Callable, Iterable, Sequence
from operator import index
from threading import Event

from core.clock import Clock, TimeControl
from core.game import Game, Node, Reason, Result
from core.machine import awake_seconds
from core.player import Limit, Player
from core.position import Color, IllegalMove, Position, Size
from core.sentence import failure_of

log = logging.getLogger(__name__)


class GameOver(ValueError):
    """A move was made in a game that has ended."""


class Match:
    """A game under a referee. Moves are played at the node where play stands, wherever the game's cursor looks.

    Once the game has its result, play from an earlier position is a try: variations, without a clock, that leave the game's moves and its
    result as they are.
    """

    def __init__(
        self,
        game: Game | None = None,
        time_control: TimeControl | None = None,
        strict: bool = True,
        now: Callable[[], float] = awake_seconds,
    ):
        """``strict``: a losing move is played and loses; otherwise one that is made by hand is refused with :class:`core.position.IllegalMove`.
        A game with a result whose cursor is elsewhere than at its end begins with a try. ``now`` as in :class:`core.clock.Clock`. The default
        game is an empty 9x9 board. Without ``time_control`` no clock runs, and what the game's record says of its own stays.
        """
        self.game = game or Game()
        self.strict = strict
        self._clock = None if time_control is None else Clock(time_control, now)
        if time_control is not None:
            self.game.time_control = time_control
        self.game.head = self.game.cursor
        if self.game.result is not None:
            self.game.end = self.game.line_played()[-1]
        self.trying = self.head is not self.ended_at and self.game.result is not None
        """Whether play is a try in a game that has its result."""
        self._tried: Result | None = None
        """The result of the try."""
        self.error: Exception | None = None
        """What made a player forfeit."""
        self._set_clock()

    @property
    def head(self) -> Node:
        """Where play stands."""
        assert self.game.head is not None  # set by the constructor
        return self.game.head

    @property
    def ended_at(self) -> Node | None:
        """Where play stood when the game got its result."""
        return None if self.game.result is None else self.game.end

    @property
    def position(self) -> Position:
        """The position where play stands."""
        return self.head.position

    @property
    def to_move(self) -> Color:
        """Whose move it is where play stands."""
        return self.position.to_move

    def may_try_from(self, node: Node) -> bool:
        """Whether something can be tried from ``node``: not where the game ended, since a move would only lengthen it."""
        return self.game.result is not None and node is not self.ended_at

    @property
    def result(self) -> Result | None:
        """The result of the game, or of the try."""
        return self._tried if self.trying else self.game.result

    def result_on(self, line: Sequence[Node]) -> Result | None:
        """The result at the end of ``line``, as far as it was played."""
        if self.trying and line[-1] is self.head:
            return self._tried
        if line[-1] is self.ended_at:
            return self.game.result
        return Result.if_over(line[-1].position)

    @property
    def stands_in_game(self) -> bool:
        """Whether the game has its result and play stands among the moves that led there, as a try does before its first move."""
        return self.ended_at is not None and self.head in self.ended_at.line()

    @property
    def clock(self) -> Clock | None:
        """``None`` where no clock runs."""
        return None if self.trying else self._clock

    def start(self) -> None:
        """Let the clock of the side to move run; a position without legal moves ends the game at once."""
        if self.result is None and (result := Result.if_over(self.position)) is not None:
            self._end(result)
        elif self.clock is not None and self.result is None:
            self.clock.start(self.to_move)

    def play(self, point: int, by_hand: bool = True) -> Result | None:
        """The side to move plays ``point``; the result if that ends the game. :class:`GameOver` after the end. A program's move, not
        ``by_hand``, counts even without strict rules: it is no slip, and nobody would make another move in its place."""
        if self.result is not None:
            raise GameOver("the game is over; start a new one or take a move back")
        if self.check_time() is not None:
            return self.result
        mover = self.to_move
        loss = self.position.loss(point)
        if loss is not None:
            if by_hand and not self.strict:
                raise IllegalMove(loss)
            return self._end(Result.by_loss(mover, loss))
        self.game.go_to(self.head)
        self.game.head = self.game.play(point)
        if not self.trying:
            self.head.player = ""  # another player may have made the move before it was taken back
            self.game.promote(self.head)  # records hold what was played, not what was taken back
        if self.clock is not None:
            self.clock.pause()
            self._note_clocks(self.clock)
        if (result := Result.if_over(self.position)) is not None:
            return self._end(result)
        if self.trying and self.head is self.ended_at:
            self._tried = self.game.result  # the try has followed the game to its end
            return self._tried
        if self.clock is not None:
            self.clock.start(self.to_move)
        return None

    def play_beside(self, point: int) -> None:
        """Play ``point`` at the game's cursor, and leave play where it stands. A losing move raises :class:`core.position.IllegalMove`."""
        self.game.play(point)

    def _note_clocks(self, clock: Clock) -> None:
        for color in Color:
            seconds = clock.remaining(color)
            if seconds is not None:
                self.head.seconds_left[color] = seconds

    def set_time_left(self, color: Color, seconds: float) -> None:
        """Set what is left of the total time of ``color``, as another clock shows it. Who takes back to here later has it again. ``ValueError`` where
        no total time runs."""
        if self.clock is None or self.clock.control.total_seconds is None:
            raise ValueError("there is no total time to set")
        self.clock.set_remaining(color, seconds)
        self.game.note_time_left(self.head, color, seconds)

    def check_time(self) -> Result | None:
        """The result; ends the game if the side to move has run out of time."""
        if self.result is None and self.clock is not None:
            loser = self.clock.flagged()
            if loser is not None:
                return self._end(Result(loser.opponent, Reason.TIME))
        return self.result

    def resign(self, color: Color) -> Result:
        """``color`` gives up."""
        return self._end(Result(color.opponent, Reason.RESIGNATION))

    def forfeit(self, color: Color, error: Exception | None = None, failure: str = "") -> Result:
        """``color`` failed to move, because of ``error`` or for the reason that ``failure`` tells."""
        if self.result is None:
            self.error = error
        why = failure if error is None else failure_of(error)
        return self._end(Result(color.opponent, Reason.FORFEIT, failure=why))

    def _end(self, result: Result) -> Result:
        """End the game; where it has ended already, its first result stands."""
        if self.result is not None:
            return self.result
        if self.clock is not None:
            self.clock.pause()
        if self.trying:
            self._tried = result
        else:
            self.game.promote(self.head)
            self._set_result(result)
        return result

    def _set_result(self, result: Result | None) -> None:
        """End the game where play stands, or let it go on if ``result`` is ``None``. A try is over."""
        self.game.result = result
        self.game.end = None if result is None else self.head
        self.trying, self._tried = False, None

    def undo(self, moves: int = 1) -> None:
        """Take back the last ``moves`` moves and the result; the moves stay in the game's tree, as a variation once another is played.

        The clocks go back to what they showed then and stand until :meth:`start`.
        """
        if self.trying:
            self._tried = None
        else:
            self._set_result(None)
        for _ in range(moves):
            if self.head.parent is None:
                break
            self.game.head = self.head.parent
        self._stand()

    def _stand(self) -> None:
        """Move the cursor to where play stands, and set the clocks to what they showed there."""
        self.game.go_to(self.head)
        self._set_clock()

    def _set_clock(self) -> None:
        """Set the clocks to what they showed where play stands. Records of other programs note at each move only the mover's clock."""
        if self._clock is None:
            return
        self._clock.rewind()
        if self._clock.control.total_seconds is not None:
            for color in Color:
                noted = [node.seconds_left[color] for node in self.head.line() if color in node.seconds_left]
                self._clock.set_remaining(color, noted[-1] if noted else self._clock.control.total_seconds)
        result = self.game.result
        if result is not None and result.reason is Reason.TIME and self.head is self.ended_at:
            self._clock.use_up(result.winner.opponent)

    def play_from(self, node: Node) -> None:
        """Let play stand at ``node`` and wait for :meth:`start`. It is a try if :meth:`may_try_from` says so. Otherwise the game goes on, unless
        there is no legal move, and its moves after ``node`` count as taken back."""
        self.game.head = node
        self.trying = self.may_try_from(node)
        self.undo(0)
        if self.position.is_over:
            self.start()

    def back_to_game(self) -> None:
        """End a try: play stands where the game ended."""
        if self.trying and self.ended_at is not None:
            self.trying, self._tried = False, None
            self.game.head = self.ended_at
            self._stand()

    def remove(self, node: Node) -> None:
        """Delete ``node`` and all after it. If play stands there, it goes back to the node before. A game that loses its end this way goes on from
        where play stands, unless there is no legal move. ``ValueError`` for the root."""
        line = self.head.line()
        if node.parent is not None and node in line:
            self.undo(len(line) - line.index(node))
        end_goes = self.ended_at is not None and node in self.ended_at.line()
        self.game.remove(node)
        if end_goes:
            self._set_result(None)
            self._stand()
            if self.position.is_over:
                self.start()

    def promote(self, node: Node) -> None:
        """Make the line to ``node`` the main line. If play stood on another line, it goes on from the end of this one. If a try has just reached
        the end of this line, its result becomes the game's."""
        self.game.promote(node)
        line = self.game.main_line()
        if self.game.result is not None and self.ended_at not in line:
            self._set_result(self._tried if self.head is line[-1] else None)
            self._stand()
        if self.head not in line and not self.trying:
            self.play_from(line[-1])


def play_match(
    black: Player,
    white: Player,
    *,
    size: Size | None = None,
    opening: Iterable[int] = (),
    black_limit: Limit | None = None,
    white_limit: Limit | None = None,
    time_control: TimeControl | None = None,
    stop: Event | None = None,
) -> Match:
    """Two players play a game on an empty board of ``size`` (9x9 if not given) by strict rules to its end, or until ``stop`` is set; then the match
    has no result.

    The moves of ``opening``, legal and drawn by lot, are played before a player is asked and before a clock runs. A player that chooses no move
    resigns. A player that raises an exception or answers nonsense forfeits: that is logged and kept in :attr:`Match.error`. An answer after the
    time is over loses on time, whatever it is.
    """
    game = Game(size)
    game.begin_with(opening)
    match = Match(game, time_control)
    game.black_name, game.white_name = black.name, white.name
    players = {Color.BLACK: (black, black_limit or Limit()), Color.WHITE: (white, white_limit or Limit())}
    match.start()
    while match.result is None and not _is_set(stop):
        _ask(match, *players[match.to_move], stop)
    return match


def _is_set(stop: Event | None) -> bool:
    return stop is not None and stop.is_set()


def _ask(match: Match, player: Player, limit: Limit, stop: Event | None) -> None:
    """Have ``player`` move, and judge the answer. Once ``stop`` is set, any answer is ignored."""
    color = match.to_move
    if match.clock is not None:
        limit = match.clock.limit_for(color, limit)
    try:
        decision = player.choose(match.position, limit, None, stop)
        point = None if decision.point is None else index(decision.point)
    except Exception as error:
        if _is_set(stop):
            return  # a player that is stopped may fail
        log.exception("%s failed to move", player.name)
        match.error = error
        if match.check_time() is None:
            match.forfeit(color, error)
        return
    if _is_set(stop):
        return
    if point is not None:
        match.play(point)
    elif match.check_time() is None:
        match.resign(color)

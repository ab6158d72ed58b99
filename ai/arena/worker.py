"""The process in which the arena's players live. A player that crashes or hangs takes this process with it and nothing else."""

import logging
import time
from dataclasses import dataclass
from datetime import date
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Event

from ai.arena.folder import FinishedGame
from ai.arena.plan import Fixture, Plan
from ai.players import AiPlayer, make_player
from core.game import Game
from core.match import Match, play_match
from core.player import Decision, Limit, Report
from core.position import Color, Position, Size
from core.records import sgf
from core.sentence import failure_of


@dataclass(frozen=True)
class Ready:
    """Sent once the process can play; a failure before that is no player's fault."""


@dataclass(frozen=True)
class Thinking:
    """Sent before a player is asked for anything, so that the arena knows who failed if nothing more comes."""

    color: Color
    moves: tuple[int, ...] = ()
    """Moves of the game so far, with those of the opening."""
    preparing: bool = False


@dataclass(frozen=True)
class Outcome:
    """Sent at the end of a game."""

    game: FinishedGame
    record: bytes
    """The game as SGF."""


def serve(connection: Connection, plan: Plan, log: Path) -> None:
    """Play the fixtures that come through ``connection``."""
    # the system's usual encoding may lack letters of players' names
    logging.basicConfig(
        filename=log, encoding="utf-8", format="%(asctime)s %(levelname)s %(name)s: %(message)s"
    )
    players: dict[int, AiPlayer] = {}
    try:
        connection.send(Ready())
        while True:
            fixture = connection.recv()
            connection.send(play(plan, fixture, players, connection))
    except (EOFError, OSError):
        pass  # the arena has ended
    finally:
        for player in players.values():
            player.close()


def play(plan: Plan, fixture: Fixture, players: dict[int, AiPlayer], connection: Connection) -> Outcome:
    """Play one game. Players are kept in ``players`` from game to game, since loading a network takes longer than a short game."""
    sides: dict[Color, TimedPlayer] = {}
    for color, index in ((Color.BLACK, fixture.black), (Color.WHITE, fixture.white)):
        connection.send(Thinking(color, preparing=True))
        try:
            if index not in players:
                player = make_player(plan.players[index])
                player.prepare(Size.parse(plan.size))
                players[index] = player
        except Exception as error:
            logging.getLogger(__name__).exception("%s can't be prepared", plan.players[index])
            return forfeit(plan, fixture, color, plan.opening(fixture.opening).moves, failure_of(error))
        sides[color] = TimedPlayer(players[index], connection)
    match = play_match(
        sides[Color.BLACK],
        sides[Color.WHITE],
        size=plan.board,
        opening=plan.opening(fixture.opening).moves,
        black_limit=plan.limit,
        white_limit=plan.limit,
        time_control=plan.time_control(),
    )
    for color, index in ((Color.BLACK, fixture.black), (Color.WHITE, fixture.white)):
        players[index].rest()  # it must not think on while others play
        if match.error is not None and match.result is not None and match.result.winner is not color:
            players.pop(index).close()  # a player that failed is made anew for its next game
    error = "" if match.error is None else failure_of(match.error)
    return outcome(fixture, match, sides[Color.BLACK].seconds, sides[Color.WHITE].seconds, error)


def forfeit(plan: Plan, fixture: Fixture, loser: Color, moves: tuple[int, ...], why: str) -> Outcome:
    """The outcome of a game that ended after ``moves`` because ``loser`` failed."""
    match = Match(Game(plan.board))
    match.game.black_name, match.game.white_name = plan.players[fixture.black], plan.players[fixture.white]
    match.game.random_moves = len(plan.opening(fixture.opening).moves)
    for point in moves:
        match.play(point)
    match.forfeit(loser, failure=why)
    return outcome(fixture, match, 0.0, 0.0, why)


def outcome(
    fixture: Fixture, match: Match, black_seconds: float, white_seconds: float, error: str
) -> Outcome:
    """The outcome of a game that is over, as the arena keeps it."""
    result = match.result
    assert result is not None
    match.game.date = date.today().isoformat()
    game = FinishedGame(
        game=fixture.number,
        black=fixture.black,
        white=fixture.white,
        winner=result.winner.name.lower(),
        reason=result.reason.value,
        moves=len(match.position.moves),
        black_seconds=round(black_seconds, 3),
        white_seconds=round(white_seconds, 3),
        error=error,
    )
    return Outcome(game, sgf.write(match.game))


class TimedPlayer:
    """A player that tells the arena when it is asked for a move, and counts the seconds it spends."""

    def __init__(self, player: AiPlayer, connection: Connection):
        self._player = player
        self._connection = connection
        self.seconds = 0.0

    @property
    def name(self) -> str:
        return self._player.name

    def choose(
        self, position: Position, limit: Limit, report: Report | None = None, stop: Event | None = None
    ) -> Decision:
        try:
            self._connection.send(Thinking(position.to_move, position.moves))
        except OSError:
            raise SystemExit from None  # the arena has ended, and no game is worth playing on
        started = time.perf_counter()
        try:
            return self._player.choose(position, limit, report, stop)
        finally:
            self.seconds += time.perf_counter() - started

    def close(self) -> None:
        self._player.close()

"""Buwei on the platform of the Chinese championship (the game platform of Shenyang Aerospace University): 9x9, one command a line."""

import logging
import threading
from collections.abc import Callable

from ai.players import AiPlayer
from ai.protocols.session import GameSession
from ai.wire.lines import Lines, Write
from ai.wire.sau import SIZE, parse_letters, point_letters
from core.clock import Clock, TimeControl
from core.player import Limit
from core.position import Color, IllegalMove

log = logging.getLogger(__name__)

ENDINGS = ("end", "new")
"""Commands that end the game under way, so that no move is waited for."""


class SauEngine:
    """One conversation over any number of games.

    The protocol has no error messages: what can't be understood is logged and not answered.
    """

    def __init__(self, player: AiPlayer, write: Write, control: TimeControl | None = None):
        """``control`` is each side's time, which the platform doesn't tell."""
        self._session = GameSession(player, SIZE)
        self._write = write
        self._control = control
        self._clock: Clock | None = None
        self._color: Color | None = None
        """Our side; ``None`` between games."""
        self._said: int | None = None
        """Our last move."""
        self._refused: set[int] = set()
        """Moves that the platform has refused in place of this one."""
        self._leaving = False
        self._thinking = False
        self._endings = 0
        """Number of commands that end a game and have arrived, but are not answered yet."""
        self._ending = threading.Event()
        """Set while there are any; the request to stop thinking."""
        self._lock = threading.Lock()
        self._commands: dict[str, Callable[[str], None]] = {
            "name?": lambda rest: self._write("name Buwei\n"),
            "new": self._new,
            "move": self._opponent_moves,
            "error": lambda rest: self._move_again(),
            "end": self._end,
            "quit": self._quit,
        }

    def notice(self, line: str) -> None:
        """Look at a line as soon as it arrives: it may end the game whose next move is being thought about. Any thread may call this."""
        name = next(iter(line.lower().split()), "")
        # a script gets its answers before its quit
        if name in ENDINGS or (name == "quit" and self._thinking):
            self._count_endings(1)

    def _count_endings(self, more: int) -> None:
        with self._lock:
            self._endings = max(0, self._endings + more)
            if self._endings:
                self._ending.set()
            else:
                self._ending.clear()

    def converse(self, lines: Lines) -> None:
        """Answer until ``quit`` or the end of the input."""
        while not self._leaving and (line := lines.next()) is not None:
            self.answer(line)

    def answer(self, line: str) -> None:
        """Carry out one line."""
        name, *rest = line.lower().split() or [""]
        if name in ENDINGS:
            self._count_endings(-1)
        command = self._commands.get(name)
        if command is not None:
            command(" ".join(rest))
        elif name:
            log.warning("there is no command '%s'", line[:80])

    def _quit(self, rest: str) -> None:
        self._leaving = True

    def _end(self, rest: str) -> None:
        self._session.rest()
        self._color = None

    def _new(self, rest: str) -> None:
        if rest not in ("black", "white"):
            log.warning("a game begins with 'new black' or 'new white', not with 'new %s'", rest[:80])
            return
        self._session.new_game(SIZE)
        self._clock = None if self._control is None else Clock(self._control)
        self._color = Color.BLACK if rest == "black" else Color.WHITE
        self._said = None
        if self._color is Color.BLACK:
            self._move()

    def _opponent_moves(self, rest: str) -> None:
        if self._color is None or self._session.position.to_move is self._color:
            log.warning("'move %s' came when it was not the opponent's turn", rest[:80])
            return
        try:
            self._session.play(parse_letters(rest))
        except IllegalMove:
            log.warning("the opponent loses by the move %s", rest.upper())  # the platform will say so
        except ValueError as error:
            log.warning("%s", error)
        else:
            self._move()

    def _move(self) -> None:
        self._thinking = True
        point = self._session.choose_any_how(self._limit(), self._ending)
        self._thinking = False
        if self._clock is not None:
            self._clock.pause()
        if self._ending.is_set():
            return
        self._refused.clear()
        self._say(point)

    def _limit(self) -> Limit:
        """The limit of a move: the player's own and the clock's both bind."""
        own = self._session.player.default_limit
        if self._clock is None or self._color is None:
            return own
        self._clock.start(self._color)
        return self._clock.limit_for(self._color, own)

    def _say(self, point: int) -> None:
        if self._session.position.loss(point) is None:
            self._session.answer(point)
        self._said = point
        self._write(f"move {point_letters(point)}\n")

    def _move_again(self) -> None:
        """The platform refuses our move: play another without thinking, which is better than losing on time."""
        if self._color is None or self._said is None:
            log.warning("'error' came though no move was made")
            return
        self._refused.add(self._said)
        if self._session.position.to_move is not self._color:
            self._session.undo()
        points = [*self._session.position.legal_moves(), *range(SIZE.points)]
        self._say(next((point for point in points if point not in self._refused), self._said))

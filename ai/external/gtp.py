"""Programs that speak GTP 2, even incompletely: on 9x9 play and genmove are enough, if list_commands says that there are no others."""

import math
import re
from threading import Event

from ai.budget import seconds_for
from ai.external.client import Client, Patience, Start, off_board
from ai.external.history import moves_from_the_start
from ai.external.process import EngineProcess
from core.machine import awake_seconds
from core.player import Limit
from core.points import Notation, parse_point, point_name
from core.position import Position, Size
from core.sentence import Sentence

LONGEST_ANSWER = 1 << 20
"""Letters after which the rest of an answer is dropped."""
GAMES_TIME = " 0 0"
"""The end of a time_settings command that sets no time for each move."""
LEAST_SECONDS = 0.01
"""Shortest time for a move that a program is told."""
NOTICED_SECONDS = 0.1
"""Telling a program the game is taken off its time only if it takes longer: programs are told whole seconds."""


class GtpClient(Client):
    """Keeps the program's board in step with the positions that it is asked about."""

    farewell = "quit"

    def __init__(self, start: Start, patience: Patience):
        super().__init__(start, patience)
        self._stop: Event | None = None
        self._commands: set[str] = set()
        self._size: Size | None = None
        """The size of the program's board; ``None`` before its first game."""
        self._told: list[int] = []
        """The moves on the program's board."""
        self._time_told = ""

    @property
    def _process(self) -> EngineProcess:
        if self._running is None:
            self._running = self._start()
            succeeded, text = self._ask("list_commands")
            self._commands = set(text.split()) if succeeded else set()
        return self._running

    def introduce(self, stop: Event | None) -> str:
        """See :class:`ai.external.client.Client`: the name and version."""
        self._stop = stop
        answers = [self._ask(command) for command in ("name", "version")]
        return " ".join(text for succeeded, text in answers if succeeded)

    def choose(self, position: Position, limit: Limit, stop: Event | None) -> int | None:
        """See :class:`ai.external.client.Client`."""
        self._stop = stop
        started = awake_seconds()
        self._follow(position)
        if (waited := awake_seconds() - started) > NOTICED_SECONDS:  # it was started anew, or is slow
            limit = limit.after(waited)
        color = position.to_move
        self._tell_time(position, limit)
        succeeded, text = self._ask(f"genmove {color.name.lower()}", self._patience.move_seconds(limit))
        if not succeeded:
            raise self._process.fails(Sentence("it can't move: %1", text))
        point = self._move_in(text, position.size)
        if point is not None:
            # After a losing move no position continues this game, so the next one is told on a clear board.
            self._told.append(point)
        return point

    def _move_in(self, text: str, size: Size) -> int | None:
        """The move in an answer to genmove."""
        word = text.strip().upper()
        if word == "RESIGN" or word.startswith("ILLEGAL MOVE"):  # some programs say so when they have no move
            return None
        try:
            return parse_point(word, size, Notation.GTP)
        except ValueError:
            if re.fullmatch("[A-Z][0-9]{1,3}", word):
                return off_board(size)
            raise self._process.fails(Sentence("its answer '%1' is no move", text[:80])) from None

    def _follow(self, position: Position) -> None:
        """Tell the program the moves that it doesn't know yet, or the whole game if it has another on its board."""
        moves = moves_from_the_start(position)
        if self._size != position.size or moves[: len(self._told)] != self._told:
            self._begin(position.size)
        for number, point in enumerate(moves[len(self._told) :], len(self._told)):
            name = point_name(point, position.size, Notation.GTP)
            self._insist(f"play {'bw'[number % 2]} {name}", Sentence("it refuses the legal move %1", name))
            self._told.append(point)

    def _begin(self, size: Size) -> None:
        """Have the program begin on an empty board of ``size``. One that can't clear its board is started anew."""
        is_new = self._size is None
        if self._size != size:
            self._set_size(size)
        if not self._insist("clear_board", unless_unknown=True) and not is_new:
            self.close()
            self._set_size(size)
        self._told = []
        self._time_told = ""  # its clock may have run down in the game before

    def _set_size(self, size: Size) -> None:
        refusal = Sentence("it can't play on a board of %1", size)
        if size.is_square:
            self._insist(f"boardsize {size.rows}", refusal, unless_unknown=size == Size())
        else:
            self._insist(f"rectangular_boardsize {size.cols} {size.rows}", refusal)
        self._ask("komi 0")  # a program without this command may refuse
        self._size = size

    def _tell_time(self, position: Position, limit: Limit) -> None:
        """Tell the program its time, in whole seconds and never more than there is. Without a clock its own settings count. GTP can't express a time
        for the game together with one for each move: then it is told what it may use for this move. The same holds if it first hears of the
        game's time when less than a second is left, because 0 would mean no limit."""
        seconds, remaining = limit.seconds, limit.remaining_seconds
        if seconds is None and remaining is None:
            return
        knows_the_games = self._time_told.endswith(GAMES_TIME)
        if seconds is None and remaining is not None and (knows_the_games or remaining >= 1):
            settings = self._time_told if knows_the_games else f"time_settings {int(remaining)}{GAMES_TIME}"
        else:
            settings = _each_move(seconds_for(position, limit) or 0.0)
        if settings != self._time_told and "time_settings" in self._commands:
            self._ask(settings)
            self._time_told = settings
        if settings.endswith(GAMES_TIME) and remaining is not None and "time_left" in self._commands:
            self._ask(f"time_left {position.to_move.name.lower()} {int(remaining)} 0")

    def _insist(self, command: str, refusal: Sentence | None = None, unless_unknown: bool = False) -> bool:
        """Send ``command``, which must succeed. With ``unless_unknown`` it may fail if the program has listed its commands without this one; then the
        answer is ``False``."""
        succeeded, text = self._ask(command)
        if succeeded and not text.lower().startswith("illegal move"):
            return True
        if unless_unknown and self._commands and command.split()[0] not in self._commands:
            return False
        raise self._process.fails(Sentence("%1 (%2)", refusal or Sentence("it refuses %1", command), text))

    def _ask(self, command: str, seconds: float | None = None) -> tuple[bool, str]:
        """Whether ``command`` succeeded, and the answer's text."""
        process = self._process
        process.forget()
        process.send(command)
        seconds = self._patience.answer_seconds if seconds is None else seconds
        answer = _Answer()
        process.wait_for(answer.is_whole, seconds, self._stop)
        return answer.succeeded, "\n".join(answer.lines).strip()

    def close(self, kindly: bool = True) -> None:
        """See :class:`ai.external.client.Client`."""
        super().close(kindly)
        self._size, self._time_told = None, ""  # a program started anew knows nothing


def _each_move(seconds: float) -> str:
    """The time_settings command for ``seconds`` a move. GTP has whole seconds only, so a fraction becomes one second for several moves."""
    if seconds >= 1:
        return f"time_settings 0 {int(seconds)} 1"
    return f"time_settings 0 1 {math.ceil(1 / max(seconds, LEAST_SECONDS))}"


class _Answer:
    """Collects the lines of an answer and ignores those before it."""

    def __init__(self) -> None:
        self.succeeded = False
        self.lines: list[str] = []
        self._room = LONGEST_ANSWER

    def is_whole(self, line: str) -> bool:
        """Take a line and return whether it ends the answer."""
        if self.lines and not line.strip():
            return True
        if self.lines:
            self._room -= len(line)
            if self._room > 0:
                self.lines.append(line)
        elif line.startswith(("=", "?")):
            self.succeeded = line.startswith("=")
            self.lines.append(re.sub(r"^[=?][0-9]*\s*", "", line))
        return False

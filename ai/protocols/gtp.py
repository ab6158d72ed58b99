"""Buwei as a GTP 2 engine (Gunnar Farnebäck's draft, lysator.liu.se/~gunnar/gtp), with the extensions of KataGo and GoGui."""

import logging
import os
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from threading import Event

from ai.players import AiPlayer, PlayerError
from ai.protocols.gogui import GoGui
from ai.protocols.gtp_analysis import Analysis
from ai.protocols.gtp_clock import GtpClock
from ai.protocols.gtp_words import GtpError, expect, parse_color, parse_number, parse_vertex, vertex_name
from ai.protocols.session import GameSession
from ai.wire.lines import Lines, Write
from core import __version__
from core.files import write_atomically
from core.game import Game
from core.machine import awake_seconds
from core.position import Color, IllegalMove, Position, Size
from core.records import RecordError, load, sgf

log = logging.getLogger(__name__)

INTERRUPT = "# interrupt"
"""A comment with which GoGui asks for an answer at once."""
_NO_TEXT = re.compile("[\x00-\x1f\x7f-\x9f\ufeff]")
"""Control characters, which GTP says to remove, and a byte order mark."""

Answer = Callable[[list[str]], str]


@dataclass(frozen=True)
class Command:
    """A parsed line."""

    id: str
    name: str
    rest: str
    """The text after the name, unchanged."""

    @classmethod
    def parse(cls, line: str) -> "Command | None":
        """The command in ``line``; ``None`` if there are only comments and white space."""
        text = _NO_TEXT.sub("", line.replace("\t", " ")).partition("#")[0].strip(" ")
        number, _, rest = text.partition(" ")
        if not re.fullmatch(r"[0-9]{1,18}", number):
            number, rest = "", text
        name, _, rest = rest.lstrip(" ").partition(" ")
        return cls(number, name, rest.lstrip(" ")) if name else None

    @property
    def words(self) -> list[str]:
        return self.rest.split()


class GtpEngine:
    """One conversation. Commands return their answer's text or raise :class:`GtpError`."""

    def __init__(self, player: AiPlayer, write: Write, size: Size | None = None):
        self.session = GameSession(player, size)
        self._write = write
        self._clock = GtpClock()
        self._interrupted = Event()
        self._received = 0
        self._answered = 0
        self._to_interrupt = 0  # how many commands had been received at the last request to interrupt
        self._leaving = False
        self._command = Command("", "", "")
        self._answering = False
        self._arrived = Event()
        self.commands: dict[str, Answer] = {
            "protocol_version": lambda words: "2",
            "name": lambda words: "Buwei",
            "version": lambda words: f"{__version__} ({player.name})",
            "known_command": lambda words: str(" ".join(words) in self.commands).lower(),
            "list_commands": lambda words: "\n".join(sorted(self.commands)),
            "quit": self._quit,
            "boardsize": self._boardsize,
            "rectangular_boardsize": self._boardsize,
            "clear_board": self._clear_board,
            "komi": self._komi,
            "play": self._play,
            "genmove": self._genmove,
            "reg_genmove": self._reg_genmove,
            "undo": self._undo,
            "gg-undo": self._undo,
            "time_settings": self._time_settings,
            "time_left": self._time_left,
            "final_score": self._final_score,
            "showboard": self._showboard,
            "loadsgf": self._loadsgf,
            "printsgf": self._printsgf,
        }
        self.commands |= GoGui(self).commands()
        self.commands |= Analysis(self).commands()

    @property
    def position(self) -> Position:
        return self.session.position

    # --- the conversation -------------------------------------------------------------------------------------

    def notice(self, line: str) -> None:
        """Look at a line as soon as it arrives: it may ask for an answer at once. Any thread may call this."""
        command = Command.parse(line)
        if line.strip() == INTERRUPT or (command is not None and self._ends_thinking(command)):
            self._to_interrupt = self._received
            self._interrupted.set()
        if command is not None:
            self._received += 1

    def _ends_thinking(self, command: Command) -> bool:
        """Whether ``command`` quits while an answer is being worked on. A script is sent as a whole and gets the answers before its ``quit``."""
        return command.name == "quit" and self._received == self._answered

    def converse(self, lines: Lines) -> None:
        """Answer until ``quit`` or the end of the input."""
        self._arrived = lines.arrived
        while not self._leaving and (line := lines.next()) is not None:
            self.answer(line)

    def answer(self, line: str) -> None:
        """Answer one line."""
        command = Command.parse(line)
        if command is None:
            return
        self._command = command
        self._answered += 1
        self._answering = False
        try:
            answer = self.commands.get(command.name, _unknown)
            self._finish("=", answer(command.words))
        except (GtpError, PlayerError) as error:
            self._finish("?", str(error))
        except IllegalMove:
            self._finish("?", "illegal move")
        except MemoryError:
            self._finish("?", "out of memory")

    def begin_answer(self) -> None:
        """Report success before the whole answer is known."""
        self._write(f"={self._command.id}\n")
        self._answering = True

    def stream(self, line: str) -> None:
        """Write a line of an answer that has begun."""
        self._write(f"{line}\n")

    def _finish(self, mark: str, text: str) -> None:
        text = re.sub(r"\n\s*\n", "\n", text.replace("\r", "")).rstrip("\n")  # a blank line ends an answer
        if not self._answering:
            self._write(f"{mark}{self._command.id} {text}\n\n")
            return
        if mark == "?":
            log.error("%s: %s", self._command.name, text)
            text = ""
        self._write(f"{text}\n\n" if text else "\n")

    # --- administration ---------------------------------------------------------------------------------------

    def _quit(self, words: list[str]) -> str:
        self._leaving = True
        return ""

    def _boardsize(self, words: list[str]) -> str:
        """Set the board: ``boardsize 9``, or columns and rows as in KataGo."""
        if len(words) not in (1, 2):
            raise GtpError("syntax error")
        cols, rows = int(parse_number(words[0], int)), int(parse_number(words[-1], int))
        try:
            size = Size(rows, cols)
        except ValueError:
            raise GtpError("unacceptable size") from None
        self._prepare(size, "unacceptable size")
        self.begin_game(size)
        return ""

    def _prepare(self, size: Size, refusal: str) -> None:
        """Have the player prepare for a board before a clock runs; :class:`GtpError` with ``refusal`` if it doesn't support it."""
        if self.session.player.supports(size) is not None:
            raise GtpError(refusal)
        if size != self.session.size:
            self.session.player.prepare(size)

    def _clear_board(self, words: list[str]) -> str:
        self.begin_game(self.session.size)
        return ""

    def begin_game(self, size: Size, start: Position | None = None) -> None:
        """Begin a new game with the full time that was set."""
        self.session.new_game(size, start)
        self._clock = self._clock.anew()

    def _komi(self, words: list[str]) -> str:
        """Accept any komi and ignore it: NoGo has no points."""
        expect(words, 1)
        parse_number(words[0], float)
        return ""

    # --- moves ------------------------------------------------------------------------------------------------

    def check_turn(self, color: Color) -> None:
        if color is not self.position.to_move:
            raise GtpError(f"it is {self.position.to_move.name.lower()}'s move")

    def _play(self, words: list[str]) -> str:
        expect(words, 2)
        color, point = parse_color(words[0]), parse_vertex(words[1], self.session.size)
        if color is not self.position.to_move:
            raise GtpError("illegal move")
        self.session.play(point)
        return ""

    def _genmove(self, words: list[str]) -> str:
        expect(words, 1)
        color = parse_color(words[0])
        self.check_turn(color)
        return self.move(lambda limit, stop: self.session.choose(limit, None, stop).point)

    def await_interruption(self) -> Event:
        """An event that is set when this command should be answered at once, even if that was asked for before the command was read."""
        self._interrupted.clear()
        if self._to_interrupt >= self._answered:
            self._interrupted.set()
        return self._interrupted

    def move(self, choose: Callable[..., int | None]) -> str:
        """Have a move chosen within the clock's limit and play it. Returns its vertex, or ``resign``."""
        color = self.position.to_move
        started = awake_seconds()
        stop = self.await_interruption()
        point = choose(self._clock.limit(self.position, self.session.player.default_limit), stop)
        self._clock.spend(color, awake_seconds() - started)
        if point is None:
            return "resign"
        self.session.answer(point)
        return vertex_name(point, self.session.size)

    def _reg_genmove(self, words: list[str]) -> str:
        expect(words, 1)
        self.check_turn(parse_color(words[0]))
        point = self.session.choose(stop=self.await_interruption()).point
        return "resign" if point is None else vertex_name(point, self.session.size)

    def _undo(self, words: list[str]) -> str:
        """Take back the last move, or as many as ``gg-undo`` says."""
        moves = int(parse_number(words[0], int)) if words else 1
        if not 0 <= moves <= self.session.game.cursor.number:
            raise GtpError("cannot undo")
        for _ in range(moves):
            self.session.undo()
        return ""

    def until_next_command(self) -> Event:
        """An event that is set as soon as a line has arrived."""
        return self._arrived

    # --- clock ------------------------------------------------------------------------------------------------

    def _time_settings(self, words: list[str]) -> str:
        expect(words, 3)
        main, overtime = parse_number(words[0], float), parse_number(words[1], float)
        stones = int(parse_number(words[2], int))
        if min(main, overtime, stones) < 0:
            raise GtpError("syntax error")
        self._clock = GtpClock(main, overtime, stones)
        return ""

    def _time_left(self, words: list[str]) -> str:
        expect(words, 3)
        color = parse_color(words[0])
        seconds, stones = parse_number(words[1], float), int(parse_number(words[2], int))
        self._clock.set_left(color, max(0.0, seconds), max(0, stones))
        return ""

    # --- games ------------------------------------------------------------------------------------------------

    def _final_score(self, words: list[str]) -> str:
        """The winner's letter and 1, because NoGo counts no points."""
        result = self.session.game.result
        if result is None:
            raise GtpError("cannot score")
        return f"{result.winner.name[0]}+1"

    def _showboard(self, words: list[str]) -> str:
        size = self.session.size
        letters = "   " + " ".join(vertex_name(col, size)[0] for col in range(size.cols))
        rows = str(self.position).splitlines()
        middle = [f"{size.rows - row:2} {' '.join(text)} {size.rows - row}" for row, text in enumerate(rows)]
        to_move, last = self.position.to_move.name.title(), self.session.game.cursor.move
        below = f"{to_move} to move" + ("" if last is None else f", last move {vertex_name(last, size)}")
        return "\n".join(["", letters, *middle, letters, below])

    def _loadsgf(self, words: list[str]) -> str:
        """Load a file, up to before the move whose number follows its name, if one does."""
        if not words:
            raise GtpError("syntax error")
        path, last = Path(self._command.rest), None
        name, _, number = self._command.rest.rpartition(" ")
        if name and not os.path.exists(path):
            path, last = Path(name.rstrip(" ")), int(parse_number(number, int))
        try:
            result = load(path)[0]
        except RecordError:
            raise GtpError("cannot load file") from None
        game = result.game
        for problem in result.problems:
            log.warning("%s: %s", path.name, problem.describe(game.size))
        self._prepare(game.size, "cannot load file")
        line = game.line_played() if last is None else game.main_line()[: max(1, last)]
        game.go_to(line[-1])
        self.session.take_over(_played(game))
        self._clock = self._clock.anew()
        return ""

    def _printsgf(self, words: list[str]) -> str:
        """The game as SGF, or, as in GNU Go, write it to a file."""
        record = sgf.write(self.session.game)
        if not words:
            return record.decode()
        try:
            write_atomically(Path(self._command.rest), record)
        except OSError as error:
            log.warning("printsgf: %s", error)
            raise GtpError("cannot write file") from None
        return ""


def _unknown(words: list[str]) -> str:
    raise GtpError("unknown command")


def _played(game: Game) -> Game:
    """The line to the cursor as a game of its own, without what follows."""
    line = game.cursor.line()
    played = Game(game.size, line[0].position)
    played.black_name, played.white_name = game.black_name, game.white_name
    for node in line[1:]:
        assert node.move is not None
        played.play(node.move)
    return played

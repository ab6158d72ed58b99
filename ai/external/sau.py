"""Programs made for the platform of the Chinese championship. They only know whole games from the empty board."""

import re
from threading import Event

from ai.external.client import Client, Patience, Start, off_board
from ai.external.history import moves_from_the_start
from ai.external.process import EngineError, EngineProcess
from ai.wire.sau import parse_letters, point_letters
from core.player import Limit
from core.position import Color, Position
from core.sentence import Sentence


class SauClient(Client):
    """Plays the platform's part."""

    farewell = "quit"

    def __init__(self, start: Start, patience: Patience):
        super().__init__(start, patience)
        self._stop: Event | None = None
        self._name = ""
        self._color: Color | None = None
        """The program's side in the game under way."""
        self._told: list[int] = []
        """The moves that the program knows, including its own."""
        self._opponent: SauClient | None = None
        """A second process of the program, for games in which it plays both sides: a process only plays one side."""

    @property
    def _process(self) -> EngineProcess:
        if self._running is None:
            self._running = self._start()
            self._running.send("name?")
            said = self._running.wait_for(
                lambda line: line.startswith("name"), self._patience.answer_seconds, self._stop
            )
            self._name = said.removeprefix("name").strip()
        return self._running

    def introduce(self, stop: Event | None) -> str:
        """See :class:`ai.external.client.Client`: the name."""
        self._stop = stop
        process = self._process
        return self._name or process.name

    def choose(self, position: Position, limit: Limit, stop: Event | None) -> int | None:
        """See :class:`ai.external.client.Client`."""
        self._stop = stop
        moves = moves_from_the_start(position)
        goes_on = self._goes_on(position.to_move, moves)
        if not goes_on and self._is_for_the_opponent(position.to_move, moves):
            if self._opponent is None:
                self._opponent = SauClient(self._start, self._patience)
            return self._opponent.choose(position, limit, stop)
        process = self._process
        process.forget()
        if len(moves) > 1 and not goes_on:
            raise EngineError(
                Sentence(
                    "%1: programs of the SAU platform can only continue a game that they have played from the empty board, with no move taken back",
                    process.name,
                )
            )
        if not goes_on:
            self._begin(process, position.to_move)
        if moves:
            process.send(f"move {point_letters(moves[-1])}")
        said = process.wait_for(
            lambda line: line.split()[:1] == ["move"], self._patience.move_seconds(limit), self._stop
        )
        point = self._move_in(said, position)
        self._told = [*moves, point]
        return point

    def _goes_on(self, color: Color, moves: list[int]) -> bool:
        """Whether ``moves`` are the game under way with an answer to the program's last move."""
        return self._color is color and len(moves) == len(self._told) + 1 and moves[:-1] == self._told

    def _is_for_the_opponent(self, color: Color, moves: list[int]) -> bool:
        """Whether the second process goes on with its game, or the program is to answer its own last move."""
        if self._opponent is not None and self._opponent._goes_on(color, moves):
            return True
        return self._color is color.opponent and moves == self._told

    def _begin(self, process: EngineProcess, color: Color) -> None:
        if self._color is not None:
            process.send("end")
        process.send(f"new {color.name.lower()}")
        self._color = color

    def _move_in(self, line: str, position: Position) -> int:
        letters = " ".join(line.split()[1:])
        try:
            return parse_letters(letters)
        except ValueError:
            if re.fullmatch("[A-Za-z]{2}", letters):
                return off_board(position.size)
            raise self._process.fails(Sentence("its answer '%1' is no move", line[:80])) from None

    def close(self, kindly: bool = True) -> None:
        """See :class:`ai.external.client.Client`."""
        if self._opponent is not None:
            self._opponent.close(kindly)
        super().close(kindly)
        self._color = None

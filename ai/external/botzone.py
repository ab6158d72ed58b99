"""Bots made for Botzone: they are told the whole game and answer one move. They are started anew each turn, or kept running."""

import json
import re
from dataclasses import dataclass
from threading import Event

from ai.external.client import Client, Patience, Start, off_board
from ai.external.history import moves_from_the_start
from ai.external.process import EngineFailed, EngineProcess
from ai.wire.botzone import KEEP_RUNNING, NOWHERE, Place, place_of, point_of
from core.player import Limit
from core.position import PASS, Position, Size
from core.sentence import Sentence


@dataclass(frozen=True)
class Form:
    """The form of a bot's requests."""

    as_json: bool
    keep_running: bool
    """Whether the bot asks for :data:`ai.wire.botzone.KEEP_RUNNING` and is then told only the new move. Otherwise its input ends after each
    request, which some bots wait for."""


class BotzoneClient(Client):
    """Plays the platform's part."""

    def __init__(self, start: Start, patience: Patience, form: Form):
        super().__init__(start, patience)
        self._form = form
        self._told: list[int] = []
        """The game as the bot that still runs knows it."""
        self._kept: dict[str, object] = {}
        """Data that the bot wants back in its next turn."""

    @property
    def ready(self) -> bool:
        """See :class:`ai.external.client.Client`: its first words are a move."""
        return True

    def introduce(self, stop: Event | None) -> str:
        """See :class:`ai.external.client.Client`: bots have no name, and say nothing but moves."""
        return ""

    def choose(self, position: Position, limit: Limit, stop: Event | None) -> int | None:
        """See :class:`ai.external.client.Client`."""
        moves = moves_from_the_start(position)
        same_game = moves[: len(self._told)] == self._told and len(moves) == len(self._told) + 1
        if not same_game:
            self._kept = {}
            self.close(kindly=False)
        if self._running is not None:
            request = self._new_move(moves)
        else:
            self._running = self._start()
            request = self._whole_game(moves)
        process = self._running
        process.send(request)
        if not self._form.keep_running:
            process.end_input()
        said = process.wait_for(str.strip, self._patience.move_seconds(limit), stop)
        point = self._answer(process, said.strip(), position.size)
        self._told = [*moves, point]
        if self._form.keep_running:
            self._hear_keep_running(process, stop)
        else:
            self.close(kindly=False)
        return point

    def _hear_keep_running(self, process: EngineProcess, stop: Event | None) -> None:
        try:
            process.wait_for(lambda line: line.strip() == KEEP_RUNNING, self._patience.answer_seconds, stop)
        except EngineFailed as error:
            raise EngineFailed(
                Sentence(
                    "%1. It has moved, but did not print %2: without “It keeps running from turn to turn” (keep_running) it starts anew each turn",
                    error.args[0],
                    KEEP_RUNNING,
                )
            ) from error

    def _new_move(self, moves: list[int]) -> str:
        return self._move(place_of(moves[-1]))

    def _move(self, place: Place) -> str:
        return json.dumps(_as_object(place)) if self._form.as_json else f"{place[0]} {place[1]}"

    def _whole_game(self, moves: list[int]) -> str:
        """The opponent's moves and the bot's. Black's first request is :data:`NOWHERE`."""
        places = [*([NOWHERE] if len(moves) % 2 == 0 else []), *map(place_of, moves)]
        requests, responses = places[::2], places[1::2]
        if not self._form.as_json:
            return "\n".join([str(len(requests)), *(self._move(place) for place in places)])
        told: dict[str, object] = {
            "requests": [_as_object(place) for place in requests],
            "responses": [_as_object(place) for place in responses],
        }
        return json.dumps(told | self._kept)

    def _answer(self, process: EngineProcess, line: str, size: Size) -> int:
        place = self._place_in_json(line) if self._form.as_json else _place_in_numbers(line)
        if place is None:
            raise process.fails(Sentence("its answer '%1' is no move", line[:80]))
        if place == NOWHERE:
            return PASS
        on_board = 0 <= place[0] < size.cols and 0 <= place[1] < size.rows
        return point_of(place) if on_board else off_board(size)

    def _place_in_json(self, line: str) -> Place | None:
        try:
            told = json.loads(line)
        except (ValueError, RecursionError):
            return None
        response = told.get("response") if isinstance(told, dict) else None
        if not isinstance(response, dict):
            return None
        self._kept = {name: told[name] for name in ("data", "globaldata") if name in told}
        x, y = response.get("x"), response.get("y")
        return (x, y) if type(x) is int and type(y) is int else None  # True is an int too


def _as_object(place: Place) -> dict[str, int]:
    return {"x": place[0], "y": place[1]}


def _place_in_numbers(line: str) -> Place | None:
    found = re.fullmatch(r"(-?[0-9]{1,6})\s+(-?[0-9]{1,6})", line)
    return (int(found[1]), int(found[2])) if found else None

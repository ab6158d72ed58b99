"""Buwei as a bot on Botzone (botzone.org.cn): 9x9, one move a turn, as JSON or as numbers.

A bot is started anew each turn and told the whole game. If it asks to be kept running, it is told only the opponent's move.
"""

import json
import logging
from dataclasses import dataclass
from typing import Any

from ai.players import AiPlayer
from ai.protocols.session import GameSession
from ai.wire.botzone import KEEP_RUNNING, NOWHERE, SIZE, Place, place_of, point_of
from ai.wire.lines import Lines, Write
from core.position import IllegalMove

log = logging.getLogger(__name__)


class BotzoneError(ValueError):
    """A request can't be understood; the message is a sentence."""


@dataclass(frozen=True)
class Request:
    """The request of one turn."""

    places: list[Place]
    """The moves in turn, beginning with the opponent's; before Black's first move that is :data:`NOWHERE`."""
    whole_game: bool
    """Whether these are all moves of the game, or only the opponent's new one."""


class BotzoneEngine:
    """A conversation of one turn, or with ``keep_running`` of a game."""

    def __init__(self, player: AiPlayer, write: Write, keep_running: bool = False):
        self._session = GameSession(player, SIZE)
        self._write = write
        self._keep_running = keep_running
        self._as_json = True

    def converse(self, lines: Lines) -> None:
        """Answer one request, or with ``keep_running`` all until the input ends."""
        while (line := lines.next()) is not None:
            if not line.strip():
                continue
            self._turn(line, lines)
            if not self._keep_running:
                return
            self._write(f"{KEEP_RUNNING}\n")

    def _turn(self, line: str, lines: Lines) -> None:
        line = line.lstrip("\ufeff \t")
        self._as_json = line[:1] in "{["
        try:
            request = read_json(line) if self._as_json else read_numbers(line, lines)
            self._follow(request)
        except BotzoneError as error:
            log.error("%s", error)
            self._answer(NOWHERE, str(error))
            return
        point = self._session.choose_any_how(self._session.player.default_limit)
        if self._session.position.loss(point) is None:
            # without pondering, which Botzone would count as time for the next move
            self._session.play(point)
        self._answer(place_of(point), "")

    def _follow(self, request: Request) -> None:
        """Play the moves of the request."""
        if request.whole_game:
            self._session.new_game(SIZE)
        for number, place in enumerate(request.places):
            if place == NOWHERE and number == 0 and self._session.position.ply == 0:
                continue
            if not (0 <= place[0] < SIZE.cols and 0 <= place[1] < SIZE.rows):
                raise BotzoneError(f"{place} is no point of the board; x and y go from 0 to 8")
            try:
                self._session.play(point_of(place))
            except IllegalMove:
                raise BotzoneError(f"the move {place} has already lost the game") from None

    def _answer(self, place: Place, debug: str) -> None:
        if self._as_json:
            answer: dict[str, Any] = {"response": {"x": place[0], "y": place[1]}}
            self._write(json.dumps(answer | ({"debug": debug} if debug else {}), ensure_ascii=False) + "\n")
        else:
            self._write(f"{place[0]} {place[1]}\n" + (f"{debug}\n" if debug else ""))


def read_json(line: str) -> Request:
    """The request in JSON: a whole game (``requests`` and ``responses``), or the opponent's move alone if we are kept running."""
    try:
        told = json.loads(line)
    except (ValueError, RecursionError):
        raise BotzoneError("the request is no JSON") from None
    if not isinstance(told, dict):
        raise BotzoneError("the request is no JSON object")
    if "requests" not in told:
        return Request([_place(told)], whole_game=False)
    requests, responses = told["requests"], told.get("responses", [])
    if not (
        isinstance(requests, list) and isinstance(responses, list) and len(requests) == len(responses) + 1
    ):
        raise BotzoneError("there should be one request more than there are responses")
    places = [_place(requests[0])]
    for response, request in zip(responses, requests[1:], strict=True):
        places += [_place(response), _place(request)]
    return Request(places, whole_game=True)


def _place(told: object) -> Place:
    if isinstance(told, dict) and type(told.get("x")) is int and type(told.get("y")) is int:
        return told["x"], told["y"]
    raise BotzoneError('a move should be of the form {"x": 4, "y": 4}')


def read_numbers(first: str, lines: Lines) -> Request:
    """The request in the simple form: the number of the turn and the moves, or the opponent's move alone if we are kept running."""
    numbers = _numbers(first)
    if len(numbers) == 2:
        return Request([(numbers[0], numbers[1])], whole_game=False)
    if len(numbers) != 1 or not 1 <= numbers[0] <= SIZE.points:
        raise BotzoneError(f"a request should begin with the number of the turn, not with '{first[:80]}'")
    places: list[Place] = []
    while len(places) < 2 * numbers[0] - 1:
        line = lines.next()
        if line is None:
            raise BotzoneError("the request ends before all moves are told")
        told = _numbers(line)
        if len(told) == 2:
            places.append((told[0], told[1]))
        elif told:
            raise BotzoneError(f"a move should be two numbers, not '{line[:80]}'")
    return Request(places, whole_game=True)


def _numbers(line: str) -> list[int]:
    try:
        return [int(word) for word in line.split()]
    except ValueError:
        raise BotzoneError(f"there should be numbers, not '{line[:80]}'") from None

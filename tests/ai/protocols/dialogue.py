"""Conversations with an engine that read like a dialogue, and a player that says what it is told to say."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event

import numpy as np

from ai.players import AiPlayer, PlayerError
from ai.wire.lines import Lines
from core.player import Candidate, Decision, Limit, Report
from core.points import Notation, parse_point
from core.position import Color, Position, Size
from tests.patience import PATIENCE_SECONDS


def game_that_white_loses() -> tuple[int, ...]:
    """The moves of a game on 9x9 after which White has no legal one."""
    for seed in range(100):
        random, position = np.random.default_rng(seed), Position.empty()
        while not position.is_over:
            position = position.play(int(random.choice(position.legal_moves())))
        if position.to_move is Color.WHITE:
            return position.moves
    raise AssertionError("White wins all of them")


class Scripted(AiPlayer):
    """Plays the named points in turn, then the first legal ones; notes how long it was allowed to think."""

    name = "scripted"

    def __init__(self, *names: str, largest: int = 9, default_limit: Limit | None = None):
        self._names = list(names)
        self._largest = largest
        self.default_limit = default_limit or Limit(simulations=7)
        self.limits: list[Limit] = []
        self.was_stopped: list[bool] = []
        """Whether the wish to stop had come before the answer."""
        self.positions: list[Position] = []
        self.prepared: list[Size] = []
        self.thinks_until_stopped = False
        self.closed = False

    def prepare(self, size: Size, stop: Event | None = None) -> None:
        self.prepared.append(size)

    def supports(self, size: Size) -> str | None:
        return "too large" if size.rows > self._largest else None

    def choose(
        self, position: Position, limit: Limit, report: Report | None = None, stop: Event | None = None
    ) -> Decision:
        self.limits.append(limit)
        self.positions.append(position)
        first = position.legal_moves()[0]
        name = self._names.pop(0) if self._names else None
        if name == "fail":
            raise PlayerError("the network is gone")
        if name == "break":
            raise RuntimeError("an error that nobody foresaw")
        if name == "resign":
            return Decision(None)
        point = first if name is None else parse_point(name, position.size, Notation.GTP)
        other = position.legal_moves()[-1]
        moves = (
            Candidate(point, visits=30, prior=0.6, value_to_move=0.5, line=(point, first)),
            Candidate(other, visits=10, prior=0.3, value_to_move=-0.5, line=(other,)),
        )
        decision = Decision(point, moves, value_to_move=0.25, visits=40)
        if report is not None:
            report(decision)
        if self.thinks_until_stopped and stop is not None:
            assert stop.wait(PATIENCE_SECONDS)
        self.was_stopped.append(stop is not None and stop.is_set())
        return decision

    def close(self) -> None:
        self.closed = True


class ThinksOn(Scripted):
    """The player of the kind that thinks on while the opponent does; notes about which positions it does, and where it stops."""

    def __init__(self, *names: str):
        super().__init__(*names)
        self.thought_on: list[tuple[int, ...]] = []
        self.thinks_on = Event()

    def ponder(self, position: Position, stop: Event) -> None:
        self.thought_on.append(position.moves)
        self.thinks_on.set()
        assert stop.wait(PATIENCE_SECONDS)
        self.thinks_on.clear()


class Said:
    """What was written, to be taken piece by piece."""

    def __init__(self) -> None:
        self._text = ""

    def write(self, text: str) -> None:
        self._text += text

    def take(self) -> str:
        text, self._text = self._text, ""
        return text


@contextmanager
def pipe_of_lines(
    notice: Callable[[str], None] | None = None,
) -> Iterator[tuple[Lines, Callable[[bytes], None]]]:
    """Lines out of a pipe, and a function that puts bytes in, none of them to end it. The thread that reads is gone afterwards."""
    reading, writing = os.pipe()
    ended = False

    def put(data: bytes) -> None:
        nonlocal ended
        if data:
            os.write(writing, data)
        else:
            os.close(writing)
            ended = True

    with open(reading, "rb", buffering=0) as source:
        lines = Lines(source, notice)
        try:
            yield lines, put
        finally:
            if not ended:
                put(b"")
            lines.join()

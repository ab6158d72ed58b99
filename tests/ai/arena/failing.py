"""Players that fail, and the process in which the arena meets them."""

import os
import threading
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Event

from ai.arena import worker
from ai.arena.plan import Plan
from ai.players import PLAYER_KINDS, Kind, Options, PlayerError
from ai.players.random import RandomPlayer
from core.player import Decision, Limit, Report
from core.position import Position, Size
from core.sentence import Sentence

KINDS = {
    name.lower(): Kind(f"tests.ai.arena.failing:{name}")
    for name in ("Unready", "Raising", "Dying", "Hanging", "Losing")
}


def serve(connection: Connection, plan: Plan, log: Path) -> None:
    """Stands for :func:`ai.arena.worker.serve`."""
    PLAYER_KINDS.update(KINDS)
    worker.serve(connection, plan, log)


def serve_not(_connection: Connection, _plan: Plan, _log: Path) -> None:
    """Stands for a process that ends before it can play."""
    os._exit(9)


class Unready(RandomPlayer):
    """Can't be prepared."""

    def prepare(self, size: Size, stop: Event | None = None) -> None:
        raise PlayerError(Sentence("the weights %1 are missing", "w.bin"))


class Misbehaving(RandomPlayer):
    """Plays two moves at random and then misbehaves."""

    def __init__(self, options: Options):
        super().__init__(options)
        self._moves = 0

    def choose(
        self, position: Position, limit: Limit, report: Report | None = None, stop: Event | None = None
    ) -> Decision:
        self._moves += 1
        if self._moves == 3:
            self._moves = 0
            return self.misbehave(position)
        return super().choose(position, limit, report, stop)

    def misbehave(self, position: Position) -> Decision:
        raise NotImplementedError


class Raising(Misbehaving):
    def misbehave(self, position: Position) -> Decision:
        raise RuntimeError("no idea")


class Dying(Misbehaving):
    def misbehave(self, position: Position) -> Decision:
        os._exit(7)


class Hanging(Misbehaving):
    def misbehave(self, position: Position) -> Decision:
        threading.Event().wait()
        raise AssertionError


class Losing(Misbehaving):
    """Plays on an occupied point."""

    def misbehave(self, position: Position) -> Decision:
        return Decision(position.moves[-1])

"""The thread in which players think, so that the window never waits for them.

A request carries a number and an immutable position; answers carry the number back, and those to old requests are dropped.
The searches spend their time in compiled code and torch without the interpreter's lock, and report at most ten times a second.
"""

import logging
import os
import traceback
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import count
from threading import Event
from typing import Protocol

from PySide6.QtCore import QObject, Qt, QThread, QTimer, Signal, Slot

from ai.external.process import EngineFailed
from ai.players import AiPlayer, PlayerError, make_player
from ai.players.external import ExternalPlayer
from ai.players.pondering import PonderingPlayer
from core.files import user_path
from core.player import Decision, Limit
from core.position import Position, Size
from gui.game.player_text import split

log = logging.getLogger(__name__)

_numbers = count(1)
"""Of all requests of the program: an answer may still be on its way when its thread has ended and another one has begun."""

FILE_OPTIONS = {"net", "book"}
"""Of players' texts: those that may name files."""
MOST_PONDERED_MS = 20_000
"""On a human's time: then enough is known, and a laptop may cool down."""
PLAYERS_KEPT = 3
"""With their networks, trees and processes: those of a game, and who gives hints."""


@dataclass(frozen=True)
class Request:
    """A move wanted of a player."""

    number: int
    player: str
    position: Position
    limit: Limit
    clock: Limit | None = None
    """What a clock leaves for the move, in the place of ``limit``: it binds beside the player's own limit."""
    stop: Event = field(default_factory=Event)
    """To be answered at once, even if it has not begun."""
    afresh: bool = False
    """Without what the player has found before."""
    given_up: Event = field(default_factory=Event)
    """No answer is wanted any more."""


Files = list[tuple[int, int]]
"""Time and size of the files that a player is made of."""


def _files_of(player: str) -> Files:
    """Those that the player's text names and that are there now."""
    _, options = split(player)
    found = []
    for name in options.keys() & FILE_OPTIONS:
        with suppress(OSError, ValueError):  # it is no file, but the name of a shipped one, say
            file = os.stat(user_path(options[name]))
            found.append((file.st_mtime_ns, file.st_size))
    return found


class SearchWorker(QObject):
    """Lives in the thread; keeps the players, with their networks and trees, from request to request."""

    preparing = Signal(int)
    """A player is made and tried once, which takes long where its kernels must be compiled."""
    begun = Signal(int)
    """A player is asked for its move."""
    thinking = Signal(int, object)
    """Number and a :class:`core.player.Decision` so far."""
    decided = Signal(int, object)
    failed = Signal(int, object, str)
    """Number, a sentence, and details for the log."""
    forfeited = Signal(int, object)
    """Number and a sentence: an external program failed, which loses its game."""

    def __init__(self) -> None:
        super().__init__()
        self._players: dict[tuple[str, Size], AiPlayer] = {}
        """By their texts and the boards for which they were prepared; who was asked last stands last."""
        self._made_of: dict[tuple[str, Size], Files] = {}

    @Slot(object)
    def choose(self, request: Request) -> None:
        """Answer ``request`` by one of ``decided``, ``failed`` and ``forfeited``, unless it was given up before it began."""
        if request.given_up.is_set():
            return
        try:
            player = self._player_for(request)
            if request.afresh:
                player.forget()
            self.begun.emit(request.number)

            def report(decision: Decision) -> None:
                self.thinking.emit(request.number, replace(decision, by=request.player))

            limit = request.limit if request.clock is None else player.default_limit.within(request.clock)
            decision = player.choose(request.position, limit, report, request.stop)
            self.decided.emit(request.number, replace(decision, by=request.player))
        except EngineFailed as error:
            self.forfeited.emit(request.number, error.args[0])
        except PlayerError as error:
            self.failed.emit(request.number, error.args[0], "")
        except Exception as error:
            log.exception("player %s failed", request.player)
            self.failed.emit(request.number, f"{request.player}: {error}", traceback.format_exc())

    def _player_for(self, request: Request) -> AiPlayer:
        """The player, ready to think at once. A file that training has written anew makes another player; one that is gone plays on."""
        key = request.player, request.position.size
        files = _files_of(request.player)
        player = self._players.get(key)
        if player is None or (files and files != self._made_of[key]):
            self.preparing.emit(request.number)
            player = make_player(request.player)
            if isinstance(player, PonderingPlayer):
                player = player.player  # the window says when to think on
            if not isinstance(player, ExternalPlayer):
                player.prepare(request.position.size)
            self._made_of[key] = files
        self._keep(key, player)
        if isinstance(player, ExternalPlayer) and not player.ready:  # it is new, or was ended
            self.preparing.emit(request.number)
            player.introduce(request.stop)  # unlike its preparation this can be stopped
        return player

    @Slot(object)
    def ponder(self, request: Request) -> None:
        """Have a player that has moved think on about the opponent's move until the request is stopped. There is no answer."""
        player = self._players.get((request.player, request.position.size))
        if request.stop.is_set() or player is None:
            return
        try:
            player.ponder(request.position, request.stop)
        except Exception:
            log.exception("player %s failed while its opponent thought", request.player)

    def _keep(self, key: tuple[str, Size], player: AiPlayer) -> None:
        """Keep ``player`` and those asked last before it; others let go of their memory and processes."""
        before = self._players.pop(key, player)
        if before is not player:
            before.close()
        self._players[key] = player
        for old in list(self._players)[:-PLAYERS_KEPT]:
            self._players.pop(old).close()

    @Slot()
    def close(self) -> None:
        """Let go of all players; as the last thing in the thread, for programs of others take their time to leave."""
        for player in self._players.values():
            player.close()
        self._players = {}


class Thinker(QObject):
    """The window's side of the worker: owns the thread, hands over requests, stops searches. Passes on what the worker says of the current
    request, and nothing that comes after that was answered or given up."""

    preparing = Signal()
    """The player is made and tried once, which takes long where its kernels must be compiled."""
    begun = Signal()
    """The player is asked for its move."""
    thinking = Signal(object)
    """A :class:`core.player.Decision` so far."""
    decided = Signal(object)
    """The answer; the request is current no more."""
    failed = Signal(object, str, bool)
    """Instead of an answer: a sentence, details for the log, and whether an external program failed, which loses its game."""
    _ask = Signal(object)
    _ponder = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.worker = SearchWorker()
        self._thread = QThread()
        self._thread.setObjectName("search")
        self.worker.moveToThread(self._thread)
        self._ask.connect(self.worker.choose)
        self._ponder.connect(self.worker.ponder)
        self.worker.preparing.connect(self._on_preparing)
        self.worker.begun.connect(self._on_begun)
        self.worker.thinking.connect(self._on_thinking)
        self.worker.decided.connect(self._on_decided)
        self.worker.failed.connect(self._on_failed)
        self.worker.forfeited.connect(self._on_forfeited)
        # in the thread itself
        self._thread.finished.connect(self.worker.close, Qt.ConnectionType.DirectConnection)
        self._current: Request | None = None
        self._pondered: Request | None = None
        self._cool_down = QTimer(self, singleShot=True, interval=MOST_PONDERED_MS)
        self._cool_down.timeout.connect(self._rest)
        self._thread.start()

    @property
    def current(self) -> int | None:
        """Number of the request that is waited for."""
        return self._current.number if self._current else None

    def ask(
        self,
        player: str,
        position: Position,
        limit: Limit,
        clock: Limit | None = None,
        afresh: bool = False,
    ) -> None:
        """Ask for a move, maybe within what a ``clock`` leaves, or of a player that begins ``afresh``; an earlier request is given up."""
        self.give_up()
        self._current = Request(next(_numbers), player, position, limit, clock, afresh=afresh)
        self._ask.emit(self._current)

    def ponder(self, player: str, position: Position) -> None:
        """Have ``player``, which has moved, think on about the opponent's move until anything else is asked or given up, or it did so for long."""
        self.give_up()
        self._pondered = Request(next(_numbers), player, position, Limit())
        self._cool_down.start()
        self._ponder.emit(self._pondered)

    @property
    def ponders(self) -> bool:
        """Whether a player has been told to think on and not to stop."""
        return self._pondered is not None

    def hurry(self) -> None:
        """Have the current request answered at once."""
        if self._current is not None:
            self._current.stop.set()

    def give_up(self) -> None:
        """Stop the current request and forget its answer; stop thinking on."""
        if self._current is not None:
            self._current.given_up.set()
            self.hurry()
        self._rest()
        self._current = None

    @Slot()
    def _rest(self) -> None:
        """Have nobody think on."""
        self._cool_down.stop()
        if self._pondered is not None:
            self._pondered.stop.set()
            self._pondered = None

    def _on_preparing(self, number: int) -> None:
        if number == self.current:
            self.preparing.emit()

    def _on_begun(self, number: int) -> None:
        if number == self.current:
            self.begun.emit()

    def _on_thinking(self, number: int, decision: Decision) -> None:
        if number == self.current:
            self.thinking.emit(decision)

    def _on_decided(self, number: int, decision: Decision) -> None:
        if number == self.current:
            self._current = None
            self.decided.emit(decision)

    def _on_failed(self, number: int, sentence: str, details: str, forfeits: bool = False) -> None:
        if number == self.current:
            self._current = None
            self.failed.emit(sentence, details, forfeits)

    def _on_forfeited(self, number: int, sentence: str) -> None:
        self._on_failed(number, sentence, "", forfeits=True)

    def close(self) -> None:
        """Stop thinking and end the thread."""
        self.give_up()
        self._thread.quit()
        self.wait_for_end()

    def let_go(self) -> None:
        """Stop thinking and have the thread end, without waiting for it: a player that is being loaded can't be stopped."""
        self.give_up()
        self.setParent(None)
        leaving.add(self)
        self._thread.finished.connect(self.wait_for_end)
        self._thread.quit()

    @Slot()
    def wait_for_end(self) -> None:
        """Until the thread has ended."""
        self._thread.wait()
        leaving.discard(self)


class Leaving(Protocol):
    """Who works in a thread of its own that was told to end."""

    def wait_for_end(self) -> None:
        """Until it has ended; then it is :data:`leaving` no more."""
        ...


leaving: set[Leaving] = set()
"""Those that were let go and whose threads have not ended yet."""


def wait_for_those_leaving() -> None:
    """Before the program ends."""
    for one in list(leaving):
        one.wait_for_end()

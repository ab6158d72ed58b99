"""The thread in which players think, so that the window never waits for them.

A request carries a number and an immutable position; answers carry the number back, and those to old requests are dropped.
The searches spend their time in compiled code and torch without the interpreter's lock, and report at most ten times a second.
"""

import logging
import os
import traceback
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import count
from threading import Event

from PySide6.QtCore import QObject, Qt, QThread, QTimer, Signal, Slot

from ai.external.process import EngineFailed
from ai.players import AiPlayer, PlayerError, make_player
from ai.players.external import ExternalPlayer
from core.files import user_path
from core.player import Decision, Limit
from core.position import Position, Size
from gui.parts.threads import leaving
from gui.program.player_text import split

log = logging.getLogger(__name__)

_numbers = count(1)
"""Numbers of requests, unique in the program: an answer may arrive after its thread has ended and another one has begun."""

FILE_OPTIONS = {"net", "book"}
"""Options of players' texts that may name files."""
MOST_PONDERED_MS = 20_000
"""Longest time to ponder on one move of a human: then enough is known, and a laptop may cool down."""
PLAYERS_KEPT = 3
"""Players that keep their networks, trees and processes: two of a game, and the one that gives hints."""


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
    """Set to have it answered at once, even if it has not begun."""
    afresh: bool = False
    """Whether the player forgets first what it found before."""
    given_up: Event = field(default_factory=Event)
    """Set when no answer is wanted any more."""


PlayerMaker = Callable[[str], AiPlayer]
"""Makes a player of its text; raises :class:`ai.players.PlayerError`."""
Files = dict[str, tuple[int, int]]
"""Time and size of the files that a player is made of, by the options that name them."""


def _files_of(player: str) -> Files:
    """The existing files that the player's text names."""
    _, options = split(player)
    found = {}
    for name in options.keys() & FILE_OPTIONS:
        with suppress(OSError, ValueError):  # a name such as that of the shipped network is no file
            file = os.stat(user_path(options[name]))
            found[name] = (file.st_mtime_ns, file.st_size)
    return found


def _prepared(player: AiPlayer, size: Size) -> AiPlayer:
    """``player``, ready to think at once on boards of ``size`` unless it is somebody else's program, whose start can't be stopped here."""
    if not isinstance(player, ExternalPlayer):
        try:
            player.prepare(size)
        except BaseException:
            player.close()
            raise
    return player


class SearchWorker(QObject):
    """The side that lives in the thread. Keeps the players, with their networks and trees, from request to request."""

    preparing = Signal(int)
    """Number. A player is made and tried once, which takes long where its kernels must be compiled."""
    begun = Signal(int)
    """Number. A player is asked for its move."""
    thinking = Signal(int, object)
    """Number and a :class:`core.player.Decision` so far."""
    decided = Signal(int, object)
    failed = Signal(int, object, str, bool)
    """Number, a sentence, details for the log, and whether an external program failed, which loses its game."""

    def __init__(self, make: PlayerMaker | None = None) -> None:
        """``make`` takes the place of :func:`ai.players.make_player`."""
        super().__init__()
        self._make = make
        self._players: dict[tuple[str, Size], AiPlayer] = {}
        """Players by their text and the board size they were prepared for; the one asked last stands last."""
        self._made_of: dict[tuple[str, Size], Files] = {}

    @Slot(object)
    def choose(self, request: Request) -> None:
        """Answer ``request`` by ``decided`` or ``failed``, unless it was given up before it began."""
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
            # The window says when to think on.
            decision = player.advise(request.position, limit, report, request.stop)
            self.decided.emit(request.number, replace(decision, by=request.player))
        except PlayerError as error:
            self.failed.emit(request.number, error.args[0], "", isinstance(error, EngineFailed))
        except Exception as error:
            log.exception("player %s failed", request.player)
            self.failed.emit(request.number, f"{request.player}: {error}", traceback.format_exc(), False)

    def _player_for(self, request: Request) -> AiPlayer:
        """The player, ready to think at once. Made anew if training has rewritten one of its files; it plays on if a file is gone."""
        key = request.player, request.position.size
        files = _files_of(request.player)
        player = self._players.get(key)
        if player is None or not files.items() <= self._made_of[key].items():
            self.preparing.emit(request.number)
            make = self._make or make_player
            player = _prepared(make(request.player), request.position.size)
            self._made_of[key] = files
        self._keep(key, player)
        if (
            isinstance(player, ExternalPlayer) and not player.ready
        ):  # its process has not started, or has ended
            self.preparing.emit(request.number)
            player.introduce(request.stop)  # can be stopped, unlike prepare()
        return player

    @Slot(object)
    def ponder(self, request: Request) -> None:
        """Have a player that has moved think about the opponent's move until the request is stopped. There is no answer."""
        player = self._players.get((request.player, request.position.size))
        if request.stop.is_set() or player is None:
            return
        try:
            player.ponder(request.position, request.stop)
        except Exception:
            log.exception("player %s failed while its opponent thought", request.player)

    def _keep(self, key: tuple[str, Size], player: AiPlayer) -> None:
        """Keep ``player`` and those asked last before it, and close the others."""
        before = self._players.pop(key, player)
        if before is not player:
            before.close()
        self._players[key] = player
        for old in list(self._players)[:-PLAYERS_KEPT]:
            self._players.pop(old).close()

    @Slot()
    def close(self) -> None:
        """Close all players. This is the last thing the thread does, because external programs take their time to end."""
        for player in self._players.values():
            player.close()
        self._players = {}


class Thinker(QObject):
    """The window's side of the worker: owns the thread, hands over requests, stops searches. Passes on answers to the current request alone and
    drops late ones."""

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

    def __init__(self, parent: QObject | None = None, make: PlayerMaker | None = None) -> None:
        """``make`` makes players of their texts instead of :func:`ai.players.make_player`."""
        super().__init__(parent)
        self.worker = SearchWorker(make)
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
        # directly, so that it runs in the thread that ends
        self._thread.finished.connect(self.worker.close, Qt.ConnectionType.DirectConnection)
        self._current: Request | None = None
        self._pondered: Request | None = None
        self._cool_down = QTimer(self, singleShot=True, interval=MOST_PONDERED_MS)
        self._cool_down.timeout.connect(self._rest)
        self._thread.start()

    @property
    def current(self) -> int | None:
        """The number of the request that waits for its answer."""
        return self._current.number if self._current else None

    def ask(
        self,
        player: str,
        position: Position,
        limit: Limit,
        clock: Limit | None = None,
        afresh: bool = False,
    ) -> None:
        """Ask for a move and give up an earlier request. ``clock``: what a clock leaves, beside the player's own limit and instead of ``limit``;
        ``afresh``: the player forgets first what it found before."""
        self.give_up()
        self._current = Request(next(_numbers), player, position, limit, clock, afresh=afresh)
        self._ask.emit(self._current)

    def ponder(self, player: str, position: Position) -> None:
        """Have ``player``, which has moved, think about the opponent's move until something is asked or given up, or it has thought for long."""
        self.give_up()
        self._pondered = Request(next(_numbers), player, position, Limit())
        self._cool_down.start()
        self._ponder.emit(self._pondered)

    def hurry(self) -> None:
        """Have the current request answered at once."""
        if self._current is not None:
            self._current.stop.set()

    def give_up(self) -> None:
        """Stop the current request and drop its answer; end pondering."""
        if self._current is not None:
            self._current.given_up.set()
            self.hurry()
        self._rest()
        self._current = None

    @Slot()
    def _rest(self) -> None:
        """End pondering."""
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

    def _on_failed(self, number: int, sentence: str, details: str, forfeits: bool) -> None:
        if number == self.current:
            self._current = None
            self.failed.emit(sentence, details, forfeits)

    def close(self) -> None:
        """Stop thinking and end the thread."""
        self.give_up()
        self._thread.quit()
        self.wait_for_end()

    def let_go(self) -> None:
        """Stop thinking and have the thread end, without waiting: a player that is being loaded can't be stopped."""
        self.give_up()
        self.setParent(None)
        leaving.add(self)
        self._thread.finished.connect(self.wait_for_end)
        self._thread.quit()

    @Slot()
    def wait_for_end(self) -> None:
        """Return once the thread has ended."""
        self._thread.wait()
        leaving.discard(self)

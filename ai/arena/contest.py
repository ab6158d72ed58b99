"""Plays the games that a plan still lacks, several at once, whatever the players do."""

from collections import deque
from collections.abc import Generator, Iterator
from multiprocessing.connection import wait
from threading import Event
from typing import cast

from ai.arena import ArenaError
from ai.arena.folder import ArenaFolder, FinishedGame
from ai.arena.plan import Fixture, Plan
from ai.arena.worker import Outcome, Ready, Thinking, forfeit, serve
from ai.child_process import ChildProcess, as_many_as_can_be_waited_for
from ai.external.process import end_all
from core.machine import awake_seconds
from core.position import Color
from core.sentence import Sentence, reason_of

MOST_JOBS = 256
"""Most processes: more than any machine gains from, and as many as it would choke on."""
PATIENCE_SECONDS = 600.0
"""How long a player may think about a move where no clock says so, and how long it may load and compile."""
CLOCK_PATIENCE_SECONDS = 10.0
"""How long beyond its clock a player may be silent before it counts as hanging."""
LOOK_SECONDS = 0.25
"""Time between two looks at silent players and for a wish to stop."""


def play(
    plan: Plan,
    folder: ArenaFolder,
    jobs: int = 1,
    patience_seconds: float = PATIENCE_SECONDS,
    stop: Event | None = None,
) -> Generator[FinishedGame, None, None]:
    """Play the games of ``plan`` that ``folder`` lacks, until ``stop`` is set. Yields first the games that it has, then each game as it ends.

    A player that raises an error, whose process dies, or that thinks about a move for ``patience_seconds`` forfeits that game, and the arena goes on.
    :class:`ArenaError` if the arena can't be held, before anything is yielded or played. The folder is held until the games end or are closed.
    """
    plan.check()
    plan.check_networks()
    check_jobs(jobs)
    games = _play_on(plan, folder, jobs, patience_seconds, stop or Event())
    next(games)  # takes the folder: a generator that has not begun would not let it go when it is closed
    return cast(Generator[FinishedGame, None, None], games)


def check_jobs(jobs: int) -> None:
    """:class:`ArenaError` if ``jobs`` games can't be played at a time."""
    if jobs < 1:
        raise ArenaError(Sentence("there should be at least one job"))
    if jobs > MOST_JOBS:
        raise ArenaError(Sentence("%1 should be at most %2", "jobs", MOST_JOBS))


def _play_on(
    plan: Plan,
    folder: ArenaFolder,
    jobs: int,
    patience_seconds: float,
    stop: Event,
) -> Generator[FinishedGame | None, None, None]:
    """Take the folder and yield ``None``, then the games that :func:`play` yields."""
    finished = folder.open(plan)
    try:
        yield None
        yield from finished
        plan = folder.read_plan() or plan  # with the openings of an arena that an earlier version began
        done = {game.game for game in finished}
        waiting = deque(fixture for fixture in plan.fixtures() if fixture.number not in done)
        for outcome in _play_all(plan, folder, waiting, jobs, patience_seconds, stop):
            folder.check_place()
            folder.append(outcome.game, outcome.record)
            yield outcome.game
    except OSError as error:
        raise ArenaError(Sentence("the arena %1 can't be kept: %2", folder.path, reason_of(error))) from error
    finally:
        folder.close()


def _play_all(
    plan: Plan,
    folder: ArenaFolder,
    waiting: deque[Fixture],
    jobs: int,
    patience_seconds: float,
    stop: Event,
) -> Iterator[Outcome]:
    tables: list[Table] = []
    try:
        for _ in range(as_many_as_can_be_waited_for(min(jobs, len(waiting)))):
            if stop.is_set():
                return
            tables.append(Table(plan, folder, patience_seconds))
            tables[-1].begin(waiting.popleft())
        while busy := [table for table in tables if table.fixture is not None]:
            wait([table.connection for table in busy], LOOK_SECONDS)
            # asked before ended processes are looked at: Ctrl-C also ends one that is just starting
            if stop.is_set():
                return
            for table in busy:
                outcome = table.look()
                if outcome is not None:
                    yield outcome
                    if waiting:
                        table.begin(waiting.popleft())
            if folder.stop_asked():
                return
    finally:
        for table in tables:
            table.close()


class Table:
    """A process in which one game at a time is played."""

    def __init__(self, plan: Plan, folder: ArenaFolder, patience_seconds: float):
        self._plan = plan
        self._folder = folder
        self._patience_seconds = patience_seconds
        self.fixture: Fixture | None = None
        """The game under way."""
        self._start()

    def _start(self) -> None:
        self._ready = False
        try:
            self._process = ChildProcess(serve, self._plan, self._folder.log, farewell=end_all)
        except OSError as error:
            raise ArenaError(
                Sentence(
                    "a process that is to play games can't be started: %1; play fewer games at once and go on: what was finished is kept",
                    reason_of(error),
                )
            ) from error
        self.connection = self._process.connection

    def begin(self, fixture: Fixture) -> None:
        self.fixture = fixture
        self._thinking = Thinking(Color.BLACK, self._plan.opening(fixture.opening).moves, preparing=True)
        self._since = awake_seconds()
        try:
            self.connection.send(fixture)
        except OSError:  # the process died between two games, which is no player's fault
            self._restart()
            self.connection.send(fixture)

    def look(self) -> Outcome | None:
        """The outcome if the game has ended, also by a process that died or hangs; else ``None``. :class:`ArenaError` if the process could not even
        begin."""
        # asked before its messages are read, so that none of them is missed
        has_ended = self._process.has_ended()
        try:
            while self.connection.poll():
                message = self.connection.recv()
                if isinstance(message, Outcome):
                    self.fixture = None
                    return message
                if isinstance(message, Ready):
                    self._ready = True
                else:
                    self._thinking, self._since = message, awake_seconds()
        except (EOFError, OSError):
            has_ended = True
        if has_ended:
            return self._process_ended()
        patience = self._patience()
        if awake_seconds() - self._since > patience:
            return self._fail(Sentence("it gave no answer for %1 seconds", f"{patience:g}"))
        return None

    def _patience(self) -> float:
        if self._thinking.preparing:
            return PATIENCE_SECONDS
        allowed = self._plan.seconds or self._plan.total_seconds
        return self._patience_seconds if allowed is None else allowed + CLOCK_PATIENCE_SECONDS

    def _process_ended(self) -> Outcome:
        code = self._process.exit_code()
        if not self._ready:
            raise ArenaError(
                Sentence(
                    "a process that was to play games ended with exit code %1 before it could begin, perhaps for want of memory; play fewer "
                    "games at once and go on: what was finished is kept",
                    code,
                )
            )
        return self._fail(Sentence("its process ended with exit code %1", code))

    def _fail(self, why: str) -> Outcome:
        fixture, thinking = self.fixture, self._thinking
        assert fixture is not None
        self.fixture = None
        self._restart()
        moves = thinking.moves or self._plan.opening(fixture.opening).moves
        return forfeit(self._plan, fixture, thinking.color, moves, why)

    def _restart(self) -> None:
        self.close()
        self._start()

    def close(self) -> None:
        """End the process, whatever it does, and if it still can, the programs that it has started."""
        self._process.close()

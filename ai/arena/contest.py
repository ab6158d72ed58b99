"""Plays the games that a plan still lacks, several at once, whatever the players do."""

from collections import deque
from collections.abc import Generator, Iterator
from multiprocessing.connection import wait
from threading import Event

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
"""Processes; more than any machine gains from, and what it would choke on."""
PATIENCE_SECONDS = 600.0
"""How long a player may think about a move where no clock says so, and how long it may load and compile."""
CLOCK_PATIENCE_SECONDS = 10.0
"""How much longer than the clock allows a player may be silent before it is taken to hang."""
LOOK_SECONDS = 0.25
"""Between two looks at players that are silent and at the wish to stop."""


def play(
    plan: Plan,
    folder: ArenaFolder,
    jobs: int = 1,
    patience_seconds: float = PATIENCE_SECONDS,
    stop: Event | None = None,
) -> Generator[FinishedGame, None, None]:
    """Play what ``folder`` lacks of ``plan``; yields first the games that it has, then each game as it ends, until ``stop`` is set.

    A player that raises an error, whose process dies, or that thinks about a move for ``patience_seconds`` loses that game by forfeit,
    and the arena goes on. :class:`ArenaError` if it can't be held, before anything is yielded or played.
    """
    plan.check()
    check_jobs(jobs)
    return _play_on(plan, folder, folder.open(plan), jobs, patience_seconds, stop or Event())


def check_jobs(jobs: int) -> None:
    """:class:`ArenaError` if so many games can't be played at a time."""
    if jobs < 1:
        raise ArenaError(Sentence("there should be at least one job"))
    if jobs > MOST_JOBS:
        raise ArenaError(Sentence("%1 should be at most %2", "jobs", MOST_JOBS))


def _play_on(
    plan: Plan,
    folder: ArenaFolder,
    finished: list[FinishedGame],
    jobs: int,
    patience_seconds: float,
    stop: Event,
) -> Generator[FinishedGame, None, None]:
    """What :func:`play` yields: the games that are ``finished``, in the open ``folder``, and then the others."""
    try:
        yield from finished
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
            # before it is heard which processes have ended: Ctrl-C ends one that is just starting
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
        except OSError:  # died between two games, by nobody's fault
            self._restart()
            self.connection.send(fixture)

    def look(self) -> Outcome | None:
        """The outcome if the game has ended or must be taken to have. :class:`ArenaError` if the process could not even begin."""
        # asked before what it has sent is heard, so that nothing of that is missed
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
        """End the process, whatever it does, and the programs that it has started if it still can."""
        self._process.close()

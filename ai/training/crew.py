"""Who plays a run's games: several processes with some threads each, or threads of this process."""

import logging
import math
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from functools import partial
from itertools import cycle
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Protocol

import numpy as np
import torch

from ai import checkpoint
from ai.checkpoint import CheckpointError
from ai.child_process import ChildProcess, as_many_as_can_be_waited_for
from ai.evaluator import NetworkEvaluator
from ai.lack_of_memory import is_lack_of_memory
from ai.training.config import RunConfig
from ai.training.errors import LearningFailed
from ai.training.open_games import OpenGame
from ai.training.samples import Samples
from ai.training.self_play import SelfPlay, SelfPlayGame
from ai.training.threads import side_by_side
from core.machine import memory, usable_cores
from core.records import sgf
from core.sentence import Sentence

log = logging.getLogger(__name__)

LOOK_SECONDS = 0.1
"""Time between two looks at the crew by the thread that waits for it."""
TELL_SECONDS = 1.0
"""A process tells at least this often what it has made: with long searches its games may need minutes for a move."""
HAND_OVER_SECONDS = 5.0
"""How long a stop waits for a process to send its games, which it does once its batch is evaluated."""
SHOWN_TO_SPARE = 2
"""How many shown games should end in a generation for each one that is kept: some generations have fewer than expected."""
PROCESS_BYTES = 1_000_000_000
"""Memory for each process where ``processes`` is 0. A process takes half of that; the rest is for other programs."""


@dataclass(frozen=True)
class Task:
    """How to play a generation."""

    network: Path
    """The checkpoint that plays."""
    name: str
    """The name of both players in the records."""
    simulations: int
    """Visits of the root before a move is chosen."""


@dataclass(frozen=True)
class Orders:
    """What a crew is asked to do for a generation, and how it tells."""

    task: Task
    add: Callable[[Samples, bytes], None]
    """Takes the samples of a finished game and its record, which is empty unless the game is shown; called by one thread at a time."""
    moved: Callable[[], None]
    """Called after some moves, or after none because of a stop, once the games that ended were added; by one thread at a time."""
    enough: Callable[[], bool]
    """Whether no more moves are wanted."""
    stopped: Callable[[], bool]
    """Whether to stop at once, leaving the moves under way."""
    check: Callable[[], None]
    """Called every moment by the thread that waits."""
    most_threads: int | None = None
    """How many of the threads may play, in a crew of several processes; ``None``: all of them."""


class Crew(Protocol):
    """Plays generation after generation. Games under way go on in the next one, with the network of its task."""

    @property
    def evaluations(self) -> int:
        """Positions that networks were asked for so far, as far as told."""
        ...

    @property
    def positions(self) -> int:
        """Positions to learn from made so far, also in games that are not finished; as far as told."""
        ...

    @property
    def processor_seconds(self) -> float:
        """Processor time of other processes so far, as they told last."""
        ...

    def play(self, orders: Orders) -> None:
        """Play until ``orders.enough`` or ``orders.stopped`` is true."""
        ...

    def hand_over(self, orders: Orders) -> list[OpenGame]:
        """The games under way, after a stop; games that have ended meanwhile go to ``orders.add``. The crew plays no more."""
        ...

    def close(self) -> None: ...


class ThreadCrew:
    """A crew of threads of this process, one for each of ``seeds``."""

    processor_seconds = 0.0

    def __init__(
        self,
        config: RunConfig,
        seeds: Sequence[int],
        recorded: Sequence[Sequence[int]],
        left: Sequence[OpenGame] = (),
    ):
        """The games that an earlier session has ``left`` are shared out to the threads."""
        self._config = config
        self._seeds = seeds
        self._recorded = recorded
        self._left = left
        self._players: list[SelfPlay] = []

    @property
    def evaluations(self) -> int:
        return sum(player.evaluations for player in self._players)

    @property
    def positions(self) -> int:
        return sum(player.positions for player in self._players)

    def play(self, orders: Orders) -> None:
        torch.set_num_threads(1)
        self._take(orders.task)
        lock = threading.Lock()
        failed = threading.Event()

        def stopped() -> bool:
            return failed.is_set() or orders.stopped()

        def work(player: SelfPlay) -> None:
            while not (orders.enough() or stopped()):
                finished = player.step(lambda: not stopped())
                with lock:
                    for game in finished:
                        orders.add(game.samples, _record(game, orders.task.name))
                    orders.moved()

        jobs = [partial(work, player) for player in self._players]
        side_by_side(jobs, len(jobs), orders.check, failed)

    def _take(self, task: Task) -> None:
        """Take the network and simulations of ``task``; each thread gets a copy of the network."""
        network, _ = checkpoint.load(task.network)
        size, batch = self._config.size, self._config.parallel_games
        evaluators = [
            NetworkEvaluator(network, size, largest_batch=batch, usual_batch=batch) for _ in self._seeds
        ]
        if not self._players:
            shown, shares = shown_games(self._config), _shared_out(self._left, [1] * len(self._seeds))
            self._players = [
                SelfPlay(evaluator, self._config, seed, shown, self._recorded, share)
                for evaluator, seed, share in zip(evaluators, self._seeds, shares, strict=True)
            ]
        for player, evaluator in zip(self._players, evaluators, strict=True):
            player.use(evaluator, task.simulations)

    def hand_over(self, orders: Orders) -> list[OpenGame]:
        return self.open_games()

    def open_games(self) -> list[OpenGame]:
        """The games under way, between two calls of :meth:`play`."""
        if not self._players:
            return list(self._left)
        return [game for player in self._players for game in player.open_games()]

    def close(self) -> None:
        pass


@dataclass(frozen=True)
class Tally:
    """What a process of the crew has made and spent since it began."""

    evaluations: int = 0
    positions: int = 0
    processor_seconds: float = 0.0


@dataclass(frozen=True)
class Message:
    """What a process of the crew sends: always its tally; besides a finished game, or that it pauses and why it can't go on if it failed, or at the
    end its games under way, if asked for them."""

    tally: Tally
    game: tuple[Samples, bytes] | None = None
    paused: bool = False
    failure: Exception | None = None
    open_games: Sequence[OpenGame] | None = None


class Wish(Enum):
    """What a process of the crew is asked for, besides tasks."""

    PAUSE = "pause"
    """Finish the moves under way and wait."""
    HAND_OVER = "hand over"
    """Leave the moves under way and send the games."""


class ProcessDied(LearningFailed):
    """A process of the crew has ended by itself."""


class ProcessCrew:
    """A crew of processes, each with a :class:`ThreadCrew` for one part of ``seeds``. This process can do something else while they play."""

    def __init__(
        self,
        config: RunConfig,
        seeds: Sequence[Sequence[int]],
        recorded: Sequence[Sequence[int]],
        left: Sequence[OpenGame] = (),
    ):
        """The games that an earlier session has ``left`` are shared out to the processes."""
        self._threads = [len(part) for part in seeds]
        shares = _shared_out(left, self._threads)
        self._children = [
            ChildProcess(_serve, config, part, recorded, share)
            for part, share in zip(seeds, shares, strict=True)
        ]
        self._given = dict(enumerate(shares))
        """Games given to processes that have sent nothing yet; they are still as the earlier session left them."""
        self._tallies = [Tally()] * len(self._children)
        self._rested = list(range(len(self._children)))
        """The numbers of the children, the one that has rested longest first."""

    @property
    def evaluations(self) -> int:
        return sum(tally.evaluations for tally in self._tallies)

    @property
    def positions(self) -> int:
        return sum(tally.positions for tally in self._tallies)

    @property
    def processor_seconds(self) -> float:
        return sum(tally.processor_seconds for tally in self._tallies)

    def play(self, orders: Orders) -> None:
        try:
            self._conduct(orders)
        except ProcessDied:
            if not orders.stopped():  # Ctrl-C also ends one that is just starting
                raise

    def _conduct(self, orders: Orders) -> None:
        wanted = self._within(orders.most_threads)
        numbers = {self._children[number].connection: number for number in wanted}
        playing = set(numbers)
        self._tell(wanted, orders.task)
        asked_to_pause = False
        while playing and not orders.stopped():
            orders.check()
            if orders.enough() and not asked_to_pause:
                self._tell(wanted, Wish.PAUSE)
                asked_to_pause = True
            ready = _ready(playing)
            self._miss_those_that_died(ready)
            for connection in ready:
                message = self._hear(numbers[connection])
                if message.failure is not None:
                    raise message.failure
                if message.paused:
                    playing.discard(connection)
                elif message.game is not None:
                    orders.add(*message.game)
                else:
                    orders.moved()

    def _within(self, most_threads: int | None) -> list[int]:
        """The numbers of the children that play, with at most ``most_threads`` threads together, those first that have rested longest. If always the
        same ones played, the games of the others would teach what a network of long ago thought."""
        most = sum(self._threads) if most_threads is None else most_threads
        wanted: list[int] = []
        for number in self._rested:
            if self._threads[number] <= most:
                wanted.append(number)
                most -= self._threads[number]
        self._rested = [number for number in self._rested if number not in wanted] + wanted
        return wanted

    def _miss_those_that_died(self, ready: set[Connection]) -> None:
        """Raise if a child has ended that has nothing more to say. This includes children that rest, which may not be asked for long."""
        for number, child in enumerate(self._children):
            if child.connection not in ready and child.has_ended():
                raise self._failure(number)

    def _tell(self, numbers: Sequence[int], message: Task | Wish) -> None:
        for number in numbers:
            try:
                self._children[number].connection.send(message)
            except OSError as error:
                raise self._failure(number) from error

    def _hear(self, number: int) -> Message:
        try:
            message = self._children[number].connection.recv()
        except (EOFError, OSError) as error:
            raise self._failure(number) from error
        self._tallies[number] = message.tally
        self._given.pop(number, None)
        return message

    def _failure(self, number: int) -> ProcessDied:
        return ProcessDied(
            Sentence(
                "a process that plays for the run ended with exit code %1, perhaps for want of memory; set processes to 1 or a few, or "
                "lower parallel_games or workers, and start the run again: what was finished is kept",
                self._children[number].exit_code(),
            )
        )

    def hand_over(self, orders: Orders) -> list[OpenGame]:
        games = [game for share in self._given.values() for game in share]
        asked = {
            child.connection: number
            for number, child in enumerate(self._children)
            if number not in self._given
        }
        for connection in asked:
            with suppress(OSError):  # a dead process is noticed below
                connection.send(Wish.HAND_OVER)
        give_up = time.monotonic() + HAND_OVER_SECONDS
        silent = set(asked)
        while silent and time.monotonic() < give_up:
            for connection in _ready(silent):
                given = self._given_by(asked[connection], orders)
                if given is not None:
                    silent.discard(connection)
                    games += given
        if silent:
            log.info("%d processes did not hand over their games in time", len(silent))
        return games

    def _given_by(self, number: int, orders: Orders) -> Sequence[OpenGame] | None:
        """The games in the next message of a process, none if it can't send them any more; ``None`` if the message is another one."""
        try:
            message = self._hear(number)
            if message.failure is not None:
                raise message.failure
        except Exception as error:
            log.info("the games under way of a process are lost: %s", error)
            return ()
        if message.game is not None:
            orders.add(*message.game)
        return message.open_games

    def close(self) -> None:
        for child in self._children:
            child.close()


def _ready(connections: set[Connection]) -> set[Connection]:
    """The connections with something to receive, after at most a moment. On Windows Ctrl-C ends the waiting with an error."""
    try:
        ready = wait(list(connections), LOOK_SECONDS)
    except InterruptedError:
        return set()
    return {connection for connection in connections if connection in ready}


def _shared_out(games: Sequence[OpenGame], threads: Sequence[int]) -> list[list[OpenGame]]:
    """``games`` shared out to processes with ``threads`` threads each, as evenly by thread as can be."""
    places = [number for number, count in enumerate(threads) for _ in range(count)]
    shares: list[list[OpenGame]] = [[] for _ in threads]
    for game, number in zip(games, cycle(places), strict=False):
        shares[number].append(game)
    return shares


def _serve(
    connection: Connection,
    config: RunConfig,
    seeds: Sequence[int],
    recorded: Sequence[Sequence[int]],
    left: Sequence[OpenGame],
) -> None:
    """The work of a process of the crew: after a message with a task it plays until it is sent a wish, or fails."""
    crew = ThreadCrew(config, seeds, recorded, left)
    while True:
        try:
            order = connection.recv()
        except EOFError:
            return
        if isinstance(order, Task):
            failure, order = _play(crew, connection, order)
            connection.send(Message(_tally(crew), paused=True, failure=failure))
        # a wish to pause can still come after a failure that the other process has not read yet
        if order is Wish.HAND_OVER:
            connection.send(Message(_tally(crew), open_games=crew.open_games()))


def _play(crew: ThreadCrew, connection: Connection, task: Task) -> tuple[Exception | None, Wish | None]:
    """Play until a wish comes. Returns the failure, if it is one that a sentence explains, or the wish."""
    try:
        return None, _play_until_told(crew, connection, task)
    except (LearningFailed, CheckpointError) as error:
        return error, None
    except (MemoryError, RuntimeError) as error:
        if not is_lack_of_memory(error):
            raise
        return MemoryError(str(error)), None  # torch's own may not survive the way to the other process


def _tally(crew: ThreadCrew) -> Tally:
    return Tally(crew.evaluations, crew.positions, time.process_time())


def _play_until_told(crew: ThreadCrew, connection: Connection, task: Task) -> Wish:
    told: list[Wish] = []
    telling = threading.Lock()
    last_told = -math.inf

    def tell(game: tuple[Samples, bytes] | None = None) -> None:
        nonlocal last_told
        with telling:
            last_told = time.monotonic()
            connection.send(Message(_tally(crew), game))

    def look() -> None:
        if connection.poll():
            told.append(connection.recv())
        if crew.evaluations and time.monotonic() >= last_told + TELL_SECONDS:
            tell()

    crew.play(
        Orders(
            task=task,
            add=lambda samples, record: tell((samples, record)),
            moved=tell,
            enough=lambda: bool(told),
            stopped=lambda: Wish.HAND_OVER in told,
            check=look,
        )
    )
    return told[-1]


def shown_games(config: RunConfig) -> int:
    """How many of the games side by side in each worker are shown, so that enough of them end in a generation to be kept, even in a small one, in
    which most games don't end."""
    fewest_games = config.generation_positions / config.size.points
    share = min(1.0, SHOWN_TO_SPARE * config.games_kept / fewest_games)
    return math.ceil(share * config.parallel_games)


def _record(game: SelfPlayGame, name: str) -> bytes:
    if not game.shown:
        return b""
    record = game.game
    record.black_name = record.white_name = name
    return sgf.write(record)


def _processes(config: RunConfig) -> int:
    return as_many_as_can_be_waited_for(min(config.processes or _usual_processes(), config.threads))


def _usual_processes() -> int:
    """One process for each core, fewer where the system tells its memory and that is not enough."""
    cores, known = usable_cores(), memory()
    return max(1, min(cores, known // PROCESS_BYTES)) if known else cores


def plays_apart(config: RunConfig) -> bool:
    """Whether ``config`` asks for a crew of several processes, so that this one can do something else meanwhile."""
    return _processes(config) > 1


def make_crew(
    config: RunConfig,
    random: np.random.Generator,
    recorded: Sequence[Sequence[int]],
    left: Sequence[OpenGame],
) -> Crew:
    """The crew that ``config`` asks for. Games may begin within games of others, whose moves are ``recorded``; games that an earlier session has
    ``left`` go on."""
    seeds = [int(seed) for seed in random.integers(1 << 31, size=config.threads)]
    if not plays_apart(config):
        return ThreadCrew(config, seeds, recorded, left)
    processes = _processes(config)
    return ProcessCrew(config, [seeds[number::processes] for number in range(processes)], recorded, left)

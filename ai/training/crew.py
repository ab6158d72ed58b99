"""Who plays a run's games: processes with some threads each, or a thread of this process."""

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
from ai.memory import is_lack_of_memory
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
"""Between two looks at the crew by the thread that waits for it."""
TELL_SECONDS = 1.0
"""A process tells at least so often what it has made: where searches are long its games need minutes for a move each."""
HAND_OVER_SECONDS = 5.0
"""How long a stop waits for the games of a process, which gives them once its batch is evaluated."""
SHOWN_TO_SPARE = 2
"""So many times as many shown games as are kept are expected to end in a generation: some generations have fewer."""
PROCESS_BYTES = 1_000_000_000
"""Of memory for each process where nobody says how many there are to be: it takes half of that, the rest is for whatever else there is."""


@dataclass(frozen=True)
class Task:
    """How a generation is to be played."""

    network: Path
    """The checkpoint that plays."""
    name: str
    """Of the players, in the records."""
    simulations: int
    """Visits of the root before a move is chosen."""


@dataclass(frozen=True)
class Orders:
    """What a crew is asked to do for a generation, and how it tells."""

    task: Task
    add: Callable[[Samples, bytes], None]
    """Takes a finished game and, if it is one to be shown, its record; called by one thread at a time."""
    moved: Callable[[], None]
    """Called when some moves have been made, or none because of a stop, after what ended by it was added; by one thread at a time."""
    enough: Callable[[], bool]
    """Whether no more moves are wanted."""
    stopped: Callable[[], bool]
    """Whether not even the moves under way are wanted."""
    check: Callable[[], None]
    """Called every moment by the thread that waits."""
    most_threads: int | None = None
    """So many of the crew's threads play at the most, if it has several processes; if not given, all of them."""


class Crew(Protocol):
    """Plays generation after generation; games under way go on, from then on with the network that is best by then."""

    @property
    def evaluations(self) -> int:
        """Positions that networks were asked for so far, as far as told."""
        ...

    @property
    def positions(self) -> int:
        """To be learned from that it has made so far, in games that are not finished too; as far as told."""
        ...

    @property
    def processor_seconds(self) -> float:
        """That processes beside this one have spent so far, as they told last."""
        ...

    def play(self, orders: Orders) -> None:
        """Returns when ``orders.enough`` or ``orders.stopped`` says so."""
        ...

    def hand_over(self, orders: Orders) -> list[OpenGame]:
        """The games under way, once a stop has ended the play; ``orders`` add those that have ended meanwhile. Nothing is played any more."""
        ...

    def close(self) -> None: ...


class ThreadCrew:
    """A thread for each of ``seeds``."""

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
        """Go on with another network, of which each thread has a copy."""
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
        """Those under way, between two calls of :meth:`play`."""
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
    """What a process of the crew sends: what it has made, with a finished game or without one; when it pauses, that, or why it can't go on; at the
    end its games under way, if it was asked for them."""

    tally: Tally
    game: tuple[Samples, bytes] | None = None
    paused: bool = False
    failure: Exception | None = None
    open_games: Sequence[OpenGame] | None = None


class Wish(Enum):
    """What a process of the crew is asked for, beside tasks."""

    PAUSE = "pause"
    """To finish the moves under way and wait."""
    HAND_OVER = "hand over"
    """To leave the moves under way and send its games."""


class ProcessCrew:
    """A process with a :class:`ThreadCrew` for each part of ``seeds``. This one can do something else while they play."""

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
        """Games of the processes from which nothing has been heard yet: so far they are still as they were left."""
        self._tallies = [Tally()] * len(self._children)
        self._rested = list(range(len(self._children)))
        """The numbers of the children: whoever has waited longest for a turn comes first."""

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
        """The numbers of as many children as have no more threads together, of those first that rested longest: where the same ones always played on,
        the games of the others would teach what a network of long ago thought."""
        most = sum(self._threads) if most_threads is None else most_threads
        wanted: list[int] = []
        for number in self._rested:
            if self._threads[number] <= most:
                wanted.append(number)
                most -= self._threads[number]
        self._rested = [number for number in self._rested if number not in wanted] + wanted
        return wanted

    def _miss_those_that_died(self, ready: set[Connection]) -> None:
        """Raise if one of the children has ended from which nothing more is to be heard, also one that rests: it may not be needed for long."""
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

    def _failure(self, number: int) -> LearningFailed:
        return LearningFailed(
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
            with suppress(OSError):  # who has died is missed below
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
        """The games in the next message of a process, none if it can't give them any more; ``None`` if it tells of something else."""
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
    """Those that have something to be heard, after a moment at the most. On Windows Ctrl-C ends the waiting with an error."""
    try:
        ready = wait(list(connections), LOOK_SECONDS)
    except InterruptedError:
        return set()
    return {connection for connection in connections if connection in ready}


def _shared_out(games: Sequence[OpenGame], threads: Sequence[int]) -> list[list[OpenGame]]:
    """The ``games`` for each process with so many ``threads``, as many a thread."""
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
    """The work of a process: plays from a message with a task until it is told a wish, or until it fails."""
    crew = ThreadCrew(config, seeds, recorded, left)
    while True:
        try:
            order = connection.recv()
        except EOFError:
            return
        if isinstance(order, Task):
            failure, order = _play(crew, connection, order)
            connection.send(Message(_tally(crew), paused=True, failure=failure))
        # told to pause while it doesn't play, it has failed, which the other hasn't heard of yet
        if order is Wish.HAND_OVER:
            connection.send(Message(_tally(crew), open_games=crew.open_games()))


def _play(crew: ThreadCrew, connection: Connection, task: Task) -> tuple[Exception | None, Wish | None]:
    """Play until told; why that failed, if it did, as far as a sentence can say it, or what was told."""
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
    """Of the games side by side in each worker so many are shown, so that in a generation, where most of these games don't end if it is small,
    as many end as are kept."""
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
    """One for each core, fewer where the memory, if the system tells of it, is not enough for so many."""
    cores, known = usable_cores(), memory()
    return max(1, min(cores, known // PROCESS_BYTES)) if known else cores


def plays_apart(config: RunConfig) -> bool:
    """Whether the crew that ``config`` wants plays in several processes, so that this one can do something else meanwhile."""
    return _processes(config) > 1


def make_crew(
    config: RunConfig,
    random: np.random.Generator,
    recorded: Sequence[Sequence[int]] = (),
    left: Sequence[OpenGame] = (),
) -> Crew:
    """The crew that ``config`` wants: several processes, or threads of this one. Their games may begin within games of others, whose moves are
    ``recorded``; those that an earlier session has ``left`` go on."""
    seeds = [int(seed) for seed in random.integers(1 << 31, size=config.threads)]
    if not plays_apart(config):
        return ThreadCrew(config, seeds, recorded, left)
    processes = _processes(config)
    return ProcessCrew(config, [seeds[number::processes] for number in range(processes)], recorded, left)

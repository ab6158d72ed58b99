"""Who plays a run's games: processes with some threads each, or a thread of this process."""

import math
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import accumulate
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
from ai.training.learner import LearningFailed
from ai.training.samples import Samples
from ai.training.self_play import FinishedGame, SelfPlay
from ai.training.threads import side_by_side
from core.machine import usable_cores
from core.records import sgf
from core.sentence import Sentence

LOOK_SECONDS = 0.1
"""Between two looks at the crew by the thread that waits for it."""
SHOWN_TO_SPARE = 2
"""So many times as many shown games as are kept are expected to end in a generation: some generations have fewer."""


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

    def close(self) -> None: ...


class ThreadCrew:
    """A thread for each of ``seeds``."""

    processor_seconds = 0.0

    def __init__(self, config: RunConfig, seeds: Sequence[int], recorded: Sequence[Sequence[int]]):
        self._config = config
        self._seeds = seeds
        self._recorded = recorded
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
            self._players = [
                SelfPlay(evaluator, self._config, seed, shown_games(self._config), self._recorded)
                for evaluator, seed in zip(evaluators, self._seeds, strict=True)
            ]
        for player, evaluator in zip(self._players, evaluators, strict=True):
            player.use(evaluator, task.simulations)

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
    """What a process of the crew sends: what it has made, with a finished game or without one; when it pauses, that, or why it can't go on."""

    tally: Tally
    game: tuple[Samples, bytes] | None = None
    paused: bool = False
    failure: Exception | None = None


class ProcessCrew:
    """A process with a :class:`ThreadCrew` for each part of ``seeds``. This one can do something else while they play."""

    def __init__(self, config: RunConfig, seeds: Sequence[Sequence[int]], recorded: Sequence[Sequence[int]]):
        self._children = [ChildProcess(_serve, config, part, recorded) for part in seeds]
        self._threads = [len(part) for part in seeds]
        self._tallies = [Tally()] * len(self._children)

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
                self._tell(wanted, None)
                asked_to_pause = True
            ready = _ready(playing)
            self._miss_those_that_died([numbers[connection] for connection in playing - ready])
            for connection in ready:
                message = self._hear(numbers[connection])
                self._tallies[numbers[connection]] = message.tally
                if message.failure is not None:
                    raise message.failure
                if message.paused:
                    playing.discard(connection)
                elif message.game is not None:
                    orders.add(*message.game)
                else:
                    orders.moved()

    def _within(self, most_threads: int | None) -> list[int]:
        """The numbers of as many children as have no more threads together."""
        if most_threads is None:
            return list(range(len(self._children)))
        sums = accumulate(self._threads)
        return [number for number, threads in enumerate(sums) if threads <= most_threads]

    def _miss_those_that_died(self, silent: Sequence[int]) -> None:
        """Raise if one of the children with these numbers, from which nothing is to be heard, has ended."""
        for number in silent:
            if self._children[number].has_ended():
                raise self._failure(number)

    def _tell(self, numbers: Sequence[int], message: Task | None) -> None:
        for number in numbers:
            try:
                self._children[number].connection.send(message)
            except OSError as error:
                raise self._failure(number) from error

    def _hear(self, number: int) -> Message:
        try:
            return self._children[number].connection.recv()
        except (EOFError, OSError) as error:
            raise self._failure(number) from error

    def _failure(self, number: int) -> LearningFailed:
        return LearningFailed(
            Sentence(
                "a process that plays for the run ended with exit code %1, perhaps for want of memory; lower parallel_games or workers and "
                "start the run again: what was finished is kept",
                self._children[number].exit_code(),
            )
        )

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


def _serve(
    connection: Connection, config: RunConfig, seeds: Sequence[int], recorded: Sequence[Sequence[int]]
) -> None:
    """The work of a process: plays from a message with a task until the next message, or until it fails."""
    crew = ThreadCrew(config, seeds, recorded)
    while True:
        try:
            task = connection.recv()
        except EOFError:
            return
        if task is not None:  # it has failed, and is told to pause by whoever hasn't heard of that yet
            failure = _failure_of_playing(crew, connection, task)
            connection.send(Message(_tally(crew), paused=True, failure=failure))


def _failure_of_playing(crew: ThreadCrew, connection: Connection, task: Task) -> Exception | None:
    """Play until told, and why that failed, if it did, as far as a sentence can say it."""
    try:
        _play_until_told(crew, connection, task)
    except (LearningFailed, CheckpointError) as error:
        return error
    except (MemoryError, RuntimeError) as error:
        if not is_lack_of_memory(error):
            raise
        return MemoryError(str(error))  # torch's own may not survive the way to the other process
    return None


def _tally(crew: ThreadCrew) -> Tally:
    return Tally(crew.evaluations, crew.positions, time.process_time())


def _play_until_told(crew: ThreadCrew, connection: Connection, task: Task) -> None:
    told = threading.Event()

    def look() -> None:
        if connection.poll():
            told.set()

    crew.play(
        Orders(
            task=task,
            add=lambda samples, record: connection.send(Message(_tally(crew), (samples, record))),
            moved=lambda: connection.send(Message(_tally(crew))),
            enough=told.is_set,
            stopped=lambda: False,
            check=look,
        )
    )
    connection.recv()


def shown_games(config: RunConfig) -> int:
    """Of the games side by side in each worker so many are shown, so that in a generation, where most of these games don't end if it is small,
    as many end as are kept."""
    fewest_games = config.generation_positions / config.size.points
    share = min(1.0, SHOWN_TO_SPARE * config.games_kept / fewest_games)
    return math.ceil(share * config.parallel_games)


def _record(game: FinishedGame, name: str) -> bytes:
    if not game.shown:
        return b""
    record = game.game
    record.black_name = record.white_name = name
    return sgf.write(record)


def _processes(config: RunConfig) -> int:
    return as_many_as_can_be_waited_for(min(config.processes or usable_cores(), config.threads))


def plays_apart(config: RunConfig) -> bool:
    """Whether the crew that ``config`` wants plays in several processes, so that this one can do something else meanwhile."""
    return _processes(config) > 1


def make_crew(config: RunConfig, random: np.random.Generator, recorded: Sequence[Sequence[int]] = ()) -> Crew:
    """The crew that ``config`` wants: several processes, or threads of this one. Their games may begin within games of others, whose moves are
    ``recorded``."""
    seeds = [int(seed) for seed in random.integers(1 << 31, size=config.threads)]
    if not plays_apart(config):
        return ThreadCrew(config, seeds, recorded)
    processes = _processes(config)
    return ProcessCrew(config, [seeds[number::processes] for number in range(processes)], recorded)

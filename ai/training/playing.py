"""Self-play of a run: the games of a generation, and those of the next one while this one is learned."""

import logging
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import replace

from ai.training import open_games
from ai.training.crew import Orders, Task, make_crew, plays_apart
from ai.training.progress import SpeedMark, Speeds
from ai.training.run import LOOK_SECONDS, Run
from ai.training.samples import Samples
from ai.training.self_play_record import player_name
from core.machine import awake_seconds

log = logging.getLogger(__name__)


class Playing:
    """Has the run's crew play."""

    def __init__(self, run: Run):
        self._run = run
        self._speed_mark: SpeedMark | None = None
        """The speed mark of the generation being played, once its speed can be measured."""
        self._speeds: Speeds | None = None
        """Its speeds as measured last; ``None`` while too little has been made."""
        self._taken_up = 0
        """Positions made in the games that an earlier session left."""
        self._ended = 0
        """Positions of the games that have ended in this session."""

    def begin(self) -> None:
        """Make the crew that plays; :class:`ai.training.run.Stopped` if the session is asked to stop meanwhile."""
        run = self._run
        recorded = self._recorded_games() if run.config.recorded_openings else []
        run.raise_if_stopped()
        left = open_games.take(run.folder.open_games, run.config.size)
        self._taken_up = sum(len(game.plies) for game in left)
        run.progress.usually_open = self._usually_open()
        run.crew = make_crew(run.config, run.random, recorded, left)

    def _usually_open(self) -> float:
        """Positions that the games under way hold in the long run, when they are at all stages: half of what they hold at their ends. Until
        a generation has told how long games are, they are taken to cover half of the board."""
        config = self._run.config
        lines = self._run.folder.read_metrics(1)
        moves = lines[-1]["game_length"] if lines else config.size.points / 2
        share = config.full_share if config.cheap_simulations else 1.0
        return config.threads * config.parallel_games * moves * share / 2

    def _recorded_games(self) -> list[tuple[int, ...]]:
        """The recorded games within which games may begin. There may be many, so a wish to stop is heeded while they are read."""

        def heed() -> None:
            self._run.check()
            self._run.raise_if_stopped()

        return self._run.folder.recorded_games(self._run.config.size, heed)

    def play(self, generation: int) -> Speeds | None:
        """Play until ``generation`` has its positions. Returns the speeds, ``None`` if too few positions were made in this session to tell."""
        run = self._run

        def check() -> None:
            if run.crew.evaluations:  # it has loaded all that it plays with
                run.progress.status.phase = "self-play"
            self._tell_work()
            run.check()

        if not run.is_played(generation):
            self._tell_work()
            run.crew.play(replace(self._orders(generation), check=check))
            run.raise_if_stopped()
            self._tell_made()
        speeds, self._speed_mark, self._speeds = self._speeds, None, None
        return speeds

    def keep_open_games(self) -> None:
        """Keep the games under way for the next session; this one was asked to stop."""
        run = self._run
        games = run.crew.hand_over(self._orders(run.due + run.is_played(run.due)))
        self._tell_made()  # count the games that ended while the processes stopped
        run.folder.check_place()
        if not games:
            return
        try:
            open_games.keep(run.folder.open_games, games, run.config.size)
        except OSError as error:  # the run goes on without them
            log.warning("%d games under way can't be kept: %s", len(games), error)

    @contextmanager
    def beside(self, generation: int, threads: int) -> Iterator[None]:
        """Within it, something else is done on ``threads`` threads, and the part of the crew that the other threads have room for plays games of
        ``generation``, which will be wanted next."""
        run = self._run
        if not plays_apart(run.config) or run.is_played(generation):
            yield
            return
        self._tell_work()
        done = threading.Event()
        orders = replace(
            self._orders(generation),
            enough=lambda: done.is_set() or run.is_played(generation),
            check=lambda: None,
            most_threads=run.config.threads - threads,
        )
        with ThreadPoolExecutor(1) as pool:
            run.beside = pool.submit(run.crew.play, orders)
            try:
                yield
            finally:
                done.set()
            while wait((run.beside,), LOOK_SECONDS).not_done:
                run.check()
            run.beside.result()
        run.beside = None

    def _orders(self, generation: int) -> Orders:
        """Orders to play ``generation`` with the network that is best by now."""
        run = self._run
        room = self._games_to_keep(generation)

        def add(samples: Samples, record: bytes) -> None:
            nonlocal room
            run.folder.check_place()
            run.replay.add(generation, samples)
            self._ended += len(samples)
            if record and room > 0:
                room = room - 1 if self._keep_game(generation, record) else 0

        return Orders(
            task=Task(run.best, player_name(run.folder.name, generation), run.simulations),
            add=add,
            moved=self._tell_made,
            enough=lambda: run.is_played(generation),
            stopped=run.is_stopped,
            check=run.check,
        )

    def _games_to_keep(self, generation: int) -> int:
        """How many more games of ``generation`` are to be kept as records."""
        try:
            return self._run.config.games_kept - self._run.folder.games_kept_of(generation)
        except OSError as error:
            log.warning("no more games of generation %d are kept as records: %s", generation, str(error))
            return 0

    def _keep_game(self, generation: int, record: bytes) -> bool:
        """Keep a game's record. Returns whether it could be written; nothing depends on it."""
        try:
            self._run.folder.keep_game(generation, record)
        except OSError as error:
            log.warning("no more games of generation %d are kept as records: %s", generation, str(error))
            return False
        return True

    def _tell_made(self) -> None:
        """Tell what the run has made, and how fast it is made now."""
        self._run.tell_made()
        self._tell_work()

    def _tell_work(self) -> None:
        """Tell what moves also while no game ends: what games under way hold, and how fast the generation is played. With long searches they take
        minutes for a move."""
        config, crew, status = self._run.config, self._run.crew, self._run.progress.status
        status.open_positions = self._taken_up + crew.positions - self._ended
        if not crew.evaluations:  # it is still loading
            return
        now = awake_seconds()
        one_move_of_each_game = config.threads * config.parallel_games
        mark = self._speed_mark = self._speed_mark or SpeedMark(
            crew.positions, crew.evaluations, now, one_move_of_each_game
        )
        if asked := mark.evaluations_per_second(crew.evaluations, now):
            status.evaluations_per_second = asked
        if speeds := mark.speeds(crew.positions, crew.evaluations, now):
            self._speeds = status.positions_per_second, status.evaluations_per_second = speeds

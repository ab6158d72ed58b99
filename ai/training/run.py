"""A run as the parts of a session share it: the settings, how far it is, the replay, the crew, and when to stop."""

import logging
import threading
import time
from concurrent.futures import Future
from pathlib import Path

import numpy as np

from ai import checkpoint
from ai.training.config import RunConfig
from ai.training.crew import Crew, ThreadCrew
from ai.training.progress import Progress
from ai.training.replay import Replay, grown_window
from ai.training.run_folder import RunFolder
from ai.training.run_state import RunState
from core.machine import awake_seconds

log = logging.getLogger(__name__)

LOOK_SECONDS = 0.5
"""Time between two looks for a wish to stop."""


class Stopped(Exception):
    """The session was asked to stop."""


class Run:
    """The run in ``folder``, whose lock this process holds, worked on for ``minutes`` if given."""

    def __init__(
        self,
        folder: RunFolder,
        config: RunConfig,
        state: RunState,
        minutes: float | None,
        stop: threading.Event,
    ):
        self.folder = folder
        self.config = config
        self.state = state
        self._earlier_processor_seconds = state.processor_seconds - time.process_time()
        self._earlier_evaluations = state.evaluations
        self._deadline = None if minutes is None else awake_seconds() + 60 * minutes
        self.stop = stop
        """Set, it asks the session to stop."""
        self._last_look = 0.0
        self.progress = Progress(folder, state.seconds, self._deadline)
        self.progress.status.minutes = minutes
        self._tell_made_before()
        # Before the replay is read, which may take long or fail for want of memory: until now the file tells of the last session.
        self.progress.tell("starting", force=True)
        # The window grows with the due generation's positions, but never by more than these.
        window = self.window(state.positions)
        self.replay = Replay(folder.replay, window, config.size.points, until=state.generation)
        self._tell_what_is_lost()
        self.tell_made()
        self.random = np.random.default_rng([config.seed, state.generation, *self._kept_of_generation()])
        self.crew: Crew = ThreadCrew(config, [], [])
        """Without threads, until :meth:`ai.training.playing.Playing.begin` has read the recorded games."""
        self.beside: Future[None] | None = None
        """The play that goes on beside learning, if there is any."""
        self._passed_over: set[str] = set()
        """Why earlier generations can't play at the gate, as the log has it already."""

    def _kept_of_generation(self) -> tuple[int, int, int]:
        """Games of self-play, steps, and games at the gate so far: part of the seed, so that a session that goes on doesn't repeat the draws before
        it."""
        games_at_gate = sum(played for *_, played in self.state.gate_scores)
        return self.progress.status.games - self.state.games, self.state.steps, games_at_gate

    def _tell_what_is_lost(self) -> None:
        """Warn of positions that are gone: the run goes on, but learns from fewer for now."""
        wanted, there = min(self.replay.window, self.state.positions), self.replay.positions()
        if 0 < there < wanted:
            log.warning(
                "%s holds %s of the latest %s positions; the run goes on with these, and what it learns until there are more may be worse",
                self.folder.replay,
                f"{there:,}",
                f"{wanted:,}",
            )
        elif there < wanted:
            log.warning(
                "%s holds none of the latest %s positions; the run goes on without them, and what it learns until there are more may be worse",
                self.folder.replay,
                f"{wanted:,}",
            )

    # --- how far it is ----------------------------------------------------------------------------------------

    @property
    def due(self) -> int:
        """The generation after the last finished one."""
        return self.state.generation + 1

    @property
    def due_positions(self) -> int:
        """The run's positions with those of the generation that is due, as far as it has been played."""
        return self.state.positions + self.replay.positions_of(self.due)

    @property
    def learned_positions(self) -> int:
        """Positions that the network has learned from, in this run and before it."""
        return self.state.positions_before + self.state.positions

    @property
    def simulations(self) -> int:
        """Simulations for a move of self-play now."""
        return self.config.simulations_at(self.learned_positions)

    def window(self, positions: int) -> int:
        """How many of the latest positions to learn from when the run has made ``positions``."""
        made = self.state.positions_before + positions
        return grown_window(made, self.config.window_start, self.config.window_positions)

    def forget_old(self) -> None:
        """Drop the positions that neither the due generation nor any later one learns from."""
        self.replay.window = self.window(self.state.positions)  # as a session that begins now would have it
        self.replay.forget_old(self.state.generation)

    def is_played(self, generation: int) -> bool:
        """Whether ``generation`` has all its positions."""
        return self.replay.positions_of(generation) >= self.config.generation_positions

    def checkpoint(self, generation: int) -> Path:
        """Where the network of ``generation`` is kept."""
        return self.folder.checkpoints / f"{generation:06d}{checkpoint.SUFFIX}"

    @property
    def best(self) -> Path:
        """The checkpoint of the network that plays."""
        return self.folder.checkpoints / str(self.state.best)

    def pass_over(self, generation: int, reason: str) -> None:
        """Warn, once a session, of the ``reason`` why an earlier ``generation`` can't play."""
        if reason not in self._passed_over:
            log.warning("generation %d can't play: %s", generation, reason)
        self._passed_over.add(reason)

    def _tell_made_before(self) -> None:
        """Until the replay is read, tell the counts that the last session reported, so that the run does not seem to shrink."""
        status, before = self.progress.status, self.folder.read_progress() or {}
        status.generation, status.generation_positions = self.due, self.config.generation_positions
        status.games = max(self.state.games, before.get("games", 0))
        status.positions = max(self.state.positions, before.get("positions", 0))
        if before.get("generation") == self.due:
            status.generation_made = before.get("generation_made", 0)

    def tell_made(self) -> None:
        """Tell the games and positions of the run, with those of generations that are not finished, and which generation is due."""
        begun, status = (self.due, self.due + 1), self.progress.status
        status.generation = self.due
        status.games = self.state.games + sum(map(self.replay.games_of, begun))
        status.positions = self.state.positions + sum(map(self.replay.positions_of, begun))
        status.generation_made = self.replay.positions_of(self.due)
        status.generation_positions = self.config.generation_positions

    # --- what is spent on it ----------------------------------------------------------------------------------

    def count_work(self, state: RunState) -> None:
        """Bring up to date in ``state`` what has been spent on the run."""
        state.seconds = self.progress.seconds
        state.processor_seconds = (
            self._earlier_processor_seconds + time.process_time() + self.crew.processor_seconds
        )
        state.evaluations = self._earlier_evaluations + self.crew.evaluations

    def write_state(self) -> None:
        """Write the state, with the time and the evaluations until now."""
        self.folder.check_place()
        self.count_work(self.state)
        self.folder.write_state(self.state)

    def keep_counters(self) -> None:
        """Add the time and evaluations of a generation that was cut short to the state on disk, since its games count too.
        :class:`ai.training.errors.RunError` if that state is lost."""
        self.folder.check_place()
        state = self.folder.read_state()
        if state.best is None and self.state.best is not None:
            raise self.folder.state_is_lost()
        self.count_work(state)
        self.folder.write_state(state)

    # --- stopping and telling ---------------------------------------------------------------------------------

    def is_stopped(self) -> bool:
        """Whether the session was asked to stop."""
        return self.stop.is_set()

    def raise_if_stopped(self) -> None:
        """:class:`Stopped` if the session was asked to stop."""
        if self.is_stopped():
            raise Stopped

    def check(self) -> None:
        """Look for reasons to stop, and tell what is going on; called every moment by the main thread. Raises the error that ended games played
        beside."""
        if self.beside is not None and self.beside.done():
            self.beside.result()
        if self._deadline is not None and awake_seconds() >= self._deadline:
            self.stop.set()
        if awake_seconds() - self._last_look >= LOOK_SECONDS:
            self._last_look = awake_seconds()
            if self.folder.stop_asked():
                self.stop.set()
        self.progress.tell()

"""A training session: self-play, learning and the gate, generation by generation, until it is asked to stop.

The best network so far plays; what it plays is learned from; the new network takes its place if it wins enough games against it
(first seed, section 3). While a generation is learned and tried at the gate, processes beside this one go on with the games of the next.
Everything that must survive is in the run folder.
"""

import logging
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import fields, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np
import torch

from ai import checkpoint
from ai.checkpoint import CheckpointError, CheckpointInfo
from ai.evaluator import NetworkEvaluator
from ai.networks import can_grow, why_not_begin
from ai.training.config import RunConfig
from ai.training.crew import Crew, Orders, Task, ThreadCrew, make_crew, plays_apart
from ai.training.gate import added, is_enough, play_generations
from ai.training.learner import Learner, LearningFailed, Losses
from ai.training.progress import Pace, Progress, tell_generation
from ai.training.ratings import generation_ratings, worth_playing
from ai.training.replay import Replay, grown_window
from ai.training.run_folder import RunError, RunFolder, RunState
from ai.training.samples import Samples
from ai.training.self_play import FiniteEvaluator
from ai.training.self_play_record import player_name
from ai.training.tensorboard import write_scalars
from core.files import remove_unneeded, user_path
from core.interrupts import interrupts
from core.priority import give_way

log = logging.getLogger(__name__)

LOOK_SECONDS = 0.5
RATING_OPPONENTS = 4
"""Earlier generations that a new one plays against where every network is taken: with them ratings of many generations hold together."""
CHECKED = 256
"""Positions, from all of the window, on which a network is tried before it is kept."""
LEARNED_PART = 1000
"""Steps between two times that a learner is kept."""
GATE_PART = 64
"""Games at the gate for each thread between two times that their results are kept."""


class Stopped(Exception):
    """The session was asked to stop."""


class Session:
    """One process's work on a run."""

    def __init__(
        self,
        folder: RunFolder,
        config: RunConfig,
        state: RunState,
        minutes: float | None = None,
        evaluations: int | None = None,
    ):
        self._folder = folder
        self._config = config
        self._state = state
        self._earlier_processor_seconds = state.processor_seconds - time.process_time()
        self._earlier_evaluations = state.evaluations
        self._most_evaluations = evaluations
        self._deadline = None if minutes is None else time.monotonic() + 60 * minutes
        self._stop = threading.Event()
        self._progress = Progress(folder, state.seconds, self._deadline)
        self._status = self._progress.status
        self._status.minutes = minutes
        self._status.generation = state.generation
        self._status.positions = state.positions
        self._last_look = 0.0
        self._pace: Pace | None = None
        """Of the generation that is being played, once that can be measured."""
        self._playing_on: Future[None] | None = None
        """Games that are played beside something else."""
        self._replay = Replay(
            folder.replay, self._window(state.positions), config.size.points, until=self._due
        )
        self._tell_what_is_lost()
        self._tell_made()
        kept = self._status.games - state.games  # which are not to be played again
        self._random = np.random.default_rng([config.seed, state.generation, kept, state.generation_steps])
        self._learner = self._make_learner()
        if state.learner is not None:
            self._learner.load(folder.learner / state.learner, state.learner_checksum)
        self._crew: Crew = ThreadCrew(config, [], [])
        """Nobody, until it is known within which games theirs may begin."""

    def close(self) -> None:
        self._crew.close()

    def ask_to_stop(self) -> None:
        """May be called from any thread or a signal handler."""
        self._stop.set()

    def run(self) -> None:
        """Work until asked to stop; the run can go on later from what is on disk."""
        try:
            self._crew = make_crew(self._config, self._random, self._recorded_games())
        except Stopped:
            self._progress.tell("stopped", force=True)
            return
        if self._state.best is None:
            self._accept_first_network()
        try:
            while self._most_evaluations is None or self._state.evaluations < self._most_evaluations:
                if self._wanted_network() != self._state.network:
                    self._learner = self._make_learner()
                self._catch_up()
                self._generation()
            self._progress.tell("stopped", force=True)
        except Stopped:
            self._keep_counters()
            self._progress.tell("stopped", force=True)
        except Exception:
            try:
                self._keep_counters()
            except (OSError, RunError) as error:  # the first error is the one to tell
                log.warning("time and evaluations can't be kept: %s", str(error))
            raise

    def _recorded_games(self) -> list[tuple[int, ...]]:
        """Within which games may begin. There may be many files of them: :class:`Stopped` between two games if the session is asked to stop."""

        def heed() -> None:
            self._check()
            self._raise_if_stopped()

        return self._folder.recorded_games(self._config.size, heed) if self._config.recorded_openings else []

    def _tell_what_is_lost(self) -> None:
        """A run goes on without positions that are gone, but learns from fewer meanwhile."""
        wanted, there = min(self._replay.window, self._state.positions), self._replay.positions()
        if there < wanted:
            log.warning(
                "%s holds %d of the latest %d positions; the run goes on with these, and what it learns until there are more may be worse",
                self._folder.replay,
                there,
                wanted,
            )

    def _keep_counters(self) -> None:
        """Time and evaluations of a generation that is cut short, by a wish or an error, count, as its games do."""
        self._folder.check_place()
        state = self._folder.read_state()
        if state.best is None and self._state.best is not None:
            raise self._folder.state_is_lost()
        self._count_work(state)
        self._folder.write_state(state)

    @property
    def _due(self) -> int:
        """The generation after the last finished one."""
        return self._state.generation + 1

    def _window(self, positions: int) -> int:
        """The latest positions to learn from when the run has made so many."""
        made = self._state.positions_before + positions
        return grown_window(made, self._config.window_start, self._config.window_positions)

    def _fullness(self) -> float:
        """The share of its positions that a run learns from: of a run that began with a checkpoint so much as its window is full, for the few games
        of a small replay would be learned by heart, and what is known forgotten over them. A run that began at random has nothing to lose."""
        if not self._state.positions_before:
            return 1.0
        return min(1.0, self._replay.positions(self._due) / self._window(self._due_positions))

    @property
    def _due_positions(self) -> int:
        """Those of the run when the generation that is due is finished, as far as it has been played."""
        return self._state.positions + self._replay.positions_of(self._due)

    @property
    def _learned_positions(self) -> int:
        """By the network that plays, in this run and before it."""
        return self._state.positions_before + self._state.positions

    @property
    def _simulations(self) -> int:
        """Of a move of self-play by that network."""
        return self._config.simulations_at(self._learned_positions)

    # --- one generation ---------------------------------------------------------------------------------------

    def _generation(self) -> None:
        """Play, learn, compare, write."""
        generation = self._due
        self._status.generation = generation
        self._status.simulations = self._simulations
        self._play(generation)
        speeds = {  # noted before the next generation's games are measured, which only some threads play at first
            "positions_per_second": round(self._status.positions_per_second, 1),
            "evaluations_per_second": round(self._status.evaluations_per_second, 1),
        }
        with self._play_on(generation + 1):
            started = time.monotonic()
            losses = self._learn_from(generation)
            learning_seconds = time.monotonic() - started
            gate = self._compare(generation)
        self._folder.check_place()
        self._count(generation)
        self._keep_network(gate)
        line = {
            **gate,
            **self._figures(generation, losses),
            "learning_seconds": round(learning_seconds, 1),
            **speeds,
            "simulations": self._status.simulations,
        }
        self._folder.append_line(line)  # it counts once the state is written
        self._folder.write_state(self._state)
        self._replay.forget_old()
        write_scalars(self._folder.path / "tensorboard", line)
        tell_generation(line)

    def _compare(self, generation: int) -> dict[str, Any]:
        """The games at the gate, as the metrics tell them, and whether the new network is taken."""
        self._play_at_gate()
        scores = self._state.gate_scores
        wins, games = sum(won for _, won, _ in scores), sum(played for _, _, played in scores)
        return {
            "generation": generation,
            "gate_wins": wins,
            "gate_games": games,
            "gate_scores": scores,
            "accepted": is_enough(wins, games, self._config.gate_win_rate),
        }

    def _count(self, generation: int) -> None:
        """Add what the generation has made to the state."""
        state = self._state
        state.generation = generation
        state.generation_steps, state.gate_scores = 0, []
        state.games += self._replay.games_of(generation)
        state.positions += self._replay.positions_of(generation)
        self._count_work(state)

    def _count_work(self, state: RunState) -> None:
        """Bring what has been spent on the run up to date."""
        state.seconds = self._progress.seconds
        state.processor_seconds = (
            self._earlier_processor_seconds + time.process_time() + self._crew.processor_seconds
        )
        state.evaluations = self._earlier_evaluations + self._crew.evaluations

    def _keep_network(self, gate: dict[str, Any]) -> None:
        """Write the new network; it plays from now on if it was taken."""
        name = self._checkpoint_name(self._state.generation)
        info = self._info(self._state.best, self._rating(gate))
        checkpoint.save(self._folder.checkpoints / name, self._learner.network, info)
        if gate["accepted"]:
            self._state.best, self._state.best_generation = name, self._state.generation

    def _figures(self, generation: int, losses: Losses) -> dict[str, Any]:
        """What is written of a generation that was counted."""
        state = self._state
        black_wins, moves = self._replay.results_of(generation)
        games = self._replay.games_of(generation)
        return {
            "games": state.games,
            "positions": state.positions,
            "steps": state.steps,
            "network": state.network,
            **{field.name: round(getattr(losses, field.name), 5) for field in fields(losses)},
            "game_length": round(moves / max(1, games), 2),
            "black_wins": black_wins,
            "generation_games": games,
            "checkpoint": self._checkpoint_name(generation),
            "best": state.best,
            "seconds": round(state.seconds, 1),
            "processor_seconds": round(state.processor_seconds, 1),
            "evaluations": state.evaluations,
        }

    @staticmethod
    def _checkpoint_name(generation: int) -> str:
        return f"{generation:06d}{checkpoint.SUFFIX}"

    def _checkpoint(self, generation: int) -> Path:
        return self._folder.checkpoints / self._checkpoint_name(generation)

    def _best(self) -> Path:
        """The checkpoint that plays."""
        return self._folder.checkpoints / str(self._state.best)

    def _rating(self, gate: dict[str, Any]) -> float | None:
        """Of a new generation, from its games at the gate and those of all before it; ``None`` if it has none."""
        ratings = generation_ratings([*self._folder.read_metrics(), gate])
        return ratings[-1].elo if ratings and ratings[-1].generation == gate["generation"] else None

    def _info(self, parent: str | None, rating: float | None = None) -> CheckpointInfo:
        size = self._config.size
        return CheckpointInfo(
            architecture=self._learner.network.architecture,
            rows=size.rows,
            cols=size.cols,
            step=self._learner.steps,
            games=self._state.games,
            positions=self._learned_positions,
            generation=self._state.generation,
            parent=parent,
            run=self._folder.name,
            rating=None if rating is None else round(rating, 1),
            created=datetime.now(UTC).isoformat(timespec="seconds"),
        )

    def _save_learner(self) -> None:
        """Write the learner's file and name it in the state, which is to be written next."""
        name = f"{self._state.network}-{self._learner.steps:08d}.safetensors"
        self._state.learner_checksum = self._learner.save(self._folder.learner / name)
        self._state.learner = name
        self._state.steps = self._state.earlier_steps + self._learner.steps

    def _keep_learned(self) -> None:
        """What was learned outlasts a kill from now on."""
        self._folder.check_place()
        self._save_learner()
        self._write_state()
        self._forget_learners()
        self._raise_if_stopped()

    def _write_state(self) -> None:
        """With the time and the evaluations until now."""
        self._folder.check_place()
        self._count_work(self._state)
        self._folder.write_state(self._state)

    def _forget_learners(self) -> None:
        """Remove the files that the state on disk doesn't name any more."""
        for file in self._folder.learner.glob("*.safetensors"):
            if file.name != self._state.learner:
                remove_unneeded(file)

    # --- another network --------------------------------------------------------------------------------------

    def _wanted_network(self) -> str:
        """The network that the run is to have now. Once it has another one than the first it doesn't go back to that, whatever is set since."""
        if self._state.network in (None, self._config.first_network):
            return self._config.network_at(self._state.positions)
        return self._config.network

    def _make_learner(self) -> Learner:
        """For the network that the run is to have now; if it had another one before, it grows from that one where it can, and will first learn
        from what that one has played."""
        before, network = self._state.network, self._wanted_network()
        threads = self._config.threads // 2 if plays_apart(self._config) else None
        learner = Learner(replace(self._config, network=network), threads=threads)
        if network != before:
            if before and self._state.best is not None and can_grow(before, network):
                learner.start_from(checkpoint.load(self._best(), self._config.size)[0])
            passes = self._config.catch_up_passes * self._replay.positions(self._due) / self._config.batch
            self._state.catch_up_steps = round(passes)
            self._state.network = network
            self._state.generation_steps, self._state.gate_scores = 0, []
            self._state.learner = None
            self._state.earlier_steps = self._state.steps
        return learner

    def _catch_up(self) -> None:
        """Learn from the replay alone, in parts that survive a kill; there is nothing to catch up with where it has been lost."""
        if self._replay.positions(self._due) == 0:
            self._state.catch_up_steps = 0
        if self._learner.steps >= self._state.catch_up_steps:
            return
        with self._play_on(self._due):
            while self._learner.steps < self._state.catch_up_steps:
                self._learn(self._state.catch_up_steps - self._learner.steps, "catching up")
                self._keep_learned()

    def _accept_first_network(self) -> None:
        """A run begins with random weights, or those of another run's checkpoint, as its best network; with these it goes on where that run was."""
        if self._config.start_from:
            network, info = checkpoint.load(user_path(self._config.start_from), self._config.size)
            self._state.positions_before = info.learned_positions
            steps = self._config.learn_ratio * info.learned_positions / self._config.batch
            self._learner.start_from(network, round(min(steps, checkpoint.MOST_COUNTED)))
        self._save_learner()
        name = self._checkpoint_name(0)
        checkpoint.save(self._folder.checkpoints / name, self._learner.network, self._info(None))
        self._state.best = name
        self._folder.write_state(self._state)

    # --- self-play --------------------------------------------------------------------------------------------

    def _play(self, generation: int) -> None:
        """Self-play until the generation has its positions."""

        def moved() -> None:
            self._status.phase = "self-play"
            self._tell_made()

        if not self._is_played(generation):
            if self._crew.positions:  # it has loaded all that it plays with
                self._status.phase = "self-play"
                self._begin_pace()
            self._crew.play(self._orders(generation, moved))
            self._raise_if_stopped()
            moved()
        self._pace = None

    @contextmanager
    def _play_on(self, generation: int) -> Iterator[None]:
        """While something else is done, those of the crew who are not in its way play the games of a generation that will be wanted."""
        if not plays_apart(self._config) or self._is_played(generation):
            yield
            return
        if self._crew.positions:
            self._begin_pace()
        done = threading.Event()
        orders = replace(
            self._orders(generation, self._tell_made),
            enough=lambda: done.is_set() or self._is_played(generation),
            check=lambda: None,
            most_threads=self._config.threads - self._learner.threads,
        )
        with ThreadPoolExecutor(1) as pool:
            self._playing_on = pool.submit(self._crew.play, orders)
            try:
                yield
            finally:
                done.set()
            self._playing_on.result()
        self._playing_on = None

    def _orders(self, generation: int, moved: Callable[[], None]) -> Orders:
        """To play a generation by the network that is best by now."""
        room = self._config.games_kept - self._folder.games_kept_of(generation)

        def add(samples: Samples, record: bytes) -> None:
            nonlocal room
            self._folder.check_place()
            self._replay.add(generation, samples)
            self._begin_pace()
            if record and room > 0:
                self._folder.keep_game(generation, record)
                room -= 1

        name = player_name(self._folder.name, generation)
        return Orders(
            task=Task(network=self._best(), name=name, simulations=self._simulations),
            add=add,
            moved=moved,
            enough=lambda: self._is_played(generation),
            stopped=self._stop.is_set,
            check=self._check,
        )

    def _is_played(self, generation: int) -> bool:
        return self._replay.positions_of(generation) >= self._config.generation_positions

    def _begin_pace(self) -> None:
        """Measure from here on how fast the generation is played, unless that is measured already."""
        one_move_of_each_game = self._config.threads * self._config.parallel_games
        self._pace = self._pace or Pace(
            self._crew.positions, self._crew.evaluations, time.monotonic(), one_move_of_each_game
        )

    def _tell_made(self) -> None:
        """All games and positions of the run, with those of generations that are not finished, and how fast the latest are made."""
        begun = (self._due, self._due + 1)
        self._status.games = self._state.games + sum(map(self._replay.games_of, begun))
        self._status.positions = self._state.positions + sum(map(self._replay.positions_of, begun))
        now = time.monotonic()
        if self._pace and (speeds := self._pace.speeds(self._crew.positions, self._crew.evaluations, now)):
            self._status.positions_per_second, self._status.evaluations_per_second = speeds

    # --- learning and the gate --------------------------------------------------------------------------------

    def _learn_from(self, generation: int) -> Losses:
        """As many steps as a generation asks for, in parts that survive a kill; means over all of them."""
        positions = self._config.learn_ratio * self._fullness() * self._replay.positions_of(generation)
        wanted = max(1, round(positions / self._config.batch))
        while (left := wanted - self._state.generation_steps) > 0:
            self._state.generation_steps += self._learn(left, "learning")
            self._keep_learned()
        rows = self._folder.read_steps(self._state.step_rows - self._state.generation_steps)
        return _mean(rows[:, 1:])

    def _learn(self, most: int, phase: str) -> int:
        """A part of so many steps, fewer if the session is asked to stop; how many were made."""
        torch.set_num_threads(self._learner.threads_each)
        self._replay.window = self._window(self._due_positions)
        window = self._replay.all(self._due)
        draw = np.cumsum(1 + self._config.surprise_weight * (window.surprise.astype(np.float64) - 1))
        losses: list[Losses] = []
        while len(losses) < min(most, LEARNED_PART) and not self._stop.is_set():
            index = np.searchsorted(draw, self._random.random(self._config.batch) * draw[-1], side="right")
            losses.append(self._learner.learn(window.take(index), self._random))
            self._progress.learned(losses[-1])
            self._progress.tell(phase)
            self._check()
        if losses:
            rows = np.array([[getattr(x, f.name) for f in fields(Losses)] for x in losses])
            self._learner.check_policy(_mean(rows))
            self._check_learned(window)
            self._append_losses(rows)
        return len(losses)

    def _append_losses(self, rows: np.ndarray) -> None:
        """Of the latest steps."""
        self._folder.check_place()
        last = self._state.earlier_steps + self._learner.steps
        numbers = np.arange(last - len(rows), last) + 1
        self._folder.append_steps(np.column_stack((numbers, rows)), self._state)

    def _check_learned(self, window: Samples) -> None:
        """:class:`LearningFailed` if the network is not to be kept, neither to learn on nor to play, where it computes in another precision; the
        run can go on from what was kept before."""
        some = window.take(np.linspace(0, len(window) - 1, CHECKED).astype(np.int64))
        self._learner.check(some)
        evaluator = NetworkEvaluator(self._learner.network, self._config.size, largest_batch=CHECKED)
        FiniteEvaluator(evaluator).evaluate(some.leaves(), CHECKED)

    def _play_at_gate(self) -> None:
        """Games of the new network, in parts whose results survive a kill."""
        state = self._state
        while (left := self._config.gate_games - sum(played for _, _, played in state.gate_scores)) > 0:
            torch.set_num_threads(1)
            self._progress.tell("gate", force=True)
            opponents = [number for number, _, _ in state.gate_scores] or self._opponents()
            scores = play_generations(
                self._learner.network,
                [(number, self._checkpoint(number)) for number in opponents],
                min(left, GATE_PART * self._config.threads),
                self._config,
                self._random,
                self._check,
                self._stop.is_set,
            )
            self._raise_if_stopped()
            state.gate_scores = added(state.gate_scores, scores)
            self._write_state()

    def _opponents(self) -> list[int]:
        """Generations that the new one plays against: the best, whose place it may have to win, or else some that tell of its rating."""
        if self._config.gate_win_rate > 0:
            return [self._state.best_generation]
        worth = worth_playing(self._folder.read_metrics(), self._state.generation + 1)
        known = [each for each in worth if self._can_play(each)]
        if not known:
            return [self._state.best_generation]
        count = min(len(known), RATING_OPPONENTS, self._config.gate_games)
        return sorted(self._random.choice(known, count, replace=False).tolist())

    def _can_play(self, generation: int) -> bool:
        """Whether the network of an earlier generation is there and sound: a run goes on without some of them."""
        path = self._checkpoint(generation)
        if not path.exists():
            return False
        try:
            checkpoint.read_info(path)
        except CheckpointError as error:
            log.warning("generation %d can't play: %s", generation, error)
            return False
        return True

    # --- stopping and telling ---------------------------------------------------------------------------------

    def _check(self) -> None:
        """Look for reasons to stop, and tell what is going on; called every moment by the main thread. Raises what ended games played beside."""
        if self._playing_on is not None and self._playing_on.done():
            self._playing_on.result()
        if self._deadline is not None and time.monotonic() >= self._deadline:
            self._stop.set()
        if time.monotonic() - self._last_look >= LOOK_SECONDS:
            self._last_look = time.monotonic()
            if self._folder.stop_asked():
                self._stop.set()
        self._progress.tell()

    def _raise_if_stopped(self) -> None:
        if self._stop.is_set():
            raise Stopped


def _mean(rows: np.ndarray) -> Losses:
    """Of the losses of some steps, ``[n, fields of Losses]``."""
    return Losses(*rows.mean(axis=0, dtype=np.float64).tolist())


def _check_start(folder: RunFolder, config: RunConfig | None) -> None:
    """:class:`ai.checkpoint.CheckpointError` or :class:`LearningFailed` if a new run can't begin with the weights that it is to have, before a folder
    is made for it."""
    if config is not None and config.start_from and folder.read_state().best is None:
        network = checkpoint.load(user_path(config.start_from), config.size)[0]
        if refusal := why_not_begin(network.architecture, config.network):
            raise LearningFailed(refusal)


def train(
    path: Path,
    config: RunConfig | None,
    minutes: float | None,
    background: bool,
    evaluations: int | None = None,
) -> None:
    """Start or continue the run in ``path``, for so many ``minutes``, or until its self-play has asked for so many ``evaluations``. In the
    background the process gives way to others. :class:`RunError` or :class:`ai.checkpoint.CheckpointError` if it can't."""
    if background:
        give_way()
    folder = RunFolder(path)
    _check_start(folder, config)
    config, state = folder.open(config)
    try:
        session = Session(folder, config, state, minutes, evaluations)
        try:
            with interrupts(session.ask_to_stop):
                session.run()
        finally:
            session.close()
    finally:
        folder.close()

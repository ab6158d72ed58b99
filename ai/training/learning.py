"""What a run learns: the network that learns, its steps in parts that survive a kill, and growing into a larger network."""

from dataclasses import fields, replace

import numpy as np
import torch

from ai import checkpoint
from ai.checkpoint import CheckpointInfo
from ai.evaluator import NetworkEvaluator
from ai.networks import why_not_begin
from ai.networks.common import Network
from ai.training.crew import plays_apart
from ai.training.errors import answers_no_numbers
from ai.training.learner import Learner, Losses
from ai.training.playing import Playing
from ai.training.run import Run
from ai.training.samples import Samples
from core.files import patiently, remove_unneeded, user_path
from core.machine import awake_seconds

CHECKED = 256
"""How many positions, spread over the window, a network is tried on before it is kept."""
LEARNED_PART, LEARNED_SECONDS = 1000, 20.0
"""The learner is kept, and its losses are shown, after this many steps or seconds, whichever comes first."""


class Learning:
    """Has the run's network learn, while the part of the crew whose threads are not needed plays on."""

    def __init__(self, run: Run, playing: Playing):
        self._run = run
        self._playing = playing
        self.learner = self._make_learner()
        if run.state.learner is not None:
            self.learner.load(run.folder.learner / run.state.learner, run.state.learner_checksum)

    @property
    def network(self) -> Network:
        """The network that learns, in the form that plays: the mean of its weights."""
        return self.learner.network

    def begin(self) -> None:
        """Keep the weights that a run begins with: random ones, or those of a checkpoint, from which it goes on where that one's run was."""
        config, state = self._run.config, self._run.state
        if config.start_from:
            network, info = checkpoint.load(user_path(config.start_from), config.size)
            state.positions_before = info.learned_positions
            self._start_from(self.learner, network, info)
        self._save_learner()

    def _start_from(self, learner: Learner, network: Network, info: CheckpointInfo) -> None:
        """Have ``learner`` go on from ``network``, as after the steps that it has learned by."""
        steps = self._run.config.learn_ratio * info.learned_positions / self._run.config.batch
        learner.start_from(network, round(min(steps, checkpoint.MOST_COUNTED)))

    # --- another network --------------------------------------------------------------------------------------

    def _wanted_network(self) -> str:
        """The network that the run should have now. Once it has left ``first_network`` it doesn't go back to it, whatever is set since."""
        config, state = self._run.config, self._run.state
        if state.network in (None, config.first_network):
            return config.network_at(state.positions)
        return config.network

    def _make_learner(self) -> Learner:
        """A learner for the network that the run should have now. If the run had another network before, the new one begins with the weights of the
        best so far, if it can have them or grow from them, and first has to catch up with what has been played."""
        run, state = self._run, self._run.state
        before, network = state.network, self._wanted_network()
        threads = run.config.threads // 2 if plays_apart(run.config) else None
        learner = Learner(replace(run.config, network=network), threads=threads)
        if network != before:
            if state.best is not None:
                best, info = checkpoint.load(run.best, run.config.size)
                if why_not_begin(best.architecture, network) is None:
                    self._start_from(learner, best, info)
            passes = run.config.catch_up_passes * run.replay.positions(run.due) / run.config.batch
            state.change_network(network, round(passes))
        return learner

    def catch_up(self) -> None:
        """Take another network if that is due, and have it learn from the replay before it plays. Nothing is caught up with where the replay is
        lost."""
        run, state = self._run, self._run.state
        if self._wanted_network() != state.network:
            self.learner = self._make_learner()
        if run.replay.positions(run.due) == 0:
            state.catch_up_steps = 0
        status = run.progress.status
        status.learner_steps, status.catch_up_steps = self.learner.steps, state.catch_up_steps
        if self.learner.steps >= state.catch_up_steps:
            return
        with self._playing.beside(run.due, self.learner.threads):
            while self.learner.steps < state.catch_up_steps:
                started = awake_seconds()
                self._learn(state.catch_up_steps - self.learner.steps, "catching up")
                state.catch_up_seconds += awake_seconds() - started
                self._keep_learned()

    # --- a generation -----------------------------------------------------------------------------------------

    def learn_from(self, generation: int) -> Losses:
        """Make the steps that ``generation`` asks for, or one more where the losses of all are lost. Returns the means of the losses that are
        known."""
        run, state = self._run, self._run.state
        positions = run.config.learn_ratio * self._fullness() * run.replay.positions_of(generation)
        wanted = max(1, round(positions / run.config.batch))
        if state.step_rows == 0:  # the file of the steps made so far was removed
            wanted = max(wanted, state.generation_steps + 1)
        status = run.progress.status
        status.generation_steps, status.generation_steps_wanted = state.generation_steps, wanted
        while (left := wanted - state.generation_steps) > 0:
            started = awake_seconds()
            made = self._learn(left, "learning")
            state.learned(made, awake_seconds() - started)
            self._keep_learned()
        status.generation_steps = status.generation_steps_wanted = 0
        # somebody may have removed the file meanwhile
        first = max(0, state.step_rows - state.generation_steps)
        return _mean(patiently(lambda: run.folder.read_steps(first))[:, 1:])

    def _fullness(self) -> float:
        """The share of ``learn_ratio`` that counts now. For a run that began with a checkpoint this is how full its window is: a few games would be
        learned by heart, and what the network knows forgotten over them. A run that began at random has nothing to lose."""
        run = self._run
        if not run.state.positions_before:
            return 1.0
        return min(1.0, run.replay.positions(run.due) / run.window(run.due_positions))

    def _learn(self, most: int, phase: str) -> int:
        """Make at most ``most`` steps, fewer where they take long or the session is asked to stop. Returns how many were made."""
        run = self._run
        torch.set_num_threads(self.learner.threads_each)
        run.replay.window = run.window(run.due_positions)
        window = run.replay.all(run.due)
        draw = np.cumsum(1 + run.config.surprise_weight * (window.surprise.astype(np.float64) - 1))
        losses: list[Losses] = []
        started = awake_seconds()
        while len(losses) < min(most, LEARNED_PART) and not run.is_stopped():
            index = np.searchsorted(draw, run.random.random(run.config.batch) * draw[-1], side="right")
            losses.append(self.learner.learn(window.take(index), run.random))
            run.progress.learned(losses[-1])
            run.progress.tell(phase)
            run.check()
            if awake_seconds() - started > LEARNED_SECONDS:
                break
        if losses:
            rows = np.array([[getattr(x, f.name) for f in fields(Losses)] for x in losses])
            self.learner.check_policy(_mean(rows))
            self._check_learned(window)
            self._append_losses(rows)
        return len(losses)

    def _check_learned(self, window: Samples) -> None:
        """:class:`ai.training.errors.LearningFailed` if the network is ruined, as it learns or as it plays, in another precision. It is then not
        kept, and the run can go on from what was kept before."""
        some = window.take(np.linspace(0, len(window) - 1, CHECKED).astype(np.int64))
        self.learner.check(some)
        usual = self._run.config.parallel_games
        evaluator = NetworkEvaluator(
            self.network, self._run.config.size, largest_batch=max(CHECKED, usual), usual_batch=usual
        )
        if not all(
            np.isfinite(answers[: len(some)]).all()
            for answers in evaluator.evaluate(some.positions(), len(some))
        ):
            raise answers_no_numbers()

    def _append_losses(self, rows: np.ndarray) -> None:
        """Keep the losses of the latest steps."""
        self._run.folder.check_place()
        last = self._run.state.earlier_steps + self.learner.steps
        numbers = np.arange(last - len(rows), last) + 1
        self._run.folder.append_steps(np.column_stack((numbers, rows)), self._run.state)

    # --- what is kept -----------------------------------------------------------------------------------------

    def _keep_learned(self) -> None:
        """Keep what was learned so far, so that it outlasts a kill; :class:`ai.training.run.Stopped` if the session is asked to stop."""
        self._run.folder.check_place()
        self._save_learner()
        self._run.write_state()
        self._forget_learners()
        self._run.raise_if_stopped()

    def _save_learner(self) -> None:
        """Write the learner's file and name it in the state; the caller then writes the state."""
        state, folder = self._run.state, self._run.folder.learner
        name = f"{state.network}-{self.learner.steps:08d}{checkpoint.SUFFIX}"
        state.keep_learner(name, self.learner.save(folder / name), self.learner.steps)

    def _forget_learners(self) -> None:
        """Remove learners' files that the state on disk doesn't name any more."""
        for file in self._run.folder.learner.glob(f"*{checkpoint.SUFFIX}"):
            if file.name != self._run.state.learner:
                remove_unneeded(file)


def _mean(rows: np.ndarray) -> Losses:
    """The means of the losses of some steps, ``[n, fields of Losses]``."""
    return Losses(*rows.mean(axis=0, dtype=np.float64).tolist())

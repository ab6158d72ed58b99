"""A training session: self-play, learning and the gate, generation by generation, until it is asked to stop.

The best network so far plays, its games are learned from, and the new network takes its place if it wins enough games against it (Gao et al. 2022,
section 3). While a generation is learned and tried at the gate, other processes go on with the games of the next. Everything that must survive is in
the run folder.
"""

import logging
from collections.abc import Callable
from contextlib import AbstractContextManager, closing, nullcontext
from dataclasses import fields
from datetime import UTC, datetime
from pathlib import Path
from threading import Event
from typing import Any

from ai import checkpoint
from ai.checkpoint import CheckpointError, CheckpointInfo
from ai.lack_of_memory import is_lack_of_memory
from ai.networks import why_anew, why_not_begin
from ai.session_folder import FiguresError, why_stopped
from ai.training.config import RunConfig
from ai.training.decline import decline
from ai.training.errors import LearningFailed, RunError
from ai.training.gate import is_enough, try_network
from ai.training.learner import Losses
from ai.training.learning import Learning
from ai.training.playing import Playing
from ai.training.progress import tell_generation, tell_unfinished
from ai.training.ratings import generation_ratings
from ai.training.run import Run, Stopped
from ai.training.run_folder import RunFolder
from ai.training.run_state import RunState
from ai.training.tensorboard import write_scalars
from ai.training.told_settings import untold
from core.files import user_path
from core.interrupts import interrupts
from core.priority import give_way
from core.sentence import Sentence, sentence_of

log = logging.getLogger(__name__)


class Session:
    """One process's work on a run."""

    def __init__(
        self,
        folder: RunFolder,
        config: RunConfig,
        state: RunState,
        minutes: float | None = None,
        evaluations: int | None = None,
        stop: Event | None = None,
    ):
        self.stop = stop or Event()
        """Any thread or a signal handler may set it, to ask the session to stop."""
        self._most_evaluations = evaluations
        self._run = Run(folder, config, state, minutes, self.stop)
        self._playing = Playing(self._run)
        self._learning = Learning(self._run, self._playing)

    def close(self) -> None:
        self._run.crew.close()

    def work(self, after_each: Callable[[], None] = lambda: None) -> None:
        """Work until asked to stop; ``after_each`` is called after each generation. The run can go on later from what is on disk."""
        run = self._run
        run.progress.warn(decline(run.folder.read_metrics()))
        try:
            self._playing.begin()
        except Stopped:
            run.folder.check_place()
            run.progress.tell("stopped", force=True)
            return
        if run.state.best is None:
            self._accept_first_network()
        try:
            evaluations = run.folder.finished_evaluations()
            while self._most_evaluations is None or evaluations < self._most_evaluations:
                self._learning.catch_up()
                self._generation()
                after_each()
                evaluations = run.state.evaluations
            self._playing.keep_open_games()
            run.progress.tell("stopped", force=True)
        except Stopped:
            self._playing.keep_open_games()
            run.keep_counters()
            run.progress.tell("stopped", force=True)
            tell_unfinished(run.due)
        except Exception:
            try:
                run.keep_counters()
            except (OSError, RunError) as error:  # the first error is the one to tell
                log.warning("time and evaluations can't be kept: %s", str(error))
            raise

    def _accept_first_network(self) -> None:
        """Make the network of generation 0 the best one, with which a new run begins."""
        config = self._run.config
        if said := why_anew(config.network_at(0), config.network):
            log.warning("%s", said)
        self._learning.begin()
        first = self._run.checkpoint(0)
        checksum = checkpoint.save(first, self._learning.network, self._info(None))
        state = self._run.state
        state.take(first.name, checksum)
        state.first_checksum = checksum
        self._run.folder.write_state(state)

    # --- one generation ---------------------------------------------------------------------------------------

    def _generation(self) -> None:
        """Play, learn, compare, write."""
        run, status = self._run, self._run.progress.status
        generation = run.due
        status.simulations = run.simulations
        speeds = self._playing.play(generation)
        made, asked = (None, None) if speeds is None else (round(speed, 1) for speed in speeds)
        with self._playing.beside(generation + 1, self._learning.learner.threads):
            losses = self._learning.learn_from(generation)
            gate = self._compare(generation)
        run.folder.check_place()
        learned = {
            "learning_seconds": round(run.state.learning_seconds, 1),
            "generation_steps": run.state.generation_steps,
            "catch_up_seconds": round(run.state.catch_up_seconds, 1),
        }
        run.state.finish_generation(run.replay.games_of(generation), run.replay.positions_of(generation))
        run.count_work(run.state)
        checksum = self._keep_network(gate)
        line = {
            **gate,
            **self._figures(generation, losses),
            "checksum": checksum,
            **learned,
            "positions_per_second": made,
            "evaluations_per_second": asked,
            "simulations": status.simulations,
            "settings": untold(run.folder.read_metrics(), run.config),
        }
        run.replay.secure(generation)
        run.folder.append_line(line)  # it counts once the state is written
        run.folder.write_state(run.state)
        run.forget_old()
        run.tell_made()
        # at once: who reads the figures of this generation is not to be told that it is still at the gate
        run.progress.tell("learning" if run.is_played(run.due) else "self-play", force=True)
        lines = run.folder.read_metrics()
        run.progress.warn(decline(lines))
        write_scalars(run.folder.path / "tensorboard", lines)
        tell_generation(line)

    def _compare(self, generation: int) -> dict[str, Any]:
        """Play at the gate: the games as the metrics have them, and whether the new network is taken."""
        scores = try_network(self._run, self._learning.network)
        wins, games = sum(won for _, won, _ in scores), sum(played for _, _, played in scores)
        return {
            "generation": generation,
            "gate_wins": wins,
            "gate_games": games,
            "gate_scores": scores,
            "accepted": is_enough(wins, games, self._run.config.gate_win_rate),
        }

    def _keep_network(self, gate: dict[str, Any]) -> str:
        """Write the new network; if it was taken, it plays from now on. Returns the checksum of its weights."""
        state = self._run.state
        path = self._run.checkpoint(state.generation)
        checksum = checkpoint.save(path, self._learning.network, self._info(state.best, self._rating(gate)))
        if gate["accepted"]:
            state.take(path.name, checksum)
        return checksum

    def _rating(self, gate: dict[str, Any]) -> float | None:
        """The rating of a new generation by its games at the gate and those of all generations before it; ``None`` if it has none."""
        ratings = generation_ratings([*self._run.folder.read_metrics(), gate])
        return ratings[-1].elo if ratings and ratings[-1].generation == gate["generation"] else None

    def _info(self, parent: str | None, rating: float | None = None) -> CheckpointInfo:
        run, size = self._run, self._run.config.size
        return CheckpointInfo(
            architecture=self._learning.network.architecture,
            rows=size.rows,
            cols=size.cols,
            step=self._learning.learner.steps,
            games=run.state.games,
            positions=run.learned_positions,
            generation=run.state.generation,
            parent=parent,
            run=run.folder.name,
            rating=None if rating is None else round(rating, 1),
            created=datetime.now(UTC).isoformat(timespec="seconds"),
        )

    def _figures(self, generation: int, losses: Losses) -> dict[str, Any]:
        """The figures of a generation that the state counts already."""
        run, state = self._run, self._run.state
        black_wins, moves = run.replay.results_of(generation)
        games = run.replay.games_of(generation)
        return {
            "games": state.games,
            "positions": state.positions,
            "steps": state.steps,
            "network": state.network,
            **{field.name: round(getattr(losses, field.name), 5) for field in fields(losses)},
            "game_length": round(moves / max(1, games), 2),
            "black_wins": black_wins,
            "generation_games": games,
            "checkpoint": run.checkpoint(generation).name,
            "best": state.best,
            "seconds": round(state.seconds, 1),
            "processor_seconds": round(state.processor_seconds, 1),
            "evaluations": state.evaluations,
        }


def _check_start(folder: RunFolder, config: RunConfig | None) -> None:
    """:class:`ai.checkpoint.CheckpointError` or :class:`LearningFailed` if a new run can't begin with the weights of ``start_from``; checked before a
    folder is made."""
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
    working: AbstractContextManager[Callable[[], None]] | None = None,
) -> None:
    """Start or continue the run in ``path``, for ``minutes`` minutes, or until its self-play has asked for ``evaluations`` evaluations. In the
    background the process gives way to others. If it ends by an exception, the run's progress tells the reason, as :func:`why_ended` does.

    ``working`` is entered once nothing can be refused any more; the function that it gives is called after each generation."""
    if background:
        give_way()
    folder, stop = RunFolder(path), Event()
    # also while it starts, which takes long where much is read, and while its processes end
    with interrupts(stop.set):
        _check_start(folder, config)
        config, state = folder.open(config)
        try:
            with (
                closing(Session(folder, config, state, minutes, evaluations, stop)) as session,
                working or nullcontext(lambda: None) as after_each,
            ):
                session.work(after_each)
        except Exception as error:
            folder.leave_reason(why_ended(path, error) or f"{type(error).__name__}: {error}")
            if isinstance(error, CheckpointError | OSError):
                folder.check_place()  # if the folder is gone, that is the error to tell, not the file that was missed first
            raise
        finally:
            folder.close()


def why_ended(path: Path, error: Exception) -> str | None:
    """What to say of the ``error`` that ended the session in ``path``; ``None`` if it is unexpected."""
    if isinstance(error, RunError | FiguresError | CheckpointError | LearningFailed):
        return sentence_of(error)
    if isinstance(error, OSError):
        return why_stopped(path, error)
    if is_lack_of_memory(error):
        return Sentence(
            "there is not enough memory; set processes to 1 or a few, or lower parallel_games, simulations, gate_simulations, batch, "
            "window_positions or workers"
        )
    return None

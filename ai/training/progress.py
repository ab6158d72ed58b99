"""What a session tells of its work: ``progress.json``, which windows follow, and lines on standard output."""

import logging
import os
from collections import deque
from dataclasses import dataclass, fields
from typing import Any

import numpy as np

from ai.session_folder import folder_for_file, tell
from ai.training.learner import Losses
from ai.training.run_folder import RunFolder
from ai.training.status import Status
from core.machine import awake_seconds
from core.sentence import Sentence, reason_of

log = logging.getLogger(__name__)

STATUS_SECONDS = 1.0
PRINT_SECONDS = 10.0
MEASURED_SECONDS = 3.0
"""How long evaluations are counted before their speed is told: several processes tell theirs in turn, about once a second."""
STEPS_TOLD = 100
"""How many of the latest steps the losses told between generations are means over."""


Speeds = tuple[float, float]
"""Positions a second that self-play makes, and that it asks its network for."""


@dataclass(frozen=True)
class SpeedMark:
    """Where the measurement of self-play's speed began: what this session's crew had made by then."""

    positions: int
    evaluations: int
    started: float
    """The time when it began, in seconds."""
    least: int
    """Positions to be made before a speed is told; fewer would not show it."""

    def speeds(self, positions: int, evaluations: int, now: float) -> Speeds | None:
        """The speeds since then; ``None`` if too few positions have been made to tell."""
        if positions - self.positions < self.least:
            return None
        seconds = max(1e-3, now - self.started)  # some clocks stand still for a moment
        return (positions - self.positions) / seconds, (evaluations - self.evaluations) / seconds

    def evaluations_per_second(self, evaluations: int, now: float) -> float | None:
        """The speed of evaluations alone, which is known sooner; ``None`` in the first seconds."""
        seconds = now - self.started
        return None if seconds < MEASURED_SECONDS else (evaluations - self.evaluations) / seconds


class Progress:
    """Keeps the session's status and tells it, about once a second."""

    def __init__(self, folder: RunFolder, earlier_seconds: float, deadline: float | None):
        """The run was worked on for ``earlier_seconds`` before this session, which ends at ``deadline``, by :func:`awake_seconds`."""
        self._folder = folder
        self._began = awake_seconds() - earlier_seconds
        self._deadline = deadline
        self.status = Status()
        for line in folder.read_metrics(1):
            self.status.positions_per_second = line["positions_per_second"] or 0.0
            self.status.evaluations_per_second = line.get("evaluations_per_second") or 0.0
        self._latest: deque[tuple[float, float]] = deque(maxlen=STEPS_TOLD)
        """Policy and value loss of the latest steps."""
        self._last_written = 0.0
        self._last_printed = 0.0
        self.usually_open = 0.0
        """Positions that games under way hold in the long run. Where they hold fewer, as those that have just begun, they fill up first."""
        self._why_not_written = ""
        """Why the progress could not be written when that was last tried in vain."""

    @property
    def seconds(self) -> float:
        """Time worked on the run until now, over all sessions."""
        return awake_seconds() - self._began

    def learned(self, losses: Losses) -> None:
        """Count a step of learning with its losses."""
        self.status.learner_steps += 1
        if self.status.generation_steps_wanted:
            self.status.generation_steps += 1
        self._latest.append((losses.policy, losses.value))
        policy, value = np.mean(self._latest, axis=0).tolist()
        self.status.policy_loss, self.status.value_loss = round(policy, 4), round(value, 4)

    def warn(self, said: Sentence | None) -> None:
        """Warn of ``said`` from now on, or of nothing; a new warning is logged."""
        if said is not None and not self.status.warning:
            log.warning("%s", said)
        self.status.warning = "" if said is None else said.to_json()

    def tell(self, phase: str | None = None, force: bool = False) -> None:
        """Tell the status, about once a second, or at once with ``force``. ``phase`` is the session's new phase; without it the phase stays."""
        now = awake_seconds()
        self.status.phase = phase or self.status.phase
        if now - self._last_written < STATUS_SECONDS and not force:
            return
        self._last_written = now
        self.status.elapsed_seconds = round(self.seconds, 1)
        self.status.remaining_seconds = (
            None if self._deadline is None else round(max(0.0, self._deadline - now), 1)
        )
        self.status.generation_seconds_left = self._generation_seconds_left()
        self.status.pid = os.getpid()
        try:
            self._folder.write_progress({f.name: getattr(self.status, f.name) for f in fields(Status)})
        except OSError as error:  # nothing depends on this file; a full disk shows with the run's own files
            self._warn_of_failure(error)
        if now - self._last_printed >= PRINT_SECONDS or self.status.phase == "stopped":
            self._last_printed = now
            tell(_sentence(self.status))

    def _generation_seconds_left(self) -> float | None:
        """As :attr:`ai.training.status.Status.generation_seconds_left`."""
        status = self.status
        missing = status.generation_positions - status.generation_made
        if status.phase != "self-play" or missing <= 0 or not status.positions_per_second:
            return None
        to_fill = max(0.0, self.usually_open - status.open_positions)
        return round((missing + to_fill) / status.positions_per_second, 1)

    def _warn_of_failure(self, error: OSError) -> None:
        """Warn, once for each reason, that the progress can't be written: the next attempt is soon."""
        said = folder_for_file(error) or reason_of(error)
        if said != self._why_not_written:
            log.warning("the progress can't be written: %s", said)
        self._why_not_written = said


def tell_generation(line: dict[str, Any]) -> None:
    """Print the figures of a finished generation."""
    speed = line["positions_per_second"]
    gate = f"won {line['gate_wins']} of {line['gate_games']} at the gate, " if line["gate_games"] else ""
    tell(
        f"generation {line['generation']}: {line['games']} games, {line['positions']} positions, "
        f"policy loss {line['policy']:.3f} (at best {line['policy_entropy']:.3f}), "
        f"value loss {line['value']:.3f}, winner told in {100 * line['value_accuracy']:.0f}%, "
        f"{gate}{'taken' if line['accepted'] else 'refused'}, "
        f"{'' if speed is None else f'{speed:.0f} positions/s, '}{_clock(line['seconds'])}"
    )


def tell_unfinished(generation: int) -> None:
    """Print that the session was stopped within a generation."""
    tell(f"generation {generation} is not finished; the same command goes on with it")


def _sentence(status: Status) -> str:
    left = "" if status.remaining_seconds is None else f", {_clock(status.remaining_seconds)} left"
    losses = ""
    if status.policy_loss is not None:
        losses = f", losses {status.policy_loss:.3f} policy {status.value_loss:.3f} value"
    in_open_games = f", {status.open_positions} in open games" if status.open_positions else ""
    speed = f", {status.positions_per_second:.0f} positions/s" if status.positions_per_second else ""
    if status.evaluations_per_second:
        speed += f", {status.evaluations_per_second:.0f} evaluations/s"
    complete = ""
    if status.generation_seconds_left is not None:
        complete = f", generation complete in about {_clock(status.generation_seconds_left)}"
    caught_up = ""
    if status.learner_steps < status.catch_up_steps:  # also after a stop: they are kept
        caught_up = f"caught up {status.learner_steps} of {status.catch_up_steps} steps, "
    return (
        f"  {status.phase}: {caught_up}generation {status.generation}, {status.games} games, {status.positions} positions"
        f"{in_open_games}{speed}{complete}{losses}, {_clock(status.elapsed_seconds)}{left}"
    )


def _clock(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{rest:02d}"

"""A training run as a folder: everything is written so that a process killed at any moment can go on where it stood.

``config.toml``    the settings
``state.json``     the last finished generation: written whole, last, and so the one truth about how far the run is
``metrics.jsonl``  one JSON object a generation; lines beyond what ``state.json`` knows are cut off
``steps.f32``      the losses of every step of learning; rows beyond what ``state.json`` knows are cut off
``progress.json``  what the process is doing now, rewritten about once a second
``checkpoints/``   a network a generation; ``best`` in the state names the one that plays
``learner/``       weights and optimiser of the network that learns
``replay/``        the positions learned from
``games/``         some games of each generation as SGF
``stop``           asks the process to finish
``lock``           held by the process that works on the run
"""

import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ai.training.config import ConfigError, RunConfig, parse_config
from core.files import write_atomically
from core.lock import FolderLock

LOCK_PATIENCE_SECONDS = 1.0
"""A window that looks whether a run is worked on holds its lock for a moment."""


STEP_COLUMNS = ("step", "policy", "value", "fate", "value_accuracy", "policy_entropy")
"""The columns of ``steps.f32``: the number of the step and :class:`ai.training.learner.Losses`."""
STEP_ROW_BYTES = 4 * len(STEP_COLUMNS)


class RunError(RuntimeError):
    """A run can't be started or gone on with; the message is a sentence that says why."""


@dataclass
class RunState:
    """How far a run is: the end of its last finished generation."""

    generation: int = 0
    games: int = 0
    positions: int = 0
    steps: int = 0
    seconds: float = 0.0
    """Time worked on the run, over all processes."""
    best: str | None = None
    """File name of the checkpoint that plays."""
    best_generation: int = 0
    learner: str | None = None
    """File name of the learner's weights and optimiser."""
    network: str | None = None
    """The network that these are of."""
    catch_up_steps: int = 0
    """Steps that this network learns from the replay before it plays."""
    metrics_bytes: int = 0
    step_rows: int = 0
    """Rows of the losses of every step."""


class RunFolder:
    """The files of one run."""

    def __init__(self, path: Path):
        self.path = path
        self.checkpoints = path / "checkpoints"
        self.learner = path / "learner"
        self.replay = path / "replay"
        self.games = path / "games"
        self.metrics = path / "metrics.jsonl"
        self.steps = path / "steps.f32"
        self._config = path / "config.toml"
        self._state = path / "state.json"
        self._progress = path / "progress.json"
        self._stop = path / "stop"
        self._lock = FolderLock(path)

    @property
    def name(self) -> str:
        return self.path.resolve().name

    def open(self, config: RunConfig | None) -> tuple[RunConfig, RunState]:
        """Make the folder or go on with it. ``config`` is written if given; it must keep the board of an existing run.

        :class:`RunError` if another process works on it, or the folder is no run.
        """
        try:
            for folder in (self.path, self.checkpoints, self.learner, self.replay, self.games):
                folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise RunError(f"the run folder {self.path} can't be made: {error.strerror}") from error
        if not self._lock.take(LOCK_PATIENCE_SECONDS):
            raise RunError(
                f"another process works on the run {self.path}; stop it first or choose another folder"
            )
        self._stop.unlink(missing_ok=True)
        existing = self.read_config()
        if existing is not None and config is not None and existing.board != config.board:
            raise RunError(
                f"the run in {self.path} has board {existing.board}, which can't become {config.board}; "
                "start a new run in another folder"
            )
        config = config or existing or RunConfig()
        if config != existing:
            write_atomically(self._config, config.to_toml().encode())
        state = self.read_state()
        if state.network is None and existing is not None:
            state.network = existing.network  # a run begun before networks could change
        _cut(self.metrics, state.metrics_bytes)
        _cut(self.steps, state.step_rows * STEP_ROW_BYTES)
        return config, state

    def read_config(self) -> RunConfig | None:
        """The run's settings, ``None`` for a new run; :class:`RunError` if they make no sense."""
        if not self._config.exists():
            return None
        try:
            return parse_config(self._config.read_text("utf-8"), self._config)
        except (ConfigError, UnicodeDecodeError) as error:
            raise RunError(str(error)) from error

    def read_state(self) -> RunState:
        """How far the run is; :class:`RunError` if ``state.json`` is damaged, which no kill can do."""
        if not self._state.exists():
            return RunState()
        try:
            return RunState(**json.loads(self._state.read_text("utf-8")))
        except (ValueError, TypeError) as error:
            raise RunError(f"{self._state} is damaged ({error}); restore it or start a new run") from error

    def write_state(self, state: RunState) -> None:
        write_atomically(self._state, json.dumps(asdict(state), indent=1).encode())

    def append_metrics(self, line: dict[str, Any], state: RunState) -> None:
        """Add a generation's figures; they count once ``state`` is written."""
        with self.metrics.open("ab") as file:
            file.write(json.dumps(line).encode() + b"\n")
            file.flush()
            os.fsync(file.fileno())
            state.metrics_bytes = file.tell()

    def append_steps(self, rows: np.ndarray, state: RunState) -> None:
        """Add the losses of some steps, ``[n, len(STEP_COLUMNS)]``; they count once ``state`` is written."""
        with self.steps.open("ab") as file:
            file.write(rows.astype("<f4").tobytes())
            file.flush()
            os.fsync(file.fileno())
            state.step_rows = file.tell() // STEP_ROW_BYTES

    def read_steps(self, first: int = 0) -> np.ndarray:
        """``float32[n, len(STEP_COLUMNS)]``: the losses of every step from row ``first`` on; a row being written is left out."""
        try:
            with self.steps.open("rb") as file:
                file.seek(first * STEP_ROW_BYTES)
                data = file.read()
        except OSError:
            data = b""
        whole = len(data) - len(data) % STEP_ROW_BYTES
        return np.frombuffer(data[:whole], "<f4").reshape(-1, len(STEP_COLUMNS))

    def write_progress(self, progress: dict[str, Any]) -> None:
        write_atomically(self._progress, json.dumps(progress).encode(), durable=False)

    def stop_asked(self) -> bool:
        return self._stop.exists()

    def ask_to_stop(self) -> None:
        """Ask the process that works on this run to finish."""
        self._stop.touch()

    def is_running(self) -> bool:
        """Whether a process works on this run now."""
        return self._lock.is_taken()

    def read_progress(self) -> dict[str, Any] | None:
        """What the process wrote last, ``None`` if there is nothing to read."""
        try:
            progress = json.loads(self._progress.read_text("utf-8"))
        except (OSError, ValueError):
            return None
        return progress if isinstance(progress, dict) else None

    def read_metrics(self, last: int = 0) -> list[dict[str, Any]]:
        """The figures of the ``last`` generations (0: all), oldest first; a line being written is left out."""
        try:
            lines = self.metrics.read_bytes().split(b"\n")[:-1]
        except OSError:
            return []
        return [json.loads(line) for line in lines[-last:] if line]

    def close(self) -> None:
        """Let go of the lock."""
        self._lock.release()


def _cut(path: Path, size: int) -> None:
    """Drop what was written to ``path`` after the state that counts."""
    if path.exists() and path.stat().st_size > size:
        with path.open("r+b") as file:
            file.truncate(size)

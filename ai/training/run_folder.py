"""A training run as a folder: everything is written so that a process killed at any moment can go on where it stood.

``config.toml``    the settings
``state.json``     the last finished generation, and what of the next is done: written whole, last, and so the one truth about how far the run is
``metrics.jsonl``  one JSON object a generation; a line beyond what ``state.json`` knows is cut off
``steps.f32``      the losses of every step of learning; rows beyond what ``state.json`` knows are cut off
``progress.json``  what the process is doing now, rewritten about once a second
``checkpoints/``   a network a generation; ``best`` in the state names the one that plays
``learner/``       weights and optimiser of the network that learns
``replay/``        the positions learned from
``open_games.npz`` games of self-play that were under way when the last session was asked to stop; the next one takes them out
``games/``         some games of each generation as SGF
``openings/``      games of others, put there by hand, within which games of self-play may begin
``tensorboard/``   the same figures for TensorBoard, where that is installed
``stop``           asks the process to finish
``lock``           held by the process that works on the run
"""

import json
import logging
import os
import zlib
from collections.abc import Callable
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any

import numpy as np

from ai.checkpoint import read_checksum, read_info
from ai.session_folder import SessionFolder, cut, why_damaged
from ai.training.config import (
    ConfigError,
    RunConfig,
    parse_config,
    rewritten,
    settings_text,
    unsaid_settings,
)
from ai.training.presets import OURS
from ai.training.run_state import NotOfThisVersion, RunState, are_scores
from core.files import patiently, remove_unneeded, write_atomically
from core.position import Position, Size
from core.records import MAX_BYTES, sgf
from core.records.folders import find_records, usable_games
from core.records.reading import RecordError
from core.sentence import Sentence, reason_of

log = logging.getLogger(__name__)

CHECKPOINTS = "checkpoints"
"""The folder of a run's networks, which are named by their generations."""
OPEN_GAMES = "open_games.npz"
"""The file with the games under way."""
STEP_COLUMNS = ("step", "policy", "value", "fate", "value_accuracy", "policy_entropy")
"""The columns of ``steps.f32``: the number of the step and :class:`ai.training.learner.Losses`."""
STEP_ROW_BYTES = 4 * len(STEP_COLUMNS)

COUNTED = ("games", "positions")
"""What ``state.json`` and the last line of the metrics both count."""
OWN = {
    "config.toml",
    "state.json",
    "metrics.jsonl",
    "steps.f32",
    "progress.json",
    "session.log",
    CHECKPOINTS,
    "learner",
    "replay",
    OPEN_GAMES,
    "games",
    "openings",
    "tensorboard",
}
"""The names of what a run has in its folder, with the log of the window's sessions."""
PASSING = {"stop", "lock"}
"""Names of what any process may leave there, also one that was refused."""


class RunError(RuntimeError):
    """A run can't be started or gone on with; the message is a sentence that says why."""


def why_failed(progress: dict[str, Any]) -> str:
    """What :meth:`RunFolder.leave_reason` has left in ``progress``, with its template if it has come with one; empty where nothing was left."""
    return _told(progress.get("reason", ""))


def warned_of(progress: dict[str, Any]) -> str:
    """What the session warns of in ``progress`` (:meth:`ai.training.progress.Progress.warn`), likewise."""
    return _told(progress.get("warning", ""))


def _told(text: str) -> str:
    try:
        return Sentence.from_json(text)
    except ValueError:
        return text


class RunFolder(SessionFolder):
    """The files of one run."""

    mark = "config.toml"
    figures = {  # what ratings, tables and curves are made of
        "generation": int,
        "games": int,
        "steps": int,
        "policy": int | float,
        "value": int | float,
        "value_accuracy": int | float,
        "game_length": int | float,
        "black_wins": int,
        "generation_games": int,
        "gate_wins": int,
        "gate_games": int,
        "accepted": bool,
        "checkpoint": str,
        "best": str,
        "positions_per_second": int | float | None,
    }
    more_figures = {
        "evaluations_per_second": int | float | None,
        "policy_entropy": int | float,
        "simulations": int,
        "positions": int,
        "seconds": int | float,
        "learning_seconds": int | float,
        "evaluations": int,
        "generation_steps": int,
        "catch_up_seconds": int | float,
    }
    progress_figures = {  # ai.training.progress.Status
        "phase": str,
        "generation": int,
        "games": int,
        "positions": int,
        "generation_made": int,
        "generation_positions": int,
        "catch_up_steps": int,
        "learner_steps": int,
        "generation_steps": int,
        "generation_steps_wanted": int,
        "positions_per_second": int | float,
        "evaluations_per_second": int | float,
        "simulations": int,
        "policy_loss": int | float | None,
        "value_loss": int | float | None,
        "elapsed_seconds": int | float,
        "remaining_seconds": int | float | None,
        "minutes": int | float | None,
        "pid": int,
        "reason": str,
        "warning": str,
    }
    round_name = "generation"

    def __init__(self, path: Path):
        super().__init__(path)
        self.checkpoints = path / CHECKPOINTS
        self.learner = path / "learner"
        self.replay = path / "replay"
        self.open_games = path / OPEN_GAMES
        self.games = path / "games"
        self.openings = path / "openings"
        self.steps = path / "steps.f32"
        self._config = path / self.mark
        self.state_file = path / "state.json"

    def wrong_figures(self, line: dict[str, Any]) -> list[str]:
        wrong = super().wrong_figures(line)
        for won, played in (("gate_wins", "gate_games"), ("black_wins", "generation_games")):
            if not wrong and not 0 <= line[won] <= line[played]:
                wrong = [won]
        if not wrong and not are_scores(line.get("gate_scores", []), line["generation"]):
            wrong = ["gate_scores"]
        return wrong

    def leave_reason(self, reason: str) -> None:
        """Why the session that works here ends by itself, for whoever looks at the run later."""
        told = reason.to_json() if isinstance(reason, Sentence) else reason
        try:
            self.check_place()
            self.write_progress({**(self.read_progress() or {}), "phase": "failed", "reason": told})
        except OSError as error:  # whoever began the session hears the reason all the same
            log.info("why the session has ended can't be written: %s", error)

    @staticmethod
    def round_said(number: int) -> Sentence:
        return Sentence("generation %1", number)

    def has_settings(self) -> bool:
        """Whether the settings are there, without which a folder is none of a run; they may make no sense."""
        return os.path.exists(self._config)

    def has_traces(self) -> bool:
        """Whether a session has worked here, be the settings lost; one that could not begin leaves no more than a log and empty folders."""
        told = os.path.exists(self.state_file) or os.path.exists(self.metrics)
        return told or any(self.checkpoints.glob("*"))

    def holds_a_run(self) -> bool:
        """Whether there is anything of a run in the folder, whole or not; who may not look into it can't tell that there is nothing."""
        try:
            return not OWN.isdisjoint(os.listdir(self.path))
        except PermissionError:
            return True
        except OSError:  # there is no such folder
            return False

    def open(self, config: RunConfig | None) -> tuple[RunConfig, RunState]:
        """Make the folder or go on with it. ``config`` is written if given; it must keep the board of an existing run.

        :class:`RunError` if another process works on it, or the folder is none of a run; :class:`ai.session_folder.FiguresError` if its figures
        make no sense, :class:`ai.checkpoint.CheckpointError` if its network can't be read.
        """
        if other := self.other_use():
            raise RunError(other)
        self._make(self.path)
        if not self.take():
            raise RunError(
                Sentence(
                    "another process works on the run %1; stop it first or choose another folder", self.path
                )
            )
        try:
            return self._begin(config)
        except BaseException:
            self.close()
            raise

    def _make(self, *folders: Path) -> None:
        try:
            for folder in folders:
                folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise RunError(
                Sentence("the run folder %1 can't be made: %2", self.path, reason_of(error))
            ) from error

    def _begin(self, config: RunConfig | None) -> tuple[RunConfig, RunState]:
        """:meth:`open`, with the lock taken."""
        existing, state = self.read_config(), self.read_state()
        if state.best is not None and existing is None and config is None:
            raise RunError(
                Sentence(
                    "the run in %1 has lost its settings; put its config.toml back or give them anew",
                    self.path,
                )
            )
        lines = self.read_metrics()
        if state.best is None:
            self._check_beginning(lines)
        if config is None and existing is not None:
            self._tell_of_unsaid_settings()
        config = config or existing or OURS
        if existing is not None:
            self._check_settings(state)
            self._check_change(existing, config, state)
        if state.best is not None:
            self._check_best(config, state)
        finished = len(lines) - self._lines_beyond(lines, state)
        self._check_counts(lines[:finished], state)
        self._check_steps(state)
        # what was found is in order; only now anything is changed
        self._make(self.checkpoints, self.learner, self.replay, self.games)
        self._write_config(existing, config)
        state.settings = self._settings_said()
        if state.network is None and state.best is not None and existing is not None:
            state.network = existing.network  # a run begun before networks could change
        cut(self.metrics, self._bytes_of_lines(finished))
        cut(self.steps, state.step_rows * STEP_ROW_BYTES)
        return config, state

    def _check_beginning(self, lines: list[dict[str, Any]]) -> None:
        """:class:`RunError` if no run can begin here: there are figures, ``lines``, or networks of one, or files in its way."""
        if lines or self.has_generations():
            raise self.state_is_lost()
        self._check_room()
        self._tell_of_others()

    def _write_config(self, existing: RunConfig | None, config: RunConfig) -> None:
        """Write the settings ``config`` if they are others than those that are there."""
        if config != existing:
            text = config.to_toml() if existing is None else rewritten(settings_text(self._config), config)
            write_atomically(self._config, text.encode())

    def _check_steps(self, state: RunState) -> None:
        """:class:`RunError` if the losses of steps are not those that the run has written: the means of a generation come from them. Where the
        file was removed they are none."""
        if not self.steps.exists():
            state.step_rows = state.steps_checksum = 0
            return
        rows = self.read_steps()[: state.step_rows]
        checksum = zlib.crc32(rows.tobytes())
        if (
            len(rows) < state.step_rows
            or state.steps_checksum not in (0, checksum)
            or not np.isfinite(rows).all()  # in a run of an earlier version
        ):
            raise RunError(
                Sentence(
                    "%1 does not hold the losses that this run has written there; restore it, or remove it: the run goes on without the curves "
                    "of its steps",
                    self.steps,
                )
            )
        state.steps_checksum = checksum

    def _check_settings(self, state: RunState) -> None:
        """:class:`RunError` if the file of settings names fewer than it did: defaults would take the place of the others."""
        said = self._settings_said()
        if said < state.settings:
            raise RunError(
                Sentence(
                    "%1 names %2 settings, and named %3 when the run was last worked on; restore it, or remove it and give all settings anew",
                    self._config,
                    said,
                    state.settings,
                )
            )

    def _settings_said(self) -> int:
        """How many the run's file, which makes sense, names."""
        return len(fields(RunConfig)) - len(unsaid_settings(settings_text(self._config), self._config))

    def _check_change(self, existing: RunConfig, config: RunConfig, state: RunState) -> None:
        """:class:`RunError` if a run with the settings ``existing`` can't go on with those of ``config``."""
        if state.best is not None and config.start_from not in ("", existing.start_from):
            raise RunError(
                Sentence(
                    "start_from counts only when a run begins, and the run in %1 has begun; start a new one in another folder",
                    self.path,
                )
            )
        self._keep_board(existing.size, config.size)

    def _check_best(self, config: RunConfig, state: RunState) -> None:
        """:class:`RunError` if the network that plays is not the one that ``state`` names."""
        path = self.checkpoints / str(state.best)
        best = read_info(path, wait=True)
        self._keep_board(best.size, config.size)
        if best.generation != state.best_generation:
            raise RunError(
                Sentence(
                    "%1 holds generation %2, but %3 says that it is generation %4; put the right file back",
                    path,
                    best.generation,
                    self.state_file,
                    state.best_generation,
                )
            )
        if state.best_checksum not in (None, read_checksum(path)):
            raise RunError(
                Sentence(
                    "%1 is not the network that this run has written there; put that back, or start a new run in another folder",
                    path,
                )
            )

    def _lines_beyond(self, lines: list[dict[str, Any]], state: RunState) -> int:
        """How many of the ``lines`` of the metrics don't count yet: a kill may leave one. :class:`RunError` if they don't fit ``state``."""
        last = lines[-1]["generation"] if lines else 0
        if not state.generation <= last <= state.generation + 1:
            raise RunError(
                Sentence(
                    "%1 says that generation %2 is finished, %3 that it is %4; restore them or start a new run",
                    self.state_file,
                    state.generation,
                    self.metrics,
                    last,
                )
            )
        return last - state.generation

    def _check_counts(self, lines: list[dict[str, Any]], state: RunState) -> None:
        """:class:`RunError` if ``state`` counts otherwise than the last of the ``lines`` of finished generations."""
        for name in COUNTED if lines else ():
            told, counted = lines[-1].get(name), getattr(state, name)
            if told not in (None, counted):  # lines of earlier versions don't tell all
                raise RunError(
                    Sentence(
                        "%1 has %2 = %3 after generation %4, %5 has %6; restore them or start a new run",
                        self.state_file,
                        name,
                        counted,
                        state.generation,
                        self.metrics,
                        told,
                    )
                )

    def state_is_lost(self) -> RunError:
        """What to say where there are generations but nothing that tells how far the run is."""
        return RunError(
            Sentence(
                "the run in %1 has figures of finished generations, but its state.json is lost; put it back or start a new run in another folder",
                self.path,
            )
        )

    def _check_room(self) -> None:
        """:class:`RunError` if there are files where a new run will write its own."""
        for folder, own in ((self.games, "[0-9]*.sgf"), (self.replay, "[0-9]*.games")):
            if there := sorted(folder.glob(own)):
                raise RunError(
                    Sentence(
                        "%1 would be among the files of a new run, and might be written over; move it away or choose another folder",
                        there[0],
                    )
                )

    def _tell_of_others(self) -> None:
        """A run may begin in a folder that was meant for something else."""
        if others := sorted(entry.name for entry in self.path.iterdir() if entry.name not in OWN | PASSING):
            log.warning("%s holds other files, such as %s; the run begins beside them", self.path, others[0])

    def has_generations(self) -> bool:
        """Whether there are networks beside that with which a run begins: there was a state that told so."""
        return any(
            int(file.stem) > 0 for file in self.checkpoints.glob("[0-9]*.safetensors") if file.stem.isdigit()
        )

    def _bytes_of_lines(self, count: int) -> int:
        """The size of the first ``count`` lines of the metrics."""
        size = 0
        for line in self.metrics.read_bytes().split(b"\n") if count > 0 else ():
            if count == 0:
                break
            size += len(line) + 1
            count -= bool(line)
        return size

    def _keep_board(self, old: Size, new: Size) -> None:
        if old != new:
            raise RunError(
                Sentence(
                    "the run in %1 has board %2, which can't become %3; start a new run in another folder",
                    self.path,
                    str(old),
                    str(new),
                )
            )

    def read_config(self) -> RunConfig | None:
        """The run's settings, ``None`` for a new run; :class:`RunError` if they make no sense."""
        try:
            if not self._config.exists():
                return None
            text = settings_text(self._config)
            if not text.strip():
                raise RunError(Sentence("%1 is empty; put the settings back", self._config))
            return parse_config(text, self._config)
        except ConfigError as error:
            raise RunError(*error.args) from error
        except OSError as error:  # of a folder that may not be looked into
            raise RunError(Sentence("%1 can't be read: %2", self._config, reason_of(error))) from error

    def _tell_of_unsaid_settings(self) -> None:
        """A file from an older program, or one cut short, doesn't name all settings."""
        if unsaid := unsaid_settings(settings_text(self._config), self._config):
            log.warning(
                "%s does not name %s; the run goes on with what holds where nothing is said",
                self._config,
                ", ".join(unsaid),
            )

    def read_state(self, wait: bool = True) -> RunState:
        """How far the run is; :class:`RunError` if ``state.json`` is damaged, which no kill can do. Where it can't be read, as on Windows for a
        moment, it is tried again for seconds if one may ``wait``."""

        def read() -> str:
            return self.state_file.read_text("utf-8")

        try:
            if not self.state_file.exists():
                return RunState()
            return RunState.parse(patiently(read) if wait else read())
        except OSError as error:
            raise RunError(Sentence("%1 can't be read: %2", self.state_file, reason_of(error))) from error
        except KeyError as error:
            raise RunError(
                Sentence("%1 does not tell %2; restore it or start a new run", self.state_file, error.args[0])
            ) from error
        except NotOfThisVersion as error:
            raise RunError(
                Sentence(
                    "%1 tells %2, which this version of the program doesn't know: go on with the newer one that has written it",
                    self.state_file,
                    error.args[0],
                )
            ) from error
        except (ValueError, TypeError, AttributeError, RecursionError) as error:
            raise RunError(
                Sentence(
                    "%1 is damaged: %2; restore it or start a new run", self.state_file, why_damaged(error)
                )
            ) from error

    def finished_evaluations(self) -> int:
        """Positions that networks were asked for until the end of the last finished generation: the state counts those of one that was cut short
        as well."""
        state = self.read_state()
        lines = [line for line in self.read_metrics(2) if line["generation"] == state.generation]
        return lines[0].get("evaluations", state.evaluations) if lines else 0

    def recorded_games(
        self, size: Size, meanwhile: Callable[[], None] = lambda: None
    ) -> list[tuple[int, ...]]:
        """The moves of the games in ``openings`` that are played from the empty board of ``size``; :class:`RunError` if there is none.
        ``meanwhile`` is called now and then while they are read: what it raises ends the reading."""
        try:
            paths = find_records(self.openings) if self.openings.is_dir() else []
        except RecordError as error:
            raise RunError(*error.args) from error
        empty = Position.empty(size)
        games = [
            game
            for path in paths
            for game in usable_games(path, size, meanwhile)[0]
            if game.root.position == empty
        ]
        if not games:
            raise RunError(
                Sentence(
                    "the folder %1 has no record of a game from the empty board of %2; put some there or set recorded_openings to 0",
                    self.openings,
                    str(size),
                )
            )
        return [game.line_played()[-1].position.moves for game in games]

    def checkpoint_of(self, line: dict[str, Any]) -> Path:
        """The file with the network of a generation, of which ``line`` tells the figures."""
        return self.checkpoints / line["checkpoint"]

    def games_of(self, generation: int) -> Path:
        """The file with those games of ``generation`` that are kept as records."""
        return self.games / f"{generation:06d}.sgf"

    def games_kept_of(self, generation: int) -> int:
        """How many games of ``generation`` are kept already: an interrupted session's. A file without any is removed."""
        path = self.games_of(generation)
        if not path.exists():
            return 0
        games = len(sgf.split(patiently(path.read_bytes)))
        if games == 0:
            remove_unneeded(path)
        return games

    def keep_game(self, generation: int, record: bytes) -> None:
        """Add ``record`` to the kept games of ``generation``, which outlast a kill, unless nobody would read so large a file any more."""
        path = self.games_of(generation)
        before = patiently(path.read_bytes) + b"\n" if path.exists() else b""
        if len(before) + len(record) <= MAX_BYTES:
            write_atomically(path, before + record, durable=False)

    def write_state(self, state: RunState) -> None:
        write_atomically(self.state_file, json.dumps(asdict(state), indent=1).encode())

    def append_steps(self, rows: np.ndarray, state: RunState) -> None:
        """Add the losses of some steps, ``[n, len(STEP_COLUMNS)]``; they count once ``state`` is written."""
        data = rows.astype("<f4").tobytes()
        with self.steps.open("ab") as file:
            before = state.steps_checksum if file.tell() else 0  # somebody may have removed the file
            state.steps_checksum = zlib.crc32(data, before)
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
            state.step_rows = file.tell() // STEP_ROW_BYTES

    def read_steps(self, first: int = 0) -> np.ndarray:
        """``float32[n, len(STEP_COLUMNS)]``: the losses of every step from row ``first`` on; a row being written is left out. ``OSError`` if
        they can't be read."""
        with self.steps.open("rb") as file:
            file.seek(first * STEP_ROW_BYTES)
            data = file.read()
        whole = len(data) - len(data) % STEP_ROW_BYTES
        return np.frombuffer(data[:whole], "<f4").reshape(-1, len(STEP_COLUMNS))

"""The files of a training run, and what they say:

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

import os
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path
from typing import Any

import numpy as np

from ai.checkpoint import CHECKPOINTS, SUFFIX
from ai.session_folder import SessionFolder, kinds_of, misfits, why_damaged, why_unreadable
from ai.training.config import ConfigError, RunConfig, parse_config, settings_text, unsaid_settings
from ai.training.errors import RunError
from ai.training.run_state import NotOfThisVersion, RunState, are_scores
from ai.training.status import Status
from ai.training.told_settings import KINDS
from core.files import patiently
from core.position import Position, Size
from core.records.folders import find_records, usable_games
from core.records.reading import RecordError
from core.sentence import Sentence, reason_of

OPEN_GAMES = "open_games.npz"
"""The file with the games under way."""
STEP_COLUMNS = ("step", "policy", "value", "fate", "value_accuracy", "policy_entropy")
"""The columns of ``steps.f32``: the number of the step and :class:`ai.training.learner.Losses`."""
STEP_ROW_BYTES = 4 * len(STEP_COLUMNS)
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
"""Names of all files and folders of a run, with the log of sessions that the window began."""


def why_failed(progress: dict[str, Any]) -> str:
    """The reason that :meth:`ai.training.run_folder.RunFolder.leave_reason` left in ``progress``, as a :class:`Sentence` if it was one; empty if
    there is none."""
    return _told(progress.get("reason", ""))


def warned_of(progress: dict[str, Any]) -> str:
    """The warning in ``progress`` (:meth:`ai.training.progress.Progress.warn`), likewise."""
    return _told(progress.get("warning", ""))


def _told(text: str) -> str:
    try:
        return Sentence.from_json(text)
    except ValueError:
        return text


class RunFiles(SessionFolder):
    """The files of one run, to be read."""

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
        "settings": dict,
    }
    progress_figures = {**kinds_of(Status), "reason": str}
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
        self.config_file = path / self.mark
        self.state_file = path / "state.json"

    def wrong_figures(self, line: dict[str, Any]) -> list[str]:
        if wrong := super().wrong_figures(line):
            return wrong
        for won, played in (("gate_wins", "gate_games"), ("black_wins", "generation_games")):
            if not 0 <= line[won] <= line[played]:
                return [won]
        if misfits(line.get("settings", {}), KINDS):
            return ["settings"]
        return [] if are_scores(line.get("gate_scores", []), line["generation"]) else ["gate_scores"]

    @staticmethod
    def round_said(number: int) -> Sentence:
        return Sentence("generation %1", number)

    def has_settings(self) -> bool:
        """Whether there is a file of settings; without one the folder is not a run's. It may make no sense."""
        return os.path.exists(self.config_file)

    def has_traces(self) -> bool:
        """Whether a session has worked here, even if the settings are lost. One that could not begin leaves only a log and empty folders."""
        told = os.path.exists(self.state_file) or os.path.exists(self.metrics)
        return told or any(self.checkpoints.glob("*"))

    def holds_a_run(self) -> bool:
        """Whether there is anything of a run in the folder, whole or not; also true where the folder may not be looked into."""
        try:
            return not OWN.isdisjoint(os.listdir(self.path))
        except PermissionError:
            return True
        except OSError:  # there is no such folder
            return False

    def has_generations(self) -> bool:
        """Whether there are networks of later generations than 0, so that there must have been a ``state.json``."""
        return any(
            int(file.stem) > 0 for file in self.checkpoints.glob(f"[0-9]*{SUFFIX}") if file.stem.isdecimal()
        )

    def read_config(self) -> RunConfig | None:
        """The run's settings, ``None`` for a new run; :class:`RunError` if they make no sense."""
        try:
            if not self.config_file.exists():
                return None
            text = settings_text(self.config_file)
            if not text.strip():
                raise RunError(Sentence("%1 is empty; put the settings back", self.config_file))
            return parse_config(text, self.config_file)
        except ConfigError as error:
            raise RunError(*error.args) from error
        except OSError as error:  # the folder may not be looked into
            raise RunError(Sentence("%1 can't be read: %2", self.config_file, reason_of(error))) from error

    def settings_said(self) -> int:
        """How many settings the run's file names; :class:`ai.training.config.ConfigError` if it makes no sense."""
        return len(fields(RunConfig)) - len(
            unsaid_settings(settings_text(self.config_file), self.config_file)
        )

    def read_state(self, wait: bool = True) -> RunState:
        """How far the run is; :class:`RunError` if ``state.json`` is damaged, which no kill can do. With ``wait`` reading is tried again for some
        seconds, since on Windows a file can be locked for a moment."""

        def read() -> str:
            return self.state_file.read_text("utf-8")

        try:
            if not self.state_file.exists():
                return RunState()
            return RunState.parse(patiently(read) if wait else read())
        except OSError as error:
            raise RunError(why_unreadable(self.state_file, error)) from error
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

    def state_is_lost(self) -> RunError:
        """The error to raise where there are generations but no ``state.json``."""
        return RunError(
            Sentence(
                "the run in %1 has figures of finished generations, but its state.json is lost; put it back or start a new run in another folder",
                self.path,
            )
        )

    def finished_evaluations(self) -> int:
        """Positions that networks were asked for by the end of the last finished generation. The state also counts those of a generation that was cut
        short."""
        state = self.read_state()
        lines = [line for line in self.read_metrics(2) if line["generation"] == state.generation]
        return lines[0].get("evaluations", state.evaluations) if lines else 0

    def recorded_games(
        self, size: Size, meanwhile: Callable[[], None] = lambda: None
    ) -> list[tuple[int, ...]]:
        """The moves of the games in ``openings`` that begin on the empty board of ``size``; :class:`RunError` if there is none. ``meanwhile`` is
        called now and then while they are read; an exception from it ends the reading."""
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
        """The checkpoint of the generation whose figures are ``line``."""
        return self.checkpoints / line["checkpoint"]

    def games_of(self, generation: int) -> Path:
        """The file with the games of ``generation`` that are kept as records."""
        return self.games / f"{generation:06d}.sgf"

    def read_steps(self, first: int = 0) -> np.ndarray:
        """``float32[n, len(STEP_COLUMNS)]``: the losses of every step from row ``first`` on, without a row that is just being written. ``OSError`` if
        they can't be read."""
        with self.steps.open("rb") as file:
            file.seek(first * STEP_ROW_BYTES)
            data = file.read()
        whole = len(data) - len(data) % STEP_ROW_BYTES
        return np.frombuffer(data[:whole], "<f4").reshape(-1, len(STEP_COLUMNS))

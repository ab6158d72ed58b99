"""How far a training run is, as ``state.json`` tells it, and whether that makes sense."""

import math
from dataclasses import dataclass, field, fields
from pathlib import Path

from ai.networks import UnknownNetwork, describe
from ai.session_folder import parse
from ai.training.ratings import Scores
from core.sentence import Sentence

NEEDED = {"generation", "games", "positions", "steps", "best", "learner", "step_rows"}
"""Fields that every ``state.json`` has; later additions may be missing."""


class NotOfThisVersion(Exception):
    """The state has fields that this version of the program doesn't know; the message is their names."""


@dataclass
class RunState:
    """How far a run is: its counts at the end of the last finished generation, and what was learned since."""

    generation: int = 0
    games: int = 0
    positions: int = 0
    positions_before: int = 0
    """Positions that the network with which this run began had learned from in other runs."""
    steps: int = 0
    """Steps of learning, of all networks that the run has had."""
    earlier_steps: int = 0
    """How many of them were made by networks before the present one."""
    seconds: float = 0.0
    """Time worked on the run, over all processes."""
    processor_seconds: float = 0.0
    """Processor time of these processes."""
    evaluations: int = 0
    """Positions that networks were asked for in self-play."""
    best: str | None = None
    """File name of the checkpoint that plays."""
    best_generation: int = 0
    best_checksum: str | None = None
    """Checksum of its weights, since every run has files of such names; ``None`` in runs of earlier versions."""
    first_checksum: str | None = None
    """That of generation 0, of which the metrics have no line; ``None`` in runs of earlier versions."""
    learner: str | None = None
    """File name of the learner's weights and optimiser."""
    learner_checksum: str | None = None
    """Checksum of this file, for the same reason; ``None`` in runs of earlier versions."""
    network: str | None = None
    """Name of the network that learns."""
    catch_up_steps: int = 0
    """Steps that this network learns from the replay before it plays."""
    catch_up_seconds: float = 0.0
    """Time spent on these steps since the last finished generation."""
    step_rows: int = 0
    """How many rows of ``steps.f32`` count."""
    steps_checksum: int = 0
    """CRC-32 of these rows; 0 in runs of earlier versions."""
    settings: int = 0
    """How many settings ``config.toml`` named when the run was last worked on; 0 in runs of earlier versions."""
    generation_steps: int = 0
    """How many of the steps belong to the generation that is not finished."""
    learning_seconds: float = 0.0
    """Time spent on these steps."""
    gate_scores: Scores = field(default_factory=list)
    """Games at the gate of the generation that is not finished, so far."""

    @classmethod
    def parse(cls, text: str) -> "RunState":
        """The state in the text of ``state.json``. ``KeyError`` that names what is missing; ``ValueError`` with a sentence that names what makes no
        sense; :class:`NotOfThisVersion`; ``ValueError`` or ``TypeError`` if the text is something else altogether."""
        told = parse(text.encode())
        if not isinstance(told, dict):
            raise ValueError("it has no names")
        told.pop("metrics_bytes", None)  # of earlier versions
        if unknown := set(told) - {item.name for item in fields(cls)}:
            raise NotOfThisVersion(", ".join(sorted(unknown)))
        if missing := NEEDED - set(told):
            raise KeyError(", ".join(sorted(missing)))
        state = cls(**told)
        if wrong := state.wrong_fields():
            raise ValueError(Sentence("what it says of %1 makes no sense", ", ".join(wrong)))
        return state

    def begin_generation(self) -> None:
        """Nothing is learned yet for the next generation, and no game is played at its gate."""
        self.generation_steps, self.learning_seconds, self.gate_scores = 0, 0.0, []

    def finish_generation(self, games: int, positions: int) -> None:
        """Count the generation that is due, with its ``games`` and ``positions``."""
        self.generation += 1
        self.games += games
        self.positions += positions
        self.catch_up_seconds = 0.0
        self.begin_generation()

    def change_network(self, name: str, catch_up_steps: int) -> None:
        """From now on the network ``name`` learns, and makes ``catch_up_steps`` before it plays."""
        self.network, self.learner = name, None
        self.catch_up_steps, self.catch_up_seconds = catch_up_steps, 0.0
        self.earlier_steps = self.steps
        self.begin_generation()

    def keep_learner(self, name: str, checksum: str, steps: int) -> None:
        """The file ``name`` holds the learner after ``steps`` steps of its network."""
        self.learner, self.learner_checksum = name, checksum
        self.steps = self.earlier_steps + steps

    def learned(self, steps: int, seconds: float) -> None:
        """Count ``steps`` of the generation that is due, and the time that they took."""
        self.learning_seconds += seconds
        if steps:
            self.generation_steps += steps
            self.gate_scores = []  # they were another network's, if the last session was stopped at the gate

    def take(self, name: str, checksum: str) -> None:
        """The network of the last finished generation plays from now on; ``name`` is its file."""
        self.best, self.best_generation, self.best_checksum = name, self.generation, checksum

    def wrong_fields(self) -> list[str]:
        """Names of the fields that make no sense."""
        told = [(item.name, item.type) for item in fields(self) if item.name != "gate_scores"]
        if wrong := [name for name, kind in told if not _fits(getattr(self, name), kind)]:
            return wrong
        if not are_scores(self.gate_scores, self.generation + 1):
            return ["gate_scores"]
        if self.best is not None and self.learner is None:
            return ["learner"]  # a learner with random weights would take its place
        parts = ("earlier_steps", "generation_steps")
        if wrong := [name for name in parts if getattr(self, name) > self.steps]:
            return wrong
        return [] if self.network is None or self._is_network_of_learner() else ["network"]

    def _is_network_of_learner(self) -> bool:
        """Whether ``network`` names the network of the learner's file. If not, that learner would be thrown away for a new one."""
        name = str(self.network)
        return _is_network(name) and (self.learner is None or self.learner.startswith(f"{name}-"))


def _fits(value: object, kind: object) -> bool:
    """Whether ``value`` fits a field of type ``kind``; numbers are counts and times, never negative."""
    if kind is float:
        return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value < math.inf
    if kind is int:
        return isinstance(value, int) and not isinstance(value, bool) and value >= 0
    return value is None or (isinstance(value, str) and _is_name(value))


def _is_network(name: str) -> bool:
    try:
        describe(name)
    except UnknownNetwork:
        return False
    return True


def _is_name(text: str) -> bool:
    """Whether ``text`` can be the name of a network or of a file in a folder."""
    return text.isprintable() and bool(text) and Path(text).name == text


def are_scores(scores: object, generation: int) -> bool:
    """Whether ``scores`` can be the gate's games of ``generation``: each names an older generation, games won and games played."""
    return isinstance(scores, list) and all(
        isinstance(each, list)
        and [type(number) for number in each] == [int, int, int]
        and 0 <= each[0] < generation
        and 0 <= each[1] <= each[2]
        for each in scores
    )

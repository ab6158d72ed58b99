"""How far a training run is: what its ``state.json`` tells, and whether that makes sense."""

import math
from dataclasses import dataclass, field, fields
from pathlib import Path

from ai.networks import UnknownNetwork, describe
from ai.session_folder import parse
from ai.training.ratings import Scores
from core.sentence import Sentence

NEEDED = {"generation", "games", "positions", "steps", "best", "learner", "step_rows"}
"""What every ``state.json`` tells. What came later may be missing."""


class NotOfThisVersion(Exception):
    """Names of what a file tells that this version of the program doesn't know."""


@dataclass
class RunState:
    """How far a run is: the end of its last finished generation, and what was learned since."""

    generation: int = 0
    games: int = 0
    positions: int = 0
    positions_before: int = 0
    """Of other runs, that the network had learned from with which this one began."""
    steps: int = 0
    """Of all networks that the run has had."""
    earlier_steps: int = 0
    """Of those before the present one."""
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
    """Of its weights: every run has files of such names. ``None`` in runs of earlier versions."""
    learner: str | None = None
    """File name of the learner's weights and optimiser."""
    learner_checksum: str | None = None
    """Of this file, for the same reason; ``None`` in runs of earlier versions."""
    network: str | None = None
    """The network that these are of."""
    catch_up_steps: int = 0
    """Steps that this network learns from the replay before it plays."""
    catch_up_seconds: float = 0.0
    """Spent on these since the last finished generation."""
    step_rows: int = 0
    """Rows of the losses of every step."""
    steps_checksum: int = 0
    """CRC-32 of these rows; 0 in runs of earlier versions."""
    settings: int = 0
    """Settings that the run's file named when it was last worked on; 0 in runs of earlier versions."""
    generation_steps: int = 0
    """Steps of the generation that is not finished, the last ones."""
    learning_seconds: float = 0.0
    """Spent on these."""
    gate_scores: Scores = field(default_factory=list)
    """Its games at the gate so far."""

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

    def wrong_fields(self) -> list[str]:
        """Names of those that make no sense."""
        told = [(item.name, item.type) for item in fields(self) if item.name != "gate_scores"]
        wrong = [name for name, kind in told if not _fits(getattr(self, name), kind)]
        if not wrong and not are_scores(self.gate_scores, self.generation + 1):
            wrong = ["gate_scores"]
        if not wrong and self.best is not None and self.learner is None:
            wrong = ["learner"]  # else one with random weights would take its place
        if not wrong and self.network is not None and not self._is_network_of_learner():
            wrong = ["network"]
        return wrong

    def _is_network_of_learner(self) -> bool:
        """Else the learner would be thrown away for one that begins anew."""
        name = str(self.network)
        return _is_network(name) and (self.learner is None or self.learner.startswith(f"{name}-"))


def _fits(value: object, kind: object) -> bool:
    """Whether ``value`` is of ``kind``; numbers are counts and times."""
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
    """Whether it can be that of a network or of a file in a folder."""
    return text.isprintable() and bool(text) and Path(text).name == text


def are_scores(scores: object, generation: int) -> bool:
    """Whether they are those of ``generation``: older generations with the games won of those played."""
    return isinstance(scores, list) and all(
        isinstance(each, list)
        and [type(number) for number in each] == [int, int, int]
        and 0 <= each[0] < generation
        and 0 <= each[1] <= each[2]
        for each in scores
    )

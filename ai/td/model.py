"""What the learner has learned: a network for the value V of states and one for the value Q of actions, and the file that holds both."""

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from safetensors import SafetensorError, safe_open
from safetensors.numpy import save

from ai.td.features import ACTION_INPUTS, STATES, Choices, state_inputs
from ai.td.network import Perceptron
from core import program
from core.files import write_atomically
from core.sentence import Sentence

SUFFIX = ".safetensors"
FORMAT = "buwei-td-1"
HEADER = "buwei"
KIND = "F64"
"""The numbers of all weights."""
MOST_BYTES = 1 << 28
SHIPPED = program.FILES / "assets" / "td" / f"shipped{SUFFIX}"


class TdError(ValueError):
    """A file or a training session can't be used; the message is a sentence that says why."""


@dataclass
class Model:
    """V and Q with what is known of their training. Values are from the view of the side to move, -1 (lost) to 1 (won)."""

    value: Perceptron
    """V of a state."""
    action: Perceptron
    """Q of a state and an action, with the shaping reward in it (:mod:`ai.td.targets`)."""
    info: dict[str, Any] = field(default_factory=dict)
    """What the training keeps: numbers, texts and lists."""

    @classmethod
    def new(cls, hidden: int, random: np.random.Generator) -> "Model":
        return cls(
            Perceptron.random(STATES, hidden, random), Perceptron.random(ACTION_INPUTS, 2 * hidden, random)
        )

    def state_value(self, counts: np.ndarray, points: int) -> float:
        """V of the position with the features ``counts`` (``[STATES]``) on a board of ``points`` points."""
        return float(self.value(state_inputs(counts, points)[None])[0])

    def action_values(self, choices: Choices, points: int) -> np.ndarray:
        """``float64[M]``: Q of each legal move."""
        return self.action(choices.inputs(points))

    def save(self, path: Path) -> None:
        """Write the file whole; ``OSError`` if it can't be."""
        arrays = {
            f"{part}.{name}": np.ascontiguousarray(array)
            for part, network in (("value", self.value), ("action", self.action))
            for name, array in network.arrays().items()
        }
        header = json.dumps({"format": FORMAT, "info": self.info})
        write_atomically(path, save(arrays, {HEADER: header}))

    @classmethod
    def load(cls, path: Path) -> "Model":
        """:class:`TdError` if the file is missing, damaged or something else."""
        try:
            if path.stat().st_size > MOST_BYTES:
                raise TdError(Sentence("%1 is larger than any network of the TD learner", path))
            with safe_open(path, framework="numpy") as file:
                text = (file.metadata() or {}).get(HEADER, "{}")
                names = [name for name in file.keys() if file.get_slice(name).get_dtype() == KIND]  # noqa: SIM118
                arrays = {name: file.get_tensor(name) for name in names}
        except FileNotFoundError as error:
            raise TdError(Sentence("there is no file %1", path)) from error
        except (OSError, SafetensorError) as error:
            raise TdError(
                Sentence("%1 is damaged or no network of the TD learner: %2", path, str(error))
            ) from error
        try:
            header = json.loads(text)
            if header.get("format") != FORMAT:
                raise TdError(
                    Sentence(
                        "%1 is no network of the TD learner; make one with: %2 td train", path, program.name()
                    )
                )
            if not isinstance(header["info"], dict):
                raise TypeError("info")
            model = cls(_part(arrays, "value"), _part(arrays, "action"), header["info"])
        except (KeyError, AttributeError, TypeError, json.JSONDecodeError, RecursionError) as error:
            raise TdError(
                Sentence("%1 is damaged: %2 is missing or makes no sense", path, str(error))
            ) from error
        for network, inputs in ((model.value, STATES), (model.action, ACTION_INPUTS)):
            hidden = network.b1.size
            wanted: dict[str, tuple[int, ...] | None] = {
                "w1": (inputs, hidden),
                "b1": (hidden,),
                "w2": (hidden,),
                "b2": (1,),
            }
            wanted |= {f"speed.{name}": wanted.get(name) for name in network.speed}
            found = {name: array.shape for name, array in network.arrays().items()}
            if found != wanted or not all(np.isfinite(array).all() for array in network.arrays().values()):
                raise TdError(
                    Sentence("%1 is damaged: its weights don't fit the network or are not all numbers", path)
                )
        return model


def _part(arrays: dict[str, np.ndarray], part: str) -> Perceptron:
    prefix = f"{part}."
    return Perceptron.from_arrays(
        {name.removeprefix(prefix): array for name, array in arrays.items() if name.startswith(prefix)}
    )

"""The learner's model: a network for the value V of states, one for the value Q of actions, and the file that holds both."""

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
from core.files import patiently, try_to_open, write_atomically
from core.sentence import Sentence, reason_of

SUFFIX = ".safetensors"
FORMAT = "buwei-td-1"
HEADER = "buwei"
WEIGHT_TYPE = "F64"
"""The type of all weights, in safetensors' words."""
MOST_BYTES = 1 << 28
SHIPPED = program.FILES / "assets" / "td" / f"shipped{SUFFIX}"


class TdError(ValueError):
    """A file or a training session can't be used; the message is a sentence that says why."""


@dataclass
class Model:
    """V and Q, and what the file says of their training. Values are from the view of the side to move, -1 (lost) to 1 (won)."""

    value: Perceptron
    """V of a state."""
    action: Perceptron
    """Q of a state and an action, with the shaping reward in it (:mod:`ai.td.targets`)."""
    info: dict[str, Any] = field(default_factory=dict)
    """The state of the training: numbers, texts and lists."""

    @classmethod
    def new(cls, hidden: int, random: np.random.Generator) -> "Model":
        """Untrained networks, with ``hidden`` units for V and twice as many for Q."""
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
        """The model that :meth:`save` wrote. :class:`TdError` if the file is missing, damaged or something else."""
        header, arrays = _read(path)
        info = _info_in(path, header)
        try:
            model = cls(_part(arrays, "value"), _part(arrays, "action"), info)
        except KeyError as error:
            raise _damaged(path, str(error)) from error
        if not (_is_sound(model.value, STATES) and _is_sound(model.action, ACTION_INPUTS)):
            raise TdError(
                Sentence("%1 is damaged: its weights don't fit the network or are not all numbers", path)
            )
        return model


def _read(path: Path) -> tuple[str, dict[str, np.ndarray]]:
    """The header of a file and its arrays of weights; :class:`TdError` if it can't be read."""
    try:
        patiently(lambda: try_to_open(path))
        if path.stat().st_size > MOST_BYTES:
            raise TdError(Sentence("%1 is larger than any network of the TD learner", path))
        with safe_open(path, framework="numpy") as file:
            header = (file.metadata() or {}).get(HEADER, "{}")
            names = [name for name in file.keys() if file.get_slice(name).get_dtype() == WEIGHT_TYPE]  # noqa: SIM118
            return header, {name: file.get_tensor(name) for name in names}
    except FileNotFoundError as error:
        raise TdError(Sentence("there is no file %1", path)) from error
    except OSError as error:
        raise TdError(Sentence("%1 can't be read: %2", path, reason_of(error))) from error
    except SafetensorError as error:
        raise TdError(
            Sentence("%1 is damaged or no network of the TD learner: %2", path, str(error))
        ) from error


def _info_in(path: Path, header: str) -> dict[str, Any]:
    """The state of the training in the header; :class:`TdError` if the file is of another kind."""
    try:
        told = json.loads(header)
    except (ValueError, RecursionError) as error:  # ValueError also for numbers that are too long
        raise _damaged(path, str(error)) from error
    if not isinstance(told, dict):
        raise _damaged(path, HEADER)
    if told.get("format") != FORMAT:
        raise TdError(
            Sentence("%1 is no network of the TD learner; make one with: %2 td train", path, program.name())
        )
    if not isinstance(told.get("info"), dict):
        raise _damaged(path, "info")
    return told["info"]


def _damaged(path: Path, part: str) -> TdError:
    return TdError(Sentence("%1 is damaged: %2 is missing or makes no sense", path, part))


def _is_sound(network: Perceptron, inputs: int) -> bool:
    """Whether all weights and their momentum are finite and of the shapes of a network with so many ``inputs``."""
    hidden = network.b1.size
    shapes: dict[str, tuple[int, ...] | None] = {
        "w1": (inputs, hidden),
        "b1": (hidden,),
        "w2": (hidden,),
        "b2": (1,),
    }
    shapes |= {f"speed.{name}": shapes.get(name) for name in network.speed}
    arrays = network.arrays()
    return {name: array.shape for name, array in arrays.items()} == shapes and all(
        np.isfinite(array).all() for array in arrays.values()
    )


def _part(arrays: dict[str, np.ndarray], part: str) -> Perceptron:
    """One of the two networks; ``KeyError`` if weights of it are missing."""
    prefix = f"{part}."
    return Perceptron.from_arrays(
        {name.removeprefix(prefix): array for name, array in arrays.items() if name.startswith(prefix)}
    )

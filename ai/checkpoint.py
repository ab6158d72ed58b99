"""Checkpoints: a safetensors file with weights and a JSON header that holds all that is needed to use them.

Nothing in such a file can be executed. What the file of a stranger claims is checked before memory is allocated for it.
"""

import hashlib
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from safetensors import SafetensorError, safe_open

from ai.networks import Description, UnknownNetwork, build, describe
from core.files import patiently, try_to_open, write_atomically
from core.position import Size
from core.sentence import Sentence, reason_of

if TYPE_CHECKING:
    from torch import Tensor

    from ai.networks.common import Network

FORMAT = "buwei-checkpoint"
VERSION = 1
SUFFIX = ".safetensors"
CHECKPOINTS = "checkpoints"
"""The folder of a training run's networks, which are named by their generations."""
MOST_BYTES = 1 << 30
MOST_COUNTED = 10**15
"""Largest number of steps, games or positions, and largest rating, so that nothing computed from them overflows."""
USUAL_GAME = 0.8
"""Moves of a self-play game as a share of the board's points (0.81 in the flagship's run)."""


class CheckpointError(ValueError):
    """A checkpoint can't be used; the message is a sentence that says why."""


@dataclass(frozen=True)
class CheckpointInfo:
    """The header of a checkpoint."""

    architecture: str
    """The network's name, as in :mod:`ai.networks`."""
    rows: int
    """Rows of the board that the network was trained on."""
    cols: int
    """Columns of that board."""
    step: int = 0
    """Training steps."""
    games: int = 0
    """Self-play games that the network has learned from."""
    positions: int = 0
    """Self-play positions that the network has learned from, with those of the networks that its run began with; 0 if not known."""
    generation: int = 0
    """The network's generation in its run; the run begins with generation 0."""
    parent: str | None = None
    """The checkpoint that the network was trained from."""
    run: str | None = None
    """The name of the run that made the checkpoint."""
    rating: float | None = None
    """Elo against generation 0 of the run, by the games at the gate."""
    created: str = ""
    """Date and time, ISO 8601."""
    licence: str = "Apache-2.0"

    @property
    def size(self) -> Size:
        """The size of the board that the network was trained on."""
        return Size(self.rows, self.cols)

    @property
    def learned_positions(self) -> int:
        """``positions``, in files of earlier versions estimated from ``games``."""
        return self.positions or round(self.games * USUAL_GAME * self.size.points)

    @property
    def description(self) -> Description:
        """The network that ``architecture`` names."""
        return describe(self.architecture)

    def why_not(self, size: Size) -> Sentence | None:
        """A sentence why the network can't play on ``size``, ``None`` if it can."""
        if self.description.any_size or size == self.size:
            return None
        return Sentence(
            "network '%1' was made for %2 boards and can't play on %3", self.architecture, self.size, size
        )


def save(path: Path, network: "Network", info: CheckpointInfo) -> str:
    """Write the whole file or nothing. Returns the checksum of the weights (SHA-256, hexadecimal). ``OSError`` if the file can't be written."""
    from safetensors.torch import save as to_bytes

    state = {name: tensor.detach().cpu().contiguous() for name, tensor in network.state_dict().items()}
    checksum = _checksum(_as_arrays(state))
    header = {
        "format": FORMAT,
        "version": str(VERSION),
        "info": json.dumps(asdict(info)),
        "checksum": checksum,
    }
    write_atomically(path, to_bytes(state, header))
    return checksum


def _as_arrays(state: "dict[str, Tensor]") -> dict[str, np.ndarray]:
    return {name: tensor.numpy() for name, tensor in state.items()}


def _checksum(weights: dict[str, np.ndarray]) -> str:
    """The checksum of all weights in the order of their names. safetensors itself checks only their places in the file."""
    digest = hashlib.sha256()
    for name in sorted(weights):
        digest.update(weights[name].tobytes())
    return digest.hexdigest()


@contextmanager
def _reading(path: Path) -> Iterator[None]:
    """Turn errors inside into a :class:`CheckpointError` that says why ``path`` can't be read."""
    try:
        yield
    except OSError as error:
        raise CheckpointError(Sentence("%1 can't be read: %2", path, reason_of(error))) from error
    except SafetensorError as error:
        raise CheckpointError(Sentence("%1 is damaged or not a checkpoint", path)) from error


def read_info(path: Path, wait: bool = False) -> CheckpointInfo:
    """The header alone; :class:`CheckpointError` if the file is not a checkpoint of this program. With ``wait`` it is tried again for some seconds,
    since on Windows a virus scanner may hold the file."""
    return _parse_info(path, _read_header(path, wait).get("info", ""))


def read_checksum(path: Path) -> str | None:
    """The checksum of the weights according to the header; ``None`` in files of earlier versions. :class:`CheckpointError` as in
    :func:`read_info`."""
    return _read_header(path).get("checksum")


def _read_header(path: Path, wait: bool = False) -> dict[str, str]:
    with _reading(path):
        if wait:
            patiently(lambda: try_to_open(path))
        else:
            try_to_open(path)
        if path.stat().st_size > MOST_BYTES:
            raise CheckpointError(Sentence("%1 is larger than any checkpoint of Buwei", path))
        with safe_open(path, framework="numpy") as file:
            metadata = file.metadata() or {}
    if metadata.get("format") != FORMAT:
        raise CheckpointError(
            Sentence("%1 is not a checkpoint of Buwei: its header is another program's", path)
        )
    if metadata.get("version") != str(VERSION):
        raise CheckpointError(
            Sentence(
                "%1 has checkpoint version %2, this program reads %3; use a newer Buwei",
                path,
                metadata.get("version"),
                VERSION,
            )
        )
    return metadata


def _parse_info(path: Path, text: str) -> CheckpointInfo:
    try:
        fields: Any = json.loads(text)
        known = {name: fields[name] for name in CheckpointInfo.__dataclass_fields__ if name in fields}
        info = CheckpointInfo(**known)
        _check_types(info)
        _ = info.size, info.description
    except (UnknownNetwork, ValueError, TypeError, RecursionError) as error:
        raise CheckpointError(Sentence("the header of %1 makes no sense: %2", path, error.args[0])) from error
    return info


def _check_types(info: CheckpointInfo) -> None:
    for name, value in asdict(info).items():
        wanted = type(getattr(_EXAMPLE, name))
        fits = isinstance(value, wanted) or (wanted is float and isinstance(value, int))
        optional = CheckpointInfo.__dataclass_fields__[name].default is None
        if isinstance(value, bool) or not (fits or (optional and value is None)):
            raise TypeError(f"'{name}' should be {wanted.__name__}, not {value!r}")
        least = -MOST_COUNTED if wanted is float else 0
        if isinstance(value, int | float) and not least <= value <= MOST_COUNTED:  # false for nan too
            raise ValueError(f"'{name}' should be from {least} to {MOST_COUNTED}, not {value!r}")


_EXAMPLE = CheckpointInfo("b1c4", 9, 9, parent="", run="", rating=0.0)


def load(path: Path | str, size: Size | None = None) -> tuple["Network", CheckpointInfo]:
    """The network in evaluation mode, for boards of ``size`` (if not given, of the size it was trained on).

    :class:`CheckpointError` if the file is damaged, its weights don't fit the network that it names, or that network can't play on ``size``.
    """
    path = Path(path)
    info = read_info(path, wait=True)
    size = size or info.size
    refusal = info.why_not(size)
    if refusal:
        raise CheckpointError(refusal)
    state = _read_weights(path, info.architecture, size)
    network = build(info.architecture, size)
    try:
        network.load_state_dict(state)
    except RuntimeError as error:
        raise _misfit(path, info.architecture) from error
    return network.eval(), info


def _read_weights(path: Path, architecture: str, size: Size) -> "dict[str, Tensor]":
    """The weights of a network for boards of ``size``. None are read before their shapes have been checked. :class:`CheckpointError` if the shapes
    are wrong, the checksum doesn't fit, or some weights are not finite."""
    from safetensors.torch import load_file

    with _reading(path):
        found, checksum = _forms_in(path)
        if found != _forms_of(architecture, size):
            raise _misfit(path, architecture)
        state = load_file(path)
    _check_numbers(path, _as_arrays(state), checksum)
    return state


def check_weights(path: Path) -> None:
    """:class:`CheckpointError` if the weights are damaged. All of them are read, but not by torch; whether their shapes fit the network that the
    header names is seen when it is loaded."""
    architecture = read_info(path, wait=True).architecture
    with _reading(path):
        forms, checksum = _forms_in(path)
        if not {kind for kind, _ in forms.values()} <= {"F32", "I64"}:
            raise _misfit(path, architecture)
        with safe_open(path, framework="numpy") as file:
            weights = {name: file.get_tensor(name) for name in forms}
    _check_numbers(path, weights, checksum)


def _check_numbers(path: Path, weights: dict[str, np.ndarray], checksum: str | None) -> None:
    if checksum not in (None, _checksum(weights)):  # files of earlier versions have none
        raise CheckpointError(Sentence("the weights in %1 are not those that were saved there", path))
    if not all(bool(np.isfinite(each).all()) for each in weights.values()):
        raise CheckpointError(Sentence("the weights in %1 are not all numbers", path))


Forms = dict[str, tuple[str, list[int]]]
"""Number type and shape of each of a network's weights, by name."""


def _forms_in(path: Path) -> tuple[Forms, str | None]:
    """The forms of the weights in the file, and the checksum in its header; ``None`` if there is none."""
    with safe_open(path, framework="numpy") as file:
        slices = {name: file.get_slice(name) for name in file.keys()}  # noqa: SIM118
        forms = {name: (each.get_dtype(), each.get_shape()) for name, each in slices.items()}
        return forms, (file.metadata() or {}).get("checksum")


def _forms_of(architecture: str, size: Size) -> Forms:
    """The forms of the network's weights."""
    import torch

    with torch.device("meta"):  # takes no memory
        state = build(architecture, size).state_dict()
    return {
        name: ("F32" if tensor.is_floating_point() else "I64", list(tensor.shape))
        for name, tensor in state.items()
    }


def _misfit(path: Path, architecture: str) -> CheckpointError:
    return CheckpointError(Sentence("the weights in %1 don't fit the network '%2'", path, architecture))

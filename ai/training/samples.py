"""Positions to learn from: what self-play makes, replay keeps and the learner takes."""

import zlib
from collections.abc import Sequence
from dataclasses import dataclass, fields
from enum import IntEnum
from io import BytesIO
from tokenize import TokenError
from zipfile import BadZipFile

import numpy as np

from ai.search.forest import RECENT_MOVES, PositionBatch


class Fate(IntEnum):
    """What a point has become at the end of the game, from the view of the side to move in a sample."""

    OWN = 0
    OPPONENT = 1
    PRIVATE = 2
    """Legal for one side alone: a spare move left over."""
    DEAD = 3
    """Legal for neither side."""


@dataclass(frozen=True)
class Samples:
    """``n`` positions of boards with ``P`` points, all from the view of their side to move."""

    cells: np.ndarray
    """``uint8[n, P]``, as in :class:`ai.search.forest.PositionBatch`."""
    legal: np.ndarray
    """``uint8[n, P]``, likewise."""
    side: np.ndarray
    """``int8[n]``, likewise."""
    recent: np.ndarray
    """``int16[n, 8]``, likewise."""
    policy: np.ndarray
    """``float16[n, P]``: the share of visits of each move; sums to 1."""
    result: np.ndarray
    """``int8[n]``: 1 if the side to move won the game, -1 if it lost."""
    search_value: np.ndarray
    """``float16[n]``: what the search thought of the position, -1 to 1 to its side to move."""
    fate: np.ndarray
    """``uint8[n, P]``: :class:`Fate` of each point."""
    surprise: np.ndarray
    """``float16[n]``: how much the search changed the network's policy, as a multiple of the mean over the game."""

    def __len__(self) -> int:
        """The number of positions, ``n``."""
        return len(self.side)

    def positions(self) -> PositionBatch:
        """The positions as encoders of input planes want them."""
        return PositionBatch(self.cells, self.legal, self.side, self.recent)

    def take(self, index: np.ndarray) -> "Samples":
        """The positions numbered ``index`` (``int[m]``), in that order."""
        return Samples(*(getattr(self, field.name)[index] for field in fields(self)))

    def to_bytes(self) -> bytes:
        """Compressed numpy arrays, without pickle."""
        buffer = BytesIO()
        np.savez_compressed(buffer, **{field.name: getattr(self, field.name) for field in fields(self)})
        return buffer.getvalue()

    @classmethod
    def from_bytes(cls, data: bytes) -> "Samples":
        """The samples that :meth:`to_bytes` wrote; ``ValueError`` for any other data."""
        arrays = arrays_in(data)
        if missing := OLDEST - arrays.keys():
            raise ValueError(f"without {min(missing)}")
        # Runs begun before the search's value was kept have only results; before surprise was kept, all positions count alike.
        arrays.setdefault("search_value", arrays["result"].astype(np.float16))
        arrays.setdefault("surprise", np.ones(arrays["side"].shape, np.float16))
        samples = cls(*(arrays[field.name] for field in fields(cls)))
        samples.check()
        return samples

    def check(self) -> None:
        """``ValueError`` if an array has another type or shape than :data:`_FORMS` says or is empty, or a move is off the board."""
        count, points = self.side.size, self.cells.shape[-1] if self.cells.ndim else 0
        for name, (kind, *row) in _FORMS.items():
            array = getattr(self, name)
            shape = (count, *(points if length == POINTS else length for length in row))
            if array.dtype != kind or array.shape != shape or not array.size:
                raise ValueError(f"{name} is {array.dtype}{list(array.shape)}")
        if self.recent.max() >= points:
            raise ValueError(f"a move at {self.recent.max()} of {points} points")

    @classmethod
    def join(cls, parts: list["Samples"]) -> "Samples":
        """All of ``parts``, one after the other; their boards are of one size."""
        return cls(*(np.concatenate([getattr(p, field.name) for p in parts]) for field in fields(cls)))


POINTS = 0
"""Stands for the points of a board in :data:`_FORMS`."""
_FORMS = {
    "cells": (np.uint8, POINTS),
    "legal": (np.uint8, POINTS),
    "side": (np.int8,),
    "recent": (np.int16, RECENT_MOVES),
    "policy": (np.float16, POINTS),
    "result": (np.int8,),
    "search_value": (np.float16,),
    "fate": (np.uint8, POINTS),
    "surprise": (np.float16,),
}
"""The type of number of each field of :class:`Samples`, and the length of its rows."""
OLDEST = _FORMS.keys() - {"search_value", "surprise"}
"""Fields that runs of all versions have kept."""


def arrays_in(data: bytes) -> dict[str, np.ndarray]:
    """The numpy arrays in the bytes of an ``.npz`` file; ``ValueError`` if ``data`` is no such file."""
    try:
        file = np.load(BytesIO(data), allow_pickle=False)
        arrays = dict(file) if isinstance(file, np.lib.npyio.NpzFile) else {}
    except (BadZipFile, zlib.error, EOFError, OSError, RuntimeError, KeyError, TokenError) as error:
        raise ValueError(str(error)) from error
    return {name: array for name, array in arrays.items() if isinstance(array, np.ndarray)}


_LEFT = [Fate.DEAD, Fate.PRIVATE]
_FATES_OF_LOSER = np.array([_LEFT, [Fate.OWN] * 2, [Fate.OPPONENT] * 2], np.uint8)
"""``uint8[3, 2]``: the fate of a point by what is on it (:class:`ai.search.forest.PositionBatch`) and by whether either side may play there."""
_FATES_OF_WINNER = _FATES_OF_LOSER[[0, 2, 1]]


def samples_of_game(
    positions: PositionBatch,
    policies: Sequence[np.ndarray],
    values: Sequence[float],
    surprises: Sequence[float],
) -> Samples:
    """The samples of a finished game. ``positions`` are those that teach and then the final one, where the side to move had no legal move and lost;
    ``policies``, ``values`` and ``surprises`` (in nats) are the search's, for all but that."""
    end, legal = positions.cells[-1], (positions.legal[-1] > 0).view(np.uint8)
    other_side = positions.side[:-1] != positions.side[-1]
    as_loser, as_winner = _FATES_OF_LOSER[end, legal], _FATES_OF_WINNER[end, legal]
    return Samples(
        cells=positions.cells[:-1],
        legal=positions.legal[:-1],
        side=positions.side[:-1],
        recent=positions.recent[:-1],
        policy=np.array(policies, np.float16),
        result=np.where(other_side, 1, -1).astype(np.int8),
        search_value=np.array(values, np.float16),
        fate=np.where(other_side[:, None], as_winner, as_loser),
        surprise=_relative(np.array(surprises, np.float64)).astype(np.float16),
    )


def _relative(surprises: np.ndarray) -> np.ndarray:
    """``surprises`` as multiples of their mean; all 1 where nothing was a surprise."""
    mean = surprises.mean()
    return surprises / mean if mean > 1e-6 else np.ones_like(surprises)


def transform(samples: Samples, table: np.ndarray, which: np.ndarray) -> Samples:
    """``samples`` with symmetry ``which[i]`` of ``table`` (:func:`core.symmetry.symmetries`) applied to sample ``i``."""
    source = table[which]
    inverse = np.argsort(table, axis=1).astype(np.int16)[which]
    moved = np.take_along_axis(inverse, np.maximum(samples.recent, 0).astype(np.int64), axis=1)
    return Samples(
        cells=np.take_along_axis(samples.cells, source, axis=1),
        legal=np.take_along_axis(samples.legal, source, axis=1),
        side=samples.side,
        recent=np.where(samples.recent < 0, samples.recent, moved),
        policy=np.take_along_axis(samples.policy, source, axis=1),
        result=samples.result,
        search_value=samples.search_value,
        fate=np.take_along_axis(samples.fate, source, axis=1),
        surprise=samples.surprise,
    )

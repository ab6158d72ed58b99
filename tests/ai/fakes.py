"""Evaluators that tests understand, and processes and files of another system."""

import os
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path
from types import SimpleNamespace
from typing import IO, Any

import numpy as np
import pytest

from ai.child_process import ChildProcess
from ai.search.forest import Forest, PositionBatch, copy_trees
from core import files


class SlowMemory:
    """A clock that stands still but where a tree grows, which takes as many ``seconds`` as are set."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *modules: str):
        """``modules``: those that ask this clock, beside the search itself."""
        self.seconds = 0.0
        self._now = 1000.0
        monkeypatch.setattr("ai.search.tree_search.copy_trees", self._copy)
        for module in ("ai.search.game_search", *modules):
            monkeypatch.setattr(f"{module}.time", self)

    def perf_counter(self) -> float:
        return self._now

    def _copy(self, trees: Forest, larger: Forest) -> None:
        copy_trees(trees, larger)
        self._now += self.seconds


class Uniform:
    """Knows nothing: equal priors, value 0. Counts what it was asked."""

    def __init__(self) -> None:
        self.batches: list[int] = []

    def evaluate(self, positions: PositionBatch, count: int) -> tuple[np.ndarray, np.ndarray]:
        self.batches.append(count)
        return np.zeros(positions.cells.shape, np.float32), np.zeros(len(positions.side), np.float32)


class Favourite(Uniform):
    """Likes one point, and thinks every position even."""

    def __init__(self, point: int):
        super().__init__()
        self._point = point

    def evaluate(self, positions: PositionBatch, count: int) -> tuple[np.ndarray, np.ndarray]:
        logits, values = super().evaluate(positions, count)
        logits[:, self._point] = 5.0
        return logits, values


class Ranked(Uniform):
    """Likes each point twice as much as the one after it, and thinks every position even."""

    def evaluate(self, positions: PositionBatch, count: int) -> tuple[np.ndarray, np.ndarray]:
        logits, values = super().evaluate(positions, count)
        logits -= np.log(2.0, dtype=np.float32) * np.arange(logits.shape[1], dtype=np.float32)
        return logits, values


class Moody(Uniform):
    """Has an opinion of every position and of each of its moves, for no reason but the position."""

    def evaluate(self, positions: PositionBatch, count: int) -> tuple[np.ndarray, np.ndarray]:
        logits, values = super().evaluate(positions, count)
        for index in range(count):
            random = np.random.default_rng(positions.cells[index])
            logits[index] = random.normal(size=logits.shape[1])
            values[index] = random.uniform(-0.3, 0.3)
        return logits, values


class DeadAndUnheard(ChildProcess):
    """Dies while it starts as on Windows: the connection doesn't break, and nothing comes from it."""

    def __init__(self, *_work: Any, **_options: Any):
        super().__init__(_die)
        self.connection, self._kept_open = Pipe()


def _die(_connection: Connection) -> None:
    os._exit(9)


def hold_for_a_moment(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As on Windows while a virus scanner looks at what was written to ``path``: twice nobody else may open it."""
    open_it, refused = Path.open, list[Path]()

    def refuse(self: Path, *arguments: Any, **named: Any) -> IO[Any]:
        if self == path and len(refused) < 2:
            refused.append(path)
            raise PermissionError(13, "Permission denied", str(path))
        return open_it(self, *arguments, **named)

    monkeypatch.setattr(Path, "open", refuse)
    monkeypatch.setattr(files, "sys", SimpleNamespace(platform="win32"))

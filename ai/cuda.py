"""Networks on an NVIDIA graphics card.

The layers of a small network take less time on the card than launching them one by one from Python, so work that is repeated is recorded once and
then launched as a whole (CUDA graphs).
"""

import copy
from collections.abc import Callable
from threading import Lock
from typing import NamedTuple
from weakref import WeakValueDictionary

import numpy as np
import torch
from torch import Tensor

from ai.devices import best_device
from ai.networks.common import ForPlay

CARD = torch.device("cuda")
WARM_UPS = 3
"""Calls before one is recorded: in the first ones libraries choose their algorithms and allocate memory."""

_recording_turn = Lock()


class Lane:
    """A stream, shared by all who were given it: torch has only 32 streams of a priority and hands them out again. What is recorded on it is kept
    until the last of its users has gone, because with one recording torch also frees the memory in which all others on the stream multiply matrices
    (pytorch's issue 193402)."""

    def __init__(self, stream: torch.cuda.Stream):
        self.stream = stream
        self.turn = Lock()
        """Lock to be held while using the stream: while one thread records on it, no other may use it."""
        self._recorded: list[torch.cuda.CUDAGraph] = []

    def record(self, work: Callable[[], object]) -> torch.cuda.CUDAGraph:
        """A graph of what ``work`` does on the card; ``work`` must have run before. Each replay on the stream reads and writes the same memory as
        ``work``; memory that it allocates belongs to the graph."""
        graph = torch.cuda.CUDAGraph()
        # Other threads may use the card meanwhile; only recordings take turns.
        with _recording_turn, torch.cuda.graph(graph, stream=self.stream, capture_error_mode="thread_local"):
            work()
        self._recorded.append(graph)
        return graph


_lanes: WeakValueDictionary[int, Lane] = WeakValueDictionary()
_lanes_turn = Lock()


def lane(priority: int = 0) -> Lane:
    """The lane of torch's next stream of ``priority``."""
    stream = torch.cuda.Stream(priority=priority)
    with _lanes_turn:
        return _lanes.setdefault(stream.cuda_stream, Lane(stream))


def zeros(*shape: int) -> np.ndarray:
    """``float32`` zeros; if a card computes, in memory from and to which it copies by itself."""
    return torch.zeros(shape, pin_memory=best_device().type == "cuda").numpy()


def in_half(network: ForPlay, planes: Tensor) -> Tensor:
    """``float32[B * P + B]``: all logits and then the values, computed in half precision except where ``network`` always uses single precision."""
    with torch.no_grad(), torch.autocast(planes.device.type, torch.float16, cache_enabled=False):
        policy, value = network(planes)
        return torch.cat((policy.flatten(), value))


class _Recorded(NamedTuple):
    """A network's work for batches of one size."""

    graph: torch.cuda.CUDAGraph
    planes: Tensor
    """Input of the graph, on the card."""
    answers: Tensor
    """Output of the graph, on the card (:func:`in_half`)."""
    told: np.ndarray
    """Copy of ``answers`` in the machine's memory."""


class CudaNetwork:
    """A network that plays on the card; not for two threads at once."""

    def __init__(self, network: ForPlay, card: torch.device = CARD):
        self._card = card
        self._network = copy.deepcopy(network).to(card, memory_format=torch.channels_last)  # type: ignore[call-overload]
        self._lane = lane()
        self._recorded: dict[torch.Size, _Recorded] = {}

    def __call__(self, planes: np.ndarray, _count: int) -> tuple[np.ndarray, np.ndarray]:
        """Policy logits and values of all positions in ``planes``, ``float32[B, C, rows, cols]``. The next call overwrites the arrays."""
        with self._lane.turn, torch.cuda.stream(self._lane.stream):
            given = torch.from_numpy(planes)
            if given.shape not in self._recorded:
                self._recorded[given.shape] = self._record(given)
            work = self._recorded[given.shape]
            work.planes.copy_(given, non_blocking=True)
            work.graph.replay()
            torch.from_numpy(work.told).copy_(work.answers, non_blocking=True)
            self._lane.stream.synchronize()
        batch = len(planes)
        return work.told[:-batch].reshape(batch, -1), work.told[-batch:]

    def _record(self, example: Tensor) -> _Recorded:
        planes = example.to(self._card, memory_format=torch.channels_last)
        answers = torch.empty(0)

        def work() -> None:
            nonlocal answers
            answers = in_half(self._network, planes)

        for _ in range(WARM_UPS):
            work()
        return _Recorded(self._lane.record(work), planes, answers, zeros(*answers.shape))

"""Networks on an NVIDIA graphics card.

The layers of a small network take less time there than it takes to launch them one by one from Python, so what is computed again and again is
recorded once and from then on launched as a whole (CUDA graphs).
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
"""Calls before one is recorded: libraries choose their ways and take their memory in the first."""

_recording_turn = Lock()


class Lane:
    """A stream, and what those share who use it: torch has no more than 32 of a priority and hands them out again. What is recorded there stays
    until the last of them has gone, because with a recording torch lets go of the memory in which all others on its stream multiply matrices, too
    (pytorch's issue 193402)."""

    def __init__(self, stream: torch.cuda.Stream):
        self.stream = stream
        self.turn = Lock()
        """To be held by whoever uses the stream: while one thread records on it no other may."""
        self._recorded: list[torch.cuda.CUDAGraph] = []

    def record(self, work: Callable[[], object]) -> torch.cuda.CUDAGraph:
        """A graph of what ``work`` does on the card, which it is to have done before. Each replay on the stream reads and writes the same places as
        ``work``; what it allocates belongs to the graph."""
        graph = torch.cuda.CUDAGraph()
        # Other threads' work with the card goes on meanwhile; only recordings take turns.
        with _recording_turn, torch.cuda.graph(graph, stream=self.stream, capture_error_mode="thread_local"):
            work()
        self._recorded.append(graph)
        return graph


_lanes: WeakValueDictionary[int, Lane] = WeakValueDictionary()
_lanes_turn = Lock()


def lane(priority: int = 0) -> Lane:
    """That of the next stream of a priority."""
    stream = torch.cuda.Stream(priority=priority)
    with _lanes_turn:
        return _lanes.setdefault(stream.cuda_stream, Lane(stream))


def zeros(*shape: int) -> np.ndarray:
    """``float32`` in memory that the card copies from and to by itself, where one computes."""
    return torch.zeros(shape, pin_memory=best_device().type == "cuda").numpy()


def in_half(network: ForPlay, planes: Tensor) -> Tensor:
    """``float32[B * P + B]``: all logits and then the values, in half precision but for what ``network`` computes in single precision wherever it
    is."""
    with torch.no_grad(), torch.autocast(planes.device.type, torch.float16, cache_enabled=False):
        policy, value = network(planes)
        return torch.cat((policy.flatten(), value))


class _Recorded(NamedTuple):
    """A network's work for batches of one size."""

    graph: torch.cuda.CUDAGraph
    planes: Tensor
    """Where it reads, on the card; and where it leaves its answers, there and here:"""
    answers: Tensor
    told: np.ndarray


class CudaNetwork:
    """A network that plays on the card; not for two threads at once."""

    def __init__(self, network: ForPlay, card: torch.device = CARD):
        self._card = card
        self._network = copy.deepcopy(network).to(card, memory_format=torch.channels_last)  # type: ignore[call-overload]
        self._lane = lane()
        self._recorded: dict[torch.Size, _Recorded] = {}

    def __call__(self, planes: np.ndarray, _count: int) -> tuple[np.ndarray, np.ndarray]:
        """Policy logits and values of all positions in ``planes``, ``float32[B, C, rows, cols]``; the arrays are overwritten by the next call."""
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

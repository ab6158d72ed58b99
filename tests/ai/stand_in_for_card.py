"""Stands in for a graphics card where there is none: what is recorded for one (CUDA graphs) is written down on the processor, operation by
operation, and replayed into the same memory. As on a card, recording computes nothing that stays, and a replay reads and writes where the work
did. What a card does besides (streams at the same time, its own arithmetic, its memory) this can't tell.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from typing import Any

import pytest
import torch
from torch import Tensor
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_leaves


class StandInStream:
    """All work is done in its turn anyway."""

    def __init__(self, priority: int = 0) -> None:
        self.cuda_stream = priority
        """One place for all of a priority, as torch hands out a card's few streams again and again."""

    def wait_stream(self, _other: "StandInStream") -> None: ...

    def synchronize(self) -> None: ...


class StandInGraph:
    """What :class:`_Recorder` wrote down."""

    def __init__(self) -> None:
        self.operations: list[tuple[Callable[..., Any], tuple, dict]] = []
        self.results: list[list[Tensor]] = []

    @torch.no_grad()
    def replay(self) -> None:
        for (operation, given, named), places in zip(self.operations, self.results, strict=True):
            for place, result in zip(places, _tensors(operation(*given, **named)), strict=True):
                if result.untyped_storage().data_ptr() != place.untyped_storage().data_ptr():
                    place.copy_(result)


class _Recorder(TorchDispatchMode):
    """Writes every operation into ``graph``; :meth:`undo` puts back what they have overwritten."""

    def __init__(self, graph: StandInGraph):
        super().__init__()
        self._graph = graph
        self._overwritten: dict[int, tuple[Tensor, Tensor]] = {}

    def __torch_dispatch__(self, func: Any, types: Any, args: tuple = (), kwargs: dict | None = None) -> Any:
        named = kwargs or {}
        for tensor in _written(func, args, named):
            self._overwritten.setdefault(id(tensor), (tensor, tensor.detach().clone()))
        result = func(*args, **named)
        self._graph.operations.append((func, args, named))
        self._graph.results.append(_tensors(result))
        return result

    @torch.no_grad()
    def undo(self) -> None:
        for tensor, before in self._overwritten.values():
            tensor.copy_(before)


def _written(operation: Any, given: tuple, named: dict) -> list[Tensor]:
    """The tensors among the arguments that ``operation`` writes to."""
    arguments = operation._schema.arguments
    values = [given[i] if i < len(given) else named.get(a.name) for i, a in enumerate(arguments)]
    found = [v for a, v in zip(arguments, values, strict=True) if a.alias_info and a.alias_info.is_write]
    if "batch_norm" in operation.__name__:  # which doesn't say that it keeps statistics
        found += [v for a, v in zip(arguments, values, strict=True) if a.name.startswith("running_")]
    return _tensors(found)


def _tensors(nested: Any) -> list[Tensor]:
    return [leaf for leaf in tree_leaves(nested) if isinstance(leaf, Tensor)]


@contextmanager
def _recording(graph: StandInGraph, **_how: Any) -> Iterator[None]:
    recorder = _Recorder(graph)
    with recorder:
        yield
    recorder.undo()


def stand_in(patch: pytest.MonkeyPatch) -> None:
    """Let the processor take a card's part where something is recorded and replayed."""
    patch.setattr(torch.cuda, "Stream", StandInStream)
    patch.setattr(torch.cuda, "current_stream", StandInStream)
    patch.setattr(torch.cuda, "stream", nullcontext)
    patch.setattr(torch.cuda, "CUDAGraph", StandInGraph)
    patch.setattr(torch.cuda, "graph", _recording)

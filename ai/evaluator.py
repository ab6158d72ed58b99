"""Networks made fast for playing.

A network that plays is fixed, so its normalisation is folded into the convolutions. Networks of ours then go through arithmetic of our own
(:mod:`ai.arithmetic`); others are traced and handed to oneDNN Graph where torch has that, in bfloat16 where the processor computes that natively.
Where more than one way may be the fastest, that is measured when the network is loaded. Traced networks need about 100 ms of preparation for each
new batch size, so batches are padded to a few sizes.
"""

import io
import logging
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import Enum
from threading import Lock

import numpy as np
import torch

from ai.arithmetic import floats
from ai.arithmetic.amx import tiles as amx
from ai.arithmetic.amx.network import AmxNetwork
from ai.arithmetic.winograd.network import WinogradNetwork
from ai.cuda import CudaNetwork, zeros
from ai.devices import best_device, bfloat16_is_fast
from ai.networks import build, describe
from ai.networks.buwei import BuweiNetwork
from ai.networks.common import ForPlay, Network, fold_normalisation
from ai.search.forest import PositionBatch
from core.position import Size

log = logging.getLogger(__name__)

BATCH_SIZES = (1, 8, 16, 32, 64, 128, 256, 512, 1024, 2048)
LARGEST_BATCH = 256
"""Of those who don't say more."""
WARM_UPS = 3
MEASURED_BATCH = 32
"""What searches that play ask for at most; they begin with one position at a time."""
MEASURED_SECONDS = 0.1

Answers = tuple[np.ndarray, np.ndarray]
Play = Callable[[np.ndarray, int], Answers]
"""From input planes, ``float32[B, C, rows, cols]``, and how many positions count, to logits and values of these at least."""


_tracing_turn = Lock()


@contextmanager
def _tracing() -> Iterator[None]:
    """Settings under which a traced network goes to oneDNN Graph if torch has it; torch says that this way is deprecated, with no other in its
    place. They are those of the whole process, so one thread traces at a time."""
    with _tracing_turn:
        autocast_before = torch._C._jit_set_autocast_mode(False)
        torch.jit.enable_onednn_fusion(True)
        try:
            with warnings.catch_warnings(), torch.no_grad():
                warnings.simplefilter("ignore")
                yield
        finally:
            torch._C._jit_set_autocast_mode(autocast_before)


def _who_computes_traces() -> str:
    """torch's builds for Windows are without oneDNN Graph, and say so only when asked whether it is on."""
    with _tracing():
        return "oneDNN Graph" if torch.jit.onednn_fusion_enabled() else "torch, traced"


_TRACED = _who_computes_traces()


class Backend(Enum):
    """Ways to run a network."""

    AMX = "matrix unit (AMX), bfloat16"
    WINOGRAD = "Winograd's convolutions, single precision"
    TRACED_BF16 = f"{_TRACED}, bfloat16"
    TRACED_FP32 = f"{_TRACED}, single precision"
    EAGER = "plain torch, channels last"
    CUDA = "CUDA, half precision"


OURS = {Backend.AMX: AmxNetwork, Backend.WINOGRAD: WinogradNetwork}
"""Arithmetic of our own, for networks of ours."""

_traces: dict[tuple[str, torch.Size, bool], bytes] = {}
"""Networks traced so far, as torch saves them, by name, shape of the input and precision."""


def _graph(network: ForPlay, name: str, example: torch.Tensor, bf16: bool) -> Play:
    """A network of each kind is traced once, and what plays is loaded from that: torch keeps all that it ever traced, compiled code included
    (20 MB for each evaluator of b4c32), where a module that was loaded goes when it is let go of."""
    key = name, example.shape, bf16
    with _tracing(), torch.autocast("cpu", torch.bfloat16, enabled=bf16, cache_enabled=False):
        if key not in _traces:
            saved = io.BytesIO()
            torch.jit.save(torch.jit.trace(network, example, check_trace=False), saved)
            _traces[key] = saved.getvalue()
        loaded = torch.jit.load(io.BytesIO(_traces[key]))
        loaded.load_state_dict(network.state_dict())
        return _by_torch(torch.jit.freeze(loaded.eval()))


def _eager(network: ForPlay) -> Play:
    fast = network.to(memory_format=torch.channels_last)  # type: ignore[call-overload]
    return _by_torch(lambda planes: fast(planes.contiguous(memory_format=torch.channels_last)))


def _by_torch(run: Callable[[torch.Tensor], tuple[torch.Tensor, torch.Tensor]]) -> Play:
    """All of a batch, padded or not, counts."""

    def play(planes: np.ndarray, _count: int) -> Answers:
        with torch.no_grad():
            policy, value = run(torch.from_numpy(planes))
        return policy.numpy(), value.numpy()

    return play


_chosen: dict[tuple[str, Size, tuple[int, ...], tuple[Backend, ...]], Backend] = {}
"""What was measured to be the fastest of some ways: for each kind of network, board and batches measured once."""


class NetworkEvaluator:
    """Evaluates with a network; not for two threads at once."""

    def __init__(
        self,
        network: Network,
        size: Size,
        backend: Backend | None = None,
        largest_batch: int = LARGEST_BATCH,
        usual_batch: int | None = None,
    ):
        """Copies ``network``, for boards of ``size``. ``backend`` is measured if not given: by batches of ``usual_batch`` leaves, or as a player's
        search asks. ``largest_batch`` leaves at the most are ever asked for at once. ``RuntimeError`` if torch can't run the network in any way."""
        self.description = describe(network.architecture)
        self.size = size
        self._sizes = tuple(b for b in BATCH_SIZES if b < largest_batch) + (_next_batch_size(largest_batch),)
        self._planes = {
            batch: zeros(batch, self.description.input_planes, size.rows, size.cols) for batch in self._sizes
        }
        self._measured = self._batches_to_measure(usual_batch)
        with torch.no_grad():
            self._network = _copy_for_play(network, size)
        self.backend, self._play = self._choose(backend)
        self._warm = set(self._sizes if self.backend in OURS else ())

    def _choose(self, backend: Backend | None) -> tuple[Backend, Play]:
        choices = self.choices if backend is None else [backend]
        key = self.description.name, self.size, self._measured, tuple(choices)
        if key in _chosen:
            choices = [_chosen[key]]
        if len(choices) == 1:
            return choices[0], self._make(choices[0])
        best: tuple[float, Backend, Play] | None = None
        for choice in choices:
            try:
                play = self._make(choice)
                speed = self._measure(play)
            except RuntimeError as error:
                log.warning("%s can't run this network: %s", choice.value, error)
                continue
            if best is None or speed > best[0]:
                best = speed, choice, play
            if choice is Backend.TRACED_BF16:
                break
        if best is None:
            raise RuntimeError("torch can't run this network on this machine in any way")
        log.info("network runs by %s", best[1].value)
        _chosen[key] = best[1]
        return best[1], best[2]

    @property
    def choices(self) -> list[Backend]:
        """The ways that may be the fastest here; those after bfloat16 are slower and for where that fails. Winograd's convolutions take a third of
        the multiplications of others in single precision, which are always slower; bfloat16 may make up for that."""
        cuda = [Backend.CUDA] if best_device().type == "cuda" else []
        fast = [Backend.TRACED_BF16] if bfloat16_is_fast(torch.device("cpu")) else []
        if self.description.family == "buwei" and amx.is_available():
            return [*cuda, Backend.AMX, Backend.WINOGRAD]
        if self.description.family == "buwei" and floats.is_available():
            return [*cuda, Backend.WINOGRAD, *fast]
        return [*cuda, *fast, Backend.TRACED_FP32, Backend.EAGER]

    def _make(self, backend: Backend) -> Play:
        if backend in OURS:
            assert isinstance(self._network.network, BuweiNetwork)
            return OURS[backend](self._network.network, self.size, self._sizes[-1])
        if backend is Backend.CUDA:
            return CudaNetwork(self._network)
        if backend is Backend.EAGER:
            return _eager(self._network)
        example = torch.from_numpy(self._planes[self._sizes[0]])
        return _graph(self._network, self.description.name, example, bf16=backend is Backend.TRACED_BF16)

    def _batches_to_measure(self, usual: int | None) -> tuple[int, ...]:
        """Where nothing is usual, a middling size; where no larger batches will be asked for, also one position at a time."""
        if usual is not None:
            return (self._fitting_size(usual),)
        middling = min(_next_batch_size(MEASURED_BATCH), self._sizes[-1])
        return (middling,) if middling < self._sizes[-1] else (1, middling)

    def _measure(self, play: Play) -> float:
        """Positions a second, as many of them in batches of each size that is measured."""
        return len(self._measured) / sum(self._seconds_a_position(play, batch) for batch in self._measured)

    def _seconds_a_position(self, play: Play, batch: int) -> float:
        self._warm_up(play, batch)
        started = time.perf_counter()
        rounds = 0
        while time.perf_counter() - started < MEASURED_SECONDS:
            play(self._planes[batch], batch)
            rounds += 1
        return (time.perf_counter() - started) / (rounds * batch)

    def _warm_up(self, play: Play, batch: int) -> None:
        with _tracing():
            for _ in range(WARM_UPS):
                play(self._planes[batch], batch)

    def prepare(self, batch: int) -> None:
        """Pay the first-time cost of batches of this size now."""
        size = self._fitting_size(batch)
        if size not in self._warm:
            self._warm_up(self._play, size)
            self._warm.add(size)

    def prepare_all(self) -> None:
        """Pay the first-time cost of all batches now."""
        for batch in self._sizes:
            self.prepare(batch)

    def _fitting_size(self, count: int) -> int:
        for size in self._sizes:
            if size >= count:
                return size
        raise ValueError(f"{count} positions at once, but this evaluator was made for {self._sizes[-1]}")

    def evaluate(self, positions: PositionBatch, count: int) -> Answers:
        """See :class:`ai.search.positions.Evaluator`; ``ValueError`` for more positions than the evaluator was made for."""
        batch = self._fitting_size(count)
        if batch not in self._warm:
            self.prepare(batch)
        self.description.encode(positions, count, self._planes[batch])
        return self._play(self._planes[batch], count)


def _next_batch_size(count: int) -> int:
    return next((size for size in BATCH_SIZES if size >= count), count)


def _copy_for_play(network: Network, size: Size) -> ForPlay:
    folded = build(network.architecture, size)
    folded.load_state_dict(network.state_dict())
    folded.eval()
    fold_normalisation(folded)
    return ForPlay(folded).eval()

"""Networks made fast for playing.

A network that plays is fixed, so its normalisation is folded into the convolutions. Buwei's own networks then run by :mod:`ai.arithmetic`. Others are
traced and handed to oneDNN Graph if torch has it, in bfloat16 if the processor computes that natively. If more than one backend may be the fastest,
they are measured when the network is loaded. A traced network needs about 100 ms of preparation for each new batch size, so batches are padded to a
few sizes.
"""

import io
import logging
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import Enum

import numpy as np
import torch

from ai import tracing
from ai.arithmetic import floats
from ai.arithmetic.amx import tiles as amx
from ai.arithmetic.amx.network import AmxNetwork
from ai.arithmetic.winograd.network import WinogradNetwork
from ai.cuda import CudaNetwork, zeros
from ai.devices import best_device, bfloat16_is_fast
from ai.lack_of_memory import is_lack_of_memory
from ai.networks import build, describe
from ai.networks.buwei import BuweiNetwork
from ai.networks.common import ForPlay, Network, fold_normalisation
from ai.search.forest import PositionBatch
from core.position import Size

log = logging.getLogger(__name__)

BATCH_SIZES = (1, 8, 16, 32, 64, 128, 256, 512, 1024, 2048)
LARGEST_BATCH = 256
"""Largest batch of an evaluator if the caller names none."""
WARM_UPS = 3
"""Batches of each size that are evaluated before any is measured or counts."""
MEASURED_BATCH = 32
"""The largest batch of a player's search; a search begins with one position at a time."""
MEASURED_SECONDS = 0.1

Answers = tuple[np.ndarray, np.ndarray]
Play = Callable[[np.ndarray, int], Answers]
"""Takes input planes, ``float32[B, C, rows, cols]``, and how many of the positions count; gives the logits and values of at least these."""


@contextmanager
def _tracing() -> Iterator[None]:
    """Settings under which torch hands a traced network to oneDNN Graph, if it has that. torch warns that this is deprecated, but offers nothing
    instead. The settings are the whole process's, so only one thread traces at a time."""
    with tracing.turn:
        autocast_before = torch._C._jit_set_autocast_mode(False)
        torch.jit.enable_onednn_fusion(True)
        try:
            with warnings.catch_warnings(), torch.no_grad():
                warnings.simplefilter("ignore")
                yield
        finally:
            torch._C._jit_set_autocast_mode(autocast_before)


def _who_computes_traces() -> str:
    """The name of what runs traced networks. torch's builds for Windows lack oneDNN Graph, which shows only when they are asked whether it is on."""
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
"""The backends of :mod:`ai.arithmetic`, for Buwei's own networks."""

_traces: dict[tuple[str, torch.Size, bool], bytes] = {}
"""Networks traced so far, as torch saves them, by name, shape of the input and whether they run in bfloat16."""


def _graph(network: ForPlay, name: str, example: torch.Tensor, bf16: bool) -> Play:
    """The traced network. Each kind of network is traced once, saved, and loaded from that for each evaluator: torch never frees what it has traced,
    compiled code included (20 MB for each evaluator of b4c32), but it frees loaded modules."""
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
    """A :data:`Play` by torch, which computes all positions of a batch, also those that don't count."""

    def play(planes: np.ndarray, _count: int) -> Answers:
        with torch.no_grad():
            policy, value = run(torch.from_numpy(planes))
        return policy.numpy(), value.numpy()

    return play


_chosen: dict[tuple[str, Size, tuple[int, ...], tuple[Backend, ...]], Backend] = {}
"""The fastest backend, measured once for each kind of network, board size, measured batches and choice of backends. It is tried first, the others if
it fails."""


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
        """Copies ``network``, for boards of ``size``. If no ``backend`` is given, the fastest is measured: for batches of ``usual_batch`` positions
        or, if not given, those of a player's search. ``largest_batch`` is the most positions at once. ``RuntimeError`` if no backend runs the
        network, or if there is not enough memory for it (:func:`ai.lack_of_memory.is_lack_of_memory`)."""
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
        if len(choices) == 1:
            return choices[0], self._make(choices[0])
        key = self.description.name, self.size, self._measured, tuple(choices)
        remembered = _chosen.get(key)
        best: tuple[float, Backend, Play] | None = None
        failure: RuntimeError | None = None
        is_card_short = False
        for choice in sorted(choices, key=lambda choice: choice is not remembered):
            try:
                play = self._make(choice)
                if choice is remembered:
                    return choice, play
                speed = self._measure(play)
            except RuntimeError as error:
                is_short = is_lack_of_memory(error)
                if is_short and choice is not Backend.CUDA:
                    raise  # the other ways need as much, and what is slower only now should not be remembered as the fastest
                log.warning("%s can't run this network: %s", choice.value, error)
                failure = error
                is_card_short |= is_short
                continue
            if best is None or speed > best[0]:
                best = speed, choice, play
            if choice is Backend.TRACED_BF16:
                break
        if best is None:
            raise RuntimeError("torch can't run this network on this machine in any way") from failure
        log.info("network runs by %s", best[1].value)
        if not is_card_short:  # the card may have room for the next network
            _chosen[key] = best[1]
        return best[1], best[2]

    @property
    def choices(self) -> list[Backend]:
        """The backends that may be the fastest here. Those after traced bfloat16 are slower, for machines where it fails. Winograd's convolutions
        need a third of the multiplications, so in single precision they are always the fastest; bfloat16 may be faster still."""
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
        """The batch sizes by which backends are measured: the usual one or, if there is none, a middling one, and for evaluators with no larger
        batches a single position too."""
        if usual is not None:
            return (self._fitting_size(usual),)
        middling = min(_next_batch_size(MEASURED_BATCH), self._sizes[-1])
        return (middling,) if middling < self._sizes[-1] else (1, middling)

    def _measure(self, play: Play) -> float:
        """Positions a second, if each measured batch size has as many positions as the others."""
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
        """Pay now the first-time cost of batches of ``batch`` positions."""
        size = self._fitting_size(batch)
        if size not in self._warm:
            self._warm_up(self._play, size)
            self._warm.add(size)

    def prepare_all(self) -> None:
        """Pay now the first-time cost of all batch sizes."""
        for batch in self._sizes:
            self.prepare(batch)

    def _fitting_size(self, count: int) -> int:
        """The smallest of this evaluator's batch sizes that takes ``count`` positions; ``ValueError`` if there is none."""
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

    def fates(self, positions: PositionBatch, count: int) -> np.ndarray | None:
        """``float32[count, 4, P]``: for the first ``count`` of ``positions`` the probabilities of each point's
        :class:`ai.training.samples.Fate`; ``None`` from a network without that head. By plain torch, as nothing that plays asks for them."""
        planes = self._planes[self._fitting_size(count)]
        self.description.encode(positions, count, planes)
        with torch.no_grad():
            fate = self._network.network(torch.from_numpy(planes[:count])).fate
        return None if fate is None else fate.softmax(1).numpy()


def _next_batch_size(count: int) -> int:
    """The smallest of :data:`BATCH_SIZES` that takes ``count`` positions; ``count`` itself if there is none."""
    return next((size for size in BATCH_SIZES if size >= count), count)


def _copy_for_play(network: Network, size: Size) -> ForPlay:
    folded = build(network.architecture, size)
    folded.load_state_dict(network.state_dict())
    folded.eval()
    fold_normalisation(folded)
    return ForPlay(folded).eval()

"""The loss of a network on a batch, and its gradients. For torch these are hundreds of small operations, layer by layer; they are recorded once
and then run without Python. On a processor code of ours computes most of them (:mod:`ai.arithmetic.winograd.trunk`).
"""

import copy
import warnings
from collections.abc import Callable
from typing import Any, NamedTuple

import torch
from torch import Tensor, nn
from torch.nn import functional

from ai import tracing
from ai.arithmetic.winograd.trunk import LearningTrunk
from ai.cuda import WARM_UPS, lane
from ai.networks.buwei import BuweiNetwork, Heads
from ai.networks.common import Network
from ai.training.config import RunConfig

SHIFT_WEIGHT = 1e-4
"""Weight in the loss of the square of the policy's log-normaliser (z-loss)."""


class Batch(NamedTuple):
    """A batch of ``B`` positions of ``P`` points as tensors."""

    planes: Tensor
    """``float32[B, C, rows, cols]``, channels last."""
    legal: Tensor
    """``bool[B, P]``."""
    policy: Tensor
    """``float32[B, P]``, as in :class:`ai.training.samples.Samples`."""
    result: Tensor
    """``float32[B]``, as in ``Samples``."""
    searched: Tensor
    """``float32[B]``: ``Samples.search_value``."""
    fate: Tensor
    """``int64[B, P]``, as in ``Samples``."""


Graded = tuple[Tensor, Tensor]
"""The loss, from which gradients flow; and ``float32[6]``: the loss again, then the fields of :class:`ai.training.learner.Losses`."""


class Grading(nn.Module):
    """A network with its loss; ``forward`` takes the fields of a :class:`Batch` and returns :data:`Graded`."""

    def __init__(self, network: Network, config: RunConfig, bfloat16: bool):
        """With ``bfloat16`` the layers compute in that format (mixed precision)."""
        super().__init__()
        self.network = network
        self._value_mix = config.value_mix
        self._fate_weight = config.fate_weight
        self._bfloat16 = bfloat16

    def forward(
        self, planes: Tensor, legal: Tensor, policy: Tensor, result: Tensor, searched: Tensor, fate: Tensor
    ) -> Graded:
        with torch.autocast(planes.device.type, torch.bfloat16, enabled=self._bfloat16, cache_enabled=False):
            output = self.network(planes)
        logits, value = output.policy.float(), output.value.float()
        logits = logits.masked_fill(~legal, -1e9)
        log_p = torch.log_softmax(logits, 1)
        # Gao et al. 2022, formula 8: (z - v)^2 - pi log p + c |theta|^2; the optimiser adds the last term.
        policy_loss = -(policy * log_p).sum(1).mean()
        target = torch.lerp(result, searched, self._value_mix)
        value_loss = functional.mse_loss(value, target)
        # A constant added to all logits changes no policy, so only this term keeps it small (Chowdhery et al. 2022, section 5: z-loss).
        # A large one would make logits coarse: in bfloat16 neighbours of 512 are 4 apart.
        shift_loss = SHIFT_WEIGHT * logits.logsumexp(1).square().mean()
        loss = policy_loss + value_loss + shift_loss
        fate_loss = torch.zeros_like(loss)
        if output.fate is not None and self._fate_weight > 0:
            fate_loss = functional.cross_entropy(output.fate.float(), fate)
            loss = loss + self._fate_weight * fate_loss
        accuracy = ((value > 0) == (result > 0)).float().mean()
        entropy = -torch.xlogy(policy, policy).sum(1).mean()
        return loss, torch.stack((loss, policy_loss, value_loss, fate_loss, accuracy, entropy)).detach()


class TracedGrading:
    """The same as ``grading``, to the bit, on a processor, but traced once for each size of batch. Where Python launches each layer, threads that
    compute side by side wait for each other."""

    def __init__(self, grading: Grading):
        self._grading = grading
        self._traced: dict[int, Callable[..., Graded]] = {}

    def compute(self, batch: Batch, share: float) -> Tensor:
        """Add the gradients of ``share`` times the loss to those of the weights. Returns the second part of :data:`Graded`."""
        loss, told = self(batch)
        (share * loss).backward()
        return told

    def __call__(self, batch: Batch) -> Graded:
        size = len(batch.result)
        if size not in self._traced:
            self._traced[size] = self._trace(batch)
        # As traced, without torch's own rewriting.
        with torch.jit.optimized_execution(False):  # type: ignore[attr-defined]
            return self._traced[size](*batch)

    def _trace(self, batch: Batch) -> Callable[..., Graded]:
        """Trace the grading of ``batch``. That computes it once, which batch normalisation must not remember. Only one thread at a time may trace.
        Torch calls tracing deprecated, but every replacement needs a compiler."""
        before = [buffer.clone() for buffer in self._grading.buffers()]
        with tracing.turn, warnings.catch_warnings():
            warnings.simplefilter("ignore")
            traced: Any = torch.jit.trace(self._grading, tuple(batch), check_trace=False)
        for buffer, kept in zip(self._grading.buffers(), before, strict=True):
            buffer.copy_(kept)
        return traced


class WinogradGradients:
    """The same for one of Buwei's own networks, whose trunk is computed by code of ours, in single precision."""

    def __init__(self, network: BuweiNetwork, config: RunConfig):
        self._network = network
        self._size = config.size
        self._heads = TracedGrading(Grading(Heads(network), config, bfloat16=False))
        self._trunk: LearningTrunk | None = None
        self._most = 0

    def compute(self, batch: Batch, share: float) -> Tensor:
        """As :meth:`TracedGrading.compute`."""
        if self._trunk is None or len(batch.planes) > self._most:
            self._most = len(batch.planes)
            self._trunk = LearningTrunk(self._network, self._size, self._most)
        seen = self._trunk.forward(batch.planes.contiguous().numpy()).requires_grad_()
        told = self._heads.compute(batch._replace(planes=seen), share)
        assert seen.grad is not None
        self._trunk.backward(seen.grad)
        return told


class RecordedGradients:
    """The gradients of a network for batches of one size, recorded on a graphics card and launched as a whole."""

    def __init__(self, grading: Grading, example: Batch):
        """Warm up on a copy of ``grading``, so that its own statistics stay as they are."""
        # On a stream of its own: evaluators come and go, and on a shared stream their recordings would stay as long as the learner.
        self._lane = lane(priority=-1)
        with self._lane.turn:
            self._lane.stream.wait_stream(torch.cuda.current_stream())
            with torch.cuda.stream(self._lane.stream):
                self._record(grading, example)
        self._gradients = [(weights, weights.grad) for weights in grading.parameters()]

    def _record(self, grading: Grading, example: Batch) -> None:
        card = next(grading.parameters()).device
        self._batch = Batch(*(tensor.to(card, copy=True) for tensor in example))
        tried = copy.deepcopy(grading)
        for _ in range(WARM_UPS):
            tried(*self._batch)[0].backward()
        self._graph = self._lane.record(lambda: self._work(grading))

    def _work(self, grading: Grading) -> None:
        loss, self._told = grading(*self._batch)
        loss.backward()

    def compute(self, batch: Batch) -> Tensor:
        """Set the gradients of the weights. Returns the second part of :data:`Graded`, which the next call overwrites."""
        with self._lane.turn:
            self._lane.stream.wait_stream(torch.cuda.current_stream())  # for the step before
            with torch.cuda.stream(self._lane.stream):
                for place, tensor in zip(self._batch, batch, strict=True):
                    place.copy_(tensor, non_blocking=True)
                self._graph.replay()
            torch.cuda.current_stream().wait_stream(self._lane.stream)
        for weights, gradient in self._gradients:
            weights.grad = gradient
        return self._told

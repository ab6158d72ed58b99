"""The learner: steps of gradient descent on positions from replay."""

import copy
import hashlib
import math
from concurrent.futures import ThreadPoolExecutor
from dataclasses import astuple, dataclass
from pathlib import Path

import numpy as np
import torch
from safetensors import SafetensorError
from safetensors.torch import load as tensors_from_bytes
from safetensors.torch import save as tensors_to_bytes
from torch import Tensor
from torch.optim.swa_utils import get_ema_multi_avg_fn

from ai.devices import best_device, bfloat16_is_fast
from ai.memory import is_lack_of_memory
from ai.networks import build, describe, why_not_begin
from ai.networks.common import Network
from ai.networks.growth import grow
from ai.training.config import RunConfig
from ai.training.errors import LearningFailed
from ai.training.gradients import Batch, Grading, RecordedGradients, TracedGrading
from ai.training.optimiser import Optimiser
from ai.training.samples import Samples, transform
from core.files import patiently, write_atomically
from core.sentence import Sentence
from core.symmetry import symmetries

MEAN_DECAY = 9
HOPELESS = 2
"""So many times the loss of a policy that guesses shows that learning has diverged: new networks begin with little more than that of guessing."""
LEAST_PART = 32
"""Positions of a batch that a thread gets at least: batch normalisation goes by them, and of fewer less is learned (docs/methods.md, "How fast it
learns")."""


@dataclass(frozen=True)
class Losses:
    """Means over a batch or a generation."""

    policy: float
    """Cross-entropy of the policy with the search's, in nats."""
    value: float
    """Mean squared error of the value, from 0 to 4."""
    fate: float
    """Cross-entropy of the points' fates, in nats a point; 0 without that head."""
    value_accuracy: float
    """Share of positions whose winner the value's sign tells."""
    policy_entropy: float
    """Entropy of the search's policies: what the policy loss would be at best."""


class Learner:
    """Holds the network that learns, the mean of its weights that plays, and the optimiser.

    The weights are in single precision; where the device is faster in bfloat16, the layers compute in that (mixed precision).

    On a processor, threads share a batch: each computes the gradients of its part with a copy of the network that has the same weights in
    memory, batch normalisation goes by the part, and only the sum is waited for. Torch's own threads wait for each other in every layer, which
    makes them very slow beside another busy program. On a graphics card a batch is one recorded graph.
    """

    def __init__(self, config: RunConfig, device: torch.device | None = None, threads: int | None = None):
        """On the best device if not on a given one; on a processor by so many ``threads``, those of the run if not given."""
        torch.manual_seed(config.seed)
        self._config = config
        self._description = describe(config.network)
        self._table = symmetries(config.size)
        self.device = device or best_device()
        self._bfloat16 = bfloat16_is_fast(self.device)
        self._network: Network = build(config.network, config.size).train().to(self.device)
        self._network.to(memory_format=torch.channels_last)  # type: ignore[call-overload]
        self._mean: Network = copy.deepcopy(self._network).eval()
        self._latest, self._averaged = _floats(self._network), _floats(self._mean)
        """What learns, and its running mean: the same places in memory for good, since to ask the networks at each step takes long."""
        self._copies = [self._network]
        self.threads = 1 if self.device.type == "cuda" else threads or config.threads
        """Threads that it keeps busy."""
        if self.device.type == "cpu":
            parts = min(self.threads, config.batch // LEAST_PART)
            self._copies += [_with_the_weights_of(self._network) for _ in range(1, parts)]
        self.threads_each = max(1, self.threads // len(self._copies))
        """Threads of torch for each part of a batch."""
        self._weights = [weights for copied in self._copies for weights in copied.parameters()]
        self._graders = [TracedGrading(self._grading(copied)) for copied in self._copies]
        self._pool = ThreadPoolExecutor(len(self._copies))
        self._optimiser = Optimiser(self._network, config)
        self._recorded: dict[int, RecordedGradients] = {}
        """On a graphics card; by size of the batch."""
        self.steps = 0
        self._counted_steps = 0
        """Steps that count for the mean and the rates: its own, and those of the network that it began with."""

    @property
    def network(self) -> Network:
        """The network for playing."""
        return self._mean

    @property
    def share_of_rates(self) -> float:
        """Of the learning rates that are set, for the next step."""
        start = self._config.rate_falls_from
        return math.sqrt(start / self._counted_steps) if 0 < start < self._counted_steps else 1.0

    def start_from(self, network: Network, steps: int = 0) -> None:
        """Say what ``network`` says, having its weights or grown from it; :class:`LearningFailed` if it is of another kind.

        The same network goes on as after so many ``steps``, with the rates and the mean of a learner that has made them. A larger one has all
        to learn that it has more, and goes on as a new one does."""
        refusal = why_not_begin(network.architecture, self._description.name)
        if refusal:
            raise LearningFailed(refusal)
        if network.architecture == self._description.name:
            self._network.load_state_dict(network.state_dict())
            self._counted_steps = steps
        else:
            grow(network, self._network)
        self._mean.load_state_dict(self._network.state_dict())

    def learn(self, samples: Samples, random: np.random.Generator) -> Losses:
        """One step on a batch of ``samples``; :class:`LearningFailed` if the loss is no number any more."""
        if self._config.symmetries:
            which = random.integers(len(self._table), size=len(samples))
            samples = transform(samples, self._table, which)
        parts = np.array_split(np.arange(len(samples)), len(self._copies))
        shares = [len(part) / len(samples) for part in parts]
        losses = self._pool.map(self._gradients, self._graders, map(samples.take, parts), shares)
        mean = Losses(*np.average([astuple(x) for x in losses], axis=0, weights=shares).tolist())
        self._step()
        return mean

    def _grading(self, network: Network) -> Grading:
        return Grading(network, self._config, self._bfloat16)

    def _gradients(self, grade: TracedGrading, samples: Samples, share: float) -> Losses:
        """Add to the gradients of a copy of the network those of a part of a batch, ``share`` of the whole."""
        batch = self._batch(samples)
        if self.device.type == "cuda":
            return self._told(self._recorded_gradients(batch).compute(batch))
        loss, told = grade(batch)
        losses = self._told(told)
        (share * loss).backward()
        return losses

    def _recorded_gradients(self, batch: Batch) -> RecordedGradients:
        size = len(batch.result)
        if size not in self._recorded:
            self._recorded[size] = RecordedGradients(self._grading(self._network), batch)
        return self._recorded[size]

    def _told(self, told: Tensor) -> Losses:
        """:class:`LearningFailed` if what is to be made small is no number any more."""
        loss, *losses = told.tolist()
        if not math.isfinite(loss):
            raise LearningFailed(
                Sentence(
                    "the loss became %1 at step %2; go on with a lower learning_rate or muon_rate in config.toml",
                    loss,
                    self.steps,
                )
            )
        return Losses(*losses)

    def _batch(self, samples: Samples) -> Batch:
        """On the processor: what is recorded for a card takes it there."""
        return Batch(
            planes=self._planes(samples),
            legal=torch.from_numpy(samples.legal & 1).bool(),
            policy=torch.from_numpy(samples.policy.astype(np.float32)),
            result=torch.from_numpy(samples.result.astype(np.float32)),
            searched=torch.from_numpy(samples.search_value.astype(np.float32)),
            fate=torch.from_numpy(samples.fate.astype(np.int64)),
        )

    @torch.no_grad()
    def check(self, samples: Samples) -> None:
        """:class:`LearningFailed` if what has been learned is not to be kept: the losses of a step are those before it, so that what the last
        one has spoilt shows on ``samples`` only now."""
        self.check_weights()
        learning = copy.deepcopy(self._network)  # batch normalisation remembers what it has seen
        batch = Batch(*(tensor.to(self.device) for tensor in self._batch(samples)))
        for network in (self._mean, learning):
            self.check_policy(self._told(self._grading(network)(*batch)[1]))

    def check_weights(self) -> None:
        """:class:`LearningFailed` if a step has left weights that are no numbers, or anything else that the next steps go on from."""
        kept = (*self._latest, *self._averaged, *self._optimiser.moments())
        if not all(bool(torch.isfinite(tensor).all()) for tensor in kept):
            raise LearningFailed(
                Sentence(
                    "the weights are no numbers any more after step %1; go on with a lower learning_rate or muon_rate in config.toml",
                    self.steps,
                )
            )

    def check_policy(self, mean: Losses) -> None:
        """:class:`LearningFailed` if ``mean``, over a batch or the steps of a generation, tells of a policy that is far worse than guessing."""
        guessing = math.log(self._config.size.points)
        if mean.policy > HOPELESS * guessing:
            raise LearningFailed(
                Sentence(
                    "learning has diverged by step %1: the policy's loss is %2, where guessing has %3; go on with a lower learning_rate or "
                    "muon_rate in config.toml, or start a new run from an earlier generation",
                    self.steps,
                    f"{mean.policy:.3g}",
                    f"{guessing:.3g}",
                )
            )

    @torch.no_grad()
    def _step(self) -> None:
        """Move the weights by the sum of all copies' gradients, which are then used up."""
        for copied in self._copies[1:]:
            for whole, part in zip(_gradients_of(self._network), _gradients_of(copied), strict=True):
                whole.add_(part)
        self._optimiser.step(self.share_of_rates)
        for weights in self._weights:
            weights.grad = None
        self.steps += 1
        self._counted_steps += 1
        self._average()

    @torch.no_grad()
    def _average(self) -> None:
        get_ema_multi_avg_fn(self._kept())(self._averaged, self._latest, None)

    def _kept(self) -> float:
        """The share of the mean that stays at a step. Early on it reaches back over the last tenth of the steps, so that it doesn't lag behind what
        is learned fast (polynomial decay: Shamir and Zhang 2013, section 4, with eta = 9); as rates fall, and with them how far the weights move
        and how fast they learn, so much the longer."""
        if self._config.averaging == 0:
            return 0.0
        most = 1 - (1 - self._config.averaging) * self.share_of_rates
        return min(most, (self._counted_steps - 1) / (self._counted_steps + MEAN_DECAY))

    def _planes(self, samples: Samples) -> Tensor:
        size = self._config.size
        shape = (len(samples), self._description.input_planes, size.rows, size.cols)
        planes = np.empty(shape, np.float32)
        self._description.encode(samples.positions(), len(samples), planes)
        return torch.from_numpy(planes).contiguous(memory_format=torch.channels_last)

    def save(self, path: Path) -> str:
        """Write weights, their mean and the optimiser, so that :meth:`load` goes on exactly here; the file's checksum."""
        tensors = {f"network.{name}": value for name, value in self._network.state_dict().items()}
        tensors |= {f"mean.{name}": value for name, value in self._mean.state_dict().items()}
        tensors |= {f"optimiser.{name}": value for name, value in self._optimiser.state().items()}
        tensors["steps"] = torch.tensor(self.steps)
        tensors["mean_steps"] = torch.tensor(self._counted_steps)
        plain = {name: value.detach().cpu().clone().contiguous() for name, value in tensors.items()}
        data = tensors_to_bytes(plain)
        write_atomically(path, data)
        return _checksum(data)

    def load(self, path: Path, checksum: str | None = None) -> None:
        """Go on from what :meth:`save` wrote; :class:`LearningFailed` if the file is lost, damaged, of another network, or not the one with this
        ``checksum``."""
        try:
            data = patiently(path.read_bytes)
        except FileNotFoundError as error:
            raise LearningFailed(
                Sentence(
                    "the learner's file %1 is lost; put it back, or start a new run from the latest network",
                    path,
                )
            ) from error
        try:
            self._take(tensors_from_bytes(data))
        except (SafetensorError, KeyError, ValueError, IndexError, RuntimeError) as error:
            if is_lack_of_memory(error) or isinstance(error, torch.AcceleratorError):
                raise  # the file may be sound
            raise LearningFailed(
                Sentence(
                    "the learner's file %1 is damaged (%2); restore it, or start a new run from the latest network",
                    path,
                    str(error).partition("\n")[0],
                )
            ) from error
        if checksum not in (None, _checksum(data)):
            raise LearningFailed(
                Sentence(
                    "the learner's file %1 is not what this run has written there; put that back, or start a new run from the latest network",
                    path,
                )
            )

    def _take(self, tensors: dict[str, torch.Tensor]) -> None:
        self.steps = int(tensors.pop("steps"))
        # Runs of earlier versions have no count of their own for the mean.
        self._counted_steps = int(tensors.pop("mean_steps", self.steps))
        self._network.load_state_dict(_part(tensors, "network."))
        # Runs begun before weights were averaged have no mean.
        self._mean.load_state_dict(_part(tensors, "mean.") or _part(tensors, "network."))
        self._optimiser.take(_part(tensors, "optimiser."))


def _checksum(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _with_the_weights_of(network: Network) -> Network:
    """A copy with gradients of its own."""
    copied = copy.deepcopy(network)
    for mine, shared in zip(copied.parameters(), network.parameters(), strict=True):
        mine.data = shared.data
    return copied


def _gradients_of(network: Network) -> list[Tensor]:
    """Without those of weights that had no part in the loss."""
    return [weights.grad for weights in network.parameters() if weights.grad is not None]


def _floats(network: Network) -> list[Tensor]:
    """Weights and what batch normalisation keeps, without its counts of batches."""
    return [tensor for tensor in network.state_dict().values() if tensor.is_floating_point()]


def _part(tensors: dict[str, Tensor], prefix: str) -> dict[str, Tensor]:
    return {name.removeprefix(prefix): t for name, t in tensors.items() if name.startswith(prefix)}

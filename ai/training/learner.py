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

from ai.arithmetic.winograd.trunk import can_learn
from ai.devices import best_device, bfloat16_is_fast
from ai.lack_of_memory import is_lack_of_memory
from ai.networks import build, describe, why_not_begin
from ai.networks.buwei import BuweiNetwork
from ai.networks.common import Network
from ai.networks.growth import grow
from ai.training.config import RunConfig
from ai.training.errors import LearningFailed
from ai.training.gradients import Batch, Grading, RecordedGradients, TracedGrading, WinogradGradients
from ai.training.optimiser import Optimiser
from ai.training.samples import Samples, transform
from core.files import patiently, write_atomically
from core.sentence import Sentence
from core.symmetry import symmetries

MEAN_DECAY = 9
"""Eta of the mean's polynomial decay: the mean reaches back over a tenth of the steps (:meth:`Learner._kept`)."""
HOPELESS = 2
"""Learning has diverged where the policy's loss is this many times that of guessing; new networks begin with little more than guessing's."""
LEAST_PART = 32
"""Smallest part of a batch for a thread, in positions. Batch normalisation uses the statistics of the part, and smaller parts learn less
(docs/methods.md, "How fast it learns")."""

EQUAL_THREADS = 2
"""Threads with which torch computes a part of a batch about as fast as our own code does with one (docs/methods/speed.md, "Learning without
bfloat16"). More of them are faster."""


@dataclass(frozen=True)
class Losses:
    """Losses and figures of learning, means over a batch or a generation."""

    policy: float
    """Cross-entropy of the policy with the search's, in nats."""
    value: float
    """Mean squared error of the value, from 0 to 4."""
    fate: float
    """Cross-entropy of the points' fates, in nats a point; 0 without that head."""
    value_accuracy: float
    """Share of positions where the value's sign is right about the winner."""
    policy_entropy: float
    """Entropy of the search's policies: what the policy loss would be at best."""


class Learner:
    """The network that learns, the mean of its weights, which plays, and the optimiser.

    Weights are in single precision; where the device is faster in bfloat16, the layers compute in that (mixed precision). On other processors code of
    ours computes our own networks' trunks, unless there are so many threads for each part of a batch that torch is faster.

    On a processor, threads share a batch: each computes the gradients of its part with a copy of the network that shares the weights' memory. Batch
    normalisation uses the statistics of the part, and threads only meet to add up gradients. Torch's own threads wait for each other in every layer,
    which makes them very slow beside another busy program. On a graphics card a batch is one recorded graph.
    """

    def __init__(self, config: RunConfig, device: torch.device | None = None, threads: int | None = None):
        """On ``device``, or the best one; on a processor with ``threads`` threads, or as many as the run has."""
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
        """The tensors of the network that learns and of the mean. They stay the same, since collecting them at each step would take long."""
        self._copies = [self._network]
        self.threads = 1 if self.device.type == "cuda" else threads or config.threads
        """How many threads it keeps busy."""
        if self.device.type == "cpu":
            parts = min(self.threads, config.batch // LEAST_PART)
            self._copies += [_with_the_weights_of(self._network) for _ in range(1, parts)]
        self.threads_each = max(1, self.threads // len(self._copies))
        """Threads of torch for each part of a batch."""
        self._weights = [weights for copied in self._copies for weights in copied.parameters()]
        self._graders = [self._grader(copied) for copied in self._copies]
        self._pool = ThreadPoolExecutor(len(self._copies))
        self._optimiser = Optimiser(self._network, config)
        self._recorded: dict[int, RecordedGradients] = {}
        """The recorded gradients on a graphics card, by size of the batch."""
        self.steps = 0
        self._counted_steps = 0
        """Steps that count for the mean and the rates: its own, and those of the network that it began with."""

    @property
    def network(self) -> Network:
        """The network for playing."""
        return self._mean

    @property
    def share_of_rates(self) -> float:
        """The share of the learning rates as set that the next step uses."""
        start = self._config.rate_falls_from
        return math.sqrt(start / self._counted_steps) if 0 < start < self._counted_steps else 1.0

    def start_from(self, network: Network, steps: int = 0) -> None:
        """Take the weights of ``network``, or grow from it so that the answers are the same; :class:`LearningFailed` if neither can be.

        With the same network learning goes on as after ``steps`` steps, with the rates and the mean that belong to them. A larger network still has
        to learn with what it has more, and goes on as a new one does."""
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
        """Make one step on ``samples`` as a batch; :class:`LearningFailed` if the loss is no number any more."""
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

    def _grader(self, network: Network) -> TracedGrading | WinogradGradients:
        """What computes the gradients of a copy of the network on a processor."""
        is_fast = not self._bfloat16 and self.threads_each <= EQUAL_THREADS
        if isinstance(network, BuweiNetwork) and can_learn(network) and is_fast:
            return WinogradGradients(network, self._config)
        return TracedGrading(self._grading(network))

    def _gradients(self, grader: TracedGrading | WinogradGradients, samples: Samples, share: float) -> Losses:
        """Add the gradients of ``samples``, which are ``share`` of a batch, to those of a copy of the network."""
        batch = self.batch_of(samples)
        if self.device.type == "cuda":
            return self._told(self._recorded_gradients(batch).compute(batch))
        return self._told(grader.compute(batch, share))

    def _recorded_gradients(self, batch: Batch) -> RecordedGradients:
        size = len(batch.result)
        if size not in self._recorded:
            self._recorded[size] = RecordedGradients(self._grading(self._network), batch)
        return self._recorded[size]

    def _told(self, told: Tensor) -> Losses:
        """The losses in ``told``, the second part of :data:`ai.training.gradients.Graded`; :class:`LearningFailed` if the loss is no number any
        more."""
        loss, *losses = told.tolist()
        if not math.isfinite(loss):
            raise LearningFailed(
                Sentence(
                    "the loss became %1 at step %2; go on with a lower learning_rate or muon_rate in config.toml",
                    # as a text: the failure is told as JSON, which has no such numbers
                    Sentence("not a number") if math.isnan(loss) else Sentence("infinite"),
                    self.steps,
                )
            )
        return Losses(*losses)

    def batch_of(self, samples: Samples) -> Batch:
        """``samples`` as tensors on the processor; a recorded graph copies them to its card."""
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
        """Try the network on ``samples``; :class:`LearningFailed` if it is not to be kept. The losses of a step are computed before it, so what the
        last step has ruined shows only here."""
        self.check_weights()
        learning = copy.deepcopy(self._network)  # batch normalisation remembers what it has seen
        batch = Batch(*(tensor.to(self.device) for tensor in self.batch_of(samples)))
        for network in (self._mean, learning):
            self.check_policy(self._told(self._grading(network)(*batch)[1]))

    def check_weights(self) -> None:
        """:class:`LearningFailed` if a step has left weights, means or the optimiser's memory with values that are no numbers."""
        kept = (*self._latest, *self._averaged, *self._optimiser.moments())
        if not all(bool(torch.isfinite(tensor).all()) for tensor in kept):
            raise LearningFailed(
                Sentence(
                    "the weights are no numbers any more after step %1; go on with a lower learning_rate or muon_rate in config.toml",
                    self.steps,
                )
            )

    def check_policy(self, mean: Losses) -> None:
        """:class:`LearningFailed` if by ``mean``, over a batch or the steps of a generation, the policy is far worse than guessing."""
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
        """Move the weights by the sum of all copies' gradients, and clear these."""
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
        """The share of the mean that stays at a step. Early on the mean reaches back over the last tenth of the steps, so that it doesn't lag behind
        fast learning (polynomial decay: Shamir and Zhang 2013, section 4, with eta = 9). As rates fall, weights move less at a step, and the mean
        reaches back longer in proportion."""
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
        """Write weights, their mean and the optimiser, so that :meth:`load` goes on exactly here. Returns the file's checksum."""
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
            tensors = tensors_from_bytes(data)
        except (SafetensorError, ValueError) as error:
            raise LearningFailed(
                Sentence(
                    "the learner's file %1 is damaged (%2); restore it, or start a new run from the latest network",
                    path,
                    str(error).partition("\n")[0],
                )
            ) from error
        try:
            self._take(tensors)
        except (KeyError, ValueError, IndexError, RuntimeError) as error:
            if is_lack_of_memory(error) or isinstance(error, torch.AcceleratorError):
                raise  # the file may be sound
            raise LearningFailed(
                Sentence(
                    "the learner's file %1 is not of the network '%2', which learns here; put the right one back, or start a new run from the "
                    "latest network",
                    path,
                    self._description.name,
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
    """A copy of ``network`` that shares its weights and has gradients of its own."""
    copied = copy.deepcopy(network)
    for mine, shared in zip(copied.parameters(), network.parameters(), strict=True):
        mine.data = shared.data
    return copied


def _gradients_of(network: Network) -> list[Tensor]:
    """The gradients of the weights that had a part in the loss."""
    return [weights.grad for weights in network.parameters() if weights.grad is not None]


def _floats(network: Network) -> list[Tensor]:
    """The weights and batch normalisation's statistics, without its counts of batches."""
    return [tensor for tensor in network.state_dict().values() if tensor.is_floating_point()]


def _part(tensors: dict[str, Tensor], prefix: str) -> dict[str, Tensor]:
    return {name.removeprefix(prefix): t for name, t in tensors.items() if name.startswith(prefix)}

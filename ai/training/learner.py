"""The learner: steps of gradient descent on positions from replay."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from safetensors.torch import load as tensors_from_bytes
from safetensors.torch import save as tensors_to_bytes
from torch import Tensor
from torch.nn import functional

from ai.networks import build, describe
from ai.networks.common import Network
from ai.training.config import RunConfig
from ai.training.samples import Samples, symmetries, transform
from core.files import write_atomically


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
    """Holds the network that learns and its optimiser."""

    def __init__(self, config: RunConfig):
        torch.manual_seed(config.seed)
        self._config = config
        self._description = describe(config.network)
        self._table = symmetries(config.size)
        self.device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        self.network: Network = build(config.network, config.size).to(self.device)
        self.network.to(memory_format=torch.channels_last)  # type: ignore[call-overload]
        self._optimiser = torch.optim.AdamW(
            self.network.parameters(), lr=config.learning_rate, weight_decay=config.weight_decay
        )
        self.steps = 0

    def learn(self, samples: Samples, random: np.random.Generator) -> Losses:
        """One step on a batch of ``samples``."""
        self.network.train()
        if self._config.symmetries:
            which = random.integers(len(self._table), size=len(samples))
            samples = transform(samples, self._table, which)
        output = self.network(self._planes(samples))
        legal = torch.from_numpy(samples.legal & 1).to(self.device).bool()
        policy = torch.from_numpy(samples.policy.astype(np.float32)).to(self.device)
        result = torch.from_numpy(samples.result.astype(np.float32)).to(self.device)
        log_p = torch.log_softmax(output.policy.masked_fill(~legal, -1e9), 1)
        # First seed, formula 8: (z - v)^2 - pi log p + c |theta|^2; the optimiser adds the last term.
        policy_loss = -(policy * log_p).sum(1).mean()
        value_loss = functional.mse_loss(output.value, result)
        loss = policy_loss + value_loss
        fate_loss = torch.zeros(())
        if output.fate is not None and self._config.fate_weight > 0:
            fate = torch.from_numpy(samples.fate.astype(np.int64)).to(self.device)
            fate_loss = functional.cross_entropy(output.fate, fate)
            loss = loss + self._config.fate_weight * fate_loss
        self._optimiser.zero_grad(set_to_none=True)
        loss.backward()
        self._optimiser.step()
        self.steps += 1
        with torch.no_grad():
            accuracy = ((output.value > 0) == (result > 0)).float().mean()
            entropy = -torch.xlogy(policy, policy).sum(1).mean()
        return Losses(*(x.item() for x in (policy_loss, value_loss, fate_loss, accuracy, entropy)))

    def _planes(self, samples: Samples) -> Tensor:
        size = self._config.size
        planes = np.empty((len(samples), self._description.input_planes, size.points), np.float32)
        self._description.encode(samples.leaves(), len(samples), planes)
        tensor = torch.from_numpy(planes.reshape(len(samples), -1, size.rows, size.cols)).to(self.device)
        return tensor.contiguous(memory_format=torch.channels_last)

    def save(self, path: Path) -> None:
        """Weights and optimiser, so that :meth:`load` goes on exactly here."""
        tensors = {f"network.{name}": value for name, value in self.network.state_dict().items()}
        for index, state in self._optimiser.state_dict()["state"].items():
            for name, value in state.items():
                tensors[f"optimiser.{index}.{name}"] = torch.as_tensor(value)
        tensors["steps"] = torch.tensor(self.steps)
        plain = {name: value.detach().cpu().contiguous() for name, value in tensors.items()}
        write_atomically(path, tensors_to_bytes(plain))

    def load(self, path: Path) -> None:
        """Go on from what :meth:`save` wrote."""
        tensors = tensors_from_bytes(path.read_bytes())
        self.steps = int(tensors.pop("steps"))
        network = {
            name.removeprefix("network."): t for name, t in tensors.items() if name.startswith("network.")
        }
        self.network.load_state_dict(network)
        optimiser = self._optimiser.state_dict()
        for name, value in tensors.items():
            if name.startswith("optimiser."):
                _, index, key = name.split(".")
                optimiser["state"].setdefault(int(index), {})[key] = value
        self._optimiser.load_state_dict(optimiser)

"""How the weights move by their gradients: AdamW and Muon."""

import torch
from torch import Tensor, nn
from torch.optim.adamw import adamw

from ai.training.config import RunConfig

MOMENTUM = 0.95
ORTHOGONAL_STEPS = 5
ORTHOGONAL_FACTORS = (3.4445, -4.7750, 2.0315)
"""Coefficients of the odd polynomial that brings singular values between 0 and 1 near to 1 within these steps (Jordan et al. 2024)."""
MOMENTUM_NAME = "momentum"
BETAS = 0.9, 0.999
"""AdamW's decay rates of its two moments."""
EPSILON = 1e-8
"""AdamW's epsilon."""


class Optimiser:
    """AdamW (Loshchilov and Hutter 2019). Where ``muon_rate`` is set, the 3x3 convolutions learn by Muon (Jordan et al. 2024): a step is the mean of
    the latest gradients with all singular values made alike, so that rare directions are learned as fast as common ones."""

    def __init__(self, network: nn.Module, config: RunConfig):
        self._rate, self._muon_rate = config.learning_rate, config.muon_rate
        self._decay = config.weight_decay
        self._parameters = list(network.parameters())
        """All weights; the index of each is its number in :meth:`state`."""
        by_muon = [config.muon_rate > 0 and _is_convolution(weights) for weights in self._parameters]
        self._momenta = {
            number: torch.zeros_like(self._parameters[number]) for number, muon in enumerate(by_muon) if muon
        }
        """The mean gradients of the weights that learn by Muon, by number."""
        self._others = [number for number, muon in enumerate(by_muon) if not muon]
        """Numbers of the weights that learn by AdamW."""
        self._adam: dict[int, dict[str, Tensor]] = {}
        """AdamW's memory of each weight that has moved, by the names of torch's own class. That class is not used because it loads torch's compiler,
        which takes more than a second."""

    @torch.no_grad()
    def step(self, share: float) -> None:
        """Move the weights that have gradients, at ``share`` of the learning rates."""
        self._step_by_adam(share * self._rate)
        self._step_by_muon(share * self._muon_rate)

    def _step_by_adam(self, rate: float) -> None:
        moving = [number for number in self._others if self._parameters[number].grad is not None]
        for number in moving:
            if number not in self._adam:
                self._adam[number] = _no_memory(self._parameters[number])
        adamw(
            [self._parameters[number] for number in moving],
            [gradient for number in moving if (gradient := self._parameters[number].grad) is not None],
            [self._adam[number]["exp_avg"] for number in moving],
            [self._adam[number]["exp_avg_sq"] for number in moving],
            [],
            [self._adam[number]["step"] for number in moving],
            fused=True,
            amsgrad=False,
            beta1=BETAS[0],
            beta2=BETAS[1],
            lr=rate,
            weight_decay=self._decay,
            eps=EPSILON,
            maximize=False,
        )

    def _step_by_muon(self, rate: float) -> None:
        alike: dict[torch.Size, list[int]] = {}
        for number in self._momenta:
            if self._parameters[number].grad is not None:
                alike.setdefault(self._parameters[number].shape, []).append(number)
        for shape, numbers in alike.items():
            changes = orthogonal(torch.stack([self._change(number) for number in numbers]))
            rows, columns = changes.shape[1:]
            size = max(1.0, rows / columns) ** 0.5
            for number, change in zip(numbers, changes, strict=True):
                weights = self._parameters[number]
                weights.mul_(1 - rate * self._decay).sub_(change.view(shape), alpha=rate * size)

    def _change(self, number: int) -> Tensor:
        """``float32[outputs, all else]``: the mean of the latest gradients with the last one counted once more (Nesterov)."""
        gradient, momentum = self._parameters[number].grad, self._momenta[number]
        assert gradient is not None
        momentum.lerp_(gradient, 1 - MOMENTUM)
        return gradient.lerp(momentum, MOMENTUM).flatten(1)

    def moments(self) -> list[Tensor]:
        """All tensors that remember earlier gradients."""
        of_adam = [tensor for state in self._adam.values() for tensor in state.values()]
        return [*of_adam, *self._momenta.values()]

    def state(self) -> dict[str, Tensor]:
        """The tensors from which :meth:`take` goes on, each named by its weight's number and what it is."""
        states = {
            f"{number}.{name}": value for number, state in self._adam.items() for name, value in state.items()
        }
        return states | {f"{number}.{MOMENTUM_NAME}": momentum for number, momentum in self._momenta.items()}

    def take(self, state: dict[str, Tensor]) -> None:
        """Go on from ``state``. Weights that learned by the other method until now begin without memory. ``IndexError`` or ``ValueError`` if these
        are not this network's tensors."""
        for name, value in state.items():
            number, key = int(name.partition(".")[0]), name.partition(".")[2]
            weights = self._parameters[number]
            # The fused step pairs numbers by their place in memory: the layout must be the weights' own.
            laid_out = torch.empty_like(weights).copy_(value) if value.shape == weights.shape else value
            if key == MOMENTUM_NAME and number in self._momenta:
                self._momenta[number] = laid_out
            elif key != MOMENTUM_NAME and number not in self._momenta:
                self._adam.setdefault(number, {})[key] = laid_out.to(weights.device)


def _no_memory(weights: Tensor) -> dict[str, Tensor]:
    """AdamW's memory before the first step."""
    return {
        "step": torch.zeros((), device=weights.device),
        "exp_avg": torch.zeros_like(weights),
        "exp_avg_sq": torch.zeros_like(weights),
    }


def _is_convolution(weights: Tensor) -> bool:
    """Whether ``weights`` are those of a convolution larger than 1x1."""
    return weights.ndim == 4 and weights.shape[-1] > 1


def orthogonal(matrices: Tensor) -> Tensor:
    """``matrices``, ``[B, rows, columns]``, with all singular values brought near 1 (0.7 to 1.2) by Newton-Schulz iteration (Jordan et al. 2024)."""
    a, b, c = ORTHOGONAL_FACTORS
    found = matrices / (matrices.norm(dim=(1, 2), keepdim=True) + 1e-7)
    if found.shape[1] > found.shape[2]:
        return orthogonal(found.mT).mT
    for _ in range(ORTHOGONAL_STEPS):
        square = found @ found.mT
        found = a * found + (b * square + c * square @ square) @ found
    return found

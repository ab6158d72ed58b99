"""A back-propagation network with one hidden layer, written out: the forward pass, the gradient, and a step against it."""

from dataclasses import dataclass, field

import numpy as np

MOMENTUM = 0.9
RATE_RISE = 1.05
RATE_FALL = 0.7
ERROR_TOLERANCE = 1.04
"""The learning rate follows the squared error from one round to the next: it rises while the error falls, and falls when the error has grown
by more than four percent (Vogl et al. 1988, "Accelerating the convergence of the back-propagation method")."""


@dataclass
class Perceptron:
    """``y = w2 tanh(w1 x + b1) + b2``; ``I`` inputs, ``H`` hidden units, one output."""

    w1: np.ndarray
    """``float64[I, H]``"""
    b1: np.ndarray
    """``float64[H]``"""
    w2: np.ndarray
    """``float64[H]``"""
    b2: np.ndarray
    """``float64[1]``"""
    speed: dict[str, np.ndarray] = field(default_factory=dict)
    """The last change of each of the four, for the momentum."""

    NAMES = ("w1", "b1", "w2", "b2")

    @classmethod
    def random(cls, inputs: int, hidden: int, random: np.random.Generator) -> "Perceptron":
        """Small weights (LeCun et al. 1998, section 4.6); the output begins at 0."""
        w1 = random.normal(0, inputs**-0.5, (inputs, hidden))
        return cls(w1, np.zeros(hidden), np.zeros(hidden), np.zeros(1))

    def __call__(self, x: np.ndarray) -> np.ndarray:
        """``float64[B]`` for inputs ``[B, I]``."""
        return np.tanh(x @ self.w1 + self.b1) @ self.w2 + self.b2

    def gradient(self, x: np.ndarray, target: np.ndarray) -> tuple[dict[str, np.ndarray], float]:
        """How the mean of (y - target)^2 / 2 changes with each weight, and the mean squared error."""
        hidden = np.tanh(x @ self.w1 + self.b1)
        error = hidden @ self.w2 + self.b2 - target
        share = error / len(x)
        back = np.outer(share, self.w2) * (1 - hidden**2)
        gradient = {
            "w1": x.T @ back,
            "b1": back.sum(0),
            "w2": hidden.T @ share,
            "b2": share.sum(keepdims=True),
        }
        return gradient, float(np.mean(error**2))

    def learn(self, x: np.ndarray, target: np.ndarray, rate: float) -> float:
        """One step against the gradient, with momentum; the mean squared error before it."""
        gradient, error = self.gradient(x, target)
        for name, slope in gradient.items():
            speed = MOMENTUM * self.speed.get(name, np.zeros_like(slope)) - rate * slope
            self.speed[name] = speed
            setattr(self, name, getattr(self, name) + speed)
        return error

    def arrays(self) -> dict[str, np.ndarray]:
        """Weights and momentum by name, for saving."""
        weights = {name: getattr(self, name) for name in self.NAMES}
        return weights | {f"speed.{name}": speed for name, speed in self.speed.items()}

    @classmethod
    def from_arrays(cls, arrays: dict[str, np.ndarray]) -> "Perceptron":
        """The network whose :meth:`arrays` these are."""
        speed = {
            name.removeprefix("speed."): array for name, array in arrays.items() if name.startswith("speed.")
        }
        return cls(arrays["w1"], arrays["b1"], arrays["w2"], arrays["b2"], speed)


def adapted(rate: float, start: float, error: float, error_before: float | None) -> float:
    """The learning rate for the next round, kept between a fifth and five times its ``start``."""
    if error_before is None:
        return rate
    if error > error_before * ERROR_TOLERANCE:
        rate *= RATE_FALL
    elif error < error_before:
        rate *= RATE_RISE
    return float(np.clip(rate, start / 5, start * 5))

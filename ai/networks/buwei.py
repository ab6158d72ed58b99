"""Buwei's own network: a residual tower with global pooling that plays on boards of any size.

Counting decides NoGo: the side with more spare moves left wins. Convolutions see neighbourhoods; global pooling (Wu 2019, section 3.3) lets every
point see totals over the whole board.
"""

import torch
from torch import Tensor, nn
from torch.nn import functional

from ai.networks.common import ConvNorm, Network, Output

FATES = 4
HEAD_CHANNELS = 32
VALUE_WIDTH = 64


def pool(x: Tensor) -> Tensor:
    """``[B, C, rows, cols]`` to ``[B, 2 C]``: mean and maximum of each channel over the board."""
    # amax gives the same, but divides the gradient among equal maxima, which takes five times as long
    return torch.cat((x.mean((2, 3)), functional.adaptive_max_pool2d(x, 1).flatten(1)), 1)


class Block(nn.Module):
    """Two 3x3 convolutions with a skip connection; with ``pooling``, totals over the board bias the channels between them."""

    def __init__(self, channels: int, pooling: bool):
        super().__init__()
        self.first = ConvNorm(channels, channels, 3)
        self.second = ConvNorm(channels, channels, 3)
        self.totals = nn.Linear(2 * channels, channels) if pooling else None

    def forward(self, x: Tensor) -> Tensor:
        inner = torch.relu(self.first(x))
        if self.totals is not None:
            inner = torch.relu(inner + self.totals(pool(inner))[:, :, None, None])
        return torch.relu(self.second(inner) + x)


class BuweiNetwork(Network):
    """A stem, ``blocks`` residual blocks, every second one with pooling, and heads for policy, value and the points' fates.

    Without ``pooling`` only the head for the value, which is one number for the whole board, sees totals.
    """

    def __init__(self, input_planes: int, blocks: int, channels: int, pooling: bool):
        super().__init__()
        self.stem = ConvNorm(input_planes, channels, 3)
        self.tower = nn.Sequential(*(Block(channels, pooling=pooling and i % 2 == 1) for i in range(blocks)))
        self.policy_points = ConvNorm(channels, HEAD_CHANNELS, 1)
        self.policy_totals = nn.Linear(2 * HEAD_CHANNELS, HEAD_CHANNELS) if pooling else None
        self.policy_out = nn.Conv2d(HEAD_CHANNELS, 1, 1)
        self.value_points = ConvNorm(channels, HEAD_CHANNELS, 1)
        self.value_hidden = nn.Linear(2 * HEAD_CHANNELS, VALUE_WIDTH)
        self.value_out = nn.Linear(VALUE_WIDTH, 1)
        self.fate = nn.Conv2d(channels, FATES, 1)

    def forward(self, planes: Tensor) -> Output:
        return self.heads(self.trunk(planes))

    def trunk(self, planes: Tensor) -> Tensor:
        """``[B, C, rows, cols]``: all but the heads."""
        return self.tower(torch.relu(self.stem(planes)))

    def heads(self, x: Tensor) -> Output:
        """Of what the trunk has made of ``B`` positions."""
        value = torch.relu(self.value_points(x))
        value = self.value_out(torch.relu(self.value_hidden(pool(value))))
        return Output(self._policy(x), torch.tanh(value).squeeze(1), self.fate(x).flatten(2))

    def _policy(self, x: Tensor) -> Tensor:
        """The policy head, in single precision even if the tower has less: logits are small differences of numbers that may be large."""
        with torch.autocast(x.device.type, enabled=False):
            policy = torch.relu(self.policy_points(x.float()))
            if self.policy_totals is not None:
                policy = torch.relu(policy + self.policy_totals(pool(policy))[:, :, None, None])
            return self.policy_out(policy).flatten(1)


class Heads(Network):
    """The heads of ``network``, and its weights, as a network of their own; what it takes is the trunk's output."""

    def __init__(self, network: BuweiNetwork):
        super().__init__()
        self.network = network

    def forward(self, planes: Tensor) -> Output:
        return self.network.heads(planes)

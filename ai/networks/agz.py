"""The network of AlphaGo Zero (Silver et al. 2017, Methods) at any number of blocks and channels, for boards without a pass."""

import torch
from torch import Tensor, nn

from ai.networks.common import ConvNorm, Network, Output
from ai.networks.planes import AGZ_PLANES
from core.position import Size


class ResidualBlock(nn.Module):
    """Two 3x3 convolutions with a skip connection."""

    def __init__(self, channels: int):
        super().__init__()
        self.first = ConvNorm(channels, channels, 3)
        self.second = ConvNorm(channels, channels, 3)

    def forward(self, x: Tensor) -> Tensor:
        return torch.relu(self.second(torch.relu(self.first(x))) + x)


class AgzNetwork(Network):
    """17 planes, a residual tower, a policy head of two filters and a value head of one filter and a layer of 256."""

    def __init__(self, size: Size, blocks: int, channels: int):
        super().__init__()
        self.stem = ConvNorm(AGZ_PLANES, channels, 3)
        self.tower = nn.Sequential(*(ResidualBlock(channels) for _ in range(blocks)))
        self.policy = nn.Sequential(
            ConvNorm(channels, 2, 1), nn.ReLU(), nn.Flatten(), nn.Linear(2 * size.points, size.points)
        )
        self.value = nn.Sequential(
            ConvNorm(channels, 1, 1),
            nn.ReLU(),
            nn.Flatten(),
            nn.Linear(size.points, 256),
            nn.ReLU(),
            nn.Linear(256, 1),
        )

    def forward(self, planes: Tensor) -> Output:
        x = self.tower(torch.relu(self.stem(planes)))
        return Output(self.policy(x), torch.tanh(self.value(x)).squeeze(1), None)

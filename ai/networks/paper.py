"""The network of Gao et al. 2022 (section 3.2.2, figure 4)."""

import itertools

import torch
from torch import Tensor, nn

from ai.networks import PAPER_WIDTHS
from ai.networks.common import Network, Output
from ai.networks.planes import PAPER_PLANES
from core.position import Size


class PaperNetwork(Network):
    """Three convolutions of 32, 64 and 128 filters; a policy head of four 1x1 filters and one layer; a value head of two 1x1 filters
    and layers of 64 and 1."""

    def __init__(self, size: Size):
        super().__init__()
        widths = (PAPER_PLANES, *PAPER_WIDTHS)
        layers: list[nn.Module] = []
        for inputs, outputs in itertools.pairwise(widths):
            layers += [nn.Conv2d(inputs, outputs, 3, padding=1), nn.ReLU()]
        self.trunk = nn.Sequential(*layers)
        self.policy = nn.Sequential(
            nn.Conv2d(128, 4, 1), nn.ReLU(), nn.Flatten(), nn.Linear(4 * size.points, size.points)
        )
        self.value = nn.Sequential(
            nn.Conv2d(128, 2, 1),
            nn.ReLU(),
            nn.Flatten(),
            nn.Linear(2 * size.points, 64),
            nn.ReLU(),
            nn.Linear(64, 1),
        )

    def forward(self, planes: Tensor) -> Output:
        x = self.trunk(planes)
        return Output(self.policy(x), torch.tanh(self.value(x)).squeeze(1), None)

"""Parts of all networks: the form of their outputs, convolutions with batch normalisation, and folding that for play."""

from typing import NamedTuple

import torch
from torch import Tensor, nn
from torch.nn.utils.fusion import fuse_conv_bn_eval


class Output(NamedTuple):
    """A network's output for ``B`` positions with ``P`` points, from the view of the side to move."""

    policy: Tensor
    """``[B, P]`` logits of the moves; the caller masks illegal ones."""
    value: Tensor
    """``[B]``, -1 lost to 1 won."""
    fate: Tensor | None
    """``[B, 4, P]`` logits of each point's :class:`ai.training.samples.Fate`; ``None`` from networks without that head."""


class Network(nn.Module):
    """A network; ``forward`` takes ``[B, C, rows, cols]``."""

    architecture: str
    """The network's name, as in :mod:`ai.networks`."""

    def forward(self, planes: Tensor) -> Output:
        raise NotImplementedError


class ConvNorm(nn.Module):
    """A convolution that keeps the board's size, followed by batch normalisation."""

    def __init__(self, inputs: int, outputs: int, kernel: int):
        super().__init__()
        self.conv = nn.Conv2d(inputs, outputs, kernel, padding=kernel // 2, bias=False)
        self.norm: nn.Module = nn.BatchNorm2d(outputs)

    def forward(self, x: Tensor) -> Tensor:
        return self.norm(self.conv(x))

    def fold(self) -> None:
        """Move the normalisation into the convolution; afterwards the network can only play."""
        assert isinstance(self.norm, nn.BatchNorm2d)
        self.conv = fuse_conv_bn_eval(self.conv, self.norm)
        self.norm = nn.Identity()


def fold_normalisation(network: nn.Module) -> None:
    """Fold every :class:`ConvNorm` of a network in evaluation mode."""
    for module in network.modules():
        if isinstance(module, ConvNorm):
            module.fold()


class ForPlay(nn.Module):
    """A network without the outputs that only learning needs: gives ``(policy logits [B, P], value [B])`` in single precision."""

    def __init__(self, network: Network):
        super().__init__()
        self.network = network

    def forward(self, planes: Tensor) -> tuple[Tensor, Tensor]:
        output = self.network(planes)
        return output.policy.to(torch.float32), output.value.to(torch.float32)

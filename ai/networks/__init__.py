"""Networks by name, and the planes that each of them sees.

``paper`` is the network of Gao et al. 2022, ``agz6x64`` the residual tower of AlphaGo Zero with 6 blocks of 64 channels, ``b4c32`` Buwei's own with 4
blocks of 32 channels, ``b4c32-local`` the same without global pooling, ``b4c32-liberties`` one that also sees liberties. :func:`describe` explains a
name and doesn't need torch; :func:`build` makes the network and needs it.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from math import isqrt
from typing import TYPE_CHECKING

import numpy as np

from ai.networks import planes
from ai.search.positions import position_batch
from core.position import Position, Size
from core.sentence import Sentence

if TYPE_CHECKING:
    from ai.networks.common import Network

MOST_BLOCKS = 60
MOST_CHANNELS = 1024
LEAST_CHANNELS = 4
MOST_WEIGHTS = 250_000_000
"""Most weights in the convolutions of a tower. At 4 bytes each, and up to 6% more for all else, they fit into a checkpoint (:mod:`ai.checkpoint`)."""
PAPER_WIDTHS = (32, 64, 128)
"""Channels of the convolutions in the network of Gao et al. 2022."""


class UnknownNetwork(ValueError):
    """No network has this name, or it would be too small or too large; the message says so."""


@dataclass(frozen=True)
class Description:
    """A network, as described by its name."""

    name: str
    family: str
    """``paper``, ``agz`` or ``buwei``."""
    blocks: int
    """Residual blocks of two convolutions each; for ``paper`` the number of convolutions."""
    channels: int
    """Channels of each convolution; for ``paper`` of the last one."""
    input_planes: int
    """Number of input planes, ``C``."""
    encode: Callable
    """Fills ``float32[B, C, rows, cols]`` for a batch of positions; one of the functions of :mod:`ai.networks.planes`."""
    any_size: bool
    """Whether weights trained on one board size can play on another."""
    pooling: bool = False
    """Whether every point sees totals over the whole board."""

    @property
    def multiplications(self) -> int:
        """Multiplications for each point in the 3x3 convolutions; all others are few beside these."""
        if self.family == "paper":
            return 9 * sum(
                inputs * outputs for inputs, outputs in pairwise((self.input_planes, *PAPER_WIDTHS))
            )
        return 9 * self.channels * (self.input_planes + 2 * self.blocks * self.channels)


def describe(name: str) -> Description:
    """The network that ``name`` describes; :class:`UnknownNetwork` with a sentence if there is none, or if it would be too small or too large."""
    if name == "paper":
        return Description(name, "paper", 3, 128, planes.PAPER_PLANES, planes.encode_paper, any_size=False)
    if tower := re.fullmatch(r"agz(\d{1,9})x(\d{1,9})", name):
        blocks, channels = _size_of_tower(name, tower)
        return Description(
            name, "agz", blocks, channels, planes.AGZ_PLANES, planes.encode_agz, any_size=False
        )
    if tower := re.fullmatch(r"b(\d{1,9})c(\d{1,9})(?:-local|-liberties)?", name):
        blocks, channels = _size_of_tower(name, tower)
        liberties = name.endswith("-liberties")
        return Description(
            name,
            "buwei",
            blocks,
            channels,
            planes.LIBERTIES_PLANES if liberties else planes.BUWEI_PLANES,
            planes.encode_liberties if liberties else planes.encode_buwei,
            any_size=True,
            pooling=not name.endswith("-local"),
        )
    raise UnknownNetwork(
        Sentence(
            "there is no network '%1'; write paper, agz6x64 (blocks x channels), b4c32 (blocks, channels), b4c32-liberties or b4c32-local",
            name,
        )
    )


def _size_of_tower(name: str, tower: re.Match[str]) -> tuple[int, int]:
    """Blocks and channels of a residual tower; :class:`UnknownNetwork` if it is too small or too large."""
    blocks, channels = int(tower[1]), int(tower[2])
    if blocks < 1 or channels < LEAST_CHANNELS:
        raise UnknownNetwork(
            Sentence(
                "the network '%1' is too small: it needs 1 block and %2 channels at least",
                name,
                LEAST_CHANNELS,
            )
        )
    if blocks > MOST_BLOCKS or channels > MOST_CHANNELS:
        raise UnknownNetwork(
            Sentence(
                "the network '%1' is too large: it may have %2 blocks and %3 channels at the most",
                name,
                MOST_BLOCKS,
                MOST_CHANNELS,
            )
        )
    fitting_channels = isqrt(MOST_WEIGHTS // (2 * 9 * blocks))
    if channels > fitting_channels:
        raise UnknownNetwork(
            Sentence(
                "the network '%1' is too large for a checkpoint: with %2 blocks it may have %3 channels at the most",
                name,
                blocks,
                fitting_channels,
            )
        )
    return blocks, channels


def planes_of(description: Description, position: Position) -> np.ndarray:
    """``float32[C, rows, cols]``: the input planes of ``position``, for people to look at."""
    size = position.size
    encoded = np.zeros((1, description.input_planes, size.rows, size.cols), np.float32)
    description.encode(position_batch([position]), 1, encoded)
    return encoded[0]


def can_grow(small: str, large: str) -> bool:
    """Whether a network named ``large`` can be given weights with which it answers as one named ``small`` (:mod:`ai.networks.growth`)."""
    before, after = describe(small), describe(large)
    return (
        before.family == after.family == "buwei"
        and before.pooling == after.pooling
        and all(
            getattr(before, part) <= getattr(after, part) for part in ("blocks", "channels", "input_planes")
        )
    )


def why_not_begin(start: str, network: str) -> Sentence | None:
    """Why ``network`` can't begin with the weights of one named ``start``; ``None`` if it can."""
    if start == network or can_grow(start, network):
        return None
    return Sentence(
        "start_from names a network %1, but this run's is %2; set network to the same or to one that it can grow to (with more blocks, more "
        "channels or liberties)",
        start,
        network,
    )


def why_anew(first: str, network: str) -> Sentence | None:
    """A sentence for a run in which ``network`` replaces one named ``first`` and can't grow from it; ``None`` if it can."""
    if first == network or can_grow(first, network):
        return None
    return Sentence(
        "the network '%1' can't grow from '%2': it begins anew, with random weights, and learns from the games of that one.",
        network,
        first,
    )


def build(name: str, size: Size) -> "Network":
    """A new network for boards of ``size`` with random weights from torch's global generator; :class:`UnknownNetwork` as in :func:`describe`."""
    network = _build(describe(name), size)
    network.architecture = name
    return network


def _build(description: Description, size: Size) -> "Network":
    if description.family == "paper":
        from ai.networks.paper import PaperNetwork

        return PaperNetwork(size)
    if description.family == "agz":
        from ai.networks.agz import AgzNetwork

        return AgzNetwork(size, description.blocks, description.channels)
    from ai.networks.buwei import BuweiNetwork

    return BuweiNetwork(
        description.input_planes, description.blocks, description.channels, description.pooling
    )

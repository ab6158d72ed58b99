"""Networks by name, and the planes that each of them sees.

``paper`` is the first seed's network, ``agz6x64`` the residual tower of AlphaGo Zero with 6 blocks of 64 channels, ``b4c32`` our own with
4 blocks of 32 channels, ``b4c32-local`` the same without global pooling, ``b4c32-liberties`` one that also sees liberties.
:func:`describe` knows a name without torch; :func:`build` makes the network and needs it.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from math import isqrt
from typing import TYPE_CHECKING

from ai.networks import planes
from core.position import Size
from core.sentence import Sentence

if TYPE_CHECKING:
    from ai.networks.common import Network

MOST_BLOCKS = 60
MOST_CHANNELS = 1024
LEAST_CHANNELS = 4
MOST_WEIGHTS = 250_000_000
"""In the convolutions of a tower; with all else, up to 6% more, a checkpoint (:mod:`ai.checkpoint`) has room for these, of 4 bytes each."""
PAPER_WIDTHS = (32, 64, 128)
"""Channels of the convolutions of the first seed's network."""


class UnknownNetwork(ValueError):
    """No network has this name; the message says which there are."""


@dataclass(frozen=True)
class Description:
    """What a network's name means."""

    name: str
    family: str
    """``paper``, ``agz`` or ``buwei``."""
    blocks: int
    """Residual blocks of two convolutions each; of ``paper`` its convolutions."""
    channels: int
    """Of each convolution; of ``paper`` the last one's."""
    input_planes: int
    """The planes of points that it sees, ``C``."""
    encode: Callable
    """Fills ``float32[B, C, rows, cols]`` for a batch of leaves: one of the kernels of :mod:`ai.networks.planes`."""
    any_size: bool
    """Whether weights learned on one board size can play on another."""
    pooling: bool = False
    """Whether every point is told totals over the board."""

    @property
    def multiplications(self) -> int:
        """For each point, those of the 3x3 convolutions, beside which all else is little."""
        if self.family == "paper":
            return 9 * sum(
                inputs * outputs for inputs, outputs in pairwise((self.input_planes, *PAPER_WIDTHS))
            )
        return 9 * self.channels * (self.input_planes + 2 * self.blocks * self.channels)


def describe(name: str) -> Description:
    """What ``name`` means, with sizes as it tells them; :class:`UnknownNetwork` with a sentence if nothing, or a network too small or too large."""
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


def can_grow(small: str, large: str) -> bool:
    """Whether a network named ``large`` can begin by saying what one named ``small`` says (:mod:`ai.networks.growth`)."""
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
    """What to say of a run in which ``network`` takes the place of one named ``first`` without having grown from it; ``None`` where it grows."""
    if first == network or can_grow(first, network):
        return None
    return Sentence(
        "the network '%1' can't grow from '%2': it begins anew, with random weights, and learns from the games of that one.",
        network,
        first,
    )


def build(name: str, size: Size) -> "Network":
    """A new network with random weights, of torch's own generator, for boards of ``size``; :class:`UnknownNetwork` as :func:`describe`."""
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

"""All that a network says of a position without a search, for people to look at."""

from dataclasses import dataclass

import numpy as np

from ai.players.base import AiPlayer
from ai.players.text import Options
from core.player import Decision


@dataclass(frozen=True, eq=False)
class FirstSight(Decision):
    """What the player ``policy`` finds, and what the network expects to become of the points."""

    fates: np.ndarray | None = None
    """``float32[4, P]``: probabilities of each point's :class:`ai.training.samples.Fate`; ``None`` from a network without that head."""


def first_sight_player(text: str) -> AiPlayer:
    """The player that decides as the one of this text, ``policy:net=…``, and answers with a :class:`FirstSight` unless the game is over.
    :class:`ai.players.PlayerError` if there is no such network."""
    from ai.players.network import FirstSightPlayer  # not before it is needed, as players are

    return FirstSightPlayer(Options(text))

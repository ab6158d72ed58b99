"""The player that plays random moves."""

from threading import Event

import numpy as np

from ai.players.base import AiPlayer
from ai.players.text import Options
from core.player import Decision, Limit, Report
from core.position import Position


class RandomPlayer(AiPlayer):
    """Plays any legal move, each with the same probability."""

    def __init__(self, options: Options):
        self.name = options.text
        self._random = np.random.default_rng(options.number("seed", int, 0))

    def choose(
        self, position: Position, limit: Limit, report: Report | None = None, stop: Event | None = None
    ) -> Decision:
        moves = position.legal_moves()
        return Decision(int(self._random.choice(moves)) if moves else None)

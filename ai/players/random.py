"""The player that chooses any legal move."""

from threading import Event

import numpy as np

from ai.players.text import Options
from core.player import Decision, Limit, Report
from core.position import Position, Size


class RandomPlayer:
    """Any legal move, each as likely."""

    def __init__(self, options: Options):
        self.name = options.text
        self._random = np.random.default_rng(options.number("seed", int, 0))
        self.default_limit = Limit()

    def prepare(self, size: Size) -> None:
        """Nothing to prepare."""

    def supports(self, size: Size) -> str | None:
        return None

    def choose(
        self, position: Position, limit: Limit, report: Report | None = None, stop: Event | None = None
    ) -> Decision:
        moves = position.legal_moves()
        return Decision(int(self._random.choice(moves)) if moves else None)

    def close(self) -> None:
        """Nothing to let go of."""

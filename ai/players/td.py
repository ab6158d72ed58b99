"""The player of the TD learner: the action with the highest Q, without search."""

from pathlib import Path
from threading import Event

import numpy as np

from ai.players.text import Options, PlayerError
from ai.td.experience import best_move
from ai.td.features import choices_of
from ai.td.model import SHIPPED, Model, TdError
from core.player import Candidate, Decision, Limit, Proof, Report
from core.position import Position, Size

SHIPPED_NAME = "shipped"


def load_model(name: str) -> Model:
    """The learner's network that ``name`` means: the shipped one or a file; :class:`PlayerError` if it can't be used."""
    try:
        return Model.load(SHIPPED if name == SHIPPED_NAME else Path(name).expanduser())
    except TdError as error:
        raise PlayerError(str(error)) from error


class TdPlayer:
    """argmax Q; with ``epsilon`` now and then any legal move."""

    def __init__(self, options: Options):
        self.name = options.text
        self.default_limit = Limit()
        self._model = load_model(options.word("net", SHIPPED_NAME))
        self._epsilon = options.number("epsilon", float, 0.0) or 0.0
        self._random = np.random.default_rng(options.number("seed", int, 0))

    def prepare(self) -> None:
        """Compile what is needed."""
        self.choose(Position.empty(), Limit())

    def supports(self, size: Size) -> str | None:
        return None

    def choose(
        self, position: Position, limit: Limit, report: Report | None = None, stop: Event | None = None
    ) -> Decision:
        if position.is_over:
            return Decision(None, value_to_move=-1.0, proof=Proof.LOSS)
        points = position.size.points
        choices = choices_of(position)
        values = self._model.action_values(choices, points)
        best = best_move(choices, values, self._random)
        order = sorted(range(len(values)), key=lambda i: (choices.moves[i] != best, -values[i]))
        candidates = tuple(
            Candidate(int(choices.moves[i]), value_to_move=float(np.clip(values[i], -1, 1))) for i in order
        )
        value = float(np.clip(self._model.state_value(choices.state, points), -1, 1))
        if self._epsilon and self._random.random() < self._epsilon:
            best = int(self._random.choice(choices.moves))
        return Decision(best, candidates, value_to_move=value, simulations=1)

    def close(self) -> None:
        """Nothing to let go of."""

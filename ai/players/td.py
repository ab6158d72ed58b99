"""The player of the TD learner: the action with the highest Q, without search, or a proven move if it may solve positions."""

import dataclasses
from threading import Event

import numpy as np

from ai.players.base import LOST_GAME, AiPlayer
from ai.players.text import SHIPPED_NAME, Options, load_named
from ai.search.pace import MOST_SOLVER_STEPS, MoveTime
from ai.search.solving import RootSolver, warm_up
from ai.solver.kernels import LOST, UNSOLVED
from ai.td.experience import best_move
from ai.td.features import choices_of
from ai.td.model import SHIPPED, Model
from core.player import Candidate, Decision, Limit, Proof, Report
from core.position import Position, Size
from core.proofs import with_proof

SOLVER_STEPS = 1_000_000
"""Moves tried to solve a position where no time is set, about half a second."""


def load_model(name: str) -> Model:
    """The learner's network that ``name`` means: the shipped one or a file; :class:`ai.players.PlayerError` if it can't be used."""
    return load_named(name, SHIPPED, Model.load)


class TdPlayer(AiPlayer):
    """Plays argmax Q; with probability ``epsilon`` any legal move; with ``solve=on`` positions with few points left are solved."""

    def __init__(self, options: Options):
        self.name = options.text
        self._model = load_model(options.word("net", SHIPPED_NAME))
        self._epsilon = options.number("epsilon", float, 0.0, default=0.0)
        self._solver = RootSolver() if options.switch("solve") else None
        self.can_ponder = self._solver is not None
        self._random = np.random.default_rng(options.number("seed", int, 0))

    def prepare(self, size: Size, stop: Event | None = None) -> None:
        """See :class:`ai.players.base.AiPlayer`."""
        self.choose(Position.empty(size), Limit())
        if self._solver is not None:
            warm_up(size)

    def choose(
        self, position: Position, limit: Limit, report: Report | None = None, stop: Event | None = None
    ) -> Decision:
        """See :class:`core.player.Player`. Nothing is searched; all of the move's time may go into solving the position."""
        if position.is_over:
            return LOST_GAME
        time = MoveTime(position, limit, stop=stop)
        decision = self._by_values(position)
        solved = self._solve(position, time)
        if solved == LOST:
            return with_proof(decision, Proof.LOSS, {})
        if solved != UNSOLVED:
            return with_proof(decision, Proof.WIN, {solved: Proof.WIN})
        if self._epsilon and self._random.random() < self._epsilon:
            return dataclasses.replace(decision, point=int(self._random.choice(position.legal_moves())))
        return decision

    def _by_values(self, position: Position) -> Decision:
        """What the networks say: the move with the highest Q, and all moves with theirs."""
        points = position.size.points
        choices = choices_of(position)
        values = self._model.action_values(choices, points)
        best = best_move(choices, values, self._random)
        order = sorted(range(len(values)), key=lambda i: (choices.moves[i] != best, -values[i]))
        candidates = tuple(
            Candidate(int(choices.moves[i]), value_to_move=float(np.clip(values[i], -1, 1))) for i in order
        )
        value = float(np.clip(self._model.state_value(choices.state, points), -1, 1))
        return Decision(best, candidates, value_to_move=value, simulations=1)

    def _solve(self, position: Position, time: MoveTime) -> int:
        """See :meth:`ai.search.solving.RootSolver.solve`, within the time of the move."""
        if self._solver is None:
            return UNSOLVED
        steps = SOLVER_STEPS if time.seconds is None else MOST_SOLVER_STEPS
        return self._solver.solve(position, steps, time.is_left)

    def ponder(self, position: Position, stop: Event) -> None:
        """See :class:`ai.players.base.AiPlayer`: the solver remembers what it finds."""
        if self._solver is not None and not position.is_over:
            self._solver.solve(position, MOST_SOLVER_STEPS, lambda: not stop.is_set())

    def forget(self) -> None:
        """See :class:`ai.players.base.AiPlayer`."""
        if self._solver is not None:
            self._solver = RootSolver()

"""The player that searches the game tree with alpha-beta bounds."""

import dataclasses
import time
from collections.abc import Callable
from threading import Event

from ai.alphabeta.evaluation import by_mobility, by_network
from ai.alphabeta.search import SLICE, AlphaBeta
from ai.players.base import AiPlayer
from ai.players.td import load_model
from ai.players.text import SHIPPED_NAME, Options
from ai.search.pace import (
    MOST_SOLVER_STEPS,
    SOLVER_SHARE,
    MoveTime,
    alternating,
    is_long,
    solver_steps_within,
)
from ai.search.solving import RootSolver, warm_up
from ai.solver.kernels import LOST, UNSOLVED
from core.player import Decision, Limit, Proof, Report
from core.position import Position, Size
from core.proofs import with_proof

DEFAULT_NODES = 300_000


class AlphaBetaPlayer(AiPlayer):
    """Alpha-beta with iterative deepening. ``depth`` bounds every search; ``nodes`` and ``seconds`` bound it where the game sets no limit.
    ``evaluation`` is ``td``, the value network of ``net``, or ``mobility``, which needs no network and is weaker."""

    can_ponder = True

    def __init__(self, options: Options):
        self.name = options.text
        depth = options.number("depth", int, 1)
        self.default_limit = options.limit("nodes", DEFAULT_NODES if depth is None else None)
        self._depth = depth
        evaluation = options.choice("evaluation", ("mobility", "td"))
        if evaluation == "mobility":
            self._evaluation = by_mobility()
        else:
            self._evaluation = by_network(load_model(options.word("net", SHIPPED_NAME)))
        self._search: AlphaBeta | None = None
        self._solver = RootSolver()

    def prepare(self, size: Size, stop: Event | None = None) -> None:
        """See :class:`ai.players.base.AiPlayer`."""
        self.choose(Position.empty(size), Limit(simulations=2))
        warm_up(size)

    def _search_for(self, size: Size) -> AlphaBeta:
        if self._search is None or self._search.size != size:
            self._search = AlphaBeta(size, self._evaluation)
        return self._search

    def choose(
        self, position: Position, limit: Limit, report: Report | None = None, stop: Event | None = None
    ) -> Decision:
        """See :class:`core.player.Player`. Without any bound the limit of the player's text counts. Simulations are positions searched."""
        bounds = self.default_limit if limit == Limit() else limit
        started = time.perf_counter()
        search = self._search_for(position.size)
        search.set_position(position)
        pace = _Pace(search, bounds.simulations, MoveTime(position, bounds, report, stop, started))
        forced = len(position.legal_moves()) <= 1
        deepest = 1 if forced else self._depth or position.size.points

        def search_while(in_turn: Callable[[], bool]) -> None:
            search.run(deepest, lambda nodes: pace.go_on(nodes) if in_turn() else 0)

        solve_on = alternating(search_while) if pace.is_long else pace.solve_on
        lost = not forced and self._solve(search, position, pace.solver_steps, solve_on)
        search.run(deepest, pace.go_on)
        return with_proof(pace.decision(), Proof.LOSS, {}) if lost else pace.decision()

    def _solve(self, search: AlphaBeta, position: Position, steps: int, go_on: Callable[[], bool]) -> bool:
        """Try to solve ``position`` outright, which is faster than searching it to the end, and note a winning move. Whether it is lost."""
        move = self._solver.solve(position, steps, go_on)
        if move not in (LOST, UNSOLVED):
            search.note_win(move)
        return move == LOST

    def ponder(self, position: Position, stop: Event) -> None:
        """See :class:`ai.players.base.AiPlayer`: solve a small position, else fill the table of positions."""
        if position.is_over:
            return

        def go_on() -> bool:
            return not stop.is_set()

        search = self._search_for(position.size)
        search.set_position(position)
        if not self._solve(search, position, MOST_SOLVER_STEPS, go_on):
            search.run(self._depth or position.size.points, lambda nodes: SLICE if go_on() else 0)

    def forget(self) -> None:
        """See :class:`ai.players.base.AiPlayer`."""
        self._search = None
        self._solver = RootSolver()

    def close(self) -> None:
        self.forget()


class _Pace:
    """Ends one search after ``nodes``, if that is bounded, or when its ``time`` is over."""

    def __init__(self, search: AlphaBeta, nodes: int | None, time: MoveTime):
        self._search = search
        self._nodes = nodes
        self._time = time

    @property
    def is_long(self) -> bool:
        """Whether to search and solve in turns, so that there are reports meanwhile."""
        return self._nodes is None and is_long(self._time.seconds)

    @property
    def solver_steps(self) -> int:
        """Moves that may be tried to solve the position first: as many as nodes may be searched; none where only the depth is bounded."""
        if self._nodes is None:
            return 0 if self._time.seconds is None else solver_steps_within(self._time.seconds)
        return min(MOST_SOLVER_STEPS, self._nodes)

    def solve_on(self) -> bool:
        """Whether to go on solving: half of the time is kept for the search."""
        return self._time.is_left(SOLVER_SHARE)

    def go_on(self, nodes: int) -> int:
        """How many positions to search before this is asked again, 0 to end. The first depth is always finished: it takes a millisecond, and without
        it no move can be chosen."""
        if self._search.depth == 0:
            return SLICE
        if not self._time.is_left():
            return 0
        self._time.report(self.decision)
        return SLICE if self._nodes is None else self._nodes - nodes

    def decision(self) -> Decision:
        """The decision so far."""
        return dataclasses.replace(self._search.decision(), seconds=self._time.elapsed)

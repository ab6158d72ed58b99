"""Players that search a tree, and plain UCT, the first of them."""

import time
from collections.abc import Callable
from threading import Event

from ai.players.base import LOST_GAME
from ai.players.text import Options, PlayerError
from ai.search.pace import MOST_SIMULATIONS, MOST_SOLVER_STEPS, Pace, Search
from ai.search.parameters import UCB1, SearchParameters
from ai.search.playout_search import PlayoutSearch
from ai.search.solving import warm_up
from ai.search.tree_search import TreeSearch
from ai.solver.kernels import UNSOLVED
from core.machine import memory
from core.player import Decision, Limit, Report
from core.position import Position, Size

DEFAULT_PLAYOUTS = 2000
MOST_WAITED_SECONDS = 0.5
"""Longest the tree may take to grow while pondering; the next move waits for it."""
MEMORY_PARTS = 8
NODE_BYTES = 1100
"""That a node takes on 9x9 with its edges."""
LEAST_NODES = 200_000
"""Of the largest tree, however little memory there is."""
MOST_NODES = 4_000_000
"""More would hardly be searched in the time for a move."""


def largest_tree() -> int:
    """Nodes of a tree that take an eighth of the memory that may be used, as many as it may grow to while a player thinks for long."""
    known = memory()
    nodes = known // MEMORY_PARTS // NODE_BYTES if known else SearchParameters.largest_tree
    return min(max(nodes, LEAST_NODES), MOST_NODES)


class SearchPlayer:
    """What players that search a tree share; the tree is kept from move to move."""

    def __init__(self, name: str, default_limit: Limit):
        self.name = name
        self.default_limit = default_limit
        self._search: Search | None = None

    def _new_search(self, size: Size) -> Search:
        raise NotImplementedError

    def prepare(self, size: Size) -> None:
        """Load what is needed for boards of ``size`` and try it once; :class:`PlayerError` if it can't be used."""
        self.choose(Position.empty(size), Limit(simulations=2))
        self._search_for(size).warm_up()
        warm_up(size)

    def supports(self, size: Size) -> str | None:
        return None

    def _search_for(self, size: Size) -> Search:
        if self._search is None or self._search.size != size:
            refusal = self.supports(size)
            if refusal:
                raise PlayerError(refusal)
            self._search = self._new_search(size)
        return self._search

    def choose(
        self, position: Position, limit: Limit, report: Report | None = None, stop: Event | None = None
    ) -> Decision:
        """See :class:`core.player.Player`; without any bound the limit of the player's text counts."""
        started = time.perf_counter()  # to go on to the new root takes time too
        if position.is_over:
            return LOST_GAME
        search = self._search_for(position.size)
        search.set_position(position)
        bounds = self.default_limit if limit == Limit() else limit
        pace = Pace(search, position, bounds, report, stop, started)
        pace.search()
        return pace.decision()

    def ponder(self, position: Position, stop: Event) -> None:
        """Think about the opponent's move in ``position`` until ``stop`` is set: solve what is small, and let the tree grow that the next
        ``choose`` goes on with, as large as it gets without a long wait."""
        if position.is_over:
            return
        search = self._search_for(position.size)
        solution = UNSOLVED

        def go_on() -> bool:
            search.deadline = time.perf_counter() + MOST_WAITED_SECONDS
            return solution == UNSOLVED and not stop.is_set()

        def solve(searching: Callable[[], bool]) -> None:
            nonlocal solution
            solution = search.solve(position, MOST_SOLVER_STEPS, lambda: searching() and not stop.is_set())

        search.set_position(position)
        try:
            if go_on():
                search.run(MOST_SIMULATIONS, go_on=go_on, beside=solve)
        finally:
            search.deadline = None
        search.note_solution(solution)

    def forget(self) -> None:
        """See :class:`ai.players.base.Rememberer`."""
        if self._search is not None:
            self._search.forget()

    def close(self) -> None:
        self._search = None


class UctPlayer(SearchPlayer):
    """Plain UCT with uniformly random playouts and nothing else, not even the solver: the yardstick of the field."""

    def __init__(self, options: Options):
        limit = options.limit("playouts", DEFAULT_PLAYOUTS)
        exploration = options.number("exploration", float, 0.0)
        self._seed = options.number("seed", int, 0)
        self._parameters = SearchParameters(
            rule=UCB1, exploration=1.0 if exploration is None else exploration, largest_tree=largest_tree()
        )
        super().__init__(options.text, limit)

    def _new_search(self, size: Size) -> TreeSearch:
        return PlayoutSearch(size, self._parameters, seed=self._seed)

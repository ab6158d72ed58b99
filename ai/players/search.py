"""What players that search a tree share, and plain UCT."""

import time
from collections.abc import Callable
from threading import Event

from ai.player_error import PlayerError
from ai.players.base import LOST_GAME, AiPlayer
from ai.players.text import Options
from ai.search.game_search import GameSearch
from ai.search.pace import MOST_SIMULATIONS, MOST_SOLVER_STEPS, Pace, Search
from ai.search.parameters import UCB1, SearchParameters
from ai.search.playout_search import PlayoutSearch
from ai.search.solving import warm_up
from ai.solver.kernels import UNSOLVED
from core.machine import memory
from core.player import Decision, Limit, Report
from core.position import Position, Size

DEFAULT_PLAYOUTS = 2000
MOST_WAITED_SECONDS = 0.5
"""Longest the tree may take to grow while pondering; a request for the next move waits for it."""
MEMORY_PARTS = 8
NODE_BYTES = 1100
"""Memory of a node with its edges on 9x9."""
LEAST_NODES = 200_000
"""Size of the largest tree where there is little memory."""
MOST_NODES = 4_000_000
"""Size of the largest tree where there is much memory; more nodes would hardly be searched in the time for a move."""


def largest_tree() -> int:
    """The most nodes that a tree may grow to: those that fit into an eighth of the usable memory, within bounds."""
    known = memory()
    nodes = known // MEMORY_PARTS // NODE_BYTES if known else SearchParameters.largest_tree
    return min(max(nodes, LEAST_NODES), MOST_NODES)


class SearchPlayer(AiPlayer):
    """A player that searches a tree and keeps it from move to move."""

    can_ponder = True

    def __init__(self, name: str, default_limit: Limit):
        self.name = name
        self.default_limit = default_limit
        self._search: Search | None = None

    def _new_search(self, size: Size) -> Search:
        raise NotImplementedError

    def prepare(self, size: Size, stop: Event | None = None) -> None:
        """See :class:`ai.players.base.AiPlayer`."""
        self.choose(Position.empty(size), Limit(simulations=2))
        self._search_for(size).warm_up()
        warm_up(size)

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
        """See :class:`core.player.Player`. Without any bound the limit of the player's text counts."""
        started = time.perf_counter()  # moving to the new root takes time too
        if position.is_over:
            return LOST_GAME
        search = self._search_for(position.size)
        search.set_position(position)
        bounds = self.default_limit if limit == Limit() else limit
        pace = Pace(search, position, bounds, report, stop, started)
        pace.search()
        return pace.decision()

    def ponder(self, position: Position, stop: Event) -> None:
        """See :class:`ai.players.base.AiPlayer`: solve a small position, and grow the tree for the next ``choose`` as far as that needs no long
        wait."""
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
        """See :class:`ai.players.base.AiPlayer`."""
        if self._search is not None:
            self._search.forget()

    def close(self) -> None:
        self._search = None


class UctPlayer(SearchPlayer):
    """Plain UCT with uniformly random playouts and nothing else, not even the solver: the field's yardstick."""

    def __init__(self, options: Options):
        limit = options.limit("playouts", DEFAULT_PLAYOUTS)
        exploration = options.number("exploration", float, 0.0, default=1.0)
        self._seed = options.number("seed", int, 0)
        self._parameters = SearchParameters(rule=UCB1, exploration=exploration, largest_tree=largest_tree())
        super().__init__(options.text, limit)

    def _new_search(self, size: Size) -> GameSearch:
        return PlayoutSearch(size, self._parameters, seed=self._seed)

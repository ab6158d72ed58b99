"""When a search ends: its limits, the clock, the wish to stop, or a best move that no other can overtake in visits any more.

Where each move has a time of its own, all of it is used unless the result is certain: an early answer saves nothing, and since the tree is kept, what
is found serves the moves that follow.
"""

import dataclasses
import time
from collections.abc import Callable
from threading import Event
from typing import Protocol

from ai.budget import seconds_for
from ai.solver.kernels import UNSOLVED
from core.player import Decision, Limit, Proof, Report
from core.position import Position, Size
from core.proofs import with_proof

REPORT_SECONDS = 0.1
"""Least time between two reports."""
LONG_SECONDS = 60.0
"""With more time than this for a move, a single thread solves and searches in turns; solving first would leave half of the time without a report."""
TURN_SECONDS = REPORT_SECONDS / 2
SOLVER_SHARE = 0.5
"""Share of a move's time that may be spent on solving the position before it is searched."""
CHECK_VISITS = 32
"""Visits between two checks of whether the best move can still change."""
MOST_SIMULATIONS = 1 << 30
MOST_SOLVER_STEPS = 30_000_000
"""Moves tried to solve a position before it is searched, where no time is set: about five seconds."""
SOLVER_STEPS_A_SECOND = 7_000_000
"""Roughly what one core tries; tells whether solving is worth its time."""
SOLVER_STEPS_PER_SIMULATION = 4_000
"""Moves that may be tried to solve a position before it is searched, for each simulation that the search may make."""
SPEED_SECONDS = 0.05
"""Time over which the speed of a search is measured. The speed grows with the tree, whose leaves are gathered in larger and larger batches."""


Beside = Callable[[Callable[[], bool]], None]
"""Work that one thread of a search does before it joins the others. It is called with a test for whether they still search."""


class Search(Protocol):
    """A search of one position, whatever evaluates its leaves."""

    size: Size
    deadline: float | None
    """Time of :func:`time.perf_counter` by which an answer is wanted: nothing is begun that would take longer."""

    @property
    def threads(self) -> int: ...

    def set_position(self, position: Position) -> None: ...

    def warm_up(self) -> None:
        """Load the compiled code that only later moves of a game call, so that no clock waits for it; to be called after a first search."""
        ...

    def forget(self) -> None: ...

    def solve(self, position: Position, steps: int, go_on: Callable[[], bool], bold: bool = False) -> int:
        """See :meth:`ai.search.solving.RootSolver.solve`. Leaves the tree alone, so that other threads may search it meanwhile."""
        ...

    def note_solution(self, solution: int) -> Proof | None:
        """Note in the tree what :meth:`solve` found of the root; a win is played without a search."""
        ...

    def hardest_to_answer(self, position: Position, steps: int, go_on: Callable[[], bool]) -> int | None:
        """In a lost root: the move whose refutation the opponent is least likely to find, as far as ``steps`` moves tried tell before ``go_on`` says
        no; ``None`` if nothing is known of that."""
        ...

    def run(
        self, simulations: int, *, go_on: Callable[[], bool] | None = None, beside: Beside | None = None
    ) -> None:
        """Search. ``beside`` is called by one of several threads before it joins the search, or before the search where there is but one thread."""
        ...

    def visits(self) -> int: ...

    def lead(self) -> float: ...

    def decision(self) -> Decision: ...


class MoveTime:
    """The time of one move, from the limit and the clock; the wish to stop; and when reports are due."""

    def __init__(
        self,
        position: Position,
        limit: Limit,
        report: Report | None = None,
        stop: Event | None = None,
        started: float | None = None,
    ):
        """``started``: time of :func:`time.perf_counter` at which the move was asked for; now if not given."""
        self.started = time.perf_counter() if started is None else started
        self.seconds = seconds_for(position, limit)
        """Seconds for the move; ``None`` without a bound."""
        self._report = report
        self._stop = stop
        self._next_report = self.started + REPORT_SECONDS

    @property
    def elapsed(self) -> float:
        """Seconds since the move was asked for."""
        return time.perf_counter() - self.started

    def is_left(self, share: float = 1.0) -> bool:
        """Whether less than ``share`` of the time has passed and nobody wants the search to stop."""
        if self._stop is not None and self._stop.is_set():
            return False
        return self.seconds is None or self.elapsed < share * self.seconds

    def report(self, decision: Callable[[], Decision]) -> None:
        """Report the ``decision`` so far if a report is due."""
        if self._report is not None and time.perf_counter() >= self._next_report:
            self._report(decision())
            self._next_report = time.perf_counter() + REPORT_SECONDS


class RootProof:
    """Solves the root of a search, and has the search know what was found.

    The solver may run in another thread than the search, so its result waits until the thread that searches calls :meth:`note`.
    """

    def __init__(self, search: Search, position: Position, move_time: MoveTime, simulations: int):
        """``simulations``: the most that the search may make."""
        self.result: Proof | None = None
        """The result for the side to move, once the search knows it."""
        self.is_sought = False
        """Whether the solver runs or is about to."""
        self._search = search
        self._position = position
        self._time = move_time
        self._simulations = simulations
        self._solution = UNSOLVED

    @property
    def steps(self) -> int:
        """Moves that the solver may try before the search, and as many again to choose among moves that all lose."""
        return min(solver_steps_within(self._time.seconds), self._simulations * SOLVER_STEPS_PER_SIMULATION)

    def solve(self, go_on: Callable[[], bool]) -> None:
        """Solve in the thread that searches, before the search or in turns with it, as long as ``go_on`` says yes."""
        self.is_sought = True
        self._solution = self._search.solve(self._position, self.steps, go_on)
        self.is_sought = False

    def solve_beside(self, searching: Callable[[], bool]) -> None:
        """Solve in a thread of its own until the time is over or the others no longer search."""
        assert self._time.seconds is not None
        steps = int(self._time.seconds * SOLVER_STEPS_A_SECOND)
        self._solution = self._search.solve(
            self._position, steps, lambda: searching() and self._time.is_left(), bold=True
        )
        self.is_sought = False

    def note(self) -> None:
        """Have the search know what the solver has found; called by the thread that searches."""
        if self.result is None and self._solution != UNSOLVED:
            self.result = self._search.note_solution(self._solution)


class Speed:
    """How fast a search is, in simulations a second: the highest figure so far, so that a pause of the machine doesn't end a search whose choice
    could still change."""

    def __init__(self) -> None:
        self.highest = float("inf")
        """Infinite until it has been measured once."""
        self._since: tuple[float, int] | None = None

    def measure(self, now: float, visits: int) -> None:
        """Called after every batch, from the first simulation on: the time that the solver takes before doesn't count."""
        since, first_visits = self._since or (now, visits)
        if now - since >= SPEED_SECONDS:
            speed = (visits - first_visits) / (now - since)
            self.highest = speed if self.highest == float("inf") else max(self.highest, speed)
            since, first_visits = now, visits
        self._since = since, first_visits


class Pace:
    """Decides when one search of ``position`` solves, searches and ends, and makes the decision of what it found."""

    def __init__(
        self,
        search: Search,
        position: Position,
        limit: Limit,
        report: Report | None = None,
        stop: Event | None = None,
        started: float | None = None,
    ):
        """``started`` as in :class:`MoveTime`."""
        self._search = search
        self._position = position
        self._time = MoveTime(position, limit, report, stop, started)
        self._first_visits = search.visits()
        self._next_check = 0
        self._speed = Speed()
        self._hardest: int | None = None
        self._saves_time = limit.remaining_seconds is not None and self._time.seconds != limit.seconds
        self._forced = len(position.legal_moves()) == 1
        self.simulations = 1 if self._forced else limit.simulations or MOST_SIMULATIONS
        self._root = RootProof(search, position, self._time, self.simulations)

    def search(self) -> None:
        """Solve the position, or search it until its limits or certainty end that. Where a move has a time and there is more than one thread, one of
        them solves for all of the time while the others search."""
        seconds = self._time.seconds
        self._search.deadline = None if seconds is None else self._time.started + seconds
        try:
            self._search_or_solve()
        finally:
            self._search.deadline = None
        self._root.note()
        if self.decision().proof is Proof.LOSS and not self._forced:
            self._hardest = self._search.hardest_to_answer(
                self._position, self._root.steps, self._time.is_left
            )

    def _search_or_solve(self) -> None:
        timed = self._time.seconds is not None and self.simulations == MOST_SIMULATIONS
        if timed and self._search.threads > 1:
            self._root.is_sought = True
            self._search.run(self.simulations, go_on=self.go_on, beside=self._root.solve_beside)
        else:
            by_turns = timed and is_long(self._time.seconds)
            self._root.solve(alternating(self._search_while) if by_turns else self._is_early)
            self._root.note()
            self._search.run(self.simulations, go_on=self.go_on)

    def _search_while(self, in_turn: Callable[[], bool]) -> None:
        self._search.run(self.simulations, go_on=lambda: in_turn() and self.go_on())

    def _is_early(self) -> bool:
        """Whether less than half of the time has passed. At the half the solver makes way for the search, and the search of a lost root for finding
        the move that is hardest to answer."""
        return self._time.is_left(SOLVER_SHARE)

    def go_on(self) -> bool:
        """Whether to search on; asked after every batch."""
        if not self._time.is_left():
            return False
        self._root.note()
        result = self._root.result
        if result is Proof.WIN or (result is Proof.LOSS and not self._is_early()):
            return False
        elapsed = self._time.elapsed
        self._time.report(self.decision)
        visits = self._search.visits()
        self._speed.measure(elapsed, visits)
        if visits < self._next_check or self._root.is_sought:
            return True
        self._next_check = visits + CHECK_VISITS
        left: float = self.simulations - (visits - self._first_visits)
        if self._time.seconds is not None and self._saves_time:
            left = min(left, self._speed.highest * (self._time.seconds - elapsed))
        return self._search.lead() <= left

    def decision(self) -> Decision:
        """The best move so far, with what the search thinks of all moves."""
        done = self._search.visits() - self._first_visits
        decision = dataclasses.replace(self._search.decision(), simulations=done, seconds=self._time.elapsed)
        if self._root.result is Proof.LOSS:
            decision = with_proof(decision, Proof.LOSS, {})
        return decision if self._hardest is None else preferring(decision, self._hardest)


def solver_steps_within(seconds: float | None) -> int:
    """Moves that may be tried to solve a position before it is searched, in half of the ``seconds`` for its move."""
    if seconds is None:
        return MOST_SOLVER_STEPS
    return int(seconds * SOLVER_SHARE * SOLVER_STEPS_A_SECOND)


def is_long(seconds: float | None) -> bool:
    """Whether a move's time is so long that reports are wanted while its position is being solved."""
    return seconds is not None and seconds > LONG_SECONDS


def alternating(search: Callable[[Callable[[], bool]], None]) -> Callable[[], bool]:
    """Returns a go-on test for a solver that runs ``search`` in time slices between the solver's own, all of one length. ``search`` gets a test for
    whether its slice lasts; if it returns early, because it is certain or was stopped, the solver stops too."""
    solver_until = time.perf_counter() + TURN_SECONDS

    def go_on() -> bool:
        nonlocal solver_until
        now = time.perf_counter()
        if now < solver_until:
            return True
        search_until = now + TURN_SECONDS
        search(lambda: time.perf_counter() < search_until)
        now = time.perf_counter()
        solver_until = now + TURN_SECONDS
        return now >= search_until

    return go_on


def preferring(decision: Decision, point: int) -> Decision:
    """The same decision, but for the move to ``point``, which comes first among its candidates."""
    candidates = tuple(sorted(decision.candidates, key=lambda move: move.point != point))
    return dataclasses.replace(decision, point=point, candidates=candidates)

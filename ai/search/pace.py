"""When a search should end: its limits, the clock, the wish to stop, or a best move that no other can overtake in visits any more.

Where a move has a time of its own, all of it is used unless the result is certain: nothing is saved by answering early, and what is found serves the
moves that follow, since the tree is kept.
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

REPORT_SECONDS = 0.1
"""Seconds between two reports at the least."""
LONG_SECONDS = 60.0
"""With more time than this for a move one thread solves and searches by turns: half of the time would pass in silence."""
TURN_SECONDS = REPORT_SECONDS / 2
SOLVER_SHARE = 0.5
"""Of the time for a move that may be spent on solving its position before it is searched."""
CHECK_VISITS = 32
"""Visits between two looks at whether the best move can still change."""
MOST_SIMULATIONS = 1 << 30
MOST_SOLVER_STEPS = 30_000_000
"""Moves tried to solve a position before it is searched, where no time is set: about five seconds."""
SOLVER_STEPS_A_SECOND = 7_000_000
"""About what one core tries; from this follows whether a try is worth its time."""
SOLVER_STEPS_PER_SIMULATION = 4_000
"""Moves tried to solve a position of few points before it is searched, for each simulation that the search may make."""
SPEED_SECONDS = 0.05
"""Seconds over which the speed of the search is measured. It grows with the tree, whose leaves come in larger and larger batches."""


Beside = Callable[[Callable[[], bool]], None]
"""Work for one thread of a search before it joins the others; what it is called with says whether they still search."""


class Search(Protocol):
    """A search of one position, whatever it evaluates positions by."""

    size: Size
    deadline: float | None
    """When, by :func:`time.perf_counter`, an answer is wanted: nothing is begun that would take longer."""

    @property
    def threads(self) -> int: ...

    def set_position(self, position: Position) -> None: ...

    def warm_up(self) -> None:
        """Have the compiled code loaded that only later moves of a game call, so that no clock waits for it; after a first search."""
        ...

    def forget(self) -> None: ...

    def solve(self, position: Position, steps: int, go_on: Callable[[], bool], bold: bool = False) -> int:
        """See :meth:`ai.search.solving.RootSolver.solve`; the search's tree is left alone, so another thread may search it."""
        ...

    def note_solution(self, solution: int) -> Proof | None:
        """Have the search know what :meth:`solve` found of its root: a win is played, and no search is needed."""
        ...

    def hardest_to_answer(self, position: Position, steps: int, go_on: Callable[[], bool]) -> int | None:
        """Of the moves of its root, which is lost, the one after which the opponent is least likely to find a reply that wins, as far as ``steps``
        moves tried tell, before ``go_on`` says no; ``None`` if nothing is known of that."""
        ...

    def run(
        self, simulations: int, *, go_on: Callable[[], bool] | None = None, beside: Beside | None = None
    ) -> None:
        """Search; what is to be done ``beside`` that is done by another thread before it joins, or first where there is but one."""
        ...

    def visits(self) -> int: ...

    def lead(self) -> float: ...

    def decision(self) -> Decision: ...


class MoveTime:
    """When the search of one move has to end: its time, from the limit and the clock, and the wish to stop; and when its reports are due."""

    def __init__(
        self,
        position: Position,
        limit: Limit,
        report: Report | None = None,
        stop: Event | None = None,
        started: float | None = None,
    ):
        """``started``: when the move was asked for, by :func:`time.perf_counter`, if that was before now."""
        self.started = time.perf_counter() if started is None else started
        self.seconds = seconds_for(position, limit)
        """For the move, ``None`` without a bound."""
        self._report = report
        self._stop = stop
        self._next_report = self.started + REPORT_SECONDS

    @property
    def elapsed(self) -> float:
        """Seconds since the move was asked for."""
        return time.perf_counter() - self.started

    def is_left(self, share: float = 1.0) -> bool:
        """Whether less than this ``share`` of the time is over, and nobody wants the search to stop."""
        if self._stop is not None and self._stop.is_set():
            return False
        return self.seconds is None or self.elapsed < share * self.seconds

    def report(self, decision: Callable[[], Decision]) -> None:
        """Report the ``decision`` so far, if that is due."""
        if self._report is not None and time.perf_counter() >= self._next_report:
            self._report(decision())
            self._next_report = time.perf_counter() + REPORT_SECONDS


class Pace:
    """Watches one search of ``position``."""

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
        self._time = MoveTime(position, limit, report, stop, started)
        self._first_visits = search.visits()
        self._next_check = 0
        self._speed = float("inf")
        self._speed_since: tuple[float, int] | None = None
        self._position = position
        self._solving = False
        self._solution = UNSOLVED
        self._proof: Proof | None = None
        self._hardest: int | None = None
        self._saves_time = limit.remaining_seconds is not None and self._time.seconds != limit.seconds
        self._forced = len(position.legal_moves()) == 1
        self.simulations = 1 if self._forced else limit.simulations or MOST_SIMULATIONS

    def search(self) -> None:
        """Solve the position, or search it until its limits or certainty end that. Where there is time for a move and more than one thread,
        one of them tries to solve for all of the time, and the others search meanwhile."""
        seconds = self._time.seconds
        self._search.deadline = None if seconds is None else self._time.started + seconds
        try:
            self._search_or_solve()
        finally:
            self._search.deadline = None
        self._note_solution()
        if self.decision().proof is Proof.LOSS and not self._forced:
            self._hardest = self._search.hardest_to_answer(self._position, self._steps, self._time.is_left)

    def _search_or_solve(self) -> None:
        timed = self._time.seconds is not None and self.simulations == MOST_SIMULATIONS
        if timed and self._search.threads > 1:
            self._solving = True
            self._search.run(self.simulations, go_on=self.go_on, beside=self._solve_beside)
        else:
            by_turns = timed and is_long(self._time.seconds)
            self._solve_first(alternating(self._search_while) if by_turns else self._is_early)
            self._note_solution()
            self._search.run(self.simulations, go_on=self.go_on)

    def _solve_first(self, go_on: Callable[[], bool]) -> None:
        self._solving = True
        self._solution = self._search.solve(self._position, self._steps, go_on)
        self._solving = False

    def _search_while(self, in_turn: Callable[[], bool]) -> None:
        self._search.run(self.simulations, go_on=lambda: in_turn() and self.go_on())

    @property
    def _steps(self) -> int:
        """Moves that the solver may try before the search, and once more where it finds a loss."""
        return min(solver_steps_within(self._time.seconds), self.simulations * SOLVER_STEPS_PER_SIMULATION)

    def _solve_beside(self, searching: Callable[[], bool]) -> None:
        """Runs in a thread of its own: what it finds is noted by the one that searches."""
        assert self._time.seconds is not None
        steps = int(self._time.seconds * SOLVER_STEPS_A_SECOND)
        self._solution = self._search.solve(
            self._position, steps, lambda: searching() and self._time.is_left(), bold=True
        )
        self._solving = False

    def _note_solution(self) -> None:
        if self._proof is None and self._solution != UNSOLVED:
            self._proof = self._search.note_solution(self._solution)

    def _is_early(self) -> bool:
        """Whether half of the time is left: for the search if the position is solved first, to find what is hard to answer if it is lost."""
        return self._time.is_left(SOLVER_SHARE)

    def go_on(self) -> bool:
        """Whether to search on; asked after every batch."""
        if not self._time.is_left():
            return False
        self._note_solution()
        if self._proof is Proof.WIN or (self._proof is Proof.LOSS and not self._is_early()):
            return False
        elapsed = self._time.elapsed
        self._time.report(self.decision)
        visits = self._search.visits()
        self._measure_speed(elapsed, visits)
        if visits < self._next_check or self._solving:
            return True
        self._next_check = visits + CHECK_VISITS
        left: float = self.simulations - (visits - self._first_visits)
        if self._time.seconds is not None and self._saves_time:
            left = min(left, self._speed * (self._time.seconds - elapsed))
        return self._search.lead() <= left

    def _measure_speed(self, now: float, visits: int) -> None:
        """Keep the highest speed so far, in simulations a second, so that no pause of the machine ends a search that could still change its
        mind. Trying to solve the position, before the first simulation, doesn't count."""
        since, first_visits = self._speed_since or (now, visits)
        if now - since >= SPEED_SECONDS:
            speed = (visits - first_visits) / (now - since)
            self._speed = speed if self._speed == float("inf") else max(self._speed, speed)
            since, first_visits = now, visits
        self._speed_since = since, first_visits

    def decision(self) -> Decision:
        """What is thought so far."""
        done = self._search.visits() - self._first_visits
        decision = dataclasses.replace(self._search.decision(), simulations=done, seconds=self._time.elapsed)
        if self._proof is Proof.LOSS:
            decision = as_lost(decision)
        return decision if self._hardest is None else preferring(decision, self._hardest)


def solver_steps_within(seconds: float | None) -> int:
    """Moves that may be tried to solve a position before it is searched, in half of the ``seconds`` for its move."""
    if seconds is None:
        return MOST_SOLVER_STEPS
    return int(seconds * SOLVER_SHARE * SOLVER_STEPS_A_SECOND)


def is_long(seconds: float | None) -> bool:
    """Whether who thinks for so long is to report what it knows while it solves."""
    return seconds is not None and seconds > LONG_SECONDS


def alternating(search: Callable[[Callable[[], bool]], None]) -> Callable[[], bool]:
    """What a solver can ask whether to go on, and which searches meanwhile, by turns as long as the solver's. ``search`` is told by what to know that
    its turn lasts; if it ends before, because it is certain or was asked to, the solver is not to go on either."""
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


def as_lost(decision: Decision) -> Decision:
    """The same choice among moves that are all proven to lose."""
    candidates = (
        dataclasses.replace(move, value_to_move=-1.0, proof=Proof.LOSS) for move in decision.candidates
    )
    return dataclasses.replace(decision, candidates=tuple(candidates), value_to_move=-1.0, proof=Proof.LOSS)


def preferring(decision: Decision, point: int) -> Decision:
    """The same thoughts, with the move to ``point`` chosen."""
    candidates = tuple(sorted(decision.candidates, key=lambda move: move.point != point))
    return dataclasses.replace(decision, point=point, candidates=candidates)

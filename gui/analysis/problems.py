"""Solving problems: which comes next, what was tried, and what became of it. Knows no widgets."""

from collections.abc import MutableMapping, Sequence
from enum import Enum

from core.position import LossKind
from core.problems import Problem


class Outcome(Enum):
    """What became of a problem; the values stand in the settings."""

    FIRST = "first"
    """Solved at the first try."""
    LATER = "later"
    """Solved at a later try."""
    TRIED = "tried"
    """A wrong move was tried or the answer shown, and it was not solved since."""


SOLVED = (Outcome.FIRST.value, Outcome.LATER.value)


class Solving:
    """The problems of one grade in their order; one of them is the current one."""

    def __init__(self, problems: Sequence[Problem], outcomes: MutableMapping[str, str]):
        """``problems``: at least one. ``outcomes``: what became of problems earlier, by their ids; what is tried is noted there. It begins at the
        first problem that was never tried, or if there is none, that is not solved."""
        self.problems = problems
        self._outcomes = outcomes
        self.answered = False
        """Whether the answer of the problem shown was shown."""
        self.tried: int | None = None
        """The point that was tried last in the problem shown."""
        new = [place for place, each in enumerate(problems) if each.id not in outcomes]
        left = [place for place, each in enumerate(problems) if not self._is_solved(each)]
        self.place = [*new, *left, len(problems)][0]

    @property
    def current(self) -> Problem | None:
        """The current problem; ``None`` after the last one, where the summary is shown."""
        return self.problems[self.place] if self.place < len(self.problems) else None

    @property
    def shown(self) -> Problem:
        """The problem whose position the board shows."""
        return self.problems[min(self.place, len(self.problems) - 1)]

    @property
    def solved_now(self) -> bool:
        """Whether the move tried last wins."""
        return self.tried in self.shown.winning_moves

    @property
    def solved_before(self) -> bool:
        """Whether the problem shown was solved, now or earlier."""
        return self._is_solved(self.shown)

    def go(self, steps: int) -> None:
        """Go so many problems on, or back if negative."""
        self.place = min(max(self.place + steps, 0), len(self.problems))
        self.tried, self.answered = None, False

    def attempt(self, point: int) -> None:
        """Try ``point``. A point that no stone can be put on is no try."""
        problem = self.shown
        loss = problem.position.loss(point)
        self.tried = point
        if loss is not None and loss.kind is LossKind.OCCUPIED:
            return
        if not self.solved_now:
            self._outcomes.setdefault(problem.id, Outcome.TRIED.value)
        elif not (self.answered or self.solved_before):
            is_first = problem.id not in self._outcomes
            self._outcomes[problem.id] = (Outcome.FIRST if is_first else Outcome.LATER).value

    def show_answer(self) -> None:
        """Show the answer; what is tried from now on does not solve the problem, until it comes up again."""
        self.tried, self.answered = None, True
        self._outcomes.setdefault(self.shown.id, Outcome.TRIED.value)

    def line(self) -> tuple[int, ...]:
        """How the game goes on after the move that was tried, or after a winning move where the answer was shown; empty where neither was."""
        if self.tried is not None:
            return self.shown.lines.get(self.tried, ())
        return self.shown.lines[self.shown.winning_moves[0]] if self.answered else ()

    @property
    def solved(self) -> int:
        """How many problems are solved."""
        return sum(map(self._is_solved, self.problems))

    @property
    def solved_at_once(self) -> int:
        """How many are solved at the first try."""
        return sum(self._outcomes.get(each.id) == Outcome.FIRST.value for each in self.problems)

    def forget(self) -> None:
        """Begin afresh, as if none was ever tried."""
        for each in self.problems:
            self._outcomes.pop(each.id, None)
        self.place, self.tried, self.answered = 0, None, False

    def _is_solved(self, problem: Problem) -> bool:
        return self._outcomes.get(problem.id) in SOLVED

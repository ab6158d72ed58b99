"""Practising with the mistakes of a game: which of them, what was tried instead of each, and what came of it. Knows no widgets."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum

from core.player import Decision, Proof
from core.position import LossKind
from core.review import GRAVE, Judgement, Mistake, Severity, judgement_of_try, proof_of_try
from gui.game.record_players import plays_here

MOST_ANSWERS = 3
"""Better moves that an answer names at most."""


def practisable(listed: Iterable[Mistake], engines: Sequence[str]) -> list[Mistake]:
    """The mistakes of ``listed`` that can be practised: they gave something away, a better move is known, and the player that judged them plays
    here, as one of the program's own or of ``engines``, so that it can judge tries by the same measure."""
    return [one for one in listed if gave_away(one) and _can_be_judged(one, engines)]


def gave_away(mistake: Mistake) -> bool:
    """Whether ``mistake`` is known to have given anything away."""
    return mistake.judged is not None and mistake.judged.severity in GRAVE


def lacks_analysis(chosen: int, judged: int, listed: Iterable[Mistake]) -> bool:
    """Whether a game none of whose ``listed`` mistakes can be practised may have some once it is analysed as a whole: not all of its ``chosen`` moves
    are ``judged``, or nobody here can judge as who judged them did."""
    return judged < chosen or any(one.judged is None or gave_away(one) for one in listed)


def _can_be_judged(mistake: Mistake, engines: Sequence[str]) -> bool:
    known = mistake.before.analysis
    return known is not None and known.point is not None and plays_here(known.by, engines)


class Verdict(Enum):
    """What came of a try."""

    PLAYED = "played"
    """It is the mistake itself."""
    REFUSED = "refused"
    """It would lose at once, or no stone can be put there."""
    BAD = "bad"
    """It is a mistake too, and no smaller one."""
    BETTER = "better"
    """It is a smaller mistake."""
    FOUND = "found"


@dataclass(frozen=True)
class Tried:
    """A point that was tried and what came of it; ``judged`` and ``proof`` only for moves that were judged."""

    point: int
    verdict: Verdict
    judged: Judgement | None = None
    proof: Proof | None = None


@dataclass
class Task:
    """One mistake, and how far the student has come with it."""

    mistake: Mistake
    tried: dict[int, Tried] = field(default_factory=dict)
    """The points that count as tries, in the order in which they were tried."""
    latest: Tried | None = None
    answered: bool = False
    """Whether the answer was shown."""
    found_at: int = 0
    """The try, counted from 1, that found a better move before the answer was shown; 0 if none has."""

    @property
    def done(self) -> bool:
        """Whether a better move was found or shown."""
        return self.answered or self.found_at > 0


class Practice:
    """The tasks in the order of the game; one of them is the current one."""

    def __init__(
        self, mistakes: Iterable[Mistake], enough_visits: int, earlier: Mapping[Mistake, Task] | None = None
    ):
        """``enough_visits``: visits with which a report judges a position; of moves with fewer an analysis is relied on for the best one alone.
        ``earlier``: tasks of a practice that was left; it goes on at the first one that is neither found nor answered."""
        in_order = sorted(mistakes, key=lambda one: one.before.number)
        self.tasks = [(earlier or {}).get(one) or Task(one) for one in in_order]
        self._enough_visits = enough_visits
        self.place = next((place for place, task in enumerate(self.tasks) if not task.done), len(self.tasks))

    @property
    def current(self) -> Task | None:
        """The current task; ``None`` after the last one, where the summary is shown."""
        return self.tasks[self.place] if self.place < len(self.tasks) else None

    @property
    def shown(self) -> Task:
        """The task whose position the board shows."""
        return self.tasks[min(self.place, len(self.tasks) - 1)]

    def go(self, steps: int) -> None:
        """Go so many tasks on, or back if negative."""
        self.place = min(max(self.place + steps, 0), len(self.tasks))

    def attempt(self, point: int, after: Decision | None = None) -> Tried | None:
        """Try ``point`` instead of the mistake; ``None`` if it has to be searched first. ``after``: what a search of the resulting position found."""
        task = self.shown
        mistake, before = task.mistake, task.mistake.before
        loss = before.position.loss(point)
        if point in task.tried:
            tried = task.tried[point]
        elif point == mistake.move:
            tried = Tried(point, Verdict.PLAYED)
        elif loss is not None:
            tried = Tried(point, Verdict.REFUSED)
        else:
            judged = judgement_of_try(before, point, self._enough_visits, after)
            if judged is None:
                return None
            tried = Tried(point, _verdict(judged, mistake), judged, proof_of_try(before, point, after))
        task.latest = tried
        if tried.verdict is not Verdict.PLAYED and not (loss is not None and loss.kind is LossKind.OCCUPIED):
            task.tried[point] = tried
        if tried.verdict is Verdict.FOUND and not (task.answered or task.found_at):
            task.found_at = len(task.tried)
        return tried

    def show_answer(self) -> None:
        """Show the answer; what is tried from now on no longer counts as found."""
        task = self.shown
        task.answered, task.latest = True, None

    def answers(self) -> list[Tried]:
        """Moves that are no mistakes by the game's own analysis, the best first."""
        before = self.shown.mistake.before
        assert before.analysis is not None
        best = before.analysis.point
        points = dict.fromkeys([best, *(one.point for one in before.analysis.candidates)])
        found = []
        for point in points:
            judged = None if point is None else judgement_of_try(before, point, self._enough_visits)
            if point is not None and judged is not None and judged.severity is Severity.FINE:
                found.append(Tried(point, Verdict.FOUND, judged, proof_of_try(before, point)))
        return found[:MOST_ANSWERS]

    def line(self) -> tuple[int, ...]:
        """How the game would go on with the best move."""
        known = self.shown.mistake.before.analysis
        assert known is not None and known.point is not None
        lines = (one.line for one in known.candidates if one.point == known.point and one.line)
        return next(lines, (known.point,))

    @property
    def found(self) -> int:
        """How many better moves were found."""
        return sum(task.found_at > 0 for task in self.tasks)

    @property
    def found_at_once(self) -> int:
        """How many were found at the first try."""
        return sum(task.found_at == 1 for task in self.tasks)

    def left(self) -> list[Mistake]:
        """The mistakes for which no better move was found."""
        return [task.mistake for task in self.tasks if not task.found_at]


def _verdict(judged: Judgement, mistake: Mistake) -> Verdict:
    if judged.severity is Severity.FINE:
        return Verdict.FOUND
    assert mistake.judged is not None
    return Verdict.BETTER if judged.loss < mistake.judged.loss else Verdict.BAD

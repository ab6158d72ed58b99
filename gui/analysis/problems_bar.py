"""Solving problems in the window: the bar over the board and what the board shows. The collection tells what follows each move, so nothing is
searched."""

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QActionGroup
from PySide6.QtWidgets import QMenu, QPushButton

from core import problems
from core.game import Node
from core.position import Color
from core.problems import GRADES, Problem
from core.records import RecordError
from core.sentence import sentence_of
from gui.analysis.exercise import ExerciseBar, ExerciseDesk
from gui.analysis.problems import Solving
from gui.parts.asking import agrees
from gui.parts.long_work import done_beside
from gui.program.errors import show_error
from gui.program.language import QT_TRANSLATE_NOOP
from gui.program.messages import (
    color_text,
    error_text,
    fill,
    in_parts,
    listed,
    loss_text,
    move_text,
    one_after_another,
)

if TYPE_CHECKING:
    from gui.main_window import MainWindow

GRADE_NAMES = (
    QT_TRANSLATE_NOOP("problems", "First steps"),
    QT_TRANSLATE_NOOP("problems", "Easy"),
    QT_TRANSLATE_NOOP("problems", "Medium"),
    QT_TRANSLATE_NOOP("problems", "Hard"),
    QT_TRANSLATE_NOOP("problems", "Very hard"),
)
"""Of :data:`core.problems.GRADES`, in their order."""


def grade_name(grade: int) -> str:
    """What a grade is called in the window."""
    return QCoreApplication.translate("problems", GRADE_NAMES[GRADES.index(grade)])


class ProblemBar(ExerciseBar):
    """With a menu of grades, and a button that plays the problem out."""

    def __init__(self) -> None:
        super().__init__()
        self.grade, self.play, self.afresh = QPushButton(), QPushButton(), QPushButton()
        self.grades = QMenu(self.grade)
        self.grade.setMenu(self.grades)
        self._place([self.play, self.answer, self.next], [self.afresh], [self.grade])
        self.retranslate()

    def retranslate(self) -> None:
        super().retranslate()
        self.play.setText(self.tr("Pla&y it out"))
        self.play.setToolTip(self.tr("A new game from this position, against the AI of your last new game"))
        self.afresh.setText(self.tr("Begin a&fresh"))
        self.next.setText(self.tr("Next tas&k"))


class ProblemDesk(ExerciseDesk):
    """Shows problems grade by grade, each time from the first one on that is not solved."""

    def __init__(self, window: "MainWindow"):
        super().__init__(window, window.problem_bar)
        self._all: dict[int, list[Problem]] = {}
        """The problems of each grade, once they are read."""
        self._solving: Solving | None = None
        self._node: Node | None = None
        """The position of the problem shown."""
        bar = window.problem_bar
        bar.grades.aboutToShow.connect(self._fill_menu)
        bar.play.clicked.connect(lambda: window.games.play_out(self.node.position))
        bar.afresh.clicked.connect(self._begin_afresh)

    def begin(self) -> None:
        """Show the first problem that is not solved of the grade that was last chosen. The board is the game's."""
        if not self._all:
            try:
                found = done_beside(
                    self._window, self.tr("Reading the problems…"), lambda _: problems.shipped()
                )
            except RecordError as error:
                show_error(self._window, error_text(sentence_of(error)))
                return
            if found is None:
                return
            self._all = _by_grade(found)
        self._choose(self._window.settings.problem_grade)
        self._take_board()

    @property
    def _problems(self) -> Solving:
        assert self._solving is not None  # begun
        return self._solving

    @property
    def node(self) -> Node:
        problem = self._problems.shown
        if self._node is None or self._node.position is not problem.position:
            self._node = Node(problem.position)
        return self._node

    @property
    def to_move(self) -> Color | None:
        problem = self._problems.current
        return None if problem is None else problem.position.to_move

    @property
    def turn(self) -> Color | None:
        return None  # the players of the game have no part in it

    @property
    def looks_for_better(self) -> bool:
        return not (self._problems.answered or self._problems.solved_now)

    def own_record(self) -> bytes:
        return problems.write([self._problems.shown])

    # --- the user ---------------------------------------------------------------------------------------------

    def click(self, point: int) -> None:
        if self._problems.current is not None:
            self._problems.attempt(point)
            self._keep()
            self.refresh()

    def _answer(self) -> None:
        self._problems.show_answer()
        self._keep()
        self.refresh()

    def _go(self, steps: int) -> None:
        self._problems.go(steps)
        self._show_all()

    def _choose(self, grade: int) -> None:
        self._solving = Solving(self._all[grade], self._window.settings.problems)

    def _choose_and_show(self, grade: int) -> None:
        self._window.settings.problem_grade = grade
        self._keep()
        self._choose(grade)
        self._show_all()

    def _begin_afresh(self) -> None:
        if agrees(
            self._window,
            fill(self.tr("Forget which problems of the grade “%1” you have solved?"), self._grade_name),
            self.tr("&Forget"),
        ):
            self._problems.forget()
            self._keep()
            self._show_all()

    def _keep(self) -> None:
        """Have what became of the problems saved: it outlasts the window however that ends."""
        self._window.keep_settings()

    # --- showing ----------------------------------------------------------------------------------------------

    def _fill_menu(self) -> None:
        """Offer the grades, with how much of each is solved."""
        menu = self._window.problem_bar.grades
        menu.clear()
        group = QActionGroup(menu)
        for grade, listed_problems in self._all.items():
            solving = Solving(listed_problems, self._window.settings.problems)
            said = self.tr("%1 (%2 of %3 solved, %4 of them at the first try)")
            figures = solving.solved, len(listed_problems), solving.solved_at_once
            action = menu.addAction(fill(said, grade_name(grade), *figures))
            action.setCheckable(True)
            action.setChecked(grade == self._window.settings.problem_grade)
            action.triggered.connect(partial(self._choose_and_show, grade))
            group.addAction(action)
        menu.addSeparator()
        menu.addAction(self.tr("Begin this grade afresh…")).triggered.connect(self._begin_afresh)

    @property
    def _grade_name(self) -> str:
        return grade_name(self._problems.shown.grade)

    def _line(self) -> tuple[int, ...]:
        return () if self._problems.current is None else self._problems.line()

    def _mark(self) -> None:
        self._mark_refused(self._problems.tried)

    def _show_bar(self) -> None:
        solving, bar = self._problems, self._window.problem_bar
        bar.show_ways(solving.place == 0, solving.current is None)
        bar.grade.setText(self._grade_name)
        bar.label.setText(self._text())

    def _text(self) -> str:
        solving = self._problems
        if solving.current is None and not solving.solved:
            return fill(self.tr("Solved none of %1."), len(solving.problems))
        if solving.current is None:
            said = self.tr("Solved %1 of %2, %3 of them at the first try.")
            return fill(said, solving.solved, len(solving.problems), solving.solved_at_once)
        count = fill(self.tr("Problem %1 of %2"), solving.place + 1, len(solving.problems))
        return in_parts(count, self._about(solving.current))

    def _about(self, problem: Problem) -> str:
        """What to do, or what came of a try."""
        solving = self._problems
        if solving.tried is not None:
            return self._verdict_text(problem, solving.tried)
        if solving.answered:
            winning = fill(self.tr("Winning: %1"), listed(map(self._name, problem.winning_moves)))
            return in_parts(
                winning, self._end_text(solving.line(), color_text(problem.position.to_move.opponent))
            )
        said = fill(self.tr("%1 to move: find a move that wins."), color_text(problem.position.to_move))
        return one_after_another(said, self.tr("Solved already.")) if solving.solved_before else said

    def _verdict_text(self, problem: Problem, tried: int) -> str:
        loss = problem.position.loss(tried)
        if loss is not None:
            return loss_text(loss, problem.position.size, self._window.appearance.notation)
        opponent = color_text(problem.position.to_move.opponent)
        if not self._problems.solved_now:
            _, reply = problem.lines[tried]
            said = self.tr("%1 loses: %2 answers %3. Try another move.")
            return fill(said, self._name(tried), opponent, self._name(reply))
        found = self.tr("%1 wins for certain: found.")
        told = self.tr("%1 wins for certain, as the answer told.")
        said = found if self._problems.solved_before else told
        return one_after_another(
            fill(said, self._name(tried)), self._end_text(problem.lines[tried], opponent)
        )

    def _end_text(self, line: Sequence[int], loser: str) -> str:
        """Why the game that the board shows has ended."""
        if len(line) == 1:
            return fill(self.tr("After it %1 has no legal move."), loser)
        return fill(self.tr("After the moves shown, %1 of them, %2 has no legal move."), len(line), loser)

    def _name(self, point: int) -> str:
        return move_text(point, self.node.position.size, self._window.appearance.notation)


def _by_grade(found: list[Problem]) -> dict[int, list[Problem]]:
    return {grade: [each for each in found if each.grade == grade] for grade in GRADES}

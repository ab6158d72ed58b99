"""Practising with the mistakes of a game: the bar over the board, what the board shows, and who judges what is tried."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QPushButton

from core import kernel_cache
from core.game import Node
from core.player import Decision, Limit, Proof
from core.position import Color
from core.review import Mistake
from gui.analysis.exercise import ExerciseBar, ExerciseDesk
from gui.analysis.practice import Practice, Task, Tried, Verdict
from gui.game.worker import Thinker
from gui.parts.offers import offer
from gui.program.errors import show_error
from gui.program.messages import (
    color_text,
    error_text,
    fill,
    in_parts,
    listed,
    loss_text,
    move_text,
    proof_text,
)

if TYPE_CHECKING:
    from gui.main_window import MainWindow

SECONDS = 1.0
"""How long the position after a tried move is searched."""


class PracticeBar(ExerciseBar):
    """With a button to practise once more what was not found."""

    def __init__(self) -> None:
        super().__init__()
        self.again = QPushButton()
        self._place([self.answer, self.next], [self.again])
        self.retranslate()

    def offer_again(self, all_found: bool) -> None:
        """Offer to practise once more, unless there is nothing left."""
        offer(self.again, self.tr("All were found.") if all_found else "")

    def retranslate(self) -> None:
        super().retranslate()
        self.again.setText(self.tr("Once more those not &found"))
        self.next.setText(self.tr("Next mista&ke"))


class PracticeDesk(ExerciseDesk):
    """Has tries judged."""

    def __init__(self, window: "MainWindow"):
        super().__init__(window, window.practice_bar)
        self._practice = Practice([], 0)
        self._left: dict[Mistake, Task] = {}
        """How far the student had come with the mistakes of a practice that was left before its end; as long as the game is in the window."""
        self._thinker: Thinker | None = None
        """Judges tries; its thread starts with the first try that needs a search."""
        self._searched: int | None = None
        """The tried point that is being searched."""
        window.practice_bar.again.clicked.connect(self._once_more)

    def begin(self, mistakes: Iterable[Mistake]) -> None:
        """Begin to look for better moves than ``mistakes``, at least one. The board is the game's."""
        self._forget_other_games()
        self._practise(mistakes)
        self._take_board()

    def _practise(self, mistakes: Iterable[Mistake]) -> None:
        self._practice = Practice(mistakes, self._window.settings.review_simulations, self._left)

    def _forget_other_games(self) -> None:
        root = self._window.controller.game.root
        self._left = {one: task for one, task in self._left.items() if one.before.line()[0] is root}

    @property
    def to_move(self) -> Color | None:
        task = self._practice.current
        return None if task is None else task.mistake.mover

    @property
    def turn(self) -> Color | None:
        return self.to_move

    @property
    def node(self) -> Node:
        return self._practice.shown.mistake.before

    @property
    def looks_for_better(self) -> bool:
        return not self._practice.shown.done

    # --- the user ---------------------------------------------------------------------------------------------

    def click(self, point: int) -> None:
        """Try ``point``, and have it searched if nothing known judges it."""
        task = self._practice.current
        if task is None:
            return
        self._give_up()
        if self._practice.attempt(point) is None:
            self._search(task.mistake, point)
        self.refresh()

    def _answer(self) -> None:
        self._give_up()
        self._practice.show_answer()
        self.refresh()

    def _go(self, steps: int) -> None:
        self._give_up()
        self._practice.go(steps)
        self._show_all()

    def _once_more(self) -> None:
        self._note_left()
        left = self._practice.left()
        for one in left:
            del self._left[one]
        self._practise(left)
        self._show_all()

    def _note_left(self) -> None:
        self._left |= {task.mistake: task for task in self._practice.tasks}

    def _end(self) -> None:
        """Give the board back. Who leaves before the summary goes on there the next time; after it a practice begins anew."""
        if self._practice.current is None:
            self._left = {}
        else:
            self._note_left()
        self.close()
        super()._end()

    # --- judging ----------------------------------------------------------------------------------------------

    def _search(self, mistake: Mistake, point: int) -> None:
        """Search the position after ``point`` with the player that judged the mistake: another would judge differently."""
        if self._thinker is None:
            self._thinker = Thinker(self)
            self._thinker.decided.connect(self._on_decided)
            self._thinker.failed.connect(self._on_failed)
        assert mistake.before.analysis is not None
        self._searched = point
        after = mistake.before.position.play(point)
        self._thinker.ask(mistake.before.analysis.by, after, Limit(seconds=SECONDS))

    def _give_up(self) -> None:
        self._searched = None
        if self._thinker is not None:
            self._thinker.give_up()

    def _on_decided(self, decision: Decision) -> None:
        point, self._searched = self._searched, None
        assert point is not None
        self._practice.attempt(point, decision)
        self.refresh()

    def _on_failed(self, sentence: str, details: str) -> None:
        self._searched = None
        self.refresh()
        show_error(self._window, error_text(sentence), details)

    def close(self) -> None:
        """Stop judging and let the thread end."""
        self._searched = None
        if self._thinker is not None:
            self._thinker.let_go()
            self._thinker = None

    # --- showing ----------------------------------------------------------------------------------------------

    def _line(self) -> tuple[int, ...]:
        """What is tried, what was found, or the answer."""
        task = self._practice.current
        if task is None:
            return ()
        if self._searched is not None:
            return (self._searched,)
        if task.latest is not None:
            return (task.latest.point,) if task.latest.verdict is Verdict.FOUND else ()
        return self._practice.line() if task.answered else ()

    def _mark(self) -> None:
        """Mark on the board the mistake, as the game's next move, and why a tried point can't be played."""
        task = self._practice.current
        if task is None:
            return
        position, played = task.mistake.before.position, task.mistake.move
        if played in position.size and position.at(played) is None:
            self._window.board.set_next_move(played)
        self._mark_refused(None if task.latest is None else task.latest.point)

    def _show_bar(self) -> None:
        practice, bar = self._practice, self._window.practice_bar
        bar.show_ways(practice.place == 0, practice.current is None)
        bar.offer_again(not practice.left())
        bar.label.setText(self._text())

    def _text(self) -> str:
        practice = self._practice
        if practice.current is None:
            return self._summary()
        count = fill(self.tr("Mistake %1 of %2"), practice.place + 1, len(practice.tasks))
        return in_parts(count, self._about(practice.current))

    def _summary(self) -> str:
        practice = self._practice
        if not practice.found:
            return fill(self.tr("Found none of %1."), len(practice.tasks))
        said = self.tr("Found %1 of %2, %3 of them at the first try.")
        return fill(said, practice.found, len(practice.tasks), practice.found_at_once)

    def _about(self, task: Task) -> str:
        """What to do, or what came of a try."""
        mistake = task.mistake
        if self._searched is not None:
            text = self.tr("Looking at %1…")
            if not kernel_cache.is_ready():
                text = self.tr("Getting ready to judge %1, which the first time takes a minute or two")
            return fill(text, self._name(mistake, self._searched))
        if task.latest is not None:
            return self._verdict_text(task, task.latest)
        if task.answered:
            return fill(
                self.tr("Better: %1"),
                listed(self._answer_text(mistake, one) for one in self._practice.answers()),
            )
        said = self.tr("move %1, %2 to move. %3 gave away %4%. Find a better move.")
        assert mistake.judged is not None
        return fill(
            said,
            mistake.before.number + 1,
            color_text(mistake.mover),
            self._name(mistake, mistake.move),
            _percent(mistake.judged.loss),
        )

    def _verdict_text(self, task: Task, tried: Tried) -> str:
        mistake = task.mistake
        name, played = self._name(mistake, tried.point), self._name(mistake, mistake.move)
        loss = mistake.before.position.loss(tried.point)
        if tried.verdict is Verdict.PLAYED:
            return fill(self.tr("%1 is what was played. Find a better move."), name)
        if loss is not None:
            return loss_text(loss, mistake.before.position.size, self._window.appearance.notation)
        assert tried.judged is not None
        given = _percent(tried.judged.loss)
        if tried.verdict is Verdict.FOUND:
            if not task.found_at:  # it was told by the answer
                return fill(
                    self.tr("%1: a better move, shown by the answer."), self._answer_text(mistake, tried)
                )
            if tried.proof is Proof.WIN:
                return fill(self.tr("%1 wins for certain: found."), name)
            return fill(self.tr("%1 keeps %2%: found."), name, _percent(tried.judged.win_rate_after))
        if tried.proof is Proof.LOSS:
            return fill(self.tr("%1 loses for certain. Try another move."), name)
        if tried.verdict is Verdict.BETTER:
            said = self.tr("%1 gives away %2%: better than %3, but still too much. Try another move.")
        else:
            said = self.tr("%1 gives away %2%, no less than %3. Try another move.")
        return fill(said, name, given, played)

    def _answer_text(self, mistake: Mistake, answer: Tried) -> str:
        """A better move with the win rate it keeps."""
        assert answer.judged is not None
        rate = f"{_percent(answer.judged.win_rate_after)}%"
        keeps = rate if answer.proof is None else proof_text(answer.proof)
        return fill(self.tr("%1 (%2)", "a move and its win rate"), self._name(mistake, answer.point), keeps)

    def _name(self, mistake: Mistake, move: int) -> str:
        return move_text(move, mistake.before.position.size, self._window.appearance.notation)


def _percent(share: float) -> str:
    return f"{100 * share:.0f}"

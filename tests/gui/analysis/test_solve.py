"""The solver in the window: what it says is certain, and that it can be left at any time."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication, QLabel

from ai.solver.solver import Interrupted, Solution
from core.game import Game
from core.player import Candidate, Decision, Proof
from core.position import Color, Position, Size
from core.records import sgf
from core.review import black_win_rate, judgement
from gui.analysis import solve
from gui.analysis.solve import SolveDialog
from gui.parts.threads import leaving, wait_for_those_leaving
from gui.program.language import LanguageSwitch
from gui.program.settings import HUMAN
from tests.gui.analysis.analysing import FAST
from tests.gui.desk import PATIENCE_MS, Desk
from tests.patience import PATIENCE_SECONDS


class Endless:
    """A solver that never finds anything."""

    moves_tried = 3_200_000

    def __init__(self, position: Position, megabytes: int):
        pass

    def winning_move(self, position: Position | None = None, go_on: Callable[[], bool] = lambda: True):
        while go_on():
            pass
        raise Interrupted


class Slow(Endless):
    """A solver that gets ready until it may go on."""

    begun, may_go_on = Event(), Event()
    was_waited_for = False
    """Until patience ran out, since who waited was who should have let it go on."""

    def __init__(self, position: Position, megabytes: int):
        Slow.begun.set()
        Slow.was_waited_for = not Slow.may_go_on.wait(PATIENCE_SECONDS)


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The solver is a slow one."""
    Slow.begun.clear()
    Slow.may_go_on.clear()
    monkeypatch.setattr(solve, "Solver", Slow)
    yield
    Slow.may_go_on.set()
    wait_for_those_leaving()


class Poor:
    """A solver that there is no memory for."""

    def __init__(self, position: Position, megabytes: int):
        raise MemoryError


def solved(desk: Desk) -> SolveDialog:
    """Solve the position on the board; the dialog when all is said."""
    desk.trigger("solve")
    dialog = desk.window.solver.dialog
    assert dialog is not None
    desk.wait(dialog.thread_of_solver.isFinished)
    QApplication.processEvents()  # what it said last may be on its way
    return dialog


def begin(desk: Desk, rows: int, cols: int) -> None:
    """A game of two humans on a board of that size."""
    desk.window.controller.new_game(HUMAN, HUMAN, Size(rows, cols))


def names(text: str) -> list[str]:
    return text.partition(": ")[2].split()


def links(dialog: SolveDialog) -> list[str]:
    """The moves of the game to the end."""
    return re.findall(">([^<]+)</a>", dialog.line.text())


def point_at(dialog: SolveDialog, place: QPoint) -> None:
    """Move the pointer there over the line."""
    none, nowhere = Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier
    at = QPointF(place)
    event = QMouseEvent(QEvent.Type.MouseMove, at, dialog.line.mapToGlobal(at), none, none, nowhere)
    QApplication.sendEvent(dialog.line, event)


def place_of(dialog: SolveDialog, move: int) -> QPoint:
    """Where that move of the line stands, found by what the pointer is told there."""
    label, found = dialog.line, []
    label.linkHovered.connect(found.append)
    for y in range(4, label.height(), 6):
        for x in range(2, label.width(), 4):
            point_at(dialog, QPoint(x, y))
            if found[-1:] == [str(move)]:
                return QPoint(x, y)
    raise AssertionError(f"no move {move} in {label.text()}")


def numbered(dialog: SolveDialog) -> list[str]:
    """What stands on the dialog's board."""
    return sorted(dialog.board._texts.values(), key=int)


def test_the_winner_all_winning_moves_and_a_game_are_shown(desk: Desk):
    desk.play(size=3)
    dialog = solved(desk)
    assert dialog.verdict.text() == "Proven: Black wins"
    moves = names(dialog.details.text())
    assert len(moves) == 9  # on 3x3 all first moves win
    assert links(dialog)[0] in moves
    assert not dialog.stop_button.isEnabled()


def test_few_moves_are_counted(desk: Desk):
    desk.play(size=3)
    dialog = solved(desk)
    assert dialog.figures.text().startswith("Moves tried: ")
    assert f" {dialog._work[0]:,} in " in dialog.figures.text()


def test_the_board_never_covers_a_sentence(desk: Desk):
    begin(desk, 2, 3)
    dialog = solved(desk)
    dialog.details.setText(dialog.details.text() * 6)
    for width in (900, 10):
        dialog.resize(width, 10)
        desk.wait(lambda: dialog.board.geometry().bottom() < dialog.details.y())
        details = dialog.details
        desk.wait(lambda details=details: details.height() >= details.heightForWidth(details.width()))


def test_whoever_is_lost_is_told_so(desk: Desk):
    begin(desk, 2, 3)
    dialog = solved(desk)
    assert dialog.verdict.text() == "Proven: White wins"
    assert dialog.details.text().startswith("Every move of Black loses.")


def test_a_game_that_is_over_is_lost(desk: Desk):
    desk.play(size=2)
    while not desk.position.is_over:
        desk.window.controller.click(desk.position.legal_moves()[0])
    dialog = solved(desk)
    loser = desk.position.to_move
    assert dialog.verdict.text() == f"Proven: {'White' if loser is Color.BLACK else 'Black'} wins"
    assert dialog.details.text() == "The game is over here."


def test_a_solver_that_is_stopped_proves_nothing(desk: Desk, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(solve, "Solver", Endless)
    desk.trigger("solve")
    dialog = desk.window.solver.dialog
    assert dialog is not None
    desk.wait(lambda: dialog.figures.text().startswith("Moves tried: 3,200,000 in "))
    assert dialog.verdict.text() == "Solving; Black to move…"
    dialog.stop_button.click()
    desk.wait(dialog.thread_of_solver.isFinished)
    assert dialog.verdict.text() == "Not finished: nothing is proven"


def test_closing_ends_the_work(desk: Desk, monkeypatch: pytest.MonkeyPatch):
    """The dialog, and a second request, end what runs; so does the window."""
    monkeypatch.setattr(solve, "Solver", Endless)
    desk.trigger("solve")
    first = desk.window.solver.dialog
    assert first is not None
    thread = first.thread_of_solver
    desk.trigger("solve")
    desk.wait(thread.isFinished)
    second = desk.window.solver.dialog
    assert second is not None and second is not first
    desk.window.solver.close()
    assert desk.window.solver.dialog is None


@pytest.mark.usefixtures("slow")
def test_closing_waits_for_no_solver_that_gets_ready(desk: Desk):
    desk.trigger("solve")
    desk.wait(Slow.begun.is_set)
    dialog = desk.window.solver.dialog
    assert dialog is not None
    thread = dialog.thread_of_solver
    dialog.close()
    assert desk.window.solver.dialog is None and thread in leaving
    Slow.may_go_on.set()
    desk.wait(lambda: thread not in leaving)
    assert not Slow.was_waited_for


def said_but_not_heard(desk: Desk) -> SolveDialog:
    """Solve the position on the board; the dialog when the thread has ended and nothing that it said has arrived."""
    desk.trigger("solve")
    dialog = desk.window.solver.dialog
    assert dialog is not None
    assert dialog.thread_of_solver.wait(PATIENCE_MS)
    assert dialog._solution is None
    return dialog


def test_what_arrives_after_the_next_position_is_asked_about_is_not_taken_for_its_proof(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
):
    begin(desk, 3, 3)
    desk.click(0, 8, 2)
    first, *_, last = desk.window.controller.game.main_line()
    said_but_not_heard(desk)
    monkeypatch.setattr(solve, "Solver", Endless)
    desk.window.controller.go_to(first)
    desk.trigger("solve")
    dialog = desk.window.solver.dialog
    assert dialog is not None and dialog.position is first.position
    QApplication.processEvents()
    assert first.analysis is None and last.analysis is None
    assert dialog.verdict.text() == "Solving; Black to move…"


def test_what_arrives_after_the_dialog_was_closed_is_dropped(desk: Desk):
    begin(desk, 3, 3)
    said_but_not_heard(desk).close()
    QApplication.processEvents()  # what fails here fails the test
    assert desk.window.controller.game.root.analysis is None


def test_too_little_memory_is_said(desk: Desk, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(solve, "Solver", Poor)
    dialog = solved(desk)
    assert "memory" in dialog.details.text()
    assert dialog.verdict.text() == "Not finished: nothing is proven"


def test_too_large_a_position_is_said(desk: Desk):
    desk.play(size=9)
    dialog = solved(desk)
    assert dialog.details.text().startswith(
        "81 points can still be played on. The solver takes positions with at most 64"
    )
    assert dialog.verdict.text() == "Too many points to solve"


def test_an_open_dialog_changes_its_language(desk: Desk):
    desk.play(size=3)
    dialog = solved(desk)
    switch = LanguageSwitch()
    switch.use("zh_CN")
    desk.wait(lambda: "黑" in dialog.verdict.text())
    switch.use("en")
    desk.wait(lambda: dialog.verdict.text() == "Proven: Black wins")


def test_the_line_is_played_through_with_the_pointer(desk: Desk):
    """Both boards show as much of it as is pointed at, and what was clicked stays."""
    begin(desk, 3, 3)
    dialog, board = solved(desk), desk.window.board
    line = dialog._line
    assert len(links(dialog)) == len(line) > 3
    point_at(dialog, place_of(dialog, 3))
    assert numbered(dialog) == ["1", "2", "3"] and board._line == line[:3]
    point_at(dialog, QPoint(0, 0))
    assert numbered(dialog) == [] and board._line == ()
    clicked = place_of(dialog, 2)
    desk.qtbot.mouseClick(dialog.line, Qt.MouseButton.LeftButton, pos=clicked)
    desk.wait(lambda: "underline" in dialog.line.text())
    point_at(dialog, QPoint(0, 0))
    assert numbered(dialog) == ["1", "2"] and board._line == line[:2]
    dialog.close()
    assert board._line == ()


def test_the_line_is_played_through_by_keys(desk: Desk):
    begin(desk, 3, 3)
    dialog = solved(desk)
    dialog.line.setFocus(Qt.FocusReason.TabFocusReason)
    for move in ("1", "2", "3"):
        desk.qtbot.keyClick(dialog.line, Qt.Key.Key_Tab)
        desk.qtbot.keyClick(dialog.line, Qt.Key.Key_Return)
        desk.wait(lambda move=move: numbered(dialog)[-1:] == [move])


def test_the_line_becomes_a_variation_and_play_stands_where_it_stood(desk: Desk):
    begin(desk, 3, 3)
    dialog = solved(desk)
    desk.qtbot.mouseClick(dialog.put_button, Qt.MouseButton.LeftButton)
    game = desk.window.controller.game
    assert [node.move for node in game.line_shown()[1:]] == list(dialog._line)
    assert game.cursor.number == 1, "from where one walks through it"
    assert desk.moves == 0 and game.line_played() == [game.root]
    desk.wait(desk.window.isActiveWindow)
    desk.key(Qt.Key.Key_Right)
    assert game.cursor.number == 2
    assert desk.window.docks["tree"].isVisible()


def test_a_line_is_put_into_no_other_game(desk: Desk):
    begin(desk, 3, 3)
    dialog = solved(desk)
    begin(desk, 3, 2)
    assert not dialog.put_button.isEnabled()
    assert dialog.put_button.toolTip() == "The game in the window no longer has this position."


def test_what_is_proven_becomes_part_of_what_is_known(desk: Desk, tmp_path: Path):
    """On the board, in the panel, on the curve and in the report; with the record, and after a later analysis."""
    window = desk.window
    game = Game(Size(3, 3))
    game.play(0)
    game.play(8)
    for node in game.main_line():
        game.keep_analysis(node, Decision(1, (Candidate(1, 9),), 0.1, visits=9, by=FAST))
    window.controller.open_game(game)
    start = game.root
    desk.trigger("to_start")
    solved(desk)
    known = start.analysis
    assert known is not None and known.proof is Proof.WIN and known.by == FAST
    assert len(known.candidates) == 9 and {one.proof for one in known.candidates} == {Proof.WIN}
    assert window.board._thoughts == known
    assert window.thoughts_panel._bar.texts()[Color.BLACK].endswith("100.0%")
    assert black_win_rate(start) == 1.0
    window.solver.close()
    window.controller.go_to(game.main_line()[1])
    solved(desk)
    after = game.main_line()[1].analysis
    assert after is not None and after.proof is Proof.LOSS
    assert {one.proof for one in after.candidates} == {Proof.LOSS}
    window.solver.close()
    judged = judgement(game.main_line()[1])
    assert judged is not None and judged.loss == 0.0
    path = tmp_path / "proven.sgf"
    path.write_bytes(sgf.write(game))
    read = sgf.read(path.read_bytes())[0].game.root.analysis
    assert read == known
    desk.trigger("analyse_game")
    desk.wait(lambda: not window.review.review.running)
    assert start.analysis == known


def test_what_the_solver_alone_proved_is_called_so(desk: Desk):
    window = desk.window
    window.controller.open_game(Game(Size(3, 3)))
    solved(desk)
    status = window.findChild(QLabel, "ai_status")
    assert status is not None and status.text() == "Proven by the solver"
    assert window.review.graph.text_of(0).split("\n")[1] == "Proven by the solver"


def test_a_running_analysis_goes_by_what_is_proven(desk: Desk):
    window = desk.window
    window.settings.analysis_player, window.settings.analysis_simulations = "random", 100
    begin(desk, 2, 3)
    desk.trigger("analyse")
    dialog = solved(desk)
    known = window.controller.game.cursor.analysis
    assert known is not None and known.proof is not None
    assert window.analysis._shown == known
    dialog.close()


def test_the_winner_alone_is_kept_if_nobody_waits_for_every_winning_move(desk: Desk):
    begin(desk, 3, 3)
    window = desk.window
    dialog = solved(desk)
    (root,) = window.controller.game.main_line()
    root.analysis = None
    dialog.proven.emit(dialog.position, Solution(Color.BLACK, (4,), ()), False)
    (root,) = window.controller.game.main_line()
    known = root.analysis
    assert known is not None and known.proof is Proof.WIN and known.point == 4
    assert [one.point for one in known.candidates] == [4]


def test_a_proof_about_another_game_is_kept_nowhere(desk: Desk):
    begin(desk, 3, 3)
    desk.click(4)
    dialog = solved(desk)
    begin(desk, 3, 3)
    desk.click(4)
    dialog.proven.emit(dialog.position, Solution(Color.BLACK, (), ()), True)
    assert all(node.analysis is None for node in desk.window.controller.game.main_line())

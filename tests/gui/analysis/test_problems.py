"""Solving problems: what counts as solved, and with real clicks and keys what the window shows meanwhile."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QApplication, QMessageBox, QPushButton

from core import problems
from core.clock import TimeControl
from core.points import point_name
from core.position import Color, Size
from core.problems import Problem
from gui.analysis.problems import Solving
from gui.game.controller import State
from gui.game.new_game import NewGameDialog
from gui.program.settings import HUMAN
from tests.gui.desk import Desk, OpenDesk, answer, in_dialogs
from tests.gui.test_accessible import nameless, out_of_reach

Key = Qt.Key
SHIPPED = problems.shipped()
HARD = [problem for problem in SHIPPED if problem.grade == 4]
FIRST = next(problem for problem in SHIPPED if problem.grade == 1)


def right(problem: Problem) -> int:
    return problem.winning_moves[0]


def wrong(problem: Problem, which: int = 0) -> int:
    return [move for move in problem.lines if move not in problem.winning_moves][which]


def name(point: int) -> str:
    return point_name(point, Size())


# --- what counts ---------------------------------------------------------------------------------------------------------


def test_it_goes_on_at_the_first_one_that_was_not_tried_and_then_at_those_not_solved():
    outcomes = {HARD[0].id: "first", HARD[1].id: "tried", HARD[2].id: "later"}
    assert Solving(HARD, outcomes).place == 3
    assert Solving(HARD[:3], outcomes).place == 1
    assert Solving(HARD[:1], outcomes).current is None


def test_the_first_try_counts_once():
    outcomes: dict[str, str] = {}
    solving = Solving(HARD[:3], outcomes)
    solving.attempt(right(HARD[0]))
    solving.attempt(wrong(HARD[0]))
    solving.go(1)
    solving.attempt(wrong(HARD[1]))
    assert outcomes == {HARD[0].id: "first", HARD[1].id: "tried"}
    solving.attempt(right(HARD[1]))
    assert outcomes[HARD[1].id] == "later" and (solving.solved, solving.solved_at_once) == (2, 1)


def test_a_slip_of_the_mouse_is_no_try():
    outcomes: dict[str, str] = {}
    solving = Solving(HARD[:1], outcomes)
    solving.attempt(int(HARD[0].position.stones.reshape(-1).argmax()))
    assert outcomes == {} and solving.line() == ()


def test_a_problem_whose_answer_was_shown_is_not_solved_by_it():
    """Until it comes up the next time, and then not at the first try."""
    outcomes: dict[str, str] = {}
    solving = Solving(HARD[:1], outcomes)
    solving.show_answer()
    assert solving.line() == HARD[0].lines[right(HARD[0])]
    solving.attempt(right(HARD[0]))
    assert solving.solved == 0
    again = Solving(HARD[:1], outcomes)
    again.attempt(right(HARD[0]))
    assert (again.solved, again.solved_at_once) == (1, 0)


def test_an_answer_takes_nothing_from_what_is_solved():
    outcomes = {HARD[0].id: "first"}
    solving = Solving(HARD[:1], outcomes)
    solving.go(-1)
    solving.show_answer()
    assert outcomes == {HARD[0].id: "first"} and solving.line() != ()


def test_to_begin_afresh_forgets_this_grade_alone():
    outcomes = {HARD[0].id: "first", FIRST.id: "first"}
    solving = Solving(HARD[:1], outcomes)
    solving.forget()
    assert outcomes == {FIRST.id: "first"} and solving.place == 0


# --- the window ----------------------------------------------------------------------------------------------------------


def text(desk: Desk) -> str:
    return desk.window.problem_bar.label.text()


def press(desk: Desk, button: QPushButton) -> None:
    assert button.isVisible() and button.isEnabled()
    desk.qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def begin(desk: Desk, grade: int = 4) -> None:
    desk.window.settings.problem_grade = grade
    desk.trigger("problems")
    desk.wait(desk.window.isActiveWindow)  # again, where a dialog has said that they are read


def choose_grade(desk: Desk, begins: str) -> None:
    """Choose in the menu of the button."""
    menu = desk.window.problem_bar.grades
    menu.popup(desk.window.mapToGlobal(desk.window.rect().center()))
    next(action for action in menu.actions() if action.text().startswith(begins)).trigger()
    menu.close()


def test_moves_are_tried_on_the_board(desk: Desk):
    board, problem = desk.window.board, HARD[0]
    begin(desk)
    mover = problem.position.to_move
    assert board._position == problem.position and board._hover_color is mover
    assert not any(label.text() for label in desk.window.players._turn.values()), "it is no move of theirs"
    count = f"Problem 1 of {len(HARD)}\u00a0· "
    assert text(desk) == f"{count}{mover.name.title()} to move: find a move that wins."
    for which in (0, 1):
        bad = wrong(problem, which)
        desk.click(bad)
        reply = problem.lines[bad][1]
        opponent = mover.opponent.name.title()
        assert text(desk) == f"{count}{name(bad)} loses: {opponent} answers {name(reply)}. Try another move."
        assert tuple(board._line) == (bad, reply)
    stone = int(problem.position.stones.reshape(-1).argmax())
    desk.click(stone)
    assert text(desk) == f"{count}{name(stone)} is occupied." and tuple(board._line) == ()
    desk.click(right(problem))
    line = problem.lines[right(problem)]
    loser = "Black" if problem.position.to_move is Color.WHITE else "White"
    end = f"After the moves shown, {len(line)} of them, {loser} has no legal move."
    assert text(desk) == f"{count}{name(right(problem))} wins for certain: found. {end}"
    assert tuple(board._line) == problem.lines[right(problem)]
    press(desk, desk.window.problem_bar.next)
    assert board._position == HARD[1].position and board._line == ()
    press(desk, desk.window.problem_bar.back)
    assert text(desk).endswith("find a move that wins. Solved already.")


def test_the_answer_is_shown_when_it_is_asked_for(desk: Desk):
    bar, problem = desk.window.problem_bar, HARD[0]
    begin(desk)
    press(desk, bar.answer)
    assert f"· Winning: {name(right(problem))}" in text(desk)
    assert tuple(desk.window.board._line) == problem.lines[right(problem)]
    desk.click(right(problem))
    assert "wins for certain, as the answer told." in text(desk)


def test_keys_go_through_problems(desk: Desk):
    begin(desk)
    desk.key(Key.Key_Right)
    assert text(desk).startswith("Problem 2")
    desk.key(Key.Key_H)
    assert "Winning:" in text(desk)
    desk.key(Key.Key_Left)
    assert text(desk).startswith("Problem 1")
    desk.key(Key.Key_Escape)
    assert not desk.window.problem_bar.active


def test_what_is_solved_is_there_at_the_next_start(open_desk: OpenDesk):
    """However the window ended."""
    desk = open_desk()
    begin(desk)
    desk.click(right(HARD[0]))
    press(desk, desk.window.problem_bar.next)
    desk.click(wrong(HARD[1]))
    kept = desk.settings_kept()
    assert kept.problems == {HARD[0].id: "first", HARD[1].id: "tried"}
    desk.drop()
    again = open_desk()
    again.trigger("problems")
    assert text(again).startswith(f"Problem 3 of {len(HARD)}")


def test_another_grade_is_chosen_in_the_menu(desk: Desk):
    bar = desk.window.problem_bar
    begin(desk)
    desk.click(right(HARD[0]))
    choose_grade(desk, "First steps (0 of ")
    assert bar.grade.text() == "First steps" and desk.window.board._position == FIRST.position
    assert desk.settings_kept().problem_grade == 1
    choose_grade(desk, f"Hard (1 of {len(HARD)} solved, 1 of them at the first try)")
    assert text(desk).startswith("Problem 2")


def test_after_the_last_one_a_grade_can_begin_afresh(desk: Desk, monkeypatch: pytest.MonkeyPatch):
    asked = answer(monkeypatch, QMessageBox.StandardButton.No, QMessageBox.StandardButton.Yes)
    window, bar = desk.window, desk.window.problem_bar
    window.settings.problems |= {problem.id: "first" for problem in HARD[:-1]}
    begin(desk)
    desk.click(wrong(HARD[-1]), right(HARD[-1]))
    press(desk, bar.next)
    count = len(HARD)
    assert text(desk) == f"Solved {count} of {count}, {count - 1} of them at the first try."
    assert not (bar.next.isVisible() or bar.answer.isVisible() or bar.play.isVisible())
    desk.click(right(HARD[-1]))
    assert text(desk).startswith("Solved"), "the board is for looking now"
    press(desk, bar.afresh)
    assert text(desk).startswith("Solved")
    press(desk, bar.afresh)
    assert text(desk).startswith("Problem 1 of") and desk.settings_kept().problems == {}
    assert asked == ["Forget which problems of the grade “Hard” you have solved?"] * 2


def test_the_summary_says_so_if_none_is_solved(desk: Desk):
    begin(desk)
    for _ in HARD:
        desk.key(Key.Key_Right)
    assert text(desk) == f"Solved none of {len(HARD)}."


def test_a_game_under_way_is_as_it_was_afterwards(desk: Desk):
    """On a board of another size too; its clock stands meanwhile."""
    desk.play(size=5, time_control=TimeControl(600))
    desk.click(12, 0)
    window, controller = desk.window, desk.window.controller
    game, version, row = controller.game, controller.game.version, window.history.currentRow()
    begin(desk)
    clock = controller.match.clock
    assert desk.state is State.PAUSED and clock is not None and clock.running is None
    assert window.history.currentRow() == row and not window.commands.actions["undo"].isEnabled()
    desk.click(right(HARD[0]))
    press(desk, window.problem_bar.end)
    assert controller.game is game and game.version == version and desk.moves == 2
    assert window.board._position is desk.position and window.board._line == ()
    assert desk.state is State.YOUR_TURN and clock.running is Color.BLACK


def test_a_problem_is_played_out_against_the_ai(desk: Desk):
    desk.window.settings.black, desk.window.settings.white = HUMAN, "random:seed=1"
    for problem in (
        HARD[0],
        next(each for each in HARD if each.position.to_move is not HARD[0].position.to_move),
    ):
        begin(desk)
        desk.window.problems._go(HARD.index(problem))
        press(desk, desk.window.problem_bar.play)
        assert not desk.window.problem_bar.active and desk.position == problem.position
        assert desk.window.controller.players[problem.position.to_move] == HUMAN
        assert desk.window.controller.players[problem.position.to_move.opponent] == "random:seed=1"
        kept = desk.window.settings
        assert (kept.black, kept.white) == (HUMAN, "random:seed=1"), "as the next new game is proposed"
        assert desk.state is State.YOUR_TURN


def test_an_ai_that_plays_whole_games_alone_plays_out_no_problem(desk: Desk):
    desk.window.settings.white = "sau:name=S,command=none"
    begin(desk)
    press(desk, desk.window.problem_bar.play)
    assert desk.take_error() == "S can only play whole games from the empty board."
    assert desk.window.problem_bar.active and desk.window.board._position == HARD[0].position


def test_a_new_game_begins_from_the_problem(desk: Desk):
    begin(desk)

    def begin_from_board(dialog: NewGameDialog) -> None:
        dialog.from_board.setChecked(True)
        dialog.accept()

    with in_dialogs(begin_from_board, kind=NewGameDialog):
        desk.trigger("new_game")
    assert desk.position == HARD[0].position and not desk.window.problem_bar.active


def test_the_problem_is_copied_not_the_game(desk: Desk):
    begin(desk)
    desk.trigger("copy_game")
    assert problems.read(QApplication.clipboard().text().encode()) == HARD[:1]


def test_nothing_else_in_the_window_tells_the_answer(desk: Desk):
    begin(desk)
    actions = desk.window.commands.actions
    for command in (
        "analyse",
        "hint",
        "report",
        "solve",
        "practise",
        "problems",
        "move_for_me",
        "set_up_position",
    ):
        assert not actions[command].isEnabled(), command
    assert desk.window.board._thoughts is None and desk.window.board._book == []


def test_problems_speak_another_language_at_once(desk: Desk):
    begin(desk)
    desk.click(wrong(HARD[0]))
    desk.choose("language", "zh_CN")
    desk.wait(lambda: text(desk).startswith("习题 1/"))
    bar = desk.window.problem_bar
    assert bar.grade.text() == "困难" and bar.end.text() == "结束(&D)" and "必败" in text(desk)


def test_a_collection_that_can_not_be_read_is_told(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    monkeypatch.setattr(problems, "SHIPPED", tmp_path / "problems.sgf")
    desk.trigger("problems")
    assert "problems.sgf" in desk.take_error() and not desk.window.problem_bar.active


@pytest.mark.parametrize("language", ["en", "zh_CN"])
def test_buttons_have_letter_keys_of_their_own(desk: Desk, language: str):
    """As those of the other bars over the board; the menu of grades has none, as its button is called after the grade."""
    window = desk.window
    desk.choose("language", language)
    docks = [button for dock in window.docks for button in window.docks[dock].findChildren(QPushButton)]
    own = [button for button in window.problem_bar.findChildren(QPushButton) if button.menu() is None]
    menus = [menu.title() for menu in window.commands.menus.values()]
    texts = [*(button.text() for button in (*docks, *own)), window.files.library.back.text(), *menus]
    keys = [QKeySequence.mnemonic(each).toString() for each in texts]
    assert len(own) == 6 and len({*keys}) == len(texts) and "" not in keys, texts
    begin(desk)
    for _ in range(len(HARD) + 1):  # the last is the summary
        window.problem_bar.next.click()
    assert nameless(window) == [] and out_of_reach(window) == []
    window.problem_bar.back.click()
    assert nameless(window) == [] and out_of_reach(window) == []


@pytest.mark.parametrize("language", ["en", "zh_CN"])
@pytest.mark.parametrize("size", [(900, 560), (1366, 740)])
def test_the_board_stays_where_it_is(desk: Desk, size: tuple[int, int], language: str):
    window = desk.window
    desk.choose("language", language)
    window.resize(*size)
    QApplication.processEvents()
    place = window.board.geometry()
    begin(desk)
    QApplication.processEvents()
    for point in (wrong(HARD[0]), int(HARD[0].position.stones.reshape(-1).argmax()), right(HARD[0])):
        desk.click(point)
        QApplication.processEvents()
        assert window.board.geometry() == place, text(desk)
    press(desk, window.problem_bar.end)
    QApplication.processEvents()
    assert window.board.geometry() == place

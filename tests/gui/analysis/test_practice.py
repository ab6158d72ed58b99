"""Practising with the mistakes of a game: what counts as found, and with real clicks and keys what the window shows meanwhile."""

import threading
from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QApplication, QMenu, QMessageBox, QPushButton

from ai.players import PlayerError
from ai.players.random import RandomPlayer
from ai.players.text import Options
from core.clock import TimeControl
from core.game import Game, Node
from core.player import Candidate, Decision, Limit, Proof
from core.position import Color, Position, Size
from core.review import judgements, mistakes
from gui.analysis.practice import Practice, Verdict, practisable
from gui.analysis.report import ReportDialog
from gui.game.controller import State
from gui.game.new_game import NewGameDialog
from gui.program.settings import HUMAN
from tests.gui.desk import DROP_STONES, Desk, answer, in_dialogs
from tests.gui.test_accessible import nameless, out_of_reach

Key = Qt.Key
CTRL = Qt.KeyboardModifier.ControlModifier
JUDGE = "uct:seed=1"
ENOUGH = 60
BLACK_PLAYED, WHITE_PLAYED = 24, 4
BEST, AS_GOOD, SMALLER_MISTAKE, AS_BAD, UNSEEN, LOST = 7, 8, 6, 5, 13, 9
LINE = (BEST, 16, 2)


def value(win_rate: float) -> float:
    return 2 * win_rate - 1


def candidate(point: int, win_rate: float, visits: int = ENOUGH, **more) -> Candidate:
    return Candidate(point, visits, 0.1, value(win_rate), **more)


def game_with_mistakes(by: str = JUDGE) -> Game:
    """With the third move Black gives away 20%, then White 30%."""
    game = Game(Size(5, 5))
    game.play(12)
    before = game.play(0)
    seen = (
        candidate(BEST, 0.5, line=LINE),
        candidate(AS_GOOD, 0.47),
        candidate(SMALLER_MISTAKE, 0.35),
        candidate(AS_BAD, 0.2),
        candidate(UNSEEN, 0.5, ENOUGH - 1),
        candidate(LOST, 0.4, 2, proof=Proof.LOSS),
    )
    game.keep_analysis(before, Decision(BEST, seen, value(0.5), visits=400, by=by))
    before = game.play(BLACK_PLAYED)
    seen = (candidate(20, 0.7), candidate(21, 0.69))
    game.keep_analysis(before, Decision(20, seen, value(0.7), visits=400, by=by))
    last = game.play(WHITE_PLAYED)
    game.keep_analysis(last, Decision(3, (candidate(3, 0.6),), value(0.6), visits=400, by=by))
    return game


def practice_of(game: Game) -> Practice:
    line = game.main_line()
    return Practice(practisable(mistakes(line, judgements(line), None), []), ENOUGH)


# --- what counts ---------------------------------------------------------------------------------------------------------


def test_mistakes_come_in_the_order_of_the_game():
    practice = practice_of(game_with_mistakes())
    assert [task.mistake.move for task in practice.tasks] == [BLACK_PLAYED, WHITE_PLAYED]


def test_a_try_is_judged_by_what_the_analysis_visited_often_enough():
    practice = practice_of(game_with_mistakes())
    for point, verdict in (
        (BLACK_PLAYED, Verdict.PLAYED),
        (12, Verdict.REFUSED),
        (AS_BAD, Verdict.BAD),
        (SMALLER_MISTAKE, Verdict.BETTER),
        (LOST, Verdict.BAD),
        (AS_GOOD, Verdict.FOUND),
        (BEST, Verdict.FOUND),
    ):
        tried = practice.attempt(point)
        assert tried is not None and tried.verdict is verdict, point
    assert practice.attempt(UNSEEN) is None and practice.attempt(3) is None
    tried = practice.attempt(3, Decision(1, value_to_move=value(0.52)))
    assert tried is not None and tried.verdict is Verdict.FOUND
    assert practice.attempt(3) is tried, "it isn't searched again"


def test_only_what_may_still_win_replaces_a_move_that_lost_a_proven_win():
    game = game_with_mistakes()
    before = game.main_line()[2]
    won = (candidate(BEST, 1.0, proof=Proof.WIN), candidate(AS_GOOD, 0.99, proof=Proof.LOSS))
    game.keep_analysis(before, Decision(BEST, won, 1.0, Proof.WIN, visits=400, by=JUDGE))
    practice = practice_of(game)
    for point, after, found in (
        (BEST, None, True),
        (AS_GOOD, None, False),
        (3, Decision(1, value_to_move=value(0.02)), True),
        (2, Decision(1, value_to_move=value(0.02), proof=Proof.WIN), False),
    ):
        tried = practice.attempt(point, after)
        assert tried is not None and (tried.verdict is Verdict.FOUND) is found, point


def test_a_mistake_whose_answer_was_shown_counts_as_not_found():
    practice = practice_of(game_with_mistakes())
    practice.attempt(12)
    practice.attempt(BLACK_PLAYED)
    practice.attempt(BEST)
    practice.go(1)
    practice.show_answer()
    practice.attempt(20)
    assert (practice.found, practice.found_at_once) == (1, 1), "slips of the mouse are no tries"
    assert [one.move for one in practice.left()] == [WHITE_PLAYED]


def test_a_move_found_at_the_second_try_was_not_found_at_once():
    practice = practice_of(game_with_mistakes())
    for point in (AS_BAD, AS_BAD, AS_GOOD):
        practice.attempt(point)
    assert (practice.found, practice.found_at_once) == (1, 0)


def test_the_answer_names_all_that_are_as_good_and_how_the_game_would_go_on():
    practice = practice_of(game_with_mistakes())
    assert [one.point for one in practice.answers()] == [BEST, AS_GOOD]
    assert practice.line() == LINE


@pytest.mark.parametrize("by", ["", "a book", "gtp:name=Other,command=other"])
def test_mistakes_that_another_player_judged_are_not_practised(by: str):
    """Nobody here sees what is tried by the same measure."""
    line = game_with_mistakes(by).main_line()
    listed = mistakes(line, judgements(line), None)
    assert len(listed) == 2 and practisable(listed, []) == []


# --- the window ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def desk(open_desk: Callable[..., Desk]) -> Desk:
    desk = open_desk()
    settings = desk.window.settings
    settings.analysis_player, settings.review_simulations = JUDGE, ENOUGH
    desk.window.controller.open_game(game_with_mistakes())
    return desk


def text(desk: Desk) -> str:
    return desk.window.practice_bar.label.text()


def press(desk: Desk, button: QPushButton) -> None:
    assert button.isVisible() and button.isEnabled()
    desk.qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def report_of(desk: Desk) -> ReportDialog:
    if desk.window.review.report is None:
        desk.trigger("report")
    report = desk.window.review.report
    assert report is not None
    return report


class Judge(RandomPlayer):
    """Once it may, it says of every position what it was told."""

    def __init__(self, said: Decision, may_say: threading.Event | None = None):
        super().__init__(Options("random"))
        self._said, self._may_say = said, may_say

    def choose(self, position: Position, limit: Limit, report=None, stop=None) -> Decision:
        assert limit == Limit(seconds=1.0) and stop is not None
        while self._may_say is not None and not self._may_say.wait(0.01):
            if stop.is_set():
                break
        return self._said


def let_judge(
    monkeypatch: pytest.MonkeyPatch, said: Decision, may_say: threading.Event | None = None
) -> None:
    def make(text: str) -> Judge:
        assert text == JUDGE
        return Judge(said, may_say)

    monkeypatch.setattr("gui.game.worker.make_player", make)


def test_moves_are_tried_on_the_board(desk: Desk):
    window, board = desk.window, desk.window.board
    desk.trigger("practise")
    line = window.controller.game.main_line()
    assert board._position is line[2].position and board._next_move == BLACK_PLAYED
    assert text(desk) == (
        "Mistake 1 of 2\u00a0· move 3, Black to move. E1 gave away 20%. Find a better move."
    )
    for point, said in (
        (BLACK_PLAYED, "E1 is what was played. Find a better move."),
        (12, "C3 is occupied."),
        (AS_BAD, "A4 gives away 30%, no less than E1. Try another move."),
        (SMALLER_MISTAKE, "B4 gives away 15%: better than E1, but still too much. Try another move."),
        (LOST, "E4 loses for certain. Try another move."),
        (AS_GOOD, "D4 keeps 47%: found."),
    ):
        desk.click(point)
        assert text(desk) == f"Mistake 1 of 2\u00a0· {said}"
        assert tuple(board._line) == ((point,) if point == AS_GOOD else ())
    assert board._first_number == 3, "the move that it would be"
    press(desk, window.practice_bar.next)
    assert board._position is line[3].position
    assert text(desk).startswith("Mistake 2 of 2\u00a0· move 4, White to move. E5 gave away 30%.")
    press(desk, window.practice_bar.back)
    assert text(desk).endswith("D4 keeps 47%: found."), "what came of it is still there"


def test_a_point_where_a_move_loses_at_once_is_no_better_move(desk: Desk):
    game = Game(Size(5, 5))
    for point in (1, 12, 5):
        game.play(point)
    seen = Decision(7, (candidate(7, 0.6),), value(0.6), visits=400, by=JUDGE)
    game.keep_analysis(game.cursor, seen)
    game.keep_analysis(game.play(24), Decision(8, (candidate(8, 0.8),), value(0.8), visits=400, by=JUDGE))
    desk.window.controller.open_game(game)
    desk.trigger("practise")
    desk.click(0)
    assert text(desk).endswith("A5 is suicide, which is forbidden. It is not played: choose another point.")
    assert desk.window.board._marked == {0}
    desk.click(7)
    press(desk, desk.window.practice_bar.next)
    assert text(desk) == "Found 1 of 1, 0 of them at the first try."


def test_a_move_of_which_too_little_is_known_is_searched_in_the_background(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
):
    may_say = threading.Event()
    let_judge(monkeypatch, Decision(1, value_to_move=value(0.51)), may_say)
    desk.trigger("practise")
    desk.click(UNSEEN)
    assert text(desk).endswith("Looking at D3…") and desk.window.board._line == (UNSEEN,)
    desk.click(AS_BAD)
    assert text(desk).endswith("no less than E1. Try another move."), "the other one is given up"
    desk.click(UNSEEN)
    may_say.set()
    desk.wait(lambda: text(desk).endswith("D3 keeps 49%: found."))
    thinker = desk.window.practice._thinker
    assert thinker is not None and thinker.current is None


def test_a_new_game_begins_from_the_position_that_is_practised(desk: Desk, monkeypatch: pytest.MonkeyPatch):
    """Not from where the game behind it is looked at, not even if that is its start or its end."""
    answer(monkeypatch, QMessageBox.StandardButton.Discard)
    window = desk.window
    position = window.controller.game.main_line()[2].position
    desk.trigger("to_start")
    desk.trigger("practise")

    def begin_from_board(dialog: NewGameDialog) -> None:
        assert dialog.from_board.isVisibleTo(dialog)
        dialog.from_board.setChecked(True)
        dialog.accept()

    with in_dialogs(begin_from_board, kind=NewGameDialog):
        desk.trigger("new_game")
    assert (desk.position.stones == position.stones).all() and desk.position.to_move is position.to_move
    assert not window.practice_bar.active


def test_who_leaves_while_a_move_is_searched_waits_for_nobody(desk: Desk, monkeypatch: pytest.MonkeyPatch):
    let_judge(monkeypatch, Decision(1), threading.Event())
    for leave in (lambda: desk.key(Key.Key_Escape), desk.close):
        desk.trigger("practise")
        desk.click(UNSEEN)
        leave()
        assert desk.window.practice._thinker is None


def test_a_judge_that_can_not_be_made_says_why(desk: Desk, monkeypatch: pytest.MonkeyPatch):
    def make(_text: str) -> RandomPlayer:
        raise PlayerError("the network is gone")

    monkeypatch.setattr("gui.game.worker.make_player", make)
    desk.trigger("practise")
    desk.click(UNSEEN)
    assert "network" in desk.take_error()
    assert text(desk).endswith("Find a better move.")


def test_nothing_tells_the_answer_before_it_is_asked_for(desk: Desk):
    window, board = desk.window, desk.window.board
    window.controller.go_to(window.controller.game.main_line()[2])
    desk.trigger("opening_book")
    desk.trigger("analyse")
    desk.wait(lambda: board._thoughts is not None)
    desk.trigger("mark_points")
    desk.click(0)
    assert board._marks
    desk.trigger("practise")
    assert board._thoughts is None and board._book == [] and board._hint is None
    assert board._marks == {} and not window.mark_bar.active
    assert not window.analysis.on and window.thoughts_panel._table.rowCount() == 0
    assert "while you look for the better move yourself" in window.thoughts_panel._nothing.text()
    assert window.thoughts_panel._bar._black is None and not window.book.panel.table.isVisible()
    assert window.book.panel.title.text().startswith("The opening book is hidden while you practise")
    actions = window.commands.actions
    for name in (
        "analyse", "hint", "report", "solve", "compare_players", "see_network", "analyse_game", "practise",
        "move_now", "move_for_me", "undo", "back", "forward", "set_up_position", "play_from_here",
        "mark_points",
    ):  # fmt: skip
        assert not actions[name].isEnabled(), name
    for key in (Key.Key_Space, Key.Key_Left, Key.Key_Home):
        desk.key(key)
    desk.wheel(120)
    assert board._thoughts is None and board._position is window.controller.game.main_line()[2].position
    press(desk, window.practice_bar.answer)
    assert text(desk) == "Mistake 1 of 2\u00a0· Better: C4 (50%), D4 (47%)"
    assert board._line == LINE
    desk.key(Key.Key_Escape)
    assert window.analysis.on and board._line == () and board._thoughts is not None


def test_other_windows_tell_the_answer_no_more_than_this_one(desk: Desk):
    window, board = desk.window, desk.window.board
    position = window.controller.game.main_line()[2].position
    desk.trigger("practise")
    window.thoughts_panel.line_pointed.emit(position, LINE)
    window.review.review.ended.emit(True)
    assert board._position is position and board._line == () and window.review.report is None
    press(desk, window.practice_bar.answer)
    window.thoughts_panel.line_pointed.emit(position, ())
    assert board._line == LINE


def test_stones_that_are_being_placed_give_way_to_a_practice_if_they_may(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
):
    asked = answer(monkeypatch, QMessageBox.StandardButton.No, QMessageBox.StandardButton.Yes)
    report = report_of(desk)
    desk.trigger("set_up_position")
    assert not desk.window.commands.actions["practise"].isEnabled()
    desk.click(3)
    choose_whose(desk, report, "Of Black")
    assert asked == [DROP_STONES] and desk.window.setup_bar.active and report.isVisible()
    desk.wait(lambda: not report.practise.findChildren(QMenu))
    choose_whose(desk, report, "Of Black")
    assert not desk.window.setup_bar.active and text(desk).startswith("Mistake 1 of 1")
    desk.wait(desk.window.isActiveWindow)
    desk.key(Key.Key_Escape)
    assert not desk.window.showing.board_is_lent and desk.window.board._position is desk.position


def test_game_and_board_are_as_before_afterwards(desk: Desk, monkeypatch: pytest.MonkeyPatch):
    let_judge(monkeypatch, Decision(1, value_to_move=value(0.5)))
    window, game = desk.window, desk.window.controller.game
    version, nodes, cursor = game.version, [*game.root.subtree()], game.cursor
    shown, unsaved = window.board._position, window.isWindowModified()
    desk.trigger("practise")
    desk.click(UNSEEN)
    desk.wait(lambda: "keeps" in text(desk))
    press(desk, window.practice_bar.next)
    press(desk, window.practice_bar.answer)
    press(desk, window.practice_bar.end)
    assert not window.practice_bar.isVisible() and window.notices.row.isVisible()
    assert (game.version, [*game.root.subtree()], game.cursor) == (version, nodes, cursor)
    assert window.board._position is shown and window.isWindowModified() is unsaved
    assert window.practice._thinker is None and window.history.isEnabled()


def test_mistakes_not_found_are_practised_once_more(desk: Desk):
    bar = desk.window.practice_bar
    desk.trigger("practise")
    desk.click(BEST)
    press(desk, bar.next)
    desk.click(WHITE_PLAYED)
    press(desk, bar.next)
    assert text(desk) == "Found 1 of 2, 1 of them at the first try."
    assert not bar.next.isVisible() and not bar.answer.isVisible()
    desk.click(3)
    assert text(desk).startswith("Found"), "the board is for looking now"
    press(desk, bar.again)
    assert text(desk).startswith("Mistake 1 of 1\u00a0· move 4, White to move.")
    press(desk, bar.next)
    assert text(desk) == "Found none of 1."
    press(desk, bar.back)
    desk.click(21)
    press(desk, bar.next)
    assert not bar.again.isEnabled() and bar.again.toolTip() == "All were found."


def test_a_move_that_the_answer_told_is_not_said_to_be_found(desk: Desk):
    bar = desk.window.practice_bar
    desk.trigger("practise")
    press(desk, bar.answer)
    desk.click(BEST)
    assert text(desk).endswith("C4 (50%): a better move, shown by the answer.")
    press(desk, bar.next)
    desk.click(20)
    assert text(desk).endswith("A1 keeps 70%: found.")
    press(desk, bar.answer)
    desk.click(20)
    assert text(desk).endswith("A1 keeps 70%: found."), "before the answer"
    press(desk, bar.next)
    assert text(desk) == "Found 1 of 2, 1 of them at the first try."


def test_arrows_and_the_key_for_a_hint_go_through_a_practice(desk: Desk):
    """Or whatever keys these commands have, also since the practice began."""
    window, bar = desk.window, desk.window.practice_bar
    cursor = window.controller.game.cursor
    desk.trigger("practise")
    window.commands.use_keys({"hint": "Ctrl+Shift+9"})
    assert bar.next.toolTip() == "Right" and bar.answer.toolTip() == "Ctrl+Shift+9"
    desk.key(Key.Key_Right)
    assert text(desk).startswith("Mistake 2 of 2")
    desk.key(Key.Key_9, CTRL | Qt.KeyboardModifier.ShiftModifier)
    assert "Better: A1" in text(desk)
    for _ in range(2):
        desk.key(Key.Key_Right)
    desk.key(Key.Key_9, CTRL | Qt.KeyboardModifier.ShiftModifier)
    assert text(desk) == "Found none of 2.", "there is nothing to answer"
    for _ in range(3):
        desk.key(Key.Key_Left)
    assert text(desk).startswith("Mistake 1 of 2") and window.controller.game.cursor is cursor


def test_the_list_of_moves_and_the_curve_mark_the_position_that_is_practised(desk: Desk):
    window = desk.window
    marks = (lambda: window.history.currentRow(), lambda: window.review.graph._cursor)
    assert [mark() for mark in marks] == [4, 4]
    desk.trigger("practise")
    assert [mark() for mark in marks] == [2, 2]
    press(desk, window.practice_bar.next)
    assert [mark() for mark in marks] == [3, 3]
    desk.key(Key.Key_Escape)
    assert [mark() for mark in marks] == [4, 4]


def test_who_leaves_a_practice_goes_on_there_the_next_time(desk: Desk):
    """With what was found; after the summary it begins anew, as it does in another game."""
    bar = desk.window.practice_bar
    desk.trigger("practise")
    desk.click(BEST)
    desk.key(Key.Key_Escape)
    desk.trigger("practise")
    assert text(desk).startswith("Mistake 2 of 2\u00a0· move 4")
    press(desk, bar.back)
    assert text(desk).endswith("C4 keeps 50%: found.")
    press(desk, bar.next)
    press(desk, bar.next)
    assert text(desk) == "Found 1 of 2, 1 of them at the first try."
    press(desk, bar.again)
    assert text(desk).startswith("Mistake 1 of 1\u00a0· move 4")
    desk.key(Key.Key_Escape)
    desk.trigger("practise")
    assert text(desk).startswith("Mistake 2 of 2\u00a0· move 4")
    press(desk, bar.next)
    press(desk, bar.end)
    desk.trigger("practise")
    assert text(desk).startswith("Mistake 1 of 2\u00a0· move 3")
    desk.click(BEST)
    desk.window.controller.open_game(game_with_mistakes())
    desk.trigger("practise")
    assert text(desk).startswith("Mistake 1 of 2\u00a0· move 3")
    assert len(desk.window.practice._left) == 0


def test_the_panel_of_the_ai_is_about_the_position_that_is_practised(desk: Desk):
    """Wherever the game stands, also at its end, where nothing is known."""
    window = desk.window
    game = window.controller.game
    game.cursor.analysis = None
    desk.trigger("practise")
    assert text(desk).startswith("Mistake 1 of 1\u00a0· move 3, Black to move.")
    assert window.players._turn[Color.BLACK].text() and not window.players._turn[Color.WHITE].text()
    assert "while you look for the better move yourself" in window.thoughts_panel._nothing.text()


def test_the_analysis_is_shown_once_the_better_move_is_known(desk: Desk):
    window, panel = desk.window, desk.window.thoughts_panel

    def hidden() -> bool:
        return panel._table.rowCount() == 0 and "while you look for the better move" in panel._nothing.text()

    desk.trigger("practise")
    desk.click(AS_BAD)
    assert hidden(), "not by a try that is no better"
    desk.click(BEST)
    assert panel._last[0] == window.practice.node.analysis and not hidden()
    press(desk, window.practice_bar.next)
    assert hidden()
    press(desk, window.practice_bar.answer)
    assert panel._last[0] == window.practice.node.analysis and not hidden()
    press(desk, window.practice_bar.end)
    assert (
        "doesn't know" in window.book.panel.title.text()
        or "No opening book" in window.book.panel.title.text()
    )


def choose_whose(desk: Desk, report: ReportDialog, begins: str) -> list[str]:
    """Press the report's button and choose in its menu; what that offers."""
    press(desk, report.practise)
    (menu,) = report.practise.findChildren(QMenu)
    texts = [action.text() for action in menu.actions()]
    next(action for action in menu.actions() if action.text().startswith(begins)).trigger()
    menu.close()
    return texts


def test_the_report_gives_way_and_comes_back(desk: Desk):
    report = report_of(desk)
    report.move(40, 30)
    place = report.geometry()
    offered = choose_whose(desk, report, "Of White")
    assert offered == ["Of both sides (2)", "Of Black (1)", "Of White (1)"]
    assert desk.window.review.report is None and text(desk).startswith("Mistake 1 of 1\u00a0· move 4")
    press(desk, desk.window.practice_bar.end)
    again = desk.window.review.report
    assert again is not None and again.isVisible() and again.geometry() == place
    choose_whose(desk, again, "Of both")
    assert text(desk).startswith("Mistake 1 of 2")
    desk.play(size=5)
    assert not desk.window.practice_bar.active and desk.window.review.report is None, "of another game"
    assert desk.state is State.YOUR_TURN and desk.window.board._position is desk.position


def test_where_one_side_made_all_mistakes_nothing_is_asked(desk: Desk):
    game = desk.window.controller.game
    last = game.main_line()[-1]
    game.keep_analysis(last, Decision(3, (), value(0.3), visits=400, by=JUDGE))
    press(desk, report_of(desk).practise)
    assert text(desk).startswith("Mistake 1 of 1\u00a0· move 3")


def test_the_report_says_why_nothing_can_be_practised(desk: Desk):
    window = desk.window
    desk.play(size=5)
    desk.trigger("practise")
    report = window.review.report
    assert report is not None and report.isVisible() and not window.practice_bar.active
    assert not report.practise.isEnabled()
    assert report.practise.toolTip() == "No move of this game has been judged yet."
    assert window.statusBar().currentMessage() == report.practise.toolTip()
    report.close()


@pytest.mark.parametrize("by", ["", None], ids=["somebody unknown judged", "nobody judged"])
@pytest.mark.parametrize("from_report", [True, False])
def test_a_game_that_lacks_an_analysis_is_analysed_before_the_practice(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, by: str | None, from_report: bool
):
    """Where nothing is practised, as nobody here can judge what is tried. An analysis that is ended begins no practice."""
    window, said = desk.window, "The whole game is analysed first; then the practice begins."
    game = game_with_mistakes(by="")
    if by is None:
        for node in game.main_line():
            node.analysis = None
    window.controller.open_game(game)
    begun: list[list[Node]] = []
    review = window.review.review
    monkeypatch.setattr(type(review), "running", property(lambda _self: False))
    monkeypatch.setattr(review, "start", lambda _game, line, *_more: begun.append(line))

    def ask() -> None:
        if from_report:
            report = report_of(desk)
            assert report.practise.toolTip() == said
            press(desk, report.practise)
        else:
            desk.trigger("practise")

    ask()
    assert begun == [game.main_line()] and window.statusBar().currentMessage() == said
    review.ended.emit(False)
    review.ended.emit(True)
    assert not window.practice_bar.active
    report_of(desk).close()
    ask()
    analysed = game_with_mistakes().main_line()
    for node, known in zip(game.main_line(), analysed, strict=True):
        node.analysis = known.analysis
    review.ended.emit(True)
    assert window.review.report is None and text(desk).startswith("Mistake 1 of 2")


def test_the_report_offers_the_users_own_mistakes_first(desk: Desk):
    desk.window.controller.open_game(game_with_mistakes(), "random", HUMAN)
    offered = choose_whose(desk, report_of(desk), "My mistakes")
    assert offered == ["My mistakes (White, 1)", "Of Black (1)", "Of both sides (2)"]
    assert text(desk).startswith("Mistake 1 of 1\u00a0· move 4, White to move.")


def test_the_command_is_for_the_mistakes_of_those_who_play_here(desk: Desk):
    desk.window.controller.open_game(game_with_mistakes(), "random", HUMAN)
    desk.trigger("practise")
    assert text(desk).startswith("Mistake 1 of 1\u00a0· move 4, White to move.")
    desk.key(Key.Key_Escape)
    desk.window.controller.open_game(game_with_mistakes(), "random", "random:seed=1")
    desk.trigger("practise")
    assert text(desk).startswith("Mistake 1 of 2")


def test_a_game_under_way_stands_still_meanwhile(desk: Desk):
    desk.play(size=5, time_control=TimeControl(600))
    controller = desk.window.controller
    desk.click(12, 0, BLACK_PLAYED, WHITE_PLAYED)
    analysed = game_with_mistakes().main_line()
    for node, known in zip(controller.game.main_line(), analysed, strict=True):
        if known.analysis is not None:
            controller.game.keep_analysis(node, known.analysis)
    desk.trigger("practise")
    clock = controller.match.clock
    assert desk.state is State.PAUSED and clock is not None and clock.running is None
    press(desk, desk.window.practice_bar.end)
    assert desk.state is State.YOUR_TURN and clock.running is Color.BLACK
    desk.key(Key.Key_P)
    desk.trigger("practise")
    desk.key(Key.Key_Escape)
    assert desk.state is State.PAUSED, "as it was before"


def test_a_report_comes_back_over_no_game_that_goes_on(desk: Desk):
    """It would cover the clock. Where it is, is said."""
    window = desk.window
    window.controller.set_paused(False)
    assert desk.state is State.YOUR_TURN
    choose_whose(desk, report_of(desk), "Of White")
    assert desk.state is State.PAUSED
    desk.key(Key.Key_Escape)
    assert desk.state is State.YOUR_TURN and window.review.report is None
    assert "opens it again" in window.statusBar().currentMessage()


def test_a_key_for_the_practice_works_from_the_report(desk: Desk):
    desk.window.commands.use_keys({"practise": "F8"})
    report = report_of(desk)
    report.activateWindow()
    desk.wait(report.isActiveWindow)
    desk.qtbot.keyClick(report, Key.Key_F8)
    assert desk.window.practice_bar.active and desk.window.review.report is None


def test_practice_is_used_by_keyboard_alone(desk: Desk):
    desk.trigger("practise")
    board = desk.window.board
    assert board.hasFocus()
    desk.qtbot.keyClick(board, Key.Key_Up, CTRL)
    desk.qtbot.keyClick(board, Key.Key_Up, CTRL)
    desk.qtbot.keyClick(board, Key.Key_Return)
    assert text(desk).endswith("C4 keeps 50%: found.")
    press(desk, desk.window.practice_bar.next)
    assert board.hasFocus(), "keys go on trying moves"
    desk.key(Key.Key_Escape)
    assert not desk.window.practice_bar.active


@pytest.mark.parametrize("language", ["en", "zh_CN"])
def test_buttons_of_practice_have_letter_keys_of_their_own(desk: Desk, language: str):
    """Whichever docks are seen, as of the other bars over the board."""
    window = desk.window
    desk.choose("language", language)
    docks = [button for name in window.docks for button in window.docks[name].findChildren(QPushButton)]
    own = window.practice_bar.findChildren(QPushButton)
    menus = [menu.title() for menu in window.commands.menus.values()]
    texts = [*(button.text() for button in (*docks, *own)), window.files.library.back.text(), *menus]
    keys = {QKeySequence.mnemonic(text).toString() for text in texts}
    assert len(own) == 5 and len(keys) == len(texts) and "" not in keys, texts
    desk.trigger("practise")
    for _ in range(3):  # the last is the summary
        assert nameless(window) == [] and out_of_reach(window) == []
        window.practice_bar.next.click()


@pytest.mark.parametrize("language", ["en", "zh_CN"])
@pytest.mark.parametrize("size", [(900, 560), (1366, 740)])
def test_the_board_stays_where_it_is(desk: Desk, size: tuple[int, int], language: str):
    window = desk.window
    desk.choose("language", language)
    window.resize(*size)
    QApplication.processEvents()
    place = window.board.geometry()
    desk.trigger("practise")
    QApplication.processEvents()
    assert window.practice_bar.isVisible() and not window.notices.row.isVisible()
    assert window.board.geometry() == place
    for point in (BLACK_PLAYED, 12, AS_BAD, SMALLER_MISTAKE, LOST, AS_GOOD):
        desk.click(point)
        QApplication.processEvents()
        assert window.board.geometry() == place, text(desk)
    press(desk, window.practice_bar.end)
    QApplication.processEvents()
    assert window.board.geometry() == place


def test_practice_speaks_another_language_at_once(desk: Desk):
    desk.trigger("practise")
    desk.choose("language", "zh_CN")
    desk.wait(lambda: text(desk).startswith("失误 1/2"))
    assert desk.window.practice_bar.end.text() == "结束(&D)"


def test_points_are_called_as_the_board_calls_them(desk: Desk):
    game = Game(Size(9, 9))
    game.play(0)
    game.keep_analysis(game.cursor, Decision(40, (candidate(40, 0.7),), value(0.7), visits=400, by=JUDGE))
    game.keep_analysis(game.play(17), Decision(1, (), value(0.7), visits=400, by=JUDGE))
    desk.window.controller.open_game(game)
    desk.trigger("practise")
    assert "I8 gave away 40%" in text(desk)
    desk.choose("notation", "gtp")
    assert "J8 gave away 40%" in text(desk)

"""Games in the window, played with the mouse and the keys: to their end, by moves that lose, with moves taken back, and given up."""

from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QMessageBox

from ai.players.random import RandomPlayer
from core.clock import TimeControl
from core.game import Game, Reason, Result
from core.player import Decision
from core.position import Color, Size
from gui.game.controller import State
from gui.program.labels import without_key
from gui.program.settings import HUMAN
from tests.gui.desk import Desk, answer, in_dialogs, late_answer
from tests.gui.players import ENDLESS, RANDOM, UCT

Key = Qt.Key


@pytest.mark.parametrize("opponent", [RANDOM, UCT])
def test_a_game_is_clicked_through_to_its_end(desk: Desk, opponent: str):
    desk.play(HUMAN, opponent)
    assert desk.notice == "Black to move: your turn."
    while desk.window.controller.match.result is None:
        desk.click_any()
    result = desk.window.controller.match.result
    assert result.reason is Reason.NO_LEGAL_MOVE
    winner, loser = (color.name.title() for color in (result.winner, result.winner.opponent))
    assert desk.notice == f"{winner} wins: {loser} has no legal move left."
    history = desk.window.history
    assert history.count() == desk.moves + 2
    ended = history.item(history.count() - 1)
    assert ended.text() == f"{winner} wins" and ended.toolTip() == desk.notice
    moves = desk.moves
    desk.click(*range(25))
    assert desk.moves == moves and desk.notice.startswith(winner)


def test_the_network_answers_a_click(desk: Desk):
    desk.play(HUMAN, "zero:net=flagship,simulations=8", size=9)
    desk.click(40)
    desk.wait_for_turn()
    assert desk.moves == 2
    assert desk.window.thoughts_panel._visits.text() != ""
    assert desk.window.thoughts_panel._table.rowCount() > 0


def test_the_ai_plays_black(desk: Desk):
    desk.play(RANDOM, HUMAN)
    desk.wait_for_turn()
    assert desk.moves == 1 and desk.notice == "White to move: your turn."
    desk.click_any()
    assert desk.moves == 3


def test_two_humans_share_the_board(desk: Desk):
    desk.play()
    desk.click(0, 24, 12)
    assert desk.position.moves == (0, 24, 12)
    assert desk.notice == "White to move: your turn."
    assert desk.window.controller.thinker.current is None


def test_two_ais_play_to_the_end(desk: Desk):
    desk.play(RANDOM, UCT)
    desk.wait_for_end()
    assert "wins:" in desk.notice
    assert not desk.window.commands.actions["resign"].isEnabled()


def test_ai_against_ai_by_key(desk: Desk):
    desk.play(HUMAN, RANDOM)
    desk.key(Key.Key_F5)
    assert desk.window.controller.players == {Color.BLACK: RANDOM, Color.WHITE: RANDOM}
    desk.wait_for_end()


@pytest.mark.parametrize(("language", "said"), [("en", "New game"), ("zh_CN", "新的")])
def test_a_game_of_ais_that_takes_the_place_of_this_one_says_that_it_is_new(
    desk: Desk, language: str, said: str
):
    """It stands among those that begin games, not among those that go on with this one."""
    desk.choose("language", language)
    QApplication.processEvents()
    menus, action = desk.window.commands.menus, desk.window.commands.actions["ai_against_ai"]
    assert action.toolTip().startswith(said)
    assert action in menus["game"].actions() and action not in menus["play"].actions()


def test_the_next_game_is_one_click_away(desk: Desk):
    desk.play(RANDOM, RANDOM)
    desk.wait_for_end()
    game = desk.window.controller.game
    desk.key(Key.Key_Left)
    assert not desk.window.notices.row.again.isVisible()
    desk.key(Key.Key_End)
    desk.qtbot.mouseClick(desk.window.notices.row.again, Qt.MouseButton.LeftButton)
    assert desk.window.controller.game is not game
    desk.wait_for_end()


def test_the_report_on_a_game_is_one_click_away_once_it_is_over(desk: Desk):
    desk.play(HUMAN, RANDOM)
    desk.click_any()
    report = desk.window.notices.row.report
    assert not report.isVisible()
    desk.window.controller.resign()
    desk.qtbot.mouseClick(report, Qt.MouseButton.LeftButton)
    opened = desk.window.review.report
    assert opened is not None and opened.isVisible() and opened.game is desk.window.controller.game
    opened.close()
    desk.key(Key.Key_Left)
    assert not report.isVisible(), "the line speaks of another position"


def test_rematch_and_swapped_colours(desk: Desk, monkeypatch: pytest.MonkeyPatch):
    answer(monkeypatch, QMessageBox.StandardButton.Discard)
    desk.play(HUMAN, RANDOM)
    desk.trigger("swap_colors")
    assert desk.window.controller.players == {Color.BLACK: RANDOM, Color.WHITE: HUMAN}
    desk.wait_for_turn()
    assert desk.moves == 1
    desk.trigger("rematch")
    assert desk.window.controller.players == {Color.BLACK: RANDOM, Color.WHITE: HUMAN}


def test_a_rematch_is_between_the_players_of_the_game_that_is_shown(desk: Desk, tmp_path: Path):
    """Of one that others have played none is offered, nor on another board than its own."""
    desk.play(HUMAN, RANDOM)
    desk.click_any()
    desk.window.controller.resign()
    desk.window.files.saving.save_to(tmp_path / "ours.sgf")
    (tmp_path / "theirs.sgf").write_text("(;SZ[5]PB[Li Wei]PW[Wang Fang]RE[W+R];B[aa];W[ee])")
    desk.play(RANDOM, HUMAN, size=7)
    again, offered = desk.window.notices.row.again, desk.window.commands.actions["rematch"]
    desk.window.files.opening.open_path(tmp_path / "theirs.sgf")
    assert desk.state is State.OVER and not again.isVisible() and not offered.isEnabled()
    desk.window.files.opening.open_path(tmp_path / "ours.sgf")
    assert desk.state is State.OVER and again.isVisible() and offered.isEnabled()
    desk.qtbot.mouseClick(again, Qt.MouseButton.LeftButton)
    assert desk.window.controller.players == {Color.BLACK: HUMAN, Color.WHITE: RANDOM}
    assert desk.position.size == Size(5, 5) and desk.moves == 0


def test_a_capture_loses_under_strict_rules(desk: Desk):
    desk.play()
    desk.click(1, 0, 5)
    assert desk.notice == "White wins: Black's move A4 captures A5. “Undo” takes this move back."
    assert desk.window.board._losing == 5 and desk.window.board._marked == {0}
    assert desk.state is State.OVER
    desk.click(12)
    assert desk.moves == 2


def test_suicide_loses_under_strict_rules(desk: Desk):
    desk.play()
    desk.click(1, 24, 5, 0)
    assert desk.notice == "Black wins: White's move A5 is suicide. “Undo” takes this move back."


def test_a_losing_move_is_refused_without_strict_rules(desk: Desk):
    desk.play(strict=False)
    desk.click(1, 0, 5)
    assert desk.notice == "A4 would capture A5, which is forbidden. It is not played: choose another point."
    assert desk.window.board._marked == {0}
    assert desk.window.controller.match.result is None and desk.moves == 2
    desk.click(12)
    assert desk.moves == 3
    assert desk.window.board._marked == frozenset()
    assert desk.notice == "White to move: your turn."


def test_suicide_is_refused_without_strict_rules(desk: Desk):
    desk.play(strict=False)
    desk.click(1, 24, 5, 0)
    assert desk.notice == "A5 is suicide, which is forbidden. It is not played: choose another point."
    assert desk.window.controller.match.result is None and desk.moves == 3


def test_an_ai_that_plays_a_losing_move_loses_without_strict_rules_too(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
):
    """It would not be asked again, and the game would stand still."""
    monkeypatch.setattr(RandomPlayer, "choose", lambda *_args: Decision(12))
    desk.play(HUMAN, RANDOM, strict=False)
    desk.click(12)
    desk.wait_for_turn()
    assert desk.state is State.OVER and desk.notice == "Black wins: White played on the occupied point C3."


def test_a_losing_move_that_an_ai_makes_for_a_human_is_refused(desk: Desk, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(RandomPlayer, "choose", lambda *_args: Decision(25))
    monkeypatch.setattr("gui.game.adviser.ADVISER_OF_ANY_SIZE", RANDOM)
    desk.play(HUMAN, RANDOM, strict=False)
    with desk.qtbot.waitSignal(desk.window.controller.refused):
        desk.trigger("move_for_me")
    assert desk.state is State.YOUR_TURN and desk.moves == 0


def test_a_refused_move_ends_a_pause_with_all_that_belongs_to_it(desk: Desk):
    desk.play(strict=False, time_control=TimeControl(total_seconds=600))
    desk.click(1, 0)
    desk.key(Key.Key_P)
    assert desk.state is State.PAUSED
    desk.click(5)
    controller = desk.window.controller
    assert not controller.paused and not desk.window.commands.actions["pause"].isChecked()
    assert controller.match.clock is not None and controller.match.clock.running is Color.BLACK
    assert controller._clock_timer.isActive()
    assert desk.notice == "A4 would capture A5, which is forbidden. It is not played: choose another point."


def test_undo_goes_back_to_my_turn_and_nobody_answers(desk: Desk):
    desk.play(HUMAN, RANDOM)
    desk.click_any()
    desk.click_any()
    assert desk.moves == 4
    desk.key(Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert desk.moves == 2
    assert desk.window.controller.thinker.current is None
    assert desk.state is State.YOUR_TURN
    desk.click_any()
    assert desk.moves == 4


def test_undo_while_the_ai_thinks(desk: Desk):
    desk.play(HUMAN, ENDLESS)
    desk.click(12)
    desk.wait_for_thoughts()
    with late_answer(desk):
        desk.trigger("undo")
        assert desk.moves == 0 and desk.state is State.YOUR_TURN
    assert desk.moves == 0


def test_undo_after_a_loss_takes_back_the_losing_move(desk: Desk):
    desk.play(HUMAN, RANDOM)
    losing = desk.play_until_a_point_is_forbidden()
    moves = desk.moves
    desk.click(losing)
    assert desk.notice.startswith("White wins: Black's move") and "“Undo” takes this move back" in desk.notice
    desk.trigger("undo")
    assert desk.moves == moves and desk.state is State.YOUR_TURN
    assert desk.window.board._losing is None
    desk.click(desk.position.legal_moves()[0])
    assert desk.moves > moves


def test_undo_at_the_start_is_not_offered(desk: Desk):
    desk.play()
    assert not desk.window.commands.actions["undo"].isEnabled()


def test_a_game_that_is_over_and_nobody_here_has_played_is_not_taken_back(desk: Desk):
    """Not of two AIs, nor one that was opened from an arena; what is tried in it can be."""
    undo, controller = desk.window.commands.actions["undo"], desk.window.controller
    desk.play(RANDOM, RANDOM)
    desk.wait_for_end()
    assert controller.live and not undo.isEnabled()
    game = Game(Size(5, 5))
    game.black_name = game.white_name = RANDOM
    for point in (12, 0, 24):
        game.play(point)
    game.result = Result(Color.BLACK, Reason.FORFEIT)
    desk.window.games.show_recorded(game)
    assert controller.live and not undo.isEnabled()
    desk.trigger("back")
    desk.click(4)
    assert controller.match.trying and undo.isEnabled()
    desk.trigger("undo")
    assert game.result is not None and len(game.main_line()) == 4


def test_resigning_is_asked_about(desk: Desk, monkeypatch: pytest.MonkeyPatch):
    desk.play(HUMAN, RANDOM)
    desk.click_any()
    asked = answer(monkeypatch, QMessageBox.StandardButton.No)
    desk.trigger("resign")
    assert asked == ["Give up this game?"] and desk.window.controller.match.result is None
    answer(monkeypatch, QMessageBox.StandardButton.Yes)
    desk.trigger("resign")
    assert desk.notice == "White wins: Black resigned."


@pytest.mark.parametrize(
    ("language", "pressed"), [("en", ("Play on", "Resign")), ("zh_CN", ("继续下", "认输"))]
)
def test_the_buttons_of_a_question_say_what_they_do(desk: Desk, language: str, pressed: tuple[str, str]):
    """Enter alone gives nothing up."""
    desk.play(HUMAN, RANDOM)
    desk.choose("language", language)
    played_on = []

    def press(box: QMessageBox, text: str) -> None:
        buttons = {without_key(each.text()): each for each in box.buttons()}
        assert set(buttons) == set(pressed)
        desk.qtbot.mouseClick(buttons[text], Qt.MouseButton.LeftButton)

    for act in (
        lambda box: desk.qtbot.keyClick(box, Qt.Key.Key_Return),
        *(partial(press, text=text) for text in pressed),
    ):
        with in_dialogs(act, kind=QMessageBox):
            desk.trigger("resign")
        played_on.append(desk.window.controller.match.result is None)
    assert played_on == [True, True, False]


def test_resigning_while_the_ai_thinks_resigns_the_human(desk: Desk, monkeypatch: pytest.MonkeyPatch):
    desk.play(HUMAN, ENDLESS)
    desk.click(12)
    desk.wait_for_thoughts()
    answer(monkeypatch, QMessageBox.StandardButton.Yes)
    desk.trigger("resign")
    assert desk.notice == "White wins: Black resigned."


def test_a_slip_onto_a_stone_does_not_lose_the_game(desk):
    """Strict rules or not, a click on a stone is told and not played."""
    desk.play("human", "human")
    desk.click(12, 12)
    assert desk.window.controller.match.result is None
    assert desk.moves == 1


def test_who_plays_on_from_the_end_of_a_game_is_told_that_the_ai_waits(desk: Desk):
    """Where the game ended on its turn, by a resignation or a crash."""
    controller = desk.window.controller
    controller.new_game("uct:playouts=20", HUMAN, Size(5, 5))
    controller.resign()
    controller.play_from(controller.match.head)
    assert controller.match.result is None and controller.paused and desk.state is State.PAUSED

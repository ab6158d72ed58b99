"""The window used as people use it: with the mouse and the keys."""

import errno
import json
import logging
import os
import re
import shutil
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest
import shiboken6
from PySide6.QtCore import QEvent, Qt, QTimer
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QFileDialog,
    QLabel,
    QMessageBox,
    QTabBar,
    QToolButton,
    QWidget,
)

from ai import checkpoint
from ai.players import NETWORKS
from ai.players.random import RandomPlayer
from ai.players.text import Options
from core import folders, records
from core.clock import TimeControl
from core.game import Game, Reason, Result
from core.lock import FolderLock
from core.player import Candidate, Decision, Limit
from core.points import Notation
from core.position import Color, Position, Size
from core.records import sgf
from core.sentence import Sentence
from gui import app
from gui.board.mini_board import MiniBoard
from gui.board.overlays import Forbidden
from gui.commands import without_key, without_letter
from gui.game.change_players import ChangePlayersDialog
from gui.game.controller import State
from gui.game.new_game import Sides
from gui.game.position_setup import ERASE
from gui.game.worker import wait_for_those_leaving
from gui.main_window import MainWindow
from gui.networks import desk as network_desk
from gui.networks.view import NetworkView
from gui.program import errors, language, screen
from gui.program import settings as settings_file
from gui.program.errors import LOG_FILE, ErrorReporter
from gui.program.settings import HUMAN
from gui.program.theme import apply_application_theme, is_dark
from gui.records import autosave, played
from gui.training import desk as training_desk
from tests.gui.desk import Desk, answer, answer_file_dialogs, in_dialogs
from tests.patience import PATIENCE_SECONDS

RANDOM = "random:seed=1"
UCT = "uct:playouts=50"
ENDLESS = "uct:seconds=1000"
FLAGSHIP = NETWORKS / "flagship.safetensors"
Key = Qt.Key
OpenDesk = Callable[..., Desk]


def choose_file(monkeypatch: pytest.MonkeyPatch, path: Path) -> None:
    """Every file dialog is answered with ``path``."""
    for name in ("getOpenFileName", "getSaveFileName"):
        monkeypatch.setattr(QFileDialog, name, lambda *_args, **_kwargs: (str(path), ""))
    answer_file_dialogs(monkeypatch, path)


@contextmanager
def late_answer(desk: Desk) -> Iterator[None]:
    """Within it the search is given up; after it its answer, which comes all the same, has reached the window."""
    answered = threading.Event()
    desk.window.controller.thinker.worker.decided.connect(lambda *_answer: answered.set())
    yield
    desk.wait(answered.is_set)
    QApplication.processEvents()  # the window's turn: it was sent the answer before the test


# --- playing -------------------------------------------------------------------------------------------------------------


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
    assert desk.window.thoughts._visits.text() != ""
    assert desk.window.thoughts._table.rowCount() > 0


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
    desk.window._choose("language", language)
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


def use_coordinates(desk: Desk, notation: str) -> None:
    (action,) = (one for one in desk.window._choices["notation"].actions() if one.data() == notation)
    action.trigger()


def test_other_coordinates_are_used_everywhere_at_once(desk: Desk):
    """The ninth column is I in the championship and J in GTP."""
    window, game = desk.window, Game(Size(2, 9))
    hopeful = Decision(17, (Candidate(17, 10, line=(17,)),), value_to_move=0.9, visits=10)
    game.keep_analysis(game.root, hopeful)
    game.play(8)
    game.keep_analysis(game.cursor, hopeful)
    window.controller.open_game(game)
    window.controller.thinking.emit(hopeful)
    desk.trigger("report")
    desk.trigger("solve")
    report, dialog = window.review.report, window.solver.dialog
    assert report is not None and dialog is not None
    desk.wait(dialog.thread_of_solver.isFinished)
    desk.wait(dialog.bar.isHidden)

    def told() -> str:
        mistake, thoughts = report.table.item(0, 0), window.watch._thoughts[Color.WHITE]
        assert mistake is not None
        texts = [mistake.text(), window.review.graph.text_of(1), thoughts.text(), dialog.details.text()]
        assert all(re.search("[A-J][12]", text) for text in texts)
        return "".join(texts)

    assert "I2" in told() and not re.search("J[12]", told())
    use_coordinates(desk, "gtp")
    assert "J2" in told() and not re.search("I[12]", told())
    place = dialog._board_place.itemAt(0)
    board = place.widget() if place is not None else None
    assert isinstance(board, MiniBoard) and board._notation is Notation.GTP


# --- losing moves --------------------------------------------------------------------------------------------------------


def test_a_capture_loses_under_strict_rules(desk: Desk):
    desk.play()
    desk.click(1, 0, 5)
    assert desk.notice == "White wins: Black's move A4 captures A5."
    assert desk.window.board._losing == 5 and desk.window.board._marked == {0}
    assert desk.state is State.OVER
    desk.click(12)
    assert desk.moves == 2


def test_suicide_loses_under_strict_rules(desk: Desk):
    desk.play()
    desk.click(1, 24, 5, 0)
    assert desk.notice == "Black wins: White's move A5 is suicide."


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
    monkeypatch.setattr("gui.game.controller.ADVISER_OF_ANY_SIZE", RANDOM)
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


# --- taking back and giving up -------------------------------------------------------------------------------------------


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
    assert desk.notice.startswith("White wins: Black's move")
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
    desk.window._choose("language", language)
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


# --- commanding the AI ---------------------------------------------------------------------------------------------------


def test_a_hint_is_shown_and_not_played(desk: Desk):
    desk.play(HUMAN, UCT, size=7)  # of a smaller board the adviser would first try to solve the whole game
    desk.key(Key.Key_H)
    assert desk.notice == "Looking for a move for Black…"
    desk.wait(lambda: desk.window.board._hint is not None)
    assert desk.moves == 0 and desk.state is State.YOUR_TURN
    assert desk.window.board._hint in desk.position.legal_moves()


def test_a_hint_is_not_drawn_on_another_position(desk: Desk):
    desk.play(HUMAN, HUMAN, size=7)
    desk.click(12)
    desk.key(Key.Key_H)
    desk.key(Key.Key_Left)
    desk.wait(lambda: desk.state is State.YOUR_TURN)
    assert desk.window.board._hint is None


def test_stop_leaves_a_pause_as_it_is(desk: Desk, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("gui.game.controller.ADVISER_OF_ANY_SIZE", ENDLESS)
    desk.play(HUMAN, UCT)
    desk.key(Key.Key_P)
    desk.key(Key.Key_H)
    desk.key(Key.Key_Escape)
    assert desk.state is State.PAUSED


def test_a_move_is_played_while_a_hint_is_thought_about(desk: Desk, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("gui.game.controller.ADVISER_OF_ANY_SIZE", ENDLESS)
    desk.play(HUMAN, ENDLESS)
    desk.key(Key.Key_H)
    desk.wait_for_thoughts()
    desk.click(12)
    assert desk.position.moves == (12,)
    desk.wait_for_thoughts()
    assert desk.window.board._hint is None


def test_a_move_of_ones_own_comes_before_the_one_that_an_ai_was_to_make(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
):
    """Its answer would come to another position."""
    monkeypatch.setattr("gui.game.controller.ADVISER_OF_ANY_SIZE", ENDLESS)
    desk.play(HUMAN, HUMAN)
    desk.trigger("move_for_me")
    desk.wait_for_thoughts()
    number, worker = desk.window.controller.thinker.current, desk.window.controller.thinker.worker
    desk.click(12)
    assert desk.window.controller.thinker.current is None and desk.state is State.YOUR_TURN
    worker.decided.emit(number, Decision(3, visits=5))
    assert desk.position.moves == (12,)


def test_the_ai_moves_for_the_human(desk: Desk):
    desk.play(HUMAN, UCT, size=7)
    desk.key(Key.Key_M, Qt.KeyboardModifier.ControlModifier)
    desk.wait(lambda: desk.moves == 2)
    assert desk.state is State.YOUR_TURN


@pytest.mark.parametrize("key", [Key.Key_Return, Key.Key_Enter])
def test_enter_plays_nothing_on_a_humans_turn(desk: Desk, key: Key):
    desk.play(HUMAN, ENDLESS)
    desk.key(key)
    assert desk.state is State.YOUR_TURN and not desk.window.commands.actions["move_now"].isEnabled()
    desk.click(12)
    desk.wait_for_thoughts()
    assert not desk.window.commands.actions["move_for_me"].isEnabled()
    desk.key(key)
    desk.wait_for_turn()
    assert desk.moves == 2


def test_a_thinking_ai_moves_at_once(desk: Desk):
    desk.play(HUMAN, ENDLESS)
    desk.click(12)
    desk.wait_for_thoughts()
    desk.trigger("move_now")
    desk.wait_for_turn()
    assert desk.moves == 2


def test_a_move_that_is_hurried_before_its_player_has_begun_is_made(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
):
    loaded = threading.Event()
    monkeypatch.setattr(RandomPlayer, "prepare", lambda _self, _size: loaded.wait(PATIENCE_SECONDS))
    monkeypatch.setattr("gui.game.controller.ADVISER_OF_ANY_SIZE", "random:seed=3")
    desk.play(HUMAN, RANDOM)
    desk.trigger("hint")
    desk.wait(lambda: desk.state is State.LOADING)
    desk.trigger("move_for_me")
    desk.trigger("move_now")
    loaded.set()
    desk.wait(lambda: desk.moves == 2)
    assert desk.state is State.YOUR_TURN


def test_a_move_for_me_is_the_advisers_whoever_the_opponent_is(desk: Desk, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("gui.game.controller.ADVISER_OF_ANY_SIZE", "uct:playouts=20,seed=1")
    desk.play(HUMAN, RANDOM)
    desk.trigger("move_for_me")
    desk.wait(lambda: desk.moves == 2 and desk.state is State.YOUR_TURN)
    by = [node.analysis and node.analysis.by for node in desk.window.controller.game.root.subtree()]
    assert by[0] == "uct:playouts=20,seed=1", "the position before its move"


def test_a_hint_is_asked_for_in_the_game_alone(desk: Desk, monkeypatch: pytest.MonkeyPatch):
    """Who looks back keeps their place, and is told."""
    monkeypatch.setattr("gui.game.controller.ADVISER_OF_ANY_SIZE", "uct:playouts=20,seed=1")
    desk.play()
    desk.click(*SPREAD[:3])
    desk.key(Key.Key_Left)
    desk.trigger("hint")
    assert desk.state is not State.THINKING and "“Analyse”" in desk.notice
    assert desk.window.controller.game.cursor.number == 2
    desk.key(Key.Key_Right)
    desk.trigger("hint")
    desk.wait(lambda: desk.window.board._hint is not None)


def test_stop_while_thinking(desk: Desk):
    desk.play(HUMAN, ENDLESS)
    desk.click(12)
    desk.wait_for_thoughts()
    with late_answer(desk):
        desk.key(Key.Key_Escape)
        assert desk.state is State.PAUSED and "Paused" in desk.notice
    assert desk.moves == 1
    desk.trigger("pause")
    desk.wait_for_thoughts()


def test_pause_and_go_on(desk: Desk):
    desk.play(ENDLESS, ENDLESS)
    desk.wait_for_thoughts()
    desk.key(Key.Key_P)
    assert desk.state is State.PAUSED
    assert desk.window.commands.actions["pause"].isChecked()
    desk.key(Key.Key_P)
    desk.wait_for_thoughts()
    assert not desk.window.commands.actions["pause"].isChecked()


def test_a_click_in_a_paused_game_of_ais_says_how_to_take_over_a_side(desk: Desk):
    """It is done so: the game goes on with the user in the place of an AI."""
    desk.play("random:seed=1", ENDLESS)
    desk.wait_for_thoughts()
    free = desk.position.legal_moves()[0]
    desk.click(free)
    assert "Change players" not in desk.notice, "it goes on by itself"
    desk.trigger("pause")
    moves = desk.moves
    desk.click(free)
    action = desk.window.commands.actions["change_players"]
    assert f"“{without_letter(action.text())}” in the menu “Play”" in desk.notice and desk.moves == moves

    def take_over(dialog: ChangePlayersDialog) -> None:
        dialog.select(Sides.WHITE)
        dialog.accept()

    with in_dialogs(take_over, kind=ChangePlayersDialog):
        desk.trigger("change_players")
    assert desk.state is State.YOUR_TURN and desk.moves == moves
    desk.click(free)
    assert desk.position.at(free) is not None


def test_a_late_answer_is_dropped(desk: Desk):
    desk.play(HUMAN, ENDLESS)
    desk.click(12)
    desk.wait_for_thoughts()
    controller = desk.window.controller
    old = controller.thinker.current
    assert old is not None
    desk.trigger("undo")
    worker = controller.thinker.worker
    worker.thinking.emit(old, Decision(0, visits=77))
    worker.decided.emit(old, Decision(0))
    worker.failed.emit(old, "an old complaint", "")
    assert desk.moves == 0 and desk.state is State.YOUR_TURN
    assert not desk.boxes()
    desk.click(6)
    assert controller.thinker.current not in (None, old)
    worker.decided.emit(old, Decision(0))
    assert desk.moves == 1


def test_a_player_that_cannot_be_made_is_told_and_the_game_waits(desk: Desk):
    desk.play(HUMAN, "zero:net=nowhere,simulations=8")
    desk.click(12)
    said = desk.take_error()
    assert "There is no network 'nowhere'" in said and "“Change players…” in the menu “Play”" in said
    assert desk.state is State.PAUSED and desk.moves == 1
    desk.trigger("undo")
    desk.click(6)
    assert desk.moves == 1
    desk.take_error()


def test_a_player_that_cannot_be_made_is_told_in_a_game_with_clocks(desk: Desk):
    desk.play(HUMAN, "wizard", time_control=TimeControl(total_seconds=600))
    desk.click(12)
    said = desk.take_error()
    assert "There is no player kind 'wizard'" in said and "“Change players…” in the menu “Play”" in said
    assert desk.state is State.PAUSED


def test_closing_while_the_ai_thinks(desk: Desk):
    desk.play(HUMAN, "zero:net=flagship,simulations=1000000", size=9)
    desk.click(40)
    desk.wait_for_thoughts()
    thread = desk.window.controller.thinker._thread
    desk.window.leave()
    assert not thread.isRunning() and not desk.window.isVisible()


# --- clocks --------------------------------------------------------------------------------------------------------------


def test_a_human_out_of_time_loses(desk: Desk):
    desk.play(HUMAN, RANDOM, time_control=TimeControl(total_seconds=600))
    assert desk.window.players._clock[Color.BLACK].text() in ("10:00", "9:59")
    clock = desk.window.controller.match.clock
    assert clock is not None
    clock._now = lambda: time.monotonic() + 700
    desk.wait_for_end()
    assert desk.notice == "White wins: Black ran out of time."
    assert desk.window.players._clock[Color.BLACK].text() == "0.0"
    desk.click(12)
    assert desk.moves == 0


def test_time_stands_while_paused(desk: Desk):
    desk.play(time_control=TimeControl(total_seconds=600))
    clock = desk.window.controller.match.clock
    assert clock is not None
    desk.key(Key.Key_P)
    clock._now = lambda: time.monotonic() + 700
    desk.key(Key.Key_P)
    assert (clock.remaining(Color.BLACK) or 0) > 500
    assert desk.window.controller.match.check_time() is None


def test_no_command_gives_time_away(desk: Desk, monkeypatch: pytest.MonkeyPatch):
    """Hints, their end, and a change of players: the time that was used stays used."""
    monkeypatch.setattr("gui.game.controller.ADVISER_OF_ANY_SIZE", ENDLESS)
    desk.play(HUMAN, ENDLESS, time_control=TimeControl(total_seconds=600, move_seconds=300))
    clock = desk.window.controller.match.clock
    assert clock is not None
    clock._now = lambda: time.monotonic() + 100
    desk.key(Key.Key_H)
    desk.wait_for_thoughts()
    desk.key(Key.Key_Escape)
    desk.window.controller.set_simulations(5)
    assert (clock.remaining(Color.BLACK) or 999) <= 500
    assert (clock.move_remaining(Color.BLACK) or 999) <= 200


def test_play_on_from_where_play_stands_gives_no_time_back(desk: Desk):
    desk.play(time_control=TimeControl(total_seconds=600, move_seconds=300))
    desk.click(12, 0)
    clock = desk.window.controller.match.clock
    assert clock is not None
    clock._now = lambda: time.monotonic() + 100
    desk.trigger("back")
    desk.trigger("to_end")
    assert not desk.window.commands.actions["play_from_here"].isEnabled()
    desk.window.controller.play_from(desk.window.controller.match.head)
    assert clock.running is Color.BLACK and desk.window.controller.live
    assert (clock.remaining(Color.BLACK) or 999) <= 500
    assert (clock.move_remaining(Color.BLACK) or 999) <= 200


def test_a_clock_that_waits_for_a_human_is_said_to(desk: Desk, open_desk: OpenDesk):
    waits = "Black to move: your turn. The clock waits for your move."
    desk.play(time_control=TimeControl(total_seconds=600))
    assert desk.notice == "Black to move: your turn."
    desk.click(12)
    desk.trigger("undo")
    assert desk.notice == waits
    desk.click(12)
    assert desk.notice == "White to move: your turn."
    desk.click(0)
    desk.close()
    assert open_desk().notice == waits


def ask_for_a_hint_and_stop_it(desk: Desk) -> None:
    desk.key(Key.Key_H)
    desk.wait(lambda: desk.window.controller.looks_for_hint)
    desk.key(Key.Key_Escape)


def close_and_stay(desk: Desk) -> None:
    with in_dialogs(QMessageBox.reject, kind=QMessageBox):
        desk.window.close()
    assert desk.window.isVisible()


def set_up_and_think_better_of_it(desk: Desk) -> None:
    desk.trigger("set_up_position")
    desk.qtbot.mouseClick(desk.window.position_setup.cancel, Qt.MouseButton.LeftButton)


def pause_twice(desk: Desk) -> None:
    for _ in range(2):
        desk.key(Key.Key_P)


@pytest.mark.parametrize(
    "do",
    [
        ask_for_a_hint_and_stop_it,
        close_and_stay,
        set_up_and_think_better_of_it,
        pause_twice,
        lambda desk: desk.window.controller.set_simulations(5),
    ],
)
def test_a_clock_that_waits_for_a_move_is_started_by_nothing_else(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, do: Callable[[Desk], None]
):
    monkeypatch.setattr("gui.game.controller.ADVISER_OF_ANY_SIZE", ENDLESS)
    desk.play(time_control=TimeControl(total_seconds=600))
    desk.click(12)
    desk.trigger("undo")
    waits = desk.notice
    do(desk)
    clock = desk.window.controller.match.clock
    assert clock is not None and clock.running is None and desk.notice == waits
    desk.click(12)
    assert clock.running is Color.WHITE


def test_the_clock_of_an_ai_that_moves_out_of_a_pause_runs(desk: Desk):
    desk.play(ENDLESS, HUMAN, time_control=TimeControl(total_seconds=600))
    desk.key(Key.Key_P)
    clock = desk.window.controller.match.clock
    assert clock is not None and clock.running is None
    desk.trigger("move_now")
    desk.wait(lambda: clock.running is Color.BLACK)


class SlowToLoad(RandomPlayer):
    """Loads until it is let go on, as where kernels must be compiled."""

    def __init__(self, options: Options):
        super().__init__(options)
        self.loaded = threading.Event()

    def prepare(self, size: Size) -> None:
        assert self.loaded.wait(60)


@pytest.mark.parametrize("compiled", [True, False])
def test_an_ai_that_loads_loses_no_time_by_it(desk: Desk, monkeypatch: pytest.MonkeyPatch, compiled: bool):
    player = SlowToLoad(Options(RANDOM))
    monkeypatch.setattr("gui.game.worker.make_player", lambda text: player)
    monkeypatch.setattr("core.kernel_cache.is_ready", lambda: compiled)
    desk.play(RANDOM, HUMAN, time_control=TimeControl(move_seconds=10))
    desk.wait(lambda: desk.state is State.LOADING)
    assert ("first time on this computer" in desk.notice) is not compiled
    clock = desk.window.controller.match.clock
    assert clock is not None
    clock._now = lambda: time.monotonic() + 20
    desk.window.controller._tick()
    player.loaded.set()
    desk.wait_for_turn()
    assert desk.moves == 1 and clock.running is Color.WHITE


class Recording(RandomPlayer):
    """Notes what it is given for its moves."""

    def __init__(self, options: Options):
        super().__init__(options)
        self.limits: list[Limit] = []

    def choose(self, position: Position, limit: Limit, report=None, stop=None) -> Decision:
        self.limits.append(limit)
        return super().choose(position, limit, report, stop)


@pytest.mark.parametrize(
    ("text", "simulations", "most_seconds"), [("uct:playouts=7", 7, 10), ("uct:playouts=7,seconds=2", 7, 2)]
)
def test_an_ai_has_its_own_limit_and_the_clocks(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, text: str, simulations: int, most_seconds: float
):
    player = Recording(Options(RANDOM))
    monkeypatch.setattr("gui.game.worker.make_player", lambda _text: player)
    desk.play(text, HUMAN, time_control=TimeControl(600, 10))
    desk.wait_for_turn()
    limit = player.limits[-1]
    assert limit.simulations == simulations
    assert limit.seconds is not None and 0 < limit.seconds <= most_seconds
    assert limit.remaining_seconds is not None and 0 < limit.remaining_seconds <= 600


def test_a_hint_that_waits_for_what_is_compiled_says_so(desk: Desk, monkeypatch: pytest.MonkeyPatch):
    player = SlowToLoad(Options(RANDOM))
    monkeypatch.setattr("gui.game.worker.make_player", lambda text: player)
    monkeypatch.setattr("core.kernel_cache.is_ready", lambda: False)
    desk.play()
    desk.key(Key.Key_H)
    desk.wait(lambda: desk.notice.startswith("Getting ready for hints. The first time on this computer"))
    player.loaded.set()
    desk.wait(lambda: desk.window.board._hint is not None)


@pytest.mark.parametrize("command", ["networks", "change_players", "analysis_settings", "change_keys"])
def test_the_clock_stands_while_a_dialog_covers_the_game(desk: Desk, command: str):
    """And goes on afterwards, on the same player's time."""
    desk.play(HUMAN, RANDOM, time_control=TimeControl(total_seconds=600))
    desk.click_any()
    clock = desk.window.controller.match.clock
    assert clock is not None and clock.running is Color.BLACK

    def look(dialog: QDialog) -> None:
        assert clock.running is None and desk.window.controller.paused
        dialog.reject()

    with in_dialogs(look):
        desk.trigger(command)
    assert clock.running is Color.BLACK and not desk.window.controller.paused


@pytest.mark.parametrize("command", ["solve", "arena", "compare_players", "training_room", "help"])
def test_the_clock_goes_on_beside_windows_that_leave_the_game_to_the_user(desk: Desk, command: str):
    desk.play(HUMAN, RANDOM, time_control=TimeControl(total_seconds=600))
    desk.click_any()
    clock = desk.window.controller.match.clock
    assert clock is not None

    def look(window: QWidget) -> None:
        assert clock.running is Color.BLACK and not desk.window.controller.paused
        window.close()

    desk.look_at_windows_of(command, look)
    assert clock.running is Color.BLACK


def test_a_game_that_stood_still_before_a_dialog_stands_still_after_it(desk: Desk):
    desk.play(HUMAN, RANDOM, time_control=TimeControl(total_seconds=600))
    desk.click_any()
    desk.trigger("pause")
    with in_dialogs(lambda dialog: dialog.reject()):
        desk.trigger("networks")
    assert desk.window.controller.paused


# --- looking back --------------------------------------------------------------------------------------------------------

SPREAD = tuple(range(0, 24, 2))
"""Twelve moves on 5x5 that lose for nobody."""


def test_keys_walk_through_a_game(desk: Desk):
    desk.play()
    desk.click(*SPREAD)
    assert desk.moves == 12
    for key, move in (
        (Key.Key_Left, 11),
        (Key.Key_PageUp, 1),
        (Key.Key_Right, 2),
        (Key.Key_Home, 0),
        (Key.Key_Left, 0),
        (Key.Key_PageDown, 10),
        (Key.Key_Up, 9),
        (Key.Key_Down, 10),
    ):
        desk.key(key)
        assert (
            desk.notice
            == f"You are looking back at move {move}. In the game, Black to move: “Back to the game” leads there."
        )
        assert desk.window.history.currentRow() == move
        assert len(desk.window.board._position.moves) == move
        desk.click(23)
        assert desk.moves == 12
        desk.window.notices._answer.timeout.emit()
    desk.key(Key.Key_End)
    assert desk.notice == "Black to move: your turn."
    desk.click(23)
    assert desk.moves == 13 or desk.window.controller.match.result is not None


def test_keys_walk_with_the_focus_in_the_list(desk: Desk):
    desk.play()
    desk.click(*SPREAD[:6])
    desk.click_history(3)
    assert (
        desk.notice
        == "You are looking back at move 3. In the game, Black to move: “Back to the game” leads there."
    )
    desk.window.history.setFocus()
    for key, move in ((Key.Key_Left, 2), (Key.Key_Down, 3), (Key.Key_Home, 0)):
        desk.qtbot.keyClick(desk.window.history, key)
        assert (
            desk.notice
            == f"You are looking back at move {move}. In the game, Black to move: “Back to the game” leads there."
        )


@pytest.mark.parametrize(
    "leave", [lambda desk: click_tab(desk, "Moves"), lambda desk: close_dock(desk, "library")]
)
def test_what_goes_out_of_sight_leaves_the_keyboard_to_the_board(desk: Desk, leave: Callable[[Desk], None]):
    desk.play()
    desk.click(*SPREAD[:6])
    desk.window.docks.bring_up("library")
    table = desk.window.files.library.table
    desk.wait(lambda: not table.visibleRegion().isEmpty())
    desk.qtbot.mouseClick(table.viewport(), Qt.MouseButton.LeftButton)
    assert QApplication.focusWidget() is table
    leave(desk)
    desk.wait(lambda: table.visibleRegion().isEmpty())
    desk.wait(desk.window.board.hasFocus)
    desk.qtbot.keyClick(QApplication.focusWidget(), Key.Key_Home)
    assert (
        desk.notice
        == "You are looking back at move 0. In the game, Black to move: “Back to the game” leads there."
    )


def click_tab(desk: Desk, title: str) -> None:
    """In the pile where the dock of this title stands."""
    for bar in desk.window.findChildren(QTabBar):
        for index in range(bar.count()):
            if bar.tabText(index) == title and bar.isVisible():
                desk.qtbot.mouseClick(bar, Qt.MouseButton.LeftButton, pos=bar.tabRect(index).center())


def close_dock(desk: Desk, name: str) -> None:
    desk.window.docks[name].close()


@pytest.mark.parametrize("begin", ["rematch", "ai_against_ai", "swap_colors"])
def test_the_keyboard_reaches_the_board_once_a_game_begins(desk: Desk, begin: str):
    desk.play(HUMAN, RANDOM)
    desk.window.players.setFocus()
    desk.window.tree.view.setFocus()
    assert not desk.window.board.hasFocus()
    desk.trigger(begin)
    assert desk.window.board.hasFocus()


def test_the_end_of_a_game_is_told_to_who_looks_back(desk: Desk):
    desk.play(HUMAN, ENDLESS)
    desk.click(12)
    desk.wait_for_thoughts()
    desk.click_history(0)
    desk.window.controller.resign()
    assert desk.notice.startswith("White wins") and "You are looking back at move 0." in desk.notice
    assert not desk.window.notices.row.label.font().bold()
    desk.key(Key.Key_End)
    assert desk.notice.startswith("White wins") and desk.window.notices.row.label.font().bold()


def said_twice(desk: Desk) -> list[str]:
    """What is said over the board, in the status bar and in the AI's panel more than once."""
    status = desk.window.findChild(QLabel, "ai_status")
    assert status is not None
    said = [desk.notice, desk.window.statusBar().currentMessage(), status.text()]
    return [
        one for number, one in enumerate(said) if one and one in " ".join(said[:number] + said[number + 1 :])
    ]


def test_each_thing_is_said_once(desk: Desk):
    """Whoever thinks, whatever is told, refused or looked at, and when the game is over."""
    window, states = desk.window, []

    def look(said: str) -> None:
        states.append(desk.notice)
        assert said in desk.notice and said_twice(desk) == []

    desk.play(HUMAN, ENDLESS)
    desk.click(12)
    desk.wait_for_thoughts()
    look("White: the AI is thinking…")
    desk.click_history(0)
    desk.click(0)
    look("“Play on from here”")
    window.notices._answer.timeout.emit()
    look("You are looking back")
    window.controller.resign()
    look("Black resigned.")
    desk.key(Key.Key_End)
    look("Black resigned.")
    desk.trigger("copy_picture")
    look("The picture of the board is in the clipboard.")
    desk.play(HUMAN, RANDOM, strict=False)
    desk.trigger("analyse")
    look("your turn")
    desk.trigger("analyse")
    desk.click(desk.play_until_a_point_is_forbidden())
    look("It is not played")
    assert len(set(states)) == len(states)


def test_what_an_ai_leaves_no_time_to_read_is_said_on_below(desk: Desk):
    """But not what has stood there for long."""
    window, said = desk.window, "The picture of the board is in the clipboard."
    desk.play(HUMAN, RANDOM)
    desk.trigger("copy_picture")
    assert desk.notice == f"{said} Black to move: your turn." and not window.statusBar().currentMessage()
    desk.click_any()
    assert said not in desk.notice and window.statusBar().currentMessage() == said
    window.statusBar().clearMessage()
    desk.trigger("copy_picture")
    window.notices._unread.stop()
    desk.click_any()
    assert said not in desk.notice and not window.statusBar().currentMessage()


def test_who_looks_at_what_goes_with_the_end_of_the_game_sees_that_end(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
):
    """An AI loses in the place of a move that was taken back."""
    answers = iter((0, 8, 12))
    monkeypatch.setattr(RandomPlayer, "choose", lambda *_args: Decision(next(answers)))
    desk.play(HUMAN, RANDOM)
    for point in (12, 4):
        desk.click(point)
        desk.wait_for_turn()
    desk.trigger("back")
    desk.trigger("play_from_here")
    desk.trigger("forward")
    desk.key(Key.Key_P)
    desk.wait_for_end()
    controller = desk.window.controller
    assert controller.live and controller.game.cursor in controller.game.root.subtree()
    assert desk.notice == "Black wins: White played on the occupied point C3."
    assert desk.window.autosave.write()


def test_looking_back_in_a_live_game(desk: Desk):
    desk.play(HUMAN, ENDLESS)
    desk.click(12)
    desk.wait_for_thoughts()
    desk.click_history(0)
    assert desk.notice == "You are looking back at move 0. In the game, White: the AI is thinking…"
    assert desk.state is State.THINKING
    assert desk.window.notices.row.back.isVisible()
    desk.click(0)
    assert desk.position.moves == (12,)
    desk.qtbot.mouseClick(desk.window.notices.row.back, Qt.MouseButton.LeftButton)
    assert not desk.window.notices.row.back.isVisible()
    assert desk.notice == "White: the AI is thinking…"


def test_a_click_on_the_past_plays_nothing_on_my_own_turn(desk: Desk):
    desk.play(HUMAN, RANDOM)
    desk.click_any()
    desk.key(Key.Key_Home)
    assert desk.notice.endswith("“Back to the game” leads there.") and "your turn" not in desk.notice
    desk.click(24, 12, 0)
    assert desk.moves == 2 and desk.notice.startswith("“Play on from here”"), "why, where the user looks"
    desk.key(Key.Key_Right)
    assert desk.notice.startswith("You are looking back at move 1.")
    desk.key(Key.Key_End)
    desk.click_any()
    assert desk.moves == 4


def test_numbers_and_forbidden_points(desk: Desk):
    desk.play()
    desk.click(*SPREAD[:3])
    desk.trigger("show_numbers")
    assert desk.window.board._numbers == {0: 1, 2: 2, 4: 3}
    desk.trigger("show_forbidden")
    assert desk.window.board._forbidden is Forbidden.TO_MOVE
    kept, _ = settings_file.load()
    assert kept.show_numbers and kept.show_forbidden


def test_the_next_move_of_the_record_is_ringed_unless_that_is_switched_off(desk: Desk):
    desk.play()
    desk.click(*SPREAD[:3])
    board = desk.window.board
    assert board._next_move is None, "nobody has played it yet"
    desk.key(Key.Key_Left)
    assert board._next_move == SPREAD[2]
    desk.trigger("show_next")
    assert board._next_move is None and not settings_file.load()[0].show_next
    desk.trigger("show_next")
    assert board._next_move == SPREAD[2]
    desk.key(Key.Key_Right)
    assert board._next_move is None
    desk.trigger("undo")
    assert desk.moves == 2 and board._next_move is None, "it would look like advice to play that again"


def test_what_the_network_sees_is_shown_of_the_game_and_once(desk: Desk):
    desk.play(size=9)
    for _ in range(2):
        desk.trigger("see_network")
    (view,) = desk.window.findChildren(NetworkView)
    desk.wait(lambda: "first choice" in view.columns[0].value.text())
    desk.trigger("set_up_position")
    assert not desk.window.commands.actions["see_network"].isEnabled(), "these stones are no game yet"
    desk.window.position_setup.finish.click()
    view.close()
    desk.window.settings.analysis_player = "td:net=/gone.safetensors"
    desk.trigger("see_network")
    (view,) = (each for each in desk.window.findChildren(NetworkView) if each.isVisible())
    assert [path.stem for path in view.checkpoints] == ["flagship"], "that of the learner has no planes"
    view.close()
    desk.window.settings.analysis_player = "zero:net=/gone.safetensors"
    desk.trigger("see_network")
    assert "There is no network" in desk.take_error()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_tool_that_places_stones_is_seen(desk: Desk, scheme: str):
    """Chosen, it is blue, as what is chosen elsewhere."""
    desk.window._choose("scheme", scheme)
    desk.trigger("set_up_position")
    chosen = desk.window.palette().highlight().color()

    def is_blue(tool: int) -> bool:
        button = desk.window.position_setup._tools[tool]
        return button.grab().toImage().pixelColor(button.width() // 2, 5) == chosen

    tools = (*Color, ERASE)
    for tool in tools:
        desk.qtbot.mouseClick(desk.window.position_setup._tools[tool], Qt.MouseButton.LeftButton)
        assert [is_blue(each) for each in tools] == [each == tool for each in tools]


# --- files ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["一局 棋.sgf", "对局 1.txt"])
def test_a_game_is_saved_and_opened(
    desk: Desk, open_desk: OpenDesk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
):
    path = tmp_path / "我的 棋谱" / name
    path.parent.mkdir()
    desk.play(size=9)
    desk.click(40, 0, 44, 8)
    choose_file(monkeypatch, path)
    assert desk.window.files.saving.save()
    if desk.boxes():  # a championship record holds less
        desk.take_error()
    assert path.is_file() and not desk.window.isWindowModified()
    assert desk.window.windowTitle().startswith(name)
    desk.play(size=5)
    desk.trigger("open_file")
    assert desk.position.moves == (40, 0, 44, 8)
    desk.click(60)
    assert desk.moves == 5 and desk.window.isWindowModified()


def test_a_game_that_ended_is_opened_with_its_result(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    desk.play()
    desk.click(1, 0, 5)
    ended = desk.notice
    choose_file(monkeypatch, tmp_path / "game.sgf")
    assert desk.window.files.saving.save_as()
    desk.play()
    desk.window.files.opening.open_path(tmp_path / "game.sgf")
    result = desk.window.controller.match.result
    assert result is not None and result.winner is Color.WHITE
    assert desk.notice.startswith(ended.split(":")[0])


@pytest.mark.parametrize("content", [b"", b"no game at all", b"\xff\xfe\x00" * 50, b"(;GM[1]SZ[9];B[zz"])
def test_a_broken_file_is_told(desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: bytes):
    answer(monkeypatch, QMessageBox.StandardButton.Discard)
    desk.play()
    desk.click(12)
    path = tmp_path / "坏 file.sgf"
    path.write_bytes(content)
    desk.window.files.opening.open_path(path)
    assert len(desk.take_error()) > 10
    desk.click(6)
    assert desk.window.isVisible()


def test_a_missing_file_and_a_folder_are_told(desk: Desk, tmp_path: Path):
    for path in (tmp_path / "nothing.sgf", tmp_path):
        desk.window.files.opening.open_path(path)
        assert str(path.name) in desk.take_error()


@pytest.mark.parametrize(
    "begin",
    [
        lambda desk: desk.key(Qt.Key.Key_F5),
        lambda desk: desk.trigger("swap_colors"),
        lambda desk: desk.window.watch.start.click(),
        lambda desk: desk.window.games.play_against(RANDOM),
        lambda desk: desk.window.games.play_position(Position.empty(Size(5, 5))),
    ],
    ids=["ai_against_ai", "swap_colors", "series", "against_a_network", "position"],
)
def test_what_begins_a_new_game_says_so_where_it_asks_about_this_one(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, begin: Callable[[Desk], object]
):
    desk.play()
    desk.click(12)
    desk.window._choose("language", "zh_CN")
    asked = answer(monkeypatch, QMessageBox.StandardButton.Cancel)
    begin(desk)
    assert asked == ["这盘棋尚未保存。开始新对局前要保存吗？"] and desk.moves == 1


def test_a_place_that_cannot_be_written_is_told(desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    choose_file(monkeypatch, tmp_path / "no such folder" / "game.sgf")
    assert not desk.window.files.saving.save()
    assert "can't be saved" in desk.take_error()


@pytest.mark.parametrize(
    ("language", "answers"), [("en", {"Save", "Don't save", "Cancel"}), ("zh_CN", {"保存", "不保存", "取消"})]
)
@pytest.mark.parametrize("way_out", ["rematch", "quit"])
def test_whether_to_save_is_answered_by_the_same_words_wherever_it_is_asked(
    desk: Desk, language: str, answers: set[str], way_out: str
):
    desk.play()
    desk.click(12)
    desk.window._choose("language", language)

    def look(box: QMessageBox) -> None:
        assert {re.sub(r"\(&.\)|&", "", button.text()) for button in box.buttons()} == answers
        desk.qtbot.mouseClick(box.button(QMessageBox.StandardButton.Discard), Qt.MouseButton.LeftButton)

    with in_dialogs(look, kind=QMessageBox):
        desk.trigger(way_out)
    assert desk.moves == 0 or not desk.window.isVisible()


def test_a_game_under_way_is_not_left_unasked(desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    desk.play()
    desk.click(12)
    asked = answer(monkeypatch, QMessageBox.StandardButton.Cancel)
    desk.trigger("rematch")
    assert asked == ["This game is not saved. Save it before a new game begins?"] and desk.moves == 1
    answer(monkeypatch, QMessageBox.StandardButton.Save)
    choose_file(monkeypatch, tmp_path / "kept.sgf")
    desk.trigger("rematch")
    assert desk.moves == 0 and (tmp_path / "kept.sgf").is_file()
    desk.click(12)
    answer(monkeypatch, QMessageBox.StandardButton.Discard)
    desk.trigger("rematch")
    assert desk.moves == 0


@pytest.mark.parametrize("back", [("to_start", "play_from_here"), ("undo",)])
def test_moves_are_not_lost_unasked_where_play_goes_on_from_the_start(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, back: tuple[str, ...]
):
    desk.play()
    desk.click(12)
    for command in back:
        desk.trigger(command)
    assert desk.moves == 0
    asked = answer(monkeypatch, QMessageBox.StandardButton.Cancel)
    desk.trigger("rematch")
    assert asked and desk.window.controller.game.root.children


def test_enter_saves_a_game_and_escape_goes_on_with_it(desk: Desk):
    desk.play()
    desk.click(12)
    defaults: list[QMessageBox.StandardButton] = []

    def look(box: QMessageBox) -> None:
        defaults.append(box.standardButton(box.defaultButton()))
        desk.qtbot.keyClick(box, Key.Key_Escape)

    with in_dialogs(look, kind=QMessageBox):
        desk.trigger("rematch")
    assert defaults == [QMessageBox.StandardButton.Save] and desk.moves == 1


def test_the_program_opens_a_file_that_it_is_given(desk: Desk, open_desk: OpenDesk, tmp_path: Path):
    desk.play()
    desk.click(12, 0)
    desk.window.files.saving.save_to(tmp_path / "game.sgf")
    desk.close()
    assert open_desk(file=tmp_path / "game.sgf").position.moves == (12, 0)


def test_the_program_lists_a_folder_that_it_is_given(desk: Desk, open_desk: OpenDesk, tmp_path: Path):
    """As one that is dropped on the window."""
    desk.play()
    desk.click(12)
    desk.window.files.saving.save_to(tmp_path / "game.sgf")
    desk.close()
    again = open_desk(file=tmp_path)
    assert not again.boxes() and again.window.docks["library"].isVisible()
    assert [again.window.files.library.model.index(0, 0).data()] == ["game.sgf"]


def test_a_file_at_the_start_does_not_take_the_place_of_an_unsaved_game_unasked(
    desk: Desk, open_desk: OpenDesk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    file = tmp_path / "game.sgf"
    file.write_bytes(b"(;GM[1]SZ[9];B[ee])")
    desk.play()
    desk.click(12, 0)
    desk.close()
    asked: list[str] = []

    def cancel(_window: object, _title: str, text: str, *_buttons: object) -> QMessageBox.StandardButton:
        asked.append(text)
        return QMessageBox.StandardButton.Cancel

    monkeypatch.setattr(QMessageBox, "question", cancel)
    assert open_desk(file=file).position.moves == (12, 0) and len(asked) == 1


# --- the game of the last time -------------------------------------------------------------------------------------------


def test_the_keyboard_is_on_the_board_after_a_start(desk: Desk, open_desk: OpenDesk):
    assert desk.window.board.hasFocus()
    desk.play()
    desk.click(0)
    desk.wait(lambda: desk.window.autosave.up_to_date)
    desk.drop()
    again = open_desk()
    assert again.moves == 1 and again.window.focusWidget() is again.window.board


def test_a_game_is_there_again_after_a_crash(desk: Desk, open_desk: OpenDesk):
    desk.play(HUMAN, RANDOM, strict=False, time_control=TimeControl(total_seconds=600))
    desk.click_any()
    desk.click_any()
    moves = desk.position.moves
    desk.wait(lambda: desk.window.autosave.up_to_date)
    desk.drop()
    again = open_desk()
    assert again.position.moves == moves
    match = again.window.controller.match
    assert not match.strict
    assert match.clock is not None and 0 < (match.clock.remaining(Color.BLACK) or 0) <= 600
    assert again.window.controller.players == {Color.BLACK: HUMAN, Color.WHITE: RANDOM}
    again.click_any()
    assert again.moves == len(moves) + 2


def test_a_game_that_was_written_without_what_belongs_to_it_stands_in_no_file(
    desk: Desk, open_desk: OpenDesk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """A crash or a power cut came between. The file of the game before is not written over unasked."""
    path, setup = tmp_path / "study.sgf", folders.data_dir() / autosave.SETUP_FILE
    path.write_bytes(sgf.write(Game(Size(5, 5))))
    desk.window.files.opening.open_path(path)
    desk.wait(lambda: desk.window.autosave.up_to_date)
    of_the_game_before = setup.read_bytes()
    desk.play()
    desk.click(12, 0)
    desk.wait(lambda: desk.window.autosave.up_to_date)
    desk.drop()
    setup.write_bytes(of_the_game_before)
    before = path.read_bytes()
    again = open_desk()
    assert again.moves == 2 and again.window.files.belonging.path is None and again.window.isWindowModified()
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: ("", ""))
    again.trigger("save_file")
    assert path.read_bytes() == before


def test_what_is_kept_is_on_the_disk_whatever_comes(desk: Desk, monkeypatch: pytest.MonkeyPatch):
    """A power cut loses what the system has not written there yet."""
    waited_for: list[int] = []
    monkeypatch.setattr(os, "fsync", waited_for.append)
    desk.play()
    desk.click(12)
    desk.wait(lambda: desk.window.autosave.up_to_date)
    assert len(waited_for) >= 2


def test_an_ended_game_is_there_again(desk: Desk, open_desk: OpenDesk):
    desk.play()
    desk.click(1, 0, 5)
    desk.close()
    again = open_desk()
    assert again.notice.startswith("White wins:") and again.moves == 2


def test_an_opened_game_is_there_again_with_its_own_players(desk: Desk, open_desk: OpenDesk, tmp_path: Path):
    desk.play()
    desk.click(12, 0)
    desk.window.files.saving.save_to(tmp_path / "game.sgf")
    desk.play(HUMAN, RANDOM, size=7)
    desk.window.files.opening.open_path(tmp_path / "game.sgf")
    desk.click(24)
    desk.close()
    again = open_desk()
    assert again.position.moves == (12, 0, 24)
    assert again.window.controller.players == {Color.BLACK: HUMAN, Color.WHITE: HUMAN}


def test_a_change_of_players_is_kept(desk: Desk, open_desk: OpenDesk):
    desk.play(HUMAN, "zero:net=flagship,simulations=8", size=9)
    desk.wait(lambda: desk.window.autosave.up_to_date)
    desk.window.controller.set_simulations(5)
    desk.wait(lambda: desk.window.autosave.up_to_date)
    desk.drop()
    assert open_desk().window.controller.players[Color.WHITE] == "zero:net=flagship,simulations=5"


def long_game(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> Game:
    """A game in the window whose record takes several turns to write."""
    monkeypatch.setattr(autosave, "LINES_A_TURN", 2)
    desk.play()
    desk.wait(lambda: desk.window.autosave.up_to_date)
    game = desk.window.controller.game
    for point in (0, 2, 4, 6, 8):
        desk.click(point)
        desk.window.controller.note(game.cursor, "x" * sgf.LINE_BYTES)
    desk.window.autosave._timer.stop()
    return game


def test_a_long_game_is_kept_a_part_at_a_time(desk: Desk, monkeypatch: pytest.MonkeyPatch):
    game, kept = long_game(desk, monkeypatch), desk.window.autosave
    assert len(list(kept._write_in_turns())) > 3 and kept.up_to_date
    assert (folders.data_dir() / autosave.GAME_FILE).read_bytes() == sgf.write(game)


def test_a_long_game_that_changes_while_it_is_kept_is_begun_anew_but_not_forever(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
):
    game, kept = long_game(desk, monkeypatch), desk.window.autosave
    turns = kept._write_in_turns()
    next(turns)
    desk.click(12)
    kept._timer.stop()
    assert list(turns) == [] and not kept.up_to_date and kept._timer.isActive()
    for _ in range(autosave.MOST_BEGUN):
        kept._begin()
        assert not kept.up_to_date
    kept._begin()
    assert kept.up_to_date
    assert (folders.data_dir() / autosave.GAME_FILE).read_bytes() == sgf.write(game)


def test_a_damaged_autosave_is_set_aside_and_the_window_opens(desk: Desk, open_desk: OpenDesk):
    desk.play()
    desk.click(12)
    desk.close()
    damaged = folders.data_dir() / autosave.GAME_FILE
    damaged.write_text("\x00 damaged", "utf-8")
    again = open_desk()
    assert again.moves == 0 and again.window.isVisible()
    assert "autosave.damaged.sgf" in again.window.statusBar().currentMessage()
    assert damaged.with_stem(f"{damaged.stem}.damaged").read_text("utf-8") == "\x00 damaged"


@pytest.mark.parametrize(
    "damage",
    [
        "\x00 damaged",
        '{"black": "human", "white": "human", "size": 9, "time_control": null, "strict": 1}',
        "[" * 100_000,
        '{"time_control": {"total_seconds": 1%s}}' % ("0" * 400),
        '{"time_control": 5}',
    ],
    ids=range(5),
)
def test_a_game_of_which_is_not_known_how_it_is_played_goes_on_between_humans(
    desk: Desk, open_desk: OpenDesk, damage: str
):
    desk.play(HUMAN, RANDOM)
    desk.click(12)
    desk.wait_for_turn()
    desk.close()
    (folders.data_dir() / autosave.SETUP_FILE).write_text(damage, "utf-8")
    again = open_desk()
    assert again.position.moves[0] == 12 and again.moves == 2
    assert "between humans" in again.window.statusBar().currentMessage()
    again.click_any()
    assert again.moves == 3


def test_two_windows_keep_two_games(desk: Desk, open_desk: OpenDesk):
    desk.play()
    desk.click(12, 0)
    other = open_desk()
    assert other.moves == 0
    other.play()
    other.click(4)
    desk.close()
    other.close()
    assert [game.cursor.move for game in kept_games()] == [4], "the second one's is among the played games"
    assert open_desk().position.moves == (12, 0)


def test_what_a_second_window_left_in_a_crash_is_among_the_played_games(desk: Desk, open_desk: OpenDesk):
    desk.play()
    other = open_desk()
    other.play()
    other.click(4, 8)
    other.wait(lambda: other.window.autosave.up_to_date)
    other.drop()
    desk.close()
    assert kept_games() == []
    open_desk()
    assert [game.cursor.move for game in kept_games()] == [8]


def test_the_game_of_a_second_window_that_still_runs_is_left_to_it(desk: Desk, open_desk: OpenDesk):
    other = open_desk()
    other.play()
    other.click(4)
    desk.close()
    open_desk()
    assert kept_games() == []
    other.click(8)
    other.close()
    assert [game.cursor.move for game in kept_games()] == [8]


@pytest.mark.parametrize("setup", [None, "{ broken"])
def test_a_game_left_without_its_setup_is_among_the_played_games(
    open_desk: OpenDesk, data_folder: Path, setup: str | None
):
    folder = folders.data_dir() / "window-2"
    folder.mkdir()
    (folder / autosave.GAME_FILE).write_bytes(b"(;GM[1]SZ[9];B[ee];W[aa])")
    if setup is not None:
        (folder / autosave.SETUP_FILE).write_text(setup)
    open_desk()
    open_desk()
    assert [len(game.main_line()) for game in kept_games()] == [3]


def test_a_window_begins_anew_beside_another_and_keeps_what_a_third_left(desk: Desk, open_desk: OpenDesk):
    third = open_desk()
    third.play()
    third.click(4)
    third.wait(lambda: third.window.autosave.up_to_date)
    third.drop()
    assert open_desk().moves == 0
    assert [game.cursor.move for game in kept_games()] == [4]


def test_however_many_windows_are_open_each_keeps_its_own_game(open_desk: OpenDesk, data_folder: Path):
    data = folders.data_dir()
    places = [data, *(data / f"window-{number}" for number in range(2, 31))]
    for place in places:
        place.mkdir(exist_ok=True)
    locks = [FolderLock(place) for place in places]
    assert all(lock.take() for lock in locks)
    desk = open_desk()
    desk.play()
    desk.click(12)
    desk.wait(lambda: desk.window.autosave.up_to_date)
    assert not (data / autosave.GAME_FILE).exists()
    desk.drop()
    for lock in locks:
        lock.release()
    assert open_desk().moves == 0
    assert [game.cursor.move for game in kept_games()] == [12]


def test_a_lock_that_cannot_be_opened_does_not_keep_the_window_from_opening(
    open_desk: OpenDesk, data_folder: Path
):
    (folders.data_dir() / "lock").mkdir()
    (folders.data_dir() / "window-2" / "lock").mkdir(parents=True)
    desk = open_desk()
    desk.play()
    desk.click(12)
    desk.close()
    assert open_desk().position.moves == (12,)


def test_closing_removes_nothing_but_the_kept_game(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    """The data folder may come to be called otherwise while a window is open."""
    data = folders.data_dir()
    monkeypatch.setenv("BUWEI_DATA_DIR", str(tmp_path / "elsewhere"))
    desk.play()
    desk.click(12)
    desk.close()
    assert (data / autosave.GAME_FILE).exists()


def kept_games() -> list[Game]:
    """The games among the played ones, at their ends."""
    games = [records.load(file)[0].game for file in sorted(played.folder().glob("*.sgf"))]
    for game in games:
        game.to_end()
    return games


# --- settings and languages ----------------------------------------------------------------------------------------------


def what_a_start_tells() -> list[str]:
    """The first message of a window that is begun as the program begins it, and closed when that is read."""
    told: list[str] = []

    def look() -> None:
        boxes = [
            box
            for widget in QApplication.topLevelWidgets()
            if isinstance(widget, MainWindow) and widget.isVisible()
            for box in widget.findChildren(QMessageBox)
        ]
        if not boxes:
            QTimer.singleShot(20, look)
            return
        told.append(boxes[0].text())
        window = boxes[0].window().parent()
        assert isinstance(window, MainWindow)
        boxes[0].close()
        window.close()
        window.deleteLater()

    QTimer.singleShot(20, look)
    assert app.run(["--lang", "en"]) == 0
    return told


def test_damaged_settings_are_set_aside_and_told(qtbot, data_folder: Path):
    app.make_application([])
    path = folders.config_dir() / settings_file.FILE
    path.write_text("{ broken", "utf-8")
    told = what_a_start_tells()
    aside = path.with_suffix(".damaged.json")
    assert told == [f"The settings could not be read and were set aside as {aside}."]
    assert aside.read_text("utf-8") == "{ broken"


def test_settings_that_can_not_be_got_at_are_there_again_later(
    data_folder: Path, monkeypatch: pytest.MonkeyPatch
):
    """A virus scanner may hold them for longer than one waits."""
    path = folders.config_dir() / settings_file.FILE
    path.write_text('{"scheme": "dark", "show_numbers": false}', "utf-8")

    def held(*_: object, **_more: object) -> str:
        raise PermissionError(errno.EACCES, "Permission denied", str(path))

    with monkeypatch.context() as patch:
        patch.setattr(Path, "read_text", held)
        settings, aside = settings_file.load()
    assert aside is None and settings.scheme == "system"
    settings.show_numbers = True
    settings_file.save(settings)
    kept, _ = settings_file.load()
    assert kept.scheme == "dark" and kept.show_numbers


@pytest.mark.parametrize("place", ["logs", f"logs/{LOG_FILE}"])
def test_a_start_without_a_log_is_told(qtbot, data_folder: Path, place: str):
    app.make_application([])
    blocked = data_folder / place
    blocked.parent.mkdir(parents=True)
    blocked.touch() if place == "logs" else blocked.mkdir()
    (said,) = what_a_start_tells()
    assert said.startswith("No log can be kept: ") and str(blocked) in said


@pytest.mark.parametrize(
    "given",
    [
        {"version": 99, "of the future": [1], "black": 7, "board": "99x99", "move_seconds": -3},
        {"geometry": "????", "docks": "not base 64", "scheme": "plaid", "language": "xx", "notation": "?"},
        {"white": "zero:simulations=many", "run": "/nowhere"},
        {"total_seconds": 10**400, "move_seconds": -(10**400), "simulations": 10**400, "sounds": 10**400},
        {"pause_ms": 2**40, "analysis_simulations": -1, "total_seconds": float("nan"), "run": "x" * 5000},
    ],
)
def test_strange_settings_are_tolerated(data_folder: Path, open_desk: OpenDesk, given: dict):
    (folders.config_dir() / settings_file.FILE).write_text(json.dumps(given), "utf-8")
    desk = open_desk()
    assert desk.damaged is None and desk.window.isVisible()
    desk.play()
    desk.click(12)
    assert desk.moves == 1


def test_two_windows_keep_each_others_settings(data_folder: Path):
    (first, _), (second, _) = settings_file.load(), settings_file.load()
    first.engines, first.scheme = ["gtp:name=mine,command=x"], "dark"
    settings_file.save(first)
    second.show_numbers = True
    settings_file.save(second)
    assert second.engines == first.engines and second.scheme == "system", "how it looks now is its own"
    second.engines = [*second.engines, "gtp:name=other,command=y"]
    settings_file.save(second)
    first.black = "random"
    settings_file.save(first)
    kept, _ = settings_file.load()
    assert (kept.engines, kept.scheme, kept.show_numbers, kept.black) == (
        second.engines,
        "dark",
        True,
        "random",
    )
    assert first.engines == second.engines


def test_what_a_newer_version_has_set_survives_an_older_one(data_folder: Path):
    path = settings_file.folder() / settings_file.FILE
    newer = {"version": 2, "new_thing": 5, "board": {"rows": 9}, "random_moves": 12}
    path.write_text(json.dumps(newer))
    settings, _ = settings_file.load()
    settings.show_numbers = True
    settings_file.save(settings)
    assert json.loads(path.read_text()).items() >= {**newer, "show_numbers": True}.items()


@pytest.mark.parametrize("name", ["networks", "runs"])
def test_what_an_open_dialog_adds_is_kept_though_settings_are_kept_meanwhile(data_folder: Path, name: str):
    """As when the next game of a series begins."""
    settings, _ = settings_file.load()
    settings_file.save(settings)
    held = getattr(settings, name)
    settings_file.save(settings)
    held.append("mine")
    settings_file.save(settings)
    assert getattr(settings_file.load()[0], name) == ["mine"]


def test_a_file_whose_name_is_no_text_is_among_the_recent_ones(data_folder: Path):
    """Python writes bytes of such a name as halves of letters, which no encoding takes."""
    settings, _ = settings_file.load()
    settings.recent = ["caf\udce9.sgf"]
    settings_file.save(settings)
    assert settings_file.load()[0].recent == settings.recent


def test_what_goes_wrong_in_closing_keeps_nothing_else_from_it(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    def fail() -> None:
        raise PermissionError(errno.EACCES, "Permission denied", "stop")

    desk.play()
    desk.click(12)
    for part in (desk.window.analysis, desk.window.arena):
        monkeypatch.setattr(part, "close", fail)
    thread = desk.window.controller.thinker._thread
    assert thread.isRunning()
    desk.window.leave()
    assert not thread.isRunning() and not desk.window.isVisible() and "Permission denied" in caplog.text
    assert records.load(folders.data_dir() / autosave.GAME_FILE)[0].game.root.children


def test_a_network_that_still_loads_to_be_looked_at_ends_with_the_window(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
):
    """A thread that runs on would end the program by an abort."""
    player = SlowToLoad(Options(RANDOM))
    monkeypatch.setattr("gui.game.worker.make_player", lambda text: player)
    desk.play(size=9)
    desk.trigger("see_network")
    (view,) = desk.window.findChildren(NetworkView)
    thread = view.columns[0].thinker._thread

    def wait() -> None:
        player.loaded.set()
        wait_for_those_leaving()

    monkeypatch.setattr("gui.main_window.wait_for_those_leaving", wait)
    assert thread.isRunning()
    desk.window.leave()
    assert not thread.isRunning()


def test_the_window_stays_if_asking_goes_wrong(desk: Desk, monkeypatch: pytest.MonkeyPatch):
    with monkeypatch.context() as patch, desk.qtbot.captureExceptions() as caught:
        patch.setattr(desk.window.files.leaving, "may_quit", lambda: 1 / 0)
        desk.trigger("quit")
    assert len(caught) == 1 and desk.window.isVisible()
    desk.play()
    desk.click(12)
    assert desk.moves == 1


@pytest.mark.parametrize(
    "command",
    [
        "new_game",
        "championship_record",
        "load_checkpoint",
        "networks",
        "engines",
        "analysis_settings",
        "start_training",
        "runs",
        "change_keys",
    ],
)
def test_a_dialog_that_was_answered_is_gone(desk: Desk, command: str):
    """Or each would live as long as the window, and be written anew whenever the language changes."""
    seen: list[QWidget] = []

    def close(dialog: QWidget) -> None:
        seen.append(dialog)
        dialog.close()

    desk.look_at_windows_of(command, close)
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    (dialog,) = seen
    assert not shiboken6.isValid(dialog)


def test_full_screen_is_ticked_as_it_is(desk: Desk):
    full = desk.window.commands.actions["full_screen"]
    desk.window.setWindowState(Qt.WindowState.WindowFullScreen)
    desk.wait(full.isChecked)
    desk.trigger("full_screen")
    desk.wait(lambda: not desk.window.isFullScreen())
    assert not full.isChecked()


def test_a_run_that_has_stopped_does_not_come_to_the_front(
    data_folder: Path, open_desk: OpenDesk, tmp_path: Path
):
    given = {"run": str(tmp_path)}
    (folders.config_dir() / settings_file.FILE).write_text(json.dumps(given), "utf-8")
    desk = open_desk()
    assert desk.window.training.folder == tmp_path
    assert not desk.window.history.visibleRegion().isEmpty()
    assert desk.window.training_desk.panel.visibleRegion().isEmpty()


def test_settings_that_cannot_be_written_are_read(
    data_folder: Path, open_desk: OpenDesk, monkeypatch: pytest.MonkeyPatch
):
    (folders.config_dir() / settings_file.FILE).write_text('{"board": "7x7"}', "utf-8")
    folder = folders.config_dir()

    def refuse() -> Path:
        raise folders.FolderError(folder, Sentence("It can't be written to."))

    monkeypatch.setattr(settings_file, "config_dir", refuse)
    desk = open_desk()
    assert desk.position.size == Size(7, 7) and desk.window.isVisible()
    assert "can't be kept" in desk.window.statusBar().currentMessage()


def test_settings_that_cannot_be_read_when_they_are_kept_are_not_written_anew(
    data_folder: Path, monkeypatch: pytest.MonkeyPatch
):
    """What other windows have kept there would be lost."""
    settings, _ = settings_file.load()
    settings_file.save(settings)
    before = (settings_file.folder() / settings_file.FILE).read_bytes()

    def fail(_path: Path, _encoding: str) -> str:
        raise PermissionError(errno.EACCES, "Permission denied")

    settings.show_numbers = True
    with monkeypatch.context() as patch:
        patch.setattr(Path, "read_text", fail)
        with pytest.raises(PermissionError):
            settings_file.save(settings)
    assert (settings_file.folder() / settings_file.FILE).read_bytes() == before


def test_a_file_in_the_place_of_the_settings_folder_is_told_in_the_windows_language(
    data_folder: Path, open_desk: OpenDesk
):
    data_folder.mkdir()
    (data_folder / "config").touch()
    desk = open_desk()
    assert desk.damaged is None, "nothing was set aside"
    desk.window._choose("language", "zh_CN")
    desk.window._choose("scheme", "dark")
    assert "无法保存设置：无法建立文件夹" in desk.window.statusBar().currentMessage()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_window_begins_light_or_dark_as_it_was_left(open_desk: OpenDesk, scheme: str):
    desk = open_desk()
    desk.window._choose("scheme", scheme)
    desk.close()
    apply_application_theme("light" if scheme == "dark" else "dark")
    assert is_dark() != (scheme == "dark")
    open_desk()
    assert is_dark() == (scheme == "dark")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_tool_that_is_on_differs_from_one_that_the_mouse_is_over(desk: Desk, scheme: str):
    desk.window._choose("scheme", scheme)
    button = desk.window.tool_bar.widgetForAction(desk.window.commands.actions["analyse"])
    assert isinstance(button, QToolButton)
    seen = []
    for on in (False, True):
        for hovered in (False, True):
            button.setChecked(on)
            button.setAttribute(Qt.WidgetAttribute.WA_UnderMouse, hovered)
            picture = button.grab().toImage()
            seen.append((picture.pixelColor(3, 3).name(), picture.pixelColor(picture.width() // 2, 0).name()))
    off, off_hovered, on, on_hovered = seen
    assert len({*seen}) == 4, seen
    assert on[0] == on_hovered[0] not in (off[0], off_hovered[0]), "by the colour of its ground"


def test_a_game_that_cannot_be_kept_is_told_until_something_else_is(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
):
    def refuse(*_args: object, **_kwargs: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied", "game.sgf")

    desk.window._choose("language", "zh_CN")
    monkeypatch.setattr(autosave, "write_atomically", refuse)
    desk.play()
    desk.wait(lambda: desk.window.statusBar().currentMessage() == "本局无法留到下次启动：没有权限")


def test_what_keeps_the_program_from_starting_is_told_in_the_systems_language(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    (tmp_path / "file").touch()
    monkeypatch.setenv(folders.DATA_DIR_VARIABLE, str(tmp_path / "file"))
    monkeypatch.setattr(language, "choose", lambda _wanted: "zh_CN")
    told: list[str] = []
    monkeypatch.setattr(QMessageBox, "critical", lambda _parent, _title, text: told.append(text))
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setattr(screen, "problem", lambda: None)
    with pytest.raises(folders.FolderError) as error:
        folders.cache_dir()
    screen.tell(error.value.args[0])
    (text,) = told
    assert text.startswith("无法建立文件夹") and "--data-dir" in text


def test_settings_are_there_again(desk: Desk, open_desk: OpenDesk):
    desk.play(RANDOM, HUMAN, size=7, time_control=TimeControl(300, 20), strict=False)
    setup = desk.window.games.next_setup()
    desk.close()
    assert open_desk().window.games.next_setup() == setup


def test_the_language_changes_while_the_window_runs(desk: Desk):
    assert (language.TRANSLATIONS / "buwei_zh_CN.qm").is_file()
    desk.play()
    menu = desk.window.commands.menus["game"]
    english = menu.title(), desk.notice, desk.window.docks["history"].windowTitle()
    group = desk.window._choices["language"]
    by_code = {action.data(): action for action in group.actions()}
    by_code["zh_CN"].trigger()
    QApplication.processEvents()
    chinese = menu.title(), desk.notice, desk.window.docks["history"].windowTitle()
    assert all(a != b for a, b in zip(english, chinese, strict=True))
    assert any("\u4e00" <= letter <= "\u9fff" for letter in menu.title())
    assert settings_file.load()[0].language == "zh_CN"
    by_code["en"].trigger()
    QApplication.processEvents()
    assert (menu.title(), desk.notice, desk.window.docks["history"].windowTitle()) == english


def test_what_is_told_stands_apart_from_whose_turn_it_is_and_goes_with_its_language(desk: Desk):
    desk.play()
    desk.window._choose("language", "zh_CN")
    desk.wait(lambda: desk.notice == "轮到黑方，请你落子。")
    desk.window.notices.tell("已保存：rec.txt")
    assert desk.notice == "已保存：rec.txt\u00a0· 轮到黑方，请你落子。"
    desk.window._choose("language", "en")
    desk.wait(lambda: desk.notice == "Black to move: your turn.")


# --- networks ------------------------------------------------------------------------------------------------------------


def test_a_broken_checkpoint_is_told(desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    path = tmp_path / "broken.safetensors"
    path.write_bytes(b"nothing of the kind")
    choose_file(monkeypatch, path)
    desk.play(HUMAN, "policy:net=flagship", size=9)
    desk.trigger("load_checkpoint")
    assert "broken.safetensors is damaged or not a checkpoint" in desk.take_error()
    assert desk.window.controller.players[Color.WHITE] == "policy:net=flagship"


def test_a_checkpoint_with_damaged_weights_is_told_before_it_plays(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    path = tmp_path / "flipped.safetensors"
    checkpoint.save(path, *checkpoint.load(FLAGSHIP))  # files of earlier versions hold no checksum
    data = bytearray(path.read_bytes())
    data[-1000] ^= 0x40
    path.write_bytes(data)
    choose_file(monkeypatch, path)
    desk.play(HUMAN, "policy:net=flagship", size=9)
    desk.trigger("load_checkpoint")
    assert "flipped.safetensors are not those that were saved there" in desk.take_error()
    assert desk.window.controller.players[Color.WHITE] == "policy:net=flagship"


def test_a_checkpoint_plays_the_next_move(desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    path = tmp_path / "新 网络.safetensors"
    shutil.copy(FLAGSHIP, path)
    choose_file(monkeypatch, path)
    desk.play(HUMAN, "policy:net=flagship", size=9)
    desk.trigger("load_checkpoint")
    assert not desk.boxes()
    assert "新 网络" in desk.window.players._name[Color.WHITE].text()
    assert desk.notice.startswith(
        "White plays with the network “新 网络” from now on. The analysis uses it too."
    )
    desk.click(40)
    desk.wait_for_turn()
    assert desk.moves == 2
    assert (f"policy:net={path}", Size(9, 9)) in desk.window.controller.thinker.worker._players
    monkeypatch.setattr(network_desk, "ask_whose_place", lambda *args: tuple(args[3]))
    desk.trigger("shipped_network")
    assert desk.window.controller.players[Color.WHITE] == "policy:net=flagship"


# --- errors --------------------------------------------------------------------------------------------------------------


def test_an_error_that_nobody_caught_is_shown_and_logged(data_folder: Path, open_desk: OpenDesk):
    reporter = ErrorReporter()
    try:
        desk = open_desk(reporter=reporter)
        desk.play()

        def fail() -> None:
            raise ZeroDivisionError("on purpose")

        QTimer.singleShot(0, fail)
        sentence = "Something went wrong, and Buwei goes on: ZeroDivisionError: on purpose"
        assert desk.take_error() == sentence
        thread = threading.Thread(target=fail)
        thread.start()
        thread.join()
        assert desk.take_error() == sentence
        logged = (folders.log_dir() / LOG_FILE).read_text("utf-8")
        assert logged.count("ZeroDivisionError: on purpose") == 2
        desk.click(12)
        assert desk.moves == 1
        desk.close()
    finally:
        reporter.close()


def test_without_the_data_folder_one_is_told_where_it_is_needed_alone(
    data_folder: Path, open_desk: OpenDesk, monkeypatch: pytest.MonkeyPatch
):
    """Its drive is gone, say. In the window's language, and not at every look for sessions that began elsewhere."""
    monkeypatch.setattr(training_desk, "IDLE_INTERVAL_MS", 10)
    looks, usual = [], folders.runs_dir
    monkeypatch.setattr(folders, "runs_dir", lambda: looks.append(1) or usual())
    reporter = ErrorReporter()
    try:
        desk = open_desk(reporter=reporter)
        desk.window._choose("language", "zh_CN")
        away = data_folder.rename(data_folder.with_name("away"))
        data_folder.write_text("no folder")
        looks.clear()
        desk.wait(lambda: len(looks) > 3)
        assert not desk.boxes()
        QTimer.singleShot(0, lambda: desk.trigger("start_training"))
        desk.wait(desk.boxes)
        (box,) = desk.boxes()
        assert box.text().startswith("出了点问题，程序会继续运行：无法") and "Error" not in box.text()
        box.close()
        data_folder.unlink()
        away.rename(data_folder)
        desk.close()
    finally:
        reporter.close()


def test_a_log_that_can_not_be_set_aside_grows_on(data_folder: Path, monkeypatch: pytest.MonkeyPatch):
    """Windows renames nothing that another window has open."""

    def refuse(*_: object) -> None:
        raise PermissionError(errno.EACCES, "The file is used by another process")

    monkeypatch.setattr(errors, "LOG_BYTES", 1000)
    reporter = ErrorReporter()
    try:
        with monkeypatch.context() as patch:
            patch.setattr(os, "rename", refuse)
            for number in range(40):
                logging.getLogger("gui").info("line %d of about fifty letters", number)
        logged = (folders.log_dir() / LOG_FILE).read_text("utf-8")
        assert [f"line {number} of" in logged for number in range(40)] == 40 * [True]
        logging.getLogger("gui").info("a new file")
        assert "line" not in (folders.log_dir() / LOG_FILE).read_text("utf-8")
    finally:
        reporter.close()


@pytest.mark.skipif(sys.platform != "linux", reason="tells what is open as Linux does")
def test_the_log_of_two_windows_is_set_aside(data_folder: Path, monkeypatch: pytest.MonkeyPatch):
    """Windows renames nothing that another window has open."""

    def rename(old: str, new: str) -> None:
        for file in Path("/proc/self/fd").iterdir():
            assert os.path.realpath(file) != old, "The file is used by another process"
        usual(old, new)

    usual = os.rename
    monkeypatch.setattr(os, "rename", rename)
    monkeypatch.setattr(errors, "LOG_BYTES", 1000)
    one, other = ErrorReporter(), ErrorReporter()
    try:
        for number in range(40):  # both write each
            logging.getLogger("gui").info("line %d of about fifty letters", number)
        logs = sorted(folders.log_dir().glob(f"{LOG_FILE}*"))
        assert len(logs) == 3 and all(log.stat().st_size <= 1000 for log in logs)
        assert logs[0].read_text("utf-8").count("line 39 of") == 2
    finally:
        other.close()
        one.close()


def test_an_error_at_every_repaint_is_shown_once(open_desk: OpenDesk, monkeypatch: pytest.MonkeyPatch):
    reporter = ErrorReporter()
    try:
        desk = open_desk(reporter=reporter)
        failed: list[bool] = []

        def fail(*_arguments: object) -> None:
            failed.append(True)
            raise ZeroDivisionError("on purpose")

        with monkeypatch.context() as broken:
            broken.setattr(desk.window.board, "_paint_marks", fail)
            desk.wait(lambda: desk.window.board.update() or len(failed) > 2)
        assert "ZeroDivisionError" in desk.take_error()
        assert desk.boxes() == []
        desk.play()
        desk.click(12)
        assert desk.moves == 1
        desk.close()
    finally:
        reporter.close()


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


def test_a_program_of_others_is_not_hurried(desk: Desk, monkeypatch: pytest.MonkeyPatch):
    """It would be ended, and the game would stand still."""
    controller, hurried = desk.window.controller, []
    monkeypatch.setattr(type(controller.thinker), "current", property(lambda _thinker: 1))
    monkeypatch.setattr(controller.thinker, "hurry", lambda: hurried.append(True))
    for player, wanted in (("gtp:command=engine", []), ("uct:playouts=20", [True])):
        controller.players = dict.fromkeys(Color, player)
        controller.move_now()
        assert hurried == wanted and controller.program_thinks is not bool(wanted)

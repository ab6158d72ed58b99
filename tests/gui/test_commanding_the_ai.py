"""What the AI is asked for in a game: hints, moves for the user, moves at once, pauses; and a player that can't do what it is asked for."""

import threading

import pytest
from PySide6.QtCore import Qt

from ai.players.random import RandomPlayer
from ai.players.text import Options
from core.clock import TimeControl
from core.player import Decision
from core.position import Color
from gui.game.change_players import ChangePlayersDialog
from gui.game.controller import State
from gui.game.new_game import Sides
from gui.program.labels import without_letter
from gui.program.settings import HUMAN
from tests.gui.desk import SPREAD, Desk, in_dialogs, late_answer
from tests.gui.players import ENDLESS, RANDOM, UCT, SlowToLoad
from tests.patience import PATIENCE_SECONDS

Key = Qt.Key


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
    monkeypatch.setattr("gui.game.adviser.ADVISER_OF_ANY_SIZE", ENDLESS)
    desk.play(HUMAN, UCT)
    desk.key(Key.Key_P)
    desk.key(Key.Key_H)
    desk.key(Key.Key_Escape)
    assert desk.state is State.PAUSED


def test_a_move_is_played_while_a_hint_is_thought_about(desk: Desk, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("gui.game.adviser.ADVISER_OF_ANY_SIZE", ENDLESS)
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
    monkeypatch.setattr("gui.game.adviser.ADVISER_OF_ANY_SIZE", ENDLESS)
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


def test_forbidden_points_are_the_users_while_the_ai_thinks(desk: Desk):
    """They would flash from the one side's to the other's and back."""
    board = desk.window.board
    desk.play(HUMAN, ENDLESS)
    assert board._marked_side is Color.BLACK
    desk.click(12)
    desk.wait_for_thoughts()
    assert desk.position.to_move is Color.WHITE and board._marked_side is Color.BLACK
    desk.play(HUMAN, HUMAN)
    desk.click(12)
    assert board._marked_side is Color.WHITE, "between humans whoever is to move looks at the board"


def test_a_move_that_is_hurried_before_its_player_has_begun_is_made(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
):
    loaded = threading.Event()
    monkeypatch.setattr(RandomPlayer, "prepare", lambda _self, _size: loaded.wait(PATIENCE_SECONDS))
    monkeypatch.setattr("gui.game.adviser.ADVISER_OF_ANY_SIZE", "random:seed=3")
    desk.play(HUMAN, RANDOM)
    desk.trigger("hint")
    desk.wait(lambda: desk.state is State.LOADING)
    desk.trigger("move_for_me")
    desk.trigger("move_now")
    loaded.set()
    desk.wait(lambda: desk.moves == 2)
    assert desk.state is State.YOUR_TURN


def test_a_move_for_me_is_the_advisers_whoever_the_opponent_is(desk: Desk, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("gui.game.adviser.ADVISER_OF_ANY_SIZE", "uct:playouts=20,seed=1")
    desk.play(HUMAN, RANDOM)
    desk.trigger("move_for_me")
    desk.wait(lambda: desk.moves == 2 and desk.state is State.YOUR_TURN)
    by = [node.analysis and node.analysis.by for node in desk.window.controller.game.root.subtree()]
    assert by[0] == "uct:playouts=20,seed=1", "the position before its move"


def test_a_hint_is_asked_for_in_the_game_alone(desk: Desk, monkeypatch: pytest.MonkeyPatch):
    """Who looks back keeps their place, and is told."""
    monkeypatch.setattr("gui.game.adviser.ADVISER_OF_ANY_SIZE", "uct:playouts=20,seed=1")
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
    worker.failed.emit(old, "an old complaint", "", False)
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


def test_a_hint_that_waits_for_what_is_compiled_says_so(desk: Desk, monkeypatch: pytest.MonkeyPatch):
    player = SlowToLoad(Options(RANDOM))
    monkeypatch.setattr("gui.game.worker.make_player", lambda text: player)
    monkeypatch.setattr("core.kernel_cache.is_ready", lambda: False)
    desk.play()
    desk.key(Key.Key_H)
    desk.wait(lambda: desk.notice.startswith("Getting ready for hints. The first time on this computer"))
    player.loaded.set()
    desk.wait(lambda: desk.window.board._hint is not None)


@pytest.mark.parametrize(
    ("size", "text", "long"), [(19, "policy", True), (9, "policy", False), (19, RANDOM, False)]
)
def test_a_network_that_is_loaded_for_a_large_board_says_how_long_that_takes(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, size: int, text: str, long: bool
):
    player = SlowToLoad(Options(RANDOM))
    monkeypatch.setattr("gui.game.worker.make_player", lambda text: player)
    monkeypatch.setattr("core.kernel_cache.is_ready", lambda: True)
    desk.play(text, HUMAN, size=size)
    desk.wait(lambda: desk.notice.startswith("Loading the player of Black"))
    assert ("up to a minute" in desk.notice) is long
    player.loaded.set()
    desk.wait_for_turn()


def test_a_program_of_others_is_not_hurried(desk: Desk, monkeypatch: pytest.MonkeyPatch):
    """It would be ended, and the game would stand still."""
    controller, hurried = desk.window.controller, []
    monkeypatch.setattr(controller.thinker, "ask", lambda *_request: None)
    monkeypatch.setattr(controller.thinker, "hurry", lambda: hurried.append(True))
    for player, wanted in (("gtp:command=engine", []), ("uct:playouts=20", [True])):
        desk.play(player, player)
        controller.move_now()
        assert hurried == wanted and controller.program_thinks is not bool(wanted)

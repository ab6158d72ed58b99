"""Looking back at a game, also while it is played: by keys and clicks, and what is said and shown meanwhile."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

from ai.players.random import RandomPlayer
from core.player import Decision
from gui.board.overlays import Forbidden
from gui.game.controller import State
from gui.program.settings import HUMAN
from tests.gui.desk import SPREAD, Desk
from tests.gui.players import ENDLESS, RANDOM

Key = Qt.Key


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


def test_a_move_that_is_pressed_but_not_clicked_is_not_marked(desk: Desk):
    """The board goes on showing another one."""
    desk.play()
    desk.click(12, 0)
    history, button = desk.window.history, Qt.MouseButton.LeftButton
    first, second = (history.visualItemRect(history.item(row)).center() for row in (0, 1))
    desk.qtbot.mousePress(history.viewport(), button, pos=first)
    desk.qtbot.mouseRelease(history.viewport(), button, pos=second)
    assert history.currentRow() == desk.window.controller.game.cursor.number == 2


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


def test_each_message_stands_in_one_place(desk: Desk):
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


def test_a_message_is_gone_once_another_command_is_given(desk: Desk):
    """ "Saved" beside all that is done later at the same position would seem to speak of that."""
    said = "The picture of the board is in the clipboard."
    desk.play()
    for _ in range(2):
        desk.trigger("copy_picture")
        assert desk.notice.startswith(said), "each time it is news"
    desk.trigger("show_numbers")
    assert said not in desk.notice


def test_a_message_that_an_ai_leaves_no_time_to_read_goes_on_below(desk: Desk):
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
    assert desk.window.board._forbidden is Forbidden.ONE_SIDE, "a newcomer's first game has them marked"
    desk.trigger("show_forbidden")
    assert desk.window.board._forbidden is Forbidden.NONE
    kept = desk.settings_kept()
    assert kept.show_numbers and not kept.show_forbidden


def test_the_next_move_of_the_record_is_ringed_unless_that_is_switched_off(desk: Desk):
    desk.play()
    desk.click(*SPREAD[:3])
    board = desk.window.board
    assert board._next_move is None, "nobody has played it yet"
    desk.key(Key.Key_Left)
    assert board._next_move == SPREAD[2]
    desk.trigger("show_next")
    assert board._next_move is None and not desk.settings_kept().show_next
    desk.trigger("show_next")
    assert board._next_move == SPREAD[2]
    desk.key(Key.Key_Right)
    assert board._next_move is None
    desk.trigger("undo")
    assert desk.moves == 2 and board._next_move is None, "it would look like advice to play that again"

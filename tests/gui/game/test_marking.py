"""Marking points: a mode of the board in which the game goes on."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QMessageBox

from core import records
from core.marks import Label, Mark, Shape
from gui.game.controller import State
from gui.main_window import MainWindow
from gui.program.settings import HUMAN
from tests.gui.desk import Desk, OpenDesk, answer, choose_file

CTRL = Qt.KeyboardModifier.ControlModifier


def marks(desk: Desk) -> dict[int, Mark]:
    """Those of the position that is looked at; the board shows the same."""
    there = desk.window.controller.game.cursor.marks
    assert desk.window.board._marks == there
    return there


def choose_kind(desk: Desk, kind: Shape | Label) -> None:
    desk.qtbot.mouseClick(desk.window.mark_bar._tools[kind], Qt.MouseButton.LeftButton)
    assert desk.window.mark_bar.kind is kind


def test_clicks_set_marks_and_take_them_off(desk: Desk):
    desk.play()
    desk.click(12)
    desk.trigger("mark_points")
    desk.click(12, 0)
    for kind, points in ((Label.LETTER, (1, 2, 3)), (Label.NUMBER, (4, 5)), (Shape.CROSS, (0,))):
        choose_kind(desk, kind)
        desk.click(*points)
    assert marks(desk) == {12: Shape.TRIANGLE, 0: Shape.CROSS, 1: "A", 2: "B", 3: "C", 4: "1", 5: "2"}
    choose_kind(desk, Label.LETTER)
    desk.click(1, 3, 20)
    assert marks(desk) == {12: Shape.TRIANGLE, 0: Shape.CROSS, 2: "B", 4: "1", 5: "2", 20: "A"}
    clear = desk.window.mark_bar.clear
    desk.qtbot.mouseClick(clear, Qt.MouseButton.LeftButton)
    assert marks(desk) == {} and not clear.isEnabled()
    assert desk.moves == 1 and desk.position.at(0) is None


def test_all_is_done_with_keys(desk: Desk):
    """The kinds have the keys 1 to 6; in a comment these write."""
    desk.play()
    board = desk.window.board
    desk.key(Qt.Key.Key_M)
    assert board.hasFocus() and "Return marks it" in board.accessibleDescription()
    desk.qtbot.keyClick(board, Qt.Key.Key_Right, CTRL)
    for key, mark in zip("123456", (*Shape, "A", "1"), strict=True):
        desk.key(Qt.Key(ord(key)))
        desk.wait(lambda mark=mark: board._hover_mark == mark)
        desk.qtbot.keyClick(board, Qt.Key.Key_Return)
        assert marks(desk) == {12: mark}
    assert board.accessibleDescription() == "C3, empty, label 1"
    desk.qtbot.keyClick(board, Qt.Key.Key_Return)
    assert marks(desk) == {} and board.accessibleDescription() == "C3, empty"
    desk.trigger("comment")
    desk.qtbot.keyClicks(desk.window.tree.comment, "12")
    assert desk.window.controller.game.cursor.comment == "12"
    desk.key(Qt.Key.Key_Escape)
    assert not desk.window.mark_bar.active and board._hover_mark is None
    desk.click(12)
    assert desk.moves == 1


@pytest.mark.parametrize(
    "leave",
    [
        lambda window: window.commands.actions["mark_points"].trigger(),
        lambda window: window.mark_bar.finish.click(),
        lambda window: window.commands.actions["set_up_position"].trigger(),
    ],
    ids=["command", "button", "setting up"],
)
def test_the_mode_is_left(desk: Desk, leave: Callable[[MainWindow], None]):
    window = desk.window
    desk.play()
    desk.trigger("mark_points")
    command = window.commands.actions["mark_points"]
    assert command.isChecked() and window.mark_bar.isVisible() and not window.balance.isVisible()
    leave(window)
    assert not command.isChecked() and not window.mark_bar.isVisible()
    setting_up = window.setup_bar.active
    assert window.balance.isVisible() is not setting_up and command.isEnabled() is not setting_up
    assert "marks" not in desk.notice
    desk.click(12)
    assert window.controller.game.root.marks == {}


def test_the_game_goes_on_while_points_are_marked(desk: Desk):
    """Neither the AI that thinks nor what was played is touched. Esc is then the bar's, and the key that takes back does nothing."""
    desk.play(HUMAN, "uct:seconds=1000")
    desk.click(12)
    desk.wait_for_thoughts()
    desk.trigger("mark_points")
    assert desk.notice.startswith("A click marks a point or takes its mark off. White: the AI is thinking")
    desk.click(0)
    desk.key(Qt.Key.Key_Z, CTRL)
    assert marks(desk) == {0: Shape.TRIANGLE}
    desk.key(Qt.Key.Key_Escape)
    assert not desk.window.mark_bar.active
    assert desk.state is State.THINKING and desk.position.moves == (12,)
    desk.trigger("stop")


def test_marks_belong_to_the_position_that_is_looked_at(desk: Desk):
    """In a game that is over a click would try a move there."""
    desk.play("random", "random:seed=1")
    desk.wait_for_end()
    nodes = len(list(desk.window.controller.game.root.subtree()))
    desk.trigger("to_start")
    desk.trigger("mark_points")
    assert "Click to try a move" not in desk.notice
    desk.click(3)
    desk.trigger("forward")
    assert marks(desk) == {}
    desk.click(4, 5)
    desk.key(Qt.Key.Key_Left)
    assert marks(desk) == {3: Shape.TRIANGLE}
    first = desk.window.controller.game.main_line()[1]
    assert first.marks == dict.fromkeys((4, 5), Shape.TRIANGLE)
    assert len(list(desk.window.controller.game.root.subtree())) == nodes
    desk.trigger("mark_points")
    assert "Click to try a move" in desk.notice


def test_marks_are_saved_and_there_again(
    desk: Desk, open_desk: OpenDesk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    path = tmp_path / "study.sgf"
    choose_file(monkeypatch, path)
    desk.play()
    desk.click(12)
    desk.trigger("save_file")
    assert not desk.window.isWindowModified()
    desk.trigger("mark_points")
    desk.click(0)
    choose_kind(desk, Label.LETTER)
    desk.click(1)
    assert desk.window.isWindowModified(), "the file lacks them"
    desk.trigger("save_file")
    assert not desk.window.isWindowModified()
    (read,) = records.load(path)
    assert read.game.cursor.marks == {0: Shape.TRIANGLE, 1: "A"}
    desk.click(2)
    desk.wait(lambda: desk.window.autosave.up_to_date)
    desk.drop()
    again = open_desk()
    assert marks(again) == {0: Shape.TRIANGLE, 1: "A", 2: "B"}


def test_a_game_with_marks_is_not_left_unasked(desk: Desk, monkeypatch: pytest.MonkeyPatch):
    """As one with comments."""
    asked = answer(monkeypatch, QMessageBox.StandardButton.Cancel)
    desk.play("random", "random:seed=1")
    desk.wait_for_end()
    assert not desk.window.files.leaving.unsaved
    desk.trigger("mark_points")
    desk.click(0)
    desk.trigger("rematch")
    assert len(asked) == 1 and marks(desk) == {0: Shape.TRIANGLE}


def test_what_was_tried_stays_if_it_is_marked(desk: Desk):
    desk.play("random", "random:seed=1")
    desk.wait_for_end()
    desk.trigger("to_start")
    desk.click(0 if desk.window.controller.game.main_line()[1].move else 1)
    tried = desk.window.controller.game.cursor
    desk.trigger("mark_points")
    desk.click(0)
    desk.trigger("mark_points")
    desk.trigger("undo")
    assert tried in desk.window.controller.game.root.children


def test_the_next_mark_is_seen_under_the_mouse(desk: Desk):
    desk.play()
    board = desk.window.board
    before = board.grab().toImage()
    desk.trigger("mark_points")
    desk.qtbot.mouseMove(board, board.point_center(7).toPoint())
    assert board.grab().toImage() != before
    assert board.cursor().shape() is Qt.CursorShape.PointingHandCursor


def test_a_move_of_the_book_is_played_all_the_same(desk: Desk):
    desk.play()
    desk.trigger("mark_points")
    desk.window.book.panel.move_chosen.emit(12)
    assert desk.moves == 1 and marks(desk) == {}


@pytest.mark.parametrize("language", ["en", "zh_CN"])
@pytest.mark.parametrize("size", [(900, 560), (1366, 740)])
def test_the_board_stays_where_it_is_while_points_are_marked(
    desk: Desk, size: tuple[int, int], language: str
):
    window = desk.window
    desk.choose("language", language)
    window.resize(*size)
    QApplication.processEvents()
    before = window.size(), window.board.geometry()
    for _ in range(2):
        desk.trigger("mark_points")
        QApplication.processEvents()
        assert (window.size(), window.board.geometry()) == before

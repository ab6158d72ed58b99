"""The tree of variations, its comments, and positions set up by hand."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QRect, Qt
from PySide6.QtGui import QHelpEvent, QInputMethodEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMessageBox, QToolTip, QWidget
from pytestqt.qtbot import QtBot

from core import records
from core.game import Game, Node
from core.points import point_name
from core.position import Color, Position, Size
from core.records import sgf
from gui.game.controller import State
from gui.game.tree import STEP, TreeView, lay_out
from gui.program.settings import HUMAN
from gui.records import played
from tests.gui.desk import DROP_STONES, Desk, answer
from tests.gui.players import RANDOM

Key = Qt.Key


def click_node(desk: Desk, node: Node) -> None:
    place = desk.window.tree.view.node_center(node)
    desk.qtbot.mouseClick(desk.window.tree.view.viewport(), Qt.MouseButton.LeftButton, pos=place)


def branched(desk: Desk) -> tuple[Node, Node]:
    """Two people at a board where a move was taken back and another played: the line left and the line played."""
    desk.play()
    desk.window.docks["tree"].raise_()
    desk.click(0, 2, 4)
    left = desk.window.controller.match.head
    desk.trigger("undo")
    desk.click(6, 8)
    return left, desk.window.controller.match.head


def test_lines_are_laid_out_without_two_nodes_in_one_place():
    game = Game(Size(3, 3))
    for line in ((0, 2, 4), (0, 2, 6), (0, 8), (1, 3), (0, 2, 4, 6)):
        game.to_start()
        for point in line:
            game.play(point)
    places = lay_out(game.root)
    assert len(set(places.values())) == len(places) == len(list(game.root.subtree()))
    assert [places[node] for node in game.main_line()] == [(column, 0) for column in range(5)]
    for node, (column, row) in places.items():
        assert column == node.number
        assert node.parent is None or row >= places[node.parent][1]


def test_a_very_long_game_is_laid_out():
    root = node = Node(Game(Size(3, 3)).root.position)
    for _ in range(5000):
        node.children.append(Node(root.position, node, 0))
        node = node.children[0]
    assert lay_out(root)[node] == (5000, 0)


def bushy(seed: int) -> Game:
    """A game of many variations."""
    random, game = np.random.default_rng(seed), Game(Size(9, 9))
    while sum(1 for _ in game.root.subtree()) < 600:
        game.go_to(random.choice(np.array(game.main_line()[:30], object)))
        for _ in range(random.integers(1, 30)):
            if game.position.is_over:
                break
            game.play(int(random.choice(game.position.legal_moves())))
    return game


@pytest.mark.parametrize("seed", range(3))
def test_no_more_of_a_large_tree_is_drawn_than_is_seen(qtbot: QtBot, seed: int):
    """A node left out is not seen, nor is more of the line to it than of that to another node drawn, which comes down the same way."""
    game, view = bushy(seed), TreeView()
    qtbot.addWidget(view)
    view.show_game(game, game.root)
    most = 0
    for left, top in np.random.default_rng(seed).integers(0, (700, 1200), (40, 2)).tolist():
        seen = QRect(left, top, 200, 150)
        drawn = set(view._in_sight(seen))
        most = max(most, len(drawn))
        for (column, row), node in view._nodes.items():
            if (column, row) in drawn or node.parent is None:
                continue
            assert not seen.contains(column * STEP + STEP, row * STEP + STEP)
            first = view._places[node.parent][1]
            if seen.intersects(QRect(column * STEP, first * STEP, 2 * STEP, (row - first + 2) * STEP)):
                beside = [view._places[other] for other in node.parent.children]
                assert any(
                    seen.bottom() < other[1] * STEP <= row * STEP for other in beside if other in drawn
                )
    assert 0 < most < 150


def test_a_node_is_clicked(desk: Desk):
    left, head = branched(desk)
    click_node(desk, left)
    assert desk.window.controller.game.cursor is left
    assert (
        desk.notice
        == "You are looking at move 3 of a variation. In the game, Black to move: “Back to the game” leads there."
    )
    assert desk.window.controller.match.head is head


def test_the_right_button_chooses_a_node_and_offers_what_can_be_done(desk: Desk):
    desk.play()
    desk.click(12, 0, 4)
    view = desk.window.tree.view
    node = desk.window.controller.game.root.children[0]
    desk.window.docks.bring_up("tree")
    desk.qtbot.mouseClick(view.viewport(), Qt.MouseButton.RightButton, pos=view.node_center(node))
    assert desk.window.controller.game.cursor is node
    assert [action.objectName() for action in view.actions()] == [
        "comment",
        "play_from_here",
        "promote",
        "delete_variation",
    ]


def test_up_and_down_go_to_the_variation_beside(desk: Desk):
    left, _head = branched(desk)
    desk.key(Key.Key_Left)
    desk.window.tree.view.setFocus()
    beside = desk.window.controller.game.cursor
    desk.qtbot.keyClick(desk.window.tree.view, Key.Key_Down)
    assert desk.window.controller.game.cursor is left
    desk.qtbot.keyClick(desk.window.tree.view, Key.Key_Up)
    assert desk.window.controller.game.cursor is beside


def test_a_comment_is_written_and_kept(desk: Desk, open_desk: Callable[..., Desk]):
    left, _ = branched(desk)
    click_node(desk, left)
    desk.qtbot.keyClicks(desk.window.tree.comment, "too early, h p")
    assert left.comment == "too early, h p"
    assert desk.window.controller.game.cursor is left and not desk.window.controller.paused
    desk.key(Key.Key_Home)
    assert desk.window.tree.comment.toPlainText() == ""
    desk.close()
    again = open_desk().window.controller.game
    assert [node.comment for node in again.root.subtree() if node.comment] == ["too early, h p"]


def test_a_command_leads_to_the_comment(desk: Desk):
    desk.window.docks.bring_up("history")
    desk.key(Qt.Key.Key_D, Qt.KeyboardModifier.ControlModifier)
    desk.wait(desk.window.tree.comment.hasFocus)
    desk.qtbot.keyClicks(QApplication.focusWidget(), "here")
    assert desk.window.controller.game.cursor.comment == "here"


@pytest.mark.parametrize("floating", [False, True])
def test_what_a_key_does_in_a_text_it_does_in_the_comment(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, floating: bool
):
    """And no harm to the game, also where the dock is a window of its own."""
    answer(monkeypatch, QMessageBox.StandardButton.Yes)
    _left, head = branched(desk)
    dock, comment = desk.window.docks["tree"], desk.window.tree.comment
    dock.setFloating(floating)
    dock.activateWindow()
    comment.setFocus()
    desk.wait(comment.hasFocus)
    desk.qtbot.keyClicks(comment, "too early")
    for key in (Key.Key_PageUp, Key.Key_Home, Key.Key_PageDown):
        desk.qtbot.keyClick(comment, key)
    desk.qtbot.keyClick(comment, Key.Key_Backspace, Qt.KeyboardModifier.ControlModifier)
    desk.qtbot.keyClick(comment, Key.Key_Home)
    desk.qtbot.keyClick(comment, Key.Key_Delete, Qt.KeyboardModifier.ControlModifier)
    assert desk.window.controller.game.cursor is head is desk.window.controller.match.head
    assert head.comment == "early"


def moved_by_ais(desk: Desk) -> Node:
    """After one move of theirs the next."""
    desk.window.controller.step()
    desk.wait(lambda: desk.state is State.PAUSED)
    return desk.window.controller.game.cursor


def compose(comment: QWidget, letters: str, word: str = "") -> None:
    """As an input method does it."""
    event = QInputMethodEvent(letters, [])
    event.setCommitString(word)
    QApplication.sendEvent(comment, event)


def test_a_comment_that_is_being_written_stays_where_play_goes_on(desk: Desk):
    """And its position with it, until the field is left."""
    desk.window.docks["tree"].raise_()
    desk.play("random:seed=1", "random:seed=2")
    first, comment = moved_by_ais(desk), desk.window.tree.comment
    comment.setFocus()
    desk.qtbot.keyClicks(comment, "too ")
    moved_by_ais(desk)
    third = moved_by_ais(desk)
    desk.qtbot.keyClicks(comment, "early")
    assert first.comment == comment.toPlainText() == "too early"
    desk.window.tree.view.setFocus()
    assert comment.toPlainText() == third.comment == ""
    comment.setFocus()
    compose(comment, "tai zao")
    fourth = moved_by_ais(desk)
    compose(comment, "", "太早")
    assert (third.comment, fourth.comment) == ("太早", "")


def test_a_position_gets_a_name_that_stays_with_it(desk: Desk, open_desk: Callable[..., Desk]):
    """It counts as a change, is told in the tree, and is there again at the next start."""
    left, _ = branched(desk)
    click_node(desk, left)
    name, files = desk.window.tree.name, desk.window.files
    files.belonging.to_nothing()
    assert not files.belonging.modified
    desk.qtbot.keyClicks(name, "too early, h p ")
    assert left.name == "too early, h p" and files.belonging.modified and files.leaving.unsaved
    assert desk.window.controller.game.cursor is left and not desk.window.controller.paused
    desk.qtbot.keyClick(name, Key.Key_Return)
    assert desk.window.tree.comment.hasFocus()
    desk.qtbot.keyClicks(desk.window.tree.comment, "1 < 2")
    assert tip_of(desk, left) == "<p>too early, h p<br>1 &lt; 2</p>"
    desk.window.controller.mark(left, {0: "A", 1: "B"})
    assert tip_of(desk, left) == "<p>too early, h p<br>1 &lt; 2<br>Marked points: 2</p>"
    desk.key(Key.Key_Home)
    assert name.text() == ""
    desk.close()
    again = open_desk().window.controller.game
    assert [node.name for node in again.root.subtree() if node.name] == ["too early, h p"]


def test_keys_that_walk_leave_a_name_that_is_being_written_alone(desk: Desk):
    """What is typed next would belong to another position. A name has one line, also where more are pasted."""
    left, _ = branched(desk)
    click_node(desk, left)
    name = desk.window.tree.name
    name.setFocus()
    for key in (Key.Key_Up, Key.Key_PageUp, Key.Key_PageDown, Key.Key_Down):
        desk.qtbot.keyClick(name, key)
        assert desk.window.controller.game.cursor is left
    QApplication.clipboard().setText("one\ntwo")
    name.paste()
    assert left.name == "one two"


def tip_of(desk: Desk, node: Node) -> str:
    """What is told where the pointer rests on a node."""
    view = desk.window.tree.view.viewport()
    place = desk.window.tree.view.node_center(node)
    QToolTip.hideText()
    QApplication.sendEvent(view, QHelpEvent(QEvent.Type.ToolTip, place, view.mapToGlobal(place)))
    return QToolTip.text()


def test_a_name_that_is_being_written_stays_where_play_goes_on(desk: Desk):
    desk.window.docks["tree"].raise_()
    desk.play("random:seed=1", "random:seed=2")
    first, name = moved_by_ais(desk), desk.window.tree.name
    name.setFocus()
    desk.qtbot.keyClicks(name, "The ")
    moved_by_ais(desk)
    desk.qtbot.keyClicks(name, "corner")
    assert first.name == name.text() == "The corner"
    desk.window.tree.view.setFocus()
    assert name.text() == ""
    name.setFocus()
    second = desk.window.controller.game.cursor
    compose(name, "jiao")
    third = moved_by_ais(desk)
    compose(name, "", "角")
    assert (second.name, third.name) == ("角", "")


def test_a_try_that_has_a_name_stays_when_it_is_taken_back(desk: Desk):
    desk.play("random:seed=1", "random:seed=2")
    desk.wait_for_end()
    controller = desk.window.controller
    controller.to_start()
    desk.click(controller.game.position.legal_moves()[-1])
    tried = controller.game.cursor
    controller.call(tried, "A try")
    desk.trigger("undo")
    assert tried in controller.game.root.children


def test_who_goes_from_a_comment_in_a_window_of_its_own_to_the_board_has_left_it(desk: Desk):
    dock, comment = desk.window.docks["tree"], desk.window.tree.comment
    desk.play("random:seed=1", "random:seed=2")
    dock.setFloating(True)
    first = moved_by_ais(desk)
    dock.activateWindow()
    comment.setFocus()
    desk.wait(comment.hasFocus)
    desk.qtbot.keyClicks(comment, "too early")
    desk.window.activateWindow()
    desk.window.board.setFocus()
    desk.wait(desk.window.board.hasFocus)
    moved_by_ais(desk)
    assert first.comment == "too early" and comment.toPlainText() == ""


def test_a_variation_stays_in_the_list_though_the_game_goes_on_elsewhere(desk: Desk):
    """While its beginning is looked at."""
    left, head = branched(desk)
    controller = desk.window.controller
    controller.go_to(left)
    controller.walk(-1)
    controller._play(10)  # as an AI does that has thought until now
    assert controller.match.head.parent is head
    assert controller.game.cursor is left.parent and controller.game.line_shown()[-1] is left


def test_who_walks_on_from_a_comment_writes_the_next(desk: Desk):
    """By buttons of the tool bar, which leave the focus to the field; and who has written nothing follows play."""
    desk.window.docks["tree"].raise_()
    desk.play("random:seed=1", "random:seed=2")
    first, comment = moved_by_ais(desk), desk.window.tree.comment
    comment.setFocus()
    second = moved_by_ais(desk)
    desk.qtbot.keyClicks(comment, "bad")
    desk.trigger("back")
    desk.qtbot.keyClicks(comment, "good")
    assert comment.hasFocus() and (first.comment, second.comment) == ("good", "bad")
    desk.trigger("forward")
    assert comment.toPlainText() == "bad"


def test_a_variation_is_promoted_and_play_goes_on_from_its_end(desk: Desk):
    left, _head = branched(desk)
    click_node(desk, left)
    desk.trigger("promote")
    assert desk.window.controller.game.main_line()[-1] is left
    assert desk.window.controller.match.head is left
    desk.click(10)
    assert desk.position.moves == (0, 2, 4, 10)


def test_play_does_not_stand_in_a_deleted_branch(desk: Desk, monkeypatch: pytest.MonkeyPatch):
    left, head = branched(desk)
    click_node(desk, left)
    desk.trigger("delete_variation")
    assert left not in desk.window.controller.game.root.subtree()
    assert desk.window.controller.match.head is head
    desk.key(Key.Key_End)
    desk.key(Key.Key_Left)
    said = answer(monkeypatch, QMessageBox.StandardButton.No, QMessageBox.StandardButton.Yes)
    desk.trigger("delete_variation")
    assert desk.position.moves == (0, 2, 6, 8), "Enter alone takes nothing away"
    desk.trigger("delete_variation")
    assert desk.position.moves == (0, 2)
    assert said == ["Delete move 3 and what follows it (positions: 2)? They can't be brought back."] * 2
    desk.click(12)
    assert desk.position.moves == (0, 2, 12)


def test_deleting_while_the_ai_thinks_there_gives_its_answer_up(desk: Desk):
    desk.play(HUMAN, "uct:seconds=1000")
    desk.click(12)
    desk.wait_for_thoughts()
    desk.trigger("delete_variation")
    assert desk.moves == 0 and desk.state is State.YOUR_TURN
    assert desk.window.controller.thinker.current is None


def test_play_goes_on_from_a_position_of_the_past(desk: Desk):
    left, _ = branched(desk)
    click_node(desk, left)
    desk.trigger("play_from_here")
    desk.click(10)
    assert desk.position.moves == (0, 2, 4, 10)


def test_a_key_that_is_held_down_deletes_once(desk: Desk, monkeypatch: pytest.MonkeyPatch):
    answer(monkeypatch, QMessageBox.StandardButton.Yes)
    _left, head = branched(desk)
    for held in (False, True, True):
        QTest.simulateEvent(
            desk.window.board, True, Key.Key_Delete, Qt.KeyboardModifier.ControlModifier, "", held
        )
    assert desk.window.controller.match.head is head.parent


def test_play_goes_on_by_its_key_though_a_point_is_chosen(desk: Desk):
    branched(desk)
    board, control = desk.window.board, Qt.KeyboardModifier.ControlModifier
    board.setFocus()
    desk.qtbot.keyClick(board, Key.Key_Right, control)
    desk.qtbot.keyClick(board, Key.Key_Left)
    desk.qtbot.keyClick(board, Key.Key_Return, control)
    assert desk.position.moves == (0, 2, 6)
    desk.qtbot.keyClick(board, Key.Key_Return)
    assert desk.position.moves == (0, 2, 6, 12)


# --- trying something else in a game that stands still -------------------------------------------------------------------


def turn_marked(desk: Desk) -> list[Color]:
    """Whose name bears the triangle."""
    return [color for color, label in desk.window.players._turn.items() if label.text()]


def test_in_a_paused_game_of_a_human_moves_are_tried_beside_it(desk: Desk):
    """Nobody answers, and the players' panel says whose turn it is there; the game goes on where it stood."""
    controller = desk.window.controller
    desk.play(HUMAN, "uct:playouts=20,seed=1")
    desk.click(12)
    desk.wait_for_turn()
    moves = desk.position.moves
    desk.click_history(1)
    desk.click(24)
    assert controller.game.cursor.number == 1, "not while it is played"
    desk.trigger("pause")
    assert desk.notice == "You are looking back at move 1. Click to try a move; the game is not changed."
    desk.click(free := next(point for point in (20, 24) if point != moves[1]))
    assert controller.game.cursor.move == free and desk.position.moves == moves
    assert desk.notice == "Trying something else. Black to move: your turn."
    assert turn_marked(desk) == [Color.BLACK]
    desk.click(4)
    assert desk.notice == "Trying something else. White to move: your turn."
    assert turn_marked(desk) == [Color.WHITE], "in the game it is Black's turn"
    desk.qtbot.mouseClick(desk.window.notices.row.back, Qt.MouseButton.LeftButton)
    assert controller.live and turn_marked(desk) == [Color.BLACK]
    assert [node.move for node in controller.game.main_line()[1:]] == [*moves]
    desk.click(4)
    assert desk.position.moves[:3] == (*moves, 4)


def try_beside(desk: Desk, point: int) -> None:
    desk.click_history(1)
    desk.click(point)
    assert desk.notice == "Trying something else. Black to move: your turn."
    assert desk.position.moves == (0, 12, 24)


def test_in_a_record_without_a_result_moves_are_tried_at_the_next_start_too(
    desk: Desk, tmp_path: Path, open_desk: Callable[..., Desk]
):
    path = tmp_path / "open.sgf"
    path.write_text("(;GM[1]FF[4]SZ[5]PB[Li]PW[Wang];B[aa];W[cc];B[ee])", "utf-8")
    desk.window.files.opening.open_path(path)
    try_beside(desk, 4)
    desk.wait(lambda: desk.window.autosave.up_to_date)
    desk.drop()
    again = open_desk()
    try_beside(again, 20)
    again.trigger("to_end")
    again.click(4)
    assert again.position.moves == (0, 12, 24, 4), "at its end a click plays on"


def slanted(desk: Desk) -> list[str]:
    """The rows of the list of moves that stand for none of the game's."""
    items = (desk.window.history.item(row) for row in range(desk.window.history.count()))
    return [item.text() for item in items if item.font().italic()]


def test_a_game_that_goes_on_leaves_what_was_tried_beside_it(desk: Desk):
    """The board shows where play stands, and the moves that were tried are told from the game's."""
    controller = desk.window.controller
    desk.play()
    desk.click(0, 2, 4, 6)
    desk.key(Key.Key_P)
    desk.click_history(2)
    desk.click(8, 10)
    assert slanted(desk) == ["3.  D4", "4.  A3"]
    tried = controller.game.cursor
    desk.key(Key.Key_P)
    assert controller.live and desk.notice == "Black to move: your turn." and slanted(desk) == []
    assert [node.move for node in controller.game.main_line()[1:]] == [0, 2, 4, 6]
    click_node(desk, tried)
    assert desk.notice == (
        "You are looking at move 4 of a variation. In the game, Black to move: “Back to the game” leads there."
    )


def test_what_was_tried_beside_a_game_is_taken_back(desk: Desk):
    """What is left of it are no rings and no branches; where it goes on, or bears a comment, nothing of it is lost."""
    controller, board = desk.window.controller, desk.window.board
    desk.play()
    desk.click(0, 2, 4, 6)
    desk.key(Key.Key_P)
    desk.click_history(2)
    before = controller.game.cursor
    desk.click(8, 10)
    tried = controller.game.cursor.parent
    assert tried is not None
    for looked_at in (tried, before):
        desk.trigger("undo")
        assert controller.game.cursor is looked_at
    assert [child.move for child in before.children] == [4] and board._next_move == 4
    assert not desk.window.commands.actions["undo"].isEnabled(), "the game's own moves stay"
    desk.click(8, 10)
    desk.key(Key.Key_Left)
    desk.trigger("undo")
    assert controller.game.cursor is before and board._next_move == 4
    assert [len(child.children) for child in before.children] == [1, 1]


def test_a_variation_of_a_record_without_a_result_is_not_taken_out_of_it(desk: Desk, tmp_path: Path):
    path = tmp_path / "open.sgf"
    path.write_text("(;GM[1]FF[4]SZ[5]PB[Li]PW[Wang];B[aa](;W[cc];B[ee])(;W[ea]))", "utf-8")
    desk.window.files.opening.open_path(path)
    game = desk.window.controller.game
    click_node(desk, game.root.children[0].children[1])
    desk.trigger("undo")
    assert game.cursor.number == 1 and len(game.cursor.children) == 2
    assert desk.window.board._next_move == 12


# --- trying something else in a game that is over ------------------------------------------------------------------------


def resigned(desk: Desk) -> list[Node]:
    """Two people, four moves, then Black gave up: the game's nodes."""
    desk.play()
    desk.click(0, 2, 4, 6)
    desk.window.controller.resign()
    return desk.window.controller.game.main_line()


def test_a_click_on_the_past_of_a_game_that_is_over_tries_another_move(desk: Desk):
    moves = resigned(desk)
    desk.click_history(2)
    assert desk.notice == "You are looking back at move 2. Click to try a move; the game is not changed."
    desk.choose("language", "zh_CN")
    desk.wait(lambda: "。" in desk.notice)
    assert "。 " not in desk.notice, "Chinese has no space between sentences"
    desk.choose("language", "en")
    desk.click(8)
    assert desk.position.moves == (0, 2, 8)
    assert desk.notice == "Trying something else. White to move: your turn."
    desk.click(10)
    assert desk.window.history.item(5) is None, "what is tried has no result yet"
    game = desk.window.controller.game
    assert game.main_line() == moves and game.result is not None
    assert b"RE[W+R]" in sgf.write(game)
    desk.qtbot.mouseClick(desk.window.notices.row.back, Qt.MouseButton.LeftButton)
    assert desk.window.controller.match.head is moves[-1] and desk.state is State.OVER
    assert not desk.window.notices.row.back.isVisible()


@pytest.mark.parametrize("command", ["undo", "delete_variation"])
def test_without_what_a_click_has_tried_the_game_is_looked_at_as_before(
    desk: Desk, command: str, monkeypatch: pytest.MonkeyPatch
):
    answer(monkeypatch, QMessageBox.StandardButton.Yes)
    moves = resigned(desk)
    controller, board = desk.window.controller, desk.window.board
    desk.click_history(2)
    said = desk.notice
    assert board._next_move == 4
    desk.click(8, 10)
    desk.trigger("undo")
    assert controller.match.trying and desk.position.moves == (0, 2, 8)
    desk.trigger(command)
    assert not controller.match.trying and controller.game.cursor is moves[2]
    assert controller.match.head is moves[-1] and desk.state is State.OVER
    assert desk.notice == said and board._next_move == 4, "the ring where the game went on"
    assert not desk.window.commands.actions["undo"].isEnabled(), "the game's own moves stay"


def tree_of(desk: Desk) -> list[int | None]:
    return [node.move for node in desk.window.controller.game.root.subtree()]


def test_what_was_tried_in_a_game_that_is_over_is_taken_back_with_its_answers(desk: Desk):
    """No branches are left of it; where it goes on otherwise, or bears a comment, nothing of it is lost."""
    desk.play(HUMAN, "uct:playouts=20,seed=1")
    desk.click(0)
    desk.wait_for_turn()
    desk.window.controller.resign()
    before = tree_of(desk)
    desk.click_history(0)
    desk.click(24)
    desk.wait_for_turn()
    assert len(tree_of(desk)) == len(before) + 2
    desk.trigger("undo")
    assert tree_of(desk) == before
    desk.click(24)
    desk.wait_for_turn()
    tried = desk.window.controller.game.cursor
    desk.window.tree.comment.setPlainText("A good answer")
    desk.trigger("undo")
    assert tree_of(desk) == [*before, 24, tried.move]


def test_a_variation_of_a_record_with_a_result_is_not_taken_out_of_it(desk: Desk, tmp_path: Path):
    path = tmp_path / "over.sgf"
    path.write_text("(;GM[1]FF[4]SZ[5]PB[Li]PW[Wang]RE[B+R];B[aa](;W[cc];B[ee])(;W[ea];B[ae]))", "utf-8")
    desk.window.files.opening.open_path(path)
    before = tree_of(desk)
    click_node(desk, desk.window.controller.game.root.children[0].children[1])
    desk.click(20, 2)
    assert desk.window.controller.match.trying
    for _ in range(2):
        desk.trigger("undo")
    assert tree_of(desk) == before


def test_who_lets_play_go_on_in_a_game_that_is_over_may_take_back_to_there(desk: Desk):
    """Play stood there before a move was tried."""
    moves = resigned(desk)
    desk.click_history(2)
    desk.trigger("play_from_here")
    desk.click(8)
    desk.trigger("undo")
    assert desk.window.controller.match.trying and desk.window.controller.match.head is moves[2]
    desk.trigger("undo")
    assert not desk.window.controller.match.trying and desk.window.controller.game.cursor is moves[1]


def test_a_slip_of_the_mouse_upon_a_stone_begins_no_try(desk: Desk):
    moves = resigned(desk)
    desk.click_history(2)
    desk.click(0)
    assert desk.window.controller.match.head is moves[-1]


def test_a_move_that_is_refused_begins_no_try(desk: Desk):
    desk.play(strict=False)
    desk.click(1, 0, 12, 24)
    controller = desk.window.controller
    controller.resign()
    desk.click_history(2)
    desk.click(5)
    assert "would capture" in desk.notice
    assert not controller.match.trying and desk.state is State.OVER and len(desk.position.moves) == 4
    desk.click(6)
    desk.trigger("undo")
    assert not controller.match.trying and controller.game.cursor.number == 2


def test_another_variation_is_deleted_without_leaving_what_is_tried(desk: Desk):
    """Also where the game's own moves are played once more."""
    moves = resigned(desk)
    controller = desk.window.controller
    desk.click_history(3)
    desk.click(8)
    other = controller.match.head
    controller.play_from(moves[1])
    desk.click(2)
    controller.go_to(other)
    desk.trigger("delete_variation")
    assert controller.match.trying and controller.match.head is moves[2]
    assert controller.game.cursor is moves[3]


def test_who_lets_play_go_on_may_take_back_one_of_the_games_moves_without_leaving(desk: Desk):
    moves = resigned(desk)
    controller = desk.window.controller
    controller.play_from(moves[1])
    desk.click(2, 4)
    desk.trigger("undo")
    assert controller.match.trying and controller.match.head is moves[2]


def test_a_click_where_the_game_ended_changes_nothing(desk: Desk):
    moves = resigned(desk)
    desk.click_history(2)
    desk.click(8)
    desk.click_history(1)
    desk.window.controller.go_to(moves[-1])
    assert desk.notice == "You are looking back at move 4."
    desk.click(10)
    assert desk.window.controller.game.result is not None and moves[-1].children == []


def test_the_players_of_a_try_are_none_of_the_games(desk: Desk):
    desk.play(HUMAN, "uct:playouts=20,seed=1")
    desk.click(0)
    desk.wait_for_turn()
    desk.window.controller.resign()
    controller = desk.window.controller
    controller.play_from(controller.game.main_line()[1])
    controller.set_players("uct:playouts=20,seed=1", HUMAN)
    desk.click(24)
    assert (controller.game.black_name, controller.game.white_name) == (HUMAN, "uct:playouts=20,seed=1")
    controller.back_to_game()
    assert controller.players == {Color.BLACK: HUMAN, Color.WHITE: "uct:playouts=20,seed=1"}


def test_the_ai_answers_what_is_tried_against_it(desk: Desk):
    desk.play(HUMAN, "uct:playouts=20,seed=1")
    desk.click(0)
    desk.wait_for_turn()
    desk.window.controller.resign()
    desk.click_history(0)
    desk.click(24)
    desk.wait_for_turn()
    assert desk.moves == 2 and desk.position.moves[0] == 24
    assert desk.window.controller.game.main_line()[1].move == 0
    assert not desk.window.commands.actions["resign"].isEnabled(), "there is nothing to give up"


def test_a_try_is_there_again_after_a_crash(desk: Desk, open_desk: Callable[..., Desk]):
    resigned(desk)
    desk.click_history(2)
    desk.click(8)
    desk.wait(lambda: desk.window.autosave.up_to_date)
    desk.drop()
    again = open_desk()
    assert again.position.moves == (0, 2, 8) and again.window.controller.match.trying
    again.click(10)
    line = again.window.controller.game.main_line()
    assert [node.move for node in line[1:]] == [0, 2, 4, 6]


def test_a_try_that_stands_within_the_game_is_there_again_as_a_try(
    desk: Desk, open_desk: Callable[..., Desk]
):
    moves = resigned(desk)
    desk.window.controller.play_from(moves[2])
    desk.close()
    again = open_desk().window.controller
    assert again.match.trying and again.match.result is None
    again.back_to_game()
    assert len(again.match.head.line()) == 5 and again.match.result is not None


def test_what_was_tried_in_a_record_without_a_file_is_asked_about(desk: Desk):
    resigned(desk)
    game = desk.window.controller.game
    game.black_name, game.white_name = "Li", "Wang"
    desk.window.controller.open_game(game)
    desk.window.files.belonging.to_nothing()
    assert not desk.window.files.leaving.unsaved
    desk.click_history(2)
    desk.click(8)
    assert desk.window.files.leaving.unsaved


def test_a_finished_game_is_kept_without_a_word_though_something_was_tried(desk: Desk):
    resigned(desk)
    desk.click_history(2)
    desk.click(8)
    assert not desk.window.files.leaving.unsaved
    assert desk.window.files.leaving.may_leave_game()
    assert len(list(played.folder().iterdir())) == 1


# --- what was taken back is still so after a crash -----------------------------------------------------------------------


def after_a_crash_with_two_moves_taken_back(desk: Desk, open_desk: Callable[..., Desk]) -> Desk:
    desk.play()
    desk.click(0, 2, 4)
    desk.trigger("undo")
    desk.trigger("undo")
    desk.wait(lambda: desk.window.autosave.up_to_date)
    desk.drop()
    return open_desk()


def test_play_stands_after_a_crash_where_it_stood_after_undo(desk: Desk, open_desk: Callable[..., Desk]):
    again = after_a_crash_with_two_moves_taken_back(desk, open_desk)
    assert again.position.moves == (0,)
    again.click(8)
    assert again.position.moves == (0, 8)


def test_what_was_taken_back_is_no_part_of_a_game_that_ends_after_a_crash(
    desk: Desk, open_desk: Callable[..., Desk]
):
    again = after_a_crash_with_two_moves_taken_back(desk, open_desk)
    again.window.controller.resign()
    assert [node.move for node in again.window.controller.game.line_played()[1:]] == [0]


def test_who_loses_at_an_earlier_position_of_a_study_loses_nothing_of_it(
    desk: Desk, open_desk: Callable[..., Desk], tmp_path: Path
):
    """One click on a forbidden point ends the game there; the rest of the record stays, in the window, its file and after a restart."""
    path = tmp_path / "study.sgf"
    path.write_text("(;GM[1]SZ[3];B[ba];W[cc]C[a trap];B[ab](;W[cb]C[holds])(;W[bb]C[fails]))")
    desk.window.files.opening.open_path(path)
    desk.window.controller.go_to(desk.window.controller.game.main_line()[3])
    desk.trigger("play_from_here")
    desk.click(0)
    game = desk.window.controller.game
    assert game.result is not None and game.result.winner is Color.BLACK
    rows = [desk.window.history.item(row).text() for row in range(desk.window.history.count())]
    assert rows[3:] == ["3.  A2", "4.  A3  loses", "Black wins"], "the list ends where the game did"
    desk.trigger("save_file")
    desk.wait(lambda: desk.window.autosave.up_to_date)
    (read,) = records.load(path)
    desk.drop()
    for kept in (read.game, open_desk().window.controller.game):
        assert [node.comment for node in kept.root.subtree()] == ["", "", "a trap", "", "holds", "fails"]
        assert kept.result == game.result and len(kept.line_played()) == 4


def test_who_takes_back_what_was_the_games_own_end_takes_no_move_out_of_the_game(desk: Desk):
    """A try that was played out and made the main line is the game's own from then on, and stays so when it is played once more and taken back."""
    desk.play()
    desk.click(12, 0)
    controller = desk.window.controller
    controller.resign()
    controller.go_to(controller.game.root)
    desk.click(6)
    while controller.match.result is None:
        desk.click(controller.match.position.legal_moves()[0])
    controller.promote(controller.match.head)
    played = controller.game.line_played()
    controller.go_to(played[-3])
    for node in played[-2:]:
        assert node.move is not None
        desk.click(node.move)
    desk.trigger("undo")
    assert controller.game.line_played() == played and played[-1] in controller.game.root.subtree()


def test_a_try_between_ais_that_becomes_the_main_line_waits_for_them(desk: Desk):
    """Who tries something plays both sides by hand; made the game's own, the moves go on between its players, whom nobody has asked yet."""
    desk.play(RANDOM, RANDOM)
    desk.wait_for_end()
    controller = desk.window.controller
    controller.go_to(controller.game.line_played()[3])
    before = controller.game.cursor
    desk.click(next(point for point in before.position.legal_moves() if point != before.children[0].move))
    controller.promote(controller.match.head)
    assert controller.match.result is None and desk.state is State.PAUSED
    assert desk.notice == "Paused. Black to move; “AI moves now” or “Pause” goes on."


# --- a position set up by hand -------------------------------------------------------------------------------------------


def test_a_position_is_set_up_and_played(desk: Desk, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(QMessageBox, "question", lambda *_a, **_k: QMessageBox.StandardButton.Discard)
    desk.play()
    desk.click(12)
    desk.trigger("set_up_position")
    setup = desk.window.setup_bar
    assert setup.active
    assert setup.problem.text() == "A click places a stone or takes it off. White to move."
    desk.click(0, 1)
    assert not setup.finish.isEnabled() and "can't come about" in setup.problem.text()
    desk.qtbot.mouseClick(setup._tools[Color.WHITE], Qt.MouseButton.LeftButton)
    desk.click(24, 23)
    assert setup.finish.isEnabled() and setup.problem.text() == "White to move."
    desk.click(23)
    assert not setup.finish.isEnabled()
    desk.qtbot.mouseClick(setup._tools[0], Qt.MouseButton.LeftButton)
    desk.click(12)
    desk.qtbot.mouseClick(setup.finish, Qt.MouseButton.LeftButton)
    assert not setup.active
    assert {point for point in range(25) if desk.position.at(point)} == {0, 1, 24}
    desk.click(8)
    assert desk.position.moves == (8,) and desk.position.at(8) is Color.WHITE


def test_a_position_that_is_left_as_it_was_is_no_new_game(desk: Desk):
    """The button says which of both follows."""
    desk.play(HUMAN, "uct:seconds=1000")
    desk.click(12)
    desk.wait_for_thoughts()
    game, setup = desk.window.controller.game, desk.window.setup_bar
    desk.trigger("set_up_position")
    assert setup.finish.text() == "&Done"
    desk.click(0)
    assert setup.finish.text() == "&Begin here"
    desk.click(0)
    assert setup.finish.text() == "&Done" and setup.can_take_back
    desk.qtbot.mouseClick(setup.finish, Qt.MouseButton.LeftButton)
    assert not setup.active and desk.window.controller.game is game and not desk.boxes()
    desk.wait_for_thoughts()
    assert desk.moves == 1, "and it goes on"


@pytest.mark.parametrize("language", ["en", "zh_CN"])
@pytest.mark.parametrize("size", [(900, 560), (1366, 740)])
def test_the_board_stays_where_it_is_while_a_position_is_set_up(
    desk: Desk, size: tuple[int, int], language: str
):
    window, setup = desk.window, desk.window.setup_bar
    desk.choose("language", language)
    window.resize(*size)
    desk.play(size=9)
    desk.click(40, 41)
    QApplication.processEvents()
    place = window.board.geometry()
    window.commands.actions["set_up_position"].trigger()
    QApplication.processEvents()
    assert setup.isVisible() and not window.notices.row.isVisible()
    assert window.board.geometry() == place
    for point in (0, 1, 2):
        desk.click(point)
        QApplication.processEvents()
        assert window.board.geometry() == place, setup.problem.text()
    assert not setup.finish.isEnabled()
    desk.qtbot.mouseClick(setup.cancel, Qt.MouseButton.LeftButton)
    QApplication.processEvents()
    assert window.notices.row.isVisible() and window.board.geometry() == place


def test_a_position_set_up_that_is_lost_has_nothing_to_take_back(desk: Desk):
    game = Game(Size(3, 3))
    while not game.position.is_over:
        game.play(next(iter(game.position.legal_moves())))
    desk.window.games.play_position(Position.from_stones(game.position.stones))
    assert desk.state is State.OVER
    undo = desk.window.commands.actions["undo"]
    assert not undo.isEnabled()
    desk.key(Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert desk.state is State.OVER


def test_a_block_without_liberty_is_named_as_the_board_names_points(desk: Desk):
    desk.play()
    desk.trigger("set_up_position")
    setup = desk.window.setup_bar
    desk.click(0)
    desk.qtbot.mouseClick(setup._tools[Color.WHITE], Qt.MouseButton.LeftButton)
    desk.click(1, 5)
    desk.qtbot.mouseClick(setup._tools[Color.BLACK], Qt.MouseButton.LeftButton)
    desk.click(24)
    corner = point_name(0, Size(5, 5), desk.window.appearance.notation)
    assert setup.problem.text() == f"The block at {corner} has no liberty." and not setup.finish.isEnabled()


@pytest.mark.parametrize("command", ["rematch", "swap_colors"])
def test_a_position_set_up_is_played_once_more(command: str, desk: Desk, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(QMessageBox, "question", lambda *_a, **_k: QMessageBox.StandardButton.Discard)
    desk.play("human", "random")
    desk.trigger("set_up_position")
    desk.click(0, 1)
    setup = desk.window.setup_bar
    desk.qtbot.mouseClick(setup._tools[Color.WHITE], Qt.MouseButton.LeftButton)
    desk.click(24, 23)
    desk.qtbot.mouseClick(setup._tools[0], Qt.MouseButton.LeftButton)
    desk.click(1, 23)
    desk.qtbot.mouseClick(setup.finish, Qt.MouseButton.LeftButton)
    start = desk.position
    assert {point for point in range(25) if start.at(point)} == {0, 24}
    desk.trigger(command)
    assert desk.window.controller.game.root.position == start
    players = desk.window.controller.players
    assert players[Color.BLACK if command == "rematch" else Color.WHITE] == "human"


def test_a_position_set_up_is_asked_about(
    desk: Desk, open_desk: Callable[..., Desk], monkeypatch: pytest.MonkeyPatch
):
    """Though nothing is played from it yet; in another window it joins the played games."""
    asked: list[str] = []
    monkeypatch.setattr(
        QMessageBox,
        "question",
        lambda _parent, _title, text, *_: asked.append(text) or QMessageBox.StandardButton.Cancel,
    )
    other = open_desk()
    for each, told in (
        (other, "It will be among the played games"),
        (desk, "The next start of Buwei brings it back"),
    ):
        each.play()
        each.trigger("set_up_position")
        each.click(0)
        setup = each.window.setup_bar
        each.qtbot.mouseClick(setup._tools[Color.WHITE], Qt.MouseButton.LeftButton)
        each.click(24)
        each.qtbot.mouseClick(setup.finish, Qt.MouseButton.LeftButton)
        assert not asked
        each.trigger("rematch")
        assert asked.pop() == "This game is not saved. Save it before a new game begins?"
        assert not each.window.close()
        assert told in asked.pop()
        each.close()
    (path,) = played.folder().iterdir()
    assert np.flatnonzero(records.load(path)[0].game.root.position.stones).tolist() == [0, 24]
    assert open_desk().window.files.leaving.unsaved


def test_the_window_does_not_close_with_stones_being_placed_unasked(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
):
    asked = answer(monkeypatch, QMessageBox.StandardButton.No)
    desk.play()
    desk.trigger("set_up_position")
    desk.click(0, 7)
    assert not desk.window.close()
    assert asked == [DROP_STONES] and desk.window.setup_bar.active


def test_a_move_that_is_not_seen_is_not_taken_back(desk: Desk):
    desk.play()
    desk.click(12, 0, 24)
    desk.trigger("back")
    undo = desk.window.commands.actions["undo"]
    assert not undo.isEnabled()
    desk.trigger("to_end")
    assert undo.isEnabled()


def test_a_finished_game_is_kept_when_a_position_takes_its_place(desk: Desk):
    desk.play("random:seed=1", "random:seed=2")
    desk.wait_for_end()
    moves = desk.position.moves
    desk.trigger("set_up_position")
    setup = desk.window.setup_bar
    assert not desk.window.balance.isVisible(), "it speaks of the game"
    desk.qtbot.mouseClick(setup.clear, Qt.MouseButton.LeftButton)
    desk.qtbot.mouseClick(setup.finish, Qt.MouseButton.LeftButton)
    assert desk.moves == 0 and desk.window.balance.isVisible()
    (path,) = played.folder().iterdir()
    assert records.load(path)[0].game.position.moves == moves


def test_stones_that_were_set_up_survive_a_slip(desk: Desk, monkeypatch: pytest.MonkeyPatch):
    desk.play()
    desk.click(12)
    desk.trigger("set_up_position")
    setup = desk.window.setup_bar
    desk.click(0)
    desk.wheel(120)
    desk.trigger("show_numbers")
    desk.trigger("set_up_position")
    monkeypatch.setattr(QMessageBox, "question", lambda *_: QMessageBox.StandardButton.Cancel)
    desk.key(Key.Key_Return)
    assert setup.active and desk.moves == 1
    assert {point for point in range(25) if desk.window.board._position.at(point)} == {0, 12}
    monkeypatch.setattr(QMessageBox, "question", lambda *_: QMessageBox.StandardButton.Discard)
    desk.click(24)  # a black stone too many
    desk.click(24)
    desk.click(12)
    desk.key(Key.Key_Return)
    assert not setup.active and {point for point in range(25) if desk.position.at(point)} == {0}


def test_undo_takes_back_the_last_stone_that_was_placed(desk: Desk):
    desk.play()
    desk.click(12, 0)
    undo = desk.window.commands.actions["undo"]
    desk.trigger("set_up_position")
    assert not undo.isEnabled() and not desk.window.commands.actions["hint"].isEnabled()
    desk.click(4, 5)
    desk.qtbot.mouseClick(desk.window.setup_bar.clear, Qt.MouseButton.LeftButton)
    for stones in (4, 3, 2):
        desk.trigger("undo")
        assert np.count_nonzero(desk.window.setup_bar._stones) == stones
    assert not undo.isEnabled() and desk.window.setup_bar.active
    desk.key(Key.Key_Escape)
    assert desk.moves == 2 and undo.isEnabled()


def test_setting_up_is_given_up(desk: Desk):
    desk.play()
    desk.click(12)
    for leave in (
        lambda: desk.qtbot.mouseClick(desk.window.setup_bar.cancel, Qt.MouseButton.LeftButton),
        lambda: desk.key(Key.Key_Escape),
    ):
        desk.trigger("set_up_position")
        desk.click(0, 1, 5)
        leave()
        assert not desk.window.setup_bar.active
        assert desk.window.board._position == desk.position and desk.moves == 1


def test_nobody_walks_away_from_stones_that_are_being_placed(desk: Desk):
    """They would be gone, without a question and for good."""
    desk.play()
    desk.click(12, 0, 24)
    desk.trigger("back")
    cursor = desk.window.controller.game.cursor
    desk.trigger("set_up_position")
    desk.click(4)
    for key in (Key.Key_Left, Key.Key_Right, Key.Key_Home, Key.Key_End, Key.Key_PageUp, Key.Key_PageDown):
        desk.key(key)
    desk.click_history(0)
    tree = desk.window.tree.view
    root = tree.node_center(desk.window.controller.game.root)
    desk.qtbot.mouseClick(tree.viewport(), Qt.MouseButton.LeftButton, pos=root)
    graph = desk.window.review.graph
    desk.qtbot.mouseClick(graph, Qt.MouseButton.LeftButton, pos=graph.rect().center())
    assert not desk.window.notices.row.back.isVisible() and not desk.window.watch.step.isEnabled()
    assert desk.window.setup_bar.active and desk.window.controller.game.cursor is cursor
    assert {point for point in range(25) if desk.window.board._position.at(point)} == {0, 4, 12}
    desk.key(Key.Key_Escape)
    desk.key(Key.Key_Left)
    assert desk.window.controller.game.cursor is cursor.parent
    desk.click_history(0)
    assert desk.window.controller.game.cursor.parent is None


def test_nothing_speaks_of_other_stones_than_those_that_are_being_placed(desk: Desk):
    desk.play()
    desk.click(12)
    window, control = desk.window, Qt.KeyboardModifier.ControlModifier
    desk.trigger("set_up_position")
    desk.click(4)

    def press() -> list[bool]:
        """What the keys of the solver, the comparison and the analyses open or begin."""
        desk.key(Key.Key_E, control | Qt.KeyboardModifier.ShiftModifier)
        desk.key(Key.Key_K, control)
        desk.key(Key.Key_Space, control)
        desk.key(Key.Key_Space)
        begun = window.review.review.running or window.review.report is not None
        return [
            window.solver.dialog is not None,
            window.compare.dialog is not None,
            begun,
            window.analysis.on,
        ]

    assert press() == [False] * 4
    assert not window.commands.actions["see_network"].isEnabled()
    desk.key(Key.Key_Escape)
    assert not window.setup_bar.active and press() == [True] * 4
    window.compare.close()
    window.solver.close()
    desk.trigger("set_up_position")
    desk.key(Key.Key_Space)
    assert not window.analysis.on, "what runs can be stopped"


def test_a_game_that_stood_still_while_stones_were_placed_goes_on(desk: Desk):
    desk.play()
    desk.click(12)
    desk.trigger("set_up_position")
    assert desk.state is State.PAUSED
    desk.key(Key.Key_Escape)
    assert desk.state is State.YOUR_TURN and desk.notice == "White to move: your turn."
    desk.key(Key.Key_P)
    desk.trigger("set_up_position")
    desk.key(Key.Key_Escape)
    assert desk.state is State.PAUSED, "as it was before"


def ways(desk: Desk) -> set[str]:
    """The commands of the menu "Moves" that are offered."""
    names = ("to_start", "back", "forward", "to_end", "play_from_here", "promote", "delete_variation")
    actions = desk.window.commands.actions
    assert actions["back_ten"].isEnabled() is actions["back"].isEnabled()
    assert actions["forward_ten"].isEnabled() is actions["forward"].isEnabled()
    return {name for name in names if actions[name].isEnabled()}


def test_ways_through_a_game_are_offered_where_they_lead_somewhere(desk: Desk):
    desk.play()
    assert ways(desk) == set()
    desk.click(12, 0)
    assert ways(desk) == {"to_start", "back", "delete_variation"}
    desk.key(Key.Key_Left)
    middle = {"to_start", "back", "forward", "to_end", "play_from_here", "delete_variation"}
    assert ways(desk) == middle
    desk.key(Key.Key_Left)
    assert ways(desk) == {"forward", "to_end", "play_from_here"}
    desk.key(Key.Key_Right)
    desk.key(Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert ways(desk) == {"to_start", "back", "forward", "delete_variation"}, "play stands here now"
    desk.key(Key.Key_Right)
    desk.key(Key.Key_P)
    desk.click_history(1)
    desk.trigger("back")
    desk.click(24)
    assert ways(desk) == {"to_start", "back", "to_end", "play_from_here", "promote", "delete_variation"}
    desk.trigger("promote")
    assert ways(desk) == {"to_start", "back", "delete_variation"}
    desk.trigger("set_up_position")
    assert ways(desk) == set()


def test_play_goes_on_from_a_game_that_was_given_up_and_not_from_one_that_has_no_moves_left(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
):
    answer(monkeypatch, QMessageBox.StandardButton.Yes)
    desk.play()
    desk.click(12)
    desk.trigger("resign")
    assert desk.state is State.OVER and "play_from_here" in ways(desk)
    desk.play("random:seed=1", "random:seed=2", size=3)
    desk.wait_for_end()
    assert desk.position.is_over and "play_from_here" not in ways(desk)


def test_a_key_that_leads_nowhere_moves_nothing_in_the_list_of_moves(desk: Desk):
    """Where the list was clicked the keys are the game's all the same."""
    desk.play("random:seed=1", "random:seed=2", size=3)
    desk.wait_for_end()
    history = desk.window.history
    last = desk.moves
    desk.click_history(last)
    assert history.hasFocus() and history.count() == last + 2, "the result stands below"
    for key in (Key.Key_Down, Key.Key_Right, Key.Key_End, Key.Key_PageDown):
        QTest.keyClick(history, key)
        assert history.currentRow() == last
    assert history.hasFocus()

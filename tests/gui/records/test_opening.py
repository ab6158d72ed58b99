"""Opening games: files that are chosen or dropped, and games of the list."""

import sys
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QMessageBox

from core import records
from core.game import Game, Result
from core.position import Color, Loss, LossKind
from tests.gui.desk import Desk, OpenDesk, answer, choose_file, in_dialogs
from tests.gui.records.hands import drop, game, three_games


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


def test_of_many_problems_the_first_are_told_and_how_many_there_are(desk: Desk, tmp_path: Path):
    path = tmp_path / "many.sgf"
    path.write_text("(;GM[1]FF[4]SZ[5];B[aa]" + 25 * "(;B[bb])" + ")", "utf-8")
    desk.window.files.opening.open_path(path)
    first, *told, more, stays = desk.take_error().splitlines()
    assert first == path.name and len(told) == 10
    assert more == "… and 15 more." and "stays as it is" in stays


@pytest.mark.skipif(sys.platform == "win32", reason="there Qt has the registry for it")
def test_what_file_dialogs_remember_stands_with_the_settings(desk: Desk, data_folder: Path):
    """So that with --data-dir and --portable nothing of the user's stands elsewhere."""
    with in_dialogs(QFileDialog.reject, kind=QFileDialog):
        desk.trigger("open_file")
    assert "[FileDialog]" in (data_folder / "config" / "QtProject.conf").read_text("utf-8")


def test_a_file_is_dropped_and_then_recent(desk: Desk, tmp_path: Path):
    path = tmp_path / "拖放 game.sgf"
    records.save(game(12, 3), path)
    drop(desk, path)
    assert desk.position.moves == (12, 3) and desk.window.windowTitle().startswith(path.name)
    desk.play()
    menu = desk.window.files.recent.menu
    menu.aboutToShow.emit()
    (action,) = menu.actions()
    assert action.text() == path.name
    action.trigger()
    assert desk.position.moves == (12, 3)


def test_of_several_dropped_files_it_is_told_that_one_is_opened(desk: Desk, tmp_path: Path):
    first, second = tmp_path / "first.sgf", tmp_path / "second.sgf"
    for point, path in ((7, first), (8, second)):
        records.save(game(point), path)
    drop(desk, first, second)
    assert desk.position.moves == (7,)
    said = desk.window.statusBar().currentMessage()
    assert said.startswith("Of the files that were dropped (2), “first.sgf” alone is opened.")


def test_a_file_may_be_dropped_on_the_comment(desk: Desk, tmp_path: Path):
    records.save(game(12, 3), tmp_path / "game.sgf")
    desk.window.docks.bring_up("tree")
    drop(desk, tmp_path / "game.sgf", on=desk.window.tree.comment)
    assert desk.position.moves == (12, 3) and desk.window.tree.comment.toPlainText() == ""


def test_the_games_of_a_list_are_opened_one_after_the_other_by_keys(desk: Desk, tmp_path: Path):
    """From the board too; the list says where one stands, and a game that can't be read is no end."""
    path, parts = three_games(tmp_path)
    path.write_bytes(b"\n".join((parts[0], b"(;SZ[25];B[aa])", *parts[1:])))
    library, control = desk.window.files.library, Qt.KeyboardModifier.ControlModifier
    desk.key(Qt.Key.Key_PageDown, control)
    assert desk.window.statusBar().currentMessage() == "No games are listed."
    desk.window.files.opening.take(path)
    assert library.title.text() == "three.sgf (1/4)" and desk.window.board.hasFocus()
    desk.key(Qt.Key.Key_PageUp, control)
    assert desk.window.statusBar().currentMessage() == "The list has no game before this one."
    desk.key(Qt.Key.Key_PageDown, control)
    assert "can't be read" in desk.take_error() and desk.position.moves == (3,)
    for moves, title in (((4,), "three.sgf (3/4)"), ((5,), "three.sgf (4/4)")):
        desk.key(Qt.Key.Key_PageDown, control)
        assert desk.position.moves == moves and library.title.text() == title
        assert desk.window.board.hasFocus()
    desk.key(Qt.Key.Key_PageDown, control)
    assert desk.window.statusBar().currentMessage() == "The list has no game after this one."
    library.table.setFocus()
    desk.qtbot.keyClick(library.table, Qt.Key.Key_PageUp, control)
    assert desk.position.moves == (4,) and library.table.currentIndex().row() == 2


def test_a_game_that_stays_is_where_one_goes_on_from_in_the_list(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    path, _parts = three_games(tmp_path)
    desk.window.files.opening.take(path)
    desk.window.controller.note(desk.window.controller.game.cursor, "What if?")
    answer(monkeypatch, QMessageBox.StandardButton.Cancel, QMessageBox.StandardButton.Discard)
    for moves in ((3,), (4,)):
        desk.trigger("next_game")
        assert desk.position.moves == moves
        assert desk.window.files.library.table.currentIndex().row() == moves[0] - 3


def test_a_game_that_was_lost_by_its_last_move_is_read_whole(desk: Desk, tmp_path: Path):
    lost, path = Game(), tmp_path / "game.txt"
    for point in (1, 0):
        lost.play(point)
    lost.result = Result.by_loss(Color.BLACK, Loss(LossKind.CAPTURE, 9, (0,)))
    records.save(lost, path)
    desk.window.files.opening.open_path(path)
    assert desk.window.windowTitle().startswith("game.txt[*]")
    written = path.read_bytes()
    desk.trigger("save_file")
    assert path.read_bytes() == written


def test_a_collection_is_listed_though_its_first_game_can_not_be_read(desk: Desk, tmp_path: Path):
    path = tmp_path / "two.sgf"
    path.write_bytes(b"(;SZ[25];B[aa])" + records.sgf.write(game(12)))
    desk.window.files.opening.open_path(path)
    assert "two.sgf can't be read" in desk.take_error()
    assert desk.window.files.library.model.rowCount() == 2 and desk.position.moves == ()
    desk.window.files.opening.open_listed(1)
    assert desk.position.moves == (12,)

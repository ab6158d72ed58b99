"""What the library lists, again whenever that changes, and the row of the game on the board."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QMessageBox

from core import folders, records
from core.sentence import Sentence
from gui.parts.tables import selected_rows
from gui.records import played
from gui.records.game_list import BLACK, NAME
from tests.gui.desk import Desk, answer, in_dialogs
from tests.gui.records.hands import drop, game, press, three_games


def test_the_list_of_played_games_says_where_those_are_that_were_saved(desk: Desk, tmp_path: Path):
    """A game that was saved elsewhere is not in it; no other list says so."""
    desk.play("random:seed=1", "random:seed=2")
    desk.wait_for_end()
    assert desk.window.files.saving.save_to(tmp_path / "mine.sgf")
    library = desk.window.files.library
    desk.trigger("played_games")
    assert library.model.rowCount() == 0 and library.note.isVisible()
    assert library.note.text() == "Saved elsewhere: see “Open recent” in the menu “Game”."
    desk.window.files.recent.menu.aboutToShow.emit()
    assert [action.text() for action in desk.window.files.recent.menu.actions()] == ["mine.sgf"]
    desk.window.files.opening.take(tmp_path)
    assert not library.note.isVisible()


def test_the_row_of_the_game_on_the_board_is_chosen(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """Again after another one was not opened, and none once another game is there."""
    file = tmp_path / "games.sgf"
    file.write_bytes(b"".join(records.sgf.write(game(number)) for number in range(3)))
    desk.window.files.opening.take(file)
    table, model = desk.window.files.library.table, desk.window.files.library.model

    def rows() -> list[int]:
        return [index.row() for index in table.selectionModel().selectedRows()]

    def double_click(row: int) -> None:
        place = table.visualRect(model.index(row, 1)).center()
        desk.qtbot.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=place)
        desk.qtbot.mouseDClick(table.viewport(), Qt.MouseButton.LeftButton, pos=place)

    assert rows() == [0] and desk.position.moves == (0,)
    double_click(1)
    assert rows() == [1] and desk.position.moves == (1,)
    desk.window.controller.note(desk.window.controller.game.cursor, "What if?")
    answer(monkeypatch, QMessageBox.StandardButton.Cancel, QMessageBox.StandardButton.Discard)
    double_click(2)
    assert rows() == [1] and desk.position.moves == (1,)
    desk.window.games.play_position(desk.position)
    assert rows() == []


def test_the_selection_follows_a_game_that_is_opened_by_keys(desk: Desk, tmp_path: Path):
    """Though Ctrl is held then, with which a click would add a row to those that are selected. The keyboard stays where it was."""
    path, _parts = three_games(tmp_path)
    desk.window.files.opening.take(path)
    library = desk.window.files.library
    desk.window.board.setFocus()
    window = desk.window.windowHandle()
    assert window is not None
    for key, row in ((Qt.Key.Key_PageDown, 1), (Qt.Key.Key_PageDown, 2), (Qt.Key.Key_PageUp, 1)):
        QTest.keyClick(window, key, Qt.KeyboardModifier.ControlModifier)
        assert desk.position.moves == (3 + row,)
        assert selected_rows(library.table) == [row] and library.table.currentIndex().row() == row
        assert desk.window.board.hasFocus()


def test_a_folder_that_is_listed_again_stands_as_it_did(desk: Desk, tmp_path: Path):
    """With the open game's row chosen, and not scrolled sideways, which there is room for once the user has made a column wider."""
    for number in range(60):
        made = game(number % 20)
        made.black_name, made.white_name = "Anna", "Berta"
        records.save(made, tmp_path / f"a game with quite a long name {number}.sgf")
    desk.window.resize(900, 560)
    desk.window.files.opening.take(tmp_path)
    library = desk.window.files.library
    table = library.table
    desk.wait(lambda: table.isColumnHidden(NAME))
    table.setColumnWidth(BLACK, 300)
    library.chosen.emit(30)
    for _ in range(2):
        desk.window.files.opening.take(tmp_path)
        QApplication.processEvents()
        assert table.currentIndex().row() == 30 and table.horizontalScrollBar().value() == 0


def test_a_folder_of_played_games_that_cannot_be_asked_for_is_told(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
):
    desk.trigger("played_games")

    def refuse() -> Path:
        raise folders.FolderError(Path("data"), Sentence("The folder is gone."))

    with monkeypatch.context() as patch:
        patch.setattr(played, "data_dir", refuse)
        desk.trigger("played_games")
        assert desk.take_error() == "Played games can't be read: The folder is gone."
        desk.choose("language", "zh_CN")
        assert not desk.boxes()


def test_a_list_without_games_says_why(desk: Desk, tmp_path: Path):
    library = desk.window.files.library
    assert "“Open a folder”" in library._nothing.text() and not library.title.isVisible()
    desk.window.files.opening.take(tmp_path)
    assert "no game records" in library._nothing.text() and library.title.text() == f"{tmp_path.name} (0)"
    desk.trigger("played_games")
    assert "No game has been played" in library._nothing.text()


def test_a_folder_is_listed_and_its_games_opened(desk: Desk, tmp_path: Path):
    for number in range(30):
        records.save(game(number % 25), tmp_path / f"{number:03}.sgf")
    (tmp_path / "broken.sgf").write_bytes(b"nothing")
    (tmp_path / "other.png").write_bytes(b"")
    drop(desk, tmp_path)
    library = desk.window.files.library
    assert library.model.rowCount() == 31 and library.isVisible()
    desk.wait(lambda: library.model.index(7, 1).data() == "黑棋")
    place = library.table.visualRect(
        library.model.index(3, 1)
    ).center()  # in a narrow dock names of files are hidden
    viewport = library.table.viewport()
    desk.qtbot.mouseClick(viewport, Qt.MouseButton.LeftButton, pos=place)
    desk.qtbot.keyClick(library.table, Qt.Key.Key_Return)
    assert desk.position.moves == (3,)
    desk.window.files.opening.open_listed(30)
    assert "broken.sgf" in desk.take_error()
    assert desk.position.moves == (3,)


def test_the_games_of_a_file_that_was_written_over_are_listed_anew(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    path, _parts = three_games(tmp_path)
    desk.window.files.opening.take(path)
    desk.window.files.opening.open_listed(1)
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))
    with in_dialogs(press(desk, "Replace the whole file"), kind=QMessageBox):
        desk.trigger("save_file")
    library = desk.window.files.library
    assert len(records.split(path)) == library.model.rowCount() == 1
    assert library.title.text() == "three.sgf (1/1)" and library.table.currentIndex().row() == 0
    desk.window.files.opening.open_listed(0)
    assert desk.position.moves == (4,) and desk.window.files.belonging.path == path
    desk.trigger("save_file")
    assert not desk.boxes(), "nothing is lost now"


def test_the_games_of_a_file_are_numbered_and_the_one_on_the_board_is_seen(desk: Desk, tmp_path: Path):
    """Whichever row is chosen, by the number that the title and questions name; a folder's games have names."""
    path, _parts = three_games(tmp_path)
    library = desk.window.files.library
    table, numbers = library.table, library.table.verticalHeader()

    def bold_rows() -> list[int]:
        fonts = [library.model.index(row, BLACK).data(Qt.ItemDataRole.FontRole) for row in range(3)]
        return [row for row, font in enumerate(fonts) if font is not None and font.bold()]

    desk.window.files.opening.take(path)
    desk.key(Qt.Key.Key_PageDown, Qt.KeyboardModifier.ControlModifier)
    assert numbers.isVisible() and library.title.text() == "three.sgf (2/3)"
    assert [library.model.headerData(row, Qt.Orientation.Vertical) for row in range(3)] == [1, 2, 3]
    table.setFocus()
    desk.qtbot.keyClick(table, Qt.Key.Key_Down)
    assert table.currentIndex().row() == 2 and bold_rows() == [1]
    desk.qtbot.keyClick(table, Qt.Key.Key_Return)
    assert bold_rows() == [2]
    desk.window.files.opening.take(tmp_path)
    assert not numbers.isVisible()


def test_a_listed_folder_shows_what_was_saved_there(desk: Desk, tmp_path: Path):
    records.save(game(3), tmp_path / "1.sgf")
    desk.window.files.opening.take(tmp_path)
    desk.window.files.opening.open_listed(0)
    assert desk.window.files.saving.save_to(tmp_path / "2.sgf")
    assert desk.window.files.library.model.rowCount() == 2


def test_from_the_games_of_a_file_one_comes_back_to_the_folder(desk: Desk, tmp_path: Path):
    for number in range(3):
        records.save(game(number), tmp_path / f"{number}.sgf")
    (tmp_path / "two.sgf").write_bytes(records.sgf.write(game(3)) + records.sgf.write(game(4)))
    desk.window.files.opening.take(tmp_path)
    library = desk.window.files.library
    assert not library.back.isVisible()
    desk.window.files.opening.open_listed(3)
    desk.window.files.opening.open_listed(1)
    assert library.title.text() == "two.sgf (2/2)" and library.back.toolTip() == str(tmp_path)
    desk.qtbot.mouseClick(library.back, Qt.MouseButton.LeftButton)
    assert library.title.text() == f"{tmp_path.name} (4/4)" and not library.back.isVisible()
    assert library.table.currentIndex().row() == 3, "that of the file whose game is on the board"
    assert desk.position.moves == (4,)


def test_from_the_games_of_a_file_one_comes_back_to_the_played_ones(desk: Desk, tmp_path: Path):
    desk.trigger("played_games")
    (tmp_path / "two.sgf").write_bytes(records.sgf.write(game(3)) + records.sgf.write(game(4)))
    desk.window.files.opening.take(tmp_path / "two.sgf")
    library = desk.window.files.library
    desk.qtbot.mouseClick(library.back, Qt.MouseButton.LeftButton)
    assert library.title.text() == "Played games (0)" and library.table.currentIndex().row() == -1

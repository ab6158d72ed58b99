"""Removing games that are listed."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QMessageBox

from core import records
from gui.parts import removing
from gui.parts.tables import select_rows
from gui.records import played, removal
from tests.gui.desk import Desk, answer, context_menu
from tests.gui.records.hands import game, three_games

Yes, No = QMessageBox.StandardButton.Yes, QMessageBox.StandardButton.No


@pytest.mark.parametrize("trash", [True, False])
def test_a_listed_game_is_removed_after_it_was_asked_for(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, trash: bool
):
    """By the key, and another one by the button; then the next one is chosen."""
    bin_folder = tmp_path / "trash"
    bin_folder.mkdir()
    monkeypatch.setattr(
        removing, "moved_to_trash", lambda path: trash and path.rename(bin_folder / path.name) is not None
    )
    games = tmp_path / "games"
    games.mkdir()
    for number in range(3):
        records.save(game(number), games / f"{number}.sgf")
    desk.window.files.opening.take(games)
    library = desk.window.files.library
    assert not library.remove.isEnabled()
    library.table.selectRow(0)
    library.table.setFocus()
    asked = answer(monkeypatch, No)
    desk.qtbot.keyClick(library.table, Qt.Key.Key_Delete)
    assert asked == [f"Remove the game “0.sgf”?\n\n{games / '0.sgf'}"] and library.model.rowCount() == 3
    asked = answer(monkeypatch, Yes)
    desk.qtbot.keyClick(library.table, Qt.Key.Key_Delete)
    assert len(asked) == (1 if trash else 2) and library.table.currentIndex().row() == 0
    desk.qtbot.mouseClick(library.remove, Qt.MouseButton.LeftButton)
    assert [path.name for path in games.iterdir()] == ["2.sgf"] and library.title.text() == "games (1)"
    assert sorted(path.name for path in bin_folder.iterdir()) == (["0.sgf", "1.sgf"] if trash else [])
    *_, entry = context_menu(library.table).actions()
    entry.trigger()
    assert library.model.rowCount() == 0 and not library.remove.isVisible()


def test_in_a_folder_a_file_of_several_games_is_removed_whole(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(removing, "moved_to_trash", lambda path: path.unlink() is None)
    path = tmp_path / "two.sgf"
    path.write_bytes(records.sgf.write(game(3)) + records.sgf.write(game(4)))
    asked = answer(monkeypatch, No, Yes)
    desk.window.files.opening.take(tmp_path)
    library = desk.window.files.library
    library.table.selectRow(0)
    library.table.setFocus()
    desk.qtbot.keyClick(library.table, Qt.Key.Key_Delete)
    assert asked[0].startswith("Remove the file “two.sgf” with all its games (2)?") and any(
        tmp_path.iterdir()
    )
    desk.qtbot.keyClick(library.table, Qt.Key.Key_Delete)
    assert not path.exists()


def test_the_game_on_the_board_outlives_its_file(desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(removing, "moved_to_trash", lambda path: path.unlink() is None)
    answer(monkeypatch, Yes)
    records.save(game(3), tmp_path / "game.sgf")
    desk.window.files.opening.take(tmp_path)
    files = desk.window.files
    files.library.chosen.emit(0)
    assert files.belonging.path == tmp_path / "game.sgf"
    desk.qtbot.mouseClick(files.library.remove, Qt.MouseButton.LeftButton)
    assert files.belonging.path is None and not files.belonging.modified and desk.position.moves == (3,)
    assert desk.window.settings.recent == []


def test_a_played_game_that_is_removed_does_not_come_back(desk: Desk, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(removing, "moved_to_trash", lambda path: path.unlink() is None)
    answer(monkeypatch, Yes)
    desk.play("random:seed=1", "random:seed=2")
    desk.wait_for_end()
    assert desk.window.files.leaving.keep_if_played()
    desk.trigger("played_games")
    library = desk.window.files.library
    library.table.selectRow(0)
    desk.qtbot.mouseClick(library.remove, Qt.MouseButton.LeftButton)
    desk.play()
    assert library.title.text() == "Played games (0)" and not any(played.folder().iterdir())


def test_a_game_is_taken_out_of_a_file_of_several(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """The one on the board is still known there; once it is itself taken out it stands nowhere else, and is asked about."""
    path, parts = three_games(tmp_path)
    desk.window.files.opening.take(path)
    files, library = desk.window.files, desk.window.files.library
    files.opening.open_listed(2)
    library.table.selectRow(0)
    library.table.setFocus()
    asked = answer(monkeypatch, No, Yes)
    desk.qtbot.keyClick(library.table, Qt.Key.Key_Delete)
    assert asked == ["Remove game 1 from “three.sgf” for good? The file's other games (2) stay."]
    assert records.split(path) == parts
    desk.qtbot.keyClick(library.table, Qt.Key.Key_Delete)
    assert records.split(path) == parts[1:] and not files.belonging.modified
    assert library.title.text() == "three.sgf (2/2)" and library.table.currentIndex().row() == 0
    assert desk.window.windowTitle().startswith("three.sgf, game 2[*]")
    files.opening.open_listed(1)
    desk.qtbot.mouseClick(library.remove, Qt.MouseButton.LeftButton)
    assert path.read_bytes().strip() == parts[1] and library.title.text() == "three.sgf (1)"
    assert desk.position.moves == (5,) and files.belonging.path is None and files.leaving.unsaved
    assert not library.remove.isEnabled() and library.remove.toolTip() == "This is the file's only game."


def test_a_game_is_not_taken_out_of_a_file_that_has_changed(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    path, parts = three_games(tmp_path)
    desk.window.files.opening.take(path)
    path.write_bytes(parts[1] + parts[2])
    answer(monkeypatch, Yes)
    desk.qtbot.mouseClick(desk.window.files.library.remove, Qt.MouseButton.LeftButton)
    assert "the file has changed since" in desk.take_error() and records.split(path) == parts[1:]


def test_several_games_are_taken_out_of_their_file_at_once(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """All but one may be chosen. If the file can't be written it stays as it is."""
    path, parts = three_games(tmp_path)
    desk.window.files.opening.take(path)
    library = desk.window.files.library
    library.table.selectAll()
    assert library.remove.toolTip() == "All games of the file are chosen; one has to stay in it."
    select_rows(library.table, (0, 2))
    asked = answer(monkeypatch, Yes)
    written = path.read_bytes()

    def fail(*_: object) -> None:
        raise OSError("full")

    with monkeypatch.context() as patched:
        patched.setattr(records, "write", fail)
        library.remove.click()
    assert asked == [
        "Remove the chosen games (2) from “three.sgf” for good? The file's other games (1) stay."
    ]
    assert "Full" in desk.take_error() and path.read_bytes() == written and library.model.rowCount() == 3
    select_rows(library.table, (0, 2))
    library.remove.click()
    assert records.split(path) == [path.read_bytes()] and path.read_bytes().strip() == parts[1]
    assert library.model.rowCount() == 1 and library.table.currentIndex().row() == 0


@pytest.mark.parametrize("trash", [True, False])
def test_several_files_are_removed_after_one_question(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, trash: bool
):
    """And one more if the trash takes none of them."""
    monkeypatch.setattr(removing, "moved_to_trash", lambda path: trash and path.unlink() is None)
    games = tmp_path / "games"
    games.mkdir()
    for number in range(4):
        records.save(game(number), games / f"{number}.sgf")
    (games / "1.sgf").write_bytes(records.sgf.write(game(3)) + records.sgf.write(game(4)))
    desk.window.files.opening.take(games)
    library = desk.window.files.library
    select_rows(library.table, (1, 2))
    asked = answer(monkeypatch, Yes)
    library.remove.click()
    said = "Remove the chosen files (2) with all their games (3) from the folder “games”?"
    assert asked[0] == f"{said}\n\n1.sgf\n2.sgf" and len(asked) == (1 if trash else 2)
    assert sorted(path.name for path in games.iterdir()) == ["0.sgf", "3.sgf"]
    assert library.table.currentIndex().row() == 1 and library.model.rowCount() == 2


def test_of_very_many_files_the_games_are_not_counted(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """They would all have to be read before the question stands there."""
    monkeypatch.setattr(removal, "MANY_FILES", 2)
    for number in range(3):
        records.save(game(number), tmp_path / f"{number}.sgf")
    monkeypatch.setattr(removal, "_number_of_games", lambda _path: pytest.fail("a file is read"))
    desk.window.files.opening.take(tmp_path)
    asked = answer(monkeypatch, No)
    desk.window.files.library.table.selectAll()
    desk.window.files.library.remove.click()
    assert asked[0].startswith("Remove the chosen files (3) with all their games from the folder")


def test_games_of_no_file_are_not_removed(desk: Desk):
    QApplication.clipboard().setText("".join(records.sgf.write(game(point)).decode() for point in (3, 4)))
    desk.trigger("paste_game")
    remove = desk.window.files.library.remove
    assert not remove.isEnabled() and remove.toolTip() == "These games are in no file."

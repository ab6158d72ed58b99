"""One game of several in a file, saved in its place there."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QMessageBox

from core import records
from tests.gui.desk import Desk, in_dialogs
from tests.gui.records.hands import game, press, three_games, type_in


def test_a_file_of_several_games_is_asked_about_once(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """“Save” needs no file to be named before, and of one that is named Qt's own dialog doesn't ask."""
    path, parts = three_games(tmp_path)
    desk.window.files.opening.take(path)
    desk.window.files.opening.open_listed(1)
    desk.window.controller.game.note(desk.window.controller.game.cursor, "Saved")
    with monkeypatch.context() as patch:
        patch.setattr(QFileDialog, "getSaveFileName", lambda *_: pytest.fail("no file is to be named"))
        with in_dialogs(press(desk, "Save this game alone"), kind=QMessageBox):
            desk.key(Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
    assert b"Saved" in records.split(path)[1]
    desk.window.controller.game.note(desk.window.controller.game.cursor, "As")
    named = in_dialogs(type_in(desk, path), kind=QFileDialog)
    with named, in_dialogs(press(desk, "Save this game alone"), kind=QMessageBox):
        desk.trigger("save_file_as")
    first, changed, last = records.split(path)
    assert (first, last) == (parts[0], parts[2]) and b"C[As]" in changed


@pytest.mark.parametrize("there", [True, False])
def test_a_game_of_a_file_that_was_changed_meanwhile_replaces_nothing_unasked(
    desk: Desk, tmp_path: Path, there: bool
):
    path, _parts = three_games(tmp_path)
    desk.window.files.opening.take(path)
    path.unlink()
    if there:
        records.save(game(9), path)
    before, other = path.read_bytes() if there else b"", tmp_path / "other.sgf"
    named = in_dialogs(type_in(desk, other), kind=QFileDialog)
    asked = in_dialogs(*[press(desk, "Save under another name…")] * there, kind=QMessageBox)
    with named, asked:
        desk.trigger("save_file")
    assert path.exists() == there and other.exists() and (not there or path.read_bytes() == before)


def test_a_listed_file_of_several_games_is_not_written_over_by_one_of_them(desk: Desk, tmp_path: Path):
    path = tmp_path / "two.sgf"
    path.write_bytes(records.sgf.write(game(3)) + records.sgf.write(game(4)))
    desk.window.files.opening.take(tmp_path)
    desk.window.files.opening.open_listed(0)
    library = desk.window.files.library
    assert library.model.rowCount() == 2 and desk.position.moves == (3,)
    assert desk.window.files.belonging.path is None


def test_other_games_of_a_file_are_not_lost_unasked(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    path, _parts = three_games(tmp_path)
    before, other = path.read_bytes(), tmp_path / "other.sgf"
    desk.window.files.opening.take(path)
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(other), ""))
    asked = []

    def keep(box: QMessageBox) -> None:
        asked.append(box.text())
        press(desk, "Save under another name…")(box)

    with in_dialogs(keep, kind=QMessageBox):
        desk.trigger("save_file")
    said = "Save this game alone in “three.sgf”? The file's other games stay as they are then."
    assert asked == [said]
    assert path.read_bytes() == before and records.load(other)[0].game.main_line()[-1].position.moves == (3,)
    assert desk.window.windowTitle().startswith("other.sgf[*]")


@pytest.mark.parametrize("row", [0, 2])
def test_a_game_that_a_file_holds_twice_is_saved_in_its_own_place(desk: Desk, tmp_path: Path, row: int):
    """As one does that was added once more to its own file."""
    path, parts = three_games(tmp_path)
    path.write_bytes(b"\n".join((parts[0], parts[1], parts[0])))
    desk.window.files.opening.take(path)
    desk.window.files.opening.open_listed(row)
    desk.window.controller.game.note(desk.window.controller.game.cursor, "This one")
    assert desk.window.files.several.save_within(path)
    changed = records.split(path)
    assert b"C[This one]" in changed.pop(row) and sorted(changed) == sorted(parts[:2])


def test_a_game_is_saved_among_the_others_of_its_file(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    path, parts = three_games(tmp_path)
    desk.window.files.opening.take(path)
    desk.window.files.opening.open_listed(1)
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))
    for comment in ("Well played.", "Twice"):
        desk.window.controller.game.note(desk.window.controller.game.cursor, comment)
        asked_once = [press(desk, "Save this game alone")] * (comment != "Twice")
        with in_dialogs(*asked_once, kind=QMessageBox):
            desk.trigger("save_file")
        said = "Saved: “three.sgf”, game 2; the file's other games stay as they are."
        assert desk.window.statusBar().currentMessage() == said
        first, changed, last = records.split(path)
        assert (first, last) == (parts[0], parts[2]) and comment.encode() in changed
        assert path.read_bytes() == b"\n\n\n".join((first, changed, last))
        assert not desk.window.files.belonging.modified
    assert desk.window.windowTitle().startswith("three.sgf, game 2[*]")
    library = desk.window.files.library
    assert library.model.rowCount() == 3 and library.table.currentIndex().row() == 1
    desk.window.files.opening.open_listed(1)
    assert desk.window.controller.game.cursor.comment == "Twice", "the list has it as it is now"

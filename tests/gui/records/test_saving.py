"""Saving the game, and what is asked where another file is there."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QFileDialog, QMessageBox

from core import records
from tests.gui.desk import Desk, OpenDesk, answer, choose_file, in_dialogs
from tests.gui.records.hands import game, press, three_games, type_in


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


def test_a_place_that_cannot_be_written_is_told(desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    choose_file(monkeypatch, tmp_path / "no such folder" / "game.sgf")
    assert not desk.window.files.saving.save()
    assert "can't be saved" in desk.take_error()


def test_the_board_is_saved_as_a_picture(desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    desk.play()
    desk.click(12)
    asked: list[str] = []

    def choose(*words: str) -> tuple[str, str]:
        asked.append(words[2])
        return str(tmp_path / "opening"), words[3]

    monkeypatch.setattr(QFileDialog, "getSaveFileName", choose)
    desk.trigger("save_picture")
    assert asked[0].endswith(".png")
    saved = QImage(str(tmp_path / "opening.png"))
    assert saved == desk.window.board.picture().toImage().convertToFormat(saved.format())
    assert desk.window.files.belonging.modified, "a picture is no record"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "none" / "a.png"), ""))
    desk.trigger("save_picture")
    assert "can't be saved" in desk.take_error()


@pytest.mark.parametrize("name", ["final", "final v1.5"])
@pytest.mark.parametrize(
    ("kind", "suffix"), [("SGF (*.sgf)", ".sgf"), ("Championship record (*.txt)", ".txt")]
)
def test_the_kind_that_was_chosen_is_saved(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str, suffix: str, name: str
):
    """Of the file with the suffix, which the user did not name, they are asked as of any other."""
    chosen = [str(tmp_path / name), "", str(tmp_path / name)]
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (chosen.pop(0), kind))
    desk.play(size=9)
    desk.click(40, 0)
    path = tmp_path / f"{name}{suffix}"
    path.write_text("(;SZ[5])")
    with in_dialogs(press(desk, "Save under another name…"), kind=QMessageBox):
        assert not desk.window.files.saving.save_as()
    assert not chosen[:-1] and path.read_text() == "(;SZ[5])"
    with in_dialogs(press(desk, "Replace"), kind=QMessageBox):
        assert desk.window.files.saving.save_as()
    if desk.boxes():  # a championship record holds less
        desk.take_error()
    assert records.load(path)[0].game.position.moves == (40, 0)


def remark(desk: Desk, comment: str) -> None:
    """Say something of the position that is looked at, and save by the key."""
    controller = desk.window.controller
    controller.note(controller.game.cursor, comment)
    desk.window.activateWindow()
    desk.wait(desk.window.isActiveWindow)
    desk.key(Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)


def test_what_another_window_has_saved_is_not_written_over_unasked(
    desk: Desk, open_desk: Callable[..., Desk], tmp_path: Path
):
    path, other = tmp_path / "study.sgf", tmp_path / "other.sgf"
    records.save(game(9), path)
    beside = open_desk()
    for each in (desk, beside):
        each.window.files.opening.take(path)
    remark(beside, "An hour of work")
    remark(beside, "And more")  # of what it has saved itself nobody is asked
    theirs = path.read_bytes()
    assert b"And more" in theirs
    named = in_dialogs(type_in(desk, other), kind=QFileDialog)
    with named, in_dialogs(press(desk, "Save under another name…"), kind=QMessageBox):
        remark(desk, "Mine")
    assert path.read_bytes() == theirs and b"Mine" in other.read_bytes()
    remark(desk, "Mine as well")
    assert b"Mine as well" in other.read_bytes()


def test_what_was_written_into_a_file_since_the_last_time_is_not_written_over_unasked(
    desk: Desk, open_desk: Callable[..., Desk], tmp_path: Path
):
    path = tmp_path / "study.sgf"
    records.save(game(9), path)
    desk.window.files.opening.take(path)
    desk.close()
    path.write_text("(;FF[4]GM[1]SZ[5];B[ab]C[Somebody else's])", "utf-8")
    again = open_desk()
    assert again.window.files.belonging.path == path
    with in_dialogs(press(again, "Replace"), kind=QMessageBox):
        remark(again, "Mine")
    assert b"Mine" in path.read_bytes()
    remark(again, "Mine as well")
    assert b"Mine as well" in path.read_bytes()


def test_another_file_is_asked_about_once(desk: Desk, tmp_path: Path):
    path, free = tmp_path / "game.sgf", tmp_path / "new.sgf"
    records.save(game(3), path)
    before, asked = path.read_bytes(), list[str]()
    desk.play()
    desk.click(12)

    def keep(box: QMessageBox) -> None:
        asked.append(box.text())
        press(desk, "Save under another name…")(box)

    named = in_dialogs(type_in(desk, path), type_in(desk, free), kind=QFileDialog)
    with named, in_dialogs(keep, kind=QMessageBox):
        desk.trigger("save_file_as")
    assert asked == ["There is a file game.sgf already. Replace it?"]
    assert path.read_bytes() == before and records.load(free)[0].game.main_line()[-1].move == 12
    named = in_dialogs(type_in(desk, path), kind=QFileDialog)
    with named, in_dialogs(press(desk, "Replace"), kind=QMessageBox):
        desk.trigger("save_file_as")
    assert path.read_bytes() == free.read_bytes() and desk.window.files.belonging.path == path
    desk.click(0)
    desk.trigger("save_file")
    assert path.read_bytes() != free.read_bytes(), "its own file is saved without a word"


def test_what_a_championship_record_would_lose_is_asked_about_before(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    desk.play(size=9)
    desk.click(40, 0)
    desk.window.controller.note(desk.window.controller.game.cursor, "a comment")
    asked = answer(monkeypatch, QMessageBox.StandardButton.No)
    path = tmp_path / "game.txt"
    assert not desk.window.files.saving.save_to(path)
    assert (
        "no place for: comments." in asked[0] and not path.exists() and desk.window.files.belonging.modified
    )
    answer(monkeypatch, QMessageBox.StandardButton.Yes)
    assert desk.window.files.saving.save_to(path) and not desk.boxes()
    assert records.load(path)[0].game.position.moves == (40, 0)


def test_a_file_that_cannot_be_written_is_named_once(desk: Desk, tmp_path: Path):
    path = tmp_path / "none" / "game.sgf"
    assert not desk.window.files.saving.save_to(path)
    assert desk.take_error() == f"{path} can't be saved: No such file or directory"


def test_escape_saves_nothing_where_a_file_is_there(desk: Desk, tmp_path: Path):
    path, _parts = three_games(tmp_path)
    another = tmp_path / "another.sgf"
    records.save(game(7), another)
    desk.window.files.opening.take(path)
    desk.click(0)

    def escape(box: QMessageBox) -> None:
        desk.qtbot.keyClick(box, Qt.Key.Key_Escape)

    for place in (path, another):
        held = place.read_bytes()
        with in_dialogs(escape, kind=QMessageBox):
            assert not desk.window.files.saving.save_to(place, another=True)
        assert place.read_bytes() == held and desk.window.files.belonging.modified


def test_a_game_that_was_opened_elsewhere_takes_all_from_a_file_of_several(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """Which is told before; so is a file that is no record, whatever it is called."""
    path, _parts = three_games(tmp_path)
    notes = tmp_path / "notes.txt"
    notes.write_text("to buy: bread")
    desk.play()
    for place, said in ((path, "3 of them are lost"), (notes, "can't be read as a game record")):
        before, asked, chosen = place.read_bytes(), list[str](), [tmp_path / f"not {place.stem}.sgf"]
        monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_, chosen=chosen: (str(chosen.pop()), ""))

        def keep(box: QMessageBox, asked: list[str] = asked) -> None:
            asked.extend((box.text(), *(each.text() for each in box.buttons())))
            press(desk, "Save under another name…")(box)

        with in_dialogs(keep, kind=QMessageBox):
            assert desk.window.files.saving.save_to(place)
        assert said in asked[0] and len(asked) == 5 - (place == notes) and place.read_bytes() == before


def test_a_file_that_was_read_in_part_is_not_written_over(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    path, other = tmp_path / "game.sgf", tmp_path / "saved.sgf"
    path.write_bytes(b"(;SZ[5];B[cc];W[cc];B[aa])")
    desk.window.files.opening.open_path(path)
    told = desk.take_error()
    assert told.startswith("game.sgf\n") and "occupied" in told and "The file stays as it is" in told
    assert desk.window.windowTitle().startswith("game.sgf, read in part[*]")
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(other), ""))
    desk.trigger("save_file")
    assert path.read_bytes() == b"(;SZ[5];B[cc];W[cc];B[aa])"
    assert records.load(other)[0].game.main_line()[-1].position.moves == (12,)
    assert desk.window.windowTitle().startswith("saved.sgf[*]")
    assert desk.window.settings.recent[0] == str(other) and str(path) in desk.window.settings.recent


def test_a_record_whose_encoding_is_doubtful_is_not_saved_over(desk: Desk, tmp_path: Path):
    """What was read wrongly would take the place of what others can still read."""
    path, data = tmp_path / "names.sgf", b"(;GM[1]SZ[5]CA[UTF-8]PB[\xd5\xc5\xff];B[aa];W[bb])"
    path.write_bytes(data)
    desk.window.files.opening.open_path(path)
    assert "The file stays as it is" in desk.take_error()
    assert desk.window.files.belonging.path is None and path.read_bytes() == data

"""Where the game in the window belongs, now and at the next start."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog, QMessageBox

from core import records
from gui.records import played
from gui.records.entries import Source
from tests.gui.desk import Desk, in_dialogs
from tests.gui.records.hands import analysed_at_a_glance, game, press, three_games


def test_a_last_file_that_may_not_be_looked_at_does_not_matter(desk: Desk, tmp_path: Path):
    desk.window.files.lists.find_again(Source(tmp_path / ("long" * 100) / "game.sgf"), modified=False)
    assert desk.window.files.belonging.path is None


@pytest.mark.parametrize("change", [False, True])
def test_the_games_of_a_file_are_listed_again_at_the_next_start(
    desk: Desk, open_desk: Callable[..., Desk], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, change: bool
):
    """And one that was changed can still be saved among the others."""
    path, parts = three_games(tmp_path)
    desk.window.files.opening.take(path)
    desk.window.files.opening.open_listed(1)
    if change:
        desk.click(0)
    desk.close()
    again = open_desk()
    files, library = again.window.files, again.window.files.library
    assert library.title.text() == "three.sgf (2/3)" and library.table.currentIndex().row() == 1
    assert (
        again.window.windowTitle().startswith("three.sgf, game 2[*]") and files.belonging.modified == change
    )
    files.opening.open_listed(2)
    files.opening.open_listed(1)
    again.click(24)
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))
    with in_dialogs(press(again, "Save this game alone"), kind=QMessageBox):
        again.trigger("save_file")
    first, changed, last = records.split(path)
    assert (first, last) == (parts[0], parts[2]) and b"[ee]" in changed and not files.belonging.modified
    again.close()
    assert open_desk().window.files.library.table.currentIndex().row() == 1, "as it was saved"


def test_a_game_that_stands_elsewhere_in_its_file_at_the_next_start_is_found(
    desk: Desk, open_desk: Callable[..., Desk], tmp_path: Path
):
    path, parts = three_games(tmp_path)
    desk.window.files.opening.take(path)
    desk.window.files.opening.open_listed(1)
    desk.close()
    path.write_bytes(b"\n".join((records.sgf.write(game(7)), *parts)))
    again = open_desk().window
    assert again.windowTitle().startswith("three.sgf, game 3[*]") and not again.files.belonging.modified
    assert again.files.library.table.currentIndex().row() == 2


@pytest.mark.parametrize("file", ["gone", "changed"])
def test_a_game_that_its_file_holds_no_more_at_the_next_start_is_alone(
    desk: Desk, open_desk: Callable[..., Desk], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, file: str
):
    """It stands nowhere else, so that it is asked about; what the file holds now is not lost unasked."""
    path, parts = three_games(tmp_path)
    desk.window.files.opening.take(path)
    desk.window.files.opening.open_listed(1)
    desk.close()
    path.unlink()
    if file == "changed":
        path.write_bytes(parts[0] + parts[2])
    again = open_desk()
    files = again.window.files
    assert files.belonging.path is None and files.leaving.unsaved and files.library.model.rowCount() == 0
    assert again.position.moves == (4,) and again.window.windowTitle().startswith("黑棋 – White[*]")
    if file == "changed":
        chosen, asked = [path, tmp_path / "other.sgf"], list[str]()
        monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(chosen.pop(0)), ""))

        def keep(box: QMessageBox) -> None:
            asked.extend((box.text(), *(each.text() for each in box.buttons())))
            press(again, "Save under another name…")(box)

        with in_dialogs(keep, kind=QMessageBox):
            again.trigger("save_file")
        assert "2 of them are lost" in asked[0] and len(asked) == 5 and records.split(path) == parts[::2]


def test_a_glance_of_the_analysis_is_not_asked_about(desk: Desk, tmp_path: Path):
    """It is saved with the game, if that is saved."""
    path = tmp_path / "game.sgf"
    records.save(game(12), path)
    desk.window.files.opening.open_path(path)
    analysed_at_a_glance(desk)
    node = desk.window.controller.game.cursor
    files = desk.window.files
    assert not files.belonging.modified and not files.leaving.unsaved
    desk.window.showing.show_title()
    assert not desk.window.isWindowModified(), "its title doesn't promise that it is asked about"
    desk.window.controller.game.note(node, "a comment")
    desk.window.showing.show_title()
    assert files.leaving.unsaved and desk.window.isWindowModified()
    desk.trigger("save_file")
    assert not files.belonging.modified and records.load(path)[0].game.main_line()[-1].analysis is not None


def test_a_glance_of_the_analysis_is_there_again_and_makes_no_copy(
    desk: Desk, open_desk: Callable[..., Desk], tmp_path: Path
):
    path = tmp_path / "game.sgf"
    records.save(game(12), path)
    other = open_desk()
    for each in (other, desk):
        each.window.files.opening.open_path(path)
        analysed_at_a_glance(each)
        each.close()
    again = open_desk().window
    assert again.controller.game.cursor.analysis is not None and not again.files.belonging.modified
    assert not played.folder().exists(), "it is no game of the second window's own"


@pytest.mark.parametrize("change", [False, True])
def test_the_file_of_the_game_is_known_again_at_the_next_start(
    desk: Desk, open_desk: Callable[..., Desk], tmp_path: Path, change: bool
):
    path = tmp_path / "我的 game.sgf"
    desk.play()
    desk.click(12)
    desk.window.files.saving.save_to(path)
    if change:
        desk.click(0)
    desk.close()
    again = open_desk()
    files = again.window.files
    assert files.belonging.path == path and files.belonging.modified == change
    assert again.window.windowTitle().startswith(path.name)
    again.click(24)
    assert files.belonging.modified
    assert files.saving.save() and records.load(path)[0].game.main_line()[-1].move == 24


def test_a_file_that_is_gone_is_not_written_again_unasked(
    desk: Desk, open_desk: Callable[..., Desk], tmp_path: Path
):
    desk.play()
    desk.click(12)
    desk.window.files.saving.save_to(tmp_path / "game.sgf")
    desk.close()
    (tmp_path / "game.sgf").unlink()
    again = open_desk()
    assert again.window.files.belonging.path is None and again.window.files.belonging.modified

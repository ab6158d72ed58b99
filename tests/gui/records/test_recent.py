"""Recent files."""

from pathlib import Path

import pytest

from core import records
from gui.records import played
from tests.gui.desk import Desk
from tests.gui.records.hands import drop, game, proposals


def test_who_opened_a_played_game_saves_where_files_were_saved_before(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    proposed = proposals(monkeypatch)
    desk.window.settings.folder = str(tmp_path)
    desk.play("random:seed=1", "random:seed=2")
    desk.wait_for_end()
    desk.trigger("played_games")
    desk.trigger("rematch")
    desk.wait_for_end()
    desk.window.files.library.chosen.emit(0)
    assert (
        desk.window.files.belonging.path is not None
        and desk.window.files.belonging.path.parent == played.folder()
    )
    desk.trigger("save_file_as")
    desk.trigger("rematch")
    desk.wait_for_end()
    desk.trigger("save_file")
    assert [path.parent for path in proposed] == [tmp_path] * 2


def test_recent_files_of_one_name_are_told_apart_by_their_folders(desk: Desk, tmp_path: Path):
    for name in ("a/spring/game.sgf", "b/spring/game.sgf", "b/autumn/game.sgf", "R&D.sgf"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        records.save(game(12), tmp_path / name)
        desk.window.files.opening.take(tmp_path / name)
    desk.window.files.recent.menu.aboutToShow.emit()
    actions = desk.window.files.recent.menu.actions()
    folders = [str(Path(*parts)) for parts in (("autumn",), ("b", "spring"), ("a", "spring"))]
    assert [action.text() for action in actions] == ["R&&D.sgf", *(f"game.sgf ({each})" for each in folders)]
    assert actions[-1].toolTip() == str(tmp_path / "a" / "spring" / "game.sgf")


def test_a_file_of_several_games_is_among_the_recent_ones(desk: Desk, tmp_path: Path):
    path = tmp_path / "two.sgf"
    path.write_bytes(records.sgf.write(game(3)) + records.sgf.write(game(4)))
    drop(desk, path)
    desk.play()
    menu = desk.window.files.recent.menu
    menu.aboutToShow.emit()
    (action,) = menu.actions()
    action.trigger()
    assert desk.position.moves == (3,) and desk.window.windowTitle().startswith("two.sgf, game 1[*]")


def test_a_recent_file_that_is_gone_is_told_and_forgotten(desk: Desk, tmp_path: Path):
    path = tmp_path / "game.sgf"
    records.save(game(12, 3), path)
    desk.window.files.opening.open_path(path)
    path.unlink()
    desk.window.files.opening.take(path)
    assert "game.sgf can't be read" in desk.take_error()
    assert desk.window.settings.recent == [] and desk.position.moves == (12, 3)

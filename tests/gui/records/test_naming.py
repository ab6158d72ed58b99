"""What the game is called in the title, and as a file that is proposed."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog

from core import records
from core.game import Game
from core.position import Size
from gui.records.naming import MOST_OF_NAME
from tests.gui.desk import Desk
from tests.gui.records.hands import game, proposals


def test_the_name_that_is_proposed_says_who_played(desk: Desk, monkeypatch: pytest.MonkeyPatch):
    proposed: list[str] = []

    def ask(_parent, _title, start: str, *_rest: str) -> tuple[str, str]:
        proposed.append(start)
        return "", ""

    monkeypatch.setattr(QFileDialog, "getSaveFileName", ask)
    desk.play("human", "random:seed=1")
    desk.trigger("save_file")
    (path,) = map(Path, proposed)
    assert path.name.endswith("Human - Random moves (seed=1).sgf") and path.parent.is_dir()


@pytest.mark.parametrize(
    ("black", "white", "proposed"),
    [
        (90 * "a", "Li Na", f"{60 * 'a'}… - Li Na"),
        ("Li Na", 90 * "b", f"Li Na - {60 * 'b'}…"),
        (90 * "a", 90 * "b", f"{32 * 'a'}… - {32 * 'b'}…"),
        (f"{31 * 'a'} {60 * 'c'}", 90 * "b", f"{31 * 'a'}… - {32 * 'b'}…"),
        (33 * "a", 33 * "b", f"{33 * 'a'} - {33 * 'b'}"),
    ],
)
def test_a_long_name_of_a_player_leaves_the_opponent_room_in_the_name_that_is_proposed(
    desk: Desk, black: str, white: str, proposed: str
):
    game = Game(Size(5, 5))
    game.date, game.black_name, game.white_name = "2026-03-01", black, white
    desk.window.games.show_recorded(game)
    name = desk.window.files.naming.file_name()
    assert name == f"2026-03-01 {proposed}" and len(name) <= MOST_OF_NAME


def test_a_game_of_another_day_is_proposed_to_be_saved_under_that(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """Where files were saved last, if that is still there: else the dialog would begin where another kind of file was looked for."""
    proposed = proposals(monkeypatch)
    for date, folder in (("2026-03-01T14:00", tmp_path), ("2026-03-02", tmp_path / "gone")):
        game = Game(Size(5, 5))
        game.date, game.black_name, game.white_name = date, "甲队", "乙队"
        desk.window.games.show_recorded(game)
        desk.window.settings.folder = str(folder)
        desk.trigger("save_file_as")
    assert [path.name for path in proposed] == ["2026-03-01 甲队 - 乙队.sgf", "2026-03-02 甲队 - 乙队.sgf"]
    assert proposed[0].parent == tmp_path and proposed[1].parent.is_dir()


def test_a_game_of_several_in_a_file_is_called_by_the_file_and_its_number(
    desk: Desk, open_desk: Callable[..., Desk], tmp_path: Path
):
    (tmp_path / "two.sgf").write_bytes(records.sgf.write(game(3)) + records.sgf.write(game(4)))
    desk.window.files.opening.take(tmp_path / "two.sgf")
    assert desk.window.windowTitle().startswith("two.sgf, game 1[*]")
    desk.window.files.opening.open_listed(1)
    assert desk.window.windowTitle().startswith("two.sgf, game 2[*]")
    desk.choose("language", "zh_CN")
    desk.wait(lambda: desk.window.windowTitle().startswith("two.sgf 第 2 局[*]"))
    desk.close()
    again = open_desk()
    assert again.window.windowTitle().startswith("two.sgf, game 2[*]"), "at the next start too"
    assert again.window.files.saving.save_to(tmp_path / "one.sgf")
    assert again.window.windowTitle().startswith("one.sgf[*]")

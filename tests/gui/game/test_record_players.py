"""Who plays a game as its record tells it."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QMessageBox

from ai.levels import levels
from core import records
from core.game import Reason, Result
from core.position import Color, Position, Size
from gui.game.record_players import name_beside_board
from gui.program.messages import compact_label, player_label
from gui.program.settings import HUMAN
from tests.gui.desk import Desk, answer
from tests.gui.game.hands import players_shown
from tests.gui.records.hands import game


def test_records_name_players_as_people_do(desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    answer(monkeypatch, QMessageBox.StandardButton.Yes)
    desk.play("human", "random:seed=1", size=9)
    desk.click(40)
    desk.wait_for_turn()
    assert desk.window.files.saving.save_to(tmp_path / "game.txt") and desk.window.files.saving.save_to(
        tmp_path / "game.sgf"
    )
    names = [records.load(tmp_path / f"game{suffix}")[0].game.white_name for suffix in (".txt", ".sgf")]
    assert names == ["Random moves (seed=1)"] * 2
    desk.trigger("copy_game")
    assert "PW[Random moves (seed=1)]" in QApplication.clipboard().text()


def test_a_saved_game_goes_on_with_its_ai(desk: Desk, tmp_path: Path):
    path = tmp_path / "game.sgf"
    desk.play(HUMAN, "random:seed=1")
    desk.click(12)
    desk.wait_for_turn()
    assert desk.window.files.saving.save_to(path)
    desk.play()
    desk.window.files.opening.open_path(path)
    assert (
        players_shown(desk) == ["Human", "Random moves (seed=1)"]
        and not desk.window.controller.lineup.are_recorded
    )
    desk.click_any()
    assert desk.moves == 4 and desk.position.to_move is Color.BLACK, "the AI has answered"
    desk.trigger("undo")
    assert desk.moves == 2, "its answer is taken back too"
    desk.trigger("to_start")
    desk.trigger("play_from_here")
    desk.click(0)
    desk.wait(lambda: desk.moves == 2)


def test_a_saved_game_goes_on_from_where_play_stood(desk: Desk, tmp_path: Path):
    path = tmp_path / "game.sgf"
    desk.play()
    desk.click(12, 0, 24)
    desk.trigger("undo")
    assert desk.window.files.saving.save_to(path)
    desk.play()
    desk.window.files.opening.open_path(path)
    controller = desk.window.controller
    assert controller.live and controller.game.cursor.number == 2 and desk.window.history.count() == 4
    desk.click(4)
    assert [node.move for node in controller.game.main_line()[1:]] == [12, 0, 4]


def test_a_record_tells_of_a_program_of_others_no_more_than_its_name(desk: Desk, tmp_path: Path):
    program, other = "gtp:name=X,command=/home/me/x gtp", "gtp:name=Y,command=/home/me/y gtp"
    path = tmp_path / "game.sgf"
    desk.play(HUMAN, program)
    assert desk.window.files.saving.save_to(path)
    assert b"PW[X]" in path.read_bytes() and b"/home/me" not in path.read_bytes()
    for engines, plays in (([other, program], program), ([other], HUMAN)):
        desk.window.settings.engines = engines
        desk.window.files.opening.open_path(path)
        assert desk.window.controller.players[Color.WHITE] == plays
        assert players_shown(desk) == ["Human", "X"]


def test_a_saved_game_whose_ai_is_gone_goes_on_between_people(desk: Desk, tmp_path: Path):
    path = tmp_path / "game.sgf"
    desk.play(HUMAN, f"zero:net={tmp_path / 'gone.safetensors'},simulations=10")
    assert desk.window.files.saving.save_to(path)
    desk.window.files.opening.open_path(path)
    assert desk.window.controller.players[Color.WHITE] == HUMAN


def test_who_plays_a_record_of_others_are_people_whatever_it_calls_them(desk: Desk, tmp_path: Path):
    path = tmp_path / "game.sgf"
    path.write_text("(;SZ[5]PB[Li: Wei]PW[random:seed=1];B[aa])")
    desk.window.files.opening.open_path(path)
    assert set(desk.window.controller.players.values()) == {HUMAN}
    desk.click(12)
    assert desk.window.files.saving.save_to(path) and b"PB[Li: Wei]" in path.read_bytes()
    desk.window.files.opening.open_path(path)
    assert set(desk.window.controller.players.values()) == {HUMAN}


def test_who_played_in_a_window_is_called_as_this_window_calls_them(desk: Desk, tmp_path: Path):
    """Whatever the language of the window that saved the game."""
    desk.play(HUMAN, "random:seed=1")
    assert desk.window.files.saving.save_to(tmp_path / "game.sgf")
    assert b"PB[Human]PW[Random moves" in (tmp_path / "game.sgf").read_bytes().replace(b"\n", b"")
    desk.choose("language", "zh_CN")
    listed_and_opened_as(desk, tmp_path, [HUMAN, "random:seed=1"], compact_label, player_label)
    assert not desk.window.controller.lineup.are_recorded


def test_a_name_that_is_a_word_for_a_human_is_left_as_it_was_written(desk: Desk, tmp_path: Path):
    made = game(3)
    made.black_name, made.white_name = "Human", "Anna 2"
    records.save(made, tmp_path / "game.sgf")
    desk.choose("language", "zh_CN")
    listed_and_opened_as(desk, tmp_path, ["Human", "Anna 2"])
    assert desk.window.files.saving.save_to(tmp_path / "game.sgf")
    listed_and_opened_as(desk, tmp_path, ["Human", "Anna 2"])


@pytest.mark.parametrize("word", ["Human", "玩家"])
def test_the_human_of_a_game_that_an_earlier_version_saved_goes_on_with_it(
    desk: Desk, tmp_path: Path, word: str
):
    """There nothing but the word tells of one without a name."""
    made = game(3)
    made.black_name, made.white_name = word, "Random moves"
    made.players[Color.WHITE] = "random:seed=1"
    records.save(made, tmp_path / "game.sgf")
    listed_and_opened_as(desk, tmp_path, [HUMAN, "random:seed=1"], compact_label, player_label)
    assert not desk.window.controller.lineup.are_recorded


@pytest.mark.parametrize("word", ["Human", "玩家"])
def test_a_game_of_two_humans_that_an_earlier_version_saved_goes_on_between_them(
    desk: Desk, tmp_path: Path, word: str
):
    """There no player has a text."""
    made = game(3)
    made.black_name = made.white_name = word
    made.result = Result(Color.WHITE, Reason.RESIGNATION)
    records.save(made, tmp_path / "game.sgf")
    desk.choose("language", "zh_CN")
    listed_and_opened_as(desk, tmp_path, [HUMAN] * 2, player_label)
    controller = desk.window.controller
    assert not controller.lineup.are_recorded
    desk.trigger("undo")
    assert controller.match.result is None


def listed_and_opened_as(
    desk: Desk,
    folder: Path,
    players: list[str],
    in_list: Callable[[str], str] = str,
    on_board: Callable[[str], str] | None = None,
) -> None:
    """The only game in ``folder``."""
    desk.window.files.opening.take(folder)
    model = desk.window.files.library.model
    desk.wait(lambda: [model.index(0, column).data() for column in (1, 2)] == [*map(in_list, players)])
    desk.window.files.library.chosen.emit(0)
    assert players_shown(desk) == [*map(on_board or in_list, players)]


def test_a_game_from_a_position_has_its_players_names(desk: Desk):
    desk.play("random", HUMAN, size=5)
    desk.window.games.play_position(Position.empty(Size(5, 5)).play(12))
    game = desk.window.controller.game
    assert (game.black_name, game.white_name) == ("random", HUMAN) and game.date


@pytest.mark.parametrize(("size", "rated"), [(9, True), (5, False)])
def test_a_level_has_its_elo_beside_the_board_on_which_that_was_measured(desk: Desk, size: int, rated: bool):
    desk.play(HUMAN, levels()[0].player_text, size=size)
    assert ("Elo" in name_beside_board(desk.window.controller, Color.WHITE)) is rated

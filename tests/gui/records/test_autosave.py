"""The game of the last time: it is there again after a crash, each window keeps its own, and no game is lost by that."""

import errno
import os
from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog

from core import folders, records
from core.clock import TimeControl
from core.game import Game
from core.lock import FolderLock
from core.position import Color, Size
from core.records import sgf
from gui.program.settings import HUMAN
from gui.records import autosave, kept_game, played
from tests.gui.desk import Desk, OpenDesk
from tests.gui.players import RANDOM


def test_a_game_is_there_again_after_a_crash(desk: Desk, open_desk: OpenDesk):
    desk.play(HUMAN, RANDOM, strict=False, time_control=TimeControl(total_seconds=600))
    desk.click_any()
    desk.click_any()
    moves = desk.position.moves
    desk.wait(lambda: desk.window.autosave.up_to_date)
    desk.drop()
    again = open_desk()
    assert again.position.moves == moves
    match = again.window.controller.match
    assert not match.strict
    assert match.clock is not None and 0 < (match.clock.remaining(Color.BLACK) or 0) <= 600
    assert again.window.controller.players == {Color.BLACK: HUMAN, Color.WHITE: RANDOM}
    again.click_any()
    assert again.moves == len(moves) + 2


def test_a_game_that_was_written_without_what_belongs_to_it_stands_in_no_file(
    desk: Desk, open_desk: OpenDesk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """A crash or a power cut came between. The file of the game before is not written over unasked."""
    path, setup = tmp_path / "study.sgf", folders.data_dir() / kept_game.SETUP_FILE
    path.write_bytes(sgf.write(Game(Size(5, 5))))
    desk.window.files.opening.open_path(path)
    desk.wait(lambda: desk.window.autosave.up_to_date)
    of_the_game_before = setup.read_bytes()
    desk.play()
    desk.click(12, 0)
    desk.wait(lambda: desk.window.autosave.up_to_date)
    desk.drop()
    setup.write_bytes(of_the_game_before)
    before = path.read_bytes()
    again = open_desk()
    assert again.moves == 2 and again.window.files.belonging.path is None and again.window.isWindowModified()
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: ("", ""))
    again.trigger("save_file")
    assert path.read_bytes() == before


def test_a_kept_game_is_on_the_disk_whatever_comes(desk: Desk, monkeypatch: pytest.MonkeyPatch):
    """A power cut loses what the system has not written there yet."""
    waited_for: list[int] = []
    monkeypatch.setattr(os, "fsync", waited_for.append)
    desk.play()
    desk.click(12)
    desk.wait(lambda: desk.window.autosave.up_to_date)
    assert len(waited_for) >= 2


def test_an_ended_game_is_there_again(desk: Desk, open_desk: OpenDesk):
    desk.play()
    desk.click(1, 0, 5)
    desk.close()
    again = open_desk()
    assert again.notice.startswith("White wins:") and again.moves == 2


def test_an_opened_game_is_there_again_with_its_own_players(desk: Desk, open_desk: OpenDesk, tmp_path: Path):
    desk.play()
    desk.click(12, 0)
    desk.window.files.saving.save_to(tmp_path / "game.sgf")
    desk.play(HUMAN, RANDOM, size=7)
    desk.window.files.opening.open_path(tmp_path / "game.sgf")
    desk.click(24)
    desk.close()
    again = open_desk()
    assert again.position.moves == (12, 0, 24)
    assert again.window.controller.players == {Color.BLACK: HUMAN, Color.WHITE: HUMAN}


def test_a_change_of_players_is_kept(desk: Desk, open_desk: OpenDesk):
    desk.play(HUMAN, "zero:net=flagship,simulations=8", size=9)
    desk.wait(lambda: desk.window.autosave.up_to_date)
    desk.window.controller.set_simulations(5)
    desk.wait(lambda: desk.window.autosave.up_to_date)
    desk.drop()
    assert open_desk().window.controller.players[Color.WHITE] == "zero:net=flagship,simulations=5"


def long_game(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> Game:
    """A game in the window whose record takes several turns to write."""
    monkeypatch.setattr(autosave, "LINES_A_TURN", 2)
    desk.play()
    desk.wait(lambda: desk.window.autosave.up_to_date)
    game = desk.window.controller.game
    for point in (0, 2, 4, 6, 8):
        desk.click(point)
        desk.window.controller.note(game.cursor, "x" * sgf.LINE_BYTES)
    desk.window.autosave._timer.stop()
    return game


def test_a_long_game_is_kept_a_part_at_a_time(desk: Desk, monkeypatch: pytest.MonkeyPatch):
    game, kept = long_game(desk, monkeypatch), desk.window.autosave
    assert len(list(kept._write_in_turns())) > 3 and kept.up_to_date
    assert (folders.data_dir() / kept_game.GAME_FILE).read_bytes() == sgf.write(game)


def test_a_long_game_that_changes_while_it_is_kept_is_begun_anew_but_not_forever(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
):
    game, kept = long_game(desk, monkeypatch), desk.window.autosave
    turns = kept._write_in_turns()
    next(turns)
    desk.click(12)
    kept._timer.stop()
    assert list(turns) == [] and not kept.up_to_date and kept._timer.isActive()
    for _ in range(autosave.MOST_BEGUN):
        kept._begin()
        assert not kept.up_to_date
    kept._begin()
    assert kept.up_to_date
    assert (folders.data_dir() / kept_game.GAME_FILE).read_bytes() == sgf.write(game)


def test_a_damaged_autosave_is_set_aside_and_the_window_opens(desk: Desk, open_desk: OpenDesk):
    desk.play()
    desk.click(12)
    desk.close()
    damaged = folders.data_dir() / kept_game.GAME_FILE
    damaged.write_text("\x00 damaged", "utf-8")
    again = open_desk()
    assert again.moves == 0 and again.window.isVisible()
    assert "autosave.damaged.sgf" in again.window.statusBar().currentMessage()
    assert damaged.with_stem(f"{damaged.stem}.damaged").read_text("utf-8") == "\x00 damaged"


@pytest.mark.parametrize(
    "damage",
    [
        "\x00 damaged",
        '{"black": "human", "white": "human", "size": 9, "time_control": null, "strict": 1}',
        "[" * 100_000,
        '{"time_control": {"total_seconds": 1%s}}' % ("0" * 400),
        '{"time_control": 5}',
    ],
    ids=range(5),
)
def test_a_game_of_which_is_not_known_how_it_is_played_goes_on_between_humans(
    desk: Desk, open_desk: OpenDesk, damage: str
):
    desk.play(HUMAN, RANDOM)
    desk.click(12)
    desk.wait_for_turn()
    desk.close()
    (folders.data_dir() / kept_game.SETUP_FILE).write_text(damage, "utf-8")
    again = open_desk()
    assert again.position.moves[0] == 12 and again.moves == 2
    assert "between humans" in again.window.statusBar().currentMessage()
    again.click_any()
    assert again.moves == 3


def test_two_windows_keep_two_games(desk: Desk, open_desk: OpenDesk):
    desk.play()
    desk.click(12, 0)
    other = open_desk()
    assert other.moves == 0
    other.play()
    other.click(4)
    desk.close()
    other.close()
    assert [game.cursor.move for game in kept_games()] == [4], "the second one's is among the played games"
    assert open_desk().position.moves == (12, 0)


def test_what_a_second_window_left_in_a_crash_is_among_the_played_games(desk: Desk, open_desk: OpenDesk):
    desk.play()
    other = open_desk()
    other.play()
    other.click(4, 8)
    other.wait(lambda: other.window.autosave.up_to_date)
    other.drop()
    desk.close()
    assert kept_games() == []
    open_desk()
    assert [game.cursor.move for game in kept_games()] == [8]


def test_the_game_of_a_second_window_that_still_runs_is_left_to_it(desk: Desk, open_desk: OpenDesk):
    other = open_desk()
    other.play()
    other.click(4)
    desk.close()
    open_desk()
    assert kept_games() == []
    other.click(8)
    other.close()
    assert [game.cursor.move for game in kept_games()] == [8]


@pytest.mark.parametrize("setup", [None, "{ broken"])
def test_a_game_left_without_its_setup_is_among_the_played_games(
    open_desk: OpenDesk, data_folder: Path, setup: str | None
):
    folder = folders.data_dir() / "window-2"
    folder.mkdir()
    (folder / kept_game.GAME_FILE).write_bytes(b"(;GM[1]SZ[9];B[ee];W[aa])")
    if setup is not None:
        (folder / kept_game.SETUP_FILE).write_text(setup)
    open_desk()
    open_desk()
    assert [len(game.main_line()) for game in kept_games()] == [3]


def test_a_window_begins_anew_beside_another_and_keeps_what_a_third_left(desk: Desk, open_desk: OpenDesk):
    third = open_desk()
    third.play()
    third.click(4)
    third.wait(lambda: third.window.autosave.up_to_date)
    third.drop()
    assert open_desk().moves == 0
    assert [game.cursor.move for game in kept_games()] == [4]


def test_however_many_windows_are_open_each_keeps_its_own_game(open_desk: OpenDesk, data_folder: Path):
    data = folders.data_dir()
    places = [data, *(data / f"window-{number}" for number in range(2, 31))]
    for place in places:
        place.mkdir(exist_ok=True)
    locks = [FolderLock(place) for place in places]
    assert all(lock.take() for lock in locks)
    desk = open_desk()
    desk.play()
    desk.click(12)
    desk.wait(lambda: desk.window.autosave.up_to_date)
    assert not (data / kept_game.GAME_FILE).exists()
    desk.drop()
    for lock in locks:
        lock.release()
    assert open_desk().moves == 0
    assert [game.cursor.move for game in kept_games()] == [12]


def test_a_lock_that_cannot_be_opened_does_not_keep_the_window_from_opening(
    open_desk: OpenDesk, data_folder: Path
):
    (folders.data_dir() / "lock").mkdir()
    (folders.data_dir() / "window-2" / "lock").mkdir(parents=True)
    desk = open_desk()
    desk.play()
    desk.click(12)
    desk.close()
    assert open_desk().position.moves == (12,)


def test_closing_removes_nothing_but_the_kept_game(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    """The data folder may come to be called otherwise while a window is open."""
    data = folders.data_dir()
    monkeypatch.setenv("BUWEI_DATA_DIR", str(tmp_path / "elsewhere"))
    desk.play()
    desk.click(12)
    desk.close()
    assert (data / kept_game.GAME_FILE).exists()


def kept_games() -> list[Game]:
    """The games among the played ones, at their ends."""
    games = [records.load(file)[0].game for file in sorted(played.folder().glob("*.sgf"))]
    for game in games:
        game.to_end()
    return games


def test_a_game_that_cannot_be_kept_is_told_until_something_else_is(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
):
    def refuse(*_args: object, **_kwargs: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied", "game.sgf")

    desk.choose("language", "zh_CN")
    monkeypatch.setattr(kept_game, "write_atomically", refuse)
    desk.play()
    desk.wait(lambda: desk.window.statusBar().currentMessage() == "本局无法留到下次启动：没有权限")


DAMAGED = b"\x00 damaged"


@pytest.mark.parametrize("is_open", [False, True], ids=["the first window", "another beside it"])
def test_a_damaged_game_of_a_second_window_is_set_aside(
    open_desk: OpenDesk, data_folder: Path, is_open: bool
):
    """Whoever finds it tells the user: the next first window, or the window that takes the place."""
    if is_open:
        open_desk()
    game = folders.data_dir() / "window-2" / kept_game.GAME_FILE
    game.parent.mkdir()
    game.write_bytes(DAMAGED)
    setup = game.with_name(kept_game.SETUP_FILE)
    setup.write_bytes(b'{"black": "human"}')
    finder = open_desk()
    aside = game.with_name("autosave.damaged.sgf")
    assert aside.read_bytes() == DAMAGED and not game.exists() and kept_games() == []
    assert (
        game.with_name("autosave.damaged.json").read_bytes() == b'{"black": "human"}' and not setup.exists()
    )
    assert str(aside) in finder.window.statusBar().currentMessage()


def test_a_game_is_read_once_whatever_its_reading_raises(
    desk: Desk, open_desk: OpenDesk, monkeypatch: pytest.MonkeyPatch
):
    """An error that no record should raise would else keep the window from opening at every start."""

    def fail(*_given: object) -> None:
        read.append(1)
        raise RecursionError("too deep")

    desk.play()
    desk.click(12)
    desk.close()
    read: list[int] = []
    with monkeypatch.context() as patch:
        patch.setattr(sgf, "read", fail)
        again = open_desk()
    assert again.moves == 0 and len(read) == 1
    assert "autosave.damaged.sgf" in again.window.statusBar().currentMessage()


def test_windows_that_find_no_place_say_so_in_the_log(
    open_desk: OpenDesk, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    monkeypatch.setattr(FolderLock, "take", lambda _lock: False)
    open_desk()
    assert "keep one game" in caplog.text

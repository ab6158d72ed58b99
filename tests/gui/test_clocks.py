"""Clocks in the window: when they run and when they stand, and that nothing gives time away."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QMessageBox, QWidget

from ai.players import SHIPPED, make_player
from ai.players.random import RandomPlayer
from ai.players.text import Options
from core.clock import TimeControl
from core.game import Game
from core.player import Decision, Limit
from core.position import Color, Position, Size
from gui.game.controller import State
from gui.program.settings import HUMAN
from gui.records import autosave, kept_game
from tests.gui.desk import Desk, OpenDesk, answer, in_dialogs
from tests.gui.players import ENDLESS, RANDOM, SlowToLoad

Key = Qt.Key


def test_a_human_out_of_time_loses(desk: Desk):
    desk.play(HUMAN, RANDOM, time_control=TimeControl(total_seconds=600))
    assert desk.window.players._clock[Color.BLACK].text() in ("10:00", "9:59")
    desk.hold_clock().passes(700)
    desk.wait_for_end()
    assert desk.notice == "White wins: Black ran out of time."
    assert desk.window.players._clock[Color.BLACK].text() == "0.0"
    desk.click(12)
    assert desk.moves == 0


@pytest.mark.parametrize(
    "begin",
    [lambda desk: desk.trigger("ai_against_ai"), lambda desk: desk.window.networks.play_against(SHIPPED)],
)
def test_a_game_begun_without_the_dialog_has_the_clock_that_was_last_chosen_there(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, begin: Callable[[Desk], object]
):
    """And says so. The clock of a record is not taken over, nor kept when the record's game is played again."""
    answer(monkeypatch, QMessageBox.StandardButton.Discard)
    game = Game(Size(9, 9))
    game.black_name, game.white_name, game.time_control = HUMAN, RANDOM, TimeControl(total_seconds=300)
    settings = desk.window.settings
    for chosen in (None, TimeControl(move_seconds=10)):
        settings.time_control = chosen
        desk.window.controller.open_game(game, HUMAN, RANDOM)
        desk.trigger("rematch")
        assert desk.window.controller.game.time_control == game.time_control
        desk.window.controller.open_game(game, HUMAN, RANDOM)
        begin(desk)
        assert desk.window.controller.game.time_control == chosen == settings.time_control
        assert ("clock of your last new game" in desk.notice) == (chosen is not None)


@pytest.mark.parametrize(
    "begin", [lambda desk: desk.play(), lambda desk: desk.window.controller.open_game(Game(Size(5, 5)))]
)
def test_no_clock_ticks_on_in_another_game(desk: Desk, begin: Callable[[Desk], None]):
    """Ten times a second, for nothing."""
    desk.play(time_control=TimeControl(total_seconds=600))
    desk.click(12)
    controller = desk.window.controller
    assert controller._clock_timer.isActive()
    begin(desk)
    assert not controller._clock_timer.isActive()


def test_time_stands_while_paused(desk: Desk):
    desk.play(time_control=TimeControl(total_seconds=600))
    clock = desk.window.controller.match.clock
    assert clock is not None
    desk.key(Key.Key_P)
    desk.hold_clock().passes(700)
    desk.key(Key.Key_P)
    assert (clock.remaining(Color.BLACK) or 0) > 500
    assert desk.window.controller.match.check_time() is None


def test_no_command_gives_time_away(desk: Desk, monkeypatch: pytest.MonkeyPatch):
    """Hints, their end, and a change of players: the time that was used stays used."""
    monkeypatch.setattr("gui.game.adviser.ADVISER_OF_ANY_SIZE", ENDLESS)
    desk.play(HUMAN, ENDLESS, time_control=TimeControl(total_seconds=600, move_seconds=300))
    clock = desk.window.controller.match.clock
    assert clock is not None
    desk.hold_clock().passes(100)
    desk.key(Key.Key_H)
    desk.wait_for_thoughts()
    desk.key(Key.Key_Escape)
    desk.window.controller.set_simulations(5)
    assert (clock.remaining(Color.BLACK) or 999) <= 500
    assert (clock.move_remaining(Color.BLACK) or 999) <= 200


def test_play_on_from_where_play_stands_gives_no_time_back(desk: Desk):
    desk.play(time_control=TimeControl(total_seconds=600, move_seconds=300))
    desk.click(12, 0)
    clock = desk.window.controller.match.clock
    assert clock is not None
    desk.hold_clock().passes(100)
    desk.trigger("back")
    desk.trigger("to_end")
    assert not desk.window.commands.actions["play_from_here"].isEnabled()
    desk.window.controller.play_from(desk.window.controller.match.head)
    assert clock.running is Color.BLACK and desk.window.controller.live
    assert (clock.remaining(Color.BLACK) or 999) <= 500
    assert (clock.move_remaining(Color.BLACK) or 999) <= 200


def test_a_clock_that_waits_for_a_human_is_said_to(desk: Desk, open_desk: OpenDesk):
    waits = "Black to move: your turn. The clock waits for your move."
    desk.play(time_control=TimeControl(total_seconds=600))
    assert desk.notice == "Black to move: your turn."
    desk.click(12)
    desk.trigger("undo")
    assert desk.notice == waits
    desk.click(12)
    assert desk.notice == "White to move: your turn."
    desk.click(0)
    desk.close()
    assert open_desk().notice == waits


def test_time_used_when_the_program_is_left_stays_used(desk: Desk, open_desk: OpenDesk):
    """Of the total time and of the move's, though the clock waits for the move; also if the program is left once more before it."""
    desk.play(time_control=TimeControl(total_seconds=600, move_seconds=300))
    time = desk.hold_clock()
    desk.click(12)
    desk.wait(lambda: desk.window.autosave.up_to_date)
    time.passes(100)
    for _ in range(2):
        desk.close()
        desk = open_desk()
        clock = desk.window.controller.match.clock
        assert clock is not None and clock.running is None and "The clock waits" in desk.notice
        assert clock.remaining(Color.WHITE) == pytest.approx(500)
        assert clock.move_remaining(Color.WHITE) == pytest.approx(200)
    desk.click(0)
    assert 490 < desk.window.controller.match.head.seconds_left[Color.WHITE] <= 500


def test_a_crash_gives_no_time_back(open_desk: OpenDesk, data_folder: Path, monkeypatch: pytest.MonkeyPatch):
    """The clock of the move under way is noted while it runs; once a move is made that note is nothing any more."""
    monkeypatch.setattr(autosave, "TIME_MS", 0)
    desk = open_desk()
    noted = data_folder / kept_game.TIME_FILE
    desk.play(HUMAN, HUMAN, time_control=TimeControl(total_seconds=600, move_seconds=300))
    time = desk.hold_clock()
    desk.click(12)
    desk.wait(noted.exists)
    desk.click(0)
    desk.wait(lambda: desk.window.autosave.up_to_date)
    time.passes(105)
    desk.wait(lambda: b'"used_seconds": 10' in (noted.read_bytes() if noted.exists() else b""))
    desk.drop()
    again = open_desk().window.controller.match.clock
    assert again is not None and (again.remaining(Color.BLACK) or 999) <= 495
    assert again.move_remaining(Color.BLACK) == pytest.approx(195)


@pytest.mark.parametrize("content", [b"", b"[]", b'{"left_seconds": "x", "used_seconds": 1}'])
def test_a_note_of_the_clock_that_makes_no_sense_is_passed_over(
    desk: Desk, open_desk: OpenDesk, data_folder: Path, content: bytes
):
    desk.play(HUMAN, HUMAN, time_control=TimeControl(600))
    desk.hold_clock()
    desk.click(12)
    desk.wait(lambda: desk.window.autosave.up_to_date)
    desk.drop()
    (data_folder / kept_game.TIME_FILE).write_bytes(content)
    again = open_desk().window.controller.match.clock
    assert again is not None and again.remaining(Color.WHITE) == 600


def ask_for_a_hint_and_stop_it(desk: Desk) -> None:
    desk.key(Key.Key_H)
    desk.wait(lambda: desk.window.controller.looks_for_hint)
    desk.key(Key.Key_Escape)


def close_and_stay(desk: Desk) -> None:
    with in_dialogs(QMessageBox.reject, kind=QMessageBox):
        desk.window.close()
    assert desk.window.isVisible()


def set_up_and_think_better_of_it(desk: Desk) -> None:
    desk.trigger("set_up_position")
    desk.qtbot.mouseClick(desk.window.setup_bar.cancel, Qt.MouseButton.LeftButton)


def pause_twice(desk: Desk) -> None:
    for _ in range(2):
        desk.key(Key.Key_P)


@pytest.mark.parametrize(
    "do",
    [
        ask_for_a_hint_and_stop_it,
        close_and_stay,
        set_up_and_think_better_of_it,
        pause_twice,
        lambda desk: desk.window.controller.set_simulations(5),
    ],
)
def test_a_clock_that_waits_for_a_move_is_started_by_nothing_else(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, do: Callable[[Desk], None]
):
    monkeypatch.setattr("gui.game.adviser.ADVISER_OF_ANY_SIZE", ENDLESS)
    desk.play(time_control=TimeControl(total_seconds=600))
    desk.click(12)
    desk.trigger("undo")
    waits = desk.notice
    do(desk)
    clock = desk.window.controller.match.clock
    assert clock is not None and clock.running is None and desk.notice == waits
    desk.click(12)
    assert clock.running is Color.WHITE


def test_the_clock_of_an_ai_that_moves_out_of_a_pause_runs(desk: Desk):
    desk.play(ENDLESS, HUMAN, time_control=TimeControl(total_seconds=600))
    desk.key(Key.Key_P)
    clock = desk.window.controller.match.clock
    assert clock is not None and clock.running is None
    desk.trigger("move_now")
    desk.wait(lambda: clock.running is Color.BLACK)


@pytest.mark.parametrize("compiled", [True, False])
def test_an_ai_that_loads_loses_no_time_by_it(desk: Desk, monkeypatch: pytest.MonkeyPatch, compiled: bool):
    player = SlowToLoad(Options(RANDOM))
    monkeypatch.setattr("gui.game.worker.make_player", lambda text: player)
    monkeypatch.setattr("core.kernel_cache.is_ready", lambda: compiled)
    desk.play(RANDOM, HUMAN, time_control=TimeControl(move_seconds=10))
    desk.wait(lambda: desk.state is State.LOADING)
    assert ("first time on this computer" in desk.notice) is not compiled
    clock = desk.window.controller.match.clock
    assert clock is not None
    desk.hold_clock().passes(20)
    desk.window.controller._tick()
    player.loaded.set()
    desk.wait_for_turn()
    assert desk.moves == 1 and clock.running is Color.WHITE


class Recording(RandomPlayer):
    """Notes what it is given for its moves."""

    def __init__(self, options: Options):
        super().__init__(options)
        self.limits: list[Limit] = []

    def choose(self, position: Position, limit: Limit, report=None, stop=None) -> Decision:
        self.limits.append(limit)
        return super().choose(position, limit, report, stop)


@pytest.mark.parametrize(
    ("text", "simulations", "most_seconds"), [("uct:playouts=7", 7, 10), ("uct:playouts=7,seconds=2", 7, 2)]
)
def test_an_ai_has_its_own_limit_and_the_clocks(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, text: str, simulations: int, most_seconds: float
):
    player = Recording(Options(RANDOM))
    player.default_limit = make_player(text).default_limit
    monkeypatch.setattr("gui.game.worker.make_player", lambda _text: player)
    desk.play(text, HUMAN, time_control=TimeControl(600, 10))
    desk.wait_for_turn()
    limit = player.limits[-1]
    assert limit.simulations == simulations
    assert limit.seconds is not None and 0 < limit.seconds <= most_seconds
    assert limit.remaining_seconds is not None and 0 < limit.remaining_seconds <= 600


def test_an_ai_whose_file_is_gone_keeps_its_own_limit_on_a_clock(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    """It plays on, loaded as it is, and nobody reads its text anew."""
    file = tmp_path / "moves"
    file.write_bytes(b"")
    text = f"uct:playouts=7,book={file}"
    player = Recording(Options(RANDOM))
    player.default_limit = Limit(simulations=7)
    made = []

    def make(text: str) -> Recording:
        made.append(text)
        return player

    monkeypatch.setattr("gui.game.worker.make_player", make)
    desk.play(text, HUMAN, time_control=TimeControl(600))
    desk.wait_for_turn()
    file.unlink()
    desk.click_any()
    assert [limit.simulations for limit in player.limits] == [7, 7] and made == [text]
    assert player.limits[-1].remaining_seconds is not None


@pytest.mark.parametrize("command", ["networks", "change_players", "analysis_settings", "change_keys"])
def test_the_clock_stands_while_a_dialog_covers_the_game(desk: Desk, command: str):
    """And goes on afterwards, on the same player's time."""
    desk.play(HUMAN, RANDOM, time_control=TimeControl(total_seconds=600))
    desk.click_any()
    clock = desk.window.controller.match.clock
    assert clock is not None and clock.running is Color.BLACK

    def look(dialog: QDialog) -> None:
        assert clock.running is None and desk.window.controller.paused
        dialog.reject()

    with in_dialogs(look):
        desk.trigger(command)
    assert clock.running is Color.BLACK and not desk.window.controller.paused


@pytest.mark.parametrize("command", ["solve", "arena", "compare_players", "training_room", "help"])
def test_the_clock_goes_on_beside_windows_that_leave_the_game_to_the_user(desk: Desk, command: str):
    desk.play(HUMAN, RANDOM, time_control=TimeControl(total_seconds=600))
    desk.click_any()
    clock = desk.window.controller.match.clock
    assert clock is not None

    def look(window: QWidget) -> None:
        assert clock.running is Color.BLACK and not desk.window.controller.paused
        window.close()

    desk.look_at_windows_of(command, look)
    assert clock.running is Color.BLACK


def test_a_game_that_stood_still_before_a_dialog_stands_still_after_it(desk: Desk):
    desk.play(HUMAN, RANDOM, time_control=TimeControl(total_seconds=600))
    desk.click_any()
    desk.trigger("pause")
    with in_dialogs(lambda dialog: dialog.reject()):
        desk.trigger("networks")
    assert desk.window.controller.paused

"""Clocks that are set to what another clock shows."""

from pathlib import Path

import pytest
from PySide6.QtCore import QTime

from core import records
from core.clock import TimeControl
from core.position import Color
from gui.game.clock_setting import ClocksDialog
from gui.program.settings import HUMAN
from tests.gui.desk import Desk


def set_clocks(desk: Desk, monkeypatch: pytest.MonkeyPatch, color: Color, time: QTime) -> None:
    """Set one of the clocks in the dialog."""

    def fill_in(dialog: ClocksDialog) -> int:
        assert not desk.window.controller.under_way, "no clock runs meanwhile"
        dialog.fields[color].setTime(time)
        return 1

    monkeypatch.setattr(ClocksDialog, "exec", fill_in)
    desk.trigger("set_clocks")


def left(desk: Desk, color: Color) -> float:
    clock = desk.window.controller.match.clock
    assert clock is not None
    seconds = clock.remaining(color)
    assert seconds is not None
    return seconds


def test_a_clock_is_set_and_the_game_goes_on(desk: Desk, monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    """Whoever takes back to here has the time that was set; the record tells it; the other side's time stays as it is."""
    desk.play(HUMAN, HUMAN, time_control=TimeControl(900))
    desk.click(12)
    white = left(desk, Color.WHITE)
    set_clocks(desk, monkeypatch, Color.BLACK, QTime(0, 7, 30))
    controller = desk.window.controller
    assert left(desk, Color.BLACK) == 450 and 0 <= white - left(desk, Color.WHITE) < 60
    assert not controller.paused and controller.match.clock is not None
    assert controller.match.clock.running is Color.WHITE
    path = tmp_path / "game.sgf"
    assert desk.window.files.saving.save_to(path)
    assert records.load(path)[0].game.main_line()[1].seconds_left[Color.BLACK] == 450
    desk.click(0)
    desk.trigger("undo")
    assert left(desk, Color.BLACK) == 450


def test_only_clocks_with_a_total_time_are_set_while_the_game_lasts(desk: Desk):
    action = desk.window.commands.actions["set_clocks"]
    for control, enabled in ((None, False), (TimeControl(None, 30), False), (TimeControl(900), True)):
        desk.play(HUMAN, HUMAN, time_control=control)
        desk.click(12)
        assert action.isEnabled() is enabled
    desk.window.controller.resign()
    assert not action.isEnabled()


def test_hours_are_shown_where_there_are_some(desk: Desk):
    for seconds, text in ((905.7, "15:05"), (7325.0, "2:02:05")):
        dialog = ClocksDialog(desk.window, {Color.BLACK: seconds, Color.WHITE: 60.0})
        assert dialog.fields[Color.BLACK].text() == text and dialog.chosen() == {}
        dialog.fields[Color.WHITE].setTime(QTime(0, 2))
        assert dialog.chosen() == {Color.WHITE: 120.0}

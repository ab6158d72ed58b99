"""The board alone in its window."""

from collections.abc import Callable

from PySide6.QtWidgets import QDockWidget

from core.clock import TimeControl
from gui.program.settings import HUMAN
from tests.gui.desk import Desk
from tests.gui.players import RANDOM


def docks_shown(desk: Desk) -> set[str]:
    return {dock.objectName() for dock in desk.window.findChildren(QDockWidget) if not dock.isHidden()}


def test_docks_go_away_and_come_back_as_they_were(desk: Desk):
    desk.window.docks["tree"].close()
    before = docks_shown(desk)
    desk.trigger("board_alone")
    assert docks_shown(desk) == set() and desk.window.tool_bar.isHidden()
    desk.trigger("board_alone")
    assert docks_shown(desk) == before and not desk.window.tool_bar.isHidden()


def test_the_window_may_be_small_then(desk: Desk):
    desk.trigger("board_alone")
    desk.wait(lambda: desk.window.minimumSize().width() <= 300)
    desk.window.resize(300, 340)
    desk.wait(lambda: desk.window.width() == 300)
    board = desk.window.board
    assert board.visibleRegion().boundingRect() == board.rect()


def test_the_first_layout_brings_all_back_for_good(desk: Desk):
    first = docks_shown(desk)
    desk.window.docks["tree"].close()
    desk.trigger("board_alone")
    desk.trigger("first_layout")
    assert docks_shown(desk) == first and not desk.window.commands.actions["board_alone"].isChecked()
    desk.window.board_alone.leave()
    assert docks_shown(desk) == first


def test_docks_come_back_when_the_window_is_closed_with_the_board_alone(
    desk: Desk, open_desk: Callable[..., Desk]
):
    before = docks_shown(desk)
    desk.trigger("board_alone")
    desk.close()
    again = open_desk()
    assert docks_shown(again) == before
    assert not again.window.commands.actions["board_alone"].isChecked()


def test_the_clocks_of_a_game_stay_in_sight(desk: Desk):
    line = desk.window.clock_line
    desk.play(HUMAN, RANDOM, time_control=TimeControl(600))
    assert line.isHidden()
    desk.trigger("board_alone")
    assert not line.isHidden() and line.text() in ("Black 10:00, White 10:00", "Black 9:59, White 10:00")
    desk.trigger("board_alone")
    desk.wait(line.isHidden)


def test_a_game_without_a_clock_shows_none(desk: Desk):
    desk.trigger("board_alone")
    assert desk.window.clock_line.isHidden()

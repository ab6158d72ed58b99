"""A game that stands still while the user is asked about it."""

import pytest

from tests.gui.desk import Desk

WAITS = "uct:playouts=100000000"
"""A player that thinks until it is stopped."""


@pytest.mark.parametrize("stood", [False, True])
def test_it_goes_on_afterwards_if_it_did_before(desk: Desk, stood: bool):
    desk.play("human", WAITS)
    controller = desk.window.controller
    controller.set_paused(stood)
    with controller.standing_still():
        assert controller.paused
    assert controller.paused is stood


def test_it_goes_on_after_an_error(desk: Desk):
    desk.play("human", WAITS)
    controller = desk.window.controller
    with pytest.raises(OSError, match="disk"), controller.standing_still():
        raise OSError("the disk is full")
    assert not controller.paused


@pytest.mark.parametrize("goes_on", [False, True])
def test_the_answer_can_decide_otherwise(desk: Desk, goes_on: bool):
    desk.play("human", WAITS)
    controller = desk.window.controller
    controller.set_paused(goes_on)
    with controller.standing_still() as pause:
        pause.goes_on = goes_on
    assert controller.paused is not goes_on


def test_another_game_stands_still_as_it_began(desk: Desk):
    desk.play("human", WAITS)
    controller = desk.window.controller
    with controller.standing_still():
        desk.play("human", "random")
        controller.set_paused(True)
    assert controller.paused


def test_one_pause_lasts_through_another(desk: Desk):
    desk.play("human", WAITS)
    controller = desk.window.controller
    with controller.standing_still():
        with controller.standing_still():
            pass
        assert controller.paused
    assert not controller.paused


def test_nobody_thinks_once_the_window_is_closed(desk: Desk):
    desk.play(WAITS, "human")
    controller = desk.window.controller
    with controller.standing_still():
        desk.window.closing.leave()
    assert controller.thinker.current is None

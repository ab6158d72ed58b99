"""The AI thinks on while the human thinks: only then, only if it is wanted, and it never plays what it thought."""

import pytest
from PySide6.QtCore import Qt

from gui.game import worker
from gui.program.settings import HUMAN, default_opponent
from tests.ai.test_pondering import Thinker
from tests.gui.desk import Desk

UCT = "uct:playouts=50"


@pytest.fixture
def thinker(monkeypatch: pytest.MonkeyPatch) -> Thinker:
    """The player behind every text."""
    player = Thinker()
    monkeypatch.setattr(worker, "make_player", lambda text: player)
    return player


def pondering(desk: Desk) -> bool:
    return desk.window.controller.thinker._pondered is not None


def wait_until_it_thinks_on(desk: Desk, thinker: Thinker, moves: int) -> None:
    desk.wait(lambda: thinker.told[-1:] == [f"ponder after {moves}"])


def test_pondering_stops_when_the_human_moves_and_plays_nothing_of_its_own(desk: Desk, thinker: Thinker):
    desk.play(HUMAN, "thinker")
    desk.click_any()
    desk.wait_for_turn()
    wait_until_it_thinks_on(desk, thinker, 2)
    assert desk.moves == 2
    desk.click_any()
    desk.wait_for_turn()
    wait_until_it_thinks_on(desk, thinker, 4)
    assert desk.moves == 4
    assert thinker.told == ["choose", "ponder after 2", "stopped", "choose", "ponder after 4"]


def test_the_window_can_be_used_meanwhile(desk: Desk, thinker: Thinker):
    """Undo, pause and a new game end it; a hint is given first and then it goes on."""
    desk.play(HUMAN, "thinker")
    desk.click_any()
    desk.wait_for_turn()
    wait_until_it_thinks_on(desk, thinker, 2)
    desk.trigger("hint")
    desk.wait(lambda: thinker.told.count("ponder after 2") == 2)
    assert thinker.told[-3:] == ["stopped", "choose", "ponder after 2"]
    desk.trigger("undo")
    desk.wait(lambda: thinker.told[-1] == "stopped")
    assert desk.moves == 0 and not pondering(desk)


def test_pausing_ends_it(desk: Desk, thinker: Thinker):
    desk.play(HUMAN, "thinker")
    desk.click_any()
    desk.wait_for_turn()
    wait_until_it_thinks_on(desk, thinker, 2)
    desk.window.controller.set_paused(True)
    desk.wait(lambda: thinker.told[-1] == "stopped")
    desk.window.controller.set_paused(False)
    wait_until_it_thinks_on(desk, thinker, 2)


def test_a_laptop_may_cool_down_while_the_human_thinks_for_long(desk: Desk, thinker: Thinker):
    desk.window.controller.thinker._cool_down.setInterval(0)
    desk.play(HUMAN, "thinker")
    desk.click_any()
    desk.wait_for_turn()
    desk.wait(lambda: not pondering(desk))
    assert desk.moves == 2
    desk.click_any()
    desk.wait_for_turn()
    assert desk.moves == 4


def test_pondering_goes_on_after_a_move_that_was_refused(desk: Desk, thinker: Thinker):
    desk.play(HUMAN, "thinker", size=3, strict=False)
    point = desk.play_until_a_point_is_forbidden()
    told = f"ponder after {desk.moves}"
    desk.wait(lambda: told in thinker.told)
    desk.click(point)
    desk.wait(lambda: thinker.told[-3:] == [told, "stopped", told])


def test_the_switch_turns_it_off_and_on_at_once(desk: Desk, thinker: Thinker):
    action = desk.window.commands.actions["ponder"]
    assert action.isChecked()
    desk.play(HUMAN, "thinker")
    desk.click_any()
    desk.wait_for_turn()
    wait_until_it_thinks_on(desk, thinker, 2)
    action.trigger()
    desk.wait(lambda: thinker.told[-1] == "stopped")
    assert not desk.window.settings.ponder
    action.trigger()
    wait_until_it_thinks_on(desk, thinker, 2)
    assert desk.window.settings.ponder


@pytest.mark.parametrize("white", [HUMAN, UCT + ",ponder=off", default_opponent()])
def test_players_do_not_ponder_where_nobody_wants_it_nor_do_levels(desk: Desk, white: str):
    desk.play(HUMAN, white)
    desk.click_any()
    desk.wait_for_turn()
    assert not pondering(desk)


def test_two_ais_do_not_think_on(desk: Desk, thinker: Thinker):
    desk.play("thinker", "thinker:black", size=3)
    desk.wait_for_end()
    assert set(thinker.told) == {"choose"}


def test_a_text_may_ask_for_it_where_the_switch_is_off(desk: Desk):
    desk.window.commands.actions["ponder"].trigger()
    desk.play(HUMAN, UCT + ",ponder=on", size=9)
    desk.click_any()
    desk.wait_for_turn()
    assert pondering(desk)
    desk.key(Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    desk.wait(lambda: not pondering(desk))

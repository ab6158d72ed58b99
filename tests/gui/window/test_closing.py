"""Closing the window: every part ends, whatever goes wrong with another."""

import errno

import pytest

from ai.players.text import Options
from core import folders, records
from gui.networks.view import NetworkView
from gui.parts.threads import wait_for_those_leaving
from gui.program.settings import HUMAN
from gui.records import kept_game
from tests.gui.desk import Desk
from tests.gui.players import RANDOM, SlowToLoad


def test_closing_while_the_ai_thinks(desk: Desk):
    desk.play(HUMAN, "zero:net=flagship,simulations=1000000", size=9)
    desk.click(40)
    desk.wait_for_thoughts()
    thread = desk.window.controller.thinker._thread
    desk.window.closing.leave()
    assert not thread.isRunning() and not desk.window.isVisible()


def test_an_error_in_closing_one_part_keeps_no_other_from_closing(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    def fail() -> None:
        raise PermissionError(errno.EACCES, "Permission denied", "stop")

    desk.play()
    desk.click(12)
    for part in (desk.window.analysis, desk.window.arena):
        monkeypatch.setattr(part, "close", fail)
    thread = desk.window.controller.thinker._thread
    assert thread.isRunning()
    desk.window.closing.leave()
    assert not thread.isRunning() and not desk.window.isVisible() and "Permission denied" in caplog.text
    assert records.load(folders.data_dir() / kept_game.GAME_FILE)[0].game.root.children


def test_a_network_that_still_loads_to_be_looked_at_ends_with_the_window(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
):
    """A thread that runs on would end the program by an abort."""
    player = SlowToLoad(Options(RANDOM))
    monkeypatch.setattr("gui.networks.thoughts.first_sight_player", lambda _text: player)
    desk.play(size=9)
    desk.trigger("see_network")
    (view,) = desk.window.findChildren(NetworkView)
    thread = view.columns[0].thinker._thread

    def wait() -> None:
        player.loaded.set()
        wait_for_those_leaving()

    monkeypatch.setattr("gui.window.closing.wait_for_those_leaving", wait)
    assert thread.isRunning()
    desk.window.closing.leave()
    assert not thread.isRunning()


def test_the_window_stays_if_asking_goes_wrong(desk: Desk, monkeypatch: pytest.MonkeyPatch):
    with monkeypatch.context() as patch, desk.qtbot.captureExceptions() as caught:
        patch.setattr(desk.window.files.leaving, "may_quit", lambda: 1 / 0)
        desk.trigger("quit")
    assert len(caught) == 1 and desk.window.isVisible()
    desk.play()
    desk.click(12)
    assert desk.moves == 1

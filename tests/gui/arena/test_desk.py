"""The arena as the main window sees it."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QMessageBox

from ai.arena.folder import ArenaFolder
from ai.arena.plan import Plan
from core.lock import FolderLock
from gui.program.language import LanguageSwitch
from tests.gui.arena.tiny import TINY
from tests.gui.desk import Desk, answer, wait_for_process
from tests.patience import PROCESS_SECONDS


def test_the_window_opens_the_arena_and_shows_its_games(folder: Path, desk: Desk):
    desk.trigger("arena")
    page = desk.window.arena.page
    assert page is not None and page.isVisible()
    page.games.table.cellActivated.emit(0, 0)
    game = desk.window.controller.game
    assert game.size.rows == 4 and game.result is not None
    assert not [box for box in desk.window.findChildren(QMessageBox) if box.isVisible()]
    switch = LanguageSwitch()
    switch.use("zh_CN")
    QApplication.processEvents()
    assert page.windowTitle() != "Arena"


def test_an_arena_stops_with_the_window_only_if_that_is_wanted(
    folder: Path, desk: Desk, monkeypatch: pytest.MonkeyPatch
):
    desk.trigger("arena")
    page = desk.window.arena.page
    assert page is not None
    asked = answer(monkeypatch, QMessageBox.StandardButton.No, QMessageBox.StandardButton.Yes)
    page.process.start(folder / "long one", Plan(TINY.players, games=4000, size="4x4"), 1)
    begun = page.process._process
    for is_open in (True, False):
        desk.window.close()
        assert desk.window.isVisible() == is_open
    assert len(asked) == 2 and all("arena is being played" in said for said in asked)
    assert begun is not None
    begun.wait(PROCESS_SECONDS)


def test_an_arena_goes_on_when_its_window_is_closed_by_escape(folder: Path, desk: Desk):
    """As long as the window of the board is there."""
    desk.trigger("arena")
    page = desk.window.arena.page
    assert page is not None
    page.process.start(folder / "long one", Plan(TINY.players, games=4000, size="4x4"), 1)
    desk.wait(page.isActiveWindow)
    desk.qtbot.keyClick(page, Qt.Key.Key_Escape)
    assert not page.isVisible() and page.process.running and not page.process.ending
    played = len(page.process.games)
    wait_for_process(desk.qtbot, lambda: len(page.process.games) > played)
    desk.trigger("arena")
    assert page.isVisible() and page.process.folder == folder / "long one"


def test_an_arena_that_was_begun_elsewhere_outlives_the_window(
    folder: Path, desk: Desk, monkeypatch: pytest.MonkeyPatch
):
    asked = answer(monkeypatch, QMessageBox.StandardButton.No)
    elsewhere = FolderLock(folder / "played")
    assert elsewhere.take()
    desk.trigger("arena")
    page = desk.window.arena.page
    assert page is not None and page.process.running
    desk.window.close()
    assert not desk.window.isVisible() and not asked
    assert not ArenaFolder(folder / "played")._stop.exists()
    elsewhere.release()

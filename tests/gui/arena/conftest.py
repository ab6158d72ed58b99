"""An arena that has been played, and the page that shows it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from ai.arena.contest import play
from ai.arena.folder import ArenaFolder
from gui.app import make_application
from gui.arena.page import ArenaPage
from gui.program.settings import Settings
from tests.gui.arena.tiny import TINY
from tests.gui.desk import wait_for_process


@pytest.fixture
def folder(data_folder: Path) -> Path:
    """Where arenas stand, with one that has been played."""
    folder = data_folder / "arenas"
    list(play(TINY, ArenaFolder(folder / "played")))
    return folder


@pytest.fixture
def settings() -> Settings:
    """The page's."""
    return Settings()


@pytest.fixture
def page(qtbot: QtBot, folder: Path, settings: Settings) -> Iterator[ArenaPage]:
    make_application([])
    page = ArenaPage(folder, settings)
    yield page
    page.process.stop()
    wait_for_process(qtbot, lambda: ended(page))
    page.process.close()
    page.deleteLater()
    QApplication.processEvents()


def ended(page: ArenaPage) -> bool:
    page.process.look()
    return not page.process.running

"""Windows for tests, each with folders of its own, closed whatever happens."""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QLocale
from pytestqt.qtbot import QtBot

from core.folders import DATA_DIR_VARIABLE
from gui.app import Application, make_application
from gui.game import sounds
from gui.program import first_start
from gui.program.language import LanguageSwitch
from tests.gui.desk import Desk


@pytest.fixture(scope="session")
def qapp_cls() -> type[Application]:
    """What pytest-qt makes where a test comes first that needs no window of ours."""
    return Application


@pytest.fixture(autouse=True)
def silence(monkeypatch: pytest.MonkeyPatch) -> None:
    """Windows of tests make no noise where the machine could."""
    monkeypatch.setattr(sounds, "player_command", list)
    if sys.platform == "win32":
        monkeypatch.setattr("winsound.PlaySound", lambda _path, _how: None)


@pytest.fixture(autouse=True)
def prepared(monkeypatch: pytest.MonkeyPatch) -> None:
    """Windows of tests don't wait until everything is compiled."""
    monkeypatch.setattr(first_start, "needs_kernels", lambda: False)


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """Every test begins in English, whatever the machine or the test before speaks."""
    QLocale.setDefault(QLocale("en"))
    yield
    if QCoreApplication.instance() is not None:
        LanguageSwitch().use("en")


@pytest.fixture
def application() -> None:
    """What widgets need that stand in no window of ours."""
    make_application([])


@pytest.fixture
def data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Settings, games and runs of this test alone, under a name that is not plain."""
    folder = tmp_path / "用户 data"
    monkeypatch.setenv(DATA_DIR_VARIABLE, str(folder))
    return folder


@pytest.fixture
def open_desk(qtbot: QtBot, data_folder: Path) -> Iterator[Callable[..., Desk]]:
    """Opens windows; they are closed after the test."""
    make_application([])
    desks: list[Desk] = []

    def make(**options) -> Desk:
        desks.append(Desk(qtbot, **options))
        return desks[-1]

    yield make
    for desk in desks:
        desk.close()


@pytest.fixture
def desk(open_desk: Callable[..., Desk]) -> Desk:
    """A window."""
    return open_desk()

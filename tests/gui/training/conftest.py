"""The dialog that starts a training session, and a run at work that the dock shows."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from core.lock import FolderLock
from gui.app import make_application
from gui.training.dialog import TrainingDialog
from tests.gui.desk import Desk
from tests.gui.training.tiny import TINY, opened


@pytest.fixture
def dialog(qtbot: QtBot, tmp_path: Path) -> TrainingDialog:
    """The dialog over a folder with one run, "old"."""
    make_application([])
    (tmp_path / "old").mkdir()
    (tmp_path / "old" / "config.toml").write_text(TINY.to_toml(), "utf-8")
    return opened(qtbot, TrainingDialog(None, tmp_path))


@pytest.fixture
def shown_run(desk: Desk, tmp_path: Path) -> Iterator[Path]:
    """A run that the dock shows, and on which another process seems to work."""
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    (folder / "config.toml").write_text(TINY.to_toml(), "utf-8")
    lock = FolderLock(folder)
    assert lock.take()
    desk.window.training_desk.sessions.watch(folder)
    assert desk.window.training.running
    yield folder
    lock.release()

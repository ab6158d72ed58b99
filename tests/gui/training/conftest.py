"""The dialog that starts a training session."""

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from gui.app import make_application
from gui.training.dialog import TrainingDialog
from tests.gui.training.tiny import TINY, opened


@pytest.fixture
def dialog(qtbot: QtBot, tmp_path: Path) -> TrainingDialog:
    """The dialog over a folder with one run, "old"."""
    make_application([])
    (tmp_path / "old").mkdir()
    (tmp_path / "old" / "config.toml").write_text(TINY.to_toml(), "utf-8")
    return opened(qtbot, TrainingDialog(None, tmp_path))

"""The process that plays an arena."""

from pathlib import Path

from pytestqt.qtbot import QtBot

from ai.arena.plan import Plan
from ai.commands.failure import TEMPLATE
from gui.app import make_application
from gui.arena.process import ArenaProcess
from tests.gui.desk import wait_for_process


def test_a_process_that_fails_says_why(qtbot: QtBot, tmp_path: Path):
    make_application([])
    process, failures = ArenaProcess(), []
    process.failed.connect(failures.append)
    process.start(tmp_path / "wrong", Plan(("random", "nobody"), size="4x4"), 1)
    wait_for_process(qtbot, lambda: bool(failures))
    process.close()
    assert "nobody" in failures[0] and TEMPLATE in failures[0]

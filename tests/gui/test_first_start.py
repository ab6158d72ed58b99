import sys
from pathlib import Path

import pytest

from gui import first_start


def test_the_program_is_whole():
    assert first_start.unreadable_files() == []
    assert not first_start.needs_kernels(), "only a packaged program"


def test_what_is_missing_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(first_start, "NEEDED", (tmp_path / "levels.json",))
    monkeypatch.setattr(first_start, "SHIPPED", "absent")
    levels, network = first_start.unreadable_files()
    assert "levels.json" in levels
    assert "absent" in network


@pytest.mark.parametrize("started", [[sys.executable, "-S", "-E", "-c", ""], ["/nowhere/at/all"]])
def test_preparing_runs_the_command_and_goes_away(qtbot, monkeypatch: pytest.MonkeyPatch, started: list[str]):
    """Also where it can't be started."""
    asked = []

    def command(*arguments: str) -> list[str]:
        asked.append(arguments)
        return started

    monkeypatch.setattr(first_start.program, "command", command)
    first_start.Preparation().run()
    assert asked == [("prepare", "--quiet")]

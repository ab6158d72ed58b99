import os
import sys
from pathlib import Path

import pytest

from core import program


def test_from_its_sources_python_runs_main():
    assert program.command("train", Path("run")) == [
        sys.executable,
        str(program.FILES / "main.py"),
        "train",
        "run",
    ]
    assert (program.FILES / "main.py").is_file()
    assert program.home() == program.FILES
    assert program.name() == "main.py"


def test_packaged_it_runs_commands_itself_and_on_windows_by_the_console_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", str(tmp_path / "Buwei"))
    monkeypatch.setattr(sys, "platform", "linux")
    assert program.command("train") == [str(tmp_path / "Buwei"), "train"] and program.name() == "Buwei"
    monkeypatch.setattr(sys, "platform", "win32")
    assert program.command("train") == [str(tmp_path / "buwei-cli.exe"), "train"]
    assert program.name() == "buwei-cli.exe"


def test_programs_of_others_get_nothing_that_only_ours_may_load(monkeypatch: pytest.MonkeyPatch):
    for name in program.ONLY_OURS:
        monkeypatch.setenv(name, "ours")
    assert program.outside_environment()["QT_PLUGIN_PATH"] == "ours", (
        "from the sources nothing is set for us alone"
    )
    monkeypatch.setattr(program, "is_packaged", lambda: True)
    assert not set(program.ONLY_OURS) & set(program.outside_environment())


@pytest.mark.usefixtures("environment")
def test_variables_set_for_us_are_for_other_programs_as_they_were_before(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv("GOMP_SPINCOUNT", raising=False)
    monkeypatch.setenv("NUMBA_CACHE_DIR", "the user's")
    before = program.outside_environment()
    for name in 2 * ("GOMP_SPINCOUNT", "NUMBA_CACHE_DIR"):  # a child does so again
        program.set_for_us(name, "ours")
    assert os.environ["GOMP_SPINCOUNT"] == os.environ["NUMBA_CACHE_DIR"] == "ours"
    assert program.outside_environment() == before

import io
import os
import sys
from pathlib import Path

import pytest

from ai import selftest as without_window
from ai.arithmetic.amx import tiles
from ai.selftest import CheckFailed
from core import folders, kernel_cache, program
from gui import selftest
from gui.program import screen


def fails() -> str:
    raise CheckFailed("a reason")


def breaks() -> str:
    raise OSError("no such library")


def test_every_part_has_its_line_and_one_failure_is_enough():
    out = io.StringIO()
    checks = (("first", lambda: "fine"), ("second", fails), ("third", breaks), ("last", lambda: "fine too"))
    assert selftest.run(checks, [out]) == 1
    lines = [line.split(maxsplit=2) for line in out.getvalue().splitlines()]
    assert ["first", "ok", "fine"] in lines
    assert ["second", "FAILED", "a reason"] in lines
    assert ["third", "FAILED", "OSError: no such library"] in lines
    assert ["last", "ok", "fine too"] in lines
    assert out.getvalue().endswith("FAILED: second, third\n")
    assert selftest.run(checks[:1], [out]) == 0


def test_without_standard_output_it_writes_a_log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    used = []
    monkeypatch.setenv(folders.DATA_DIR_VARIABLE, str(tmp_path))
    monkeypatch.setattr(sys, "stdout", None)
    monkeypatch.setattr(
        without_window, "CHECKS", (("folders", lambda: used.append(folders.data_dir()) or ""),)
    )
    monkeypatch.setattr(selftest, "CHECKS", ())
    assert selftest.main([]) == 0
    assert "folders" in (tmp_path / "logs" / selftest.REPORT_FILE).read_text("utf-8")
    assert used[0] != tmp_path, "the user's own folder"
    assert os.environ[folders.DATA_DIR_VARIABLE] == str(tmp_path)


def test_a_report_that_can_not_be_written_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    with pytest.raises(SystemExit) as left:
        selftest.main(["--report", str(tmp_path / "nowhere" / "report.txt")])
    assert left.value.code == 2 and "can't be written" in capsys.readouterr().err


def test_letters_that_the_console_lacks_are_no_failure():
    out = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    assert selftest.run((("path", lambda: "中文"),), [out]) == 0


QUICK = ("files", "libraries", "networks", "levels", "game", "translations", "window")
"""Those that start no processes."""


@pytest.mark.parametrize("name", QUICK)
def test_parts_work_here(qtbot, data_folder: Path, name: str):
    checks: dict[str, selftest.Check] = dict((*without_window.CHECKS, *selftest.CHECKS))
    assert checks[name]()


def test_kernels_that_the_program_did_not_bring_are_named_unless_its_builder_could_not_compile_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """A machine without a matrix unit compiles nothing for one, and numba makes the folder for that all the same."""
    shipped, kept = tmp_path / "shipped", tmp_path / "kept"
    for path in (shipped / "ai.arithmetic.winograd.kernels", shipped / "ai.arithmetic.amx.kernels", kept):
        path.mkdir(parents=True)
    (shipped / "ai.arithmetic.winograd.kernels" / "forward.1.nbc").touch()
    (kept / "forward.1.nbc").touch()
    monkeypatch.setattr(program, "is_packaged", lambda: True)
    monkeypatch.setattr(kernel_cache, "is_baseline", lambda: True)
    monkeypatch.setattr(kernel_cache, "SHIPPED", shipped)
    monkeypatch.setattr(without_window, "STARTED", 0.0)
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(kept))
    monkeypatch.setattr(tiles, "is_available", lambda: True)
    assert "kernels of its own" in without_window.nothing_compiled()
    monkeypatch.setattr(tiles, "is_available", lambda: False)
    with pytest.raises(CheckFailed, match="forgets these: forward"):
        without_window.nothing_compiled()


def test_a_screen_that_does_not_answer_is_named(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(screen, "is_there", lambda: True)
    monkeypatch.setattr(screen, "problem", lambda: "The screen doesn't answer.")
    with pytest.raises(CheckFailed, match="doesn't answer"):
        selftest.screen_check()()
    monkeypatch.setattr(screen, "is_there", lambda: False)
    assert "none" in selftest.screen_check()()

import ctypes
import re
import sys

import pytest

from gui.program import screen

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux needs asking")


@pytest.fixture(autouse=True)
def bare(monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(variable, raising=False)


def test_no_screen():
    assert "no screen" in (screen.problem() or "")


def test_offscreen_needs_no_screen(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    assert screen.problem() is None


def test_unknown_platform(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("QT_QPA_PLATFORM", "paper")
    assert "no platform paper" in (screen.problem() or "")


def test_one_working_platform_is_enough(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("QT_QPA_PLATFORM", "paper;offscreen:size=800x600")
    assert screen.problem() is None


def test_screen_that_does_not_answer(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("DISPLAY", ":4711")
    assert ":4711 doesn't answer" in (screen.problem() or "")


def test_missing_library_names_what_to_install(monkeypatch: pytest.MonkeyPatch):
    def missing(name: str) -> None:
        raise OSError("libxcb-cursor.so.0: cannot open shared object file: No such file or directory")

    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.setattr(ctypes, "CDLL", missing)
    text = screen.problem() or ""
    assert "libxcb-cursor.so.0" in text
    assert "apt-get install" in text
    assert " libxcb-cursor0 " in text


def test_all_that_is_to_be_installed_are_packages():
    """A comment would make the shell pass over what stands behind it."""
    _, packages = screen._install().split("apt-get install ")
    lines = [
        line
        for line in screen.PACKAGES_FILE.read_text("utf-8").splitlines()
        if re.fullmatch(r"[a-z0-9.+-]+", line)
    ]
    assert len(lines) > 10 and packages.split() == lines

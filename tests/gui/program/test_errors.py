"""Errors in the window: each is shown as a sentence and logged, and the window goes on."""

from pathlib import Path

import pytest

from ai.commands.failure import WITH_TEMPLATES, fail
from ai.session_folder import why_stopped
from gui.program.errors import show_error, show_failure
from gui.program.language import error_text
from tests.gui.desk import Desk


def test_the_reason_why_a_session_ended_is_said_at_once(desk: Desk):
    log = "generation 1: 10 games\nbuwei: The disk is full.\n"
    box = show_error(desk.window, "It has ended.", log)
    assert (box.informativeText(), box.detailedText()) == ("The disk is full.", log)
    desk.take_error()


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("the folder /runs can't be made", "The folder /runs can't be made"),
        ("first, stop it", "First, stop it"),
        ("learn_ratio = 0 should be more", "learn_ratio = 0 should be more"),
        ("zero:net=x: there is no network 'x'", "zero:net=x: there is no network 'x'"),
        ("game.sgf holds no game", "game.sgf holds no game"),
        ("磁盘已满。", "磁盘已满。"),
    ],
)
def test_a_message_begins_with_a_capital_unless_a_sign_or_a_digit_is_in_its_first_word(
    desk: Desk, said: str, shown: str
):
    box = show_error(desk.window, error_text(said), f"generation 1\nbuwei: {said}\n")
    assert (box.text(), box.informativeText()) == (shown, shown)
    desk.take_error()


def test_the_reason_why_a_session_ended_is_said_in_the_windows_language(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capfd: pytest.CaptureFixture[str]
):
    monkeypatch.setenv(WITH_TEMPLATES, "1")
    fail(why_stopped(tmp_path, OSError(28, "No space left on device")))
    log = capfd.readouterr().err
    desk.window._choose("language", "zh_CN")
    box = show_error(desk.window, "It has ended.", log)
    assert "磁盘已满" in box.informativeText() and "kept" not in box.informativeText()
    assert "No space left on device" in box.detailedText() and "template" not in box.detailedText()
    desk.take_error()


def test_the_error_that_ended_a_session_is_said_at_once(desk: Desk):
    """Also where its traceback is cut off above, and other lines come after it."""
    log = """    train(folder)
  File "train.py", line 3, in train
    states[folder]
    ~~~~~~^^^^^^^^
KeyError: 'generation'

resource_tracker: there appear to be 1 leaked objects
"""
    box = show_failure(desk.window, "It has ended.", log)
    assert (box.informativeText(), box.detailedText()) == ("KeyError: 'generation'", log)
    desk.take_error()
    for said, other in (
        ("The disk is full.", f"{log}buwei: The disk is full.\n"),
        ("", "generation 1\n"),
        ("", ""),
    ):
        assert show_failure(desk.window, "It has ended.", other).informativeText() == said
        desk.take_error()

"""Errors in the window: each is shown as a sentence and logged, and the window goes on."""

import errno
import logging
import os
import sys
import threading
from pathlib import Path

import pytest
from PySide6.QtCore import QTimer

from ai.commands.failure import WITH_TEMPLATES, fail
from ai.session_folder import why_stopped
from core import folders
from gui import app
from gui.program import errors
from gui.program.errors import LOG_FILE, ErrorReporter, show_error, show_failure
from gui.program.language import error_text
from gui.training import sessions
from tests.gui.desk import Desk, OpenDesk, what_a_start_tells


def test_the_reason_why_a_session_ended_is_said_at_once(desk: Desk):
    log = "generation 1: 10 games\nbuwei: The disk is full.\n"
    box = show_error(desk.window, "It has ended.", log)
    assert (box.informativeText(), box.detailedText()) == ("The disk is full.", log)
    desk.take_error()


def test_a_warning_is_not_the_reason_why_a_session_ended(desk: Desk):
    log = "buwei: warning: the progress can't be written\nKilled\n"
    box = show_error(desk.window, "It has ended.", log)
    assert (box.informativeText(), box.detailedText()) == ("", log)
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
    desk.choose("language", "zh_CN")
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


@pytest.mark.parametrize("place", ["logs", f"logs/{LOG_FILE}"])
def test_a_start_without_a_log_is_told(qtbot, data_folder: Path, place: str):
    app.make_application([])
    blocked = data_folder / place
    blocked.parent.mkdir(parents=True)
    blocked.touch() if place == "logs" else blocked.mkdir()
    (said,) = what_a_start_tells()
    assert said.startswith("No log can be kept: ") and str(blocked) in said


def test_an_error_that_nobody_caught_is_shown_and_logged(data_folder: Path, open_desk: OpenDesk):
    reporter = ErrorReporter()
    try:
        desk = open_desk(reporter=reporter)
        desk.play()

        def fail() -> None:
            raise ZeroDivisionError("on purpose")

        QTimer.singleShot(0, fail)
        sentence = "Something went wrong, and Buwei goes on: ZeroDivisionError: on purpose"
        assert desk.take_error() == sentence
        thread = threading.Thread(target=fail)
        thread.start()
        thread.join()
        assert desk.take_error() == sentence
        logged = (folders.log_dir() / LOG_FILE).read_text("utf-8")
        assert logged.count("ZeroDivisionError: on purpose") == 2
        desk.click(12)
        assert desk.moves == 1
        desk.close()
    finally:
        reporter.close()


def test_without_the_data_folder_one_is_told_where_it_is_needed_alone(
    data_folder: Path, open_desk: OpenDesk, monkeypatch: pytest.MonkeyPatch
):
    """Its drive is gone, say. In the window's language, and not at every look for sessions that began elsewhere."""
    monkeypatch.setattr(sessions, "IDLE_INTERVAL_MS", 10)
    looks, usual = [], folders.runs_dir
    monkeypatch.setattr(folders, "runs_dir", lambda: looks.append(1) or usual())
    reporter = ErrorReporter()
    try:
        desk = open_desk(reporter=reporter)
        desk.choose("language", "zh_CN")
        away = data_folder.rename(data_folder.with_name("away"))
        data_folder.write_text("no folder")
        looks.clear()
        desk.wait(lambda: len(looks) > 3)
        assert not desk.boxes()
        QTimer.singleShot(0, lambda: desk.trigger("start_training"))
        desk.wait(desk.boxes)
        (box,) = desk.boxes()
        assert box.text().startswith("出了点问题，程序会继续运行：无法") and "Error" not in box.text()
        box.close()
        data_folder.unlink()
        away.rename(data_folder)
        desk.close()
    finally:
        reporter.close()


def test_a_log_that_can_not_be_set_aside_grows_on(data_folder: Path, monkeypatch: pytest.MonkeyPatch):
    """Windows renames nothing that another window has open."""

    def refuse(*_: object) -> None:
        raise PermissionError(errno.EACCES, "The file is used by another process")

    monkeypatch.setattr(errors, "LOG_BYTES", 1000)
    reporter = ErrorReporter()
    try:
        with monkeypatch.context() as patch:
            patch.setattr(os, "rename", refuse)
            for number in range(40):
                logging.getLogger("gui").info("line %d of about fifty letters", number)
        logged = (folders.log_dir() / LOG_FILE).read_text("utf-8")
        assert [f"line {number} of" in logged for number in range(40)] == 40 * [True]
        logging.getLogger("gui").info("a new file")
        assert "line" not in (folders.log_dir() / LOG_FILE).read_text("utf-8")
    finally:
        reporter.close()


@pytest.mark.skipif(sys.platform != "linux", reason="tells what is open as Linux does")
def test_the_log_of_two_windows_is_set_aside(data_folder: Path, monkeypatch: pytest.MonkeyPatch):
    """Windows renames nothing that another window has open."""

    def rename(old: str, new: str) -> None:
        for file in Path("/proc/self/fd").iterdir():
            assert os.path.realpath(file) != old, "The file is used by another process"
        usual(old, new)

    usual = os.rename
    monkeypatch.setattr(os, "rename", rename)
    monkeypatch.setattr(errors, "LOG_BYTES", 1000)
    one, other = ErrorReporter(), ErrorReporter()
    try:
        for number in range(40):  # both write each
            logging.getLogger("gui").info("line %d of about fifty letters", number)
        logs = sorted(folders.log_dir().glob(f"{LOG_FILE}*"))
        assert len(logs) == 3 and all(log.stat().st_size <= 1000 for log in logs)
        assert logs[0].read_text("utf-8").count("line 39 of") == 2
    finally:
        other.close()
        one.close()


def test_an_error_at_every_repaint_is_shown_once(open_desk: OpenDesk, monkeypatch: pytest.MonkeyPatch):
    reporter = ErrorReporter()
    try:
        desk = open_desk(reporter=reporter)
        failed: list[bool] = []

        def fail(*_arguments: object) -> None:
            failed.append(True)
            raise ZeroDivisionError("on purpose")

        with monkeypatch.context() as broken:
            broken.setattr(desk.window.board, "_paint_marks", fail)
            desk.wait(lambda: desk.window.board.update() or len(failed) > 2)
        assert "ZeroDivisionError" in desk.take_error()
        assert desk.boxes() == []
        desk.play()
        desk.click(12)
        assert desk.moves == 1
        desk.close()
    finally:
        reporter.close()

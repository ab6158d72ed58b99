"""Which runs are watched, and what begins work on them."""

import errno
import os
from pathlib import Path

import pytest

from ai.training.run_folder import RunFolder
from gui.beside import watched_process
from tests.gui.desk import Desk, wait
from tests.gui.training.tiny import TINY


def test_sessions_begun_elsewhere_are_found(open_desk, data_folder: Path, monkeypatch: pytest.MonkeyPatch):
    """At the start and later; a run that is worked on is shown before the one that was shown last."""
    monkeypatch.setattr("gui.training.sessions.IDLE_INTERVAL_MS", 10)
    rest, first, second = (RunFolder(data_folder / "runs" / name) for name in ("rest", "first", "second"))
    for folder in (rest, first, second):
        folder.open(TINY)
    rest.close()
    second.close()
    desk = open_desk()
    training = desk.window.training_desk
    desk.window._on_run_chosen(rest.path)
    assert training.sessions.current.folder == first.path
    assert second.take()
    wait(desk.qtbot, lambda: len(training.sessions.running) == 2)
    assert "second" in training.panel.figures.text() and training.sessions.current.folder == first.path
    for folder in (first, second):
        folder.write_progress({"phase": "stopped"})
        folder.close()


def test_a_session_that_is_refused_takes_no_process(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """The next run would be watched by the same one."""
    training = desk.window.training_desk

    def refuse(*_words: object, **_settings: object) -> None:
        raise OSError(errno.EAGAIN, os.strerror(errno.EAGAIN))

    with monkeypatch.context() as patched:
        patched.setattr(watched_process.subprocess, "Popen", refuse)
        training.begin(tmp_path / "runs/run-1", TINY, None)
    assert "can't be started" in desk.take_error()
    assert (
        tmp_path / "runs/run-1" not in training.sessions.processes
        and training.sessions.current.folder is None
    )

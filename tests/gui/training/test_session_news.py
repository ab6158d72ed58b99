"""What is told of sessions that could not begin, or have ended, begun here or elsewhere."""

import errno
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from ai.training.run_files import RunFiles
from ai.training.run_folder import RunFolder
from core.lock import FolderLock
from core.sentence import Sentence
from gui.beside.watched_process import Work
from gui.training import process as training_process
from tests.gui.desk import Desk, close_and_answer, wait
from tests.gui.training.tiny import TINY
from tests.patience import PATIENCE_SECONDS


@pytest.fixture
def run_of_desk(data_folder: Path) -> Path:
    """A run that has not learned yet."""
    folder = data_folder / "runs" / "failed"
    folder.mkdir(parents=True)
    (folder / "config.toml").write_text(TINY.to_toml(), "utf-8")
    RunFolder(folder).write_progress({"phase": "stopped"})
    return folder


def test_a_session_that_was_killed_is_told_from_one_that_gave_up(
    desk: Desk, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    script = "import os, signal; os.kill(os.getpid(), signal.SIGKILL)"
    monkeypatch.setattr(training_process, "training_command", lambda *_: [sys.executable, "-c", script])
    desk.window.training_desk.begin(tmp_path / "killed", TINY, None)
    wait(qtbot, lambda: not desk.window.training.running)
    desk.wait(desk.boxes)
    assert "signal 9" in desk.boxes()[0].informativeText()
    desk.take_error()


def test_a_session_that_cannot_start_is_told(desk: Desk, tmp_path: Path):
    file = tmp_path / "file"
    file.write_text("in the way")
    desk.window.training.start(file, TINY, None)
    assert "file" in desk.take_error()
    assert not desk.window.training.running
    desk.play()
    desk.click(12)
    assert desk.moves == 1


@pytest.mark.parametrize(
    ("free", "reason", "said"),
    [
        (4096, "", "is full"),
        (4096, "the batch is too large", "The batch is too large"),
        (1 << 30, "", ""),
        (None, "", ""),
    ],
)
def test_a_full_disk_is_told_where_a_session_could_not_tell_it(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, free: int | None, reason: str, said: str
):
    """Its log and its progress can't be written there either. A disk that doesn't answer tells nothing."""

    def usage(_folder: Path) -> Any:
        if free is None:
            raise OSError(errno.EIO, "Input/output error")
        return SimpleNamespace(free=free)

    folder = tmp_path / "run"
    folder.mkdir()
    training = desk.window.training_desk
    training.sessions.watch(folder)
    if reason:
        training.sessions.current.progress = {"phase": "failed", "reason": reason}
    monkeypatch.setattr("gui.training.session_news.shutil.disk_usage", usage)
    training.sessions.current.status = 1  # it was begun here
    training.sessions.current.failed.emit("")
    (box,) = desk.boxes()
    assert said in box.informativeText() and bool(said) == bool(box.informativeText())
    desk.take_error()


def test_a_start_that_is_refused_is_not_told_as_a_session_that_has_ended(
    desk: Desk, run_of_desk: Path, monkeypatch: pytest.MonkeyPatch
):
    """Why stays to be read in the dock and in the room, until the next start."""
    training = desk.window.training_desk
    refused = [sys.executable, "-c", "import sys; print('buwei: the learner is lost'); sys.exit(2)"]
    monkeypatch.setattr("gui.training.process.training_command", lambda *_: refused)
    training.begin(run_of_desk, None, None)
    said = desk.take_error()
    assert "could not begin" in said and "kept" not in said
    training.open_room(run_of_desk)
    assert training.room is not None
    for text in (training.room.state.text(), training.panel.figures.text()):
        assert "The last session could not begin: The learner is lost" in text
    assert training.panel.go_on.isEnabled(), "it may have been mended"
    monkeypatch.setattr("gui.training.process.training_command", lambda *_: [sys.executable, "-c", ""])
    training.begin(run_of_desk, None, None)
    assert "could not begin" not in training.panel.figures.text()


def test_a_refused_start_is_forgotten_once_a_session_works_there(
    desk: Desk, run_of_desk: Path, monkeypatch: pytest.MonkeyPatch
):
    """It was begun on the command line."""
    training = desk.window.training_desk
    refused = [sys.executable, "-c", "import sys; print('buwei: the learner is lost'); sys.exit(2)"]
    monkeypatch.setattr("gui.training.process.training_command", lambda *_: refused)
    training.begin(run_of_desk, None, None)
    assert "could not begin" in desk.take_error()
    assert "could not begin" in training.panel.figures.text()
    lock = FolderLock(run_of_desk)
    assert lock.take()
    RunFolder(run_of_desk).write_progress({"phase": "playing"})
    training.sessions.watch(run_of_desk)
    training.sessions.current.look()
    assert training.sessions.current.running and "could not begin" not in training.panel.figures.text()
    lock.release()


def test_a_session_begun_elsewhere_that_fails_opens_no_dialog(desk: Desk, run_of_desk: Path):
    """The sign in the status bar says so and leads to the reason."""
    training = desk.window.training_desk
    lock = FolderLock(run_of_desk)
    assert lock.take()
    training.sessions.watch(run_of_desk)
    reason = Sentence("go on with a lower learning_rate in config.toml")
    RunFolder(run_of_desk).write_progress({"phase": "failed", "reason": reason.to_json()})
    lock.release()
    training.sessions.current.look()
    assert not desk.boxes() and "ended unexpectedly: failed" in training.sign_text()
    training.open_room(run_of_desk)
    assert training.sign_text() == "", "it has been looked at"
    assert training.room is not None and training.room.chosen == run_of_desk
    assert "lower “Learning rate” (learning_rate) in config.toml" in training.room.state.text()
    assert training.sign_text() == "" and not desk.boxes()


def test_a_session_that_cannot_be_asked_to_stop_is_told_and_keeps_the_window_open(
    desk: Desk, shown_run: Path, monkeypatch: pytest.MonkeyPatch
):
    def refuse(_folder: RunFiles) -> None:
        raise PermissionError(errno.EACCES, "Permission denied", "stop")

    monkeypatch.setattr(RunFiles, "ask_to_stop", refuse)
    desk.trigger("stop_training")
    assert "can't be asked to stop" in desk.take_error()
    close_and_answer(desk, "Stop it")
    assert desk.window.isVisible() and "can't be asked to stop" in desk.take_error()
    close_and_answer(desk, "Let it go on")
    assert not desk.window.isVisible()


def test_a_session_for_which_another_was_faster_is_told_at_once_and_the_other_watched(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """Begun in another window, it had not come to its lock yet; its end says nothing of the one that was refused here."""
    training, run = desk.window.training_desk, RunFolder(tmp_path / "run-1")
    refused = "import sys; sys.exit('another process works on the run')"
    monkeypatch.setattr(training_process, "training_command", lambda *_rest: [sys.executable, "-c", refused])
    run.open(TINY)
    training.begin(run.path, None, None)
    process = training.sessions.current._process
    assert process is not None
    process.wait(PATIENCE_SECONDS)
    training.sessions.current.look()
    (box,) = desk.boxes()
    assert "another process works on the run" in box.detailedText() and "“run-1”" in box.text()
    desk.take_error()
    assert training.sessions.current.running and training.sessions.current.work is Work.GOING_ON
    run.write_progress({"phase": "stopped"})
    run.close()
    training.sessions.current.look()
    assert not training.sessions.current.running and not desk.boxes()

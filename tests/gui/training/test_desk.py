"""Training in the window: the dock, its run that goes on, stops or is gone, and what is told of sessions, begun here or elsewhere."""

import errno
import os
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from ai.training.decline import decline
from ai.training.run_folder import RunFolder
from core import folders
from core.lock import FolderLock
from core.sentence import Sentence
from gui.beside import watched_process
from gui.beside.watched_process import Work
from gui.program.language import LanguageSwitch
from gui.training import process as training_process
from gui.training.dialog import TrainingChoice, TrainingDialog
from gui.training.runs import RunsDialog
from tests.ai.training.figures import figures
from tests.gui.desk import Desk, close_and_answer, wait
from tests.gui.training.tiny import TINY
from tests.patience import PATIENCE_SECONDS


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


def test_sessions_begun_elsewhere_are_found(open_desk, data_folder: Path, monkeypatch: pytest.MonkeyPatch):
    """At the start and later; a run that is worked on is shown before the one that was shown last."""
    monkeypatch.setattr("gui.training.desk.IDLE_INTERVAL_MS", 10)
    rest, first, second = (RunFolder(data_folder / "runs" / name) for name in ("rest", "first", "second"))
    for folder in (rest, first, second):
        folder.open(TINY)
    rest.close()
    second.close()
    desk = open_desk()
    training = desk.window.training_desk
    desk.window._on_run_chosen(rest.path)
    assert training.current.folder == first.path
    assert second.take(0)
    wait(desk.qtbot, lambda: len(training.running) == 2)
    assert "second" in training.panel.figures.text() and training.current.folder == first.path
    for folder in (first, second):
        folder.write_progress({"phase": "stopped"})
        folder.close()


def test_a_session_that_cannot_start_is_told(desk: Desk, tmp_path: Path):
    file = tmp_path / "file"
    file.write_text("in the way")
    desk.window.training.start(file, TINY, None)
    assert "file" in desk.take_error()
    assert not desk.window.training.running
    desk.play()
    desk.click(12)
    assert desk.moves == 1


def test_the_dock_goes_on_with_the_run_that_it_shows(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
):
    asked: list[TrainingChoice] = []
    monkeypatch.setattr(TrainingDialog, "exec", lambda dialog: asked.append(dialog.choice()))
    training = desk.window.training_desk
    assert training.panel.start.isEnabled() and not training.panel.go_on.isEnabled(), "no run yet"
    folder = tmp_path / "stopped"
    folder.mkdir()
    (folder / "config.toml").write_text(TINY.to_toml(), "utf-8")
    training.watch(folder)
    training.refresh()
    assert not training.panel.stop.isEnabled()
    qtbot.mouseClick(training.panel.go_on, Qt.MouseButton.LeftButton)
    qtbot.mouseClick(training.panel.start, Qt.MouseButton.LeftButton)
    assert [choice.folder for choice in asked] == [folder, folders.runs_dir() / "run-1"]
    assert asked[0].config == TINY


def test_the_dock_starts_another_session_beside_the_one_that_it_shows(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    asked: list[TrainingChoice] = []
    monkeypatch.setattr(TrainingDialog, "exec", lambda dialog: asked.append(dialog.choice()))
    panel = desk.window.training_desk.panel
    panel.show_progress(None, Work.GOING_ON, "run-7")
    assert not panel.go_on.isEnabled() and panel.stop.isEnabled()
    desk.qtbot.mouseClick(panel.start, Qt.MouseButton.LeftButton)
    assert [choice.folder.name for choice in asked] == ["run-1"]


def test_the_dock_and_the_room_say_that_a_run_becomes_weaker(desk: Desk):
    run = RunFolder(folders.runs_dir() / "run-1")
    run.open(TINY)
    before = [figures(number) for number in (1, 2, 3)]
    said = decline([*before, figures(4, gate_wins=0, gate_scores=[[3, 0, 40]])])
    assert said is not None
    run.write_progress({"phase": "learning", "generation": 5, "warning": said.to_json()})
    run.close()
    training = desk.window.training_desk
    training.watch(run.path)
    training.open_room()
    assert training.room is not None
    training.room.look()
    sentence = "Generation 4 is clearly weaker than generation 3: learning makes the network worse"
    assert sentence in training.room.state.text()
    assert sentence in training.panel.figures.text()
    training.room.close()


def test_a_session_that_was_asked_to_stop_is_not_asked_again(desk: Desk):
    """Neither in the room, where it was asked, nor in the dock and the menu."""
    folder = RunFolder(folders.runs_dir() / "run-1")
    folder.open(TINY)
    training = desk.window.training_desk
    training.watch(folder.path)
    training.open_room()
    room, action = training.room, desk.window.commands.actions["stop_training"]
    assert room is not None
    stops = room.run_buttons.stop, training.panel.stop
    assert action.isEnabled() and all(button.isEnabled() for button in stops)
    desk.qtbot.mouseClick(stops[0], Qt.MouseButton.LeftButton)
    assert not action.isEnabled() and not any(button.isEnabled() for button in stops)
    assert {button.toolTip() for button in stops} == {"The session is stopping already."}
    assert (folder.path / "stop").exists()
    folder.close()
    room.close()


def test_several_runs_at_work_are_all_named(desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """In the dock, which shows one of them, and where the window asks what becomes of them."""
    monkeypatch.setattr(FolderLock, "is_taken", lambda _lock: True)
    training = desk.window.training_desk
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "config.toml").write_text(TINY.to_toml(), "utf-8")
        training.watch(tmp_path / name)
    training.refresh()
    assert "“two”" in training.panel.state.text()
    assert training.panel.figures.text().endswith("see “Curves…”: one")
    close_and_answer(desk, "Let them go on")
    assert not desk.window.isVisible()


def test_the_dock_does_not_go_on_with_a_run_that_has_lost_its_settings(desk: Desk, tmp_path: Path):
    """Until they are put back: it would propose others, and be refused."""
    training = desk.window.training_desk
    RunFolder(tmp_path).append_line(figures(1))
    training.watch(tmp_path)
    assert not training.panel.go_on.isEnabled() and "put its config.toml" in training.panel.go_on.toolTip()
    assert "put its config.toml" in training.panel.figures.text()
    (tmp_path / "config.toml").write_text(TINY.to_toml(), "utf-8")
    training.current.look_again()
    assert training.panel.go_on.isEnabled() and "config.toml" not in training.panel.figures.text()


def test_the_dock_sees_that_settings_were_broken_or_put_right_by_hand(
    open_desk: Callable[..., Desk], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """Also while the window stays in front, and nobody works on the run."""
    monkeypatch.setattr("gui.beside.watched_process.IDLE_INTERVAL_MS", 10)
    settings = tmp_path / "config.toml"
    settings.write_text(TINY.to_toml(), "utf-8")
    desk = open_desk()
    panel = desk.window.training_desk.panel
    desk.window.training_desk.watch(tmp_path)
    assert panel.go_on.isEnabled()
    settings.write_text("simulations = 100_000_000", "utf-8")
    wait(desk.qtbot, lambda: not panel.go_on.isEnabled())
    assert "config.toml: “Simulations” (simulations) = 100000000 should be" in panel.go_on.toolTip()
    assert panel.go_on.toolTip() in panel.figures.text()
    settings.write_text(TINY.to_toml(), "utf-8")
    wait(desk.qtbot, panel.go_on.isEnabled)


def test_the_dock_sees_what_was_put_right_by_hand_when_the_user_comes_back(desk: Desk, tmp_path: Path):
    training = desk.window.training_desk
    folder = RunFolder(tmp_path)
    folder.metrics.write_text("nonsense\n")
    training.watch(tmp_path)
    training.refresh()
    assert "Line 1" in training.panel.figures.text()
    folder.metrics.write_text("")
    folder.append_line(figures(1))
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    application.applicationStateChanged.emit(Qt.ApplicationState.ApplicationActive)
    assert "line 1" not in training.panel.figures.text() and training.current.rounds == [figures(1)]


def test_figures_that_could_not_be_read_are_shown_once_they_can(
    open_desk: Callable[..., Desk], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """Mended rights leave the file as it was. Why it can't be read is said in the window's language."""
    monkeypatch.setattr("gui.beside.watched_process.IDLE_INTERVAL_MS", 10)
    desk = open_desk()
    training = desk.window.training_desk
    folder = RunFolder(tmp_path)
    folder.append_line(figures(1))
    (tmp_path / "config.toml").write_text(TINY.to_toml(), "utf-8")
    read = Path.read_bytes

    def refuse(path: Path) -> bytes:
        if path.name == "metrics.jsonl":
            raise PermissionError(errno.EACCES, "Permission denied")
        return read(path)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "read_bytes", refuse)
        training.watch(tmp_path)
        training.refresh()
        assert "metrics.jsonl can't be read" in training.panel.figures.text()
        LanguageSwitch().use("zh_CN")
        QApplication.processEvents()
        said = training.panel.figures.text()
        assert "metrics.jsonl" in said and "can't be read" not in said
    wait(desk.qtbot, lambda: training.current.rounds == [figures(1)])
    assert "metrics.jsonl" not in training.panel.figures.text()


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
    training.watch(folder)
    if reason:
        training.current.progress = {"phase": "failed", "reason": reason}
    monkeypatch.setattr("gui.training.desk.shutil.disk_usage", usage)
    training.current.status = 1  # it was begun here
    training.current.failed.emit("")
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
    training.watch(run_of_desk)
    training.current.look()
    assert training.current.running and "could not begin" not in training.panel.figures.text()
    lock.release()


def test_a_session_begun_elsewhere_that_fails_opens_no_dialog(desk: Desk, run_of_desk: Path):
    """The sign in the status bar says so and leads to the reason."""
    training = desk.window.training_desk
    lock = FolderLock(run_of_desk)
    assert lock.take()
    training.watch(run_of_desk)
    reason = Sentence("go on with a lower learning_rate in config.toml")
    RunFolder(run_of_desk).write_progress({"phase": "failed", "reason": reason.to_json()})
    lock.release()
    training.current.look()
    assert not desk.boxes() and "ended unexpectedly: failed" in training.sign_text()
    training.open_room(run_of_desk)
    assert training.sign_text() == "", "it has been looked at"
    assert training.room is not None and training.room.chosen == run_of_desk
    assert "lower “Learning rate” (learning_rate) in config.toml" in training.room.state.text()
    assert training.sign_text() == "" and not desk.boxes()


@pytest.fixture
def run_of_desk(data_folder: Path) -> Path:
    """A run that has not learned yet."""
    folder = data_folder / "runs" / "failed"
    folder.mkdir(parents=True)
    (folder / "config.toml").write_text(TINY.to_toml(), "utf-8")
    RunFolder(folder).write_progress({"phase": "stopped"})
    return folder


@pytest.fixture
def shown_run(desk: Desk, tmp_path: Path) -> Iterator[Path]:
    """A run that the dock shows, and on which another process seems to work."""
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    (folder / "config.toml").write_text(TINY.to_toml(), "utf-8")
    lock = FolderLock(folder)
    assert lock.take()
    desk.window.training_desk.watch(folder)
    assert desk.window.training.running
    yield folder
    lock.release()


@pytest.mark.parametrize("stopped", [True, False])
def test_a_run_whose_folder_goes_is_let_go_of(desk: Desk, shown_run: Path, stopped: bool):
    """Whether it is removed, or renamed as here, and whether the user tries to stop it then."""
    shown_run.rename(shown_run.with_name("another name"))
    if stopped:
        desk.trigger("stop_training")
    training = desk.window.training_desk
    said = desk.take_error()
    assert "“elsewhere” is gone" in said and "Go on" not in said
    assert training.current.folder is None and not training.panel.go_on.isEnabled()
    assert not shown_run.exists() and not desk.window.commands.actions["stop_training"].isEnabled()


def test_a_run_whose_disk_no_longer_answers_is_let_go_of(
    desk: Desk, shown_run: Path, monkeypatch: pytest.MonkeyPatch
):
    """In one message, like one that is gone; neither dock, room nor list fails at every look."""
    training = desk.window.training_desk
    training.open_room(shown_run)
    room = training.room
    assert room is not None
    make_stat = os.stat

    def stat(path, *args, **kwargs) -> os.stat_result:
        if isinstance(path, str | os.PathLike) and str(path).startswith(str(shown_run)):
            raise OSError(errno.EIO, "Input/output error", str(path))
        return make_stat(path, *args, **kwargs)

    with monkeypatch.context() as patch:
        patch.setattr(os, "stat", stat)
        for look in (room.look, training.refresh, training.current._on_time, room.look, training.refresh):
            look()
        assert "“elsewhere” is gone" in desk.take_error()
        assert training.current.folder is None and room.chosen is None
        RunsDialog(desk.window, folders.runs_dir(), [shown_run]).look()
    room.close()


def test_a_run_whose_folder_is_gone_is_not_begun_anew(
    desk: Desk, shown_run: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
):
    monkeypatch.setattr(FolderLock, "is_taken", lambda _lock: False)
    training = desk.window.training_desk
    training.current.look()
    shutil.rmtree(shown_run)
    qtbot.mouseClick(training.panel.go_on, Qt.MouseButton.LeftButton)
    assert "“elsewhere” is gone" in desk.take_error()
    assert not training.panel.go_on.isEnabled() and not shown_run.exists()


def test_a_run_that_is_renamed_while_the_dialog_asks_is_not_begun_anew(
    desk: Desk, data_folder: Path, monkeypatch: pytest.MonkeyPatch
):
    """Neither the one that the dialog was opened for nor another one that is chosen in it."""
    runs = data_folder / "runs"
    for name in ("one", "other"):
        run = RunFolder(runs / name)
        run.open(TINY)
        run.close()

    def rename_and_accept(dialog: TrainingDialog) -> int:
        dialog.run.setCurrentIndex(dialog.run.findText(renamed))
        (runs / renamed).rename(runs / "renamed")
        return TrainingDialog.DialogCode.Accepted

    monkeypatch.setattr(TrainingDialog, "exec", rename_and_accept)
    for renamed in ("one", "other"):
        desk.window.training_desk.start(runs / "one")
        assert f"“{renamed}” is gone" in desk.take_error() and not (runs / renamed).exists()
        (runs / "renamed").rename(runs / renamed)


def test_a_session_that_cannot_be_asked_to_stop_is_told_and_keeps_the_window_open(
    desk: Desk, shown_run: Path, monkeypatch: pytest.MonkeyPatch
):
    def refuse(_folder: RunFolder) -> None:
        raise PermissionError(errno.EACCES, "Permission denied", "stop")

    monkeypatch.setattr(RunFolder, "ask_to_stop", refuse)
    desk.trigger("stop_training")
    assert "can't be asked to stop" in desk.take_error()
    close_and_answer(desk, "Stop it")
    assert desk.window.isVisible() and "can't be asked to stop" in desk.take_error()
    close_and_answer(desk, "Let it go on")
    assert not desk.window.isVisible()


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
    assert tmp_path / "runs/run-1" not in training._processes and training.current.folder is None


def test_a_session_for_which_another_was_faster_is_told_at_once_and_the_other_watched(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """Begun in another window, it had not come to its lock yet; its end says nothing of the one that was refused here."""
    training, run = desk.window.training_desk, RunFolder(tmp_path / "run-1")
    refused = "import sys; sys.exit('another process works on the run')"
    monkeypatch.setattr(training_process, "training_command", lambda *_rest: [sys.executable, "-c", refused])
    run.open(TINY)
    training.begin(run.path, None, None)
    process = training.current._process
    assert process is not None
    process.wait(PATIENCE_SECONDS)
    training.current.look()
    (box,) = desk.boxes()
    assert "another process works on the run" in box.detailedText() and "“run-1”" in box.text()
    desk.take_error()
    assert training.current.running and training.current.work is Work.GOING_ON
    run.write_progress({"phase": "stopped"})
    run.close()
    training.current.look()
    assert not training.current.running and not desk.boxes()

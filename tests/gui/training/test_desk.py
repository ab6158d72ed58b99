"""Training in the window: the dock, and its run that goes on, stops or is gone."""

import errno
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from ai.training.decline import decline
from ai.training.run_folder import RunFolder
from core import folders
from core.lock import FolderLock
from gui.beside.watched_process import Work
from gui.program.language import LanguageSwitch
from gui.training.dialog import TrainingChoice, TrainingDialog
from gui.training.panel import SessionShown
from gui.training.runs import RunsDialog
from tests.ai.training.figures import figures
from tests.gui.desk import Desk, close_and_answer, wait
from tests.gui.training.tiny import TINY


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
    training.sessions.watch(folder)
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
    panel.show_session(SessionShown(None, Work.GOING_ON, "run-7"))
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
    training.sessions.watch(run.path)
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
    training.sessions.watch(folder.path)
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
        training.sessions.watch(tmp_path / name)
    training.refresh()
    assert "“two”" in training.panel.state.text()
    assert training.panel.figures.text().endswith("see “Curves…”: one")
    close_and_answer(desk, "Let them go on")
    assert not desk.window.isVisible()


def test_the_dock_does_not_go_on_with_a_run_that_has_lost_its_settings(desk: Desk, tmp_path: Path):
    """Until they are put back: it would propose others, and be refused."""
    training = desk.window.training_desk
    RunFolder(tmp_path).append_line(figures(1))
    training.sessions.watch(tmp_path)
    assert not training.panel.go_on.isEnabled() and "put its config.toml" in training.panel.go_on.toolTip()
    assert "put its config.toml" in training.panel.figures.text()
    (tmp_path / "config.toml").write_text(TINY.to_toml(), "utf-8")
    training.sessions.current.look_again()
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
    desk.window.training_desk.sessions.watch(tmp_path)
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
    training.sessions.watch(tmp_path)
    training.refresh()
    assert "Line 1" in training.panel.figures.text()
    folder.metrics.write_text("")
    folder.append_line(figures(1))
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    application.applicationStateChanged.emit(Qt.ApplicationState.ApplicationActive)
    assert "line 1" not in training.panel.figures.text() and training.sessions.current.rounds == [figures(1)]


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
        training.sessions.watch(tmp_path)
        training.refresh()
        assert "metrics.jsonl can't be read" in training.panel.figures.text()
        LanguageSwitch().use("zh_CN")
        QApplication.processEvents()
        said = training.panel.figures.text()
        assert "metrics.jsonl" in said and "can't be read" not in said
    wait(desk.qtbot, lambda: training.sessions.current.rounds == [figures(1)])
    assert "metrics.jsonl" not in training.panel.figures.text()


@pytest.mark.parametrize("stopped", [True, False])
def test_a_run_whose_folder_goes_is_let_go_of(desk: Desk, shown_run: Path, stopped: bool):
    """Whether it is removed, or renamed as here, and whether the user tries to stop it then."""
    shown_run.rename(shown_run.with_name("another name"))
    if stopped:
        desk.trigger("stop_training")
    training = desk.window.training_desk
    said = desk.take_error()
    assert "“elsewhere” is gone" in said and "Go on" not in said
    assert training.sessions.current.folder is None and not training.panel.go_on.isEnabled()
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
        for look in (
            room.look,
            training.refresh,
            training.sessions.current._on_time,
            room.look,
            training.refresh,
        ):
            look()
        assert "“elsewhere” is gone" in desk.take_error()
        assert training.sessions.current.folder is None and room.chosen is None
        RunsDialog(desk.window, folders.runs_dir(), [shown_run]).look()
    room.close()


def test_a_run_whose_folder_is_gone_is_not_begun_anew(
    desk: Desk, shown_run: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
):
    monkeypatch.setattr(FolderLock, "is_taken", lambda _lock: False)
    training = desk.window.training_desk
    training.sessions.current.look()
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

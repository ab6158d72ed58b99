"""A self-play session beside the window: real processes, tiny runs."""

import errno
import os
import shutil
import sys
from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QDoubleSpinBox,
    QLabel,
    QLineEdit,
    QSpinBox,
)
from pytestqt.qtbot import QtBot

from ai import checkpoint
from ai.checkpoint import CheckpointInfo
from ai.commands.failure import WITH_TEMPLATES, fail
from ai.networks import build
from ai.players import SHIPPED
from ai.session_folder import why_stopped
from ai.training.config import ConfigError, RunConfig
from ai.training.decline import decline
from ai.training.presets import PRESETS
from ai.training.run_folder import RunFolder
from core import folders
from core.lock import FolderLock
from core.position import Size
from core.sentence import Sentence
from gui.app import make_application
from gui.beside import watched_process
from gui.beside.watched_process import Work
from gui.parts.whole_label import WholeLabel
from gui.program.errors import show_error, show_failure
from gui.program.language import LanguageSwitch, error_text
from gui.training import dialog as training_dialog
from gui.training import process as training_process
from gui.training import texts as training_texts
from gui.training.dialog import ONLY_NEW, TrainingChoice, TrainingDialog
from gui.training.panel import TrainingPanel, failure_text, progress_text, state_text
from gui.training.process import TrainingProcess
from gui.training.runs import RunsDialog
from tests.ai.training.figures import figures
from tests.gui.desk import Desk, answer_file_dialogs, close_and_answer, turn_wheel, wait
from tests.patience import PATIENCE_SECONDS

TINY = RunConfig(
    network="b1c4",
    board="4x4",
    workers=1,
    parallel_games=4,
    simulations=4,
    generation_positions=60,
    batch=16,
    gate_games=2,
    gate_simulations=4,
    window_positions=300,
)


def processes_of(run: Path) -> list[int]:
    """The processes that work on ``run``, by their command lines; empty where there is no ``/proc``."""
    found = []
    for file in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if str(run).encode() in file.read_bytes().split(b"\0"):
                found.append(int(file.parent.name))
        except OSError:
            continue
    return found


@pytest.fixture
def run(tmp_path: Path, qtbot: QtBot) -> Iterator[Path]:
    """The folder of a run, whose session has ended after the test whatever happens."""
    folder = tmp_path / "运行 one"
    yield folder
    see_to_its_end(qtbot, folder)


def see_to_its_end(qtbot: QtBot, run: Path) -> None:
    """Ask the session to stop until it has: one that is still loading does not hear."""

    def ended() -> bool:
        if run.is_dir() and processes_of(run):
            RunFolder(run).ask_to_stop()
            return False
        return True

    wait(qtbot, ended)


@pytest.fixture
def training(qtbot: QtBot, data_folder: Path) -> Iterator[TrainingProcess]:
    make_application([])
    training = TrainingProcess()
    yield training
    training.close()


# --- the process ---------------------------------------------------------------------------------------------------------


def test_a_session_starts_is_watched_and_stops(qtbot: QtBot, training: TrainingProcess, run: Path):
    failures: list[str] = []
    training.failed.connect(failures.append)
    training.start(run, TINY, None)
    assert training.running
    wait(qtbot, lambda: training.rounds and (training.progress or {}).get("positions", 0) > 60)
    assert processes_of(run)
    second = TrainingProcess()  # a window that is opened later
    second.watch(run)
    assert second.running and second.rounds
    second.close()
    training.stop()
    wait(qtbot, lambda: not training.running)
    wait(qtbot, lambda: not processes_of(run))
    assert (training.progress or {})["phase"] == "stopped"
    assert failures == []


def test_a_session_that_is_still_loading_is_stopped_too(qtbot: QtBot, training: TrainingProcess, run: Path):
    failures: list[str] = []
    training.failed.connect(failures.append)
    training.start(run, TINY, None)
    training.stop()
    training.close()  # as by a window that closes at once: nobody asks again
    wait(qtbot, lambda: not processes_of(run))

    def looked_and_over() -> bool:
        training.look()
        return not training.running

    wait(qtbot, looked_and_over)
    training.close()
    assert failures == []


def test_a_session_that_cannot_go_on_says_why(qtbot: QtBot, training: TrainingProcess, run: Path):
    run.mkdir()
    (run / "config.toml").write_text('network = "b1c4"\nboard = "5x5"\n', "utf-8")
    RunFolder(run).write_progress({"phase": "stopped"})  # the session before ended well
    failures: list[str] = []
    training.failed.connect(failures.append)
    training.start(run, TINY, None)
    wait(qtbot, lambda: failures)
    assert "board 5x5, which can't become 4x4" in failures[0]
    assert not training.running


def test_the_log_keeps_why_earlier_sessions_ended(
    qtbot: QtBot, training: TrainingProcess, run: Path, monkeypatch: pytest.MonkeyPatch
):
    """Told is only what the session has printed that has ended, and the log doesn't grow without end."""
    monkeypatch.setattr("gui.beside.watched_process.LOOK_INTERVAL_MS", 10)
    monkeypatch.setattr("gui.beside.watched_process.MOST_LOG_BYTES", 400)
    failures: list[str] = []
    training.failed.connect(failures.append)
    for number in range(20):
        training.begin(run, [sys.executable, "-c", f"print('reason {number}'); raise SystemExit(1)"])
        wait(qtbot, lambda told=number: len(failures) > told)
    assert failures == [f"reason {number}" for number in range(20)]
    lines = (run / "session.log").read_text("utf-8").splitlines()
    assert "reason 18" in lines and lines[-1] == "reason 19" and lines[-2].startswith("--- 20")
    assert (run / "session.log").stat().st_size < 500 and "reason 0" not in lines


def test_a_run_that_nobody_works_on_is_shown(qtbot: QtBot, training: TrainingProcess, run: Path):
    run.mkdir()
    training.watch(run)
    assert not training.running and training.rounds == []


def test_a_session_that_was_killed_is_told_from_one_that_gave_up(
    desk: Desk, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    script = "import os, signal; os.kill(os.getpid(), signal.SIGKILL)"
    monkeypatch.setattr(training_process, "command", lambda *_: [sys.executable, "-c", script])
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


def test_a_session_begun_elsewhere_is_noticed(
    qtbot: QtBot, training: TrainingProcess, run: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("gui.beside.watched_process.IDLE_INTERVAL_MS", 10)
    run.mkdir()
    training.watch(run)
    lock = FolderLock(run)
    assert lock.take()
    wait(qtbot, lambda: training.running)
    lock.release()
    wait(qtbot, lambda: not training.running)


# --- in the window -------------------------------------------------------------------------------------------------------


def test_a_session_that_cannot_start_is_told(desk: Desk, tmp_path: Path):
    file = tmp_path / "file"
    file.write_text("in the way")
    desk.window.training.start(file, TINY, None)
    assert "file" in desk.take_error()
    assert not desk.window.training.running
    desk.play()
    desk.click(12)
    assert desk.moves == 1


def test_the_weights_to_begin_with_are_chosen_from_their_file(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    answer_file_dialogs(monkeypatch, tmp_path / "weights.safetensors")
    dialog = TrainingDialog(None, tmp_path)
    qtbot.addWidget(dialog)
    start = dialog.settings.fields["start_from"]
    assert isinstance(start, QLineEdit)
    qtbot.mouseClick(dialog.browse, Qt.MouseButton.LeftButton)
    assert start.text() == str(tmp_path / "weights.safetensors")


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


def test_a_run_from_another_is_named_after_it(qtbot: QtBot, data_folder: Path):
    """After its generation, as long as no run has that name."""
    runs = data_folder / "runs"
    dialog = TrainingDialog(None, runs)
    qtbot.addWidget(dialog)
    assert dialog.run_name.text() == "run-1"
    config = replace(PRESETS["buwei"], start_from=str(runs / "周一" / "checkpoints" / "000122.safetensors"))
    for name in ("周一-122", "周一-122-1", "周一-122-2"):
        dialog.propose(config, "New run")
        assert dialog.run_name.text() == name
        (runs / name).mkdir(parents=True)
    dialog.propose(replace(config, start_from="assets/networks/flagship.safetensors"), "Go on from it")
    assert dialog.run_name.text() == "run-1"


def test_proposed_settings_are_a_recipe_that_one_can_leave_and_come_back_to(qtbot: QtBot, data_folder: Path):
    dialog = TrainingDialog(None, data_folder / "runs")
    qtbot.addWidget(dialog)
    plain, proposed = dialog.windowTitle(), replace(PRESETS["buwei"], simulations=480)
    dialog.propose(proposed, "Go on from it")
    assert dialog.windowTitle() == "Go on from it" and dialog.choice().config == proposed
    dialog.preset.setCurrentIndex(dialog.preset.findData("paper"))
    assert dialog.windowTitle() == plain and dialog.choice().config == PRESETS["paper"]
    dialog.preset.setCurrentIndex(0)
    assert dialog.windowTitle() == "Go on from it" and dialog.choice().config == proposed


def test_the_log_of_an_earlier_session_gives_no_reason(qtbot: QtBot, training: TrainingProcess, run: Path):
    """A session that could not be begun in the window has left it; the one that ends now was begun elsewhere."""
    failures: list[str] = []
    training.failed.connect(failures.append)
    run.mkdir()
    (run / "config.toml").write_text("nonsense", "utf-8")
    training.start(run, None, None)
    wait(qtbot, lambda: failures)
    assert "config.toml" in failures.pop() and not training.running
    lock = FolderLock(run)
    assert lock.take()
    training.look_again()
    assert training.running
    lock.release()
    training.look()
    assert failures == [""]


def test_a_session_that_goes_on_is_not_called_stopped():
    """What its folder says is left of the time before, until the first figures come."""
    assert state_text({"phase": "stopped"}, Work.GOING_ON, "x") == state_text(
        {"phase": "starting"}, Work.GOING_ON, "x"
    )
    assert state_text({"phase": "stopped"}, Work.GOING_ON, "x") != state_text(
        {"phase": "stopped"}, Work.NONE, "x"
    )


def test_what_is_left_of_the_time_before_is_not_told_while_a_session_loads():
    """Nor is one that was killed, or that an error has ended, called stopped."""
    loading = state_text({"phase": "learning"}, Work.LOADING, "x")
    assert loading == state_text({"phase": "starting"}, Work.GOING_ON, "x")
    assert "unexpectedly" in state_text({"phase": "learning"}, Work.NONE, "x")
    failed = {"phase": "failed", "reason": Sentence("there is no %1", "number").to_json()}
    assert "error" in state_text(failed, Work.NONE, "x") and state_text(failed, Work.GOING_ON, "x") == loading
    assert (
        failure_text(failed, Work.NONE) == "There is no number" and failure_text(failed, Work.GOING_ON) == ""
    )


def test_a_session_whose_time_was_over_is_told_from_one_that_was_stopped():
    over, before = ({"phase": "stopped", "remaining_seconds": left} for left in (0.0, 30.0))
    assert "its time was over" in state_text(over, Work.NONE, "x")
    assert state_text(before, Work.NONE, "x") == state_text({"phase": "stopped"}, Work.NONE, "x")
    assert state_text(over, Work.GOING_ON, "x") == state_text({"phase": "starting"}, Work.GOING_ON, "x")


def test_a_session_that_was_asked_to_stop_or_has_let_go_of_its_folder_is_ending(
    qtbot: QtBot, training: TrainingProcess, run: Path
):
    """What it wrote last is not left of the time before; a watcher that takes the lock for a moment deceives nobody for long."""
    run.mkdir()
    lock = FolderLock(run)

    def is_ending(held: bool) -> bool:
        assert lock.take() if held else not lock.release()
        training.look()
        assert training.running
        return training.ending

    training.begin(run, [sys.executable, "-c", "import time; time.sleep(600)"])
    process = training._process
    assert process is not None
    try:
        training.look()
        assert not training.ending, "it is loading"
        assert not is_ending(True) and is_ending(False)
        training.look()
        assert training.ending and not is_ending(True)
        training.stop()
        assert training.ending and is_ending(False)
    finally:
        process.kill()
        process.wait(PATIENCE_SECONDS)
    training.look()
    assert not training.ending
    texts = {state_text({"phase": phase}, Work.ENDING, "x") for phase in ("self-play", "stopped")}
    assert texts == {"Run “x”: Stopping"}


def test_a_session_started_in_the_window_shows_and_stops(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
):
    window = desk.window
    monkeypatch.setattr(TrainingDialog, "exec", lambda _self: True)
    folder = folders.runs_dir() / "run-1"
    folder.mkdir(parents=True)
    (folder / "config.toml").write_text(TINY.to_toml(), "utf-8")
    monkeypatch.setattr(TrainingDialog, "choice", _choice_of(folder))
    desk.trigger("start_training")
    try:
        assert window.training.running and window.docks["training"].isVisible()
        assert "run-1" in window.training_desk.panel.state.text()
        wait(qtbot, lambda: window.commands.actions["play_newest"].isEnabled())
        assert window.training_desk.panel.table.rowCount() > 0
        assert window.settings.run == str(folder)
        desk.trigger("stop_training")
        wait(qtbot, lambda: not window.training.running)
        assert not desk.boxes()
    finally:
        see_to_its_end(qtbot, folder)
    assert not window.commands.actions["stop_training"].isEnabled()


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
    training.show()
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


def test_that_a_run_becomes_weaker_is_said_in_the_dock_and_in_the_room(desk: Desk):
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
    stops = room.buttons["stop"], training.panel.stop
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
    training.show()
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
    training.show()
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
        training.show()
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
def test_that_the_disk_is_full_is_said_where_a_session_could_not_say_it(
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
    monkeypatch.setattr("gui.training.process.command", lambda *_: refused)
    training.begin(run_of_desk, None, None)
    said = desk.take_error()
    assert "could not begin" in said and "kept" not in said
    training.open_room(run_of_desk)
    assert training.room is not None
    for text in (training.room.state.text(), training.panel.figures.text()):
        assert "The last session could not begin: The learner is lost" in text
    assert training.panel.go_on.isEnabled(), "it may have been mended"
    monkeypatch.setattr("gui.training.process.command", lambda *_: [sys.executable, "-c", ""])
    training.begin(run_of_desk, None, None)
    assert "could not begin" not in training.panel.figures.text()


def test_a_refused_start_is_forgotten_once_a_session_works_there(
    desk: Desk, run_of_desk: Path, monkeypatch: pytest.MonkeyPatch
):
    """It was begun on the command line."""
    training = desk.window.training_desk
    refused = [sys.executable, "-c", "import sys; print('buwei: the learner is lost'); sys.exit(2)"]
    monkeypatch.setattr("gui.training.process.command", lambda *_: refused)
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
        for look in (room.look, training.show, training.current._on_time, room.look, training.show):
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


def test_a_folder_that_is_gone_is_not_asked_to_stop(tmp_path: Path):
    RunFolder(tmp_path / "gone").ask_to_stop()
    assert not (tmp_path / "gone").exists()


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


def _choice_of(folder: Path):
    return lambda _self: TrainingChoice(folder, TINY, None)


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
    monkeypatch.setattr(training_process, "command", lambda *_rest: [sys.executable, "-c", refused])
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


def test_closing_the_window_while_a_session_runs(
    desk: Desk, open_desk: Callable[..., Desk], qtbot: QtBot, run: Path
):
    desk.window.settings.run = str(run)
    desk.window.training.start(run, TINY, None)
    wait(qtbot, lambda: desk.window.training.progress)
    close_and_answer(desk, "Cancel")
    assert desk.window.isVisible() and desk.window.training.running
    close_and_answer(desk, "Let it go on")
    assert not desk.window.isVisible()
    desk.close()
    assert processes_of(run)
    again = open_desk()
    assert again.window.training.running
    close_and_answer(again, "Stop it")
    assert not again.window.isVisible()
    wait(qtbot, lambda: not processes_of(run))


# --- the dialog ----------------------------------------------------------------------------------------------------------


def test_the_dialog_checks_names(qtbot: QtBot, tmp_path: Path):
    make_application([])
    dialog = TrainingDialog(None, tmp_path)
    qtbot.addWidget(dialog)
    ok = dialog.agree
    assert ok.isEnabled() and dialog.choice().folder == tmp_path / "run-1"
    for name, reason in (
        ("", "Give the run a name."),
        ("   ", "Give the run a name."),
        ("a/b", "can't have / in it"),
        ('quo"te', "can't have \" in it"),
        ("..", "can't end with a dot"),
        ("dot.", "can't end with a dot"),
        ("x" * 260, "255 letters"),
        ("CON", "Windows keeps the name CON"),
        (SHIPPED, "“flagship” is the run of the shipped network"),
    ):
        dialog.run_name.setText(name)
        assert not ok.isEnabled() and reason in dialog.problem.text(), name
    dialog.run_name.setText("第一次 run")
    assert ok.isEnabled()
    network = dialog.settings.fields["network"]
    assert isinstance(network, QComboBox)
    network.setCurrentText("b4c")
    assert not ok.isEnabled() and "b4c" in dialog.problem.text()
    network.setCurrentText("b4c32")
    first = dialog.settings.fields["first_network"]
    assert isinstance(first, QComboBox)
    first.setCurrentText("b2c")
    assert not ok.isEnabled() and "b2c" in dialog.problem.text()
    first.setCurrentText("")
    assert ok.isEnabled() and dialog.choice().config.first_network == ""


@pytest.fixture
def dialog(qtbot: QtBot, tmp_path: Path) -> TrainingDialog:
    """The dialog over a folder with one run, "old"."""
    make_application([])
    (tmp_path / "old").mkdir()
    (tmp_path / "old" / "config.toml").write_text(TINY.to_toml(), "utf-8")
    return opened(qtbot, TrainingDialog(None, tmp_path))


def opened(qtbot: QtBot, dialog: TrainingDialog) -> TrainingDialog:
    qtbot.addWidget(dialog)
    dialog.show()
    qtbot.waitExposed(dialog)
    return dialog


def number(dialog: TrainingDialog, name: str) -> QSpinBox:
    editor = dialog.settings.fields[name]
    assert isinstance(editor, QSpinBox)
    return editor


def test_in_a_low_dialog_all_settings_come_into_view_when_they_are_asked_for(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(training_dialog, "TALL", 440)  # all that a small screen has room for
    dialog = TrainingDialog(None, tmp_path)
    qtbot.addWidget(dialog)
    dialog.resize(620, 440)
    dialog.show()
    qtbot.keyClick(dialog.more, Qt.Key.Key_Space)
    first = dialog.settings.fields["first_positions"]
    wait(qtbot, lambda: 0 < first.height() == first.visibleRegion().boundingRect().height())


def test_all_settings_stand_under_headings(qtbot: QtBot, dialog: TrainingDialog):
    qtbot.mouseClick(dialog.more, Qt.MouseButton.LeftButton)
    bold = {
        label.text() for label in dialog.findChildren(QLabel) if label.font().bold() and label.isVisible()
    }
    assert bold == set(training_texts.SECTIONS.values())


def test_the_wheel_changes_no_setting_that_comes_under_the_pointer(qtbot: QtBot, dialog: TrainingDialog):
    qtbot.mouseClick(dialog.more, Qt.MouseButton.LeftButton)
    before = dialog.choice()
    for editor in (*dialog.settings.fields.values(), dialog.preset, dialog.run):
        turn_wheel(editor, -120)
    assert dialog.choice() == before
    games = number(dialog, "parallel_games")
    qtbot.mouseClick(games.lineEdit(), Qt.MouseButton.LeftButton)
    turn_wheel(games, -120)
    assert games.value() == before.config.parallel_games - 1


def test_what_was_typed_stays_when_the_name_changes(qtbot: QtBot, dialog: TrainingDialog):
    number(dialog, "simulations").setValue(99)
    network = dialog.settings.fields["network"]
    assert isinstance(network, QComboBox)
    network.clearEditText()
    qtbot.keyClicks(network, "b4c32")
    assert network.currentText() == "b4c32", "nothing is added to what is typed"
    dialog.run_name.clear()
    qtbot.keyClicks(dialog.run_name, "another")
    choice = dialog.choice()
    assert choice.folder.name == "another"
    assert choice.config.simulations == 99 and choice.config.network == "b4c32"


def test_a_new_run_gets_a_free_name_and_a_used_one_is_refused(qtbot: QtBot, dialog: TrainingDialog):
    start = dialog.agree
    assert dialog.run_name.text() == "run-1" and start.isEnabled()
    dialog.run_name.setText("old")
    assert not start.isEnabled() and "old" in dialog.problem.text()


@pytest.mark.parametrize("trace", ["state.json", "metrics.jsonl", "checkpoints/000001.safetensors"])
def test_the_name_of_a_run_that_has_lost_its_settings_is_refused(
    dialog: TrainingDialog, tmp_path: Path, trace: str
):
    start = dialog.agree
    (tmp_path / "lost/checkpoints").mkdir(parents=True)
    (tmp_path / "lost/session.log").write_text("refused")
    dialog.run_name.setText("lost")
    assert start.isEnabled(), "a session that could not begin is in nobody's way"
    (tmp_path / "lost" / trace).write_text("")
    dialog.run_name.setText("other")
    dialog.run_name.setText("lost")
    assert not start.isEnabled() and "“lost”" in dialog.problem.text()


def test_only_a_chosen_run_shows_its_settings(qtbot: QtBot, dialog: TrainingDialog):
    number(dialog, "simulations").setValue(99)
    dialog.run.setCurrentIndex(1)
    assert dialog.choice().config == TINY and dialog.choice().folder.name == "old"
    assert "old" in dialog.windowTitle() and not dialog.run_name.isVisible()
    dialog.run.setCurrentIndex(0)
    assert dialog.choice().config.simulations == 99, "what was set for a new run comes back"


@pytest.mark.parametrize(
    ("file", "text", "said"),
    [
        (
            "config.toml",
            "simulations = 100_000_000",
            "config.toml: “Simulations” (simulations) = 100000000 should be at most",
        ),
        ("config.toml", None, "no config.toml"),
        ("state.json", "{", "state.json is damaged"),
    ],
)
def test_of_a_run_that_cannot_go_on_no_settings_are_shown(
    qtbot: QtBot, dialog: TrainingDialog, tmp_path: Path, file: str, text: str | None, said: str
):
    """Only why; those of a new run, or the defaults, would be taken for its own."""
    path = tmp_path / "old" / file
    path.unlink() if text is None else path.write_text(text, "utf-8")
    broken = opened(qtbot, TrainingDialog(None, tmp_path, tmp_path / "old"))
    assert said in broken.problem.text()
    assert not broken.agree.isEnabled()
    settings = (*broken.settings.fields.values(), broken.minutes, broken.more)
    assert not any(widget.isVisible() for widget in settings)
    broken.run.setCurrentIndex(0)
    assert broken.settings.fields["simulations"].isVisible() and broken.more.isVisible()
    assert broken.choice().config == PRESETS["buwei"] and not broken.problem.text()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("window_positions", 3_000_000_000),
        ("first_positions", 10**12),
        ("seed", 10**18),
        ("learning_rate", 1e-7),
        ("learning_rate", 2.5e-6),
        ("weight_decay", 5e-7),
        ("weight_decay", 1e-15),
    ],
)
def test_a_run_goes_on_with_settings_that_no_field_can_show(
    dialog: TrainingDialog, tmp_path: Path, name: str, value: float
):
    config = replace(TINY, **{name: value})
    (tmp_path / "old" / "config.toml").write_text(config.to_toml(), "utf-8")
    dialog.run.setCurrentIndex(1)
    assert dialog.choice().config == config and not dialog.problem.text()
    number(dialog, "simulations").setValue(99)
    assert dialog.choice().config == replace(config, simulations=99)
    dialog.run.setCurrentIndex(0)
    assert getattr(dialog.choice().config, name) == getattr(PRESETS[dialog.preset.currentData()], name)


def test_small_fractions_are_shown_and_can_be_written(qtbot: QtBot, dialog: TrainingDialog, tmp_path: Path):
    config = replace(TINY, learning_rate=2.5e-6)
    (tmp_path / "old" / "config.toml").write_text(config.to_toml(), "utf-8")
    dialog.run.setCurrentIndex(1)
    rate = dialog.settings.fields["learning_rate"]
    assert isinstance(rate, QDoubleSpinBox) and rate.text() == "0.0000025"
    rate.selectAll()
    qtbot.keyClicks(rate, "0.0000001")
    assert dialog.choice().config.learning_rate == 1e-7


def test_how_a_run_begins_is_only_for_a_new_one(dialog: TrainingDialog):
    names = (*ONLY_NEW, "first_network")
    of_new_ones = [dialog.browse, *(dialog.settings.fields[name] for name in names)]
    for run, new in ((0, True), (1, False), (0, True)):
        dialog.run.setCurrentIndex(run)
        assert {widget.isEnabled() for widget in of_new_ones} == {new}
        assert dialog.preset.isVisibleTo(dialog) == new, "no recipe is known of others"
        assert dialog.settings.fields["network"].isEnabled(), "a run may go on with a larger one"


def test_mistakes_are_told_in_the_words_of_the_dialog(dialog: TrainingDialog):
    """Not in those of the file of the settings."""
    board = dialog.settings.fields["board"]
    assert isinstance(board, QLineEdit) and board.isVisibleTo(dialog), "it is among the first settings"
    board.setText("2x2")
    assert "“Random opening moves” (opening_moves) = 8 should be at most 2" in dialog.problem.text()
    board.setText("9x9")
    assert not dialog.problem.text()


@pytest.mark.parametrize("language", ["en", "zh_CN"])
def test_whatever_is_wrong_with_a_setting_it_is_named_as_in_the_dialog(qtbot: QtBot, language: str):
    """Also one whose name in the file is a word."""
    make_application([])
    LanguageSwitch().use(language)
    for field in fields(RunConfig):
        wrong: Any = {bool: None, int: -1, float: -1.0, str: "\0"}[type(field.default)]
        if wrong is None:
            continue
        with pytest.raises(ConfigError) as error:
            RunConfig(**{field.name: wrong})
        said = training_texts.by_labels(error_text(error.value))
        label = training_texts.translated(training_texts.SETTINGS[field.name][0])
        assert said.startswith((f"“{label}” (", f"“{label}”（"))


def test_a_network_that_is_none_is_told_at_which_setting(dialog: TrainingDialog):
    for name, label in (("network", "Network"), ("first_network", "First network")):
        combo = dialog.settings.fields[name]
        assert isinstance(combo, QComboBox)
        known = combo.currentText()
        combo.setCurrentText("foo")
        assert f"“{label}” ({name}): there is no network 'foo'" in dialog.problem.text()
        combo.setCurrentText(known)
        assert dialog.problem.text() == ""


def about(dialog: TrainingDialog, name: str) -> str:
    """What is said of a setting, below it and among the notes."""
    label = training_texts.SETTINGS[name][0]
    notes = [line for line in dialog.note.text().splitlines() if line.startswith(f"{label}: ")]
    return " ".join((dialog.settings.fields[name].accessibleDescription(), *notes))


def test_settings_that_cannot_mean_what_they_say_are_told(dialog: TrainingDialog, tmp_path: Path):
    """But not refused: who wants them may have them. No recipe has such."""
    told = {
        ("first_network", "b4c32"): "nothing takes over",
        ("first_network", "b9c99"): "The network 'b4c32' can't grow from 'b9c99': it begins anew",
        ("first_network", "foo"): "",
        ("cheap_simulations", 64): "nothing is saved",
        ("recorded_openings", 0.5): str(tmp_path / "run-1" / "openings"),
        ("learning_rate", 0.0): "nothing is learned",
    }
    for recipe in range(dialog.preset.count()):
        dialog.preset.setCurrentIndex(recipe)
        assert {name: about(dialog, name) for name, _ in told} == {
            name: training_texts.SETTINGS[name][1] for name, _ in told
        }
    plain = {"network": "b4c32", "first_network": "b2c24", "simulations": 64, "cheap_simulations": 0}
    for (name, value), said in told.items():
        dialog.settings.show({**plain, "recorded_openings": 0.0, "learning_rate": 0.1, "muon_rate": 0.0})
        assert said not in about(dialog, name) or not said
        dialog.settings.show({name: value})
        assert said in about(dialog, name)
        assert (about(dialog, name) == training_texts.SETTINGS[name][1]) is not bool(said)


def test_records_to_begin_within_are_missed_only_until_their_folder_is_there(
    dialog: TrainingDialog, tmp_path: Path
):
    dialog.settings.show({"recorded_openings": 0.5})
    assert "put some there first" in about(dialog, "recorded_openings")
    (tmp_path / "next" / "openings").mkdir(parents=True)
    dialog.run_name.setText("next")
    assert "put some there first" not in about(dialog, "recorded_openings")


def test_a_name_that_is_too_long_for_a_disk_is_refused_with_the_reason(qtbot: QtBot, dialog: TrainingDialog):
    dialog.settings.show({"recorded_openings": 0.5})
    dialog.run_name.selectAll()
    qtbot.keyClicks(dialog.run_name, "n" * 300)
    start = dialog.agree
    assert "too long" in dialog.problem.text() and not start.isEnabled()


@pytest.mark.parametrize("run", ["n" * 254, "9:30"])
def test_a_run_is_not_proposed_a_name_that_no_folder_can_have(dialog: TrainingDialog, run: str):
    dialog.propose(replace(TINY, start_from=f"/runs/{run}/checkpoints/000012.safetensors"), "Go on from it")
    assert dialog.run_name.text() == "run-1"
    dialog.propose(replace(TINY, start_from="/runs/old/checkpoints/000012.safetensors"), "Go on from it")
    assert dialog.run_name.text() == "old-12"


def test_a_run_that_goes_on_with_another_network_is_told_to_learn_first(dialog: TrainingDialog):
    network = dialog.settings.fields["network"]
    assert isinstance(network, QComboBox)
    for run, other, told in ((0, "b2c24", False), (1, "b1c4", False), (1, "b2c24", True)):
        dialog.run.setCurrentIndex(run)
        network.setCurrentText(other)
        assert ("learns from what has been played" in about(dialog, "network")) is told
    number_of_passes = dialog.settings.fields["catch_up_passes"]
    assert isinstance(number_of_passes, QDoubleSpinBox)
    number_of_passes.setValue(0)
    assert "learns from what has been played" not in about(dialog, "network")


def test_more_threads_than_cores_are_told_also_of_one_session(dialog: TrainingDialog):
    number(dialog, "workers").setValue(1000)
    assert "1,000 threads are wanted" in dialog.note.text()
    number(dialog, "workers").setValue(0)
    assert dialog.note.text() == ""


def test_a_run_that_is_worked_on_is_not_started_again(qtbot: QtBot, dialog: TrainingDialog, tmp_path: Path):
    busy = opened(qtbot, TrainingDialog(None, tmp_path, tmp_path / "old", lambda _folder: True))
    assert not busy.agree.isEnabled()
    assert "already" in busy.problem.text()


def test_sessions_that_share_the_cores_are_told(qtbot: QtBot, dialog: TrainingDialog, tmp_path: Path):
    assert dialog.note.text() == ""
    beside = opened(qtbot, TrainingDialog(None, tmp_path, None, lambda _folder: True))
    number(beside, "workers").setValue(1024)
    assert "1,025 threads" in beside.note.text()
    assert beside.agree.isEnabled()


def test_a_network_that_is_very_large_is_told_but_not_refused(dialog: TrainingDialog):
    network = dialog.settings.fields["network"]
    assert isinstance(network, QComboBox)
    for name in (network.itemText(index) for index in range(network.count())):
        network.setCurrentText(name)
        assert dialog.note.text() == "", "what the list has to offer is none of these"
    network.setCurrentText("b40c256")
    assert "“b40c256” computes about 630 times as much as b4c32" in dialog.note.text()
    assert dialog.agree.isEnabled()
    network.setCurrentText("b99999c99999")
    assert "too large: it may have 60 blocks and 1024 channels" in dialog.problem.text()
    assert dialog.note.text() == ""


def test_what_the_gate_searches_is_said_where_fewer_simulations_are_set(dialog: TrainingDialog):
    """Its games take the most time then, and their number stands below all settings. It takes no room while there is nothing to say."""
    simulations = number(dialog, "simulations")
    for recipe, told in (
        ("alphago-zero", "400 games with 1,600 simulations"),
        ("paper", "100 games with 1,600"),
    ):
        dialog.preset.setCurrentIndex(dialog.preset.findData(recipe))
        assert dialog.note.isHidden()
        simulations.setValue(16)
        assert told in dialog.note.text() and not dialog.note.isHidden()
    number(dialog, "gate_simulations").setValue(16)
    assert dialog.note.isHidden()
    dialog.preset.setCurrentIndex(dialog.preset.findData("alphazero"))
    simulations.setValue(16)
    assert dialog.note.isHidden(), "it has none"


def test_below_a_number_there_is_no_room_for_what_is_said_elsewhere(dialog: TrainingDialog):
    settle()
    around = number(dialog, "simulations").parentWidget()
    said = around.findChild(WholeLabel) if around is not None else None
    assert said is not None
    assert said.height() < 3 * said.fontMetrics().lineSpacing(), "two lines are said, and as many are seen"


def settle() -> None:
    """Forms within forms are laid out one after another."""
    for _ in range(5):
        QApplication.processEvents()


@pytest.mark.parametrize(
    ("recipe", "name", "typed", "below"),
    [
        ("buwei", "cheap_simulations", "64", "full_share"),
        ("buwei", "recorded_openings", "0.5", "solved_points"),
        *(
            (recipe, "learning_rate", "0.01", "muon_rate")
            for recipe in ("paper", "alphago-zero", "alphazero")
        ),
    ],
)
def test_what_is_said_of_a_number_moves_no_field(
    dialog: TrainingDialog, qtbot: QtBot, recipe: str, name: str, typed: str, below: str
):
    """Below one that is being written: "0.01" is nothing before it is something."""
    dialog.more.setChecked(True)
    dialog.preset.setCurrentIndex(dialog.preset.findData(recipe))
    field, other = dialog.settings.fields[name], dialog.settings.fields[below]
    assert isinstance(field, QAbstractSpinBox)
    settle()
    quiet, place, told = about(dialog, name), other.mapTo(dialog, other.rect().topLeft()), []
    field.selectAll()
    for key in typed:
        qtbot.keyClicks(field, key)
        settle()
        told.append(about(dialog, name))
        assert other.mapTo(dialog, other.rect().topLeft()) == place
    assert any(len(each) > len(quiet) for each in told)


def test_that_simulations_grow_is_said_where_they_do(dialog: TrainingDialog):
    for recipe, grow in (("buwei", True), ("paper", False), ("buwei", True)):
        dialog.preset.setCurrentIndex(dialog.preset.findData(recipe))
        assert ("grow" in number(dialog, "simulations").accessibleDescription()) is grow
    number(dialog, "simulations_grow_from").setValue(0)
    assert "grow" not in number(dialog, "simulations").accessibleDescription()


def test_a_run_goes_on_for_as_long_as_it_was_to_work_last_time(dialog: TrainingDialog, tmp_path: Path):
    """Unless that is changed; of one that was not to stop by itself, or of an earlier version, nothing is known."""
    dialog.limited.setChecked(True)
    dialog.minutes.setValue(30)
    for told, minutes in (({"minutes": 90.0}, 90.0), ({"minutes": None}, None), ({}, None)):
        RunFolder(tmp_path / "old").write_progress(told)
        dialog.run.setCurrentIndex(1)
        assert dialog.choice().minutes == minutes
        dialog.run.setCurrentIndex(0)
        assert dialog.choice().minutes == 30, "what was set for a new run comes back"


def test_what_the_minutes_count_is_said_at_their_field(dialog: TrainingDialog):
    """What compiles at the first start would surprise who asks for five of them."""
    assert "preparing" in dialog.minutes.accessibleDescription()
    assert dialog.minutes.accessibleName() == dialog.limited.text()


def test_too_few_minutes_become_the_fewest(qtbot: QtBot, dialog: TrainingDialog):
    dialog.limited.setChecked(True)
    dialog.minutes.setFocus()
    dialog.minutes.selectAll()
    qtbot.keyClicks(dialog.minutes, "0.3")
    dialog.run_name.setFocus()
    assert dialog.minutes.value() == dialog.minutes.minimum() == dialog.choice().minutes


def test_fractions_have_no_needless_digits(dialog: TrainingDialog):
    share = dialog.settings.fields["noise_fraction"]
    assert isinstance(share, QDoubleSpinBox)
    share.setValue(0.25)
    assert share.text() == "0.25"
    share.setValue(0)
    assert share.text() == "0"


def test_a_chosen_checkpoint_brings_its_network_and_board(
    dialog: TrainingDialog, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """Unless the network in the form can begin with it; a first network has no part then."""
    first = [dialog.settings.fields[name] for name in ("first_network", "first_positions")]
    assert all(editor.isEnabled() for editor in first)
    kept = dialog.choice().config.network
    for network, size, wanted in (("b1c4-liberties", Size(9, 9), kept), ("paper", Size(5, 5), "paper")):
        file = tmp_path / f"{network}.safetensors"
        checkpoint.save(file, build(network, size), CheckpointInfo(network, size.rows, size.cols))
        answer_file_dialogs(monkeypatch, file)
        dialog.browse.click()
        config = dialog.choice().config
        assert (config.start_from, config.network, config.size) == (str(file), wanted, size)
        assert dialog.problem.text() == "" and not any(editor.isEnabled() for editor in first)


@pytest.mark.parametrize(("kept", "recipe"), [(True, "As it learned last"), (False, "Buwei's own")])
def test_a_new_run_from_a_generation_has_its_runs_settings_or_says_that_it_has_not(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kept: bool, recipe: str
):
    asked: list[tuple[str, TrainingChoice]] = []
    monkeypatch.setattr(
        TrainingDialog, "exec", lambda dialog: asked.append((dialog.preset.currentText(), dialog.choice()))
    )
    file = tmp_path / "run" / "checkpoints" / "000003.safetensors"
    file.parent.mkdir(parents=True)
    checkpoint.save(file, build("b1c4", Size(4, 4)), CheckpointInfo("b1c4", 4, 4))
    if kept:
        (tmp_path / "run" / "config.toml").write_text(TINY.to_toml(), "utf-8")
    desk.window.training_desk.start_from(file)
    shown, choice = asked[0]
    assert shown.startswith(recipe)
    assert (choice.config.start_from, choice.config.board) == (str(file), "4x4")
    assert choice.config.batch == (TINY if kept else PRESETS["buwei"]).batch


def test_another_recipe_begins_with_the_checkpoint_that_was_chosen(dialog: TrainingDialog, tmp_path: Path):
    file = tmp_path / "mine.safetensors"
    checkpoint.save(file, build("b1c4", Size(5, 5)), CheckpointInfo("b1c4", 5, 5))
    line = dialog.settings.fields["start_from"]
    assert isinstance(line, QLineEdit)
    line.setText(str(file))
    for recipe in (1, 0):
        dialog.preset.setCurrentIndex(recipe)
        config = dialog.choice().config
        assert config is not None and config.start_from == str(file) and dialog.problem.text() == ""
    line.clear()
    dialog.propose(replace(PRESETS["paper"], start_from="another"), "Go on from it")
    dialog.preset.setCurrentIndex(1)
    config = dialog.choice().config
    assert config is not None and config.start_from == "", "that was the recipe's"


def test_weights_that_cannot_begin_a_run_are_refused_in_the_dialog(dialog: TrainingDialog, tmp_path: Path):
    start = dialog.agree
    line = dialog.settings.fields["start_from"]
    assert isinstance(line, QLineEdit)
    wrong = tmp_path / "wrong.safetensors"
    wrong.write_bytes(b"no checkpoint")
    line.setText(str(wrong))
    assert not start.isEnabled() and "wrong.safetensors" in dialog.problem.text()
    for network, fits in (("paper", False), ("b1c4-liberties", True)):
        file = tmp_path / f"{network}.safetensors"
        checkpoint.save(file, build(network, Size(9, 9)), CheckpointInfo(network, 9, 9))
        line.setText(str(file))
        assert start.isEnabled() == fits, dialog.problem.text()
        assert fits or "paper" in dialog.problem.text()


def test_what_is_said_of_a_session_leaves_no_blank_lines_behind(qtbot: QtBot):
    make_application([])
    panel = TrainingPanel()
    qtbot.addWidget(panel)
    panel.resize(300, 600)
    panel.show()
    progress = {"phase": "self-play", "generation": 1}
    panel.show_progress(progress, Work.GOING_ON, "run")
    before = panel.figures.height()
    panel.show_progress(progress, Work.GOING_ON, "run", "why it can't go on, at some length " * 5)
    wait(qtbot, lambda: panel.figures.height() > before)
    panel.show_progress(progress, Work.GOING_ON, "run")
    wait(qtbot, lambda: panel.figures.height() == before)
    panel.show_progress(progress, Work.GOING_ON, "run")
    one_line = panel.state.height()
    panel.show_progress({"phase": "failed", "generation": 1}, Work.NONE, "a name that is long")
    wait(qtbot, lambda: panel.state.height() > one_line)
    panel.show_progress(progress, Work.GOING_ON, "run")
    wait(qtbot, lambda: panel.state.height() == one_line)


def test_a_generation_of_which_there_are_figures_is_not_under_way():
    """The gate has just let it through, and the session hasn't told yet that it goes on."""
    progress = {"phase": "gate", "generation": 1}
    assert "Generation 1 under way" in progress_text(progress, Work.GOING_ON)
    assert "Generation 1 is finished" in progress_text(progress, Work.GOING_ON, finished=1)


def test_what_is_too_much_is_said_and_not_cut_off(qtbot: QtBot, dialog: TrainingDialog):
    """A run that has more keeps it, as it is written elsewhere."""
    dialog.more.setChecked(True)
    rate = dialog.settings.fields["learning_rate"]
    assert isinstance(rate, QDoubleSpinBox)
    rate.setFocus()
    rate.selectAll()
    qtbot.keyClicks(rate, "1000000")
    assert rate.value() == 1_000_000 and not dialog.agree.isEnabled()
    assert "“Learning rate” (learning_rate) = 1,000,000 should be at most 1" in dialog.problem.text()
    dialog.settings.show({"learning_rate": 1_000_000.0})
    assert dialog.problem.text() == "" and rate.text() == "1,000,000"


@pytest.mark.parametrize(
    ("network", "said"),
    [
        ("b6c64-liberties", "6 blocks of 64 channels, which see liberties"),
        ("b4c32", "4 blocks of 32 channels; a run can go on"),
        ("paper", "three convolutions of 32, 64 and 128 channels"),
        ("agz6x64", "AlphaGo Zero's, 6 blocks of 64 channels"),
    ],
)
def test_the_network_that_is_chosen_is_explained(dialog: TrainingDialog, network: str, said: str):
    field = dialog.settings.fields["network"]
    assert isinstance(field, QComboBox)
    field.setCurrentText(network)
    assert f"{network}: " in field.accessibleDescription() and said in field.accessibleDescription()


def test_recipes_that_take_long_say_so(dialog: TrainingDialog):
    for recipe, said in (
        ("buwei", ""),
        ("paper", "1,600 simulations a move, and for each generation 100 games"),
        ("alphago-zero", "400 games of the gate with 1,600"),
        ("alphazero", "800 simulations a move. Buwei's own begins with 32"),
    ):
        dialog.preset.setCurrentIndex(dialog.preset.findData(recipe))
        help_text = dialog.preset.accessibleDescription()
        assert said in help_text and ("laptop" in help_text) is bool(said)


def test_where_all_settings_are_seen_the_gate_is_not_said_to_be_among_them(dialog: TrainingDialog):
    simulations = dialog.settings.fields["simulations"]
    assert isinstance(simulations, QSpinBox)
    simulations.setValue(2)
    assert "see “All settings”" in dialog.note.text()
    dialog.more.setChecked(True)
    assert "the gate plays" in dialog.note.text() and "All settings" not in dialog.note.text()


@pytest.mark.parametrize("language", ["en", "zh_CN"])
def test_messages_name_settings_as_the_dialog_does_and_as_their_file_does(language: str):
    make_application([])
    LanguageSwitch().use(language)
    said = Sentence(
        "the loss became %1 at step %2; go on with a lower learning_rate or muon_rate in config.toml"
    )
    said = Sentence(said.template, "nan", 7)
    told = training_texts.by_labels(error_text(said))
    for name in ("learning_rate", "muon_rate"):
        label = training_texts.translated(training_texts.SETTINGS[name][0])
        assert told.count(f"“{label}”") == told.count(name) == 1
    told = training_texts.by_labels("lower parallel_games, simulations, batch or workers")
    assert told.count("(") + told.count("（") == 4
    assert training_texts.by_labels("a batch of simulations") == "a batch of simulations"
    assert training_texts.by_labels("/a/learning_rate/x.sgf") == "/a/learning_rate/x.sgf"

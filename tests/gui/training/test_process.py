"""A self-play session beside the window: real processes, tiny runs."""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from ai.training.run_folder import RunFolder
from core import folders
from core.lock import FolderLock
from gui.app import make_application
from gui.beside.watched_process import Work
from gui.training.dialog import TrainingChoice, TrainingDialog
from gui.training.panel import state_text
from gui.training.process import TrainingProcess
from tests.gui.desk import Desk, close_and_answer, wait, wait_for_process
from tests.gui.training.tiny import TINY
from tests.patience import PATIENCE_SECONDS, SESSION_MINUTES


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

    wait_for_process(qtbot, ended)


@pytest.fixture
def training(qtbot: QtBot, data_folder: Path) -> Iterator[TrainingProcess]:
    make_application([])
    training = TrainingProcess()
    yield training
    training.close()


def test_a_session_starts_is_watched_and_stops(qtbot: QtBot, training: TrainingProcess, run: Path):
    failures: list[str] = []
    training.failed.connect(failures.append)
    training.start(run, TINY, SESSION_MINUTES)
    assert training.running
    wait_for_process(qtbot, lambda: training.rounds and (training.progress or {}).get("positions", 0) > 60)
    assert processes_of(run)
    second = TrainingProcess()  # a window that is opened later
    second.watch(run)
    assert second.running and second.rounds
    second.close()
    training.stop()
    wait_for_process(qtbot, lambda: not training.running)
    wait_for_process(qtbot, lambda: not processes_of(run))
    assert (training.progress or {})["phase"] == "stopped"
    assert failures == []


def test_a_session_that_is_still_loading_is_stopped_too(qtbot: QtBot, training: TrainingProcess, run: Path):
    failures: list[str] = []
    training.failed.connect(failures.append)
    training.start(run, TINY, SESSION_MINUTES)
    training.stop()
    training.close()  # as by a window that closes at once: nobody asks again
    wait_for_process(qtbot, lambda: not processes_of(run))

    def looked_and_over() -> bool:
        training.look()
        return not training.running

    wait_for_process(qtbot, looked_and_over)
    training.close()
    assert failures == []


def test_a_session_that_cannot_go_on_says_why(qtbot: QtBot, training: TrainingProcess, run: Path):
    run.mkdir()
    (run / "config.toml").write_text('network = "b1c4"\nboard = "5x5"\n', "utf-8")
    RunFolder(run).write_progress({"phase": "stopped"})  # the session before ended well
    failures: list[str] = []
    training.failed.connect(failures.append)
    training.start(run, TINY, SESSION_MINUTES)
    wait_for_process(qtbot, lambda: failures)
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
        wait_for_process(qtbot, lambda told=number: len(failures) > told)
    assert failures == [f"reason {number}" for number in range(20)]
    lines = (run / "session.log").read_text("utf-8").splitlines()
    assert "reason 18" in lines and lines[-1] == "reason 19" and lines[-2].startswith("--- 20")
    assert (run / "session.log").stat().st_size < 500 and "reason 0" not in lines
    kept = [line for line in lines if line.startswith("reason")]
    assert kept == [f"reason {number}" for number in range(20 - len(kept), 20)], "the latest, without a gap"


def test_a_run_that_nobody_works_on_is_shown(qtbot: QtBot, training: TrainingProcess, run: Path):
    run.mkdir()
    training.watch(run)
    assert not training.running and training.rounds == []


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


def test_the_log_of_an_earlier_session_gives_no_reason(qtbot: QtBot, training: TrainingProcess, run: Path):
    """A session that could not be begun in the window has left it; the one that ends now was begun elsewhere."""
    failures: list[str] = []
    training.failed.connect(failures.append)
    run.mkdir()
    (run / "config.toml").write_text("nonsense", "utf-8")
    training.start(run, None, None)
    wait_for_process(qtbot, lambda: failures)
    assert "config.toml" in failures.pop() and not training.running
    lock = FolderLock(run)
    assert lock.take()
    training.look_again()
    assert training.running
    lock.release()
    training.look()
    assert failures == [""]


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
        wait_for_process(qtbot, lambda: window.commands.actions["play_newest"].isEnabled())
        assert window.training_desk.panel.table.rowCount() > 0
        assert window.settings.run == str(folder)
        desk.trigger("stop_training")
        wait_for_process(qtbot, lambda: not window.training.running)
        assert not desk.boxes()
    finally:
        see_to_its_end(qtbot, folder)
    assert not window.commands.actions["stop_training"].isEnabled()


def test_a_folder_that_is_gone_is_not_asked_to_stop(tmp_path: Path):
    RunFolder(tmp_path / "gone").ask_to_stop()
    assert not (tmp_path / "gone").exists()


def _choice_of(folder: Path):
    return lambda _self: TrainingChoice(folder, TINY, SESSION_MINUTES)


def test_closing_the_window_while_a_session_runs(
    desk: Desk, open_desk: Callable[..., Desk], qtbot: QtBot, run: Path
):
    desk.window.settings.run = str(run)
    desk.window.training.start(run, TINY, SESSION_MINUTES)
    wait_for_process(qtbot, lambda: desk.window.training.progress)
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
    wait_for_process(qtbot, lambda: not processes_of(run))

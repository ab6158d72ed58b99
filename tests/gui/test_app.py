"""How the program ends: by a signal, at the end of the desktop's session."""

import os
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QTimer
from PySide6.QtWidgets import QApplication, QMessageBox, QWidget

from core import folders, program, records
from core.position import Size
from gui import app
from gui.game.new_game import NewGameDialog
from gui.game.setup import GameSetup
from gui.main_window import MainWindow
from gui.program import crash, first_start
from gui.program.settings import HUMAN
from gui.records import kept_game
from gui.training.desk import TrainingDesk
from tests.gui.desk import Desk


@pytest.fixture
def asked(qapp: QApplication) -> Iterator[list[str]]:
    """Questions that come up; each is refused, so that the window stays."""
    questions: list[str] = []

    def look() -> None:
        box = QApplication.activeModalWidget()
        if isinstance(box, QMessageBox):
            questions.append(box.text())
            box.reject()

    timer = QTimer()
    timer.timeout.connect(look)
    timer.start(20)
    yield questions
    timer.stop()


@pytest.fixture
def loops_run_again(qapp: QApplication) -> Iterator[None]:
    """Qt remembers that its loops were to end, and would end those of other tests at once, until its own loop has run."""
    yield
    QTimer.singleShot(0, qapp.quit)
    qapp.exec()


def moves_kept() -> int:
    return len(records.load(folders.data_dir() / kept_game.GAME_FILE)[0].game.main_line()) - 1


@pytest.mark.skipif(sys.platform == "win32", reason="Windows ends a process by it at once")
@pytest.mark.usefixtures("loops_run_again")
def test_a_polite_end_from_outside_closes_without_a_question(desk: Desk, asked: list[str]):
    desk.play()
    desk.click(12)
    assert desk.window.files.leaving.unsaved, "what the user would be asked about"
    before = signal.getsignal(signal.SIGTERM)
    with app.quit_on_signals(desk.window):
        os.kill(os.getpid(), signal.SIGTERM)
        desk.wait(lambda: not desk.window.isVisible())
    assert not asked and moves_kept() == 1
    assert signal.getsignal(signal.SIGTERM) == before


@pytest.mark.skipif(sys.platform == "win32", reason="Windows ends a process by it at once")
@pytest.mark.usefixtures("loops_run_again")
def test_a_polite_end_from_outside_does_not_wait_for_an_open_question(desk: Desk):
    desk.play()
    desk.click(12)

    def end() -> None:
        if QApplication.activeModalWidget() is None:
            QTimer.singleShot(20, end)
        else:
            os.kill(os.getpid(), signal.SIGTERM)

    with app.quit_on_signals(desk.window):
        QTimer.singleShot(20, end)
        desk.window.close()
        desk.wait(lambda: not desk.window.isVisible())
    assert moves_kept() == 1


def ask_for_new_game(window: MainWindow) -> None:
    """Accepted, it leads to a question about the game in the window, and back if that stays."""
    window.commands.actions["new_game"].trigger()


def ask_where_to_save(window: MainWindow) -> None:
    """A file that is there already leads to a question, and that to another place."""
    there = folders.data_dir() / "there.sgf"
    there.write_text("(;FF[4]GM[1]SZ[5];B[aa])")
    window.files.saving.save_to(there, another=True)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows ends a process by it at once")
@pytest.mark.parametrize("end", [lambda: os.kill(os.getpid(), signal.SIGTERM), QCoreApplication.quit])
@pytest.mark.parametrize("asking", [ask_for_new_game, ask_where_to_save])
def test_no_question_is_asked_again_once_the_program_is_to_end(
    asking: Callable[[MainWindow], None], end: Callable[[], None], data_folder: Path
):
    """A question that is taken back may lead to the dialog before it: over the closed window that would keep the program for ever."""
    asked_again: list[QWidget] = []
    over = Event()

    def look() -> None:
        dialog = QApplication.activeModalWidget()
        if dialog is not None and over.is_set():
            asked_again.append(dialog)
            QCoreApplication.exit(1)
        elif isinstance(dialog, QMessageBox):
            over.set()
            end()
        elif isinstance(dialog, NewGameDialog):
            dialog.accept()

    def begin(window: MainWindow) -> None:
        window.games.start(GameSetup(HUMAN, HUMAN, Size(5, 5), None, strict=True))
        window.controller.click(12)
        timer.start(50)
        asking(window)

    timer = QTimer()
    timer.timeout.connect(look)
    run_until_shown(begin)
    timer.stop()
    assert not asked_again and moves_kept() == 1


def test_the_end_of_a_session_closes_without_a_question_and_is_no_crash(asked: list[str], data_folder: Path):
    """Windows kills the process once it has been told to quit."""
    left: list[list[Path]] = []

    def note() -> None:
        left.append(list(folders.log_dir().glob(f"{crash.PREFIX}*")))

    def end(window: MainWindow) -> None:
        window.games.start(GameSetup(HUMAN, HUMAN, Size(5, 5), None, strict=True))
        window.controller.click(12)
        assert window.files.leaving.unsaved
        note()
        QCoreApplication.instance().aboutToQuit.connect(note)  # type: ignore[union-attr]
        QCoreApplication.quit()

    try:
        run_until_shown(end)
    finally:
        QCoreApplication.instance().aboutToQuit.disconnect(note)  # type: ignore[union-attr]
    assert not asked and moves_kept() == 1
    assert [len(running) for running in left] == [1, 0]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows ends a process by it at once")
@pytest.mark.parametrize("wish", [signal.SIGINT, signal.SIGTERM])
def test_a_program_asked_to_end_while_it_starts_leaves_no_window(
    qapp: QApplication, monkeypatch: pytest.MonkeyPatch, wish: signal.Signals
):
    """An exception, wherever the start is just then, could end it by a fault."""
    made: list[MainWindow] = []

    def make_window(*arguments: object) -> tuple[MainWindow, Path | None]:
        os.kill(os.getpid(), wish)
        made.append(usual(*arguments)[0])  # type: ignore[arg-type]
        made[0].tour.start_once = lambda: None  # type: ignore[method-assign]
        return made[0], None

    usual = app.make_window
    monkeypatch.setattr(app, "make_window", make_window)
    before = signal.getsignal(wish)
    assert app.run(["--lang", "en"]) == 0
    assert not made[0].isVisible() and signal.getsignal(wish) == before
    made[0].deleteLater()
    QCoreApplication.removePostedEvents(qapp, QEvent.Type.Quit.value)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows ends a process by it at once")
@pytest.mark.usefixtures("loops_run_again")
def test_a_program_asked_to_end_while_it_is_prepared_ends_at_once(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(first_start, "needs_kernels", lambda: True)
    monkeypatch.setattr(program, "command", lambda *_: ("sleep", "1000"))
    monkeypatch.setattr(app, "make_window", lambda *_: pytest.fail("a window"))
    QTimer.singleShot(200, lambda: os.kill(os.getpid(), signal.SIGTERM))
    assert app.run(["--lang", "en"]) == 0


def test_a_start_that_goes_wrong_leaves_the_last_game_and_ends(
    open_desk: Callable[..., Desk], monkeypatch: pytest.MonkeyPatch
):
    desk = open_desk()
    desk.play()
    desk.click(12)
    desk.close()
    made: list = []

    def take_up(training: TrainingDesk, _last: str) -> None:
        made.append(training._window)
        raise RuntimeError("boom")

    def close() -> None:
        box = QApplication.activeModalWidget()
        if isinstance(box, QMessageBox) and not made[0].autosave._timer.isActive():
            told.append((box.text(), box.informativeText(), made[0].isVisible()))
            box.accept()

    monkeypatch.setattr(TrainingDesk, "take_up", take_up)
    told: list[tuple[str, str, bool]] = []
    timer = QTimer()
    timer.timeout.connect(close)
    timer.start(20)
    assert app.run(["--lang", "en"]) == 1
    assert told == [("Buwei can't start.", "RuntimeError: boom", False)]
    assert moves_kept() == 1
    assert not made[0].controller.thinker._thread.isRunning(), "Qt would abort the process"
    made[0].deleteLater()


def run_until_shown(act: Callable[[MainWindow], None]) -> None:
    """The program from its start to its end, in which ``act`` sees the window."""

    def look() -> None:
        windows = [
            widget
            for widget in QApplication.topLevelWidgets()
            if isinstance(widget, MainWindow) and widget.isVisible()
        ]
        if windows:
            windows[0].tour.end()
            act(windows[0])
            windows[0].deleteLater()
        else:
            QTimer.singleShot(20, look)

    application = app.make_application([])
    QTimer.singleShot(20, look)
    assert app.run(["--lang", "en"]) == 0
    # Qt has told itself once more, which would end the loops of later tests
    QCoreApplication.removePostedEvents(application, QEvent.Type.Quit.value)

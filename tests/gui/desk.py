"""A window and the hands that use it: real clicks and keys, and looks at what the window shows."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import shiboken6
from PySide6.QtCore import QPoint, QPointF, Qt, QTimer
from PySide6.QtGui import QContextMenuEvent, QWheelEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QDialog,
    QFileDialog,
    QMenu,
    QMessageBox,
    QProgressDialog,
    QPushButton,
    QWidget,
)
from pytestqt.qtbot import QtBot

from core.clock import TimeControl
from core.position import Position, Size
from gui.app import make_window, run
from gui.game.controller import State
from gui.game.setup import GameSetup
from gui.main_window import MainWindow
from gui.parts import asking
from gui.program import settings as settings_file
from gui.program.errors import PLAYER_FAILED, UNEXPECTED, ErrorReporter
from gui.program.settings import HUMAN, Settings
from tests.core.test_clock import Time
from tests.patience import PATIENCE_SECONDS, PROCESS_SECONDS

WINDOWS = (
    "new_game",
    "change_players",
    "championship_record",
    "game_information",
    "networks",
    "engines",
    "analysis_settings",
    "change_keys",
    "start_training",
    "report",
    "arena",
    "training_room",
    "td_training",
    "runs",
    "help",
    "solve",
)
"""Commands that open a window of their own."""
SPREAD = tuple(range(0, 24, 2))
"""Twelve moves on 5x5 that lose for nobody."""
DROP_STONES = "You are setting up a position. Drop its stones?"
"""What is asked before stones that are being placed are lost."""
PATIENCE_MS = round(1000 * PATIENCE_SECONDS)


def answer_file_dialogs(monkeypatch: pytest.MonkeyPatch, path: Path) -> None:
    """Every file dialog that is made chooses ``path`` at once."""
    monkeypatch.setattr(QFileDialog, "exec", lambda _self: True)
    monkeypatch.setattr(QFileDialog, "selectedFiles", lambda _self: [str(path)])


def choose_file(monkeypatch: pytest.MonkeyPatch, path: Path) -> None:
    """Every file dialog is answered with ``path``."""
    for name in ("getOpenFileName", "getSaveFileName"):
        monkeypatch.setattr(QFileDialog, name, lambda *_args, **_kwargs: (str(path), ""))
    answer_file_dialogs(monkeypatch, path)


def answer(monkeypatch: pytest.MonkeyPatch, *answers: QMessageBox.StandardButton) -> list[str]:
    """Questions get ``answers`` one by one, all further ones the last; the list gathers what is asked. Those of :func:`gui.parts.asking.agrees` are
    agreed to by ``Yes``, whatever its button says."""
    asked: list[str] = []

    def question(_parent, _title, text, *_args, **_kwargs) -> QMessageBox.StandardButton:
        asked.append(text)
        return answers[min(len(asked), len(answers)) - 1]

    def agree(window: QWidget, text: str, *_args, **_kwargs) -> bool:
        return question(window, "", text) == QMessageBox.StandardButton.Yes

    monkeypatch.setattr(QMessageBox, "question", question)
    monkeypatch.setattr(asking, "ask", agree)
    return asked


def context_menu(table: QAbstractItemView) -> QMenu:
    """The menu that a right click on the first row opens."""
    place = table.visualRect(table.model().index(0, 0)).center()
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, place, table.viewport().mapToGlobal(place))
    QApplication.sendEvent(table.viewport(), event)
    (menu,) = table.findChildren(QMenu)
    assert menu.isVisible()
    menu.close()
    return menu


def turn_wheel(
    widget: QWidget,
    turn: int,
    place: QPointF | None = None,
    held: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier,
) -> None:
    """Turn the mouse wheel by eighths of a degree, over the middle if ``place`` is nowhere else, while the key ``held`` is."""
    place = place or QPointF(widget.rect().center())
    event = QWheelEvent(
        place,
        widget.mapToGlobal(place),
        QPoint(),
        QPoint(0, turn),
        Qt.MouseButton.NoButton,
        held,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(widget, event)


def wait(qtbot: QtBot, condition: Callable[[], object]) -> None:
    qtbot.waitUntil(lambda: bool(condition()), timeout=PATIENCE_MS)


def wait_for_process(qtbot: QtBot, condition: Callable[[], object]) -> None:
    """Until a process has brought the ``condition`` about that the window has begun. It gives way to all others, and may load torch first."""
    qtbot.waitUntil(lambda: bool(condition()), timeout=round(1000 * PROCESS_SECONDS))


@contextmanager
def in_dialogs(*acts: Callable[[Any], None], kind: type[QDialog] = QDialog) -> Iterator[list]:
    """While what is done inside shows modal dialogs of a ``kind``, each of ``acts`` gets one, as soon as it is there, and is to close it. One that
    fails has all of them closed, as nobody else would, and the test fails. What is left of them is the value, for who needs no dialog. A dialog that
    shows progress closes by itself; it counts only if it is the ``kind``."""
    left = list(acts)

    def look() -> None:
        dialog = QApplication.activeModalWidget()
        if not isinstance(dialog, kind) or (
            isinstance(dialog, QProgressDialog) and kind is not QProgressDialog
        ):
            return
        timer.stop()
        try:
            left.pop(0)(dialog)
            assert QApplication.activeModalWidget() is not dialog, "it stays open"
        except BaseException:
            for each in QApplication.topLevelWidgets():
                if isinstance(each, QDialog) and each.isModal() and each.isVisible():
                    each.done(QDialog.DialogCode.Rejected)
            raise
        if left:
            timer.start()

    timer = QTimer(interval=20)
    timer.timeout.connect(look)
    timer.start()
    try:
        yield left
    finally:
        timer.stop()
    assert not left, f"there was no {kind.__name__}"


class Desk:
    """One window, with a game begun as the program begins it."""

    def __init__(self, qtbot: QtBot, file: Path | None = None, reporter: ErrorReporter | None = None):
        self.qtbot = qtbot
        self.window, self.damaged = make_window("en", reporter)
        self.window.watch.speed.setValue(0)  # AIs don't slow down for a test that watches them
        self.window.watch.random_moves.setValue(0)  # and begin on the empty board
        self.window.show()
        self.window.session.begin(file)
        self.window.activateWindow()
        qtbot.waitExposed(self.window)

    # --- doing ------------------------------------------------------------------------------------------------

    def play(
        self,
        black: str = HUMAN,
        white: str = HUMAN,
        size: int = 5,
        time_control: TimeControl | None = None,
        strict: bool = True,
    ) -> None:
        """Begin a game."""
        self.window.games.start(GameSetup(black, white, Size(size, size), time_control, strict))

    def click(self, *points: int) -> None:
        for point in points:
            place = self.window.board.point_center(point).toPoint()
            self.qtbot.mouseClick(self.window.board, Qt.MouseButton.LeftButton, pos=place)

    def key(self, key: Qt.Key, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
        self.qtbot.keyClick(self.window, key, modifier)

    def wheel(self, turn: int) -> None:
        """Turn the mouse wheel over the board, by eighths of a degree."""
        turn_wheel(self.window.board, turn)

    def click_history(self, row: int) -> None:
        place = self.window.history.visualItemRect(self.window.history.item(row)).center()
        self.qtbot.mouseClick(self.window.history.viewport(), Qt.MouseButton.LeftButton, pos=place)

    def look_at_windows_of(self, command: str, look: Callable[[QWidget], None]) -> None:
        """Let ``look`` see, and close, every window that ``command`` opens; modal ones while they run."""
        before = set(QApplication.topLevelWidgets())
        with in_dialogs(look) as unseen:
            self.trigger(command)
            windows = [
                each for each in QApplication.topLevelWidgets() if each.isVisible() and each not in before
            ]
            assert windows or not unseen, command
            unseen.clear()
        for window in windows:
            look(window)

    def click_any(self) -> None:
        """Play the first move that does not lose, and wait for the answer."""
        moves = self.moves
        self.click(self.position.legal_moves()[0])
        self.wait_for_turn()
        assert self.moves > moves

    def play_until_a_point_is_forbidden(self) -> int:
        """An empty point where the human to move would lose."""
        while True:
            for point in range(self.position.size.points):
                if self.position.at(point) is None and self.position.loss(point) is not None:
                    return point
            self.click_any()
            assert self.window.controller.match.result is None

    def choose(self, name: str, value: str) -> None:
        """Choose ``value`` for the language, the colours or the notation of the whole window, as its menus do."""
        self.window.appearance.choose(name, value)

    def trigger(self, name: str) -> None:
        """Choose a command that is offered."""
        action = self.window.commands.actions[name]
        assert action.isEnabled(), name
        action.trigger()

    def hold_clock(self) -> Time:
        """The time by which the clock of the game goes: it stands from now on, but for what is let pass."""
        clock = self.window.controller.match.clock
        assert clock is not None
        time = Time(clock._now())
        clock._now = time
        return time

    def drop(self) -> None:
        """Let go of the window as a crash would, but for the thread that would end with the process."""
        self.window.controller.close()
        self.window.training.close()
        self.window.files.tally.close()
        self.window.autosave._timer.stop()
        self.window.autosave._turns.drop()
        self.window.autosave.release()
        self._delete()

    def close(self) -> None:
        if not shiboken6.isValid(self.window):
            return
        self.window.closing.leave()
        self._delete()

    def _delete(self) -> None:
        self.window.hide()
        self.window.deleteLater()
        QApplication.processEvents()

    # --- looking ----------------------------------------------------------------------------------------------

    @property
    def position(self) -> Position:
        """Where play stands."""
        return self.window.controller.match.position

    @property
    def moves(self) -> int:
        return len(self.position.moves)

    @property
    def notice(self) -> str:
        return self.window.notices.row.label.text()

    @property
    def state(self) -> State:
        return self.window.controller.state

    def wait(self, condition) -> None:
        wait(self.qtbot, condition)

    def wait_for_turn(self) -> None:
        """Until a human may move or the game is over."""
        controller = self.window.controller
        self.wait(lambda: controller.human_to_move or controller.match.result is not None)

    def wait_for_end(self) -> None:
        self.wait(lambda: self.window.controller.match.result is not None)

    def wait_for_thoughts(self) -> None:
        """Until the panel shows what the AI thinks so far."""
        self.wait(lambda: self.state is State.THINKING and self.window.thoughts_panel._visits.text() != "")

    def settings_kept(self) -> Settings:
        """The settings as the next start would find them: what has changed is written when the event loop has its turn."""
        QApplication.processEvents()
        return settings_file.load()[0]

    def boxes(self) -> list[QMessageBox]:
        return [box for box in self.window.findChildren(QMessageBox) if box.isVisible()]

    def take_error(self) -> str:
        """Waits for a message, closes it and returns its sentence."""
        self.wait(self.boxes)
        (box,) = self.boxes()
        assert box.objectName() in ("error", UNEXPECTED, PLAYER_FAILED)
        text = box.text()
        self.qtbot.keyClick(box, Qt.Key.Key_Escape)
        self.wait(lambda: not self.boxes())
        return text


OpenDesk = Callable[..., Desk]


def close_and_answer(desk: Desk, text: str) -> None:
    """Close the window and press the button with this text."""

    def press(box: QMessageBox) -> None:
        assert box.icon() is QMessageBox.Icon.Question, box.text()
        buttons = {each.text().replace("&", ""): each for each in box.findChildren(QPushButton)}
        buttons[text].click()

    with in_dialogs(press, kind=QMessageBox):
        desk.window.close()


@contextmanager
def late_answer(desk: Desk) -> Iterator[None]:
    """Within it the search is given up; after it its answer, which comes all the same, has reached the window."""
    answered = threading.Event()
    desk.window.controller.thinker.worker.decided.connect(lambda *_answer: answered.set())
    yield
    desk.wait(answered.is_set)
    QApplication.processEvents()  # the window's turn: it was sent the answer before the test


def what_a_start_tells() -> list[str]:
    """The first message of a window that is begun as the program begins it, and closed when that is read."""
    told: list[str] = []

    def look() -> None:
        boxes = [
            box
            for widget in QApplication.topLevelWidgets()
            if isinstance(widget, MainWindow) and widget.isVisible()
            for box in widget.findChildren(QMessageBox)
        ]
        if not boxes:
            QTimer.singleShot(20, look)
            return
        told.append(boxes[0].text())
        window = boxes[0].window().parent()
        assert isinstance(window, MainWindow)
        boxes[0].close()
        window.close()
        window.deleteLater()

    QTimer.singleShot(20, look)
    assert run(["--lang", "en"]) == 0
    return told

"""Work that takes a while, done in a thread while the window goes on. The user sees that it is going on and can cancel it."""

from collections.abc import Callable
from threading import Event
from typing import TypeVar

from PySide6.QtCore import QCoreApplication, Qt, QThread
from PySide6.QtWidgets import QProgressDialog, QWidget

UNNOTICED_MS = 50
"""Time within which work may end before anything is shown, in milliseconds: a dialog that is gone at once would only flicker."""
Outcome = TypeVar("Outcome")
Look = Callable[[], None]
"""Ends the work that calls it if the user has cancelled."""


def done_beside(window: QWidget | None, said: str, work: Callable[[Look], Outcome]) -> Outcome | None:
    """What ``work`` returns, whose errors are raised here; a dialog in front of ``window`` shows what is ``said`` meanwhile. ``None`` if the user
    cancelled; then this waits until the work looks whether that has happened, or is done."""
    outcomes: list[Outcome] = []
    thread = _Work(lambda look: outcomes.append(work(look)))
    dialog = QProgressDialog(window)
    dialog.setWindowTitle(QCoreApplication.applicationName())
    dialog.setWindowModality(Qt.WindowModality.ApplicationModal)
    dialog.setLabelText(said)
    dialog.setRange(0, 0)  # it isn't known how much is left
    dialog.setMinimumDuration(0)
    thread.finished.connect(dialog.reset)
    thread.start()
    if not thread.wait(UNNOTICED_MS):
        dialog.exec()
    cancelled = dialog.wasCanceled()
    dialog.deleteLater()
    thread.stop()
    if thread.error is not None and not cancelled:
        raise thread.error
    return None if cancelled else outcomes[0]


class _BrokenOff(Exception):
    """The user has cancelled."""


class _Work(QThread):
    """Thread that does one piece of work."""

    def __init__(self, work: Callable[[Look], None]):
        super().__init__()
        self.setObjectName("long work")
        self._work = work
        self._stop = Event()
        self.error: Exception | None = None

    def run(self) -> None:
        try:
            self._work(self._look)
        except _BrokenOff:
            pass  # the caller that stopped it knows
        except Exception as error:
            self.error = error

    def _look(self) -> None:
        if self._stop.is_set():
            raise _BrokenOff

    def stop(self) -> None:
        """Stop the work if it has not ended, and wait for the thread."""
        self._stop.set()
        self.wait()

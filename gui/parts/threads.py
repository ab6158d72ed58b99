"""Threads that were told to end and that nobody waits for, until the program ends."""

from threading import Event
from typing import Any, Protocol

from PySide6.QtCore import QObject, QThread, Signal, SignalInstance, Slot


class Leaving(Protocol):
    """Something with a thread of its own that was told to end."""

    def wait_for_end(self) -> None:
        """Return once the thread has ended; then it is :data:`leaving` no more."""
        ...


leaving: set[Leaving] = set()
"""Everything that was let go and whose thread has not ended yet."""


def wait_for_those_leaving() -> None:
    """Wait before the program ends until all threads that were let go have ended."""
    for one in list(leaving):
        one.wait_for_end()


class AnsweringThread(QThread):
    """A thread whose ``run`` answers by signals. Once it is let go none of them is emitted any more, not even for an answer that was on its way:
    disconnecting a signal would not recall that one."""

    _told = Signal(object, tuple)

    def __init__(self, parent: QObject | None = None):
        super().__init__(parent)
        self.stopping = Event()
        """Set when ``run`` is to end soon."""
        self._is_let_go = False
        self._told.connect(self._pass_on)

    def tell(self, signal: SignalInstance, *values: Any) -> None:
        """Have one of the thread's own signals emitted where it was made. ``run`` calls this instead of emitting."""
        self._told.emit(signal, values)

    @Slot(object, tuple)
    def _pass_on(self, signal: SignalInstance, values: tuple[Any, ...]) -> None:
        if not self._is_let_go:
            signal.emit(*values)

    def let_go(self) -> None:
        """Have it end without waiting for that."""
        self._is_let_go = True
        self.stopping.set()
        self.setParent(None)
        leaving.add(self)
        self.finished.connect(self.wait_for_end)
        if self.isFinished():  # then ``finished`` was emitted before it was connected
            self.wait_for_end()

    @Slot()
    def wait_for_end(self) -> None:
        self.wait()
        leaving.discard(self)

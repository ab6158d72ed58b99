"""Work on the window that is done in pieces."""

from collections.abc import Iterator

from PySide6.QtCore import QObject, QTimer


class InTurns(QObject):
    """Does a piece of work whenever the window is idle, so that clicks and keys never wait for all of it."""

    def __init__(self, parent: QObject):
        super().__init__(parent)
        self._work: Iterator[object] = iter(())
        self._timer = QTimer(self)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._take_one)

    def start(self, work: Iterator[object]) -> None:
        """Begin ``work``, each step of which is a piece. The rest of earlier work is dropped."""
        self._work = work
        self._timer.start()

    def drop(self) -> None:
        """Drop the rest of the work."""
        self.start(iter(()))

    def finish(self) -> None:
        """Do the rest of the work now."""
        for _ in self._work:
            pass
        self._timer.stop()

    def _take_one(self) -> None:
        try:
            next(self._work)
        except StopIteration:
            self._timer.stop()

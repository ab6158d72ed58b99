"""Work on the window that is done a piece at a time."""

from collections.abc import Iterator

from PySide6.QtCore import QObject, QTimer


class InTurns(QObject):
    """Takes a piece of some work whenever the window has nothing else to do, so that clicks and keys never wait for all of it."""

    def __init__(self, parent: QObject):
        super().__init__(parent)
        self._work: Iterator[object] = iter(())
        self._timer = QTimer(self)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._take_one)

    def start(self, work: Iterator[object]) -> None:
        """Begin with ``work``, a piece for each of its steps; what is left of the work before is dropped."""
        self._work = work
        self._timer.start()

    def drop(self) -> None:
        """Leave the rest undone."""
        self.start(iter(()))

    def finish(self) -> None:
        """Do all that is left at once."""
        for _ in self._work:
            pass
        self._timer.stop()

    def _take_one(self) -> None:
        try:
            next(self._work)
        except StopIteration:
            self._timer.stop()

"""Python's garbage collector in a program with windows: it runs in the windows' thread only.

By default it runs in whichever thread makes an object when enough have been made. It may then find parts of a closed window, which Qt wants destroyed
in the windows' thread: destroyed in another, both threads wait for each other, one for Python's lock, the other for one of Qt's.
"""

import gc

from PySide6.QtCore import QObject, QTimerEvent

INTERVAL_MS = 1000
GROWTH = 0.25
"""Share by which objects must grow before old ones are looked through, which takes a tenth of a second: Python's own rule."""


class GarbageCollector(QObject):
    """Collects garbage now and then. While one exists, Python doesn't collect by itself."""

    def __init__(self, parent: QObject):
        super().__init__(parent)
        gc.disable()
        self._old = _living()
        self._since = 0
        """Upper bound of the objects that have become old since old ones were looked through."""
        self.startTimer(INTERVAL_MS)

    def timerEvent(self, event: QTimerEvent) -> None:
        self.collect()

    def collect(self) -> None:
        """Look through young objects if there are many, and from time to time through all."""
        young = gc.get_count()[0]
        if young <= gc.get_threshold()[0]:
            return
        self._since += young
        if self._since <= GROWTH * self._old:
            gc.collect(1)
            return
        gc.collect()
        self._old, self._since = _living(), 0


def _living() -> int:
    """Number of objects that the collector knows. It doesn't ask for the objects themselves: holding a tuple that another thread is still making
    would make that thread fail."""
    gc.freeze()
    count = gc.get_freeze_count()
    gc.unfreeze()
    return count

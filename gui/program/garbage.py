"""Python's garbage collector in a program with windows: it works in the windows' thread alone.

By itself it works in whichever thread happens to make an object when there is enough to do. What it finds may be parts of a closed window, and Qt
wants these destroyed in the windows' thread: destroyed in another one, they have both threads wait for each other, one for Python's lock, the
other for one of Qt's.
"""

import gc

from PySide6.QtCore import QObject, QTimerEvent

INTERVAL_MS = 1000
GROWTH = 0.25
"""Old objects are looked through, which takes a tenth of a second, when so many more of them have come, as a share: Python's own rule."""


class GarbageCollector(QObject):
    """Looks now and then whether there is anything to collect. While there is one, Python doesn't collect by itself."""

    def __init__(self, parent: QObject):
        super().__init__(parent)
        gc.disable()
        self._old = _living()
        self._since = 0
        """Objects that may have become old since old ones were looked through."""
        self.startTimer(INTERVAL_MS)

    def timerEvent(self, event: QTimerEvent) -> None:
        self.collect()

    def collect(self) -> None:
        """Look through what was made of late, if that is much, and at times through everything."""
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
    """How many objects the collector knows. It is not asked for the objects: a tuple that another thread is just making can't be finished while
    somebody else holds it, and that thread would fail."""
    gc.freeze()
    count = gc.get_freeze_count()
    gc.unfreeze()
    return count

"""Python's garbage collector in a program with windows: it runs in the windows' thread only.

By default it runs in whichever thread makes an object when enough have been made. It may then find parts of a closed window, which Qt wants destroyed
in the windows' thread: destroyed in another, both threads wait for each other, one for Python's lock, the other for one of Qt's.
"""

import gc
import sys

from PySide6.QtCore import QObject, QTimerEvent

INTERVAL_MS = 1000
GROWTH = 0.25
"""Share by which objects must grow before old ones are looked through: Python's own rule."""
MANY_MODULES = 100
"""So many new modules bring objects in numbers that it would take a tenth of a second and more to look through them: the window's own, then torch's.
They stay to the end of the program."""


class GarbageCollector(QObject):
    """Collects garbage now and then. While one exists, Python doesn't collect by itself."""

    def __init__(self, parent: QObject):
        super().__init__(parent)
        gc.disable()
        self._modules = 0
        """Number of modules when objects were last set aside."""
        self._old = 0
        """Number of objects set aside then."""
        self._since = 0
        """Upper bound of the objects that have become old since old ones were looked through."""
        self.startTimer(INTERVAL_MS)

    def timerEvent(self, event: QTimerEvent) -> None:
        self.collect()

    def collect(self) -> None:
        """Look through young objects if there are many, and from time to time through all: for the first time as soon as the window stands."""
        young = gc.get_count()[0]
        if young <= gc.get_threshold()[0]:
            return
        self._since += young
        if self._since <= GROWTH * self._old:
            gc.collect(1)
        else:
            self.collect_all()

    def collect_all(self) -> None:
        """Look through all objects but those set aside. If many modules have come, all that live now are set aside: they are never looked through
        again, so that what becomes garbage of them stays, unless nothing refers to it."""
        gc.collect()
        self._since = 0
        if len(sys.modules) >= self._modules + MANY_MODULES:
            gc.freeze()
            self._modules, self._old = len(sys.modules), gc.get_freeze_count()

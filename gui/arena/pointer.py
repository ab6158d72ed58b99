"""Whether the user points at a row of a table that changes by itself. It may be about to be clicked, or its tip be read, so it keeps its place."""

from PySide6.QtCore import QElapsedTimer
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QTableWidget

RESTS_MS = 10_000
"""Time after which an unmoved pointer counts as left behind, in milliseconds: as long as Qt shows a tool tip."""


class Pointer:
    """The mouse's pointer, as far as it is looked at."""

    def __init__(self) -> None:
        self._place = QCursor.pos()
        """Where it stood at the last look."""
        self._since_it_moved = QElapsedTimer()
        self._since_it_moved.start()

    def has_moved_lately(self) -> bool:
        """Look whether the user has moved the pointer lately."""
        place = QCursor.pos()
        if place != self._place:
            self._place = place
            self._since_it_moved.start()
        return self._since_it_moved.elapsed() < RESTS_MS


def has_row_under_pointer(table: QTableWidget) -> bool:
    view = table.viewport()
    return view.underMouse() and table.indexAt(view.mapFromGlobal(QCursor.pos())).isValid()

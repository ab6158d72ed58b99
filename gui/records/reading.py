"""Reading a game's record. A large one is read in a thread while the window goes on, and the user can cancel."""

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

from core import records
from core.records import ReadResult
from gui.parts.long_work import done_beside
from gui.program.messages import fill

MANY_NODES = 2_000
"""Most nodes that are read at once: they take some hundredths of a second."""


def is_large(record: bytes) -> bool:
    """Whether the record takes so long to read that the window would stand still."""
    return record.count(b";") > MANY_NODES


def read(window: QWidget, record: bytes, name: str) -> ReadResult | None:
    """The first game of ``record``, called ``name`` in messages; ``None`` if the user cancelled. Raises :class:`core.records.RecordError` if it can't
    be read."""
    if not is_large(record):
        return records.read(record, name)[0]
    said = fill(QCoreApplication.translate("reading", "“%1” is large. It is being read…"), name)
    return done_beside(window, said, lambda look: records.read(record, name, look)[0])

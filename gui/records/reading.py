"""Reading a game's record. A large one is read in a thread while the window goes on, and the user can cancel."""

from threading import Event

from PySide6.QtCore import QCoreApplication, Qt, QThread
from PySide6.QtWidgets import QProgressDialog, QWidget

from core import records
from core.records import ReadResult
from gui.program.messages import fill

MANY_NODES = 2_000
"""Most nodes that are read at once: they take some hundredths of a second."""


def is_large(record: bytes) -> bool:
    """Whether the record takes so long to read that the window would stand still."""
    return record.count(b";") > MANY_NODES


def read(window: QWidget, record: bytes, name: str) -> ReadResult | None:
    """The first game of ``record``, called ``name`` in messages; ``None`` if the user cancelled. Raises :class:`core.records.RecordError` if it can't
    be read."""
    return _read_beside(window, record, name) if is_large(record) else records.read(record, name)[0]


def _read_beside(window: QWidget, record: bytes, name: str) -> ReadResult | None:
    reading, dialog = _Reading(record, name), QProgressDialog(window)
    dialog.setWindowTitle(QCoreApplication.applicationName())
    dialog.setWindowModality(Qt.WindowModality.ApplicationModal)
    dialog.setLabelText(fill(QCoreApplication.translate("reading", "“%1” is large. It is being read…"), name))
    dialog.setRange(0, 0)  # it isn't known how much is left
    dialog.setMinimumDuration(0)
    reading.finished.connect(dialog.reset)
    reading.start()
    dialog.exec()
    dialog.deleteLater()
    reading.stop()
    if reading.error is not None:
        raise reading.error
    return reading.result


class _BrokenOff(Exception):
    """The user has cancelled reading."""


class _Reading(QThread):
    """Thread that reads one game."""

    def __init__(self, record: bytes, name: str):
        super().__init__()
        self.setObjectName("reading")
        self._record, self._name = record, name
        self._stop = Event()
        self.result: ReadResult | None = None
        self.error: Exception | None = None

    def run(self) -> None:
        try:
            self.result = records.read(self._record, self._name, self._look)[0]
        except _BrokenOff:
            pass  # the caller that stopped it knows
        except Exception as error:
            self.error = error

    def _look(self) -> None:
        if self._stop.is_set():
            raise _BrokenOff

    def stop(self) -> None:
        """Stop reading if it has not ended, and wait for the thread."""
        self._stop.set()
        self.wait()

"""Reading the record of a game, of a large one beside the window, which goes on and can break it off."""

from threading import Event

from PySide6.QtCore import QCoreApplication, Qt, QThread
from PySide6.QtWidgets import QProgressDialog, QWidget

from core import records
from core.records import ReadResult
from gui.program.messages import fill

MANY_NODES = 10_000
"""Of a tree that takes longer to be read than one would like to wait."""


def is_large(record: bytes) -> bool:
    """Whether it takes a while to be read."""
    return record.count(b";") > MANY_NODES


def read(window: QWidget, record: bytes, name: str) -> ReadResult | None:
    """The first game of ``record``, which ``name`` says; ``None`` if the user has broken it off. :class:`core.records.RecordError` if it can't be
    read."""
    return _read_beside(window, record, name) if is_large(record) else records.read(record, name)[0]


def _read_beside(window: QWidget, record: bytes, name: str) -> ReadResult | None:
    reading, dialog = _Reading(record, name), QProgressDialog(window)
    dialog.setWindowTitle(QCoreApplication.applicationName())
    dialog.setWindowModality(Qt.WindowModality.ApplicationModal)
    dialog.setLabelText(fill(QCoreApplication.translate("reading", "“%1” is large. It is being read…"), name))
    dialog.setRange(0, 0)  # nobody knows how much is left
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
    """Nobody waits for the game any more."""


class _Reading(QThread):
    """The thread in which one game is read."""

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
            pass  # whoever did knows
        except Exception as error:
            self.error = error

    def _look(self) -> None:
        if self._stop.is_set():
            raise _BrokenOff

    def stop(self) -> None:
        """End soon, if it has not ended; this waits for it."""
        self._stop.set()
        self.wait()

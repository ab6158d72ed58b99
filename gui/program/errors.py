"""Errors in the window: every one is logged and shown as a sentence, and the window goes on."""

import logging
import logging.handlers
import sys
import threading
import traceback
from contextlib import suppress
from types import TracebackType

from PySide6.QtCore import (
    QCoreApplication,
    QMessageLogContext,
    QObject,
    Qt,
    QtMsgType,
    Signal,
    qInstallMessageHandler,
)
from PySide6.QtWidgets import QApplication, QMessageBox, QWidget

from ai.commands.failure import REFUSAL, TEMPLATE, WARNING
from core.folders import FolderError, log_dir
from core.sentence import Sentence, fill
from gui.program.language import with_capital
from gui.program.messages import error_text, system_text

log = logging.getLogger("gui")

LOG_FILE = "buwei.log"
LOG_BYTES = 1_000_000
UNEXPECTED = "unexpected_error"
"""Object name of the message about an uncaught error."""
PLAYER_FAILED = "player_failed"
"""Object name of the message that a player can't play."""
FRAME = '  File "'
"""Beginning of each place in a traceback."""
QT_LEVELS = {
    QtMsgType.QtDebugMsg: logging.DEBUG,
    QtMsgType.QtInfoMsg: logging.INFO,
    QtMsgType.QtWarningMsg: logging.WARNING,
    QtMsgType.QtCriticalMsg: logging.ERROR,
    QtMsgType.QtFatalMsg: logging.CRITICAL,
}


class LogFile(logging.handlers.RotatingFileHandler):
    """The program's log, with two older ones. It is open only while a line is written: Windows can't rename a file that another window has open, and
    elsewhere that window would go on writing into the older one."""

    def __init__(self) -> None:
        super().__init__(
            log_dir() / LOG_FILE, maxBytes=LOG_BYTES, backupCount=2, encoding="utf-8", delay=True
        )
        self._open().close()  # raises here if it can't be opened

    def emit(self, record: logging.LogRecord) -> None:
        super().emit(record)
        if self.stream is not None:
            self.stream.close()
            self.stream = None  # type: ignore[assignment]  # as it is until the first line

    def doRollover(self) -> None:
        """Start a new file. If another window is just writing, the next line tries again."""
        with suppress(OSError):
            super().doRollover()


class ErrorReporter(QObject):
    """Logs uncaught errors of any thread and shows them in the window's thread."""

    caught = Signal(str, str)
    """Carries a sentence and details."""

    def __init__(self) -> None:
        super().__init__()
        self.no_log: OSError | None = None
        """Why no log is kept, if it can't be; log lines go to the terminal then."""
        try:
            handler = LogFile()
        except OSError as error:
            handler, self.no_log = logging.StreamHandler(), error
        handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
        self._handler = handler
        root = logging.getLogger()
        root.addHandler(handler)
        self._earlier_level = root.level
        root.setLevel(logging.INFO)
        self._earlier = sys.excepthook, threading.excepthook
        sys.excepthook = self._on_exception
        threading.excepthook = lambda args: self._on_exception(
            args.exc_type, args.exc_value, args.exc_traceback
        )
        qInstallMessageHandler(_log_qt)

    def _on_exception(
        self, kind: type[BaseException], error: BaseException | None, trace: TracebackType | None
    ) -> None:
        details = "".join(traceback.format_exception(kind, error, trace))
        traceback.clear_frames(
            trace
        )  # Python keeps the trace, and a painter in its frames must not outlive its event
        log.error("not caught:\n%s", details)
        sentence = QCoreApplication.translate("errors", "Something went wrong, and Buwei goes on: %1")
        said = error_text(error) if isinstance(error, FolderError) else f"{kind.__name__}: {error}"
        self.caught.emit(fill(sentence, said), details)

    def close(self) -> None:
        """Restore hooks and logging as they were."""
        sys.excepthook, threading.excepthook = self._earlier
        qInstallMessageHandler(None)
        logging.getLogger().removeHandler(self._handler)
        logging.getLogger().setLevel(self._earlier_level)
        self._handler.close()


def _log_qt(kind: QtMsgType, _context: QMessageLogContext, message: str) -> None:
    logging.getLogger("qt").log(QT_LEVELS.get(kind, logging.WARNING), message)


def show_last_error(error: Exception) -> None:
    """Log an error that ends the program before there is a window, and show it until the user has read it."""
    details = "".join(traceback.format_exception(error))
    log.error("not caught:\n%s", details)
    box = QMessageBox(
        QMessageBox.Icon.Critical,
        QCoreApplication.applicationName(),
        QCoreApplication.translate("errors", "Buwei can't start."),
    )
    box.setInformativeText(f"{type(error).__name__}: {error}")
    box.setDetailedText(details)
    box.exec()


def tell_no_log(parent: QWidget, error: OSError) -> None:
    """Tell the user that no log can be kept because of ``error``."""
    reason = f"{error.filename}: {system_text(error)}" if error.filename else system_text(error)
    show_error(parent, fill(QCoreApplication.translate("errors", "No log can be kept: %1"), reason))


def show_one(parent: QWidget, name: str, sentence: str, details: str) -> None:
    """Show an error of which many may follow, such as one a repaint or a game. While a message of this ``name`` is open, further ones are only
    logged."""
    if not any(box.isVisible() for box in parent.findChildren(QMessageBox, name)):
        show_error(parent, sentence, details).setObjectName(name)


def _reason(details: str) -> str:
    """Reason in a command's log for refusing to go on (:mod:`ai.commands.failure`), in the window's language if its template was logged; empty
    without one."""
    reason = ""
    for line in details.splitlines():
        if line.startswith(REFUSAL) and not line.startswith(WARNING):
            reason = with_capital(line.removeprefix(REFUSAL))
        elif line.startswith(TEMPLATE):
            reason = error_text(Sentence.from_json(line.removeprefix(TEMPLATE)))
    return reason


def _for_people(details: str) -> str:
    """``details`` without the lines meant for :func:`_reason`."""
    return "".join(line for line in details.splitlines(keepends=True) if not line.startswith(TEMPLATE))


def _end_of_traceback(details: str) -> str:
    """Python's message below the last traceback in a command's log; empty without one."""
    _, file, below = details.rpartition(FRAME)
    ends = (line for line in below.splitlines()[1:] if line and not line[0].isspace())
    return next(ends, "") if file else ""


def why_ended(details: str) -> str:
    """Why a command has ended by itself, as far as its log ``details`` tells."""
    return _reason(details) or _end_of_traceback(details)


def show_failure(parent: QWidget | None, sentence: str, details: str) -> QMessageBox:
    """Say that a command has ended by itself, and why (:func:`why_ended`)."""
    box = show_error(parent, sentence, details)
    box.setInformativeText(why_ended(details))
    return box


def show_error(parent: QWidget | None, sentence: str, details: str = "") -> QMessageBox:
    """Show a message that does not stop the program. With ``details`` it has a button to copy them, and shows the reason that a command gave in
    them."""
    box = QMessageBox(QMessageBox.Icon.Warning, QCoreApplication.applicationName(), sentence, parent=parent)
    box.setObjectName("error")
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    if details:
        box.setInformativeText(_reason(details))
        details = _for_people(details)
        box.setDetailedText(details)
        copy = box.addButton(
            QCoreApplication.translate("errors", "Co&py details"), QMessageBox.ButtonRole.ActionRole
        )
        copy.clicked.connect(lambda: QApplication.clipboard().setText(f"{sentence}\n\n{details}"))
    box.setEscapeButton(box.addButton(QMessageBox.StandardButton.Ok))
    box.open()
    return box

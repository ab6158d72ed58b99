"""Starting the window: the application, its language and look, and what the user left last time."""

import argparse
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event

from PySide6.QtCore import QCoreApplication, QEvent, QSettings, QTimer
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication

from core import __version__, program
from core.folders import FolderError
from core.interrupts import heeded, interrupts
from gui.main_window import MainWindow
from gui.program import crash, first_start, settings
from gui.program.errors import ErrorReporter, show_error, show_last_error, tell_no_log
from gui.program.garbage import GarbageCollector
from gui.program.language import LanguageSwitch
from gui.program.messages import fill

SIGNAL_INTERVAL_MS = 300
ICON = program.FILES / "assets" / "icon.svg"


class Application(QApplication):
    """Application that may be ended other than by its window, as by the desktop at the end of a session: then the user is not asked, and the game is
    kept."""

    def event(self, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Quit:
            for window in self.topLevelWidgets():
                if isinstance(window, MainWindow):
                    end(window)
        return super().event(event)


def make_application(arguments: list[str]) -> QApplication:
    """The application with its name and garbage collector; the existing one if there is one."""
    app = QApplication.instance() or Application([sys.argv[0], *arguments])
    assert isinstance(app, QApplication)
    app.setApplicationName("Buwei")
    app.setApplicationVersion(__version__)
    app.setWindowIcon(QIcon(str(ICON)))
    if app.findChild(GarbageCollector) is None:
        GarbageCollector(app)
    return app


def run(argv: list[str]) -> int:
    """Show the window until it is closed, and return the exit status. ``argv``: ``[--lang LANGUAGE] [FILE or FOLDER]``."""
    parser = argparse.ArgumentParser()
    parser.add_argument("file", nargs="?", type=Path)
    parser.add_argument("--lang", default="")
    options = parser.parse_args(argv)
    app = make_application([])
    asked = Event()

    def leave_early() -> None:
        asked.set()
        QCoreApplication.exit()  # ends dialogs that may be open before there is a window

    with python_having_turns(), interrupts(leave_early):
        return show_window(app, options.lang, options.file, asked)


def show_window(app: QApplication, language: str, file: Path | None, asked: Event) -> int:
    """Start, and show the window until it is closed; if it was ``asked`` to end meanwhile, until it is there. Returns the exit status."""
    reporter = ErrorReporter()
    crashed, crash_log = crash.collect(), crash.watch()
    if crash_log is not None:
        # at the end of a session Windows emits this, then kills what still runs
        app.aboutToQuit.connect(crash_log.close)
    window = None
    try:
        if not first_start.get_ready(language):
            return 1
        if asked.is_set():
            return 0
        window, damaged = make_window(language, reporter)
        window.show()
        if reporter.no_log is not None:
            tell_no_log(window, reporter.no_log)
        if crashed:
            crash.tell(window, crashed)
        if damaged is not None:
            tell_damaged(window, damaged)
        window.session.begin(file)
        window.tour.start_once()
        with quit_on_signals(window):
            if asked.is_set():
                end_soon(window)
            return app.exec()
    except FolderError:
        raise  # its sentence is told like that of other folders
    except Exception as error:
        if window is not None:
            window.closing.leave()  # no thread may outlive the program
        show_last_error(error)
        return 1
    finally:
        if crash_log is not None:
            crash_log.close()
        reporter.close()


def tell_damaged(window: MainWindow, damaged: Path) -> None:
    """Tell the user that the settings could not be read and stand in the file ``damaged`` now."""
    said = QCoreApplication.translate(
        "MainWindow", "The settings could not be read and were set aside as %1."
    )
    show_error(window, fill(said, damaged))


@contextmanager
def python_having_turns() -> Iterator[None]:
    """Let Python run now and then while Qt waits: it runs signal handlers only between its own instructions."""
    timer = QTimer()
    timer.timeout.connect(lambda: None)
    timer.start(SIGNAL_INTERVAL_MS)
    try:
        yield
    finally:
        timer.stop()


@contextmanager
def quit_on_signals(window: MainWindow) -> Iterator[None]:
    """Close the window, with the game kept, on Ctrl-C, when the terminal closes, or on a polite end from outside."""
    before = {name: signal.signal(name, lambda *_: end_soon(window)) for name in heeded()}
    try:
        yield
    finally:
        for name, handler in before.items():
            signal.signal(name, handler)


def end(window: MainWindow) -> None:
    """Close ``window`` and end the program. An open question counts as answered by no, and so does one asked after that."""
    window.closing.leave()
    QCoreApplication.exit()


def end_soon(window: MainWindow) -> None:
    """Run :func:`end` once events are handled: closing the window earlier would not end the program."""
    QTimer.singleShot(0, lambda: end(window))


def make_window(language: str = "", reporter: ErrorReporter | None = None) -> tuple[MainWindow, Path | None]:
    """The window with the user's settings, and where damaged settings were set aside."""
    kept, damaged = settings.load()
    # for what Qt's file dialogs remember; on Windows that is in the registry all the same
    QSettings.setPath(QSettings.Format.NativeFormat, QSettings.Scope.UserScope, str(settings.folder()))
    switch = LanguageSwitch()
    switch.use(language or kept.language)
    return MainWindow(kept, switch, reporter), damaged

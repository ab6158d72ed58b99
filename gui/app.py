"""Starting the window: one application, its language and looks, and whatever the user left at the last time."""

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
    """Whoever ends it otherwise than by its window, as the desktop does at the end of a session, is not asked; the game is kept."""

    def event(self, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Quit:
            for window in self.topLevelWidgets():
                if isinstance(window, MainWindow):
                    leave(window)
        return super().event(event)


def make_application(arguments: list[str]) -> QApplication:
    """The application object with its name and what collects its garbage; the one that exists if there is one."""
    app = QApplication.instance() or Application([sys.argv[0], *arguments])
    assert isinstance(app, QApplication)
    app.setApplicationName("Buwei")
    app.setApplicationVersion(__version__)
    app.setWindowIcon(QIcon(str(ICON)))
    if app.findChild(GarbageCollector) is None:
        GarbageCollector(app)
    return app


def run(argv: list[str]) -> int:
    """Show the window until it is closed; the exit status. ``argv``: ``[--lang LANGUAGE] [FILE or FOLDER]``."""
    parser = argparse.ArgumentParser()
    parser.add_argument("file", nargs="?", type=Path)
    parser.add_argument("--lang", default="")
    options = parser.parse_args(argv)
    app = make_application([])
    asked = Event()

    def leave_early() -> None:
        asked.set()
        QCoreApplication.exit()  # from the dialogs that may be open before there is a window

    with python_having_turns(), interrupts(leave_early):
        return show_window(app, options.lang, options.file, asked)


def show_window(app: QApplication, language: str, file: Path | None, asked: Event) -> int:
    """Start and show the window until it is closed, or as soon as it is there, if it was ``asked`` to end meanwhile; the exit status."""
    reporter = ErrorReporter()
    crashed, crash_log = crash.collect(), crash.watch()
    if crash_log is not None:
        # at the end of its session Windows says this and kills what still runs
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
            said = QCoreApplication.translate(
                "MainWindow", "The settings could not be read and were set aside as %1."
            )
            show_error(window, fill(said, damaged))
        begin(window, file)
        window.tour.start_once()
        with quit_on_signals(window):
            if asked.is_set():
                leave_soon(window)
            return app.exec()
    except FolderError:
        raise  # a sentence, which is told as those of other folders
    except Exception as error:
        if window is not None:
            window.leave()  # no thread outlives the program
        show_last_error(error)
        return 1
    finally:
        if crash_log is not None:
            crash_log.close()
        reporter.close()


@contextmanager
def python_having_turns() -> Iterator[None]:
    """Python runs signal handlers only between its own instructions, so a timer gives it some."""
    timer = QTimer()
    timer.timeout.connect(lambda: None)
    timer.start(SIGNAL_INTERVAL_MS)
    try:
        yield
    finally:
        timer.stop()


@contextmanager
def quit_on_signals(window: MainWindow) -> Iterator[None]:
    """Ctrl-C in the terminal, the terminal's own end and a polite end from outside close the window as the user would, with the game kept."""
    before = {name: signal.signal(name, lambda *_: leave_soon(window)) for name in heeded()}
    try:
        yield
    finally:
        for name, handler in before.items():
            signal.signal(name, handler)


def leave(window: MainWindow) -> None:
    """Close ``window`` and end the program. Whoever was just asking takes that for a no, and may ask again: that is answered by a no at once, too."""
    window.leave()
    QCoreApplication.exit()


def leave_soon(window: MainWindow) -> None:
    """:func:`leave` once the window's events are seen to: what is closed before would not end the program."""
    QTimer.singleShot(0, lambda: leave(window))


def make_window(language: str = "", reporter: ErrorReporter | None = None) -> tuple[MainWindow, Path | None]:
    """The window with the user's settings, and where damaged settings were set aside."""
    kept, damaged = settings.load()
    # what Qt's own file dialogs remember; on Windows it stands in the registry all the same
    QSettings.setPath(QSettings.Format.NativeFormat, QSettings.Scope.UserScope, str(settings.folder()))
    switch = LanguageSwitch()
    switch.use(language or kept.language)
    return MainWindow(kept, switch, reporter), damaged


def begin(window: MainWindow, file: Path | None) -> None:
    """The game of the last time, or a new one, and ``file`` or the folder that it is; look for a training session that still runs."""
    window.training_desk.take_up(window.settings.run)
    if window.training.running:
        window.docks.bring_up("training")
    if not window.restore():
        window.games.start(window.games.next_setup())
    if file is not None:
        window.files.opening.take(file.absolute())

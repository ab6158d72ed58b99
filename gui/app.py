"""Starting the window: one application, its language and looks, and whatever the user left at the last time."""

import argparse
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEvent, QTimer
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication

from core import __version__, program
from core.folders import FolderError
from core.interrupts import heeded
from gui import crash, first_start, settings
from gui.errors import ErrorReporter, show_error, show_last_error, tell_no_log
from gui.garbage import GarbageCollector
from gui.language import LanguageSwitch
from gui.main_window import MainWindow
from gui.messages import fill

SIGNAL_INTERVAL_MS = 300
ICON = program.FILES / "assets" / "icon.svg"


class Application(QApplication):
    """Whoever ends it otherwise than by its window, as the desktop does at the end of a session, is not asked; the game is kept."""

    def event(self, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Quit:
            for window in self.topLevelWidgets():
                if isinstance(window, MainWindow):
                    window.leave()
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
    """Show the window until it is closed; the exit status. ``argv``: ``[--lang LANGUAGE] [FILE]``."""
    parser = argparse.ArgumentParser()
    parser.add_argument("file", nargs="?", type=Path)
    parser.add_argument("--lang", default="")
    options = parser.parse_args(argv)
    app = make_application([])
    reporter = ErrorReporter()
    crashed, crash_log = crash.collect(), crash.watch()
    if crash_log is not None:
        # at the end of its session Windows says this and kills what still runs
        app.aboutToQuit.connect(crash_log.close)
    try:
        if not first_start.get_ready(options.lang):
            return 1
        window, damaged = make_window(options.lang, reporter)
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
        begin(window, options.file)
        window.tour.start_once()
        with quit_on_signals(window):
            return app.exec()
    except FolderError:
        raise  # a sentence, which is told as those of other folders
    except Exception as error:
        show_last_error(error)
        return 1
    finally:
        if crash_log is not None:
            crash_log.close()
        reporter.close()


@contextmanager
def quit_on_signals(window: MainWindow) -> Iterator[None]:
    """Ctrl-C in the terminal, the terminal's own end and a polite end from outside close the window as the user would, with the game kept.

    Python runs signal handlers only between its own instructions, so a timer gives it some.
    """
    timer = QTimer()
    timer.timeout.connect(lambda: None)
    timer.start(SIGNAL_INTERVAL_MS)
    before = {name: signal.signal(name, lambda *_: window.leave()) for name in heeded()}
    try:
        yield
    finally:
        timer.stop()
        for name, handler in before.items():
            signal.signal(name, handler)


def make_window(language: str = "", reporter: ErrorReporter | None = None) -> tuple[MainWindow, Path | None]:
    """The window with the user's settings, and where damaged settings were set aside."""
    kept, damaged = settings.load()
    switch = LanguageSwitch()
    switch.use(language or kept.language)
    return MainWindow(kept, switch, reporter), damaged


def begin(window: MainWindow, file: Path | None) -> None:
    """Open ``file``, or the game of the last time, or begin a new one; look for a training session that still runs."""
    window.training_desk.take_up(window.settings.run)
    if window.training.running:
        window.docks.bring_up("training")
    if not window.restore():
        window.games.start(window.games.next_setup())
    if file is not None:
        window.files.open_path(file)

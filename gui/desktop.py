"""What the window asks of the desktop around it: to run its programs, to show a folder or a file, to bring a window to the front, and where
documents are."""

import sys
from os import PathLike, fspath
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QProcess, QProcessEnvironment, QStandardPaths, Qt, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QWidget

from core import program
from core.sentence import fill
from gui.errors import show_error


def outside_process_environment() -> QProcessEnvironment:
    """See :func:`core.program.outside_environment`."""
    environment = QProcessEnvironment()
    for name, value in program.outside_environment().items():
        environment.insert(name, value)
    return environment


def show_outside(window: QWidget, path: str | PathLike[str]) -> None:
    """Open a folder in the desktop's file manager, a file in the program for its kind; where it is, is said in front of ``window`` if there is no
    such program."""
    if sys.platform == "linux" and program.is_packaged() and _by_xdg_open(fspath(path)):
        return
    if not QDesktopServices.openUrl(QUrl.fromLocalFile(fspath(path))):
        said = QCoreApplication.translate("desktop", "No program could be found that opens %1.")
        show_error(window, fill(said, fspath(path)))


def _by_xdg_open(path: str) -> bool:
    """What Qt does, in an environment that Qt can't be given; whether there is such a program."""
    process = QProcess()
    process.setProgram("xdg-open")
    process.setArguments([path])
    process.setProcessEnvironment(outside_process_environment())
    return bool(process.startDetached())  # PySide6 tells of a pair, and gives this alone


def bring_to_front(window: QWidget) -> None:
    """Show ``window`` before the program's others. One that was minimised counts as shown, and Windows leaves it where it is."""
    window.setWindowState(window.windowState() & ~Qt.WindowState.WindowMinimized)
    window.show()
    window.raise_()
    window.activateWindow()


def documents_folder() -> Path:
    """Where the system keeps documents, or else all that is the user's."""
    documents = Path(QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation))
    return documents if documents.is_dir() else Path.home()

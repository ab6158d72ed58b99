"""Requests to the desktop: starting its programs, showing a folder or a file, bringing a window to the front, finding the documents folder."""

import subprocess
import sys
import time
from os import PathLike, fspath
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QProcessEnvironment, QStandardPaths, Qt, QTimer, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QApplication, QMessageBox, QWidget

from core import program
from gui.program.errors import show_error

LOOK_INTERVAL_MS = 100
SECONDS_TO_FAIL = 10.0
"""How long a program that opens a folder or a file is watched for failure. Later its exit means that the user closed it."""


def outside_process_environment() -> QProcessEnvironment:
    """Environment for programs of others, as :func:`core.program.outside_environment`."""
    environment = QProcessEnvironment()
    for name, value in program.outside_environment().items():
        environment.insert(name, value)
    return environment


def show_outside(window: QWidget, path: str | PathLike[str]) -> None:
    """Open a folder in the desktop's file manager, or a file in the program for its kind. If there is none, tell the path in front of ``window``."""
    if sys.platform == "linux" and _by_xdg_open(window, fspath(path)):
        return
    if not QDesktopServices.openUrl(QUrl.fromLocalFile(fspath(path))):
        _say_where(window, fspath(path))


def _say_where(window: QWidget, path: str) -> None:
    said = (
        QCoreApplication.translate("desktop", "No program could be found that opens this folder:")
        if Path(path).is_dir()
        else QCoreApplication.translate("desktop", "No program could be found that opens this file:")
    )
    box = show_error(window, said)
    box.setInformativeText(path)  # on lines of its own: in the sentence it was broken in the middle
    copy = box.addButton(
        QCoreApplication.translate("desktop", "Co&py the path"), QMessageBox.ButtonRole.ActionRole
    )
    copy.clicked.connect(lambda: QApplication.clipboard().setText(path))


def _by_xdg_open(window: QWidget, path: str) -> bool:
    """Open ``path`` by xdg-open, as Qt does. Unlike Qt this reports that no program was found, and hides a packaged program's libraries from what it
    starts. Returns whether xdg-open exists. What it opens outlives this program."""
    nothing = subprocess.DEVNULL
    try:
        process = subprocess.Popen(
            ["xdg-open", path],
            env=program.outside_environment(),
            stdin=nothing,
            stdout=nothing,
            stderr=nothing,
            start_new_session=True,
        )
    except OSError:
        return False
    until = time.monotonic() + SECONDS_TO_FAIL
    timer = QTimer(window)

    def look() -> None:
        status = process.poll()
        if status is None and time.monotonic() < until:
            return
        timer.deleteLater()
        if status:
            _say_where(window, path)

    timer.timeout.connect(look)
    timer.start(LOOK_INTERVAL_MS)
    return True


def bring_to_front(window: QWidget) -> None:
    """Show ``window`` before the program's others. A minimised one counts as shown, and Windows would leave it minimised."""
    window.setWindowState(window.windowState() & ~Qt.WindowState.WindowMinimized)
    window.show()
    window.raise_()
    window.activateWindow()


def documents_folder() -> Path:
    """The system's folder for documents, else the user's home."""
    documents = Path(QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation))
    return documents if documents.is_dir() else Path.home()

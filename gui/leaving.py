"""What becomes of sessions beside the window when it is closed: the user is asked."""

from enum import Enum, auto

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QAbstractButton, QMessageBox, QWidget


class Leave(Enum):
    """What the user wants."""

    STAY = auto()
    GO_ON = auto()
    """The window goes, the sessions don't."""
    STOP = auto()


def ask_to_leave(window: QWidget, said: str, about: str, several: bool = False) -> Leave:
    """``said`` of the session that runs, or of ``several``, and ``about`` what may become of it."""
    if several:
        go_on = QCoreApplication.translate("leaving", "Let them go on")
        stop = QCoreApplication.translate("leaving", "Stop all of them")
    else:
        go_on = QCoreApplication.translate("leaving", "Let it go on")
        stop = QCoreApplication.translate("leaving", "Stop it")
    box = QMessageBox(window)
    box.setObjectName("leaving")
    box.setWindowTitle(window.windowTitle())
    box.setText(said)
    box.setInformativeText(about)
    chosen: dict[QAbstractButton, Leave] = {
        box.addButton(go_on, QMessageBox.ButtonRole.AcceptRole): Leave.GO_ON,
        box.addButton(stop, QMessageBox.ButtonRole.DestructiveRole): Leave.STOP,
    }
    box.addButton(QMessageBox.StandardButton.Cancel)
    box.exec()
    box.deleteLater()
    return chosen.get(box.clickedButton(), Leave.STAY)

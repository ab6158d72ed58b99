"""Questions whose buttons name what they do."""

from typing import TypeVar

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QAbstractButton, QMessageBox, QWidget

Answer = TypeVar("Answer")


def ask(
    window: QWidget,
    question: str,
    answers: dict[str, Answer],
    about: str = "",
    instead: str = "",
    cautious: bool = True,
) -> Answer | None:
    """Ask ``question``, with more ``about`` it. Returns the value in ``answers`` of the button pressed; ``None`` for the last button, whose text is
    ``instead`` or Cancel. Enter alone presses that last button if ``cautious``, else the first."""
    box = QMessageBox(QMessageBox.Icon.Question, QCoreApplication.applicationName(), question, parent=window)
    box.setInformativeText(about)
    chosen: dict[QAbstractButton, Answer] = {
        box.addButton(text, QMessageBox.ButtonRole.AcceptRole): answer for text, answer in answers.items()
    }
    role, buttons = QMessageBox.ButtonRole.RejectRole, QMessageBox.StandardButton
    nothing = box.addButton(instead, role) if instead else box.addButton(buttons.Cancel)
    if cautious:
        box.setDefaultButton(nothing)
    box.exec()
    box.deleteLater()
    return chosen.get(box.clickedButton())


def agrees(window: QWidget, question: str, act: str, instead: str = "", about: str = "") -> bool:
    """Whether the user presses the button ``act``, named after what is then done. The other button is named ``instead``, or Cancel, and Enter alone
    presses it. ``about``: more about the question."""
    return ask(window, question, {act: True}, about, instead) is True

"""Questions whose buttons say what they do."""

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
    """``question``, with more ``about`` it; the one of ``answers``, by what their buttons say, that the user gives. ``None`` for the last button,
    which says what is done ``instead``, or that nothing is. Enter alone presses that one, or the first if it is not ``cautious``."""
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


def agrees(window: QWidget, question: str, act: str, instead: str = "") -> bool:
    """Whether the user presses the button ``act``, which says what is then done; the other one says what is done ``instead``, or that nothing is.
    Enter alone takes nothing away."""
    return ask(window, question, {act: True}, instead=instead) is True

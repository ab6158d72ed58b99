"""What becomes of sessions beside the window when it is closed: the user is asked."""

from enum import Enum, auto
from typing import Protocol

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

from gui.parts.asking import ask


class Leave(Enum):
    """What the user wants."""

    STAY = auto()
    GO_ON = auto()
    """The window goes, the sessions don't."""
    STOP = auto()


class Sessions(Protocol):
    """Those of one kind."""

    def ask_to_leave(self) -> Leave:
        """Ask what becomes of those that run; without one they go on."""
        ...

    def stop_all(self) -> bool:
        """Whether all could be asked to stop."""
        ...


def may_leave(*kinds: Sessions) -> bool:
    """Ask about all of them, and only then stop what is to be stopped: whoever cancels the second question has stopped nothing by the first.
    ``False`` if the window should stay."""
    stopping: list[Sessions] = []
    for sessions in kinds:
        wanted = sessions.ask_to_leave()
        if wanted is Leave.STAY:
            return False
        if wanted is Leave.STOP:
            stopping.append(sessions)
    stopped = [sessions.stop_all() for sessions in stopping]
    return all(stopped)


def ask_to_leave(window: QWidget, said: str, about: str, several: bool = False) -> Leave:
    """``said`` of the session that runs, or of ``several``, and ``about`` what may become of it."""
    if several:
        go_on = QCoreApplication.translate("leaving", "&Let them go on")
        stop = QCoreApplication.translate("leaving", "&Stop all of them")
    else:
        go_on = QCoreApplication.translate("leaving", "&Let it go on")
        stop = QCoreApplication.translate("leaving", "&Stop it")
    answers = {go_on: Leave.GO_ON, stop: Leave.STOP}
    return ask(window, said, answers, about, cautious=False) or Leave.STAY

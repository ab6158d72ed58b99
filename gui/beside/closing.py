"""Closing the window while sessions run beside it: asks the user what is to become of them."""

from enum import Enum, auto
from typing import Protocol

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

from gui.parts.asking import ask


class Leave(Enum):
    """The user's answer."""

    STAY = auto()
    GO_ON = auto()
    """The window closes, and the sessions stay."""
    STOP = auto()


class Sessions(Protocol):
    """The sessions of one kind."""

    def ask_to_leave(self) -> Leave:
        """Ask what is to become of running sessions; ``GO_ON`` if there are none."""
        ...

    def stop_all(self) -> bool:
        """Ask all to stop. Returns whether all could be asked."""
        ...


def may_leave(*kinds: Sessions) -> bool:
    """Ask about all kinds before stopping any: cancelling the second question must not leave the first kind stopped. ``False`` if the window should
    stay."""
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
    """Ask with the sentence ``said`` about one session, or ``several``; ``about`` tells what may become of it."""
    if several:
        go_on = QCoreApplication.translate("closing", "&Let them go on")
        stop = QCoreApplication.translate("closing", "&Stop all of them")
    else:
        go_on = QCoreApplication.translate("closing", "&Let it go on")
        stop = QCoreApplication.translate("closing", "&Stop it")
    answers = {go_on: Leave.GO_ON, stop: Leave.STOP}
    return ask(window, said, answers, about, cautious=False) or Leave.STAY

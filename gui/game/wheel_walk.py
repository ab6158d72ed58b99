"""The mouse wheel walks through the moves."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QWidget

from gui.game.controller import GameController

WHEEL_STEP = 120
"""One notch of the wheel, in Qt's eighths of a degree."""


class WheelWalk(QObject):
    """Mouse wheel over the board that walks through the moves, except in a game under way or while ``busy`` says that the board has another use."""

    def __init__(self, board: QWidget, controller: GameController, busy: Callable[[], bool]):
        super().__init__(board)
        self._controller = controller
        self._busy = busy
        self._turned = 0
        board.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if not isinstance(event, QWheelEvent) or self._controller.under_way or self._busy():
            return super().eventFilter(watched, event)
        self._turned += event.angleDelta().y()
        notches = int(self._turned / WHEEL_STEP)
        self._turned -= notches * WHEEL_STEP
        if notches:
            self._controller.walk(-notches)
        return True

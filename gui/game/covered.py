"""Pauses a human's game with a clock while a dialog that covers it waits for an answer."""

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QWidget

from core.match import Match
from core.position import Color
from gui.game.controller import GameController


class CoveredGame(QObject):
    """Pauses the game for every modal dialog, as the user can't play meanwhile. Other windows leave it running."""

    def __init__(self, controller: GameController, window: QWidget):
        super().__init__(window)
        self._controller, self._window = controller, window
        self._stopped: Match | None = None
        """The game that goes on afterwards."""
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.WindowBlocked:
            self._stop()
        elif event.type() == QEvent.Type.WindowUnblocked:
            self._go_on()
        return False

    def _stop(self) -> None:
        controller = self._controller
        plays = any(controller.is_human(color) for color in Color)
        if controller.under_way and plays and controller.match.clock is not None:
            self._stopped = controller.match
            controller.set_paused(True)

    def _go_on(self) -> None:
        stopped, self._stopped = self._stopped, None
        if stopped is self._controller.match and self._controller.paused and self._window.isVisible():
            self._controller.set_paused(False)

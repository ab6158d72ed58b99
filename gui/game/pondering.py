"""The user's choice whether the AI thinks on while the human thinks, kept in the settings."""

from PySide6.QtCore import QObject, Signal

from gui.game.controller import GameController
from gui.program.settings import Settings


class PonderDesk(QObject):
    """Carries out the switch in the menu "Play"."""

    changed = Signal()
    """The settings have changed and are to be saved."""

    def __init__(self, controller: GameController, settings: Settings, parent: QObject):
        super().__init__(parent)
        self._controller, self._settings = controller, settings
        controller.pondering = settings.ponder

    def switch(self, wanted: bool) -> None:
        if wanted != self._settings.ponder:
            self._settings.ponder = wanted
            self._controller.set_pondering(wanted)
            self.changed.emit()

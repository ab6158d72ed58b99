"""The user's choice whether the AI thinks on while the human thinks, kept in the settings."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

if TYPE_CHECKING:
    from gui.main_window import MainWindow


class PonderDesk(QObject):
    """Carries out the switch in the menu "Play"."""

    changed = Signal()
    """The settings have changed and are to be saved."""

    def __init__(self, window: "MainWindow"):
        super().__init__(window)
        self._window = window
        window.controller.pondering = window.settings.ponder

    def switch(self, wanted: bool) -> None:
        if wanted != self._window.settings.ponder:
            self._window.settings.ponder = wanted
            self._window.controller.set_pondering(wanted)
            self.changed.emit()

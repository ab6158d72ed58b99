"""The board alone: docks and tool bar go away, so that the window may be small, and come back as they were."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QObject
from PySide6.QtWidgets import QDockWidget

if TYPE_CHECKING:
    from gui.main_window import MainWindow


class BoardAlone(QObject):
    """The switch in the View menu. It is off at each start: what was put aside would be lost otherwise."""

    def __init__(self, window: "MainWindow"):
        super().__init__(window)
        self._window = window
        self._before: QByteArray | None = None
        """Where docks and tool bar stood; ``None`` while they are there."""

    def switch(self, alone: bool) -> None:
        window = self._window
        if alone and self._before is None:
            self._before = window.saveState()
            for part in (*window.findChildren(QDockWidget), window.tool_bar):
                part.hide()
        elif not alone and self._before is not None:
            window.restoreState(self._before)
            self._before = None

    def leave(self) -> None:
        """Bring everything back."""
        self._window.commands.actions["board_alone"].setChecked(False)

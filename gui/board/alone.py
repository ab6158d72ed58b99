"""The board alone: docks and tool bar are hidden, so that the window may be small, and come back as they were."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QObject
from PySide6.QtWidgets import QDockWidget

if TYPE_CHECKING:
    from gui.main_window import MainWindow


class BoardAlone(QObject):
    """The switch in the View menu. It is off at each start: the hidden arrangement is not kept between starts."""

    def __init__(self, window: "MainWindow"):
        super().__init__(window)
        self._window = window
        self._before: QByteArray | None = None
        """The arrangement of docks and tool bar while they are hidden, else ``None``."""

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
        """Bring docks and tool bar back."""
        self._window.commands.actions["board_alone"].setChecked(False)

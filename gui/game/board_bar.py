"""Bars over the board that have it for something else than the game, which stands still meanwhile: what they share."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QShortcut
from PySide6.QtWidgets import QWidget

from core.game import Node
from core.match import Match

if TYPE_CHECKING:
    from gui.main_window import MainWindow


class BoardBar(QWidget):
    """A bar that has the board while it is shown; Esc leaves it."""

    closed = Signal()

    def __init__(self, parent: QWidget | None = None):
        super().__init__(parent)
        QShortcut(Qt.Key.Key_Escape, self, self.close_bar)
        self.hide()

    @property
    def active(self) -> bool:
        return not self.isHidden()

    def open_bar(self, height: int) -> None:
        """At least of this ``height``, that of what it takes the place of."""
        self.setMinimumHeight(height)
        self.show()

    def close_bar(self) -> None:
        """Leave the board as the game has it."""
        if self.active:
            self.hide()
            self.closed.emit()

    def retranslate(self) -> None:
        """Write everything anew in the window's language."""
        raise NotImplementedError

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        super().changeEvent(event)


class BoardDesk(QObject):
    """The game that waits for a bar."""

    def __init__(self, window: "MainWindow", bar: BoardBar):
        super().__init__(window)
        self._window = window
        self._bar = bar
        self._from: Node | None = None
        """Where the game was looked at when the bar got the board."""
        self._stopped: Match | None = None
        """The game that stood still for that."""
        window.controller.game_changed.connect(self._leave)
        bar.closed.connect(self._end)

    def _stop_game(self) -> None:
        controller = self._window.controller
        self._stopped = None if controller.paused else controller.match
        controller.set_paused(True)
        self._from = controller.game.cursor

    def _height_over_board(self) -> int:
        """Of the lines that the bar takes the place of, so that the board stays where it is."""
        first, last = self._window.notices.row.geometry(), self._window.balance.geometry()
        return last.bottom() - first.top() + 1

    def _leave(self) -> None:
        """Who begins or opens another game, or follows the report to a position of this one, gives up what the bar was for."""
        if self._window.controller.game.cursor is not self._from:
            self._bar.close_bar()

    def _end(self) -> None:
        """The board is the game's again, which goes on if it stood still for the bar alone."""
        controller = self._window.controller
        if controller.match is self._stopped:
            controller.set_paused(False)
        self._window.show_game()
        self._window.analysis.show_again()

"""What bars over the board share: they use its clicks for something else than playing."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QShortcut
from PySide6.QtWidgets import QWidget

from core.game import Node
from core.match import Match
from gui.parts.retranslated import Retranslated

if TYPE_CHECKING:
    from gui.main_window import MainWindow


class BoardBar(Retranslated, QWidget):
    """A bar that uses the board while it is shown; Esc closes it."""

    closed = Signal()

    def __init__(self, parent: QWidget | None = None):
        super().__init__(parent)
        QShortcut(Qt.Key.Key_Escape, self, self.close_bar)
        self.hide()

    @property
    def active(self) -> bool:
        return not self.isHidden()

    def open_bar(self, height: int) -> None:
        """Show the bar, at least as high as what it replaces."""
        self.setMinimumHeight(height)
        self.show()

    def close_bar(self) -> None:
        """Give the board back to the game."""
        if self.active:
            self.hide()
            self.closed.emit()


class BoardDesk(QObject):
    """Pauses the game for a bar."""

    def __init__(self, window: "MainWindow", bar: BoardBar):
        super().__init__(window)
        self._window = window
        self._bar = bar
        self._from: Node | None = None
        """The position that was looked at when the bar got the board."""
        self._stopped: Match | None = None
        """The game that was paused for the bar; ``None`` if it was paused before."""
        window.controller.game_changed.connect(self._leave)
        bar.closed.connect(self._end)

    def _stop_game(self) -> None:
        self._window.mark_bar.close_bar()
        controller = self._window.controller
        self._stopped = None if controller.paused else controller.match
        controller.set_paused(True)
        self._from = controller.game.cursor

    def _take_room(self) -> int:
        """Hide the lines that the bar replaces, and return their height, so that the board stays where it is. They go before the bar is shown: a low
        window would grow to have room for all at once, and stay so."""
        lines = self._window.notices.row, self._window.balance
        first, last = (line.geometry() for line in lines)
        for line in lines:
            line.hide()
        return last.bottom() - first.top() + 1

    def _leave(self) -> None:
        """Close the bar when another game begins or is opened."""
        if self._window.controller.game.cursor is not self._from:
            self._bar.close_bar()

    def _end(self) -> None:
        """Give the board back to the game, which goes on if it was paused for the bar alone."""
        controller = self._window.controller
        if controller.match is self._stopped:
            controller.set_paused(False)
        self._window.showing.show_game()
        self._window.analysis.show_again()

"""Setting up a position in the window: the game stands still meanwhile, and what was set up is then played."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from core.game import Node
from core.match import Match
from gui.parts.asking import agrees

if TYPE_CHECKING:
    from gui.main_window import MainWindow


class SetupDesk(QObject):
    """The bar over the board, and the game that waits for it."""

    def __init__(self, window: "MainWindow"):
        super().__init__(window)
        self._window = window
        self._bar = window.position_setup
        self._from: Node | None = None
        """Where the game was looked at when stones began to be placed."""
        self._stopped: Match | None = None
        """The game that stood still for that."""
        window.controller.game_changed.connect(self._leave)
        self._bar.closed.connect(self._end)
        self._bar.done.connect(window.games.play_position)
        self._bar.changed.connect(window.show_state)

    def begin(self) -> None:
        """Place stones by hand, starting from what the board shows."""
        controller = self._window.controller
        if self._bar.active:
            return
        self._stopped = None if controller.paused else controller.match
        controller.set_paused(True)
        self._from = controller.game.cursor
        self._bar.begin(controller.game.position, self._height_over_board())
        self._window.show_state()

    def _height_over_board(self) -> int:
        """Of the lines that the bar takes the place of, so that the board stays where it is."""
        first, last = self._window.notices.row.geometry(), self._window.balance.geometry()
        return last.bottom() - first.top() + 1

    def _leave(self) -> None:
        """Who begins or opens another game, or follows the report to a position of this one, gives up the stones that were placed."""
        if self._window.controller.game.cursor is not self._from:
            self._bar.close_bar()

    def _end(self) -> None:
        """The board is the game's again, which goes on if it stood still for the stones alone."""
        controller = self._window.controller
        if controller.match is self._stopped:
            controller.set_paused(False)
        self._window.show_game()
        self._window.analysis.show_again()

    def may_close(self) -> bool:
        """Ask about stones that are being placed: they are no game yet, so nothing keeps them."""
        if not (self._bar.active and self._bar.can_take_back):
            return True
        return agrees(
            self._window,
            self.tr("You are setting up a position, and its stones will be lost. Close all the same?"),
            self.tr("C&lose"),
        )

"""Setting up a position in the window: the game stands still meanwhile, and what was set up is then played."""

from typing import TYPE_CHECKING

from gui.game.board_bar import BoardDesk
from gui.parts.asking import agrees

if TYPE_CHECKING:
    from gui.main_window import MainWindow


class SetupDesk(BoardDesk):
    """The bar over the board, and the game that waits for it."""

    def __init__(self, window: "MainWindow"):
        super().__init__(window, window.position_setup)
        self._setup = window.position_setup
        self._setup.done.connect(window.games.play_position)
        self._setup.changed.connect(window.show_state)

    def begin(self) -> None:
        """Place stones by hand, starting from what the board shows."""
        if self._setup.active:
            return
        self._stop_game()
        self._setup.begin(self._window.controller.game.position, self._height_over_board())
        self._window.show_state()

    def may_close(self) -> bool:
        """Ask about stones that are being placed: they are no game yet, so nothing keeps them."""
        if not (self._setup.active and self._setup.can_take_back):
            return True
        return agrees(
            self._window,
            self.tr("You are setting up a position, and its stones will be lost. Close all the same?"),
            self.tr("C&lose"),
        )

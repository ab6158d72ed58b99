"""Setting up a position in the window: the game is paused meanwhile, then a game begins from that position."""

from typing import TYPE_CHECKING

from gui.game.board_bar import BoardDesk
from gui.parts.asking import agrees

if TYPE_CHECKING:
    from gui.main_window import MainWindow


class SetupDesk(BoardDesk):
    """Lends the board to the bar and begins the game."""

    def __init__(self, window: "MainWindow"):
        super().__init__(window, window.setup_bar)
        self._setup = window.setup_bar
        self._setup.done.connect(window.games.play_position)

    def begin(self) -> None:
        """Place stones by hand, starting from what the board shows."""
        if self._setup.active:
            return
        self._stop_game()
        self._setup.begin(self._window.controller.game.position, self._take_room())
        self._window.showing.show_state()

    def may_close(self) -> bool:
        """Ask before stones that are being placed are lost: they are no game yet, so nothing saves them."""
        if not (self._setup.active and self._setup.can_take_back):
            return True
        return agrees(
            self._window,
            self.tr("You are setting up a position. Drop its stones?"),
            self.tr("&Drop"),
        )

    def give_back(self) -> bool:
        """Close the bar, if its stones may be lost. Returns whether the board is the game's."""
        may_close = self.may_close()
        if may_close:
            self._setup.close_bar()
        return may_close

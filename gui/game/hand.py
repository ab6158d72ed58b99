"""What the user does on the board and in the game, handed over to whom it concerns: a bar that has the board, or the game."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from core.position import Position
from gui.game.controller import State

if TYPE_CHECKING:
    from gui.main_window import MainWindow

WALK_FAST = 10


class Hand(QObject):
    """The user's hand: clicks, lines that are pointed at or asked for, and the commands whose meaning depends on what has the board."""

    def __init__(self, window: "MainWindow"):
        super().__init__(window)
        self._window = window
        self._controller = window.controller

    def click(self, point: int) -> None:
        window = self._window
        if window.setup_bar.active:
            window.setup_bar.click(point)
        elif window.exercise is not None:
            window.exercise.click(point)
        elif window.mark_bar.active:
            window.marking.click(point)
        else:
            self.play(point)

    def play(self, point: int) -> None:
        """Play or try ``point``, or say why that can't be."""
        window = self._window
        window.statusBar().clearMessage()
        if not self._controller.live and not self._controller.human_to_move and not self._controller.may_try:
            said = self.tr("“Play on from here” in the menu “Moves” lets play go on from this position.")
            window.notices.answer(said)
        elif self._controller.ais_paused:
            said = self.tr("To play a side yourself from here: “Change players…” in the menu “Play”.")
            window.notices.answer(said)
        self._controller.click(point)

    def show_line(self, position: Position, line: Sequence[int]) -> None:
        """Show ``line`` on the board, unless that is lent."""
        if not self._window.showing.board_is_lent:
            self._window.board.show_line(position, line)

    def put_line(self, position: Position, line: Sequence[int]) -> None:
        """Put ``line`` into the tree, to walk through it."""
        window = self._window
        start = self._controller.node_of(position)
        if start is None or window.showing.board_is_lent:
            window.statusBar().showMessage(self.why_no_line(position))
            return
        self._controller.add_line(start, line)
        window.docks.bring_up("tree")
        window.turn_to_board()

    def why_no_line(self, position: Position) -> str:
        """Why no line from ``position`` on can be put into the tree; empty if one can."""
        if self._window.setup_bar.active:
            return self.tr("First finish placing the stones.")
        if self._window.exercise is not None:
            return self.tr("First end the practice.")
        if self._controller.node_of(position) is None:
            return self.tr("The game in the window no longer has this position.")
        return ""

    def stop(self) -> None:
        """Stop the player that thinks or is to move next; between the games of a series, stop the series."""
        if self._controller.state is State.OVER:
            self._window.watch.stop()
            self._window.showing.show_state()
        else:
            self._controller.stop()

    def undo(self) -> None:
        """Take back the last move, or the last stone that was placed by hand."""
        window = self._window
        if window.setup_bar.active:
            window.setup_bar.take_back()
        else:
            window.games.take_back()

    def hint(self) -> None:
        if not self._controller.live:
            self._window.notices.tell(
                self.tr(
                    "A hint is for the game as it stands; “Analyse” judges the position that you look back at."
                )
            )
            return
        self._window.analysis.keep()
        self._controller.hint()

    def back(self) -> None:
        self._controller.walk(-1)

    def forward(self) -> None:
        self._controller.walk(1)

    def back_ten(self) -> None:
        self._controller.walk(-WALK_FAST)

    def forward_ten(self) -> None:
        self._controller.walk(WALK_FAST)

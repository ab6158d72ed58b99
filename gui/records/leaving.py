"""Whether the game in the window may be left for another one, or on quitting: asks if it may be missed."""

import logging
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QMessageBox

from core.game import Game
from gui.program.messages import fill, one_after_another
from gui.program.settings import HUMAN
from gui.records import played
from gui.records.belonging import Belonging
from gui.records.lists import ListDesk
from gui.records.naming import GameNames
from gui.records.saving import SaveDesk

if TYPE_CHECKING:
    from gui.main_window import MainWindow

log = logging.getLogger(__name__)


class LeaveDesk(QObject):
    """Asks before an unsaved game is left. A game that was played here to its end is kept without asking."""

    def __init__(
        self,
        window: "MainWindow",
        belonging: Belonging,
        naming: GameNames,
        lists: ListDesk,
        saving: SaveDesk,
    ):
        super().__init__(window)
        self._window = window
        self._belonging, self._naming, self._lists, self._saving = belonging, naming, lists, saving

    @property
    def unsaved(self) -> bool:
        """Whether the game may be missed: it is modified, and was opened from a file, is somebody's record, is under way and more than the AI's first
        moves against a human, or has comments, marks or names of positions. A game that was played here to its end is kept in any case."""
        game = self._window.controller.game
        return self._belonging.modified and (
            self._belonging.has_file
            or self._window.controller.lineup.are_recorded
            or (game.result is None and played.is_begun(game) and not self._human_is_yet_to_move)
            or any(node.is_spoken_of for node in game.root.subtree())
        )

    @property
    def _human_is_yet_to_move(self) -> bool:
        """Whether a human plays an AI from the empty board and has not moved yet."""
        game = self._window.controller.game
        if self._window.controller.human_against_ai is None or game.root.position.ply:
            return False
        movers = (
            node.player or game.players[node.color] for node in game.root.subtree() if node.color is not None
        )
        return HUMAN not in movers

    def may_leave_game(self) -> bool:
        """Ask about stones that are being placed, and about a game that would be lost. One that was played here to its end is kept, and asked about
        only if that fails."""
        return self._window.setup.may_close() and self._may_leave(self.tr("Save it?"))

    def may_begin_another(self) -> bool:
        """As :meth:`may_leave_game`, before a new game. The question names it: not everybody knows that a command begins one."""
        return self._window.setup.may_close() and self.may_begin_from_stones()

    def may_begin_from_stones(self) -> bool:
        """As :meth:`may_begin_another`, for a game from the stones that are being placed, which are not lost by that."""
        return self._may_leave(self.tr("Save it before a new game begins?"))

    def _may_leave(self, question: str) -> bool:
        if self.unsaved or not self.keep_if_played():
            return self._may_go(question)
        return True

    def may_quit(self) -> bool:
        """Ask about a game that is saved in no file, though the next start brings it back. If it could not be kept for the next start, ask as about
        any game that would be lost."""
        if not self._window.autosave.write():
            return self._may_leave(self.tr("Save it?"))
        if self._window.autosave.comes_back:
            text = self.tr("Save it? The next start of Buwei brings it back in any case.")
        else:
            text = self.tr("Save it? It will be among the played games in any case.")
        return not self.unsaved or self._may_go(text)

    # --- games that were played here --------------------------------------------------------------------------

    def keep_if_played(self) -> bool:
        """Put a game that was played here to its end among the played games. ``False`` if it belongs there and that fails."""
        return self.game_played_here is None or self._keep_played()

    @property
    def game_played_here(self) -> Game | None:
        """The game in the window if it ended here and stands in no file."""
        game, belonging = self._window.controller.game, self._belonging
        over = game.result is not None and played.is_begun(game)
        unsaved = belonging.modified and not belonging.has_file
        return game if over and unsaved and not self._window.controller.lineup.are_recorded else None

    def _keep_played(self) -> bool:
        """Put the game among the played games. Returns whether that succeeded."""
        try:
            played.keep(self._window.controller.game)
        except OSError as error:
            log.warning("a played game can't be kept: %s", error)
            return False
        self._belonging.note_kept()  # it may stay: the game to follow it may fail to open
        self._lists.list_played_again()
        return True

    # --- asking -----------------------------------------------------------------------------------------------

    def _may_go(self, question: str) -> bool:
        """Ask the ``question`` about the game. Play is paused meanwhile, and goes on if the game stays."""
        if not self._window.isVisible():
            return True
        with self._window.controller.standing_still() as pause:
            may_go = self._answer(question)
            if may_go:
                pause.goes_on = False
        return may_go

    def _answer(self, question: str) -> bool:
        buttons = QMessageBox.StandardButton
        if self._belonging.has_file:
            said = fill(self.tr("“%1” is not saved."), self._naming.title())
        else:
            said = self.tr("This game is not saved.")
        answer = QMessageBox.question(
            self._window,
            self._window.windowTitle(),
            one_after_another(said, question),
            buttons.Save | buttons.Discard | buttons.Cancel,
            buttons.Save,
        )
        return self._saving.save(agreed=True) if answer == buttons.Save else answer == buttons.Discard

"""Names of the game in the window: in the window's title, in questions about it, and as a proposed file name."""

import re
from datetime import date

from PySide6.QtCore import QObject

from core.position import Color
from gui.game.controller import GameController
from gui.game.record_players import name_beside_board
from gui.program.messages import fill, run_label, source_label
from gui.records.belonging import Belonging

MOST_OF_NAME, LETTERS_OF_DAY = 80, 10
"""Most letters of a proposed file name, and of the day in it: a file may give its date in any words."""


class GameNames(QObject):
    """Names the game after its file, else after its players."""

    def __init__(self, controller: GameController, belonging: Belonging, parent: QObject):
        super().__init__(parent)
        self._controller, self._belonging = controller, belonging

    def title(self) -> str:
        """The game's name in the window's title."""
        belonging = self._belonging
        if belonging.path is not None:
            return belonging.path.name
        source = belonging.source
        if source.number:
            return fill(self.tr("%1, game %2"), source_label(source.name), source.number)
        if source.name:
            return fill(self.tr("%1, read in part"), source_label(source.name))
        controller, self_play = self._controller, self._controller.self_play
        if self_play is not None:
            return fill(
                self.tr("Self-play of %1, for generation %2"), run_label(self_play.run), self_play.generation
            )
        recorded = all(controller.lineup.recorded_name(color) for color in Color)
        if recorded or any(controller.lineup.entered_name(color) for color in Color):
            return " – ".join(name_beside_board(controller, color) for color in Color)
        return self.tr("New game")

    def file_name(self) -> str:
        """Proposed file name without its suffix: the day and the players, without characters that some system forbids."""
        controller = self._controller
        black, white = (name_beside_board(controller, color) for color in Color)
        day = controller.game.date[:LETTERS_OF_DAY].rstrip() or date.today().isoformat()
        room = MOST_OF_NAME - len(f"{day}  - ")
        names = f"{_beside(white, black, room)} - {_beside(black, white, room)}"
        return re.sub(r'[\\/:*?"<>|\x00-\x1f]+', "_", f"{day} {names}")


def _beside(other: str, name: str, room: int) -> str:
    """``name``, shortened if both names take more than ``room`` letters: to half of these, or to what a shorter ``other`` leaves."""
    most = max(room // 2, room - len(other))
    return name if len(name) <= most else f"{name[: most - 1].rstrip()}…"

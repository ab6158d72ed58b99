"""What the game in the window is called: in the window's title and in questions about it, and as a file that is proposed."""

import re
from datetime import date
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from core.position import Color
from gui.program.messages import fill, player_label, run_label, source_label
from gui.records.belonging import Belonging
from gui.records.record_players import shown_name

if TYPE_CHECKING:
    from gui.main_window import MainWindow

MOST_OF_NAME, LETTERS_OF_DAY = 80, 10
"""Letters of a file's name that is proposed, and in it of the day, which a file may give in any words."""


class GameNames(QObject):
    """After the file that the game belongs to, else after those who play it."""

    def __init__(self, window: "MainWindow", belonging: Belonging):
        super().__init__(window)
        self._window, self._belonging = window, belonging

    def title(self) -> str:
        """The game's name in the window's title."""
        belonging = self._belonging
        if belonging.path is not None:
            return belonging.path.name
        if belonging.number:
            return fill(self.tr("%1, game %2"), source_label(belonging.read_from), belonging.number)
        if belonging.read_from:
            return fill(self.tr("%1, read in part"), source_label(belonging.read_from))
        self_play = self._window.controller.self_play
        if self_play is not None:
            return fill(
                self.tr("Self-play of %1, generation %2"), run_label(self_play.run), self_play.generation
            )
        black, white = (self._window.controller.recorded_name(color) for color in Color)
        if black and white:
            return f"{player_label(black)} – {player_label(white)}"
        return self.tr("New game")

    def file_name(self) -> str:
        """Of a new file, without its end: the game's day and the players, without what no system takes there."""
        controller = self._window.controller
        self_play = self._window.controller.self_play
        black, white = (shown_name(controller.player_shown(color), self_play) for color in Color)
        day = controller.game.date[:LETTERS_OF_DAY].rstrip() or date.today().isoformat()
        room = MOST_OF_NAME - len(f"{day}  - ")
        names = f"{_beside(white, black, room)} - {_beside(black, white, room)}"
        return re.sub(r'[\\/:*?"<>|\x00-\x1f]+', "_", f"{day} {names}")


def _beside(other: str, name: str, room: int) -> str:
    """``name``, shortened where both would take more than ``room`` letters: to half of these, or to what a shorter ``other`` leaves."""
    most = max(room // 2, room - len(other))
    return name if len(name) <= most else f"{name[: most - 1].rstrip()}…"

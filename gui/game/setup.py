"""The setup of a game, as the new-game dialog chooses it and the file of the last session keeps it."""

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from core.clock import TimeControl
from core.position import Color, Position, Size
from gui.program.messages import fill, player_label
from gui.program.player_text import begins_empty

SIZES = ("5x5", "7x7", "9x9", "11x11", "13x13", "19x19")
"""Board sizes that the dialog proposes."""


@dataclass(frozen=True)
class GameSetup:
    """Players, board, clock and rules of a game. A player is ``human`` or a text as in :mod:`ai.players`."""

    black: str
    white: str
    size: Size
    time_control: TimeControl | None
    strict: bool

    def of(self, color: Color) -> str:
        """The player of ``color``."""
        return self.black if color is Color.BLACK else self.white

    @property
    def begins_empty(self) -> bool:
        """Whether a player plays whole games only, from the empty board."""
        return begins_empty(self.black) or begins_empty(self.white)

    def refusal(self, start: Position) -> str:
        """Why the game can't be played from ``start``, in the window's language; empty if it can. Programs of the SAU platform can't be given a
        position, as their protocol tells them single moves."""
        for text in (self.black, self.white):
            if start.ply > 1 and begins_empty(text):
                said = QCoreApplication.translate(
                    "game_setup", "%1 can only play whole games from the empty board."
                )
                return fill(said, player_label(text))
        return ""

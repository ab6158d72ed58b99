"""The dialog that changes the players of a game under way."""

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtWidgets import QWidget

from ai.players import PlayerError
from core.position import Color, Position
from gui.game.new_game import PlayerFields, PlayersDialog, Sides
from gui.game.setup import GameSetup
from gui.parts.whole_label import WholeLabel
from gui.program.messages import error_text
from gui.program.settings import HUMAN


class ChangePlayersDialog(PlayersDialog):
    """Asks who plays on from where play stands."""

    offered = (Sides.BLACK, Sides.WHITE, Sides.AIS, Sides.HUMANS)

    def __init__(
        self,
        parent: QWidget | None,
        setup: GameSetup,
        networks: list[tuple[str, str]],
        engines: Sequence[str],
        position: Position,
        about: str,
    ):
        """``setup``: the game's setup so far; ``position``: where it stands; ``about``: a sentence that says what becomes of the game."""
        super().__init__(parent, setup, networks, engines)
        self._position = position
        self.setWindowTitle(self.tr("Change players"))
        said = WholeLabel()
        said.setText(about)
        self._form.addRow(said)
        self._lay_out(self.tr("&Play on"))
        self.select(Sides.of(setup))
        self._connect()
        self._update()

    def _ais(self) -> dict[Color, PlayerFields]:
        """Each colour's AI is chosen in its own fields. A single AI stands in both at first, so that it may change its colour."""
        return {color: self.players[color] for color in super()._ais()}

    def _problem(self) -> str:
        given = self._given
        new = [HUMAN if text == given.of(color) else text for color, text in self._texts().items()]
        try:
            return self._unable(given.size) or replace(given, black=new[0], white=new[1]).refusal(
                self._position
            )
        except (PlayerError, ValueError) as error:
            return error_text(error)

    def players_chosen(self) -> tuple[str, str]:
        """The texts of Black's and White's player."""
        texts = self._texts()
        return texts[Color.BLACK], texts[Color.WHITE]

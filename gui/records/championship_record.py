"""What a record of the Chinese championship says of a game beside its moves, asked for before it is written."""

import copy
from datetime import datetime

from PySide6.QtWidgets import QDialog, QDialogButtonBox, QFormLayout, QLabel, QVBoxLayout, QWidget

from core.game import Game
from core.position import Color
from gui.parts.forms import TextLine, name_fields
from gui.program.messages import player_label
from gui.program.settings import HUMAN, Settings
from gui.records.record_players import names_shown

WIDTH = 420


class ChampionshipDialog(QDialog):
    """Teams, date, place and event. Place and event are proposed again for the next game of a day."""

    def __init__(self, parent: QWidget | None, game: Game, settings: Settings):
        super().__init__(parent)
        self._game, self._settings = game, settings
        self.setWindowTitle(self.tr("Championship record"))
        self.black, self.white = (TextLine(_team(game, color)) for color in Color)
        self.date = TextLine(_when(game))
        self.place = TextLine(game.place or settings.place)
        self.event_name = TextLine(game.event or settings.event)
        what = QLabel(
            self.tr(
                "Moves, teams, winner, date, place and event, as the Chinese championship exchanges games. The game itself stays as it is."
            )
        )
        what.setWordWrap(True)
        form = QFormLayout()
        form.addRow(self.tr("Black (先手)"), self.black)
        form.addRow(self.tr("White (后手)"), self.white)
        form.addRow(self.tr("Date and time"), self.date)
        form.addRow(self.tr("Place"), self.place)
        form.addRow(self.tr("Event"), self.event_name)
        name_fields(form)
        buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Save | QDialogButtonBox.StandardButton.Cancel
        )
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.addWidget(what)
        layout.addLayout(form)
        layout.addWidget(buttons)
        self.setMinimumWidth(WIDTH)

    def described(self) -> Game:
        """The same game with what was entered."""
        game = copy.copy(self._game)
        game.black_name, game.white_name = self.black.text().strip(), self.white.text().strip()
        game.date, game.place, game.event = (
            field.text().strip() for field in (self.date, self.place, self.event_name)
        )
        return game

    def accept(self) -> None:
        self._settings.place, self._settings.event = self.place.text().strip(), self.event_name.text().strip()
        super().accept()


def _team(game: Game, color: Color) -> str:
    """As the window shows a player; who is only called human has a name that is to be entered."""
    name = names_shown(game, color)
    return "" if name == player_label(HUMAN) else name


def _when(game: Game) -> str:
    """When the game was begun, as far as it knows; else now."""
    return game.date.replace("T", " ") or f"{datetime.now():%Y-%m-%d %H:%M}"

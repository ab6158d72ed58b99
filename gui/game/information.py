"""The dialog about a game: what its players are called, and on which occasion they play."""

import re

from PySide6.QtWidgets import QDialog, QFormLayout, QVBoxLayout, QWidget

from core.position import Color
from gui.game.controller import GameController
from gui.game.record_players import shown_name
from gui.parts.dialogs import ending_buttons
from gui.parts.forms import TextLine, name_fields
from gui.program.messages import player_label

WIDTH = 420
MOMENT_FOR_PEOPLE = re.compile(r"(\d{4}-\d\d-\d\d) (\d\d:\d\d(?::\d\d)?)")


class InformationDialog(QDialog):
    """Names, event, round, place and date of the game of ``controller``. A player without a name is called as always, as the empty field says."""

    def __init__(self, parent: QWidget | None, controller: GameController):
        super().__init__(parent)
        self._controller, game = controller, controller.game
        self.setWindowTitle(self.tr("Game information"))
        self._names = {color: self._name_of(color) for color in Color}
        self.names = {color: TextLine(name) for color, name in self._names.items()}
        for color, field in self.names.items():
            field.setPlaceholderText(player_label(game.players[color]))
        self.event_name, self.round = TextLine(game.event), TextLine(game.round)
        self.place, self.date = TextLine(game.place), TextLine(game.date.replace("T", " "))
        form = QFormLayout()
        form.addRow(self.tr("&Black"), self.names[Color.BLACK])
        form.addRow(self.tr("&White"), self.names[Color.WHITE])
        form.addRow(self.tr("&Event"), self.event_name)
        form.addRow(self.tr("&Round"), self.round)
        form.addRow(self.tr("&Place"), self.place)
        form.addRow(self.tr("&Date and time"), self.date)
        name_fields(form)
        layout = QVBoxLayout(self)
        layout.addLayout(form)
        layout.addWidget(ending_buttons(self))
        self.setMinimumWidth(WIDTH)

    def _name_of(self, color: Color) -> str:
        """The name that the user has entered or the record tells; empty for who has none."""
        controller = self._controller
        if controller.lineup.was_played_by_others(color):
            return shown_name(controller.game.name(color), controller.self_play)
        return controller.game.entered.get(color, "")

    def enter(self) -> None:
        """Put what was changed into the game."""
        names = {color: field.text().strip() for color, field in self.names.items()}
        changed = {color: name for color, name in names.items() if name != self._names[color]}
        event, round_name, place, date = (
            field.text().strip() for field in (self.event_name, self.round, self.place, self.date)
        )
        date = MOMENT_FOR_PEOPLE.sub(r"\1T\2", date)
        game = self._controller.game
        if changed or (event, round_name, place, date) != (game.event, game.round, game.place, game.date):
            self._controller.describe(changed, event=event, round_name=round_name, place=place, date=date)

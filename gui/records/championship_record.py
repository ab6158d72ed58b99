"""The championship record of a game: asks for what it says beside the moves, then writes it, apart from the game's own file."""

import copy
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QFormLayout, QLabel, QVBoxLayout, QWidget

from core import records
from core.game import Game
from core.position import Color
from core.records import RecordError
from gui.game.record_players import names_shown
from gui.parts.asking import ask
from gui.parts.dialogs import accepted, ending_buttons
from gui.parts.forms import TextLine, name_fields
from gui.parts.removing import replaced_with
from gui.parts.saving import ask_where
from gui.program.errors import show_error
from gui.program.messages import error_text, fill, player_label
from gui.program.settings import HUMAN, Settings
from gui.records.writing import Writing

if TYPE_CHECKING:
    from gui.main_window import MainWindow

WIDTH = 420


class ChampionshipDesk(QObject):
    """Writes the game in the window as a championship record."""

    def __init__(self, window: "MainWindow", writing: Writing):
        super().__init__(window)
        self._window, self._writing = window, writing

    def save(self) -> None:
        """Ask for the record's details and write it. The game's own file is untouched."""
        game, window = self._window.controller.game, self._window
        try:
            records.championship.write(game)
        except RecordError as error:
            show_error(window, error_text(error))
            return
        dialog = ChampionshipDialog(window, game, window.settings)
        if not accepted(dialog):
            return
        written = dialog.described()
        chosen = self._place_of(written)
        if chosen is not None and self._writing.write(chosen, lambda: records.save(written, chosen)):
            window.notices.tell(fill(self.tr("Saved: %1"), chosen.name))

    def _place_of(self, written: Game) -> Path | None:
        """Where the user puts the record of the game ``written``; ``None`` if they cancel."""
        window, name = self._window, records.championship.file_name(written)
        title, kinds = (
            self.tr("Save the championship record"),
            {self.tr("Championship record (*.txt)"): ".txt"},
        )
        chosen, _ = ask_where(window, window.settings, title, name, kinds, confirms=False)
        if chosen is None:
            return None
        lost = self._writing.lost_with(chosen)
        said = lost or replaced_with(chosen)
        answers = {self._writing.elsewhere(): False, self._writing.replacing(bool(lost)): True}
        replaces = not said or ask(window, said, answers, cautious=False)
        if replaces is False and window.isVisible():  # not over a window that was closed meanwhile
            return self._place_of(written)
        return chosen if replaces else None


class ChampionshipDialog(QDialog):
    """Teams, date, place and event. Place, event and the program's team are remembered for the next game of the day."""

    def __init__(self, parent: QWidget | None, game: Game, settings: Settings):
        super().__init__(parent)
        self._game, self._settings = game, settings
        self.setWindowTitle(self.tr("Championship record"))
        self.teams = {color: TextLine(_team(game, color)) for color in Color}
        self.black, self.white = self.teams[Color.BLACK], self.teams[Color.WHITE]
        self._ours = _played_by_program(game)
        if self._ours is not None and settings.team:
            self.teams[self._ours].setText(settings.team)
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
        layout = QVBoxLayout(self)
        layout.addWidget(what)
        layout.addLayout(form)
        standard = QDialogButtonBox.StandardButton
        layout.addWidget(ending_buttons(self, standard.Save | standard.Cancel))
        self.setMinimumWidth(WIDTH)

    def described(self) -> Game:
        """A copy of the game with what was entered."""
        game = copy.copy(self._game)
        game.black_name, game.white_name = self.black.text().strip(), self.white.text().strip()
        game.date, game.place, game.event = (
            field.text().strip() for field in (self.date, self.place, self.event_name)
        )
        return game

    def accept(self) -> None:
        self._settings.place, self._settings.event = self.place.text().strip(), self.event_name.text().strip()
        if self._ours is not None:
            self._settings.team = self.teams[self._ours].text().strip()
        super().accept()


def _team(game: Game, color: Color) -> str:
    """The player's name as the window shows it; empty for a human without a name, to be filled in."""
    name = names_shown(game, color)
    return "" if name == player_label(HUMAN) else name


def _played_by_program(game: Game) -> Color | None:
    """The side that a player of this program has against a human, unless the user has named it; ``None`` if there is none."""
    programs = [color for color in Color if game.players.get(color, HUMAN) != HUMAN]
    return programs[0] if len(programs) == 1 and not game.entered.get(programs[0]) else None


def _when(game: Game) -> str:
    """When the game was begun, if known; else now."""
    return game.date.replace("T", " ") or f"{datetime.now():%Y-%m-%d %H:%M}"

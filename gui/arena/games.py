"""The list of an arena's games: the newest first, each to be opened on the board, chosen ones to be put into a file."""

from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QHeaderView, QLabel, QVBoxLayout, QWidget

from ai.arena.folder import FinishedGame
from ai.arena.plan import Plan
from core import records
from core.game import Reason
from gui.arena.pointer import has_row_under_pointer
from gui.arena.process import ArenaProcess
from gui.parts.button_menu import offer_in_menu
from gui.parts.empty_note import EmptyNote
from gui.parts.forms import side_by_side
from gui.parts.retranslated import Retranslated
from gui.parts.tables import fill_row, keeping_view, new_table, selected_rows
from gui.program.errors import show_error
from gui.program.language import sentence_text
from gui.program.messages import color_text, error_text, fill, reason_text, unrated_label
from gui.records.adding import AddButton
from gui.records.entries import Entry

WORDS = (1, 2, 4)
"""Columns with words; the others hold numbers."""
END = 4
"""Column of how a game ended."""
GAMES_SHOWN = 1000
"""Most games listed, the newest: a list of all would be slow."""


class ArenaGames(Retranslated, QWidget):
    """The table, with what it lists and the button that adds games to a file above it."""

    game_asked = Signal(object)
    """Carries a :class:`core.game.Game` to show on the board."""
    adding_asked = Signal(object, object)
    """Carries a list of :class:`gui.records.entries.Entry` to add to a file, and the window in which they were chosen."""

    def __init__(self, process: ArenaProcess):
        super().__init__()
        self._process = process
        self._arena: tuple[Path | None, Plan | None] = None, None
        """Folder and plan of the arena whose games are listed."""
        self._known = 0
        """Number of its games when they were listed."""
        self.table = new_table(6, WORDS)
        self.table.cellActivated.connect(lambda row, _column: self._open(row))
        self._no_games = EmptyNote(self.table)
        self._label = QLabel()
        self.add_button = AddButton(self.table)
        self.add_button.clicked.connect(lambda: self.adding_asked.emit(self._chosen(), self.window()))
        self._open_chosen = QAction(self)
        self._open_chosen.triggered.connect(lambda: self._open(self.table.currentRow()))
        offer_in_menu(self.table, (self.add_button,), first=self._open_chosen)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(side_by_side(self._label, self.add_button))
        layout.addWidget(self.table, 1)
        self.retranslate()

    def retranslate(self) -> None:
        self._no_games.setText(self.tr("No game has been played yet."))
        self._open_chosen.setText(self.tr("Open"))
        self.table.setAccessibleName(self.tr("List of games"))
        self.table.setHorizontalHeaderLabels(
            [
                self.tr("Game"),
                self.tr("Black"),
                self.tr("White"),
                self.tr("Winner"),
                self.tr("Ended by"),
                self.tr("Moves"),
            ]
        )
        self._list(0, False)

    # --- doing ------------------------------------------------------------------------------------------------

    def _record(self, row: int) -> Path:
        """Record of the game in a row."""
        return self._process.record(self._process.games[-1 - row])

    def _chosen(self) -> list[Entry]:
        """The chosen games in the order in which they ended."""
        paths = [self._record(row) for row in sorted(selected_rows(self.table), reverse=True)]
        return [Entry(path.name, path) for path in paths]

    def _open(self, row: int) -> None:
        try:
            results = records.load(self._record(row))
        except records.RecordError as error:
            show_error(self.window(), error_text(error))
            return
        self.game_asked.emit(results[0].game)

    # --- showing ----------------------------------------------------------------------------------------------

    def show_games(self, pointing: bool) -> None:
        """List games that have come in. While the user is ``pointing`` at one, those in view keep their places."""
        process = self._process
        is_same = (process.folder, process.plan) == self._arena
        if not is_same or len(process.games) != self._known:
            self._list(self._known if is_same else 0, pointing and has_row_under_pointer(self.table))

    def _list(self, known: int, in_use: bool) -> None:
        """List the games. Rows of the ``known`` ones are kept, so that a chosen game stays chosen. While the list is ``in_use``, games in view keep
        their places."""
        process = self._process
        self._arena, self._known = (process.folder, process.plan), len(process.games)
        games = process.games[: -GAMES_SHOWN - 1 : -1]
        new = min(len(process.games) - known, len(games))
        # if no player failed with a reason, players' names need the room more
        stretch, short = QHeaderView.ResizeMode.Stretch, QHeaderView.ResizeMode.ResizeToContents
        mode = stretch if any(game.error for game in games) else short
        self.table.horizontalHeader().setSectionResizeMode(END, mode)
        self._label.setText(self._about())
        if not known:
            self.table.setRowCount(0)
        with keeping_view(self.table, new, in_use):
            self.table.model().insertRows(0, new)
            self.table.setRowCount(len(games))
            for line, game in enumerate(games[:new]):
                self._show_game(line, game)

    def _about(self) -> str:
        if len(self._process.games) > GAMES_SHOWN:
            said = self.tr("The newest %1 games, the last one first; a double click opens one on the board:")
            return fill(said, GAMES_SHOWN)
        return self.tr("Games, the newest first; a double click opens one on the board:")

    def _show_game(self, line: int, game: FinishedGame) -> None:
        plan = self._process.plan
        assert plan is not None
        reason = reason_text(Reason(game.reason))
        cells = (
            str(game.game),
            unrated_label(plan.players[game.black]),
            unrated_label(plan.players[game.white]),
            color_text(game.winning_color),
            fill(self.tr("%1: %2"), reason, sentence_text(game.error)) if game.error else reason,
            str(game.moves),
        )
        fill_row(self.table, line, cells, WORDS)

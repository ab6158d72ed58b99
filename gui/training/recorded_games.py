"""The training room's list of a generation's games."""

import os
from collections.abc import Iterator
from pathlib import Path

from PySide6.QtCore import QEvent, QTimer, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QListWidget

from core import records
from core.game import Game
from gui.beside.watched_session import Stamp, stamp_of
from gui.parts.button_menu import offer_in_menu
from gui.parts.empty_note import EmptyNote
from gui.parts.in_turns import InTurns
from gui.program.errors import show_error
from gui.program.messages import color_text, error_text, fill
from gui.records.adding import AddButton
from gui.records.entries import Entry, entries_of

IN_HAND_MS = 10_000
"""Time after the last touch, in milliseconds, during which the list counts as in use: a pointer that merely rests over it does not."""
PASSED_AT_ONCE = 100
"""Most games that are passed over at once because they are listed already."""
TOUCHES = {QEvent.Type.MouseMove, QEvent.Type.MouseButtonPress, QEvent.Type.Wheel}


class RecordedGames(QListWidget):
    """The games of one file, read one by one while the window does other things."""

    game_asked = Signal(object)
    """Carries a :class:`core.game.Game` to show."""
    adding_asked = Signal(object)
    """Carries a list of :class:`gui.records.entries.Entry` to add to a file."""

    def __init__(self):
        super().__init__()
        self._path: Path | None = None
        self._players = ""
        """Present name of both players of all games."""
        self._stamp: Stamp = (0, 0)
        """Stamp of the file when it was last listed."""
        self._listed: list[bytes] = []
        """Records of the listed games."""
        self._is_served = False
        """Whether a game has been opened since one was chosen: what is chosen no longer waits to be used."""
        self._empty = EmptyNote(self)
        self._in_hand = QTimer(self, singleShot=True, interval=IN_HAND_MS)
        self.viewport().setMouseTracking(True)
        self.listing = InTurns(self)
        self.itemSelectionChanged.connect(self._on_chosen)
        self.itemActivated.connect(lambda item: self._open(self.row(item)))
        self.add_button = AddButton(self)
        self.add_button.clicked.connect(lambda: self.adding_asked.emit(self._chosen()))
        self._open_chosen = QAction(self)
        self._open_chosen.triggered.connect(lambda: self._open(self.currentRow()))
        offer_in_menu(self, (self.add_button,), first=self._open_chosen)

    def show_file(self, path: Path | None, players: str = "") -> None:
        """List another file's games, ``None`` for no generation, or games added to the same file; tell if the file doesn't exist. Both ``players``
        are named so, whatever the run's name when they played."""
        self._players = players
        if path != self._path:
            self._path = path
            self._show()
        elif path is not None and stamp_of(path) != self._stamp:
            self._list(path)

    @property
    def is_used(self) -> bool:
        """Whether the user has chosen a game and not opened it yet, or is about to: the list must not change just then."""
        waits = bool(self.selectedItems()) and not self._is_served
        return self.count() > 0 and (self._in_hand.isActive() or waits)

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() in TOUCHES:
            self._in_hand.start()
        return super().viewportEvent(event)

    def retranslate(self) -> None:
        self._open_chosen.setText(self.tr("Open"))
        self._show()

    def _on_chosen(self) -> None:
        self._is_served = False

    def _open(self, row: int) -> None:
        """Ask to show the game of a row, or tell why it can't be read. It is read anew each time, because moves may be tried in it."""
        self._is_served = True
        try:
            self.game_asked.emit(self._game(self._listed[row]))
        except records.RecordError as error:
            said = fill(self.tr("The record of game %1 can't be read. %2"), row + 1, error_text(error))
            show_error(self.window(), said)

    def _chosen(self) -> list[Entry]:
        """The chosen games, in the order of the list."""
        assert self._path is not None
        entries = entries_of(self._path.name, self._path, self._listed)
        return [entries[row] for row in sorted(index.row() for index in self.selectedIndexes())]

    def _game(self, record: bytes) -> Game:
        """Read a game. Raises :class:`core.records.RecordError` also if nothing but damage is found."""
        assert self._path is not None
        found = records.read(record, self._path.name)[0]
        game = found.game
        game.black_name = game.white_name = self._players
        game.to_end()
        if found.problems and game.cursor is game.root:
            raise records.RecordError(found.problems[-1].describe(game.root.position.size))
        return game

    def _show(self) -> None:
        self.clear()
        self._listed.clear()
        self._stamp = (0, 0)
        if self._path is None or not os.path.exists(self._path):
            self.listing.drop()
            self._say_why_none()
        else:
            self._empty.setText("")
            self._list(self._path)

    def _list(self, path: Path) -> None:
        """List the file's further games."""
        self._stamp = stamp_of(path)
        self.listing.start(self._list_each(path))

    def _list_each(self, path: Path) -> Iterator[None]:
        """List one game after the other, after those already listed."""
        problem, already = "", len(self._listed)
        try:
            for number, record in enumerate(records.split_in_turns(path), 1):
                if number > already:
                    yield
                    self.addItem(self._text_of(number, record))
                    self._listed.append(record)
                elif number % PASSED_AT_ONCE == 0:
                    yield
        except records.RecordError as error:
            problem = error_text(error)
        self._say_why_none(problem)

    def _say_why_none(self, problem: str = "") -> None:
        if self._path is None:
            problem = self.tr("Games of the chosen generation are listed here.")
        self._empty.setText(problem or self.tr("No games of this generation are kept here."))

    def _text_of(self, number: int, record: bytes) -> str:
        try:
            game = self._game(record)
        except records.RecordError:
            return fill(self.tr("Game %1: its record can't be read"), number)
        if game.result is None:
            return fill(self.tr("Game %1: %2 moves, without a result"), number, game.cursor.number)
        winner = color_text(game.result.winner)
        return fill(self.tr("Game %1: %2 moves, %3 wins"), number, game.cursor.number, winner)

"""What the library lists: a folder, the played games or the games of one file, updated when these change; and the row of the game in the window.
:mod:`gui.records.opening` opens listed games, :mod:`gui.records.removal` removes them."""

import os
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from core import records
from core.game import Game
from core.records import RecordError
from gui.game.controller import GameController
from gui.parts.saving import start_folder
from gui.program.errors import show_error
from gui.program.labels import without_key
from gui.program.messages import error_text, fill, system_text
from gui.program.settings import Settings
from gui.records import played
from gui.records.belonging import Belonging
from gui.records.entries import Entry, Source, entries_of
from gui.records.library import LibraryPanel
from gui.records.recent import RecentFiles
from gui.records.tally import Opponent, Tally


class ListDesk(QObject):
    """Fills the library."""

    wanted = Signal()
    """The list is to come to view."""

    def __init__(
        self,
        window: QWidget,
        controller: GameController,
        settings: Settings,
        library: LibraryPanel,
        belonging: Belonging,
        recent: RecentFiles,
        tally: Tally,
    ):
        super().__init__(window)
        self._window, self._controller, self._settings = window, controller, settings
        self._library, self._belonging, self._recent, self._tally = library, belonging, recent, tally
        self._against: Opponent | None = None
        """Of the played games those against this one alone are listed."""
        self._opened: Game | None = None
        """The game that was opened last, whose row in the list is chosen."""
        belonging.changed.connect(self._leave_row)
        tally.changed.connect(self._show_tally)

    # --- folders ----------------------------------------------------------------------------------------------

    def open_folder(self) -> None:
        folder = QFileDialog.getExistingDirectory(
            self._window, self.tr("A folder of games"), str(start_folder(self._settings))
        )
        if folder:
            self.show_folder(Path(folder))

    def show_folder(self, folder: Path) -> None:
        """List the records in ``folder`` and bring the list to view."""
        if self._list_folder(folder):
            self.wanted.emit()

    def _list_folder(self, folder: Path) -> bool:
        """List ``folder``. Returns whether that succeeded."""
        try:
            self._library.show_folder(folder)
        except OSError as error:
            show_error(self._window, fill(self.tr("%1 can't be read: %2"), folder, system_text(error)))
            return False
        self._settings.folder = str(folder)
        return True

    def show_played(self) -> None:
        """List the games that were played here to their end, the last one first."""
        self._against = None
        self._list_played()
        self._library.show_games()
        self.wanted.emit()

    def show_against(self, opponent: Opponent) -> None:
        """List those of the played games that count in the tally against ``opponent``, and give the list the keyboard."""
        self._against = opponent
        self._list_played()
        self._library.show_games()
        self._library.table.setFocus()

    def _show_tally(self) -> None:
        self._library.tally.show_games(self._tally.games())
        if self._against is not None:
            self.list_played_again()

    def _list_played(self) -> None:
        try:
            folder = played.folder()
            folder.mkdir(exist_ok=True)
            against = self._against
            games = [] if against is None else self._tally.games().get(against, [])
            self._library.show_folder(
                folder,
                self._name_of_played(),
                newest_first=True,
                only=None if against is None else {game.path for game in games if game.path is not None},
                has_results=True,
                if_empty=self.tr("No game has been played to its end yet."),
                note=fill(
                    self.tr("Saved elsewhere: see “%1” in the menu “Game”."),
                    without_key(self._recent.menu.title()),
                ),
            )
        except OSError as error:
            what = error.filename or self.tr("Played games")
            show_error(self._window, fill(self.tr("%1 can't be read: %2"), what, system_text(error)))

    def _name_of_played(self) -> str:
        if self._against is None:
            return self.tr("Played games")
        return fill(self.tr("Played games: %1"), self._against.label)

    def list_again(self, folder: Path) -> None:
        """List ``folder`` again, which is listed or was before a file's games."""
        if played.holds(folder):
            self._list_played()
        else:
            self._list_folder(folder)

    def go_back(self, folder: Path) -> None:
        """From the games of a file list ``folder`` again, from those against an opponent show the results against all."""
        against = self._against if self._library.folder is not None else None
        if against is not None:
            self._against = None
            self._library.show_results()
        self.list_again(folder)

    def list_played_again(self) -> None:
        """List the played games again where they are listed: one was added, or the language has changed."""
        if self._library.folder is not None and played.holds(self._library.folder):
            self._list_played()

    # --- games of one file ------------------------------------------------------------------------------------

    def show_collection(self, name: str, path: Path | None, parts: list[bytes]) -> None:
        """List the games of the file ``path``, or of the source ``name``, and bring the list to view."""
        if path is not None:
            self._recent.remember(path)
        self._library.show_collection(name, path, parts)
        self.wanted.emit()

    def list_written(self, path: Path) -> None:
        """Update the list if it shows games of ``path``, which was written."""
        if path.parent == self._library.folder:
            self.list_again(path.parent)
        elif path == self._library.file:
            try:
                self._library.show_collection(path.name, path, records.split(path))
            except RecordError as error:
                show_error(self._window, error_text(error))

    # --- the game in the window -------------------------------------------------------------------------------

    def show_open(self, entry: Entry) -> None:
        """Note that the game in the window is now ``entry``, and select its row if it is listed."""
        self._opened = self._controller.game
        self._library.show_open(entry)

    def _leave_row(self) -> None:
        """Deselect the row once the game in the window is not the one that was opened."""
        if self._opened is not None and self._opened is not self._controller.game:
            self._opened = None
            self._library.show_open(None)

    def find_again(self, source: Source, modified: bool) -> None:
        """Find the game from ``source`` there again after a restart, or after its file was rewritten. It is ``modified`` since; if the file is gone,
        it stands in no file. If it is one of several, they are listed again, unless the file no longer holds its record."""
        belonging, path = self._belonging, source.file
        if path is None:
            belonging.to_source(source, modified)
            return
        part = self._listed_again(path, source.number, source.mark) if source.number else None
        if part is not None:
            self.show_open(part)
            belonging.to_part(part, modified)
        elif not source.number and os.path.exists(path):
            belonging.to_file(path, modified, source.mark)
        else:
            self._library.show_open(None)
            belonging.to_nothing(modified=True)

    def _listed_again(self, path: Path, number: int, mark: str) -> Entry | None:
        """The game with this ``mark`` in ``path``, of several alike the one closest to ``number``, after listing the file's games. ``None``, and the
        list unchanged, if it is not there any more."""
        try:
            parts = records.split(path)
        except RecordError:
            return None
        marked = [entry for entry in entries_of(path.name, path, parts) if entry.mark == mark]
        if marked:
            self._library.show_collection(path.name, path, parts)
        return min(marked, key=lambda entry: abs(entry.number - number), default=None)

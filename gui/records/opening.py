"""Opening games: from a file that is chosen, dropped or named elsewhere, from a list, from a text. Asks first whether the game in the window may be
left. Of a file of several games the first is shown and all are listed."""

import os
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QFileDialog

from core import records
from core.records import ReadResult, RecordError
from gui.game.record_players import take_up
from gui.parts.saving import start_folder
from gui.parts.tables import choose_row
from gui.program.errors import show_error
from gui.program.messages import error_text, fill, first_told
from gui.records import reading
from gui.records.belonging import Belonging
from gui.records.entries import Entry, Source, mark_of
from gui.records.leaving import LeaveDesk
from gui.records.library import LibraryPanel
from gui.records.lists import ListDesk
from gui.records.recent import RecentFiles

if TYPE_CHECKING:
    from gui.main_window import MainWindow


class OpenDesk(QObject):
    """Reads games and hands them to the controller."""

    def __init__(
        self,
        window: "MainWindow",
        library: LibraryPanel,
        belonging: Belonging,
        recent: RecentFiles,
        lists: ListDesk,
        leaving: LeaveDesk,
    ):
        super().__init__(window)
        self._window, self._library = window, library
        self._belonging, self._recent, self._lists, self._leaving = belonging, recent, lists, leaving

    # --- files ------------------------------------------------------------------------------------------------

    def open_file(self) -> None:
        path, _ = QFileDialog.getOpenFileName(
            self._window,
            self.tr("Open a game"),
            str(start_folder(self._window.settings)),
            self.tr("Game records (*.sgf *.txt);;All files (*)"),
        )
        if path:
            self.open_path(Path(path))

    def take(self, path: Path) -> None:
        """Open a file, list a folder."""
        if os.path.isdir(path):
            self._lists.show_folder(path)
        else:
            self.open_path(path)

    def open_path(self, path: Path) -> None:
        """Show the game in ``path`` if the game in the window may be left. Of several the first is shown and all are listed. Tells what could not be
        read."""
        try:
            parts = records.split(path)
        except RecordError as error:
            if not os.path.exists(path):
                self._recent.forget(path)
            show_error(self._window, error_text(error))
            return
        self.open_parts(parts, path.name, path)

    def open_parts(self, parts: list[bytes], name: str, path: Path | None) -> None:
        """Show the first of ``parts``, from the file ``path`` if there is one, if the game in the window may be left. Several are all listed under
        ``name``."""
        try:
            result = reading.read(self._window, parts[0], name)
        except RecordError as error:
            if len(parts) > 1:
                self._lists.show_collection(name, path, parts)  # the others may be readable
            show_error(self._window, error_text(error))
            return
        if result is None or not self._leaving.may_leave_game():
            self._library.choose_open()
            return
        if len(parts) > 1:
            self._lists.show_collection(name, path, parts)
            self._show(result, self._library.model.listed[0], name)
            return
        if path is not None:
            self._recent.remember(path)
        self._show(result, Entry(name, path), name, mark_of(parts[0]))

    # --- games of the list ------------------------------------------------------------------------------------

    def open_listed(self, row: int) -> None:
        """Open the game of a row."""
        entry = self._library.entry(
            row
        )  # taken now: the game in the window may join the list and shift its rows
        if entry.path is not None and entry.data is None:
            self.open_path(entry.path)  # the file may hold several games
            return
        try:
            result = reading.read(self._window, entry.parts()[0], entry.name)
        except RecordError as error:
            show_error(self._window, error_text(error))
            return
        if result is not None and self._leaving.may_leave_game():
            self._show(result, entry, entry.name)
        else:
            self._library.choose_open()

    def open_next(self) -> None:
        self._open_beside(1, self.tr("The list has no game after this one."))

    def open_previous(self) -> None:
        self._open_beside(-1, self.tr("The list has no game before this one."))

    def _open_beside(self, step: int, if_none: str) -> None:
        """Open the game a ``step`` from the selected row. That row is selected even if the game can't be read, so that the next step leads beyond
        it."""
        table, games = self._library.table, len(self._library.model.entries)
        row = table.currentIndex().row() + step
        if 0 <= row < games:
            choose_row(table, row)
            self.open_listed(row)
        else:
            self._window.notices.tell_below(if_none if games else self.tr("No games are listed."))

    # --- showing ----------------------------------------------------------------------------------------------

    def _show(self, result: ReadResult, entry: Entry, name: str, mark: str = "") -> None:
        """Show a game, listed as ``entry`` if it is in the list. It belongs to its file only if all of it was read: else saving would lose what was
        left out. Messages call its source ``name``. ``mark``: hash of the file as it was read."""
        game, settings = result.game, self._window.settings
        black, white = take_up(game, settings.engines)
        self._window.controller.open_game(game, black, white, settings.strict)
        self._lists.show_open(entry)
        if entry.number:
            self._belonging.to_part(entry)
        elif not result.is_whole:
            self._belonging.to_source(Source(name=name))
        elif entry.path is None:
            self._belonging.to_nothing()
        else:
            self._belonging.to_file(entry.path, mark=mark)
        self._window.turn_to_board()
        self._window.games.watch_no_more()
        told = first_told(
            [problem.describe(game.size, self._window.appearance.notation) for problem in result.problems]
        )
        if entry.path is not None and not entry.number and not result.is_whole:
            told.append(self.tr("The file stays as it is: “Save” asks where to put what was read."))
        if told:
            show_error(self._window, "\n".join([name, *told]))


class DroppedFiles(QObject):
    """A file dropped on the window is opened; a folder is listed."""

    def __init__(self, window: "MainWindow", opening: OpenDesk):
        super().__init__(window)
        self._window, self._opening = window, opening
        window.setAcceptDrops(True)
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if not isinstance(event, QDropEvent) or event.type() not in (QEvent.Type.DragEnter, QEvent.Type.Drop):
            return super().eventFilter(watched, event)
        paths = [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]
        if not paths:
            return False
        event.setDropAction(Qt.DropAction.CopyAction)
        event.accept()
        if event.type() == QEvent.Type.Drop:
            # later: the program that the file comes from waits for the end of the drop
            QTimer.singleShot(0, lambda: self._take(paths))
        return True

    def _take(self, paths: list[Path]) -> None:
        """Open the first path, and tell the user about the others."""
        if len(paths) > 1:
            said = self.tr(
                "Of the files that were dropped (%1), “%2” alone is opened. Drop their folder to have all listed."
            )
            self._window.notices.tell_below(fill(said, len(paths), paths[0].name))
        self._opening.take(paths[0])

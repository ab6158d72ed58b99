"""Removing listed games: a file goes to the trash, one of several games is taken out of its file. The game in the window stays, without a file."""

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from core import records
from core.records import RecordError
from gui.parts.asking import agrees
from gui.parts.removing import remove
from gui.parts.tables import choose_row
from gui.program.errors import show_error
from gui.program.messages import error_text, fill
from gui.records.belonging import Belonging
from gui.records.library import Entry, LibraryPanel
from gui.records.lists import ListDesk
from gui.records.recent import RecentFiles
from gui.records.writing import Writing

if TYPE_CHECKING:
    from gui.main_window import MainWindow


class RemovalDesk(QObject):
    """Removes games, after asking."""

    def __init__(
        self,
        window: "MainWindow",
        library: LibraryPanel,
        belonging: Belonging,
        recent: RecentFiles,
        lists: ListDesk,
        writing: Writing,
    ):
        super().__init__(window)
        self._window, self._library = window, library
        self._belonging, self._recent, self._lists, self._writing = belonging, recent, lists, writing

    def remove_listed(self, row: int) -> None:
        """Take a row's game out of its file, or put its file into the trash with all its games."""
        entry = self._library.entry(row)
        if self._take_out(entry) if entry.number else self._remove_file(entry):
            choose_row(self._library.table, min(row, len(self._library.model.entries) - 1))

    def _remove_file(self, entry: Entry) -> bool:
        path, folder = entry.path, self._library.folder
        assert path is not None and folder is not None  # removal is offered only for files of a listed folder
        if not remove(self._window, path, self._question_before(path)):
            return False
        self._recent.forget(path)
        if path == self._belonging.came_from:
            self._belonging.to_nothing(self._belonging.modified)
        self._lists.list_again(folder)
        return True

    def _question_before(self, path: Path) -> str:
        try:
            games = len(records.split(path))
        except RecordError:
            games = 1  # unreadable: the number is unknown
        of_several = fill(self.tr("Remove the file “%1” with all its games (%2)?"), path.name, games)
        question = of_several if games > 1 else fill(self.tr("Remove the game “%1”?"), path.name)
        return "\n\n".join((question, str(path)))

    def _take_out(self, entry: Entry) -> bool:
        """Take one of several games out of its file for good. Returns whether it is gone."""
        path, part = entry.path, entry.data
        assert path is not None and part is not None  # games of no file can't be removed
        said = self.tr("Remove game %1 from “%2” for good? The file's other games (%3) stay.")
        others = len(self._library.model.entries) - 1
        if not agrees(self._window, fill(said, entry.number, path.name, others), self.tr("&Remove")):
            return False
        try:
            left = records.without_game(path, entry.number, part)
        except RecordError as error:
            show_error(self._window, error_text(error))
            return False
        if left is None:
            said = self.tr(
                "The game can't be taken out of “%1”: the file has changed since, or is not in UTF-8."
            )
            show_error(self._window, fill(said, path.name))
            return False
        if not self._writing.write(path, lambda: records.write(left, path)):
            return False
        belonging = self._belonging
        if path == belonging.came_from:
            self._lists.find_again(
                path, belonging.modified, belonging.read_from, belonging.number, belonging.mark
            )
        return True

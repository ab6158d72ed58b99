"""Removing listed games: files go to the trash, some of several games are taken out of their file. The game in the window stays, without a file."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from core import records
from core.records import RecordError
from gui.parts.asking import agrees
from gui.parts.removing import remove_all
from gui.parts.tables import choose_row
from gui.program.errors import show_error
from gui.program.messages import error_text, fill, first_told
from gui.records.belonging import Belonging
from gui.records.entries import Entry
from gui.records.library import LibraryPanel
from gui.records.lists import ListDesk
from gui.records.recent import RecentFiles
from gui.records.writing import Writing

MANY_FILES = 500
"""Most files whose games are counted before a question: they have to be read for that."""


class RemovalDesk(QObject):
    """Removes games, after asking."""

    def __init__(
        self,
        window: QWidget,
        library: LibraryPanel,
        belonging: Belonging,
        recent: RecentFiles,
        lists: ListDesk,
        writing: Writing,
    ):
        super().__init__(window)
        self._window, self._library = window, library
        self._belonging, self._recent, self._lists, self._writing = belonging, recent, lists, writing

    def remove_listed(self, rows: Sequence[int]) -> None:
        """Take the games of these rows out of their file, or put their files into the trash with all games in them."""
        entries = [self._library.entry(row) for row in rows]
        if self._take_out(entries) if entries[0].number else self._remove_files(entries):
            choose_row(self._library.table, min(*rows, len(self._library.model.entries) - 1))

    def _remove_files(self, entries: list[Entry]) -> bool:
        """Put the files of ``entries`` into the trash. Returns whether any is gone."""
        folder = self._library.folder
        assert folder is not None  # removal is offered only for files of a listed folder
        paths = [entry.path for entry in entries if entry.path is not None]
        gone = remove_all(self._window, paths, self._question_before(paths, folder))
        for path in gone:
            self._recent.forget(path)
            if path == self._belonging.source.file:
                self._belonging.to_nothing(self._belonging.modified)
        if gone:
            self._lists.list_again(folder)
        return bool(gone)

    def _question_before(self, paths: list[Path], folder: Path) -> str:
        if len(paths) > 1:
            question = self._question_before_files(paths, folder)
            return "\n\n".join((question, "\n".join(first_told([path.name for path in paths]))))
        (path,) = paths
        games = _number_of_games(path)
        of_several = fill(self.tr("Remove the file “%1” with all its games (%2)?"), path.name, games)
        question = of_several if games > 1 else fill(self.tr("Remove the game “%1”?"), path.name)
        return "\n\n".join((question, str(path)))

    def _question_before_files(self, paths: list[Path], folder: Path) -> str:
        if len(paths) > MANY_FILES:
            said = self.tr("Remove the chosen files (%1) with all their games from the folder “%2”?")
            return fill(said, len(paths), folder.name)
        games = sum(map(_number_of_games, paths))
        said = self.tr("Remove the chosen files (%1) from the folder “%2”?")
        if games > len(paths):
            said = self.tr("Remove the chosen files (%1) with all their games (%3) from the folder “%2”?")
        return fill(said, len(paths), folder.name, games)

    def _take_out(self, entries: list[Entry]) -> bool:
        """Take some of several games out of their file for good, all or none. Returns whether they are gone."""
        path = entries[0].path
        assert path is not None  # games of no file can't be removed
        if not agrees(self._window, self._question_before_taking(entries, path), self.tr("&Remove")):
            return False
        try:
            games = {entry.number: entry.data for entry in entries if entry.data is not None}
            left = records.without_games(path, games)
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
        if path == self._belonging.source.file:
            self._lists.find_again(self._belonging.source, self._belonging.modified)
        return True

    def _question_before_taking(self, entries: list[Entry], path: Path) -> str:
        others = len(self._library.model.listed) - len(entries)
        if len(entries) == 1:
            said = self.tr("Remove game %1 from “%2” for good? The file's other games (%3) stay.")
            return fill(said, entries[0].number, path.name, others)
        said = self.tr("Remove the chosen games (%1) from “%2” for good? The file's other games (%3) stay.")
        return fill(said, len(entries), path.name, others)


def _number_of_games(path: Path) -> int:
    """The number of games in ``path``; 1 if it can't be read and the number is unknown."""
    try:
        return len(records.split(path))
    except RecordError:
        return 1

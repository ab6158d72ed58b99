"""Files of several games: saving the game in its place among the others, and adding games at the end. :mod:`gui.records.removal` takes games out."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from core import records
from core.records import RecordError
from gui.game.record_players import named_for_people, saved_record
from gui.parts.asking import agrees
from gui.parts.saving import ask_where
from gui.program.errors import show_error
from gui.program.messages import error_text, fill, first_told
from gui.records import reading
from gui.records.belonging import Belonging
from gui.records.entries import Entry, Source, mark_of, records_of
from gui.records.library import LibraryPanel
from gui.records.lists import ListDesk
from gui.records.recent import RecentFiles
from gui.records.writing import Writing

if TYPE_CHECKING:
    from gui.main_window import MainWindow


class SeveralDesk(QObject):
    """Changes one game of a file, or adds some, and leaves the rest of the file as it is."""

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
        self.kept_whole: set[Path] = set()
        """Files in which the user has saved one game alone, or to which they have added one: from then on games are saved there without asking."""
        self._added_to: Path | None = None
        """The file to which games were last added."""

    # --- the game in its place among others -------------------------------------------------------------------

    def with_game(self, path: Path) -> bytes | None:
        """The content of ``path`` with the game in the window in the place where it was opened. ``None`` if it was not opened there, or could be read
        only in part."""
        entry = self._library.opened
        if entry is None or entry.data is None or entry.path != path or path.suffix.lower() != ".sgf":
            return None
        try:
            game = named_for_people(self._window.controller.game)
            as_read = reading.read(self._window, entry.data, entry.name)
            if as_read is None or not as_read.is_whole:
                return None
            return records.with_game(path, entry.number, entry.data, game)
        except RecordError:
            return None

    def save_within(self, path: Path) -> bool | None:
        """Write the game in its place among the others of its file. Returns whether that succeeded, or ``None``, without a message, if it has no
        place there."""
        changed, opened = self.with_game(path), self._library.opened
        if changed is None or opened is None:
            return None
        if not self._writing.write(path, lambda: records.write(changed, path)):
            return False
        part = records.split_data(changed, path.name)[opened.number - 1]
        self._stands_among_others(path, replace(opened, data=part))
        said = self.tr("Saved: “%1”, game %2; the file's other games stay as they are.")
        self._window.notices.tell_below(fill(said, path.name, opened.number))
        return True

    def _stands_among_others(self, path: Path, entry: Entry) -> None:
        """Note that the game in the window is now ``entry``, one of several in ``path``."""
        self._lists.show_open(entry)
        self._belonging.to_part(entry)
        self.kept_whole.add(path)

    # --- games added ------------------------------------------------------------------------------------------

    def add_to_file(self) -> None:
        """Add the game in the window to a file of several; it belongs there from then on."""
        path = self._place_among_others(self._window, self.tr("Add the game to a file"))
        if path is not None:
            self.add(path)

    def _place_among_others(self, front: QWidget, title: str) -> Path | None:
        """The file to which games are to be added; ``None`` if the user cancels, or the chosen file can hold only one game."""
        name = self.tr("Games")
        proposed = self._added_to or f"{name}.sgf"
        kinds, settings = {"SGF (*.sgf)": ".sgf"}, self._window.settings
        accept = self.tr("&Add")  # “Save” would sound as if the file were replaced
        path, _ = ask_where(
            front, settings, title, proposed, kinds, confirms=False, kept=(".txt",), accept=accept
        )
        if path is not None and path.suffix.lower() == ".txt":
            said = self.tr("A championship record (.txt) holds one game alone. Choose an SGF file (.sgf).")
            show_error(front, said)
            return None
        return path

    def takes_another(self, path: Path) -> bool:
        """Whether the game in the window could be added to ``path``, to which it does not belong."""
        try:
            records.with_added(path, ())
        except RecordError:
            return False
        return path != self._belonging.source.file and path.suffix.lower() == ".sgf"

    def add(self, path: Path) -> bool:
        """Add the game in the window at the end of ``path``; it belongs there from then on. Returns whether that succeeded."""
        if path == self._belonging.source.file and not self._agrees_to_repeat(path, self._window):
            return False
        parts = self._write_added(path, [saved_record(self._window.controller.game)], self._window)
        if not parts:
            return False
        if len(parts) == 1:
            self._belonging.to_file(path)
            self._recent.remember(path)
            self._window.notices.tell_below(fill(self.tr("Saved: %1"), path.name))
            return True
        self._lists.show_collection(path.name, path, parts)
        self._stands_among_others(path, self._library.model.listed[-1])
        said = self.tr("Added to “%1”, where it is game %2 now.")
        self._window.notices.tell_below(fill(said, path.name, len(parts)))
        return True

    def add_listed(self, entries: list[Entry], front: QWidget) -> None:
        """Add games of a list at the end of a file, which is asked for in front of the window ``front``."""
        added, left_out = records_of(entries)
        if added:
            path = self._place_among_others(front, self.tr("Add the chosen games to a file"))
            if path is None or not self._add_records(path, added, entries, front):
                return
        if left_out:
            told = self.tr("These games can't stand with others in a file:")
            show_error(front, "\n".join([told, *first_told(left_out)]))

    def _add_records(self, path: Path, added: list[bytes], entries: list[Entry], front: QWidget) -> bool:
        """Add ``added``, the records of ``entries``, at the end of ``path``. Returns whether that succeeded."""
        is_from_there = any(entry.path == path for entry in entries)
        if is_from_there and not self._agrees_to_repeat(path, front):
            return False
        parts = self._write_added(path, added, front)
        if parts:
            self._recent.remember(path)
            said = self.tr("Games added to “%1”: %2. It holds %3 now.")
            self._window.notices.tell_below(fill(said, path.name, len(added), len(parts)))
        return bool(parts)

    def _agrees_to_repeat(self, path: Path, front: QWidget) -> bool:
        """Whether the user wants ``path`` to hold a second copy of what came from it."""
        said = self.tr("“%1” already holds what is to be added. Add it once more?")
        return agrees(front, fill(said, path.name), self.tr("&Add once more"))

    def _write_added(self, path: Path, added: list[bytes], front: QWidget) -> list[bytes]:
        """Write these records at the end of ``path``. Returns all records that it then holds, none on failure."""
        alone = self._belonging.is_alone_in(path)
        try:
            changed = records.with_added(path, added)
        except RecordError as error:
            show_error(front, error_text(error))
            return []
        if not self._writing.write(path, lambda: records.write(changed, path), front):
            return []
        self._added_to = path
        parts = records.split_data(changed, path.name)
        if alone:  # the game in the window is now the first of several
            first = Source(path, path.name, 1, mark_of(parts[0]))
            self._lists.find_again(first, self._belonging.modified)
        return parts

"""A list of games: the records of a folder, or the games of one file."""

from collections.abc import Callable, Collection
from pathlib import Path

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QLabel,
    QTabBar,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from gui.parts.button_menu import offer_in_menu
from gui.parts.empty_note import EmptyNote
from gui.parts.forms import HintedLine
from gui.parts.giving_way import keep_tight
from gui.parts.offers import offer
from gui.parts.tables import choose_row, select_rows, selected_rows
from gui.program.messages import fill, source_label
from gui.records.adding import AddButton
from gui.records.arranging import counted, words_of
from gui.records.entries import Entry, entries_of
from gui.records.game_list import IN_ITS_OWN_ORDER, GameListModel
from gui.records.games_table import GamesTable
from gui.records.tally import Tally
from gui.records.tally_table import TallyTable

SUFFIXES = (".sgf", ".txt")
GAMES, RESULTS = range(2)
"""What stands below the list's title: the games, or of the played games the results against each opponent."""


class SearchLine(HintedLine):
    """A field for words to look for, which Esc empties."""

    def __init__(self) -> None:
        super().__init__()
        self.setClearButtonEnabled(True)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and self._empties(event):
            event.accept()  # before Esc closes something else in the window
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self._empties(event):
            self.clear()
        else:
            super().keyPressEvent(event)

    def _empties(self, event: QEvent) -> bool:
        return isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape and bool(self.text())


class LibraryPanel(QWidget):
    """The list: a double click or Return opens a game, Delete and a button remove files, another puts the chosen games into one."""

    chosen = Signal(int)
    """Carries a row."""
    removal_asked = Signal(object)
    """Carries the list of rows whose games or files are to be removed."""
    adding_asked = Signal(object, object)
    """Carries the list of :class:`Entry` to add to a file, and the window to ask in front of."""
    folder_asked = Signal(object)
    """Carries the folder that was listed before a file's games, or of which some are listed."""
    results_asked = Signal()
    """The results against each opponent come to view."""

    def __init__(self, parent: QWidget | None = None):
        super().__init__(parent)
        self.model = GameListModel()
        self.title = QLabel()
        self.title.setWordWrap(True)
        self.title.setMinimumWidth(1)  # a folder's name may be one long word
        self.note = QLabel()
        self.note.setWordWrap(True)
        self.table = GamesTable(self.model)
        self.search = SearchLine()
        self.search.textChanged.connect(self._arrange)
        self.search.returnPressed.connect(self.table.setFocus)
        self.table.horizontalHeader().sortIndicatorChanged.connect(self._arrange)
        self.model.read_more.connect(self._rearrange)
        QShortcut(QKeySequence.StandardKey.Find, self, self._start_search)
        self.table.activated.connect(lambda index: self.chosen.emit(index.row()))
        self._nothing = EmptyNote(self.table)
        self.tally = TallyTable()
        self.tabs = QTabBar()
        """Chooses what stands below the title, of the played games alone."""
        self.tabs.setDrawBase(False)
        self.tabs.addTab("")
        self.tabs.addTab("")
        self.tabs.currentChanged.connect(self._show_page)
        self.back = QToolButton()
        self.back.clicked.connect(lambda: self.folder_asked.emit(self._folder))
        self.remove = QToolButton()
        self.remove.clicked.connect(lambda: self.removal_asked.emit(sorted(selected_rows(self.table))))
        self.add = AddButton(self.table)
        self.add.clicked.connect(lambda: self.adding_asked.emit(self._chosen(), self.window()))
        self.open_chosen = QAction(self)
        self.open_chosen.triggered.connect(lambda: self.chosen.emit(self.table.currentIndex().row()))
        offer_in_menu(self.table, (self.add, self.remove), self.remove, first=self.open_chosen)
        self.table.selectionModel().selectionChanged.connect(self._offer_removal)
        heading = QHBoxLayout()
        heading.addWidget(self.title, 1)
        heading.addWidget(self.add)
        heading.addWidget(self.remove)
        layout = QVBoxLayout(self)
        keep_tight(layout)
        layout.addWidget(self.back)
        layout.addWidget(self.tabs)
        layout.addLayout(heading)
        layout.addWidget(self.search)
        layout.addWidget(self.table)
        layout.addWidget(self.tally)
        layout.addWidget(self.note)
        self._name = self._if_empty = self._note = ""
        self._folder: Path | None = None
        """The folder that is listed, or was before a file's games."""
        self._lists_parts = False
        """Whether the games of one file are listed."""
        self._lists_some = self._has_results = False
        """Whether not all games of the folder are listed, and whether its results can be looked at."""
        self._source: tuple[str, Path | None] = "", None
        """What is listed, to know it again."""
        self.opened: Entry | None = None
        """The game on the board, if it may be in the list."""
        self.retranslate()

    def show_folder(
        self,
        folder: Path,
        name: str = "",
        newest_first: bool = False,
        if_empty: str = "",
        note: str = "",
        only: Collection[Path] | None = None,
        has_results: bool = False,
    ) -> None:
        """List the records of ``folder``, or ``only`` some, under ``name`` or its own name. ``if_empty`` is shown where there are none, ``note``
        always below the list. ``has_results``: they are games that were played here, of which the tally tells. Raises ``OSError`` if it can't be
        read."""
        files = sorted(
            (
                path
                for path in folder.iterdir()
                if path.suffix.lower() in SUFFIXES and (only is None or path in only)
            ),
            key=lambda path: counted(path.name),
        )
        if newest_first:
            files.reverse()  # their names are dates
        self._name, self._folder, self._if_empty, self._note = name or folder.name, folder, if_empty, note
        self._lists_parts, self._lists_some, self._has_results = False, only is not None, has_results
        self._list([Entry(path.name, path) for path in files])

    @property
    def folder(self) -> Path | None:
        """The folder whose records are listed; ``None`` if a file's games are."""
        return None if self._lists_parts else self._folder

    @property
    def file(self) -> Path | None:
        """The file whose games are listed; ``None`` if a folder's records are."""
        return self.model.listed[0].path if self._lists_parts else None

    def show_collection(self, name: str, path: Path | None, parts: list[bytes]) -> None:
        """List the games of the file ``path``, or of the source ``name``; a button leads back to the folder. A file that was written over may hold a
        single game."""
        self._name, self._lists_parts = name, True
        self._lists_some = self._has_results = False
        self._if_empty = self._note = ""
        self._list(entries_of(name, path, parts) if len(parts) > 1 else [Entry(name, path)])

    def _list(self, entries: list[Entry]) -> None:
        """List ``entries``. Games that are chosen and still listed stay chosen, and those in view stay in view; else the game on the board is
        chosen."""
        before, table = self.model.entries, self.table
        chosen, top = self._chosen(), table.rowAt(0)
        stays = top > 0 or bool(chosen) or table.viewport().underMouse()
        table.verticalHeader().setVisible(bool(entries and entries[0].number))
        self._forget_order(entries)
        self.model.show_entries(entries)
        self._choose(chosen)
        row = self.model.row_of(before[top]) if stays and top >= 0 else None
        if row is not None:
            place = self.model.index(row, table.columnAt(0))  # vertically only
            table.scrollTo(place, QAbstractItemView.ScrollHint.PositionAtTop)
        self.table.make_room_for_names()
        self._show_texts()

    def _forget_order(self, entries: list[Entry]) -> None:
        """Show all games in the list's own order if ``entries`` are of another source than those listed before."""
        source = self._name, entries[0].path if self._lists_parts else self._folder
        if source != self._source:
            self._source = source
            self.search.clear()
            header = self.table.horizontalHeader()
            header.setSortIndicator(IN_ITS_OWN_ORDER, Qt.SortOrder.AscendingOrder)

    def _arrange(self) -> None:
        """Follow the search and the column chosen for the order."""
        header = self.table.horizontalHeader()
        descending = header.sortIndicatorOrder() == Qt.SortOrder.DescendingOrder
        words, column = words_of(self.search.text()), header.sortIndicatorSection()
        self._keeping_choice(lambda: self.model.arrange(column, descending, words))

    def _rearrange(self) -> None:
        self._keeping_choice(self.model.rearrange)

    def _keeping_choice(self, arrange: Callable[[], None]) -> None:
        """Call ``arrange``, after which the same games are chosen, as far as they are shown."""
        chosen = self._chosen()
        arrange()
        self._choose(chosen)
        self._show_title()
        self._nothing.setText(self._why_nothing())

    def _start_search(self) -> None:
        self.search.setFocus()
        self.search.selectAll()

    def _chosen(self) -> list[Entry]:
        """The chosen entries, in the order of the list."""
        return [self.model.entries[row] for row in sorted(selected_rows(self.table))]

    def _choose(self, entries: list[Entry]) -> None:
        """Select those of ``entries`` that are listed; if none is, the game on the board."""
        places = map(self.model.row_of, entries)
        rows = [row for row in places if row is not None]
        if rows:
            choose_row(self.table, rows[0])
            select_rows(self.table, rows)
        else:
            self.choose_open()

    def entry(self, row: int) -> Entry:
        return self.model.entries[row]

    def show_open(self, entry: Entry | None) -> None:
        """Note that the game on the board is ``entry``, or not from a list."""
        self.opened = entry
        self.choose_open()

    def choose_open(self) -> None:
        """Select the row of the game on the board; none if it is not listed."""
        opened = self._open_in_list()
        row = None if opened is None else self.model.row_of(opened)
        if row is not None:
            choose_row(self.table, row)
        else:
            self.table.selectionModel().clear()
        self._show_title()

    def _open_in_list(self) -> Entry | None:
        """The game on the board, or its file, if it is listed, shown or not."""
        place_of, opened = self.model.place_of, self.opened
        whole = None if opened is None or opened.path is None else Entry(opened.path.name, opened.path)
        return next(
            (each for each in (opened, whole) if each is not None and place_of(each) is not None), None
        )

    def _show_title(self) -> None:
        """Show what is listed and which of how many games is on the board, or how many were found, and mark that row."""
        opened, name = self._open_in_list(), source_label(self._name)
        place = None if opened is None else self.model.place_of(opened)
        self.model.show_on_board(None if opened is None else self.model.row_of(opened))
        games = f"{len(self.model.listed):,}"
        if self.model.words:
            said = self.tr("%1: %2 of %3 games found")
            self.title.setText(fill(said, name, f"{len(self.model.entries):,}", games))
        elif place is None:
            self.title.setText(f"{name} ({games})")
        else:
            self.title.setText(f"{name} ({place + 1:,}/{games})")

    def _offer_removal(self) -> None:
        """Offer to remove the chosen files, or some of several games in a file."""
        about = self.tr("Put the files of the chosen games into the trash")
        chosen, why_not = len(selected_rows(self.table)), ""
        if self._lists_parts:
            about = self.tr("Take the chosen games out of the file")
            if self.file is None:
                why_not = self.tr("These games are in no file.")
            elif len(self.model.listed) == 1:
                why_not = self.tr("This is the file's only game.")
            elif chosen == len(self.model.listed):
                why_not = self.tr("All games of the file are chosen; one has to stay in it.")
        if not why_not and not chosen:
            why_not = self.tr("Choose games in the list.")
        offer(self.remove, why_not, about)

    def retranslate(self) -> None:
        self._show_texts()
        self.model.retranslate()

    def show_results(self) -> None:
        """Bring the results against each opponent to view, with the keyboard."""
        self.tabs.setCurrentIndex(RESULTS)
        self.tally.setFocus()

    def show_games(self) -> None:
        """Bring the games to view."""
        self.tabs.setCurrentIndex(GAMES)

    @property
    def _in_view(self) -> int:
        return self.tabs.currentIndex() if self._has_results else GAMES

    def _show_page(self) -> None:
        """Show the games, or the results, with what belongs to them."""
        shows_games = self._in_view == GAMES
        self.table.setVisible(shows_games)
        self.tally.setVisible(not shows_games)
        for each in (self.add, self.remove, self.search):
            each.setVisible(shows_games and bool(self.model.listed))
        note = self._note if shows_games else self.tr("Only games without help count.")
        self.note.setText(note)
        self.note.setToolTip("" if shows_games else Tally.what_counts())
        self.note.setVisible(bool(note))
        if not shows_games:
            self.results_asked.emit()

    def _show_texts(self) -> None:
        self.tabs.setVisible(self._has_results)
        for page, text in ((GAMES, self.tr("Games")), (RESULTS, self.tr("Results"))):
            self.tabs.setTabText(page, text)
        self.tabs.setTabToolTip(RESULTS, Tally.what_counts())
        self.tabs.setAccessibleName(self.tr("What is shown of the played games"))
        self._show_page()
        self.search.setPlaceholderText(self.tr("Search: player, event, file…"))
        self.search.setAccessibleName(self.tr("Search the games"))
        self.remove.setText(self.tr("Remove…"))
        self.open_chosen.setText(self.tr("Open"))
        self._offer_removal()
        self.title.setVisible(bool(self._name))
        self._show_title()
        self.title.setToolTip("" if self.folder is None else str(self.folder))
        self.back.setVisible((self._lists_parts or self._lists_some) and self._folder is not None)
        self.back.setText(self.tr("Back to the previous &list"))
        self.back.setToolTip(str(self._folder))
        self._nothing.setText(self._why_nothing())
        self.table.setAccessibleName(self.tr("List of games"))

    def _why_nothing(self) -> str:
        if self.model.words:
            return (
                self.tr("Searching…")
                if self.model.is_reading_all
                else self.tr("No game has all these words.")
            )
        if self._if_empty:
            return self._if_empty
        if self._name:
            return self.tr("There are no game records (.sgf, .txt) in this folder.")
        return self.tr(
            "“Open a folder” lists the games in it here, “Played games” those that you played to their end, and “Open” those of a file "
            "that holds several."
        )

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        super().changeEvent(event)

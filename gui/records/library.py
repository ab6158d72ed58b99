"""A list of games: the records of a folder, or the games of one file. Each is read when it is first seen, in slices of some milliseconds, so that a
list of thousands appears at once."""

import time
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from pathlib import Path

from PySide6.QtCore import QAbstractTableModel, QEvent, QModelIndex, QPersistentModelIndex, Qt, QTimer, Signal
from PySide6.QtGui import (
    QAction,
    QFont,
    QFontMetrics,
    QHelpEvent,
    QKeyEvent,
    QKeySequence,
    QResizeEvent,
    QShortcut,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QTableView,
    QToolButton,
    QToolTip,
    QVBoxLayout,
    QWidget,
)

from ai.training.self_play_record import self_play_of
from core import records
from core.game import Game, Reason
from core.position import Color
from core.records import RecordError
from gui.game.record_players import name_in_record, saved_record
from gui.parts.button_menu import offer_in_menu
from gui.parts.empty_note import EmptyNote
from gui.parts.forms import HintedLine
from gui.parts.giving_way import keep_tight
from gui.parts.offers import offer
from gui.parts.tables import choose_row, look_only, row_tip, select_rows, selected_rows
from gui.program.messages import (
    aligned_date_text,
    color_text,
    compact_label,
    error_text,
    fill,
    moment_text,
    player_label,
    reason_text,
    source_label,
    today_or_day,
)
from gui.program.player_text import EXTERNAL_KINDS, without_command
from gui.records.adding import AddButton
from gui.records.arranging import Key, counted, dated, in_order, told_in, words_of
from gui.records.reading import is_large

SLICE_SECONDS = 0.01
WIDEST_NAME = 40
"""Widest column for the games' names, in digits, so that other columns stay in view."""
NAME, BLACK, WHITE, WINNER, DATE = range(5)
"""The columns."""
NARROWEST_PLAYER, NARROW_PLAYER, WIDE_PLAYER = 7, 10, 16
"""Widths of a player's column in digits: the least; enough to tell names apart; comfortable. The tip shows what is cut off."""
WIDE_DATE = "2026-12-28"
CELL_MARGIN = 12
"""Room around a cell's text, in pixels."""
REARRANGED_SECONDS = 1.0
"""How often a search or an order is brought up to date while games are read for it."""
IN_ITS_OWN_ORDER = -1
"""In the place of a column: the order of the file or folder."""
SUFFIXES = (".sgf", ".txt")
Index = QModelIndex | QPersistentModelIndex


@dataclass(frozen=True)
class Entry:
    """A game of the list: a file, or a part of one."""

    name: str
    path: Path | None = None
    """The file, also for one of several games in it; ``None`` for pasted text."""
    data: bytes | None = None
    """The record of one of several games; ``None`` for a whole file."""
    part_of: str = ""
    """Name of the file that the part is from, or of another source."""
    number: int = 0
    """The part's number there, from 1; 0 for a whole file."""

    @property
    def label(self) -> str:
        """The entry's name in the list."""
        pasted = self.path is None and self.number > 0
        return f"{source_label(self.part_of)} {self.number}" if pasted else self.name

    @cached_property
    def mark(self) -> str:
        """Hash of a part's record, the same at the next start; empty for a file."""
        return "" if self.data is None else mark_of(self.data)

    def parts(self) -> list[bytes]:
        """The records of the entry's games. Raises :class:`core.records.RecordError` if they can't be read."""
        if self.data is not None:
            return [self.data]
        assert self.path is not None
        return records.split(self.path)


def mark_of(record: bytes) -> str:
    """Hash that tells ``record`` from others, the same at the next start."""
    return sha256(record.strip()).hexdigest()


def entries_of(name: str, path: Path | None, parts: list[bytes]) -> list[Entry]:
    """Entries for the ``parts`` of the file ``path``, or of the source ``name``."""
    stem = Path(name).stem
    return [Entry(f"{stem} {n}", path, part, name, n) for n, part in enumerate(parts, 1)]


def records_of(entries: Iterable[Entry]) -> tuple[list[bytes], list[RecordError]]:
    """All games of ``entries`` in a form that can share a file with others, and errors for those that can't."""
    found: list[bytes] = []
    left_out: list[RecordError] = []
    for entry in entries:
        try:
            found += [_for_others(record, entry.label) for record in entry.parts()]
        except RecordError as error:
            left_out.append(error)
    return found, left_out


def _for_others(record: bytes, name: str) -> bytes:
    """As :func:`core.records.for_collection`. A record that tells how other people's programs are started, such as an arena's, is rewritten without
    that."""
    record = records.for_collection(record, name)
    if not any(f"{kind}:".encode() in record for kind in EXTERNAL_KINDS):
        return record
    game = records.read(record, name)[0].game
    told = (game.name(color) for color in Color)
    return record if all(text == without_command(text) for text in told) else saved_record(game)


@dataclass(frozen=True)
class Known:
    """What a row says about a game that was read."""

    cells: tuple[str, ...]
    more: str = ""
    """What the tip says beside the cells."""
    problem: str = ""
    """Why the game can't be read; empty if it can."""
    games: int = 1
    """Number of games in the row's file."""
    names: tuple[str, ...] = ()
    """Black and White with all their settings, of which the cells have room for the numbers alone."""
    searched: str = ""
    """What a search looks through, without capitals."""
    date: str = ""
    """The date as the record has it."""

    def key(self, column: int) -> Key:
        """The sort key of a cell, empty where nothing is said."""
        return (
            dated(self.date) if column == DATE else [] if self.names_nobody else counted(self.cells[column])
        )

    @property
    def names_nobody(self) -> bool:
        """Whether the row has no players by whom the game can be told from others."""
        return self.games > 1 or bool(self.problem) or not any(self.cells[BLACK:WINNER])

    @property
    def tells_players_apart(self) -> bool:
        """Whether the row says who played whom. A file of several games doesn't, nor does self-play, where both players are the same."""
        return self.games == 1 and self.cells[BLACK] != self.cells[WHITE]


def _bold(font: QFont) -> QFont:
    """A bold copy of ``font``, for the row of the game on the board."""
    changed = QFont(font)
    changed.setBold(True)
    return changed


class GameListModel(QAbstractTableModel):
    """What is known of each game. Rows that were never seen have not been read."""

    COLUMNS = 5
    first_read = Signal(bool)
    """Emitted once the first games seen in a list have been read: whether players tell them apart."""
    dated = Signal()
    """Emitted when the first game with a date has been read."""

    read_more = Signal()
    """Emitted now and then while games are read for a search or an order, and when all have been."""

    def __init__(self) -> None:
        super().__init__()
        self.listed: list[Entry] = []
        """All games of the list in its own order."""
        self.entries: list[Entry] = []
        """Those that are shown, in the order shown."""
        self._places: dict[Entry, int] = {}
        """Where each game stands among those listed."""
        self._rows: dict[Entry, int] = {}
        self._known: dict[Entry, Known] = {}
        self._wanted: list[Entry] = []
        self._unread: list[Entry] = []
        """Games to read for the search or the order, the first at the end."""
        self._column, self._descending = IN_ITS_OWN_ORDER, False
        self.words: list[str] = []
        self._arranged_at = 0.0
        self._has_told = False
        """Whether :attr:`first_read` was emitted."""
        self.has_dates = False
        self.shows_names = True
        """Whether the games' names have a column in view."""
        self._on_board: int | None = None
        """The row of the game on the board."""
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._read_some)

    def show_entries(self, entries: list[Entry]) -> None:
        """List ``entries``. What is known of parts of files stays known: a file may have changed."""
        self._timer.stop()
        self._known = {
            entry: self._known[entry] for entry in entries if entry.data is not None and entry in self._known
        }
        self.listed, self._wanted = entries, []
        self._places = {entry: place for place, entry in enumerate(entries)}
        self._has_told = False
        self.has_dates = any(known.cells[DATE] for known in self._known.values())
        self._want_all()
        self.rearrange()

    def arrange(self, column: int, descending: bool, words: list[str]) -> None:
        """Show the games in the order of ``column``, and those alone that have all ``words``, as far as they are read; :attr:`read_more` tells
        when to call :meth:`rearrange`."""
        self._column, self._descending, self.words = column, descending, words
        self._want_all()
        self.rearrange()

    def _want_all(self) -> None:
        """Have all games read if the search or the order needs that."""
        needs_all = bool(self.words) or self._column not in (IN_ITS_OWN_ORDER, NAME)
        self._unread = [entry for entry in reversed(self.listed) if needs_all and entry not in self._known]
        if self._unread:
            self._timer.start(0)

    @property
    def is_reading_all(self) -> bool:
        """Whether a search or an order is not complete yet."""
        return bool(self._unread)

    def rearrange(self) -> None:
        """Bring search and order up to date with what has been read."""
        self.beginResetModel()
        self.entries = self._in_order(self._found())
        self._rows = {entry: row for row, entry in enumerate(self.entries)}
        self._on_board, self._arranged_at = None, time.monotonic()
        self.endResetModel()

    def _found(self) -> list[Entry]:
        if not self.words:
            return self.listed
        return [
            entry for entry in self.listed if entry in self._known and self._has_words(self._known[entry])
        ]

    def _has_words(self, known: Known) -> bool:
        return all(word in known.searched for word in self.words)

    def _in_order(self, entries: list[Entry]) -> list[Entry]:
        if self._column == IN_ITS_OWN_ORDER:
            return list(entries)
        return in_order(entries, self._key, self._descending)

    def _key(self, entry: Entry) -> Key:
        if self._column == NAME:
            return counted(entry.label)
        return self._known[entry].key(self._column) if entry in self._known else []

    def place_of(self, entry: Entry) -> int | None:
        """Where ``entry`` stands in the list's own order, shown or not."""
        return self._places.get(entry)

    def row_of(self, entry: Entry) -> int | None:
        """The row in which ``entry`` is shown."""
        return self._rows.get(entry)

    def show_on_board(self, row: int | None) -> None:
        """Mark ``row`` as the game on the board, whichever row is selected."""
        changed = [each for each in (self._on_board, row) if each is not None]
        self._on_board = row
        for each in changed:
            self.dataChanged.emit(self.index(each, 0), self.index(each, self.COLUMNS - 1))

    def retranslate(self) -> None:
        """Forget all texts; each is made anew in the window's language when it is seen."""
        self._known, self._has_told = {}, False
        self._want_all()
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, self.COLUMNS - 1)
        if self.entries:
            self.dataChanged.emit(self.index(0, 0), self.index(len(self.entries) - 1, self.COLUMNS - 1))

    def rowCount(self, parent: Index | None = None) -> int:
        return len(self.entries)

    def columnCount(self, parent: Index | None = None) -> int:
        return self.COLUMNS

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> str | QFont | None:
        if role == Qt.ItemDataRole.FontRole and index.row() == self._on_board:
            return _bold(QFont())
        if role == Qt.ItemDataRole.DisplayRole and index.column() == NAME:
            return self.entries[index.row()].label
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        entry = self.entries[index.row()]
        known = self._known.get(entry)
        if known is None:
            self._wanted.append(entry)
            self._timer.start(0)
            return None
        return self._cells_in_view(known)[index.column()]

    def _cells_in_view(self, known: Known) -> tuple[str, ...]:
        """The cells of a row. Where names have no column and nobody else is named, they stand in the place of the players."""
        if self.shows_names or not known.names_nobody:
            return known.cells
        name, black, _, *others = known.cells
        return (name, name, black, *others)

    def tip(self, row: int, unseen: Collection[int]) -> str:
        """Why the game can't be read, or what the row doesn't show while the columns ``unseen`` are out of view."""
        known = self._known.get(self.entries[row]) if row >= 0 else None
        if known is None or known.problem:
            return "" if known is None else known.problem
        told = (known.cells[NAME], *(known.names or known.cells[BLACK:WINNER]), *known.cells[WINNER:])
        cells = (
            text if column in unseen or text != known.cells[column] else ""
            for column, text in enumerate(told)
        )
        if known.games > 1:
            opens = self.tr("A double click or Enter lists its games and opens the first.")
        else:
            opens = self.tr("A double click or Enter opens it on the board.")
        return "\n".join(filter(None, (row_tip(self._headings(), cells), known.more, opens)))

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> str | int | None:
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        if orientation == Qt.Orientation.Vertical:
            return self.entries[section].number or section + 1
        return self._headings()[section]

    def _headings(self) -> tuple[str, ...]:
        are_files = bool(self.listed) and not self.listed[0].number
        name = self.tr("File") if are_files else self.tr("Game")
        return name, self.tr("Black"), self.tr("White"), self.tr("Winner"), self.tr("When")

    def _read_some(self) -> None:
        """Read wanted games for a moment, the last seen first, then those that a search or an order needs."""
        end, needed_all = time.monotonic() + SLICE_SECONDS, bool(self._unread)
        while (self._wanted or self._unread) and time.monotonic() < end:
            entry = (self._wanted or self._unread).pop()
            if entry not in self._known:
                self._learn(entry)
        if self._wanted or self._unread:
            self._timer.start(0)
        elif not self._has_told:
            self._tell_of_first()
        if needed_all and (not self._unread or time.monotonic() > self._arranged_at + REARRANGED_SECONDS):
            self.read_more.emit()

    def _learn(self, entry: Entry) -> None:
        """Read a game and show what is known of it."""
        known = self._known[entry] = self._describe(entry)
        row = self._rows.get(entry)
        if row is not None:
            self.dataChanged.emit(self.index(row, 1), self.index(row, self.COLUMNS - 1))
        if known.cells[DATE] and not self.has_dates:
            self.has_dates = True
            self.dated.emit()

    def _tell_of_first(self) -> None:
        """Emit :attr:`first_read`, unless no game could be read. If all are files of several games, a later one may tell more, and it is emitted
        again."""
        read = [known for known in self._known.values() if not known.problem]
        if read:
            self._has_told = any(known.games == 1 for known in read)
            self.first_read.emit(any(known.tells_players_apart for known in read))

    def _describe(self, entry: Entry) -> Known:
        try:
            games = len(parts := entry.parts())
            game = None if is_large(parts[0]) else records.read(parts[0], entry.name)[0].game
        except RecordError as error:
            problem = error_text(error)
            return Known(
                (entry.label, problem, "", "", ""), problem=problem, searched=_searched(entry, problem)
            )
        if games > 1:
            cells = (entry.label, fill(self.tr("%1 games"), games), "", "", "")
            return Known(cells, games=games, searched=_searched(entry, told_in(parts)))
        if game is None:
            said = self.tr("It is large, and read when it is opened.")
            return Known((entry.label, "", "", "", ""), said, searched=_searched(entry, told_in(parts)))
        winner = color_text(game.result.winner) if game.result else ""
        self_play = self_play_of(game)
        short, names = (
            [name_in_record(game, color, self_play, label) for color in Color]
            for label in (compact_label, player_label)
        )
        cells = (entry.label, *short, winner, today_or_day(game.date))
        told = (*cells, *names, game.date, game.event, game.place, game.root.comment, told_in(parts))
        return Known(
            cells, self._more(game), names=tuple(names), searched=_searched(entry, *told), date=game.date
        )

    def _more(self, game: Game) -> str:
        """What tells apart games of the same players and day."""
        result = game.result
        reason = "" if result is None or result.reason is Reason.UNKNOWN else reason_text(result.reason)
        headings = self.tr("Begun"), self.tr("Moves"), self.tr("Ended by"), self.tr("Board"), self.tr("Event")
        begun = moment_text(game.date)
        return row_tip(
            headings, (begun, str(len(game.line_played()) - 1), reason, str(game.size), game.event)
        )

    def close(self) -> None:
        """Stop reading."""
        self._timer.stop()


def _searched(entry: Entry, *told: str) -> str:
    """What a search looks through for ``entry``, of whose game this is ``told``."""
    file = entry.path.name if entry.path is not None else source_label(entry.part_of)
    return "\n".join((entry.label, file, *told)).casefold()


class GamesTable(QTableView):
    """The table. Both players' columns share the room that others leave, until the user sets widths. Where players tell the games apart, their
    columns stand first, and columns that leave them too little room are hidden: the tip has what they say, and rows that name no
    players show the games' names instead."""

    def __init__(self, model: GameListModel):
        super().__init__()
        look_only(self)
        self.setModel(model)
        self._model = model
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setWordWrap(False)  # rows have one line: a hyphenated name would be wrapped
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)  # players that begin alike differ at their ends
        self.setShowGrid(False)
        self.setAlternatingRowColors(True)
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.verticalHeader().setHighlightSections(False)
        self.setCornerButtonEnabled(False)
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        self.horizontalHeader().setStretchLastSection(True)
        self.horizontalHeader().sectionResized.connect(self._note_width)
        self.horizontalHeader().setSortIndicator(IN_ITS_OWN_ORDER, Qt.SortOrder.AscendingOrder)
        self.horizontalHeader().setSortIndicatorClearable(True)  # a third click restores the list's own order
        self.setSortingEnabled(True)
        self.horizontalHeader().setSortIndicatorShown(False)
        self.horizontalHeader().sortIndicatorChanged.connect(self._show_order)
        self._players_first, self._name_width = False, 0
        self._arranging = self._has_users_widths = False
        model.first_read.connect(self._put_first)
        model.dated.connect(self._share_room)
        model.modelReset.connect(self._show_headings)
        self._show_headings()

    def _show_headings(self) -> None:
        """Hide headings and scroll bar where no games are listed."""
        policy, is_empty = Qt.ScrollBarPolicy, self.model().rowCount() == 0
        self.horizontalHeader().setVisible(not is_empty)
        self.setHorizontalScrollBarPolicy(policy.ScrollBarAlwaysOff if is_empty else policy.ScrollBarAsNeeded)

    def _show_order(self, column: int) -> None:
        """Show the arrow where the list isn't in its own order; where none is shown no column leaves room for it."""
        self.horizontalHeader().setSortIndicatorShown(column != IN_ITS_OWN_ORDER)
        self._share_room()

    def make_room_for_names(self) -> None:
        """Fit the name column to the games listed now. Names that begin alike, such as dates, differ at their ends only."""
        names = (entry.label for entry in self._model.listed)
        longest = max(names, key=self.fontMetrics().horizontalAdvance, default="")
        self._name_width = min(self._digits(WIDEST_NAME), self._least(NAME, longest))
        self._share_room()

    def _put_first(self, players: bool) -> None:
        """Put the ``players``' columns first, or else the games' names."""
        header, self._players_first = self.horizontalHeader(), players
        with self._on_its_own():
            header.moveSection(header.visualIndex(NAME), DATE if players else NAME)
        self._share_room()

    @contextmanager
    def _on_its_own(self) -> Iterator[None]:
        """Changes of widths inside are not the user's."""
        self._arranging = True
        yield
        self.horizontalHeader().length()  # asking for the length makes the header lay out its sections now
        self._arranging = False

    def _note_width(self, column: int, _before: int, _now: int) -> None:
        """Note a width set by the user. The last visible column takes the rest in any case, so it doesn't count."""
        header = self.horizontalHeader()
        shown = (one for one in range(header.count()) if not header.isSectionHidden(one))
        if not (self._arranging or column == max(shown, key=header.visualIndex)):
            self._has_users_widths = True

    def _share_room(self) -> None:
        """Share out the width. Players tell more than names and dates, which are hidden where room is short; a column without dates is always
        hidden."""
        hidden = [] if self._model.has_dates else [DATE]
        if self._has_users_widths:
            self._hide(hidden)
            return
        widths = {
            NAME: self._name_width,
            WINNER: self._least(WINNER, color_text(Color.WHITE)),
            DATE: self._least(DATE, aligned_date_text(WIDE_DATE)),
        }
        left = self.viewport().width() - sum(widths[column] for column in widths if column not in hidden)
        narrowest = self._digits(NARROWEST_PLAYER)
        wanted = max(narrowest, *map(self.sizeHintForColumn, (BLACK, WHITE)))
        for column, digits in ((NAME, WIDE_PLAYER), (DATE, NARROW_PLAYER)):
            if self._players_first and column not in hidden and left < 2 * min(wanted, self._digits(digits)):
                hidden.append(column)
                left += widths[column]
        widths |= zip((BLACK, WHITE), self._shares(left), strict=True)
        self._hide(hidden)
        with self._on_its_own():
            for column, width in widths.items():
                self.setColumnWidth(column, width)

    def _shares(self, room: int) -> list[int]:
        """Widths of the players' columns: half of ``room`` each; if that is too little for one, it gets what the other doesn't need."""
        narrowest, half = self._digits(NARROWEST_PLAYER), room // 2
        black, white = (max(narrowest, self.sizeHintForColumn(column)) for column in (BLACK, WHITE))
        if black < half < white:
            return [black, room - black]
        if white < half < black:
            return [room - white, white]
        return [max(narrowest, half)] * 2

    def _hide(self, columns: list[int]) -> None:
        """Hide these columns and show all others."""
        with self._on_its_own():
            for column in (NAME, DATE):
                self.setColumnHidden(column, column in columns)
        self._model.shows_names = NAME not in columns
        self.viewport().update()

    def _least(self, column: int, text: str) -> int:
        """Least width that the heading of ``column`` and ``text`` in it need, in bold too."""
        room = QFontMetrics(_bold(self.font())).horizontalAdvance(text) + CELL_MARGIN
        return max(self.horizontalHeader().sectionSizeHint(column), room)

    def _digits(self, number: int) -> int:
        """Width of ``number`` digits in pixels."""
        return number * self.fontMetrics().horizontalAdvance("0")

    def moveCursor(
        self, action: QAbstractItemView.CursorAction, modifiers: Qt.KeyboardModifier
    ) -> QModelIndex:
        """Home and End go to the first and the last row. Qt's own would stay in the row and scroll sideways."""
        actions = QAbstractItemView.CursorAction
        ends = {actions.MoveHome: 0, actions.MoveEnd: self.model().rowCount() - 1}
        if action in ends:
            return self.model().index(ends[action], self.columnAt(0))
        return super().moveCursor(action, modifiers)

    def viewportEvent(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent):
            row = self.rowAt(event.pos().y())
            QToolTip.showText(event.globalPos(), self._model.tip(row, self._unseen(row)), self)
            return True
        return super().viewportEvent(event)

    def _unseen(self, row: int) -> list[int]:
        """The columns of ``row`` that are out of view, or whose text is cut off."""
        return [column for column in range(self.model().columnCount()) if not self._is_seen(row, column)]

    def _is_seen(self, row: int, column: int) -> bool:
        cell = self.model().index(row, column)
        place, view = self.visualRect(cell), self.viewport().rect()
        is_in_view = view.left() <= place.left() and place.right() <= view.right()
        return is_in_view and self.sizeHintForIndex(cell).width() <= place.width()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._share_room()


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
    """Carries the folder that was listed before a file's games."""

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
        layout.addLayout(heading)
        layout.addWidget(self.search)
        layout.addWidget(self.table)
        layout.addWidget(self.note)
        self._name = self._if_empty = self._note = ""
        self._folder: Path | None = None
        """The folder that is listed, or was before a file's games."""
        self._lists_parts = False
        """Whether the games of one file are listed."""
        self._source: tuple[str, Path | None] = "", None
        """What is listed, to know it again."""
        self.opened: Entry | None = None
        """The game on the board, if it may be in the list."""
        self.retranslate()

    def show_folder(
        self, folder: Path, name: str = "", newest_first: bool = False, if_empty: str = "", note: str = ""
    ) -> None:
        """List the records of ``folder`` under ``name`` or its own name. ``if_empty`` is shown where there are none, ``note`` always below the list.
        Raises ``OSError`` if it can't be read."""
        files = sorted(
            (path for path in folder.iterdir() if path.suffix.lower() in SUFFIXES),
            key=lambda path: counted(path.name),
        )
        if newest_first:
            files.reverse()  # their names are dates
        self._name, self._folder, self._if_empty, self._note = name or folder.name, folder, if_empty, note
        self._lists_parts = False
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

    def _show_texts(self) -> None:
        for each in (self.add, self.remove, self.search):
            each.setVisible(bool(self.model.listed))
        self.search.setPlaceholderText(self.tr("Search: player, event, file…"))
        self.search.setAccessibleName(self.tr("Search the games"))
        self.remove.setText(self.tr("Remove…"))
        self.open_chosen.setText(self.tr("Open"))
        self._offer_removal()
        self.title.setVisible(bool(self._name))
        self._show_title()
        self.title.setToolTip("" if self.folder is None else str(self.folder))
        self.back.setVisible(self._lists_parts and self._folder is not None)
        self.back.setText(self.tr("Back to the previous &list"))
        self.back.setToolTip(str(self._folder))
        self._nothing.setText(self._why_nothing())
        self.note.setText(self._note)
        self.note.setVisible(bool(self._note))
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

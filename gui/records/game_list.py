"""What a list tells of its games, in which order, and which of them a search finds. A game is read once its row is asked for, which is when it is in
view or near, by which the table fits its columns. Between the window's events games are read one after another for some milliseconds, or a single one
that takes longer, so that a list of thousands appears at once."""

import time
from collections.abc import Collection
from dataclasses import dataclass

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt, QTimer, Signal
from PySide6.QtGui import QFont

from ai.training.self_play_record import self_play_of
from core import records
from core.game import Game, Reason
from core.position import Color
from core.records import RecordError
from gui.game.record_players import name_in_record
from gui.parts.tables import row_tip
from gui.program.messages import (
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
from gui.records.arranging import Key, counted, dated, in_order, told_in
from gui.records.entries import Entry
from gui.records.reading import is_large

SLICE_SECONDS = 0.01
NAME, BLACK, WHITE, WINNER, DATE = range(5)
"""The columns."""
REARRANGED_SECONDS = 1.0
"""How often a search or an order is brought up to date while games are read for it."""
IN_ITS_OWN_ORDER = -1
"""In the place of a column: the order of the file or folder."""
Index = QModelIndex | QPersistentModelIndex


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


def bold(font: QFont) -> QFont:
    """A bold copy of ``font``, for the row of the game on the board."""
    changed = QFont(font)
    changed.setBold(True)
    return changed


class GameListModel(QAbstractTableModel):
    """What is known of each game. Rows that were never asked for have not been read."""

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
        self._wanted: dict[Entry, None] = {}
        """Games to read because their rows were asked for, each once, the first to read at the end."""
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
        self.listed, self._wanted = entries, {}
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
        return 0 if parent is not None and parent.isValid() else len(self.entries)

    def columnCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else self.COLUMNS

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> str | QFont | None:
        if role == Qt.ItemDataRole.FontRole and index.row() == self._on_board:
            return bold(QFont())
        if role == Qt.ItemDataRole.DisplayRole and index.column() == NAME:
            return self.entries[index.row()].label
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        entry = self.entries[index.row()]
        known = self._known.get(entry)
        if known is None:
            self._wanted.pop(entry, None)
            self._wanted[entry] = None
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
        """Read wanted games for a moment, the last asked for first, then those that a search or an order needs."""
        end, needed_all = time.monotonic() + SLICE_SECONDS, bool(self._unread)
        while (self._wanted or self._unread) and time.monotonic() < end:
            entry = self._wanted.popitem()[0] if self._wanted else self._unread.pop()
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

"""A list of games: the records of a folder, or the games of one file. Each is read when it is first seen, a few milliseconds at a time, so
that a thousand of them are there at once."""

import re
import time
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QAbstractTableModel, QEvent, QModelIndex, QPersistentModelIndex, Qt, QTimer, Signal
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QLabel, QTableView, QVBoxLayout, QWidget

from ai.training.self_play_record import self_play_of
from core import records
from core.position import Color
from core.records import ReadResult, RecordError
from gui.empty_note import EmptyNote
from gui.messages import color_text, date_text, error_text
from gui.record_players import name_in_record
from gui.tables import ROW_HEIGHT, look_only

SLICE_SECONDS = 0.01
WIDEST_NAME = 40
"""Of the column with the games' names, digits; other columns are to be seen beside it."""
SUFFIXES = (".sgf", ".txt")
Index = QModelIndex | QPersistentModelIndex


@dataclass(frozen=True)
class Entry:
    """A game of the list: a file, or a part of one."""

    name: str
    path: Path | None = None
    data: bytes | None = None

    def read(self) -> ReadResult:
        """The game, of a file of several the first; :class:`core.records.RecordError` if it can't be read."""
        if self.data is not None:
            return records.read(self.data, self.name)[0]
        assert self.path is not None
        return records.read(records.split(self.path, most=1)[0], self.path.name)[0]


class GameListModel(QAbstractTableModel):
    """What is known of each game; rows that were never looked at have not been read."""

    COLUMNS = 5

    def __init__(self) -> None:
        super().__init__()
        self.entries: list[Entry] = []
        self._known: dict[int, tuple[str, ...]] = {}
        self._wanted: list[int] = []
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._read_some)

    def show_entries(self, entries: list[Entry]) -> None:
        self.beginResetModel()
        self._timer.stop()
        self.entries, self._known, self._wanted = entries, {}, []
        self.endResetModel()

    def retranslate(self) -> None:
        """Say everything anew in the window's language, as it is looked at."""
        self._known = {}
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, self.COLUMNS - 1)
        if self.entries:
            self.dataChanged.emit(self.index(0, 1), self.index(len(self.entries) - 1, self.COLUMNS - 1))

    def rowCount(self, parent: Index | None = None) -> int:
        return len(self.entries)

    def columnCount(self, parent: Index | None = None) -> int:
        return self.COLUMNS

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> str | None:
        if role == Qt.ItemDataRole.DisplayRole and index.column() == 0:
            return self.entries[index.row()].name
        if role not in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return None
        known = self._known.get(index.row())
        if known is None:
            self._wanted.append(index.row())
            self._timer.start(0)
            return None
        return known[index.column()]

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> str | int | None:
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        if orientation == Qt.Orientation.Vertical:
            return section + 1
        return (
            self.tr("Game"),
            self.tr("Black"),
            self.tr("White"),
            self.tr("Winner"),
            self.tr("Date"),
        )[section]

    def _read_some(self) -> None:
        """Read what was looked at last first, for a moment."""
        end = time.monotonic() + SLICE_SECONDS
        while self._wanted and time.monotonic() < end:
            row = self._wanted.pop()
            if row not in self._known:
                self._known[row] = self._describe(self.entries[row])
                self.dataChanged.emit(self.index(row, 1), self.index(row, self.COLUMNS - 1))
        if self._wanted:
            self._timer.start(0)

    def _describe(self, entry: Entry) -> tuple[str, ...]:
        try:
            game = entry.read().game
        except RecordError as error:
            return entry.name, error_text(error), "", "", ""
        winner = color_text(game.result.winner) if game.result else ""
        self_play = self_play_of(game)
        return (
            entry.name,
            *(name_in_record(game, color, self_play) for color in Color),
            winner,
            date_text(game.date),
        )

    def close(self) -> None:
        """Read no more."""
        self._timer.stop()


def _by_number(path: Path) -> list[str | int]:
    """For sorting as people do: game 9 before game 10."""
    return [int(part) if part.isdecimal() else part for part in re.split(r"(\d+)", path.name.lower())]


class LibraryPanel(QWidget):
    """The list; a double click or Return opens a game."""

    chosen = Signal(int)
    """A row."""

    def __init__(self, parent: QWidget | None = None):
        super().__init__(parent)
        self.model = GameListModel()
        self.title = QLabel()
        self.title.setWordWrap(True)
        self.table = QTableView()
        look_only(self.table)
        self.table.setModel(self.model)
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.table.setShowGrid(False)
        self.table.setAlternatingRowColors(True)
        self.table.verticalHeader().setDefaultSectionSize(ROW_HEIGHT)
        self.table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        self.table.horizontalHeader().setStretchLastSection(True)
        self.table.activated.connect(lambda index: self.chosen.emit(index.row()))
        self._nothing = EmptyNote(self.table)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(4, 4, 4, 4)
        layout.addWidget(self.title)
        layout.addWidget(self.table)
        self._name = self._if_empty = ""
        self._folder: Path | None = None
        self.retranslate()

    def show_folder(
        self, folder: Path, name: str = "", newest_first: bool = False, if_empty: str = ""
    ) -> None:
        """The records of ``folder``, under ``name`` or its own; ``if_empty`` is said where there are none. ``OSError`` if it can't be read."""
        files = sorted((path for path in folder.iterdir() if path.suffix.lower() in SUFFIXES), key=_by_number)
        if newest_first:
            files.reverse()  # their names are dates
        self._name, self._folder, self._if_empty = name or folder.name, folder, if_empty
        self._list([Entry(path.name, path) for path in files])

    def shows(self, folder: Path) -> bool:
        """Whether the records of ``folder`` are listed."""
        return self._folder == folder

    def show_collection(self, name: str, parts: list[bytes]) -> None:
        """The games of one file, or what else ``name`` tells."""
        self._name, self._folder, self._if_empty = name, None, ""
        stem = Path(name).stem
        self._list([Entry(f"{stem} {n}", data=part) for n, part in enumerate(parts, 1)])

    def _list(self, entries: list[Entry]) -> None:
        """Names that begin alike, such as dates, are told apart by their ends only. Where the list has only grown, the game that is chosen stays so,
        and those that are seen stay in view."""
        before, table = self.model.entries, self.table
        chosen, top = table.currentIndex().row(), table.rowAt(0)
        stays = top > 0 or chosen >= 0 or table.viewport().underMouse()
        self.model.show_entries(entries)
        if chosen >= 0 and before[chosen] in entries:
            table.selectRow(entries.index(before[chosen]))
        if stays and top >= 0 and before[top] in entries:
            place = self.model.index(entries.index(before[top]), 0)
            table.scrollTo(place, QAbstractItemView.ScrollHint.PositionAtTop)
        self.table.resizeColumnToContents(0)
        widest = WIDEST_NAME * self.table.fontMetrics().horizontalAdvance("0")
        self.table.setColumnWidth(0, min(widest, self.table.columnWidth(0)))
        self.retranslate()

    def entry(self, row: int) -> Entry:
        return self.model.entries[row]

    def retranslate(self) -> None:
        self.title.setVisible(bool(self._name))
        self.title.setText(f"{self._name} ({len(self.model.entries):,})")
        self._nothing.setText(self._if_empty or self._why_nothing())
        self.table.setAccessibleName(self.tr("List of games"))
        self.model.retranslate()

    def _why_nothing(self) -> str:
        if self._name:
            return self.tr("There are no game records (.sgf, .txt) in this folder.")
        return self.tr(
            "“Open a folder” lists the games in it here, “Played games” those that you played to their end."
        )

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        super().changeEvent(event)

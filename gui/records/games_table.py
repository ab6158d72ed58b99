"""The table of a list of games, which shares its width out among its columns."""

from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QEvent, QModelIndex, Qt
from PySide6.QtGui import QFontMetrics, QHelpEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QToolTip

from core.position import Color
from gui.parts.tables import look_only
from gui.program.messages import aligned_date_text, color_text
from gui.records.game_list import BLACK, DATE, IN_ITS_OWN_ORDER, NAME, WHITE, WINNER, GameListModel, bold

WIDEST_NAME = 40
"""Widest column for the games' names, in digits, so that other columns stay in view."""
NARROWEST_PLAYER, NARROW_PLAYER, WIDE_PLAYER = 7, 10, 16
"""Widths of a player's column in digits: the least; enough to tell names apart; comfortable. The tip shows what is cut off."""
WIDE_DATE = "2026-12-28"
MEASURED_ROWS = 50
"""Rows by whose games the players' columns get their widths: each that is measured is read, so far more than are in view would be."""
CELL_MARGIN = 12
"""Room around a cell's text, in pixels."""


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
        self.horizontalHeader().setResizeContentsPrecision(MEASURED_ROWS)
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
        room = QFontMetrics(bold(self.font())).horizontalAdvance(text) + CELL_MARGIN
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

"""The table of the games that the user has won against each AI."""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableWidget

from core.position import Color
from gui.parts.empty_note import EmptyNote
from gui.parts.tables import choose_row, fill_row, look_only, row_tip, selected_rows
from gui.program.messages import aligned_date_text, color_text, fill
from gui.records.tally import Counted, Opponent, of_color, won

OPPONENT, WON, AS_BLACK, AS_WHITE, WHEN, LATEST = range(6)
"""The columns."""
LATEST_GAMES = 10
"""Games whose results are shown one by one."""
NARROWEST_OPPONENT = 10
"""Least width of the opponents' names in digits: where room is short, the latest results go first, then the day."""


class TallyTable(QTableWidget):
    """A row for each opponent; a double click or Return asks for its games."""

    asked = Signal(object)
    """Carries an :class:`gui.records.tally.Opponent`."""

    def __init__(self) -> None:
        super().__init__(0, 6)
        look_only(self)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setAlternatingRowColors(True)
        self.setShowGrid(False)
        self.setWordWrap(False)
        header = self.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(OPPONENT, QHeaderView.ResizeMode.Stretch)
        self._games: dict[Opponent, list[Counted]] = {}
        self._nothing = EmptyNote(self)
        self.itemActivated.connect(lambda item: self.asked.emit([*self._games][item.row()]))
        self._retranslate()

    def show_games(self, games: Mapping[Opponent, list[Counted]]) -> None:
        """Show the ``games`` against each opponent, the last one last. The opponent that is chosen stays so."""
        chosen = [opponent for row, opponent in enumerate(self._games) if row in selected_rows(self)]
        self._games = dict(games)
        self._fill()
        for row, opponent in enumerate(self._games):
            if opponent in chosen:
                choose_row(self, row)

    def _fill(self) -> None:
        self.setRowCount(len(self._games))
        asks = self.tr("A double click or Enter lists these games.")
        for row, (opponent, games) in enumerate(self._games.items()):
            cells = (opponent.compact_label, *_told_of(games))
            tip = "\n".join((row_tip(self._headings(), (opponent.label, *cells[WON:])), asks))
            fill_row(self, row, cells, (OPPONENT, LATEST), tip)
        self._share_room()

    def _headings(self) -> list[str]:
        return [
            self.tr("Opponent"),
            self.tr("Won"),
            self.tr("As Black"),
            self.tr("As White"),
            self.tr("When"),
            fill(self.tr("Last %1"), LATEST_GAMES),
        ]

    def _retranslate(self) -> None:
        self.setHorizontalHeaderLabels(self._headings())
        as_color = self.tr("Games won of those that you played as %1")
        tips = {
            WON: self.tr("Games won of those played"),
            AS_BLACK: fill(as_color, color_text(Color.BLACK)),
            AS_WHITE: fill(as_color, color_text(Color.WHITE)),
            WHEN: self.tr("When the last game was begun"),
            LATEST: self.tr("The latest games, the last one at the right: + won, − lost"),
        }
        for column, tip in tips.items():
            item = self.horizontalHeaderItem(column)
            if item is not None:
                item.setToolTip(tip)
        self._nothing.setText(self.tr("No game that counts has been played yet."))
        self.setAccessibleName(self.tr("Games won against each opponent"))
        self._fill()

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._share_room()

    def _share_room(self) -> None:
        """Hide the latest results, and if need be the day, where the opponents' names would have too little room; the tip tells them."""
        header, policy = self.horizontalHeader(), Qt.ScrollBarPolicy
        header.setVisible(bool(self._games))
        self.setHorizontalScrollBarPolicy(
            policy.ScrollBarAsNeeded if self._games else policy.ScrollBarAlwaysOff
        )
        widths = [
            max(self.sizeHintForColumn(column), header.sectionSizeHint(column)) for column in range(WON, 6)
        ]
        left = self.viewport().width() - NARROWEST_OPPONENT * self.fontMetrics().horizontalAdvance("0")
        for column in (LATEST, WHEN):
            self.setColumnHidden(column, sum(widths[: column - OPPONENT]) > left)


def _told_of(games: Sequence[Counted]) -> tuple[str, ...]:
    """The cells behind the opponent's name."""
    latest = "".join("+" if game.won else "−" for game in games[-LATEST_GAMES:])
    scores = (games, *(of_color(games, color) for color in Color))
    told = (f"{won(some)}/{len(some)}" if some else "" for some in scores)
    return *told, aligned_date_text(games[-1].date), latest

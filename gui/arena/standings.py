"""The results of an arena in two tables, the standings and who beat whom, whose rows have one order."""

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHeaderView, QStackedWidget, QTabBar, QTableWidget

from ai.arena.plan import Plan
from ai.arena.standings import Row, Score, Standings, elo_text, score_text
from gui.arena.pointer import has_row_under_pointer
from gui.arena.process import ArenaProcess
from gui.parts.empty_note import EmptyNote
from gui.parts.retranslated import Retranslated
from gui.parts.tables import cell, fill_row, new_table, rows_of, select_rows, selected_rows
from gui.program.messages import fill, unrated_label

RATING = 7
"""Column of the rating in the standings."""
WORDS = (0,)
"""Columns of the standings with words; the others hold numbers."""
RANK_AND_NAME = 2
"""Number of columns in the cross table before those of the opponents."""
SCORE_MARGIN = 16
"""Margin around a score in its column, in pixels."""


class ArenaStandings(Retranslated, QStackedWidget):
    """Both tables, one of which is in view."""

    def __init__(self, process: ArenaProcess):
        super().__init__()
        self._process = process
        self._shown: tuple[Path | None, Plan | None, int] | None = None
        """Folder, plan and number of games of the arena whose results the tables show."""
        self._players: list[tuple[int, str]] = []
        """Numbers and texts of the players, by row."""
        self._keeps_order = False
        """Whether the rows stand as before the latest games."""
        self.table = new_table(9, WORDS)
        self.cross_table = new_table(RANK_AND_NAME, ())
        self._tables = self.table, self.cross_table
        self._no_players = [EmptyNote(table) for table in self._tables]
        for table in self._tables:
            self.addWidget(table)
        self.tabs = QTabBar()
        """Chooses the table in view; it stands where the page has room for it."""
        self.tabs.setDrawBase(False)
        self.tabs.addTab("")
        self.tabs.addTab("")
        self.tabs.currentChanged.connect(self.setCurrentIndex)
        self.retranslate()

    def retranslate(self) -> None:
        for index, name in enumerate((self.tr("Standings"), self.tr("Who beat whom"))):
            self.tabs.setTabText(index, name)
            self._tables[index].setAccessibleName(name)
        self.tabs.setTabToolTip(
            1,
            self.tr(
                "Games that each player won and lost against each other one, whose column carries its rank. Point at a score to read more."
            ),
        )
        self.tabs.setAccessibleName(self.tr("Results"))
        self.table.setHorizontalHeaderLabels(
            [
                self.tr("Player"),
                self.tr("Games"),
                self.tr("Won"),
                self.tr("Share"),
                self.tr("95% interval"),
                self.tr("As Black"),
                self.tr("As White"),
                self.tr("Elo"),
                self.tr("Seconds a game"),
            ]
        )
        rating = self.table.horizontalHeaderItem(RATING)
        if rating is not None:
            rating.setToolTip(
                self.tr(
                    "Strength among the players of this arena, whose mean is 0; 200 more win three games of four. The Elo of the levels in a new "
                    "game is by another scale."
                )
            )
        self._show_note()
        self._fill(self._keeps_order)

    def show_results(self, pointing: bool) -> None:
        """Bring the tables up to date. While the user is ``pointing`` at a row, rows of the same players keep their places."""
        self._show_note()
        pointed_at = pointing and any(map(has_row_under_pointer, self._tables))
        if self._shown != self._newest:
            self._fill(pointed_at)
        elif self._keeps_order and not pointed_at:
            self._fill(False)

    @property
    def _newest(self) -> tuple[Path | None, Plan | None, int]:
        """What the tables should show, as in :attr:`_shown`."""
        process = self._process
        return process.folder, process.plan, len(process.games)

    def _show_note(self) -> None:
        """Tell in place of the standings when there will be some."""
        if self._process.running:
            said = self.tr("The standings appear here as soon as the arena has begun.")
        else:
            said = self.tr("The standings of an arena appear here; New… begins one.")
        for note in self._no_players:
            note.setText(said)

    def _fill(self, keep_order: bool) -> None:
        """Fill the tables. With ``keep_order``, rows of the same players keep their places: one may be about to be clicked, or its tip be read."""
        self._shown = self._newest
        plan = self._process.plan
        rows: list[Row] = []
        ranks: list[str] = []
        scores: list[list[Score]] = []
        if plan is not None:
            standings = Standings(plan.players, self._process.games)
            rows = standings.ranked()
            rank_of = {row.number: str(rank) for rank, row in enumerate(rows, 1)}
            players = {(row.number, row.player) for row in rows}
            self._keeps_order = keep_order and players == set(self._players)
            if self._keeps_order:
                rows.sort(key=lambda row: self._players.index((row.number, row.player)))
            ranks = [rank_of[row.number] for row in rows]
            scores = [[standings.score(row.number, other.number) for other in rows] for row in rows]
        chosen = [[self._players[row] for row in selected_rows(table)] for table in self._tables]
        seen = [_sees_chosen(table) for table in self._tables]
        self._players = [(row.number, row.player) for row in rows]
        self._fill_standings(rows)
        self._fill_cross_table(rows, ranks, scores)
        for table, players, was_seen in zip(self._tables, chosen, seen, strict=True):
            select_rows(table, [row for row, player in enumerate(self._players) if player in players])
            still = selected_rows(table)  # none if another arena has other players
            if was_seen and still and not _sees_chosen(table):
                table.scrollTo(table.model().index(still[0], table.columnAt(0)))

    def _fill_standings(self, rows: list[Row]) -> None:
        self.table.setRowCount(len(rows))
        for line, row in enumerate(rows):
            low, high = row.interval
            cells = (
                unrated_label(row.player),
                str(row.games),
                str(row.wins),
                f"{row.share:.1%}",
                f"{low:.1%} – {high:.1%}",
                f"{row.wins_as_black} / {row.games_as_black}",
                f"{row.wins_as_white} / {row.games_as_white}",
                elo_text(row.rating),
                f"{row.seconds_a_game:.1f}",
            )
            fill_row(self.table, line, cells, WORDS, row.player)

    def _fill_cross_table(self, rows: list[Row], ranks: list[str], scores: list[list[Score]]) -> None:
        """Fill in each row's player against the others, whose columns carry their ranks."""
        table, names = self.cross_table, [unrated_label(row.player) for row in rows]
        table.setRowCount(len(rows))
        table.setColumnCount(RANK_AND_NAME + len(rows))
        table.setHorizontalHeaderLabels([self.tr("Rank"), self.tr("Player"), *ranks])
        for line, row in enumerate(rows):
            table.setItem(line, 0, cell(ranks[line], row.player, Qt.AlignmentFlag.AlignCenter))
            table.setItem(line, 1, cell(names[line], row.player))
            for column, (score, opponent) in enumerate(zip(scores[line], names, strict=True), RANK_AND_NAME):
                tip = self._score_sentence(names[line], opponent, score) if score.games else ""
                table.setItem(line, column, cell(score_text(score), tip, Qt.AlignmentFlag.AlignCenter))
        self._share_room(names)

    def _share_room(self, names: list[str]) -> None:
        """Give all columns of opponents the same width, enough for any score, so that they keep their places during play."""
        table, header = self.cross_table, self.cross_table.horizontalHeader()
        texts = [text for row in rows_of(table)[1:] for text in row[RANK_AND_NAME:]]
        widest = max((table.fontMetrics().horizontalAdvance(text) for text in texts), default=0)
        header.setMinimumSectionSize(widest + SCORE_MARGIN)
        for column, name in enumerate(names, RANK_AND_NAME):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.Stretch)
            heading = table.horizontalHeaderItem(column)
            if heading is not None:
                heading.setToolTip(name)

    def _score_sentence(self, player: str, opponent: str, score: Score) -> str:
        low, high = score.interval
        return fill(
            self.tr(
                "%1 won %2 of %3 games against %4, %5 (95% interval %6 – %7): %8 of %9 as Black, %10 of %11 as White."
            ),
            player,
            score.wins,
            score.games,
            opponent,
            f"{score.share:.1%}",
            f"{low:.1%}",
            f"{high:.1%}",
            score.wins_as_black,
            score.games_as_black,
            score.wins_as_white,
            score.games_as_white,
        )


def _sees_chosen(table: QTableWidget) -> bool:
    """Whether a selected row is visible."""
    seen = table.viewport().rect()
    return any(seen.intersects(table.visualRect(index)) for index in table.selectionModel().selectedRows())

"""The training room's table of a run's generations."""

from collections.abc import Callable, Iterable, Iterator
from itertools import islice, takewhile
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableWidget, QTableWidgetItem

from ai.training.ratings import GenerationRating
from gui.parts.empty_note import EmptyNote
from gui.parts.in_turns import InTurns
from gui.parts.tables import keeping_view, let_copy, look_only
from gui.program.messages import elo_text
from gui.training.panel import about_gate, figure_columns, gate_text

RATING = 1
"""Column of the rating."""
GATE = 2
"""Column of the games at the gate."""
MEASURED_ROWS = 300
"""Rows in and near the view by which columns get their widths: numbers in other rows are no wider, and there may be thousands."""
LAST_COLUMN = 48
"""Least width of the last column, in pixels; it takes what the others leave."""
RATED_AT_ONCE = 300
"""Most generations whose ratings are found at once; for more the window answers in between."""


class GenerationTable(QTableWidget):
    """Generations, newest first. Each is identified by its line of the run's metrics."""

    meant_changed = Signal()
    """Emitted when :meth:`meant` may have changed."""
    taken = Signal()
    """Emitted by a double click."""

    def __init__(self):
        super().__init__(0, 8)
        look_only(self)
        self.lines: list[dict[str, Any]] = []
        """Lines of metrics shown, oldest first."""
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setAlternatingRowColors(True)
        self.horizontalHeader().setDefaultSectionSize(LAST_COLUMN)
        self.horizontalHeader().setStretchLastSection(True)
        self.horizontalHeader().setResizeContentsPrecision(MEASURED_ROWS)
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerItem)
        self.itemSelectionChanged.connect(self.meant_changed)
        self.itemDoubleClicked.connect(lambda _item: self.taken.emit())
        let_copy(self)
        self._empty = EmptyNote(self)
        self._unreadable = False
        self._rating = InTurns(self)

    def show_lines(
        self, lines: list[dict[str, Any]], ratings: Callable[[], Iterable[GenerationRating]]
    ) -> None:
        """Show ``lines``. Rows that still hold are left alone, so that selection, current row and view stay with their generations."""
        before = self.lines
        kept = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(before, lines, strict=False)))
        new = len(lines) - kept
        in_use = bool(self.selectedIndexes()) or self.viewport().underMouse()
        with keeping_view(self, len(lines) - len(before), in_use):
            self.lines = lines
            self.blockSignals(True)
            self.model().removeRows(0, len(before) - kept)
            self.model().insertRows(0, new)
            self._write_rows(new)
            self.blockSignals(False)
        self._rating.start(self._rate(ratings))
        if len(lines) <= RATED_AT_ONCE:
            self._rating.finish()
        self.meant_changed.emit()

    def _write_rows(self, new: int) -> None:
        """Write the ``new`` rows at the top, without ratings."""
        for row, line in enumerate(islice(reversed(self.lines), new)):
            for column, text in enumerate(_cells(line)):
                self.setItem(row, column, QTableWidgetItem(text))
        self._explain_gates(new)

    def _explain_gates(self, rows: int) -> None:
        """Tell at the mouse, in so many ``rows`` from the top, against whom the games at the gate were."""
        model = self.model()
        model.blockSignals(True)  # at each change the columns would be measured again
        for row, line in enumerate(islice(reversed(self.lines), rows)):
            model.setData(model.index(row, GATE), about_gate(line), Qt.ItemDataRole.ToolTipRole)
        model.blockSignals(False)

    def _rate(self, ratings: Callable[[], Iterable[GenerationRating]]) -> Iterator[None]:
        """Write the ratings of all rows: later games change those of earlier generations."""
        known = {each.generation: each for each in ratings()}
        yield
        model = self.model()
        model.blockSignals(True)  # at each change the columns would be measured again
        for row, line in enumerate(reversed(self.lines)):
            model.setData(model.index(row, RATING), _elo(known.get(line["generation"])))
        model.blockSignals(False)
        if self.lines:
            model.dataChanged.emit(model.index(0, RATING), model.index(len(self.lines) - 1, RATING))

    def selected(self) -> list[dict[str, Any]]:
        """The selected generations, newest first."""
        return [self.lines[-1 - row] for row in sorted({index.row() for index in self.selectedIndexes()})]

    def meant(self) -> list[dict[str, Any]]:
        """The selected generations; if there are none, :func:`newest_taken`."""
        return self.selected() or newest_taken(self.lines)

    def say_unreadable(self, unreadable: bool) -> None:
        """Tell whether the figures can't be read, so that an empty table isn't taken for a run without generations."""
        self._unreadable = unreadable
        self._say_why_none()

    def _say_why_none(self) -> None:
        if self._unreadable:
            self._empty.setText(
                self.tr("The figures of this run can't be read; the reason stands above the plots.")
            )
        else:
            self._empty.setText(self.tr("No generation has been finished yet."))

    def retranslate(self) -> None:
        self._say_why_none()
        self._explain_gates(len(self.lines))
        self.setAccessibleName(self.tr("Generations"))
        generation, games, policy, value, gate = figure_columns()
        rating = (
            self.tr("Elo"),
            self.tr(
                "Strength against generation 0 of this run, ± its 95% interval. Few games are played for each generation, so this is wide; how "
                "generations that are near to each other compare is known better. It is assumed that a generation gains about as much as the one "
                "before it, until its games say otherwise: a few games move it little. It keeps changing a little as later generations play: "
                "their games tell about earlier ones too. The Elo of levels and of an arena are other scales."
            ),
        )
        columns = (
            generation,
            rating,
            gate,
            games,
            policy,
            value,
            (self.tr("Correct"), self.tr("Positions whose winner the network names; 50% is guessing")),
            (self.tr("Moves"), self.tr("Moves in its games of self-play, on average")),
        )
        for column, (name, about) in enumerate(columns):
            item = QTableWidgetItem(name)
            item.setToolTip(about)
            self.setHorizontalHeaderItem(column, item)


def newest_taken(lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The newest generation that was not refused at the gate, or the newest if all were; empty without generations."""
    return list(islice((line for line in reversed(lines) if line["accepted"]), 1)) or lines[-1:]


def _elo(rating: GenerationRating | None) -> str:
    if rating is None:
        return "–"
    return f"{elo_text(rating.elo)} ±{round(rating.spread)}"


def _cells(line: dict[str, Any]) -> tuple[str, ...]:
    """A generation's cells, with the rating empty. The last ones are out of sight in a small room."""
    return (
        str(line["generation"]),
        "",
        gate_text(line),
        f"{line['games']:,}",
        f"{line['policy']:.3f}",
        f"{line['value']:.3f}",
        f"{line['value_accuracy']:.0%}",
        f"{line['game_length']:.1f}",
    )

"""Tables of the window: how they are set up and filled, and as text, into the clipboard and into files, for reports and other programs."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager

from PySide6.QtCore import QCoreApplication, QItemSelectionModel, Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QHeaderView,
    QTableView,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from gui.parts.saving import ask_where, save_csv
from gui.program.errors import show_error
from gui.program.messages import fill, system_text
from gui.program.settings import Settings

ROW_AIR = 6
"""Pixels of a row beside its text: of rows as many as can be are to be seen, in a small window too."""
SMALLEST_COLUMN = 64
"""Pixels, where a heading is to be read over short figures."""
UNKNOWN = "–"
"""In a cell of which nothing is known."""


def row_height(view: QAbstractItemView) -> int:
    """Pixels, of rows with one line each."""
    return view.fontMetrics().height() + ROW_AIR


def look_only(table: QTableView) -> None:
    """Nothing is written into ``table``, whose low rows bear no numbers, a row that is chosen makes no heading bold, and Tab leaves it for what comes
    next."""
    table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
    table.setTabKeyNavigation(False)
    table.verticalHeader().hide()
    table.verticalHeader().setMinimumSectionSize(row_height(table))
    table.verticalHeader().setDefaultSectionSize(row_height(table))
    table.horizontalHeader().setHighlightSections(False)


def new_table(columns: int, words: Collection[int]) -> QTableWidget:
    """A table to be looked at, whose columns of ``words`` share the room."""
    table = QTableWidget(0, columns)
    look_only(table)
    table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
    let_copy(table)
    table.setAlternatingRowColors(True)
    table.setShowGrid(False)
    header = table.horizontalHeader()
    header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
    for column in words:
        header.setSectionResizeMode(column, QHeaderView.ResizeMode.Stretch)
    return table


def selected_rows(table: QTableView) -> list[int]:
    """Those that are chosen whole."""
    return [index.row() for index in table.selectionModel().selectedRows()]


def select_rows(table: QTableView, rows: Sequence[int]) -> None:
    """Choose these ``rows`` and no others."""
    model, flags = table.selectionModel(), QItemSelectionModel.SelectionFlag
    model.clearSelection()
    for row in rows:
        model.select(table.model().index(row, 0), flags.Select | flags.Rows)


@contextmanager
def keeping_view(table: QTableWidget, new: int, in_use: bool) -> Iterator[None]:
    """Inside ``new`` rows come at the top. Those that are seen stay where they are, unless the first is among them and none is ``in_use``: a row
    would move away from under the pointer."""
    bar = table.verticalScrollBar()
    top = bar.value()
    stays = table.rowCount() > 0 and (top > 0 or in_use)
    yield
    if stays:
        table.doItemsLayout()  # or the bar does not yet know that there are more rows
        bar.setValue(top + new)


def fill_row(
    table: QTableWidget, line: int, cells: tuple[str, ...], words: Collection[int], tip: str = ""
) -> None:
    """Without a ``tip`` for the row each of its ``words``, which may be cut off, is told in full by its own."""
    for column, text in enumerate(cells):
        is_word = column in words
        alignment = Qt.AlignmentFlag.AlignLeft if is_word else Qt.AlignmentFlag.AlignRight
        table.setItem(line, column, cell(text, tip or (text if is_word else ""), alignment))


def cell(text: str, tip: str, alignment: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignLeft) -> QTableWidgetItem:
    """A cell that is told by its own ``tip``."""
    item = QTableWidgetItem(text)
    item.setToolTip(tip)
    item.setTextAlignment(alignment | Qt.AlignmentFlag.AlignVCenter)
    return item


def row_tip(headings: Iterable[str], cells: Iterable[str]) -> str:
    """All that a row says, each cell with its heading: where there is little room a part of it is cut off or out of view."""
    said = QCoreApplication.translate("tables", "%1: %2")
    return "\n".join(fill(said, heading, cell) for heading, cell in zip(headings, cells, strict=True) if cell)


def rows_of(table: QTableWidget) -> list[list[str]]:
    """What ``table`` shows, its headings first."""
    return [_headings(table), *_cells(table, range(table.rowCount()))]


def _shown_columns(table: QTableWidget) -> list[int]:
    return [column for column in range(table.columnCount()) if not table.isColumnHidden(column)]


def _headings(table: QTableWidget) -> list[str]:
    columns, model = _shown_columns(table), table.model()
    return [str(model.headerData(column, Qt.Orientation.Horizontal)) for column in columns]


def _cells(table: QTableWidget, rows: Iterable[int]) -> list[list[str]]:
    columns, model = _shown_columns(table), table.model()
    return [[model.index(row, column).data() or "" for column in columns] for row in rows]


def let_copy(table: QTableWidget) -> None:
    """Ctrl+C copies the chosen rows of ``table`` for spreadsheets; where all are chosen, after the headings. For tables in windows of their own:
    in the main one Ctrl+C copies the game."""
    keys = QShortcut(QKeySequence.StandardKey.Copy, table)
    keys.setContext(Qt.ShortcutContext.WidgetShortcut)
    keys.activated.connect(lambda: _copy(table))


def _copy(table: QTableWidget) -> None:
    rows = sorted({index.row() for index in table.selectedIndexes()})
    if rows:
        copied = rows_of(table) if len(rows) == table.rowCount() else _cells(table, rows)
        lines = ["\t".join(" ".join(cell.split()) for cell in row) for row in copied]
        QApplication.clipboard().setText("\n".join(lines))


def save_table(window: QWidget, rows: Sequence[Sequence[object]], name: str, settings: Settings) -> None:
    """Ask where a table of these ``rows``, headings first, is to be saved, and save it; ``name``: of the file, without its end."""
    path, _ = ask_where(
        window,
        settings,
        QCoreApplication.translate("tables", "Save the table"),
        f"{name}.csv",
        {QCoreApplication.translate("tables", "Table (*.csv)"): ".csv"},
    )
    if path is None:
        return
    try:
        save_csv(rows, path)
    except OSError as error:
        said = QCoreApplication.translate("tables", "%1 can't be saved: %2")
        show_error(window, fill(said, path, system_text(error)))

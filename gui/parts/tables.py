"""Tables: set up, filled, copied as text and saved, for reports and other programs."""

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
"""Pixels of a row beside its text: few, so that many rows show in a small window."""
SMALLEST_COLUMN = 64
"""Least width of a column in pixels, so that its heading can be read over short figures."""
UNKNOWN = "–"
"""Text of a cell of which nothing is known."""


def row_height(view: QAbstractItemView) -> int:
    """Height of a row with one line, in pixels."""
    return view.fontMetrics().height() + ROW_AIR


def look_only(table: QTableView) -> None:
    """Make ``table`` read-only: low rows without numbers, headings not bold for a selected row, and Tab leaves it."""
    table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
    table.setTabKeyNavigation(False)
    table.verticalHeader().hide()
    table.verticalHeader().setMinimumSectionSize(row_height(table))
    table.verticalHeader().setDefaultSectionSize(row_height(table))
    table.horizontalHeader().setHighlightSections(False)


def new_table(columns: int, words: Collection[int]) -> QTableWidget:
    """A read-only table whose columns of ``words`` share the room."""
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
    """Rows that are selected whole."""
    return [index.row() for index in table.selectionModel().selectedRows()]


def select_rows(table: QTableView, rows: Sequence[int]) -> None:
    """Select these ``rows`` and no others."""
    model, flags = table.selectionModel(), QItemSelectionModel.SelectionFlag
    model.clearSelection()
    for row in rows:
        model.select(table.model().index(row, 0), flags.Select | flags.Rows)


def choose_row(table: QTableView, row: int) -> None:
    """Select ``row`` alone and make it the current one, whatever keys are held: the table's own ``selectRow`` adds to the selection, or takes from
    it, while Ctrl is down, as it is in many commands' keys."""
    index, flags = (
        table.model().index(row, table.horizontalHeader().logicalIndex(0)),
        QItemSelectionModel.SelectionFlag,
    )
    table.setCurrentIndex(index)
    table.selectionModel().select(index, flags.ClearAndSelect | flags.Rows)


@contextmanager
def keeping_view(table: QTableWidget, new: int, in_use: bool) -> Iterator[None]:
    """Keep the rows in view in place while ``new`` ones come in at the top inside, unless the first row is visible and the table is not ``in_use``: a
    row would move away from under the pointer."""
    bar = table.verticalScrollBar()
    top = bar.value()
    stays = table.rowCount() > 0 and (top > 0 or in_use)
    yield
    if stays:
        table.doItemsLayout()  # else the bar does not know yet of the new rows
        bar.setValue(top + new)


def fill_row(
    table: QTableWidget, line: int, cells: tuple[str, ...], words: Collection[int], tip: str = ""
) -> None:
    """Fill a row. Without a ``tip`` each of its ``words``, which may be cut off, has its own text as tip."""
    for column, text in enumerate(cells):
        is_word = column in words
        alignment = Qt.AlignmentFlag.AlignLeft if is_word else Qt.AlignmentFlag.AlignRight
        table.setItem(line, column, cell(text, tip or (text if is_word else ""), alignment))


def cell(text: str, tip: str, alignment: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignLeft) -> QTableWidgetItem:
    """A cell with a ``tip``."""
    item = QTableWidgetItem(text)
    item.setToolTip(tip)
    item.setTextAlignment(alignment | Qt.AlignmentFlag.AlignVCenter)
    return item


def row_tip(headings: Iterable[str], cells: Iterable[str]) -> str:
    """All that a row says, each cell with its heading, as parts may be cut off or out of view."""
    said = QCoreApplication.translate("tables", "%1: %2")
    return "\n".join(fill(said, heading, cell) for heading, cell in zip(headings, cells, strict=True) if cell)


def rows_of(table: QTableWidget) -> list[list[str]]:
    """What ``table`` shows, headings first."""
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
    """Let Ctrl+C copy the chosen rows of ``table`` for spreadsheets, with the headings if all are chosen. For tables in windows of their own: in the
    main one Ctrl+C copies the game."""
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
    """Ask where to save a table of these ``rows``, headings first, and save it. ``name``: file name without suffix."""
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

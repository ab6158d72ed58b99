"""Tables of the window as text: into the clipboard and into files, for reports and other programs."""

from collections.abc import Iterable, Sequence

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QApplication, QTableWidget, QWidget

from gui.errors import show_error
from gui.messages import fill, system_text
from gui.saving import ask_where, save_csv
from gui.settings import Settings


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

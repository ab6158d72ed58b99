"""Where a file is to be written; pictures and tables as files."""

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from PySide6.QtCore import QBuffer, QIODevice, Qt
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QFileDialog, QTableWidget, QWidget

from core.files import write_atomically
from gui.removing import may_replace


def ask_where(window: QWidget, title: str, start: Path, kinds: Mapping[str, str]) -> tuple[Path | None, str]:
    """A file, which the user chooses and need not name whole, and its kind, of ``kinds`` with their suffixes: a name that ends in none of these gets
    that of its kind. ``None`` if they would rather not."""
    chosen, kind = QFileDialog.getSaveFileName(window, title, str(start), ";;".join(kinds))
    if not chosen or chosen.lower().endswith(tuple(kinds.values())):
        return (Path(chosen) if chosen else None), kind
    path = Path(chosen + kinds.get(kind, next(iter(kinds.values()))))  # of run-1.5 all is its name
    return (path if may_replace(window, path) else None), kind


def save_png(picture: QPixmap, path: Path) -> None:
    """``OSError`` if ``path`` can't be written; then a file that was there stays."""
    file = QBuffer()
    file.open(QIODevice.OpenModeFlag.WriteOnly)
    picture.save(file, "PNG")
    write_atomically(path, bytes(file.data().data()))


def save_csv(rows: Iterable[Sequence[object]], path: Path) -> None:
    """``rows`` as a table for other programs; ``OSError`` as :func:`save_png`."""
    text = io.StringIO()
    csv.writer(text).writerows(rows)
    write_atomically(path, text.getvalue().encode("utf-8-sig"))  # the mark has Excel read Chinese names


def rows_of(table: QTableWidget) -> list[list[str]]:
    """What ``table`` shows, its headings first."""
    columns, model = range(table.columnCount()), table.model()
    headings = [str(model.headerData(column, Qt.Orientation.Horizontal)) for column in columns]
    cells = [[model.index(row, column).data() or "" for column in columns] for row in range(table.rowCount())]
    return [headings, *cells]

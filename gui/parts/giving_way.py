"""What gives way in a low window so that lists keep their rows: the room around panels beside the board, and lists themselves where a panel
scrolls."""

from PySide6.QtWidgets import QLayout, QSizePolicy, QTableWidget, QWidget

LEAST_ROWS = 3
"""Rows of a table that stay visible in the lowest dock."""
MOST_ROWS = 12
"""Most rows of a table shown whole in a dock that scrolls: below a longer one everything else would be far away."""
PANEL_SPACING = 4
"""Margin and spacing of a panel beside the board, in pixels."""


def keep_tight(layout: QLayout) -> None:
    """Make the layout of a panel beside the board tight: in a low window each pixel is a list's."""
    layout.setContentsMargins(*[PANEL_SPACING] * 4)
    layout.setSpacing(PANEL_SPACING)


def give_way(table: QTableWidget) -> None:
    """Let ``table`` shrink before all else in a low dock, down to its first rows."""
    table.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Ignored)
    table.setMinimumHeight(_height(table, LEAST_ROWS * table.verticalHeader().defaultSectionSize()))


def show_whole_in_low(form: QWidget, room: int) -> None:
    """If ``form`` is too high for ``room`` even with its lists at their least, so that it scrolls, show lists of few rows whole: a list that scrolls
    inside would take the wheel."""
    for table in form.findChildren(QTableWidget):
        if table.sizePolicy().verticalPolicy() is QSizePolicy.Policy.Ignored:
            least = _height(table, LEAST_ROWS * table.verticalHeader().defaultSectionSize())
            others = form.minimumSizeHint().height() - table.minimumHeight()
            whole = max(least, _height(table, table.verticalHeader().length()))
            is_whole = others + least > room and table.rowCount() <= MOST_ROWS
            table.setMinimumHeight(whole if is_whole else least)


def _height(table: QTableWidget, rows: int) -> int:
    """Height of ``table`` with ``rows`` pixels of rows."""
    bar = table.horizontalScrollBar()
    below = bar.sizeHint().height() if bar.isVisibleTo(table) else 0
    return table.horizontalHeader().sizeHint().height() + rows + below + 2 * table.frameWidth()

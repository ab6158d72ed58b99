"""What gives way in a low window, so that lists keep their rows: the room around panels beside the board, and lists themselves where a panel is
scrolled."""

from PySide6.QtWidgets import QLayout, QSizePolicy, QTableWidget, QWidget

LEAST_ROWS = 3
"""Of a table, seen in the lowest dock."""
MOST_ROWS = 12
"""Of one that is shown whole there: what stands below longer ones would be far away."""
PANEL_SPACING = 4
"""Around and between the parts of a panel beside the board, in pixels."""


def keep_tight(layout: QLayout) -> None:
    """Of a panel beside the board: in a low window each pixel is a list's."""
    layout.setContentsMargins(*[PANEL_SPACING] * 4)
    layout.setSpacing(PANEL_SPACING)


def give_way(table: QTableWidget) -> None:
    """Have ``table`` give way before all else in a low dock, as far as its first rows."""
    table.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Ignored)
    table.setMinimumHeight(_height(table, LEAST_ROWS * table.verticalHeader().defaultSectionSize()))


def show_whole_in_low(form: QWidget, room: int) -> None:
    """Where not even lists that give way make ``form`` low enough for ``room``, so that it is scrolled, they show all their rows unless these are
    many: a list that scrolls within what scrolls keeps the wheel from it."""
    for table in form.findChildren(QTableWidget):
        if table.sizePolicy().verticalPolicy() is QSizePolicy.Policy.Ignored:
            least = _height(table, LEAST_ROWS * table.verticalHeader().defaultSectionSize())
            others = form.minimumSizeHint().height() - table.minimumHeight()
            whole = max(least, _height(table, table.verticalHeader().length()))
            is_whole = others + least > room and table.rowCount() <= MOST_ROWS
            table.setMinimumHeight(whole if is_whole else least)


def _height(table: QTableWidget, rows: int) -> int:
    """With so many pixels of ``rows``."""
    bar = table.horizontalScrollBar()
    below = bar.sizeHint().height() if bar.isVisibleTo(table) else 0
    return table.horizontalHeader().sizeHint().height() + rows + below + 2 * table.frameWidth()

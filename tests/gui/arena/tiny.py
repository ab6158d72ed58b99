"""An arena that is played soon, and what tables say of it."""

from PySide6.QtWidgets import QTableWidget

from ai.arena.plan import Plan

TINY = Plan(("random", "random:seed=1"), games=6, size="4x4")


def tip(table: QTableWidget, row: int, column: int) -> str:
    item = table.item(row, column)
    assert item is not None
    return item.toolTip()


def column(table, number: int) -> list[str]:
    return [table.item(row, number).text() for row in range(table.rowCount())]

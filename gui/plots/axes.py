"""Axes of plots, and how numbers are written on and beside them."""

import math

import pyqtgraph as pg
from PySide6.QtGui import QPainter

NUMBER_GAP = 3
"""Least gap between two numbers along an axis, in pixels."""
DIGITS = 4
"""Significant digits of a value read by the pointer; from a thousand on it is written in full."""
THOUSAND, MILLION = 1000, 1_000_000
COUNT_DIGITS = 12
"""Significant digits of a number along an axis: enough for any count."""


class _SparseAxis(pg.AxisItem):
    """An axis whose numbers never overlap, however small its plot: of overlapping ones only some are written."""

    def generateDrawSpecs(self, p: QPainter) -> tuple | None:
        specs = super().generateDrawSpecs(p)
        if specs is None:  # before it has a place
            return None
        line, ticks, texts = specs
        written: list[tuple] = []
        for text in texts:  # numbers at rounder places come first
            room = text[0].adjusted(-NUMBER_GAP, -NUMBER_GAP, NUMBER_GAP, NUMBER_GAP)
            if not any(room.intersects(place) for place, *_ in written):
                written.append(text)
        return line, ticks, written


class CountAxis(_SparseAxis):
    """Counts steps or generations in whole numbers, thousands as 50k and millions as 2M, so that they don't overlap. Unless :attr:`whole`, as for
    hours, fractions are written too."""

    def __init__(self) -> None:
        super().__init__("bottom")
        self.whole = True
        self.enableAutoSIPrefix(False)  # it would turn hours into thousands or thousandths

    def tickSpacing(self, minVal: float, maxVal: float, size: float) -> list[tuple[float, float]]:
        levels = super().tickSpacing(minVal, maxVal, size)
        return [level for level in levels if level[0] >= 1 or not self.whole] or [(1, 0)]

    def tickStrings(self, values: list[float], scale: float, spacing: float) -> list[str]:
        if self.whole:
            return [_count_text(round(value)) for value in values]
        return [f"{value:,.{_places(spacing)}f}" for value in values]


def _count_text(count: int) -> str:
    """``500``, ``1.5k``, ``123.456k``, ``2M``: a number is written the same way whatever stands beside it."""
    if abs(count) < THOUSAND:
        return str(count)
    unit, sign = (THOUSAND, "k") if abs(count) < MILLION else (MILLION, "M")
    return f"{count / unit:.{COUNT_DIGITS}g}{sign}"


class ValueAxis(_SparseAxis):
    """Numbers in full, or as percentages."""

    def __init__(self, shares: bool):
        super().__init__("left")
        self._unit = 0.01 if shares else 1.0
        self._sign = "%" if shares else ""
        self.enableAutoSIPrefix(False)
        self.setStyle(hideOverlappingLabels=not shares)

    def tickStrings(self, values: list[float], scale: float, spacing: float) -> list[str]:
        places = _places(spacing / self._unit)
        return [f"{value / self._unit:,.{places}f}{self._sign}" for value in values]


def _places(spacing: float) -> int:
    """Decimal places needed to tell numbers ``spacing`` apart."""
    return max(0, math.ceil(-math.log10(spacing) - 1e-9))


def number_text(value: float) -> str:
    """A fraction has a fixed number of digits: 3.300 beside 3.251."""
    if value == round(value) or abs(value) >= THOUSAND:
        return f"{value:,.0f}"
    return f"{value:#.{DIGITS}g}".removesuffix(".")

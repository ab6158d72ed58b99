"""Reading values from a plot, where the pointer is or keys have gone."""

import math
from collections.abc import Sequence
from html import escape

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPoint, QPointF, QRect, Qt
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QFrame, QLabel

from gui.plots.axes import DIGITS, number_text
from gui.plots.curves import Change, Curve, beside, color_of, nearest, some_of
from gui.program.messages import fill, in_parts

MARK, CROSS = "■", "✗"
"""Signs before a curve's name, and before that of its marked points."""
MARKS = ("●", MARK, "▲", "◆")
"""Signs of the curves, in their colours and of the shapes in :data:`gui.plots.curves.SHAPES`."""
WHOLE_FROM = 10
"""Least half width of an interval that is written without fractions."""
LINE_REACH = 4
"""How far from a vertical line it is still read, in pixels."""
CORNER = 6
"""Gap between the slip and the edges of the plot, in pixels."""


class Reading(QLabel):
    """A slip of paper over a plot with the values read, for which the title has no room. A vertical line marks where keys read."""

    def __init__(self, plot: pg.PlotWidget, shares: bool):
        super().__init__(plot.viewport())
        self._plot = plot
        self._view = plot.getViewBox()
        self._shares = shares
        self._curves: Sequence[Curve] = ()
        self._changes: Sequence[Change] = ()
        self._axis, self._whole = "", True
        self.pointer: QPointF | None = None
        """The pointer's place in the scene while it is over the plot."""
        self.place: float | None = None
        """Where keys read, along the horizontal axis; ``None`` while the pointer reads."""
        self.line = pg.InfiniteLine(angle=90)
        self.line.hide()
        self._view.addItem(
            self.line, ignoreBounds=True
        )  # added to the view, it stays when the plot is cleared
        self._view.sigResized.connect(self.renew)  # another corner may hide least then
        self.setTextFormat(Qt.TextFormat.RichText)
        self.setFrameShape(QFrame.Shape.Box)
        self.setForegroundRole(QPalette.ColorRole.ToolTipText)
        self.setBackgroundRole(QPalette.ColorRole.ToolTipBase)
        self.setAutoFillBackground(True)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def name_axis(self, name: str, whole: bool) -> None:
        """Name what the horizontal axis counts, in ``whole`` numbers or not."""
        self._axis, self._whole = name, whole

    def read_from(self, curves: Sequence[Curve], changes: Sequence[Change] = ()) -> None:
        """Read from these curves and changes from now on."""
        self._curves, self._changes = curves, changes
        self.renew()

    def point(self, place: QPointF | None) -> None:
        """Note that the pointer is at ``place`` of the scene, or has left (``None``)."""
        inside = place is not None and self._view.sceneBoundingRect().contains(place)
        self.pointer = place if inside else None
        if inside:
            self.place = None
        self.renew()

    def go(self, way: int) -> None:
        """Read the next point to the right, or to the left if ``way`` is -1, at least a pixel away; if none is read, the last in view."""
        drawn = [curve.x for curve in self._curves if len(curve.x)]
        if not drawn:
            return
        place = self._place_read
        if place is None:
            place, way = self._view.viewRect().right(), -1
        self.place = beside(drawn, place + way * self._view.viewPixelSize()[0], way)
        self.renew()

    def leave(self) -> None:
        """Stop reading by keys."""
        self.place = None
        self.renew()

    @property
    def point_read(self) -> QPointF | None:
        """The point read in the plot's coordinates, or ``None``."""
        found = self._points_read()
        if not found:
            return None
        curve, index = found[0]
        return QPointF(float(curve.x[index]), float(curve.y[index]))

    def renew(self, *_: object) -> None:
        """Show the values where pointer or keys read, in the corner where the slip hides least."""
        found = self._points_read()
        self.setVisible(bool(found))
        self.line.setVisible(bool(found) and self.place is not None)
        if not found:
            return
        curve, index = found[0]
        place = float(curve.x[index])
        self.line.setValue(place)
        where = f"{place:,.0f}" if self._whole else f"{place:,.{DIGITS}g}"
        behind = [escape(change.name) for change in self._changes if change.name and change.x < place][-1:]
        changed = self._settings_read()
        for named in (True, False):  # in a narrow plot names are left out: colours tell them too
            values = [self._value_text(*each, named) for each in found]
            lines = [f"{self._axis} {where}", *behind, *values, *changed]
            self.setText("<br>".join(lines))
            self.adjustSize()
            if self.width() + 2 * CORNER <= self._plot.viewport().width():
                break
        pointed = self._view.mapViewToScene(QPointF(place, float(curve.y[index])))
        if self.place is None and self.pointer is not None:
            pointed = self.pointer
        self.move(self._least_hidden(pointed))

    @property
    def _place_read(self) -> float | None:
        """The place read, along the horizontal axis."""
        if self.place is None and self.pointer is not None:
            return self._view.mapSceneToView(self.pointer).x()
        return self.place

    def _points_read(self) -> list[tuple[Curve, int]]:
        """Curves with the indices of their points at the place read: the curves that reach there, else the nearest."""
        x = self._place_read
        if x is None:
            return []
        found = [(curve, nearest(curve.x, x)) for curve in self._curves if len(curve.x)]
        reaching = [each for each in found if each[0].x[0] <= x <= each[0].x[-1]]
        distances = [abs(curve.x[index] - x) for curve, index in found]
        return reaching or [each for each, far in zip(found, distances, strict=True) if far == min(distances)]

    def _settings_read(self) -> list[str]:
        """What changes of the settings at the line that is read, the nearest in reach, if any. It is cut short where the plot is narrow."""
        place, reach = self._place_read, LINE_REACH * self._view.viewPixelSize()[0]
        if place is None:
            return []
        changes = [change for change in self._changes if change.settings]
        nearest_one = min(changes, key=lambda change: abs(change.x - place), default=None)
        if nearest_one is None or abs(nearest_one.x - place) > reach:
            return []
        room = self._plot.viewport().width() - 4 * CORNER
        cut = Qt.TextElideMode.ElideMiddle
        return [escape(self.fontMetrics().elidedText(said, cut, room)) for said in nearest_one.settings]

    # --- where it lies ----------------------------------------------------------------------------------------

    def _least_hidden(self, pointed: QPointF) -> QPoint:
        """The corner where the slip covers the fewest points and not the place ``pointed`` at. At the bottom it lies over the axis rather than over
        curves."""
        area = self._view.sceneBoundingRect().toRect()
        slip = self.rect()
        right = max(0, area.right() - slip.width() - CORNER)
        left = min(area.left() + CORNER, right)
        top, bottom = area.top() + CORNER, self._plot.viewport().height() - slip.height() - 1
        x, y = self._places_in(area)

        def hidden(corner: QPoint) -> float:
            place = QRect(corner, slip.size())
            if place.contains(pointed.toPoint()):
                return math.inf
            across = (x >= place.left()) & (x <= place.right())
            return float(np.sum(across & (y >= place.top()) & (y <= place.bottom())))

        return min((QPoint(side, height) for height in (top, bottom) for side in (right, left)), key=hidden)

    def _places_in(self, area: QRect) -> tuple[np.ndarray, np.ndarray]:
        """Places in ``area`` of points of the curves, at most as many of each as a smoothed line has."""
        view = self._view.viewRect()
        x, y = [np.empty(0)], [np.empty(0)]
        for curve in self._curves:
            first, last = np.searchsorted(curve.x, (view.left(), view.right()))
            if first < last:
                shown = some_of(int(first), int(last))
                x.append(curve.x[shown])
                y.append(curve.y[shown])
        across = (np.concatenate(x) - view.left()) / view.width()
        up = (np.concatenate(y) - view.top()) / view.height()
        return area.left() + across * area.width(), area.bottom() - up * area.height()

    # --- what it says -----------------------------------------------------------------------------------------

    def _value_text(self, curve: Curve, index: int, named: bool) -> str:
        """Text of a point: value and interval, what it is of, whether it is marked, and the smoothed line's value."""
        name = f" {escape(curve.name)}" if named else ""
        value = self.number(float(curve.y[index]))
        said = [f"{mark_of(curve)}{name} {value}{self._interval_text(curve, index, named)}"]
        said += map(escape, curve.point_names[index : index + 1])
        if curve.marked is not None and curve.marked[index]:
            said.append(f"{CROSS} {escape(curve.marked_name)}")
        if curve.is_smoothed:
            mean = self.number(float(curve.smooth_at(np.array(index))))
            said.append(fill(self.tr("mean %1"), mean))
        return in_parts(*said)

    def _interval_text(self, curve: Curve, index: int, named: bool) -> str:
        """``±44``, or both ends if the sides differ; empty without an interval or one of no width."""
        if curve.interval is None:
            return ""
        value, (low, high) = float(curve.y[index]), (float(end[index]) for end in curve.interval)
        if low == high:
            return ""
        below, above = self._spread(value - low), self._spread(high - value)
        name = f" ({escape(curve.interval_name)})" if named and curve.interval_name else ""
        return (f" ±{above}" if below == above else f" ({self.number(low)}–{self.number(high)})") + name

    def _spread(self, half: float) -> str:
        """Text of one side of an interval, to few digits."""
        if self._shares:
            return self.number(half)
        return f"{half:,.0f}" if half >= WHOLE_FROM else f"{half:.2g}"

    def number(self, value: float) -> str:
        """Text of a value."""
        return f"{value:.1%}" if self._shares else number_text(value)


def mark_of(curve: Curve) -> str:
    """Coloured sign before a curve's name: the name in its colour would be hard to read."""
    return f'<span style="color:{color_of(curve.color).name()}">{MARKS[curve.color]}</span>'

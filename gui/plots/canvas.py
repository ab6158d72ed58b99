"""The paper of a plot with its axes, and how curves are drawn there: faint raw points, strong smoothed line."""

from collections.abc import Sequence

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QSizePolicy

from gui.plots.axes import CountAxis, ValueAxis
from gui.plots.curves import SHAPES, Change, Curve, Threshold, color_of
from gui.plots.view import TimeView
from gui.program.theme import mixed

FAINT = 0.4
"""Share of a curve's colour in its raw points; the rest is the paper's. Opaque, because many see-through lines add up."""
SMOOTH_WIDTH = 2
TICK_DENSITY = 0.6
"""Density of numbers along an axis, as a share of pyqtgraph's: long ones would overlap in a narrow plot."""
AXIS_LINES = 2.4
"""Height of the horizontal axis, its numbers and its name, in lines of text: pyqtgraph's own leaves a gap that a low plot lacks room for."""
SHAPES_ON_LINE, SHAPE_SIZE = 8, 8
"""How often a curve's shape stands on the line of many points, and its size in pixels."""
CROSS_SIZE, SMALL_CROSS_SIZE = 8, 5
"""Sizes of crosses in pixels, among few and among many points."""
NAME_HEIGHT = 0.5
"""Place of the name along a vertical line, as a share of its height."""
THIN_PAPER = 120
"""Opacity of the paper under such a name, of 255: the curve still shows, and the name can be read."""


class NameOfLine(pg.InfLineLabel):
    """Name of a vertical line, written along it on thin ``paper``, so that no curve runs through it. Hidden in a plot too low for it."""

    def __init__(self, line: pg.InfiniteLine, name: str, color: QColor, paper: QColor):
        self._paper = pg.mkBrush(paper.red(), paper.green(), paper.blue(), THIN_PAPER)
        beside = [(0.5, 0), (0.5, 1)]
        super().__init__(line, name, color=color, position=NAME_HEIGHT, rotateAxis=(1, 0), anchors=beside)

    def updatePosition(self) -> None:
        super().updatePosition()
        view = self.getViewBox()
        if view is not None:
            fits = self.boundingRect().width() <= view.height()
            self.textItem.setVisible(fits)
            self.fill = self._paper if fits else pg.mkBrush(None)


class Canvas(pg.PlotWidget):
    """Axes and the curves between them; :attr:`view` says which part of them is seen. Values of ``shares`` are written as percentages."""

    def __init__(self, shares: bool):
        counts, view = CountAxis(), TimeView(shares)
        super().__init__(viewBox=view, axisItems={"bottom": counts, "left": ValueAxis(shares)})
        self._counts, self.view = counts, view
        self._colors = QPalette()
        # by its own size hint, all plots together would want more height than there is, and long titles would be cut off
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Ignored)
        self.setMenuEnabled(False)  # pyqtgraph's own menu speaks English only
        self.hideButtons()
        for part in (self, self.viewport()):
            part.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # the plot as a whole has the focus
        self.setDownsampling(auto=True, mode="peak")
        self.setClipToView(True)
        counts.setTickDensity(TICK_DENSITY)
        counts.setHeight(round(AXIS_LINES * self.fontMetrics().height()))
        self.showGrid(x=True, y=True, alpha=0.15)

    def use_palette(self, palette: QPalette) -> None:
        """Show paper and axes in the colours of ``palette``, and draw curves for them from now on."""
        self._colors = palette
        self.setBackground(palette.color(QPalette.ColorRole.Base))
        text = palette.color(QPalette.ColorRole.Text)
        for side in ("left", "bottom"):
            axis = self.getAxis(side)
            axis.setPen(text)
            axis.setTextPen(text)

    def name_axis(self, name: str, whole: bool) -> None:
        """Name what the horizontal axis counts, in ``whole`` numbers or not."""
        self._counts.whole = whole
        self.setLabel("bottom", name)

    def draw(self, curves: Sequence[Curve], threshold: Threshold | None, changes: Sequence[Change]) -> None:
        """Draw these alone. Without a point the axes have no numbers."""
        for side in ("left", "bottom"):
            self.getAxis(side).setStyle(showValues=any(len(curve.x) for curve in curves))
        self.clear()
        self.view.keep_in_view(curves)  # first, because what is out of view is not prepared for drawing
        for change in changes:
            self._draw_change(change)
        for curve in curves:
            self._draw_faint(curve)
        for curve in curves:  # over all that is faint, which would hide them
            self._draw_strong(curve)
            if len(curves) > 1 and curve.has_many:
                self._draw_shapes(curve)
            if curve.marked is not None:
                self._draw_crosses(curve, curve.marked)
        if threshold is not None:
            self._draw_threshold(threshold)

    def draw_marks_singly(self, singly: bool) -> None:
        """Draw marks one by one, so that they stay lines in a vector picture, or as on the screen."""
        for item in self.scene().items():
            if isinstance(item, pg.ScatterPlotItem):
                item.setExportMode(singly)

    def _draw_threshold(self, threshold: Threshold) -> None:
        pen = pg.mkPen(color_of(threshold.color), style=Qt.PenStyle.DashLine)
        for left, right, y in threshold.parts:
            self.addItem(pg.PlotCurveItem([left, right], [y, y], pen=pen))

    def _draw_change(self, change: Change) -> None:
        """Draw a change over the curves, which would cover its name; it hides little of them."""
        colors, role = self._colors, QPalette.ColorRole
        pen = pg.mkPen(colors.color(role.PlaceholderText), style=Qt.PenStyle.DotLine)
        line = pg.InfiniteLine(change.x, angle=90, pen=pen)
        line.setZValue(1)
        self.addItem(line)
        if change.is_written:
            line.label = NameOfLine(line, change.name, colors.color(role.Text), colors.color(role.Base))

    def _draw_faint(self, curve: Curve) -> None:
        """Draw the intervals, and the raw points if they are smoothed."""
        faint = pg.mkPen(mixed(color_of(curve.color), self._colors.color(QPalette.ColorRole.Base), FAINT))
        if curve.interval is not None and len(curve.x):
            low, high = curve.interval
            bars = pg.ErrorBarItem(x=curve.x, y=curve.y, bottom=curve.y - low, top=high - curve.y, pen=faint)
            self.addItem(bars)
        if curve.is_smoothed:
            for part in curve.stretches(curve.x):
                self.plot(curve.x[part], curve.y[part], pen=faint)

    def _draw_strong(self, curve: Curve) -> None:
        """Draw the strong line of many points; marks on few points, and on one alone in its stretch."""
        strong = color_of(curve.color)
        marks = {"symbol": SHAPES[curve.color], "symbolSize": 5, "symbolBrush": strong, "symbolPen": None}
        x, y = curve.line if curve.has_many else (curve.x, curve.y)
        for part in curve.stretches(x):
            if curve.has_many and part.stop - part.start > 1:
                pen = pg.mkPen(strong, width=SMOOTH_WIDTH)
                self.plot(x[part], y[part], pen=pen, antialias=True)
            else:
                self.plot(x[part], y[part], pen=pg.mkPen(strong), **marks)

    def _draw_shapes(self, curve: Curve) -> None:
        """Draw the curve's shape here and there on its line, elsewhere than those of the others."""
        x, y = curve.line
        first = len(x) * (1 + 2 * curve.color) // (2 * len(SHAPES) * SHAPES_ON_LINE)
        here = slice(first, None, max(1, len(x) // SHAPES_ON_LINE))
        color = color_of(curve.color)
        self.addItem(
            pg.ScatterPlotItem(
                x[here], y[here], symbol=SHAPES[curve.color], size=SHAPE_SIZE, brush=color, pen=None
            )
        )

    def _draw_crosses(self, curve: Curve, marked: np.ndarray) -> None:
        size = SMALL_CROSS_SIZE if curve.has_many else CROSS_SIZE
        self.addItem(
            pg.ScatterPlotItem(
                curve.x[marked],
                curve.y[marked],
                symbol="x",
                size=size,
                brush=color_of(curve.color),
                pen=None,
            )
        )

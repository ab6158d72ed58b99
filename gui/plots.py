"""Plots of figures over time: raw points faint, the smoothed line strong; zoom with the wheel, drag, double-click shows all again. Keys do the same,
and read point after point."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from html import escape

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, Qt
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QColor,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QPen,
    QResizeEvent,
    QTextDocumentFragment,
)
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QSizePolicy, QToolButton, QToolTip, QWidget

from gui.messages import fill, unbroken
from gui.theme import is_dark, mixed
from gui.whole_label import WholeLabel

COLORS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7")
"""Told apart by colour-blind eyes too (Okabe and Ito 2008)."""
COLORS_ON_DARK = ("#56b4e9", "#e69f00", "#1fbf8f", "#cc79a7")
"""The brighter ones of the same palette, its green made brighter: blue and vermilion drown in a dark paper."""
FAINT = 0.4
"""Share of a curve's colour in its raw points; the rest is the paper's. Opaque, because many see-through lines add up."""
FEW_POINTS = 60
"""Up to so many points nothing is smoothed, and each point has a mark."""
SMOOTH_SHARE = 50
"""The smoothed line is a mean over one fiftieth of the points."""
SMOOTH_POINTS = 400
"""Points of the smoothed line at the most: between them lies less than what it is a mean over, and a wide line of many is slow to draw."""
SMOOTH_WIDTH = 2
TICK_DENSITY = 0.6
"""Numbers along an axis, of as many as pyqtgraph would put there: long ones would run into each other in a narrow plot."""
NUMBER_GAP = 3
"""Pixels between two numbers along an axis, at the least."""
DIGITS = 4
"""Of a value that the pointer reads; one of thousands is told in full."""
WHOLE_FROM = 10
"""An interval as wide is told without fractions."""
THOUSAND, MILLION = 1000, 1_000_000
COUNT_DIGITS = 12
"""Of a number along an axis: all that a count has."""
SHARE_MARGIN = 0.06
"""Room below 0% and above 100%, or marks and numbers there would be cut off."""
FIT_MARGIN = 0.04
"""Room around the curves, a share of what they span."""
NOTE_MARGIN = 28
"""Pixels: clear of what is written along the vertical axis."""
MARK, CROSS, DASHES = "■", "✗", "┄"
"""Before the name of a curve, in its colour; before that of its marked points; before that of a level."""
CROSS_SIZE, SMALL_CROSS_SIZE = 8, 5
"""Pixels; small ones among many points."""
CORNER = 6
"""Pixels between what the pointer reads and the edges of the plot."""
BUTTON_WIDTH = 22
"""Pixels of a button in a plot's corner, beside which the title needs its room."""
FRAME = 2
"""Pixels of the frame around the plot that has the focus."""
ZOOM = 1.5
"""By so much a key zooms."""


@dataclass
class Curve:
    """One line of a plot."""

    name: str
    x: np.ndarray
    y: np.ndarray
    interval: tuple[np.ndarray, np.ndarray] | None = None
    """Low and high ends of the 95% interval of each point, where there is one."""
    interval_name: str = ""
    """Of what it is, where that isn't what the curve shows."""
    marked: np.ndarray | None = None
    """``bool[n]``: points with a cross."""
    marked_name: str = ""
    """What a cross means."""
    color: int = 0
    """Which of :data:`COLORS`."""

    @property
    def is_smoothed(self) -> bool:
        """Whether there are enough points."""
        return len(self.x) > FEW_POINTS

    @cached_property
    def sums(self) -> np.ndarray:
        """``float64[n + 1]``: of all values before each point, by which the smoothed line is found at any."""
        return np.concatenate(([0.0], np.cumsum(self.y, dtype=np.float64)))

    def smooth_at(self, index: np.ndarray) -> np.ndarray:
        """The smoothed line at these points: the running mean over the points around each; near the ends over fewer, so that nothing is invented."""
        count = len(self.y)
        half = max(1, count // SMOOTH_SHARE // 2)
        first, last = np.maximum(0, index - half), np.minimum(count, index + half + 1)
        return (self.sums[last] - self.sums[first]) / (last - first)

    @property
    def ends(self) -> tuple[float, float]:
        """The lowest and the highest of what is drawn of it; it has a point at least."""
        low, high = self.interval or (self.y, self.y)
        return float(low.min()), float(high.max())


@dataclass(frozen=True)
class Level:
    """A line across a plot, for what a curve has to reach."""

    name: str
    y: float
    color: int = 0
    """That of the curve."""


def _span(values: list[float]) -> tuple[float, float]:
    """From the least to the greatest with room around them, also where they are one."""
    low, high = min(values), max(values)
    room = FIT_MARGIN * (high - low) or max(1.0, abs(low)) / 2
    return low - room, high + room


def _some_of(first: int, last: int) -> np.ndarray:
    """At most :data:`SMOOTH_POINTS` indices from ``first`` to before ``last``, evenly spread."""
    return np.unique(np.linspace(first, last - 1, SMOOTH_POINTS).round().astype(np.int64))


def nearest(x: np.ndarray, place: float) -> int:
    """The index of the number of the ascending ``x`` that is nearest to ``place``."""
    wanted = x.dtype.type(place)  # for one of another type all of them would be copied
    right = min(int(np.searchsorted(x, wanted)), len(x) - 1)
    left = max(0, right - 1)
    return left if place - x[left] < x[right] - place else right


def beside(curves: Sequence[np.ndarray], place: float, way: int) -> float:
    """Of the numbers of all these ascending ones the first from ``place`` on, or where ``way`` is -1 the last up to it; the outermost where there
    is none."""
    found: list[float] = []
    for x in curves:
        wanted = x.dtype.type(place)
        after = x[np.searchsorted(x, wanted) :][:1]
        before = x[: np.searchsorted(x, wanted, side="right")][-1:]
        found += (after if way > 0 else before).tolist()
    if not found:
        return float(max(x[-1] for x in curves) if way > 0 else min(x[0] for x in curves))
    return min(found) if way > 0 else max(found)


class _Axis(pg.AxisItem):
    """One whose numbers keep apart however small its plot is: of those that would run into each other only some are written."""

    def generateDrawSpecs(self, p: QPainter) -> tuple | None:
        specs = super().generateDrawSpecs(p)
        if specs is None:  # before it has a place
            return None
        line, ticks, texts = specs
        written: list[tuple] = []
        for text in texts:  # those at rounder places come first
            room = text[0].adjusted(-NUMBER_GAP, -NUMBER_GAP, NUMBER_GAP, NUMBER_GAP)
            if not any(room.intersects(place) for place, *_ in written):
                written.append(text)
        return line, ticks, written


class _CountAxis(_Axis):
    """Counts steps or generations: whole ones, and thousands as 50k and millions as 2M, or they would run into each other. Hours are not only
    :attr:`whole`."""

    def __init__(self) -> None:
        super().__init__("bottom")
        self.whole = True
        self.enableAutoSIPrefix(False)  # of hours it would make thousands or thousandths

    def tickSpacing(self, minVal: float, maxVal: float, size: float) -> list[tuple[float, float]]:
        levels = super().tickSpacing(minVal, maxVal, size)
        return [level for level in levels if level[0] >= 1 or not self.whole] or [(1, 0)]

    def tickStrings(self, values: list[float], scale: float, spacing: float) -> list[str]:
        if self.whole:
            return [_count_text(round(value)) for value in values]
        return [f"{value:,.{_places(spacing)}f}" for value in values]


def _count_text(count: int) -> str:
    """``500``, ``1.5k``, ``123.456k``, ``2M``: each number is written in the same way, whatever stands beside it."""
    if abs(count) < THOUSAND:
        return str(count)
    unit, sign = (THOUSAND, "k") if abs(count) < MILLION else (MILLION, "M")
    return f"{count / unit:.{COUNT_DIGITS}g}{sign}"


class _ValueAxis(_Axis):
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
    """Digits behind the point by which numbers ``spacing`` apart are told from each other."""
    return max(0, math.ceil(-math.log10(spacing) - 1e-9))


class MetricPlot(QWidget):
    """A titled plot of some curves with one horizontal axis; pointer and keys read values. One of ``shares`` goes from 0% to 100%."""

    def __init__(self, parent: QWidget | None = None, shares: bool = False):
        super().__init__(parent)
        self._shares = shares
        self._pointer: QPointF | None = None
        """Where it is over the plot."""
        self._place: float | None = None
        """Where keys read, along the horizontal axis; then it is not the pointer that reads."""
        self._title = self._why_empty = self._axis = ""
        self._curves: list[Curve] = []
        self._level: Level | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._follows = True
        """Whether all of the curves is in view, as it is until the user moves or zooms."""
        self.title = WholeLabel()
        self.title.setTextFormat(Qt.TextFormat.RichText)
        self.about = _corner_button("ⓘ")
        self.about.clicked.connect(self._show_about)
        self.alone = _corner_button("⤢")
        self.alone.setCheckable(True)
        self.alone.toggled.connect(self._name_alone)
        self.alone.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # Enter does the same
        self.title.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._counts = _CountAxis()
        self.plot = pg.PlotWidget(axisItems={"bottom": self._counts, "left": _ValueAxis(shares)})
        # by its own wish for height all plots would want more than there is, and lines of long titles be cut off
        self.plot.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Ignored)
        self.plot.setMenuEnabled(False)  # pyqtgraph's own menu speaks English only
        self.plot.hideButtons()
        for part in (self.plot, self.plot.viewport()):
            part.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # it is all of this widget that has the focus
        self.plot.setDownsampling(auto=True, mode="peak")
        self.plot.setClipToView(True)
        self.plot.getAxis("bottom").setTickDensity(TICK_DENSITY)
        self.plot.showGrid(x=True, y=True, alpha=0.15)
        if shares:
            self.plot.setLimits(yMin=-SHARE_MARGIN, yMax=1 + SHARE_MARGIN)
        self.plot.disableAutoRange()
        self.plot.getViewBox().sigRangeChangedManually.connect(self._stop_following)
        scene: pg.GraphicsScene = self.plot.scene()  # type: ignore[assignment]
        scene.sigMouseMoved.connect(self._point)
        self.plot.viewport().installEventFilter(self)
        self._line = pg.InfiniteLine(angle=90)
        self._line.hide()
        view = self.plot.getViewBox()  # where it stays when the plot is cleared
        view.addItem(self._line, ignoreBounds=True)
        self.reading = self._make_reading()
        view.sigResized.connect(self._read)  # what is read may be hidden least elsewhere then
        self.nothing = QLabel()
        self.nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.nothing.setWordWrap(True)
        self.nothing.setMargin(NOTE_MARGIN)
        self.nothing.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self.nothing.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        layout = QGridLayout(self)
        layout.setContentsMargins(FRAME, FRAME, FRAME, FRAME)
        layout.setSpacing(0)
        layout.addWidget(self.title, 0, 0)
        layout.addWidget(self.about, 0, 1, Qt.AlignmentFlag.AlignTop)
        layout.addWidget(self.alone, 0, 2, Qt.AlignmentFlag.AlignTop)
        layout.addWidget(self.plot, 1, 0, 1, 3)
        layout.addWidget(self.nothing, 1, 0, 1, 3)
        layout.setRowStretch(1, 1)
        layout.setColumnStretch(0, 1)
        self.show_all()
        self._use_palette()

    def _make_reading(self) -> QLabel:
        """A slip of paper over the plot: in the title or beside the plot there is no room for all that may be read."""
        reading = QLabel(self.plot.viewport())
        reading.setTextFormat(Qt.TextFormat.RichText)
        reading.setFrameShape(QFrame.Shape.Box)
        reading.setForegroundRole(QPalette.ColorRole.ToolTipText)
        reading.setBackgroundRole(QPalette.ColorRole.ToolTipBase)
        reading.setAutoFillBackground(True)
        reading.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        reading.hide()
        return reading

    def show_all(self) -> None:
        """Zoom out, and follow the curves as they grow."""
        self._follows = True
        self._fit()

    def _stop_following(self) -> None:
        self._follows = False

    def _fit(self) -> None:
        """Bring all of the curves into view. pyqtgraph goes by the points that it has kept for what was in view before: of a short run shown
        after a long one that is a part, or nothing."""
        view = self.plot.getViewBox()
        drawn = [curve for curve in self._curves if len(curve.x)]
        if drawn:
            view.setXRange(*_span([float(x) for curve in drawn for x in curve.x[[0, -1]]]), padding=0)
        if self._shares:
            view.setYRange(-SHARE_MARGIN, 1 + SHARE_MARGIN, padding=0)
        elif drawn:
            view.setYRange(*_span([y for curve in drawn for y in curve.ends]), padding=0)

    def explain(self, *paragraphs: str) -> None:
        """What the plot shows and how to read it: a hint over its title, which a button beside it shows too."""
        paragraphs = (*paragraphs, self._handling())
        hint = "".join(f"<p>{text}</p>" for text in paragraphs)  # as rich text it is wrapped
        for widget in (self.title, self.about):
            widget.setToolTip(hint)
        self.about.setAccessibleName(self.tr("About this plot"))
        for widget in (self, self.about):
            widget.setAccessibleDescription("\n".join(paragraphs))
        self.about.show()
        self._name_alone()

    def _handling(self) -> str:
        handling = self.tr(
            "Faint: each point; strong: the mean over a fiftieth of them. Pointing reads the nearest point. Wheel: zoom. Drag: move. "
            "Double-click: show all again. Keys: Left and Right read point after point, + and - zoom, 0 or Home shows all again."
        )
        if self.alone.isHidden():
            return handling
        return f"{handling} " + self.tr(
            "Enter, or the button in the corner, shows this plot alone; Esc shows all plots again."
        )

    def offer_alone(self) -> None:
        """Show the button by which this plot is looked at alone; whoever has other plots beside it sees to the rest."""
        self.alone.show()

    def _ask_alone(self) -> None:
        if not self.alone.isHidden():
            self.alone.click()

    def _name_alone(self) -> None:
        text = (
            self.tr("Show all plots (Esc)")
            if self.alone.isChecked()
            else self.tr("Show this plot alone (Enter)")
        )
        self.alone.setToolTip(text)
        self.alone.setAccessibleName(text)

    def _show_about(self) -> None:
        QToolTip.showText(
            self.about.mapToGlobal(self.about.rect().bottomLeft()), self.about.toolTip(), self.about
        )

    def name_axis(self, name: str, whole: bool = True) -> None:
        """What the horizontal axis counts, in ``whole`` ones or not: written below it, and beside the values that the pointer reads."""
        self._axis, self._counts.whole = name, whole
        self.plot.setLabel("bottom", name)

    def show_curves(
        self, title: str, curves: list[Curve], why_empty: str = "", level: Level | None = None
    ) -> None:
        """Draw ``curves``, and maybe a ``level``; the part that is zoomed into stays. ``why_empty`` is said where there is nothing to draw."""
        self._title, self._curves, self._why_empty, self._level = title, curves, why_empty, level
        empty = not any(len(curve.x) for curve in curves)
        self.nothing.setText(why_empty if empty else "")
        for side in ("left", "bottom"):
            self.plot.getAxis(side).setStyle(showValues=not empty)
        self.plot.clear()
        if self._follows:
            self._fit()  # first, because what is out of view is not made ready to be drawn
        for curve in curves:
            self._draw_raw(curve)
            if curve.marked is not None:
                self._draw_crosses(curve, curve.marked)
        for curve in curves:
            if curve.is_smoothed:
                self._draw_smoothed(curve)
        if level is not None:
            pen = pg.mkPen(color_of(level.color), style=Qt.PenStyle.DashLine)
            self.plot.addItem(pg.InfiniteLine(level.y, angle=0, pen=pen))
        self._show_title()
        self._read()
        self.setAccessibleName(f"{title}: " + ", ".join(curve.name for curve in curves))

    def _draw_raw(self, curve: Curve) -> None:
        strong = color_of(curve.color)
        faint = mixed(strong, self.palette().color(QPalette.ColorRole.Base), FAINT)
        if curve.interval is not None and len(curve.x):
            low, high = curve.interval
            bars = pg.ErrorBarItem(
                x=curve.x, y=curve.y, bottom=curve.y - low, top=high - curve.y, pen=pg.mkPen(faint)
            )
            self.plot.addItem(bars)
        if len(curve.x) <= FEW_POINTS:
            self.plot.plot(
                curve.x,
                curve.y,
                pen=pg.mkPen(strong),
                symbol="o",
                symbolSize=4,
                symbolBrush=strong,
                symbolPen=None,
            )
            return
        self.plot.plot(curve.x, curve.y, pen=pg.mkPen(faint))

    def _draw_smoothed(self, curve: Curve) -> None:
        shown = _some_of(0, len(curve.x))
        pen = pg.mkPen(color_of(curve.color), width=SMOOTH_WIDTH)
        self.plot.plot(curve.x[shown], curve.smooth_at(shown), pen=pen, antialias=True)

    def _draw_crosses(self, curve: Curve, marked: np.ndarray) -> None:
        size = SMALL_CROSS_SIZE if curve.is_smoothed else CROSS_SIZE
        self.plot.addItem(
            pg.ScatterPlotItem(
                curve.x[marked],
                curve.y[marked],
                symbol="x",
                size=size,
                brush=color_of(curve.color),
                pen=None,
            )
        )

    # --- reading values ---------------------------------------------------------------------------------------

    def _point(self, place: QPointF | None) -> None:
        """The pointer is at ``place`` of the scene, or has left."""
        inside = place is not None and self.plot.getViewBox().sceneBoundingRect().contains(place)
        self._pointer = place if inside else None
        if inside:
            self._place = None
        self._read()

    def _read(self, *_: object) -> None:
        """Show the values where the pointer is, or where keys have gone, where they hide least."""
        found = self._pointed_at()
        self.reading.setVisible(bool(found))
        self._line.setVisible(bool(found) and self._place is not None)
        if not found:
            return
        curve, index = found[0]
        place = float(curve.x[index])
        self._line.setValue(place)
        where = f"{place:,.0f}" if self._counts.whole else _number_text(place)
        for named in (True, False):  # names give way in a narrow plot: colours tell them too
            lines = [f"{self._axis} {where}", *(self._value_text(*each, named) for each in found)]
            self.reading.setText("<br>".join(lines))
            self.reading.adjustSize()
            if self.reading.width() + 2 * CORNER <= self.plot.viewport().width():
                break
        pointed = self.plot.getViewBox().mapViewToScene(QPointF(place, float(curve.y[index])))
        if self._place is None and self._pointer is not None:
            pointed = self._pointer
        self.reading.move(self._least_hidden(pointed))

    def _least_hidden(self, pointed: QPointF) -> QPoint:
        """The corner where the slip covers the fewest points of the curves, and not what is ``pointed`` at; at the bottom it lies over the axis
        rather than over them."""
        area = self.plot.getViewBox().sceneBoundingRect().toRect()
        slip = self.reading.rect()
        right = max(0, area.right() - slip.width() - CORNER)
        left = min(area.left() + CORNER, right)
        top, bottom = area.top() + CORNER, self.plot.viewport().height() - slip.height() - 1
        x, y = self._places_in(area)

        def hidden(corner: QPoint) -> float:
            place = QRect(corner, slip.size())
            if place.contains(pointed.toPoint()):
                return math.inf
            across = (x >= place.left()) & (x <= place.right())
            return float(np.sum(across & (y >= place.top()) & (y <= place.bottom())))

        return min((QPoint(side, height) for height in (top, bottom) for side in (right, left)), key=hidden)

    def _places_in(self, area: QRect) -> tuple[np.ndarray, np.ndarray]:
        """Where points of the curves, as many of each as a smoothed line has, are seen in ``area``."""
        view = self.plot.getViewBox().viewRect()
        x, y = [np.empty(0)], [np.empty(0)]
        for curve in self._curves:
            first, last = np.searchsorted(curve.x, (view.left(), view.right()))
            if first < last:
                shown = _some_of(int(first), int(last))
                x.append(curve.x[shown])
                y.append(curve.y[shown])
        across = (np.concatenate(x) - view.left()) / view.width()
        up = (np.concatenate(y) - view.top()) / view.height()
        return area.left() + across * area.width(), area.bottom() - up * area.height()

    @property
    def _place_read(self) -> float | None:
        """Along the horizontal axis."""
        if self._place is None and self._pointer is not None:
            return self.plot.getViewBox().mapSceneToView(self._pointer).x()
        return self._place

    def _pointed_at(self) -> list[tuple[Curve, int]]:
        """Curves with the indices of their points there: of those that reach as far, or else of those that come nearest."""
        x = self._place_read
        if x is None:
            return []
        found = [(curve, nearest(curve.x, x)) for curve in self._curves if len(curve.x)]
        reaching = [each for each in found if each[0].x[0] <= x <= each[0].x[-1]]
        distances = [abs(curve.x[index] - x) for curve, index in found]
        return reaching or [each for each, far in zip(found, distances, strict=True) if far == min(distances)]

    def _value_text(self, curve: Curve, index: int, named: bool) -> str:
        """A point's value with its interval, whether it is marked, and the smoothed line's value."""
        name = f" {escape(curve.name)}" if named else ""
        said = [
            f"{_mark(curve)}{name} {self._number(float(curve.y[index]))}{self._interval_text(curve, index, named)}"
        ]
        if curve.marked is not None and curve.marked[index]:
            said.append(f"{CROSS} {escape(curve.marked_name)}")
        if curve.is_smoothed:
            mean = self._number(float(curve.smooth_at(np.array(index))))
            said.append(fill(self.tr("mean %1"), mean))
        return " · ".join(said)

    def _interval_text(self, curve: Curve, index: int, named: bool) -> str:
        """``±44``, or both ends of one that is not as wide on either side; nothing where there is none, or none of any width."""
        if curve.interval is None:
            return ""
        value, (low, high) = float(curve.y[index]), (float(end[index]) for end in curve.interval)
        if low == high:
            return ""
        below, above = self._spread(value - low), self._spread(high - value)
        name = f" ({escape(curve.interval_name)})" if named and curve.interval_name else ""
        return (f" ±{above}" if below == above else f" ({self._number(low)}–{self._number(high)})") + name

    def _spread(self, half: float) -> str:
        """Half of an interval, which nobody needs to know more exactly."""
        if self._shares:
            return self._number(half)
        return f"{half:,.0f}" if half >= WHOLE_FROM else f"{half:.2g}"

    def _number(self, value: float) -> str:
        return f"{value:.1%}" if self._shares else _number_text(value)

    def _show_title(self) -> None:
        """With the names of the curves, of their bars and crosses, and of the level."""
        parts = [f"<b>{self._title}</b>"]
        for curve in self._curves:
            parts += [f"{_mark(curve)}&nbsp;{self._kept_whole(curve.name)}"] if curve.name else []
            parts += [self._kept_whole(curve.interval_name)] if curve.interval_name else []
            if curve.marked is not None and curve.marked.any():
                parts.append(f"{CROSS}&nbsp;{self._kept_whole(curve.marked_name)}")
        if self._level is not None:
            parts.append(f"{DASHES}&nbsp;{self._kept_whole(self._level.name)}")
        self.title.setText("&nbsp; ".join(parts))

    def _kept_whole(self, name: str) -> str:
        """As markup so that no line ends within ``name``, unless it is too long for one in this narrow a plot."""
        fits = self.title.fontMetrics().horizontalAdvance(f"{MARK} {name}") <= self.title.width()
        return escape(unbroken(name) if fits else name)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._show_title()

    def eventFilter(self, watched: object, event: QEvent) -> bool:
        if isinstance(event, QMouseEvent) and event.type() == QEvent.Type.MouseButtonDblClick:
            self.show_all()
            return True
        if event.type() == QEvent.Type.Leave:
            self._point(None)
        return False

    # --- keys -------------------------------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key
        held = event.modifiers() & ~(Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier)
        keys: dict[int, Callable[[], None]] = {
            key.Key_Left: lambda: self._read_beside(-1),
            key.Key_Right: lambda: self._read_beside(1),
            key.Key_Plus: lambda: self._zoom(ZOOM),
            key.Key_Equal: lambda: self._zoom(ZOOM),  # + without Shift
            key.Key_Minus: lambda: self._zoom(1 / ZOOM),
            key.Key_0: self.show_all,
            key.Key_Home: self.show_all,
            key.Key_Return: self._ask_alone,
            key.Key_Enter: self._ask_alone,
        }
        if held or event.key() not in keys:
            super().keyPressEvent(event)
        else:
            keys[event.key()]()
            self._read()

    def _read_beside(self, way: int) -> None:
        """Read the next point to the right of the one read, or to the left where ``way`` is -1, far enough to be seen apart from it; where none
        is read, the last in view."""
        drawn = [curve.x for curve in self._curves if len(curve.x)]
        if not drawn:
            return
        view, place = self.plot.getViewBox(), self._place_read
        if place is None:
            place, way = view.viewRect().right(), -1
        self._place = beside(drawn, place + way * view.viewPixelSize()[0], way)
        self._bring_into_view()
        self._read()
        said = QTextDocumentFragment.fromHtml(self.reading.text()).toPlainText()
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, said))

    def _bring_into_view(self) -> None:
        """What is read."""
        view, (curve, index) = self.plot.getViewBox(), self._pointed_at()[0]
        place, shown = QPointF(float(curve.x[index]), float(curve.y[index])), view.viewRect()
        if not shown.contains(place):
            self._stop_following()
            view.translateBy(place - shown.center())

    def _zoom(self, factor: float) -> None:
        """Around what is read, or else around the middle."""
        self._stop_following()
        found = self._pointed_at()
        points = [QPointF(float(curve.x[index]), float(curve.y[index])) for curve, index in found]
        self.plot.getViewBox().scaleBy((1 / factor, 1 / factor), points[0] if points else None)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        if event.reason() is not Qt.FocusReason.ActiveWindowFocusReason:
            self._place = None
            self._read()
        super().focusOutEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.hasFocus():
            painter = QPainter(self)
            painter.setPen(QPen(self.palette().color(QPalette.ColorRole.Accent), 2 * FRAME))
            painter.drawRect(self.rect())
            painter.end()

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.PaletteChange:
            self._use_palette()
            self.show_curves(self._title, self._curves, self._why_empty)
        super().changeEvent(event)

    def _use_palette(self) -> None:
        palette = self.palette()
        self.plot.setBackground(palette.color(QPalette.ColorRole.Base))
        text = palette.color(QPalette.ColorRole.Text)
        for side in ("left", "bottom"):
            axis = self.plot.getAxis(side)
            axis.setPen(text)
            axis.setTextPen(text)
        self._line.setPen(pg.mkPen(text, style=Qt.PenStyle.DotLine))


def _corner_button(sign: str) -> QToolButton:
    """Beside a plot's title. It keeps its place, and is hidden at first."""
    button = QToolButton()
    button.setText(sign)
    button.setAutoRaise(True)
    button.setMaximumWidth(BUTTON_WIDTH)
    keeps_place = button.sizePolicy()
    keeps_place.setRetainSizeWhenHidden(True)
    button.setSizePolicy(keeps_place)
    button.hide()
    return button


def _number_text(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= THOUSAND else f"{value:.{DIGITS}g}"


def color_of(number: int) -> QColor:
    """That of :data:`COLORS`, as it is drawn now."""
    return QColor((COLORS_ON_DARK if is_dark() else COLORS)[number])


def _mark(curve: Curve) -> str:
    """Stands before its name: names in its colour would be hard to read."""
    return f'<span style="color:{color_of(curve.color).name()}">{MARK}</span>'

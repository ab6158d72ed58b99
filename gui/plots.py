"""Plots of figures over time: raw points faint, the smoothed line strong; zoom with the wheel, drag, double-click shows all again."""

from dataclasses import dataclass

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QColor, QMouseEvent, QPalette
from PySide6.QtWidgets import QGridLayout, QLabel, QSizePolicy, QWidget

from gui.theme import is_dark, mixed
from gui.whole_label import WholeLabel

COLORS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7")
"""Told apart by colour-blind eyes too (Okabe and Ito 2008)."""
COLORS_ON_DARK = ("#56b4e9", "#e8814a", "#33c79d", "#dc9bbf")
"""The same, or what is near to them in that palette, bright enough for dark paper."""
FAINT = 0.3
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
DIGITS = 4
THOUSAND = 1000
COUNT_DIGITS = 12
"""Of a number along an axis: all that a count has."""
QWIDGETSIZE_MAX = (1 << 24) - 1
"""Qt's own: no limit."""


@dataclass
class Curve:
    """One line of a plot."""

    name: str
    x: np.ndarray
    y: np.ndarray
    spread: np.ndarray | None = None
    """Half of the 95% interval of each point, where there is one."""
    color: int = 0
    """Which of ``COLORS``."""


def smoothed(y: np.ndarray) -> np.ndarray:
    """The running mean over the points around each; near the ends over fewer, so that nothing is invented."""
    half = max(1, len(y) // SMOOTH_SHARE // 2)
    sums = np.concatenate(([0.0], np.cumsum(y, dtype=np.float64)))
    index = np.arange(len(y))
    first, last = np.maximum(0, index - half), np.minimum(len(y), index + half + 1)
    return (sums[last] - sums[first]) / (last - first)


def _nearest(x: np.ndarray, place: float) -> int:
    """Index of what is nearest to ``place`` in ``x``, which rises."""
    right = min(int(np.searchsorted(x, place)), len(x) - 1)
    left = max(0, right - 1)
    return left if place - x[left] < x[right] - place else right


class _CountAxis(pg.AxisItem):
    """Counts steps or generations: whole ones, and thousands as 50k, or they would run into each other."""

    def tickSpacing(self, minVal: float, maxVal: float, size: float) -> list[tuple[float, float]]:
        return [level for level in super().tickSpacing(minVal, maxVal, size) if level[0] >= 1] or [(1, 0)]

    def tickStrings(self, values: list[float], scale: float, spacing: float) -> list[str]:
        return [_count_text(round(value)) for value in values]


def _count_text(count: int) -> str:
    """``500``, ``1.5k``, ``123.456k``: each number is written in the same way, whatever stands beside it."""
    return str(count) if abs(count) < THOUSAND else f"{count / THOUSAND:.{COUNT_DIGITS}g}k"


class MetricPlot(QWidget):
    """A titled plot of some curves with one horizontal axis; a pointer reads values."""

    def __init__(self, parent: QWidget | None = None):
        super().__init__(parent)
        self._title = self._about = self._why_empty = self._axis = ""
        self._curves: list[Curve] = []
        self.title = WholeLabel()
        self.title.setTextFormat(Qt.TextFormat.RichText)
        self.title.setSizePolicy(
            QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred
        )  # values come and go
        self.plot = pg.PlotWidget(axisItems={"bottom": _CountAxis("bottom")})
        self.plot.setMenuEnabled(False)  # pyqtgraph's own menu speaks English only
        self.plot.hideButtons()
        for part in (self.plot, self.plot.viewport()):
            part.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # no key does anything in it
        self.plot.setDownsampling(auto=True, mode="peak")
        self.plot.setClipToView(True)
        self.plot.getAxis("bottom").setTickDensity(TICK_DENSITY)
        self.plot.showGrid(x=True, y=True, alpha=0.15)
        scene: pg.GraphicsScene = self.plot.scene()  # type: ignore[assignment]
        scene.sigMouseMoved.connect(self._read)
        self.plot.viewport().installEventFilter(self)
        self.nothing = QLabel()
        self.nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.nothing.setWordWrap(True)
        self.nothing.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self.nothing.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        layout = QGridLayout(self)
        layout.setContentsMargins(2, 2, 2, 2)
        layout.setSpacing(0)
        layout.addWidget(self.title, 0, 0)
        layout.addWidget(self.plot, 1, 0)
        layout.addWidget(self.nothing, 1, 0)
        layout.setRowStretch(1, 1)
        self._use_palette()

    def explain(self, text: str) -> None:
        """What the plot shows and how to read it: a hint over its title."""
        self._about = text
        self.title.setToolTip(f"<p>{text}</p>")  # as rich text it is wrapped
        self.setAccessibleDescription(text)

    def name_axis(self, name: str) -> None:
        """What the horizontal axis counts: written below it, and beside the values that the pointer reads."""
        self._axis = name
        self.plot.setLabel("bottom", name)

    def show_curves(self, title: str, curves: list[Curve], why_empty: str = "") -> None:
        """Draw ``curves``; the part that is zoomed into stays. ``why_empty`` is said where there is nothing to draw."""
        self._title, self._curves, self._why_empty = title, curves, why_empty
        empty = not any(len(curve.x) for curve in curves)
        self.nothing.setText(why_empty if empty else "")
        for side in ("left", "bottom"):
            self.plot.getAxis(side).setStyle(showValues=not empty)
        self.plot.clear()
        for curve in curves:
            self._draw_raw(curve)
        for curve in curves:
            if len(curve.x) > FEW_POINTS:
                self._draw_smoothed(curve)
        self._show_title({})
        self.setAccessibleName(f"{title}: " + ", ".join(curve.name for curve in curves))

    def _color(self, curve: Curve) -> QColor:
        return QColor((COLORS_ON_DARK if is_dark() else COLORS)[curve.color])

    def _draw_raw(self, curve: Curve) -> None:
        strong = self._color(curve)
        faint = mixed(strong, self.palette().color(QPalette.ColorRole.Base), FAINT)
        if curve.spread is not None and len(curve.x):
            self.plot.addItem(
                pg.ErrorBarItem(x=curve.x, y=curve.y, height=2 * curve.spread, pen=pg.mkPen(faint))
            )
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
        shown = np.unique(np.linspace(0, len(curve.x) - 1, SMOOTH_POINTS).round().astype(np.int64))
        pen = pg.mkPen(self._color(curve), width=SMOOTH_WIDTH)
        self.plot.plot(curve.x[shown], smoothed(curve.y)[shown], pen=pen, antialias=True)

    def _read(self, place: object) -> None:
        """Show the values where the pointer is."""
        view: pg.ViewBox = self.plot.getViewBox()
        x = view.mapSceneToView(place).x()
        values, places = {}, []
        for curve in self._curves:
            if len(curve.x):
                index = _nearest(curve.x, x)
                values[curve.name] = float(curve.y[index])
                places.append(float(curve.x[index]))
        self._show_title(values, places[0] if places else None)

    def _show_title(self, values: dict[str, float], place: float | None = None) -> None:
        """With the ``values`` of curves at a ``place`` of the horizontal axis, while they are read."""
        height = self.title.height()
        parts = [f"<b>{self._title}</b>" + (" ⓘ" if self._about else "")]
        for curve in self._curves:
            value = f" {values[curve.name]:.{DIGITS}g}" if curve.name in values else ""
            parts.append(f'<span style="color:{self._color(curve).name()}">{curve.name}{value}</span>')
        if place is not None:
            parts.append(f"{self._axis} {place:,.0f}")
        self.title.setMaximumHeight(QWIDGETSIZE_MAX)
        self.title.setText("&nbsp; ".join(parts))
        if values:
            self.title.setFixedHeight(height)  # or the plot would move under the pointer that reads them

    def eventFilter(self, watched: object, event: QEvent) -> bool:
        if isinstance(event, QMouseEvent) and event.type() == QEvent.Type.MouseButtonDblClick:
            self.plot.enableAutoRange()
            return True
        if event.type() == QEvent.Type.Leave:
            self._show_title({})
        return False

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

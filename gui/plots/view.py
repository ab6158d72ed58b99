"""What part of the curves is in view: all of them as they grow, until the user zooms or moves."""

from collections.abc import Sequence

import pyqtgraph as pg
from PySide6.QtCore import QPointF, Qt, Signal
from PySide6.QtWidgets import QGraphicsSceneWheelEvent

from gui.plots.curves import Curve

SHARE_MARGIN = 0.06
"""Room below 0% and above 100%, where marks and numbers would be cut off."""
FIT_MARGIN = 0.04
"""Room around the curves, as a share of their span."""
LEAST_SPAN = 0.05
"""Least height in view, as a share of the largest value: smaller differences, such as those of chance, would look like leaps."""


class TimeView(pg.ViewBox):
    """View whose wheel zooms along the horizontal axis, and what is in view fills the height; with Ctrl, or over the vertical axis, the wheel zooms
    along that one. A view of ``shares`` goes from 0% to 100%."""

    follows_changed = Signal(bool)
    """Carries :attr:`follows`."""

    def __init__(self, shares: bool):
        super().__init__()
        self._shares = shares
        self._curves: Sequence[Curve] = ()
        self.follows = True
        """Whether all curves are kept in view, until the user moves or zooms."""
        if shares:
            self.setLimits(yMin=-SHARE_MARGIN, yMax=1 + SHARE_MARGIN)
        self.disableAutoRange()
        self.sigRangeChangedManually.connect(self._on_moved)

    def keep_in_view(self, curves: Sequence[Curve]) -> None:
        """Show these curves from now on: all of them, unless a part was chosen, which stays."""
        self._curves = curves
        if self.follows:
            self._fit()

    def show_all(self) -> None:
        """Show all, and follow the curves as they grow."""
        self._follow(True)
        self._fit()

    def zoom(self, factor: float, center: QPointF | None = None) -> None:
        """Zoom along the horizontal axis around ``center``, else around the middle."""
        self._follow(False)
        self.scaleBy(x=1 / factor, center=center)
        self._fit_height()

    def bring_into_view(self, point: QPointF) -> None:
        """Move along the horizontal axis, if ``point`` is out of view."""
        shown = self.viewRect()
        if not shown.contains(point):
            self._follow(False)
            self.translateBy(x=point.x() - shown.center().x())
            self._fit_height()

    def wheelEvent(self, ev: QGraphicsSceneWheelEvent, axis: int | None = None) -> None:
        if axis is None:
            upright = ev.modifiers() & Qt.KeyboardModifier.ControlModifier
            axis = pg.ViewBox.YAxis if upright else pg.ViewBox.XAxis
        super().wheelEvent(ev, axis)

    def _follow(self, follows: bool) -> None:
        self.follows = follows
        self.follows_changed.emit(follows)

    def _on_moved(self, axes: Sequence[bool]) -> None:
        """Handle a move by the mouse, which drags along both ``axes`` and zooms along one."""
        self._follow(False)
        if list(axes) == [True, False]:
            self._fit_height()

    def _fit(self) -> None:
        """Bring all curves into view. pyqtgraph's own fit uses only the points kept for the previous view: after a long run, a short one would show
        in part or not at all."""
        drawn = [curve for curve in self._curves if len(curve.x)]
        if drawn:
            left, right = _span([float(x) for curve in drawn for x in curve.x[[0, -1]]])
            # nothing comes before 0
            self.setXRange(max(left, -FIT_MARGIN * right), right, padding=0)
        self._fit_height()

    def _fit_height(self) -> None:
        """Fit the height to the part of the curves in view; without points there, to those on either side, between which a line goes."""
        shown = self.viewRect()
        ends = [end for curve in self._curves for end in curve.ends_between(shown.left(), shown.right())]
        if self._shares:
            self.setYRange(-SHARE_MARGIN, 1 + SHARE_MARGIN, padding=0)
        elif ends:
            self.setYRange(*_height(ends), padding=0)


def _span(values: list[float]) -> tuple[float, float]:
    """Range of ``values`` with room around them, even if they are all equal."""
    low, high = min(values), max(values)
    room = FIT_MARGIN * (high - low) or max(1.0, abs(low)) / 2
    return low - room, high + room


def _height(values: list[float]) -> tuple[float, float]:
    """Range of ``values``, widened to :data:`LEAST_SPAN`."""
    low, high = _span(values)
    missing = max(0.0, LEAST_SPAN * max(abs(low), abs(high)) - (high - low))
    return low - missing / 2, high + missing / 2

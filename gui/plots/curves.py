"""What is drawn in a plot: curves, whose raw points are faint and whose smoothed line is strong, and thresholds."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np
from PySide6.QtGui import QColor

from gui.program.theme import is_dark

COLORS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7")
"""Told apart by colour-blind eyes too (Okabe and Ito 2008)."""
COLORS_ON_DARK = ("#56b4e9", "#e69f00", "#1fbf8f", "#cc79a7")
"""The brighter ones of the same palette, its green made brighter: blue and vermilion drown in a dark paper."""
FEW_POINTS = 60
"""Up to so many points nothing is smoothed, and each point has a mark."""
SMOOTH_SHARE = 50
"""The smoothed line is a mean over one fiftieth of the points."""
SMOOTH_POINTS = 400
"""Points of the smoothed line at the most: between them lies less than what it is a mean over, and a wide line of many is slow to draw."""


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
    changes: Sequence[float] = ()
    """Places after which another network has come: no mean is over what was before and after one, and no line goes from one to the other."""
    gaps: Sequence[float] = ()
    """Places where there should be a point and is none: likewise."""
    is_smooth: bool = False
    """Whether each point is found from all of them, as a rating is: a mean over some would only tell otherwise."""

    @property
    def has_many(self) -> bool:
        """Whether there are too many points for a mark at each."""
        return len(self.x) > FEW_POINTS

    @property
    def is_smoothed(self) -> bool:
        """Whether its line is a mean."""
        return self.has_many and not self.is_smooth

    @property
    def line(self) -> tuple[np.ndarray, np.ndarray]:
        """What is drawn strong of many points: where it goes through and how high."""
        if not self.is_smoothed:
            return self.x, self.y
        shown = some_of(0, len(self.x))
        return self.x[shown], self.smooth_at(shown)

    @cached_property
    def sums(self) -> np.ndarray:
        """``float64[n + 1]``: of all values before each point, by which the smoothed line is found at any."""
        return np.concatenate(([0.0], np.cumsum(self.y, dtype=np.float64)))

    @cached_property
    def _borders(self) -> np.ndarray:
        """Before which points there is an end, of all points, at one of the changes or at a gap."""
        return self._borders_in(self.x)

    def _borders_in(self, x: np.ndarray) -> np.ndarray:
        places = np.asarray([*self.changes, *self.gaps], x.dtype)  # of another type all of x would be copied
        return np.unique([0, *np.searchsorted(x, places, side="right"), len(x)])

    def stretches(self, x: np.ndarray) -> list[slice]:
        """Those of the points at ``x``, all or some of the curve's, between which lines go."""
        return [slice(first, last) for first, last in pairwise(self._borders_in(x).tolist())]

    def smooth_at(self, index: np.ndarray) -> np.ndarray:
        """The smoothed line at these points: the running mean over the points around each; near the ends over fewer, so that nothing is invented."""
        half = max(1, len(self.y) // SMOOTH_SHARE // 2)
        end = np.searchsorted(self._borders, index, side="right")
        first = np.maximum(self._borders[end - 1], index - half)
        last = np.minimum(self._borders[end], index + half + 1)
        return (self.sums[last] - self.sums[first]) / (last - first)

    def ends_between(self, left: float, right: float) -> list[float]:
        """The lowest and the highest of what is drawn of it there, with the points on either side, to which lines go; nothing without points."""
        places = np.asarray((left, right), self.x.dtype)  # of another type all of x would be copied
        first, last = np.searchsorted(self.x, places)
        part = slice(max(0, first - 1), last + 1)
        low, high = self.interval or (self.y, self.y)
        return [float(low[part].min()), float(high[part].max())] if len(self.x) else []


@dataclass(frozen=True)
class Threshold:
    """A line across a plot, for what a curve has to reach."""

    name: str
    y: float
    color: int = 0
    """That of the curve."""


@dataclass(frozen=True)
class Change:
    """An upright line across a plot, after which something is another than before."""

    x: float
    name: str
    """Of what is from there on, told of the points that are read behind the line."""
    is_written: bool = False
    """Whether the name stands along the line too, where it hides little."""


def some_of(first: int, last: int) -> np.ndarray:
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
        rounded = float(wanted)  # away from the place, maybe to a number on its other side
        after = x[np.searchsorted(x, wanted, side="right" if rounded < place else "left") :][:1]
        before = x[: np.searchsorted(x, wanted, side="left" if rounded > place else "right")][-1:]
        found += (after if way > 0 else before).tolist()
    if not found:
        return float(max(x[-1] for x in curves) if way > 0 else min(x[0] for x in curves))
    return min(found) if way > 0 else max(found)


def color_of(number: int) -> QColor:
    """That of :data:`COLORS`, as it is drawn now."""
    return QColor((COLORS_ON_DARK if is_dark() else COLORS)[number])

"""What is drawn in a plot: curves with faint raw points and a strong smoothed line, and thresholds."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np
from PySide6.QtGui import QColor

from gui.program.theme import is_dark

COLORS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7")
"""Colours that colour-blind eyes can tell apart (Okabe and Ito 2008)."""
COLORS_ON_DARK = ("#56b4e9", "#e69f00", "#1fbf8f", "#cc79a7")
"""Brighter colours of the same palette, with a brighter green: blue and vermilion hardly show on dark paper."""
SHAPES = ("o", "s", "t1", "d")
"""Marks of the curves in these colours, as pyqtgraph names them: curves are told apart without colours too."""
FEW_POINTS = 60
"""Most points that are drawn with a mark each and not smoothed."""
SMOOTH_SHARE = 50
"""The smoothed line is a mean over one part in so many of the points."""
SMOOTH_POINTS = 400
"""Most points of the smoothed line. They lie closer together than the span of the mean, and a wide line of many points is slow to draw."""


@dataclass
class Curve:
    """One line of a plot."""

    name: str
    x: np.ndarray
    y: np.ndarray
    interval: tuple[np.ndarray, np.ndarray] | None = None
    """Low and high ends of each point's 95% interval, if there is one."""
    interval_name: str = ""
    """What the interval is of, if not of what the curve shows."""
    point_names: Sequence[str] = ()
    """What each point is of, told where it is read, if the horizontal axis doesn't tell that."""
    marked: np.ndarray | None = None
    """``bool[n]``: points with a cross."""
    marked_name: str = ""
    """Meaning of a cross."""
    color: int = 0
    """Index into :data:`COLORS`."""
    changes: Sequence[float] = ()
    """Places after which another network has come: no mean and no line spans one."""
    gaps: Sequence[float] = ()
    """Places where a point is missing: no mean and no line spans one."""
    is_smooth: bool = False
    """Whether each point is computed from all data, as a rating is, so that a mean over some would mislead."""

    @property
    def has_many(self) -> bool:
        """Whether there are too many points for a mark on each."""
        return len(self.x) > FEW_POINTS

    @property
    def is_smoothed(self) -> bool:
        """Whether the line is a running mean."""
        return self.has_many and not self.is_smooth

    @property
    def line(self) -> tuple[np.ndarray, np.ndarray]:
        """x and y of the strong line of many points."""
        if not self.is_smoothed:
            return self.x, self.y
        shown = some_of(0, len(self.x))
        return self.x[shown], self.smooth_at(shown)

    @cached_property
    def sums(self) -> np.ndarray:
        """``float64[n + 1]``: the sum of all values before each point, for means in constant time."""
        return np.concatenate(([0.0], np.cumsum(self.y, dtype=np.float64)))

    @cached_property
    def _borders(self) -> np.ndarray:
        """Indices at which a stretch begins: 0, after each change or gap, and the number of points."""
        return self._borders_in(self.x)

    def _borders_in(self, x: np.ndarray) -> np.ndarray:
        places = np.asarray(
            [*self.changes, *self.gaps], x.dtype
        )  # of another dtype, all of x would be copied
        return np.unique([0, *np.searchsorted(x, places, side="right"), len(x)])

    def stretches(self, x: np.ndarray) -> list[slice]:
        """Stretches of the points at ``x``, all or some of the curve's, within which lines are drawn."""
        return [slice(first, last) for first, last in pairwise(self._borders_in(x).tolist())]

    def smooth_at(self, index: np.ndarray) -> np.ndarray:
        """The smoothed line at these indices: the mean over the points around each, fewer near the ends, where nothing is invented."""
        half = max(1, len(self.y) // SMOOTH_SHARE // 2)
        end = np.searchsorted(self._borders, index, side="right")
        first = np.maximum(self._borders[end - 1], index - half)
        last = np.minimum(self._borders[end], index + half + 1)
        return (self.sums[last] - self.sums[first]) / (last - first)

    def ends_between(self, left: float, right: float) -> list[float]:
        """Lowest and highest value drawn between ``left`` and ``right``, with the point on either side, to which lines go; empty without points."""
        places = np.asarray((left, right), self.x.dtype)  # of another dtype, all of x would be copied
        first, last = np.searchsorted(self.x, places)
        part = slice(max(0, first - 1), last + 1)
        low, high = self.interval or (self.y, self.y)
        return [float(low[part].min()), float(high[part].max())] if len(self.x) else []


@dataclass(frozen=True)
class Threshold:
    """A line across a plot, which a curve has to reach where it holds."""

    name: str
    parts: Sequence[tuple[float, float, float]]
    """Where it holds, from and to, and how high it is there."""
    color: int = 0
    """Color of the curve, as :attr:`Curve.color`."""


@dataclass(frozen=True)
class Change:
    """A vertical line in a plot where something changes."""

    x: float
    name: str = ""
    """Name of the network that begins there, shown with points that are read behind the line."""
    is_written: bool = False
    """Whether the name is also written along the line, where it hides little."""
    settings: Sequence[str] = ()
    """What of a run's settings changes there, line by line, shown where the line is read."""


def some_of(first: int, last: int) -> np.ndarray:
    """At most :data:`SMOOTH_POINTS` indices from ``first`` to before ``last``, evenly spread."""
    return np.unique(np.linspace(first, last - 1, SMOOTH_POINTS).round().astype(np.int64))


def nearest(x: np.ndarray, place: float) -> int:
    """Index of the number in the ascending ``x`` that is nearest to ``place``."""
    wanted = x.dtype.type(place)  # of another dtype, all of x would be copied
    right = min(int(np.searchsorted(x, wanted)), len(x) - 1)
    left = max(0, right - 1)
    return left if place - x[left] < x[right] - place else right


def beside(curves: Sequence[np.ndarray], place: float, way: int) -> float:
    """The first number in any of these ascending arrays from ``place`` on, or if ``way`` is -1 the last up to it; the outermost if there is none."""
    found: list[float] = []
    for x in curves:
        wanted = x.dtype.type(place)
        rounded = float(wanted)  # rounding may have moved it past a number
        after = x[np.searchsorted(x, wanted, side="right" if rounded < place else "left") :][:1]
        before = x[: np.searchsorted(x, wanted, side="left" if rounded > place else "right")][-1:]
        found += (after if way > 0 else before).tolist()
    if not found:
        return float(max(x[-1] for x in curves) if way > 0 else min(x[0] for x in curves))
    return min(found) if way > 0 else max(found)


def color_of(number: int) -> QColor:
    """The colour of this index in :data:`COLORS`, for the present scheme."""
    return QColor((COLORS_ON_DARK if is_dark() else COLORS)[number])

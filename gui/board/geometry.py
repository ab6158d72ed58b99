"""Places of points and margins on a board that fills a rectangle of pixels."""

from dataclasses import dataclass
from functools import cached_property

from PySide6.QtCore import QPointF, QRectF

from core.position import Size

LABEL_SPACE = 0.5
"""Room for coordinates at each side, in fields."""
MARGIN = 0.65
"""Distance from the outer lines to the edge of the board, in fields."""


@dataclass(frozen=True)
class Geometry:
    """A board of ``size`` in the middle of ``width`` x ``height`` pixels."""

    size: Size
    width: int
    height: int
    labelled: bool
    """Whether room for coordinates is kept."""

    @classmethod
    def filled(cls, size: Size, pixels: int, labelled: bool) -> "Geometry":
        """A rectangle that the board fills, ``pixels`` at its longer side."""
        fields = cls(size, 0, 0, labelled).fields
        longer = max(fields)
        width, height = (round(pixels * side / longer) for side in fields)
        return cls(size, width, height, labelled)

    @property
    def space(self) -> float:
        """Distance from the outer lines to the edge, in fields."""
        return MARGIN + (LABEL_SPACE if self.labelled else 0.0)

    @property
    def fields(self) -> tuple[float, float]:
        """Width and height from edge to edge, in fields."""
        return self.size.cols - 1 + 2 * self.space, self.size.rows - 1 + 2 * self.space

    @cached_property
    def field(self) -> float:
        """Distance between two lines, in pixels."""
        across, down = self.fields
        return min(self.width / across, self.height / down)

    @cached_property
    def origin(self) -> QPointF:
        """Centre of the upper left point, in pixels."""
        return QPointF(
            (self.width - (self.size.cols - 1) * self.field) / 2,
            (self.height - (self.size.rows - 1) * self.field) / 2,
        )

    @cached_property
    def centers(self) -> list[QPointF]:
        """Centre of each point, in pixels."""
        left, top, field = self.origin.x(), self.origin.y(), self.field
        return [
            QPointF(left + col * field, top + row * field)
            for row in range(self.size.rows)
            for col in range(self.size.cols)
        ]

    def point_at(self, place: QPointF) -> int:
        """The point nearest to ``place``, -1 if that is outside the board."""
        offset = place - self.origin
        col, row = round(offset.x() / self.field), round(offset.y() / self.field)
        inside = 0 <= row < self.size.rows and 0 <= col < self.size.cols
        return self.size.point(row, col) if inside else -1

    @cached_property
    def surface(self) -> QRectF:
        """The board with its margin."""
        around = self.space * self.field
        return QRectF(
            self.origin.x() - around,
            self.origin.y() - around,
            (self.size.cols - 1) * self.field + 2 * around,
            (self.size.rows - 1) * self.field + 2 * around,
        )

    def around(self, point: int, side: float = 1.0) -> QRectF:
        """Square of ``side`` fields around ``point``."""
        reach = side * self.field
        center = self.centers[point]
        return QRectF(center.x() - reach / 2, center.y() - reach / 2, reach, reach)

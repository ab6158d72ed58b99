"""A layout of blocks that stand in rows, as many in each as there is room for."""

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem


class Flow(QLayout):
    """Blocks in their own widths from the left, the next row below once one is full. It would have all in one row and is content with one in each."""

    def __init__(self) -> None:
        super().__init__()
        self._items: list[QLayoutItem] = []
        self.setContentsMargins(0, 0, 0, 0)

    def addItem(self, item: QLayoutItem) -> None:
        self._items.append(item)

    def count(self) -> int:
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:  # type: ignore[override]
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:  # type: ignore[override]
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        places = self._places(width)
        return max((place.bottom() + 1 for place in places), default=0)

    def minimumSize(self) -> QSize:
        return QSize(max((_size_of(item).width() for item in self._items), default=0), 0)

    def sizeHint(self) -> QSize:
        widths = [_size_of(item).width() for item in self._items]
        width = sum(widths) + self.spacing() * max(0, len(widths) - 1)
        return QSize(width, self.heightForWidth(width))

    def setGeometry(self, rect: QRect) -> None:
        super().setGeometry(rect)
        for item, place in zip(self._items, self._places(rect.width()), strict=True):
            item.setGeometry(place.translated(rect.topLeft()))

    def _places(self, width: int) -> list[QRect]:
        """Where each block stands in a room of ``width``."""
        places: list[QRect] = []
        corner, below = QPoint(), 0
        for item in self._items:
            size = _size_of(item)
            if corner.x() and corner.x() + size.width() > width:
                corner = QPoint(0, below + self.spacing())
            places.append(QRect(corner, size))
            below = max(below, places[-1].bottom() + 1)
            corner += QPoint(size.width() + self.spacing(), 0)
        return places


def _size_of(item: QLayoutItem) -> QSize:
    """The size that a block would have, with the height that its texts need in that width."""
    size = item.sizeHint()
    return QSize(size.width(), item.heightForWidth(size.width())) if item.hasHeightForWidth() else size

"""A text of several lines that is never cut off."""

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLabel


class WholeLabel(QLabel):
    """A text of several lines that keeps its height, so that no line is cut off in a lower and narrower window.

    If ``steady``, for a text that changes all the time, it keeps the height of its longest text so far, so that what stands below stays in place.
    :meth:`keep_room_for` sets that height from the beginning.
    """

    def __init__(self, steady: bool = False) -> None:
        super().__init__()
        self._steady = steady
        self._longest = ""
        self.setWordWrap(True)

    def keep_room_for(self, text: str) -> None:
        """Keep at least the height that ``text`` needs."""
        self._longest = text
        self._claim_height()

    def keep_room_for_lines(self, count: int) -> None:
        """Keep the height of ``count`` lines, also if one has a name in another script, whose font is higher."""
        self.keep_room_for("\n".join(["Ág 围"] * count))

    def setText(self, text: str) -> None:
        super().setText(text)
        self._claim_height()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.setMinimumHeight(0)
        self._claim_height()

    def _claim_height(self) -> None:
        kept = self.minimumHeight() if self._steady else 0
        self.setMinimumHeight(0)  # else the height found would be at least this
        needed = self.heightForWidth(self.width())  # -1 without a text
        self.setMinimumHeight(max(kept, needed, self._height_of(self._longest)))

    def _height_of(self, text: str) -> int:
        room = QRect(0, 0, self.width(), self.maximumHeight())
        return self.fontMetrics().boundingRect(room, Qt.TextFlag.TextWordWrap, text).height() if text else 0

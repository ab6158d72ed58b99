"""A text of several lines that is never cut off."""

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLabel


class WholeLabel(QLabel):
    """A text of several lines that keeps its height: a window that becomes lower and narrower would cut off the last ones.

    A ``steady`` one, whose text changes all the time, keeps what its longest text so far has needed, so that what stands below stays in its place;
    where a text is known that is as long as they come, :meth:`keep_room_for` does so from the beginning."""

    def __init__(self, steady: bool = False) -> None:
        super().__init__()
        self._steady = steady
        self._longest = ""
        self.setWordWrap(True)

    def keep_room_for(self, text: str) -> None:
        """As high as ``text`` would be, whatever is shown."""
        self._longest = text
        self._claim_height()

    def keep_room_for_lines(self, count: int) -> None:
        """As high as so many lines, also where a name in one of them is of another script, whose font has higher ones."""
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
        self.setMinimumHeight(0)  # or it would be the least that is found
        needed = self.heightForWidth(self.width())  # -1 without a text
        self.setMinimumHeight(max(kept, needed, self._height_of(self._longest)))

    def _height_of(self, text: str) -> int:
        room = QRect(0, 0, self.width(), self.maximumHeight())
        return self.fontMetrics().boundingRect(room, Qt.TextFlag.TextWordWrap, text).height() if text else 0

"""A text of several lines that is never cut off."""

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLabel


class WholeLabel(QLabel):
    """A text of several lines that keeps its height: a window that becomes lower and narrower would cut off the last ones."""

    def __init__(self) -> None:
        super().__init__()
        self.setWordWrap(True)

    def setText(self, text: str) -> None:
        super().setText(text)
        self._claim_height()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._claim_height()

    def _claim_height(self) -> None:
        self.setMinimumHeight(0)  # or it would be the least that is found
        self.setMinimumHeight(max(0, self.heightForWidth(self.width())))  # -1 without a text

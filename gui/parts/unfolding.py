"""A button that shows and hides what stands below it."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QToolButton


class Unfolding(QToolButton):
    """Checked while the rest is shown; its arrow tells which."""

    def __init__(self, text: str):
        super().__init__()
        self.setText(text)
        self.setCheckable(True)
        self.setAutoRaise(True)
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.toggled.connect(self._point)
        self._point(False)

    def _point(self, is_open: bool) -> None:
        self.setArrowType(Qt.ArrowType.DownArrow if is_open else Qt.ArrowType.RightArrow)

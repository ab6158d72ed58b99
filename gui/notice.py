"""The line over the board."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QWidget


class NoticeRow(QWidget):
    """What happens or what to do, and what one would do next: buttons that come and go without the board moving."""

    def __init__(self, parent: QWidget | None = None):
        super().__init__(parent)
        self.label = QLabel()
        self.label.setObjectName("notice")
        self.label.setWordWrap(True)
        self.label.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.back, self.again = QPushButton(), QPushButton()
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.label, 1)
        layout.addWidget(self.back)
        layout.addWidget(self.again)
        self.setMinimumHeight(self.back.sizeHint().height())

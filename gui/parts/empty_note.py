"""A sentence in a list or table without rows, which would be an unexplained empty box."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QAbstractItemView, QLabel, QVBoxLayout


class EmptyNote(QLabel):
    """Lies over the view and shows while that is empty."""

    def __init__(self, view: QAbstractItemView, text: str = ""):
        super().__init__(text, view.viewport())
        self._model = view.model()
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setWordWrap(True)
        self.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        QVBoxLayout(view.viewport()).addWidget(self)
        for changed in (self._model.rowsInserted, self._model.rowsRemoved, self._model.modelReset):
            changed.connect(self._show)
        self._show()

    def _show(self) -> None:
        self.setVisible(self._model.rowCount() == 0)

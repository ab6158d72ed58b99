"""What goes on beside the window, told in its status bar: a sign for each kind of work, which opens the window where that is at home."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QToolButton

if TYPE_CHECKING:
    from gui.main_window import MainWindow

MOST_WIDTH = 300
"""Of a sign's text, in pixels: what else is said in the status bar has room beside it."""


class JobSign(QToolButton):
    """A button that is there while it has something to say; what is too long ends in dots, and is whole in the tool tip."""

    def __init__(self, open_window: Callable[[], None]):
        super().__init__()
        self.clicked.connect(lambda: open_window())
        self.hide()

    def say(self, text: str) -> None:
        """Nothing if that is empty."""
        shown = self.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, MOST_WIDTH)
        self.setText(shown.replace("&", "&&"))  # a name's is no letter key
        self.setToolTip(text)
        self.setAccessibleName(text)
        self.setVisible(bool(text))


class JobDesk(QObject):
    """The signs of all kinds of work."""

    def __init__(self, window: "MainWindow"):
        super().__init__(window)
        self._window = window
        arena, training, learner = window.arena, window.training_desk, window.td_desk
        self._signs = [
            (JobSign(arena.open), arena.sign_text),
            (JobSign(training.open_running), training.sign_text),
            (JobSign(learner.open), learner.sign_text),
        ]
        for changed in (arena.changed, training.changed, learner.changed):
            changed.connect(self.show)

    def place(self) -> None:
        """Put the signs into the status bar."""
        for sign, _ in self._signs:
            self._window.statusBar().addPermanentWidget(sign)

    def show(self) -> None:
        """Say how things stand; also in another language."""
        for sign, text in self._signs:
            sign.say(text())

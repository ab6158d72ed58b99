"""What goes on beside the window, told in its status bar: a sign for each kind of work, which opens the window where that is at home."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QToolButton

if TYPE_CHECKING:
    from gui.main_window import MainWindow

SHARE = 0.7
"""Of the status bar that all signs together may take: what else is said there has room beside them."""


class JobSign(QToolButton):
    """A button that is there while it has something to say; what has no room ends in dots, and is whole in the tool tip."""

    def __init__(self, open_window: Callable[[], None]):
        super().__init__()
        self.clicked.connect(lambda: open_window())
        self.hide()

    def say(self, text: str) -> None:
        """Nothing if that is empty."""
        self.setToolTip(text)
        self.setAccessibleName(text)
        self.setVisible(bool(text))

    def wanted(self) -> int:
        """Pixels of all that it has to say."""
        return self._frame() + self.fontMetrics().horizontalAdvance(self.toolTip())

    def fit(self, width: int) -> None:
        """Say as much of it as so many pixels have room for."""
        shown = self.toolTip()
        if width < self.wanted():
            room = max(0, width - self._frame())
            shown = self.fontMetrics().elidedText(shown, Qt.TextElideMode.ElideRight, room)
        self.setText(shown.replace("&", "&&"))  # a name's is no letter key

    def _frame(self) -> int:
        """Pixels around the text."""
        return self.sizeHint().width() - self.fontMetrics().horizontalAdvance(self.text().replace("&&", "&"))


def in_fair_parts(wanted: Sequence[int], room: int) -> list[int]:
    """So much of ``room`` to each: what it wants, as long as that is no more than an equal part of what those that want less leave."""
    given = [0] * len(wanted)
    smallest_first = sorted(range(len(wanted)), key=lambda place: wanted[place])
    for done, place in enumerate(smallest_first):
        given[place] = min(wanted[place], room // (len(wanted) - done))
        room -= given[place]
    return given


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
        self._window.statusBar().installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize:
            self._fit()
        return super().eventFilter(watched, event)

    def show(self) -> None:
        """Say how things stand; also in another language."""
        for sign, text in self._signs:
            sign.say(text())
        self._fit()

    def _fit(self) -> None:
        """A long one is cut off only where the others leave it no room."""
        signs = [sign for sign, _ in self._signs if not sign.isHidden()]
        room = round(SHARE * self._window.statusBar().width())
        for sign, width in zip(signs, in_fair_parts([sign.wanted() for sign in signs], room), strict=True):
            sign.fit(width)

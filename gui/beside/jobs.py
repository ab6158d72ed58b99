"""Work beside the window, shown in its status bar: a sign for each kind of work, which opens that work's window."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QToolButton

if TYPE_CHECKING:
    from gui.main_window import MainWindow

SHARE = 0.7
"""Share of the status bar that all signs together may take, so that other messages have room."""


class JobSign(QToolButton):
    """A button that shows while it has a text. A text too long ends in dots, and is complete in the tool tip."""

    def __init__(self, open_window: Callable[[], None]):
        super().__init__()
        self.clicked.connect(lambda: open_window())
        self.hide()

    def say(self, text: str) -> None:
        """Show ``text``; hide the button if it is empty."""
        self.setToolTip(text)
        self.setAccessibleName(text)
        self.setVisible(bool(text))

    def wanted(self) -> int:
        """Width of the whole text with its frame, in pixels."""
        return self._frame() + self.fontMetrics().horizontalAdvance(self.toolTip())

    def fit(self, width: int) -> None:
        """Show as much of the text as fits into ``width`` pixels."""
        shown = self.toolTip()
        if width < self.wanted():
            room = max(0, width - self._frame())
            shown = self.fontMetrics().elidedText(shown, Qt.TextElideMode.ElideRight, room)
        self.setText(shown.replace("&", "&&"))  # & in a name is no letter key

    def _frame(self) -> int:
        """Width of the frame around the text, in pixels."""
        return self.sizeHint().width() - self.fontMetrics().horizontalAdvance(self.text().replace("&&", "&"))


def in_fair_parts(wanted: Sequence[int], room: int) -> list[int]:
    """Shares of ``room``: each gets what it wants, up to an equal part of what those that want less leave."""
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
        for changed in (arena.changed, training.changed, learner.changed, window.language_changed):
            changed.connect(self.refresh)

    def place(self) -> None:
        """Put the signs into the status bar."""
        for sign, _ in self._signs:
            self._window.statusBar().addPermanentWidget(sign)
        self._window.statusBar().installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize:
            self._fit()
        return super().eventFilter(watched, event)

    def refresh(self) -> None:
        """Update all signs."""
        for sign, text in self._signs:
            sign.say(text())
        self._fit()

    def _fit(self) -> None:
        """Share the room: a long sign is cut off only where the others leave it too little."""
        signs = [sign for sign, _ in self._signs if not sign.isHidden()]
        room = round(SHARE * self._window.statusBar().width())
        for sign, width in zip(signs, in_fair_parts([sign.wanted() for sign in signs], room), strict=True):
            sign.fit(width)

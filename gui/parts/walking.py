"""Buttons that walk through the game on the board, for windows that follow it and may cover it."""

from collections.abc import Iterable

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QToolButton, QWidget

from gui.parts.forms import side_by_side
from gui.program.labels import without_letter


def walking_buttons(actions: Iterable[QAction]) -> QWidget:
    """A button for each of the tool bar's ``actions``."""
    return side_by_side(*map(_WalkingButton, actions))


class _WalkingButton(QToolButton):
    """A button that triggers ``action`` without owning it: with the action it would have its keys, and arrows couldn't move through tables of its
    window."""

    def __init__(self, action: QAction):
        super().__init__()
        self._action = action
        self.setAutoRaise(True)
        self.clicked.connect(action.trigger)
        action.changed.connect(self._follow)
        self._follow()

    def _follow(self) -> None:
        """Take over icon, name and state of the action."""
        self.setIcon(self._action.icon())
        self.setToolTip(without_letter(self._action.text()))
        self.setAccessibleName(self.toolTip())
        self.setEnabled(self._action.isEnabled())

"""Buttons that go through the game on the board, for windows that follow it and may lie over it."""

from collections.abc import Iterable

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QToolButton, QWidget

from gui.parts.forms import side_by_side


def walking_buttons(actions: Iterable[QAction]) -> QWidget:
    """One for each of the tool bar's ``actions``."""
    return side_by_side(*map(_WalkingButton, actions))


class _WalkingButton(QToolButton):
    """Triggers ``action`` instead of having it, with whose keys, arrows among them, one couldn't go through tables of its window."""

    def __init__(self, action: QAction):
        super().__init__()
        self._action = action
        self.setAutoRaise(True)
        self.clicked.connect(action.trigger)
        action.changed.connect(self._follow)
        self._follow()

    def _follow(self) -> None:
        """Be called and usable as the action is now."""
        self.setIcon(self._action.icon())
        self.setToolTip(self._action.text().replace("&", ""))
        self.setAccessibleName(self.toolTip())
        self.setEnabled(self._action.isEnabled())

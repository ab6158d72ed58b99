"""Menus in which the user chooses one of several for the whole window: how points are named, light or dark, and the language."""

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QActionGroup
from PySide6.QtWidgets import QMenu

from gui.program.language import LANGUAGES

VALUES = {
    "notation": ("championship", "gtp", "off"),
    "scheme": ("system", "light", "dark"),
    "language": tuple(LANGUAGES),
}
"""Settings, and what they can be."""


class ChoiceMenus(QObject):
    """Adds a menu for each of these settings to another menu."""

    chosen = Signal(str, str)
    """The name of a setting, and the value that the user has chosen for it."""

    def __init__(self, menu: QMenu, parent: QObject):
        super().__init__(parent)
        self._menus = {name: menu.addMenu("") for name in VALUES}
        self.groups: dict[str, QActionGroup] = {}
        """The values of each setting, with their names in the settings as data."""
        for name, values in VALUES.items():
            group = self.groups[name] = QActionGroup(self)
            for value in values:
                action = self._menus[name].addAction("")
                action.setCheckable(True)
                action.setData(value)
                group.addAction(action)
            group.triggered.connect(lambda action, name=name: self.chosen.emit(name, action.data()))

    def check(self, name: str, value: str) -> None:
        """Mark ``value`` as the present one."""
        for action in self.groups[name].actions():
            action.setChecked(action.data() == value)

    def retranslate(self) -> None:
        titles = {
            "notation": self.tr("&Coordinates"),
            "scheme": self.tr("App&earance"),
            "language": self.tr("&Language"),
        }
        texts = {
            "championship": self.tr("&Championship (A-I)"),
            "gtp": self.tr("&GTP (A-J without I)"),
            "off": self.tr("&Off"),
            "system": self.tr("As the &system"),
            "light": self.tr("&Light"),
            "dark": self.tr("&Dark"),
            **LANGUAGES,
        }
        for name, group in self.groups.items():
            self._menus[name].setTitle(titles[name])
            for action in group.actions():
                action.setText(texts[action.data()])

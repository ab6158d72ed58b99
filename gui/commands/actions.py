"""The actions that are made from the table of commands, with their texts, keys and icons."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject, Qt, Signal
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QAbstractButton, QDockWidget, QMainWindow, QMenu

from gui.commands.state import WindowState, state_of
from gui.commands.table import MENUS, OTHER_KEYS, Command
from gui.program.icons import tinted
from gui.program.labels import key_text, without_key, without_letter
from gui.program.settings import Settings

if TYPE_CHECKING:
    from gui.main_window import MainWindow

CONTEXT = "commands"


def _keys_text(keys: list[QKeySequence]) -> str:
    """All ``keys``, each name once: in Chinese both Enter keys have the same name."""
    return ", ".join(dict.fromkeys(map(key_text, keys)))


def other_key_text(text: str) -> str:
    """Text of a key in :data:`OTHER_KEYS`, which may be the mouse."""
    return key_text(QKeySequence(text)) or translated(text)


def translated(text: str) -> str:
    """A text of the table in the window's language."""
    return QCoreApplication.translate(CONTEXT, text)


def plain_text(text: str) -> str:
    """A text of the table in the window's language, without its letter key and dots."""
    return without_key(translated(text))


class Commands(QObject):
    """The actions made from the table, by name."""

    keys_changed = Signal()

    def __init__(self, window: "MainWindow", settings: Settings):
        """A command that switches one of the ``settings`` bears its name."""
        super().__init__(window)
        self._window = window
        self._titles: list[tuple[QMenu, str]] = []
        self._texts: list[tuple[QAction, str]] = []
        self._enabled: list[tuple[QAction, Callable[[WindowState], bool]]] = []
        self._checked: list[tuple[QAction, Callable[[WindowState], bool]]] = []
        self.defaults: dict[str, tuple[str, ...]] = {}
        """Default keys."""
        self.menus: dict[str, QMenu] = {}
        self.actions: dict[str, QAction] = {}
        self.tool_bar: list[QAction] = []
        for name, title, commands in MENUS:
            menu = window.menuBar().addMenu("")
            self.menus[name] = menu
            self._titles.append((menu, title))
            for command in commands:
                if command is None:
                    menu.addSeparator()
                else:
                    menu.addAction(self._make(command, settings))
        self.use_keys({})

    def _make(self, command: Command, settings: Settings) -> QAction:
        action = QAction(self._window)
        action.setObjectName(command.name)
        action.setCheckable(command.checkable)
        action.setAutoRepeat(not (command.once or command.checkable))
        if command.everywhere:
            action.setShortcutContext(Qt.ShortcutContext.ApplicationShortcut)
        self.defaults[command.name] = tuple(QKeySequence(key).toString() for key in command.keys)
        slot = command.slot(self._window)
        if command.checkable:
            action.setChecked(getattr(settings, command.name, False))
            action.toggled.connect(slot)
        else:
            action.triggered.connect(lambda _checked=False: slot())
        self._window.addAction(action)
        self.actions[command.name] = action
        self._texts.append((action, command.text))
        if command.enabled is not None:
            self._enabled.append((action, command.enabled))
        if command.checked is not None:
            self._checked.append((action, command.checked))
        if command.tool_bar:
            self.tool_bar.append(action)
        return action

    def update(self) -> None:
        """Enable those that can be given now, disable the others, and check those that are on."""
        now = state_of(self._window)
        for action, is_enabled in self._enabled:
            action.setEnabled(is_enabled(now))
        for action, is_checked in self._checked:
            action.blockSignals(True)
            action.setChecked(is_checked(now))
            action.blockSignals(False)

    def use_icons(self) -> None:
        """Give the tool bar signs in the window's present colours."""
        for action in self.tool_bar:
            action.setIcon(tinted(action.objectName()))
            action.setIconVisibleInMenu(False)

    def use_keys(self, changed: dict[str, str]) -> None:
        """Set the keys: defaults, except commands for which ``changed`` gives another first key; an empty one removes all."""
        for name, action in self.actions.items():
            first, *others = self.defaults[name] or ("",)
            keys = (changed.get(name, first), *(others if name not in changed or changed[name] else ()))
            action.setShortcuts([QKeySequence(key) for key in keys if key])
        self.retranslate()
        self.keys_changed.emit()

    def extra_keys(self) -> dict[str, tuple[str, ...]]:
        """Keys after the first, which the user can't change."""
        return {name: keys[1:] for name, keys in self.defaults.items() if len(keys) > 1}

    def keys_of_others(self) -> dict[str, str]:
        """Keys that no command can have, with what uses them: menus, and what a plain key of the focused widget (:class:`gui.window.keys.FocusKeys`)
        can't do."""
        titles = [menu.title() for menu, _ in self._titles]
        letters = {QKeySequence.mnemonic(title).toString(): without_key(title) for title in titles}
        own = [(key, text) for _, others in OTHER_KEYS for text, keys in others for key in keys]
        return letters | {key: translated(text) for key, text in own if "+" in key or key == "Tab"}

    def take_from_buttons(self, key: QKeySequence) -> None:
        """Remove ``key`` from buttons in the window and its docks if a command has it. A button's letter may be newer than the user's choice, and
        with both neither would work."""
        if not any(key in action.shortcuts() for action in self.actions.values()):
            return
        for button in self._window.findChildren(QAbstractButton):
            if button.shortcut() == key and isinstance(button.window(), QMainWindow | QDockWidget):
                button.setText(without_letter(button.text()))

    def label(self, name: str) -> str:
        """A command's name for people."""
        return plain_text(next(text for action, text in self._texts if action.objectName() == name))

    def retranslate(self) -> None:
        """Write all texts in the window's language."""
        for menu, title in self._titles:
            menu.setTitle(translated(title))
        for action, text in self._texts:
            action.setText(translated(text))
            plain = plain_text(text)
            action.setIconText(plain)
            keys = key_text(action.shortcut())
            action.setToolTip(f"{plain} ({keys})" if keys else plain)

    def key(self, name: str) -> str:
        """First key of a command as this system writes it; empty without one."""
        return key_text(self.actions[name].shortcut())

    def sheet(self) -> list[tuple[str, list[tuple[str, str]]]]:
        """All commands with keys, under their menus' names; last the keys that are no commands."""
        groups = []
        for _, title, commands in MENUS:
            rows = [
                (plain_text(command.text), _keys_text(self.actions[command.name].shortcuts()))
                for command in commands
                if command is not None and self.actions[command.name].shortcuts()
            ]
            if rows:
                groups.append((plain_text(title), rows))
        for title, others in OTHER_KEYS:
            rows = [(translated(text), ", ".join(map(other_key_text, keys))) for text, keys in others]
            groups.append((translated(title), rows))
        return groups

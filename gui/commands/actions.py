"""The actions that are made from the table of commands, with their texts, keys and icons."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject, Qt, Signal
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QAbstractButton, QDockWidget, QMainWindow, QMenu

from gui.commands.state import state_of
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
        self._commands: dict[str, Command] = {}
        self.menus: dict[str, QMenu] = {}
        self.actions: dict[str, QAction] = {}
        for name, _, commands in MENUS:
            menu = self.menus[name] = window.menuBar().addMenu("")
            for command in commands:
                if command is None:
                    menu.addSeparator()
                else:
                    self._commands[command.name] = command
                    self.actions[command.name] = self._make(command, settings)
                    menu.addAction(self.actions[command.name])
        self.tool_bar = [self.actions[name] for name, command in self._commands.items() if command.tool_bar]
        self.defaults = {
            name: tuple(QKeySequence(key).toString() for key in command.keys)
            for name, command in self._commands.items()
        }
        """Default keys."""
        self.use_keys({})

    def _make(self, command: Command, settings: Settings) -> QAction:
        action = QAction(self._window)
        action.setObjectName(command.name)
        action.setCheckable(command.checkable)
        action.setAutoRepeat(not (command.once or command.checkable))
        if command.everywhere:
            action.setShortcutContext(Qt.ShortcutContext.ApplicationShortcut)
        slot = command.slot(self._window)
        if command.checkable:
            action.setChecked(getattr(settings, command.name, False))
            action.toggled.connect(slot)
        else:
            action.triggered.connect(lambda _checked=False: slot())
        self._window.addAction(action)
        return action

    def update(self) -> None:
        """Enable those that can be given now, disable the others, and check those that are on."""
        now = state_of(self._window)
        for name, command in self._commands.items():
            action = self.actions[name]
            if command.enabled is not None:
                action.setEnabled(command.enabled(now))
            if command.checked is not None:
                action.blockSignals(True)
                action.setChecked(command.checked(now))
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
        titles = [menu.title() for menu in self.menus.values()]
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
        return plain_text(self._commands[name].text)

    def retranslate(self) -> None:
        """Write all texts in the window's language."""
        for name, title, _ in MENUS:
            self.menus[name].setTitle(translated(title))
        for name, action in self.actions.items():
            action.setText(translated(self._commands[name].text))
            plain = self.label(name)
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

"""The dialog to change keys, and the keys that a widget with the focus keeps for itself."""

from collections import defaultdict

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtGui import QFocusEvent, QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QDockWidget,
    QHeaderView,
    QKeySequenceEdit,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QTabBar,
    QTableView,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from gui.commands.actions import Commands
from gui.parts.dialogs import ending_buttons
from gui.parts.forms import HintedLine
from gui.parts.placing import on_screen
from gui.program.labels import key_text
from gui.program.language import QT_TRANSLATE_NOOP
from gui.program.messages import fill, listed
from gui.program.theme import set_alarm

ARROWS = (
    QT_TRANSLATE_NOOP("QShortcut", "Left"),
    QT_TRANSLATE_NOOP("QShortcut", "Right"),
    QT_TRANSLATE_NOOP("QShortcut", "Up"),
    QT_TRANSLATE_NOOP("QShortcut", "Down"),
)
"""Keys that Qt's own Chinese names as directions; ours shows arrows."""
EMPTY_FIELD = QT_TRANSLATE_NOOP("QKeySequenceEdit", "Press shortcut")
"""Placeholder of a field without a key; Qt's own Chinese lacks a word."""
Key = Qt.Key
ENTER = {Key.Key_Return, Key.Key_Enter}
TABS = {Key.Key_Tab, Key.Key_Backtab}
UP_AND_DOWN = {Key.Key_Up, Key.Key_Down, Key.Key_PageUp, Key.Key_PageDown, Key.Key_Home, Key.Key_End}
LEFT_AND_RIGHT = {Key.Key_Left, Key.Key_Right}
OWN_KEYS: tuple[tuple[type[QWidget], set[Qt.Key]], ...] = (
    (QAbstractButton, {Key.Key_Space, *ENTER}),
    (QTableView, UP_AND_DOWN | ENTER),
    (QAbstractSlider, UP_AND_DOWN | LEFT_AND_RIGHT),
    (QAbstractSpinBox, UP_AND_DOWN | ENTER),
    (QComboBox, {Key.Key_Space} | UP_AND_DOWN),
    (
        QLineEdit,
        UP_AND_DOWN | ENTER,
    ),  # the arrows left and right are commands of the window: text there is tied to the position shown
    (QPlainTextEdit, {Key.Key_PageUp, Key.Key_PageDown}),
    (QTabBar, LEFT_AND_RIGHT),
)
"""Keys that widgets keep for themselves though they are commands elsewhere in the window."""
TEXT_FIELDS = (QAbstractSpinBox, QLineEdit, QPlainTextEdit)
DELETING_WORDS = (QKeySequence.StandardKey.DeleteStartOfWord, QKeySequence.StandardKey.DeleteEndOfWord)
"""Keys that text fields use but don't claim from commands themselves: of combinations with Ctrl and the like, only these."""


class KeyField(QKeySequenceEdit):
    """A command's key. It records a new one only once it is clicked or Return is pressed in it, until the next key: else it would take the keys by
    which one leaves it."""

    def __init__(self, label: str):
        super().__init__()
        self.setMaximumSequenceLength(1)
        self.setClearButtonEnabled(True)
        self.setAccessibleName(label)
        said = self.tr("Return or a click, then the new key; Backspace removes the key.")
        self.setToolTip(said)
        self.setAccessibleDescription(said)
        self._before: QKeySequence | None = None
        """While a key is recorded: the one before."""
        self.editingFinished.connect(self._end)
        for line in self.findChildren(QLineEdit):
            line.installEventFilter(self)
        self._end()

    def show_key(self, key: QKeySequence) -> None:
        """Show ``key``, the command's; an empty one for none."""
        self.setKeySequence(key)
        self._end()

    def _begin(self) -> None:
        if self._before is None:
            self._before = self.keySequence()
            self.clear()
            self._say(self.tr("Press the new key…"))

    def _end(self) -> None:
        self._before = None
        self._say(self.tr("none", "a key"))

    def _say(self, text: str) -> None:
        """Show ``text`` as long as there is no key. Qt shows a text of its own after each change of the key."""
        for line in self.findChildren(QLineEdit):  # none is left where an end comes with the field's own
            line.setPlaceholderText(text)

    def _give_up(self) -> None:
        """End recording without a new key."""
        if self._before is not None:
            self.setKeySequence(self._before)
            self._end()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.MouseButtonPress:
            self._begin()
        return super().eventFilter(watched, event)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and self._before is None:
            event.ignore()
            return False
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress and event.key() in TABS:
            return self.focusNextPrevChild(event.key() == Key.Key_Tab)
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        if key == Key.Key_Escape and self._before is not None:
            self._give_up()
        elif self._before is not None:
            super().keyPressEvent(event)
        elif key in ENTER or key == Key.Key_F2:
            self._begin()
        elif key in (Key.Key_Backspace, Key.Key_Delete):
            self.clear()
            self._end()
        elif key == Key.Key_Escape:
            QApplication.sendEvent(self.window(), event)  # the table would search for it
        else:
            event.ignore()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self._give_up()
        super().focusOutEvent(event)


class KeysDialog(QDialog):
    """Every command with its key, which can be pressed anew."""

    def __init__(self, parent: QWidget | None, commands: Commands):
        super().__init__(parent)
        self.setWindowTitle(self.tr("Change keys"))
        self._commands = commands
        self._names = list(commands.actions)
        self.filter = HintedLine()
        self.filter.setPlaceholderText(self.tr("Search…"))
        self.filter.setClearButtonEnabled(True)
        self.filter.setAccessibleName(self.tr("Search"))
        self.table = QTableWidget(len(self._names), 2)
        self.table.setTabKeyNavigation(False)
        self.table.setHorizontalHeaderLabels([self.tr("Command"), self.tr("Key")])
        self.table.horizontalHeader().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.table.setColumnWidth(1, 180)
        self.table.setAccessibleName(self.tr("Keys"))
        self.table.verticalHeader().hide()
        self.edits: dict[str, KeyField] = {}
        for row, name in enumerate(self._names):
            label = commands.label(name)
            item = QTableWidgetItem(label)
            item.setFlags(Qt.ItemFlag.ItemIsEnabled)
            self.table.setItem(row, 0, item)
            edit = KeyField(label)
            edit.show_key(commands.actions[name].shortcut())
            edit.keySequenceChanged.connect(self._check)
            self.table.setCellWidget(row, 1, edit)
            self.edits[name] = edit
        self.problem = QLabel()
        self.problem.setWordWrap(True)
        set_alarm(self.problem)
        buttons = QDialogButtonBox.StandardButton
        self.buttons = ending_buttons(self, buttons.Ok | buttons.Cancel | buttons.RestoreDefaults)
        self.buttons.button(buttons.RestoreDefaults).clicked.connect(self._restore)
        layout = QVBoxLayout(self)
        for widget in (self.filter, self.table, self.problem, self.buttons):
            layout.addWidget(widget)
        self.filter.textChanged.connect(self._search)
        self.resize(on_screen(self, QSize(520, 560)))
        self._check()

    def _search(self, text: str) -> None:
        for row, name in enumerate(self._names):
            self.table.setRowHidden(row, text.lower() not in self._commands.label(name).lower())

    def _restore(self) -> None:
        for name, keys in self._commands.defaults.items():
            self.edits[name].show_key(QKeySequence(keys[0]) if keys else QKeySequence())

    def _check(self) -> None:
        """Name the commands that share a key. The dialog can't be accepted while any do."""
        users = defaultdict(list)
        for name, edit in self.edits.items():
            if not edit.keySequence().isEmpty():
                users[edit.keySequence().toString()].append(name)
        for name, keys in self._commands.extra_keys().items():
            for key in keys:
                if users.get(key) not in (None, [], [name]):
                    users[key].append(name)
        labels = {key: [self._commands.label(name) for name in names] for key, names in users.items()}
        for key, other in self._commands.keys_of_others().items():
            if key in labels:
                labels[key].append(other)
        shared = [
            fill(self.tr("%1 is used by: %2"), key_text(QKeySequence(key)), listed(whose))
            for key, whose in labels.items()
            if len(whose) > 1
        ]
        self.problem.setText("\n".join(shared))
        self.problem.setVisible(bool(shared))
        self.buttons.button(QDialogButtonBox.StandardButton.Ok).setEnabled(not shared)

    def keys(self) -> dict[str, str]:
        """The keys that differ from the defaults; empty for a command without one."""
        chosen = {name: edit.keySequence().toString() for name, edit in self.edits.items()}
        defaults = self._commands.defaults
        return {
            name: key for name, key in chosen.items() if key != (defaults[name][0] if defaults[name] else "")
        }


class FocusKeys(QObject):
    """Gives the focused widget its own keys in the window and its docks, which may float, so that all can be used without a mouse; then come
    commands, then the letters of buttons."""

    def __init__(self, window: QWidget, commands: Commands):
        super().__init__(window)
        self._commands = commands
        for each in (window, *window.findChildren(QDockWidget)):
            each.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Claim a key before it becomes a command. Qt asks the widgets, from the focused one up to the window."""
        if event.type() != QEvent.Type.ShortcutOverride or not isinstance(event, QKeyEvent):
            return super().eventFilter(watched, event)
        self._commands.take_from_buttons(QKeySequence(event.keyCombination()))
        if not _has(QApplication.focusWidget(), event):
            return super().eventFilter(watched, event)
        event.accept()
        return True


def _has(focused: QWidget | None, event: QKeyEvent) -> bool:
    """Whether the key is the focused widget's own."""
    if isinstance(focused, TEXT_FIELDS) and any(map(event.matches, DELETING_WORDS)):
        return True
    keys = set().union(*(keys for kind, keys in OWN_KEYS if isinstance(focused, kind)))
    plain = event.modifiers() in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)
    return plain and event.key() in keys

"""The dialog of external programs: which there are, how each is started, and a test whether it can be used."""

import logging
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, QSize, Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QDoubleSpinBox,
    QFileDialog,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from ai.external.log import log_path
from ai.external.process import command_of
from ai.players import PlayerError, make_player
from ai.players.text import is_on
from core.folders import FolderError
from core.player import Limit
from core.points import Notation, point_name
from core.position import Position, Size
from core.sentence import fill
from gui.parts.asking import agrees
from gui.parts.button_menu import offer_in_menu
from gui.parts.dialogs import accepted, ending_buttons
from gui.parts.empty_note import EmptyNote
from gui.parts.forms import HintedLine, TextLine, name_fields
from gui.parts.placing import on_screen
from gui.parts.threads import AnsweringThread
from gui.program import player_text
from gui.program.desktop import show_outside
from gui.program.messages import error_text
from gui.program.settings import Settings
from gui.program.theme import set_alarm

log = logging.getLogger(__name__)

TEXT = Qt.ItemDataRole.UserRole
LONGEST_TIMEOUT = 3600.0
SMALLEST_LIST = 170


class EngineDesk(QObject):
    """Keeps the programs that the user has entered, as players' texts in the settings."""

    changed = Signal()

    def __init__(self, window: QWidget, settings: Settings, notation: Callable[[], Notation]):
        super().__init__(window)
        self._window = window
        self._settings = settings
        self._notation = notation

    def open(self) -> None:
        """Let the user change the list."""
        dialog = EngineDialog(self._window, self._settings.engines, self._notation())
        if accepted(dialog):
            self._settings.engines = dialog.texts()
            self.changed.emit()


class EngineTest(AnsweringThread):
    """Starts a program in a thread and asks it for its name and a first move."""

    answered = Signal(str, object)
    """The program's name, empty if it has none, and its first move."""
    failed = Signal(object)
    """A sentence that says why the program can't be used."""

    def __init__(self, text: str, parent: QObject):
        super().__init__(parent)
        self._text = text

    def run(self) -> None:
        try:
            player = make_player(self._text)
            try:
                name = player.introduce(self.stopping)  # type: ignore[attr-defined]
                move = player.choose(Position.empty(), Limit(), stop=self.stopping).point
                self.tell(self.answered, name, move)
            finally:
                player.close()
        except PlayerError as error:
            self.tell(self.failed, error.args[0])
        except Exception as error:
            log.exception("%s can't be tried", self._text)
            self.tell(self.failed, f"{self._text}: {error}")


class EngineForm(QWidget):
    """Fields for one program. They show and change its player's text, and keep options of it that they don't know."""

    changed = Signal()

    def __init__(self, notation: Notation):
        """``notation``: how points are written."""
        super().__init__()
        self._notation = notation
        self._text = ""
        self._test: EngineTest | None = None
        self.name, self.command, self.folder = TextLine(), HintedLine(), HintedLine()
        self.protocol = QComboBox()
        for label, text in (
            (self.tr("GTP"), "gtp"),
            (self.tr("SAU platform"), "sau"),
            (self.tr("Botzone, JSON"), "botzone"),
            (self.tr("Botzone, simple form"), "botzone:form=numbers"),
        ):
            self.protocol.addItem(label, text)
        self.timeout = QDoubleSpinBox()
        self.timeout.setRange(0.0, LONGEST_TIMEOUT)
        self.timeout.setDecimals(1)
        self.timeout.setSuffix(self.tr(" seconds"))
        self.timeout.setSpecialValueText(self.tr("as the clock allows, 60 seconds without one"))
        self.keep_running = QCheckBox(self.tr("It keeps running from turn to turn"))
        self.test, self.log = QPushButton(self.tr("&Test")), QPushButton(self.tr("Show its &log"))
        self.answer = QLabel()
        self.answer.setWordWrap(True)
        self.answer.setTextFormat(Qt.TextFormat.PlainText)
        self._lay_out()
        for field in (self.name, self.command, self.folder):
            field.textEdited.connect(lambda _text: self._read_fields())
        self.protocol.activated.connect(lambda _index: self._read_fields())
        self.timeout.valueChanged.connect(lambda _seconds: self._read_fields())
        self.keep_running.toggled.connect(lambda _checked: self._read_fields())
        self.test.clicked.connect(self._toggle_test)
        self.log.clicked.connect(self._open_log)

    def _lay_out(self) -> None:
        self.command.setPlaceholderText(self.tr("the program with its arguments"))
        self.folder.setPlaceholderText(self.tr("where it finds its files; may stay empty"))
        buttons = QHBoxLayout()
        buttons.addWidget(self.test)
        buttons.addWidget(self.log)
        buttons.addStretch(1)
        self._form = QFormLayout(self)
        self._form.setContentsMargins(0, 0, 0, 0)
        self._form.addRow(self.tr("Name"), self.name)
        self._form.addRow(self.tr("Protocol"), self.protocol)
        self._form.addRow(
            self.tr("Command"), self._with_browse(self.command, self.tr("C&hoose…"), self._choose_program)
        )
        self._form.addRow(
            self.tr("Folder"), self._with_browse(self.folder, self.tr("Choos&e…"), self._choose_folder)
        )
        self._form.addRow(self.tr("Longest silence"), self.timeout)
        self._form.addRow(self.keep_running)
        self._form.addRow(buttons)
        self._form.addRow(self.answer)
        name_fields(self._form)

    def _with_browse(self, field: QLineEdit, text: str, choose: Callable[[], None]) -> QWidget:
        row = QWidget()
        layout = QHBoxLayout(row)
        layout.setContentsMargins(0, 0, 0, 0)
        button = QPushButton(text)
        button.setAutoDefault(False)
        button.clicked.connect(choose)
        layout.addWidget(field, 1)
        layout.addWidget(button)
        return row

    def text(self) -> str:
        """The program as a player's text."""
        return self._text

    def set_text(self, text: str) -> None:
        """Show the program of this player's ``text``."""
        self.give_up()
        self._text = text
        kind, options = player_text.split(text)
        widgets = (self.timeout, self.keep_running)
        for widget in widgets:
            widget.blockSignals(True)
        self.name.setText(options.get("name", ""))
        self.command.setText(options.get("command", ""))
        self.folder.setText(options.get("cwd", ""))
        form = {"form": "numbers"} if options.get("form") == "numbers" else {}
        self.protocol.setCurrentIndex(max(0, self.protocol.findData(player_text.join(kind, form))))
        self.timeout.setValue(_number(options.get("timeout")))
        self.keep_running.setChecked(is_on(options.get("keep_running", "")))
        for widget in widgets:
            widget.blockSignals(False)
        self._show()

    def _show(self) -> None:
        self._form.setRowVisible(self.keep_running, player_text.kind_of(self._text) == "botzone")
        self.answer.clear()

    def _read_fields(self) -> None:
        """Write what the fields say into the text."""
        self.give_up()
        _, options = player_text.split(self._text)
        kind, form = player_text.split(self.protocol.currentData())
        options |= {
            "name": self.name.text().strip(),
            "command": self.command.text().strip(),
            "cwd": self.folder.text().strip(),
            "timeout": f"{self.timeout.value():g}" if self.timeout.value() else "",
            "form": form.get("form", ""),
            "keep_running": "on" if kind == "botzone" and self.keep_running.isChecked() else "",
        }
        self._text = player_text.join(kind, {name: value for name, value in options.items() if value})
        self._show()
        self.changed.emit()

    def _choose_program(self) -> None:
        path, _ = QFileDialog.getOpenFileName(self, self.tr("Choose the program"))
        if path:
            self.command.setText(command_of(path))
            if not self.name.text():
                self.name.setText(Path(path).stem)
            self._read_fields()

    def _choose_folder(self) -> None:
        folder = QFileDialog.getExistingDirectory(self, self.tr("Choose the folder"))
        if folder:
            self.folder.setText(folder)
            self._read_fields()

    # --- trying it --------------------------------------------------------------------------------------------

    def _toggle_test(self) -> None:
        """Start the test, or stop it."""
        if self._test is not None:
            self.give_up()
            self.answer.clear()
            return
        self._test = EngineTest(self._text, self)
        self._test.answered.connect(self._on_answered)
        self._test.failed.connect(self._on_failed)
        self.test.setText(self.tr("&Stop"))
        self.answer.setText(self.tr("It is being started, and asked for a first move…"))
        self._test.start()

    def _on_answered(self, name: str, point: int | None) -> None:
        self.give_up()
        size = Size()
        if point is None or point not in size:
            self.answer.setText(self.tr("It answers, but its first move is nowhere on the board."))
            return
        place = point_name(point, size, self._notation)
        self.answer.setText(
            fill(self.tr("It can be used. It is called %1, and begins a game at %2."), name, place)
            if name
            else fill(self.tr("It can be used. It begins a game at %1."), place)
        )

    def _on_failed(self, said: str) -> None:
        self.give_up()
        self.answer.setText(error_text(said))

    def give_up(self) -> None:
        """Stop the test."""
        if self._test is not None:
            self._test.let_go()
            self._test = None
            self.test.setText(self.tr("&Test"))

    def _open_log(self) -> None:
        try:
            player = make_player(self._text)
            path = log_path(player.name, self.command.text().strip())
        except (PlayerError, FolderError) as error:
            self.answer.setText(error_text(error))
            return
        if path.exists():
            show_outside(self, path)
        else:
            self.answer.setText(self.tr("Nothing has been said to it yet."))


def _number(text: str | None) -> float:
    try:
        return float(text or 0)
    except ValueError:
        return 0.0


class EngineDialog(QDialog):
    """The list of programs, with the fields of the chosen one."""

    def __init__(self, parent: QWidget | None, engines: list[str], notation: Notation):
        """``engines``: players' texts."""
        super().__init__(parent)
        self.setWindowTitle(self.tr("External programs"))
        self.list = QListWidget()
        self.list.setAccessibleName(self.tr("External programs"))
        self.list.setMinimumWidth(SMALLEST_LIST)
        # long names are shortened with dots instead
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        EmptyNote(self.list, self.tr("No program yet. “Add” puts one on the list."))
        self.form = EngineForm(notation)
        self.add_button, self.remove_button = QPushButton(self.tr("&Add")), QPushButton(self.tr("&Remove"))
        self.problem = QLabel()
        self.problem.setObjectName("problem")
        self.problem.setWordWrap(True)
        set_alarm(self.problem)
        self.buttons = ending_buttons(self)
        self._lay_out()
        self._kept = engines
        for text in engines:
            self._add_item(text)
        self.list.currentRowChanged.connect(lambda _row: self._show_current())
        self.form.changed.connect(self._take_form)
        self.add_button.clicked.connect(self.add)
        self.remove_button.clicked.connect(self.remove)
        offer_in_menu(self.list, (self.remove_button,), self.remove_button)
        self.finished.connect(lambda _result: self.form.give_up())
        self.list.setCurrentRow(0)
        self._show_current()

    def _lay_out(self) -> None:
        for button in (self.add_button, self.remove_button, self.form.test, self.form.log):
            button.setAutoDefault(False)
        note = QLabel(
            self.tr(
                "Programs that speak GTP, the SAU platform's protocol or Botzone's play here like any other player."
            )
        )
        note.setWordWrap(True)
        list_buttons = QHBoxLayout()
        list_buttons.addWidget(self.add_button)
        list_buttons.addWidget(self.remove_button)
        left = QVBoxLayout()
        left.addWidget(self.list, 1)
        left.addLayout(list_buttons)
        right = QVBoxLayout()
        right.addWidget(self.form)
        right.addStretch(1)
        columns = QHBoxLayout()
        columns.addLayout(left, 1)
        columns.addLayout(right, 3)
        layout = QVBoxLayout(self)
        layout.addWidget(note)
        layout.addLayout(columns, 1)
        layout.addWidget(self.problem)
        layout.addWidget(self.buttons)
        self.resize(on_screen(self, QSize(760, 420)))

    def texts(self) -> list[str]:
        """The programs as players' texts."""
        return [self.list.item(row).data(TEXT) for row in range(self.list.count())]

    def add(self) -> None:
        """Add a new program, to be filled in."""
        self._add_item("gtp")
        self.list.setCurrentRow(self.list.count() - 1)
        self.form.name.setFocus()

    def remove(self) -> None:
        """Remove the chosen program from the list."""
        self.form.give_up()
        self.list.takeItem(self.list.currentRow())
        self._show_current()

    def _add_item(self, text: str) -> None:
        item = QListWidgetItem()
        self.list.addItem(item)
        self._write_item(item, text)

    def _write_item(self, item: QListWidgetItem, text: str) -> None:
        item.setData(TEXT, text)
        item.setText(engine_name(text) or self.tr("new program"))

    def _show_current(self) -> None:
        item = self.list.currentItem()
        self.form.setEnabled(item is not None)
        self.remove_button.setEnabled(item is not None)
        self.form.set_text("gtp" if item is None else item.data(TEXT))
        self._check()

    def _take_form(self) -> None:
        item = self.list.currentItem()
        if item is not None:
            self._write_item(item, self.form.text())
        self._check()

    def reject(self) -> None:
        question, act = self.tr("Drop what you have changed?"), self.tr("&Drop")
        if self.texts() == self._kept or agrees(self, question, act):
            super().reject()

    def _check(self) -> None:
        """Say what is missing, and enable OK only if nothing is."""
        problem = self._problem()
        self.problem.setText(problem)
        self.problem.setVisible(bool(problem))
        self.buttons.button(QDialogButtonBox.StandardButton.Ok).setEnabled(not problem)
        self.form.test.setEnabled(is_player(self.form.text()))

    def _problem(self) -> str:
        names = [engine_name(text) for text in self.texts()]
        if not all(names):
            return self.tr("Each program needs a name.")
        for name in names:
            if names.count(name) > 1:
                return fill(self.tr("Two programs are called %1."), name)
        for name, text in zip(names, self.texts(), strict=True):
            try:
                make_player(text)
            except PlayerError as error:
                if not player_text.split(text)[1].get("command"):
                    return fill(self.tr("%1 needs the command that starts it."), name)
                return error_text(error)
        return ""


def is_player(text: str) -> bool:
    try:
        make_player(text)
    except PlayerError:
        return False
    return True


def engine_name(text: str) -> str:
    """What the user calls the program that ``text`` starts."""
    return player_text.split(text)[1].get("name", "")

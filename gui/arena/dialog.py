"""The dialog that begins an arena: players, number of games, board and time."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from PySide6.QtCore import QEvent, QLocale, QObject, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QDialog,
    QDoubleSpinBox,
    QFormLayout,
    QGroupBox,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from ai.arena import ArenaError
from ai.arena.plan import Plan
from ai.levels import levels
from ai.players import PLAYER_KINDS, PlayerError, join, kind_of, make_player, name_of
from core.folders import why_no_folder_name
from gui.game.setup import SIZES
from gui.parts.button_menu import offer_in_menu
from gui.parts.checkpoint_file import OTHER_FILE, choose_checkpoints
from gui.parts.dialogs import agree_or_cancel
from gui.parts.forms import TextLine, name_fields, side_by_side
from gui.parts.placing import on_screen
from gui.parts.scrolling import scrolled_if_low
from gui.parts.whole_label import WholeLabel
from gui.program.messages import error_text, fill, one_after_another, unrated_label
from gui.program.settings import ARENA_SIMULATIONS, LIMITS
from gui.program.theme import set_alarm

SIZE = QSize(600, 560)
"""Wide enough for a time beside its kind."""
AS_TEXTS, MOVE_TIME, TOTAL_TIME = "texts", "move", "total"
SUGGESTED = ("policy", "zero:simulations=8")
"""Players that a new arena begins with; they need little time."""
SUGGESTED_GAMES = 20
NETWORK = Qt.ItemDataRole.UserRole + 1
"""Role of an item's network, which searches with as many simulations as the field says."""


@dataclass(frozen=True)
class ArenaChoice:
    """An arena to begin."""

    folder: Path
    plan: Plan


class PlayerList(QGroupBox):
    """The players of an arena: chosen among levels, networks and external programs, or typed as any player's text."""

    changed = Signal()

    def __init__(self, networks: list[tuple[str, str]], engines: Sequence[str]):
        """``networks``: labels and values to choose from; ``engines``: external programs as players' texts."""
        super().__init__()
        self.setTitle(self.tr("Players"))
        self.list = QListWidget()
        self.list.setAccessibleName(self.tr("Players"))
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        # texts too long are cut off; their tips are not
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.choice = QComboBox()
        self.choice.setEditable(True)
        self.choice.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.choice.setAccessibleName(self.tr("Player to add"))
        for level in levels():
            self.choice.addItem(level.name(QLocale().name()), level.player_text)
        for label, value in networks:
            self.choice.addItem(fill(self.tr("Network %1"), label))
            self.choice.setItemData(self.choice.count() - 1, value, NETWORK)
        for engine in engines:
            self.choice.addItem(unrated_label(engine), engine)
        self.choice.addItem(self.tr("other generations or checkpoints…"), OTHER_FILE)
        self.choice.setCurrentText("")
        line_edit = self.choice.lineEdit()
        assert line_edit is not None
        line_edit.setPlaceholderText(self.tr("a level, a network, or a text such as zero:simulations=800"))
        for field in (self.choice, line_edit):
            field.installEventFilter(self)
        self.simulations = QSpinBox()
        self.simulations.setRange(*map(int, LIMITS["simulations"]))
        self.simulations.setGroupSeparatorShown(True)
        self.simulations.setValue(ARENA_SIMULATIONS)
        self.simulations.setToolTip(
            self.tr(
                "Those in the list that you chose get them too; a player that is written as a text makes as many as that says. How many a "
                "network makes against you is set in the menu “AI”."
            )
        )
        self.simulations.valueChanged.connect(self._search_anew)
        self.add_button, self.remove_button = QPushButton(self.tr("&Add")), QPushButton(self.tr("&Remove"))
        for button, slot in ((self.add_button, self.add), (self.remove_button, self.remove)):
            button.setAutoDefault(False)
            button.clicked.connect(slot)
        offer_in_menu(self.list, (self.remove_button,), self.remove_button)
        self.problem = WholeLabel(steady=True)
        self.problem.keep_room_for_lines(2)  # else the fields would move while the user types
        set_alarm(self.problem)
        line = QHBoxLayout()
        line.addWidget(self.choice, 1)
        line.addWidget(self.add_button)
        about_simulations = QLabel(self.tr("Simulations a move of the networks that you choose"))
        about_simulations.setBuddy(self.simulations)
        searching = QHBoxLayout()
        searching.addWidget(about_simulations, 1)
        searching.addWidget(self.simulations)
        below = QHBoxLayout()
        below.addWidget(self.problem, 1)
        below.addWidget(self.remove_button, 0, Qt.AlignmentFlag.AlignTop)
        layout = QVBoxLayout(self)
        layout.addLayout(line)
        layout.addLayout(searching)
        layout.addWidget(self.list, 1)
        layout.addLayout(below)
        self.choice.activated.connect(lambda _index: self.add())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Add on Enter in the field, and stop the key: the dialog would begin the arena."""
        if not isinstance(event, QKeyEvent) or event.type() != QEvent.Type.KeyPress:
            return super().eventFilter(watched, event)
        if event.key() not in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            return super().eventFilter(watched, event)
        self.add()
        return True

    def texts(self) -> tuple[str, ...]:
        """The players' texts."""
        items = (self.list.item(row) for row in range(self.list.count()))
        return tuple(item.data(Qt.ItemDataRole.UserRole) for item in items)

    def add(self) -> None:
        """Add the player in the field. A text that names none stays there to be corrected, with the reason."""
        written = self.choice.currentText().strip()
        index = self.choice.currentIndex()  # of several with one label the chosen one
        if self.choice.itemText(index) != written:
            index = self.choice.findText(written)
        text = self.choice.itemData(index) if index >= 0 else written
        networks = list(filter(None, [self.choice.itemData(index, NETWORK)]))
        if text == OTHER_FILE:
            self.choice.setCurrentText("")
            text, networks = "", [name_of(path) for path in choose_checkpoints(self)]
        problems = [self._take(self._player_of(network), network) for network in networks]
        if text:
            problems.append(self._take(text))
        self.problem.setText("\n".join(filter(None, problems)))

    def _take(self, text: str, network: str = "") -> str:
        """Add a player, possibly of a ``network``. Returns why that fails, empty if it doesn't."""
        try:
            make_player(text)
        except PlayerError as error:
            return error_text(error)
        if text in self.texts():
            return fill(self.tr("%1 is in the list already."), unrated_label(text))
        self._list(text, network)
        self.choice.setCurrentText("")
        return ""

    def add_text(self, text: str) -> None:
        """Add a player, unless it is there."""
        if text not in self.texts():
            self._list(text)

    def add_network(self, network: str) -> None:
        """Add the player of a network that is not there yet."""
        self._list(self._player_of(network), network)

    def _list(self, text: str, network: str = "") -> None:
        item = QListWidgetItem()
        item.setData(NETWORK, network)
        _write(item, text)
        self.list.addItem(item)
        self.changed.emit()

    def _player_of(self, network: str) -> str:
        return join("zero", {"net": network, "simulations": str(self.simulations.value())})

    def _search_anew(self) -> None:
        """Give the networks in the list the simulations that the field says now."""
        for row in range(self.list.count()):
            item = self.list.item(row)
            if network := item.data(NETWORK):
                _write(item, self._player_of(network))
        self.changed.emit()

    def remove(self) -> None:
        """Remove the selected players from the list."""
        for item in self.list.selectedItems():
            self.list.takeItem(self.list.row(item))
        self.list.setCurrentRow(self.list.currentRow())  # the next one is selected, to be removed too
        self.problem.setText("")  # it may have said that the player is in the list
        self.changed.emit()


def _write(item: QListWidgetItem, text: str) -> None:
    """Make ``item`` stand for the player of this text."""
    item.setData(Qt.ItemDataRole.UserRole, text)
    item.setText(f"{unrated_label(text)}   {text}")
    item.setToolTip(text)


class ArenaDialog(QDialog):
    """All about a new arena on one page."""

    def __init__(
        self,
        parent: QWidget | None,
        folder: Path,
        networks: list[tuple[str, str]],
        engines: Sequence[str] = (),
        meeting: Sequence[str] = (),
    ):
        """Arenas are made in ``folder``; ``networks`` and ``engines`` as in :class:`PlayerList`. The networks ``meeting`` are players from the
        beginning; a single one is added to the suggested players."""
        super().__init__(parent)
        self.setWindowTitle(self.tr("New arena"))
        self._folder = folder
        self.name = TextLine(self._free_name())
        self.players = PlayerList(networks, engines)
        for network in meeting:
            self.players.add_network(network)
        if len(meeting) < 2:
            for text in SUGGESTED:
                self.players.add_text(text)
        self.games = QSpinBox()
        self.games.setRange(1, 100_000)
        self.games.setValue(SUGGESTED_GAMES)
        self.board = QComboBox()
        self.board.setEditable(True)
        self.board.addItems(SIZES)
        self.board.setCurrentText(Plan.size)
        self.opening_moves = QSpinBox()
        self.opening_moves.setRange(0, 20)
        self.opening_moves.setValue(Plan.opening_moves)
        self._other_moves = 0
        """The number to show when the field is next enabled or disabled: the one that it had in that state."""
        self.time = QComboBox()
        self.time.addItem(self.tr("as each player says"), AS_TEXTS)
        self.time.addItem(self.tr("the same time for each move"), MOVE_TIME)
        self.time.addItem(self.tr("the same clock for the whole game"), TOTAL_TIME)
        self.seconds = QDoubleSpinBox()
        self.seconds.setRange(0.1, 36_000)
        self.seconds.setDecimals(1)
        self.seconds.setValue(1)
        self.seconds.setSuffix(self.tr(" seconds"))
        keeping = self.seconds.sizePolicy()
        keeping.setRetainSizeWhenHidden(True)  # else the fields would move when it appears
        self.seconds.setSizePolicy(keeping)
        self.summary = WholeLabel(steady=True)
        self.summary.setAlignment(Qt.AlignmentFlag.AlignTop)
        """What will be played, or why it can't be."""
        self.summary.keep_room_for_lines(2)  # else the fields would move while the user types
        self.buttons, self.agree = agree_or_cancel(self.tr("&Start"))
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        self._lay_out()
        for signal in (
            self.name.textChanged,
            self.players.changed,
            self.games.valueChanged,
            self.board.editTextChanged,
            self.opening_moves.valueChanged,
            self.time.currentIndexChanged,
            self.seconds.valueChanged,
        ):
            signal.connect(self._check)
        self._check()

    def _lay_out(self) -> None:
        inside = QWidget()
        form = QFormLayout(inside)
        form.addRow(self.tr("Name"), self.name)
        form.addRow(self.players)
        form.addRow(self.tr("Games of each pair"), self.games)
        form.addRow(self.tr("Board"), self.board)
        form.addRow(self.tr("Random moves at the start"), self.opening_moves)
        form.addRow(self.tr("Time"), side_by_side(self.time, self.seconds))
        name_fields(form)
        layout = QVBoxLayout(self)
        layout.addWidget(scrolled_if_low(inside), 1)
        layout.addWidget(self.summary)
        layout.addWidget(self.buttons)
        self.resize(on_screen(self, SIZE))

    def _free_name(self) -> str:
        names = (fill(self.tr("arena-%1", "a folder's name"), number) for number in count(1))
        return next(name for name in names if not (self._folder / name).exists())

    def _check(self) -> None:
        """Show what can't be played, and enable the start if nothing is wrong."""
        self.seconds.setVisible(self.time.currentData() != AS_TEXTS)
        self._offer_random_moves()
        problem = self._problem()
        set_alarm(self.summary, bool(problem))
        self.summary.setText(problem or self._what_is_played())
        self.agree.setEnabled(not problem)

    def _what_is_played(self) -> str:
        total = fill(self.tr("Games altogether: %1."), len(self._plan()))
        return one_after_another(total, self._why_empty()) if self._begins_empty() else total

    def _why_empty(self) -> str:
        return self.tr("Programs of the SAU platform play whole games only: all begin on the empty board.")

    def _begins_empty(self) -> bool:
        """Whether a player plays only from the empty board, as programs of the SAU platform do."""
        return any(PLAYER_KINDS[kind_of(text)].begins_empty for text in self.players.texts())

    def _offer_random_moves(self) -> None:
        begins_empty = self._begins_empty()
        if begins_empty == self.opening_moves.isEnabled():
            self.opening_moves.setEnabled(not begins_empty)
            shown, self._other_moves = self._other_moves, self.opening_moves.value()
            self.opening_moves.setValue(shown)
        self.opening_moves.setToolTip(
            self._why_empty()
            if begins_empty
            else self.tr(
                "Players without chance would otherwise repeat one game. Both players of a pair get each start from either side."
            )
        )

    def _problem(self) -> str:
        name = self.name.text()
        if reason := why_no_folder_name(name):
            return error_text(reason)
        if (self._folder / name).exists():
            return self.tr("There is an arena of this name already.")
        if len(self.players.texts()) < 2:
            return self.tr("Add two players at least.")
        try:
            self._plan().check()
        except ArenaError as error:
            return error_text(error)
        return ""

    def _plan(self) -> Plan:
        time = self.time.currentData()
        return Plan(
            players=self.players.texts(),
            games=self.games.value(),
            size=self.board.currentText().strip(),
            opening_moves=self.opening_moves.value(),
            seconds=self.seconds.value() if time == MOVE_TIME else None,
            total_seconds=self.seconds.value() if time == TOTAL_TIME else None,
        )

    def choice(self) -> ArenaChoice:
        """The arena that was chosen."""
        return ArenaChoice(self._folder / self.name.text(), self._plan())

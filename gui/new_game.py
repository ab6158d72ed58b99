"""The dialog that begins a game: who plays, on which board, with which clock."""

from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QDoubleSpinBox,
    QFileDialog,
    QFormLayout,
    QGroupBox,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from ai.checkpoint import CheckpointError, read_info
from ai.players import SHIPPED
from core.clock import TimeControl
from core.position import Color, Size
from gui import player_text
from gui.messages import color_text, fill, kind_label
from gui.settings import HUMAN

KINDS = (HUMAN, "zero", "uct", "policy", "random")
SIMULATIONS = (1, 50, 200, 800, 3200)
SIZES = ("5x5", "7x7", "9x9", "11x11", "13x13", "19x19")
CHAMPIONSHIP_MINUTES = 15
SECONDS = 2.0
OTHER_FILE = "…"


@dataclass(frozen=True)
class GameSetup:
    """How a game begins. A player is ``human`` or a text as in :mod:`ai.players`."""

    black: str
    white: str
    size: Size
    time_control: TimeControl | None
    strict: bool


class PlayerBox(QGroupBox):
    """Who plays one colour."""

    changed = Signal()

    def __init__(
        self, color: Color, text: str, networks: list[tuple[str, str]], parent: QWidget | None = None
    ):
        super().__init__(color_text(color), parent)
        self.kind = QComboBox()
        for kind in KINDS:
            self.kind.addItem(kind_label(kind), kind)
        self.network = QComboBox()
        for label, value in networks:
            self.network.addItem(self.tr("shipped network") if value == SHIPPED else label, value)
        self.network.addItem(self.tr("another checkpoint…"), OTHER_FILE)
        self.amount = QComboBox()
        self.number = QDoubleSpinBox()
        self.number.setRange(0.1, 3600)
        self.number.setDecimals(1)
        self.number.setSuffix(self.tr(" s a move"))
        self.count = QSpinBox()
        self.count.setRange(1, 10_000_000)
        self.count.setGroupSeparatorShown(True)
        self._levels = [
            (self.tr("Beginner"), SIMULATIONS[0]),
            (self.tr("Easy"), SIMULATIONS[1]),
            (self.tr("Medium"), SIMULATIONS[2]),
            (self.tr("Strong"), SIMULATIONS[3]),
            (self.tr("Very strong"), SIMULATIONS[4]),
        ]
        for name, simulations in self._levels:
            self.amount.addItem(fill(self.tr("%1 (%2 simulations)"), name, f"{simulations:,}"), simulations)
        self.amount.addItem(self.tr("Simulations…"), "simulations")
        self.amount.addItem(self.tr("Seconds a move…"), "seconds")
        self._form = QFormLayout(self)
        self._form.addRow(self.tr("Player"), self.kind)
        self._form.addRow(self.tr("Network"), self.network)
        self._form.addRow(self.tr("Strength"), self.amount)
        self._form.addRow(self.tr("Simulations"), self.count)
        self._form.addRow(self.tr("Time"), self.number)
        self._show(text)
        self.kind.currentIndexChanged.connect(self._update)
        self.amount.currentIndexChanged.connect(self._update)
        self.network.activated.connect(self._on_network)
        self._update()

    def _show(self, text: str) -> None:
        """Set the fields from a player's text."""
        kind, options = player_text.split(text)
        self.kind.setCurrentIndex(max(0, self.kind.findData(kind)))
        self._choose_network(options.get("net", SHIPPED))
        count = options.get("simulations") or options.get("playouts")
        self.count.setValue(int(_number(count, SIMULATIONS[3])))
        self.number.setValue(_number(options.get("seconds"), SECONDS))
        level = self.amount.findData(self.count.value())
        if "seconds" in options:
            level = self.amount.findData("seconds")
        elif level < 0:
            level = self.amount.findData("simulations")
        self.amount.setCurrentIndex(level)
        self._given, self._given_fields = text, self._text_of_fields()

    def _choose_network(self, value: str) -> None:
        index = self.network.findData(value)
        if index < 0:
            self.network.insertItem(0, Path(value).stem, value)
            index = 0
        self.network.setCurrentIndex(index)
        self._network_before = index

    def _on_network(self, index: int) -> None:
        """Ask for a file where "another checkpoint" was chosen; one that can't be used is named and not taken."""
        if self.network.itemData(index) != OTHER_FILE:
            self._network_before = index
            return
        self.network.setCurrentIndex(self._network_before)
        path, _ = QFileDialog.getOpenFileName(
            self, self.tr("Choose a checkpoint"), "", self.tr("Checkpoints (*.safetensors)")
        )
        if not path:
            return
        try:
            read_info(Path(path))
        except CheckpointError as error:
            from gui.errors import show_error

            show_error(self, str(error))
            return
        self._choose_network(path)

    def _update(self) -> None:
        """Show the fields that matter for this kind of player."""
        kind = self.kind.currentData()
        amount = self.amount.currentData()
        searches = kind in ("zero", "uct")
        for widget, shown in (
            (self.network, kind in ("zero", "policy")),
            (self.amount, searches),
            (self.count, searches and amount == "simulations"),
            (self.number, searches and amount == "seconds"),
        ):
            self._form.setRowVisible(widget, shown)
        self.changed.emit()

    def text(self) -> str:
        """The player's text; the one given, which may say more than the fields, while they are as it set them."""
        fields = self._text_of_fields()
        return self._given if fields == self._given_fields and _is_player(self._given) else fields

    def _text_of_fields(self) -> str:
        kind = self.kind.currentData()
        options: dict[str, str] = {}
        if kind in player_text.NETWORK_KINDS:
            options["net"] = self.network.currentData()
        if kind in ("zero", "uct"):
            amount = self.amount.currentData()
            if amount == "seconds":
                options["seconds"] = f"{self.number.value():g}"
            else:
                count = self.count.value() if amount == "simulations" else amount
                options["simulations" if kind == "zero" else "playouts"] = str(count)
        return player_text.join(kind, options)


def _is_player(text: str) -> bool:
    from ai.players import PlayerError, make_player

    try:
        if text != HUMAN:
            make_player(text)
    except PlayerError:
        return False
    return True


def _number(text: str | None, default: float) -> float:
    """The number in a player's text, which a user may have written into the settings."""
    try:
        number = float(text or default)
    except ValueError:
        return default
    return number if abs(number) < 1e9 else default


class NewGameDialog(QDialog):
    """All about a new game on one page."""

    def __init__(self, parent: QWidget | None, setup: GameSetup, networks: list[tuple[str, str]]):
        """``networks``: labels and values of those to choose from."""
        super().__init__(parent)
        self.setWindowTitle(self.tr("New game"))
        networks = (
            networks if any(value == SHIPPED for _, value in networks) else [(SHIPPED, SHIPPED), *networks]
        )
        self.black = PlayerBox(Color.BLACK, setup.black, networks)
        self.white = PlayerBox(Color.WHITE, setup.white, networks)
        swap = QPushButton("⇄")
        swap.setToolTip(self.tr("Swap colours"))
        swap.setAccessibleName(self.tr("Swap colours"))
        swap.setFixedWidth(36)
        swap.clicked.connect(self._swap)
        players = QHBoxLayout()
        players.addWidget(self.black, 1)
        players.addWidget(swap)
        players.addWidget(self.white, 1)
        self.size_choice = QComboBox()
        self.size_choice.setEditable(True)
        self.size_choice.addItems(SIZES)
        self.size_choice.setCurrentText(str(setup.size))
        self.size_choice.editTextChanged.connect(self._check)
        control = setup.time_control
        self.total = QCheckBox(self.tr("Total time for each side"))
        self.minutes = QDoubleSpinBox()
        self.minutes.setRange(0.1, 600)
        self.minutes.setDecimals(1)
        self.minutes.setSuffix(self.tr(" minutes"))
        self.per_move = QCheckBox(self.tr("Time for each move"))
        self.seconds = QDoubleSpinBox()
        self.seconds.setRange(0.5, 3600)
        self.seconds.setDecimals(1)
        self.seconds.setSuffix(self.tr(" seconds"))
        total = control.total_seconds if control else None
        per_move = control.move_seconds if control else None
        self.total.setChecked(total is not None)
        self.minutes.setValue((total or CHAMPIONSHIP_MINUTES * 60) / 60)
        self.per_move.setChecked(per_move is not None)
        self.seconds.setValue(per_move or 30)
        self.total.toggled.connect(self.minutes.setEnabled)
        self.per_move.toggled.connect(self.seconds.setEnabled)
        self._given_control, self._given_fields = control, self._control_of_fields()
        self.minutes.setEnabled(self.total.isChecked())
        self.seconds.setEnabled(self.per_move.isChecked())
        self.strict = QCheckBox(self.tr("Strict rules: a losing move loses at once, as in competition"))
        self.strict.setChecked(setup.strict)
        form = QFormLayout()
        form.addRow(self.tr("Board"), self.size_choice)
        form.addRow(self.total, self.minutes)
        form.addRow(self.per_move, self.seconds)
        form.addRow(self.strict)
        self.problem = QLabel()
        self.problem.setObjectName("problem")
        self.problem.setWordWrap(True)
        self.problem.setStyleSheet("color: #d03030")
        self.buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel
        )
        self.buttons.button(QDialogButtonBox.StandardButton.Ok).setText(self.tr("Play"))
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.addLayout(players)
        layout.addLayout(form)
        layout.addWidget(self.problem)
        layout.addWidget(self.buttons)
        for box in (self.black, self.white):
            box.changed.connect(self._check)
            box.network.currentIndexChanged.connect(self._check)
        self._check()

    def _swap(self) -> None:
        black, white = self.black.text(), self.white.text()
        self.black._show(white)
        self.white._show(black)
        self._check()

    def _check(self) -> None:
        """Say what can't be played, and let only what can begin."""
        problem = self._problem()
        self.problem.setText(problem)
        self.problem.setVisible(bool(problem))
        self.buttons.button(QDialogButtonBox.StandardButton.Ok).setEnabled(not problem)

    def _problem(self) -> str:
        from ai.players import PlayerError, make_player

        try:
            size = Size.parse(self.size_choice.currentText())
            for box in (self.black, self.white):
                if box.text() != HUMAN:
                    refusal = make_player(box.text()).supports(size)
                    if refusal:
                        return refusal
        except (PlayerError, ValueError) as error:
            return str(error)
        return ""

    def setup(self) -> GameSetup:
        """What was chosen."""
        fields = self._control_of_fields()
        return GameSetup(
            self.black.text(),
            self.white.text(),
            Size.parse(self.size_choice.currentText()),
            self._given_control if fields == self._given_fields else fields,
            self.strict.isChecked(),
        )

    def _control_of_fields(self) -> TimeControl | None:
        total = round(self.minutes.value() * 60, 3) if self.total.isChecked() else None
        per_move = self.seconds.value() if self.per_move.isChecked() else None
        return None if total is None and per_move is None else TimeControl(total, per_move)

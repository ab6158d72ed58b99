"""The dialog that begins a game: who plays, how strong, on which board, with which clock. Numbers stand behind "Advanced"."""

import contextlib
import random
from collections.abc import Callable, Sequence
from enum import Enum
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QFormLayout,
    QGroupBox,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from ai.checkpoint import CheckpointError
from ai.levels import levels
from ai.players import PLAYER_KINDS, SHIPPED, PlayerError, make_player, name_of
from core.position import Color, Position, Size
from gui.game.clock_choice import ClockChoice
from gui.game.setup import SIZES, GameSetup
from gui.parts.checkpoint_file import OTHER_FILE, can_be_loaded, choose_checkpoint
from gui.parts.dialogs import RoomyDialog, agree_or_cancel
from gui.parts.forms import TextLine, name_fields
from gui.parts.scrolling import scrolled_if_low
from gui.parts.unfolding import Unfolding
from gui.parts.whole_label import WholeLabel
from gui.program import player_text
from gui.program.errors import show_error
from gui.program.labels import without_letter
from gui.program.messages import (
    error_text,
    fill,
    kind_label,
    level_label,
    listed,
    network_label,
    player_label,
    unrated_label,
)
from gui.program.player_text import COUNTED, FULL_STRENGTH, NETWORK_KINDS, shares_clock_out
from gui.program.settings import HUMAN, LIMITS, default_opponent
from gui.program.theme import set_alarm

OWN = "own"
RATED = Size()
"""The board on which the ladder measured the Elo of the levels."""


class Sides(Enum):
    """Who sits at the board."""

    BLACK = "black"
    WHITE = "white"
    RANDOM = "random"
    AIS = "ais"
    HUMANS = "humans"

    @classmethod
    def of(cls, setup: GameSetup) -> "Sides":
        """Who plays in ``setup``."""
        if setup.black == HUMAN:
            return cls.HUMANS if setup.white == HUMAN else cls.BLACK
        return cls.WHITE if setup.white == HUMAN else cls.AIS


class PlayerFields(QGroupBox):
    """Fields for an AI: its level and its settings. They show and change the player's text, and keep options of it that they don't know."""

    changed = Signal()

    def __init__(
        self,
        text: str,
        networks: list[tuple[str, str]],
        engines: Sequence[str] = (),
    ):
        """``networks``: labels and values of the networks to choose from; ``engines``: external programs as players' texts."""
        super().__init__()
        self.level = QComboBox()
        for level in levels():
            self.level.addItem(level_label(level), level.player_text)
        self.level.addItem(self.tr("Full strength: up to a minute a move"), FULL_STRENGTH)
        for engine in engines:
            self.level.addItem(player_label(engine), engine)
        self.level.addItem(self.tr("Custom settings"), OWN)
        self.kind = QComboBox()
        for kind in PLAYER_KINDS:
            self.kind.addItem(kind_label(kind), kind)
        self.network = QComboBox()
        for label, value in networks:
            self.network.addItem(label, value)
        self.network.addItem(self.tr("Another generation or checkpoint…"), OTHER_FILE)
        self.count, self.threads, self.seconds = QSpinBox(), QSpinBox(), QDoubleSpinBox()
        self.count.setRange(0, 10_000_000)
        self.count.setGroupSeparatorShown(True)
        self.seconds.setRange(0, 3600)
        self.seconds.setDecimals(1)
        self.seconds.setPrefix(self.tr("up to ", "before a number of seconds"))
        self.seconds.setSuffix(self.tr(" s a move"))
        self.seconds.setSpecialValueText(self.tr("no limit"))
        self.threads.setRange(0, 256)
        self.threads.setSpecialValueText(self.tr("automatic"))
        self._written_network = ""
        """A network that is in the list only while it is being written; empty without one."""
        self.line = TextLine()
        self.line.setAccessibleName(self.tr("Text of the player"))
        self._form = QFormLayout(self)
        fields = (
            (self.tr("Ki&nd"), self.kind),
            (self.tr("N&etwork"), self.network),
            (self.tr("S&imulations"), self.count),
            (self.tr("Ti&me"), self.seconds),
            (self.tr("Th&reads"), self.threads),
            (self.tr("As te&xt"), self.line),
        )
        for label, widget in fields:
            self._form.addRow(label, widget)
        self.set_text(text)
        self.level.activated.connect(self._on_level)
        self.kind.activated.connect(lambda: self._on_kind())
        self.network.activated.connect(self._on_network)
        self.count.valueChanged.connect(lambda count: self._set_option(COUNTED[self._kind], count))
        self.seconds.valueChanged.connect(lambda seconds: self._set_option("seconds", seconds))
        self.threads.valueChanged.connect(lambda threads: self._set_option("threads", threads))
        self.line.textEdited.connect(lambda: self._show(written=True))

    def rate(self, rated: bool) -> None:
        """Name the levels with their Elo if they are ``rated`` on the board of the game."""
        for index, level in enumerate(levels()):
            self.level.setItemText(index, level_label(level) if rated else unrated_label(level.player_text))
        scale = self.tr(
            "Elo: strength by the scale on which a player who moves at random has 0, measured on 9x9."
        )
        self.level.setToolTip(scale if rated else "")

    @property
    def _kind(self) -> str:
        return player_text.kind_of(self.line.text())

    def text(self) -> str:
        return self.line.text().strip()

    def set_text(self, text: str) -> None:
        self.line.setText(text)
        self._show()

    def _show(self, written: bool = False) -> None:
        """Set the fields to what the text says; ``written``: the user is writing it."""
        kind, options = player_text.split(self.text())
        for widget in (self.count, self.seconds, self.threads):
            widget.blockSignals(True)
        level = player_text.level_of(self.text())
        index = self.level.findData(self.text() if level is None else level.player_text)
        self.level.setCurrentIndex(index if index >= 0 else self.level.findData(OWN))
        self.kind.setCurrentIndex(self.kind.findData(kind))
        _show_number(self.count, _number(options.get(COUNTED.get(kind, ""))))
        _show_number(self.seconds, _number(options.get("seconds")))
        _show_number(self.threads, _number(options.get("threads")))
        self._show_network(options.get("net", SHIPPED), written)
        # setting the same text anew would disturb a number that is being written
        if (without := self._without_count()) != self.count.specialValueText():
            self.count.setSpecialValueText(without)
        for widget in (self.count, self.seconds, self.threads):
            widget.blockSignals(False)
        for widget, shown in (
            (self.network, kind in NETWORK_KINDS),
            (self.count, kind in COUNTED),
            (self.seconds, kind in COUNTED),
            (self.threads, kind == "zero"),
        ):
            self._form.setRowVisible(widget, shown)
        self.changed.emit()

    def _without_count(self) -> str:
        """What bounds a move when no number is given: the player's own number, unless there is a time limit."""
        kind, options = player_text.split(self.text())
        own = None
        if kind in COUNTED and "seconds" not in options:
            options.pop(COUNTED[kind], None)  # the sentence stays as it is while a number is written
            with contextlib.suppress(PlayerError):  # the dialog says what is wrong with it
                own = make_player(player_text.join(kind, options)).default_limit.simulations
        return fill(self.tr("%1 by default"), f"{own:,}") if own else self.tr("no limit")

    def _show_network(self, value: str, written: bool) -> None:
        """Choose the network ``value``, added to the list if need be. While one is ``written`` letter by letter, only the latest stays listed."""
        if written and self._written_network:
            self.network.removeItem(self.network.findData(self._written_network))
        self._written_network = ""
        index = self.network.findData(value)
        if index < 0 and value:
            index = 0
            self.network.insertItem(index, network_label(value), value)
            self._written_network = value if written else ""
        self.network.setCurrentIndex(index)

    def _on_level(self, index: int) -> None:
        """Take the chosen level; "Custom settings" keeps the player as it is."""
        if self.level.itemData(index) != OWN:
            self.set_text(self.level.itemData(index))

    def _on_kind(self) -> None:
        kind = self.kind.currentData()
        if kind != self._kind:
            self.set_text(kind)

    def _on_network(self, index: int) -> None:
        """Take the chosen network, or ask for a file. One that can't be used is refused with a message."""
        value = self.network.itemData(index)
        if value == OTHER_FILE:
            path = choose_checkpoint(self)
            value = name_of(path) if path is not None and self._is_checkpoint(path) else ""
        if value:
            self.set_text(player_text.with_network(self.text(), value))
        else:
            self._show()

    def _is_checkpoint(self, path: Path) -> bool:
        try:
            return can_be_loaded(self, path)
        except CheckpointError as error:
            show_error(self, error_text(error))
            return False

    def _set_option(self, name: str, value: float) -> None:
        """Write an option into the text; 0 takes it out."""
        kind, options = player_text.split(self.text())
        options.pop(name, None)
        if value:
            options[name] = f"{value:.10g}"
        self.set_text(player_text.join(kind, options))


def _show_number(box: QSpinBox | QDoubleSpinBox, number: float) -> None:
    """Show ``number`` in ``box``, unless it is there already: setting it would disturb the user who is writing it."""
    if number == box.value():
        return
    if isinstance(box, QSpinBox):
        box.setValue(int(number))
    else:
        box.setValue(number)


def _number(text: str | None) -> float:
    """The number in an option of a player's text; 0 if there is none or the user wrote something else."""
    try:
        number = float(text or 0)
    except ValueError:
        return 0
    return number if abs(number) < 1e9 else 0


class PlayersDialog(RoomyDialog):
    """Asks who plays: people, AIs, and how strong these are."""

    offered: Sequence[Sides] = tuple(Sides)

    def __init__(
        self,
        parent: QWidget | None,
        setup: GameSetup,
        networks: list[tuple[str, str]],
        engines: Sequence[str],
    ):
        """``setup``: the players chosen at first; ``networks``: labels and values of the networks to choose from; ``engines``: external programs
        as players' texts."""
        super().__init__(parent)
        if not any(value == SHIPPED for _, value in networks):
            networks = [(network_label(SHIPPED), SHIPPED), *networks]
        self._given = setup
        self._drawn = random.choice(tuple(Color))
        self.sides = self._make_sides()
        ais = [text for text in (setup.black, setup.white) if text != HUMAN] or [default_opponent()]
        self.players = {
            Color.BLACK: PlayerFields(ais[0], networks, engines),
            Color.WHITE: PlayerFields(ais[-1], networks, engines),
        }
        self.advanced = Unfolding(self.tr("&Advanced settings"))
        self.advanced.setChecked(
            any(player_text.level_of(text) is None and text not in (*engines, FULL_STRENGTH) for text in ais)
        )
        self.problem = WholeLabel(steady=True)
        self.problem.keep_room_for_lines(1)  # so that the dialog doesn't grow while the user writes
        self.problem.setObjectName("problem")
        set_alarm(self.problem)
        self._form = QFormLayout()
        self._form.setVerticalSpacing(10)
        for choice in self.players.values():
            self._form.addRow(self.tr("&Opponent"), choice.level)

    def _make_sides(self) -> dict[Sides, QPushButton]:
        group = QButtonGroup(self)
        buttons = {}
        for sides, text in (
            (Sides.BLACK, self.tr("I play &Black")),
            (Sides.WHITE, self.tr("I play &White")),
            (Sides.RANDOM, self.tr("Draw the colo&ur")),
            (Sides.AIS, self.tr("AI a&gainst AI")),
            (Sides.HUMANS, self.tr("&Two people")),
        ):
            if sides not in self.offered:
                continue
            button = QPushButton(text)
            button.setCheckable(True)
            button.setAutoDefault(False)
            group.addButton(button)
            buttons[sides] = button
        return buttons

    def _lay_out(self, agree: str) -> None:
        """Lay the dialog out once the form has all its rows; ``agree``: the text of the button that accepts it."""
        name_fields(self._form)
        self.buttons, self.agree = agree_or_cancel(agree)
        sides = QHBoxLayout()
        sides.setSpacing(4)
        for button in self.sides.values():
            sides.addWidget(button)
        details = QHBoxLayout()
        for choice in self.players.values():
            details.addWidget(choice, 1)
        inside = QWidget()
        layout = QVBoxLayout(inside)
        layout.setSpacing(12)
        layout.addLayout(sides)
        layout.addLayout(self._form)
        layout.addWidget(self.advanced)
        layout.addLayout(details)
        layout.addWidget(self.problem)
        layout.addStretch(1)
        whole = QVBoxLayout(self)
        whole.setSpacing(12)
        whole.addWidget(scrolled_if_low(inside), 1)
        whole.addWidget(self.buttons)

    def _connect(self) -> None:
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        self.advanced.toggled.connect(self._update)
        for button in self.sides.values():
            button.toggled.connect(self._update)
        for choice in self.players.values():
            choice.changed.connect(self._check)

    def select(self, sides: Sides) -> None:
        """Choose who plays."""
        self.sides[sides].setChecked(True)

    def selected(self) -> Sides:
        return next(sides for sides, button in self.sides.items() if button.isChecked())

    def _ais(self) -> dict[Color, PlayerFields]:
        """The colours that AIs play, with the fields for each. A single opponent always uses the same fields, whatever its colour."""
        opponent = self.players[Color.WHITE]
        return {
            Sides.BLACK: {Color.WHITE: opponent},
            Sides.WHITE: {Color.BLACK: opponent},
            Sides.RANDOM: {self._drawn.opponent: opponent},
            Sides.AIS: self.players,
            Sides.HUMANS: {},
        }[self.selected()]

    def _update(self) -> None:
        """Show the fields that matter for the chosen sides."""
        both, shown = self.selected() is Sides.AIS, list(self._ais().values())
        side = {Color.BLACK: self.tr("B&lack"), Color.WHITE: self.tr("W&hite")}
        self.advanced.setVisible(bool(shown))
        for button in self.sides.values():  # Tab goes to the chosen button, arrows choose another
            button.setFocusPolicy(
                Qt.FocusPolicy.StrongFocus if button.isChecked() else Qt.FocusPolicy.ClickFocus
            )
        for color, choice in self.players.items():
            title = side[color] if both else self.tr("&Opponent")
            self._form.setRowVisible(choice.level, choice in shown)
            label = self._form.labelForField(choice.level)
            assert isinstance(label, QLabel)
            label.setText(title)
            choice.level.setAccessibleName(without_letter(title))
            choice.setTitle(without_letter(title))
            choice.setVisible(choice in shown and self.advanced.isChecked())
        self._check()
        self.fit()

    def _check(self) -> None:
        """Say why the choice can't be played, and enable the button only if it can."""
        for choice in self.players.values():
            choice.rate(self._size() == RATED)
        problem = self._problem()
        self.problem.setText(problem)
        self.agree.setEnabled(not problem)

    def _size(self) -> Size | None:
        """The board of the game; ``None`` while what is written is none."""
        return self._given.size

    def _problem(self) -> str:
        raise NotImplementedError

    def _unable(self, size: Size) -> str:
        """Why a chosen player can't play on a board of ``size``, empty if all can; :class:`ai.players.PlayerError` for one that can't be made."""
        refusals = (make_player(text).supports(size) for text in self._texts().values() if text != HUMAN)
        return next((error_text(refusal) for refusal in refusals if refusal), "")

    def _texts(self) -> dict[Color, str]:
        """The texts of the chosen players."""
        return {**dict.fromkeys(Color, HUMAN), **{color: one.text() for color, one in self._ais().items()}}


class NewGameDialog(PlayersDialog):
    """Asks for everything about a new game on one page."""

    def __init__(
        self,
        parent: QWidget | None,
        setup: GameSetup,
        networks: list[tuple[str, str]],
        random_colors: bool = False,
        engines: Sequence[str] = (),
        board: Position | None = None,
        random_moves: int = 0,
        score_against: Callable[[str, Size | None], str] = lambda _player, _size: "",
        what_counts: str = "",
    ):
        """``random_colors``: the human's colour was drawn last time; ``board``: a position from which the game may begin; ``random_moves``: how many
        random moves AIs begin with; ``score_against``: says how often the user has won against a player on a board; ``what_counts``: which games."""
        super().__init__(parent, setup, networks, engines)
        self.setWindowTitle(self.tr("New game"))
        self.size_choice = QComboBox()
        self.size_choice.setEditable(True)
        self.size_choice.addItems(SIZES)
        self.size_choice.setCurrentText(str(setup.size))
        self._board, self._score_against = board, score_against
        self.score = WholeLabel()
        self.score.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self.score.setToolTip(what_counts)
        self.from_board = QCheckBox(self.tr("Begin &from the position on the board"))
        self.random_moves = QSpinBox()
        self.random_moves.setRange(*map(int, LIMITS["random_moves"]))
        self.random_moves.setValue(random_moves)
        self.random_moves.setToolTip(self.tr("AIs that always choose alike would play the same game again."))
        self.clock = ClockChoice(setup.time_control)
        self.clock_note = WholeLabel()
        self.clock_note.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self.strict = QCheckBox(self.tr("&Strict rules: a forbidden move loses at once, as in competition"))
        self.strict.setChecked(setup.strict)
        self._add_rows()
        self._lay_out(self.tr("&Play"))
        self.select(
            Sides.RANDOM
            if random_colors and Sides.of(setup) in (Sides.BLACK, Sides.WHITE)
            else Sides.of(setup)
        )
        self._connect()
        self._update()

    def _add_rows(self) -> None:
        self._form.addRow("", self.score)
        clock = QLabel(self.tr("Cloc&k"))
        clock.setBuddy(self.clock.usual)
        self._form.addRow(clock, self.clock)
        self._form.addRow("", self.clock_note)
        self._form.addRow(self.tr("Boar&d"), self.size_choice)
        self._form.addRow(self.tr("Random mo&ves to begin with"), self.random_moves)
        self._form.addRow(self.from_board)
        self._form.setRowVisible(
            self.from_board, self._board is not None and self._board.ply > 0 and not self._board.is_over
        )
        self._form.addRow(self.strict)

    def _connect(self) -> None:
        super()._connect()
        self.clock.usual.currentIndexChanged.connect(self._update)
        self.size_choice.editTextChanged.connect(self._check)
        self.from_board.toggled.connect(self._on_from_board)

    def _on_from_board(self, chosen: bool) -> None:
        """Fix the board size to that of the position to begin from."""
        self.size_choice.setEnabled(not chosen)
        if chosen and self._board is not None:
            self.size_choice.setCurrentText(str(self._board.size))
        self._check()

    def start(self) -> Position | None:
        """The position from which the game begins; ``None`` for the empty board."""
        if self._board is None or not self.from_board.isChecked():
            return None
        return Position.from_stones(self._board.stones)

    def _update(self) -> None:
        self._form.setRowVisible(self.random_moves, self.selected() is Sides.AIS)
        super()._update()

    def _check(self) -> None:
        super()._check()
        self._say_of_clock()
        self._say_of_opponent()
        from_empty = any(player_text.begins_empty(each.text()) for each in self.players.values())
        self.random_moves.setEnabled(not from_empty and not self.from_board.isChecked())

    def show_score(self) -> None:
        """Say anew how often the user has won against the opponent, as more may be known."""
        self._say_of_opponent()
        self.fit()

    def _say_of_opponent(self) -> None:
        """Tell how often the user has won against a single AI."""
        ais = list(self._ais().values())
        said = self._score_against(ais[0].text(), self._size()) if len(ais) == 1 else ""
        self._form.setRowVisible(self.score, bool(said))
        self.score.setText(said)

    def _say_of_clock(self) -> None:
        """Tell of an AI that leaves most of the clock's time unused."""
        ais = [choice.text() for choice in self._ais().values()]
        saving = [text for text in ais if player_text.kind_of(text) in COUNTED and not shares_clock_out(text)]
        told = bool(saving) and self.clock.control() is not None
        self._form.setRowVisible(self.clock_note, told)
        if told:
            said = self.tr(
                "Not using the clock's time, however much there is: %1. “Full strength” shares it out."
            )
            self.clock_note.setText(fill(said, listed([*dict.fromkeys(map(unrated_label, saving))])))

    def _size(self) -> Size | None:
        try:
            return Size.parse(self.size_choice.currentText())
        except ValueError:
            return None

    def _problem(self) -> str:
        try:
            size = Size.parse(self.size_choice.currentText())
            return self._unable(size) or self._setup(size).refusal(self.start() or Position.empty(size))
        except (PlayerError, ValueError) as error:
            return error_text(error)

    def setup(self) -> GameSetup:
        """The chosen setup."""
        return self._setup(Size.parse(self.size_choice.currentText()))

    def _setup(self, size: Size) -> GameSetup:
        texts = self._texts()
        return GameSetup(
            texts[Color.BLACK], texts[Color.WHITE], size, self.clock.control(), self.strict.isChecked()
        )

"""The opening book in the window: its figures for the position that is looked at, as a list and on the board."""

import os
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QFileDialog,
    QHBoxLayout,
    QHeaderView,
    QPushButton,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from ai.book import LEAST_GAMES, SHIPPED, Book, BookError, BookMove
from core.game import Help
from core.match import Match
from core.points import Notation, point_name
from core.position import Color, Position
from gui.analysis.help_put_off import HelpPutOff
from gui.parts.giving_way import give_way, keep_tight
from gui.parts.retranslated import Retranslated
from gui.parts.tables import look_only
from gui.parts.whole_label import WholeLabel
from gui.program.errors import show_error
from gui.program.messages import color_text, error_text, fill, one_after_another
from gui.program.settings import Settings
from gui.program.theme import loss_color

if TYPE_CHECKING:
    from gui.main_window import MainWindow


class BookPanel(Retranslated, QWidget):
    """Lists the moves that a book knows in a position, best first."""

    load_asked = Signal()
    shipped_asked = Signal()
    move_chosen = Signal(int)
    """A point to play."""
    move_marked = Signal(object)
    """A point to show on the board, or ``None``."""
    board_changed = Signal()
    """The moves to show on the board have changed: see :attr:`on_board`."""

    def __init__(self) -> None:
        super().__init__()
        self._name = ""
        self._positions = 0
        self._moves: list[BookMove] = []
        self._to_move = Color.BLACK
        self._in_front = False
        self._practising = False
        self.title = WholeLabel()
        self.load = QPushButton()
        self.load.clicked.connect(self.load_asked)
        self.shipped = QPushButton()
        self.shipped.clicked.connect(self.shipped_asked)
        self.figures_on_board = QCheckBox()
        self.figures_on_board.toggled.connect(self.board_changed)
        self.legend = WholeLabel()
        self.board_changed.connect(lambda: self.legend.setVisible(bool(self.on_board)))
        self.table = QTableWidget(0, 4)
        look_only(self.table)
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        give_way(self.table)
        self.table.itemSelectionChanged.connect(self._mark)
        self.table.itemActivated.connect(self._play)
        buttons = QHBoxLayout()
        buttons.addWidget(self.load)
        buttons.addWidget(self.shipped)
        layout = QVBoxLayout(self)
        keep_tight(layout)
        layout.addWidget(self.title)
        layout.addWidget(self.table, 1)
        layout.addWidget(self.figures_on_board)
        layout.addWidget(self.legend)
        layout.addLayout(buttons)
        self.retranslate()

    def show_book(self, name: str, positions: int) -> None:
        """Say which book is open; ``name`` is empty without one."""
        self._name, self._positions = name, positions
        self._show_title()

    def show_moves(
        self, moves: list[BookMove], played: BookMove | None, position: Position, notation: Notation
    ) -> None:
        """List ``moves`` in ``position``. ``played``, the one that players with the book choose, is bold."""
        self._moves, self._to_move = moves, position.to_move
        self._name_columns()
        self.table.blockSignals(True)
        self.table.clearSelection()
        self.table.setRowCount(len(moves))
        for row, move in enumerate(moves):
            texts = (
                point_name(move.point, position.size, notation),
                f"{move.games:,}",
                f"{move.wins / move.games:.1%}",
                f"{move.lower_bound:.1%}",
            )
            for column, text in enumerate(texts):
                item = QTableWidgetItem(text)
                side = Qt.AlignmentFlag.AlignLeft if column == 0 else Qt.AlignmentFlag.AlignRight
                item.setTextAlignment(side | Qt.AlignmentFlag.AlignVCenter)
                font = item.font()
                font.setBold(move == played)
                item.setFont(font)
                self.table.setItem(row, column, item)
        self.table.blockSignals(False)
        self._show_title()
        self.board_changed.emit()

    @property
    def on_board(self) -> list[BookMove]:
        """The moves whose figures belong on the board: those of the list while it is visible and the switch is on."""
        return self._moves if self._in_front and self.figures_on_board.isChecked() else []

    def set_in_front(self, in_front: bool) -> None:
        """Set whether the list is visible, which only its dock knows."""
        self._in_front = in_front
        self.board_changed.emit()

    def set_practising(self, practising: bool) -> None:
        """Set whether better moves are looked for, which the book would tell."""
        if practising != self._practising:
            self._practising = practising
            self.table.setVisible(not practising)
            self._show_title()

    def show_legend(self, for_all: bool, covered: bool) -> None:
        """Say what figures and colours on the board mean, or that an analysis has ``covered`` them. ``for_all``: colours for colour-blind eyes."""
        if covered:
            self.legend.setText(self._why_covered())
            return
        near, far = (
            f'<span style="color: {loss_color(loss, for_all).name()}">■</span>' for loss in (0.0, 1.0)
        )
        text = self.tr(
            "Percent of recorded games won; below, if there is room: games. Colour: %1 “Safe %” near that of the best, %2 far below it."
        )
        self.legend.setText(fill(text, near, far))

    def _why_covered(self) -> str:
        return self.tr(
            "While the analysis is on, its candidates stand on the board in place of these figures."
        )

    def _show_title(self) -> None:
        if not self._name:
            text = self.tr("No opening book is open.")
        elif self._practising:
            text = self.tr("The opening book is hidden while you practise: it would be a hint.")
        elif self._moves:
            text = fill(
                self.tr("%1: %2 positions. A double-click plays a move."), self._name, f"{self._positions:,}"
            )
        else:
            text = fill(self.tr("%1 doesn't know this position."), self._name)
        self.title.setText(text)

    def _mark(self) -> None:
        row = self.table.currentRow() if self.table.selectedItems() else -1
        self.move_marked.emit(self._moves[row].point if row >= 0 else None)

    def _play(self, item: QTableWidgetItem) -> None:
        self.move_chosen.emit(self._moves[item.row()].point)

    def _name_columns(self) -> None:
        """Name the columns. The share of games won names its side, as win rates in the panel "AI" do."""
        side = color_text(self._to_move)
        won = fill(self.tr("%1 %"), side)
        self.table.setHorizontalHeaderLabels([self.tr("Move"), self.tr("Games"), won, self.tr("Safe %")])
        for column, tip in enumerate(
            (
                self.tr("Moves that are equal by symmetry stand there each with the figures of all."),
                self.tr("Recorded games in which this move was played"),
                fill(
                    self.tr(
                        "Share of those games that %1 won. It tells what happened; a win rate of the panel “AI” is what a player expects now."
                    ),
                    side,
                ),
                fill(
                    self.tr(
                        "That share estimated cautiously, as few games say little: the lower end of its 95% interval. Players with a book "
                        "play the move in bold, which has the highest of those of %1 games or more; without one they think for themselves."
                    ),
                    LEAST_GAMES,
                ),
            )
        ):
            item = self.table.horizontalHeaderItem(column)
            if item is not None:
                item.setToolTip(tip)

    def retranslate(self) -> None:
        self._name_columns()
        self.table.setAccessibleName(self.tr("Moves in the opening book"))
        self.load.setText(self.tr("Open a &book…"))
        self.shipped.setText(self.tr("Sh&ipped book"))
        self.figures_on_board.setText(self.tr("Figures on the board"))
        gives_way = self.tr("A game against an AI begins without them; they can be switched on in it.")
        self.figures_on_board.setToolTip(one_after_another(self._why_covered(), gives_way))
        self._show_title()


class BookDesk(QObject):
    """Keeps a book open and the panel up to date with the game on the board."""

    changed = Signal()
    """Another book is open: its figures should be shown."""
    switched = Signal()
    """The user has switched the figures on the board: the settings are to be saved."""
    moves_shown = Signal(list)
    """The book's moves that belong on the board."""

    def __init__(self, window: "MainWindow", settings: Settings):
        super().__init__(window)
        self._window = window
        self._settings = settings
        self._book: Book | None = None
        self._path = SHIPPED
        self._covered = False
        self.panel = BookPanel()
        self.panel.load_asked.connect(self.choose)
        self.panel.shipped_asked.connect(lambda: self.open(SHIPPED))
        self._help = HelpPutOff(self.panel.figures_on_board.setChecked)
        self._helped = False
        """Whether the game is one against an AI, in which the figures help."""
        self.panel.figures_on_board.setChecked(settings.show_book)
        self.panel.figures_on_board.clicked.connect(self._on_switched)
        self.panel.board_changed.connect(self._show_on_board)
        window.language_changed.connect(self.retranslate)

    def set_in_front(self, in_front: bool) -> None:
        """Set whether the dock is visible. When it first is, the book of the last session is opened, or the shipped one if that can't be read."""
        if in_front and self._book is None:
            last = self._settings.book
            if not (os.path.exists(last) and self.open(Path(last))):
                self.open(SHIPPED)
        self.panel.set_in_front(in_front)

    def set_covered(self, covered: bool) -> None:
        """Set whether an analysis shows its candidates on the board instead of the book's figures."""
        self._covered = covered
        self.retranslate()

    def give_way(self, match: Match, helps: bool) -> None:
        """Switch the figures as fits a ``match``, in which the book ``helps`` against an AI or not."""
        if self._help.is_another(match):
            self._settings.book_helps = False
        self._helped = helps
        self._help.follow(match, helps, self.panel.figures_on_board.isChecked())

    def _on_switched(self, on: bool) -> None:
        self._help.note_switched()
        self._settings.show_book = on
        self._settings.book_helps = on and self._helped
        self.switched.emit()

    def take_up(self, switched_on: bool) -> None:
        """Show the figures in a game against an AI that the last session left, if the user had ``switched_on`` them in it."""
        if switched_on and self._helped:
            self.panel.figures_on_board.setChecked(True)
            self._help.note_switched()
            self._settings.book_helps = True

    def _show_on_board(self) -> None:
        if self._helped and self.panel.on_board:
            self._window.controller.note_help(Help.BOOK)
        self.moves_shown.emit(self.panel.on_board)

    def choose(self) -> None:
        """Ask for a book and open it."""
        path, _ = QFileDialog.getOpenFileName(
            self._window, self.tr("Open an opening book"), "", self.tr("Opening books (*.csv)")
        )
        if path:
            self.open(Path(path))

    def open(self, path: Path) -> bool:
        """Open a book. If it can't be read, say so and keep the one that was open. Returns whether it was opened."""
        try:
            book = Book.load(path)
        except BookError as error:
            show_error(self._window, error_text(error))
            return False
        self._book, self._path = book, path
        self._settings.book = "" if path == SHIPPED else str(path.absolute())
        self.retranslate()
        self.changed.emit()
        return True

    def retranslate(self) -> None:
        """Write the book's name and the legend in the window's language, with the colours as they are set now."""
        self.panel.show_legend(self._settings.analysis_for_all, self._covered)
        if self._book is not None:
            name = self.tr("The shipped book") if self._path == SHIPPED else self._path.stem
            self.panel.show_book(name, len(self._book))

    def show_position(self, position: Position, notation: Notation) -> None:
        """Show what the book knows of ``position``."""
        book = self._book or Book()
        self.panel.show_moves(book.lookup(position), book.choose(position), position, notation)

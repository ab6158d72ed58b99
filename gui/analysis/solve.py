"""The exact solver in the window: a dialog that says who wins the position on the board, and the thread in which the solver works."""

import time
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor
from PySide6.QtWidgets import (
    QDialogButtonBox,
    QLabel,
    QProgressBar,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from ai.solver.rest import MOST_POINTS
from ai.solver.solver import Interrupted, Solution, Solver, TooManyPoints
from core.game import Node
from core.player import Proof
from core.points import Notation, point_name
from core.position import Color, Position
from gui.analysis.line_label import LineLabel
from gui.board.mini_board import MiniBoard
from gui.parts.dialogs import RoomyDialog
from gui.parts.offers import offer
from gui.parts.retranslated import Retranslated
from gui.parts.scrolling import scrolled_if_low
from gui.parts.threads import AnsweringThread
from gui.program.messages import color_text, fill

if TYPE_CHECKING:
    from gui.main_window import MainWindow

MEGABYTES = 128
"""Memory for the solver's table of positions, small enough for a laptop."""
PROGRESS_SECONDS = 0.5
BOARD_SIDE = 340
WINNING = QColor("#009e73")
MANY_POINTS = 30
"""With more playable points than this a result may take very long."""


class SolverThread(AnsweringThread):
    """Solves one position: first who wins, then every winning move and a game to the end."""

    progressed = Signal(int, float)
    """Moves tried so far and seconds."""
    won = Signal(object)
    """A :class:`ai.solver.solver.Solution` with the winner and, of a win, the move that was found first."""
    solved = Signal(object)
    """A :class:`ai.solver.solver.Solution` with all winning moves."""
    out_of_memory = Signal()
    too_many_points = Signal()

    def __init__(self, position: Position, parent: QObject):
        super().__init__(parent)
        self.setObjectName("solver")
        self.position = position
        self._started = time.perf_counter()
        self._next_report = self._started

    def run(self) -> None:
        try:
            solver = Solver(self.position, MEGABYTES)
            move = solver.winning_move(go_on=lambda: self._go_on(solver))
            to_move = self.position.to_move
            winner = to_move.opponent if move is None else to_move
            self.tell(self.won, Solution(winner, () if move is None else (move,), ()))
            self.tell(self.solved, solver.solve(all_moves=True, go_on=lambda: self._go_on(solver)))
            self.tell(self.progressed, solver.moves_tried, time.perf_counter() - self._started)
        except Interrupted:
            pass  # whoever stopped it knows
        except MemoryError:
            self.tell(self.out_of_memory)
        except TooManyPoints:
            self.tell(self.too_many_points)

    def _go_on(self, solver: Solver) -> bool:
        now = time.perf_counter()
        if now >= self._next_report:
            self._next_report = now + PROGRESS_SECONDS
            self.tell(self.progressed, solver.moves_tried, now - self._started)
        return not self.stopping.is_set()


class SolveDialog(Retranslated, RoomyDialog):
    """Shows what is certain about one position. It may stay open beside the game."""

    line_pointed = Signal(object, tuple)
    """The position and the first moves of the game to the end that the board is to show; no moves for the position alone."""
    line_asked = Signal(object, tuple)
    """The position and the whole game to the end, which are to be put into the tree of variations."""
    proven = Signal(object, object, bool)
    """The position, what is certain about it, a :class:`ai.solver.solver.Solution`, and whether it has every winning move."""

    def __init__(self, parent: QWidget | None, position: Position, notation: Notation):
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.position = position
        self._notation = notation
        self._winner: Color | None = None
        self._solution: Solution | None = None
        self._reached = 0
        """How many moves of the game to the end are shown."""
        self._why_not_put = ""
        self._stopped = self._out_of_memory = self._too_many_points = False
        self._work = (0, 0.0)
        self._playable = int(
            np.count_nonzero(position.legal_mask(Color.BLACK) | position.legal_mask(Color.WHITE))
        )
        self._make_widgets()
        self.thread_of_solver = SolverThread(position, self)
        self.thread_of_solver.progressed.connect(self._on_progress)
        self.thread_of_solver.won.connect(self._on_won)
        self.thread_of_solver.solved.connect(self._on_solved)
        self.thread_of_solver.out_of_memory.connect(self._on_out_of_memory)
        self.thread_of_solver.too_many_points.connect(self._on_too_many_points)
        self.retranslate()
        self.thread_of_solver.start()

    def _make_widgets(self) -> None:
        self.verdict, self.details, self.figures = QLabel(), QLabel(), QLabel()
        self.line = LineLabel()
        self.line.reached.connect(self._show_reached)
        font = self.verdict.font()
        font.setBold(True)
        font.setPointSizeF(font.pointSizeF() * 1.3)
        self.verdict.setFont(font)
        for label in (self.verdict, self.details, self.figures):
            label.setWordWrap(True)
        self.details.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.bar = QProgressBar()
        self.bar.setRange(0, 0)  # nobody knows how much is left
        self.bar.setTextVisible(False)
        self._board_place = QVBoxLayout()
        self._make_board()
        self.put_button = QPushButton()
        self.put_button.setAutoDefault(False)
        self.put_button.clicked.connect(lambda: self.line_asked.emit(self.position, self._line))
        self.stop_button = QPushButton()
        self.stop_button.clicked.connect(self.stop)
        self.close_button = QPushButton()
        self.close_button.clicked.connect(self.close)
        buttons = QDialogButtonBox()
        buttons.addButton(self.put_button, QDialogButtonBox.ButtonRole.ActionRole)
        buttons.addButton(self.stop_button, QDialogButtonBox.ButtonRole.ActionRole)
        buttons.addButton(self.close_button, QDialogButtonBox.ButtonRole.RejectRole)
        inside = QWidget()
        rows = QVBoxLayout(inside)
        rows.addWidget(self.verdict)
        rows.addLayout(self._board_place)
        rows.addWidget(self.details)
        rows.addWidget(self.line)
        rows.addStretch(1)
        rows.addWidget(self.figures)
        whole = QVBoxLayout(self)
        whole.addWidget(scrolled_if_low(inside), 1)
        whole.addWidget(self.bar)
        whole.addWidget(buttons)
        self.setMinimumWidth(BOARD_SIDE + 60)

    # --- what the solver says -------------------------------------------------------------------------------------

    def _on_progress(self, moves_tried: int, seconds: float) -> None:
        self._work = moves_tried, seconds
        self.retranslate()

    def _on_won(self, solution: Solution) -> None:
        self._winner = solution.winner
        self.proven.emit(self.position, solution, False)
        self.retranslate()

    @property
    def _line(self) -> tuple[int, ...]:
        """The game to the end."""
        return () if self._solution is None else self._solution.line

    def _show_reached(self, moves: int) -> None:
        """Show so many moves of the game to the end, here and on the window's board."""
        self._reached = moves
        self._show_board()
        self.line_pointed.emit(self.position, self._line[:moves])

    def show_whether_put(self, why_not: str) -> None:
        """Offer to put the game to the end into the tree, or say ``why_not``."""
        self._why_not_put = why_not
        self.retranslate()

    def _on_solved(self, solution: Solution) -> None:
        self._solution = solution
        self.proven.emit(self.position, solution, True)
        self._show_board()
        self._rest()

    def _on_out_of_memory(self) -> None:
        self._out_of_memory = self._stopped = True
        self._rest()

    def _on_too_many_points(self) -> None:
        self._too_many_points = self._stopped = True
        self._rest()

    def stop(self) -> None:
        """Stop solving; an unfinished search proves nothing. What is proven already, and on its way, is shown all the same."""
        self._stopped = True
        self.thread_of_solver.stopping.set()
        self._rest()

    def _rest(self) -> None:
        self.bar.hide()
        self.stop_button.setEnabled(False)
        self.retranslate()

    # --- showing ----------------------------------------------------------------------------------------------

    def retranslate(self) -> None:
        """Write everything anew in the window's language."""
        self.setWindowTitle(self.tr("Solver"))
        self.bar.setAccessibleName(self.tr("Progress"))
        self.stop_button.setText(self.tr("&Stop"))
        self.close_button.setText(self.tr("C&lose"))
        self.verdict.setText(self._verdict_text())
        self.details.setText(self._details_text())
        self.details.setVisible(bool(self.details.text()))
        self.line.show_line(self.tr("A game to the end:"), [*map(self._name, self._line)])
        self.line.setToolTip(
            self.tr("Point at a move to see how far the game has come there; a click keeps it on the board.")
        )
        self.line.setVisible(bool(self._line))
        self.put_button.setText(self.tr("Put it into the &tree"))
        none = (
            self.tr("The game is over here.") if self.position.is_over else self.tr("There is no line yet.")
        )
        about = self.tr("As a variation of the game in the window, to walk through it")
        offer(self.put_button, self._why_not_put if self._line else none, about)
        self.figures.setText(self._figures_text())

    def _figures_text(self) -> str:
        moves, seconds = self._work
        if not moves:
            return ""
        return fill(self.tr("Moves tried: %1 in %2 s"), f"{moves:,}", f"{seconds:.1f}")

    def _verdict_text(self) -> str:
        if self._winner is not None:
            return fill(self.tr("Proven: %1 wins"), color_text(self._winner))
        if self._stopped:
            return (
                self.tr("Too many points to solve")
                if self._too_many_points
                else self.tr("Not finished: nothing is proven")
            )
        return fill(self.tr("Solving; %1 to move…"), color_text(self.position.to_move))

    def _details_text(self) -> str:
        if self._solution is not None:
            return self._solution_text(self._solution)
        if self._out_of_memory:
            return fill(self.tr("There are no %1 MB of memory left for the solver."), MEGABYTES)
        if self._too_many_points:
            return fill(
                self.tr(
                    "%1 points can still be played on. The solver takes positions with at most %2; go on playing and try again."
                ),
                self._playable,
                MOST_POINTS,
            )
        if self._winner is None and self._playable > MANY_POINTS:
            return fill(
                self.tr(
                    "%1 points can still be played on. With more than about %2 a result may take very long."
                ),
                self._playable,
                MANY_POINTS,
            )
        if self._winner is not None and not self._stopped:
            return self.tr("Looking for every winning move…")
        return ""

    def _solution_text(self, solution: Solution) -> str:
        if solution.winning_moves:
            named = " ".join(map(self._name, solution.winning_moves))
            return fill(self.tr("Winning moves: %1"), named)
        if solution.line:
            return fill(self.tr("Every move of %1 loses."), color_text(self.position.to_move))
        return self.tr("The game is over here.")

    def _name(self, point: int) -> str:
        return point_name(point, self.position.size, self._notation)

    def show_again(self, notation: Notation) -> None:
        """Write points in another notation."""
        self._notation = notation
        self._make_board()
        self.retranslate()

    def _make_board(self) -> None:
        """Make the board anew, with its coordinates in the present notation."""
        old = self._board_place.takeAt(0)
        if old is not None and (widget := old.widget()) is not None:
            widget.hide()
            widget.deleteLater()
        size = self.position.size
        self.board = MiniBoard(np.zeros((size.rows, size.cols)), WINNING, BOARD_SIDE, self._notation)
        self._board_place.addWidget(self.board, 0, Qt.AlignmentFlag.AlignHCenter)
        self._show_board()

    def _show_board(self) -> None:
        """Show the position with the winning moves shaded, or with the first moves of the game to the end numbered."""
        size = self.position.size
        wins = np.zeros((size.rows, size.cols), np.float32)
        shown, numbers = self.position, {}
        for number, point in enumerate(self._line[: self._reached], 1):
            shown = shown.play(point)
            numbers[size.row_col(point)] = str(number)
        if self._solution is not None and not numbers:
            wins.reshape(-1)[list(self._solution.winning_moves)] = 0.7
        self.board.show_values(wins)
        self.board.show_stones(shown.stones, numbers)

    # --- leaving ----------------------------------------------------------------------------------------------

    def done(self, result: int) -> None:
        """Close the dialog, whichever way. Its thread is not waited for: while the solver gets ready it can't be stopped."""
        self.thread_of_solver.let_go()
        self.line_pointed.emit(self.position, ())
        super().done(result)


class SolveDesk(QObject):
    """The window's solver: one dialog at a time."""

    def __init__(self, window: "MainWindow"):
        super().__init__(window)
        self._window = window
        self.dialog: SolveDialog | None = None
        window.controller.game_changed.connect(self._follow)
        window.controller.state_changed.connect(self._follow)
        window.appearance.notation_changed.connect(self._show_again)

    def open(self) -> None:
        """Solve the position on the board; work on an earlier one is given up."""
        self.close()
        window = self._window
        self.dialog = SolveDialog(window, window.controller.game.position, window.appearance.notation)
        self.dialog.finished.connect(self._forget)
        self.dialog.proven.connect(self._keep)
        self.dialog.line_pointed.connect(window.hand.show_line)
        self.dialog.line_asked.connect(window.hand.put_line)
        self.dialog.show()

    def _keep(self, position: Position, solution: Solution, has_all: bool) -> None:
        """Make what is proven part of what is known of ``position``, unless the game in the window no longer has it."""
        node = self._window.controller.node_of(position)
        if node is None or position.is_over:
            return
        proof = Proof.WIN if solution.winner is position.to_move else Proof.LOSS
        moves = dict.fromkeys(solution.winning_moves or solution.line[:1], proof)
        if has_all:
            moves = {**dict.fromkeys(_looked_at(node), Proof.LOSS), **moves}
        self._window.analysis.keep_proof(node, proof, moves, solution.line)

    def _follow(self) -> None:
        """Say whether the line can be put into the tree of the game in the window, which may have changed."""
        if self.dialog is not None:
            self.dialog.show_whether_put(self._window.hand.why_no_line(self.dialog.position))

    def _show_again(self) -> None:
        """Write points in the present notation."""
        if self.dialog is not None:
            self.dialog.show_again(self._window.appearance.notation)

    def close(self) -> None:
        """Stop solving and close the dialog."""
        if self.dialog is not None:
            self.dialog.close()

    def _forget(self) -> None:
        self.dialog = None


def _looked_at(node: Node) -> set[int]:
    """The moves at ``node`` of which it is of interest whether they win: those that were played and those that an analysis lists."""
    listed = () if node.analysis is None else (one.point for one in node.analysis.candidates)
    played = (child.move for child in node.children)
    return {*listed, *played} & {*node.position.legal_moves()}

"""Compares two players on the position that is looked at: how they judge it and which moves they consider."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject, QSize, Qt, Signal
from PySide6.QtGui import QCloseEvent, QResizeEvent
from PySide6.QtWidgets import QComboBox, QDialog, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from ai.players import SHIPPED, join, split
from core.game import Help
from core.player import Decision, Limit, Proof
from core.points import Notation
from core.position import Position
from gui.analysis.analysis_settings import PlayerChoice, simulations_box
from gui.board.mini_board import POLICY, MiniBoard, policy_of
from gui.game.known import has_settled
from gui.game.thinking_panel import ThinkingPanel
from gui.game.worker import Thinker
from gui.networks.networks import learned_elsewhere, other_shipped
from gui.parts.placing import on_screen
from gui.parts.scrolling import scrolled
from gui.parts.walking import walking_buttons
from gui.program.desktop import bring_to_front
from gui.program.messages import NO_BREAK_SPACE, error_text
from gui.program.renaming import player_after

if TYPE_CHECKING:
    from gui.main_window import MainWindow

STRONGEST = 0.85
"""Opacity of the likeliest move of both players."""
POLICY_SIDE, POLICY_SHARE = 288, 0.39
"""Side of a board with the policy, in pixels, and the most it may take of the window's height."""
DIALOG_SIZE = QSize(860, 720)


class PlayerColumn(QWidget):
    """One player and what it thinks."""

    chosen = Signal()
    policy_shown = Signal()
    """Emitted when its board was made anew: it is unshaded until it is told how."""

    def __init__(self, player: str, added: list[str]):
        """``added``: checkpoints that the user added to the list of networks."""
        super().__init__()
        self.choice = PlayerChoice(player, added)
        self.choice.setAccessibleName(self.tr("Player"))
        self.choice.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.thoughts = ThinkingPanel()
        self.board: MiniBoard | None = None
        self._position = Position.empty()
        self._simulations = 0
        self._notation = Notation.CHAMPIONSHIP
        self._found: Decision | None = None
        """What the player has found so far."""
        self._policy, self._side = Decision(None), 0
        self._shares = policy_of(self._policy, self._position.size)[0]
        self._boards = QVBoxLayout()
        self._about_board = QLabel()
        self._about_board.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self._about_board.setWordWrap(True)
        layout = QVBoxLayout(self)
        layout.addWidget(self.choice)
        layout.addLayout(self._boards)
        layout.addWidget(self._about_board)
        layout.addWidget(self.thoughts, 1)
        self.choice.activated.connect(lambda _index: self.chosen.emit())
        self.thinker = Thinker(self)
        self.thinker.thinking.connect(self._show)
        self.thinker.decided.connect(self._on_decided)
        self.thinker.failed.connect(self._on_failed)

    def ask(self, position: Position, simulations: int, notation: Notation) -> None:
        """Have the player think about ``position`` afresh: what it found before, perhaps with more simulations, would favour it."""
        self._position, self._simulations, self._notation = position, simulations, notation
        self._show(None)
        self._show_policy(Decision(None))
        if position.is_over:
            self.thinker.give_up()
            self._show(Decision(None, value_to_move=-1.0, proof=Proof.LOSS))
            self.thoughts.set_status(self.tr("The game is over here."), busy=False)
            return
        self.thoughts.set_status(self.tr("Thinking…"), busy=True)
        self.thinker.ask(self.choice.player(), position, Limit(simulations=simulations), afresh=True)

    def show_again(self, notation: Notation) -> None:
        """Write points in another ``notation``."""
        self._notation = notation
        self._show(self._found)
        self._show_policy(self._policy)

    def follow_renamed(self, player_now: Callable[[str], str]) -> None:
        """Go on with the same player after files of networks were renamed. A search under way begins anew."""
        before = self.choice.player()
        self.choice.follow_renamed(player_now)
        if self.choice.player() != before and self.thinker.current is not None:
            self.ask(self._position, self._simulations, self._notation)

    def _on_decided(self, decision: Decision) -> None:
        self.thoughts.set_status(self._done_text(decision), busy=False)
        self._show(decision)
        self._show_policy(decision)

    def _done_text(self, decision: Decision) -> str:
        """What is said when it is done, with the reason if there are fewer visits than were asked for."""
        early = decision.proof is None and decision.visits < self._simulations
        if not (early and has_settled(decision, self._simulations)):
            return self.tr("Done.")
        return self.tr("Done early: no other move could overtake the best.")

    def _on_failed(self, sentence: str) -> None:
        self.thoughts.set_status(error_text(sentence), busy=False)

    def _show(self, decision: Decision | None) -> None:
        self._found = decision
        self.thoughts.show_decision(decision, self._position, self._notation)

    def _policy_side(self) -> int:
        """Side of the policy's board: smaller in a low window."""
        return min(POLICY_SIDE, round(POLICY_SHARE * self.window().height()))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._side != self._policy_side():
            self._show_policy(self._policy)

    def _show_policy(self, decision: Decision) -> None:
        """Show which moves the player would try before any search; the board alone if it has no policy."""
        self._policy, self._side = decision, self._policy_side()
        self._shares, texts = policy_of(decision, self._position.size)
        if self.board is not None:
            self._boards.removeWidget(self.board)
            self.board.deleteLater()
        self.board = MiniBoard(np.zeros_like(self._shares), POLICY, self._side, self._notation)
        self.board.show_stones(self._position.stones, texts)
        self.board.setAccessibleName(self.tr("Policy"))
        self._boards.addWidget(self.board, 0, Qt.AlignmentFlag.AlignHCenter)
        self._about_board.setText(self._about_policy())
        self.policy_shown.emit()

    def _about_policy(self) -> str:
        """What the board shows, and whether its network learned on others."""
        if self.largest_share == 0:
            return NO_BREAK_SPACE
        said = self.tr("Its policy before any search, in percent")
        network = split(self.choice.player())[1].get("net", SHIPPED)
        return "\n".join(filter(None, (said, learned_elsewhere(network, self._position.size))))

    @property
    def largest_share(self) -> float:
        """The share of the likeliest move; 0 without a policy."""
        return float(self._shares.max())

    def shade(self, strongest: float) -> None:
        """Shade the board; a move with the share ``strongest`` gets the strongest colour."""
        if self.board is not None and strongest > 0:
            self.board.show_values(STRONGEST * self._shares / strongest)


def _other_than(player: str) -> str:
    """The player that is proposed beside ``player``: two that share a network have the same policy."""
    return join("zero", {"net": other_shipped(split(player)[1].get("net", SHIPPED))})


class CompareDialog(QDialog):
    """Two columns that follow the position that is looked at."""

    def __init__(self, window: "MainWindow"):
        super().__init__(window)
        self.setWindowTitle(self.tr("Two players on this position"))
        self._window = window
        settings = window.settings
        first = settings.compare_first or settings.analysis_player
        second = settings.compare_second or _other_than(first)
        self.columns = [PlayerColumn(text, settings.networks) for text in (first, second)]
        self.simulations = simulations_box(settings.review_simulations)
        top = QHBoxLayout()
        top.addWidget(QLabel(self.tr("Simulations of each")))
        self.simulations.setAccessibleName(self.tr("Simulations of each"))
        top.addWidget(self.simulations)
        top.addStretch(1)
        top.addWidget(walking_buttons(window.walking))
        both = QHBoxLayout()
        for column in self.columns:
            both.addWidget(column)
            column.chosen.connect(self._on_chosen)
            column.policy_shown.connect(self._shade)
            column.thoughts.line_pointed.connect(window.hand.show_line)
            column.thoughts.line_asked.connect(window.hand.put_line)
        inside = QWidget()
        columns = QVBoxLayout(inside)
        columns.setContentsMargins(0, 0, 0, 0)
        columns.addLayout(both)
        layout = QVBoxLayout(self)
        layout.addLayout(top)
        layout.addWidget(scrolled(inside))
        self.simulations.editingFinished.connect(self.ask)
        self._asked: tuple[Position, int] | None = None
        window.controller.game_changed.connect(self.ask)
        window.appearance.notation_changed.connect(self.show_again)
        self.resize(on_screen(self, DIALOG_SIZE))
        self.ask()

    def ask(self) -> None:
        """Have both think about the position on the board, unless they have. The same stones reached in another order count as another position,
        because lines are added to the tree at its node."""
        position, simulations = self._window.controller.game.position, self.simulations.value()
        if self._asked is not None and position is self._asked[0] and simulations == self._asked[1]:
            return
        self._asked = position, simulations
        self._window.controller.note_help(Help.ANALYSIS)
        for column in self.columns:
            column.ask(position, simulations, self._window.appearance.notation)

    def show_again(self) -> None:
        """Write points in the window's present notation."""
        for column in self.columns:
            column.show_again(self._window.appearance.notation)

    def _shade(self) -> None:
        """Shade both boards by one scale, so that a colour means the same on both."""
        strongest = max(column.largest_share for column in self.columns)
        for column in self.columns:
            column.shade(strongest)

    def _on_chosen(self) -> None:
        settings = self._window.settings
        settings.compare_first, settings.compare_second = (one.choice.player() for one in self.columns)
        self._asked = None
        self.ask()

    def stop(self) -> None:
        """Let both threads end."""
        self._window.controller.game_changed.disconnect(self.ask)
        self._window.appearance.notation_changed.disconnect(self.show_again)
        for column in self.columns:
            column.thinker.let_go()

    def closeEvent(self, event: QCloseEvent) -> None:
        self.done(0)
        super().closeEvent(event)


class CompareDesk(QObject):
    """Opens the comparison, one at a time."""

    def __init__(self, window: "MainWindow"):
        super().__init__(window)
        self._window = window
        self.dialog: CompareDialog | None = None
        window.language_changed.connect(self.retranslate)

    def open(self) -> None:
        if self.dialog is None:
            self.dialog = CompareDialog(self._window)
            self.dialog.finished.connect(self._on_finished)
        bring_to_front(self.dialog)

    def follow_renamed(self, before: Path, now: Path) -> None:
        """Go on after the folder ``before``, which may hold networks, was renamed to ``now``."""
        if self.dialog is not None:
            for column in self.dialog.columns:
                column.follow_renamed(player_after(before, now))

    def retranslate(self) -> None:
        """Make an open dialog anew at the same place."""
        if self.dialog is not None:
            place, simulations = self.dialog.geometry(), self.dialog.simulations.value()
            self.dialog.done(0)
            self.open()
            self.dialog.setGeometry(place)
            self.dialog.simulations.setValue(simulations)
            self.dialog.ask()

    def _on_finished(self) -> None:
        if self.dialog is not None:
            dialog, self.dialog = self.dialog, None
            dialog.stop()
            dialog.deleteLater()

    def close(self) -> None:
        if self.dialog is not None:
            self.dialog.done(0)

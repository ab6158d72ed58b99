"""The panel "AI" while no analysis runs: what the AI thinks now, or what it thought when it made the move that is looked at."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from core.game import Node
from core.player import Decision
from core.points import point_name
from gui.messages import fill

if TYPE_CHECKING:
    from gui.main_window import MainWindow


class ThoughtsDesk(QObject):
    """Follows the cursor of the game. What was thought of one position is never shown beside another without saying so."""

    def __init__(self, window: "MainWindow"):
        super().__init__(window)
        self._window = window
        self._latest: tuple[Node, Decision] | None = None
        """What was thought last, and of which position."""
        window.controller.thinking.connect(self._on_thinking)

    def _on_thinking(self, decision: Decision | None) -> None:
        self._latest = None
        if decision is not None and decision.judges:
            self._latest = self._window.controller.match.head, decision
        self.show()

    def show(self) -> None:
        """Show what is known, unless an analysis has the panel."""
        panel = self._window.thoughts
        panel.set_about("")
        if self._window.analysis.on:
            return
        controller = self._window.controller
        cursor = controller.game.cursor
        if self._window.review.hides_better and not controller.live:
            self._show_of(cursor, None)
        elif self._latest is not None and self._latest[0] is cursor:
            self._show_of(*self._latest)
        elif self._is_known(cursor) or not controller.is_human(cursor.position.to_move):
            self._show_of(cursor, cursor.analysis)
        elif cursor.parent is not None and not controller.is_human(cursor.parent.position.to_move):
            self._show_of(cursor.parent, cursor.parent.analysis)
            if cursor.parent.analysis is not None:
                panel.set_about(self._before(cursor))
        else:  # what a human should play is for the analysis to say
            self._show_of(cursor, None)

    def _is_known(self, node: Node) -> bool:
        """Whether the user has had ``node`` analysed."""
        return node.analysis is not None and node in self._window.analysis.asked

    def _before(self, node: Node) -> str:
        assert node.move is not None
        name = point_name(node.move, node.position.size, self._window.notation)
        return fill(self.tr("Thought before move %1, %2:"), node.number, name)

    def _show_of(self, node: Node, decision: Decision | None) -> None:
        position = node.position
        self._window.thoughts.show_decision(decision, position.to_move, position.size, self._window.notation)

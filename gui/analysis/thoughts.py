"""What the panel "AI" shows while no analysis runs: what the AI thinks now, what it thought before the move that is looked at, or what the search
of self-play thought of each position."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from ai.training.self_play_record import RecordedSelfPlay
from core.game import Node
from core.player import Decision
from core.points import point_name
from core.position import Color
from core.review import black_win_rate
from gui.analysis.exercise import ExerciseDesk
from gui.game.controller import State
from gui.game.known import is_solved, knows_more
from gui.program.messages import fill, one_after_another, player_label, run_label

if TYPE_CHECKING:
    from gui.main_window import MainWindow


class ThoughtsDesk(QObject):
    """Follows the cursor of the game. Thoughts about another position than the one shown are never shown without saying so."""

    def __init__(self, window: "MainWindow"):
        super().__init__(window)
        self._window = window
        self._latest: tuple[Node, Decision] | None = None
        """The last thoughts of a player, and the position they are about."""
        window.controller.thinking.connect(self._on_thinking)
        window.analysis.judged.connect(self._on_judged)
        window.book.moves_shown.connect(self.refresh)

    def _on_thinking(self, decision: Decision | None) -> None:
        self._latest, head = None, self._window.controller.match.head
        if decision is not None and decision.judges and not self._is_better_known(head, decision):
            self._latest = head, decision
        self.refresh()

    def _is_better_known(self, node: Node, decision: Decision) -> bool:
        """Whether the user's own analysis of ``node`` is more certain than ``decision``, which may answer a hint."""
        known = node.analysis
        if known is None or node not in self._window.controller.analysed:
            return False
        return knows_more(known, decision)

    def _on_judged(self) -> None:
        """Drop older thoughts about an analysed position, such as a hint's: the analysis is newer."""
        if self._latest is not None and self._latest[0] in self._window.controller.analysed:
            self._latest = None

    def refresh(self) -> None:
        """Show what is known, unless an analysis has the panel."""
        panel = self._window.thoughts_panel
        panel.set_about("")
        panel.set_hidden("")
        self._say_who_judged(None)
        if self._window.setup_bar.active:
            panel.set_about(self.tr("Of the game's position, not of the stones that are being placed."))
            self._window.analysis.show_status()
            return
        if (exercise := self._window.exercise) is not None:
            self._show_practised(exercise)
            return
        cursor = self._window.controller.game.cursor
        if self._window.analysis.on:
            self._window.analysis.show_status()
            return
        self._window.board.show_thoughts(None, cursor.position)
        if self._window.review.hides_better(cursor):
            self._hide(cursor)
        elif self._latest is not None and self._latest[0] is cursor:
            self._show_of(*self._latest)
        elif self._window.controller.self_play is not None:
            self._show_self_play(cursor, self._window.controller.self_play)
        elif self.is_known(cursor):
            self._show_known(cursor)
        else:
            self._show_of_players(cursor)

    def _show_of_players(self, cursor: Node) -> None:
        """Show what an AI thought of its move here, or of the move that led here. What a human should play is for the analysis to say."""
        panel, is_human = self._window.thoughts_panel, self._window.controller.is_human
        if not is_human(cursor.position.to_move):
            self._show_of(cursor, cursor.analysis)
        elif cursor.parent is not None and not is_human(cursor.parent.position.to_move):
            before = cursor.parent.analysis
            self._show_of(cursor if before is None else cursor.parent, before)
            if before is not None:
                panel.set_about(self._before(cursor))
        else:
            self._show_of(cursor, None)
            if cursor.analysis is not None and self._is_of_no_player(cursor, cursor.analysis):
                panel.set_hidden(
                    self.tr(
                        "The analysis is hidden while you play. A pause shows it, or the end of the game."
                    )
                )

    def _show_practised(self, exercise: ExerciseDesk) -> None:
        """Show what is known of the position of ``exercise`` once the better move was found or told."""
        node = exercise.node
        if exercise.looks_for_better:
            self._hide(node)
        else:
            self._show_of(node, node.analysis)

    def _hide(self, cursor: Node) -> None:
        """Hide the analysis from a user who looks for the better move."""
        self._show_of(cursor, None)
        if cursor.analysis is not None:
            hidden = self.tr("The analysis is hidden while you look for the better move yourself.")
            self._window.thoughts_panel.set_hidden(hidden)

    def _show_self_play(self, cursor: Node, played: RecordedSelfPlay) -> None:
        """Show on panel and board what self-play's search thought, unless the user had the position analysed. After the last searched move show what
        was thought before it."""
        decision = played.thoughts.get(cursor)
        if (
            decision is not None
            and cursor in self._window.controller.analysed
            and cursor.analysis != decision
        ):
            self._show_known(cursor)
            about = self._preferred(cursor, decision)
        elif decision is not None:
            self._show_of(cursor, decision)
            self._show_on_board(cursor, decision)
            about = self._found(played, decision)
        elif self.is_known(cursor):
            self._show_known(cursor)
            about = ""
        elif cursor in self._window.controller.game.main_line()[: played.opening]:  # not in variations
            self._show_of(cursor, None)
            drawn = self.tr("Up to move %1 moves were drawn by lot, and nothing was searched.")
            about = one_after_another(self._game_of(played), fill(drawn, played.opening))
        elif cursor.parent in played.thoughts:
            before = played.thoughts[cursor.parent]
            self._show_of(cursor.parent, before)
            about = one_after_another(self._found(played, before), self._before(cursor))
        elif cursor in played.solved:
            self._show_of(cursor, None)
            solved = self.tr("From move %1 on the solver played, and nothing was searched.")
            about = one_after_another(self._game_of(played), fill(solved, played.solved[0].number + 1))
        else:
            self._show_of(cursor, None)
            about = ""
        self._window.thoughts_panel.set_about(about)

    def _found(self, played: RecordedSelfPlay, decision: Decision) -> str:
        """What the panel says of where self-play's ``decision`` is from."""
        if is_solved(decision):
            return one_after_another(self._game_of(played), self.tr("The solver proved the result."))
        said = self.tr("Search of self-play: %1, for generation %2.")
        return fill(said, run_label(played.run), played.generation)

    def _preferred(self, node: Node, decision: Decision) -> str:
        """What the panel says of self-play's choice while it shows an analysis."""
        rate = black_win_rate(node, decision)
        if decision.point is None or rate is None:  # records of others may lack them
            return ""
        name = point_name(decision.point, node.position.size, self._window.appearance.notation)
        return fill(self.tr("The search of self-play preferred %1: Black %2%."), name, f"{100 * rate:.1f}")

    def _game_of(self, played: RecordedSelfPlay) -> str:
        """What the panel says where self-play searched nothing."""
        return fill(self.tr("Self-play: %1, for generation %2."), run_label(played.run), played.generation)

    def is_known(self, node: Node) -> bool:
        """Whether ``node`` has an analysis that may be shown: the user asked for it, or it came with a game that nobody plays now. What a player
        thought about its own move is no analysis."""
        controller, known = self._window.controller, node.analysis
        if known is None or node in controller.analysed:
            return known is not None
        return not controller.under_way and self._is_of_no_player(node, known)

    def _is_of_no_player(self, node: Node, decision: Decision) -> bool:
        """Whether ``decision`` comes neither from the game's players nor from who moved at ``node``."""
        game = self._window.controller.game
        return not decision.by or decision.by not in {*map(game.name, Color), *game.movers(node)}

    def _show_known(self, node: Node) -> None:
        """Show the analysis of ``node`` on the panel, and on the board unless it was analysed only while the analysis was on."""
        self._show_of(node, node.analysis)
        if not self._window.controller.analysed.only_glanced_at(node):
            self._show_on_board(node, node.analysis)

    def _show_on_board(self, node: Node, decision: Decision | None) -> None:
        if not self._window.book.panel.on_board:
            self._window.board.show_thoughts(decision, node.position)

    def _say_who_judged(self, decision: Decision | None) -> None:
        """Say whose figures are shown. What a thinking player does is said over the board instead."""
        busy = self._window.controller.state in (State.THINKING, State.LOADING)
        text = self.tr("The AI is idle.")
        if decision is not None and decision.by:
            judged = fill(self.tr("Judged by %1"), player_label(decision.by))
            text = self.tr("Proven by the solver") if is_solved(decision) else judged
        self._window.thoughts_panel.set_status("" if busy else text, busy)

    def _before(self, node: Node) -> str:
        assert node.move is not None
        name = point_name(node.move, node.position.size, self._window.appearance.notation)
        return fill(self.tr("Thought before move %1, %2:"), node.number, name)

    def _show_of(self, node: Node, decision: Decision | None) -> None:
        self_play = self._window.controller.self_play
        by_self_play = self_play is not None and decision is self_play.thoughts.get(node)
        self._say_who_judged(decision)
        self._window.thoughts_panel.show_decision(
            decision, node.position, self._window.appearance.notation, by_self_play
        )

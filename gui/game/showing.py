"""What the window shows of the game: the board and all that stands around it, as the controller says."""

import logging
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from ai.book import BookMove
from core.game import Node, Result
from core.player import Decision
from core.position import Color, Loss, Position
from gui.game.controller import State
from gui.game.record_players import name_beside_board
from gui.program import messages
from gui.program.errors import PLAYER_FAILED, show_one

if TYPE_CHECKING:
    from gui.main_window import MainWindow

log = logging.getLogger(__name__)


class GamePresenter(QObject):
    """Brings the widgets up to date. A bar over the board may have lent it: then that bar decides what the board shows."""

    def __init__(self, window: "MainWindow"):
        super().__init__(window)
        self._window = window
        self._controller = window.controller

    def follow_game(self) -> None:
        """Show from now on whatever happens in the game; the window has all its parts."""
        game = self._controller
        game.game_changed.connect(self.show_game)
        game.state_changed.connect(self.show_state)
        game.clock_ticked.connect(self._show_clocks)
        game.refused.connect(self.mark_refused)
        game.ended.connect(self._show_end)
        game.hinted.connect(self._show_hint)
        game.failed.connect(self._show_failure)
        self._window.files.belonging.changed.connect(self.show_title)

    def show_all(self) -> None:
        """Show everything anew, as after another language has come."""
        self._window.training_desk.refresh()
        self._show_clocks()
        self.show_game()

    def show_game(self) -> None:
        """Show the position that is looked at, and the moves that lead to it."""
        window = self._window
        controller, game = self._controller, self._controller.game
        self._show_board(game.cursor)
        window.balance.show_position(game.position)
        window.book.give_way(controller.match, controller.human_against_ai is not None)
        window.book.show_position(game.position, window.appearance.notation)
        self._show_loss()
        came_to, node = controller.match.result_on(game.line_shown()), self.node_looked_at
        window.history.show_game(game, window.appearance.notation, came_to, node)
        window.players.set_names(*(name_beside_board(controller, color) for color in Color))
        self.show_state()
        self.show_title()

    @property
    def board_is_lent(self) -> bool:
        """Whether a bar over the board uses it for something else than the game."""
        return self._window.setup_bar.active or self._window.exercise is not None

    @property
    def node_looked_at(self) -> Node:
        """The position of the game that the user looks at: in a practice that of the mistake, else where the game is looked at."""
        practises = self._window.practice_bar.active
        return self._window.practice.node if practises else self._controller.game.cursor

    @property
    def position_looked_at(self) -> Position:
        """The position that the user looks at: in an exercise that in which a move is looked for, which may be no game's."""
        exercise = self._window.exercise
        return self._controller.game.position if exercise is None else exercise.node.position

    def show_node(self, node: Node) -> None:
        """Show the stones of ``node`` on the board, with the last one marked."""
        numbers = None
        if self._window.settings.show_numbers:
            numbers = {step.move: step.number for step in node.line() if step.move is not None}
        self._window.board.show_position(node.position, node.move, numbers)

    def _show_board(self, node: Node) -> None:
        """Show the stones of ``node``, or what the bar over the board shows instead."""
        window = self._window
        if window.setup_bar.active:
            window.setup_bar.show_stones()
        elif window.exercise is not None:
            window.exercise.refresh()
        else:
            self.show_node(node)
            window.board.show_marks(node.marks)
            if window.settings.show_next and node.next is not None and not self._controller.live:
                window.board.set_next_move(node.next.move)
        window.board.set_hint(None)

    def _show_loss(self) -> None:
        """Mark the losing move that ended the game, and why it loses, while the end of the game is shown."""
        controller, result = self._controller, self._controller.match.result
        if self.board_is_lent:
            return
        loss = result.loss if result is not None and controller.live else None
        self._window.board.set_losing(
            loss.point if loss is not None and loss.point in controller.game.size else None
        )
        if loss is not None:
            self._window.board.set_marked(loss.captured)

    def show_state(self) -> None:
        """Show whose turn it is, and enable the commands that make sense now."""
        window = self._window
        controller = self._controller
        lent, exercise = self.board_is_lent, window.exercise
        window.players.set_turn(controller.turn if exercise is None else exercise.turn)
        window.board.set_hover_color(self._color_of_click())
        window.marking.show_state()
        # while an AI thinks, the marks are still for the human who plays it
        window.board.set_side(None if lent else controller.human_against_ai)
        window.thoughts.refresh()
        window.watch.show_state()
        window.balance.setVisible(not (lent or window.mark_bar.active))
        # walking through the game there would lose the stones that are being placed, or leave the exercise
        for part in (window.history, window.tree.view, window.review.graph, window.book.panel.table):
            part.setEnabled(not lent)
        window.book.panel.set_practising(exercise is not None)
        window.notices.refresh()
        window.commands.update()
        window.players.set_changeable(not lent and controller.match.result is None)
        window.analysis.show_status()

    def _color_of_click(self) -> Color | None:
        """The colour of the stone that a click on the board plays; ``None`` for none, or while it places stones or marks."""
        if self._window.exercise is not None:
            return self._window.exercise.to_move
        used = self.board_is_lent or self._window.mark_bar.active
        may_play = not used and (self._controller.human_to_move or self._controller.may_try)
        return self._controller.game.position.to_move if may_play else None

    def show_book(self, moves: list[BookMove]) -> None:
        """Show the book's moves on the board, unless that is lent."""
        self._window.board.show_book([] if self.board_is_lent else moves)

    def cover_book(self) -> None:
        """Tell the book whether candidates of the analysis take the place of its figures."""
        window = self._window
        window.book.set_covered(window.analysis.on and window.settings.analysis_candidates)

    def _show_clocks(self) -> None:
        clock = self._controller.match.clock
        for color in Color:
            self._window.players.show_clock(color, clock)
        self._window.clock_line.show_clock(clock)

    def mark_refused(self, loss: Loss) -> None:
        size = self._controller.game.size
        self._window.board.set_marked(
            loss.captured or tuple(point for point in (loss.point,) if point in size)
        )

    def _show_end(self, result: Result) -> None:
        self.show_all()
        if not self._controller.live:  # the line over the board would not say it
            self._window.notices.tell(
                messages.result_text(result, self._controller.game.size, self._window.appearance.notation)
            )

    def _show_hint(self, decision: Decision) -> None:
        if self._controller.live and not self.board_is_lent:
            self._window.board.set_hint(decision.point)

    def _show_failure(self, sentence: str, details: str) -> None:
        log.warning("a player can't play: %s", sentence)
        said = messages.with_full_stop(messages.error_text(sentence))
        if self._controller.state is State.PAUSED and self._controller.ai_moves:
            where = self.tr("“Change players…” in the menu “Play” lets another player go on with this game.")
            said = f"{said}\n{where}"
        show_one(self._window, PLAYER_FAILED, said, details)

    def show_title(self) -> None:
        """Bring the title and the autosave up to date."""
        window = self._window
        window.setWindowTitle(f"{window.files.naming.title()}[*] — Buwei 不围")
        window.setWindowModified(window.files.belonging.modified)
        window.session.keep()

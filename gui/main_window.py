"""The main window: the board in the middle, players, moves and the AI's thoughts beside it. It shows what the controller says and hands over
what the user does; what happens in a game is not decided here."""

import logging
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QGuiApplication
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QMainWindow,
    QMessageBox,
    QToolBar,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from ai.book import BookMove
from ai.players import name_of
from core import __version__, folders
from core.game import Node, Result
from core.player import Decision
from core.points import Notation
from core.position import Color, Loss, Position
from gui.analysis.analysis import AnalysisDesk
from gui.analysis.book import BookDesk
from gui.analysis.compare import CompareDesk
from gui.analysis.practice_bar import PracticeBar, PracticeDesk
from gui.analysis.review import ReviewDesk
from gui.analysis.solve import SolveDesk, SolveDialog
from gui.analysis.thoughts import ThoughtsDesk
from gui.arena.desk import ArenaDesk
from gui.beside.closing import may_leave
from gui.beside.jobs import JobDesk
from gui.board.alone import BoardAlone
from gui.board.balance import BalanceBar
from gui.board.board import BoardWidget
from gui.board.looks import Looks
from gui.commands import Commands, WindowState
from gui.game.clock_line import ClockLine
from gui.game.controller import GameController, State
from gui.game.covered import CoveredGame
from gui.game.desk import GameDesk
from gui.game.engines import EngineDesk
from gui.game.history_panel import HistoryPanel
from gui.game.notice import NoticeDesk
from gui.game.players_panel import PlayersPanel
from gui.game.pondering import PonderDesk
from gui.game.position_setup import PositionSetup
from gui.game.record_players import name_beside_board
from gui.game.setup_desk import SetupDesk
from gui.game.sounds import Sounds
from gui.game.thinking_panel import ThinkingPanel
from gui.game.tree import TreePanel
from gui.game.watching import WatchPanel
from gui.game.wheel_walk import WheelWalk
from gui.networks.desk import NetworkDesk
from gui.parts.dialogs import accepted
from gui.parts.scrolling import scrolled
from gui.parts.threads import wait_for_those_leaving
from gui.program import language, messages
from gui.program import settings as settings_file
from gui.program.choice_menus import ChoiceMenus
from gui.program.desktop import bring_to_front, show_outside
from gui.program.errors import PLAYER_FAILED, UNEXPECTED, ErrorReporter, show_one
from gui.program.settings import Settings
from gui.program.theme import apply_application_theme
from gui.records.autosave import Autosave
from gui.records.files import GameFiles
from gui.records.kept_game import Kept
from gui.training.desk import TrainingDesk
from gui.training.process import TrainingProcess
from gui.training.td_desk import TdDesk
from gui.window.docks import LEAST_WIDTH, Docks
from gui.window.help import HelpDesk
from gui.window.keys import FocusKeys, KeysDialog
from gui.window.small_window import SmallWindow
from gui.window.tour import Tour

if TYPE_CHECKING:
    from gui.training.room import TrainingRoom

log = logging.getLogger(__name__)

WALKING = ("to_start", "back", "forward", "back_ten", "forward_ten", "to_end")
ABOUT_A_NODE = ("comment", "play_from_here", "promote", "delete_variation")
"""Commands of the tree's context menu."""
WALK_FAST = 10


class MainWindow(QMainWindow):
    """The one window of the program."""

    language_changed = Signal()
    """The window has another language from now on; its desks, which get no ``LanguageChange`` event, write their texts anew."""
    notation_changed = Signal()
    """Points are named otherwise from now on; whoever shows names writes them anew."""

    def __init__(
        self, settings: Settings, switch: language.LanguageSwitch, reporter: ErrorReporter | None = None
    ):
        super().__init__()
        # before there are widgets, each of which would be polished again
        apply_application_theme(settings.scheme)
        self.settings = settings
        self._switch = switch
        self._asking = True
        self._saving = QTimer(self, singleShot=True, interval=0)
        self._saving.timeout.connect(self._save_settings)
        self.controller = GameController(self)
        self.arena = ArenaDesk(self, settings)
        self.engines = EngineDesk(self, settings, lambda: self.notation)
        self.solver = SolveDesk(self)
        self.pondering = PonderDesk(self)
        self.games = GameDesk(self)
        self.networks = NetworkDesk(self)
        self.training_desk = TrainingDesk(self, settings, self.networks.who_needs, self.networks.arenas_with)
        self.td_desk = TdDesk(self)
        self.jobs = JobDesk(self)
        self.book = BookDesk(self, settings)
        self.sounds = Sounds(self)
        self.autosave = Autosave(self)
        self.files = GameFiles(self)
        self._make_widgets()
        self.looks = Looks(self)
        self.analysis = AnalysisDesk(self)
        self.thoughts = ThoughtsDesk(self)
        self.review = ReviewDesk(self)
        self.compare = CompareDesk(self)
        self.setup = SetupDesk(self)
        self.practice = PracticeDesk(self)
        CoveredGame(self)
        self.board_alone = BoardAlone(self)
        self.small_window = SmallWindow(self, self.board)
        self.tour = Tour(self)
        self.help = HelpDesk(self)
        self.commands = Commands(self, self.menuBar(), settings)
        self.commands.use_icons()
        self.commands.use_keys(self.settings.keys)
        FocusKeys(self, self.commands)
        self.tree.view.addActions([self.commands.actions[name] for name in ABOUT_A_NODE])
        self._make_menus()
        self._make_tool_bar()
        self._connect(reporter)
        self.docks.note_first()
        self._restore()
        self.retranslate()

    # --- making -----------------------------------------------------------------------------------------------

    def _make_widgets(self) -> None:
        self.board = BoardWidget()
        self.balance = BalanceBar()
        self.notices = NoticeDesk(self)
        center = QWidget()
        layout = QVBoxLayout(center)
        layout.addWidget(self.notices.row)
        self.setup_bar = PositionSetup(self.board, lambda: self.notation)
        self.practice_bar = PracticeBar()
        layout.addWidget(self.setup_bar)
        layout.addWidget(self.practice_bar)
        layout.addWidget(self.balance)
        layout.addWidget(self.board, 1)
        self.setCentralWidget(center)
        self.players = PlayersPanel()
        self.clock_line = ClockLine(self.players)
        self.statusBar().addPermanentWidget(self.clock_line)
        self.history = HistoryPanel()
        self.tree = TreePanel(self.controller)
        self.watch = WatchPanel(self)
        WheelWalk(self.board, self.controller, busy=lambda: self.board_is_lent)
        self.thoughts_panel = ThinkingPanel()
        self.docks = Docks(
            self,
            {
                "players": self.players,
                "thoughts": scrolled(self.thoughts_panel, LEAST_WIDTH),
                "history": self.history,
                "tree": self.tree,
                "library": self.files.library,
                "watch": scrolled(self.watch, LEAST_WIDTH),
                "training": scrolled(self.training_desk.panel, LEAST_WIDTH),
                "book": scrolled(self.book.panel, LEAST_WIDTH),
            },
        )

    def _make_menus(self) -> None:
        """Add to the menus what the table of commands can't declare: recent files, choices of one among several, and the docks' own switches."""
        self.commands.menus["game"].insertMenu(self.commands.actions["previous_game"], self.files.recent.menu)
        menu = self.commands.menus["view"]
        menu.addSeparator()
        self.looks.make_menu()
        self.choices = ChoiceMenus(menu, self)
        self.choices.chosen.connect(self._choose)
        menu.addSeparator()
        self.docks.add_switches(menu)

    def _make_tool_bar(self) -> None:
        self.tool_bar = QToolBar(self)
        self.tool_bar.setObjectName("tool_bar")
        self.tool_bar.setMovable(False)
        self.tool_bar.setIconSize(QSize(16, 16))
        self.tool_bar.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        all_walking = [self.commands.actions[name] for name in WALKING]
        self.walking = [action for action in self.commands.tool_bar if action in all_walking]
        self.tool_bar.addActions([action for action in self.commands.tool_bar if action not in self.walking])
        self.tool_bar.addSeparator()
        self.tool_bar.addActions(self.walking)
        for action in self.walking:
            button = self.tool_bar.widgetForAction(action)
            assert isinstance(button, QToolButton)
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonIconOnly)
        self.addToolBar(self.tool_bar)

    def _connect(self, reporter: ErrorReporter | None) -> None:
        game = self.controller
        game.game_changed.connect(self.show_game)
        game.state_changed.connect(self.show_state)
        game.clock_ticked.connect(self._show_clocks)
        game.refused.connect(self.mark_refused)
        game.ended.connect(self._show_end)
        game.hinted.connect(self._show_hint)
        game.hint_kept.connect(self.files.belonging.overlook)
        game.failed.connect(self._show_failure)
        for part in (self.looks, self.analysis, self.sounds, self.pondering):
            part.changed.connect(self.keep_settings)
        self.notation_changed.connect(self._show_all)
        for action in self.commands.actions.values():
            action.triggered.connect(self.notices.follow_command)
        self.analysis.connect_window()
        for covering in (self.analysis.changed, self.commands.actions["analyse"].toggled):
            covering.connect(self._cover_book)
        for found in (
            self.analysis.judged,
            game.hint_kept,
            self.review.review.progressed,
            self.review.review.ended,
        ):
            found.connect(self.show_title)
        self.commands.keys_changed.connect(self.practice.take_keys)
        self.review.place()
        self.jobs.place()
        self.board.point_clicked.connect(self._click)
        self.follow_lines_of(self.thoughts_panel)
        self.players.clicked.connect(self.commands.actions["change_players"].trigger)
        self.history.node_chosen.connect(game.go_to)
        self.arena.game_asked.connect(self.games.show_recorded)
        self.arena.adding_asked.connect(self.files.several.add_listed)
        self.book.changed.connect(self.show_game)
        self.book.switched.connect(self.keep_settings)
        self.book.moves_shown.connect(self._show_book)
        self.docks["book"].visibilityChanged.connect(self.book.set_in_front)
        self.book.panel.move_chosen.connect(self._click)
        self.book.panel.move_marked.connect(self.board.set_hint)
        self.td_desk.play_asked.connect(self.networks.play_against_learner)
        for kept in (self.engines.changed, self.tour.seen, self.training_desk.listed):
            kept.connect(self.keep_settings)
        desk = self.training_desk
        desk.changed.connect(self._show_training)
        desk.chosen.connect(self._on_run_chosen)
        desk.dock_wanted.connect(lambda: self.docks.bring_up("training"))
        for following in (self.networks, self.review.review, self.compare):
            desk.renamed.connect(following.follow_renamed)
        desk.room_made.connect(self._serve_room)
        QGuiApplication.styleHints().colorSchemeChanged.connect(self._follow_system)
        self.controller.clock_ticked.connect(self._keep_time)
        self.autosave.failed.connect(lambda sentence: self.statusBar().showMessage(sentence))
        if reporter is not None:
            reporter.caught.connect(lambda sentence, details: show_one(self, UNEXPECTED, sentence, details))

    def _restore(self) -> None:
        """Set docks, choices and looks as the settings say."""
        settings = self.settings
        self.docks.restore()
        for name in ("notation", "scheme"):
            self.choices.check(name, getattr(settings, name))
        self.choices.check("language", self._switch.current)
        self._use_notation()
        self.looks.use()

    # --- languages and looks ----------------------------------------------------------------------------------

    def retranslate(self) -> None:
        """Write the window's own texts in its language, and have its desks and then the game follow; widgets follow by their own ``changeEvent``."""
        self.commands.retranslate()
        self.choices.retranslate()
        self.tool_bar.setWindowTitle(self.tr("Tool bar"))
        for action in self.commands.tool_bar:
            self.tool_bar.widgetForAction(action).setAccessibleName(self.commands.label(action.objectName()))
        self.language_changed.emit()
        self._show_all()

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        elif event.type() == QEvent.Type.WindowStateChange:
            full = self.commands.actions["full_screen"]
            full.blockSignals(True)
            full.setChecked(self.isFullScreen())
            full.blockSignals(False)
        super().changeEvent(event)

    def _choose(self, name: str, value: str) -> None:
        setattr(self.settings, name, value)
        if name == "language":
            self._switch.use(value)
        elif name == "scheme":
            self._use_theme()
        else:
            self.notices.forget()  # it may name points
            self._use_notation()
            self.notation_changed.emit()
        self.keep_settings()

    def _follow_system(self) -> None:
        """Follow the desktop, which has changed between light and dark."""
        if self.settings.scheme == "system":
            self._use_theme()

    def _use_theme(self) -> None:
        apply_application_theme(self.settings.scheme)
        self.commands.use_icons()
        self.looks.use()
        self.show_state()  # a new style forgets what is bold

    @property
    def language(self) -> str:
        """The code of the window's language."""
        return self._switch.current

    @property
    def notation(self) -> Notation:
        """The notation of moves in lists. Coordinates on the board may be off."""
        return Notation.GTP if self.settings.notation == "gtp" else Notation.CHAMPIONSHIP

    def _use_notation(self) -> None:
        self.board.set_notation(None if self.settings.notation == "off" else self.notation)

    # --- showing ----------------------------------------------------------------------------------------------

    def _show_all(self) -> None:
        self.show_game()
        self.show_state()
        self._show_clocks()
        self._show_training()

    def show_game(self) -> None:
        """Show the position that is looked at, and the moves that lead to it."""
        controller, game = self.controller, self.controller.game
        self._show_board(game.cursor)
        self.balance.show_position(game.position)
        self.book.give_way(controller.match, controller.human_plays_an_ai)
        self.book.show_position(game.position, self.notation)
        self._show_loss()
        came_to, node = controller.match.result_on(game.line_shown()), self.node_looked_at
        self.history.show_game(game, self.notation, came_to, node)
        self.players.set_names(*(name_beside_board(controller, color) for color in Color))
        self.show_state()
        self.show_title()

    @property
    def board_is_lent(self) -> bool:
        """Whether a bar over the board uses it for something else than the game."""
        return self.setup_bar.active or self.practice_bar.active

    @property
    def node_looked_at(self) -> Node:
        """The position that the user looks at: in a practice that of the mistake, else where the game is looked at."""
        return self.practice.node if self.practice_bar.active else self.controller.game.cursor

    def show_node(self, node: Node) -> None:
        """Show the stones of ``node`` on the board, with the last one marked."""
        numbers = None
        if self.settings.show_numbers:
            numbers = {step.move: step.number for step in node.line() if step.move is not None}
        self.board.show_position(node.position, node.move, numbers)

    def _show_board(self, node: Node) -> None:
        """Show the stones of ``node``, or what the bar over the board shows instead."""
        if self.setup_bar.active:
            self.setup_bar.show_stones()
        elif self.practice_bar.active:
            self.practice.refresh()
        else:
            self.show_node(node)
            if self.settings.show_next and node.next is not None and not self.controller.live:
                self.board.set_next_move(node.next.move)
        self.board.set_hint(None)

    def _show_loss(self) -> None:
        """Mark the losing move that ended the game, and why it loses, while the end of the game is shown."""
        controller, result = self.controller, self.controller.match.result
        if self.board_is_lent:
            return
        loss = result.loss if result is not None and controller.live else None
        self.board.set_losing(loss.point if loss is not None and loss.point in controller.game.size else None)
        if loss is not None:
            self.board.set_marked(loss.captured)

    def show_state(self) -> None:
        """Show whose turn it is, and enable the commands that make sense now."""
        controller = self.controller
        lent, practising = self.board_is_lent, self.practice_bar.active
        self.players.set_turn(self.practice.to_move if practising else controller.turn)
        self.board.set_hover_color(self._color_of_click())
        self.thoughts.refresh()
        self.watch.show_state()
        self.balance.setVisible(not lent)
        # walking through the game there would lose the stones that are being placed, or leave the practice
        for part in (self.history, self.tree.view, self.review.graph, self.book.panel.table):
            part.setEnabled(not lent)
        self.book.panel.set_practising(practising)
        self.notices.refresh()
        self.commands.enable(self._state_for_commands())
        over = controller.match.result is not None
        self.players.set_changeable(not lent and not over)
        pause = self.commands.actions["pause"]
        pause.blockSignals(True)
        pause.setChecked(controller.paused and not over)
        pause.blockSignals(False)
        self.analysis.show_status()

    def _color_of_click(self) -> Color | None:
        """The colour of the stone that a click on the board plays; ``None`` for none, or while stones are placed."""
        if self.practice_bar.active:
            return self.practice.to_move
        may_play = not self.board_is_lent and (self.controller.human_to_move or self.controller.may_try)
        return self.controller.game.position.to_move if may_play else None

    def _state_for_commands(self) -> WindowState:
        controller, cursor = self.controller, self.controller.game.cursor
        return WindowState(
            lent=self.board_is_lent,
            practising=self.practice_bar.active,
            analysing=self.analysis.on,
            over=controller.match.result is not None,
            busy=controller.state in (State.THINKING, State.LOADING),
            ai_waits=controller.state is State.IDLE,
            ai_moves=controller.ai_moves,
            program_thinks=controller.program_thinks,
            series_runs=self.watch.running,
            live=controller.live,
            has_moves_before=cursor.parent is not None,
            has_moves_after=cursor.next is not None,
            can_take_back=self._can_take_back(),
            can_play_from_here=controller.can_play_from_here,
            can_promote=controller.can_promote,
            can_set_clocks=controller.can_set_clocks,
            # in a try there is nothing to resign
            may_resign=not controller.match.trying and any(controller.is_human(color) for color in Color),
            may_play_again=self.games.may_play_again,
        )

    def _can_take_back(self) -> bool:
        """Whether there is a placed stone or a move to take back."""
        if self.setup_bar.active:
            return self.setup_bar.can_take_back
        return self.controller.can_undo and not self.practice_bar.active

    def _show_book(self, moves: list[BookMove]) -> None:
        """Show the book's moves on the board, unless that is lent."""
        self.board.show_book([] if self.board_is_lent else moves)

    def _cover_book(self) -> None:
        """Tell the book whether candidates of the analysis take the place of its figures."""
        self.book.set_covered(self.analysis.on and self.settings.analysis_candidates)

    def _show_clocks(self) -> None:
        clock = self.controller.match.clock
        for color in Color:
            self.players.show_clock(color, clock)
        self.clock_line.show_clock(clock)

    def mark_refused(self, loss: Loss) -> None:
        size = self.controller.game.size
        self.board.set_marked(loss.captured or tuple(point for point in (loss.point,) if point in size))

    def _show_end(self, result: Result) -> None:
        self._show_all()
        if not self.controller.live:  # the line over the board would not say it
            self.notices.tell(messages.result_text(result, self.controller.game.size, self.notation))

    def _show_hint(self, decision: Decision) -> None:
        if self.controller.live and not self.board_is_lent:
            self.board.set_hint(decision.point)

    def _show_failure(self, sentence: str, details: str) -> None:
        log.warning("a player can't play: %s", sentence)
        said = messages.with_full_stop(messages.error_text(sentence))
        if self.controller.state is State.PAUSED and self.controller.ai_moves:
            where = self.tr("“Change players…” in the menu “Play” lets another player go on with this game.")
            said = f"{said}\n{where}"
        show_one(self, PLAYER_FAILED, said, details)

    def show_title(self) -> None:
        """Bring the title and the autosave up to date."""
        match, belonging = self.controller.match, self.files.belonging
        self.setWindowTitle(f"{self.files.naming.title()}[*] — Buwei 不围")
        self.setWindowModified(belonging.modified)
        self.autosave.keep(
            Kept(
                match.game,
                self.games.setup_of_game(),
                match.head,
                belonging.came_from,
                belonging.modified,
                belonging.read_from,
                belonging.number,
                belonging.mark,
                None if match.clock is None else match.clock.move_time(match.to_move),
            )
        )

    def _keep_time(self) -> None:
        match = self.controller.match
        if match.clock is not None and match.result is None:
            self.autosave.keep_time(match.clock.move_time(match.to_move))

    # --- games ------------------------------------------------------------------------------------------------

    def _click(self, point: int) -> None:
        if self.setup_bar.active:
            self.setup_bar.click(point)
        elif self.practice_bar.active:
            self.practice.click(point)
        else:
            self.statusBar().clearMessage()
            if not self.controller.live and not self.controller.human_to_move and not self.controller.may_try:
                said = self.tr("“Play on from here” in the menu “Moves” lets play go on from this position.")
                self.notices.answer(said)
            elif self.controller.ais_paused:
                said = self.tr("To play a side yourself from here: “Change players…” in the menu “Play”.")
                self.notices.answer(said)
            self.controller.click(point)

    def follow_lines_of(self, panel: ThinkingPanel | SolveDialog) -> None:
        """Show lines that are pointed at in ``panel`` on the board, and put them into the tree when asked."""
        panel.line_pointed.connect(self._show_line)
        panel.line_asked.connect(self._put_line)

    def _show_line(self, position: Position, line: Sequence[int]) -> None:
        """Show ``line`` on the board, unless that is lent."""
        if not self.board_is_lent:
            self.board.show_line(position, line)

    def _put_line(self, position: Position, line: Sequence[int]) -> None:
        """Put ``line`` into the tree, to walk through it."""
        start = self.controller.node_of(position)
        if start is None or self.board_is_lent:
            self.statusBar().showMessage(self.why_no_line(position))
            return
        self.controller.add_line(start, line)
        self.docks.bring_up("tree")
        self.turn_to_board()

    def why_no_line(self, position: Position) -> str:
        """Why no line from ``position`` on can be put into the tree; empty if one can."""
        if self.setup_bar.active:
            return self.tr("First finish placing the stones.")
        if self.practice_bar.active:
            return self.tr("First end the practice.")
        if self.controller.node_of(position) is None:
            return self.tr("The game in the window no longer has this position.")
        return ""

    def stop(self) -> None:
        """Stop the player that thinks or is to move next; between the games of a series, stop the series."""
        if self.controller.state is State.OVER:
            self.watch.stop()
            self.show_state()
        else:
            self.controller.stop()

    def undo(self) -> None:
        """Take back the last move, or the last stone that was placed by hand."""
        if self.setup_bar.active:
            self.setup_bar.take_back()
        else:
            self.games.take_back()

    def hint(self) -> None:
        if not self.controller.live:
            self.notices.tell(
                self.tr(
                    "A hint is for the game as it stands; “Analyse” judges the position that you look back at."
                )
            )
            return
        self.analysis.keep()
        self.controller.hint()

    def back(self) -> None:
        self.controller.walk(-1)

    def forward(self) -> None:
        self.controller.walk(1)

    def back_ten(self) -> None:
        self.controller.walk(-WALK_FAST)

    def forward_ten(self) -> None:
        self.controller.walk(WALK_FAST)

    def show_numbers(self, shown: bool) -> None:
        self.settings.show_numbers = shown
        self.show_game()
        self.keep_settings()

    def show_next(self, shown: bool) -> None:
        self.settings.show_next = shown
        self.show_game()
        self.keep_settings()

    def comment(self) -> None:
        """Let the user comment on the position that is looked at."""
        self.docks.bring_up("tree")
        self.tree.comment.setFocus()

    def opening_book(self) -> None:
        self.docks.bring_up("book")

    def full_screen(self, full: bool) -> None:
        self.setWindowState(
            self.windowState() | Qt.WindowState.WindowFullScreen
            if full
            else self.windowState() & ~Qt.WindowState.WindowFullScreen
        )

    # --- the game of the last time -------------------------------------------------------------------------------

    def restore(self) -> bool:
        """Bring back the last session's game. Returns whether there was one."""
        restored = self.autosave.restore()
        if restored is None:
            return False
        setup, book_helps = restored.setup, self.settings.book_helps
        self.controller.open_game(
            restored.game,
            setup.black,
            setup.white,
            setup.strict,
            restored.head,
        )
        self.book.take_up(book_helps)
        match = self.controller.match
        if match.clock is not None and restored.move_time is not None:
            match.clock.take_up(match.to_move, restored.move_time)
        self.files.lists.find_again(
            restored.file, restored.modified, restored.read_from, restored.number, restored.mark
        )
        if self.controller.is_human(match.to_move) and not self.controller.is_recorded:
            self.controller.let_human_move()
        self._show_all()
        self.board.setFocus()
        return True

    # --- training ---------------------------------------------------------------------------------------------

    @property
    def training(self) -> TrainingProcess:
        """The training session that the dock shows."""
        return self.training_desk.sessions.current

    def come_forward(self) -> None:
        """Bring the window to the front, when another window of the program had something begin here."""
        bring_to_front(self)

    def turn_to_board(self) -> None:
        """Bring the window to the front and give the board the keys, which a list, perhaps in a floating dock, may have had."""
        self.come_forward()
        self.board.setFocus()

    def _show_training(self) -> None:
        self.training_desk.refresh()
        session = self.training
        for name, enabled in (
            ("stop_training", session.running and not session.ending),
            ("play_newest", self.training_desk.sessions.best is not None),
            ("open_run", session.folder is not None),
        ):
            self.commands.actions[name].setEnabled(enabled)

    def _serve_room(self, room: "TrainingRoom") -> None:
        """Do what the training room asks for with networks and games."""
        room.play_asked.connect(lambda checkpoint: self.networks.play_against(name_of(checkpoint)))
        room.game_asked.connect(self.games.show_recorded)
        room.adding_asked.connect(self.files.several.add_listed)
        room.compare_asked.connect(self.networks.look_at)
        room.contest_asked.connect(self.arena.let_meet)

    def _on_run_chosen(self, folder: Path) -> None:
        self.settings.run = str(folder)
        self.keep_settings()

    # --- help -------------------------------------------------------------------------------------------------

    def change_keys(self) -> None:
        dialog = KeysDialog(self, self.commands)
        if accepted(dialog):
            self.settings.keys = dialog.keys()
            self.commands.use_keys(self.settings.keys)
            self.help.renew()
            self.keep_settings()

    def open_logs(self) -> None:
        show_outside(self, folders.log_dir())

    def about(self) -> None:
        QMessageBox.about(
            self,
            self.tr("About Buwei"),
            messages.fill(
                self.tr("Buwei 不围 %1: play NoGo, watch an AI think, train your own."), __version__
            ),
        )

    # --- leaving ----------------------------------------------------------------------------------------------

    def quit(self) -> None:
        self.close()

    def keep_settings(self) -> None:
        """Have the settings saved as soon as what goes on now is done: several changes at once are written once."""
        self._saving.start()

    def _save_settings(self) -> None:
        self._saving.stop()
        try:
            settings_file.save(self.settings)
        except OSError as error:
            self.statusBar().showMessage(
                messages.fill(self.tr("The settings can't be kept: %1"), messages.system_text(error))
            )

    def leave(self) -> None:
        """Close without asking, even while a dialog is open. A training session goes on."""
        self._asking = False
        for dialog in QApplication.topLevelWidgets():
            if isinstance(dialog, QDialog) and dialog.isModal() and dialog.isVisible():
                dialog.done(QDialog.DialogCode.Rejected)  # not reject(), in which some dialogs ask
        self.close()

    def _may_close(self) -> bool:
        """Ask about everything that closing would end. The game stands still meanwhile and goes on if the window stays."""
        with self.controller.standing_still() as pause:
            try:
                may_close = (
                    self.setup.may_close()
                    and self.files.leaving.may_quit()
                    and self.arena.may_leave(self)
                    and may_leave(self.training_desk, self.td_desk)
                )
            except Exception as error:  # raised out of closeEvent it would end the program
                sys.excepthook(type(error), error, error.__traceback__)
                may_close = False
            if may_close:
                pause.goes_on = False
        return may_close

    def closeEvent(self, event: QCloseEvent) -> None:
        # leave() may have cleared _asking while we asked
        if self._asking and not self._may_close() and self._asking:
            event.ignore()
            return
        for close in (
            self.training_desk.close,  # its room's size is kept with the layout
            self._keep_layout,
            self.hide,  # a player that is being loaded is waited for, which may take a while
            self.analysis.close,
            self.review.close,
            self.practice.close,
            self.compare.close,
            self.networks.close,
            self.sounds.close,
            self.show_title,  # what the analysis had found out by now is kept with the game
            self.controller.close,
            self.arena.close,
            self.solver.close,
            self.td_desk.close,
            self.autosave.close,
            self.tour.end,
            self.files.library.model.close,
            self.watch.stop,
            self._save_last_settings,
            wait_for_those_leaving,
        ):
            _see_to(close)
        super().closeEvent(event)

    def _keep_layout(self) -> None:
        self.board_alone.leave()
        self.docks.note()
        self._save_settings()

    def _save_last_settings(self) -> None:
        """Save what closing has changed: no turn of the event loop may follow."""
        if self._saving.isActive():
            self._save_settings()


def _see_to(close: Callable[[], object]) -> None:
    """Run one part of closing and log its errors, so that the other parts run too: Qt aborts a process that ends while threads run, or whose
    closeEvent raises."""
    try:
        close()
    except Exception:
        log.exception("closing went wrong")

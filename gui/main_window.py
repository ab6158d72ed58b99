"""The main window: the board in the middle, players, moves and the AI's thoughts beside it. It makes these and the desks, and connects them; what a
desk sees to is done there."""

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import (
    QMainWindow,
    QMessageBox,
    QTabBar,
    QToolBar,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from ai.players import name_of
from core import __version__, folders
from gui.analysis.analysis import AnalysisDesk
from gui.analysis.book import BookDesk
from gui.analysis.compare import CompareDesk
from gui.analysis.exercise import ExerciseDesk
from gui.analysis.practice_bar import PracticeBar, PracticeDesk
from gui.analysis.problems_bar import ProblemBar, ProblemDesk
from gui.analysis.review import ReviewDesk
from gui.analysis.solve import SolveDesk
from gui.analysis.thoughts import ThoughtsDesk
from gui.arena.desk import ArenaDesk
from gui.beside.jobs import JobDesk
from gui.board.alone import BoardAlone
from gui.board.balance import BalanceBar
from gui.board.board import BoardWidget
from gui.board.looks import Looks
from gui.commands.actions import Commands
from gui.game.clock_line import ClockLine
from gui.game.controller import GameController
from gui.game.covered import CoveredGame
from gui.game.desk import GameDesk
from gui.game.engines import EngineDesk
from gui.game.hand import Hand
from gui.game.history_panel import HistoryPanel
from gui.game.marking import MarkBar, MarkDesk
from gui.game.notice import NoticeDesk
from gui.game.players_panel import PlayersPanel
from gui.game.pondering import PonderDesk
from gui.game.position_setup import PositionSetup
from gui.game.setup_desk import SetupDesk
from gui.game.showing import GamePresenter
from gui.game.sounds import Sounds
from gui.game.thinking_panel import ThinkingPanel
from gui.game.tree import TreePanel
from gui.game.watching import WatchPanel
from gui.game.wheel_walk import WheelWalk
from gui.networks.desk import NetworkDesk
from gui.parts.dialogs import accepted
from gui.parts.giving_way import PANEL_SPACING
from gui.parts.retranslated import Retranslated
from gui.parts.scrolling import scrolled
from gui.program import messages
from gui.program import settings as settings_file
from gui.program.appearance import Appearance
from gui.program.choice_menus import ChoiceMenus
from gui.program.desktop import bring_to_front, show_outside
from gui.program.errors import UNEXPECTED, ErrorReporter, show_one
from gui.program.language import LanguageSwitch
from gui.program.settings import Settings
from gui.records.autosave import Autosave
from gui.records.files import GameFiles
from gui.records.session import WindowSession
from gui.training.desk import TrainingDesk
from gui.training.process import TrainingProcess
from gui.training.td_desk import TdDesk
from gui.window.closing import Closing
from gui.window.docks import LEAST_WIDTH, Docks
from gui.window.help import HelpDesk
from gui.window.keys import FocusKeys, KeysDialog
from gui.window.small_window import SmallWindow
from gui.window.tour import Tour

if TYPE_CHECKING:
    from gui.training.room import TrainingRoom

WALKING = ("to_start", "back", "forward", "back_ten", "forward_ten", "to_end")
ABOUT_A_NODE = ("comment", "play_from_here", "promote", "delete_variation")
"""Commands of the tree's context menu."""


class MainWindow(Retranslated, QMainWindow):
    """The one window of the program.

    A part that connects to another, or is handed it, is made after that; what else it uses of the window it finds there later. Slots run in the order
    of connecting: desks, which connect when they are made, know of a change of the game before :meth:`GamePresenter.follow_game` lets it be shown.
    Parts that nobody asks for anything have no name here; their parent keeps them.
    """

    language_changed = Signal()
    """The window has another language from now on; its desks, which get no ``LanguageChange`` event, write their texts anew."""

    def __init__(self, settings: Settings, switch: LanguageSwitch, reporter: ErrorReporter | None = None):
        super().__init__()
        self.appearance = appearance = Appearance(settings, switch, self)  # before there are widgets
        self.settings = settings
        self._saving = QTimer(self, singleShot=True, interval=0)
        self._saving.timeout.connect(self.save_settings)
        self.controller = GameController(self)
        self.showing = GamePresenter(self)
        self.hand = Hand(self)
        self.arena = ArenaDesk(self, settings)
        self.engines = EngineDesk(self, settings, lambda: appearance.notation)
        self.solver = SolveDesk(self)
        self.pondering = PonderDesk(self.controller, settings, self)
        self.games = GameDesk(self)
        self.networks = NetworkDesk(self)
        self.training_desk = TrainingDesk(self, settings, self.networks.who_needs, self.networks.arenas_with)
        self.td_desk = TdDesk(self)
        self.jobs = JobDesk(self)
        self.book = BookDesk(self, settings)
        self.sounds = Sounds(self.controller, settings, self)
        self.autosave = Autosave(self)
        self.session = WindowSession(self)
        self.files = GameFiles(self)
        self._make_widgets()
        self.looks = Looks(self)
        self.analysis = AnalysisDesk(self)
        self.thoughts = ThoughtsDesk(self)
        self.review = ReviewDesk(self)
        self.compare = CompareDesk(self)
        self.setup = SetupDesk(self)
        self.practice = PracticeDesk(self)
        self.problems = ProblemDesk(self)
        self.marking = MarkDesk(self)
        CoveredGame(self.controller, self)
        self.board_alone = BoardAlone(self)
        SmallWindow(self, self.board)
        self.tour = Tour(self)
        self.closing = Closing(self)
        self.help = HelpDesk(self)
        self.commands = Commands(self, settings)
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
        layout.setContentsMargins(*[PANEL_SPACING] * 4)
        layout.addWidget(self.notices.row)
        self.setup_bar = PositionSetup(self.board, lambda: self.appearance.notation)
        self.practice_bar = PracticeBar()
        self.problem_bar = ProblemBar()
        self.mark_bar = MarkBar()
        layout.addWidget(self.setup_bar)
        layout.addWidget(self.practice_bar)
        layout.addWidget(self.problem_bar)
        layout.addWidget(self.mark_bar)
        layout.addWidget(self.balance)
        layout.addWidget(self.board, 1)
        self.setCentralWidget(center)
        self.players = PlayersPanel()
        self.clock_line = ClockLine(self.players)
        self.statusBar().addPermanentWidget(self.clock_line)
        self.history = HistoryPanel()
        self.tree = TreePanel(self.controller)
        self.watch = WatchPanel(self)
        WheelWalk(self.board, self.controller, busy=lambda: self.showing.board_is_lent)
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
        self.choices.chosen.connect(self.appearance.choose)
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
        game, hand, showing = self.controller, self.hand, self.showing
        showing.follow_game()
        game.hint_kept.connect(self.files.belonging.overlook)
        for part in (self.appearance, self.looks, self.analysis, self.sounds, self.pondering):
            part.changed.connect(self.keep_settings)
        self.appearance.notation_changed.connect(showing.show_all)
        self.appearance.theme_changed.connect(self._use_theme)
        for action in self.commands.actions.values():
            action.triggered.connect(self.notices.follow_command)
        self.analysis.connect_window()
        for covering in (self.analysis.changed, self.commands.actions["analyse"].toggled):
            covering.connect(showing.cover_book)
        for found in (
            self.analysis.judged,
            game.hint_kept,
            self.review.review.progressed,
            self.review.review.ended,
        ):
            found.connect(showing.show_title)
        for exercise in (self.practice, self.problems):
            self.commands.keys_changed.connect(exercise.take_keys)
        self.review.place()
        self.jobs.place()
        self.board.point_clicked.connect(hand.click)
        self.setup_bar.changed.connect(showing.show_state)
        self.thoughts_panel.line_pointed.connect(hand.show_line)
        self.thoughts_panel.line_asked.connect(hand.put_line)
        self.players.clicked.connect(self.commands.actions["change_players"].trigger)
        self.history.node_chosen.connect(game.go_to)
        self.arena.game_asked.connect(self.games.show_recorded)
        self.arena.adding_asked.connect(self.files.several.add_listed)
        self.book.changed.connect(showing.show_game)
        self.book.switched.connect(self.keep_settings)
        self.book.moves_shown.connect(showing.show_book)
        self.docks["book"].visibilityChanged.connect(self.book.set_in_front)
        self.book.panel.move_chosen.connect(hand.play)
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
        self.autosave.failed.connect(lambda sentence: self.statusBar().showMessage(sentence))
        if reporter is not None:
            reporter.caught.connect(lambda sentence, details: show_one(self, UNEXPECTED, sentence, details))

    def _restore(self) -> None:
        """Set docks, choices and looks as the settings say."""
        settings = self.settings
        self.docks.restore()
        for name in ("notation", "scheme"):
            self.choices.check(name, getattr(settings, name))
        self.choices.check("language", self.appearance.language)
        self.looks.use()

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Pass over the tabs of a pile of which one dock is open alone: Qt leaves them beyond the window's edge."""
        moved, focused = super().focusNextPrevChild(forward), self.focusWidget()
        if moved and isinstance(focused, QTabBar) and not self.rect().intersects(focused.geometry()):
            return self.focusNextPrevChild(forward)
        return moved

    @property
    def exercise(self) -> ExerciseDesk | None:
        """What has the board to have a better move looked for; ``None`` while nothing has."""
        if self.practice_bar.active:
            return self.practice
        return self.problems if self.problem_bar.active else None

    # --- languages and looks ----------------------------------------------------------------------------------

    def retranslate(self) -> None:
        """Write the window's own texts in its language, and have its desks and then the game follow; its other widgets hear of it from Qt."""
        self.commands.retranslate()
        self.choices.retranslate()
        self.tool_bar.setWindowTitle(self.tr("Tool bar"))
        for action in self.commands.tool_bar:
            self.tool_bar.widgetForAction(action).setAccessibleName(self.commands.label(action.objectName()))
        self.language_changed.emit()
        self.showing.show_all()

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.WindowStateChange:
            self.commands.update()
        super().changeEvent(event)

    def _use_theme(self) -> None:
        self.commands.use_icons()
        self.looks.use()
        self.showing.show_state()  # a new style forgets what is bold

    # --- commands of the window itself -------------------------------------------------------------------------

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
        self.commands.update()

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

    # --- settings and closing ---------------------------------------------------------------------------------

    def keep_settings(self) -> None:
        """Have the settings saved as soon as what goes on now is done: several changes at once are written once."""
        self._saving.start()

    def save_settings(self) -> None:
        """Save what is to be kept at once."""
        self._saving.stop()
        try:
            settings_file.save(self.settings)
        except OSError as error:
            self.statusBar().showMessage(
                messages.fill(self.tr("The settings can't be kept: %1"), messages.system_text(error))
            )

    def save_last_settings(self) -> None:
        """Save what closing has changed: no turn of the event loop may follow."""
        if self._saving.isActive():
            self.save_settings()

    def closeEvent(self, event: QCloseEvent) -> None:
        if not self.closing.may_close():
            event.ignore()
            return
        self.closing.close_parts()
        super().closeEvent(event)

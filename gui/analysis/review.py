"""The analysis of a whole game: in the background, as a graph of win rates, and in a report."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, QRect, Qt, Signal
from PySide6.QtWidgets import QDockWidget, QHBoxLayout, QLabel, QProgressBar, QToolButton, QWidget

from core import kernel_cache
from core.game import Game, Help, Node
from core.player import Decision, Limit
from core.position import Color
from core.review import Mistake, judgements, mistakes, what_is_kept
from gui.analysis.graph import WinRateGraph
from gui.analysis.practice import lacks_analysis, practisable
from gui.analysis.report import ReportDialog
from gui.game.known import is_searched_enough
from gui.game.record_players import names_shown, plays_here
from gui.game.worker import Thinker
from gui.parts.placing import place_beside
from gui.parts.retranslated import Retranslated
from gui.parts.tables import rows_of, save_table
from gui.program.desktop import bring_to_front
from gui.program.errors import show_error
from gui.program.labels import entitle
from gui.program.messages import error_text, fill, player_label
from gui.program.renaming import player_after
from gui.program.settings import HUMAN

if TYPE_CHECKING:
    from gui.main_window import MainWindow

PROGRESS_WIDTH = 160


class GameReview(QObject):
    """Analyses the positions of a line, one after the other. Its thread lives as long as it works."""

    analysed = Signal(object)
    """The :class:`core.game.Node` of a position whose analysis is done."""
    progressed = Signal(int, int)
    """Positions done, of how many."""
    ended = Signal(bool)
    """Whether all were done."""
    failed = Signal(object, str)

    def __init__(self, parent: QObject):
        super().__init__(parent)
        self._thinker: Thinker | None = None
        self._game = Game()
        """The game whose positions are analysed."""
        self._player, self._simulations = "", 0
        """Who analyses the positions, and with how many simulations each."""
        self._waiting: list[Node] = []
        self._whole = 0

    @property
    def running(self) -> bool:
        return self._thinker is not None

    def start(self, game: Game, line: list[Node], player: str, simulations: int) -> None:
        """Analyse the positions of ``line``, except those that ``player`` has analysed with ``simulations`` already."""
        self.cancel()
        self._game, self._player, self._simulations = game, player, simulations
        self._take_over_proofs(line)
        self._waiting = [node for node in line if self._needs_analysis(node)]
        self._whole = len(self._waiting)
        self._thinker = Thinker(self)
        self._thinker.decided.connect(self._on_decided)
        self._thinker.failed.connect(self._on_failed)
        self._go_on()

    def _needs_analysis(self, node: Node) -> bool:
        return not (node.position.is_over or is_searched_enough(node, self._player, self._simulations))

    def _take_over_proofs(self, line: list[Node]) -> None:
        """Count what another player has proven as proven by this one, so that it is compared with the rest of its analysis."""
        for node in line:
            known = node.analysis
            if known is not None and known.proof is not None and known.by != self._player:
                self._game.keep_analysis(node, replace(known, by=self._player))

    def _go_on(self) -> None:
        if self._thinker is None:
            return
        while self._waiting and not self._needs_analysis(self._waiting[0]):
            self._waiting.pop(0)  # as much was found meanwhile by other means
        self.progressed.emit(self._whole - len(self._waiting), self._whole)
        if self._waiting:
            limit = Limit(simulations=self._simulations)
            self._thinker.ask(self._player, self._waiting[0].position, limit)
        else:
            self._end(finished=True)

    def drop_deleted(self) -> None:
        """Leave out positions that are no longer in the game's tree."""
        if not self._waiting:
            return
        deleted = _deleted(self._waiting[-1])
        left = [node for node in self._waiting if node not in deleted]
        if len(left) == len(self._waiting):
            return
        self._whole -= len(self._waiting) - len(left)
        asked, self._waiting = self._waiting[0], left
        if asked in deleted and self._thinker is not None:
            self._thinker.give_up()
            self._go_on()
        else:
            self.progressed.emit(self._whole - len(left), self._whole)

    def follow_renamed(self, before: Path, now: Path) -> None:
        """Go on with the same player after the folder ``before``, which may hold its network, was renamed to ``now``."""
        player = player_after(before, now)(self._player)
        if player != self._player and self._thinker is not None:
            self._player = player
            self._go_on()

    def _on_decided(self, decision: Decision) -> None:
        node = self._waiting.pop(0)
        if self._needs_analysis(node):
            self._game.keep_analysis(node, what_is_kept(decision))
            node.searched = self._player, self._simulations
            self.analysed.emit(node)
        self._go_on()

    def _on_failed(self, sentence: str, details: str) -> None:
        self._end(finished=False)
        self.failed.emit(sentence, details)

    def cancel(self) -> None:
        """Stop; what was found is kept."""
        if self._thinker is not None:
            self._end(finished=False)

    def _end(self, finished: bool) -> None:
        assert self._thinker is not None
        self._thinker.let_go()
        self._thinker = None
        self._waiting = []
        self.ended.emit(finished)


def _deleted(last: Node) -> list[Node]:
    """The nodes of the line to ``last`` that were deleted from its tree: the first that its parent no longer has, and all after it."""
    line = last.line()
    there = [node.parent is None or node in node.parent.children for node in line]
    return [] if all(there) else line[there.index(False) :]


class ProgressStrip(Retranslated, QWidget):
    """Shows how far the analysis of the game is, with a button that ends it."""

    def __init__(self) -> None:
        super().__init__()
        self.label = QLabel()
        self.bar = QProgressBar()
        self.bar.setFixedWidth(PROGRESS_WIDTH)
        self.bar.setTextVisible(False)
        self.cancel = QToolButton()
        self.cancel.setText("✕")
        self.cancel.setAutoRaise(True)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        for widget in (self.label, self.bar, self.cancel):
            layout.addWidget(widget)
        self._done = self._whole = 0
        self.retranslate()
        self.hide()

    def show_progress(self, done: int, whole: int) -> None:
        self._done, self._whole = done, whole
        self.bar.setRange(0, whole)
        self.bar.setValue(done)
        self.retranslate()
        self.show()

    def retranslate(self) -> None:
        self.label.setText(
            fill(self.tr("Analysing the game: %1 of %2"), self._done, self._whole)
            if self._done or kernel_cache.is_ready()
            else self.tr("Getting ready to analyse the game, which the first time takes a minute or two")
        )
        self.cancel.setToolTip(self.tr("Stop the analysis of the game"))
        self.cancel.setAccessibleName(self.cancel.toolTip())
        self.bar.setAccessibleName(self.label.text())


class ReviewDesk(QObject):
    """Graph, background analysis and report of the window's game."""

    def __init__(self, window: "MainWindow"):
        super().__init__(window)
        self._window = window
        self.graph = WinRateGraph()
        self.dock = QDockWidget(window)
        self.dock.setObjectName("dock_graph")
        self.dock.setWidget(self.graph)
        self.review = GameReview(self)
        self.progress = ProgressStrip()
        self.report: ReportDialog | None = None
        self._tried_again: Node | None = None
        self._practised_from: tuple[Game, QRect] | None = None
        """The game whose report was closed for a practice, and where that stood."""
        self._practises_next = False
        """Whether a practice begins once the game is analysed."""
        self._reviewed: Game | None = None
        """The game that was last analysed as a whole."""
        self.review.analysed.connect(self._show_thoughts)
        self.review.progressed.connect(self.progress.show_progress)
        self.review.progressed.connect(self.refresh)
        self.review.ended.connect(self._on_ended)
        self.review.failed.connect(
            lambda sentence, details: show_error(window, error_text(sentence), details)
        )
        self.progress.cancel.clicked.connect(self.review.cancel)
        window.language_changed.connect(self.retranslate)

    def place(self) -> None:
        """Put the graph under the board and the progress into the status bar, and listen to the game."""
        window = self._window
        window.setCorner(Qt.Corner.BottomRightCorner, Qt.DockWidgetArea.RightDockWidgetArea)
        window.addDockWidget(Qt.DockWidgetArea.BottomDockWidgetArea, self.dock)
        window.resizeDocks([self.dock], [self.graph.sizeHint().height()], Qt.Orientation.Vertical)
        window.statusBar().addPermanentWidget(self.progress)
        window.commands.menus["view"].addAction(self.dock.toggleViewAction())
        window.controller.game_changed.connect(self._on_game_changed)
        for changed in (window.analysis.judged, window.analysis.changed, window.appearance.notation_changed):
            changed.connect(self.refresh)
        window.controller.hinted.connect(self.refresh)
        window.analysis.reported.connect(self._show_found)
        window.practice_bar.closed.connect(self._report_again)
        self.graph.node_chosen.connect(window.controller.go_to)

    def hides_better(self, node: Node) -> bool:
        """Whether the user looks for the better move at ``node`` without help: the report is open, or they try again from there."""
        live = self._window.controller.live
        hidden = node is self._tried_again if live else self.report is not None
        return self._window.settings.report_hides_better and hidden

    def retranslate(self) -> None:
        entitle(self.dock, self.tr("&Win rate of Black"))
        if self.report is not None:  # made anew, where it was
            place = self.report.geometry()
            self.report.close()
            self.open_report()
            self.report.setGeometry(place)

    def _on_game_changed(self) -> None:
        if self._reviewed is not self._window.controller.game:
            self.review.cancel()
        else:
            self.review.drop_deleted()
        if self.report is not None and self.report.game is not self._window.controller.game:
            self.report.close()
        self.refresh()

    def refresh(self) -> None:
        """Bring the graph up to date, and the report if it is open."""
        window = self._window
        game = window.controller.game
        for_all = window.settings.analysis_for_all
        self_play = window.controller.self_play
        line = game.line_shown()
        result = window.controller.match.result_on(line)
        self.graph.show_line(
            line,
            window.showing.node_looked_at,
            window.appearance.notation,
            for_all,
            self_play,
            game.random_moves_of(line),
            window.analysis.found,
            result.winner if result is not None and result.loss is not None else None,
        )
        if self.report is not None:
            self._write_report(self.report)

    def _write_report(self, report: ReportDialog) -> None:
        """Fill ``report`` with the game as it is now."""
        window = self._window
        game, self_play = window.controller.game, window.controller.self_play
        names = {color: names_shown(game, color, self_play) for color in Color}
        report.show_names(names, [color for color in Color if window.controller.is_human(color)])
        result = window.controller.match.result_on(game.line_shown())
        report.show_judgements(window.appearance.notation, self_play is not None, result)

    def _show_found(self) -> None:
        """Show on the curve what the running analysis has found so far."""
        self.graph.show_found(self._window.analysis.found)

    def _show_thoughts(self, node: Node) -> None:
        """Show what was found out about ``node`` beside the board, if it is looked at."""
        if node is self._window.showing.node_looked_at:
            self._window.thoughts.refresh()

    def analyse_game(self) -> None:
        """Analyse all positions of the line that is looked at; a second call stops that."""
        if self.review.running:
            self.review.cancel()
            return
        settings = self._window.settings
        game = self._reviewed = self._window.controller.game
        line = game.line_shown()
        self._window.controller.analysed.add(line)
        self._window.controller.note_help(Help.ANALYSIS)
        self.review.start(game, line, settings.analysis_player, settings.review_simulations)

    def _analyse_on(self) -> None:
        """Analyse what is not analysed yet, unless that runs already."""
        if not self.review.running:
            self.analyse_game()

    def _analyse_by_default(self) -> None:
        """Analyse the game again with the shipped network, which analyses from now on."""
        window = self._window
        self.review.cancel()
        if window.analysis.use_default():
            label = player_label(window.settings.analysis_player)
            window.notices.tell(fill(self.tr("%1 analyses from now on."), label))
        self.analyse_game()

    def _on_ended(self, finished: bool) -> None:
        self.progress.hide()
        self.refresh()
        self._window.thoughts.refresh()
        practises, self._practises_next = self._practises_next, False
        if not finished or self._window.exercise is not None:  # to which the report would tell the answers
            return
        if practises and not self._window.showing.board_is_lent:
            self._practise_or_report()
        else:
            self.open_report()

    def open_report(self) -> None:
        """Open the report on the moves that were played."""
        window = self._window
        if self.report is None:
            self.report = ReportDialog(window, window.controller.game, window.settings, window.walking)
            self.report.node_chosen.connect(self._look_at)
            self.report.again_asked.connect(self._try_again)
            self.report.analysis_asked.connect(self._analyse_on)
            self.report.default_asked.connect(self._analyse_by_default)
            self.report.practice_asked.connect(self._practise)
            self.report.analysed_practice_asked.connect(self._analyse_and_practise)
            self.report.save_asked.connect(self._save_table)
            self.report.changed.connect(window.keep_settings)
            self.report.changed.connect(window.thoughts.refresh)
            self.report.finished.connect(self._forget_report)
            place_beside(self.report, window, self._board_on_screen())
        self._write_report(self.report)
        bring_to_front(self.report)
        window.thoughts.refresh()  # it may have to hide the better move now

    def practise(self) -> None:
        """Practise the mistakes of those who play here by hand, or all mistakes if they made none. Where that lacks an analysis, it comes first."""
        game = self._window.controller.game
        line = game.line_shown()
        random_moves = game.random_moves_of(line)
        found, listed = judgements(line, random_moves), self._mistakes()
        lacks = lacks_analysis(max(0, len(line) - 1 - random_moves), len(found), listed)
        if lacks and not practisable(listed, self._window.settings.engines):
            self._analyse_and_practise()
        else:
            self._practise_or_report()

    def _mistakes(self) -> list[Mistake]:
        """The mistakes of the line that is looked at, as far as they are known."""
        game = self._window.controller.game
        line = game.line_shown()
        found = judgements(line, game.random_moves_of(line))
        return mistakes(line, found, self._window.controller.match.result_on(line))

    def _analyse_and_practise(self) -> None:
        """Analyse the whole game, then begin the practice."""
        self._practises_next = True
        self._analyse_on()
        said = self.tr("The whole game is analysed first; then the practice begins.")
        self._window.notices.tell_below(said)

    def _practise_or_report(self) -> None:
        """Practise what can be practised. Without anything, open the report, which says why."""
        window = self._window
        fit = practisable(self._mistakes(), window.settings.engines)
        own = [one for one in fit if window.controller.is_human(one.mover)]
        if fit:
            self._practise(own or fit)
            return
        self.open_report()
        assert self.report is not None
        window.notices.tell_below(self.report.practise.toolTip())

    def _practise(self, chosen: list[Mistake]) -> None:
        """Begin the practice and close the report, which would tell the answers, unless stones are being placed that must not be lost."""
        if not self._window.setup.give_back():
            return
        if self.report is not None:
            self._practised_from = self.report.game, self.report.geometry()
            self.report.close()
        self._window.practice.begin(chosen)

    def _report_again(self) -> None:
        """Open the report again that was closed for a practice, unless the window has another game by now. A game that goes on is not covered by it:
        then the user is told where it is."""
        practised, self._practised_from = self._practised_from, None
        if practised is None or practised[0] is not self._window.controller.game:
            return
        if self._window.controller.under_way:
            self._say_where_report_is()
        else:
            self.open_report()
            assert self.report is not None
            self.report.setGeometry(practised[1])

    def _save_table(self) -> None:
        """Save the mistakes as the report shows them."""
        assert self.report is not None  # the signal is the report's
        window = self._window
        save_table(self.report, rows_of(self.report.table), window.files.naming.file_name(), window.settings)

    def _board_on_screen(self) -> QRect:
        board = self._window.board
        return board.geometry_of_points.surface.toAlignedRect().translated(board.mapToGlobal(QPoint()))

    def _look_at(self, node: Node) -> None:
        """Look at ``node``, where a mistake was made, unless stones are being placed that must not be lost."""
        if self._window.setup.give_back():
            self._window.controller.go_to(node)

    def _try_again(self, node: Node) -> None:
        """Have a human play on from ``node``, where a mistake was made, and close the report, unless stones are being placed that must not be lost.
        After an AI's mistake the human takes its side; the other side is an AI if any took part."""
        if not self._window.setup.give_back():
            return
        controller = self._window.controller
        self._tried_again = node
        closes = self.report is not None
        if self.report is not None:
            self.report.close()
        controller.play_from(node)
        mover = controller.match.to_move
        ais = [player for color in (mover.opponent, mover) if (player := self._ai_of(color)) != HUMAN]
        players = {mover: HUMAN, mover.opponent: next(iter(ais), HUMAN)}
        if players != controller.players:
            controller.set_players(players[Color.BLACK], players[Color.WHITE])
        controller.let_human_move()
        if closes:
            self._say_where_report_is()
        self._window.activateWindow()

    def _say_where_report_is(self) -> None:
        said = self.tr("The report is closed meanwhile; “%1” in the menu “Analysis” opens it again.")
        self._window.notices.tell_below(fill(said, self._window.commands.label("report")))

    def _ai_of(self, color: Color) -> str:
        """The text of who plays ``color``, or of the AI that played it in a finished record, if that plays here."""
        controller = self._window.controller
        recorded = controller.lineup.recorded_name(color) if controller.match.trying else ""
        return recorded if plays_here(recorded, self._window.settings.engines) else controller.players[color]

    def _forget_report(self) -> None:
        if self.report is not None:
            self.report.deleteLater()
        self.report = None
        self._window.thoughts.refresh()

    def close(self) -> None:
        self.review.cancel()

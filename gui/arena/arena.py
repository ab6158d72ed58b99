"""The arena in the window: its plan, the table as it grows, and the games."""

import os
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QElapsedTimer, QEvent, QObject, QSize, Qt, Signal
from PySide6.QtGui import QAction, QCursor, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QHeaderView,
    QInputDialog,
    QLabel,
    QProgressBar,
    QPushButton,
    QSpinBox,
    QSplitter,
    QStackedWidget,
    QTabBar,
    QTableWidget,
    QVBoxLayout,
    QWidget,
)

from ai.arena import ArenaError
from ai.arena.folder import FinishedGame
from ai.arena.plan import MOST_GAMES, Plan
from ai.arena.standings import Row, Score, Standings, elo_text, score_text
from ai.checkpoint import CheckpointError, read_info
from ai.players.shipped import name_of
from core import folders, records
from core.files import last_change
from core.game import Reason
from core.machine import usable_cores
from gui.arena.dialog import ArenaDialog
from gui.arena.process import ArenaProcess
from gui.networks.networks import known_networks
from gui.parts.asking import agrees
from gui.parts.button_menu import offer_in_menu
from gui.parts.dialogs import accepted
from gui.parts.empty_note import EmptyNote
from gui.parts.forms import side_by_side
from gui.parts.offers import offer
from gui.parts.placing import on_screen
from gui.parts.removing import remove
from gui.parts.tables import (
    cell,
    fill_row,
    keeping_view,
    new_table,
    rows_of,
    save_table,
    select_rows,
    selected_rows,
)
from gui.program.desktop import bring_to_front
from gui.program.errors import show_error, show_failure
from gui.program.language import sentence_text
from gui.program.messages import color_text, error_text, fill, in_parts, reason_text, unrated_label
from gui.program.settings import Settings
from gui.records.adding import AddButton
from gui.records.entries import Entry

WINDOW_SIZE = QSize(980, 640)
RATING = 7
"""Column of the rating in the standings."""
WORDS_OF_STANDINGS, WORDS_OF_GAMES = (0,), (1, 2, 4)
"""Columns with words; the others hold numbers."""
END = 4
"""Column of how a game ended."""
RANK_AND_NAME = 2
"""Number of columns in the cross table before those of the opponents."""
SCORE_MARGIN = 16
"""Margin around a score in its column, in pixels."""
GAMES_SHOWN = 1000
"""Most games listed, the newest: a list of all would be slow."""
RESTS_MS = 10_000
"""Time after which an unmoved pointer counts as left behind, in milliseconds: as long as Qt shows a tool tip."""


class ArenaDesk(QObject):
    """Manages the arena in the window. One begun here stops with the window: nothing is lost, and it goes on when asked."""

    game_asked = Signal(object)
    """Carries a :class:`core.game.Game` to show on the board."""
    adding_asked = Signal(object, object)
    """As :attr:`ArenaPage.adding_asked`."""
    changed = Signal()
    """Emitted when the arena's state, or whether its end was seen, may have changed."""

    def __init__(self, window: QWidget, settings: Settings):
        super().__init__(window)
        self._window = window
        self._settings = settings
        self._page: ArenaPage | None = None
        self._plays = False
        """Whether an arena was being played at the last look."""
        self._is_news = False
        """Whether an arena has ended that nobody has looked at since."""

    def open(self) -> None:
        """Show the page of arenas."""
        if self._page is None:
            self._page = ArenaPage(folders.arenas_dir(), self._settings, self._window)
            self._page.game_asked.connect(self.game_asked)
            self._page.adding_asked.connect(self.adding_asked)
            self._page.process.changed.connect(self._note)
            self._page.looked_at.connect(self._forget_news)
        self._page.open()
        self._forget_news()

    def _note(self) -> None:
        """Note whether an arena has ended unseen."""
        assert self._page is not None
        process = self._page.process
        if process.running:
            self._is_news = False
        elif self._plays:
            self._is_news = self._page.is_over and not self._page.isActiveWindow()
        self._plays = process.running
        self.changed.emit()

    def _forget_news(self) -> None:
        self._is_news = False
        self.changed.emit()

    def sign_text(self) -> str:
        """Text for the status bar: the arena being played, or its result until somebody has looked."""
        page = self._page
        if page is None or page.process.plan is None:
            return ""
        if page.process.running:
            said = self.tr("● Arena: %1 of %2 games")
            return fill(said, len(page.process.games), len(page.process.plan))
        return page.result_text() if self._is_news and page.is_over else ""

    def let_meet(self, checkpoints: Sequence[Path]) -> None:
        """Show the page, and ask about a new arena with these networks."""
        self.open()
        assert self._page is not None
        self._page.let_meet(checkpoints)

    @property
    def page(self) -> "ArenaPage | None":
        """The page, once it was opened."""
        return self._page

    def may_leave(self, window: QWidget) -> bool:
        """Ask in front of ``window`` whether an arena being played may stop. ``False`` if the window should stay."""
        said = self.tr(
            "An arena is being played. It stops now, and “Go on” in the arena takes it up again. Close all the same?"
        )
        return self._page is None or not self._page.process.is_ours or agrees(window, said, self.tr("C&lose"))

    def close(self) -> None:
        """Stop an arena that was begun here, and close the page."""
        if self._page is not None:
            if self._page.process.is_ours:
                self._page.process.stop()
            self._page.process.close()
            self._page.close()
            self._page.deleteLater()
            self._page = None


class ArenaPage(QWidget):
    """A window of its own, so that the board can come in front of it. It shows one arena at a time, of those in a folder."""

    game_asked = Signal(object)
    adding_asked = Signal(object, object)
    """Carries a list of :class:`gui.records.entries.Entry` to add to a file, and this window."""
    looked_at = Signal()
    """Emitted when the user comes to the window."""

    def __init__(self, folder: Path, settings: Settings, owner: QWidget | None = None):
        """Arenas are folders in ``folder``; ``settings`` hold the user's own networks and external programs. While the page is closed, messages
        appear in front of its ``owner``."""
        super().__init__()
        self._settings = settings
        self._owner = owner
        self._folder = folder
        self.process = ArenaProcess(self)
        self.process.changed.connect(self.show_arena)
        self.process.failed.connect(self._show_failure)
        self.process.lost.connect(self._let_go)
        self.process.refused.connect(self._show_refusal)
        self.process.unheard.connect(self._show_unheard)
        self._shown: tuple[Plan | None, int] | None = None
        """Plan and number of games whose results the tables show."""
        self._players: list[tuple[int, str]] = []
        """Numbers and texts of the players, by row."""
        self._keeps_order = False
        """Whether the rows stand as before the latest games."""
        self._pointer = QCursor.pos()
        """The pointer's place at the last look."""
        self._since_it_moved = QElapsedTimer()
        self._since_it_moved.start()
        self._make_widgets()
        self._lay_out()
        for key in (QKeySequence(Qt.Key.Key_Escape), QKeySequence.StandardKey.Close):
            QShortcut(key, self, self.close)
        self.resize(on_screen(self, WINDOW_SIZE))
        self.retranslate()

    # --- making -----------------------------------------------------------------------------------------------

    def _make_widgets(self) -> None:
        self.arenas = QComboBox()
        self.arenas.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.arenas.activated.connect(lambda _index: self.watch(self.arenas.currentData()))
        self.new_button, self.remove_button = QPushButton(), QPushButton()
        self.save_button = QPushButton()
        self.start_button, self.stop_button = QPushButton(), QPushButton()
        self.new_button.clicked.connect(self.new)
        self.remove_button.clicked.connect(self.remove)
        self.save_button.clicked.connect(self.save_table)
        self.start_button.clicked.connect(self.go_on)
        self.stop_button.clicked.connect(self.process.stop)
        self.jobs = QSpinBox()
        self.jobs.setRange(1, 64)
        self.jobs.setValue(max(1, usable_cores() // 2))
        self._jobs_label, self._arena_label = QLabel(), QLabel()
        self.state = QLabel()
        self.state.setWordWrap(True)
        self.progress = QProgressBar()
        self.progress.setTextVisible(False)  # the text below it tells more
        self.table = new_table(9, WORDS_OF_STANDINGS)
        self.cross_table = new_table(RANK_AND_NAME, ())
        self._results = self.table, self.cross_table
        self._no_players = [EmptyNote(table) for table in self._results]
        self.tabs = QTabBar()
        self.tabs.setDrawBase(False)
        self.tabs.addTab("")
        self.tabs.addTab("")
        self.games = new_table(6, WORDS_OF_GAMES)
        self._no_games = EmptyNote(self.games)
        self.games.cellActivated.connect(lambda row, _column: self._open_game(row))
        self._games_label = QLabel()
        self.add_button = AddButton(self.games)
        self.add_button.clicked.connect(lambda: self.adding_asked.emit(self._chosen_games(), self))
        self._open_chosen = QAction(self)
        self._open_chosen.triggered.connect(lambda: self._open_game(self.games.currentRow()))
        offer_in_menu(self.games, (self.add_button,), first=self._open_chosen)

    def _lay_out(self) -> None:
        top = QHBoxLayout()
        for widget in (self._arena_label, self.arenas, self.remove_button, self.save_button, self.new_button):
            top.addWidget(widget)
        top.addStretch(1)
        for widget in (self._jobs_label, self.jobs, self.start_button, self.stop_button):
            top.addWidget(widget)
        results = QStackedWidget()
        for table in self._results:
            results.addWidget(table)
        self.tabs.currentChanged.connect(results.setCurrentIndex)
        above = QHBoxLayout()
        above.addWidget(self.tabs)
        above.addSpacing(6)
        above.addWidget(self.state, 1)
        below = QWidget()
        games = QVBoxLayout(below)
        games.setContentsMargins(0, 0, 0, 0)
        games.addWidget(side_by_side(self._games_label, self.add_button))
        games.addWidget(self.games, 1)
        splitter = QSplitter(Qt.Orientation.Vertical)
        splitter.addWidget(results)
        splitter.addWidget(below)
        splitter.setSizes([300, 300])
        layout = QVBoxLayout(self)
        layout.addLayout(top)
        layout.addWidget(self.progress)
        layout.addLayout(above)
        layout.addWidget(splitter, 1)

    def retranslate(self) -> None:
        """Write all texts in the window's language."""
        self.setWindowTitle(self.tr("Arena"))
        self._arena_label.setText(self.tr("Arena"))
        self._jobs_label.setText(self.tr("Games at a time"))
        self.new_button.setText(self.tr("&New…"))
        self.remove_button.setText(self.tr("&Remove…"))
        self.save_button.setText(self.tr("Save &table…"))
        self.stop_button.setText(self.tr("&Stop"))
        self.arenas.setAccessibleName(self.tr("Arena"))
        self.jobs.setAccessibleName(self.tr("Games at a time"))
        self._no_games.setText(self.tr("No game has been played yet."))
        self._open_chosen.setText(self.tr("Open"))
        for index, name in enumerate((self.tr("Standings"), self.tr("Who beat whom"))):
            self.tabs.setTabText(index, name)
        self.tabs.setTabToolTip(
            1,
            self.tr(
                "Games that each player won and lost against each other one, whose column carries its rank. Point at a score to read more."
            ),
        )
        self.tabs.setAccessibleName(self.tr("Results"))
        self.table.setAccessibleName(self.tr("Standings"))
        self.cross_table.setAccessibleName(self.tr("Who beat whom"))
        self.games.setAccessibleName(self.tr("List of games"))
        self.table.setHorizontalHeaderLabels(
            [
                self.tr("Player"),
                self.tr("Games"),
                self.tr("Won"),
                self.tr("Share"),
                self.tr("95% interval"),
                self.tr("As Black"),
                self.tr("As White"),
                self.tr("Elo"),
                self.tr("Seconds a game"),
            ]
        )
        rating = self.table.horizontalHeaderItem(RATING)
        if rating is not None:
            rating.setToolTip(
                self.tr(
                    "Strength among the players of this arena, whose mean is 0; 200 more win three games of four. The Elo of the levels in a new "
                    "game is by another scale."
                )
            )
        self.games.setHorizontalHeaderLabels(
            [
                self.tr("Game"),
                self.tr("Black"),
                self.tr("White"),
                self.tr("Winner"),
                self.tr("Ended by"),
                self.tr("Moves"),
            ]
        )
        self._shown = None
        self.show_arena()

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        elif event.type() == QEvent.Type.ActivationChange and self.isActiveWindow():
            self.looked_at.emit()
        super().changeEvent(event)

    # --- doing ------------------------------------------------------------------------------------------------

    def open(self) -> None:
        """Show the page, at first with the arena played last."""
        self._list_arenas()
        bring_to_front(self)

    def watch(self, folder: Path) -> None:
        """Show the arena in ``folder``; one being played is found again."""
        self._shown = None
        self.process.watch(folder)
        self.arenas.setCurrentText(folder.name)

    def let_meet(self, checkpoints: Sequence[Path]) -> None:
        """Ask about an arena with these networks, on the board that they learned on. Refused while another is being played."""
        if self.process.running:
            show_error(self, self._playing())
            return
        try:
            size = read_info(checkpoints[0]).size
        except CheckpointError as error:
            show_error(self, error_text(error))
        else:
            self._ask_for_new([name_of(each) for each in checkpoints], str(size))

    def new(self) -> None:
        """Ask what to play, and begin."""
        self._ask_for_new()

    def _ask_for_new(self, meeting: Sequence[str] = (), size: str = "") -> None:
        known = known_networks(self._settings.networks, folders.runs_dir())
        networks = [(network.label, network.value) for network in known]
        dialog = ArenaDialog(self, self._folder, networks, self._settings.engines, meeting)
        if size:
            dialog.board.setCurrentText(size)
        if accepted(dialog):
            choice = dialog.choice()
            self._shown = None
            self.process.start(choice.folder, choice.plan, self.jobs.value())
            self._list_arenas()

    def go_on(self) -> None:
        """Play what the arena lacks, or if it is complete as many more games as the user wants."""
        folder = self.process.folder
        self.process.look_again()  # it may be gone, or prolonged elsewhere
        plan = self.process.plan
        if folder is None or folder != self.process.folder or plan is None or self.process.running:
            return
        if self.is_over:
            title, said = (
                self.tr("More games"),
                self.tr("Games of each pair, those that are played included:"),
            )
            games, agreed = QInputDialog.getInt(self, title, said, 2 * plan.games, plan.games + 1, MOST_GAMES)
            if not agreed:
                return
            plan = replace(plan, games=games)
        try:
            plan.check()  # if a player's network is gone, the arena stays as it is
        except ArenaError as error:
            show_error(self, error_text(error))
            return
        self._shown = None
        self.process.start(folder, plan, self.jobs.value())

    def remove(self) -> None:
        """Remove the arena shown, if the user agrees."""
        folder, games = self.process.folder, len(self.process.games)
        if folder is None:
            return
        question = fill(self.tr("Remove the arena %1 with all its games (%2)?"), folder.name, games)
        if remove(self, folder, question):
            self.open()

    def save_table(self) -> None:
        """Save the standings and who beat whom, for reports and other programs."""
        folder, plan = self.process.folder, self.process.plan
        assert folder is not None and plan is not None  # else the button is disabled
        rows = Standings(plan.players, self.process.games).spreadsheet(unrated_label)
        save_table(self, rows, folder.name, self._settings)

    def _let_go(self) -> None:
        """Tell that the folder of the arena shown is gone."""
        folder = self.process.folder
        assert folder is not None
        self._list_arenas()
        said = self.tr(
            "The folder of the arena “%1” is gone: it was removed, or has another name or place now."
        )
        show_error(self._in_front, fill(said, folder.name))

    def _list_arenas(self) -> None:
        """List all arenas, the newest first, with the one shown selected; if none is shown, or its folder is gone, show the newest."""
        found: list[Path] = []
        with suppress(OSError):  # the disk may not answer any more
            found = sorted(filter(os.path.isdir, self._folder.glob("*")), key=last_change, reverse=True)
        self.arenas.clear()
        for path in found:
            self.arenas.addItem(path.name, path)
        if self.process.folder not in found and not self.process.running:
            self.process.forget()
        if self.process.folder is not None:
            self.arenas.setCurrentText(self.process.folder.name)
        elif found:
            self.watch(found[0])

    def _record(self, row: int) -> Path:
        """Record of the game in a row of the list, the newest first."""
        return self.process.record(self.process.games[-1 - row])

    def _chosen_games(self) -> list[Entry]:
        """The chosen games in the order in which they ended."""
        paths = [self._record(row) for row in sorted(selected_rows(self.games), reverse=True)]
        return [Entry(path.name, path) for path in paths]

    def _open_game(self, row: int) -> None:
        try:
            results = records.load(self._record(row))
        except records.RecordError as error:
            show_error(self, error_text(error))
            return
        self.game_asked.emit(results[0].game)

    # --- showing ----------------------------------------------------------------------------------------------

    @property
    def _in_front(self) -> QWidget:
        """Window in front of which unasked messages appear."""
        return self if self._owner is None or self.isVisible() else self._owner

    @property
    def is_over(self) -> bool:
        """Whether all games of the arena shown are played."""
        plan = self.process.plan
        return plan is not None and len(self.process.games) == len(plan)

    def result_text(self) -> str:
        """Sentence with the winner of an ended arena: the score first, because names may be long."""
        assert self.process.plan is not None
        first, second, *others = Standings(self.process.plan.players, self.process.games).ranked()
        names = unrated_label(first.player), unrated_label(second.player)
        if others:
            said = self.tr("Arena over: %1 of %2 games won by the first, %3")
            return fill(said, first.wins, first.games, names[0])
        even = first.wins == second.wins
        said = (
            self.tr("Arena over: %1 : %2, %3 and %4") if even else self.tr("Arena over: %1 : %2, %3 beat %4")
        )
        return fill(said, first.wins, second.wins, *names)

    def show_arena(self) -> None:
        """Update everything from the arena's folder."""
        process = self.process
        played, planned = len(process.games), len(process.plan) if process.plan else 0
        self._offer_others(played)
        self.arenas.setEnabled(not process.running)
        self._offer_to_go_on()
        self.state.setText(self._state_text(played, planned))
        for note in self._no_players:
            note.setText(self._note_text())
        points = process.running and self._is_pointing()
        pointed_at = points and any(map(_has_row_under_pointer, self._results))
        if (process.plan, played) != self._shown:
            before, self._shown = self._shown, (process.plan, played)
            self._show_results(pointed_at)
            kept = before[1] if before is not None and before[0] == process.plan else 0
            self._show_games(kept, points and _has_row_under_pointer(self.games))
        elif self._keeps_order and not pointed_at:
            self._show_results()
        # Last, because the bar paints itself at once together with all earlier changes: painted before the text, it would disagree with it.
        self.progress.setMaximum(max(planned, 1))
        self.progress.setValue(played)

    def _is_pointing(self) -> bool:
        """Whether the user has moved the pointer lately."""
        pointer = QCursor.pos()
        if pointer != self._pointer:
            self._pointer = pointer
            self._since_it_moved.start()
        return self._since_it_moved.elapsed() < RESTS_MS

    def _offer_others(self, played: int) -> None:
        """Enable the buttons that can be used now, except the one that goes on; the others tell why not."""
        process = self.process
        no_arena = self.tr("There is no arena yet; “New…” begins one.") if process.folder is None else ""
        playing = self._playing() if process.running else ""
        stopping = self.tr("The arena is stopping already.") if process.ending else ""
        offer(self.new_button, playing)
        offer(self.stop_button, no_arena or (stopping if playing else self.tr("Nothing is being played.")))
        offer(self.remove_button, no_arena or playing)
        offer(self.save_button, "" if played else self.tr("No game has been played yet."))

    def _playing(self) -> str:
        return self.tr("An arena is being played. Stop it, or let it end, before you begin another.")

    def _offer_to_go_on(self) -> None:
        """Offer to play what is missing, or more games."""
        process, plan = self.process, self.process.plan
        self.start_button.setText(self.tr("&More games…") if self.is_over else self.tr("&Go on"))
        why_not = error_text(process.problem)
        if process.folder is None:
            why_not = self.tr("There is no arena yet; “New…” begins one.")
        elif process.running:
            why_not = self.tr("This arena is being played.")
        elif plan is None:
            why_not = why_not or self._never_begun()
        elif self.is_over and not replace(plan, games=plan.games + 1).prolongs(plan):
            why_not = why_not or self.tr(
                "Among more than two players, an arena with an odd number of games of each pair can't grow."
            )
        offer(self.start_button, why_not)

    def _never_begun(self) -> str:
        return self.tr("This arena was never begun. It can be removed.")

    def _note_text(self) -> str:
        """Text in place of the standings."""
        if self.process.running:
            return self.tr("The standings appear here as soon as the arena has begun.")
        return self.tr("The standings of an arena appear here; New… begins one.")

    def _state_text(self, played: int, planned: int) -> str:
        process = self.process
        if process.problem:
            return error_text(process.problem)
        if process.folder is None:
            return self.tr(
                "Let players meet each other: levels, networks, checkpoints, other programs. “New…” begins."
            )
        if process.running:
            text = (
                self.tr("Playing: %1 of %2 games.")
                if played
                else self.tr("Loading the players; then the first games begin.")
            )
        elif process.plan is None:
            text = self._never_begun()
        elif played < planned:
            text = self.tr("Stopped after %1 of %2 games.")
        else:
            text = self.tr("All %2 games are played.")
        text = fill(text, played, planned)
        return in_parts(fill(self.tr("Board %1"), process.plan.size), text) if process.plan else text

    def _show_results(self, keep_order: bool = False) -> None:
        """Show the tables. With ``keep_order``, rows of the same players keep their places: one may be about to be clicked, or its tip be read."""
        plan = self.process.plan
        rows: list[Row] = []
        ranks: list[str] = []
        scores: list[list[Score]] = []
        if plan is not None:
            standings = Standings(plan.players, self.process.games)
            rows = standings.ranked()
            rank_of = {row.number: str(rank) for rank, row in enumerate(rows, 1)}
            players = {(row.number, row.player) for row in rows}
            self._keeps_order = keep_order and players == set(self._players)
            if self._keeps_order:
                rows.sort(key=lambda row: self._players.index((row.number, row.player)))
            ranks = [rank_of[row.number] for row in rows]
            scores = [[standings.score(row.number, other.number) for other in rows] for row in rows]
        chosen = [[self._players[row] for row in selected_rows(table)] for table in self._results]
        seen = [_sees_chosen(table) for table in self._results]
        self._players = [(row.number, row.player) for row in rows]
        self._show_standings(rows)
        self._show_cross_table(rows, ranks, scores)
        for table, players, was_seen in zip(self._results, chosen, seen, strict=True):
            select_rows(table, [row for row, player in enumerate(self._players) if player in players])
            still = selected_rows(table)  # none if another arena has other players
            if was_seen and still and not _sees_chosen(table):
                table.scrollTo(table.model().index(still[0], table.columnAt(0)))

    def _show_standings(self, rows: list[Row]) -> None:
        self.table.setRowCount(len(rows))
        for line, row in enumerate(rows):
            low, high = row.interval
            cells = (
                unrated_label(row.player),
                str(row.games),
                str(row.wins),
                f"{row.share:.1%}",
                f"{low:.1%} – {high:.1%}",
                f"{row.wins_as_black} / {row.games_as_black}",
                f"{row.wins_as_white} / {row.games_as_white}",
                elo_text(row.rating),
                f"{row.seconds_a_game:.1f}",
            )
            fill_row(self.table, line, cells, WORDS_OF_STANDINGS, row.player)

    def _show_cross_table(self, rows: list[Row], ranks: list[str], scores: list[list[Score]]) -> None:
        """Show each row's player against the others, whose columns carry their ranks."""
        table, names = self.cross_table, [unrated_label(row.player) for row in rows]
        table.setRowCount(len(rows))
        table.setColumnCount(RANK_AND_NAME + len(rows))
        table.setHorizontalHeaderLabels([self.tr("Rank"), self.tr("Player"), *ranks])
        for line, row in enumerate(rows):
            table.setItem(line, 0, cell(ranks[line], row.player, Qt.AlignmentFlag.AlignCenter))
            table.setItem(line, 1, cell(names[line], row.player))
            for column, (score, opponent) in enumerate(zip(scores[line], names, strict=True), RANK_AND_NAME):
                tip = self._score_sentence(names[line], opponent, score) if score.games else ""
                table.setItem(line, column, cell(score_text(score), tip, Qt.AlignmentFlag.AlignCenter))
        self._share_room(names)

    def _share_room(self, names: list[str]) -> None:
        """Give all columns of opponents the same width, enough for any score, so that they keep their places during play."""
        table, header = self.cross_table, self.cross_table.horizontalHeader()
        texts = [text for row in rows_of(table)[1:] for text in row[RANK_AND_NAME:]]
        widest = max((table.fontMetrics().horizontalAdvance(text) for text in texts), default=0)
        header.setMinimumSectionSize(widest + SCORE_MARGIN)
        for column, name in enumerate(names, RANK_AND_NAME):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.Stretch)
            heading = table.horizontalHeaderItem(column)
            if heading is not None:
                heading.setToolTip(name)

    def _score_sentence(self, player: str, opponent: str, score: Score) -> str:
        low, high = score.interval
        return fill(
            self.tr(
                "%1 won %2 of %3 games against %4, %5 (95% interval %6 – %7): %8 of %9 as Black, %10 of %11 as White."
            ),
            player,
            score.wins,
            score.games,
            opponent,
            f"{score.share:.1%}",
            f"{low:.1%}",
            f"{high:.1%}",
            score.wins_as_black,
            score.games_as_black,
            score.wins_as_white,
            score.games_as_white,
        )

    def _show_games(self, known: int, in_use: bool) -> None:
        """List the games, the newest first. Rows of the ``known`` ones are kept, so that a chosen game stays chosen. While the list is ``in_use``,
        games in view keep their places."""
        games = self.process.games[: -GAMES_SHOWN - 1 : -1]
        new = min(len(self.process.games) - known, len(games))
        # if no player failed with a reason, players' names need the room more
        stretch, short = QHeaderView.ResizeMode.Stretch, QHeaderView.ResizeMode.ResizeToContents
        mode = stretch if any(game.error for game in games) else short
        self.games.horizontalHeader().setSectionResizeMode(END, mode)
        self._games_label.setText(self._about_games())
        if not known:
            self.games.setRowCount(0)
        with keeping_view(self.games, new, in_use):
            self.games.model().insertRows(0, new)
            self.games.setRowCount(len(games))
            for line, game in enumerate(games[:new]):
                self._show_game(line, game)

    def _about_games(self) -> str:
        if len(self.process.games) > GAMES_SHOWN:
            said = self.tr("The newest %1 games, the last one first; a double click opens one on the board:")
            return fill(said, GAMES_SHOWN)
        return self.tr("Games, the newest first; a double click opens one on the board:")

    def _show_game(self, line: int, game: FinishedGame) -> None:
        plan = self.process.plan
        assert plan is not None
        reason = reason_text(Reason(game.reason))
        cells = (
            str(game.game),
            unrated_label(plan.players[game.black]),
            unrated_label(plan.players[game.white]),
            color_text(game.winning_color),
            fill(self.tr("%1: %2"), reason, sentence_text(game.error)) if game.error else reason,
            str(game.moves),
        )
        fill_row(self.games, line, cells, WORDS_OF_GAMES)

    def _show_failure(self, details: str) -> None:
        show_failure(self._in_front, self.tr("The arena has ended by itself."), details)

    def _show_refusal(self, reason: str) -> None:
        show_error(self, fill(self.tr("The arena can't be started: %1"), reason))

    def _show_unheard(self, reason: str) -> None:
        show_error(self, fill(self.tr("The arena can't be asked to stop: %1"), reason))


def _has_row_under_pointer(table: QTableWidget) -> bool:
    view = table.viewport()
    return view.underMouse() and table.indexAt(view.mapFromGlobal(QCursor.pos())).isValid()


def _sees_chosen(table: QTableWidget) -> bool:
    """Whether a selected row is visible."""
    seen = table.viewport().rect()
    return any(seen.intersects(table.visualRect(index)) for index in table.selectionModel().selectedRows())

"""The page of arenas: which one is shown, what begins, stops and removes it, and how far it is."""

import os
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QInputDialog,
    QLabel,
    QProgressBar,
    QPushButton,
    QSpinBox,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from ai.arena import ArenaError
from ai.arena.plan import MOST_GAMES
from ai.arena.standings import Standings
from ai.checkpoint import CheckpointError, read_info
from ai.shipped_networks import name_of
from core import folders
from core.files import last_change
from core.game import Reason
from core.machine import usable_cores
from gui.arena.dialog import ArenaDialog
from gui.arena.games import ArenaGames
from gui.arena.pointer import Pointer
from gui.arena.process import ArenaProcess
from gui.arena.standings import ArenaStandings
from gui.networks.networks import known_networks
from gui.parts.dialogs import accepted
from gui.parts.offers import offer
from gui.parts.placing import on_screen
from gui.parts.removing import remove
from gui.parts.retranslated import Retranslated
from gui.parts.tables import save_table
from gui.program.desktop import bring_to_front
from gui.program.errors import show_error, show_failure
from gui.program.messages import error_text, fill, in_parts, one_after_another, unrated_label
from gui.program.settings import Settings

WINDOW_SIZE = QSize(980, 640)


class ArenaPage(Retranslated, QWidget):
    """A window of its own, so that the board can come in front of it. It shows one arena at a time, of those in a folder."""

    game_asked = Signal(object)
    """As :attr:`ArenaGames.game_asked`."""
    adding_asked = Signal(object, object)
    """As :attr:`ArenaGames.adding_asked`."""
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
        self._pointer = Pointer()
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
        self.standings = ArenaStandings(self.process)
        self.games = ArenaGames(self.process)
        self.games.game_asked.connect(self.game_asked)
        self.games.adding_asked.connect(self.adding_asked)

    def _lay_out(self) -> None:
        top = QHBoxLayout()
        for widget in (self._arena_label, self.arenas, self.remove_button, self.save_button, self.new_button):
            top.addWidget(widget)
        top.addStretch(1)
        for widget in (self._jobs_label, self.jobs, self.start_button, self.stop_button):
            top.addWidget(widget)
        above = QHBoxLayout()
        above.addWidget(self.standings.tabs)
        above.addSpacing(6)
        above.addWidget(self.state, 1)
        splitter = QSplitter(Qt.Orientation.Vertical)
        splitter.addWidget(self.standings)
        splitter.addWidget(self.games)
        splitter.setSizes([300, 300])
        layout = QVBoxLayout(self)
        layout.addLayout(top)
        layout.addWidget(self.progress)
        layout.addLayout(above)
        layout.addWidget(splitter, 1)

    def retranslate(self) -> None:
        self.setWindowTitle(self.tr("Arena"))
        self._arena_label.setText(self.tr("Arena"))
        self.progress.setAccessibleName(self.tr("Progress"))
        self._jobs_label.setText(self.tr("Games at a time"))
        self.new_button.setText(self.tr("&New…"))
        self.remove_button.setText(self.tr("&Remove…"))
        self.save_button.setText(self.tr("Save &table…"))
        self.stop_button.setText(self.tr("&Stop"))
        self.arenas.setAccessibleName(self.tr("Arena"))
        self.jobs.setAccessibleName(self.tr("Games at a time"))
        self.show_arena()

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.ActivationChange and self.isActiveWindow():
            self.looked_at.emit()
        super().changeEvent(event)

    # --- doing ------------------------------------------------------------------------------------------------

    def open(self) -> None:
        """Show the page, at first with the arena played last."""
        self._list_arenas()
        bring_to_front(self)

    def watch(self, folder: Path) -> None:
        """Show the arena in ``folder``; one being played is found again."""
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
            self.process.start(choice.folder, choice.plan, self.jobs.value())
            self._list_arenas()

    def go_on(self) -> None:
        """Play what the arena lacks, or if it is complete as many more games as the user wants."""
        folder = self.process.folder
        self.process.look_again()  # it may be gone, or prolonged elsewhere
        plan = self.process.plan
        if folder is None or folder != self.process.folder or plan is None or self.process.running:
            return
        if self.process.is_over:
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

    # --- showing ----------------------------------------------------------------------------------------------

    @property
    def _in_front(self) -> QWidget:
        """Window in front of which unasked messages appear."""
        return self if self._owner is None or self.isVisible() else self._owner

    def show_arena(self) -> None:
        """Update everything from the arena's folder."""
        process = self.process
        played, planned = len(process.games), len(process.plan) if process.plan else 0
        self._offer_others(played)
        self.arenas.setEnabled(not process.running)
        self._offer_to_go_on()
        self.state.setText(self._state_text(played, planned))
        pointing = process.running and self._pointer.has_moved_lately()
        self.standings.show_results(pointing)
        self.games.show_games(pointing)
        # Last, because the bar paints itself at once together with all earlier changes: painted before the text, it would disagree with it.
        self.progress.setMaximum(max(planned, 1))
        self.progress.setValue(played)

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
        self.start_button.setText(self.tr("&More games…") if process.is_over else self.tr("&Go on"))
        why_not = error_text(process.problem)
        if process.folder is None:
            why_not = self.tr("There is no arena yet; “New…” begins one.")
        elif process.running:
            why_not = self.tr("This arena is being played.")
        elif plan is None:
            why_not = why_not or self._never_begun()
        elif process.is_over and not replace(plan, games=plan.games + 1).prolongs(plan):
            why_not = why_not or self.tr(
                "Among more than two players, an arena with an odd number of games of each pair can't grow."
            )
        offer(self.start_button, why_not)

    def _never_begun(self) -> str:
        return self.tr("This arena was never begun. It can be removed.")

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
        if process.plan is None:
            return text
        if failed := sum(game.reason == Reason.FORFEIT.value for game in process.games):
            text = one_after_another(text, fill(self.tr("Ended because a program failed: %1."), failed))
        return in_parts(fill(self.tr("Board %1"), process.plan.size), text)

    def _show_failure(self, details: str) -> None:
        show_failure(self._in_front, self.tr("The arena has ended by itself."), details)

    def _show_refusal(self, reason: str) -> None:
        show_error(self, fill(self.tr("The arena can't be started: %1"), reason))

    def _show_unheard(self, reason: str) -> None:
        show_error(self, fill(self.tr("The arena can't be asked to stop: %1"), reason))

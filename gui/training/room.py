"""The training room: every run with its curves, generations and their games."""

import os
from collections import Counter
from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import Any

from PySide6.QtCore import QByteArray, QEvent, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QHideEvent, QKeySequence, QShortcut, QShowEvent
from PySide6.QtWidgets import (
    QAbstractScrollArea,
    QCheckBox,
    QComboBox,
    QPushButton,
    QSizePolicy,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from ai.players import SHIPPED
from ai.training.run_files import RunFiles
from ai.training.run_folder import RunFolder
from ai.training.self_play_record import player_name
from ai.training.shipped_run import ShippedRun
from gui.beside.watched_process import Work, work_on
from gui.parts.button_menu import offer_in_menu
from gui.parts.forms import side_by_side
from gui.parts.offers import offer
from gui.parts.placing import on_screen
from gui.parts.whole_label import WholeLabel
from gui.plots.curves import COLORS, color_of
from gui.program.desktop import bring_to_front
from gui.program.messages import error_text, fill, in_parts, listed, network_label
from gui.program.settings import ARENA_SIMULATIONS, Settings
from gui.training.generation_table import GenerationTable, newest_taken
from gui.training.known_runs import (
    LOOK_INTERVAL_MS,
    SettingsAndState,
    Troubles,
    folders_of_runs,
    settings_and_state,
)
from gui.training.panel import failure_text, gone_text, kept_whole, progress_text, state_text, warning_text
from gui.training.recorded_games import RecordedGames
from gui.training.run_export import FiguresSaver, have_steps
from gui.training.run_figures import SECONDS_OF_HOUR, Axis, Line, RunFigures
from gui.training.run_list import RunList
from gui.training.run_settings import RunSettingsDialog
from gui.training.training_plots import RunPlots

ROOM_SIZE = QSize(1240, 780)
MOST_COMPARED = 2
"""Most generations shown side by side."""
AXES = (Axis.STEPS, Axis.GENERATIONS, Axis.POSITIONS, Axis.HOURS)
"""Axes to choose from."""
LINES_TOLD = 5
"""Lines kept for the state of a session: some phases have one more than others, and the plots below stay in place."""
MOST_RUNS = len(COLORS)
"""Most runs whose curves are drawn together."""


class TrainingRoom(QWidget):
    """A window of its own, without a parent: window managers keep children in front, and a game begun here is to be seen. It only reads; actions are
    asked for by signals."""

    start_asked = Signal(object)
    """Carries the folder of a run to go on with, the shipped one's for a new run from its network; ``None`` for a new one."""
    stop_asked = Signal(object)
    """Carries the folder of a run."""
    rename_asked = Signal(object)
    """Carries the folder of a run."""
    remove_asked = Signal(object)
    """Carries the folder of a run."""
    play_asked = Signal(object)
    """Carries the checkpoint to play against."""
    game_asked = Signal(object)
    """Carries a :class:`core.game.Game` to show."""
    adding_asked = Signal(object, object)
    """Carries a list of :class:`gui.records.entries.Entry` to add to a file, and this window."""
    compare_asked = Signal(object)
    """Carries one or two checkpoints to look at on the board's position."""
    contest_asked = Signal(object)
    """Carries checkpoints to play in an arena."""
    begin_asked = Signal(object)
    """Carries the checkpoint that a new run is to begin with."""

    def __init__(
        self,
        runs: Path,
        settings: Settings,
        others: Collection[Path] = (),
        shipped: ShippedRun | None = None,
        work_on: Callable[[RunFiles], Work] = work_on,
        refusal_of: Callable[[Path], str] = lambda _run: "",
    ):
        """Runs are folders in ``runs``, and ``others``, which may grow. The ``shipped`` one is listed last, to look at. ``work_on`` may know of
        sessions without a lock yet and of those about to stop; ``refusal_of`` tells why one could not begin."""
        super().__init__()
        self._runs = runs
        self._settings = settings
        self._others = others
        self._shipped = shipped
        self._work_on, self._refusal_of = work_on, refusal_of
        self._chosen: list[RunFigures] = []
        """Runs whose curves are drawn; everything else shows the first, which was chosen first."""
        self._games_of: tuple[Path, int] | None = None
        """Run and generation whose games are listed."""
        self._troubles = Troubles()
        self._names: Counter[str] = Counter()
        """Number of listed runs with each name."""
        self._make_widgets()
        self._lay_out()
        self._timer = QTimer(self)
        self._timer.setInterval(LOOK_INTERVAL_MS)
        self._timer.timeout.connect(self.look)
        QShortcut(QKeySequence.StandardKey.Close, self, self.close)
        QShortcut(QKeySequence(Qt.Key.Key_Escape), self, self._leave)
        if not self.restoreGeometry(QByteArray.fromBase64(settings.training_room.encode())):
            self.resize(on_screen(self, ROOM_SIZE))
        self.retranslate()

    def _make_widgets(self) -> None:
        self.runs = RunList(MOST_RUNS)
        self.runs.runs_chosen.connect(self._draw_chosen)
        self.state = WholeLabel(steady=True)
        self.state.setAlignment(Qt.AlignmentFlag.AlignLeading | Qt.AlignmentFlag.AlignTop)
        self.state.keep_room_for_lines(LINES_TOLD)
        self.state.setContentsMargins(0, 0, 8, 0)  # else a full line would touch the heading beside it
        self.plots = RunPlots(self._name_of, self)
        self.axis = QComboBox()
        for axis in AXES:
            self.axis.addItem("", axis)
        self.axis.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.axis.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.axis.currentIndexChanged.connect(self._count_along)
        known = [axis for axis in AXES if axis.value == self._settings.training_axis]
        self.axis.setCurrentIndex(self.axis.findData(known[0] if known else Axis.STEPS))
        self.common = QCheckBox()
        self.common.toggled.connect(self._cut_to_common)
        self.saver = FiguresSaver(self, self._settings)
        self.generations = GenerationTable()
        self.generations.meant_changed.connect(self._show_meant)
        self.generations.taken.connect(self._play)
        self.games = RecordedGames()
        self.games.game_asked.connect(self.game_asked)
        self.games.adding_asked.connect(lambda games: self.adding_asked.emit(games, self))
        self.buttons: dict[str, QPushButton] = {}
        for name, slot in (
            ("new", lambda: self.start_asked.emit(None)),
            ("go_on", lambda: self.start_asked.emit(self.chosen)),
            ("stop", lambda: self.stop_asked.emit(self.chosen)),
            ("rename", lambda: self.rename_asked.emit(self.chosen)),
            ("remove", lambda: self.remove_asked.emit(self.chosen)),
            ("settings", self._show_settings),
            ("play", self._play),
            ("compare", lambda: self.compare_asked.emit(self._together())),
            ("contest", lambda: self.contest_asked.emit(self._together())),
            ("begin", lambda: self.begin_asked.emit(self.meant()[0])),
            ("picture", lambda: self.saver.save_picture(self._named(), self.plots)),
            ("figures", lambda: self.saver.save_figures(self._named())),
        ):
            self.buttons[name] = QPushButton()
            self.buttons[name].clicked.connect(slot)
        of_runs = [self.buttons[name] for name in ("go_on", "stop", "settings", "rename", "remove")]
        offer_in_menu(self.runs, of_runs, self.buttons["remove"], self.buttons["rename"])
        offer_in_menu(
            self.generations, [self.buttons[name] for name in ("play", "compare", "contest", "begin")]
        )

    def _count_along(self) -> None:
        """Count along the axis that the user chose, also at the next start."""
        axis: Axis = self.axis.currentData()
        self._settings.training_axis = axis.value
        self.plots.count_by(axis)

    def _cut_to_common(self, common: bool) -> None:
        self.plots.cut_to_common(common)
        self.look()  # what is told of short runs

    def _lay_out(self) -> None:
        names = "runs", "comparing", "generations", "choosing", "simulations", "games"
        self._labels = {name: WholeLabel(steady=name == "choosing") for name in names}
        left = self._column(
            self._labels["runs"],
            self.runs,
            self._labels["comparing"],
            row("new", of=self.buttons),
            row("go_on", "stop", of=self.buttons),
            row("rename", "remove", of=self.buttons),
            row("settings", of=self.buttons),
        )
        told = side_by_side(self.saver.told, self.common, self.axis)
        plots = self.plots.grid.scrolled()
        middle = self._column(self.state, plots, told, row("picture", "figures", of=self.buttons))
        right = self._column(
            self._labels["generations"],
            self.generations,
            self._labels["choosing"],
            row("play", "compare", of=self.buttons),
            row("contest", "begin", of=self.buttons),
            self._labels["simulations"],
            side_by_side(self._labels["games"], self.games.add_button),
            self.games,
        )
        splitter = QSplitter()
        for widget, stretch in ((left, 1), (middle, 4), (right, 2)):
            splitter.addWidget(widget)
            splitter.setStretchFactor(splitter.count() - 1, stretch)
        splitter.setSizes([170, 584, 491])
        layout = QVBoxLayout(self)
        layout.addWidget(splitter)

    @staticmethod
    def _column(*widgets: QWidget) -> QWidget:
        column = QWidget()
        layout = QVBoxLayout(column)
        layout.setContentsMargins(0, 0, 0, 0)
        for widget in widgets:
            stretch = (
                2 if isinstance(widget, GenerationTable) else int(isinstance(widget, QAbstractScrollArea))
            )
            layout.addWidget(widget, stretch)  # there are more generations than games of one
        return column

    # --- runs -------------------------------------------------------------------------------------------------

    def open_at(self, folder: Path | None) -> None:
        """Show the room with this run chosen."""
        bring_to_front(self)
        self.choose(folder)

    def choose(self, folder: Path | None) -> None:
        """Choose this run, if any, as soon as its folder exists: a session that begins makes it."""
        self.runs.wanted = folder
        self.look()

    def show_session(self, folder: Path) -> None:
        """Choose the run of a session that begins. One that is already chosen stays, with those it is compared with."""
        if folder in self.runs.chosen:
            self.look()
        else:
            self.choose(folder)

    @property
    def _folder(self) -> RunFiles | None:
        return self._chosen[0].folder if self._chosen else None

    @property
    def chosen(self) -> Path | None:
        """The run shown; of several the first chosen."""
        return self._folder.path if self._folder else None

    def _there(self) -> list[Path]:
        """The runs in the user's folder and others watched, newest first, then the shipped one."""
        runs = folders_of_runs(self._runs, self._others)
        return runs if self._shipped is None else [*runs, self._shipped.path]

    def _folder_at(self, path: Path) -> RunFiles:
        return self._shipped if self._shipped is not None and path == self._shipped.path else RunFolder(path)

    def _name_of(self, folder: RunFiles) -> str:
        """A run's name; with its parent folder if several listed runs have that name."""
        if folder is self._shipped:
            return network_label(SHIPPED)
        return folder.name if self._names[folder.name] < 2 else f"{folder.name} ({folder.path.parent})"

    def _named(self) -> list[tuple[str, RunFigures]]:
        """The chosen runs with their names."""
        return [(self._name_of(run.folder), run) for run in self._chosen]

    def _draw_chosen(self) -> None:
        """Draw the chosen runs, each in the colour that it had. Everything else shows the first."""
        first, known = self.chosen, {run.folder.path: run for run in self._chosen}
        kept = {path: known[path] for path in self.runs.chosen if path in known}
        free = [color for color in range(MOST_RUNS) if color not in {run.color for run in kept.values()}]
        self._chosen = [
            kept[path] if path in kept else RunFigures(self._folder_at(path), free.pop(0))
            for path in self.runs.chosen
        ]
        self.plots.show_runs(self._chosen)
        self.common.setVisible(len(self._chosen) > 1)
        self.state.setMinimumHeight(0)  # the plots get back the room of other runs' texts
        if [run.folder.path for run in self._chosen] != list(known):
            self.saver.tell(None)
        if self.chosen != first:
            self._show_generations([])
        self.look()

    def look(self) -> None:
        """Read the runs and update everything."""
        there = self._there()
        self._names = Counter(self._folder_at(path).name for path in there)
        self.runs.show_runs(there)
        self._mark_runs()
        folder = self._folder
        work = Work.NONE if folder is None else self._work_on(folder)
        read = [settings_and_state(run.folder) for run in self._chosen]
        problem = "" if folder is None or work is not Work.NONE else read[0][2]
        unreadable = self._chosen[0].problem if self._chosen else None
        self._offer_sessions(work, problem or ("" if unreadable is None else error_text(unreadable)), read)
        self._offer_generations()
        self._show_games()
        if folder is None:
            self.generations.say_unreadable(False)
            told = [self._why_none()]
        else:
            self.plots.look()
            run = self._chosen[0]
            is_shipped = folder is self._shipped
            told = self._look_at_shipped(run) if is_shipped else self._look_at_run(run, work, problem)
            told += map(self._told_of_other, self._chosen[1:])
            told += [self._told_of_boards(read), self._told_of_dots()]
        self.state.setText("\n".join(filter(None, told)))

    def _why_none(self) -> str:
        """Why no run is shown."""
        lost = self.runs.lost
        if lost is not None:
            return gone_text(lost)
        return self.tr(
            "No run yet. “New…” on the left starts one: a network learns by playing against itself, and its curves appear here."
        )

    def _mark_runs(self) -> None:
        """Mark runs with sessions, compared runs, and runs in trouble."""
        names, troubles = {}, {}
        for path, _item in self.runs.rows():
            folder = self._folder_at(path)
            works = self._work_on(folder) is not Work.NONE
            names[path] = self._name_of(folder) + ("  ●" if works else "")
            if not works and folder is not self._shipped:
                troubles[path] = self._troubles.of(folder)
        colors = {run.folder.path: color_of(run.color) for run in self._chosen}
        self.runs.mark(names, colors, troubles)
        heading = self.tr("Generations")
        if len(self._chosen) > 1:
            heading = fill(self.tr("Generations of %1"), self._name_of(self._chosen[0].folder))
        self._labels["generations"].setText(heading)

    def _told_of_other(self, run: RunFigures) -> str:
        """Line about a run compared with the first: why it isn't drawn, or what its session does."""
        if run.problem is not None:
            return fill(self.tr("Run “%1”: %2"), self._name_of(run.folder), error_text(run.problem))
        work = self._work_on(run.folder)
        if work is Work.NONE:
            return ""
        progress = run.folder.read_progress()
        speed = fill(
            self.tr("%1 positions a second"), f"{(progress or {}).get('positions_per_second', 0):,.0f}"
        )
        return in_parts(state_text(progress, work, run.folder.name), speed)

    def _told_of_boards(self, read: list[SettingsAndState]) -> str:
        """Warning that compared runs learn on different boards, if they do."""
        boards = dict.fromkeys(str(config.size) for config, *_ in read if config is not None)
        if len(boards) < 2:
            return ""
        said = self.tr(
            "These runs learn on different boards (%1): their losses and moves a game can't be compared."
        )
        return fill(said, listed(boards))

    def _told_of_dots(self) -> str:
        """How to see runs that are too short to be seen beside the longest one; empty if there are none."""
        dots = self.plots.dots()
        if not dots:
            return ""
        said = self.tr(
            "Too short to be seen beside the longest run: %1. “Common part” below the plots shows more."
        )
        return fill(said, listed(self._name_of(run.folder) for run in dots))

    def _look_at_run(self, run: RunFigures, work: Work, problem: str) -> list[str]:
        folder = run.folder
        progress = folder.read_progress()
        self.generations.say_unreadable(run.problem is not None)
        if run.problem is None and run.lines != self.generations.lines:
            self._show_generations(run.lines)
        finished = run.lines[-1]["generation"] if run.lines else 0
        return [
            state_text(progress, work, folder.name),
            kept_whole(progress_text(progress, work, finished), self.state),
            warning_text(progress),
            failure_text(progress, work),
            problem or self._refusal_of(folder.path),
            "" if run.problem is None else error_text(run.problem),
        ]

    def _look_at_shipped(self, run: RunFigures) -> list[str]:
        """Show the shipped run and list those of its generations whose networks were shipped."""
        if run.problem is not None:
            return [error_text(run.problem)]
        if not self.generations.lines:
            self._show_generations(self._listed(run))
        last = run.lines[-1]
        return [
            fill(
                self.tr(
                    "How the shipped network learned: %1 generations, %2 games, %3 positions, %4 hours; where curves jump, its settings were "
                    "changed. Some of its generations came along and are listed on the right. “New…” on the left starts a run of your own, “Go on…” "
                    "one that goes on from this network."
                ),
                *(f"{last[name]:,}" for name in ("generation", "games", "positions")),
                f"{last['seconds'] / SECONDS_OF_HOUR:.0f}",
            )
        ]

    def _offer_sessions(self, work: Work, problem: str, read: list[SettingsAndState]) -> None:
        """Enable the buttons for the chosen run's session, unless there is a ``problem``; ``read``: settings and state of the chosen runs."""
        running = work is not Work.NONE
        no_run = self.tr("No run is chosen; “New…” starts one.") if self._folder is None else ""
        is_shipped = self._folder is not None and self._folder is self._shipped
        offer(
            self.buttons["go_on"],
            no_run or (self.tr("A session works on this run already.") if running else problem),
            self.tr("Start a run of your own that goes on from this network, with its settings")
            if is_shipped
            else self.tr("Let this run learn on from where it stopped"),
        )
        stopping = self.tr("The session is stopping already.") if work is Work.ENDING else ""
        offer(
            self.buttons["stop"],
            no_run or (stopping if running else self.tr("No session works on this run now.")),
            self.tr("The session keeps what it has learned; “Go on…” lets it learn on later"),
        )
        unread = [reason for config, _state, reason in read if config is None]
        offer(
            self.buttons["settings"],
            no_run or (unread[0] if len(unread) == len(read) else ""),
            self.tr("The settings of the chosen runs, and in which of them they differ"),
        )
        stop_first = self.tr(
            "A session works on it now; it has to be stopped before it can be renamed or removed."
        )
        fixed = no_run
        if running:
            fixed = stop_first
        elif is_shipped:
            fixed = self.tr("This run came with Buwei and stays as it is.")
        offer(self.buttons["rename"], fixed, self.tr("Give the run another name (F2)"))
        offer(
            self.buttons["remove"],
            fixed,
            self.tr("Remove the run with all its networks and games, after you were asked"),
        )

    def _offer_generations(self) -> None:
        """Enable the buttons for the generations meant, or for all."""
        none = "" if self.generations.lines else self.tr("No generation has been finished yet.")
        two = self.tr("Two can be set side by side: choose one generation or two, or two runs.")
        many = "" if len(self._together()) <= MOST_COMPARED else two
        several = self.tr("Choose one generation to play against.") if len(self.meant()) > 1 else ""
        offer(self.buttons["play"], none or several, self.tr("A new game against it"))
        self._labels["choosing"].setText(several or self._about_choosing())
        searched = self.tr("Simulations: %1 against you, %2 in an arena")
        numbers = (f"{number:,}" for number in (self._settings.simulations, ARENA_SIMULATIONS))
        self._labels["simulations"].setText(fill(searched, *numbers))
        self._labels["simulations"].setToolTip(
            self.tr(
                "Of each move: against you as the menu “AI” says, in an arena unless its dialog says otherwise"
            )
        )
        nothing = "" if any(run.lines for run in self._chosen) else none
        offer(self.buttons["picture"], nothing)
        kinds = self.tr("Of every generation or of every step of learning: the type of file says which")
        offer(self.buttons["figures"], nothing, kinds if have_steps(self._chosen) else "")
        offer(
            self.buttons["contest"],
            none,
            self.tr(
                "Let the chosen generations, or the newest of the chosen runs, play each other; one alone plays others"
            ),
        )
        offer(
            self.buttons["begin"],
            none,
            self.tr(
                "A run of its own that begins with the newest of those chosen, by the settings of this one"
            ),
        )
        offer(
            self.buttons["compare"],
            none or many,
            self.tr(
                "One generation, or two of one run or of two runs side by side, on the position of the board"
            ),
        )

    def _about_choosing(self) -> str:
        return self.tr(
            "With none chosen, the newest that passed the gate is meant, or that of each chosen run. Ctrl+click chooses a second one."
        )

    # --- generations ------------------------------------------------------------------------------------------

    def _show_generations(self, lines: list[dict[str, Any]]) -> None:
        run = self._chosen[0] if self._chosen else None
        self.generations.show_lines(lines, lambda: () if run is None else run.ratings)

    def meant(self) -> list[Path]:
        """Checkpoints of the selected generations, newest first; if there are none, the newest that was taken."""
        folder = self._folder
        return [] if folder is None else [folder.checkpoint_of(line) for line in self.generations.meant()]

    def _together(self) -> list[Path]:
        """Checkpoints to compare or to play each other: :meth:`meant`, or the newest of each run if several runs and no generation are chosen."""
        if len(self._chosen) < 2 or self.generations.selected():
            return self.meant()
        return [
            run.folder.checkpoint_of(line) for run in self._chosen for line in newest_taken(self._listed(run))
        ]

    def _listed(self, run: RunFigures) -> list[Line]:
        """Generations of ``run`` whose networks exist: of the shipped run, those that were shipped."""
        if run.folder is not self._shipped:
            return run.lines
        return [line for line in run.lines if run.folder.checkpoint_of(line).is_file()]

    def _show_meant(self) -> None:
        self._offer_generations()
        self._show_games()

    def _show_games(self) -> None:
        self._name_games()
        folder, shown = self._folder, self._generation_of_games()
        self._games_of = None
        if folder is None or not shown:
            self.games.show_file(None)
            return
        self._games_of = folder.path, shown
        self.games.show_file(folder.games_of(shown), player_name(folder.name, shown))

    def _generation_of_games(self) -> int | None:
        """The generation whose games are listed: the newest selected, refused or not; if none is, the one being played once it has a game; else the
        newest. Without a selection the list doesn't change while the user is using it."""
        if selected := self.generations.selected():
            return selected[0]["generation"]
        if self.games.is_used and self._games_of is not None and self._games_of[0] == self.chosen:
            return self._games_of[1]
        newest = self.generations.lines[-1]["generation"] if self.generations.lines else 0
        if self._folder is not None and os.path.exists(self._folder.games_of(newest + 1)):
            return newest + 1
        return newest or None

    def _name_games(self) -> None:
        """Name the generation whose games are listed."""
        said = self.tr("Games played for generation %1: double-click one")
        shown = self._generation_of_games()
        text = fill(said, shown) if shown else self.tr("Games")
        self._labels["games"].setText(text)
        self.games.setAccessibleName(text)

    def _play(self) -> None:
        """Ask to play against the selected generation, or the newest."""
        if meant := self.meant():
            self.play_asked.emit(meant[0])

    def _show_settings(self) -> None:
        """Show the settings of the chosen runs, as far as they can be read."""
        configs = {name: settings_and_state(run.folder)[0] for name, run in self._named()}
        RunSettingsDialog({name: config for name, config in configs.items() if config}, self).show()

    # --- language and leaving ---------------------------------------------------------------------------------

    def retranslate(self) -> None:
        self.setWindowTitle(self.tr("Training room"))
        self.saver.tell(None)  # its text is in the previous language
        for name, text in (
            ("runs", self.tr("Runs")),
            (
                "comparing",
                self.tr("Ctrl+click sets up to three others beside the one that is chosen."),
            ),
        ):
            self._labels[name].setText(text)
        for name, text in (
            ("new", self.tr("&New…")),
            ("go_on", self.tr("G&o on…")),
            ("stop", self.tr("&Stop")),
            ("settings", self.tr("Show se&ttings")),
            ("rename", self.tr("Rena&me…")),
            ("remove", self.tr("&Remove…")),
            ("play", self.tr("&Play against it")),
            ("compare", self.tr("What it s&ees…")),
            ("contest", self.tr("&Arena…")),
            ("begin", self.tr("New run &from it…")),
            ("picture", self.tr("Save p&icture…")),
            ("figures", self.tr("Save fi&gures…")),
        ):
            self.buttons[name].setText(text)
        for axis, text in (
            (Axis.STEPS, self.tr("steps")),
            (Axis.GENERATIONS, self.tr("generations")),
            (Axis.POSITIONS, self.tr("positions")),
            (Axis.HOURS, self.tr("time")),
        ):
            self.axis.setItemText(self.axis.findData(axis), text)
        self.axis.setToolTip(
            self.tr(
                "What is counted along the plots: steps of learning, generations, positions that self-play has made, or time worked on the run, with "
                "what each session takes to start and to prepare itself for this computer"
            )
        )
        self.axis.setAccessibleName(self.tr("Horizontal axis"))
        self.common.setText(self.tr("Common part"))
        self.common.setToolTip(
            self.tr(
                "Draw the runs only as far as all of them go: a short one beside a long one is a dot otherwise"
            )
        )
        self.runs.say_when_empty(self.tr("Your runs are listed here. “New…” starts one."))
        self.generations.retranslate()
        self.runs.setAccessibleName(self.tr("Runs"))
        self.plots.draw()
        self._name_games()
        self.games.retranslate()
        self.look()

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        super().changeEvent(event)

    def _leave(self) -> None:
        """Hide a plot's hint, else go back from one plot to all, else close."""
        if self.plots.grid.hide_about():
            return
        if self.plots.grid.is_one_alone:
            self.plots.grid.show_together()
        else:
            self.close()

    def closeEvent(self, event: QCloseEvent) -> None:
        self.saver.finish()
        self._settings.training_room = bytes(self.saveGeometry().toBase64().data()).decode()
        super().closeEvent(event)

    def showEvent(self, event: QShowEvent) -> None:
        self._timer.start()  # also when it comes back after being minimised, which hid it
        super().showEvent(event)

    def hideEvent(self, event: QHideEvent) -> None:
        self._timer.stop()
        super().hideEvent(event)


def row(*names: str, of: Mapping[str, QWidget]) -> QWidget:
    """Buttons in one row."""
    return side_by_side(*(of[name] for name in names))

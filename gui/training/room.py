"""The training room: every run with its curves, generations and their games."""

from collections.abc import Callable, Collection
from pathlib import Path

from PySide6.QtCore import QByteArray, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QHideEvent, QKeySequence, QShortcut, QShowEvent
from PySide6.QtWidgets import (
    QAbstractScrollArea,
    QCheckBox,
    QComboBox,
    QSizePolicy,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from ai.training.run_files import RunFiles
from ai.training.shipped_run import ShippedRun
from gui.beside.watched_process import Work, work_on
from gui.parts.button_menu import offer_in_menu
from gui.parts.forms import side_by_side
from gui.parts.placing import on_screen
from gui.parts.retranslated import Retranslated
from gui.parts.whole_label import WholeLabel
from gui.plots.curves import COLORS, color_of
from gui.program.desktop import bring_to_front
from gui.program.messages import error_text, fill
from gui.program.settings import Settings
from gui.training import told
from gui.training.games_of_generation import GamesOfGeneration
from gui.training.generation_table import GenerationTable, newest_taken
from gui.training.known_runs import LOOK_INTERVAL_MS, SettingsAndState, SettingsRead, Troubles
from gui.training.listed_runs import ListedRuns
from gui.training.panel import about_figures
from gui.training.room_buttons import GenerationButtons, RunButtons
from gui.training.run_export import FiguresSaver
from gui.training.run_figures import Axis, Line, RunFigures
from gui.training.run_list import RunList
from gui.training.run_settings import RunSettingsDialog
from gui.training.setting_changes import held_settings
from gui.training.training_plots import RunPlots

ROOM_SIZE = QSize(1240, 780)
AXES = (Axis.STEPS, Axis.GENERATIONS, Axis.POSITIONS, Axis.HOURS)
"""Axes to choose from."""
LINES_TOLD = 6
"""Lines kept for the state of a session: some phases have one more than others, and the plots below stay in place."""
MOST_RUNS = len(COLORS)
"""Most runs whose curves are drawn together."""


class TrainingRoom(Retranslated, QWidget):
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
        self._settings = settings
        self._listed = ListedRuns(runs, others, shipped)
        self._work_on, self._refusal_of = work_on, refusal_of
        self._chosen: list[RunFigures] = []
        """Runs whose curves are drawn; everything else shows the first, which was chosen first."""
        self._settings_read, self._troubles = SettingsRead(), Troubles()
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
        self.plots = RunPlots(self._listed.name_of, self)
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
        self.games = GamesOfGeneration(self)
        self.games.list.game_asked.connect(self.game_asked)
        self.games.list.adding_asked.connect(lambda games: self.adding_asked.emit(games, self))
        self._make_buttons()

    def _make_buttons(self) -> None:
        runs, generations = self.run_buttons, self.generation_buttons = RunButtons(), GenerationButtons()
        for button, slot in (
            (runs.new, lambda: self.start_asked.emit(None)),
            (runs.go_on, lambda: self.start_asked.emit(self.chosen)),
            (runs.stop, lambda: self.stop_asked.emit(self.chosen)),
            (runs.rename, lambda: self.rename_asked.emit(self.chosen)),
            (runs.remove, lambda: self.remove_asked.emit(self.chosen)),
            (runs.settings, self._show_settings),
            (generations.play, self._play),
            (generations.compare, lambda: self.compare_asked.emit(self._together())),
            (generations.contest, lambda: self.contest_asked.emit(self._together())),
            (generations.begin, lambda: self.begin_asked.emit(self.meant()[0])),
            (self.saver.picture, lambda: self.saver.save_picture(self._named(), self.plots)),
            (self.saver.figures, lambda: self.saver.save_figures(self._named())),
        ):
            button.clicked.connect(slot)
        of_runs = runs.go_on, runs.stop, runs.settings, runs.rename, runs.remove
        offer_in_menu(self.runs, of_runs, runs.remove, runs.rename)
        of_generations = generations.play, generations.compare, generations.contest, generations.begin
        offer_in_menu(self.generations, of_generations)

    def _count_along(self) -> None:
        """Count along the axis that the user chose, also at the next start."""
        axis: Axis = self.axis.currentData()
        self._settings.training_axis = axis.value
        self.plots.count_by(axis)

    def _cut_to_common(self, common: bool) -> None:
        self.plots.cut_to_common(common)
        self.look()  # what is told of short runs

    def _lay_out(self) -> None:
        self._labels = {name: WholeLabel() for name in ("runs", "comparing", "generations")}
        left = self._column(self._labels["runs"], self.runs, self._labels["comparing"], self.run_buttons)
        told_beside = side_by_side(self.saver.told, self.common, self.axis)
        saving = side_by_side(self.saver.picture, self.saver.figures)
        middle = self._column(self.state, self.plots.grid.scrolled(), told_beside, saving)
        right = self._column(
            self._labels["generations"],
            self.generations,
            self.generation_buttons,
            side_by_side(self.games.label, self.games.list.add_button),
            self.games.list,
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

    def _named(self) -> list[tuple[str, RunFigures]]:
        """The chosen runs with their names."""
        return [(self._listed.name_of(run.folder), run) for run in self._chosen]

    def _draw_chosen(self) -> None:
        """Draw the chosen runs, each in the colour that it had. Everything else shows the first."""
        first, known = self.chosen, {run.folder.path: run for run in self._chosen}
        kept = {path: known[path] for path in self.runs.chosen if path in known}
        free = [color for color in range(MOST_RUNS) if color not in {run.color for run in kept.values()}]
        self._chosen = [
            kept[path] if path in kept else self._listed.figures_of(path, free.pop(0))
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
        self.runs.show_runs(self._listed.look())
        self._mark_runs()
        folder = self._folder
        work = Work.NONE if folder is None else self._work_on(folder)
        read = [self._settings_read.of(run.folder) for run in self._chosen]
        problem = "" if folder is None or work is not Work.NONE else read[0].problem
        if folder is not None:
            self.plots.look()
        self._offer_sessions(work, problem, read)
        self._list_generations()
        self._show_meant()
        self.state.setText("\n".join(filter(None, self._told(work, problem, read))))

    def _mark_runs(self) -> None:
        """Mark runs with sessions, compared runs, and runs in trouble."""
        names, troubles = {}, {}
        for path, _item in self.runs.rows():
            folder = self._listed.at(path)
            works = self._work_on(folder) is not Work.NONE
            names[path] = self._listed.name_of(folder) + ("  ●" if works else "")
            if not works and not isinstance(folder, ShippedRun):
                troubles[path] = self._troubles.of(folder)
        colors = {run.folder.path: color_of(run.color) for run in self._chosen}
        self.runs.mark(names, colors, troubles)
        heading = self.tr("Generations")
        if len(self._chosen) > 1:
            heading = fill(self.tr("Generations of %1"), self._listed.name_of(self._chosen[0].folder))
        self._labels["generations"].setText(heading)

    def _offer_sessions(self, work: Work, problem: str, read: list[SettingsAndState]) -> None:
        """Enable the buttons for the chosen run's session. ``read``: settings and state of the chosen runs."""
        unreadable = error_text(self._chosen[0].problem or "") if self._chosen else ""
        unread = [one.problem for one in read if one.config is None]
        no_settings = unread[0] if unread and len(unread) == len(read) else ""
        self.run_buttons.offer(self._folder, work, problem or unreadable, no_settings)

    def _told(self, work: Work, problem: str, read: list[SettingsAndState]) -> list[str]:
        """What is said of the chosen runs, or why there are none."""
        if not self._chosen:
            return [told.why_none(self.runs.lost)]
        first, *others = self._chosen
        if isinstance(first.folder, ShippedRun):
            lines = [told.of_shipped_run(first)]
        else:
            problem = problem or self._refusal_of(first.folder.path)
            lines = told.of_run(first, first.folder.read_progress(), work, problem, self.state)
        for run in others:
            name, beside = self._listed.name_of(run.folder), self._work_on(run.folder)
            lines.append(told.of_other_run(run, name, run.folder.read_progress(), beside))
        dots = [self._listed.name_of(run.folder) for run in self.plots.dots()]
        return [*lines, told.of_boards(read), told.of_changed_settings(self._changed()), told.of_dots(dots)]

    def _changed(self) -> list[str]:
        """Of runs that are compared, the names of those whose settings were changed on the way; of one alone its plots tell it."""
        if len(self._chosen) < 2:
            return []
        return [name for name, run in self._named() if run.setting_changes]

    # --- generations ------------------------------------------------------------------------------------------

    def _list_generations(self) -> None:
        """List the generations of the first run; of the shipped one, whose figures stay as they are, only once."""
        run = self._chosen[0] if self._chosen else None
        self.generations.say_unreadable(run is not None and run.problem is not None)
        if run is None or run.problem is not None:
            return
        if isinstance(run.folder, ShippedRun) and self.generations.lines:
            return
        lines = self._listed.generations_of(run)
        if lines != self.generations.lines:
            self._show_generations(lines)

    def _show_generations(self, lines: list[Line]) -> None:
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
            run.folder.checkpoint_of(line)
            for run in self._chosen
            for line in newest_taken(self._listed.generations_of(run))
        ]

    def _show_meant(self) -> None:
        """Offer what can be done with the generations meant, or with all, and list the games of one."""
        self.generation_buttons.offer(
            bool(self.generations.lines),
            len(self.generations.meant()),
            len(self._together()),
            self._settings.simulations,
        )
        self.saver.offer(self._chosen)
        lines, selected = self.generations.lines, self.generations.selected()
        newest = lines[-1]["generation"] if lines else 0
        self.games.show(self._folder, newest, selected[0]["generation"] if selected else None)

    def _play(self) -> None:
        """Ask to play against the selected generation, or the newest."""
        if meant := self.meant():
            self.play_asked.emit(meant[0])

    def _show_settings(self) -> None:
        """Show the settings of the chosen runs, as far as they can be read."""
        read = [(name, run, self._settings_read.of(run.folder).config) for name, run in self._named()]
        held = {name: held_settings(config, run.lines) for name, run, config in read if config}
        is_known = all("settings" in line for run in self._chosen for line in run.lines)
        RunSettingsDialog(held, self, is_known).show()

    # --- language and leaving ---------------------------------------------------------------------------------

    def retranslate(self) -> None:
        self.setWindowTitle(self.tr("Training room"))
        self.saver.retranslate()
        self.state.setToolTip(about_figures())
        self._labels["runs"].setText(self.tr("Runs"))
        comparing = self.tr("Ctrl+click sets up to three others beside the one that is chosen.")
        self._labels["comparing"].setText(comparing)
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
        self.games.retranslate()
        self.look()

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

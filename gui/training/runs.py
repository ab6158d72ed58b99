"""The list of training runs; runs can be added, renamed and removed."""

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QDateTime, QLocale, QSize, QTimer, Signal
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QFileDialog,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QPushButton,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from ai.players import name_of
from ai.training.run_files import RunFiles
from gui.beside.watched_session import Stamp, stamp_of
from gui.parts.button_menu import offer_in_menu
from gui.parts.in_turns import InTurns
from gui.parts.offers import offer
from gui.parts.placing import on_screen
from gui.parts.removing import remove
from gui.parts.retranslated import Retranslated
from gui.parts.tables import SMALLEST_COLUMN, UNKNOWN, let_copy, look_only
from gui.program.desktop import show_outside
from gui.program.errors import show_error
from gui.program.messages import elo_text, fill, network_label
from gui.training.known_runs import LOOK_INTERVAL_MS, TELLING, KnownRun, folders_of_runs, statuses_in
from gui.training.renaming import rename_run

RATING, SIZE = 5, 7
"""Columns of the table."""
RunStamp = tuple[bool, tuple[Stamp, ...]]
"""Whether a session works on a run, and stamps of its files."""


def remove_run(window: QWidget, path: Path, needed: Iterable[str], size: int | None = None) -> bool:
    """Ask in front of ``window`` and remove the run in ``path``. Returns whether it is gone. ``needed``: sentences about what needs its networks;
    ``size``: its bytes, which are counted if not given; that takes a while for a long run."""
    if size is None:
        size = sum(status.st_size for status in statuses_in(path))
    said = QCoreApplication.translate("runs", "Remove the run “%1” with all its networks and games (%2)?")
    shown = QLocale().formattedDataSize(size)
    question = "\n\n".join((fill(said, path.name, shown), str(path), *needed))
    return remove(window, path, question)


class RunsDialog(Retranslated, QDialog):
    """The list, with buttons to open, rename and remove a run."""

    room_asked = Signal(object)
    """Carries the folder of a run to show in the training room."""
    added = Signal(object)
    """Carries the folder of a run that was added to the list."""
    removed = Signal(object)
    """Carries the folder of a run that was removed or taken off the list."""
    renamed = Signal(object, object)
    """Carries a run's folder before and after renaming."""

    def __init__(
        self,
        parent: QWidget | None,
        runs: Path,
        others: Iterable[Path] = (),
        is_running: Callable[[RunFiles], bool] = RunFiles.is_running,
        who_needs: Callable[[Path], Iterable[str]] = lambda _folder: (),
        elsewhere: list[str] | None = None,
        who_keeps_name: Callable[[Path], Iterable[str]] = lambda _folder: (),
    ):
        """Lists all runs in ``runs``, and ``others``. ``is_running`` may know of sessions without a lock yet; ``who_needs``: sentences about what
        could not go on without a run's networks; ``who_keeps_name``: the same if it were renamed. ``elsewhere``: folders that the user added to the
        list; taking one off changes it."""
        super().__init__(parent)
        self._who_needs, self._who_keeps_name = who_needs, who_keeps_name
        self._is_running = is_running
        self._runs_folder, self._others = runs, list(others)
        self._elsewhere = [] if elsewhere is None else elsewhere
        self._runs: list[KnownRun] = []
        self._stamps: dict[Path, RunStamp] | None = None
        """Stamps of the runs when last read; ``None`` to read them again."""
        self._sizes: dict[Path, int] = {}
        """Bytes of runs, as last counted. Counting takes a while for a long run, and seconds on a network drive."""
        self._unmeasured: list[Path] = []
        """Runs whose bytes are to be counted, for the first time or again."""
        self._unrated: list[Path] = []
        """Runs whose figures are to be read, for the first time or again."""
        self.measuring = InTurns(self)
        self._timer = QTimer(self)
        self._timer.setInterval(LOOK_INTERVAL_MS)
        self._timer.timeout.connect(self.look)
        self.table = QTableWidget(0, 9)
        look_only(self.table)
        header = self.table.horizontalHeader()
        header.setMinimumSectionSize(SMALLEST_COLUMN)
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        let_copy(self.table)
        self.reason = QLabel()
        self.reason.setWordWrap(True)
        self.add, self.take_off, self.rename = QPushButton(), QPushButton(), QPushButton()
        self.remove, self.open_folder, self.open_room = QPushButton(), QPushButton(), QPushButton()
        buttons = QHBoxLayout()
        for button in (self.add, self.take_off, self.rename, self.remove, self.open_folder):
            button.setAutoDefault(False)
            buttons.addWidget(button)
        buttons.addStretch(1)
        buttons.addWidget(self.open_room)
        layout = QVBoxLayout(self)
        layout.addWidget(self.table)
        layout.addWidget(self.reason)
        layout.addLayout(buttons)
        self.table.itemSelectionChanged.connect(self._show_choice)
        self.table.itemDoubleClicked.connect(lambda _item: self._open_room())
        self.add.clicked.connect(self._add)
        self.take_off.clicked.connect(self._take_off)
        self.rename.clicked.connect(self._rename)
        self.remove.clicked.connect(self._remove)
        self.open_folder.clicked.connect(self._open_folder)
        self.open_room.clicked.connect(self._open_room)
        in_menu = (self.open_room, self.open_folder, self.rename, self.take_off, self.remove)
        offer_in_menu(self.table, in_menu, self.remove, self.rename)
        self.resize(on_screen(self, QSize(860, 360)))
        self.retranslate()

    # --- the list ---------------------------------------------------------------------------------------------

    def look(self) -> None:
        """Read the runs that have changed since the last look. At first they are sorted by their last change; later rows keep their order, and new
        runs come above them."""
        others = [*self._others, *map(Path, self._elsewhere)]
        stamps = {path: self._stamp(path) for path in folders_of_runs(self._runs_folder, others)}
        if stamps == self._stamps:
            return
        before, self._stamps = self._stamps or {}, stamps
        read = {run.folder.path: run for run in self._runs}
        known = {path: run for path, run in read.items() if before.get(path) == stamps.get(path)}
        runs = [known.get(path) or _read_again(path, read.get(path)) for path in stamps]
        still_there = [run for run in runs if os.path.isdir(run.folder.path)]
        chosen = self._chosen()
        rows = {run.folder.path: row for row, run in enumerate(self._runs)}
        self._runs = sorted(still_there, key=lambda run: (rows.get(run.folder.path, -1), -run.changed))
        self._show_runs(None if chosen is None else chosen.folder.path)
        self._measure([path for path in stamps if path not in known])

    def _stamp(self, path: Path) -> RunStamp:
        """A stamp that changes when the run in ``path`` goes on, begins or ends."""
        return self._is_running(RunFiles(path)), tuple(stamp_of(path / name) for name in TELLING)

    def _measure(self, paths: list[Path]) -> None:
        """Read the figures of these runs and count their bytes while the window is idle."""
        if not self._unmeasured:
            self.measuring.start(self._find_rest())
        for wanted in (self._unrated, self._unmeasured):
            wanted += [path for path in paths if path not in wanted]

    def _find_rest(self) -> Iterator[None]:
        """Read figures, a run's at each step, and count bytes, a file at each step."""
        while self._unmeasured:
            while self._unrated:
                yield
                self._read_figures(self._unrated.pop(0))
            path, size = self._unmeasured[0], 0
            for status in statuses_in(path):
                size += status.st_size
                yield
            self._unmeasured.remove(path)
            self._sizes[path] = size
            for row in self._rows_of(path):
                item = self.table.item(row, SIZE)
                if item is not None:
                    item.setText(self._size_of(path))

    def _read_figures(self, path: Path) -> None:
        for row in self._rows_of(path):
            before, now = self._runs[row], self._runs[row].with_figures()
            self._runs[row] = now
            self._show_run(row)
            if now.problem != before.problem:
                self._show_choice()

    def _rows_of(self, path: Path) -> list[int]:
        """The row of the run in ``path``; none if it is gone."""
        return [row for row, run in enumerate(self._runs) if run.folder.path == path]

    def _size_of(self, path: Path) -> str:
        return QLocale().formattedDataSize(self._sizes[path]) if path in self._sizes else UNKNOWN

    def _show_runs(self, chosen: Path | None) -> None:
        """Fill the table. The run ``chosen`` stays selected on its new row."""
        self.table.setRowCount(len(self._runs))
        for row in range(len(self._runs)):
            self._show_run(row)
        paths = [run.folder.path for run in self._runs]
        self.table.selectRow(paths.index(chosen) if chosen in paths else 0)
        self._show_choice()

    def _show_run(self, row: int) -> None:
        """Fill a row."""
        run = self._runs[row]
        for column, text in enumerate(_cells(run, self._size_of(run.folder.path))):
            item = QTableWidgetItem(text)
            item.setToolTip(str(run.folder.path))
            if run.problem:
                item.setForeground(self.palette().placeholderText())
            self.table.setItem(row, column, item)

    def _chosen(self) -> KnownRun | None:
        row = self.table.currentRow()
        return self._runs[row] if 0 <= row < len(self._runs) else None

    def _show_choice(self) -> None:
        run = self._chosen()
        running = run is not None and self._is_running(run.folder)
        if run is None:
            text = self.tr("No run yet. “Start a self-play session” in the menu “Training” begins one.")
        elif running:
            text = self.tr(
                "A session works on it now; it has to be stopped before it can be renamed or removed."
            )
        else:
            text = run.problem
        self.reason.setText(text)
        # of a damaged run, curves and files may still tell something
        for button in (self.open_room, self.open_folder):
            offer(button, text if run is None else "")
        for button in (self.rename, self.remove):
            offer(button, text if run is None or running else "")
        kept = self.tr("Only runs that you have added can be taken off the list.")
        offer(self.take_off, "" if run is not None and str(run.folder.path) in self._elsewhere else kept)

    # --- what can be done -------------------------------------------------------------------------------------

    def _open_room(self) -> None:
        run = self._chosen()
        if run is not None:
            self.room_asked.emit(run.folder.path)
            self.accept()

    def _open_folder(self) -> None:
        run = self._chosen()
        if run is not None:
            show_outside(self, run.folder.path)

    def _add(self) -> None:
        """Add a run whose folder is elsewhere."""
        path = Path(QFileDialog.getExistingDirectory(self, self.tr("Choose the folder of a run")))
        if path == Path():
            return
        if not RunFiles(path).has_settings():
            said = self.tr("“%1” is no folder of a training run. Choose the one in which its config.toml is.")
            show_error(self, fill(said, path))
            return
        if path.parent != self._runs_folder and str(path) not in self._elsewhere:
            self._elsewhere.append(str(path))
            self.added.emit(path)
        self.look()
        self._choose(path)

    def _choose(self, path: Path) -> None:
        paths = [run.folder.path for run in self._runs]
        self.table.selectRow(paths.index(path) if path in paths else 0)

    def _take_off(self) -> None:
        """Take a run off the list. Its folder stays, and a session goes on."""
        run = self._chosen()
        if run is not None and str(run.folder.path) in self._elsewhere:
            self._forget(run.folder.path)
            self.look()

    def _forget(self, path: Path) -> None:
        if str(path) in self._elsewhere:
            self._elsewhere.remove(str(path))
        self._others = [other for other in self._others if other != path]
        self.removed.emit(path)

    def _rename(self) -> None:
        run = self._chosen()
        if run is None or self._is_running(run.folder):
            self._show_choice()
            return
        path = run.folder.path
        now = rename_run(self, path, self._is_running, [*self._who_keeps_name(path)])
        if now is not None:
            self._note_renamed(path, now)
        self._show_choice()  # a session may have begun meanwhile

    def _note_renamed(self, before: Path, now: Path) -> None:
        self._others = [now if other == before else other for other in self._others]
        self.renamed.emit(before, now)
        # it keeps its row
        self._runs = [
            replace(run, folder=RunFiles(now)) if run.folder.path == before else run for run in self._runs
        ]
        self._stamps = None  # paths may ignore case, so the stamps could look unchanged
        self.look()
        self._choose(now)

    def _remove(self) -> None:
        run = self._chosen()
        if run is None or self._is_running(run.folder):
            self._show_choice()
            return
        path = run.folder.path
        if remove_run(self, path, self._who_needs(path), self._sizes.get(path)):
            self._forget(path)
        self.look()

    # --- language ---------------------------------------------------------------------------------------------

    def retranslate(self) -> None:
        self.setWindowTitle(self.tr("Training runs"))
        self.table.setAccessibleName(self.tr("Training runs"))
        self.table.setHorizontalHeaderLabels(
            [
                self.tr("Name"),
                self.tr("Network"),
                self.tr("Board"),
                self.tr("Generation"),
                self.tr("Games"),
                self.tr("Elo vs gen. 0"),
                self.tr("Last change"),
                self.tr("Size"),
                self.tr("Parent"),
            ]
        )
        rating = self.table.horizontalHeaderItem(RATING)
        if rating is not None:
            rating.setToolTip(
                self.tr(
                    "Strength of the run's newest rated generation against its generation 0. The Elo of levels and of an arena are other scales."
                )
            )
        self.add.setText(self.tr("&Add…"))
        self.add.setToolTip(self.tr("Put a run on the list whose folder is elsewhere"))
        self.take_off.setText(self.tr("&Take off the list"))
        self.rename.setText(self.tr("Re&name…"))
        self.remove.setText(self.tr("&Remove…"))
        self.open_folder.setText(self.tr("Open its &folder"))
        self.open_room.setText(self.tr("&Open in the training room"))
        self._stamps = None
        self.look()

    # --- coming and going -------------------------------------------------------------------------------------

    def showEvent(self, event: QShowEvent) -> None:
        self._timer.start()
        self.measuring.start(self._find_rest())
        super().showEvent(event)

    def hideEvent(self, event: QHideEvent) -> None:
        self._timer.stop()
        self.measuring.drop()
        super().hideEvent(event)


def _read_again(path: Path, before: KnownRun | None) -> KnownRun:
    """The run in ``path``, with its rating of ``before`` until its figures are read."""
    run = KnownRun.read(path)
    return run if before is None else replace(run, rating=before.rating)


def _cells(run: KnownRun, size: str) -> tuple[str, ...]:
    """A run's cells, numbers and dates as the language writes them."""
    config, state, locale = run.config, run.state, QLocale()
    return (
        run.folder.name,
        UNKNOWN if config is None else state.network or config.network,
        UNKNOWN if config is None else str(config.size),
        locale.toString(state.generation),
        locale.toString(state.games),
        UNKNOWN if run.rating is None else elo_text(run.rating),
        locale.toString(QDateTime.fromSecsSinceEpoch(int(run.changed)), QLocale.FormatType.ShortFormat),
        size,
        network_label(name_of(Path(config.start_from)))
        if config is not None and config.start_from
        else UNKNOWN,
    )

"""The temporal-difference learner in the window: a session beside it, its curves, and records that could not be used."""

import os
from pathlib import Path
from typing import Any

import numpy as np
from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QComboBox,
    QDoubleSpinBox,
    QFileDialog,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QPushButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from ai.launch import td_command
from ai.players import join
from ai.td.model import TdError
from ai.td.session import UNUSABLE_FILE, TdFolder, Unusable, read_unusable
from core.files import last_change
from core.folders import is_folder_name, why_no_folder_name
from gui.beside.watched_process import Work
from gui.beside.watched_session import Stamp, WatchedSession, stamp_of
from gui.parts.forms import HintedLine, name_fields
from gui.parts.offers import offer
from gui.parts.placing import on_screen
from gui.parts.retranslated import Retranslated
from gui.plots.curves import Curve
from gui.plots.plots import MetricPlot
from gui.program.desktop import bring_to_front
from gui.program.errors import show_error, show_failure
from gui.program.messages import error_text, fill

WINDOW_SIZE = QSize(900, 720)
FIRST_NAME = "td"
"""Name of a session that the user has not named."""
GAMES = 8000
MOST_GAMES = 10_000_000
MOST_MINUTES = 100_000
MOST_OF_NAME = 80
UNUSABLE_SHOWN = 1000


class TdProcess(WatchedSession):
    """The process of one session."""

    folder_kind = TdFolder

    def start(self, folder: Path, games: int, records: Path | None, minutes: float | None) -> None:
        """Start or continue the session in ``folder`` as a process of low priority."""
        self.begin(folder, td_command(folder, games, records, minutes))


def curve_of(rounds: list[dict[str, Any]], name: str, label: str, color: int) -> Curve:
    """The figure ``name`` of all rounds that have it."""
    having = [line for line in rounds if name in line]
    interval = None
    if name == "win_rate":
        low, high = np.array([line["interval_95"] for line in having], float).reshape(-1, 2).T
        interval = (low, high)
    x = np.array([line["games"] + line["record_games"] for line in having], float)
    return Curve(label, x, np.array([line[name] for line in having], float), interval, color=color)


class TdTrainingPage(Retranslated, QWidget):
    """A window of its own that shows one session at a time."""

    play_asked = Signal(str, object)
    """Carries the text of the trained player, and the :class:`core.position.Size` of the board that it learned on."""

    def __init__(self, parent: QWidget, folder: Path):
        """Sessions are folders in ``folder``."""
        super().__init__(parent, Qt.WindowType.Window)
        self._folder = folder
        self._unusable_stamp: tuple[Path, Stamp] | None = None
        """Session, and stamp of its file, for which the unusable records were last read."""
        self._unusable_found: tuple[list[Unusable], int] = [], 0
        self.process = TdProcess(self)
        self.process.changed.connect(self.show_session)
        self.process.failed.connect(self._show_failure)
        self.process.lost.connect(self.process.forget)
        self.process.refused.connect(lambda reason: show_error(self, reason))
        self.process.unheard.connect(self._show_unheard)
        QShortcut(QKeySequence(Qt.Key.Key_Escape), self, self._leave)
        self.name = self._make_names()
        self.records = HintedLine()
        self.browse = QPushButton()
        self.games = QSpinBox()
        self.games.setRange(0, MOST_GAMES)
        self.games.setSingleStep(1000)
        self.games.setGroupSeparatorShown(True)
        self.games.setValue(GAMES)
        self.minutes = QDoubleSpinBox()
        self.minutes.setRange(0, MOST_MINUTES)
        self.minutes.setDecimals(0)
        self.start = QPushButton()
        self.stop = QPushButton()
        self.play = QPushButton()
        self.status = QLabel()
        self.status.setWordWrap(True)
        self.error_plot = MetricPlot()
        self.win_plot = MetricPlot(shares=True)
        self.unusable_title = QLabel()
        self.unusable = QListWidget()
        self.unusable.setWordWrap(True)
        self.unusable.setMaximumHeight(120)
        self._lay_out()
        self.browse.clicked.connect(self._choose_records)
        self.start.clicked.connect(self._start)
        self.stop.clicked.connect(self.process.stop)
        self.play.clicked.connect(self._play)
        self.games.valueChanged.connect(self.show_session)
        self.records.textChanged.connect(self.show_session)
        self.resize(on_screen(self, WINDOW_SIZE))
        self.retranslate()

    def _make_names(self) -> QComboBox:
        """The field for the session: known sessions, or a new name."""
        names = QComboBox()
        names.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        line = QLineEdit()
        line.setMaxLength(MOST_OF_NAME)
        names.setLineEdit(line)
        line.setCompleter(None)  # type: ignore[arg-type] # else a name that begins like another would become that
        line.setText(FIRST_NAME)
        line.editingFinished.connect(self._look)
        names.activated.connect(self._look)
        return names

    def _lay_out(self) -> None:
        self.form = QFormLayout()
        row = QHBoxLayout()
        row.addWidget(self.records, 1)
        row.addWidget(self.browse)
        self.labels = [QLabel() for _ in range(4)]
        for label, field in zip(self.labels, (self.name, row, self.games, self.minutes), strict=True):
            self.form.addRow(label, field)
        buttons = QHBoxLayout()
        for button in (self.start, self.stop, self.play):
            buttons.addWidget(button)
        buttons.addStretch(1)
        layout = QVBoxLayout(self)
        layout.addLayout(self.form)
        layout.addLayout(buttons)
        layout.addWidget(self.status)
        layout.addWidget(self.error_plot, 1)
        layout.addWidget(self.win_plot, 1)
        layout.addWidget(self.unusable_title)
        layout.addWidget(self.unusable)

    # --- doing ------------------------------------------------------------------------------------------------

    def _leave(self) -> None:
        """Hide a plot's hint, else close."""
        if not any(plot.about.hide_hint() for plot in (self.error_plot, self.win_plot)):
            self.close()

    def open(self) -> None:
        """Show the window with the session named in it; without one, if no name was entered, the session that learned last."""
        self._list_sessions()
        if self.process.folder is None and self._session_name == FIRST_NAME and self.name.count():
            self.name.setCurrentIndex(0)
        bring_to_front(self)
        self._look()

    @property
    def _session_name(self) -> str:
        return self.name.currentText().strip() or FIRST_NAME

    @property
    def _session(self) -> Path:
        return self._folder / self._session_name

    @property
    def _has_all(self) -> bool:
        """Whether the session shown has stopped, having done all that the form asks for."""
        progress = None if self.process.running else self.process.progress
        return (
            progress is not None
            and progress.get("games", 0) >= self.games.value()
            and not self.records.text().strip()
        )

    def _list_sessions(self) -> None:
        """List the sessions, the one that learned last first. The name in the field stays."""
        name = self.name.currentText()
        sessions = [path for path in self._folder.glob("*") if path.is_dir()]
        sessions.sort(key=last_change, reverse=True)
        self.name.clear()
        self.name.addItems([path.name for path in sessions])
        self.name.setEditText(name)

    def _look(self) -> None:
        if not self.process.running:
            if is_folder_name(self._session_name) and os.path.isdir(self._session):
                self.process.watch(self._session)
            else:
                self.process.forget()
        self.show_session()

    def _choose_records(self) -> None:
        path = QFileDialog.getExistingDirectory(self, self.tr("Choose a folder of game records"))
        if path:
            self.records.setText(path)

    def _start(self) -> None:
        if reason := why_no_folder_name(self._session_name):
            show_error(self, error_text(reason))
            return
        text = self.records.text().strip()
        records = Path(text) if text else None
        if records is not None and not os.path.isdir(records):
            show_error(self, fill(self.tr("There is no folder %1."), text))
            return
        self.process.start(self._session, self.games.value(), records, self.minutes.value() or None)
        self._list_sessions()
        self.show_session()

    def _play(self) -> None:
        folder = TdFolder(self._session)
        try:
            board = folder.board()
        except TdError as error:
            show_error(self, error_text(error))
            return
        self.play_asked.emit(join("td", {"net": str(folder.network)}), board)

    # --- showing ----------------------------------------------------------------------------------------------

    def show_session(self) -> None:
        """Update everything from the session's folder."""
        running, rounds = self.process.running, self.process.rounds
        self.name.setEnabled(not running)
        self._offer(running)
        self.status.setText(self._status())
        for plot in (self.error_plot, self.win_plot):
            plot.name_axis(self.tr("games"))
        self.error_plot.show_curves(
            self.tr("Squared error"),
            [
                curve_of(rounds, "value_error", self.tr("V of states"), 0),
                curve_of(rounds, "action_error", self.tr("Q of actions"), 1),
            ],
            self.tr("The first round of games will be drawn here."),
        )
        self.win_plot.show_curves(
            self.tr("Win rate"),
            [curve_of(rounds, "win_rate", self.tr("against random moves"), 2)],
            self.tr("The first test, after five rounds, will be drawn here."),
        )
        self._show_unusable()

    def _offer(self, running: bool) -> None:
        """Enable the buttons that can be used now; the others tell why not."""
        self.start.setText(self.tr("&Start") if self.process.progress is None else self.tr("&Go on"))
        offer(self.start, self.tr("The session is running already.") if running else self._way_on())
        stopping = self.tr("The session is stopping already.") if self.process.ending else ""
        offer(self.stop, stopping if running else self.tr("The session isn't running."))
        # A session has its network before its first round. If its figures are damaged, they can't tell whether there was a round.
        has_rounds = bool(self.process.rounds or self.process.problem)
        learned = has_rounds and os.path.isfile(TdFolder(self._session).network)
        offer(self.play, "" if learned else self.tr("This session has learned nothing yet."))

    def _way_on(self) -> str:
        """How to go on with a session that has done all; empty if something is left to do."""
        if not self._has_all:
            return ""
        return self.tr(
            "It has all that is asked for: to go on, ask for more games or choose records; another name begins a new session."
        )

    def _status(self) -> str:
        if self.process.problem:
            return error_text(self.process.problem)
        progress = self.process.progress
        if progress is None:
            return self.tr("Starting") if self.process.running else self.tr("This session has not begun.")
        phases = {
            "self-play": self.tr("Playing against itself"),
            "records": self.tr("Reading game records"),
            "test": self.tr("Testing against random moves"),
        }
        phase = {
            Work.NONE: self.tr("Stopped"),
            Work.ENDING: self.tr("Stopping"),
            # while it is loading, progress is from before
            Work.LOADING: self.tr("Starting"),
        }.get(self.process.work) or phases.get(progress.get("phase", ""), self.tr("Starting"))
        counts = (progress.get(name, 0) for name in ("games", "record_games", "round"))
        text = self.tr("%1. Games of self-play: %2, games of records: %3, rounds: %4")
        said = fill(text, phase, *(f"{count:,}" for count in counts))
        return "\n".join(filter(None, (said, self._way_on())))

    def _show_unusable(self) -> None:
        found, count = self._find_unusable()
        self.unusable_title.setText(fill(self.tr("Records not used, or not to their end: %1"), count))
        lines = [f"{entry.path}: {error_text(entry.reason)}" for entry in found]
        if lines != [self.unusable.item(row).text() for row in range(self.unusable.count())]:
            self.unusable.clear()
            self.unusable.addItems(lines)
        for part in (self.unusable_title, self.unusable):
            part.setVisible(count > 0)

    def _find_unusable(self) -> tuple[list[Unusable], int]:
        """The unusable records to show, and how many there are. Read only after their file has changed, because that takes a while for many
        records."""
        stamp = self._session, stamp_of(self._session / UNUSABLE_FILE)
        if stamp != self._unusable_stamp or not self._unusable_found[0]:
            self._unusable_stamp = stamp
            self._unusable_found = read_unusable(self._session, UNUSABLE_SHOWN)
        return self._unusable_found

    def _show_failure(self, details: str) -> None:
        show_failure(self, self.tr("The session of the learner has ended by itself."), details)

    def _show_unheard(self, reason: str) -> None:
        show_error(self, fill(self.tr("The session of the learner can't be asked to stop: %1"), reason))

    def retranslate(self) -> None:
        self.setWindowTitle(self.tr("Temporal-difference learner"))
        texts = (
            self.tr("Session"),
            self.tr("Game records"),
            self.tr("Games of self-play in all"),
            self.tr("Minutes"),
        )
        for label, text in zip(self.labels, texts, strict=True):
            label.setText(text)
        name_fields(self.form)
        self.records.setPlaceholderText(self.tr("none: learn from self-play only"))
        self.minutes.setSpecialValueText(self.tr("no limit"))
        self.browse.setText(self.tr("C&hoose…"))
        self.stop.setText(self.tr("S&top"))
        self.play.setText(self.tr("&Play against it"))
        self.error_plot.explain(
            self.tr(
                "How far the learner is from what it is taught, in the mean of a round's games: V says of a position how it ends, Q of a move what "
                "it brings; 1 is a win, -1 a loss. Lower is better, and 0 perfect. It may rise where the games change, as they do while it learns."
            )
        )
        self.win_plot.explain(
            self.tr(
                "Every fifth round it plays 100 games against a player who moves at random. Bars: 95% intervals. Near 100% this tells no more: how "
                "strong it is, games against other players tell."
            )
        )
        self.show_session()

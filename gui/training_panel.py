"""A self-play session in the window: how it goes, and the dialog that starts one."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PySide6.QtCore import QEvent, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QDoubleSpinBox,
    QFormLayout,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QPushButton,
    QSpinBox,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from ai.networks import UnknownNetwork, describe
from ai.training.config import RunConfig
from gui.messages import error_text, fill, phase_text

GENERATIONS_SHOWN = 12
NETWORKS = ("b4c32", "b6c64", "b10c96", "paper", "agz6x64")


def duration_text(seconds: float) -> str:
    """``1:02:03``"""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{rest:02d}"


class TrainingPanel(QWidget):
    """What the session does now, and its last generations."""

    start_asked = Signal()
    stop_asked = Signal()

    def __init__(self, parent: QWidget | None = None):
        super().__init__(parent)
        self._state = QLabel()
        self._state.setObjectName("training_state")
        self._state.setWordWrap(True)
        self._figures = QLabel()
        self._figures.setObjectName("training_figures")
        self._figures.setWordWrap(True)
        self._table = QTableWidget(0, 5)
        self._table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self._table.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self._table.verticalHeader().hide()
        self._table.setShowGrid(False)
        self._table.setAlternatingRowColors(True)
        self._table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self._start, self._stop = QPushButton(), QPushButton()
        self._start.clicked.connect(self.start_asked)
        self._stop.clicked.connect(self.stop_asked)
        buttons = QHBoxLayout()
        buttons.addWidget(self._start)
        buttons.addWidget(self._stop)
        layout = QVBoxLayout(self)
        layout.addWidget(self._state)
        layout.addWidget(self._figures)
        layout.addWidget(self._table, 1)
        layout.addLayout(buttons)
        self._last: tuple[dict[str, Any] | None, bool, str] = (None, False, "")
        self.retranslate()

    def show_progress(self, progress: dict[str, Any] | None, running: bool, run_name: str) -> None:
        """``progress`` as the session writes it (:class:`ai.training.train.Status`)."""
        self._last = progress, running, run_name
        self._start.setEnabled(not running)
        self._stop.setEnabled(running)
        if not run_name:
            self._state.setText(
                self.tr(
                    "No session yet. Start one, and Buwei learns by playing against itself while you play on."
                )
            )
            self._figures.setText("")
            return
        phase = str((progress or {}).get("phase", "starting")) if running else "stopped"
        self._state.setText(fill(self.tr("Run “%1”: %2"), run_name, phase_text(phase)))
        self._figures.setText("" if progress is None else self._figures_text(progress))

    def _figures_text(self, progress: dict[str, Any]) -> str:
        lines = [
            fill(
                self.tr("Generation %1 · %2 games · %3 positions · %4 positions a second"),
                progress.get("generation", 0),
                f"{progress.get('games', 0):,}",
                f"{progress.get('positions', 0):,}",
                f"{progress.get('positions_per_second', 0):.0f}",
            ),
            fill(self.tr("Worked for %1"), duration_text(progress.get("elapsed_seconds", 0))),
        ]
        if progress.get("remaining_seconds") is not None:
            lines[-1] += "  ·  " + fill(self.tr("%1 left"), duration_text(progress["remaining_seconds"]))
        if progress.get("policy_loss") is not None:
            lines.append(
                fill(
                    self.tr("Policy loss %1 · value loss %2"),
                    f"{progress['policy_loss']:.3f}",
                    f"{progress['value_loss']:.3f}",
                )
            )
        return "\n".join(lines)

    def show_generations(self, lines: list[dict[str, Any]]) -> None:
        """The last generations, newest first: lines of ``metrics.jsonl``."""
        shown = lines[-GENERATIONS_SHOWN:][::-1]
        self._table.setRowCount(len(shown))
        for row, line in enumerate(shown):
            gate = f"{line['gate_wins']}/{line['gate_games']}" if line.get("gate_games") else "–"
            cells = (
                str(line["generation"]),
                f"{line['games']:,}",
                f"{line['policy']:.3f}",
                f"{line['value']:.3f}",
                f"{gate} {'✓' if line['accepted'] else '✗'}",
            )
            for column, text in enumerate(cells):
                self._table.setItem(row, column, QTableWidgetItem(text))

    def retranslate(self) -> None:
        self._start.setText(self.tr("Start…"))
        self._stop.setText(self.tr("Stop"))
        self._table.setHorizontalHeaderLabels(
            [self.tr("Gen."), self.tr("Games"), self.tr("Policy"), self.tr("Value"), self.tr("Gate")]
        )
        self._table.setAccessibleName(self.tr("Generations"))
        self.show_progress(*self._last)

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        super().changeEvent(event)


@dataclass(frozen=True)
class TrainingChoice:
    """A session to start."""

    folder: Path
    network: str
    simulations: int
    minutes: float | None
    workers: int


class TrainingDialog(QDialog):
    """What a session needs to know, each with a word of help; an existing run's name goes on with that run."""

    def __init__(self, parent: QWidget | None, folder: Path):
        """Runs are made in ``folder``."""
        super().__init__(parent)
        self.setWindowTitle(self.tr("Start a self-play session"))
        self._folder = folder
        default = RunConfig()
        existing = sorted(path.name for path in folder.glob("*") if (path / "config.toml").is_file())
        self.run_name = QComboBox()
        self.run_name.setEditable(True)
        self.run_name.addItems(existing)
        self.run_name.setCurrentText(existing[-1] if existing else "run-1")
        self.network = QComboBox()
        self.network.setEditable(True)
        self.network.addItems(NETWORKS)
        self.network.setCurrentText(default.network)
        self.simulations = QSpinBox()
        self.simulations.setRange(2, 10_000)
        self.simulations.setValue(default.simulations)
        self.workers = QSpinBox()
        self.workers.setRange(1, 64)
        self.workers.setValue(default.workers)
        self.limited = QCheckBox(self.tr("Stop by itself after"))
        self.minutes = QDoubleSpinBox()
        self.minutes.setRange(0.5, 100_000)
        self.minutes.setDecimals(1)
        self.minutes.setValue(60)
        self.minutes.setSuffix(self.tr(" minutes"))
        self.minutes.setEnabled(False)
        self.limited.toggled.connect(self.minutes.setEnabled)
        form = QFormLayout(self)
        form.addRow(
            self.tr("Run"),
            self._with_help(
                self.run_name, self.tr("A new name begins a new run; a known one goes on with it.")
            ),
        )
        form.addRow(
            self.tr("Network"),
            self._with_help(
                self.network, self.tr("b4c32: 4 blocks of 32 channels. Larger ones learn more and slower.")
            ),
        )
        form.addRow(
            self.tr("Simulations"),
            self._with_help(
                self.simulations, self.tr("For each move of self-play. More make better and fewer games.")
            ),
        )
        form.addRow(
            self.tr("Threads"),
            self._with_help(
                self.workers, self.tr("How many processor cores to use. The window comes first all the same.")
            ),
        )
        form.addRow(self.limited, self.minutes)
        self.problem = QLabel()
        self.problem.setWordWrap(True)
        self.problem.setStyleSheet("color: #d03030")
        form.addRow(self.problem)
        self.buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel
        )
        self.buttons.button(QDialogButtonBox.StandardButton.Ok).setText(self.tr("Start"))
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        form.addRow(self.buttons)
        self.run_name.editTextChanged.connect(self._check)
        self.network.editTextChanged.connect(self._check)
        self._check()

    @staticmethod
    def _with_help(widget: QWidget, text: str) -> QWidget:
        box = QWidget()
        layout = QVBoxLayout(box)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2)
        layout.addWidget(widget)
        label = QLabel(text)
        label.setEnabled(False)
        label.setWordWrap(True)
        layout.addWidget(label)
        widget.setAccessibleDescription(text)
        return box

    def _check(self) -> None:
        problem = ""
        if not re.fullmatch(
            r"[^\\/:*?\"<>|\x00-\x1f]*[^\\/:*?\"<>|\x00-\x1f. ]", self.run_name.currentText()
        ):
            problem = self.tr(
                'The name of a run is the name of a folder; choose one without \\ / : * ? " < > |'
            )
        else:
            try:
                describe(self.network.currentText())
            except UnknownNetwork as error:
                problem = error_text(error)
        self.problem.setText(problem)
        self.buttons.button(QDialogButtonBox.StandardButton.Ok).setEnabled(not problem)

    def choice(self) -> TrainingChoice:
        """What was chosen."""
        return TrainingChoice(
            folder=self._folder / self.run_name.currentText(),
            network=self.network.currentText(),
            simulations=self.simulations.value(),
            minutes=self.minutes.value() if self.limited.isChecked() else None,
            workers=self.workers.value(),
        )

"""The dialog that starts a training session: a recipe, the few settings that matter, and all others for who wants them."""

import re
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from PySide6.QtCore import QSize
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QDoubleSpinBox,
    QFileDialog,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from ai.networks import UnknownNetwork, describe
from ai.training.config import ConfigError, RunConfig
from ai.training.presets import PRESETS
from ai.training.run_folder import RunError, RunFolder
from gui import training_texts
from gui.forms import name_fields
from gui.messages import error_text, fill

NETWORKS = (
    "b2c24-liberties",
    "b4c32-liberties",
    "b6c64-liberties",
    "b10c96-liberties",
    "b4c32",
    "paper",
    "agz6x64",
)
FIRST_SETTINGS = ("network", "first_network", "start_from", "simulations", "workers")
"""Shown at once; the others are behind a button."""
MOST = 1_000_000_000
DIGITS = 6
ADVANCED_HEIGHT = 220
ADVANCED_WIDTH = 120


@dataclass(frozen=True)
class TrainingChoice:
    """A session to start."""

    folder: Path
    config: RunConfig
    minutes: float | None


class TrainingDialog(QDialog):
    """What a session needs to know, each with a sentence of help; an existing run's name goes on with that run and its settings."""

    def __init__(self, parent: QWidget | None, folder: Path, run: str = ""):
        """Runs are made in ``folder``; ``run`` is the name of the one to begin with."""
        super().__init__(parent)
        self.setWindowTitle(self.tr("Start a self-play session"))
        self._folder = folder
        self.editors: dict[str, QWidget] = {}
        self._make_run_name(run)
        self.preset = QComboBox()
        for name, text in training_texts.PRESETS.items():
            self.preset.addItem(training_texts.translated(text), name)
        self._form = QFormLayout()
        self._layout = QVBoxLayout(self)
        self._layout.addLayout(self._form)
        self._form.addRow(
            self.tr("Run"),
            with_help(self.run_name, self.tr("A new name begins a new run; a known one goes on with it.")),
        )
        self._form.addRow(
            self.tr("Recipe"),
            with_help(self.preset, self.tr("Fills in all settings; each can be changed afterwards.")),
        )
        for name in FIRST_SETTINGS:
            self._add_setting(self._form, name)
        self._add_minutes()
        name_fields(self._form)
        self._add_advanced()
        self._add_end()
        self.preset.currentIndexChanged.connect(self._use_preset)
        self.run_name.currentTextChanged.connect(self._use_run)
        self._use_run()

    def _make_run_name(self, run: str) -> None:
        existing = sorted(path.name for path in self._folder.glob("*") if (path / "config.toml").is_file())
        self.run_name = QComboBox()
        self.run_name.setEditable(True)
        self.run_name.addItems(existing)
        self.run_name.setCurrentText(run or (existing[-1] if existing else "run-1"))

    def _add_setting(self, form: QFormLayout, name: str) -> None:
        label, text = training_texts.SETTINGS[name]
        editor = self._editor(name, getattr(RunConfig(), name))
        editor.setObjectName(name)
        self.editors[name] = editor
        shown = (
            self._with_browser(editor) if isinstance(editor, QLineEdit) and name == "start_from" else editor
        )
        form.addRow(training_texts.translated(label), with_help(shown, training_texts.translated(text)))

    def _editor(self, name: str, default: Any) -> QWidget:
        if isinstance(default, bool):
            box = QCheckBox()
            box.toggled.connect(self._check)
            return box
        if isinstance(default, int):
            number = QSpinBox()
            number.setRange(0, MOST)
            number.setGroupSeparatorShown(True)
            number.valueChanged.connect(self._check)
            return number
        if isinstance(default, float):
            fraction = QDoubleSpinBox()
            fraction.setRange(0, MOST)
            fraction.setDecimals(DIGITS)
            fraction.setSingleStep(0.05)
            fraction.valueChanged.connect(self._check)
            return fraction
        if name in ("network", "first_network"):
            combo = QComboBox()
            combo.setEditable(True)
            if name == "first_network":
                combo.addItem("")
            combo.addItems(NETWORKS)
            combo.currentTextChanged.connect(self._check)
            return combo
        line = QLineEdit()
        line.textChanged.connect(self._check)
        return line

    def _with_browser(self, line: QLineEdit) -> QWidget:
        line.setPlaceholderText(self.tr("random weights"))
        button = QPushButton(self.tr("Choose…"))
        button.setAutoDefault(False)
        button.clicked.connect(lambda: self._browse(line))
        box = QWidget()
        layout = QHBoxLayout(box)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(line, 1)
        layout.addWidget(button)
        return box

    def _browse(self, line: QLineEdit) -> None:
        path, _ = QFileDialog.getOpenFileName(
            self, self.tr("Start from a checkpoint"), line.text(), self.tr("Checkpoints (*.safetensors)")
        )
        if path:
            line.setText(path)

    def _add_minutes(self) -> None:
        self.limited = QCheckBox(self.tr("Stop by itself after"))
        self.minutes = QDoubleSpinBox()
        self.minutes.setRange(0.5, 100_000)
        self.minutes.setDecimals(1)
        self.minutes.setValue(60)
        self.minutes.setSuffix(self.tr(" minutes"))
        self.minutes.setEnabled(False)
        self.limited.toggled.connect(self.minutes.setEnabled)
        self._form.addRow(self.limited, self.minutes)

    def _add_advanced(self) -> None:
        self.more = QPushButton(self.tr("All settings"))
        self.more.setCheckable(True)
        self.more.setAutoDefault(False)
        inside = QWidget()
        form = QFormLayout(inside)
        for field in fields(RunConfig):
            if field.name not in FIRST_SETTINGS:
                self._add_setting(form, field.name)
        name_fields(form)
        self._advanced = QScrollArea()
        self._advanced.setWidget(inside)
        self._advanced.setWidgetResizable(True)
        self._advanced.setMinimumHeight(ADVANCED_HEIGHT)
        self._advanced.hide()
        self.more.toggled.connect(self._show_advanced)
        self._layout.addWidget(self.more)
        self._layout.addWidget(self._advanced, 1)

    def _show_advanced(self, shown: bool) -> None:
        self._advanced.setVisible(shown)
        if shown:
            larger = QSize(self.width() + ADVANCED_WIDTH, self.height() + ADVANCED_HEIGHT)
            self.resize(larger.boundedTo(self.screen().availableSize()))

    def _add_end(self) -> None:
        self.problem = QLabel()
        self.problem.setWordWrap(True)
        self.problem.setStyleSheet("color: #d03030")
        self._layout.addWidget(self.problem)
        self.buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel
        )
        self.buttons.button(QDialogButtonBox.StandardButton.Ok).setText(self.tr("Start"))
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        self._layout.addStretch()
        self._layout.addWidget(self.buttons)

    # --- what is set ------------------------------------------------------------------------------------------

    def _use_run(self) -> None:
        """Show the settings of a known run; a new one begins with the recipe's."""
        existing = self._existing()
        new = existing is None
        self.preset.setEnabled(new)
        for name in ("board", "start_from", "seed"):
            self.editors[name].setEnabled(new)
        self._show(existing or PRESETS[self.preset.currentData()])

    def _use_preset(self) -> None:
        self._show(PRESETS[self.preset.currentData()])

    def _existing(self) -> RunConfig | None:
        try:
            return RunFolder(self._folder / self.run_name.currentText()).read_config()
        except (RunError, OSError):
            return None

    def _show(self, config: RunConfig) -> None:
        for name, value in asdict(config).items():
            editor = self.editors[name]
            if isinstance(editor, QCheckBox):
                editor.setChecked(value)
            elif isinstance(editor, QSpinBox | QDoubleSpinBox):
                editor.setValue(value)
            elif isinstance(editor, QComboBox):
                editor.setCurrentText(value)
            elif isinstance(editor, QLineEdit):
                editor.setText(value)
        self._check()

    def _values(self) -> dict[str, Any]:
        values: dict[str, Any] = {}
        for name, editor in self.editors.items():
            if isinstance(editor, QCheckBox):
                values[name] = editor.isChecked()
            elif isinstance(editor, QSpinBox | QDoubleSpinBox):
                values[name] = editor.value()
            elif isinstance(editor, QComboBox):
                values[name] = editor.currentText().strip()
            elif isinstance(editor, QLineEdit):
                values[name] = editor.text().strip()
        return values

    def _check(self) -> None:
        if not hasattr(self, "buttons"):
            return  # still being made
        problem = self._problem()
        self.problem.setText(problem)
        self.buttons.button(QDialogButtonBox.StandardButton.Ok).setEnabled(not problem)

    def _problem(self) -> str:
        if not re.fullmatch(
            r"[^\\/:*?\"<>|\x00-\x1f]*[^\\/:*?\"<>|\x00-\x1f. ]", self.run_name.currentText()
        ):
            return self.tr('The name of a run is the name of a folder; choose one without \\ / : * ? " < > |')
        values = self._values()
        for network in (values["network"], values["first_network"] or values["network"]):
            try:
                describe(network)
            except UnknownNetwork:
                return fill(
                    self.tr(
                        "There is no network “%1”. Write paper, agz6x64 (blocks x channels) or b4c32 (blocks, channels)."
                    ),
                    network,
                )
        if values["start_from"] and not Path(values["start_from"]).expanduser().is_file():
            return fill(self.tr("There is no file %1."), values["start_from"])
        try:
            RunConfig(**values)
        except ConfigError as error:
            return error_text(error)
        return ""

    def choice(self) -> TrainingChoice:
        """What was chosen."""
        return TrainingChoice(
            folder=self._folder / self.run_name.currentText(),
            config=RunConfig(**self._values()),
            minutes=self.minutes.value() if self.limited.isChecked() else None,
        )


def with_help(widget: QWidget, text: str) -> QWidget:
    """``widget`` with a faint sentence below it."""
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

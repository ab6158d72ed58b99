"""The dialog that starts a training session: a recipe, the few settings that matter most, and a button for all others."""

import os
from collections.abc import Callable
from dataclasses import asdict, dataclass, fields
from itertools import chain, count
from pathlib import Path
from typing import Any

from PySide6.QtCore import QSize, QTimer
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QCheckBox,
    QComboBox,
    QDialog,
    QFormLayout,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from ai.checkpoint import CHECKPOINTS, CheckpointError, read_info
from ai.networks import UnknownNetwork, describe, why_not_begin
from ai.training.config import ConfigError, RunConfig
from ai.training.errors import RunError
from ai.training.presets import PRESETS
from ai.training.run_files import RunFiles
from core.files import user_path
from core.folders import is_folder_name
from core.machine import usable_cores
from core.position import Size
from core.sentence import sentence_of
from gui.parts.checkpoint_file import choose_checkpoint
from gui.parts.dialogs import agree_or_cancel
from gui.parts.forms import FractionBox, TextLine, WithHelp, heading, name_fields
from gui.parts.placing import on_screen
from gui.parts.scrolling import scrolled
from gui.parts.unfolding import Unfolding
from gui.program.messages import error_text, fill
from gui.program.theme import set_alarm
from gui.training import texts as training_texts
from gui.training.known_runs import settings_and_state, why_no_run_name
from gui.training.setting_hints import HINTED, explained, explained_recipe, noted
from gui.training.settings import SettingFields

FIRST_SETTINGS = ("board", "network", "first_network", "start_from", "simulations", "workers")
"""Settings shown at once; the others are behind a button."""
ONLY_NEW = ("board", "start_from", "seed")
"""Settings that take effect only when a run begins, or can't change later."""
PROPOSED = "proposed"
"""Name of a recipe that is none of the presets."""
DIALOG_SIZE = QSize(620, 620)
USUAL_NETWORK = "b4c32"
MUCH_WORK = 50
"""From so many times the work of the usual network on, a processor takes hours for what that does in minutes."""
TALL = 900
"""Height of the dialog in pixels with all settings, if the screen has room."""
PEEK = 160
"""Pixels of the other settings that are scrolled into view when they are opened."""


Mistake = tuple[str, QWidget | None]
"""What is wrong, and the field to mark; an empty text and no field if nothing is."""


@dataclass(frozen=True)
class TrainingChoice:
    """A session to start."""

    folder: Path
    config: RunConfig
    minutes: float | None
    goes_on: bool = False
    """Whether the run existed when the dialog was opened."""


class TrainingDialog(QDialog):
    """Settings of a session, each with a sentence of help. A new run gets a name; a known run shows its settings and goes on with them. If they can't
    be read, none are shown, as others would be mistaken for them."""

    def __init__(
        self,
        parent: QWidget | None,
        folder: Path,
        run: Path | None = None,
        is_running: Callable[[RunFiles], bool] = RunFiles.is_running,
    ):
        """Runs are made in ``folder``; ``run`` is the one to go on with, ``None`` for a new one. ``is_running`` may know of sessions without a lock
        yet."""
        super().__init__(parent)
        self._folder = folder
        self._known = sorted(path for path in folder.glob("*") if RunFiles(path).has_settings())
        if run is not None and run not in self._known:
            self._known.append(run)
        self._running = [path for path in self._known if is_running(RunFiles(path))]
        self._going_on: Path | None = None
        self._before: RunConfig | None = None
        """Settings of the run that goes on, as they were."""
        self._own: dict[str, Any] = {}
        """Settings of a new run, kept while another run is shown."""
        self._own_minutes: float | None = None
        """Minutes of a new run, kept likewise."""
        self._damage = ""
        """Why the chosen run can't go on; empty if it can."""
        self._recipes = dict(PRESETS)
        self._start_of_recipe = ""
        """Checkpoint of the recipe chosen last; empty for none."""
        self._proposed_title = ""
        self._marked: QWidget | None = None
        """The field of the mistake that is told."""
        self.settings = SettingFields(self)
        inside = QWidget()
        self._inside = QVBoxLayout(inside)
        self._form = QFormLayout()
        self._inside.addLayout(self._form)
        self._add_run()
        for name in FIRST_SETTINGS:
            beside = [self._browser()] if name == "start_from" else []
            self.settings.add(self._form, name, *beside)
        self._add_minutes()
        name_fields(self._form)
        self._add_advanced()
        self._inside.addStretch()
        self._layout = QVBoxLayout(self)
        self._scrolled = scrolled(inside)
        self._layout.addWidget(self._scrolled, 1)
        self._add_end()
        self.settings.changed.connect(self._check)
        self._use_preset()
        self.preset.currentIndexChanged.connect(self._use_preset)
        self.run_name.textChanged.connect(self._check)
        self.run.currentIndexChanged.connect(self._use_run)
        self.run.setCurrentIndex(0 if run is None else 1 + self._known.index(run))
        self._say_what()
        if run is None:
            self._begin_at_name()
        else:
            self.agree.setFocus()
        self.resize(on_screen(self, DIALOG_SIZE))

    def _add_run(self) -> None:
        """Add the choice of the run, and a new run's name and recipe."""
        self.run = QComboBox()
        self.run.addItem(self.tr("A new run"))
        self.run.addItems([path.name for path in self._known])
        self.run_name = TextLine(self._free_name())
        self.preset = QComboBox()
        for name, text in training_texts.PRESETS.items():
            self.preset.addItem(training_texts.translated(text), name)
        self._form.addRow(
            self.tr("Begin or go on with"),
            WithHelp(
                self.run,
                self.tr("A known run goes on, with the settings that are shown; changes count from now on."),
            ),
        )
        self._form.addRow(self.tr("Name"), self.run_name)
        self._recipe = WithHelp(self.preset, "")
        self._form.addRow(self.tr("Recipe"), self._recipe)
        self._rows_of_run = self._form.rowCount()

    def _begin_at_name(self) -> None:
        """Put the focus into a new run's name, to be written over: in the list of runs a key would choose another one."""
        self.run_name.setFocus()
        self.run_name.selectAll()

    def _free_name(self, start: str = "") -> str:
        """A name that no run has. If ``start`` is a run's checkpoint, it tells the run and the generation, unless a folder can't be named so."""
        path = Path(start)
        of_run = path.parent.name == CHECKPOINTS and path.stem.isdecimal()
        stem = f"{path.parent.parent.name}-{int(path.stem)}" if of_run else ""
        if is_folder_name(f"{stem}-1") and of_run:
            names = chain([stem], (f"{stem}-{number}" for number in count(1)))
        else:
            names = (fill(self.tr("run-%1", "a folder's name"), number) for number in count(1))
        return next(name for name in names if not os.path.exists(self._folder / name))

    def _browser(self) -> QPushButton:
        """The button that asks for a checkpoint to start from."""
        self.browse = QPushButton(self.tr("C&hoose…"))
        self.browse.setAutoDefault(False)
        self.browse.clicked.connect(self._browse)
        return self.browse

    def _browse(self) -> None:
        path = choose_checkpoint(self, self.tr("Start from a checkpoint"))
        if path is not None:
            self.begin_with(str(path))

    def begin_with(self, path: str) -> None:
        """Set the checkpoint that a new run begins with."""
        self._follow(path)
        self.settings.show({"start_from": path})

    def _follow(self, path: str) -> None:
        """Take over the board of a checkpoint, and its network if the chosen one could not begin with it."""
        try:
            info = read_info(user_path(path))
        except CheckpointError:
            return  # the form tells what is wrong with the file
        values = self.settings.values()
        if why_not_begin(info.architecture, values["network"]):
            values["network"] = info.architecture
        self.settings.show(values | {"board": str(info.size)})

    def _add_minutes(self) -> None:
        self.limited = QCheckBox(self.tr("Stop by itself after"))
        self.minutes = FractionBox()
        self.minutes.setRange(0.5, 100_000)
        self.minutes.setCorrectionMode(QAbstractSpinBox.CorrectionMode.CorrectToNearestValue)
        self.minutes.setDecimals(1)
        self.minutes.setValue(60)
        self.minutes.setSuffix(self.tr(" min"))
        self.minutes.setEnabled(False)
        self.limited.toggled.connect(self.minutes.setEnabled)
        said = self.tr(
            "By the clock, from the start on: preparing for this computer, the first time, counts too. The run can go on later."
        )
        self._form.addRow(self.limited, WithHelp(self.minutes, said))

    def _show_minutes(self, minutes: float | None) -> None:
        """Show after how many minutes a session stops by itself, ``None`` for never."""
        self.limited.setChecked(minutes is not None)
        if minutes is not None:
            self.minutes.setValue(minutes)

    def _add_advanced(self) -> None:
        self.more = Unfolding(self.tr("All settings"))
        self._advanced = QWidget()
        form = QFormLayout(self._advanced)
        form.setContentsMargins(0, 0, 0, 0)
        for field in fields(RunConfig):
            if field.name in training_texts.SECTIONS:
                form.addRow(heading(training_texts.translated(training_texts.SECTIONS[field.name])))
            if field.name not in FIRST_SETTINGS:
                self.settings.add(form, field.name)
        name_fields(form)
        self._advanced.hide()
        self.more.toggled.connect(self._show_advanced)
        self._inside.addWidget(self.more)
        self._inside.addWidget(self._advanced)

    def _show_advanced(self, shown: bool) -> None:
        self._advanced.setVisible(shown)
        if shown:
            self.resize(on_screen(self, QSize(self.width(), max(self.height(), TALL))))
            QTimer.singleShot(0, self._see_advanced)  # once they are laid out
        self._check()

    def _see_advanced(self) -> None:
        """Scroll to the first of the other settings, which would open out of view in a low window."""
        self._scrolled.ensureVisible(0, self._advanced.y() + PEEK, 0, 0)

    def _add_end(self) -> None:
        self.problem = QLabel()
        self.problem.setWordWrap(True)
        set_alarm(self.problem)
        self._layout.addWidget(self.problem)
        self.note = QLabel()
        self.note.setWordWrap(True)
        self._layout.addWidget(self.note)
        self.buttons, self.agree = agree_or_cancel("")
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        self._layout.addWidget(self.buttons)

    # --- what is set ------------------------------------------------------------------------------------------

    def _use_run(self) -> None:
        """Show a known run's settings and its last time limit; for a new run what was set before."""
        if self._going_on is None:
            self._own, self._own_minutes = self.settings.values(), self._chosen_minutes()
        chosen = self.run.currentIndex()
        self._going_on = self._known[chosen - 1] if chosen > 0 else None
        values, minutes, self._damage, self._before = self._own, self._own_minutes, "", None
        if self._going_on is not None:
            folder = RunFiles(self._going_on)
            minutes = (folder.read_progress() or {}).get("minutes")
            read = settings_and_state(folder)
            self._before, self._damage = read.config, read.problem
            values = values if self._before is None else asdict(self._before)
        self._say_what()
        self._show_settings(not self._damage)
        self._show_minutes(minutes)
        self.settings.show(values)

    def _show_settings(self, shown: bool) -> None:
        """Show or hide the settings and the time limit; the choice of the run always stays."""
        for row in range(self._rows_of_run, self._form.rowCount()):
            self._form.setRowVisible(row, shown)
        self.more.setVisible(shown)
        self._advanced.setVisible(shown and self.more.isChecked())

    def _say_what(self) -> None:
        """Set title and button to begin or to go on with a run."""
        new = self._going_on is None
        self._form.setRowVisible(self.run_name, new)
        self._form.setRowVisible(self._recipe, new)
        for editor in (self.browse, *(self.settings.fields[name] for name in ONLY_NEW)):
            editor.setEnabled(new)
        if self._going_on is not None:
            self.setWindowTitle(fill(self.tr("Go on with the run “%1”"), self._going_on.name))
        elif self.preset.currentData() == PROPOSED:
            self.setWindowTitle(self._proposed_title)
        else:
            self.setWindowTitle(self.tr("Start a self-play session"))
        self.agree.setText(self.tr("&Start") if new else self.tr("&Go on"))

    def propose(self, config: RunConfig, title: str) -> None:
        """Show these settings for a new run as an additional recipe, under this title."""
        self._recipes[PROPOSED], self._proposed_title = config, title
        self.run_name.setText(self._free_name(config.start_from))
        self._begin_at_name()
        self.preset.insertItem(0, self.tr("As it learned last"), PROPOSED)
        self.preset.setCurrentIndex(0)

    def _use_preset(self) -> None:
        """Fill in a recipe's settings. A checkpoint that the user chose stays, with its network if the recipe's can't begin with it."""
        recipe = self._recipes[self.preset.currentData()]
        start = self.settings.values()["start_from"]
        kept = "" if start == self._start_of_recipe else start
        self._start_of_recipe = recipe.start_from
        self._recipe.say(explained_recipe(recipe))
        self.settings.show(asdict(recipe))
        if kept:
            self.begin_with(kept)
        self._say_what()

    def _check(self) -> None:
        problem, field = self._mistake()
        self._mark(field)
        self._enable_first_network()
        self._explain()
        self.problem.setText(problem)
        self.problem.setVisible(bool(problem))
        self.note.setText(self._note())
        self.note.setVisible(bool(self.note.text()))
        self.agree.setEnabled(not problem)

    def _mark(self, field: QWidget | None) -> None:
        """Mark this field alone."""
        if self._marked is not None:
            set_alarm(self._marked, False)
        self._marked = field
        if field is not None:
            set_alarm(field)
            QTimer.singleShot(0, self._see_marked)  # while a recipe is filled in, mistakes come and go

    def _see_marked(self) -> None:
        """Open the other settings if the mistake is among them."""
        if self._marked is not None and self._advanced.isAncestorOf(self._marked):
            self.more.setChecked(True)

    def _enable_first_network(self) -> None:
        """Disable the first network in a run that begins with a checkpoint's weights, where it has no part."""
        values = self.settings.values()
        has_part = not values["start_from"]
        self.settings.fields["first_network"].setEnabled(has_part and self._going_on is None)
        self.settings.fields["first_positions"].setEnabled(has_part and bool(values["first_network"]))

    def _explain(self) -> None:
        """Update the help below fields for the present settings."""
        for name in HINTED:
            self.settings.explain(name, explained(name, self.settings.values(), self._run, self._before))

    @property
    def _run(self) -> Path:
        """Folder of the run that is to begin or to go on."""
        return self._going_on or self._folder / self.run_name.text()

    def _mistake(self) -> Mistake:
        """The first mistake; the next is told once that is mended."""
        if self._going_on is None:
            if problem := self._problem_of_name():
                return problem, self.run_name
        elif problem := self._problem_of_known(self._going_on):
            return problem, self.run
        return self._mistake_in_settings()

    def _problem_of_known(self, run: Path) -> str:
        """Why this run can't go on; empty if it can."""
        if run in self._running:
            return self.tr("A session works on this run already; stop it first, or begin a new run.")
        return self._damage

    def _problem_of_name(self) -> str:
        """Why a new run can't have its name; empty if it can."""
        name = self.run_name.text()
        if not name.strip():
            return self.tr("Give the run a name.")
        if reason := why_no_run_name(name):
            return reason
        folder = RunFiles(self._folder / name)
        if folder.has_settings():
            return fill(
                self.tr(
                    "There is a run “%1” already: give another name, or choose it above to go on with it."
                ),
                name,
            )
        if folder.has_traces():
            return fill(
                self.tr(
                    "There is a run “%1” already, but its settings (config.toml) are lost: put them back, or give another name."
                ),
                name,
            )
        return ""

    def _mistake_in_settings(self) -> Mistake:
        if too_much := self.settings.why_too_much():
            return self._mistake_told(too_much)
        try:
            config = RunConfig(**self.settings.values())
        except ConfigError as error:
            return self._mistake_told(sentence_of(error))
        if config.start_from and self._going_on is None and (problem := self._problem_of_start(config)):
            return problem, self.settings.fields["start_from"]
        return "", None

    def _mistake_told(self, sentence: str) -> Mistake:
        """A mistake in the settings, whose English ``sentence`` begins with the name of one."""
        name = sentence.split(maxsplit=1)[0].removesuffix(":")
        return training_texts.by_labels(error_text(sentence)), self.settings.fields.get(name)

    def _problem_of_start(self, config: RunConfig) -> str:
        """Why a new run can't begin with the weights in this file; empty if it can."""
        path = user_path(config.start_from)
        if not os.path.isfile(path):
            return fill(self.tr("There is no file %1."), config.start_from)
        try:
            info = read_info(path)
        except CheckpointError as error:
            return error_text(error)
        refusal = info.why_not(config.size) or why_not_begin(info.architecture, config.network)
        return training_texts.by_labels(error_text(refusal)) if refusal else ""

    def _note(self) -> str:
        """Notes on settings that aren't wrong."""
        if self._damage:
            return ""
        notes = self._note_of_start(), self._note_of_gate(), self._note_of_network(), self._note_of_cores()
        return "\n".join(filter(None, (*notes, *noted(self.settings.values(), self._run, self._before))))

    def _note_of_start(self) -> str:
        """Note on a checkpoint that learned on another board."""
        values = self.settings.values()
        if self._going_on is not None or not values["start_from"]:
            return ""
        try:
            learned_on, board = read_info(user_path(values["start_from"])).size, Size.parse(values["board"])
        except (CheckpointError, ValueError):
            return ""  # told as a mistake
        if learned_on == board:
            return ""
        said = self.tr("The checkpoint learned on %1 boards only: on %2 it has much to learn anew.")
        return fill(said, learned_on, board)

    def _note_of_gate(self) -> str:
        """Note on a gate with more simulations than self-play: it takes most of the time where the user wants few."""
        values = self.settings.values()
        if not values["gate_games"] or values["gate_simulations"] <= values["simulations"]:
            return ""
        said = self.tr("After each generation the gate plays %1 games with %2 simulations a move.")
        if not self.more.isChecked():
            said = self.tr(
                "After each generation the gate plays %1 games with %2 simulations a move: see “All settings”."
            )
        return fill(said, f"{values['gate_games']:,}", f"{values['gate_simulations']:,}")

    def _note_of_network(self) -> str:
        """Note on a network that is slow to compute."""
        name = self.settings.values()["network"]
        try:
            times = describe(name).multiplications / describe(USUAL_NETWORK).multiplications
        except UnknownNetwork:
            return ""
        if times < MUCH_WORK:
            return ""
        return fill(
            self.tr(
                "For each position “%1” computes about %2 times as much as %3: without a graphics card it is very slow."
            ),
            name,
            f"{round(times, -1):,.0f}",
            USUAL_NETWORK,
        )

    def _note_of_cores(self) -> str:
        """Note on more threads than cores, including those of other sessions."""
        others = [path for path in self._running if path != self._going_on]
        cores = usable_cores()
        threads = (self.settings.values()["workers"] or cores) + sum(map(_threads, others))
        if threads <= cores:
            return ""
        if others:
            said = self.tr(
                "With the sessions that run already, %1 threads are wanted of %2 cores: all become slower."
            )
        else:
            said = self.tr("%1 threads are wanted of %2 cores: they only slow each other down.")
        return fill(said, f"{threads:,}", cores)

    def _chosen_minutes(self) -> float | None:
        return self.minutes.value() if self.limited.isChecked() else None

    def choice(self) -> TrainingChoice:
        """The session that was chosen."""
        return TrainingChoice(
            folder=self._going_on or self._folder / self.run_name.text(),
            config=RunConfig(**self.settings.values()),
            minutes=self._chosen_minutes(),
            goes_on=self._going_on is not None,
        )


def _threads(run: Path) -> int:
    """Threads of a session under way; 0 if its settings can't be read."""
    try:
        config = RunFiles(run).read_config()
    except (RunError, OSError):
        return 0
    return 0 if config is None else config.threads

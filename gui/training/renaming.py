"""Renaming a training run: asks until the name is one that the run can have, and what other runs say of it follows."""

import os
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QLabel, QLineEdit, QVBoxLayout, QWidget

from ai.training.config import rewritten, settings_text
from ai.training.run_files import RunFiles
from core.files import write_atomically
from gui.parts.asking import agrees
from gui.parts.dialogs import RoomyDialog, accepted, agree_or_cancel
from gui.parts.whole_label import WholeLabel
from gui.program.messages import fill, system_text
from gui.program.player_text import moved
from gui.program.theme import set_alarm
from gui.training.known_runs import why_no_run_name

LONGEST_SEEN = 40
"""Letters of a name that are visible at once."""
MARGIN = 16
"""Margin around them in their field, in pixels."""


def rename_run(
    parent: QWidget, path: Path, is_running: Callable[[RunFiles], bool], needed: Sequence[str]
) -> Path | None:
    """Ask for another name of the run in ``path``. Returns its new folder, ``None`` if it is the same. ``needed``: sentences about what needs its
    networks under the present name."""
    dialog = RenameDialog(parent, path, is_running, needed)
    return dialog.renamed if accepted(dialog) else None


def follow_start(run: RunFiles, before: Path, now: Path) -> None:
    """Have the settings of ``run`` name the checkpoint that it began with as it is called since the folder ``before`` was renamed to ``now``. Raises
    :class:`ai.training.errors.RunError` if the settings make no sense, ``OSError`` if they can't be written."""
    config = run.read_config()
    if config is None:
        return
    followed = replace(config, start_from=moved(config.start_from, before, now))
    if followed != config:
        text = rewritten(settings_text(run.config_file), followed)
        write_atomically(run.config_file, text.encode())


class RenameDialog(RoomyDialog):
    """Asks for a run's name, which is its folder's. What is wrong with a name is shown below it, and the dialog stays open."""

    def __init__(
        self,
        parent: QWidget | None,
        path: Path,
        is_running: Callable[[RunFiles], bool],
        needed: Sequence[str],
    ):
        super().__init__(parent)
        self._path, self._is_running, self._needed = path, is_running, needed
        self.renamed: Path | None = None
        """The run's folder after renaming."""
        self.setWindowTitle(self.tr("Rename a run"))
        label = QLabel(fill(self.tr("New name of the run “%1”:"), path.name))
        label.setWordWrap(True)
        self.name = QLineEdit(path.name)
        self.name.setAccessibleName(self.tr("Name"))
        self.name.setMinimumWidth(self.fontMetrics().horizontalAdvance("n" * LONGEST_SEEN) + MARGIN)
        self.name.end(False)
        self.name.home(True)  # all is selected, with the beginning in view
        self.problem = WholeLabel(steady=True)
        self.problem.keep_room_for_lines(2)  # else the field would move while a name is typed
        set_alarm(self.problem)
        buttons, self.agree = agree_or_cancel(self.tr("&Rename"))
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        for widget in (label, self.name, self.problem, buttons):
            layout.addWidget(widget)
        self.name.textChanged.connect(self._check)
        self._check()
        QTimer.singleShot(0, self.name.setFocus)

    def accept(self) -> None:
        """Rename the run, if the name is possible and the user agrees to the consequences."""
        now = self._path.with_name(self.name.text()) if self._check() else self._path
        if now == self._path:
            return
        question = fill(self.tr("Rename the run “%1” to “%2”?"), self._path.name, now.name)
        if self._needed and not agrees(self, "\n\n".join((question, *self._needed)), self.tr("&Rename")):
            return
        if not self._check():  # a session has begun meanwhile
            return
        try:
            self._path.rename(now)
        except OSError as error:
            self._say(fill(self.tr("“%1” can't be renamed: %2"), self._path.name, system_text(error)))
            return
        self.renamed = now
        super().accept()

    def _check(self) -> bool:
        """Whether the run can have the name as typed; if not, show why."""
        problem = self._why_not(self.name.text())
        self._say(problem)
        self.agree.setEnabled(not problem and self.name.text() != self._path.name)
        return not problem

    def _say(self, problem: str) -> None:
        self.problem.setText(problem)
        self.name.setAccessibleDescription(problem)

    def _why_not(self, name: str) -> str:
        if self._is_running(RunFiles(self._path)):
            return self.tr("A session works on this run now; it has to be stopped before it can be renamed.")
        if reason := why_no_run_name(name):
            return reason
        taken = self._path.with_name(name)
        if name == self._path.name or not os.path.lexists(taken) or taken.samefile(self._path):
            return ""  # it may be its own name in another case
        said = self.tr("There is something called “%1” in this folder already. Choose another name.")
        return fill(said, name)

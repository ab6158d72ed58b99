"""Settings of training runs side by side, those that differ or were changed on the way first."""

from collections.abc import Mapping
from html import escape

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QHeaderView,
    QLabel,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from gui.parts.dialogs import ending_buttons
from gui.parts.placing import on_screen
from gui.parts.retranslated import Retranslated
from gui.parts.tables import let_copy, look_only
from gui.program.messages import fill, one_after_another
from gui.training import texts as training_texts
from gui.training.setting_changes import Held

DIALOG_SIZE = QSize(620, 640)


class RunSettingsDialog(Retranslated, QDialog):
    """A table with a row for each setting and a column for each run."""

    def __init__(self, runs: Mapping[str, Mapping[str, Held]], parent: QWidget, is_known: bool):
        """``runs``: each run's name and settings. ``is_known``: whether all their generations record their settings."""
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._runs, self._is_known = tuple(runs), is_known
        settings = [(name, [held[name] for held in runs.values()]) for name in training_texts.SETTINGS]
        self._rows = sorted(settings, key=lambda row: (not _differ(row[1]), not _changed(row[1])))
        self._differing = sum(_differ(held) for _name, held in settings)
        self.table = QTableWidget(len(self._rows), 1 + len(runs))
        look_only(self.table)
        self.table.setAlternatingRowColors(True)
        let_copy(self.table)
        self.table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        self.table.horizontalHeader().setStretchLastSection(True)
        self.about = QLabel()
        self.about.setWordWrap(True)
        self.only_differing = QCheckBox()
        self.only_differing.toggled.connect(self._show_only_differing)
        self.only_differing.setVisible(len(runs) > 1)
        self.only_differing.setChecked(self._differing > 0)
        layout = QVBoxLayout(self)
        layout.addWidget(self.table)
        layout.addWidget(self.about)
        layout.addWidget(self.only_differing)
        layout.addWidget(ending_buttons(self, QDialogButtonBox.StandardButton.Close))
        self.retranslate()
        self.resize(on_screen(self, DIALOG_SIZE))

    def retranslate(self) -> None:
        title = self.tr("Settings of training runs")
        self.setWindowTitle(title)
        self.table.setAccessibleName(title)
        about = self.tr(
            "Here they are only shown. “Go on…” changes those of a run, once its session has stopped."
        )
        if not self._is_known:
            unknown = self.tr(
                "Earlier versions didn't record the settings of a generation: what was changed then is not shown."
            )
            about = one_after_another(about, unknown)
        self.about.setText(about)
        self.table.setHorizontalHeaderLabels([self.tr("Setting"), *self._runs])
        for row, (name, held) in enumerate(self._rows):
            self._write(row, name, held)
        self.only_differing.setText(
            fill(self.tr("Only those in which the runs differ (%1)"), self._differing)
        )

    def _write(self, row: int, name: str, held: list[Held]) -> None:
        """Write a setting's row. The tip tells its meaning and its name in ``config.toml``, and all changes of a run."""
        label, text = map(training_texts.translated, training_texts.SETTINGS[name])
        tip = f"<p>{text}</p><p><code>{name}</code></p>"
        self._write_cell(row, 0, label, tip)
        for column, one in enumerate(held, 1):
            changes = "<br>".join(map(escape, one.history()))
            self._write_cell(row, column, one.text(), f"{tip}<p>{changes}</p>" if changes else tip)

    def _write_cell(self, row: int, column: int, text: str, tip: str) -> None:
        cell = QTableWidgetItem(text)
        cell.setToolTip(tip)
        self.table.setItem(row, column, cell)

    def _show_only_differing(self, only: bool) -> None:
        for row in range(self.table.rowCount()):
            self.table.setRowHidden(row, only and row >= self._differing)


def _differ(held: list[Held]) -> bool:
    """Whether the runs have different values of a setting, or had on the way."""
    return len({(one.value, one.changes) for one in held}) > 1


def _changed(held: list[Held]) -> bool:
    return any(one.changes for one in held)

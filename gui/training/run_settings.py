"""Settings of training runs side by side, those that differ first."""

from collections.abc import Mapping
from typing import Any

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

from ai.training.config import RunConfig
from gui.parts.dialogs import ending_buttons
from gui.parts.placing import on_screen
from gui.parts.retranslated import Retranslated
from gui.parts.tables import let_copy, look_only
from gui.program.messages import fill
from gui.training import texts as training_texts
from gui.training.settings import DIGITS

DIALOG_SIZE = QSize(620, 640)


class RunSettingsDialog(Retranslated, QDialog):
    """A table with a row for each setting and a column for each run."""

    def __init__(self, configs: Mapping[str, RunConfig], parent: QWidget):
        """``configs``: each run's name and settings."""
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._runs = tuple(configs)
        settings = [
            (name, [getattr(config, name) for config in configs.values()]) for name in training_texts.SETTINGS
        ]
        differing = [row for row in settings if len(set(row[1])) > 1]
        self._rows = [*differing, *(row for row in settings if len(set(row[1])) == 1)]
        self._differing = len(differing)
        self.table = QTableWidget(len(self._rows), 1 + len(configs))
        look_only(self.table)
        self.table.setAlternatingRowColors(True)
        let_copy(self.table)
        self.table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        self.table.horizontalHeader().setStretchLastSection(True)
        self.how_to_change = QLabel()
        self.how_to_change.setWordWrap(True)
        self.only_differing = QCheckBox()
        self.only_differing.toggled.connect(self._show_only_differing)
        self.only_differing.setVisible(len(configs) > 1)
        self.only_differing.setChecked(bool(differing))
        layout = QVBoxLayout(self)
        layout.addWidget(self.table)
        layout.addWidget(self.how_to_change)
        layout.addWidget(self.only_differing)
        layout.addWidget(ending_buttons(self, QDialogButtonBox.StandardButton.Close))
        self.retranslate()
        self.resize(on_screen(self, DIALOG_SIZE))

    def retranslate(self) -> None:
        title = self.tr("Settings of training runs")
        self.setWindowTitle(title)
        self.table.setAccessibleName(title)
        self.how_to_change.setText(
            self.tr(
                "Here they are only shown. “Go on…” changes those of a run, once its session has stopped."
            )
        )
        self.table.setHorizontalHeaderLabels([self.tr("Setting"), *self._runs])
        for row, (name, values) in enumerate(self._rows):
            self._write(row, name, values)
        self.only_differing.setText(
            fill(self.tr("Only those in which the runs differ (%1)"), self._differing)
        )

    def _write(self, row: int, name: str, values: list[Any]) -> None:
        """Write a setting's row. The tip tells its meaning and its name in ``config.toml``."""
        label, text = map(training_texts.translated, training_texts.SETTINGS[name])
        cells = [QTableWidgetItem(label), *(QTableWidgetItem(self._told(value)) for value in values)]
        for column, cell in enumerate(cells):
            cell.setToolTip(f"<p>{text}</p><p><code>{name}</code></p>")
            self.table.setItem(row, column, cell)

    def _told(self, value: Any) -> str:
        if isinstance(value, bool):
            return self.tr("yes") if value else self.tr("no")
        if isinstance(value, int):
            return f"{value:,}"
        return f"{value:,.{DIGITS}g}" if isinstance(value, float) else value or "–"

    def _show_only_differing(self, only: bool) -> None:
        for row in range(self.table.rowCount()):
            self.table.setRowHidden(row, only and row >= self._differing)

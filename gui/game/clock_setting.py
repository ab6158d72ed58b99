"""The dialog that sets what is left on the clocks of a game under way, as a clock beside the board shows it."""

from collections.abc import Mapping

from PySide6.QtCore import QTime
from PySide6.QtWidgets import QFormLayout, QLabel, QTimeEdit, QVBoxLayout, QWidget

from core.position import Color
from gui.parts.dialogs import RoomyDialog, ending_buttons
from gui.parts.forms import name_fields

MOST_SECONDS = 24 * 3600 - 1
"""Longest time that a field shows."""
HOUR = 3600


class ClocksDialog(RoomyDialog):
    """Two times. One that is left as it is stays what it is to the fraction of a second."""

    def __init__(self, parent: QWidget | None, left: Mapping[Color, float]):
        """``left``: seconds left of each side's total time."""
        super().__init__(parent)
        self.setWindowTitle(self.tr("Set clocks"))
        times = {
            color: QTime(0, 0).addSecs(min(int(seconds), MOST_SECONDS)) for color, seconds in left.items()
        }
        self._shown = times
        self.fields = {color: self._field(time, max(left.values())) for color, time in times.items()}
        form = QFormLayout()
        form.addRow(self.tr("&Black"), self.fields[Color.BLACK])
        form.addRow(self.tr("&White"), self.fields[Color.WHITE])
        name_fields(form)
        note = QLabel(self.tr("Time left. Taking back later moves comes back to what is set here."))
        note.setWordWrap(True)
        layout = QVBoxLayout(self)
        layout.addLayout(form)
        layout.addWidget(note)
        layout.addWidget(ending_buttons(self))

    def _field(self, time: QTime, most: float) -> QTimeEdit:
        """A field for ``time``, with hours if one of the times has ``most`` seconds and that is an hour."""
        field = QTimeEdit(time)
        field.setDisplayFormat("H:mm:ss" if most >= HOUR else "mm:ss")
        field.setMinimumTime(QTime(0, 0, 1))  # who has none has lost
        field.setCurrentSection(QTimeEdit.Section.MinuteSection)
        return field

    def chosen(self) -> dict[Color, float]:
        """The times that were changed, in seconds."""
        return {
            color: float(QTime(0, 0).secsTo(field.time()))
            for color, field in self.fields.items()
            if field.time() != self._shown[color]
        }

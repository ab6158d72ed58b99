"""The choice of a clock for a new game."""

from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QFormLayout,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from core.clock import CHAMPIONSHIP, TimeControl
from gui.parts.forms import name_fields

CLOCKS = (None, CHAMPIONSHIP, TimeControl(5 * 60), TimeControl(None, 30), TimeControl(None, 10))
MOVE_SECONDS = 30
"""Seconds offered as a limit for each move."""
OWN = "own"


class ClockChoice(QWidget):
    """Chooses no clock, a usual one, or one of the user's own."""

    def __init__(self, control: TimeControl | None):
        super().__init__()
        self.usual = QComboBox()
        for text, clock in zip(
            (
                self.tr("No clock"),
                self.tr("15 minutes a side, as in the championship"),
                self.tr("5 minutes a side"),
                self.tr("30 seconds a move"),
                self.tr("10 seconds a move"),
            ),
            CLOCKS,
            strict=True,
        ):
            self.usual.addItem(text, clock)
        self.usual.addItem(self.tr("Custom clock"), OWN)
        self.total = QCheckBox(self.tr("Total time for each side"))
        self.minutes = QDoubleSpinBox()
        self.minutes.setRange(0.1, 600)
        self.minutes.setDecimals(1)
        self.minutes.setSuffix(self.tr(" min"))
        self.per_move = QCheckBox(self.tr("Time for each move"))
        self.seconds = QDoubleSpinBox()
        self.seconds.setRange(0.5, 3600)
        self.seconds.setDecimals(1)
        self.seconds.setSuffix(self.tr(" seconds"))
        for box in (self.total, self.per_move):  # or the label would stand higher than its field
            box.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        self.total.toggled.connect(self.minutes.setEnabled)
        self.per_move.toggled.connect(self.seconds.setEnabled)
        self._own = QWidget()
        own = QFormLayout(self._own)
        own.setContentsMargins(0, 0, 0, 0)
        own.addRow(self.total, self.minutes)
        own.addRow(self.per_move, self.seconds)
        name_fields(own)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.usual)
        layout.addWidget(self._own)
        self._show(control)
        self.usual.currentIndexChanged.connect(self._update)
        self._update()

    def _show(self, control: TimeControl | None) -> None:
        self.usual.setCurrentIndex(CLOCKS.index(control) if control in CLOCKS else len(CLOCKS))
        total = control.total_seconds if control else CHAMPIONSHIP.total_seconds
        per_move = control.move_seconds if control else None
        self.total.setChecked(total is not None)
        self.minutes.setValue((total or CHAMPIONSHIP.total_seconds or 0) / 60)
        self.per_move.setChecked(per_move is not None)
        self.seconds.setValue(per_move or MOVE_SECONDS)
        self.minutes.setEnabled(self.total.isChecked())
        self.seconds.setEnabled(self.per_move.isChecked())
        self._given_fields = self._fields()
        self._given = control or self._given_fields  # without one, the fields are an offer

    def _update(self) -> None:
        self._own.setVisible(self.usual.currentData() == OWN)
        self.updateGeometry()  # at once, for the dialog that fits itself to it

    def control(self) -> TimeControl | None:
        """The time control that was chosen. While the fields are unchanged, it is the given one, which may say more than they do."""
        if self.usual.currentData() != OWN:
            return self.usual.currentData()
        fields = self._fields()
        return self._given if fields == self._given_fields else fields

    def _fields(self) -> TimeControl | None:
        total = round(self.minutes.value() * 60, 3) if self.total.isChecked() else None
        per_move = self.seconds.value() if self.per_move.isChecked() else None
        return None if total is None and per_move is None else TimeControl(total, per_move)

"""The settings of a run as fields of a form, each with a sentence of help."""

from contextlib import suppress
from dataclasses import fields
from functools import partial
from typing import Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QFormLayout,
    QLineEdit,
    QSpinBox,
    QWidget,
)

from ai.training.config import RunConfig
from core.position import Size
from core.sentence import Sentence
from gui.parts.forms import FractionBox, HintedLine, WithHelp, side_by_side
from gui.program.messages import fill
from gui.training import texts as training_texts

NETWORKS = (
    "b2c24-liberties",
    "b4c32-liberties",
    "b6c64-liberties",
    "b10c96-liberties",
    "b4c32",
    "paper",
    "agz6x64",
)
MOST_OF = {item.name: item.metadata["usual_most"] for item in fields(RunConfig)}
"""The most that makes sense of each setting; a run that has more keeps it."""
DIGITS = 12
"""Most decimal places of fractions."""
LARGEST_SHOWN = 2**31 - 1
"""The most that a box of whole numbers holds. It is more than makes sense, so that a number too large is shown and refused rather than cut off."""


class SettingFields(QObject):
    """A field for each setting added to a form. A setting that nobody has changed keeps the value it was given, even if its field can't show it in
    full."""

    changed = Signal()
    """A field shows another value."""

    def __init__(self, parent: QObject):
        super().__init__(parent)
        self.fields: dict[str, QWidget] = {}
        self._helped: dict[str, WithHelp] = {}
        self._given: dict[str, Any] = {}
        """The values that the fields were filled with."""
        self._shown: dict[str, Any] = {}
        """The values that they then showed: a number may be too large for its field, or have too many digits."""

    def add(self, form: QFormLayout, name: str, *beside: QWidget) -> None:
        """A row for the setting ``name``, with what stands ``beside`` its field."""
        label, text = training_texts.SETTINGS[name]
        field = self._field(name, getattr(RunConfig(), name))
        field.setObjectName(name)
        self.fields[name] = field
        shown = side_by_side(field, *beside) if beside else field
        self._helped[name] = WithHelp(shown, training_texts.translated(text))
        form.addRow(training_texts.translated(label), self._helped[name])
        called = fill(self.tr("%1 in config.toml and after --set"), name)
        for part in (form.labelForField(self._helped[name]), field):
            part.setToolTip(called)

    def explain(self, name: str, text: str) -> None:
        """Say ``text`` below the field, as long as what is set is as it is now."""
        self._helped[name].say(text)

    def _field(self, name: str, default: Any) -> QWidget:
        if isinstance(default, bool):
            box = QCheckBox()
            box.toggled.connect(self.changed)
            return box
        if isinstance(default, int):
            number = QSpinBox()
            number.setRange(0, LARGEST_SHOWN)
            number.setGroupSeparatorShown(True)
            number.valueChanged.connect(self.changed)
            return number
        if isinstance(default, float):
            fraction = FractionBox()
            fraction.setDecimals(DIGITS)
            fraction.setRange(0, LARGEST_SHOWN)
            fraction.setGroupSeparatorShown(True)
            fraction.setSingleStep(0.05)
            fraction.valueChanged.connect(self.changed)
            return fraction
        if name in ("network", "first_network"):
            combo = QComboBox()
            combo.setEditable(True)
            if name == "first_network":
                combo.addItem("")
            combo.addItems(NETWORKS)
            combo.setCompleter(None)  # type: ignore[arg-type]  # it would make b4c32-liberties of b4c32
            combo.currentTextChanged.connect(self.changed)
            return combo
        line = HintedLine()
        if name == "start_from":
            line.setPlaceholderText(self.tr("random weights"))
        if name == "board":
            line.editingFinished.connect(partial(_write_board_out, line))
        line.textChanged.connect(self.changed)
        return line

    def show(self, values: dict[str, Any]) -> None:
        """Fill the fields of these settings."""
        for name, value in values.items():
            field = self.fields[name]
            _fill(field, value)
            if name == "board":
                _write_board_out(field)
            self._given[name], self._shown[name] = value, _content(field)
        self.changed.emit()

    def values(self) -> dict[str, Any]:
        """The settings, by name."""
        values: dict[str, Any] = {}
        for name, field in self.fields.items():
            content = _content(field)
            unchanged = name in self._given and content == self._shown[name]
            values[name] = self._given[name] if unchanged else content
        return values

    def why_too_much(self) -> Sentence | None:
        """A sentence if somebody has set more than makes sense; ``None`` if not."""
        for name, field in self.fields.items():
            value, most = _content(field), MOST_OF[name]
            if isinstance(field, QSpinBox | QDoubleSpinBox) and value > most and value != self._shown[name]:
                return Sentence("%1 = %2 should be at most %3", name, f"{value:,.15g}", f"{most:,}")
        return None


def _fill(field: QWidget, value: Any) -> None:
    """Show ``value``, or the nearest value that ``field`` can show."""
    if isinstance(field, QCheckBox):
        field.setChecked(value)
    elif isinstance(field, QSpinBox):
        shown = min(value, LARGEST_SHOWN)
        field.setMaximum(max(field.maximum(), shown))
        field.setValue(shown)
    elif isinstance(field, QDoubleSpinBox):
        field.setMaximum(max(field.maximum(), value))
        field.setValue(value)
    elif isinstance(field, QComboBox):
        field.setCurrentText(value)
    elif isinstance(field, QLineEdit):
        field.setText(value)


def _write_board_out(field: QWidget) -> None:
    """Write the board in ``field`` as boards are written everywhere: 7x7 for 7 or 7×7. What is no board stays."""
    with suppress(ValueError):  # the form tells what is wrong
        _fill(field, str(Size.parse(_content(field))))


def _content(field: QWidget) -> Any:
    """The value that ``field`` shows."""
    if isinstance(field, QCheckBox):
        return field.isChecked()
    if isinstance(field, QSpinBox | QDoubleSpinBox):
        return field.value()
    if isinstance(field, QComboBox):
        return field.currentText().strip()
    assert isinstance(field, QLineEdit)
    return field.text().strip()

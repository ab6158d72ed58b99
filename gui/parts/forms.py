"""What Qt's forms lack: help below a field, names for screen readers where a field stands beside a button or above help, texts seen from their
beginning, numbers without needless digits, room for placeholders."""

from collections.abc import Iterator

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLayoutItem,
    QLineEdit,
    QVBoxLayout,
    QWidget,
)

from gui.parts.whole_label import WholeLabel
from gui.program.labels import without_letter

FIELDS = (QLineEdit, QAbstractSpinBox, QComboBox)


def heading(text: str = "") -> QLabel:
    """A bold heading above what belongs together."""
    label = QLabel(text)
    font = label.font()
    font.setBold(True)
    label.setFont(font)
    return label


def wrapped(text: str, width: int = 0) -> QLabel:
    """A label in lines of this ``width`` in pixels, or of any."""
    label = QLabel(text)
    label.setWordWrap(True)
    if width:
        label.setFixedWidth(width)
    return label


def name_fields(form: QFormLayout) -> None:
    """Give each row's first field its label as accessible name."""
    for row in range(form.rowCount()):
        label = form.itemAt(row, QFormLayout.ItemRole.LabelRole)
        item = form.itemAt(row, QFormLayout.ItemRole.FieldRole)
        shown = label.widget() if label is not None else None
        field = next(_fields(item), None) if item is not None else None
        if isinstance(shown, QLabel | QCheckBox) and field is not None:
            field.setAccessibleName(without_letter(shown.text()))


def _fields(item: QLayoutItem) -> Iterator[QWidget]:
    """The fields in ``item``, in order."""
    widget, layout = item.widget(), item.layout()
    if isinstance(widget, FIELDS):
        yield widget
        return
    layout = layout or (widget.layout() if widget is not None else None)
    for index in range(layout.count() if layout is not None else 0):
        inner = layout.itemAt(index) if layout is not None else None
        if inner is not None:
            yield from _fields(inner)


class WithHelp(QWidget):
    """A field with a quiet sentence of help below it, which may change."""

    def __init__(self, field: QWidget, text: str):
        super().__init__()
        self._field, self._help = field, WholeLabel()
        self._help.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self._help.setAlignment(Qt.AlignmentFlag.AlignTop)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2)
        layout.addWidget(field)
        layout.addWidget(self._help)
        self.say(text)

    def say(self, text: str) -> None:
        self._help.setText(text)
        self._field.setAccessibleDescription(text)


def side_by_side(*widgets: QWidget) -> QWidget:
    """``widgets`` in one row; those that expand share the remaining room."""
    box = QWidget()
    layout = QHBoxLayout(box)
    layout.setContentsMargins(0, 0, 0, 0)
    for widget in widgets:
        layout.addWidget(widget)
    return box


class FractionBox(QDoubleSpinBox):
    """A number without needless digits: 0.25, not 0.250000."""

    def textFromValue(self, value: float) -> str:
        text, point = super().textFromValue(value), self.locale().decimalPoint()
        return text.rstrip("0").removesuffix(point) if point in text else text


class TextLine(QLineEdit):
    """A field that shows the beginning of a text set by the program; Qt shows the end of one that is too long."""

    def __init__(self, text: str = ""):
        super().__init__()
        self.setText(text)

    def setText(self, text: str | None) -> None:
        super().setText(text or "")
        self.setCursorPosition(0)


class HintedLine(TextLine):
    """A field wide enough for its placeholder."""

    def minimumSizeHint(self) -> QSize:
        hint = super().minimumSizeHint()
        text = self.fontMetrics().horizontalAdvance(self.placeholderText())
        return QSize(hint.width() + text, hint.height())

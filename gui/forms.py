"""What forms lack of themselves: names for screen readers where a field stands beside a button or under a word of help."""

from collections.abc import Iterator

from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QCheckBox,
    QComboBox,
    QFormLayout,
    QLabel,
    QLayoutItem,
    QLineEdit,
    QWidget,
)

FIELDS = (QLineEdit, QAbstractSpinBox, QComboBox)


def name_fields(form: QFormLayout) -> None:
    """Give each row's first field the name that its label shows."""
    for row in range(form.rowCount()):
        label = form.itemAt(row, QFormLayout.ItemRole.LabelRole)
        item = form.itemAt(row, QFormLayout.ItemRole.FieldRole)
        shown = label.widget() if label is not None else None
        field = next(_fields(item), None) if item is not None else None
        if isinstance(shown, QLabel | QCheckBox) and field is not None:
            field.setAccessibleName(shown.text())


def _fields(item: QLayoutItem) -> Iterator[QWidget]:
    """The fields in ``item``, first those that stand first."""
    widget, layout = item.widget(), item.layout()
    if isinstance(widget, FIELDS):
        yield widget
        return
    layout = layout or (widget.layout() if widget is not None else None)
    for index in range(layout.count() if layout is not None else 0):
        inner = layout.itemAt(index) if layout is not None else None
        if inner is not None:
            yield from _fields(inner)

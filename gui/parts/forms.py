"""What forms lack of themselves: help below a field, names for screen readers where a field stands beside a button or under a word of help, peace
from the mouse wheel where they scroll, texts seen from their beginning, numbers without needless digits, room for what an empty line says and for
wrapped lines, an end of dialogs that were answered."""

from collections.abc import Iterator
from functools import partial

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtGui import QPalette, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QDoubleSpinBox,
    QFormLayout,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLayoutItem,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QTableWidget,
    QVBoxLayout,
    QWidget,
)

from gui.commands import without_letter
from gui.parts.small_window import move_up_onto_screen, show_whole_in_low
from gui.parts.whole_label import WholeLabel

FIELDS = (QLineEdit, QAbstractSpinBox, QComboBox)


def accepted(dialog: QDialog) -> bool:
    """Whether the user agrees to ``dialog``, which can still be read until what is done now is over: then it is gone. As a child of a window it would
    live on otherwise, and hear of every change there."""
    agreed = dialog.exec()
    dialog.deleteLater()
    return bool(agreed)


def agree_or_cancel(agree: str = "") -> tuple[QDialogButtonBox, QPushButton]:
    """The buttons of a dialog, and the first of them, which says what is done. It is none of Qt's own: on those it writes its own word once another
    language is chosen."""
    buttons = QDialogButtonBox()
    first = buttons.addButton(agree, QDialogButtonBox.ButtonRole.AcceptRole)
    buttons.addButton(QDialogButtonBox.StandardButton.Cancel)
    return buttons, first


def heading(text: str = "") -> QLabel:
    """Stands above what belongs together."""
    label = QLabel(text)
    font = label.font()
    font.setBold(True)
    label.setFont(font)
    return label


def name_fields(form: QFormLayout) -> None:
    """Give each row's first field the name that its label shows."""
    for row in range(form.rowCount()):
        label = form.itemAt(row, QFormLayout.ItemRole.LabelRole)
        item = form.itemAt(row, QFormLayout.ItemRole.FieldRole)
        shown = label.widget() if label is not None else None
        field = next(_fields(item), None) if item is not None else None
        if isinstance(shown, QLabel | QCheckBox) and field is not None:
            field.setAccessibleName(without_letter(shown.text()))


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


class WithHelp(QWidget):
    """A field with a quiet sentence below it, which may change."""

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

    def keep_room_for(self, text: str) -> None:
        """What is below stays where it is when ``text`` is said."""
        self._help.keep_room_for(text)


def side_by_side(*widgets: QWidget) -> QWidget:
    """These in one row; those that expand get the room that is left."""
    box = QWidget()
    layout = QHBoxLayout(box)
    layout.setContentsMargins(0, 0, 0, 0)
    for widget in widgets:
        layout.addWidget(widget)
    return box


class FractionBox(QDoubleSpinBox):
    """A number with as many digits as it has: 0.25, not 0.250000."""

    def textFromValue(self, value: float) -> str:
        text, point = super().textFromValue(value), self.locale().decimalPoint()
        return text.rstrip("0").removesuffix(point) if point in text else text


class RoomyDialog(QDialog):
    """As high as the wrapped lines in it need: Qt doesn't see to that, and lets its contents overlap."""

    def event(self, event: QEvent) -> bool:
        changes = event.type() in (QEvent.Type.Resize, QEvent.Type.LayoutRequest)
        handled = super().event(event)
        if changes and (layout := self.layout()) is not None:  # other events may have deleted the dialog
            needed = max(0, layout.totalHeightForWidth(self.width()))  # -1 where nothing wraps
            grows = needed > self.height()
            self.setMinimumHeight(needed)
            if grows:
                move_up_onto_screen(self)
        return handled

    def fit(self) -> None:
        """Be as large as its contents wish for, also where some of them have just been hidden, whose room Qt keeps until it lays out anew."""
        self.setMinimumHeight(0)
        layout = self.layout()
        assert layout is not None
        layout.activate()
        self.adjustSize()


class TextLine(QLineEdit):
    """Shows the beginning of a text that the program fills it with, where Qt shows the end of what has no room."""

    def __init__(self, text: str = ""):
        super().__init__()
        self.setText(text)

    def setText(self, text: str | None) -> None:
        super().setText(text or "")
        self.setCursorPosition(0)


class HintedLine(TextLine):
    """Never so narrow that the placeholder is cut off."""

    def minimumSizeHint(self) -> QSize:
        hint = super().minimumSizeHint()
        text = self.fontMetrics().horizontalAdvance(self.placeholderText())
        return QSize(hint.width() + text, hint.height())


class QuietWheel(QObject):
    """Leaves the mouse wheel to what scrolls around a field. Lists are chosen from by opening them; a number follows the wheel only once it has
    been clicked."""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() != QEvent.Type.Wheel or (
            isinstance(watched, QAbstractSpinBox) and watched.hasFocus()
        ):
            return False
        event.ignore()
        return True


class _UprightScroll(QScrollArea):
    """Scrolls up and down alone: never so narrow that what is in it is cut off. With a width that it is ``at_most`` to ask for it scrolls sideways
    too where that is not enough."""

    def __init__(self, form: QWidget, at_most: int | None = None):
        super().__init__()
        self._at_most = at_most
        self._fits_form = False
        self.setFrameShape(QFrame.Shape.NoFrame)
        if at_most is None:
            self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWidgetResizable(True)
        self.setWidget(form)
        for table in form.findChildren(QTableWidget):
            for changed in (table.model().rowsInserted, table.model().rowsRemoved):
                changed.connect(self._show_lists)
            table.currentCellChanged.connect(partial(self._follow, table))

    def _show_lists(self) -> None:
        show_whole_in_low(self.widget(), self.viewport().height())

    def _follow(self, table: QTableWidget, row: int, column: int, *_before: int) -> None:
        """Keys that go through a list that is shown whole scroll it as it would scroll itself."""
        if row >= 0:
            cell = table.visualRect(table.model().index(row, column))
            place = table.viewport().mapTo(self.widget(), cell.center())
            self.ensureVisible(place.x(), place.y(), 0, cell.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._show_lists()

    def minimumSizeHint(self) -> QSize:
        width = self.widget().minimumSizeHint().width() + self.verticalScrollBar().sizeHint().width()
        if self._at_most is not None:
            width = min(width, self._at_most)
        return QSize(width, super().minimumSizeHint().height())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:
            self.updateGeometry()
            self._show_lists()
        if self._fits_form:
            # Until a form is laid out it says how high it is at the width that it had before: asked again while it is made to fit, it would be given
            # a scroll bar and lose it in turn until the program has no stack left.
            return False
        self._fits_form = True
        try:
            return super().eventFilter(watched, event)
        finally:
            self._fits_form = False


def scrolled(form: QWidget, at_most: int | None = None) -> QScrollArea:
    """``form``, which may scroll without the wheel changing the fields that come under the pointer. It asks for ``at_most`` so much width, however
    long its texts become."""
    area = _UprightScroll(form, at_most)
    quiet = QuietWheel(area)
    for field in (*form.findChildren(QAbstractSpinBox), *form.findChildren(QComboBox)):
        field.setFocusPolicy(Qt.FocusPolicy.StrongFocus)  # the wheel gives it no focus
        field.installEventFilter(quiet)
    return area

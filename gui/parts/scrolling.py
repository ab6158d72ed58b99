"""Scrolling what is too high for its window. The wheel doesn't change fields that come under the pointer, and lists don't scroll within it."""

from functools import partial

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QComboBox,
    QFrame,
    QScrollArea,
    QSizePolicy,
    QTableWidget,
    QWidget,
)

from gui.parts.giving_way import show_whole_in_low
from gui.parts.placing import most_height

BESIDE_FORM = 90
"""Most pixels of a dialog's height that its margins and what stands below the scrolled form take."""


class QuietWheel(QObject):
    """Leaves the mouse wheel to the scroll area around a field. Lists are opened to choose; a number follows the wheel only once it was clicked."""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() != QEvent.Type.Wheel or (
            isinstance(watched, QAbstractSpinBox) and watched.hasFocus()
        ):
            return False
        event.ignore()
        return True


class _UprightScroll(QScrollArea):
    """Scrolls vertically, and is never so narrow that the form is cut off. If it asks for a width ``at_most``, it also scrolls sideways where that is
    too little."""

    def __init__(self, form: QWidget, at_most: int | None = None):
        super().__init__()
        self._at_most = at_most
        self._fits_form = False
        self.setFrameShape(QFrame.Shape.NoFrame)
        if at_most is None:
            self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWidgetResizable(True)
        self.setWidget(form)
        if any(part.focusPolicy() & Qt.FocusPolicy.TabFocus for part in form.findChildren(QWidget)):
            self.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # it follows Tab, and as a stop it would show nothing
        for table in form.findChildren(QTableWidget):
            for changed in (table.model().rowsInserted, table.model().rowsRemoved):
                changed.connect(self._show_lists)
            table.currentCellChanged.connect(partial(self._follow, table))

    def _show_lists(self) -> None:
        show_whole_in_low(self.widget(), self.viewport().height())

    def _follow(self, table: QTableWidget, row: int, column: int, *_before: int) -> None:
        """Scroll to the current cell of a list that is shown whole, as the list itself would."""
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
            # Until it is laid out, a form reports its height for its former width. Asked again while it is being fitted, it would gain and lose a
            # scroll bar in turn until the stack overflows.
            return False
        self._fits_form = True
        try:
            return super().eventFilter(watched, event)
        finally:
            self._fits_form = False


class _WholeScroll(_UprightScroll):
    """Asks for the whole height of the form, and scrolls it only on a screen without room for that."""

    def __init__(self, form: QWidget):
        super().__init__(form)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def _within_screen(self, height: int) -> int:
        return min(height, most_height(self) - BESIDE_FORM)

    def heightForWidth(self, width: int) -> int:
        form = self.widget()
        needed = form.heightForWidth(width) if form.hasHeightForWidth() else form.minimumSizeHint().height()
        return self._within_screen(needed)

    def sizeHint(self) -> QSize:
        hint = self.widget().sizeHint()
        bar = self.verticalScrollBar().sizeHint().width()
        return QSize(hint.width() + bar, self._within_screen(hint.height()))

    def minimumSizeHint(self) -> QSize:
        least = self._within_screen(self.widget().minimumSizeHint().height())
        return QSize(super().minimumSizeHint().width(), least)


def scrolled_if_low(form: QWidget) -> QScrollArea:
    """``form``, the greater part of a dialog whose buttons stand outside, whole where the screen has room for that, and else in a scroll area."""
    layout = form.layout()
    if layout is not None:
        layout.setContentsMargins(0, 0, 0, 0)
    return _quiet(_WholeScroll(form))


def scrolled(form: QWidget, at_most: int | None = None) -> QScrollArea:
    """``form`` in a scroll area whose wheel doesn't change fields that come under the pointer. It asks for ``at_most`` so much width, however long
    its texts become."""
    return _quiet(_UprightScroll(form, at_most))


def _quiet(area: QScrollArea) -> QScrollArea:
    """``area``, whose fields leave the wheel to it."""
    quiet, form = QuietWheel(area), area.widget()
    for field in (*form.findChildren(QAbstractSpinBox), *form.findChildren(QComboBox)):
        field.setFocusPolicy(Qt.FocusPolicy.StrongFocus)  # the wheel gives no focus
        field.installEventFilter(quiet)
    return area

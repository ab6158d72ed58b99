"""Plots of figures over time: faint raw points, strong smoothed line. The wheel zooms along the horizontal axis, and the values in view fill the
height; dragging moves, a double-click shows all again. Keys do the same, and read point after point."""

from collections.abc import Callable, Sequence

import pyqtgraph as pg
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QPen,
    QResizeEvent,
    QTextDocumentFragment,
)
from PySide6.QtWidgets import QGridLayout, QLabel, QScrollArea, QToolButton, QVBoxLayout, QWidget

from gui.plots.canvas import Canvas
from gui.plots.curves import Change, Curve, Threshold
from gui.plots.heads import BUTTON_WIDTH, AboutButton, AloneButton, FigureChoice
from gui.plots.legend import Legend
from gui.plots.reading import Reading

NOTE_MARGIN = 28
"""Margin of the note in an empty plot, in pixels: clear of the vertical axis."""
LEAST_HEIGHT = 100
"""Least height of a plot with its axis, in pixels. A long title gives way to it, and its hint says all."""
SCROLLED_HEIGHT = 130
"""Least height of a plot where plots are scrolled, in pixels; there a title gives way to none."""
FRAME = 2
"""Width of the frame around the plot with the focus, in pixels."""
ZOOM = 1.5
"""Factor by which a key zooms."""


class MetricPlot(QWidget):
    """A titled plot of some curves over one horizontal axis; pointer and keys read values. A plot of ``shares`` goes from 0% to 100%."""

    def __init__(self, shares: bool = False):
        super().__init__()
        self._title = self._why_empty = ""
        self.curves: Sequence[Curve] = ()
        """What is drawn."""
        self.threshold: Threshold | None = None
        """What is drawn across the plot, if anything."""
        self._changes: Sequence[Change] = ()
        self._scrolled_in: QScrollArea | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.title = Legend()
        self.title.width_changed.connect(self._show_title)
        self.choice = FigureChoice()
        self.about = AboutButton()
        self.alone = AloneButton()
        self.title.double_clicked.connect(self.alone.ask)
        self.plot = Canvas(shares)
        self.view = self.plot.view
        self.reading = Reading(self.plot, shares)
        scene: pg.GraphicsScene = self.plot.scene()  # type: ignore[assignment]
        scene.sigMouseMoved.connect(self.reading.point)
        self.plot.viewport().installEventFilter(self)
        self._make_whole()
        self._make_note()
        self._lay_out()
        self.view.show_all()
        self._use_palette()

    def _make_whole(self) -> None:
        """Make the button that shows all again, where the axes leave a corner empty."""
        self.whole = QToolButton(self.plot)
        self.whole.setText("↺")
        self.whole.setAutoRaise(True)
        self.whole.setFixedSize(BUTTON_WIDTH, BUTTON_WIDTH)
        self.whole.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # 0 and Home do the same
        self.whole.clicked.connect(self.view.show_all)
        self.view.follows_changed.connect(self.whole.setHidden)

    def _make_note(self) -> None:
        """Make the note in an empty plot, which says why it is."""
        self.nothing = QLabel()
        self.nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.nothing.setWordWrap(True)
        self.nothing.setMargin(NOTE_MARGIN)
        self.nothing.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self.nothing.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def _lay_out(self) -> None:
        layout = self._layout = QGridLayout(self)
        layout.setContentsMargins(FRAME, FRAME, FRAME, FRAME)
        layout.setSpacing(0)
        heads = QVBoxLayout()
        heads.setSpacing(0)
        heads.addWidget(self.choice, alignment=Qt.AlignmentFlag.AlignLeft)
        heads.addWidget(self.title)
        layout.addLayout(heads, 0, 0)
        layout.addWidget(self.about, 0, 1, Qt.AlignmentFlag.AlignTop)
        layout.addWidget(self.alone, 0, 2, Qt.AlignmentFlag.AlignTop)
        layout.addWidget(self.plot, 1, 0, 1, 3)
        layout.addWidget(self.nothing, 1, 0, 1, 3)
        layout.setRowStretch(1, 1)
        layout.setColumnStretch(0, 1)

    # --- what is shown ----------------------------------------------------------------------------------------

    def explain(self, *paragraphs: str, smoothed: bool = True) -> None:
        """Set the hint over the title and its button: what the plot shows and how to read it. ``smoothed``: whether curves of many points are."""
        scrolled, alone = self._scrolled_in is not None, not self.alone.isHidden()
        self.about.explain(*paragraphs, smoothed=smoothed, scrolled=scrolled, alone=alone)
        self.setAccessibleDescription(self.about.accessibleDescription())
        self.choice.setAccessibleName(self.tr("What is compared"))
        back = self.tr("Show all again (double-click, or 0)")
        self.whole.setToolTip(back)
        self.whole.setAccessibleName(back)
        self.alone.retranslate()
        self._show_title()

    def name_axis(self, name: str, whole: bool = True) -> None:
        """Name what the horizontal axis counts, in ``whole`` numbers or not: below it and beside values that are read."""
        self.reading.name_axis(name, whole)
        self.plot.name_axis(name, whole)

    def show_curves(
        self,
        title: str,
        curves: Sequence[Curve],
        why_empty: str = "",
        threshold: Threshold | None = None,
        changes: Sequence[Change] = (),
    ) -> None:
        """Draw ``curves``, and a ``threshold`` and ``changes`` if given. A zoom is kept. ``why_empty`` is shown if there is nothing to draw."""
        self._title, self.curves, self._why_empty = title, curves, why_empty
        self.threshold, self._changes = threshold, changes
        self.nothing.setText("" if any(len(curve.x) for curve in curves) else why_empty)
        self.plot.draw(curves, threshold, changes)
        self._show_title()
        self.reading.read_from(curves, changes)
        self.setAccessibleName(f"{title}: " + ", ".join(curve.name for curve in curves))
        self.about.name_after(title)

    def clear(self) -> None:
        """Remove all curves and keep the title, until others come."""
        self.show_curves(self._title, [])

    def show_in_picture(self, in_picture: bool) -> None:
        """Prepare for a picture or go back: hide buttons and the list, which can't be used there (the title says what is shown), and draw marks one
        by one, so that they stay lines in a vector picture."""
        self.plot.draw_marks_singly(in_picture)
        shown = not in_picture
        self.about.setVisible(shown)
        self.alone.setVisible(shown)
        self.whole.setVisible(shown and not self.view.follows)
        self.choice.setVisible(shown and self.choice.count() > 1)
        self._show_title()
        self._layout.activate()  # without the list the title may need a line more

    def _show_title(self) -> None:
        """Show the whole title in a picture, which has no buttons, and where plots are scrolled. Else show as much as leaves the curves their room;
        the hint and screen readers tell all. The list of what may be shown stands for the title's first part."""
        title = None if self.choice.isVisibleTo(self) else self._title
        self.title.tell(title, self.curves, self.threshold, self._changes)
        if self._scrolled_in is not None:
            self.setMinimumHeight(self._heads() + SCROLLED_HEIGHT)
        elif self.about.isVisibleTo(self):
            while self.title.can_be_shorter() and self._is_low():
                self.title.shorten()
        whole = "" if self.title.is_whole else f"<p>{self.title.whole}</p>"
        for widget in (self.title, self.choice, self.about):
            widget.setToolTip(whole + self.about.hint)

    def _is_low(self) -> bool:
        """Whether the title leaves the curves too little room."""
        return self.height() - self._heads() < LEAST_HEIGHT

    def _heads(self) -> int:
        """Height of all but the plot with its axis, in pixels."""
        choice = self.choice.sizeHint().height() if self.choice.isVisibleTo(self) else 0
        titles = choice + self.title.heightForWidth(self.title.width())
        return max(titles, self.about.sizeHint().height()) + 2 * FRAME

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().height() != event.oldSize().height():
            self._show_title()

    # --- the mouse --------------------------------------------------------------------------------------------

    def scroll_in(self, area: QScrollArea) -> None:
        """Keep as high as the title needs, however low ``area`` is. Until this plot is clicked, the wheel scrolls ``area`` if it can."""
        self._scrolled_in = area
        self._show_title()

    def _wheel_scrolls(self) -> bool:
        area = self._scrolled_in
        return area is not None and area.verticalScrollBar().maximum() > 0 and not self.hasFocus()

    def eventFilter(self, watched: object, event: QEvent) -> bool:
        if isinstance(event, QMouseEvent) and event.type() == QEvent.Type.MouseButtonDblClick:
            self.view.show_all()
            return True
        if event.type() == QEvent.Type.Resize:
            self.whole.move(0, self.plot.height() - self.whole.height())
        if event.type() == QEvent.Type.Wheel and self._wheel_scrolls():
            event.ignore()
            return True
        if event.type() == QEvent.Type.Leave:
            self.reading.point(None)
        return False

    # --- keys -------------------------------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key
        held = event.modifiers() & ~(Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier)
        keys: dict[int, Callable[[], None]] = {
            key.Key_Left: lambda: self._read_beside(-1),
            key.Key_Right: lambda: self._read_beside(1),
            key.Key_Plus: lambda: self._zoom(ZOOM),
            key.Key_Equal: lambda: self._zoom(ZOOM),  # + without Shift
            key.Key_Minus: lambda: self._zoom(1 / ZOOM),
            key.Key_0: self.view.show_all,
            key.Key_Home: self.view.show_all,
            key.Key_Return: self.alone.ask,
            key.Key_Enter: self.alone.ask,
        }
        if held or event.key() not in keys:
            super().keyPressEvent(event)
        else:
            keys[event.key()]()
            self.reading.renew()

    def _read_beside(self, way: int) -> None:
        """Read the next point (:meth:`gui.plots.reading.Reading.go`), bring it into view and announce it."""
        self.reading.go(way)
        point = self.reading.point_read
        if point is None:
            return
        self.view.bring_into_view(point)
        self.reading.renew()
        said = QTextDocumentFragment.fromHtml(self.reading.text()).toPlainText()
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, said))

    def _zoom(self, factor: float) -> None:
        """Zoom around the point read, else around the middle."""
        self.view.zoom(factor, self.reading.point_read)

    def focusInEvent(self, event: QFocusEvent) -> None:
        by_keys = event.reason() in (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason)
        if by_keys and self._scrolled_in is not None:
            self._scrolled_in.ensureWidgetVisible(self)
        super().focusInEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        if event.reason() is not Qt.FocusReason.ActiveWindowFocusReason:
            self.reading.leave()
        super().focusOutEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.hasFocus():
            painter = QPainter(self)
            painter.setPen(QPen(self.palette().color(QPalette.ColorRole.Accent), 2 * FRAME))
            painter.drawRect(self.rect())
            painter.end()

    # --- colours ----------------------------------------------------------------------------------------------

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.PaletteChange:
            self._use_palette()
            self.show_curves(self._title, self.curves, self._why_empty, self.threshold, self._changes)
        super().changeEvent(event)

    def _use_palette(self) -> None:
        palette = self.palette()
        self.plot.use_palette(palette)
        text = palette.color(QPalette.ColorRole.Text)
        self.reading.line.setPen(pg.mkPen(text, style=Qt.PenStyle.DotLine))

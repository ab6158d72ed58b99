"""Plots of figures over time: faint raw points, strong smoothed line. The wheel zooms along the horizontal axis, and the values in view fill the
height; dragging moves, a double-click shows all again. Keys do the same, and read point after point."""

from collections.abc import Callable, Sequence
from html import escape

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QColor,
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
from PySide6.QtWidgets import (
    QComboBox,
    QGraphicsSceneWheelEvent,
    QGridLayout,
    QLabel,
    QScrollArea,
    QSizePolicy,
    QToolButton,
    QToolTip,
    QVBoxLayout,
    QWidget,
)

from gui.parts.whole_label import WholeLabel
from gui.plots.axes import CountAxis, ValueAxis
from gui.plots.curves import Change, Curve, Threshold, color_of
from gui.plots.reading import CROSS, MARK, Reading, mark_of
from gui.program.messages import unbroken
from gui.program.theme import mixed

FAINT = 0.4
"""Share of a curve's colour in its raw points; the rest is the paper's. Opaque, because many see-through lines add up."""
SMOOTH_WIDTH = 2
TICK_DENSITY = 0.6
"""Density of numbers along an axis, as a share of pyqtgraph's: long ones would overlap in a narrow plot."""
AXIS_LINES = 2.4
"""Height of the horizontal axis, its numbers and its name, in lines of text: pyqtgraph's own leaves a gap that a low plot lacks room for."""
SHARE_MARGIN = 0.06
"""Room below 0% and above 100%, where marks and numbers would be cut off."""
FIT_MARGIN = 0.04
"""Room around the curves, as a share of their span."""
NOTE_MARGIN = 28
"""Margin of the note in an empty plot, in pixels: clear of the vertical axis."""
DASHES = "┄"
"""Sign before the name of a threshold."""
DOTS = "┊"
"""Sign before the meaning of the vertical lines."""
CROSS_SIZE, SMALL_CROSS_SIZE = 8, 5
"""Sizes of crosses in pixels, among few and among many points."""
BUTTON_WIDTH = 22
"""Width of a button in a plot's corner, in pixels."""
NAME_HEIGHT = 0.5
"""Place of the name along a vertical line, as a share of its height."""
THIN_PAPER = 200
"""Opacity of the paper under such a name, of 255: the curve still shows, and the name can be read."""
LEAST_HEIGHT = 100
"""Least height of a plot with its axis, in pixels. A long title gives way to it, and its hint says all."""
SCROLLED_HEIGHT = 130
"""Least height of a plot where plots are scrolled, in pixels; there a title gives way to none."""
GAP = "&nbsp; "
"""Gap between the parts of a title."""
MORE = "…"
"""Stands for what a title has no room for."""
LEAST_CHOICE = 60
"""Least width of the list of what a plot may show, in pixels, so that it never makes a narrow plot wider."""
FRAME = 2
"""Width of the frame around the plot with the focus, in pixels."""
ZOOM = 1.5
"""Factor by which a key zooms."""


class NameOfLine(pg.InfLineLabel):
    """Name of a vertical line, written along it on thin ``paper``, so that no curve runs through it. Hidden in a plot too low for it."""

    def __init__(self, line: pg.InfiniteLine, name: str, color: QColor, paper: QColor):
        self._paper = pg.mkBrush(paper.red(), paper.green(), paper.blue(), THIN_PAPER)
        beside = [(0.5, 0), (0.5, 1)]
        super().__init__(line, name, color=color, position=NAME_HEIGHT, rotateAxis=(1, 0), anchors=beside)

    def updatePosition(self) -> None:
        super().updatePosition()
        view = self.getViewBox()
        if view is not None:
            fits = self.boundingRect().width() <= view.height()
            self.textItem.setVisible(fits)
            self.fill = self._paper if fits else pg.mkBrush(None)


class TimeView(pg.ViewBox):
    """View whose wheel zooms along the horizontal axis; with Ctrl, or over the vertical axis, along that one."""

    def wheelEvent(self, ev: QGraphicsSceneWheelEvent, axis: int | None = None) -> None:
        if axis is None:
            upright = ev.modifiers() & Qt.KeyboardModifier.ControlModifier
            axis = pg.ViewBox.YAxis if upright else pg.ViewBox.XAxis
        super().wheelEvent(ev, axis)


def _span(values: list[float]) -> tuple[float, float]:
    """Range of ``values`` with room around them, even if they are all equal."""
    low, high = min(values), max(values)
    room = FIT_MARGIN * (high - low) or max(1.0, abs(low)) / 2
    return low - room, high + room


class MetricPlot(QWidget):
    """A titled plot of some curves over one horizontal axis; pointer and keys read values. A plot of ``shares`` goes from 0% to 100%."""

    figure_chosen = Signal(str)
    """Carries the figure that the user chose."""

    def __init__(self, parent: QWidget | None = None, shares: bool = False):
        super().__init__(parent)
        self._shares = shares
        self._title = self._why_empty = self._hint = ""
        self._curves: list[Curve] = []
        self._threshold: Threshold | None = None
        self._changes: Sequence[Change] = ()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._follows = True
        """Whether all curves are kept in view, until the user moves or zooms."""
        self._scrolled_in: QScrollArea | None = None
        self._make_heads()
        self._make_plot()
        self._lay_out()
        self.show_all()
        self._use_palette()

    def _make_heads(self) -> None:
        """Make the title and what stands beside it."""
        self.title = WholeLabel()
        self.title.setTextFormat(Qt.TextFormat.RichText)
        self.title.installEventFilter(self)
        self.choice = QComboBox()
        self.choice.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.choice.setMinimumWidth(LEAST_CHOICE)
        self.choice.activated.connect(lambda: self.figure_chosen.emit(self.choice.currentData()))
        self.choice.hide()
        self.about = _corner_button("ⓘ")
        self.about.clicked.connect(self._show_about)
        self._tells = False
        self.alone = _corner_button("⤢")
        self.alone.setCheckable(True)
        self.alone.toggled.connect(self._name_alone)
        self.alone.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # Enter does the same
        self.title.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)

    def _make_plot(self) -> None:
        """Make axes and curves, the reading slip, and the note for an empty plot."""
        self._counts = CountAxis()
        self.plot = pg.PlotWidget(
            viewBox=TimeView(), axisItems={"bottom": self._counts, "left": ValueAxis(self._shares)}
        )
        # by the plot's own size hint, all plots together would want more height than there is, and long titles would be cut off
        self.plot.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Ignored)
        self.plot.setMenuEnabled(False)  # pyqtgraph's own menu speaks English only
        self.plot.hideButtons()
        for part in (self.plot, self.plot.viewport()):
            part.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # this widget as a whole has the focus
        self.plot.setDownsampling(auto=True, mode="peak")
        self.plot.setClipToView(True)
        self.plot.getAxis("bottom").setTickDensity(TICK_DENSITY)
        self.plot.getAxis("bottom").setHeight(round(AXIS_LINES * self.fontMetrics().height()))
        self.plot.showGrid(x=True, y=True, alpha=0.15)
        if self._shares:
            self.plot.setLimits(yMin=-SHARE_MARGIN, yMax=1 + SHARE_MARGIN)
        self.plot.disableAutoRange()
        self.plot.getViewBox().sigRangeChangedManually.connect(self._on_moved)
        self.whole = QToolButton(self.plot)  # where the axes leave a corner empty
        self.whole.setText("↺")
        self.whole.setAutoRaise(True)
        self.whole.setFixedSize(BUTTON_WIDTH, BUTTON_WIDTH)
        self.whole.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # 0 and Home do the same
        self.whole.clicked.connect(self.show_all)
        self.whole.hide()
        scene: pg.GraphicsScene = self.plot.scene()  # type: ignore[assignment]
        self.reading = Reading(self.plot, self._shares)
        scene.sigMouseMoved.connect(self.reading.point)
        self.plot.viewport().installEventFilter(self)
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

    def show_all(self) -> None:
        """Show all, and follow the curves as they grow."""
        self._follows = True
        self.whole.hide()
        self._fit()

    def _stop_following(self) -> None:
        self._follows = False
        self.whole.show()

    def _on_moved(self, axes: Sequence[bool]) -> None:
        """Handle a move by the mouse, which drags along both ``axes`` and zooms along one."""
        self._stop_following()
        if list(axes) == [True, False]:
            self._fit_height()

    def _fit_height(self) -> None:
        """Fit the height to the part of the curves in view; without points there, to those on either side, between which a line goes."""
        view = self.plot.getViewBox()
        shown = view.viewRect()
        ends = [end for curve in self._curves for end in curve.ends_between(shown.left(), shown.right())]
        if self._shares:
            view.setYRange(-SHARE_MARGIN, 1 + SHARE_MARGIN, padding=0)
        elif ends:
            view.setYRange(*_span(ends), padding=0)

    def _fit(self) -> None:
        """Bring all curves into view. pyqtgraph's own fit uses only the points kept for the previous view: after a long run, a short one would show
        in part or not at all."""
        view = self.plot.getViewBox()
        drawn = [curve for curve in self._curves if len(curve.x)]
        if drawn:
            left, right = _span([float(x) for curve in drawn for x in curve.x[[0, -1]]])
            # nothing comes before 0
            view.setXRange(max(left, -FIT_MARGIN * right), right, padding=0)
        self._fit_height()

    def explain(self, *paragraphs: str, smoothed: bool = True) -> None:
        """Set the hint over the title and its button: what the plot shows and how to read it. ``smoothed``: whether curves of many points are."""
        paragraphs = (*paragraphs, self._handling(smoothed))
        self._hint = "".join(f"<p>{text}</p>" for text in paragraphs)  # rich text wraps
        self.choice.setAccessibleName(self.tr("What is compared"))
        self.about.setAccessibleName(self.tr("About this plot"))
        back = self.tr("Show all again (double-click, or 0)")
        self.whole.setToolTip(back)
        self.whole.setAccessibleName(back)
        for widget in (self, self.about):
            widget.setAccessibleDescription("\n".join(paragraphs))
        self.about.show()
        self._name_alone()
        self._show_title()

    def _handling(self, smoothed: bool) -> str:
        parts = [
            self.tr(
                "Pointing reads the nearest point. Wheel: zoom along the horizontal axis; with Ctrl along the vertical one. Drag: move. "
                "Double-click: show all again. Keys: Left and Right read point after point, + and - zoom, 0 or Home shows all again."
            )
        ]
        if smoothed:
            parts.insert(
                0,
                self.tr(
                    "Faint: each point; strong: the mean over a fiftieth of them, half on either side; at the ends it is that of one side."
                ),
            )
        if self._scrolled_in is not None:
            parts.append(
                self.tr("Where the plots are scrolled, the wheel zooms only in one that has been clicked.")
            )
        if not self.alone.isHidden():
            parts.append(
                self.tr(
                    "Enter, a double-click on the title, or the button in the corner shows this plot alone; Esc shows all plots again."
                )
            )
        return " ".join(parts)

    def offer_alone(self) -> None:
        """Show the button that asks to show this plot alone; the owner of the plots hides the others."""
        self.alone.show()

    def scroll_in(self, area: QScrollArea) -> None:
        """Keep as high as the title needs, however low ``area`` is. Until this plot is clicked, the wheel scrolls ``area`` if it can."""
        self._scrolled_in = area
        self._show_title()

    def _wheel_scrolls(self) -> bool:
        area = self._scrolled_in
        return area is not None and area.verticalScrollBar().maximum() > 0 and not self.hasFocus()

    def _ask_alone(self) -> None:
        if not self.alone.isHidden():
            self.alone.click()

    def _name_alone(self) -> None:
        text = (
            self.tr("Show all plots (Esc)")
            if self.alone.isChecked()
            else self.tr("Show this plot alone (Enter)")
        )
        self.alone.setToolTip(text)
        self.alone.setAccessibleName(text)

    def offer_figures(self, names: dict[str, str], shown: str) -> None:
        """Let the user choose what is shown, among the keys of ``names``, which give their texts. A single figure offers no choice."""
        box = self.choice
        if names != {box.itemData(i): box.itemText(i) for i in range(box.count())}:
            box.clear()
            for figure, name in names.items():
                box.addItem(name, figure)
        box.setCurrentIndex(box.findData(shown))
        box.setVisible(len(names) > 1)

    def show_in_picture(self, in_picture: bool) -> None:
        """Prepare for a picture or go back: hide buttons and the list, which can't be used there (the title says what is shown), and draw marks one
        by one, so that they stay lines in a vector picture."""
        for item in self.plot.scene().items():
            if isinstance(item, pg.ScatterPlotItem):
                item.setExportMode(in_picture)
        shown = not in_picture
        self.about.setVisible(shown)
        self.alone.setVisible(shown)
        self.whole.setVisible(shown and not self._follows)
        self.choice.setVisible(shown and self.choice.count() > 1)
        self._layout.activate()
        self._show_title()

    def _show_about(self) -> None:
        QToolTip.showText(
            self.about.mapToGlobal(self.about.rect().bottomLeft()), self.about.toolTip(), self.about
        )
        self._tells = True

    def hide_about(self) -> bool:
        """Hide the hint that the button has shown. Returns whether it was still visible."""
        seen = self._tells and QToolTip.isVisible() and QToolTip.text() == self.about.toolTip()
        self._tells = False
        if seen:
            QToolTip.hideText()
        return seen

    def name_axis(self, name: str, whole: bool = True) -> None:
        """Name what the horizontal axis counts, in ``whole`` numbers or not: below it and beside values that are read."""
        self._counts.whole = whole
        self.reading.name_axis(name, whole)
        self.plot.setLabel("bottom", name)

    def show_curves(
        self,
        title: str,
        curves: list[Curve],
        why_empty: str = "",
        threshold: Threshold | None = None,
        changes: Sequence[Change] = (),
    ) -> None:
        """Draw ``curves``, and a ``threshold`` and ``changes`` if given. A zoom is kept. ``why_empty`` is shown if there is nothing to draw."""
        self._title, self._curves, self._why_empty = title, curves, why_empty
        self._threshold, self._changes = threshold, changes
        empty = not any(len(curve.x) for curve in curves)
        self.nothing.setText(why_empty if empty else "")
        for side in ("left", "bottom"):
            self.plot.getAxis(side).setStyle(showValues=not empty)
        self.plot.clear()
        if self._follows:
            self._fit()  # first, because what is out of view is not prepared for drawing
        for change in changes:
            self._draw_change(change)
        for curve in curves:
            self._draw_faint(curve)
        for curve in curves:  # over all that is faint, which would hide them
            self._draw_strong(curve)
            if curve.marked is not None:
                self._draw_crosses(curve, curve.marked)
        if threshold is not None:
            pen = pg.mkPen(color_of(threshold.color), style=Qt.PenStyle.DashLine)
            self.plot.addItem(pg.InfiniteLine(threshold.y, angle=0, pen=pen))
        self._show_title()
        self.reading.read_from(curves, changes)
        self.setAccessibleName(f"{title}: " + ", ".join(curve.name for curve in curves))

    def clear(self) -> None:
        """Remove all curves and keep the title, until others come."""
        self.show_curves(self._title, [])

    def _draw_change(self, change: Change) -> None:
        """Draw a change over the curves, which would cover its name; it hides little of them."""
        palette = self.palette()
        pen = pg.mkPen(palette.color(QPalette.ColorRole.PlaceholderText), style=Qt.PenStyle.DotLine)
        line = pg.InfiniteLine(change.x, angle=90, pen=pen)
        line.setZValue(1)
        self.plot.addItem(line)
        if change.is_written:
            role = QPalette.ColorRole
            line.label = NameOfLine(line, change.name, palette.color(role.Text), palette.color(role.Base))

    def _draw_faint(self, curve: Curve) -> None:
        """Draw the intervals, and the raw points if they are smoothed."""
        faint = pg.mkPen(mixed(color_of(curve.color), self.palette().color(QPalette.ColorRole.Base), FAINT))
        if curve.interval is not None and len(curve.x):
            low, high = curve.interval
            bars = pg.ErrorBarItem(x=curve.x, y=curve.y, bottom=curve.y - low, top=high - curve.y, pen=faint)
            self.plot.addItem(bars)
        if curve.is_smoothed:
            for part in curve.stretches(curve.x):
                self.plot.plot(curve.x[part], curve.y[part], pen=faint)

    def _draw_strong(self, curve: Curve) -> None:
        """Draw the strong line of many points; marks on few points, and on one alone in its stretch."""
        strong = color_of(curve.color)
        marks = {"symbol": "o", "symbolSize": 4, "symbolBrush": strong, "symbolPen": None}
        x, y = curve.line if curve.has_many else (curve.x, curve.y)
        for part in curve.stretches(x):
            if curve.has_many and part.stop - part.start > 1:
                pen = pg.mkPen(strong, width=SMOOTH_WIDTH)
                self.plot.plot(x[part], y[part], pen=pen, antialias=True)
            else:
                self.plot.plot(x[part], y[part], pen=pg.mkPen(strong), **marks)

    def _draw_crosses(self, curve: Curve, marked: np.ndarray) -> None:
        size = SMALL_CROSS_SIZE if curve.has_many else CROSS_SIZE
        self.plot.addItem(
            pg.ScatterPlotItem(
                curve.x[marked],
                curve.y[marked],
                symbol="x",
                size=size,
                brush=color_of(curve.color),
                pen=None,
            )
        )

    def _show_title(self) -> None:
        """Show the whole title in a picture, which has no buttons, and where plots are scrolled. Else show as much as leaves the curves their room;
        the hint and screen readers tell all."""
        parts = self._title_parts()
        whole = GAP.join(parts)
        self.title.setText(whole)
        shown = len(parts)
        if self._scrolled_in is not None:
            self.setMinimumHeight(self._heads() + SCROLLED_HEIGHT)
        while shown > 1 and self._scrolled_in is None and self.about.isVisibleTo(self) and self._is_low():
            shown -= 1
            self.title.setText(GAP.join([*parts[:shown], MORE]))
        self.title.setAccessibleName(QTextDocumentFragment.fromHtml(whole).toPlainText())
        hint = self._hint if shown == len(parts) else f"<p>{whole}</p>{self._hint}"
        for widget in (self.title, self.choice, self.about):
            widget.setToolTip(hint)

    def _is_low(self) -> bool:
        """Whether the title leaves the curves too little room."""
        return self.height() - self._heads() < LEAST_HEIGHT

    def _heads(self) -> int:
        """Height of all but the plot with its axis, in pixels."""
        choice = self.choice.sizeHint().height() if self.choice.isVisibleTo(self) else 0
        titles = choice + self.title.heightForWidth(self.title.width())
        return max(titles, self.about.sizeHint().height()) + 2 * FRAME

    def _title_parts(self) -> list[str]:
        """The title's parts: what is shown, the names of curves, intervals, crosses and threshold, and what vertical lines mean."""
        parts = [] if self.choice.isVisibleTo(self) else [f"<b>{self._title}</b>"]
        for curve in self._curves:
            parts += [f"{mark_of(curve)}&nbsp;{self._kept_whole(curve.name)}"] if curve.name else []
            parts += [self._kept_whole(curve.interval_name)] if curve.interval_name else []
            if curve.marked is not None and curve.marked.any():
                parts.append(f"{CROSS}&nbsp;{self._kept_whole(curve.marked_name)}")
        if self._threshold is not None:
            parts.append(f"{DASHES}&nbsp;{self._kept_whole(self._threshold.name)}")
        if self._changes:
            meaning = self.tr("new network")
            parts.append(f"{DOTS}&nbsp;{self._kept_whole(meaning)}")
        return parts

    def _kept_whole(self, name: str) -> str:
        """Markup in which no line breaks within ``name``, unless it is too long for one line here."""
        fits = self.title.fontMetrics().horizontalAdvance(f"{MARK} {name}") <= self.title.width()
        return escape(unbroken(name) if fits else name)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().height() != event.oldSize().height():
            self._show_title()

    def eventFilter(self, watched: object, event: QEvent) -> bool:
        if watched is self.title:
            if isinstance(event, QResizeEvent) and event.size().width() != event.oldSize().width():
                self._show_title()
            if event.type() == QEvent.Type.MouseButtonDblClick:
                self._ask_alone()
            return False
        if isinstance(event, QMouseEvent) and event.type() == QEvent.Type.MouseButtonDblClick:
            self.show_all()
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
            key.Key_0: self.show_all,
            key.Key_Home: self.show_all,
            key.Key_Return: self._ask_alone,
            key.Key_Enter: self._ask_alone,
        }
        if held or event.key() not in keys:
            super().keyPressEvent(event)
        else:
            keys[event.key()]()
            self.reading.renew()

    def _read_beside(self, way: int) -> None:
        """Read the next point (:meth:`gui.plots.reading.Reading.go`), bring it into view and announce it."""
        self.reading.go(way)
        if self.reading.point_read is None:
            return
        self._bring_into_view()
        self.reading.renew()
        said = QTextDocumentFragment.fromHtml(self.reading.text()).toPlainText()
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, said))

    def _bring_into_view(self) -> None:
        """Bring the point read into view."""
        view, place = self.plot.getViewBox(), self.reading.point_read
        shown = view.viewRect()
        if place is not None and not shown.contains(place):
            self._stop_following()
            view.translateBy(x=place.x() - shown.center().x())
            self._fit_height()

    def _zoom(self, factor: float) -> None:
        """Zoom around the point read, else around the middle."""
        self._stop_following()
        self.plot.getViewBox().scaleBy(x=1 / factor, center=self.reading.point_read)
        self._fit_height()

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

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.PaletteChange:
            self._use_palette()
            self.show_curves(self._title, self._curves, self._why_empty, self._threshold, self._changes)
        super().changeEvent(event)

    def _use_palette(self) -> None:
        palette = self.palette()
        self.plot.setBackground(palette.color(QPalette.ColorRole.Base))
        text = palette.color(QPalette.ColorRole.Text)
        for side in ("left", "bottom"):
            axis = self.plot.getAxis(side)
            axis.setPen(text)
            axis.setTextPen(text)
        self.reading.line.setPen(pg.mkPen(text, style=Qt.PenStyle.DotLine))


def _corner_button(sign: str) -> QToolButton:
    """A button beside a plot's title. It keeps its place while hidden, as it is at first."""
    button = QToolButton()
    button.setText(sign)
    button.setAutoRaise(True)
    button.setMaximumWidth(BUTTON_WIDTH)
    keeps_place = button.sizePolicy()
    keeps_place.setRetainSizeWhenHidden(True)
    button.setSizePolicy(keeps_place)
    button.hide()
    return button

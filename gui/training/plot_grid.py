"""Plots side by side, or one of them alone, in a room that may be narrow or low."""

from collections.abc import Mapping, Sequence
from functools import partial

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QScrollArea, QWidget

from gui.plots.plots import MetricPlot

COLUMNS = 2
LEAST_WIDTH = 220
"""Least width of a plot beside another, in pixels; in less room there is one column."""
LEAST_HEIGHT = 150
"""Least height of a plot with a title of one line, in pixels."""
LEAST_IN_VIEW = LEAST_HEIGHT * 3 // 2
"""Least height of the area with the plots: one row and so much of the next that one sees there is more. With it the room fits a screen of 1366x768
that is scaled to 150%."""


class PlotGrid(QWidget):
    """Shows ``plots`` together, in rows of two or below each other, or the one that the user wants to see alone."""

    def __init__(self, plots: Mapping[str, MetricPlot]):
        super().__init__()
        self.plots = plots
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._columns = COLUMNS
        self._shown: Sequence[str] = ()
        self._area: QScrollArea | None = None
        for name, plot in self.plots.items():
            plot.alone.show()
            plot.alone.clicked.connect(partial(self._look_at, name))
        self.is_one_alone = False
        """Whether one plot has all the room."""
        self.show_together()

    def _look_at(self, name: str) -> None:
        """Show the plot ``name`` alone, or all again, by its button's state."""
        self.plots[name].setFocus()
        if self.plots[name].alone.isChecked():
            self._show_only([name])
        else:
            self.show_together()

    def hide_about(self) -> bool:
        """Hide a plot's hint. Returns whether one was still visible."""
        return any(plot.about.hide_hint() for plot in self.plots.values())

    def show_together(self) -> None:
        """Show all plots again; the one that was alone stays in view."""
        self._show_only(tuple(self.plots))
        QTimer.singleShot(0, self._see_used)  # once they are laid out

    def _see_used(self) -> None:
        """Scroll to the plot with the focus."""
        for plot in self.plots.values():
            if self._area is not None and plot.hasFocus():
                self._area.ensureWidgetVisible(plot)

    def _show_only(self, names: Sequence[str]) -> None:
        """Give all the room to these plots."""
        self.is_one_alone = len(names) == 1
        self._shown = names
        self._arrange()
        for name, plot in self.plots.items():
            plot.setVisible(name in names)
            plot.alone.setChecked(self.is_one_alone and name in names)

    def _arrange(self) -> None:
        """Place the plots shown side by side, or one below the other in a narrow room."""
        for plot in self.plots.values():
            self._grid.removeWidget(plot)
        for index, name in enumerate(self._shown):
            self._grid.addWidget(self.plots[name], index // self._columns, index % self._columns)
        used = min(self._columns, len(self._shown))
        for column in range(COLUMNS):
            self._grid.setColumnStretch(column, int(column < used))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        columns = max(1, min(COLUMNS, self.width() // LEAST_WIDTH))
        if columns != self._columns:
            self._columns = columns
            self._arrange()

    def scrolled(self) -> QScrollArea:
        """These plots in an area that scrolls if it is too low. There the wheel scrolls, and zooms only in a plot that was clicked."""
        area = self._area = QScrollArea()
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setWidgetResizable(True)
        area.setMinimumHeight(LEAST_IN_VIEW)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # the plots take the keys
        area.setWidget(self)
        for plot in self.plots.values():
            plot.scroll_in(area)
        return area

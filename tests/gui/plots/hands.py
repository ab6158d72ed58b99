"""The hands that use a plot, and looks at what it shows."""

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QColor, QMouseEvent
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from gui.app import make_application
from gui.plots.curves import Curve
from gui.plots.plots import MetricPlot
from tests.gui.desk import turn_wheel, wait


def shown_plot(qtbot: QtBot, shares: bool = False) -> MetricPlot:
    make_application([])
    plot = MetricPlot(shares=shares)
    qtbot.addWidget(plot)
    plot.resize(400, 250)
    plot.show()
    qtbot.waitExposed(plot)
    return plot


def straight(name: str, points: int) -> Curve:
    return Curve(name, np.arange(float(points)), np.arange(float(points)))


def legend(plot: MetricPlot) -> str:
    """Without what keeps its names whole."""
    return without_joiners(plot.title.text())


def without_joiners(text: str) -> str:
    return text.replace("\u2060", "").replace("\u00a0", " ").replace("&nbsp;", " ")


def be_painted(plot: MetricPlot) -> None:
    """It zooms to its curves while it is painted, and in two goes."""
    for _ in range(2):
        plot.grab()
        QApplication.processEvents()


def move_pointer(viewport: QWidget, place: QPointF) -> None:
    pg.setConfigOption("mouseRateLimit", 0)  # which would have it depend on the time
    where, none = QPointF(viewport.mapToGlobal(place)), Qt.MouseButton.NoButton
    event = QMouseEvent(QEvent.Type.MouseMove, place, where, none, none, Qt.KeyboardModifier.NoModifier)
    QApplication.sendEvent(viewport, event)


def point_at(plot: MetricPlot, x: float, qtbot: QtBot) -> str:
    """What is read there, once the pointer has come."""
    view, viewport = plot.plot.getViewBox(), plot.plot.viewport()
    be_painted(plot)
    place = view.mapViewToScene(QPointF(x, view.viewRect().center().y()))
    plot.reading.point(None)
    move_pointer(viewport, place)
    wait(qtbot, plot.reading.isVisible)
    return plot.reading.text()


def press_key(plot: MetricPlot, qtbot: QtBot, *keys: Qt.Key) -> str:
    """What is read afterwards."""
    for key in keys:
        qtbot.keyClick(plot, key)
    return plot.reading.text() if plot.reading.isVisible() else ""


def zoom_in(plot: MetricPlot) -> None:
    """Over the middle of the plot."""
    be_painted(plot)
    for _ in range(3):
        turn_wheel(plot.plot.viewport(), 240, plot.plot.getViewBox().sceneBoundingRect().center())


def contrast(one: QColor, other: QColor) -> float:
    """Relative luminances by WCAG 2.1."""

    def luminance(color: QColor) -> float:
        parts = (color.redF(), color.greenF(), color.blueF())
        red, green, blue = (
            part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
        )
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)

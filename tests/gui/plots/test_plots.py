"""A plot as a whole: without points, with the focus, cleared."""

import numpy as np
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from gui.app import make_application
from gui.plots.curves import Curve
from gui.plots.plots import MetricPlot
from tests.gui.desk import wait
from tests.gui.plots.hands import contrast, legend, press_key, shown_plot, straight


def test_a_plot_without_points_says_why(qtbot: QtBot):
    make_application([])
    plot = MetricPlot()
    qtbot.addWidget(plot)
    nothing = np.empty(0)
    plot.show_curves("loss", [Curve("loss", nothing, nothing)], "Nothing yet.")
    assert plot.nothing.text() == "Nothing yet."
    plot.show_curves("loss", [Curve("loss", np.arange(3.0), np.arange(3.0))], "Nothing yet.")
    assert plot.nothing.text() == ""


def test_a_plot_without_points_takes_keys_too(qtbot: QtBot):
    plot = shown_plot(qtbot)
    plot.show_curves("loss", [Curve("loss", np.empty(0), np.empty(0))], "Nothing yet.")
    every = (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Plus, Qt.Key.Key_Home, Qt.Key.Key_Return)
    assert press_key(plot, qtbot, *every) == ""


def test_a_plot_with_the_focus_has_a_frame(qtbot: QtBot):
    plot = shown_plot(qtbot)
    before = plot.grab().toImage().pixelColor(0, 100)
    plot.activateWindow()
    plot.setFocus()
    wait(qtbot, plot.hasFocus)
    assert contrast(plot.grab().toImage().pixelColor(0, 100), before) >= 3


def test_a_plot_that_is_cleared_keeps_its_title(qtbot: QtBot):
    plot = shown_plot(qtbot)
    plot.show_curves("loss", [straight("loss", 100)])
    plot.clear()
    assert not plot.plot.listDataItems() and "loss" in legend(plot)

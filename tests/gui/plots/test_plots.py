"""A plot as a whole: without points, with the focus, cleared."""

import numpy as np
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from gui.app import make_application
from gui.plots.curves import Curve
from gui.plots.plots import MetricPlot
from tests.gui.desk import wait
from tests.gui.plots.hands import be_painted, contrast, legend, press_key, shown_plot, straight


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


def test_in_a_picture_no_curve_covers_a_title(qtbot: QtBot):
    """Without the list of what may be shown, which stood for it, it may take a line more."""
    plot = shown_plot(qtbot)
    plot.choice.offer({"one": "One", "other": "Other"}, "one")
    plot.show_curves(
        "Positions searched a second", [straight("the first run", 5), straight("another run", 5)]
    )
    be_painted(plot)
    before = plot.title.height()
    plot.show_in_picture(True)
    assert plot.title.height() > before and plot.title.geometry().bottom() < plot.plot.geometry().top()

"""What part of the curves is in view: all, or what the user zooms to."""

import numpy as np
import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from gui.plots.curves import Curve
from tests.gui.desk import turn_wheel
from tests.gui.plots.hands import be_painted, press_key, shown_plot, straight, zoom_in


@pytest.mark.parametrize("shares", [False, True])
def test_every_run_is_in_view_whatever_was_shown_before(qtbot: QtBot, shares: bool):
    """A long one before a short one, and one of a single point."""
    plot = shown_plot(qtbot, shares)
    view = plot.plot.getViewBox()
    for length in (390_000, 520, 1, 520):
        x = np.arange(1.0, length + 1)
        plot.view.show_all()
        plot.show_curves("loss", [Curve("", np.empty(0), np.empty(0))])
        plot.show_curves("loss", [Curve("loss", x, x / length)])
        be_painted(plot)
        left, right = view.viewRange()[0]
        assert left < 1 and length < right and right - left < 1.2 * length + 1


def test_a_zoomed_part_stays_until_a_double_click(qtbot: QtBot):
    plot = shown_plot(qtbot)
    view = plot.plot.getViewBox()
    plot.show_curves("loss", [straight("loss", 100)])
    zoom_in(plot)
    zoomed = view.viewRange()
    assert zoomed[0][1] - zoomed[0][0] < 90
    plot.show_curves("loss", [straight("loss", 200)])
    assert view.viewRange() == zoomed
    qtbot.mouseDClick(plot.plot.viewport(), Qt.MouseButton.LeftButton)
    assert view.viewRange()[0][1] > 199
    plot.show_curves("loss", [straight("loss", 300)])
    assert view.viewRange()[0][1] > 299, "it follows again"


def test_a_button_leads_back_from_a_zoomed_part(qtbot: QtBot):
    """It is there as long as not all is in view, whichever way one has come there."""
    plot = shown_plot(qtbot)
    view = plot.plot.getViewBox()
    plot.show_curves("loss", [straight("loss", 100)])
    assert not plot.whole.isVisible()
    for zoom in (zoom_in, lambda plot: qtbot.keyClick(plot, Qt.Key.Key_Plus)):
        zoom(plot)
        assert plot.whole.isVisible() and view.viewRange()[0][1] < 99
        assert plot.plot.rect().contains(plot.whole.geometry())
        qtbot.mouseClick(plot.whole, Qt.MouseButton.LeftButton)
        assert view.viewRange()[0][1] > 99 and not plot.whole.isVisible()


def test_the_wheel_zooms_along_the_axis_and_what_is_in_view_fills_the_height(qtbot: QtBot):
    """However far one zooms in there are curves to be seen, unless Ctrl zooms along the other axis."""
    plot = shown_plot(qtbot)
    view = plot.plot.getViewBox()
    plot.show_curves("loss", [straight("loss", 100), Curve("at best", np.arange(100.0), np.zeros(100))])
    for _ in range(5):
        zoom_in(plot)
    (left, right), (low, high) = view.viewRange()
    assert right - left < 10 and low <= 0 and high >= left
    be_painted(plot)
    place = view.sceneBoundingRect().center()
    turn_wheel(plot.plot.viewport(), 240, place, Qt.KeyboardModifier.ControlModifier)
    assert view.viewRange()[0] == [left, right] and view.viewRange()[1][1] < high


def test_keys_zoom_around_what_is_read_and_show_all_again(qtbot: QtBot):
    """A point out of view is brought into it."""
    key = Qt.Key
    plot = shown_plot(qtbot)
    view = plot.plot.getViewBox()
    plot.show_curves("loss", [straight("loss", 100)])
    be_painted(plot)
    before = view.viewRange()
    press_key(plot, qtbot, key.Key_Left, *[key.Key_Plus] * 8)
    (left, right), (bottom, top) = view.viewRange()
    assert right - left < 10 and left < 99 < right and bottom < 99 < top
    for _ in range(10):
        press_key(plot, qtbot, key.Key_Left)
        (left, right), (bottom, top) = view.viewRange()
        assert (
            plot.reading.place is not None
            and left <= plot.reading.place <= right
            and bottom <= plot.reading.place <= top
        )
    assert plot.reading.place == 89
    press_key(plot, qtbot, key.Key_Minus)
    assert view.viewRange()[0][1] - view.viewRange()[0][0] > right - left
    for shows_all in (key.Key_0, key.Key_Home):
        press_key(plot, qtbot, key.Key_Equal, shows_all)
        assert view.viewRange() == before
    plot.show_curves("loss", [straight("loss", 200)])
    assert view.viewRange()[0][1] > 199, "it follows again"


def test_small_differences_look_small(qtbot: QtBot):
    """Also between two points, which differ a little by chance."""
    plot = shown_plot(qtbot)
    for low, high in ((43.84, 43.85), (0.5, 0.501), (8_000.0, 8_040.0)):
        plot.show_curves("it", [Curve("it", np.arange(2.0), np.array([low, high]))])
        bottom, top = plot.view.viewRange()[1]
        assert bottom < low < high < top and (top - bottom) > 9 * (high - low)
    plot.show_curves("it", [Curve("it", np.arange(2.0), np.array([50.0, 100.0]))])
    bottom, top = plot.view.viewRange()[1]
    assert 45 < bottom < 50 and 100 < top < 105, "large ones fill the height"

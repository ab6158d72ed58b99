"""How one looks at the plots of a run with the mouse and with keys: all of them, scrolled in a low room, or one alone."""

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QToolTip, QWidget
from pytestqt.qtbot import QtBot

from gui.plots.plots import MetricPlot
from gui.training.room import TrainingRoom
from tests.gui.desk import wait
from tests.gui.plots.hands import be_painted


def shown_plots(room: TrainingRoom) -> list[str]:
    return [name for name, plot in room.plots.plots.items() if plot.isVisible()]


def test_a_plot_is_looked_at_alone_and_all_again(room: TrainingRoom, qtbot: QtBot, tmp_path: Path):
    """With the mouse and with keys; the saved picture holds what is seen."""
    plots, every = room.plots.plots, list(room.plots.plots)
    speed, rating = plots["speed"], plots["rating"]
    assert shown_plots(room) == every and "alone" in speed.alone.toolTip()
    qtbot.mouseClick(speed.alone, Qt.MouseButton.LeftButton)
    assert shown_plots(room) == ["speed"] and "all" in speed.alone.toolTip() and speed.hasFocus()
    wait(qtbot, lambda: speed.size() == room.plots.grid.size())
    room.plots.save_picture(tmp_path / "alone.svg", "")
    drawn = (tmp_path / "alone.svg").read_text("utf-8")
    assert ">Speed" in drawn and ">Policy" not in drawn and speed.alone.isVisible()
    qtbot.mouseClick(speed.alone, Qt.MouseButton.LeftButton)
    assert shown_plots(room) == every
    rating.setFocus()
    qtbot.keyClick(rating, Qt.Key.Key_Return)
    assert shown_plots(room) == ["rating"] and rating.hasFocus()
    room.runs.setCurrentRow(1)
    assert shown_plots(room) == ["rating"], "another run changes nothing of that"
    qtbot.keyClick(room.runs, Qt.Key.Key_Escape)
    assert shown_plots(room) == every and room.isVisible(), "Esc goes back before it closes"
    qtbot.keyClick(rating, Qt.Key.Key_Return)
    qtbot.keyClick(rating, Qt.Key.Key_Return)
    assert shown_plots(room) == every
    assert len({plot.width() for plot in plots.values()}) <= 2, "they share the room as before"


def zoomed_width(plot: MetricPlot) -> float:
    left, right = plot.plot.getViewBox().viewRange()[0]
    return right - left


def roll(window: QWidget, plot: MetricPlot, turn: int) -> None:
    """Turn the wheel over ``plot`` as the window system tells of it: what a plot leaves alone reaches what it stands in."""
    place = QPointF(plot.plot.mapTo(window, plot.plot.rect().center()))
    handle = window.windowHandle()
    assert handle is not None
    QTest.wheelEvent(handle, place, QPoint(0, turn))


def is_in_view(plot: MetricPlot) -> bool:
    return plot.visibleRegion().boundingRect().height() > plot.height() - 2


@pytest.fixture
def low_room(room: TrainingRoom, qtbot: QtBot) -> TrainingRoom:
    """As small as the window may be."""
    room.resize(900, 560)
    wait(qtbot, lambda: len({plot.x() for plot in room.plots.plots.values()}) == 1)
    return room


def test_in_a_small_room_plots_keep_their_size_and_are_scrolled(low_room: TrainingRoom, qtbot: QtBot):
    """The wheel scrolls them, and zooms in the one that was clicked."""
    plots = low_room.plots.plots
    wait(qtbot, lambda: all(plot.plot.height() >= 100 for plot in plots.values()))
    assert all(plot.width() > 300 for plot in plots.values())
    assert plots["games"].visibleRegion().isEmpty()
    policy = plots["policy"]
    be_painted(policy)
    width, top = zoomed_width(policy), policy.mapTo(low_room, QPoint()).y()
    roll(low_room, policy, -120)
    assert policy.mapTo(low_room, QPoint()).y() < top and zoomed_width(policy) == width
    roll(low_room, policy, 120)
    qtbot.mouseClick(policy.plot.viewport(), Qt.MouseButton.LeftButton)
    roll(low_room, policy, 120)
    assert zoomed_width(policy) < width and policy.mapTo(low_room, QPoint()).y() == top
    assert "wheel zooms only" in policy.title.toolTip()


def test_where_there_is_room_plots_stand_side_by_side_and_the_wheel_zooms(room: TrainingRoom, qtbot: QtBot):
    room.resize(1366, 740)
    policy, value = room.plots.plots["policy"], room.plots.plots["value"]
    wait(qtbot, lambda: value.x() > policy.x() and value.y() == policy.y())
    be_painted(policy)
    width = zoomed_width(policy)
    roll(room, policy, 120)
    assert zoomed_width(policy) < width and not policy.hasFocus()


def test_a_plot_that_keys_go_to_or_that_was_alone_is_in_view(low_room: TrainingRoom, qtbot: QtBot):
    plots = low_room.plots.plots
    assert not is_in_view(plots["speed"])
    qtbot.keyClick(low_room.axis, Qt.Key.Key_Backtab, Qt.KeyboardModifier.ShiftModifier)
    while not plots["speed"].hasFocus():
        widget = low_room.focusWidget()
        assert widget is not None and widget is not plots["policy"]
        qtbot.keyClick(widget, Qt.Key.Key_Backtab, Qt.KeyboardModifier.ShiftModifier)
    wait(qtbot, lambda: is_in_view(plots["speed"]))
    qtbot.mouseDClick(plots["speed"].title, Qt.MouseButton.LeftButton)
    assert shown_plots(low_room) == ["speed"] and is_in_view(plots["speed"])
    qtbot.keyClick(low_room.runs, Qt.Key.Key_Escape)
    assert len(shown_plots(low_room)) == 6
    wait(qtbot, lambda: is_in_view(plots["speed"]))


def test_esc_hides_what_a_plot_tells_before_it_goes_back_and_away(room: TrainingRoom, qtbot: QtBot):
    speed = room.plots.plots["speed"]
    qtbot.mouseClick(speed.alone, Qt.MouseButton.LeftButton)
    qtbot.mouseClick(speed.about, Qt.MouseButton.LeftButton)
    wait(qtbot, QToolTip.isVisible)
    qtbot.keyClick(room.runs, Qt.Key.Key_Escape)
    assert shown_plots(room) == ["speed"]
    wait(qtbot, lambda: not QToolTip.isVisible())
    qtbot.keyClick(room.runs, Qt.Key.Key_Escape)
    assert len(shown_plots(room)) > 1 and room.isVisible()
    qtbot.keyClick(room.runs, Qt.Key.Key_Escape)
    assert not room.isVisible()

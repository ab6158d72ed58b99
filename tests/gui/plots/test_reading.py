"""What pointer and keys read from a plot."""

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from gui.plots.curves import Change, Curve
from tests.gui.desk import wait
from tests.gui.plots.hands import be_painted, move_pointer, point_at, press_key, shown_plot, straight


def test_curves_that_do_not_reach_as_far_are_not_read(qtbot: QtBot):
    plot = shown_plot(qtbot)
    short, long = Curve("short", np.arange(500.0, 600), np.ones(100)), straight("long", 600)
    plot.show_curves("two", [short, long])
    assert "short" not in point_at(plot, 100, qtbot)
    plot.plot.setXRange(545, 555)  # or a point is narrower than a pixel
    both = point_at(plot, 550, qtbot)
    assert "short 1\u00a0· mean 1" in both and "long 550\u00a0· mean 550" in both
    plot.view.show_all()
    assert "short" in point_at(plot, 620, qtbot), "both end there"


def test_a_value_that_is_read_is_told_in_full(qtbot: QtBot):
    plot = shown_plot(qtbot)
    plot.name_axis("step")
    x = np.arange(1_000_000, dtype=np.float32)
    plot.show_curves("speed", [Curve("speed", x, x + 43_210)])
    plot.plot.setXRange(499_990, 500_010)
    assert "step 500,000<br>" in (text := point_at(plot, 500_000.2, qtbot))
    assert "speed 543,210\u00a0· mean 543,210" in text


def test_names_give_way_where_a_reading_would_be_cut_off(qtbot: QtBot):
    plot = shown_plot(qtbot)
    plot.resize(190, 160)
    plot.name_axis("generation")
    plot.show_curves("Elo", [straight("against generation 0 of this run", 61)])
    text = point_at(plot, 30, qtbot)
    assert "30\u00a0· mean 30" in text and "against" not in text
    assert plot.plot.viewport().rect().contains(plot.reading.geometry())
    plot.resize(900, 160)
    assert "against generation 0 of this run 30\u00a0· mean 30" in point_at(plot, 30, qtbot)


def test_a_value_that_is_read_is_told_with_its_interval(qtbot: QtBot):
    """As ±, or by its ends where it is not as wide on either side; of what it is, where that is not what the curve shows."""
    plot = shown_plot(qtbot)
    plot.resize(900, 250)
    x = np.arange(61.0)
    elo = 2_700 + x
    around = Curve("Elo", x, elo, (elo - 44, elo + 44), interval_name="against the newest")
    plot.show_curves("Elo", [around])
    assert "Elo 2,730 ±44 (against the newest)\u00a0· mean 2,730" in point_at(plot, 30, qtbot)
    plot.show_curves("Elo", [Curve("Elo", x, elo, (elo - 44, elo + 20)), Curve("sure", x, elo, (elo, elo))])
    read = point_at(plot, 30, qtbot)
    assert "Elo 2,730 (2,686–2,750)\u00a0· mean" in read and "sure 2,730\u00a0· mean" in read


def test_what_changed_of_the_settings_is_read_at_its_line(qtbot: QtBot):
    """By pointer and keys, at the nearest one in reach; cut short in a narrow plot."""
    plot = shown_plot(qtbot)
    plot.name_axis("generation")
    texts = ["From generation 7 on:", "Positions in a <generation>: 8,000 → 1,500"]
    changes = [Change(6, settings=texts), Change(10, settings=["From generation 11 on:"])]
    plot.show_curves("Elo", [straight("Elo", 13)], changes=changes)
    assert point_at(plot, 6, qtbot).endswith(
        "From generation 7 on:<br>Positions in a &lt;generation&gt;: 8,000 → 1,500"
    )
    assert all("From" not in point_at(plot, place, qtbot) for place in (5.7, 6.3))
    plot.reading.point(None)
    read = [press_key(plot, qtbot, Qt.Key.Key_Left) for _ in range(7)]
    assert ["From generation 7 on:" in text for text in read] == [False] * 6 + [True]
    assert ["From generation 11 on:" in text for text in read] == [False] * 2 + [True] + [False] * 4
    plot.resize(190, 250)
    assert "…" in point_at(plot, 6, qtbot)
    assert plot.plot.viewport().rect().contains(plot.reading.geometry())


def test_a_point_that_is_read_tells_what_it_is_of(qtbot: QtBot):
    plot = shown_plot(qtbot)
    curve = Curve("Elo", np.arange(3.0), np.arange(3.0), point_names=["<gen. 0>", "gen. 5", "gen. 7"])
    plot.show_curves("Elo", [curve])
    assert "Elo 1\u00a0· gen. 5" in point_at(plot, 1, qtbot)
    assert "Elo 0\u00a0· &lt;gen. 0&gt;" in point_at(plot, 0, qtbot)


def test_keys_read_point_after_point(qtbot: QtBot):
    """The last one first; beyond the first and the last there is none. It is marked, and leaves with the focus."""
    key = Qt.Key
    plot = shown_plot(qtbot)
    plot.name_axis("step")
    plot.show_curves("loss", [straight("loss", 5), Curve("other", np.array([0.5, 3]), np.ones(2))])
    be_painted(plot)
    plot.activateWindow()
    plot.setFocus()
    wait(qtbot, plot.hasFocus)
    assert press_key(plot, qtbot, key.Key_Left).startswith("step 4<br>")
    assert plot.reading.line.isVisible() and plot.reading.line.value() == 4
    assert press_key(plot, qtbot, key.Key_Right).startswith("step 4<br>")
    assert "other 1" in press_key(plot, qtbot, key.Key_Left), "both have a point there"
    assert press_key(plot, qtbot, *[key.Key_Left] * 9).startswith("step 0<br>")
    assert press_key(plot, qtbot, key.Key_Right) and plot.reading.place == 0.5
    move_pointer(plot.plot.viewport(), plot.plot.getViewBox().mapViewToScene(QPointF(2, 2)))
    wait(qtbot, lambda: plot.reading.text().startswith("step 2<br>"))
    assert not plot.reading.line.isVisible(), "the pointer reads now"
    assert press_key(plot, qtbot, key.Key_Right).startswith("step 3<br>")
    QApplication.sendEvent(plot.plot.viewport(), QEvent(QEvent.Type.Leave))
    assert plot.reading.isVisible()
    plot.clearFocus()
    assert plot.reading.isHidden() and not plot.reading.line.isVisible()


def test_of_many_points_keys_read_those_that_are_seen_apart(qtbot: QtBot):
    plot = shown_plot(qtbot)
    plot.show_curves("loss", [straight("loss", 100_000)])
    be_painted(plot)
    pixel = plot.plot.getViewBox().viewPixelSize()[0]
    press_key(plot, qtbot, Qt.Key.Key_Left)
    first = plot.reading.place
    press_key(plot, qtbot, Qt.Key.Key_Left)
    assert (
        first is not None
        and plot.reading.place is not None
        and pixel <= first - plot.reading.place < pixel + 2
    )


def test_keys_read_point_after_point_where_single_precision_ends(qtbot: QtBot):
    """Steps of a long run that is zoomed into: a pixel is less than what such numbers tell apart."""
    key = Qt.Key
    plot = shown_plot(qtbot)
    x = np.arange(10_000_001, 10_000_101, dtype=np.float32)
    plot.show_curves("loss", [Curve("loss", x, np.ones(100, np.float32))])
    be_painted(plot)
    plot.plot.getViewBox().setXRange(10_000_094, 10_000_102, padding=0)
    for way, places in ((key.Key_Left, (100, 99, 98)), (key.Key_Right, (99, 100))):
        for place in places:
            press_key(plot, qtbot, way)
            assert plot.reading.place == 10_000_000 + place


def test_a_reading_leaves_with_the_pointer_and_stays_while_curves_grow(qtbot: QtBot):
    plot = shown_plot(qtbot)
    plot.show_curves("loss", [straight("loss", 20)])
    point_at(plot, 10, qtbot)
    height = plot.title.height()
    plot.show_curves("loss", [straight("loss", 21)])
    assert plot.reading.isVisible() and plot.title.height() == height, "nothing moves under the pointer"
    assert plot.reading.geometry().right() <= plot.plot.viewport().width()
    QApplication.sendEvent(plot.plot.viewport(), QEvent(QEvent.Type.Leave))
    assert plot.reading.isHidden()
    point_at(plot, 10, qtbot)
    move_pointer(plot.plot.viewport(), QPointF(2, 20))
    wait(qtbot, plot.reading.isHidden)


@pytest.mark.parametrize(("rises", "pointed"), [(True, 2), (True, 18), (False, 2), (False, 18), (None, 18)])
def test_a_reading_hides_no_point_and_not_the_pointer(qtbot: QtBot, rises: bool | None, pointed: int):
    """In a plot as small as those of a small room, whichever way the curve goes; ``None``: along the top, then down."""
    plot = shown_plot(qtbot)
    plot.resize(250, 160)
    x = np.arange(20.0)
    y = np.where(x < 10, 20.0, 0.0) if rises is None else x if rises else -x
    plot.name_axis("step")
    plot.show_curves("loss", [Curve("loss", x, y), Curve("at best", x, y)])
    point_at(plot, pointed, qtbot)
    slip, view = plot.reading.geometry(), plot.plot.getViewBox()
    assert plot.plot.viewport().rect().contains(slip)
    assert plot.reading.pointer is not None and not slip.contains(plot.reading.pointer.toPoint())
    places = [view.mapViewToScene(QPointF(*each)).toPoint() for each in zip(x, y, strict=True)]
    assert not any(slip.contains(place) for place in places)

"""Plots: what is drawn, read and zoomed, by pointer and keys."""

from itertools import combinations

import numpy as np
import pyqtgraph as pg
import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QColor, QImage, QMouseEvent, QPainter, QPalette
from PySide6.QtWidgets import (
    QApplication,
    QWidget,
)
from pytestqt.qtbot import QtBot

from gui.app import make_application
from gui.plots.axes import number_text
from gui.plots.curves import SMOOTH_POINTS, Change, Curve, Threshold
from gui.plots.legend import MORE
from gui.plots.plots import LEAST_HEIGHT, MetricPlot
from gui.plots.reading import CROSS
from gui.program.theme import apply_application_theme
from gui.training.comparison import LONGEST_NAME, shortened
from tests.gui.desk import turn_wheel, wait


@pytest.mark.parametrize("kind", [np.float32, np.float64])
@pytest.mark.parametrize("count", [61, 1000, 20_000])
def test_smoothing_is_a_mean_of_the_points_around(count: int, kind: type):
    """Of as many on either side, near the ends of those that there are, at any points that are asked for."""
    y = np.random.default_rng(1).normal(2, 0.2, count).astype(kind)
    half = max(1, count // 50 // 2)
    curve = Curve("loss", np.arange(count, dtype=kind), y)
    asked = np.unique([0, 5, count // 3, count // 2, count - 2, count - 1])
    plain = [y[max(0, index - half) : index + half + 1].mean(dtype=np.float64) for index in asked]
    assert curve.is_smoothed and curve.smooth_at(asked) == pytest.approx(plain, rel=1e-9)


@pytest.mark.parametrize("kind", [np.float32, np.float64])
def test_no_mean_is_over_what_was_before_and_after_a_change(kind: type):
    """As that belongs to another network; the point at the change is of the one before. Where there is no point nothing changes."""
    x = np.arange(1_000, dtype=kind)
    y = np.where(x <= 500, 2.0, 3.0).astype(kind)
    changed, always = Curve("loss", x, y, changes=[-5.0, 500.0, 2_000.0]), Curve("loss", x, y)
    asked = np.arange(1_000)
    assert changed.smooth_at(asked).tolist() == y.tolist() and changed.smooth_at(np.array(500)) == 2
    assert 2 < always.smooth_at(np.array(500)) < 3
    noisy = Curve("loss", x, np.random.default_rng(1).normal(2, 0.2, 1_000), changes=[500.0])
    parts = noisy.smooth_at(np.array([0, 495, 500, 501, 505, 999]))
    plain = [
        noisy.y[first:last]
        for first, last in ((0, 11), (485, 501), (490, 501), (501, 512), (501, 516), (989, 1_000))
    ]
    assert parts == pytest.approx([part.mean() for part in plain], rel=1e-9)


def test_a_curve_is_drawn_by_all_points_and_their_means(qtbot: QtBot):
    """The faint line has every point; the strong one lies on the plain means, its first and last point among them."""
    plot = shown_plot(qtbot)
    x = np.arange(1.0, 5_001, dtype=np.float32)
    y = np.random.default_rng(1).normal(2, 0.2, 5_000).astype(np.float32)
    plot.show_curves("loss", [Curve("loss", x, y)])
    raw, strong = plot.plot.getPlotItem().listDataItems()  # type: ignore[union-attr]
    assert np.array_equal(raw.getOriginalDataset()[0], x) and np.array_equal(raw.getOriginalDataset()[1], y)
    places, means = strong.getOriginalDataset()
    assert places[0] == x[0] and places[-1] == x[-1] and (np.diff(places) > 0).all()
    plain = [y[max(0, index - 50) : index + 51].mean(dtype=np.float64) for index in (places - 1).astype(int)]
    assert means == pytest.approx(plain, rel=1e-9)


@pytest.mark.parametrize("count", [20, 500])
@pytest.mark.parametrize("is_smooth", [False, True])
def test_no_line_is_drawn_from_one_network_to_the_next(qtbot: QtBot, count: int, is_smooth: bool):
    """While the new one caught up nothing was measured; its first point alone is a dot. The title names the upright line."""
    plot = shown_plot(qtbot)
    x = np.arange(count, dtype=float)
    x[-1] += 100
    curve = Curve("Elo", x, np.sin(x), is_smooth=is_smooth, changes=[x[count // 2], x[-2]])
    plot.show_curves("Elo", [curve], changes=[Change(place, "b4c32") for place in curve.changes])
    assert legend(plot).endswith("┊ new network")
    drawn = plot.plot.getPlotItem().listDataItems()  # type: ignore[union-attr]
    for item in drawn:
        places, _ = item.getOriginalDataset()
        assert sum(place < places[0] for place in curve.changes) == sum(
            place < places[-1] for place in curve.changes
        )
    assert len(drawn) == (6 if curve.is_smoothed else 3)
    assert [len(item.getOriginalDataset()[0]) for item in drawn][-1] == 1
    assert drawn[-1].opts["symbol"] == "o"


def test_a_curve_that_is_smooth_is_drawn_as_it_is(qtbot: QtBot):
    """Of many points too, and no mean is read."""
    plot = shown_plot(qtbot)
    x = np.arange(500.0)
    plot.show_curves("Elo", [Curve("Elo", x, np.sin(x), is_smooth=True)])
    (line,) = plot.plot.getPlotItem().listDataItems()  # type: ignore[union-attr]
    assert np.array_equal(line.getOriginalDataset(), (x, np.sin(x))) and line.opts["symbol"] is None
    assert "mean" not in point_at(plot, 30, qtbot)


def shown_plot(qtbot: QtBot, shares: bool = False) -> MetricPlot:
    make_application([])
    plot = MetricPlot(shares=shares)
    qtbot.addWidget(plot)
    plot.resize(400, 250)
    plot.show()
    qtbot.waitExposed(plot)
    return plot


def move_pointer(viewport: QWidget, place: QPointF) -> None:
    pg.setConfigOption("mouseRateLimit", 0)  # which would have it depend on the time
    where, none = QPointF(viewport.mapToGlobal(place)), Qt.MouseButton.NoButton
    event = QMouseEvent(QEvent.Type.MouseMove, place, where, none, none, Qt.KeyboardModifier.NoModifier)
    QApplication.sendEvent(viewport, event)


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


def test_a_plot_without_points_says_why(qtbot: QtBot):
    make_application([])
    plot = MetricPlot()
    qtbot.addWidget(plot)
    nothing = np.empty(0)
    plot.show_curves("loss", [Curve("loss", nothing, nothing)], "Nothing yet.")
    assert plot.nothing.text() == "Nothing yet."
    plot.show_curves("loss", [Curve("loss", np.arange(3.0), np.arange(3.0))], "Nothing yet.")
    assert plot.nothing.text() == ""


@pytest.mark.parametrize(
    ("first", "last", "numbers"),
    [
        (1, 2, ["1", "2"]),
        (1, 4, ["1", "2", "3", "4"]),
        (0, 2_600, ["0", "500", "1k", "1.5k", "2k", "2.5k"]),
        (0, 200_000, ["0", "50k", "100k", "150k", "200k"]),
        (0, 1_500_000, ["0", "500k", "1M", "1.5M"]),
        (0, 4_000_000, ["0", "1M", "2M", "3M", "4M"]),
        (123_456, 123_458, ["123.456k", "123.457k", "123.458k"]),
    ],
)
def test_steps_and_generations_are_counted_in_whole_ones(
    qtbot: QtBot, first: int, last: int, numbers: list[str]
):
    """All numbers of an axis alike, whatever level of its ticks they are of."""
    make_application([])
    plot = MetricPlot()
    qtbot.addWidget(plot)
    axis = plot.plot.getAxis("bottom")
    written: dict[float, str] = {}
    for spacing, places in axis.tickValues(first, last, 200):
        written |= zip(places, axis.tickStrings(places, axis.scale, spacing), strict=True)
    assert set(numbers) <= set(written.values())
    assert all(text.endswith("k") == (1000 <= place < 1_000_000) for place, text in written.items())
    assert all(text.endswith("M") == (place >= 1_000_000) for place, text in written.items())


def legend(plot: MetricPlot) -> str:
    """Without what keeps its names whole."""
    return without_joiners(plot.title.text())


def without_joiners(text: str) -> str:
    return text.replace("\u2060", "").replace("\u00a0", " ").replace("&nbsp;", " ")


def test_a_name_that_a_narrow_plot_has_no_room_for_is_not_cut_off(qtbot: QtBot):
    """It goes on in the next line; one that fits stays whole."""
    plot = shown_plot(qtbot)
    long, short = straight("positions that are searched in a second", 3), straight("wins of Black", 3)
    plot.show_curves("Speed", [long, short])
    for width, broken in ((500, False), (190, True), (500, False)):
        plot.resize(width, 250)
        assert (long.name in plot.title.text().replace("\u2060", "")) is broken
        assert short.name not in plot.title.text()
        assert plot.title.minimumSizeHint().width() <= width


def test_in_a_low_plot_the_legend_leaves_the_curves_their_room(qtbot: QtBot):
    """What it leaves out is in the hint over it and beside it, for a screen reader, and in a saved picture; a higher plot shows it again."""
    plot = shown_plot(qtbot)
    plot.explain("What it shows.")
    names = [f"curve number {number}" for number in range(8)]
    plot.show_curves("Speed", [straight(name, 3) for name in names])
    for height, is_low in ((400, False), (140, True), (400, False)):
        plot.resize(190, height)
        qtbot.wait_until(lambda: plot.plot.height() >= LEAST_HEIGHT)
        shown = [name in legend(plot) for name in names]
        assert all(shown) is not is_low and any(shown) and (MORE in legend(plot)) is is_low
        for widget in (plot.title, plot.about):
            assert (names[-1] in without_joiners(widget.toolTip())) is is_low
            assert "What it shows." in widget.toolTip()
        assert names[-1] in without_joiners(plot.title.accessibleName())
    plot.resize(190, 140)
    plot.show_in_picture(True)
    assert names[-1] in legend(plot)


def straight(name: str, points: int) -> Curve:
    return Curve(name, np.arange(float(points)), np.arange(float(points)))


def be_painted(plot: MetricPlot) -> None:
    """It zooms to its curves while it is painted, and in two goes."""
    for _ in range(2):
        plot.grab()
        QApplication.processEvents()


def point_at(plot: MetricPlot, x: float, qtbot: QtBot) -> str:
    """What is read there, once the pointer has come."""
    view, viewport = plot.plot.getViewBox(), plot.plot.viewport()
    be_painted(plot)
    place = view.mapViewToScene(QPointF(x, view.viewRect().center().y()))
    plot.reading.point(None)
    move_pointer(viewport, place)
    wait(qtbot, plot.reading.isVisible)
    return plot.reading.text()


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


def test_marked_points_and_the_threshold_are_named_and_read(qtbot: QtBot):
    plot = shown_plot(qtbot, shares=True)
    won, refused = np.array([0.6, 0.5, 0.7]), np.array([False, True, False])
    gate = Curve("won", np.arange(3.0), won, marked=refused, marked_name="refused")
    plot.show_curves("Shares", [gate], threshold=Threshold("55% to be taken", 0.55))
    assert f"{CROSS} refused" in legend(plot) and "55% to be taken" in legend(plot)
    items = plot.plot.getPlotItem().items  # type: ignore[union-attr]
    (crosses,) = [item for item in items if isinstance(item, pg.ScatterPlotItem)]
    assert [list(part) for part in crosses.getData()] == [[1.0], [0.5]]
    (line,) = [item for item in items if isinstance(item, pg.InfiniteLine)]
    assert line.value() == 0.55
    assert "50.0%\u00a0· ✗ refused" in point_at(plot, 1, qtbot) and CROSS not in point_at(plot, 2, qtbot)
    plot.show_curves("Shares", [straight("won", 2)])
    assert CROSS not in legend(plot) and "taken" not in legend(plot)


def test_the_threshold_stays_where_colours_change(qtbot: QtBot):
    plot = shown_plot(qtbot, shares=True)
    plot.show_curves("Shares", [straight("won", 2)], threshold=Threshold("55% to be taken", 0.55))
    try:
        apply_application_theme("dark")
        QApplication.processEvents()
        assert "55% to be taken" in legend(plot)
    finally:
        apply_application_theme("light")


def test_no_line_is_hidden_by_the_points_of_another_curve(qtbot: QtBot):
    """Nor one of few points, which is thin, by the faint ones of many that are drawn after it."""
    plot = shown_plot(qtbot)
    few, many = straight("few", 10), straight("many", 1000)
    plot.show_curves("loss", [few, many])
    drawn = plot.plot.getPlotItem().listDataItems()  # type: ignore[union-attr]
    assert [len(item.getOriginalDataset()[0]) for item in drawn] == [1000, 10, SMOOTH_POINTS]


@pytest.mark.parametrize("place", [1, 50, 98])
def test_the_name_of_a_line_is_never_cut_off(qtbot: QtBot, place: int):
    """It lies along the line, and is left out in a plot too low for that."""
    plot = shown_plot(qtbot)
    plot.show_curves(
        "Speed", [straight("speed", 100)], changes=[Change(place, "b4c32-liberties", is_written=True)]
    )
    items = plot.plot.getPlotItem().items  # type: ignore[union-attr]
    (name,) = [item.label for item in items if isinstance(item, pg.InfiniteLine)]
    for height in (250, 200, *range(160, 80, -5), 250):
        plot.resize(250, height)
        plot.grab()
        drawn, view = name.textItem.sceneBoundingRect(), plot.plot.getViewBox().sceneBoundingRect()
        assert drawn.height() > drawn.width()
        assert name.textItem.isVisible() == view.contains(drawn)
        assert name.textItem.isVisible() or height < 200
        paper = plot.palette().color(QPalette.ColorRole.Base)
        is_on_paper = name.fill.style() == Qt.BrushStyle.SolidPattern
        assert is_on_paper == name.textItem.isVisible()
        assert not is_on_paper or name.fill.color().rgb() == paper.rgb()


def press_key(plot: MetricPlot, qtbot: QtBot, *keys: Qt.Key) -> str:
    """What is read afterwards."""
    for key in keys:
        qtbot.keyClick(plot, key)
    return plot.reading.text() if plot.reading.isVisible() else ""


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


def test_shares_are_drawn_from_none_to_all(qtbot: QtBot):
    plot = shown_plot(qtbot, shares=True)
    share = np.array([0.55, 0.9, 1.0])
    interval = np.array([0.45, 0.83, 0.96]), np.array([0.64, 0.94, 1.0])
    plot.show_curves("win rate", [Curve("share", np.arange(3.0), share, interval)])
    (bars,) = [item for item in plot.plot.getPlotItem().items if isinstance(item, pg.ErrorBarItem)]  # type: ignore[union-attr]
    ends: np.ndarray = bars.opts["y"] + bars.opts["top"]  # type: ignore[operator]
    assert ends.max() == 1.0
    bottom, top = plot.plot.getViewBox().viewRange()[1]
    assert -0.1 < bottom < 0 and 1 < top < 1.1
    axis = plot.plot.getAxis("left")
    assert axis.tickStrings([0, 0.5, 1], 1, 0.5) == ["0%", "50%", "100%"]
    assert "share 90.0%" in point_at(plot, 1, qtbot)
    plot.plot.setYRange(5, 9)
    qtbot.mouseDClick(plot.plot.viewport(), Qt.MouseButton.LeftButton)
    assert plot.plot.getViewBox().viewRange()[1] == [bottom, top]


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


def zoom_in(plot: MetricPlot) -> None:
    """Over the middle of the plot."""
    be_painted(plot)
    for _ in range(3):
        turn_wheel(plot.plot.viewport(), 240, plot.plot.getViewBox().sceneBoundingRect().center())


def test_values_along_an_axis_are_written_in_full():
    make_application([])
    axis = MetricPlot().plot.getAxis("left")
    assert axis.tickStrings([0, 5000, 1_500_000], 1, 500) == ["0", "5,000", "1,500,000"]
    assert axis.tickStrings([0.25, 0.3], 1, 0.05) == ["0.25", "0.30"]


@pytest.mark.parametrize("shares", [False, True])
def test_numbers_along_an_axis_keep_apart_in_a_small_plot(qtbot: QtBot, shares: bool):
    plot = shown_plot(qtbot, shares)
    plot.resize(190, 110)
    plot.name_axis("hours", whole=False)
    hours = np.linspace(0.062, 0.153, 9)
    plot.show_curves("Elo", [Curve("Elo", hours, np.linspace(0.1, 0.9, 9) * (1 if shares else 12_345))])
    be_painted(plot)
    paper = QImage(1, 1, QImage.Format.Format_RGB32)  # which has to outlive its painters
    for side in ("left", "bottom"):
        axis = plot.plot.getAxis(side)
        painter = QPainter(paper)
        specs = axis.generateDrawSpecs(painter)
        painter.end()
        assert specs is not None and len(specs[2]) >= 2
        for (one, *_), (other, *_) in combinations(specs[2], 2):
            assert not one.adjusted(-1, -1, 1, 1).intersects(other)


def test_a_million_points_are_drawn(qtbot: QtBot):
    make_application([])
    plot = MetricPlot()
    qtbot.addWidget(plot)
    x = np.arange(1_000_000, dtype=np.float32)
    plot.show_curves("a million", [Curve("noise", x, np.sin(x / 1e5))])
    assert not plot.grab().isNull()


def test_parts_of_an_hour_are_counted_and_parts_of_a_step_are_not(qtbot: QtBot):
    plot = shown_plot(qtbot)
    axis = plot.plot.getAxis("bottom")
    for whole, numbers in ((True, {"0", "1"}), (False, {"0.0", "0.5", "1.0"})):
        plot.name_axis("so many", whole)
        written: set[str] = set()
        for spacing, places in axis.tickValues(0, 1, 200):
            written |= set(axis.tickStrings(places, axis.scale, spacing))
        assert numbers <= written and (whole is ("0.5" not in written))
    plot.show_curves("speed", [Curve("speed", np.linspace(0, 0.4, 9), np.ones(9))])
    be_painted(plot)
    assert axis.labelUnitPrefix == "", "not in thousandths"


def test_names_of_runs_are_no_markup_and_long_ones_show_both_ends(qtbot: QtBot):
    plot = shown_plot(qtbot)
    plot.show_curves("loss", [Curve("<b>&", np.arange(3.0), np.arange(3.0))])
    assert "&lt;b&gt;&amp;" in legend(plot) and "&lt;b&gt;&amp;" in point_at(plot, 1, qtbot)
    short = shortened("a run with a name that is far too long and ends in 7")
    assert len(short) == LONGEST_NAME and short.startswith("a run") and short.endswith(" 7")
    assert shortened("run-1") == "run-1"


def test_numbers_that_are_read_have_as_many_digits_as_each_other():
    assert [number_text(value) for value in (3.3, 3.251, 0.5, 12, 0, 12345.6)] == [
        "3.300",
        "3.251",
        "0.5000",
        "12",
        "0",
        "12,346",
    ]


def test_no_line_goes_over_a_gap():
    curve = Curve("speed", np.array([1.0, 2, 4, 5]), np.ones(4), gaps=[3])
    assert curve.stretches(curve.x) == [slice(0, 2), slice(2, 4)]


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


def test_a_plot_that_is_cleared_keeps_its_title(qtbot: QtBot):
    plot = shown_plot(qtbot)
    plot.show_curves("loss", [straight("loss", 100)])
    plot.clear()
    assert not plot.plot.listDataItems() and "loss" in legend(plot)

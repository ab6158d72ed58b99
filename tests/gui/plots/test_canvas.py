"""What is drawn of curves, and over what."""

import numpy as np
import pyqtgraph as pg
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QPalette
from pytestqt.qtbot import QtBot

from gui.app import make_application
from gui.plots.curves import SMOOTH_POINTS, Change, Curve, Threshold
from gui.plots.plots import MetricPlot
from gui.plots.reading import CROSS
from tests.gui.plots.hands import legend, point_at, shown_plot, straight


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


def test_no_line_is_hidden_by_the_points_of_another_curve(qtbot: QtBot):
    """Nor one of few points, which is thin, by the faint ones of many that are drawn after it."""
    plot = shown_plot(qtbot)
    few, many = straight("few", 10), straight("many", 1000)
    plot.show_curves("loss", [few, many])
    drawn = plot.plot.getPlotItem().listDataItems()  # type: ignore[union-attr]
    lines = [item for item in drawn if not isinstance(item, pg.ScatterPlotItem)]
    assert [len(item.getOriginalDataset()[0]) for item in lines] == [1000, 10, SMOOTH_POINTS]


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


def test_marked_points_and_the_threshold_are_named_and_read(qtbot: QtBot):
    plot = shown_plot(qtbot, shares=True)
    won, refused = np.array([0.6, 0.5, 0.7]), np.array([False, True, False])
    gate = Curve("won", np.arange(3.0), won, marked=refused, marked_name="refused")
    plot.show_curves("Shares", [gate], threshold=Threshold("55% to be taken", [(0, 1, 0.55)]))
    assert f"{CROSS} refused" in legend(plot) and "55% to be taken" in legend(plot)
    items = plot.plot.getPlotItem().items  # type: ignore[union-attr]
    (crosses,) = [item for item in items if isinstance(item, pg.ScatterPlotItem)]
    assert [list(part) for part in crosses.getData()] == [[1.0], [0.5]]
    (line,) = [item for item in items if isinstance(item, pg.PlotCurveItem)]
    assert np.array(line.getData()).tolist() == [[0, 1], [0.55, 0.55]], "it is drawn where it holds"
    assert "50.0%\u00a0· ✗ refused" in point_at(plot, 1, qtbot) and CROSS not in point_at(plot, 2, qtbot)
    plot.show_curves("Shares", [straight("won", 2)])
    assert CROSS not in legend(plot) and "taken" not in legend(plot)


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


def test_a_million_points_are_drawn(qtbot: QtBot):
    make_application([])
    plot = MetricPlot()
    qtbot.addWidget(plot)
    x = np.arange(1_000_000, dtype=np.float32)
    plot.show_curves("a million", [Curve("noise", x, np.sin(x / 1e5))])
    assert not plot.grab().isNull()


@pytest.mark.parametrize("count", [20, 1000])
def test_curves_are_told_apart_without_their_colours(qtbot: QtBot, count: int):
    """Also while they lie on one another."""
    plot = shown_plot(qtbot)
    x = np.arange(count, dtype=float)
    curves = [Curve(f"c{color}", x, np.full(count, 0.5), color=color) for color in range(4)]
    plot.show_curves("Loss", curves)
    marks = [item for item in plot.plot.scene().items() if isinstance(item, pg.ScatterPlotItem)]
    drawn = [item for item in marks if len(item.getData()[0])]
    assert len({item.opts["symbol"] for item in drawn}) == 4
    assert all(sign in plot.title.whole for sign in "■●▲◆")
    if count == 1000:
        places = [set(item.getData()[0].tolist()) for item in drawn]
        assert not set.intersection(*places[:2])

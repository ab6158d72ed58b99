"""Numbers along axes and beside them."""

from itertools import combinations

import numpy as np
import pytest
from PySide6.QtGui import QImage, QPainter
from pytestqt.qtbot import QtBot

from gui.app import make_application
from gui.plots.axes import number_text
from gui.plots.curves import Curve
from gui.plots.plots import MetricPlot
from tests.gui.plots.hands import be_painted, shown_plot


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


def test_numbers_that_are_read_have_as_many_digits_as_each_other():
    assert [number_text(value) for value in (3.3, 3.251, 0.5, 12, 0, 12345.6)] == [
        "3.300",
        "3.251",
        "0.5000",
        "12",
        "0",
        "12,346",
    ]

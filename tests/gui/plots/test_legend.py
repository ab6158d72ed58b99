"""What the line above a plot names, and what it leaves out."""

import numpy as np
import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from gui.plots.curves import Change, Curve, Threshold
from gui.plots.legend import MORE
from gui.plots.plots import LEAST_HEIGHT
from gui.program.theme import apply_application_theme
from tests.gui.plots.hands import legend, point_at, shown_plot, straight, without_joiners


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


def test_the_threshold_stays_where_colours_change(qtbot: QtBot):
    plot = shown_plot(qtbot, shares=True)
    plot.show_curves("Shares", [straight("won", 2)], threshold=Threshold("55% to be taken", [(0, 1, 0.55)]))
    try:
        apply_application_theme("dark")
        QApplication.processEvents()
        assert "55% to be taken" in legend(plot)
    finally:
        apply_application_theme("light")


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ([Change(1, "b4c32")], "new network"),
        ([Change(1, settings=["Batch: 8 → 16"])], "new settings"),
        ([Change(1, "b4c32"), Change(2, settings=["Batch: 8 → 16"])], "new network or settings"),
    ],
)
def test_the_meaning_of_upright_lines_is_told(qtbot: QtBot, changes: list[Change], said: str):
    plot = shown_plot(qtbot)
    plot.show_curves("Speed", [straight("speed", 3)], changes=changes)
    assert legend(plot).endswith(f"┊ {said}")


def test_names_of_curves_are_no_markup(qtbot: QtBot):
    plot = shown_plot(qtbot)
    plot.show_curves("loss", [Curve("<b>&", np.arange(3.0), np.arange(3.0))])
    assert "&lt;b&gt;&amp;" in legend(plot) and "&lt;b&gt;&amp;" in point_at(plot, 1, qtbot)


def test_what_bars_mean_is_said_after_all_names(qtbot: QtBot):
    """With the mark of the curve that has them: behind its name it would seem to be about the next one."""
    plot = shown_plot(qtbot)
    first, second = straight("one", 3), straight("two", 3)
    first.interval, first.interval_name = (first.y - 1, first.y + 1), "bars: something"
    plot.show_curves("Elo", [first, second])
    assert legend(plot).index("two") < legend(plot).index("bars")

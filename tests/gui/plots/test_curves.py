"""Curves: their means, and where lines end."""

import numpy as np
import pytest

from gui.plots.curves import Curve


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


def test_no_line_goes_over_a_gap():
    curve = Curve("speed", np.array([1.0, 2, 4, 5]), np.ones(4), gaps=[3])
    assert curve.stretches(curve.x) == [slice(0, 2), slice(2, 4)]


@pytest.mark.parametrize(
    ("left", "right", "ends"),
    [(2.5, 3.5, [1, 8]), (2, 2.5, [3, 9]), (0, 9, [0, 9]), (5, 9, [0, 1]), (-5, -1, [9, 9])],
)
def test_the_range_between_two_places_goes_by_the_points_on_either_side(
    left: float, right: float, ends: list[float]
):
    """Or the lines to them would leave the plot."""
    curve = Curve("elo", np.array([1.0, 2, 3, 4, 5]), np.array([9.0, 8, 3, 1, 0]))
    assert curve.ends_between(left, right) == ends
    assert Curve("elo", np.empty(0), np.empty(0)).ends_between(left, right) == []

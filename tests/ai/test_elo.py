"""Ratings against cases computed by hand, and what must hold for any results."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from ai.elo import PRIOR_DRAWS, SCALE, ratings, wilson


def elos(wins: np.ndarray, anchor: int | None = None) -> np.ndarray:
    return np.array([np.nan if rating is None else rating.elo for rating in ratings(wins, anchor)])


def results(least: int = 0) -> st.SearchStrategy[np.ndarray]:
    """Games of four players of whom all have met."""
    return arrays(int, (4, 4), elements=st.integers(least, 30)).map(
        lambda wins: wins * (1 - np.eye(4, dtype=int))
    )


@pytest.mark.parametrize("won,lost", [(50, 50), (75, 25), (100, 0), (0, 3), (1, 0)])
def test_two_players_by_hand(won: int, lost: int):
    wins = np.array([[0, won], [lost, 0]])
    first, second = ratings(wins, anchor=1)
    assert first is not None and second is not None
    won_with_prior, lost_with_prior = won + PRIOR_DRAWS / 2, lost + PRIOR_DRAWS / 2
    assert first.elo == pytest.approx(400 * np.log10(won_with_prior / lost_with_prior), abs=1e-6)
    share = won_with_prior / (won + lost + PRIOR_DRAWS)
    spread = 1.959964 * SCALE / np.sqrt((won + lost + PRIOR_DRAWS) * share * (1 - share))
    assert first.interval == pytest.approx((first.elo - spread, first.elo + spread))
    assert second.elo == 0 and second.interval == (0, 0)


def test_without_an_anchor_the_mean_is_zero():
    first, second = elos(np.array([[0, 75], [25, 0]]))
    assert first == -second
    assert first - second == pytest.approx(400 * np.log10(75.25 / 25.25), abs=1e-6)


def test_a_chain_adds_up():
    """Players who met only their neighbours: each difference is that of the pair alone."""
    wins = np.array([[0, 10, 0], [30, 0, 5], [0, 15, 0]])
    first, second, third = elos(wins, anchor=0)
    assert first == 0
    assert second == pytest.approx(400 * np.log10(30.25 / 10.25), abs=1e-6)
    assert third - second == pytest.approx(400 * np.log10(15.25 / 5.25), abs=1e-6)


def test_who_met_nobody_has_no_rating():
    wins = np.zeros((5, 5), dtype=int)
    wins[0, 1] = wins[1, 0] = 4
    wins[2, 3] = 1
    assert [rating is None for rating in ratings(wins, anchor=0)] == [False, False, True, True, True]
    assert [rating is None for rating in ratings(wins)] == [False, False, True, True, True]
    assert ratings(np.zeros((2, 2), dtype=int)) == [None, None]


@given(results(least=1))
def test_expected_results_are_the_real_ones(wins: np.ndarray):
    """What makes it a maximum: each player is expected to win as much as it has won."""
    strengths = elos(wins) / SCALE
    points = wins + PRIOR_DRAWS / 2 * (1 - np.eye(4))
    expected = (points + points.T) / (1 + np.exp(strengths[None, :] - strengths[:, None]))
    assert expected.sum(axis=1) == pytest.approx(points.sum(axis=1))


@given(results(least=1), st.permutations(range(4)))
def test_names_do_not_matter(wins: np.ndarray, order: list[int]):
    assert elos(wins[np.ix_(order, order)], anchor=order.index(2)) == pytest.approx(
        elos(wins, anchor=2)[order], abs=1e-6
    )


@given(results())
def test_losing_instead_of_winning_turns_the_ratings_round(wins: np.ndarray):
    assert elos(wins.T) == pytest.approx(-elos(wins), abs=1e-6, nan_ok=True)


@given(results(), st.integers(0, 3))
def test_one_more_win_does_not_lower_a_rating(wins: np.ndarray, other: int):
    wins = wins + 1 - np.eye(4, dtype=int)
    player = (other + 1) % 4
    more = wins.copy()
    more[player, other] += 1
    assert elos(more, anchor=other)[player] > elos(wins, anchor=other)[player]


@given(results(least=1), st.integers(0, 3), st.integers(0, 3))
def test_the_anchor_moves_all_alike(wins: np.ndarray, one: int, other: int):
    difference = elos(wins, anchor=one) - elos(wins, anchor=other)
    assert difference == pytest.approx(difference[0], abs=1e-6)


@given(results(least=1))
def test_more_games_make_intervals_narrower(wins: np.ndarray):
    for few, many in zip(ratings(wins), ratings(10 * wins)):
        assert few is not None and many is not None
        assert many.interval[1] - many.elo < few.interval[1] - few.elo


def test_extreme_results_stay_finite():
    wins = np.triu(np.full((12, 12), 500), 1)
    assert np.all(np.isfinite(elos(wins)))
    assert np.all(np.diff(elos(wins)) < 0)


@pytest.mark.parametrize("gap,games", [(50, 40), (200, 20), (300, 10)])
def test_intervals_hold_the_truth_as_often_as_they_say(gap: int, games: int):
    """Tournaments by chance, six players each ``gap`` stronger than the one before, near neighbours meeting: the 95% intervals of the
    differences to the weakest hold the true ones in 92 to 98 of 100."""
    chance = np.random.default_rng(1)
    truth = gap * np.arange(6)
    held = 0
    for _ in range(200):
        wins = np.zeros((6, 6), dtype=int)
        for one, other in ((i, i + distance) for distance in (1, 2) for i in range(6 - distance)):
            wins[other, one] = chance.binomial(games, 1 / (1 + 10 ** ((truth[one] - truth[other]) / 400)))
            wins[one, other] = games - wins[other, one]
        found = [rating.interval for rating in ratings(wins, anchor=0) if rating is not None]
        held += sum(low <= elo <= high for elo, (low, high) in zip(truth[1:], found[1:]))
    assert 0.92 < held / 1000 < 0.98


def test_wilsons_interval():
    """Values from the formula by hand: 95 of 100."""
    assert wilson(95, 100) == pytest.approx((0.8882, 0.9785), abs=2e-4)
    assert wilson(0, 10)[0] == 0.0 and wilson(10, 10)[1] == pytest.approx(1.0)
    assert wilson(0, 0) == (0.0, 1.0)

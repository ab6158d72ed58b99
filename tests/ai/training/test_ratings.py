"""Ratings of generations from the games that they have played."""

import tracemalloc

import numpy as np
import pytest

from ai.training.decline import decline
from ai.training.ratings import _rate, generation_ratings, strongest_ahead, worth_playing
from ai.training.shipped_run import ShippedRun


def line(generation: int, wins: int, games: int, accepted: bool = True) -> dict:
    """A line as former versions wrote it: all games against the best network so far."""
    return {
        "generation": generation,
        "gate_wins": wins,
        "gate_games": games,
        "accepted": accepted,
    }


def scored(generation: int, *scores: tuple[int, int, int]) -> dict:
    wins, games = sum(won for _, won, _ in scores), sum(played for *_, played in scores)
    return line(generation, wins, games) | {"gate_scores": [list(score) for score in scores]}


def a_run(truth: np.ndarray, chance: np.random.Generator) -> list[dict]:
    """Metrics of generations of the given strengths; each plays sixteen games against up to four that are worth playing."""
    lines: list[dict] = []
    for generation in range(1, len(truth)):
        known = worth_playing(lines, generation)
        opponents = chance.choice(known, min(4, len(known)), replace=False).tolist()
        games = 16 // len(opponents)
        wins = chance.binomial(games, 1 / (1 + 10 ** ((truth[opponents] - truth[generation]) / 400))).tolist()
        lines.append(scored(generation, *zip(opponents, wins, [games] * len(opponents), strict=True)))
    return lines


@pytest.mark.parametrize("generations,gained", [(20, 1200), (60, 2000)])
def test_intervals_hold_the_truth_about_as_often_as_they_say(generations: int, gained: int):
    """Runs by chance, fast at first and slow later: 95% intervals hold the truth in 88 to 100 of 100, and are of some use."""
    chance = np.random.default_rng(1)
    truth = gained * (1 - np.exp(-4 * np.arange(generations + 1) / generations))
    held, held_to_newest = [], []
    for _ in range(12):
        ratings = generation_ratings(a_run(truth, chance))
        assert [each.generation for each in ratings] == list(range(1, generations + 1))
        assert ratings[-1].spread < 600, "a chain of such games, each by itself, leaves more than 1,000"
        held += [abs(each.elo - truth[each.generation]) < each.spread for each in ratings]
        behind = [ratings[-1].elo - each.elo for each in ratings[:-1]]
        held_to_newest += [
            abs(found - (truth[-1] - truth[each.generation])) < each.spread_to_newest
            for found, each in zip(behind, ratings[:-1], strict=True)
        ]
    assert np.mean(held) > 0.88 and np.mean(held_to_newest) > 0.88


@pytest.mark.parametrize("after", [-100.0, 300.0])
def test_a_sudden_fall_is_rated_as_one(after: float):
    """A far too high learning rate can ruin a network; the fall is not smoothed away."""
    chance = np.random.default_rng(3)
    truth = np.concatenate((1400 * (1 - np.exp(-np.arange(16) / 4)), np.full(17, after)))
    held = []
    for _ in range(12):
        lines = a_run(truth, chance)
        ratings = generation_ratings(lines)
        held += [abs(each.elo - truth[each.generation]) < each.spread for each in ratings]
        assert ratings[-1].elo < ratings[14].elo - 400
        assert next(each.generation for each in ratings if each.has_fallen) in (16, 17, 18)
        assert 10 <= (strongest_ahead(lines) or 0) < 18
    assert np.mean(held) > 0.88


def test_runs_that_learn_have_no_falls():
    chance = np.random.default_rng(1)
    slow = np.minimum(50.0 * np.arange(61), 1000)
    fast = 2000 * (1 - np.exp(-4 * np.arange(61) / 60))
    lines = [a_run(truth, chance) for truth in (slow, fast) for _ in range(10)]
    assert not any(each.has_fallen for run in lines for each in generation_ratings(run))
    assert not any(each.has_fallen for each in generation_ratings(ShippedRun().read_metrics()))
    assert strongest_ahead(lines[0]) is None and strongest_ahead([]) is None


def test_a_network_that_has_recovered_from_a_fall_is_behind_nobody():
    before = [line(number, 300, 400) for number in (1, 2, 3)]
    fallen = [*before, scored(4, (3, 1, 400)), scored(5, (3, 4, 400))]
    assert strongest_ahead(fallen) == 3
    assert strongest_ahead([*fallen, scored(6, (3, 200, 400), (5, 399, 400))]) is None


def test_a_slow_decline_is_seen_where_games_are_many():
    before = [line(number, 300, 400) for number in (1, 2, 3)]
    slipping = [scored(4, (3, 110, 400)), scored(5, (4, 110, 400))]
    assert strongest_ahead([*before, *slipping[:1]]) is None, "so little may pass"
    assert not any(each.has_fallen for each in generation_ratings([*before, *slipping]))
    assert strongest_ahead([*before, *slipping]) == 3


def test_a_decline_is_told_in_a_sentence():
    before = [line(number, 300, 400) | {"value": 0.9} for number in (1, 2, 3)]
    assert decline([]) is None and decline(before) is None
    fallen = scored(4, (3, 1, 400)) | {"value": 0.9}
    assert "generation 4 is clearly weaker than generation 3" in str(decline([*before, fallen]))
    unsure = [line(number, 300, 400) | {"value": 1.01} for number in (4, 5, 6)]
    assert decline([*before, *unsure[:2]]) is None
    assert "of the latest 3 generations is higher than that of always saying 0" in str(
        decline([*before, *unsure])
    )


def test_many_games_count_for_more_than_what_was_thought_before():
    """3,000 of 4,000 games are 191 Elo, whatever generations usually gain; an even score after that adds none, but uncertainty."""
    first, second = generation_ratings([line(1, 3000, 4000), line(2, 2000, 4000)])
    assert first.elo == pytest.approx(191, abs=3)
    assert second.elo == pytest.approx(first.elo, abs=6)
    assert second.spread > first.spread


def test_the_newest_is_compared_more_surely_than_the_beginning_is_known():
    """Next to nothing is known of generation 0, and of 2 and 3 only that they differ little."""
    _, second, third = generation_ratings([line(1, 4, 4), line(2, 400, 600), line(3, 330, 600)])
    assert third.spread_to_newest == 0
    assert second.spread_to_newest < 40 < third.spread


def test_more_games_make_a_rating_surer():
    few, many = (generation_ratings([line(1, games // 2, games)])[0] for games in (10, 1000))
    assert many.spread < few.spread / 5


def test_a_thousand_generations_are_soon_rated(monkeypatch: pytest.MonkeyPatch):
    """Not step by step until rounding lets these become no smaller, and not each by itself."""
    sizes = []
    solve = np.linalg.solve
    monkeypatch.setattr(np.linalg, "solve", lambda *system: sizes.append(len(system[1])) or solve(*system))
    lines = ShippedRun().read_metrics()
    _rate.cache_clear()
    ratings = generation_ratings(lines)
    assert len(lines) > 1000 and ratings[-1].generation == lines[-1]["generation"]
    assert 0 < len(sizes) < 15 and max(sizes) < 350


def test_what_is_not_rated_by_itself_lies_near_to_what_it_would_have(monkeypatch: pytest.MonkeyPatch):
    chance = np.random.default_rng(2)
    truth = 2000 * (1 - np.exp(-4 * np.arange(151) / 150))
    lines = a_run(truth, chance)
    exact = generation_ratings(lines)
    for name, knots in (("FIRST_KNOTS", 40), ("MIDDLE_KNOTS", 20), ("LAST_KNOTS", 20)):
        monkeypatch.setattr(f"ai.training.ratings.{name}", knots)
    _rate.cache_clear()
    rough = generation_ratings(lines)
    _rate.cache_clear()
    assert [each.generation for each in rough] == [each.generation for each in exact]
    apart = np.array([one.elo - other.elo for one, other in zip(rough, exact, strict=True)])
    assert 0 < np.abs(apart).max() < 120 and np.sqrt(np.mean(apart**2)) < 50
    for one, other in zip(rough, exact, strict=True):
        assert 0.8 * other.spread < one.spread < 1.05 * other.spread
        assert 0.6 * other.spread_to_newest <= one.spread_to_newest <= 1.05 * other.spread_to_newest


def test_a_generation_after_many_whose_figures_are_lost_has_no_rating():
    """All between it and generation 0 would have to be rated too, which no memory is enough for."""
    assert [each.generation for each in generation_ratings([line(7, 5, 10)])] == [7]
    assert generation_ratings([line(1_000_000, 5, 10)]) == ()
    assert worth_playing([line(1_000_000, 5, 10)], 1_000_001) == [0]


def test_a_clean_sweep_is_finite():
    (only,) = generation_ratings([line(1, 16, 16)])
    assert 200 < only.elo < 1000


def test_a_refused_generation_is_rated_against_the_one_that_stayed():
    lines = [line(1, 1000, 4000, accepted=False), line(2, 3000, 4000)]
    refused, after = generation_ratings(lines)
    assert refused.elo == pytest.approx(-191, abs=20)
    assert after.elo == pytest.approx(191, abs=20)
    assert after.spread < 20, "both have played against generation 0"


def test_without_games_against_rated_generations_there_is_no_rating():
    lines = [line(1, 5, 10), line(2, 0, 0), line(3, 5, 10)]
    assert [each.generation for each in generation_ratings(lines)] == [1]
    reached = generation_ratings([*lines, scored(4, (1, 6, 10), (3, 5, 10))])
    assert [each.generation for each in reached] == [1, 3, 4], "generation 4 has played against both"


def test_worth_playing_is_the_latest_third_of_those_with_a_rating():
    assert worth_playing([], 1) == [0]
    lines = [line(number, 8, 16) for number in range(1, 9)]
    assert worth_playing(lines[:1], 2) == [1]
    assert worth_playing(lines, 9) == [6, 7, 8]
    unrated = [line(number, 0, 0) for number in range(9, 30)]
    assert worth_playing(lines + unrated, 30) == [8], "so that ratings go on"


def test_a_very_long_run_needs_no_table_of_all_its_pairs():
    """Such a table would grow with the square of the generations, in memory and time."""
    lines = [line(generation, 1, 2) for generation in range(1, 10_001)]
    tracemalloc.start()
    try:
        known = worth_playing(lines, 10_001)
        assert known == list(range(6668, 10_001))
        assert tracemalloc.get_traced_memory()[1] < 30_000_000
    finally:
        tracemalloc.stop()

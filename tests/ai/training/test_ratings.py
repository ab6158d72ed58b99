"""Ratings of generations from the games of their gates."""

import math

import pytest

from ai.training.ratings import generation_ratings


def line(generation: int, wins: int, games: int, accepted: bool = True) -> dict:
    return {
        "generation": generation,
        "gate_wins": wins,
        "gate_games": games,
        "accepted": accepted,
    }


def test_ratings_add_up_along_the_comparisons():
    """30 of 40 is 30.5 to 10.5 with half a game added: 185 Elo; an even score adds none, but uncertainty."""
    first, second = generation_ratings([line(1, 30, 40), line(2, 20, 40)])
    assert first.elo == pytest.approx(400 * math.log10(30.5 / 10.5))
    assert second.elo == pytest.approx(first.elo)
    assert second.spread > first.spread


def test_more_games_make_a_rating_surer():
    few, many = (generation_ratings([line(1, games // 2, games)])[0] for games in (10, 1000))
    assert many.spread < few.spread / 5


def test_a_refused_generation_is_rated_against_the_one_that_stayed():
    refused, after = generation_ratings([line(1, 10, 40, accepted=False), line(2, 30, 40)])
    assert refused.elo < 0 < after.elo == pytest.approx(400 * math.log10(30.5 / 10.5))


def test_after_a_generation_without_a_gate_nothing_is_known():
    first = generation_ratings([line(1, 5, 10), line(2, 0, 0), line(3, 5, 10)])
    assert [each.generation for each in first] == [1]

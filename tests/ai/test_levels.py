"""Levels of strength, and playing weaker on purpose."""

from collections import Counter

import numpy as np
import pytest

from ai.levels import levels
from ai.players import Options, make_player
from ai.players.temperature import Temperature
from core.player import Candidate, Decision, Limit, Proof
from core.position import Position

THREE = tuple(Candidate(point, visits=visits) for point, visits in ((5, 60), (7, 30), (9, 10)))


def drawn(text: str, decision: Decision, times: int = 3000, moves: int = 0) -> Counter[int | None]:
    temperature = Temperature(Options(text))
    return Counter(temperature.choose(decision, moves).point for _ in range(times))


def test_levels_have_names_and_playable_players():
    for language in ("en", "zh_CN"):
        names = [level.name(language) for level in levels()]
        assert len(names) == len(set(names)) >= 8
    for level in levels():
        player = make_player(level.player_text)
        assert player.supports(Position.empty().size) is None
        assert level.name("en").isascii() and not level.name("zh_CN").isascii()
        assert level.name("fr") == level.name("en")
    assert levels()[0].player_text == "random"  # anybody can win against the lowest


def test_without_temperature_the_best_move_is_played():
    assert drawn("zero", Decision(5, THREE), 5) == {5: 5}


@pytest.mark.parametrize("temperature", [0.5, 1.0, 2.0])
def test_moves_are_drawn_by_their_shares(temperature: float):
    counts = drawn(f"zero:temperature={temperature},seed=1", Decision(5, THREE))
    wanted = np.array([60, 30, 10]) ** (1 / temperature)
    wanted /= wanted.sum()
    for (point, _), share in zip(((5, 60), (7, 30), (9, 10)), wanted, strict=True):
        spread = np.sqrt(share * (1 - share) / 3000)
        assert abs(counts[point] / 3000 - share) < 4 * spread


def test_later_moves_are_left_as_they_are_if_only_the_first_are_to_be_drawn():
    text = "zero:temperature=2,temperature_moves=8,seed=1"
    assert len(drawn(text, Decision(5, THREE), 100, moves=7)) == 3
    assert drawn(text, Decision(5, THREE), 100, moves=8) == {5: 100}


def test_unvisited_moves_are_drawn_by_the_policy():
    decision = Decision(1, (Candidate(1, prior=0.75), Candidate(2, prior=0.25), Candidate(3, prior=0.0)))
    counts = drawn("policy:temperature=1,seed=2", decision)
    assert counts[3] == 0
    assert 0.70 < counts[1] / 3000 < 0.80


def test_what_is_proven_is_not_left_to_chance():
    lost = Candidate(5, visits=90, proof=Proof.LOSS)
    assert drawn("zero:temperature=9,seed=1", Decision(7, (THREE[1], THREE[2], lost)))[5] == 0
    won = Decision(5, (Candidate(5, visits=1, proof=Proof.WIN), *THREE[1:]), proof=Proof.WIN)
    assert drawn("zero:temperature=9,seed=1", won) == {5: 3000}


@pytest.mark.parametrize("text", ["policy:temperature=3", "zero:simulations=8,temperature=3"])
def test_players_with_a_temperature_vary_and_repeat_by_seed(text: str):
    def first_moves(seed: int) -> list[int | None]:
        player = make_player(f"{text},seed={seed}")
        return [player.choose(Position.empty(), Limit(simulations=8)).point for _ in range(12)]

    assert first_moves(1) == first_moves(1)
    assert len(set(first_moves(1))) > 1

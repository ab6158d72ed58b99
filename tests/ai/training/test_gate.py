"""The gate: against whom a new network plays how many games, which of them count, and that they survive a kill."""

import copy
import shutil
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from ai import checkpoint
from ai.devices import best_device
from ai.networks import build
from ai.networks.common import Network
from ai.training import gate
from ai.training.config import RunConfig
from ai.training.errors import LearningFailed
from ai.training.gate import GATE_PART, LEAST_GATE_PART, is_enough, play_generations, shares_of_games
from ai.training.ratings import GenerationRating, Scores
from ai.training.run_files import warned_of
from ai.training.run_folder import RunFolder
from ai.training.train import train
from core.position import Size
from tests.ai.training.tiny_runs import TINY, generations, session_in, tiny_config


@pytest.mark.parametrize(("games", "parts"), [(16, 16), (40, 8), (40, 40), (7, 2), (4, 3), (1, 1), (400, 5)])
def test_openings_of_the_gate_are_played_from_either_side(games: int, parts: int):
    shares = shares_of_games(games, parts)
    assert sum(shares) == games and len(shares) <= parts and max(shares) - min(shares) <= 3
    assert sum(share % 2 for share in shares) == games % 2, "only the last opening may be played once"


@pytest.mark.parametrize(("wins", "games"), [(55, 100), (220, 400), (110, 200), (11, 20)])
def test_just_the_share_that_is_asked_for_is_enough(wins: int, games: int):
    assert is_enough(wins, games, 0.55) and not is_enough(wins - 1, games, 0.55)
    assert is_enough(0, 0, 0.55), "without games every network is taken"


def test_the_longer_searches_are_the_fewer_games_are_lost_with_a_stop_at_the_gate():
    """A session of a few minutes then gets on too."""
    least = gate.GATE_PART_OF_CARD if best_device().type == "cuda" else LEAST_GATE_PART
    most = gate.GATE_PART_OF_CARD if best_device().type == "cuda" else GATE_PART
    assert [gate._part(simulations) for simulations in (2, 32, 1600)] == [most, most, least]
    assert not any(gate._part(simulations) % 2 for simulations in range(2, 2000)), "colours are shared alike"


def test_games_at_the_gate_so_far_survive_a_kill(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("ai.training.gate.GATE_PART", 2)
    monkeypatch.setattr("ai.training.gate.GATE_PART_OF_CARD", 2)
    folder, config = RunFolder(tmp_path), tiny_config(gate_games="7", gate_win_rate="0")
    asked: list[int] = []
    openings: list[int] = []

    def play(
        network: Network,
        opponents: list,
        games: int,
        config: RunConfig,
        random: np.random.Generator,
        *others: Any,
    ) -> Scores:
        asked.append(games)
        openings.append(int(copy.deepcopy(random).integers(1 << 31)))
        if len(asked) in (3, 5):
            raise OSError("killed")
        return play_generations(network, opponents, games, config, random, *others)

    monkeypatch.setattr("ai.training.gate.play_generations", play)
    for kept in (4, 6):
        session = session_in(folder, config)
        with pytest.raises(OSError, match="killed"):
            session.work()
        session.close()
        folder.close()
        scores = folder.read_state().gate_scores
        assert [played for _, _, played in scores] == [kept]
    session = session_in(folder, config)
    session.work()
    session.close()
    folder.close()
    assert asked[:6] == [2, 2, 2, 2, 1, 1], "those that were lost are played again"
    assert openings[3] != openings[5], (
        "else sessions that go on play the same openings and count them as others"
    )
    line = folder.read_metrics()[0]
    assert [played for _, _, played in line["gate_scores"]] == [7] and line["gate_games"] == 7
    assert line["gate_wins"] >= scores[0][1]
    assert folder.read_state().gate_scores == []


def test_games_at_the_gate_of_a_network_that_has_learned_more_do_not_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """This happens where a session goes on with a higher ``learn_ratio``."""
    monkeypatch.setattr("ai.training.gate.GATE_PART", 2)
    monkeypatch.setattr("ai.training.gate.GATE_PART_OF_CARD", 2)
    folder = RunFolder(tmp_path)
    pairs_of: list[int] = []

    def play(*given: Any) -> Scores:
        pairs_of.append(session._run.due)
        if len(pairs_of) == 2:
            raise OSError("killed")
        return play_generations(*given)

    monkeypatch.setattr("ai.training.gate.play_generations", play)
    session = session_in(folder, tiny_config())
    with pytest.raises(OSError, match="killed"):
        session.work()
    session.close()
    folder.close()
    state = folder.read_state()
    assert sum(played for *_, played in state.gate_scores) == 2
    session = session_in(folder, tiny_config(learn_ratio="4"))
    session.work()
    session.close()
    folder.close()
    assert folder.read_metrics()[0]["steps"] > state.steps
    assert pairs_of.count(1) == 4, "of the four games one pair, one that was lost, and then both"


def test_where_every_network_is_taken_it_plays_against_several_earlier_ones(tmp_path: Path):
    settings = TINY | {"gate_games": "8", "gate_win_rate": "0"}
    lines = generations(tmp_path, 6, settings)
    opponents = [[opponent for opponent, *_ in line["gate_scores"]] for line in lines]
    assert opponents == [[0], [1], [2], [3], [4], [4, 5]]
    for line in lines:
        assert line["gate_games"] == sum(played for *_, played in line["gate_scores"]) == 8
        assert line["gate_wins"] == sum(won for _, won, _ in line["gate_scores"])


def test_after_a_fall_the_strongest_before_it_is_played_against_and_the_session_warns(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    """Otherwise all opponents would soon be as weak as the new network."""
    folder = RunFolder(tmp_path)
    settings = TINY | {"gate_games": "8", "gate_win_rate": "0"}
    generations(tmp_path, 3, settings)
    assert folder.read_progress() and warned_of(folder.read_progress() or {}) == ""
    monkeypatch.setattr("ai.training.ratings.generation_ratings", fallen_with_3)
    more = 4 * folder.read_state().evaluations
    train(tmp_path, tiny_config(**settings), None, background=False, evaluations=more)
    lines = folder.read_metrics()
    assert len(lines) > 6
    assert all(2 in [opponent for opponent, *_ in line["gate_scores"]] for line in lines[3:])
    assert "is clearly weaker than generation 2" in warned_of(folder.read_progress() or {})
    assert caplog.text.count("is clearly weaker than generation 2") == 1


def fallen_with_3(lines: list[dict]) -> tuple[GenerationRating, ...]:
    return tuple(
        GenerationRating(number, 0.0 if number > 2 else 300.0 * number, 100.0, 100.0, number == 3)
        for number in range(1, len(lines) + 1)
    )


def test_where_there_are_too_few_games_for_all_the_newest_are_played_against():
    """From each opening two games."""
    opponents = [(number, build("b1c4", Size(4, 4)).eval()) for number in (3, 5, 6, 8)]
    scores = play_generations(
        build("b1c4", Size(4, 4)).eval(),
        opponents,
        4,
        tiny_config(),
        np.random.default_rng(1),
        lambda: None,
        lambda: False,
    )
    assert [[number, played] for number, _, played in scores] == [[6, 2], [8, 2]]


def test_a_network_whose_answers_are_no_numbers_plays_no_games_at_the_gate():
    network = build("b1c4", Size(4, 4)).eval()
    with torch.no_grad():
        for parameters in network.parameters():
            parameters.fill_(np.nan)
    opponents = [(1, build("b1c4", Size(4, 4)).eval())]
    random = np.random.default_rng(1)
    with pytest.raises(LearningFailed, match="no numbers"):
        play_generations(network, opponents, 2, tiny_config(), random, lambda: None, lambda: False)


def test_generations_whose_networks_are_damaged_or_gone_are_not_played_against(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
):
    """Also those against which a killed session has begun to play."""
    config = tiny_config(gate_games="8", gate_win_rate="0")
    folder = RunFolder(tmp_path)

    def go_on(begun: Scores) -> Scores:
        state = folder.read_state()
        if begun:  # after it had learned
            state.generation_steps, state.gate_scores = state.steps, begun
            folder.write_state(state)
        train(tmp_path, config, None, background=False, evaluations=state.evaluations + 1)
        return folder.read_metrics(1)[0]["gate_scores"]

    for _ in range(6):
        go_on([])
    for number in (4, 5):
        path = folder.checkpoints / f"{number:06}.safetensors"
        data = bytearray(path.read_bytes())
        data[-1] ^= 0xFF  # of the weights, which the header says nothing of
        path.write_bytes(bytes(data))
    first, second = go_on([[3, 1, 2], [5, 0, 2]])
    assert (first[0], first[2]) == (3, 6) and second == [5, 0, 2]
    (folder.checkpoints / "000003.safetensors").unlink()
    first, *others = go_on([[3, 1, 2]])
    assert first == [3, 1, 2] and sum(played for *_, played in others) == 6
    assert "generation 5 can't play" in caplog.text


@pytest.mark.parametrize("exchanged", ["generation", "run", "board", "network"])
def test_a_network_that_is_not_its_generations_own_is_not_played_against(
    tmp_path: Path, exchanged: str, caplog: pytest.LogCaptureFixture
):
    """Files of other runs have the same names. That is told once a session."""
    config = tiny_config(gate_win_rate="0")
    folder, other = RunFolder(tmp_path / "run"), tmp_path / "other"
    for _ in range(2):
        train(folder.path, config, None, background=False, evaluations=folder.read_state().evaluations + 1)
    first, second = (folder.checkpoints / f"{number:06}.safetensors" for number in (1, 2))
    settings = {
        "run": {"generation_positions": "90"},
        "board": {"board": "5x5"},
        "network": {"network": "b2c4"},
    }
    if exchanged == "generation":
        shutil.copy(folder.checkpoints / "000000.safetensors", first)
    else:
        train(other, tiny_config(**settings[exchanged]), None, background=False, evaluations=1)
        shutil.copy(other / "checkpoints" / first.name, first)
    session = session_in(folder, config)
    session._run.state.gate_scores = [[1, 0, 2], [2, 0, 2]]
    for _ in range(2):
        opponents = gate._opponents(session._run)
        assert [number for number, _ in opponents] == [2]
    session.close()
    folder.close()
    assert caplog.text.count("generation 1 can't play") == 1
    assert f"{first} is not the network that this run has written there" in caplog.text
    assert str(second) not in caplog.text


@pytest.mark.parametrize("number", [0, 1])
def test_a_network_with_other_weights_is_not_its_generations_own(
    tmp_path: Path, number: int, caplog: pytest.LogCaptureFixture
):
    """Two runs may agree in all that their headers tell."""
    config, folder = tiny_config(gate_win_rate="0"), RunFolder(tmp_path)
    for _ in range(2):
        train(tmp_path, config, None, background=False, evaluations=folder.read_state().evaluations + 1)
    path = folder.checkpoints / f"{number:06}.safetensors"
    network, info = checkpoint.load(path)
    with torch.no_grad():
        next(network.parameters()).add_(1)
    checkpoint.save(path, network, info)
    session = session_in(folder, config)
    session._run.state.gate_scores = [[number, 0, 2], [2, 0, 2]]
    assert [opponent for opponent, _ in gate._opponents(session._run)] == [2]
    session.close()
    folder.close()
    assert f"{path} is not the network that this run has written there" in caplog.text


def test_a_network_that_must_win_its_place_plays_against_the_best_only(tmp_path: Path):
    lines = generations(tmp_path, 3, TINY | {"workers": "2", "processes": "1", "gate_win_rate": "0.5"})
    best = 0
    for line in lines:
        assert line["gate_scores"] == [[best, line["gate_wins"], 4]]
        best = line["generation"] if line["accepted"] else best


def test_a_share_of_wins_that_is_asked_of_a_network_halfway_counts_games_against_the_best_only(
    tmp_path: Path,
):
    config, folder = tiny_config(gate_games="4", gate_win_rate="0"), RunFolder(tmp_path)
    for _ in range(2):
        train(tmp_path, config, None, background=False, evaluations=folder.read_state().evaluations + 1)
    state = folder.read_state()
    state.gate_scores = [[0, 3, 3]]
    folder.write_state(state)
    evaluations = state.evaluations + 1
    train(tmp_path, replace(config, gate_win_rate=0.5), None, background=False, evaluations=evaluations)
    line = folder.read_metrics(1)[0]
    assert line["gate_scores"] == [[state.best_generation, line["gate_wins"], 4]]


def test_games_at_the_gate_end_with_a_session_that_can_not_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    ends: list[bool] = []

    def play_long(*orders: Any) -> tuple[int, int]:
        go_on = orders[-1]
        monkeypatch.setattr(RunFolder, "check_place", lose)
        for _ in range(1000):
            if not go_on():
                break
            time.sleep(0.01)
        ends.append(not go_on())
        return 0, 0

    def lose(_folder: RunFolder) -> None:
        raise FileNotFoundError

    monkeypatch.setattr("ai.training.run.LOOK_SECONDS", 0)
    monkeypatch.setattr("ai.training.gate.play_games", play_long)
    with pytest.raises(FileNotFoundError):
        train(tmp_path, tiny_config(), None, background=False)
    assert ends == [True]


def test_games_at_the_gate_may_be_one_for_each_thread(tmp_path: Path):
    """The search of a single game gathers two leaves at once."""
    config = tiny_config(workers="4", processes="1", gate_games="4", gate_simulations="600", board="7x7")
    train(tmp_path, config, None, background=False, evaluations=1)
    assert RunFolder(tmp_path).read_metrics()[0]["gate_games"] == 4


def test_a_damaged_network_of_an_earlier_generation_does_not_end_the_run(tmp_path: Path):
    config = tiny_config(gate_win_rate="0")
    train(tmp_path, config, None, background=False, evaluations=1)
    folder = RunFolder(tmp_path)
    (folder.checkpoints / "000000.safetensors").write_bytes(b"damaged")
    train(tmp_path, config, None, background=False, evaluations=folder.read_state().evaluations + 1)
    assert [score[0] for score in folder.read_metrics()[1]["gate_scores"]] == [1]

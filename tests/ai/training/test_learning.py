"""What a run learns: the network that it begins with, its growing into a larger one, and steps that survive a stop."""

import itertools
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from ai import checkpoint
from ai.checkpoint import CheckpointInfo
from ai.evaluator import NetworkEvaluator
from ai.networks import build
from ai.training.config import RunConfig, with_settings
from ai.training.errors import RunError
from ai.training.learner import Learner, Losses
from ai.training.ratings import Scores
from ai.training.replay import grown_window
from ai.training.run_folder import RunFolder
from ai.training.samples import Samples
from ai.training.train import Session, train
from core.position import Size
from tests.ai.training.tiny_runs import (
    TINY,
    check_whole,
    edit_state,
    generations,
    session_in,
    start,
    tiny_config,
    wait_for_generations,
)
from tests.patience import PATIENCE_SECONDS


def test_a_run_goes_on_with_a_larger_network(tmp_path: Path):
    """The larger network first learns from what the smaller one has played; a kill in between costs nothing that was learned."""
    folder = RunFolder(tmp_path)
    process = start(tmp_path)
    wait_for_generations(folder, 2, process)
    process.kill()
    process.communicate(timeout=PATIENCE_SECONDS)
    played = folder.read_state().positions
    generations(tmp_path, 2, {"network": "b2c4", "catch_up_passes": "3", "gate_games": "0"})
    state = folder.read_state()
    assert state.network == "b2c4"
    assert state.catch_up_steps >= round(3 * min(played, 300) / 16)
    assert state.steps > state.catch_up_steps
    architectures = [
        checkpoint.read_info(path).architecture for path in sorted(folder.checkpoints.glob("*.safetensors"))
    ]
    assert architectures[:3] == ["b1c4"] * 3 and architectures[-1] == "b2c4"
    check_whole(folder)


def test_a_run_begins_with_a_small_network_and_grows_by_itself(tmp_path: Path):
    """Killed at some moment around the change, too."""
    folder = RunFolder(tmp_path)
    growing = {
        "network": "b1c6",
        "first_network": "b1c4",
        "first_positions": "100",
        "catch_up_passes": "2",
    }
    process = start(
        tmp_path, *(word for name, value in growing.items() for word in ("--set", f"{name}={value}"))
    )
    wait_for_generations(folder, 2, process)
    process.kill()
    process.communicate(timeout=PATIENCE_SECONDS)
    generations(tmp_path, 2, growing)
    made = {line["generation"]: line["positions"] for line in folder.read_metrics(1000)}
    for path in sorted(folder.checkpoints.glob("*.safetensors")):
        info = checkpoint.read_info(path)
        assert info.architecture == ("b1c4" if made.get(info.generation - 1, 0) < 100 else "b1c6")
    assert folder.read_state().network == "b1c6"
    assert folder.read_state().catch_up_steps > 0
    numbers = folder.read_steps()[: folder.read_state().step_rows, 0]
    assert np.array_equal(numbers, np.arange(len(numbers)) + 1), "steps are counted over both networks"
    check_whole(folder)


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"network": "b1c6", "first_network": "b2c4"}, True),
        ({"network": "b2c6", "first_network": "b1c4"}, False),
        ({"network": "b1c6", "first_network": "b2c4", "first_positions": "0"}, False),
    ],
)
def test_a_run_tells_as_it_begins_that_its_network_will_not_grow_from_the_first_one(
    settings: dict[str, str], said: bool, tmp_path: Path, caplog: pytest.LogCaptureFixture
):
    for _ in range(2):
        train(tmp_path, tiny_config(**settings), 1e-6, background=False)
    assert caplog.text.count("'b1c6' can't grow from 'b2c4': it begins anew") == said


@pytest.mark.parametrize(("then", "keeps"), [("b2c6-liberties", True), ("b1c4-local", False)])
def test_a_larger_network_begins_with_what_the_smaller_one_knew(tmp_path: Path, then: str, keeps: bool):
    """Without catching up, and with steps too small to matter; another kind of network begins anew."""
    folder = RunFolder(tmp_path)
    generations(tmp_path, 1, {"gate_games": "0"})
    before = folder.checkpoints / str(folder.read_state().best)
    small_steps = {"catch_up_passes": "0", "learning_rate": "1e-12", "muon_rate": "0", "gate_games": "0"}
    generations(tmp_path, 1, {"network": then, **small_steps})
    after = folder.checkpoints / str(folder.read_state().best)
    assert checkpoint.read_info(after).architecture == then
    small, large = (checkpoint.load(path)[0].state_dict()["stem.conv.weight"] for path in (before, after))
    assert torch.allclose(small, large[:4, :4], atol=1e-6) == keeps


@pytest.mark.parametrize(
    ("given_up", "then", "keeps"),
    [("b2c4", "b1c4", True), ("b1c4-local", "b1c6", True), ("b1c6", "b1c4-local", False)],
)
def test_a_network_given_up_before_it_has_played_leaves_no_trace(
    tmp_path: Path, given_up: str, then: str, keeps: bool
):
    """The next one begins with the run's best network if it can, whatever the one between could have become."""
    generations(tmp_path, 1, {"gate_games": "0"})
    folder = RunFolder(tmp_path)
    _, state = folder.open(None)
    learner = folder.learner / str(state.learner)
    state.network, state.learner = given_up, f"{given_up}-00000001.safetensors"
    learner.rename(folder.learner / state.learner)
    folder.write_state(state)
    folder.close()
    before = folder.checkpoints / str(state.best)
    generations(
        tmp_path,
        1,
        {
            "network": then,
            "catch_up_passes": "0",
            "learning_rate": "1e-12",
            "muon_rate": "0",
            "gate_games": "0",
        },
    )
    after = folder.checkpoints / str(folder.read_state().best)
    small, now = (checkpoint.load(path)[0].state_dict()["stem.conv.weight"] for path in (before, after))
    assert torch.allclose(small, now[:4, :4], atol=1e-6) == keeps


def test_a_session_that_could_not_begin_leaves_the_run_its_first_network(tmp_path: Path):
    growing = tiny_config(first_network="b1c4", network="b1c8", recorded_openings="0.5", gate_games="0")
    with pytest.raises(RunError, match="no record of a game"):
        train(tmp_path, growing, None, background=False)
    train(tmp_path, replace(growing, recorded_openings=0.0), None, background=False, evaluations=1)
    assert RunFolder(tmp_path).read_state().network == "b1c4"


def test_a_run_begins_with_the_weights_of_a_checkpoint(tmp_path: Path):
    first, second = RunFolder(tmp_path / "first"), RunFolder(tmp_path / "second")
    generations(first.path, 1, {})
    source = first.checkpoints / "000001.safetensors"
    generations(second.path, 1, {"start_from": str(source)})
    ours, theirs = (checkpoint.load(path)[0] for path in (second.checkpoints / "000000.safetensors", source))
    assert all(torch.equal(a, b) for a, b in zip(ours.parameters(), theirs.parameters(), strict=True))


@pytest.mark.parametrize(("told", "games", "positions"), [(4000, 100, 4000), (0, 100, 1280), (0, 0, 0)])
def test_a_run_goes_on_where_the_checkpoint_that_it_begins_with_was(
    tmp_path: Path, told: int, games: int, positions: int
):
    """Files of earlier versions tell of games alone, which last four fifths of the board's points."""
    source = tmp_path / "source.safetensors"
    checkpoint.save(
        source, build("b1c4", Size(4, 4)), CheckpointInfo("b1c4", 4, 4, positions=told, games=games)
    )
    config = tiny_config(
        start_from=str(source), simulations_grow_from="1000", window_start="10", averaging="0.9999"
    )
    train(tmp_path / "run", config, None, background=False, evaluations=1)
    folder = RunFolder(tmp_path / "run")
    state = folder.read_state()
    assert state.positions_before == positions and 60 <= state.positions < 200
    assert folder.read_metrics()[0]["simulations"] == max(4, 4 * positions // 1000)
    made = checkpoint.read_info(folder.checkpoints / "000001.safetensors")
    assert made.positions == positions + state.positions
    learner = Learner(config)
    learner.load(folder.learner / str(state.learner))
    assert learner._counted_steps == round(2 * positions / 16) + learner.steps
    window = grown_window(positions + state.positions, 10, 300)
    full = min(1.0, state.positions / window) if positions else 1.0
    assert learner.steps == max(1, round(2 * full * state.positions / 16)), (
        "few games are not learned by heart"
    )
    whole = Session(folder, *folder.open(None))
    whole.close()
    folder.close()
    assert whole._run.window(state.positions) == window


@pytest.mark.parametrize("slow", [False, True])
def test_what_a_generation_has_learned_so_far_survives_a_stop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, slow: bool
):
    """And a kill: it is kept in parts, of which each is done after so many steps or after so long, whichever is first."""
    if slow:
        monkeypatch.setattr("ai.training.learning.LEARNED_SECONDS", 20)
        monkeypatch.setattr("ai.training.learning.awake_seconds", itertools.count(0, 10).__next__)
    else:
        monkeypatch.setattr("ai.training.learning.LEARNED_PART", 3)
    folder, config = RunFolder(tmp_path), tiny_config(learn_ratio="4", gate_games="0")
    session = session_in(folder, config)
    learn, kept = session._learning.learner.learn, set[int]()

    def learn_seven(samples: Samples, random: np.random.Generator) -> Losses:
        kept.add(folder.read_state().steps)
        if session._learning.learner.steps == 6:
            session.stop.set()
        return learn(samples, random)

    monkeypatch.setattr(session._learning.learner, "learn", learn_seven)
    session.work()
    session.close()
    folder.close()
    state = folder.read_state()
    assert (state.generation, state.generation_steps, state.steps, kept) == (0, 7, 7, {0, 3, 6})
    edit_state(folder.path, learning_seconds=state.learning_seconds + 1000)
    session = session_in(folder, config)
    session.work()
    session.close()
    folder.close()
    first, rows = folder.read_metrics()[0], folder.read_steps()
    assert first["steps"] == round(4 * first["positions"] / 16)
    assert rows[:, 0].tolist() == [*range(1, len(rows) + 1)]
    assert first["policy"] == pytest.approx(rows[: first["steps"], 1].mean(), abs=1e-5)
    assert first["learning_seconds"] > 1000, "what the session before took is part of it"
    assert (folder.read_state().generation_steps, folder.read_state().learning_seconds) == (0, 0.0)


def test_a_generation_whose_steps_are_removed_is_not_learned_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """Their file may be, also while a generation is learned; one step more is made, for there must be losses to tell."""
    folder, config = RunFolder(tmp_path), tiny_config()
    session = session_in(folder, config)
    with monkeypatch.context() as patch, pytest.raises(OSError, match="killed"):
        patch.setattr("ai.training.gate.play_generations", killed)
        session.work()
    session.close()
    folder.close()
    learned = folder.read_state().steps
    assert learned > 1
    folder.steps.unlink()
    session = session_in(folder, config)
    session.work()
    session.close()
    folder.close()
    line, rows = folder.read_metrics()[0], folder.read_steps()
    assert line["steps"] == learned + 1 == rows[0, 0]
    assert line["policy"] == pytest.approx(float(rows[0, 1]), abs=1e-5)


def killed(*_: Any) -> Scores:
    raise OSError("killed")


def test_a_network_is_tried_in_the_way_in_which_it_plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """A way that is the fastest with few positions at once may not be so with many."""
    measured: list[tuple[int, ...]] = []

    class Told(NetworkEvaluator):
        def __init__(self, *given: Any, **named: Any):
            super().__init__(*given, **named)
            measured.append(self._measured)

    for place in ("crew", "learning"):
        monkeypatch.setattr(f"ai.training.{place}.NetworkEvaluator", Told)
    train(tmp_path, tiny_config(gate_games="0"), None, background=False, evaluations=1)
    assert len(measured) > 1 and set(measured) == {(8,)}


def test_a_run_that_stops_in_its_first_generation_keeps_the_weights_it_began_with(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    source = tmp_path / "source.safetensors"
    checkpoint.save(source, build("b1c4", Size(4, 4)), CheckpointInfo("b1c4", 4, 4))
    settings = [f"{name}={value}" for name, value in TINY.items()]
    config = with_settings(RunConfig(), [*settings, f"start_from={source}"])
    train(tmp_path / "run", config, minutes=1e-6, background=False)
    assert "generation 1 is not finished; the same command goes on with it" in capsys.readouterr().out
    state = RunFolder(tmp_path / "run").read_state()
    assert state.generation == 0 and state.seconds > 0 and state.learner is not None
    learner = Learner(config)
    learner.load(tmp_path / "run" / "learner" / state.learner)
    theirs = checkpoint.load(source)[0]
    assert all(
        torch.equal(a.cpu(), b)
        for a, b in zip(learner.network.parameters(), theirs.parameters(), strict=True)
    )


def test_a_run_that_has_grown_does_not_become_small_again(tmp_path: Path):
    small = tiny_config(first_network="b1c4", network="b1c8", first_positions="1", gate_games="0")
    train(tmp_path, small, None, background=False, evaluations=1)
    evaluations = RunFolder(tmp_path).read_state().evaluations
    train(tmp_path, small, None, background=False, evaluations=evaluations + 1)
    grown = RunFolder(tmp_path).read_state()
    assert grown.network == "b1c8"
    train(
        tmp_path,
        replace(small, first_positions=1_000_000),
        None,
        background=False,
        evaluations=grown.evaluations + 1,
    )
    assert RunFolder(tmp_path).read_state().network == "b1c8"


def test_what_a_first_network_learns_is_not_lost_to_another_one(tmp_path: Path):
    """That would be one setting, and the learner's file would be gone. To leave it early is asked for by none, or by fewer positions."""
    config = tiny_config(first_network="b1c4", network="b1c8", first_positions="1000000", gate_games="0")
    train(tmp_path, config, None, background=False, evaluations=1)
    folder = RunFolder(tmp_path)
    before = folder.read_state()
    with pytest.raises(RunError, match="has begun with 'b1c4'"):
        folder.open(replace(config, first_network="b1c6"))
    assert folder.read_state() == before and (folder.learner / str(before.learner)).exists()
    assert folder.read_config() == config
    folder.open(replace(config, first_network=""))
    folder.close()


@pytest.mark.parametrize(("has", "then"), [("b1c4", "b1c4"), ("b1c6", "b1c8")])
def test_a_first_network_that_is_set_later_is_not_gone_back_to(tmp_path: Path, has: str, then: str):
    """Whatever the run's network was, and is to be."""
    train(tmp_path, tiny_config(network=has, gate_games="0"), None, background=False, evaluations=1)
    folder = RunFolder(tmp_path)
    later = tiny_config(network="b1c8", first_network="b1c4", first_positions="1000000", gate_games="0")
    session = Session(folder, *folder.open(later))
    session.close()
    folder.close()
    assert session._run.state.network == then

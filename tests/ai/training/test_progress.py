"""What a session tells of its work: its phases and speeds, its losses, and how far it is."""

import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ai.training.crew import Orders, ThreadCrew
from ai.training.learner import Learner, Losses
from ai.training.playing import Playing
from ai.training.progress import STEPS_TOLD, Progress, SpeedMark
from ai.training.replay import Replay
from ai.training.run_folder import RunFolder
from ai.training.train import Session, train
from main import main
from tests.ai.training.tiny_runs import command, edit_state, tiny_config

SPEEDS = ("positions_per_second", "evaluations_per_second")


@pytest.mark.parametrize(
    ("kept", "measured"),
    [
        pytest.param(None, False, id="stopped while it learned"),
        pytest.param(1, True, id="stopped after the first game"),
    ],
)
def test_the_speed_of_a_generation_begun_earlier_is_measured_or_none(
    tmp_path: Path, kept: int | None, measured: bool, capsys: pytest.CaptureFixture[str]
):
    """What another session played is not counted as made in this one's seconds, and nobody is told that it was made at no speed."""
    config = tiny_config(gate_games="0")
    train(tmp_path, config, None, background=False, evaluations=1)
    folder = RunFolder(tmp_path)
    (line,) = folder.read_metrics()
    copied = Replay(tmp_path / "copied", 0, 16)
    for game in Replay(folder.replay, 300, 16)._parts[1][:kept]:
        copied.add(2, game)
    shutil.copy(tmp_path / "copied" / "000002.games", folder.replay)
    train(tmp_path, config, None, background=False, evaluations=line["evaluations"] + 1)
    line = folder.read_metrics()[1]
    assert [isinstance(line[name], float) for name in SPEEDS] == [measured, measured]
    said = next(text for text in capsys.readouterr().out.splitlines() if text.startswith("generation 2:"))
    assert ("positions/s" in said) == measured
    assert (folder.read_progress() or {})["positions_per_second"] > 0, "meanwhile the one before is told"


def test_the_speed_of_a_generation_is_not_that_of_games_played_while_it_is_learned(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    @contextmanager
    def beside(playing: Playing, _generation: int, _threads: int) -> Iterator[None]:
        status = playing._run.progress.status
        status.positions_per_second = status.evaluations_per_second = 1e9
        yield

    monkeypatch.setattr(Playing, "beside", beside)
    train(tmp_path, tiny_config(gate_games="0"), None, background=False, evaluations=1)
    (line,) = RunFolder(tmp_path).read_metrics()
    assert 0 < line["positions_per_second"] < line["evaluations_per_second"] < 1e9


def test_speed_counts_all_positions_made_and_not_the_time_that_loading_takes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    lost = 0.0

    class SlowToLoad(ThreadCrew):
        def play(self, orders: Orders) -> None:
            nonlocal lost
            lost = 10_000.0
            super().play(orders)

    for module in ("run", "playing", "learning", "progress"):
        monkeypatch.setattr(f"ai.training.{module}.awake_seconds", lambda: time.monotonic() + lost)
    monkeypatch.setattr("ai.training.playing.make_crew", lambda config, *_: SlowToLoad(config, [1], ()))
    train(tmp_path, tiny_config(gate_games="0"), None, background=False, evaluations=1)
    (line,) = RunFolder(tmp_path).read_metrics()
    assert line["seconds"] > 10_000 and line["positions_per_second"] > 1
    assert line["evaluations_per_second"] > line["positions_per_second"]


def test_self_play_is_told_as_soon_as_it_plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """The first move or game comes much later, but evaluations are told; before that processes and kernels are being loaded."""
    phases: list[str] = []

    class Telling(ThreadCrew):
        def play(self, orders: Orders) -> None:
            def check() -> None:
                orders.check()
                phases.append(status.phase)
                if status.evaluations_per_second:
                    session.stop.set()

            phases.append(status.phase)
            super().play(replace(orders, check=check))

    monkeypatch.setattr("ai.training.progress.MEASURED_SECONDS", 1e-3)
    monkeypatch.setattr("ai.training.playing.make_crew", lambda config, *_: Telling(config, [1], ()))
    config = tiny_config(parallel_games="1", board="7x7", simulations="100000")
    folder = RunFolder(tmp_path)
    session = Session(folder, *folder.open(config))
    status = session._run.progress.status
    session.work()
    session.close()
    folder.close()
    assert (phases[0], phases[-1], status.phase) == ("starting", "self-play", "stopped")
    assert session._run.crew.positions == 0 and folder.read_state().evaluations > 0
    assert status.positions_per_second == 0, "no move has been made"


def test_speeds_are_what_was_made_since_they_were_measured():
    pace = SpeedMark(positions=40, evaluations=1_000, started=5.0, least=10)
    assert pace.speeds(100, 4_000, 7.0) == (30.0, 1_500.0)
    assert pace.speeds(49, 1_400, 5.0) is None
    assert pace.evaluations_per_second(1_400, 5.1) is None, "perhaps not all processes have told theirs"
    assert pace.evaluations_per_second(1_400, 9.0) == 100.0


def told_of_play(folder: Path, phase: str = "self-play", **status: float) -> dict[str, Any]:
    """What a session tells that plays generation 1 of 1,000 positions."""
    progress = Progress(RunFolder(folder), 0.0, None)
    figures = {"generation": 1, "generation_positions": 1_000, **status}
    for name, value in figures.items():
        setattr(progress.status, name, value)
    progress.tell(phase, force=True)
    return RunFolder(folder).read_progress() or {}


def test_a_session_tells_when_its_generation_will_be_complete_once_that_is_known(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    known = {"generation_made": 400, "positions_per_second": 5.0}
    assert told_of_play(tmp_path, **known)["generation_seconds_left"] == 120.0
    assert "generation complete in about 0:02:00" in capsys.readouterr().out
    for unknown in ({"positions_per_second": 0.0}, {"generation_made": 1_000}):
        assert told_of_play(tmp_path, **{**known, **unknown})["generation_seconds_left"] is None
    assert told_of_play(tmp_path, "learning", **known)["generation_seconds_left"] is None
    assert "complete in" not in capsys.readouterr().out


def test_games_that_have_just_begun_are_taken_to_fill_up_before_a_generation_is_complete(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """Those of many games side by side may hold more positions than a generation has."""
    told: list[dict[str, Any]] = []
    monkeypatch.setattr("ai.training.progress.STATUS_SECONDS", 0)
    monkeypatch.setattr(RunFolder, "write_progress", lambda _folder, figures: told.append(figures))
    train(tmp_path, tiny_config(parallel_games="64", gate_games="0"), None, background=False, evaluations=1)
    known = [each for each in told if each["generation_seconds_left"] is not None and each["generation"] == 1]
    assert known
    for each in known:
        missing = each["generation_positions"] - each["generation_made"]
        to_fill = max(0.0, 64 * 8 / 2 - each["open_positions"])
        left = each["generation_seconds_left"] * each["positions_per_second"]
        assert left == pytest.approx(missing + to_fill, rel=0.01, abs=0.1 * each["positions_per_second"])


def test_a_session_tells_what_moves_before_a_game_has_ended(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    told_of_play(tmp_path, open_positions=128, evaluations_per_second=3_400.4)
    said = capsys.readouterr().out
    assert "0 games, 0 positions, 128 in open games, 3400 evaluations/s, 0:00:00" in said


def test_the_figures_of_a_generation_are_not_there_while_it_is_told_to_be_at_the_gate(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """What follows them may take a while."""
    told: list[dict[str, Any]] = []

    def write_scalars(_folder: Path, lines: list[dict[str, Any]]) -> None:
        assert [line["generation"] for line in lines] == [1]
        told.append(RunFolder(tmp_path).read_progress() or {})

    monkeypatch.setattr("ai.training.train.write_scalars", write_scalars)
    train(tmp_path, tiny_config(), None, background=False, evaluations=1)
    assert [(each["phase"], each["generation"]) for each in told] == [("self-play", 2)]


def test_losses_told_in_between_are_means_over_the_latest_steps(tmp_path: Path):
    """They are means, as in the table and the smoothed curve, not those of the last batch."""
    config = tiny_config()
    train(tmp_path, config, None, background=False, evaluations=1)
    folder = RunFolder(tmp_path)
    progress = folder.read_progress()
    (line,) = folder.read_metrics()
    assert 1 < len(folder.read_steps()) <= STEPS_TOLD and progress is not None
    assert progress["policy_loss"] == pytest.approx(line["policy"], abs=1e-3)
    assert progress["value_loss"] == pytest.approx(line["value"], abs=1e-3)


def test_a_session_tells_how_far_it_has_learned_from_a_generation(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    told: list[tuple[int, int]] = []

    def tell(_folder: RunFolder, figures: dict[str, Any]) -> None:
        told.append((figures["generation_steps"], figures["generation_steps_wanted"]))

    monkeypatch.setattr("ai.training.progress.STATUS_SECONDS", 0)
    monkeypatch.setattr(RunFolder, "write_progress", tell)
    train(tmp_path, tiny_config(gate_games="0"), None, background=False, evaluations=1)
    (line,) = RunFolder(tmp_path).read_metrics()
    steps = line["generation_steps"]
    assert told[0] == told[-1] == (0, 0), "while it is played, and once it is finished"
    within = dict.fromkeys(each for each in told if each[1])
    assert list(within)[-steps:] == [(made, steps) for made in range(1, steps + 1)]


def test_how_far_a_new_network_has_caught_up_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    """Before the generation that comes next, also where it was stopped meanwhile; what it has made is kept."""
    folder = RunFolder(tmp_path)
    train(tmp_path, tiny_config(gate_games="0"), None, background=False, evaluations=1)
    assert (folder.read_progress() or {})["generation"] == 2
    config = tiny_config(gate_games="0", network="b2c4", catch_up_passes="5")
    session = Session(folder, *folder.open(config))
    learn = Learner.learn

    def learn_and_stop(learner: Learner, *lesson: Any) -> Losses:
        if learner.steps == 2:
            session.stop.set()
        return learn(learner, *lesson)

    with monkeypatch.context() as patch:
        patch.setattr(Learner, "learn", learn_and_stop)
        session.work()
    session.close()
    folder.close()
    progress, wanted = folder.read_progress() or {}, folder.read_state().catch_up_steps
    assert (progress["generation"], progress["learner_steps"], progress["catch_up_steps"]) == (2, 3, wanted)
    said = capsys.readouterr().out
    assert f"stopped: caught up 3 of {wanted} steps, generation 2" in said
    assert "generation 2 is not finished" in said
    edit_state(tmp_path, catch_up_seconds=folder.read_state().catch_up_seconds + 1000)
    train(tmp_path, None, None, background=False, evaluations=folder.read_state().evaluations + 1)
    progress = folder.read_progress() or {}
    assert progress["generation"] == 3 and progress["learner_steps"] > progress["catch_up_steps"] == wanted
    assert "caught up" not in capsys.readouterr().out.splitlines()[-2]
    first, second = folder.read_metrics()
    assert first["catch_up_seconds"] == 0 and first["generation_steps"] == first["steps"]
    assert second["catch_up_seconds"] > 1000, "what the session before took is part of it"
    assert second["generation_steps"] == second["steps"] - first["steps"] - wanted
    assert folder.read_state().catch_up_seconds == 0


def test_a_session_tells_after_how_many_minutes_it_was_to_stop(tmp_path: Path):
    """The next session can then be offered as many."""
    for minutes in (0.0001, 0.0002):
        train(tmp_path, tiny_config(), minutes, background=False)
        progress = RunFolder(tmp_path).read_progress()
        assert progress is not None and progress["minutes"] == minutes


def test_a_session_tells_of_itself_before_it_reads_what_it_learns_from(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """What the one before has told is not taken for its own, even if it gets no further."""
    assert main(command(tmp_path, "--evaluations", "1")) == 0
    folder = RunFolder(tmp_path)
    folder.leave_reason("the reason of the session before")
    state, before = folder.read_state(), folder.read_progress() or {}
    begun = {
        "games": state.games + 3,
        "positions": state.positions + 40,
        "generation": 2,
        "generation_made": 40,
    }
    folder.write_progress({**before, **begun})

    def read(*_arguments: object, **_more: object) -> Replay:
        raise KeyboardInterrupt

    monkeypatch.setattr("ai.training.run.Replay", read)
    with pytest.raises(KeyboardInterrupt):
        train(tmp_path, None, 7, background=False)
    told = folder.read_progress() or {}
    assert told["phase"] == "starting" and "reason" not in told and told["minutes"] == 7
    assert {name: told[name] for name in begun} == begun  # no work seems lost
    assert state.games > 0 and told["generation_positions"] > 0

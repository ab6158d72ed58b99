"""A run from the command line: started, killed at any moment, gone on with, misused."""

import json
import math
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from ai import checkpoint
from ai.session_folder import FiguresError
from ai.training.config import RunConfig
from ai.training.crew import ThreadCrew
from ai.training.errors import RunError
from ai.training.learning import Learning
from ai.training.presets import PRESETS
from ai.training.ratings import generation_ratings
from ai.training.replay import Replay
from ai.training.run import Run, Stopped
from ai.training.run_folder import RunFolder
from ai.training.train import Session, train
from core import records
from main import main
from tests.ai.training.tiny_runs import (
    TINY,
    arguments,
    check_whole,
    command,
    generations,
    session_in,
    start,
    tiny_config,
    wait_for_generations,
)
from tests.core.test_clock import Time
from tests.patience import PATIENCE_SECONDS

SENDS_CTRL_C = pytest.mark.skipif(
    sys.platform == "win32", reason="Windows sends Ctrl-C to whole groups of processes"
)


@SENDS_CTRL_C
def test_a_session_learns_and_stops_when_told(tmp_path: Path):
    """A short run: it prints what a person can read, leaves a whole run folder, and Ctrl-C ends it cleanly."""
    run = tmp_path / "训练 1"
    process = start(run)
    folder = RunFolder(run)
    wait_for_generations(folder, 2, process)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=PATIENCE_SECONDS)
    assert process.returncode == 0, err
    assert "generation 1: " in out and "positions/s" in out
    assert "Traceback" not in err
    check_whole(folder)
    state = folder.read_state()
    line = folder.read_metrics(50)[-1]
    assert line["positions"] == state.positions >= 120
    assert line["games"] == state.games
    assert 0 < line["policy"] < 4 and 0 <= line["value"] <= 4
    progress = folder.read_progress()
    assert progress is not None and progress["phase"] == "stopped"
    games = records.load(next(iter(folder.games.glob("*.sgf"))))
    assert games[0].problems == () and games[0].game.result is not None
    info = checkpoint.read_info(folder.checkpoints / f"{state.generation:06d}.safetensors")
    assert (info.architecture, info.generation, info.run) == ("b1c4", state.generation, "训练 1")
    assert info.rating == round(generation_ratings(folder.read_metrics())[-1].elo, 1)


@SENDS_CTRL_C
def test_a_session_to_which_nobody_listens_goes_on_and_stops_when_told(tmp_path: Path):
    process = start(tmp_path)
    assert process.stdout is not None and process.stderr is not None
    process.stdout.close()
    process.stderr.close()
    folder = RunFolder(tmp_path)
    wait_for_generations(folder, 2, process)
    process.send_signal(signal.SIGTERM)
    process.wait(timeout=PATIENCE_SECONDS)
    assert (folder.read_progress() or {})["phase"] == "stopped"
    check_whole(folder)


def test_a_session_survives_being_killed_at_any_moment(tmp_path: Path):
    """Killed again and again without warning, it goes on each time, and loses no finished generation and no finished game."""
    moments = random.Random(4)
    folder = RunFolder(tmp_path)
    generations = positions = 0
    for _ in range(4):
        process = start(tmp_path)
        wait_for_generations(folder, generations + 1, process)
        time.sleep(moments.random() * 0.6)
        process.kill()
        process.communicate(timeout=PATIENCE_SECONDS)
        check_whole(folder)
        state = folder.read_state()
        assert state.generation > generations
        assert state.positions > positions
        generations, positions = state.generation, state.positions
        kept = Replay(folder.replay, 300, 16)
        assert kept.positions() >= min(300, positions) - 60
    assert main(command(tmp_path, "--evaluations", str(folder.read_state().evaluations + 1))) == 0
    assert folder.read_state().generation > generations


def test_a_session_with_every_method_ends_after_its_evaluations(tmp_path: Path):
    """With what can be switched on at once, a run goes on from one that began before there were such settings, and ends by itself."""
    folder = RunFolder(tmp_path)
    assert main(command(tmp_path, "--evaluations", "1")) == 0
    make_older(folder)
    methods = (
        "considered_moves=4",
        "forced_playouts=0",
        "cheap_simulations=2",
        "full_share=0.5",
        "opening_moves=4",
    )
    learning = ("window_start=50", "surprise_weight=0.5", "gate_games=0", "simulations_grow_from=30")
    settings = [word for text in (*methods, *learning) for word in ("--set", text)]
    assert main(command(tmp_path, *settings, "--evaluations", "1500")) == 0
    state = folder.read_state()
    assert state.evaluations >= 1500 and state.processor_seconds > 0
    before, line = folder.read_metrics(2)[-2:]
    assert line["evaluations"] == state.evaluations
    assert line["simulations"] == 4 * before["positions"] // 30 > 4
    assert line["game_length"] > 4
    check_whole(folder)


def test_a_generation_that_was_cut_short_is_finished_however_many_evaluations_it_has_had(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """A session that is to end by them learns what it has played for; the next one has nothing left to do."""
    folder, config = RunFolder(tmp_path), tiny_config(gate_games="0")
    session = session_in(folder, config)

    def stop(*_: object) -> None:
        session.stop.set()
        raise Stopped

    monkeypatch.setattr(session._learning, "_learn", stop)
    session.work()
    session.close()
    folder.close()
    cut_short = folder.read_state()
    assert (cut_short.generation, folder.finished_evaluations()) == (0, 0) and cut_short.evaluations > 0
    for _ in range(2):
        train(tmp_path, config, None, background=False, evaluations=1)
        state = folder.read_state()
        assert (state.generation, state.evaluations) == (1, folder.finished_evaluations())
        assert state.evaluations >= cut_short.evaluations


def make_older(folder: RunFolder) -> None:
    """Leave the run in ``folder`` as a version before the latest settings and figures would have."""
    config = folder.path / "config.toml"
    newer = ("considered_moves", "cheap_simulations", "full_share", "window_start", "surprise_weight")
    lines = [line for line in config.read_text("utf-8").splitlines() if not line.startswith(newer)]
    config.write_text("\n".join(lines), "utf-8")
    state = json.loads((folder.path / "state.json").read_text("utf-8"))
    del state["evaluations"], state["processor_seconds"], state["settings"], state["steps_checksum"]
    (folder.path / "state.json").write_text(json.dumps(state), "utf-8")


def test_a_session_ends_after_its_minutes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """And tells how many seconds are left until then."""
    now = Time(1000.0)
    for module in ("run", "progress"):
        monkeypatch.setattr(f"ai.training.{module}.awake_seconds", now)
    folder = RunFolder(tmp_path)
    run = Run(folder, *folder.open(tiny_config()), minutes=1, stop=Event())
    now.passes(30)
    run.check()
    assert (folder.read_progress() or {})["remaining_seconds"] == 30
    now.passes(29)
    run.check()
    assert not run.is_stopped()
    now.passes(2)
    run.check()
    assert run.is_stopped()
    folder.close()


def test_the_stop_file_ends_a_session(tmp_path: Path):
    process = start(tmp_path)
    folder = RunFolder(tmp_path)
    wait_for_generations(folder, 1, process)
    assert folder.is_running()
    folder.ask_to_stop()
    process.communicate(timeout=PATIENCE_SECONDS)
    assert process.returncode == 0
    assert not folder.is_running()


def test_two_sessions_do_not_work_on_one_run(tmp_path: Path):
    first, second = RunFolder(tmp_path), RunFolder(tmp_path)
    first.open(RunConfig())
    with pytest.raises(RunError, match="another process"):
        second.open(None)
    first.close()
    second.open(None)
    second.close()


def test_a_run_keeps_its_board(tmp_path: Path):
    folder = RunFolder(tmp_path)
    folder.open(RunConfig(board="4x4"))
    folder.close()
    refused = RunFolder(tmp_path)
    with pytest.raises(RunError, match="start a new run"):
        refused.open(RunConfig(board="5x5"))
    assert not folder.is_running(), "the folder is free for others"


def test_a_session_within_a_generation_has_the_window_that_it_will_learn_from(tmp_path: Path):
    """The window grows with the generation's own positions, which the run's count doesn't include yet."""
    settings = {"window_start": "20", "gate_games": "0"}
    generations(tmp_path, 3, settings)
    folder = RunFolder(tmp_path)
    shutil.copy(folder.replay / "000003.games", folder.replay / "000004.games")
    session = session_in(folder, tiny_config(**settings))
    session.close()
    folder.close()
    run = session._run
    assert run.is_played(4) and run.replay.positions_of(4) < run.window(run.due_positions)
    assert run.replay.positions(run.due) >= run.window(run.due_positions)


def test_a_session_does_not_play_again_what_is_kept_of_its_generation(tmp_path: Path):
    """Otherwise the same games would be learned from and counted twice."""
    config = tiny_config()
    train(tmp_path, config, None, background=False, evaluations=1)
    folder = RunFolder(tmp_path)

    def chance() -> int:
        _, state = folder.open(config)
        session = Session(folder, config, state)
        session.close()
        folder.close()
        return int(session._run.random.integers(1 << 31))

    before = chance()
    assert chance() == before
    shutil.copy(folder.replay / "000001.games", folder.replay / "000002.games")
    assert chance() != before


def test_a_stop_while_a_session_starts_ends_it_cleanly(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """The replay of a long run takes a while to read. Nobody begins to play then."""
    config = tiny_config()
    train(tmp_path, config, None, background=False, evaluations=1)
    before = contents(tmp_path)

    def read_slowly(*arguments: Any, **more: Any) -> Replay:
        signal.raise_signal(signal.SIGINT)
        return Replay(*arguments, **more)

    monkeypatch.setattr("ai.training.run.Replay", read_slowly)
    monkeypatch.setattr("ai.training.playing.make_crew", None)
    train(tmp_path, config, None, background=False)
    assert (RunFolder(tmp_path).read_progress() or {})["phase"] == "stopped"
    assert contents(tmp_path) == before


@pytest.mark.skipif(sys.platform == "win32", reason="there are no signals to a group")
@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
def test_a_signal_to_the_whole_group_stops_a_run_cleanly(name: str, tmp_path: Path):
    """A closed terminal, or the end of a process group, may signal more than once."""
    process = subprocess.Popen(
        arguments(tmp_path, "--set", "workers=2", "--set", "processes=2"),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        stdin=subprocess.DEVNULL,
        text=True,
        start_new_session=True,
    )
    wait_for_generations(RunFolder(tmp_path), 1, process)
    number = getattr(signal, name)
    os.killpg(process.pid, number)
    if number == signal.SIGHUP:
        assert process.stderr is not None and "stopping…\n" in iter(process.stderr.readline, "")
        os.killpg(process.pid, number)
    _, err = process.communicate(timeout=PATIENCE_SECONDS)
    assert process.returncode == 0, err
    assert RunFolder(tmp_path).open_games.exists(), "games under way are kept"


def test_a_recipe_of_the_literature_begins_a_run(tmp_path: Path):
    words = ["train", "--run", str(tmp_path), "--preset", "alphazero", "--minutes", "0.0001"]
    assert main(words) == 0
    assert RunFolder(tmp_path).read_config() == PRESETS["alphazero"]


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ([], "its own settings, those of alphazero; --preset counts when a run begins"),
        (["--set", "simulations=3"], "its own settings; --preset counts when a run begins"),
    ],
)
def test_another_recipe_does_not_change_a_run(
    settings: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    words = ["train", "--run", str(tmp_path), "--minutes", "0.0001"]
    assert main([*words, "--preset", "alphazero", *settings]) == 0
    begun = RunFolder(tmp_path).read_config()
    capsys.readouterr()
    assert main([*words, "--preset", "alphago-zero"]) == 0
    assert said in capsys.readouterr().err and RunFolder(tmp_path).read_config() == begun
    if not settings:
        assert main([*words, "--preset", "alphazero"]) == 0
        assert "--preset" not in capsys.readouterr().err, "these are its settings"


def test_nothing_is_made_in_a_folder_that_is_refused(tmp_path: Path):
    """But for the lock, which is taken before anything is read."""
    (tmp_path / "metrics.jsonl").write_text('{"loss": 0.5}\n')
    with pytest.raises(FiguresError, match="does not tell generation"):
        train(tmp_path, tiny_config(), None, background=False)
    assert {path.name for path in tmp_path.iterdir()} == {"metrics.jsonl", "lock"}


def test_no_run_begins_among_files_of_something_else(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    (tmp_path / "thesis.txt").write_text("mine")
    (tmp_path / "session.log").write_text("")  # of the window that would begin it
    assert main(["train", "--run", str(tmp_path), "--minutes", "0.0001"]) == 2
    said = capsys.readouterr().err
    assert f"{tmp_path} holds other files, such as thesis.txt; choose a new or an empty folder" in said
    assert {path.name for path in tmp_path.iterdir()} <= {
        "thesis.txt",
        "session.log",
        "lock",
        "progress.json",
    }


def test_a_run_that_begins_beside_other_files_says_so_once(tmp_path: Path, caplog: pytest.LogCaptureFixture):
    config = tiny_config(gate_games="0")
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / "session.log").write_text("")  # of the window that began it
    (tmp_path / "run" / ".hidden").write_text("of the file manager")
    for name, others in (("run", ()), ("thesis", ("notes.txt", "plan.txt"))):
        (tmp_path / name / "openings").mkdir(parents=True)
        for other in others:
            (tmp_path / name / other).write_text("mine")
        for _ in range(2):
            evaluations = RunFolder(tmp_path / name).read_state().evaluations + 1
            train(tmp_path / name, config, None, background=False, evaluations=evaluations)
    assert caplog.messages == [
        f"{tmp_path / 'thesis'} holds other files, such as notes.txt; the run begins beside them"
    ]
    assert (tmp_path / "thesis" / "plan.txt").read_text() == "mine"


def test_no_folder_is_made_for_a_run_that_can_not_begin(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    words = ["train", "--run", str(tmp_path / "run"), "--set", f"start_from={tmp_path / 'gone.safetensors'}"]
    assert main(words) == 2
    assert "gone.safetensors can't be read" in capsys.readouterr().err and not (tmp_path / "run").exists()


def test_a_state_that_vanishes_while_a_session_works_is_not_made_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """A new one would say that nothing was learned yet, and the next session would begin again."""
    config = tiny_config()
    train(tmp_path, config, None, background=False, evaluations=1)
    folder = RunFolder(tmp_path)
    session = Session(folder, *folder.open(config))
    (tmp_path / "state.json").unlink()
    monkeypatch.setattr(session._learning, "catch_up", session.stop.set)
    with pytest.raises(RunError, match="is lost"):
        session.work()
    session.close()
    folder.close()
    assert not (tmp_path / "state.json").exists()


def contents(folder: Path) -> dict[str, bytes]:
    """The content of all files except the one that only tells of the moment."""
    return {
        str(file.relative_to(folder)): file.read_bytes()
        for file in folder.rglob("*")
        if file.is_file() and file.name != "progress.json"
    }


@pytest.mark.skipif(sys.platform == "win32", reason="what is open can't be renamed")
@pytest.mark.parametrize(
    ("place", "method"),
    [
        (ThreadCrew, "play"),
        (Learning, "_check_learned"),
        (Session, "_compare"),
        (Run, "raise_if_stopped"),
        (Learning, "catch_up"),
    ],
)
def test_a_session_whose_folder_is_renamed_leaves_what_takes_its_place_alone(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    place: type,
    method: str,
):
    """Also where it writes between two looks."""
    run, other, aside = (tmp_path / name for name in ("run", "other", "aside"))
    for folder in (run, other):
        train(folder, tiny_config(), None, background=False, evaluations=1)
    before = contents(other), contents(run)
    act = getattr(place, method)

    def exchange_and_act(*arguments: object) -> object:
        if not aside.exists():
            run.rename(aside)
            other.rename(run)
        if method in ("raise_if_stopped", "catch_up"):
            raise Stopped
        return act(*arguments)

    monkeypatch.setattr(place, method, exchange_and_act)
    monkeypatch.setattr("ai.training.run.LOOK_SECONDS", math.inf)
    assert main(["train", "--run", str(run)]) == 2
    told = capsys.readouterr().err
    assert f"{run}: it, or the file lock in it, was renamed" in told and "Traceback" not in told
    assert (contents(run), contents(aside)["metrics.jsonl"]) == (before[0], before[1]["metrics.jsonl"])


@pytest.mark.skipif(sys.platform == "win32", reason="what is open can't be renamed")
def test_a_session_that_looks_sees_that_its_folder_was_renamed(tmp_path: Path):
    folder = RunFolder(tmp_path / "run")
    folder.open(RunConfig())
    assert not folder.stop_asked()
    folder.path.rename(tmp_path / "aside")
    for put_another_there in (lambda: None, folder.path.touch, folder.path.unlink, folder.path.mkdir):
        put_another_there()
        with pytest.raises(FileNotFoundError):
            folder.stop_asked()
    another = RunFolder(folder.path)
    another.open(RunConfig())
    with pytest.raises(FileNotFoundError):
        folder.stop_asked()
    assert not another.stop_asked()
    folder.close()
    another.close()


def test_what_only_begins_a_run_does_not_change_one_that_has_begun(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    """The same command goes on, also where the settings were edited since."""
    words = ["train", "--run", str(tmp_path), "--evaluations", "1"]
    tiny = [word for name, value in TINY.items() for word in ("--set", f"{name}={value}")]
    assert main([*words, *tiny]) == 0
    before = RunFolder(tmp_path).read_config()
    assert main([*words, "--preset", "paper"]) == 0
    assert "its own settings" in capsys.readouterr().err and RunFolder(tmp_path).read_config() == before
    assert main([*words, "--set", "start_from=another.safetensors"]) == 2
    assert "start_from counts only when a run begins" in capsys.readouterr().err
    assert RunFolder(tmp_path).read_config() == before


@pytest.mark.parametrize("name", ["games/000001.sgf", "replay/000001.games"])
def test_a_new_run_writes_over_nothing(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    there = tmp_path / name
    there.parent.mkdir()
    there.write_text("mine")
    assert main(command(tmp_path, "--evaluations", "1")) == 2
    assert f"{there} would be among the files of a new run" in capsys.readouterr().err
    assert there.read_text() == "mine" and not (tmp_path / "config.toml").exists()


def test_a_copy_of_a_run_goes_on_under_another_name(tmp_path: Path):
    train(tmp_path / "first", tiny_config(gate_games="0"), None, background=False, evaluations=1)
    shutil.copytree(tmp_path / "first", tmp_path / "second")
    train(tmp_path / "second", None, None, background=False, evaluations=1000)
    assert RunFolder(tmp_path / "second").read_state().best_generation > 1


@pytest.mark.parametrize(
    "more,said",
    [
        (["--set", "batch"], "name=value"),
        (["--set", "batch=none"], "should be a whole number"),
        (["--set", "nothing=1"], "nothing"),
        (["--config", "missing.toml"], "missing.toml"),
        (["--minutes", "-1"], "--minutes"),
        (["--evaluations", "0"], "--evaluations"),
    ],
)
def test_mistakes_on_the_command_line_are_sentences(
    tmp_path: Path, more: list[str], said: str, capsys: pytest.CaptureFixture[str]
):
    assert main(command(tmp_path / "run", *more)) != 0
    told = capsys.readouterr().err
    assert said in told and "Traceback" not in told


@pytest.mark.parametrize(
    ("more", "first"),
    [
        (["network=b1c8"], ""),
        (["network=b4c32-liberties"], "b2c24-liberties"),
        (["network=b1c8", "first_network=b2c24-liberties"], "b2c24-liberties"),
        (["simulations=8"], "b2c24-liberties"),
    ],
)
def test_a_run_whose_network_is_named_begins_with_it_where_it_can_not_grow_from_the_recipes_first(
    tmp_path: Path, more: list[str], first: str, capsys: pytest.CaptureFixture[str]
):
    words = [word for setting in more for word in ("--set", setting)]
    assert main(["train", "--run", str(tmp_path / "run"), *words, "--minutes", "1e-6"]) == 0
    config = RunFolder(tmp_path / "run").read_config()
    assert config is not None and config.first_network == first
    said = "the run begins with b1c8; b2c24-liberties, with which the recipe begins, can't grow to it\n"
    assert (said in capsys.readouterr().err) == (not first)


def test_a_file_of_settings_keeps_its_first_network(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    (tmp_path / "mine.toml").write_text('first_network = "b2c8"', "utf-8")
    words = ["--config", str(tmp_path / "mine.toml"), "--set", "network=b1c8", "--minutes", "1e-6"]
    assert main(["train", "--run", str(tmp_path / "run"), *words]) == 0
    config = RunFolder(tmp_path / "run").read_config()
    assert config is not None and config.first_network == "b2c8"
    assert "the run begins with" not in capsys.readouterr().err


def test_the_help_says_when_files_for_tensorboard_are_written(capsys: pytest.CaptureFixture[str]):
    with pytest.raises(SystemExit):
        main(["train", "--help"])
    assert "pip install tensorboard" in " ".join(capsys.readouterr().out.split())


def test_a_file_where_the_run_should_be(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    (tmp_path / "file").write_text("x")
    assert main(command(tmp_path / "file")) != 0
    told = capsys.readouterr().err
    assert "can't be made" in told and "Traceback" not in told

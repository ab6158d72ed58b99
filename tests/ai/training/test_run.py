"""A run from the command line: started, killed at any moment, gone on with, misused."""

import copy
import itertools
import json
import math
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from ai import checkpoint
from ai.checkpoint import CheckpointInfo
from ai.devices import best_device
from ai.evaluator import NetworkEvaluator
from ai.memory import is_lack_of_memory
from ai.networks import build
from ai.networks.common import Network
from ai.session_folder import FiguresError
from ai.training import gate
from ai.training.config import ConfigError, RunConfig, parse_config, rewritten, unsaid_settings, with_settings
from ai.training.crew import Orders, ProcessCrew, ThreadCrew, make_crew, shown_games
from ai.training.gate import GATE_PART, LEAST_GATE_PART, is_enough, play_generations, shares_of_games
from ai.training.learner import Learner, LearningFailed, Losses
from ai.training.learning import Learning
from ai.training.playing import Playing
from ai.training.presets import OURS, PRESETS
from ai.training.progress import STEPS_TOLD, SpeedMark
from ai.training.ratings import GenerationRating, Scores, generation_ratings
from ai.training.replay import Replay, grown_window
from ai.training.run import Run, Stopped
from ai.training.run_folder import RunError, RunFolder, warned_of
from ai.training.samples import Samples
from ai.training.self_play_record import has_thoughts, self_play_of
from ai.training.shipped_run import ShippedRun
from ai.training.train import Session, train
from core import records
from core.game import Game
from core.machine import usable_cores
from core.player import Decision
from core.position import Size
from core.records.folders import Unusable, usable_games
from core.sentence import Sentence, sentence_of
from main import main
from tests.ai.training.figures import figures
from tests.patience import PATIENCE_SECONDS, wait_until

ROOT = Path(__file__).resolve().parents[3]
TINY = {
    "network": "b1c4",
    "first_network": "",
    "board": "4x4",
    "workers": "1",
    "parallel_games": "4",
    "simulations": "4",
    "generation_positions": "60",
    "batch": "16",
    "gate_games": "4",
    "gate_simulations": "4",
    "window_positions": "300",
}
SPEEDS = ("positions_per_second", "evaluations_per_second")


def tiny_config(**settings: str) -> RunConfig:
    words = [f"{name}={value}" for name, value in {**TINY, **settings}.items()]
    return with_settings(RunConfig(), words, "test")


def command(run: Path, *more: str) -> list[str]:
    """To ``main``, which needs a process of its own only where one is killed or hears signals."""
    settings = [word for name, value in TINY.items() for word in ("--set", f"{name}={value}")]
    return ["train", "--run", str(run), *settings, *more]


def arguments(run: Path, *more: str) -> list[str]:
    """To the system."""
    return [sys.executable, str(ROOT / "main.py"), *command(run, *more)]


def start(run: Path, *more: str) -> subprocess.Popen:
    return subprocess.Popen(
        arguments(run, *more),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        stdin=subprocess.DEVNULL,
    )


def wait_for_generations(folder: RunFolder, generations: int, process: subprocess.Popen) -> None:
    def are_made() -> bool:
        made = folder.read_state().generation >= generations
        assert made or process.poll() is None, process.communicate()[1]
        return made

    wait_until(are_made, 120)


SENDS_CTRL_C = pytest.mark.skipif(
    sys.platform == "win32", reason="Windows sends Ctrl-C to whole groups of processes"
)


def check_whole(folder: RunFolder) -> None:
    """Everything that the state names is there and can be read."""
    state = folder.read_state()
    lines = folder.read_metrics()
    assert [line["generation"] for line in lines[: state.generation]] == list(range(1, state.generation + 1))
    assert len(lines) <= state.generation + 1, "a kill leaves one that doesn't count yet at the most"
    if state.best is not None:
        checkpoint.load(folder.checkpoints / state.best)
    if state.learner is not None:
        assert (folder.learner / state.learner).is_file()
    assert folder.read_config() is not None


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


def test_several_processes_play_for_one_run(tmp_path: Path):
    """What they play is learned from and counted, and they end when the session is killed."""
    process = start(tmp_path, "--set", "workers=3", "--set", "processes=2")
    folder = RunFolder(tmp_path)
    wait_for_generations(folder, 2, process)
    children = children_of(process.pid)
    process.kill()
    process.communicate(timeout=PATIENCE_SECONDS)
    wait_until(lambda: not any(Path(f"/proc/{child}").exists() for child in children))
    check_whole(folder)
    state = folder.read_state()
    lines = folder.read_metrics(50)
    assert lines[0]["positions"] >= 60 and lines[0]["positions"] < lines[1]["positions"] <= state.positions
    # Four simulations a move; what is kept of earlier searches saves some.
    assert lines[0]["positions"] < lines[0]["evaluations"] < lines[1]["evaluations"]
    assert records.load(next(iter(folder.games.glob("*.sgf"))))[0].problems == ()
    if sys.platform == "linux":
        assert len(children) >= 2


def test_processes_play_on_while_the_network_learns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """What comes of it counts for the next generation, also after a session that ends before that, and is learned from in its turn."""
    learn = Learning._learn
    seen: list[tuple[int, int]] = []

    def learn_late(learning: Learning, most: int, phase: str) -> int:
        run, give_up = learning._run, time.monotonic() + 60
        while run.replay.games_of(run.due + 1) == 0:
            assert time.monotonic() < give_up
            run.check()
            time.sleep(0.01)
        seen.append((run.replay.positions(run.due), len(run.replay.all(run.due))))
        if run.due == 2:
            run.ask_to_stop()
        return learn(learning, most, phase)

    monkeypatch.setattr(Learning, "_learn", learn_late)
    config = tiny_config(workers="2", processes="2", gate_games="0", window_positions="100000")
    train(tmp_path, config, None, background=False)
    assert all(held == learned for held, learned in seen)
    folder = RunFolder(tmp_path)
    replay = Replay(folder.replay, 100_000)
    kept = replay.games_of(3)
    assert folder.read_state().generation == 1 and kept > 0
    monkeypatch.setattr(Learning, "_learn", learn)
    session = Session(folder, *folder.open(None))
    session._run.crew = make_crew(config, session._run.random)
    told = session._run.progress.status.games
    session._generation()
    session._generation()
    session.close()
    folder.close()
    assert told == sum(map(replay.games_of, (1, 2, 3)))
    state = folder.read_state()
    assert state.generation == 3 and state.games == sum(
        map(Replay(folder.replay, 100_000).games_of, (1, 2, 3))
    )
    check_whole(folder)


def test_a_process_that_dies_while_the_network_learns_is_told_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    def learn_for_ever(learning: Learning, _most: int, _phase: str) -> int:
        for child in learning._run.crew._children:  # type: ignore[attr-defined]
            child._process.kill()
        give_up = time.monotonic() + 60
        while time.monotonic() < give_up:
            learning._run.check()
            time.sleep(0.01)
        raise AssertionError("it goes on without anybody to play")

    monkeypatch.setattr(Learning, "_learn", learn_for_ever)
    with pytest.raises(LearningFailed, match="exit code"):
        train(tmp_path, tiny_config(workers="2", processes="2"), None, background=False)


def test_who_plays_on_leaves_the_learner_its_threads(tmp_path: Path):
    crew = ProcessCrew(tiny_config(), [[1], [2, 3], [4]], [])
    crew.close()
    assert [crew._within(threads) for threads in (None, 4, 3, 2, 2, 1, 1)] == [
        [0, 1, 2],
        [0, 1, 2],
        [0, 1],
        [2, 0],
        [1],
        [2],
        [0],
    ], "each in its turn, as far as there are threads for it"
    for workers, processes, learning in ((4, 2, 2), (3, 3, 1), (4, 1, 4)):
        folder = RunFolder(tmp_path / f"{workers}{processes}")
        session = Session(folder, *folder.open(tiny_config(workers=str(workers), processes=str(processes))))
        session.close()
        folder.close()
        assert session._learning.learner.threads == (
            1 if session._learning.learner.device.type == "cuda" else learning
        )


def test_what_processes_spent_on_a_generation_that_is_stopped_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    folder = RunFolder(tmp_path)
    add = Replay.add

    def add_and_stop(replay: Replay, generation: int, game: Samples) -> None:
        add(replay, generation, game)
        folder.ask_to_stop()

    monkeypatch.setattr(Replay, "add", add_and_stop)
    config = tiny_config(workers="2", processes="2", generation_positions="1000000")
    train(tmp_path, config, None, background=False)
    positions = Replay(folder.replay, 1000).positions()
    state = folder.read_state()
    assert state.generation == 0 and positions > 0
    assert state.evaluations > positions
    capsys.readouterr()
    assert main(command(tmp_path, "--minutes", "0.0001")) == 0
    assert f" {positions} positions" in capsys.readouterr().out, "what was made is told from the beginning"


@pytest.mark.skipif(sys.platform == "win32", reason="processes that are killed have another exit code")
def test_a_process_that_dies_ends_the_session_with_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    generations(tmp_path, 1, {})
    play = ProcessCrew.play

    def play_until_killed(crew: ProcessCrew, orders: Orders) -> None:
        def check() -> None:
            orders.check()
            if crew.evaluations:
                for child in crew._children:
                    child._process.kill()

        play(crew, replace(orders, check=check))

    monkeypatch.setattr(ProcessCrew, "play", play_until_killed)
    more = ("workers=2", "processes=2", "parallel_games=64", "generation_positions=1000000")
    assert main(command(tmp_path, *(word for setting in more for word in ("--set", setting)))) == 2
    err = capsys.readouterr().err
    assert "exit code -9" in err and "Traceback" not in err
    check_whole(RunFolder(tmp_path))


def children_of(pid: int) -> list[int]:
    """The processes that ``pid`` has started; none where there is no /proc."""
    file = Path(f"/proc/{pid}/task/{pid}/children")
    return [int(child) for child in file.read_text().split()] if file.exists() else []


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
        kept = Replay(folder.replay, 300)
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
        session.ask_to_stop()
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
    copied = Replay(tmp_path / "copied", 0)
    for game in Replay(folder.replay, 300)._parts[1][:kept]:
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
    """Not when a move is made or a game has ended, which takes long; until then processes and kernels are being loaded."""
    phases: list[str] = []

    class Telling(ThreadCrew):
        def play(self, orders: Orders) -> None:
            def check() -> None:
                orders.check()
                phases.append(session._run.progress.status.phase)
                if phases[-1] == "self-play":
                    session.ask_to_stop()

            phases.append(session._run.progress.status.phase)
            super().play(replace(orders, check=check))

    monkeypatch.setattr("ai.training.playing.make_crew", lambda config, *_: Telling(config, [1], ()))
    config = tiny_config(parallel_games="1", board="7x7", simulations="100000")
    folder = RunFolder(tmp_path)
    session = Session(folder, *folder.open(config))
    session.work()
    status = session._run.progress.status
    session.close()
    folder.close()
    assert (phases[0], phases[-1], status.phase) == ("starting", "self-play", "stopped")
    assert session._run.crew.positions == 0 and folder.read_state().evaluations > 0


def test_speeds_are_what_was_made_since_they_were_measured():
    pace = SpeedMark(positions=40, evaluations=1_000, started=5.0, least=10)
    assert pace.speeds(100, 4_000, 7.0) == (30.0, 1_500.0)
    assert pace.speeds(49, 1_400, 5.0) is None


def test_a_small_generation_keeps_as_many_games_as_are_wanted(tmp_path: Path):
    """With what the search thought, however few of the many games side by side end in it."""
    config = tiny_config(parallel_games="64", games_kept="5", gate_games="0", opening_moves="2")
    train(tmp_path, config, None, background=False, evaluations=1)
    folder = RunFolder(tmp_path)
    games = [each.game for each in records.load(folder.games / "000001.sgf")]
    assert folder.read_state().games > 5 and len(games) == 5
    assert all(has_thoughts(game.main_line()[-2]) for game in games)
    for game in games:
        searched = [has_thoughts(node) for node in game.main_line()]
        assert game.random_moves == searched.index(True)
    assert any(game.random_moves > 0 for game in games)
    assert shown_games(PRESETS["buwei"]) < PRESETS["buwei"].parallel_games / 3, "it takes time"


def test_what_self_play_thought_is_known_from_a_record_of_which_all_was_analysed_since(tmp_path: Path):
    config = tiny_config(games_kept="1", gate_games="0", opening_moves="2")
    train(tmp_path, config, None, background=False, evaluations=1)
    game = records.load(RunFolder(tmp_path).games / "000001.sgf")[0].game
    before = self_play_of(game)
    assert before is not None and before.generation == 1
    for node in game.main_line():
        game.keep_analysis(node, Decision(None, value_to_move=0.5, simulations=10, visits=10, by="zero"))
    records.save(game, tmp_path / "analysed.sgf")
    analysed = records.load(tmp_path / "analysed.sgf")[0].game
    after = self_play_of(analysed)
    assert after is not None and list(after.thoughts.values()) == list(before.thoughts.values())
    assert len(after.solved) == len(before.solved)
    assert not any(has_thoughts(node) for node in analysed.main_line()), "the analysis is what is said last"


@pytest.mark.parametrize(("before", "stays"), [("(;GM[1]SZ[4];B[aa];W[bb])", True), ("no record", False)])
def test_games_kept_before_an_interruption_stay(tmp_path: Path, before: str, stays: bool):
    config = tiny_config(games_kept="3", gate_games="0", generation_positions="200")
    train(tmp_path, config, 1e-6, background=False)
    folder = RunFolder(tmp_path)
    folder.games_of(1).write_text(before, "utf-8")
    train(tmp_path, config, None, background=False, evaluations=folder.read_state().evaluations + 1)
    games = records.load(folder.games_of(1))
    assert len(games) == 3 and [each.game.result is None for each in games] == [stays, False, False]


@pytest.mark.parametrize("action", ["games_kept_of", "keep_game"])
def test_a_run_goes_on_without_records_that_another_program_holds(
    action: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    """Nothing depends on them, and those of the next generation are kept."""
    act, refused = getattr(RunFolder, action), list[int]()

    def refuse(folder: RunFolder, generation: int, *record: bytes) -> int | None:
        if generation == 1:
            refused.append(generation)
            raise PermissionError("an editor has it open")
        return act(folder, generation, *record)

    folder, config = RunFolder(tmp_path), tiny_config(gate_games="0")
    monkeypatch.setattr(RunFolder, action, refuse)
    for _ in range(2):
        evaluations = folder.finished_evaluations() + 1
        train(tmp_path, config, None, background=False, evaluations=evaluations)
    assert folder.read_state().generation == 2 and not folder.games_of(1).exists()
    assert folder.games_of(2).exists()
    assert len(refused) == 1, "it is not tried again for each game"
    assert "no more games of generation 1 are kept as records" in caplog.text


def test_no_more_games_are_kept_than_a_record_may_hold(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    folder = RunFolder(tmp_path)
    folder.games.mkdir()
    record = b"(;GM[1]SZ[4];B[aa];W[bb])"
    monkeypatch.setattr("ai.training.run_folder.MAX_BYTES", 3 * len(record))
    for _ in range(4):
        folder.keep_game(1, record)
    assert folder.games_kept_of(1) == 2


def test_losses_told_in_between_are_means_over_the_latest_steps(tmp_path: Path):
    """As the table and the smoothed curve tell them, not those of the last batch."""
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
            session.ask_to_stop()
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


def make_older(folder: RunFolder) -> None:
    """Leave the run in ``folder`` as a version before the latest settings and figures would have."""
    config = folder.path / "config.toml"
    newer = ("considered_moves", "cheap_simulations", "full_share", "window_start", "surprise_weight")
    lines = [line for line in config.read_text("utf-8").splitlines() if not line.startswith(newer)]
    config.write_text("\n".join(lines), "utf-8")
    state = json.loads((folder.path / "state.json").read_text("utf-8"))
    del state["evaluations"], state["processor_seconds"], state["settings"], state["steps_checksum"]
    (folder.path / "state.json").write_text(json.dumps(state), "utf-8")


def test_games_recorded_by_others_are_begun_within(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    """They are looked for in the run's folder, which holds all that the run needs wherever it is copied to."""
    folder = RunFolder(tmp_path)
    assert main(command(tmp_path, "--set", "recorded_openings=0.5")) == 2
    err = capsys.readouterr().err
    assert "no record of a game from the empty board of 4x4" in err and "Traceback" not in err
    folder.openings.mkdir()
    (folder.openings / "large.sgf").write_text("(;GM[1]SZ[9];B[aa];W[bb])", "utf-8")
    (folder.openings / "none.sgf").write_text("no record", "utf-8")
    with pytest.raises(RunError, match="put some there or set recorded_openings to 0"):
        folder.recorded_games(Size(4, 4))
    (folder.openings / "set up.sgf").write_text("(;GM[1]SZ[4]AB[aa]AW[bb];B[cc])", "utf-8")
    (folder.openings / "two.sgf").write_text("(;GM[1]SZ[4];B[aa];W[bb];B[cc])(;GM[1]SZ[4];B[ab])", "utf-8")
    assert folder.recorded_games(Size(4, 4)) == [(0, 5, 10), (4,)]
    assert main(command(tmp_path, "--evaluations", "1500")) == 0
    check_whole(folder)


@pytest.mark.parametrize("record", ["(;GM[1]SZ[9];B[aa];W[bb])", "([NG][B][W][?][2026][];B(A,1);W(B,2))"])
@pytest.mark.parametrize("by_file", [True, False])
def test_a_session_that_reads_recorded_games_stops_when_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, record: str, by_file: bool
):
    """There may be thousands of files, in either form."""
    folder = RunFolder(tmp_path)
    session = Session(folder, *folder.open(tiny_config(board="9x9", recorded_openings="0.5")))
    folder.openings.mkdir()
    for number in range(3):
        (folder.openings / f"{number}{'.sgf' if 'GM' in record else '.txt'}").write_text(record, "utf-8")
    begun: list[str] = []

    def reading(
        path: Path, size: Size, between_games: Callable[[], None]
    ) -> tuple[list[Game], list[Unusable]]:
        begun.append(path.stem)
        if path.stem == "1":
            folder.ask_to_stop() if by_file else session.ask_to_stop()
        return usable_games(path, size, between_games)

    monkeypatch.setattr("ai.training.run.LOOK_SECONDS", 0)
    monkeypatch.setattr("ai.training.run_folder.usable_games", reading)
    session.work()
    session.close()
    folder.close()
    assert begun == ["0", "1"]
    progress = folder.read_progress()
    assert progress is not None and progress["phase"] == "stopped"
    assert folder.read_state().best is None


def test_minutes_and_the_stop_file_end_a_session(tmp_path: Path):
    process = start(tmp_path)
    folder = RunFolder(tmp_path)
    wait_for_generations(folder, 1, process)
    assert folder.is_running()
    folder.ask_to_stop()
    process.communicate(timeout=PATIENCE_SECONDS)
    assert process.returncode == 0
    assert not folder.is_running()


def test_a_session_tells_after_how_many_minutes_it_was_to_stop(tmp_path: Path):
    """So that the next one can be offered as many."""
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


def test_settings_that_can_not_be_read_are_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    (tmp_path / "config.toml").mkdir()
    assert main(["train", "--run", str(tmp_path), "--set", "batch=4"]) != 0
    assert str(tmp_path / "config.toml") in capsys.readouterr().err


def in_a_recording(error: Exception) -> RuntimeError:
    """What torch raises in its place."""
    raised = RuntimeError("CUDA error: operation failed due to a previous error during capture")
    raised.__context__ = error
    return raised


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (MemoryError(), True),
        (torch.OutOfMemoryError("CUDA out of memory"), True),
        (
            RuntimeError("[enforce fail at alloc_cpu.cpp:117] . DefaultCPUAllocator: can't allocate memory"),
            True,
        ),
        (RuntimeError("CUDA error: out of memory"), True),
        (RuntimeError("CUDA error: CUBLAS_STATUS_ALLOC_FAILED when calling `cublasCreate(handle)`"), True),
        (RuntimeError("cuDNN error: CUDNN_STATUS_INTERNAL_ERROR_DEVICE_ALLOCATION_FAILED"), True),
        (in_a_recording(torch.OutOfMemoryError("CUDA out of memory")), True),
        (RuntimeError("CUDA error: an illegal memory access was encountered"), False),
        (in_a_recording(ValueError("no such layer")), False),
    ],
)
def test_only_a_lack_of_memory_is_told_as_one(error: Exception, said: bool):
    assert is_lack_of_memory(error) == said


@pytest.mark.parametrize(("games", "parts"), [(16, 16), (40, 8), (40, 40), (7, 2), (4, 3), (1, 1), (400, 5)])
def test_openings_of_the_gate_are_played_from_either_side(games: int, parts: int):
    shares = shares_of_games(games, parts)
    assert sum(shares) == games and len(shares) <= parts and max(shares) - min(shares) <= 3
    assert sum(share % 2 for share in shares) == games % 2, "only the last opening may be played once"


@pytest.mark.parametrize(("wins", "games"), [(55, 100), (220, 400), (110, 200), (11, 20)])
def test_just_the_share_that_is_asked_for_is_enough(wins: int, games: int):
    assert is_enough(wins, games, 0.55) and not is_enough(wins - 1, games, 0.55)
    assert is_enough(0, 0, 0.55), "without games every network is taken"


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


def test_the_first_network_is_for_runs_from_nothing():
    config = RunConfig(network="b4c32", first_network="b2c24", first_positions=10)
    assert [config.network_at(made) for made in (0, 9, 10)] == ["b2c24", "b2c24", "b4c32"]
    assert replace(config, start_from="some.safetensors").network_at(0) == "b4c32"
    assert replace(config, first_network="").network_at(0) == "b4c32"
    with pytest.raises(ConfigError, match="b0c0"):
        replace(config, first_network="b0c0")


def test_losses_of_every_step_are_kept_and_never_counted_twice(tmp_path: Path):
    folder = RunFolder(tmp_path)
    _, state = folder.open(RunConfig())
    rows = np.arange(18, dtype=np.float32).reshape(3, 6)
    folder.append_steps(rows[:2], state)
    folder.write_state(state)
    folder.append_steps(rows[2:], state)  # the process dies before the state is written
    with folder.steps.open("ab") as file:
        file.write(b"half")
    assert np.array_equal(folder.read_steps(1), rows[1:])
    folder.close()
    _, state = RunFolder(tmp_path).open(None)
    assert state.step_rows == 2
    assert np.array_equal(folder.read_steps(), rows[:2])


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


def session_in(folder: RunFolder, config: RunConfig) -> Session:
    """For a generation or two."""
    config, state = folder.open(config)
    return Session(folder, config, state, evaluations=state.evaluations + 1)


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
            session.ask_to_stop()
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


def test_the_longer_searches_are_the_fewer_games_are_lost_with_a_stop_at_the_gate():
    """So that also a session of some minutes gets on."""
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
    """As where a session goes on with a higher ``learn_ratio``."""
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


def test_a_session_within_a_generation_has_the_window_that_it_will_learn_from(tmp_path: Path):
    """Which has grown with the generation's own positions, those of the run so far being counted without them."""
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
    config = with_settings(RunConfig(), [*settings, f"start_from={source}"], "test")
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


def generations(run: Path, count: int, settings: dict[str, str]) -> list[dict]:
    """Goes on for so many generations, with a session for each; what the run tells of its first ones."""
    config = tiny_config(**settings)
    for _ in range(count):
        train(run, config, None, background=False, evaluations=RunFolder(run).read_state().evaluations + 1)
    return RunFolder(run).read_metrics()[:count]


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
    """Else all opponents would soon be as weak as the new network."""
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


@pytest.mark.skipif(sys.platform == "win32", reason="there are no signals to a group")
@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
def test_a_signal_to_the_whole_group_stops_a_run_cleanly(name: str, tmp_path: Path):
    """As from whoever ends a group, or from a terminal that is closed, which may tell of that more than once."""
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


@pytest.mark.parametrize("beyond", [b'{"generation": 2, "gam', json.dumps(figures(2)).encode() + b"\n"])
def test_a_line_that_does_not_count_yet_is_cut_off(tmp_path: Path, beyond: bytes):
    train(tmp_path, tiny_config(), None, background=False, evaluations=1)
    folder = RunFolder(tmp_path)
    before = folder.metrics.read_bytes()
    folder.metrics.write_bytes(before + beyond)
    folder.open(None)
    folder.close()
    assert folder.metrics.read_bytes() == before


@pytest.mark.parametrize("damage", ["fewer", "other", "none"])
def test_steps_that_are_not_those_of_the_run_are_refused_until_they_are_removed(damage: str, tmp_path: Path):
    train(tmp_path, tiny_config(), None, background=False, evaluations=1)
    folder = RunFolder(tmp_path)
    whole, rows = folder.steps.read_bytes(), folder.read_steps().copy()
    rows[0, 1] += 0.001
    folder.steps.write_bytes({"fewer": whole[:-1], "other": rows.tobytes(), "none": b""}[damage])
    damaged, figures_before = folder.steps.read_bytes(), folder.metrics.read_bytes()
    with pytest.raises(RunError, match="does not hold the losses that this run has written there"):
        folder.open(None)
    assert folder.steps.read_bytes() == damaged and folder.metrics.read_bytes() == figures_before
    folder.steps.unlink()
    more = folder.read_state().evaluations + 1
    train(tmp_path, None, None, background=False, evaluations=more)
    for _ in range(2):  # what was written since is known again
        folder.open(None)
        folder.close()
    assert 0 < folder.read_state().step_rows < folder.read_state().steps


def test_steps_of_an_earlier_version_go_on(tmp_path: Path):
    train(tmp_path, tiny_config(), None, background=False, evaluations=1)
    forget(tmp_path, "steps_checksum")
    folder = RunFolder(tmp_path)
    whole = folder.read_steps()
    _, state = folder.open(None)
    folder.append_steps(whole[-1:], state)
    folder.write_state(state)
    folder.close()
    folder.open(None)
    folder.close()
    assert state.step_rows == len(whole) + 1


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (b'{"generation": 2', "line 2 of"),
        (b"[]", "does not tell generation, games"),
        (json.dumps(figures(2, policy="low")).encode(), "does not tell policy"),
        (
            json.dumps(dict(list(figures(2).items())[:-1])).encode(),
            "does not tell positions_per_second",
        ),
        (json.dumps(figures(2, gate_wins=41)).encode(), "does not tell gate_wins"),
        (json.dumps(figures(2, black_wins=9999)).encode(), "does not tell black_wins"),
        *(
            (json.dumps(figures(2, gate_scores=scores)).encode(), "does not tell gate_scores")
            for scores in ("1", [1, 2, 3], [[1, 2]], [[2, 3, 4]], [[1, 5, 4]], [[1, 3.0, 4]])
        ),
    ],
)
def test_figures_without_sense_are_refused(
    tmp_path: Path, line: bytes, said: str, capsys: pytest.CaptureFixture[str]
):
    folder = RunFolder(tmp_path)
    _, state = folder.open(RunConfig())
    folder.append_line(figures(1))
    with folder.metrics.open("ab") as file:
        file.write(line + b"\n")
    folder.write_state(state)
    folder.close()
    assert main(["train", "--run", str(tmp_path)]) == 2 and said in capsys.readouterr().err


def spoil_last_step(run: Path) -> None:
    """Of a run of an earlier version."""
    forget(run, "steps_checksum")
    with (run / "steps.f32").open("r+b") as file:
        file.seek(-4, os.SEEK_END)
        file.write(np.float32("nan").tobytes())


def edit_state(run: Path, **changes: object) -> None:
    path = run / "state.json"
    path.write_text(json.dumps(json.loads(path.read_text("utf-8")) | changes), "utf-8")


def forget(run: Path, name: str) -> None:
    path = run / "state.json"
    state = json.loads(path.read_text("utf-8"))
    del state[name]
    path.write_text(json.dumps(state), "utf-8")


def add_generations(run: Path, *generations: int) -> None:
    for generation in generations:
        RunFolder(run).append_line(figures(generation))


def edit_board(run: Path) -> None:
    path = run / "config.toml"
    path.write_text(path.read_text("utf-8").replace('board = "4x4"', 'board = "5x5"'), "utf-8")


@pytest.mark.parametrize(
    ("edit", "said"),
    [
        (edit_board, "has board 4x4, which can't become 5x5"),
        (lambda run: (run / "config.toml").unlink(), "has lost its settings"),
        (lambda run: edit_state(run, games="many"), r"does not tell games"),
        (lambda run: edit_state(run, games=True), r"does not tell games"),
        (lambda run: edit_state(run, games=10**9), "has games = 1000000000 after generation 1, "),
        (lambda run: edit_state(run, positions=1), "has positions = 1 after generation 1, "),
        (lambda run: edit_state(run, positions=-1, seconds=-0.5), r"does not tell positions, seconds"),
        (lambda run: edit_state(run, seconds=math.nan), r"not finite: NaN"),
        (lambda run: edit_state(run, evaluations=10**28), r"a number is too large"),
        (
            lambda run: edit_state(run, younger=1),
            r"tells younger, which this version of the program doesn't know",
        ),
        (lambda run: edit_state(run, network="b3c8"), r"does not tell network"),
        (lambda run: spoil_last_step(run), r"does not hold the losses"),
        (lambda run: edit_state(run, generation=77), "says that generation 77 is finished"),
        (lambda run: (run / "state.json").unlink(), "its state.json is lost"),
        (lambda run: (run / "state.json").write_text("{}", "utf-8"), r"does not tell best, games, "),
        (lambda run: (run / "state.json").write_text('{"seconds": 5}', "utf-8"), r"does not tell best, "),
        (lambda run: (run / "state.json").write_text("[" * 100_000, "utf-8"), "state.json is damaged"),
        (lambda run: (run / "state.json").write_text("[1, 2]", "utf-8"), r"damaged: it isn't what"),
        (lambda run: forget(run, "step_rows"), r"does not tell step_rows"),
        (lambda run: edit_state(run, best=None), "its state.json is lost"),
        (lambda run: edit_state(run, learner=None), r"does not tell learner"),
        (lambda run: edit_state(run, generation_steps=-1), r"does not tell generation_steps"),
        (lambda run: edit_state(run, gate_scores=[[0, 3, 2]]), r"does not tell gate_scores"),
        (lambda run: edit_state(run, gate_scores=[[7, 1, 2]]), r"does not tell gate_scores"),
        (lambda run: edit_state(run, best="\0"), r"does not tell best"),
        (lambda run: edit_state(run, best="../best.safetensors"), r"does not tell best"),
        (lambda run: edit_state(run, network="nonsense"), r"does not tell network"),
        (lambda run: edit_state(run, best_generation=9), "says that it is generation 9"),
        (lambda run: add_generations(run, 2, 3), "says that generation 1 is finished"),
        (lambda run: (run / "config.toml").write_text("", "utf-8"), "is empty"),
        (lambda run: (run / "config.toml").write_text("seed = 1", "utf-16"), "is no text in UTF-8"),
    ],
)
def test_a_run_edited_into_nonsense_is_refused(tmp_path: Path, edit: Callable[[Path], None], said: str):
    config = tiny_config()
    train(tmp_path, config, None, background=False, evaluations=1)
    edit(tmp_path)
    folder = RunFolder(tmp_path)
    figures_before = folder.metrics.read_bytes()
    with pytest.raises(RunError, match=said):
        folder.open(None)
    assert not folder.is_running() and folder.metrics.read_bytes() == figures_before


def test_a_damaged_network_of_an_earlier_generation_does_not_end_the_run(tmp_path: Path):
    config = tiny_config(gate_win_rate="0")
    train(tmp_path, config, None, background=False, evaluations=1)
    folder = RunFolder(tmp_path)
    (folder.checkpoints / "000000.safetensors").write_bytes(b"damaged")
    train(tmp_path, config, None, background=False, evaluations=folder.read_state().evaluations + 1)
    assert [score[0] for score in folder.read_metrics()[1]["gate_scores"]] == [1]


def test_nothing_is_made_in_a_folder_that_is_refused(tmp_path: Path):
    """But for the lock, which is taken before anything is read."""
    (tmp_path / "metrics.jsonl").write_text('{"loss": 0.5}\n')
    with pytest.raises(FiguresError, match="does not tell generation"):
        train(tmp_path, tiny_config(), None, background=False)
    assert {path.name for path in tmp_path.iterdir()} == {"metrics.jsonl", "lock"}


def test_a_run_that_begins_beside_other_files_says_so_once(tmp_path: Path, caplog: pytest.LogCaptureFixture):
    config = tiny_config(gate_games="0")
    (tmp_path / "run" / "openings").mkdir(parents=True)
    (tmp_path / "run" / "session.log").write_text("")  # of the window that began it
    for name, others in (("run", ()), ("thesis", ("notes.txt", "plan.txt"))):
        (tmp_path / name).mkdir(exist_ok=True)
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


def test_figures_that_are_gone_are_missed(tmp_path: Path):
    train(tmp_path, tiny_config(), None, background=False, evaluations=1)
    folder = RunFolder(tmp_path)
    folder.metrics.write_bytes(b"")
    with pytest.raises(RunError, match="says that generation 1 is finished"):
        folder.open(None)


def test_a_state_that_vanishes_while_a_session_works_is_not_made_anew(tmp_path: Path):
    """A new one would say that nothing was learned yet, and the next session would begin again."""
    config = tiny_config()
    train(tmp_path, config, None, background=False, evaluations=1)
    folder = RunFolder(tmp_path)
    session = Session(folder, *folder.open(config))
    (tmp_path / "state.json").unlink()
    session.ask_to_stop()
    with pytest.raises(RunError, match="is lost"):
        session.work()
    session.close()
    folder.close()
    assert not (tmp_path / "state.json").exists()


def contents(folder: Path) -> dict[str, bytes]:
    """Of all files but that which only tells of the moment."""
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
        if method == "raise_if_stopped":
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


def test_settings_that_a_file_does_not_name_stay_as_they_are(tmp_path: Path):
    run, part = tmp_path / "run", tmp_path / "part.toml"
    words = ["train", "--run", str(run), "--evaluations", "1"]
    tiny = [word for name, value in TINY.items() for word in ("--set", f"{name}={value}")]
    assert main([*words, *tiny]) == 0
    before = RunFolder(run).read_config()
    assert before is not None
    part.write_text("learn_ratio = 7.5")
    assert main([*words, "--config", str(part)]) == 0
    assert RunFolder(run).read_config() == replace(before, learn_ratio=7.5)


def test_a_new_run_says_what_it_takes_from_our_recipe(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    run, older = tmp_path / "run", tmp_path / "older.toml"
    tiny = with_settings(OURS, (f"{name}={value}" for name, value in TINY.items()), "--set")
    whole = tiny.to_toml().splitlines()
    older.write_text("\n".join(line for line in whole if not line.startswith("muon_rate")), "utf-8")
    assert main(["train", "--run", str(run), "--evaluations", "1", "--config", str(older)]) == 0
    assert (
        f"the new run takes from our recipe what {older} does not name: muon_rate\n"
        in capsys.readouterr().err
    )
    config = RunFolder(run).read_config()
    assert config is not None and config.muon_rate == OURS.muon_rate


def test_a_file_of_settings_that_was_cut_short_is_told(tmp_path: Path, caplog: pytest.LogCaptureFixture):
    folder = RunFolder(tmp_path)
    folder.open(RunConfig(board="4x4", network="b1c8"))
    folder.close()
    path = tmp_path / "config.toml"
    text = path.read_text("utf-8")
    path.write_text(text[: text.index("learning_rate")], "utf-8")
    folder.open(None)
    folder.close()
    assert "does not name learning_rate, " in caplog.text and "batch" not in caplog.text


def test_a_file_of_settings_that_was_cut_short_since_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    """Else the run would go on with other settings; files of earlier versions never had the newer ones."""
    words = ["train", "--run", str(tmp_path), "--evaluations", "1"]
    assert main(command(tmp_path, "--evaluations", "1")) == 0
    path = tmp_path / "config.toml"
    whole = path.read_text("utf-8")
    cut = whole[: whole.index("# ", whole.index("simulations = "))]
    path.write_text(cut, "utf-8")
    for more in ((), ("--set", "simulations=4")):
        assert main([*words, *more]) == 2
        assert f"{path} names " in capsys.readouterr().err
    assert path.read_text("utf-8") == cut
    forget(tmp_path, "settings")
    assert main(words) == 0
    assert path.read_text("utf-8") == cut
    path.write_text(whole, "utf-8")
    assert main(words) == 0


def test_a_damaged_learner_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    words = ["train", "--run", str(tmp_path)]
    tiny = [word for name, value in TINY.items() for word in ("--set", f"{name}={value}")]
    assert main([*words, *tiny, "--evaluations", "1"]) == 0
    (learner,) = (tmp_path / "learner").iterdir()
    learner.write_bytes(b"damaged")
    assert main(words) == 2
    assert f"{learner} is damaged" in capsys.readouterr().err


@pytest.mark.parametrize("lack", [torch.OutOfMemoryError, torch.AcceleratorError])
def test_a_card_that_fails_while_a_learner_is_loaded_does_not_make_its_file_damaged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lack: type[Exception]
):
    def fail(_learner: Learner, _tensors: object) -> None:
        raise lack("of the card")

    learner = Learner(tiny_config(), torch.device("cpu"))
    learner.save(tmp_path / "learner")
    monkeypatch.setattr(Learner, "_take", fail)
    with pytest.raises(lack):
        learner.load(tmp_path / "learner")


def test_a_learner_that_is_lost_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    train(tmp_path, tiny_config(gate_games="0"), minutes=1e-6, background=False)
    (learner,) = (tmp_path / "learner").iterdir()
    learner.unlink()
    assert main(["train", "--run", str(tmp_path)]) == 2
    assert f"{learner} is lost; put it back, or start a new run from the latest" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["games/000001.sgf", "replay/000001.games"])
def test_a_new_run_writes_over_nothing(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    there = tmp_path / name
    there.parent.mkdir()
    there.write_text("mine")
    assert main(command(tmp_path, "--evaluations", "1")) == 2
    assert f"{there} would be among the files of a new run" in capsys.readouterr().err
    assert there.read_text() == "mine" and not (tmp_path / "config.toml").exists()


def test_positions_that_are_lost_are_told(tmp_path: Path, caplog: pytest.LogCaptureFixture):
    words = command(tmp_path, "--evaluations", "1")
    assert main(words) == 0 and main(words) == 0
    assert "of the latest" not in caplog.text
    for file in (tmp_path / "replay").iterdir():
        file.unlink()
    made = RunFolder(tmp_path).read_state().positions
    assert main(words) == 0
    assert f"holds 0 of the latest {min(made, int(TINY['window_positions']))} positions" in caplog.text


def test_the_learner_of_another_run_is_told_and_one_of_an_earlier_version_goes_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    """Both have a file of this name: they have the same network, after as many steps."""
    learners: list[Path] = []
    for seed in ("1", "2"):
        run = tmp_path / seed
        train(run, tiny_config(seed=seed, gate_games="0"), minutes=1e-6, background=False)
        learners += (run / "learner").iterdir()
    assert learners[0].name == learners[1].name
    shutil.copy(learners[1], learners[0])
    words = ["train", "--run", str(tmp_path / "1"), "--evaluations", "1"]
    assert main(words) == 2
    assert f"{learners[0]} is not what this run has written" in capsys.readouterr().err
    forget(tmp_path / "1", "learner_checksum")
    assert main(words) == 0


@pytest.mark.parametrize(("minutes", "evaluations", "generation"), [(1e-6, None, 0), (None, 1, 1)])
def test_the_network_of_another_run_is_told_and_one_of_an_earlier_version_goes_on(
    minutes: float | None,
    evaluations: int | None,
    generation: int,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
):
    """Both have a file of this name, of the same generation: the one that they begin with, and the next one."""
    for seed in ("1", "2"):
        config = tiny_config(seed=seed, gate_games="0")
        train(tmp_path / seed, config, minutes, background=False, evaluations=evaluations)
    mine, other = (tmp_path / seed / "checkpoints" / f"{generation:06d}.safetensors" for seed in ("1", "2"))
    shutil.copy(other, mine)
    words = ["train", "--run", str(tmp_path / "1"), "--evaluations", "1"]
    assert main(words) == 2
    assert f"{mine} is not the network that this run has written" in capsys.readouterr().err
    forget(tmp_path / "1", "best_checksum")
    assert main(words) == 0


def test_a_copy_of_a_run_goes_on_under_another_name(tmp_path: Path):
    train(tmp_path / "first", tiny_config(gate_games="0"), None, background=False, evaluations=1)
    shutil.copytree(tmp_path / "first", tmp_path / "second")
    train(tmp_path / "second", None, None, background=False, evaluations=1000)
    assert RunFolder(tmp_path / "second").read_state().best_generation > 1


# --- settings --------------------------------------------------------------------------------------------------------


def test_the_shipped_settings_leave_nothing_to_our_recipe():
    """Which a new run with this file would take the rest from, and that changes."""
    text = (ShippedRun().path / "flagship.config.toml").read_text("utf-8")
    assert unsaid_settings(text) == []
    assert parse_config(text, base=PRESETS["buwei"]) == ShippedRun().read_config()


@pytest.mark.parametrize("start_from", ["", r"C:\Users\新\best.safetensors", '/a "good"one'])
def test_settings_come_back_from_their_file(start_from: str):
    config = RunConfig(network="b2c8", start_from=start_from, learning_rate=0.01, symmetries=False, workers=3)
    assert parse_config(config.to_toml()) == config
    assert "\n# " in config.to_toml()


def test_a_run_uses_every_core_unless_it_is_told_otherwise():
    assert RunConfig().threads == usable_cores() and RunConfig(workers=3).threads == 3


def test_notes_in_the_settings_stay_when_one_is_changed(tmp_path: Path):
    path = tmp_path / "config.toml"
    folder = RunFolder(tmp_path)
    before, after = (
        tiny_config(start_from="a#b"),
        tiny_config(start_from="'c", batch="17", symmetries="false"),
    )
    folder.open(before)
    folder.close()
    text = path.read_text("utf-8").replace('start_from = "a#b"', "  start_from='a#b'# mine")
    text = re.sub(r"^batch = (\d+)$", r"batch=\1  # why: 16 was slow", text, flags=re.MULTILINE)
    path.write_text(f"# what I am after\n{text}", "utf-8")
    path.write_text(re.sub(r"\n# [^\n]*\nseed = 1\n", "\n", path.read_text("utf-8")), "utf-8")
    folder.open(after)
    folder.close()
    lines = path.read_text("utf-8").splitlines()
    assert folder.read_config() == after
    assert lines[0] == "# what I am after" and "batch=17  # why: 16 was slow" in lines
    assert """  start_from="'c"# mine""" in lines and "seed = 1" in lines


def test_settings_in_another_form_are_written_anew():
    """Rather than to leave the file with other values than the run has."""
    config = RunConfig(simulations=7)
    assert rewritten('"simulations" = 8', config) == config.to_toml()


@pytest.mark.parametrize("note", ["\u2028", "\u2029", "\x85"])
def test_a_note_may_hold_what_ends_lines_elsewhere(note: str):
    """Where it is put into a file with the text that somebody copied."""
    text = f"# one{note}seed = 1\nsimulations = 8 # two{note}\n"
    changed = rewritten(text, RunConfig(simulations=7))
    assert changed.startswith(f"# one{note}seed = 1\nsimulations = 7 # two{note}\n")
    assert parse_config(changed) == RunConfig(simulations=7)


def test_settings_that_can_not_be_changed_in_place_are_written_anew():
    config = RunConfig(board="5x5")
    assert rewritten('board = """9x9"""', config) == config.to_toml()


@pytest.mark.parametrize(
    "text,named",
    [
        (
            "simulations = 8\nbatch = 9\nsimulations = 8",
            "line 3 of config.toml sets simulations a second time",
        ),
        ("simulations = 'many'", "simulations"),
        ("nonsense = 1", "there is no setting 'nonsense'$"),
        ("simulation = 8", "there is no setting 'simulation'; perhaps 'simulations' is meant"),
        ("network = 'b0c0'", "b0c0"),
        ("network = 'b60c1024'", "network: the network 'b60c1024' is too large for a checkpoint"),
        ("board = '99'", "99"),
        ("board = '1x1'", "a board has 2 to 19 rows"),
        ("batch = 0", "batch"),
        ("gate_win_rate = 7.0", "gate_win_rate"),
        ("workers = true", "workers"),
        ("workers = 100000", "workers = 100000 should be at most"),
        ("learn_ratio = nan", "learn_ratio"),
        ("learn_ratio = inf", "learn_ratio"),
        ("learn_ratio = 0.0", "learn_ratio"),
        ("learning_rate = nan", "learning_rate"),
        ("full_share = 0.0\ncheap_simulations = 4", "full_share = 0.0 should be at least 0.001"),
        ('start_from = "\\u0000"', "can't be the name of a file$"),
        (r'start_from = "C:\networks\best.safetensors"', "the name of a file: .* write the text within '…'"),
        (
            r'start_from = "C:\Users\me.safetensors"',
            "line 1 of config.toml can't be understood: .* '…', or /",
        ),
        ('seed = 1\nstart_from = "C:\\', "line 2 of config.toml can't be understood: .* '…', or /"),
        ("= =", "config.toml"),
    ],
)
def test_settings_without_sense_are_named_and_their_file(text: str, named: str):
    with pytest.raises(ConfigError, match=named) as refusal:
        parse_config(text)
    assert "config.toml" in str(refusal.value)


@pytest.mark.parametrize("setting", ["learning_rate = nan", "averaging = -inf", "gate_win_rate = inf"])
def test_settings_that_are_no_numbers_are_told_in_json_that_every_program_reads(setting: str):
    def refuse(constant: str) -> None:
        pytest.fail(f"{constant} is no JSON")

    with pytest.raises(ConfigError, match="should be a finite number") as refusal:
        parse_config(setting)
    told = sentence_of(refusal.value)
    assert isinstance(told, Sentence)
    json.loads(told.to_json(), parse_constant=refuse)
    assert Sentence.from_json(told.to_json()) == told


def test_a_name_that_no_settings_file_can_hold_is_refused():
    with pytest.raises(ConfigError, match="can't be the name of a file"):
        RunConfig(start_from="caf\udce9.safetensors")


def test_what_is_wrong_in_a_file_can_be_said_in_another_language():
    """The reason within the sentence that names the file too."""
    with pytest.raises(ConfigError) as refusal:
        parse_config("batch = 0", "mine.toml")
    said = sentence_of(refusal.value)
    assert said == "mine.toml: batch = 0 should be at least 2"
    assert isinstance(said, Sentence) and isinstance(said.values[1], Sentence)


def test_a_share_of_no_cheap_simulations_may_be_nothing():
    assert parse_config("full_share = 0.0").full_share == 0


def test_settings_from_the_command_line():
    config = with_settings(
        RunConfig(), ("simulations=32", "network=paper", "symmetries=false", "learning_rate=1"), "--set"
    )
    assert (config.simulations, config.network, config.symmetries, config.learning_rate) == (
        32,
        "paper",
        False,
        1.0,
    )
    with pytest.raises(ConfigError, match="name=value"):
        with_settings(config, ["simulations 64"], "--set")
    with pytest.raises(ConfigError, match="simulations = 'a b' should be a whole number"):
        with_settings(config, ["simulations=a b"], "--set")


def test_settings_that_exclude_each_other_may_be_exchanged_in_any_order():
    config = RunConfig(forced_playouts=2.0)
    for texts in (["considered_moves=4", "forced_playouts=0"], ["forced_playouts=0", "considered_moves=4"]):
        assert with_settings(config, texts, "--set").considered_moves == 4
    with pytest.raises(ConfigError, match="exclude"):
        with_settings(config, ["considered_moves=4"], "--set")


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


def test_a_file_where_the_run_should_be(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    (tmp_path / "file").write_text("x")
    assert main(command(tmp_path / "file")) != 0
    told = capsys.readouterr().err
    assert "can't be made" in told and "Traceback" not in told

import os
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from ai import commands
from ai.arena.folder import ArenaFolder
from ai.arena.plan import Plan
from ai.session_folder import SessionFolder
from ai.training.config import RunConfig
from core import kernel_cache
from core.lock import FolderLock
from tests.patience import PROCESS_SECONDS


def test_everything_that_is_compiled_is_prepared_and_frees_what_it_makes():
    """In a process of its own: other tests have compiled this and that in theirs. A :data:`core.compiled.function` that is handed a new array would
    keep it for ever."""
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-m", "tests.ai.unprepared"],
        capture_output=True,
        text=True,
        env=os.environ | {"NUMBA_NRT_STATS": "1"},
        timeout=PROCESS_SECONDS,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == [], "ai/prepare.py forgets these, or these are never freed"


@pytest.mark.parametrize(
    "text", ["zero:simulations=3000", "rave:playouts=300", "uct:playouts=3000", "alphabeta:nodes=2000"]
)
def test_a_player_that_is_prepared_compiles_nothing_on_its_clock(text: str):
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-m", "tests.ai.unprepared", text],
        capture_output=True,
        text=True,
        timeout=PROCESS_SECONDS,
    )
    assert done.returncode == 0, done.stderr
    assert [name for name in done.stdout.split() if not name.startswith("core.")] == []


def test_commands_that_compile_first_say_so_until_they_have_come_to_their_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    """Which a mark in the cache tells, not what is compiled there. A file that stops an arena is no end."""
    cache = tmp_path / "cache"
    shutil.copytree(
        os.environ["NUMBA_CACHE_DIR"], cache, ignore=shutil.ignore_patterns(f"{kernel_cache.READY_FILE}*")
    )
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(cache))
    match = ["match", "random", "random", "--games", "2", "--size"]
    with monkeypatch.context() as patch:
        patch.setattr(ArenaFolder, "stop_asked", lambda _: True)
        assert commands.main([*match, "3", "--games", "1000", "--out", str(tmp_path / "arena")]) == 0
        assert "main.py prepare' does it beforehand" in capsys.readouterr().err
    for size, ends, told in (("none", 2, False), ("3", 0, True), ("3", 0, False)):
        assert commands.main([*match, size]) == ends
        assert ("main.py prepare' does it beforehand" in capsys.readouterr().err) is told
    assert not kernel_cache.is_ready_for("train")
    kernel_cache.mark_ready()
    assert kernel_cache.is_ready_for("train")


@pytest.mark.parametrize(
    ("more", "settings", "said"),
    [
        ([], RunConfig(board="4x4").to_toml(), "another process works on the run"),
        ([], "simulations = 1", "config.toml: simulations = 1 should be at least 2"),
        (["--set", "batch=1"], "", "config.toml is empty"),
        (["--set", "batch=1"], "batch = 16", "--set: batch = 1 should be at least 2"),
        (["--minutes", "0"], "batch = 16", "--minutes"),
        (["--set", "start_from=gone.safetensors"], "batch = 16", "gone.safetensors can't be read"),
    ],
)
def test_what_is_refused_is_refused_before_anything_is_compiled(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    more: list[str],
    settings: str,
    said: str,
):
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "cache"))
    run = tmp_path / "run"
    run.mkdir()
    (run / "config.toml").write_text(settings, "utf-8")
    lock = FolderLock(run)
    assert lock.take()
    try:
        assert commands.main(["train", "--run", str(run), *more]) == 2
    finally:
        lock.release()
    answer = capsys.readouterr().err
    assert said in answer and "compiled" not in answer


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("match random random:seed=1 --jobs 0", "at least one job"),
        ("match random random:seed=1 --out FILE", "FILE"),
        ("match random random:seed=1 --out OTHER", "OTHER"),
        ("ladder --games 0 --out DIR", "games should be at least 1"),
        ("ladder --jobs 0 --out DIR", "at least one job"),
        ("ladder --jobs 300 --out DIR", "jobs should be at most"),
        ("book make --records gone --out BOOK", "no folder gone"),
        ("book make --self-play wizard --out BOOK", "wizard"),
        ("td train --run DIR --records gone", "no folder gone"),
    ],
)
def test_other_commands_too_refuse_before_anything_is_compiled(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    words: str,
    said: str,
):
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "cache"))
    (tmp_path / "FILE").touch()
    other = ArenaFolder(tmp_path / "OTHER")
    other.open(Plan(("random", "random:seed=2")))
    other.close()
    line = [str(tmp_path / word) if word.isupper() else word for word in words.split()]
    assert commands.main(line) == 2
    answer = capsys.readouterr().err
    assert said in answer and "compiled" not in answer


@pytest.mark.parametrize("command", ["train", "td"])
def test_a_session_of_learning_that_compiles_says_so_when_nothing_is_left_to_refuse(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], command: str
):
    """The next one doesn't, if this one has come so far that all is compiled: one that is stopped at once has not."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    config = RunConfig(network="b1c4", board="4x4", workers=1, parallel_games=2, simulations=4, gate_games=0)
    (tmp_path / "tiny.toml").write_text(replace(config, generation_positions=20, batch=8).to_toml(), "utf-8")
    run = str(tmp_path / "run")
    line = {
        "train": ["train", "--run", run, "--config", str(tmp_path / "tiny.toml"), "--evaluations", "1"],
        "td": ["td", "train", "--run", run, "--size", "4", "--games", "1"],
    }[command]
    with monkeypatch.context() as patch:
        patch.setattr(SessionFolder, "stop_asked", lambda _: True)
        assert commands.main(line) == 0
        assert "compiled first" in capsys.readouterr().err
    for told in (True, False):
        assert commands.main(line) == 0
        assert ("compiled first" in capsys.readouterr().err) is told

"""Folders of runs, sessions and arenas, as far as they are alike."""

from pathlib import Path

import pytest

from ai.arena import ArenaError
from ai.arena.folder import ArenaFolder
from ai.arena.plan import Plan
from ai.td.model import TdError
from ai.td.session import Session
from ai.td.settings import TdSettings
from ai.training.config import RunConfig
from ai.training.run_folder import RunError, RunFolder


def test_a_folder_of_something_else_is_left_alone(tmp_path: Path):
    arena, session, run = tmp_path / "arena", tmp_path / "session", tmp_path / "run"
    plan = Plan(players=("random", "random"), games=2, size="3x3", opening_moves=0)
    arena_folder = ArenaFolder(arena)
    arena_folder.open(plan)
    arena_folder.close()
    Session(session, TdSettings(size="3x3")).close()
    run_folder = RunFolder(run)
    run_folder.open(RunConfig(board="4x4", network="b1c8"))
    run_folder.close()
    before = {path: sorted(path.iterdir()) for path in (arena, session, run)}
    for path in (arena, session):
        with pytest.raises(RunError, match="choose another folder"):
            RunFolder(path).open(None)
    for path in (arena, run):
        with pytest.raises(TdError, match="choose another folder"):
            Session(path)
    for path in (session, run):
        with pytest.raises(ArenaError, match="choose another folder"):
            ArenaFolder(path).open(plan)
    assert before == {path: sorted(path.iterdir()) for path in (arena, session, run)}

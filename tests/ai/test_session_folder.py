"""Folders of runs, sessions and arenas, as far as they are alike."""

from pathlib import Path

import pytest

from ai.arena import ArenaError
from ai.arena.folder import ArenaFolder
from ai.arena.plan import Plan
from ai.session_folder import FiguresError, WorkFolder
from ai.td.model import TdError
from ai.td.session import TdSession
from ai.training.config import RunConfig
from ai.training.errors import RunError
from ai.training.run_folder import RunFolder
from core.sentence import Sentence
from tests.ai.training.figures import figures


def test_a_folder_of_something_else_is_left_alone(tmp_path: Path):
    arena, session, run = tmp_path / "arena", tmp_path / "session", tmp_path / "run"
    plan = Plan(players=("random", "random"), games=2, size="3x3", opening_moves=0)
    arena_folder = ArenaFolder(arena)
    arena_folder.open(plan)
    arena_folder.close()
    TdSession(session, size="3x3").close()
    run_folder = RunFolder(run)
    run_folder.open(RunConfig(board="4x4", network="b1c8"))
    run_folder.close()
    before = {path: sorted(path.iterdir()) for path in (arena, session, run)}
    for path in (arena, session):
        with pytest.raises(RunError, match="choose another folder"):
            RunFolder(path).open(None)
    for path in (arena, run):
        with pytest.raises(TdError, match="choose another folder"):
            TdSession(path)
    for path in (session, run):
        with pytest.raises(ArenaError, match="choose another folder"):
            ArenaFolder(path).open(plan)
    assert before == {path: sorted(path.iterdir()) for path in (arena, session, run)}


def test_a_wish_to_stop_counts_from_the_moment_on_in_which_the_folder_is_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """Who works there looks through it first, which may take long; one from before is forgotten."""
    folder, window = WorkFolder(tmp_path), WorkFolder(tmp_path)
    window.ask_to_stop()
    assert folder.take() and not folder.stop_asked()
    folder.close()
    monkeypatch.setattr("ai.session_folder.remove_cut_short", lambda _path: window.ask_to_stop())
    assert folder.take() and folder.stop_asked()
    folder.close()


def test_figures_that_were_read_already_are_read_again_only_where_the_file_is_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    folder = RunFolder(tmp_path)
    read: list[int] = []
    figures_of = RunFolder._figures_of
    monkeypatch.setattr(
        RunFolder,
        "_figures_of",
        lambda self, number, text: read.append(number) or figures_of(self, number, text),
    )
    for generation in (1, 2, 3):
        folder.append_line(figures(generation))
        folder.read_metrics().clear()  # what others do with it is theirs
        assert [line["generation"] for line in folder.read_metrics()] == [*range(1, generation + 1)]
    assert read == [1, 2, 3]
    with folder.metrics.open("ab") as file:
        file.write(b'{"generation": ')
    assert len(folder.read_metrics()) == 3 and read == [1, 2, 3], "a line being written"
    folder.metrics.write_bytes(b"")
    assert folder.read_metrics() == []
    folder.append_line(figures(1, games=77))
    assert [line["games"] for line in folder.read_metrics()] == [77]
    folder.append_line(figures(3))
    read.clear()
    depths = []
    for _ in range(3):
        with pytest.raises(FiguresError, match=r"line 2 .* should be of generation 2") as caught:
            folder.read_metrics()
        depths.append(len(caught.traceback))
        said = caught.value.args[0].values
        assert all(isinstance(value, int | Path | Sentence) for value in said), "no word that stays English"
    assert read == [2], "nor is what makes no sense"
    assert depths[1] == depths[2], "what was raised before keeps nothing alive"
    folder.metrics.write_bytes(b"")
    folder.append_line(figures(1))
    assert len(folder.read_metrics()) == 1

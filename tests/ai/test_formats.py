"""The tables of ``docs/formats.md`` name all that files and results hold, and nothing else."""

import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from ai.players import quote
from ai.training.run_folder import RunFolder
from core import records
from core.game import Game
from core.position import Size
from main import main
from tests.ai.training.tiny_runs import command

FORMATS = Path(__file__).resolve().parents[2] / "docs" / "formats.md"


def rows(begin: str) -> dict[str, str]:
    """The first table after the line that begins so: what its first column names, and all that it says of it."""
    lines = iter(FORMATS.read_text("utf-8").splitlines())
    assert any(line.startswith(begin) for line in lines), begin
    assert any(line.startswith("| field |") for line in lines), begin
    next(lines)
    said: dict[str, str] = {}
    for line in lines:
        if not line.startswith("|"):
            break
        first, text = line.strip("|").split("|", 1)
        said |= dict.fromkeys(names_in(first), text)
    return said


def names_in(text: str) -> list[str]:
    return re.findall(r"`(\w+)`", text)


def told_by(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    """What the command prints last."""
    assert main([*words]) == 0
    return json.loads(capsys.readouterr().out.splitlines()[-1])


def games_in(arena: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (arena / "games.jsonl").read_text("utf-8").splitlines()]


def test_the_metrics_and_the_progress_of_a_run_are_as_the_document_says(tmp_path: Path):
    assert main(command(tmp_path, "--evaluations", "1")) == 0
    folder = RunFolder(tmp_path)
    (line,) = folder.read_metrics()
    assert set(line) == set(rows("### Metrics"))
    assert {*(folder.read_progress() or {}), "reason"} == set(rows("### Progress")), (
        "a failed one has a reason"
    )


def test_a_match_and_its_folder_are_as_the_document_says(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    told = told_by(
        capsys, "match", "random", "random:seed=1", "--games", "2", "--size", "4x4", "--out", str(tmp_path)
    )
    assert set(told) == set(rows("### match, ladder"))
    assert all(set(player) == set(rows("Each of `players` has")) for player in told["players"])
    fields = set(rows("A line of `games.jsonl`"))
    assert [set(line) for line in games_in(tmp_path)] == [fields - {"error_sentence"}] * 2


def test_a_forfeited_game_is_told_as_the_document_says(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    ends_at_once = f"gtp:command={quote(sys.executable)} -c pass"
    told_by(capsys, "match", ends_at_once, "random", "--games", "1", "--out", str(tmp_path))
    assert [set(line) for line in games_in(tmp_path)] == [set(rows("A line of `games.jsonl`"))]


def test_an_analysis_is_as_the_document_says(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    game = Game(Size(4, 4))
    game.play(0)
    records.save(game, tmp_path / "game.sgf")
    told = told_by(capsys, "analyse", str(tmp_path / "game.sgf"), "--player", "uct:playouts=20,seed=1")
    said = rows("### analyse")
    assert set(told) == set(said)
    assert told["candidates"] and set(told["candidates"][0]) == set(names_in(said["candidates"]))

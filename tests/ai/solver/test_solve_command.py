"""``python main.py solve``: what it says, and what it says of mistakes."""

import json
from pathlib import Path

import pytest

from ai import commands
from ai.solver import solver
from core import records
from core.game import Game
from core.position import Size


def solve(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    status = commands.main(["solve", *arguments])
    said = capsys.readouterr()
    return status, said.out, said.err


@pytest.fixture
def record(tmp_path: Path) -> str:
    """A game on 3x3 of two moves."""
    game = Game(Size(3, 3))
    game.play(0)
    game.play(2)
    records.save(game, tmp_path / "game.sgf")
    return str(tmp_path / "game.sgf")


def test_an_empty_board(capsys: pytest.CaptureFixture[str]):
    status, out, _ = solve(capsys, "--size", "2x3")
    assert status == 0
    assert "Black to move. Proven: White wins." in out
    assert "positions looked at" in out


def test_all_winning_moves(capsys: pytest.CaptureFixture[str]):
    _, out, _ = solve(capsys, "--size", "3x3", "--all", "--json")
    answer = json.loads(out)
    assert answer["finished"] is True and answer["winner"] == "Black"
    assert sorted(answer["winning_moves"]) == ["A1", "A2", "A3", "B1", "B2", "B3", "C1", "C2", "C3"]
    assert len(answer["line"]) % 2 == 1


def test_a_board_as_text(capsys: pytest.CaptureFixture[str]):
    status, out, _ = solve(capsys, "--board", "X.O/.../...", "--to-move", "black", "--json")
    assert status == 0
    assert json.loads(out)["to_move"] == "Black"


def test_a_record_and_a_position_in_it(capsys: pytest.CaptureFixture[str], record: str):
    by_record = json.loads(solve(capsys, record, "--json")[1])
    by_board = json.loads(solve(capsys, "--board", "X.O/.../...", "--json")[1])
    assert by_record["winner"] == by_board["winner"]
    assert by_record["line"] == by_board["line"]
    as_in_a_book = json.loads(solve(capsys, "--board", "X1O/3/3", "--json")[1])
    assert as_in_a_book["line"] == by_board["line"]
    assert json.loads(solve(capsys, record, "--move", "1", "--json")[1])["to_move"] == "White"


@pytest.mark.parametrize(
    "arguments,sentence",
    [
        (["--size", "4xx"], "'4xx' is not a board size"),
        (["--board", "X.O/.."], "all of one length"),
        (["--board", ""], "all of one length"),
        (["--board", "999"], "rows and columns"),
        (["--board", "X?/.."], "'?' is no point"),
        (["--board", "XX/.."], "can't come about in a game"),
        (["--board", "XO/..", "--to-move", "white"], "it is Black's move"),
        (["--size", "3", "--move", "2"], "--move is for a record"),
        (["--size", "3", "--memory", "0"], "at least 1 MB"),
        (["--size", "3", "--seconds", "0"], "--seconds should be more than 0, not 0"),
        (["--size", "3", "--seconds", "nan"], "--seconds should be more than 0, not nan"),
        (["--size", "9"], "81 points can still be played on, and the solver takes positions with at most 64"),
        (["missing.sgf"], "missing.sgf can't be read"),
    ],
)
def test_mistakes_are_told(capsys: pytest.CaptureFixture[str], arguments: list[str], sentence: str):
    status, out, err = solve(capsys, *arguments)
    assert (status, out) == (2, "")
    assert sentence in err and err.count("\n") == 1


def test_a_record_is_solved_where_play_stands(capsys: pytest.CaptureFixture[str], tmp_path: Path):
    file = tmp_path / "taken back.sgf"
    file.write_text("(;SZ[3];B[aa]BWH[];W[ca])", "utf-8")
    assert json.loads(solve(capsys, str(file), "--json")[1])["to_move"] == "White"


def test_a_move_that_the_record_lacks(capsys: pytest.CaptureFixture[str], record: str):
    status, _, err = solve(capsys, record, "--move", "9")
    assert status == 2
    assert "has 2 moves" in err


def test_stopped_it_says_that_nothing_is_proven(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    def interrupted(self, position=None, go_on=None):
        raise solver.Interrupted

    monkeypatch.setattr(solver.Solver, "winning_move", interrupted)
    status, out, err = solve(capsys, "--size", "3")
    assert (status, out) == (130, "")
    assert "Nothing is proven" in err


def test_stopped_while_it_looks_for_more_it_says_who_wins(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    def interrupted(self, go_on, position=None):
        raise solver.Interrupted

    monkeypatch.setattr(solver.Solver, "line", interrupted)
    status, out, err = solve(capsys, "--size", "3x4")
    assert (status, out) == (130, "")
    assert "Proven: " in err and "wins" in err


def test_it_ends_after_so_long_and_says_so_to_programs_too(capsys: pytest.CaptureFixture[str]):
    """The shortest slice of the search is longer, and what is asked takes minutes."""
    status, out, err = solve(capsys, "--size", "6", "--json", "--seconds", "1e-9")
    assert status == 130 and "Unfinished" in err
    answer = json.loads(out)
    assert answer["finished"] is False and answer["winner"] is None
    assert answer["winning_moves"] == answer["line"] == []
    assert answer["positions"] > 0 and answer["seconds"] >= 0


def test_stopped_while_it_looks_for_more_it_tells_programs_who_wins(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    def interrupted(self, go_on, position=None):
        raise solver.Interrupted

    monkeypatch.setattr(solver.Solver, "line", interrupted)
    status, out, _ = solve(capsys, "--size", "3x3", "--all", "--json")
    answer = json.loads(out)
    assert (status, answer["finished"], answer["winner"]) == (130, False, "Black")
    assert len(answer["winning_moves"]) == 1 and not answer["all_winning_moves"]


def test_what_of_a_record_could_not_be_read_is_told(capsys: pytest.CaptureFixture[str], tmp_path: Path):
    path = tmp_path / "game.sgf"
    path.write_text("(;SZ[3];B[aa];W[bb];B[\x1b[2J])")
    status, _, err = solve(capsys, str(path))
    assert status == 0
    assert "game.sgf: Move 3" in err and "\x1b" not in err, "no terminal should obey a record"

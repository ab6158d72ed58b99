"""``python main.py analyse``: what it prints, what it writes, and what it says of mistakes."""

import errno
import json
import signal
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from ai import commands
from ai.commands import analyse as analyse_command
from ai.external.process import EngineProcess
from ai.players import PlayerError, quote
from ai.players.search import UctPlayer
from core import records
from core.game import Game, Node
from core.player import Decision
from core.position import Size
from core.review import KEPT_CANDIDATES, judgements
from core.sentence import Sentence
from tests.ai.external.programs import bad_engine

PLAYER = "uct:playouts=40,seed=1"


def analyse(
    capsys: pytest.CaptureFixture[str], *arguments: str | Path
) -> tuple[int, list[dict[str, Any]], str]:
    status = commands.main(["analyse", *map(str, arguments)])
    said = capsys.readouterr()
    return status, [json.loads(line) for line in said.out.splitlines()], said.err


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A game on 4x4 of three moves."""
    game = Game(Size(4, 4))
    for point in (0, 3, 5):
        game.play(point)
    records.save(game, tmp_path / "game.sgf")
    return tmp_path / "game.sgf"


def test_every_position_is_told(capsys: pytest.CaptureFixture[str], record: Path):
    status, lines, err = analyse(capsys, record, "--player", PLAYER)
    assert (status, [line["move"] for line in lines]) == (0, [0, 1, 2, 3])
    assert "Traceback" not in err
    assert [line["to_move"] for line in lines] == ["Black", "White", "Black", "White"]
    assert [line["played"] for line in lines] == ["A4", "D4", "B3", None]
    for line in lines:
        best = line["candidates"][0]
        assert (
            line["by"] == PLAYER and line["visits"] >= 40 and line["best"] == best["move"] == best["line"][0]
        )
        assert 0 <= line["black_win_rate"] <= 1 and 0 <= best["black_win_rate"] <= 1
        # a position is worth the mean of its moves by their visits, from one side, but for the first playout of the position itself
        worth = sum(one["visits"] * one["black_win_rate"] for one in line["candidates"] if one["visits"])
        visits = sum(one["visits"] for one in line["candidates"])
        assert line["proof"] is None and abs(line["black_win_rate"] - worth / visits) < 1 / visits


def test_a_part_of_the_record(capsys: pytest.CaptureFixture[str], record: Path):
    def numbers(*arguments: str) -> list[int]:
        return [line["move"] for line in analyse(capsys, record, "--player", PLAYER, *arguments)[1]]

    assert numbers("--move", "2") == [2]
    assert numbers("--from", "1", "--to", "2") == [1, 2]
    assert numbers("--from", "2") == [2, 3]


def test_a_record_with_the_analyses(capsys: pytest.CaptureFixture[str], record: Path, tmp_path: Path):
    out = tmp_path / "analysed.sgf"
    _, lines, _ = analyse(capsys, record, "--player", PLAYER, "--out", out)
    line = records.load(out)[0].game.main_line()
    for node, told in zip(line, lines, strict=True):
        assert node.analysis is not None and node.analysis.by == PLAYER
        assert node.analysis.visits == told["visits"]
        assert len(node.analysis.candidates) == min(KEPT_CANDIDATES, len(told["candidates"]))
    assert len(judgements(line)) == 3  # by one player, so that the report compares them


def test_a_position_that_is_over(capsys: pytest.CaptureFixture[str], tmp_path: Path):
    game = Game(Size(2, 2))
    for point in (0, 3, 1):
        game.play(point)
    assert game.position.is_over
    records.save(game, tmp_path / "over.sgf")
    _, lines, _ = analyse(capsys, tmp_path / "over.sgf", "--player", PLAYER, "--move", "3")
    assert (lines[0]["proof"], lines[0]["best"], lines[0]["black_win_rate"]) == ("loss", None, 1.0)


def test_a_player_that_only_names_a_move(capsys: pytest.CaptureFixture[str], record: Path, tmp_path: Path):
    out = tmp_path / "analysed.sgf"
    _, lines, _ = analyse(capsys, record, "--player", "random:seed=1", "--move", "0", "--out", out)
    assert lines[0]["best"] and lines[0]["black_win_rate"] is None
    assert records.load(out)[0].game.root.analysis is None


def test_an_interruption_keeps_what_was_found(
    capsys: pytest.CaptureFixture[str], record: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    choose, asked = UctPlayer.choose, []

    def stopped_at_the_third(
        self: UctPlayer, position: Any, limit: Any, report: Any = None, stop: Any = None
    ) -> Decision:
        if stop is not None:
            asked.append(position)
            if len(asked) == 3:
                stop.set()
        return choose(self, position, limit, report, stop)

    monkeypatch.setattr(UctPlayer, "choose", stopped_at_the_third)
    out = tmp_path / "analysed.sgf"
    status, lines, err = analyse(capsys, record, "--player", PLAYER, "--out", out)
    assert (status, len(lines)) == (130, 2)
    assert "stopped after 2 of 4 positions" in err
    analyses = [node.analysis for node in records.load(out)[0].game.main_line()]
    assert [each is not None for each in analyses] == [True, True, False, False]


@pytest.mark.parametrize("question", [1, 4])
def test_somebody_elses_program_is_not_waited_for_after_a_stop(
    capsys: pytest.CaptureFixture[str], record: Path, monkeypatch: pytest.MonkeyPatch, question: int
):
    """Neither before it has said its name and version nor after."""
    wait_for, asked = EngineProcess.wait_for, []

    def interrupted(self: EngineProcess, *answer: Any) -> str:
        asked.append(answer)
        if len(asked) == question:
            signal.raise_signal(signal.SIGINT)
        return wait_for(self, *answer)

    monkeypatch.setattr(EngineProcess, "wait_for", interrupted)
    player = f"gtp:command={quote(bad_engine('gtp', 'hang'))}"
    status, lines, err = analyse(capsys, record, "--player", player)
    assert (status, lines, len(asked)) == (130, [], question)
    assert "stopped after 0 of 4 positions" in err


@pytest.mark.parametrize(
    "error", [BrokenPipeError(errno.EPIPE, "Broken pipe"), PlayerError(Sentence("no more"))]
)
def test_what_was_found_is_kept_where_nobody_reads_on_or_the_player_fails(
    error: Exception, record: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    def fail_at_the_second(node: Node, *given: Any) -> dict[str, Any]:
        if node.number == 1:
            raise error
        return described(node, *given)

    described = analyse_command._described
    monkeypatch.setattr(analyse_command, "_described", fail_at_the_second)
    out = tmp_path / "analysed.sgf"
    with suppress(BrokenPipeError):
        commands.main(["analyse", str(record), "--player", PLAYER, "--out", str(out)])
    analyses = [node.analysis for node in records.load(out)[0].game.main_line()]
    assert [each is not None for each in analyses] == [True, True, False, False]


def test_a_mistake_in_a_player_is_told_with_its_kind(
    capsys: pytest.CaptureFixture[str], record: Path, monkeypatch: pytest.MonkeyPatch
):
    def fail(*_: Any) -> Decision:
        raise ValueError("my bug")

    monkeypatch.setattr(UctPlayer, "choose", fail)
    status, lines, err = analyse(capsys, record, "--player", PLAYER)
    assert (status, lines, err.splitlines()[-1]) == (2, [], f"buwei: {PLAYER}: ValueError: my bug")


@pytest.mark.parametrize("place", ["analysed.sgf", "locked/analysed.sgf"])
def test_where_nothing_can_be_written_nothing_is_analysed(
    place: str,
    capsys: pytest.CaptureFixture[str],
    record: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
):
    (tmp_path / "analysed.sgf").mkdir()
    (tmp_path / "locked").mkdir()
    # root may write anything
    monkeypatch.setattr("os.access", lambda path, _mode: Path(path).name != "locked")
    status, lines, err = analyse(capsys, record, "--player", PLAYER, "--out", tmp_path / place, "--replace")
    assert (status, lines) == (2, []) and str((tmp_path / place).parent) in err


def test_a_collection_is_not_written_over(capsys: pytest.CaptureFixture[str], record: Path, tmp_path: Path):
    both = tmp_path / "both.sgf"
    both.write_bytes(record.read_bytes() * 2)
    status, lines, err = analyse(capsys, both, "--player", PLAYER, "--out", both, "--replace")
    assert (status, lines) == (2, []) and "holds 2 games" in err
    status, lines, err = analyse(capsys, both, "--player", PLAYER)
    assert (status, len(lines)) == (0, 4) and "the first one is analysed" in err


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("--move", "4"), "has 3 moves"),
        (("--from", "2", "--to", "1"), "not beyond --to"),
        (("--move", "1", "--from", "0"), "one or the other"),
        (("--player", "nobody"), "there is no player kind 'nobody'"),
        (("--out", "analysed.txt"), "should end in .sgf"),
        (("--out", "nowhere/analysed.sgf"), "doesn't exist"),
        (
            ("--out", __file__.removesuffix(".py") + ".sgf", "--player", "policy:net=none.safetensors"),
            "none.safetensors",
        ),
    ],
)
def test_mistakes_are_told(
    capsys: pytest.CaptureFixture[str], record: Path, arguments: tuple[str, ...], why: str
):
    status, lines, err = analyse(capsys, record, *arguments)
    assert (status, lines) == (2, []) and why in err
    assert not record.with_name("analysed.sgf").exists()


def test_files_that_are_no_records_or_there_already(
    capsys: pytest.CaptureFixture[str], record: Path, tmp_path: Path
):
    assert analyse(capsys, tmp_path / "none.sgf")[0] == 2
    before = record.read_bytes()
    status, _, err = analyse(capsys, record, "--player", PLAYER, "--out", record)
    assert status == 2 and "--replace" in err and record.read_bytes() == before

"""The opening book: the same for every turned and mirrored board, kept whole, and played where it knows enough."""

import errno
import signal
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from threading import Event
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ai.book import COLUMNS, LEAST_GAMES, Book, BookError, read_stones, write_stones
from ai.commands import book as books
from ai.commands import main as command
from ai.players import PlayerError, make_player
from ai.players.book import idle_book, load_book
from ai.players.search import UctPlayer
from core.game import Game, Reason, Result
from core.player import Limit
from core.position import Color, Position, Size
from core.records import save
from core.sentence import Sentence
from core.symmetry import symmetries
from tests.ai.random_games import random_positions

sizes = st.sampled_from([Size(3, 3), Size(4, 4), Size(3, 5), Size(9, 9)])


def random_game(size: Size, seed: int) -> list[int]:
    return list(random_positions(size, seed)[-1].moves)


def turned(points: list[int], size: Size, which: int) -> list[int]:
    """Points as symmetry ``which`` moves them."""
    target = np.argsort(symmetries(size)[which])
    return [int(target[point]) for point in points]


def book_of(size: Size, games: list[list[int]], depth: int = 6) -> Book:
    book = Book(size)
    for moves in games:
        winner = Color.BLACK if len(moves) % 2 else Color.WHITE
        book.add(Position.empty(size), moves, winner, depth)
    return book


@settings(max_examples=40)
@given(sizes, st.integers(0, 1000), st.integers(0, 7))
def test_turning_a_game_turns_what_the_book_says_and_nothing_else(size: Size, seed: int, which: int):
    which %= len(symmetries(size))
    games = [random_game(size, seed + k) for k in range(4)]
    book = book_of(size, games)
    assert list(book_of(size, [turned(game, size, which) for game in games]).rows()) == list(book.rows())
    position, image = Position.empty(size), Position.empty(size)
    for move, image_move in list(zip(games[0], turned(games[0], size, which), strict=True))[:6]:
        here = {entry.point: (entry.games, entry.wins) for entry in book.lookup(position)}
        there = {entry.point: (entry.games, entry.wins) for entry in book.lookup(image)}
        assert move in here
        assert there == {turned([point], size, which)[0]: counts for point, counts in here.items()}
        position, image = position.play(move), image.play(image_move)


def test_counts_are_those_of_the_games():
    size = Size(3, 3)
    corner_and_centre, edge = [0, 4], [1, 4]
    book = Book(size)
    book.add(Position.empty(size), corner_and_centre, Color.BLACK, 9)
    book.add(Position.empty(size), [8, 4], Color.WHITE, 9)
    book.add(Position.empty(size), edge, Color.WHITE, 9)
    found = {move.point: (move.games, move.wins) for move in book.lookup(Position.empty(size))}
    assert found == {0: (2, 1), 2: (2, 1), 6: (2, 1), 8: (2, 1), 1: (1, 0), 3: (1, 0), 5: (1, 0), 7: (1, 0)}
    reply = book.lookup(Position.empty(size).play(2))
    assert [(move.point, move.games, move.wins) for move in reply] == [(4, 2, 1)]
    assert len(book) == 3 and book.deepest == 1


def test_the_depth_bounds_what_is_counted():
    book = Book(Size(5, 5))
    book.add(Position.empty(Size(5, 5)), random_game(Size(5, 5), 3), Color.BLACK, 4)
    assert len(book) == 4 and book.deepest == 3


@settings(max_examples=30)
@given(sizes, st.integers(0, 1000))
def test_a_book_is_the_same_after_saving_and_loading(
    tmp_path_factory: pytest.TempPathFactory, size: Size, seed: int
):
    path = tmp_path_factory.mktemp("book") / "book.csv"
    book = book_of(size, [random_game(size, seed + k) for k in range(3)])
    book.save(path)
    again = Book.load(path)
    assert list(again.rows()) == list(book.rows())
    assert again.size == size and again.deepest == book.deepest


@given(st.integers(0, 1000), st.integers(0, 30))
def test_stones_are_written_so_that_they_can_be_read(seed: int, plies: int):
    size = Size(4, 12)
    position = Position.empty(size).play_all(random_game(size, seed)[:plies])
    text = write_stones(position.stones.tobytes(), size)
    assert (read_stones(text, size) == position.stones).all()


HEAD = ",".join(COLUMNS)


@pytest.mark.parametrize(
    "text,said",
    [
        ("", "first line"),
        ("a,b\n", "first line"),
        (f"{HEAD}\n3x3,3/3/3,B2,5\n", "line 2.*5 columns"),
        (f"{HEAD}\n3x3,3/3/3,B2,five,2\n", "line 2.*numbers"),
        (f"{HEAD}\n3x3,3/3/3,B2,5,2\n3x3,3/3/3,B2,5,6\n", "line 3.*6 wins of 5"),
        (f"{HEAD}\n3x3,3/3/3,B2,0,0\n", "make no sense"),
        (f"{HEAD}\n3x3,3/3,B2,5,2\n", "board of 3x3"),
        (f"{HEAD}\n3x3,3/Y2/3,B2,5,2\n", "line 2.*doesn't describe a board"),
        (f"{HEAD}\n3x3,3/3/3,D9,5,2\n", "not a point"),
        (f"{HEAD}\n3x3,3/1X1/3,B2,5,2\n", "no legal move"),
        (f"{HEAD}\n3x3,3/3/3,pass,5,2\n", "no legal move"),
        (f"{HEAD}\n3x3,3/3/3,B2,5,2\n4x4,4/4/4/4,B2,5,2\n", "line 3.*4x4, not 3x3"),
        (f"{HEAD}\n99x99,3/3/3,B2,5,2\n", "line 2"),
        (f"{HEAD}\n9x9,{'9' * 9}/9,B2,5,2\n", "line 2"),
    ],
)
def test_a_damaged_book_is_named_with_its_line(tmp_path: Path, text: str, said: str):
    path = tmp_path / "book.csv"
    path.write_text(text)
    with pytest.raises(BookError, match=said):
        Book.load(path)


def test_a_book_that_a_table_program_saved_is_read(tmp_path: Path):
    path = tmp_path / "book.csv"
    path.write_text(f"\ufeff{HEAD}\n3x3,3/3/3,B2,5,2\n\n", "utf-8")
    assert len(Book.load(path)) == 1


def test_a_file_that_is_no_text_or_not_there_is_refused(tmp_path: Path):
    path = tmp_path / "book.csv"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BookError, match="no text"):
        Book.load(path)
    with pytest.raises(PlayerError, match="can't be read"):
        make_player("random:book=nowhere.csv")


# --- Playing -------------------------------------------------------------------------------------------------------------


def write_book(path: Path, *entries: tuple[str, int, int]) -> None:
    lines = [f"9x9,9/9/9/9/9/9/9/9/9,{move},{games},{wins}" for move, games, wins in entries]
    path.write_text("\n".join([HEAD, *lines]) + "\n")


def test_any_player_plays_the_book_move_with_the_best_lower_bound(tmp_path: Path):
    path = tmp_path / "book.csv"
    write_book(path, ("E5", 100, 60), ("A1", 20, 13), ("C3", LEAST_GAMES - 1, LEAST_GAMES - 1))
    for kind in ("random", "uct:playouts=10,", "alphabeta:nodes=10,"):
        player = make_player(f"{kind}{'' if ':' in kind else ':'}book={path}")
        decision = player.choose(Position.empty(), Limit())
        assert decision.point == 40
        assert decision.value_to_move == pytest.approx(0.2)
        assert decision.candidates[0].point == 40 and decision.candidates[0].visits == 100
        assert decision.candidates[0].point in Position.empty().legal_moves()
        player.close()


def test_the_player_thinks_where_the_book_knows_too_little(tmp_path: Path):
    path = tmp_path / "book.csv"
    write_book(path, ("E5", LEAST_GAMES - 1, 5))
    player = make_player(f"uct:playouts=20,book={path}")
    assert player.choose(Position.empty(), Limit()).simulations == 20
    position = Position.empty().play(3)
    assert player.choose(position, Limit()).point in position.legal_moves()
    assert player.choose(Position.empty(Size(5, 5)), Limit()).simulations == 20


def test_a_player_with_a_book_thinks_on_in_the_opponents_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    asked: list[object] = []
    monkeypatch.setattr(UctPlayer, "ponder", lambda _self, *about: asked.extend(about))
    path = tmp_path / "book.csv"
    write_book(path, ("E5", LEAST_GAMES, 5))
    player, position, stop = make_player(f"uct:book={path}"), Position.empty(), Event()
    assert player.can_ponder
    player.ponder(position, stop)
    assert asked == [position, stop]


def test_a_book_for_other_boards_is_said_to_lie_idle(tmp_path: Path):
    path = tmp_path / "book.csv"
    write_book(path, ("E5", LEAST_GAMES, 5))
    assert idle_book("random", Size(5, 5)) is None and idle_book(f"random:book={path}", Size()) is None
    said = idle_book(f"random:book={path}", Size(5, 5))
    assert said is not None and "without its book" in said and "9x9, not 5x5" in said


# --- The commands --------------------------------------------------------------------------------------------------------


def test_a_book_is_made_of_records_and_shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    folder = tmp_path / "games"
    folder.mkdir()
    for seed in range(3):
        game = Game(Size(4, 4))
        for move in random_game(Size(4, 4), seed):
            game.play(move)
        save(game, folder / f"{seed}.sgf")
    undecided = Game(Size(4, 4))
    undecided.play(5)
    save(undecided, folder / "undecided.sgf")
    undecided.result = Result(Color.BLACK, Reason.RESIGNATION)
    save(undecided, folder / "resigned.sgf")
    (folder / "damaged.sgf").write_bytes(b"(;SZ[\x1b[2J];B[aa])")
    out = tmp_path / "book.csv"
    assert command(["book", "make", "--records", str(folder), "--out", str(out), "--size", "4"]) == 0
    said = capsys.readouterr()
    assert "4 games" in said.out and "damaged.sgf" in said.err and "undecided.sgf" in said.err
    assert "\x1b" not in said.err, "no terminal should obey a record"
    assert sum(move[2] for move in Book.load(out).rows() if move[0] == "4/4/4/4") == 4
    assert command(["book", "show", str(out)]) == 0
    assert "4/4/4/4" in capsys.readouterr().out


def test_counting_records_is_interrupted_between_two(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    def found(_folder: Path) -> Iterator[Path]:
        signal.raise_signal(signal.SIGINT)
        yield tmp_path / "game.sgf"

    monkeypatch.setattr("core.records.folders.find_records", found)
    out = tmp_path / "book.csv"
    with pytest.raises(KeyboardInterrupt):
        command(["book", "make", "--records", str(tmp_path), "--out", str(out)])
    assert "stopped after 0 games; no book was written" in capsys.readouterr().err and not out.exists()


def test_records_on_other_boards_are_told_of_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    folder = tmp_path / "games"
    folder.mkdir()
    for number, side in enumerate((3, 4, 4, 5, 5, 5)):
        game = Game(Size(side, side))
        for move in random_game(game.size, number):
            game.play(move)
        save(game, folder / f"{number}.sgf")
    (folder / "damaged.sgf").write_bytes(b"nothing")
    words = ["book", "make", "--records", str(folder), "--out", str(tmp_path / "book.csv")]
    assert command([*words, "--size", "3"]) == 0
    damaged, fives, fours = capsys.readouterr().err.splitlines()
    assert "damaged.sgf" in damaged
    assert "5x5, not 3x3: 3; --size 5x5" in fives and "4x4, not 3x3: 2; --size 4x4" in fours
    assert command([*words, "--replace"]) == 2
    *_, reason = capsys.readouterr().err.splitlines()
    assert "no game" in reason


@pytest.mark.parametrize("games", [0, 3])
def test_a_book_that_is_interrupted_says_what_it_holds(
    games: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    def interrupted(*arguments: Any) -> Iterator[int]:
        counted = count_self_play(*arguments)
        yield from islice(counted, games)
        signal.raise_signal(signal.SIGINT)
        yield from counted

    count_self_play = books._count_self_play
    monkeypatch.setattr(books, "_count_self_play", interrupted)
    out = tmp_path / "book.csv"
    with pytest.raises(KeyboardInterrupt):  # of which the exit status tells
        command(["book", "make", "--self-play", "random", "--games", "12", "--out", str(out)])
    said = capsys.readouterr().err
    assert f"stopped after {games} of 12 games" in said
    if games == 0:
        assert "no book" in said and not out.exists()
        return
    assert "--replace" in said
    assert (
        sum(count for place, _, count, _ in load_book(str(out)).rows() if place == "9/9/9/9/9/9/9/9/9")
        == games
    )


def test_a_book_keeps_the_games_before_the_player_failed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    def failing(*arguments: Any) -> Iterator[int]:
        yield from islice(count_self_play(*arguments), 3)
        raise PlayerError(Sentence("no more"))

    count_self_play = books._count_self_play
    monkeypatch.setattr(books, "_count_self_play", failing)
    out = tmp_path / "book.csv"
    assert command(["book", "make", "--self-play", "random", "--games", "12", "--out", str(out)]) == 2
    said = capsys.readouterr().err
    assert "stopped after 3 of 12 games" in said and "no more" in said
    assert (
        sum(count for place, _, count, _ in load_book(str(out)).rows() if place == "9/9/9/9/9/9/9/9/9") == 3
    )


def test_a_book_is_made_though_nobody_reads_what_is_printed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    def closed(*_: object, **__: object) -> None:
        raise BrokenPipeError(errno.EPIPE, "Broken pipe")

    monkeypatch.setattr(books, "KEEP_GAMES", 2)
    monkeypatch.setattr("builtins.print", closed)
    out = tmp_path / "book.csv"
    assert command(["book", "make", "--self-play", "random", "--games", "5", "--out", str(out)]) == 0
    assert (
        sum(count for place, _, count, _ in load_book(str(out)).rows() if place == "9/9/9/9/9/9/9/9/9") == 5
    )


def test_how_much_of_a_book_players_play_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    games, out = tmp_path / "games", tmp_path / "book.csv"
    games.mkdir()
    for number in range(LEAST_GAMES + 1):
        game = Game(Size(4, 4))
        for move in (0, 5) if number else (1, 6):
            game.play(move)
        game.result = Result(Color.BLACK, Reason.RESIGNATION)
        save(game, games / f"{number}.sgf")
    words = ["book", "make", "--records", str(games), "--size", "4", "--replace", "--out", str(out)]
    for least, known in (("1", 3), ("2", 2)):
        assert command([*words, "--least-games", least]) == 0
        said = f"{known} positions; in 2 of them a move has {LEAST_GAMES} games or more"
        assert said in capsys.readouterr().out
        assert command(["book", "show", str(out)]) == 0
        assert said in capsys.readouterr().out
    with pytest.raises(SystemExit):
        command(["book", "make", "--help"])
    assert f"{LEAST_GAMES} games or more" in " ".join(capsys.readouterr().out.split())


def test_a_book_is_made_by_self_play(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    out = tmp_path / "book.csv"
    words = ["book", "make", "--self-play", "random", "--games", "12", "--out", str(out), "--depth", "3"]
    assert command([*words, "--size", "3x4"]) == 0
    book = Book.load(out)
    assert book.size == Size(3, 4) and book.deepest == 2
    assert sum(games for position, _, games, _ in book.rows() if position == "4/4/4") == 12
    assert "12 games" in capsys.readouterr().out
    made = out.read_bytes()
    assert command([*words, "--size", "3x4", "--random-moves", "1"]) == 2
    assert "--replace" in capsys.readouterr().err and out.read_bytes() == made
    assert command([*words, "--size", "3x4", "--random-moves", "1", "--replace"]) == 0
    assert out.read_bytes() != made


def test_moves_played_in_few_games_can_be_left_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    whole, short = tmp_path / "whole.csv", tmp_path / "short.csv"
    folder = tmp_path / "games"
    folder.mkdir()
    for seed in range(30):
        game = Game(Size(3, 3))
        for move in random_game(game.size, seed):
            game.play(move)
        save(game, folder / f"{seed}.sgf")
    words = ["book", "make", "--records", str(folder), "--size", "3", "--out"]
    assert command([*words, str(whole)]) == 0
    assert command([*words, str(short), "--least-games", "3"]) == 0
    often = [row for row in Book.load(whole).rows() if row[2] >= 3]
    assert list(Book.load(short).rows()) == often
    assert 0 < len(often) < len(list(Book.load(whole).rows()))
    assert command([*words, str(tmp_path / "none.csv"), "--least-games", "31"]) == 2
    assert "smaller --least-games" in capsys.readouterr().err


def test_what_no_book_can_be_made_of_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    out = ["--out", str(tmp_path / "book.csv")]
    for words, said in (
        (["--records", str(tmp_path / "nowhere")], "no folder"),
        (["--records", str(tmp_path)], "no game"),
        (["--records", str(tmp_path), "--games", "3"], "games of self-play"),
        (["--self-play", "gnugo"], "no player kind"),
        (["--self-play", "random", "--games", "0"], "at least 1"),
        (["--self-play", "random", "--random-moves", "41"], "should be at most 40, half of the board's"),
        (["--self-play", "random", "--size", "3x4", "--random-moves", "7"], "should be at most 6"),
        (["--self-play", "random", "--size", "99"], "rows and columns"),
    ):
        assert command(["book", "make", *words, *out]) == 2
        assert said in capsys.readouterr().err
    nowhere = str(tmp_path / "nowhere" / "book.csv")
    assert command(["book", "make", "--self-play", "random", "--out", nowhere]) == 2
    assert "make it first" in capsys.readouterr().err
    (tmp_path / "locked").mkdir()
    monkeypatch.setattr(
        "os.access", lambda path, _mode: Path(path).name != "locked"
    )  # root may write anything
    assert (
        command(["book", "make", "--self-play", "random", "--out", str(tmp_path / "locked" / "book.csv")])
        == 2
    )
    assert "nothing can be written into" in capsys.readouterr().err
    mine = tmp_path / "notes.txt"
    mine.write_text("mine", "utf-8")
    assert command(["book", "make", "--self-play", "random", "--out", str(mine)]) == 2
    assert "is no opening book" in capsys.readouterr().err and mine.read_text("utf-8") == "mine"
    assert command(["book", "show", str(tmp_path / "nowhere.csv")]) == 2
    assert "can't be read" in capsys.readouterr().err


def test_the_shipped_book_answers_the_empty_board():
    book = load_book("shipped")
    assert book.size == Size() and book.choose(Position.empty()) is not None

"""The championship's records: every known way to write a move, damaged files, and file names fit for any system."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.clock import CHAMPIONSHIP
from core.game import Game, Reason, Result
from core.match import Match
from core.player import Decision
from core.points import parse_point
from core.position import PASS, Color, Loss, LossKind, Size
from core.records import ProblemKind, RecordError, championship, load, save, split

HEADER = "[NG][先手队][后手队][先手胜][2020.08.15 14:00 地点][2020 CCGC]"


def read(text: str, codec: str = "utf-8"):
    return championship.read(text.encode(codec))


def names(game: Game) -> list[int | None]:
    return [node.move for node in game.main_line()[1:]]


def points(*words: str) -> list[int]:
    return [parse_point(word, Size(9, 9)) for word in words]


@pytest.mark.parametrize("codec", ["utf-8", "utf-8-sig", "gb18030"])
def test_a_record_is_read(codec):
    result = read(f"({HEADER};B[E5];W[D6];B[I9])", codec)
    game = result.game
    assert result.problems == ()
    assert names(game) == points("E5", "D6", "I9")
    assert (game.black_name, game.white_name, game.event) == ("先手队", "后手队", "2020 CCGC")
    assert (game.date, game.place) == ("2020-08-15T14:00", "地点")
    assert game.result == Result(Color.BLACK, Reason.UNKNOWN)
    assert championship.write(game) == f"({HEADER};B[E5];W[D6];B[I9])\n"


@pytest.mark.parametrize(
    "moves",
    [
        ";B[E5];W[D6];B[I9])",
        ";B(E5);W(D6);B(I9))",
        ";B:[E5];W:[D6];B:[I9])",
        ";B(E,5);W(D,6);B(I,9))",
        "\n;B[E5]\r\n; W[ D6 ] \n;\tB [i9]\n)",
        "B[E5]W[D6]B[I9])",
        ";b[e5];w[d6];b[i9];)",
        "；B【E5】；W【D6】；B（I9）)",
    ],
)
def test_every_way_to_write_a_move(moves):
    result = read(f"({HEADER}{moves}")
    assert result.problems == () and names(result.game) == points("E5", "D6", "I9")


@pytest.mark.parametrize(
    "word, winner",
    [
        ("先手胜", "BLACK"),
        ("后手胜", "WHITE"),
        ("黑胜", "BLACK"),
        ("先手负", "WHITE"),
        ("未完", None),
        ("先手/后手胜", None),
        ("", None),
    ],
)
def test_the_winner_is_read_from_the_words_that_records_use(word, winner):
    result = read(f"([NG][a][b][{word}][][];B[E5])").game.result
    assert (result.winner.name if result else None) == winner


@pytest.mark.parametrize(
    "field, date, place",
    [
        ("2020.8.5 北京", "2020-08-05", "北京"),
        ("2020-08-15 09:05:30 A B", "2020-08-15T09:05:30", "A B"),
        ("2020年8月15日 14:00 北京", "2020-08-15T14:00", "北京"),
        ("Beijing", "", "Beijing"),
        ("", "", ""),
    ],
)
def test_when_and_where(field, date, place):
    game = read(f"([NG][a][b][先手胜][{field}][e];B[E5])").game
    assert (game.date, game.place) == (date, place)


@pytest.mark.parametrize(
    "moves, kind, number, kept",
    [
        (";B[E5];W[E5];B[A1])", ProblemKind.ILLEGAL_MOVE, 2, 1),
        (";B[E5];W[E5]", ProblemKind.ILLEGAL_MOVE, 2, 1),
        (";B[E5];W[];B[A1])", ProblemKind.PASS, 2, 1),
        (";B[E5];W[pass];B[A1])", ProblemKind.PASS, 2, 1),
        (";B[E5];B[E6])", ProblemKind.WRONG_COLOR, 2, 1),
        (";B[E5];W[J1])", ProblemKind.BAD_POINT, 2, 1),
        (";B[E5];W[E0])", ProblemKind.BAD_POINT, 2, 1),
        (";B[E5];W[E", ProblemKind.BROKEN_OFF, 2, 1),
        (";B[E5]", ProblemKind.BROKEN_OFF, 2, 1),
        (";B[E5];what", ProblemKind.BROKEN_OFF, 2, 1),
    ],
)
def test_a_record_is_read_up_to_what_makes_no_sense(moves, kind, number, kept):
    result = read(f"({HEADER}{moves}")
    assert [(p.kind, p.move_number) for p in result.problems] == [(kind, number)]
    assert len(names(result.game)) == kept
    assert result.problems[0].describe(Size(9, 9)).endswith(".")


@pytest.mark.parametrize(
    ("fields", "names"),
    [
        ("[队一 B][队二 W]", ("队一", "队二")),
        ("[队一][队二]", ("队一", "队二")),
        ("[Plan B][Plan C]", ("Plan B", "Plan C")),
    ],
)
def test_the_letters_of_the_sides_after_both_names_are_no_part_of_them(fields, names):
    game = championship.read(f"([NG]{fields}[后手胜][2020.08.15][CCGC];B[E5])".encode()).game
    assert (game.black_name, game.white_name) == names
    assert f"[{names[0]}][{names[1]}]" in championship.write(game)


def test_the_losing_move_stands_last():
    text = f"({HEADER.replace('先手胜', '后手胜')};B[B9];W[A9];B[A8])\n"
    result = read(text)
    assert result.problems == (), "nothing of it is left out"
    assert result.game.result == Result.by_loss(Color.BLACK, Loss(LossKind.CAPTURE, 9, (0,)))
    assert len(names(result.game)) == 2
    assert championship.write(result.game) == text
    assert championship.not_kept(result.game) == ()


def test_a_pass_stands_last():
    game = Game()
    game.play(40)
    game.result = Result.by_loss(Color.WHITE, Loss(LossKind.PASS, PASS))
    assert read(championship.write(game)).game.result == game.result


def test_a_losing_move_off_the_board_can_not_be_written():
    """It has no name: the record ends before it and says who won."""
    game = Game()
    game.play(40)
    game.result = Result.by_loss(Color.WHITE, Loss(LossKind.OFF_BOARD, 99))
    text = championship.write(game)
    assert text.endswith(";B[E5])\n") and read(text).game.result == Result(Color.BLACK, Reason.UNKNOWN)


def test_a_losing_move_that_play_goes_on_from_is_not_how_the_game_ended():
    result = read(f"({HEADER.replace('先手胜', '后手胜')};B[B9];W[A9];B[A8];W[E5])")
    assert [problem.kind for problem in result.problems] == [ProblemKind.ILLEGAL_MOVE]
    assert result.game.result == Result(Color.WHITE, Reason.UNKNOWN)


def test_the_header_overrules_a_losing_move():
    result = read(f"({HEADER};B[B9];W[A9];B[A8])")
    assert [problem.kind for problem in result.problems] == [ProblemKind.ILLEGAL_MOVE]
    assert result.game.result == Result(Color.BLACK, Reason.UNKNOWN)


def test_saving_says_what_a_record_does_not_keep(tmp_path):
    game = Game()
    game.play(40)
    game.note(game.cursor, "good")
    game.call(game.cursor, "The centre")
    game.cursor.analysis = Decision(3)
    game.mark(game.cursor, {0: "A"})
    game.cursor.foreign["AR"] = [b"aa:bb"]
    game.play(0)
    game.back()
    game.play(1)
    game.time_control = CHAMPIONSHIP
    game.result = Result(Color.BLACK, Reason.RESIGNATION)
    problems = save(game, tmp_path / "a.txt")
    assert {problem.kind for problem in problems} == {ProblemKind.NOT_KEPT}
    assert [problem.text for problem in problems] == [
        "variations",
        "comments",
        "marks on points",
        "names of positions",
        "analysis",
        "the clocks",
        "the way the game ended",
        "what other programs noted",
    ]
    (result,) = load(tmp_path / "a.txt")
    assert names(result.game) == [40, 0] and result.game.result == Result(Color.BLACK, Reason.UNKNOWN)


def test_what_was_taken_back_is_no_part_of_the_record():
    match = Match()
    for point in (40, 0, 1):
        match.play(point)
    match.undo(2)
    result = read(championship.write(match.game))
    assert names(result.game) == [40]
    assert [problem.text for problem in championship.not_kept(match.game)] == ["variations"]


def test_other_boards_and_set_ups_are_refused():
    started = Game()
    started.play(40)
    for game in (Game(Size(7, 7)), Game(start=started.position)):
        with pytest.raises(RecordError, match=r"\.$"):
            championship.write(game)


def test_sgf_is_not_taken_for_a_record():
    assert not championship.looks_like_one(b"(;SZ[9]C[([NG\\]])")
    assert championship.looks_like_one(f"\n({HEADER};B[E5](;x))".encode())


def test_brackets_in_names_do_no_harm():
    game = Game()
    game.black_name, game.place = "a]b\n;W[E5]", "[x]"
    read_again = read(championship.write(game)).game
    assert read_again.black_name == "a］b ;W［E5］" and read_again.place == "［x］"
    assert championship.write(read_again) == championship.write(game)


@given(st.text(max_size=80))
def test_any_text_behind_the_header(text):
    result = read(f"([NG][a][b]{text}".encode("utf-8", "replace").decode())
    assert all(problem.describe(Size(9, 9)) for problem in result.problems)
    championship.write(result.game)


@given(st.binary(max_size=100))
def test_any_bytes(data):
    championship.looks_like_one(data)
    championship.read(b"([NG]" + data)
    if b"NG" not in data.upper():
        with pytest.raises(RecordError):
            championship.read(data)


def test_file_names():
    game = read(f"({HEADER};B[E5])").game
    assert championship.file_name(game) == "NG-先手队 vs 后手队-先手胜-2020.08.15 14：00 地点-2020 CCGC.txt"
    assert championship.file_name(Game()) == "NG-先手 vs 后手-未完.txt"


@given(st.text(max_size=300), st.text(max_size=300), st.text(max_size=20))
def test_file_names_fit_any_system(black, event, date):
    game = Game()
    game.black_name, game.event, game.date = black, event, date
    name = championship.file_name(game)
    assert not re.search(r'[<>:"/\\|?*\x00-\x1f]', name)
    assert name.startswith("NG-") and name.endswith(".txt")
    assert not name.removesuffix(".txt").endswith((".", " "))
    assert len(name.encode()) <= 255


@pytest.mark.parametrize("codec", ["utf-8", "gb18030"])
def test_a_file_may_hold_several_records(tmp_path: Path, codec: str):
    path = tmp_path / "round.txt"
    one, two = (f"({HEADER};B[{name}])" for name in ("E5", "D4"))
    path.write_bytes(f"{one}\n\n{two}\n".encode(codec))
    results = load(path)
    assert [names(result.game) for result in results] == [points("E5"), points("D4")]
    assert [(result.number, result.problems) for result in results] == [(1, ()), (2, ())]
    assert [names(championship.read(part).game) for part in split(path)] == [points("E5"), points("D4")]
    begun = []
    load(path, lambda: begun.append(path))
    assert len(begun) == 2

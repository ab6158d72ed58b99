"""SGF: what is written is read again, what others write is read as far as it goes, and nothing makes the reader fail."""

import errno
import os
import random
import re
from pathlib import Path

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from sgfmill import sgf_grammar

from core.clock import TimeControl
from core.game import Game, Help, Node, Reason, Result
from core.marks import Shape
from core.match import Match
from core.player import Candidate, Decision, Proof
from core.points import parse_point
from core.position import PASS, Color, Loss, LossKind, Position, Size
from core.records import (
    MAX_BYTES,
    Problem,
    ProblemKind,
    RecordError,
    championship,
    for_collection,
    load,
    save,
    sgf,
    split,
    split_in_turns,
    with_added,
    with_game,
    without_games,
)
from core.records.folders import fingerprint, usable_games
from core.records.sgf import parsing, reading
from core.records.sgf.parsing import NODES_BETWEEN, games_in, nodes_of
from core.records.sgf.writing import properties_of
from core.sentence import Sentence

FULL = """(;FF[4]GM[1]CA[UTF-8]AP[other:2]SZ[9]KM[6.5]RU[Japanese]PB[张三]PW[Bob \\] B]DT[2020-08-15]EV[CCGC]PC[北京]
TM[900]RE[B+R]GN[kept]C[root];B[ee]BL[890.5]C[two\nlines];W[ed]WL[880]AR[aa:bb](;B[dd]SBKV[57.31])(;B[ff]N[other]))"""


def read_one(text: str | bytes):
    (result,) = sgf.read(text.encode() if isinstance(text, str) else text)
    return result


def again(game: Game) -> Game:
    result = read_one(sgf.write(game))
    assert result.problems == ()
    return result.game


def test_times_are_written_to_the_millisecond():
    game = Game()
    game.time_control = TimeControl(900, 2.5)
    game.play(40).seconds_left = {Color.BLACK: 898.6896464250003, Color.WHITE: 900.0}
    text = sgf.write(game)
    assert b"BL[898.69]" in text and b"WL[900]" in text and b"TM[900]" in text and b"OT[2.5/move]" in text
    assert again(game).main_line()[1].seconds_left == {Color.BLACK: 898.69, Color.WHITE: 900.0}


@pytest.mark.parametrize(
    "why",
    [
        Sentence("%1: %2", "X]:\\", Sentence("it ended with exit status %1", 3)),
        "RuntimeError: 内存不足",
    ],
)
def test_why_a_player_failed_survives(why):
    game = Game()
    game.play(40)
    game.result = Result(Color.BLACK, Reason.FORFEIT, failure=why)
    result = again(game).result
    assert result is not None and result == game.result and result.failure == why
    assert getattr(result.failure, "template", None) == getattr(why, "template", None)


@pytest.mark.parametrize("why", ["", "3", "{}", "[" * 4000, '"\\\\ud800"', "x" * 10_000])
def test_what_tells_of_no_failure_is_left_out(why):
    text = f"(;SZ[9]RE[B+F]BWR[forfeit]BWF[{why}];B[ee])"
    result = read_one(text).game.result
    assert result is not None and result == Result(Color.BLACK, Reason.FORFEIT) and result.failure == ""


def kinds(result) -> list[ProblemKind]:
    return [problem.kind for problem in result.problems]


def same_tree(a: Node, b: Node) -> bool:
    def facts(node: Node):
        return (
            node.move,
            node.position,
            node.name,
            node.comment,
            node.marks,
            node.analysis,
            node.seconds_left,
            node.foreign,
            len(node.children),
        )

    return [facts(node) for node in a.subtree()] == [facts(node) for node in b.subtree()]


def random_game(seed: int, size: Size | None = None) -> Game:
    chance = random.Random(seed)
    game = Game(size or Size(chance.randint(2, 19), chance.randint(2, 19)))
    for _ in range(chance.randint(0, 60)):
        moves = game.position.legal_moves()
        if not moves or chance.random() < 0.1:
            game.back(chance.randint(0, 5))
        else:
            game.play(chance.choice(moves))
    return game


def test_a_full_record_is_read():
    result = read_one(FULL)
    game = result.game
    assert result.problems == ()
    assert (game.black_name, game.white_name, game.event, game.place) == ("张三", "Bob ] B", "CCGC", "北京")
    assert (game.date, game.time_control) == ("2020-08-15", TimeControl(900))
    assert game.result == Result(Color.BLACK, Reason.RESIGNATION)
    root, first, second, third = game.main_line()
    assert (root.comment, first.comment) == ("root", "two\nlines")
    assert first.move == parse_point("E5", game.size)
    assert first.seconds_left == {Color.BLACK: 890.5} and second.seconds_left == {Color.WHITE: 880.0}
    assert root.foreign == {"GN": [b"kept"]} and second.foreign == {"AR": [b"aa:bb"]}
    assert len(second.children) == 2
    assert third.analysis and third.analysis.value_to_move == pytest.approx(-0.1462)
    assert game.cursor is third


@pytest.mark.parametrize(
    ("date", "written"),
    [
        ("2026-11-29T13:43", "BWT[13:43]DT[2026-11-29]"),
        ("2026-11-29T13:43:51", "BWT[13:43:51]DT[2026-11-29]"),
        ("2026-11-29", "DT[2026-11-29]"),
        ("spring, T1", "DT[spring, T1]"),
    ],
)
def test_the_day_is_as_the_standard_has_it_and_the_time_is_kept(date: str, written: str):
    game = Game()
    game.date = date
    said = re.findall(r"(?:BWT|DT)\[[^]]*\]", sgf.write(game).decode())
    assert "".join(sorted(said)) == written
    assert again(game).date == date


def test_a_full_record_survives_writing():
    game = read_one(FULL).game
    read = again(game)
    assert same_tree(game.root, read.root)
    assert sgf.write(read) == sgf.write(game)
    for text in (
        b"SBKV[57.31]",
        b"RE[B+R]",
        b"RU[NoGo]",
        b"KM[0]",
        b"GN[kept]",
        "PB[张三]".encode(),
        b"TM[900]",
    ):
        assert text in sgf.write(game)


def test_who_plays_survives_beside_the_names_for_people():
    game = Game()
    game.white_name, game.players = "Casual", {Color.WHITE: "gtp:name='a]b, c'"}
    read = again(game)
    assert (read.white_name, read.players) == (game.white_name, game.players)
    assert b"BWPB" not in sgf.write(game)
    assert read_one(FULL).game.players == {}


def test_what_helped_a_human_survives():
    game = Game()
    assert b"BWC" not in sgf.write(game)
    game.helps = {Help.TAKEN_BACK, Help.HINT}
    assert again(game).helps == game.helps
    assert read_one("(;SZ[9]BWC[hint][magic])").game.helps == {Help.HINT}, "and what nobody knows is left out"


def test_the_first_node_tells_of_a_game_without_its_moves():
    game = Game(Size(5, 7))
    game.players, game.helps, game.date = {Color.WHITE: "uct"}, {Help.MOVE}, "2026-11-02T10:20"
    game.white_name, game.root.comment = "a (;]", "(;B[aa])"
    game.keep_analysis(game.root, Decision(3, by="uct"))
    game.play(3)
    game.result = Result.by_loss(Color.WHITE, Loss(LossKind.OCCUPIED, 3))
    read, rest = sgf.read_root(sgf.write(game))
    assert read.size == game.size and not read.root.children and read.root.analysis is None
    assert (read.players, read.helps, read.date) == (game.players, game.helps, game.date)
    assert (read.white_name, read.root.comment) == (game.white_name, game.root.comment)
    assert read.result is not None and read.result.winner is Color.BLACK
    assert rest.startswith(b";B[da]")


@pytest.mark.parametrize("data", [b"", b"nothing", b"(;SZ[xx])", b"(;GM[chess])"])
def test_a_first_node_that_cannot_be_read_is_refused(data: bytes):
    with pytest.raises(RecordError):
        sgf.read_root(data)


def test_who_made_each_move_survives_where_players_change():
    """Black is handed from a human to an AI and back, White from one AI to another, which then takes a move back and makes another."""
    game = Game(Size(5, 5))
    game.black_name, game.white_name = "human", "random"
    game.players = {Color.BLACK: "human", Color.WHITE: "random"}
    match = Match(game)
    for point in (0, 24):
        match.play(point)
    assert b"BWPB" not in sgf.write(game).split(b";B")[1], (
        "as long as nobody changes, the first node says all"
    )
    for color, player in ((Color.BLACK, "uct"), (Color.WHITE, "rave"), (Color.BLACK, "human")):
        game.hand_over(color, player, before=game.name(color))
        game.players[color] = player
        match.play(match.position.legal_moves()[0])
    match.undo()
    match.play(match.position.legal_moves()[-1])

    def movers(game: Game) -> list[str]:
        nodes = list(game.root.subtree())[1:]
        return [
            node.player or game.players[Color.BLACK if node.number % 2 else Color.WHITE] for node in nodes
        ]

    assert movers(game) == ["human", "random", "uct", "rave", "human", "human"]
    read = again(game)
    assert same_tree(game.root, read.root) and movers(read) == movers(game)
    assert (read.players, read.black_name) == (game.players, "human")


def test_a_move_taken_back_is_his_who_makes_it_again():
    match = Match(Game(Size(5, 5)))
    match.play(12)
    match.game.hand_over(Color.BLACK, "uct", before="human")
    assert match.head.player == "human"
    match.undo()
    match.play(12)
    assert match.head.player == ""


def played_to_its_end() -> Match:
    """On 2x2, where three moves end the game."""
    match = Match(Game(Size(2, 2)))
    for point in (0, 3, 1):
        match.play(point)
    assert match.result is not None
    return match


def test_play_stands_after_reading_where_it_stood_after_undo():
    match = played_to_its_end()
    assert b"BWH" not in sgf.write(match.game), "it stands at the end"
    match.undo(2)
    read = again(match.game)
    assert b";B[aa]BWH[]" in sgf.write(match.game) and sgf.write(read) == sgf.write(match.game)
    assert read.result is None and len(read.main_line()) == 4, "what was taken back is still there"
    assert read.cursor is read.head is read.main_line()[1] and read.line_played()[-1] is read.cursor
    match.undo()
    assert again(match.game).head is not None and again(match.game).cursor.parent is None
    for point in (0, 3, 1):
        match.play(point)
    assert again(match.game).head is None and again(match.game).result == match.result


@pytest.mark.parametrize(("back", "moves"), [(2, 1), (3, 0)])
def test_a_game_ends_after_reading_where_it_ended_though_its_record_goes_on(back: int, moves: int):
    """Who loses at an earlier position of a study, or gives up after moves were taken back."""
    match = Match(Game(Size(5, 5)))
    for point in (0, 2, 4):
        match.play(point)
    match.game.note(match.head, "what the book recommends")
    match.undo(back)
    match.resign(Color.WHITE)
    read = again(match.game)
    assert sgf.write(read) == sgf.write(match.game) and read.result == match.result
    assert (
        read.cursor is read.line_played()[-1]
        and len(read.line_played()) == len(read.line_shown()) == moves + 1
    )
    assert read.main_line()[-1].comment == "what the book recommends"
    assert not Match(read).trying


def test_play_stands_after_reading_in_the_variation_that_it_went_on_from():
    match = Match(Game(Size(5, 5)))
    match.play(0)
    match.undo()
    match.play(1)
    left = match.game.root.children[1]
    match.play_from(left)
    read = again(match.game)
    assert read.cursor.move == 0 and read.main_line()[-1].move == 1


@pytest.mark.parametrize(
    "record",
    [
        "(;SZ[5];B[aa];BWH[]W[bb])",
        "(;SZ[2];B[aa](;W[bb])(;W[ab];BWH[x]B[ba]))",
    ],
)
def test_a_record_says_nothing_by_naming_where_play_can_not_stand(record: str):
    game = read_one(record.encode()).game
    assert game.head is None and game.cursor is game.main_line()[-1]
    assert b"BWH" not in sgf.write(game)


@pytest.mark.parametrize("seed", range(25))
def test_trees_on_any_board_survive(seed):
    game = random_game(seed)
    read = again(game)
    assert read.size == game.size and same_tree(game.root, read.root)


@pytest.mark.parametrize("seed", range(25))
def test_a_tree_is_written_as_the_library_writes_it_a_line_at_a_time(seed: int):
    game = read_one(FULL).game if seed == 0 else random_game(seed)
    game.note(game.cursor, "a comment longer than a line is wide, " * 3)
    tree = sgf_grammar.make_coarse_game_tree(
        game.root, lambda node: node.children, lambda node: properties_of(node, game)
    )
    assert sgf.write(game) == sgf_grammar.serialise_game_tree(tree)
    assert len(list(sgf.lines(game))) > 1


@pytest.mark.parametrize("reason", Reason)
@pytest.mark.parametrize("winner", Color)
def test_results_survive(reason, winner):
    game = Game(Size(9, 9))
    game.result = Result(winner, reason)
    assert again(game).result == game.result


def test_losing_moves_survive_with_what_they_capture():
    stones = np.zeros((5, 5), int)
    stones[0, 0], stones[1, 0] = 2, 1
    game = Game(start=Position.from_stones(stones))
    cases = {1: LossKind.CAPTURE, 0: LossKind.OCCUPIED, PASS: LossKind.PASS, 99: LossKind.OFF_BOARD}
    for point, kind in cases.items():
        loss = game.position.loss(point)
        assert loss and loss.kind is kind
        game.result = Result.by_loss(Color.BLACK, loss)
        assert again(game).result == game.result
    assert game.position.loss(1) == Loss(LossKind.CAPTURE, 1, (0,))


def test_suicide_survives():
    stones = np.zeros((5, 5), int)
    stones[0, 1] = stones[1, 0] = 2
    stones[4, 4] = stones[4, 3] = 1
    game = Game(start=Position.from_stones(stones))
    loss = game.position.loss(0)
    assert loss and loss.kind is LossKind.SUICIDE
    game.result = Result.by_loss(Color.BLACK, loss)
    assert again(game).result == game.result


def test_another_program_may_change_the_result():
    game = read_one("(;SZ[9]RE[W+R]BWR[capture:40];B[ee])").game
    assert game.result == Result(Color.WHITE, Reason.RESIGNATION)


@pytest.mark.parametrize(
    "word, result",
    [
        ("B+", Result(Color.BLACK, Reason.UNKNOWN)),
        ("B+3.5", Result(Color.BLACK, Reason.UNKNOWN)),
        ("W+Resign", Result(Color.WHITE, Reason.RESIGNATION)),
        ("w+time", Result(Color.WHITE, Reason.TIME)),
        ("B+F", Result(Color.BLACK, Reason.FORFEIT)),
        ("黑中盘胜", Result(Color.BLACK, Reason.RESIGNATION)),
        ("白胜", Result(Color.WHITE, Reason.UNKNOWN)),
        ("?", None),
        ("Void", None),
        ("0", None),
    ],
)
def test_results_of_others(word, result):
    game = read_one(f"(;SZ[9]RE[{word}];B[ee])").game
    assert game.result == result
    if result is None:
        assert f"RE[{word}]".encode() in sgf.write(game)


def test_a_finished_game_without_a_result_has_one():
    game = read_one("(;SZ[2];B[aa];W[bb];B[ba])").game
    assert game.position.is_over
    assert game.result == Result(Color.BLACK, Reason.NO_LEGAL_MOVE)
    assert read_one("(;SZ[2]RE[B+];B[aa];W[bb];B[ba])").game.result == game.result


# --- Moves that can't be -------------------------------------------------------------------------------------------


def test_a_losing_last_move_is_the_result():
    result = read_one("(;SZ[9];B[ba];W[aa]C[a];B[ab]C[b])")
    assert result.problems == (), "nothing of it is left out"
    last = result.game.main_line()[-1]
    assert (last.number, last.comment) == (2, "a\nb")
    assert result.game.result == Result.by_loss(Color.BLACK, Loss(LossKind.CAPTURE, 9, (0,)))
    assert again(result.game).result == result.game.result


def test_a_losing_move_that_play_goes_on_from_is_no_result():
    result = read_one("(;SZ[9];B[ba];W[aa];B[ab];W[ee])")
    (problem,) = result.problems
    assert (problem.kind, problem.move_number) == (ProblemKind.ILLEGAL_MOVE, 3)
    assert problem.loss == Loss(LossKind.CAPTURE, 9, (0,))
    assert (
        problem.describe(result.game.size)
        == "Move 3 at A8 captures A9, which loses; the line ends before it."
    )
    assert result.game.result is None


def test_a_losing_move_does_not_overrule_the_record():
    overruled = read_one("(;SZ[9]RE[B+R];B[ba];W[aa];B[ab])")
    assert overruled.game.result == Result(Color.BLACK, Reason.RESIGNATION)
    assert kinds(overruled) == [ProblemKind.ILLEGAL_MOVE]
    result = read_one("(;SZ[9]RE[W+];B[ba];W[aa];B[ab])").game.result
    assert result and result.reason is Reason.CAPTURE


def test_a_bad_variation_leaves_the_rest():
    result = read_one("(;SZ[9];B[ba];W[aa](;B[ee];W[ff])(;B[ab]C[lost];W[gg])(;B[dd]))")
    assert [(p.kind, p.move_number) for p in result.problems] == [(ProblemKind.ILLEGAL_MOVE, 3)]
    assert result.game.result is None
    assert [child.move for child in result.game.main_line()[2].children] == [40, 30]


@pytest.mark.parametrize(
    ("moves", "number", "line"),
    [
        ("(;B[zz];W[aa])(;B[ee];W[ff])", 1, [40, 50]),
        ("(;AW[aa])(;C[only said])(;B[ee])(;B[dd])", 1, [40]),
        (";B[ba];W[aa](;B[ab]C[lost])(;B[ee];W[ff])", 3, [1, 0, 40, 50]),
        (";B[ba](;W[aa](;B[zz])(;B[yy]))(;W[ff])", None, [1, 0]),
        ("(;B[ee])(;B[ee];W[ff])", None, [40, 50]),
        ("(;B[ee];W[ff])(;B[zz])", None, [40, 50]),
    ],
)
def test_a_variation_that_takes_the_place_of_the_main_line_is_told_of_first(
    moves: str, number: int | None, line: list[int]
):
    result = read_one(f"(;SZ[9]{moves})")
    assert [node.move for node in result.game.main_line()[1:]] == line
    told = [(p.kind, p.move_number) for p in result.problems if p.kind is ProblemKind.MAIN_LINE]
    assert told == ([] if number is None else [(ProblemKind.MAIN_LINE, number)])
    if told:
        said = result.problems[0].describe(Size(9, 9))
        assert f"The main line can't be read from move {number} on" in said


@pytest.mark.parametrize(
    "moves, kind, number",
    [
        (";B[ee];W[]", ProblemKind.PASS, 2),
        (";B[tt]", ProblemKind.PASS, 1),
        (";B[ee];B[ff]", ProblemKind.WRONG_COLOR, 2),
        (";W[ee]", ProblemKind.WRONG_COLOR, 1),
        (";B[ee];W[jj]", ProblemKind.BAD_POINT, 2),
        (";B[40]", ProblemKind.BAD_POINT, 1),
        (";B[e]", ProblemKind.BAD_POINT, 1),
        (";B[ee];AW[aa]", ProblemKind.SETUP, 2),
        (";B[ee];W[ee]", ProblemKind.ILLEGAL_MOVE, 2),
    ],
)
def test_a_line_is_read_up_to_what_makes_no_sense(moves, kind, number):
    result = read_one(f"(;SZ[9]{moves};B[aa])")
    assert [(p.kind, p.move_number) for p in result.problems] == [(kind, number)]
    assert len(result.game.main_line()) == number
    assert result.problems[0].describe(Size(9, 9)).endswith(".")


def test_nodes_without_a_move_speak_of_the_move_before():
    game = read_one("(;SZ[9];C[a];B[ee]C[b];C[c]LB[aa:1];W[ff])").game
    assert [node.comment for node in game.main_line()] == ["a", "b\nc", ""]


def test_positions_have_names_in_one_line():
    """Also where several nodes of a file name one position, and whatever stands in a name."""
    written = "(;SZ[9]N[The\nstart];B[ee]N[a]N[];N[b\\]]C[c];W[ff])"
    game = read_one(written).game
    assert [node.name for node in game.main_line()] == ["The start", "a / b]", ""]
    assert game.main_line()[1].comment == "c" and not any(node.foreign for node in game.root.subtree())
    game.call(game.cursor, "定式 [1]: \\")
    assert same_tree(again(game).root, game.root)


@pytest.mark.parametrize(("written", "read"), [("2", 2), ("3", 3), ("4", 0), ("-1", 0), ("some", 0)])
def test_the_random_moves_of_an_opening_are_kept_if_they_can_be(written: str, read: int):
    game = read_one(f"(;SZ[9]BWO[{written}];B[aa];W[ee];B[ii])").game
    assert game.random_moves == read and game.root.foreign == {}
    assert again(game).random_moves == read
    assert (b"BWO" in sgf.write(game)) == (read > 0)


def test_the_same_move_twice_is_one_variation():
    game = read_one("(;SZ[9](;B[ee];W[ff])(;B[ee];W[gg]))").game
    assert len(game.root.children) == 1 and len(game.root.children[0].children) == 2


# --- Marks ---------------------------------------------------------------------------------------------------------


def test_marks_are_read_and_written():
    text = "(;SZ[9]TR[aa]CR[ba];B[ee]SQ[ee][ab:bc]MA[ia]LB[ac:A][ad:a long one\\:\\]])"
    game = read_one(text).game
    root, node = game.main_line()
    assert root.marks == {0: Shape.TRIANGLE, 1: Shape.CIRCLE}
    squares = dict.fromkeys((9, 10, 19, 40), Shape.SQUARE)
    assert node.marks == squares | {8: Shape.CROSS, 18: "A", 27: "a long one:]"}, "a label wins over a shape"
    assert same_tree(again(game).root, game.root)
    assert b"SQ[ab][bb][bc][ee]" in sgf.write(game) and not root.foreign and not node.foreign


def test_of_several_marks_on_a_point_one_is_left():
    """A label, in whichever order they stand; of two labels or shapes the later one. A node without a move speaks of the move before."""
    game = read_one("(;SZ[9]LB[aa:1][bb:2]TR[aa][cc]SQ[cc];LB[bb:3])").game
    assert game.root.marks == {0: "1", 10: "3", 20: Shape.SQUARE} and game.root.foreign == {}
    assert same_tree(again(game).root, game.root)


@pytest.mark.parametrize("value", ["zz", "", "tt", "a", "aa:zz", "bb:aa", "aa:ii:cc"])
def test_marks_on_no_point_are_kept_as_they_are(value: str):
    game = read_one(f"(;SZ[9]TR[{value}][ba];B[ee])").game
    assert game.root.marks == {1: Shape.TRIANGLE} and game.root.foreign == {"TR": [value.encode()]}
    assert same_tree(again(game).root, game.root)
    game.mark(game.root, {})
    assert same_tree(again(game).root, game.root), "also beside no mark that was read"


@pytest.mark.parametrize("value", ["", "aa", "aa:", "aa: ", "zz:A", ":A"])
def test_labels_without_a_point_or_a_text_are_kept_as_they_are(value: str):
    game = read_one(f"(;SZ[9]LB[{value}][ba:bb];B[ee])").game
    assert game.root.marks == {1: "bb"} and game.root.foreign == {"LB": [value.encode()]}
    assert same_tree(again(game).root, game.root)


def test_a_file_can_not_ask_for_any_number_of_marks(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(reading, "MOST_MARKS", 100)
    game = read_one("(;SZ[9]TR[aa:ii];B[ee]TR[aa:ii][aa:ja][aa:ia])").game
    first, second = game.main_line()
    assert len(first.marks) == 81 and len(second.marks) == 9
    assert second.foreign == {"TR": [b"aa:ii", b"aa:ja"]} and same_tree(again(game).root, game.root)


# --- Set-up, sizes, other dialects ---------------------------------------------------------------------------------


def test_set_up_positions_survive():
    game = read_one("(;SZ[9]AB[aa:ca][ee]AW[gg][hh][ii];W[bb])").game
    assert str(game.root.position).splitlines()[0] == "XXX......"
    assert same_tree(game.root, again(game).root)


@pytest.mark.parametrize("text", ["(;SZ[9]AB[aa][bb])", "(;SZ[9]AB[zz])", "(;SZ[9]AW[aa]AB[ab][ba])"])
def test_impossible_set_ups_are_refused(text: str):
    with pytest.raises(RecordError, match=r"\.$"):
        sgf.read(text.encode())


def test_a_side_to_move_that_cannot_be_is_a_problem():
    assert kinds(read_one("(;SZ[9]PL[W];B[ee])")) == [ProblemKind.SETUP]


@pytest.mark.parametrize("text, size", [("9", Size(9, 9)), ("5:4", Size(4, 5)), (" 19 ", Size(19, 19))])
def test_sizes(text, size):
    assert read_one(f"(;SZ[{text}])").game.size == (Size(9, 9) if text == "9" else size)


def test_a_missing_size_is_guessed_from_the_moves():
    small, large = read_one("(;;B[ii])"), read_one("(;;B[pd])")
    assert (small.game.size, large.game.size) == (Size(9, 9), Size(19, 19))
    assert kinds(small) == kinds(large) == [ProblemKind.SIZE]


@pytest.mark.parametrize(
    "text", ["(;SZ[20])", "(;SZ[1])", "(;SZ[x])", "(;SZ[])(", "(;SZ[9:9:9])", "(;GM[othello_8x8])"]
)
def test_boards_and_games_that_cannot_be(text):
    if text == "(;SZ[])(":
        assert read_one(text).game.size == Size(9, 9)
        return
    with pytest.raises(RecordError, match=r"\.$"):
        sgf.read(text.encode())


def test_minizero_counts_points_from_the_bottom():
    game = read_one("(;FF[4]GM[nogo_9x9]RE[-1.000];B[0]P[1:2];W[80];B[40])").game
    names = [parse_point(name, game.size) for name in ("A1", "I9", "E5")]
    assert [node.move for node in game.main_line()[1:]] == names
    assert game.result and game.result.winner is Color.WHITE
    assert read_one(sgf.write(game)).game.position == game.position


def test_games_without_a_number_are_read():
    for text in ("(;SZ[9];B[ee])", "(;GM[]SZ[9];B[ee])", "(;GM[40]SZ[9];B[ee])"):
        assert read_one(text).game.position.ply == 1


def test_time_controls_survive():
    for control in (TimeControl(900), TimeControl(None, 10.5), TimeControl(60, 2), TimeControl(0.00001)):
        game = Game()
        game.time_control = control
        assert again(game).time_control == control
    assert again(read_one("(;SZ[9]TM[0]OT[5x30 byo-yomi])").game).root.foreign == {
        "TM": [b"0"],
        "OT": [b"5x30 byo-yomi"],
    }


# --- Analysis ------------------------------------------------------------------------------------------------------


def test_analysis_survives():
    game = Game()
    game.play(40)
    line = (
        Candidate(0, 30, 0.1, 1 / 3, Proof.WIN, (0, 1, 2)),
        Candidate(80, 1, 1e-9, -1.0, Proof.LOSS, (80,)),
    )
    decisions = [
        Decision(0, line, 0.25, None, 100, 131, 1.5),
        Decision(None, (), -1.0, Proof.LOSS),
        Decision(3, value_to_move=0.1462),
        Decision(None, value_to_move=0.5),
    ]
    for decision in decisions:
        game.cursor.analysis = decision
        assert again(game).cursor.analysis == decision
    assert b"SBKV[25.00]" in sgf.write(game)  # White to move thinks it wins 75 %


OWN = Decision(3, (Candidate(3, 30, 0.1, 0.25),), 0.25, visits=30, by="uct")


@pytest.mark.parametrize("player_now", ["uct", "rave"])
def test_what_a_player_thought_stays_beside_the_analysis_of_another(player_now: str):
    """Whoever analyses after that and plays that side by then; what other programs show is the analysis."""
    game = Game()
    game.black_name = "uct"
    game.keep_thought(game.root, OWN)
    game.keep_analysis(game.root, OWN)
    assert b"BWM" not in sgf.write(game), "it is told once"
    game.black_name = player_now
    game = again(game)
    assert game.root.thought == game.root.analysis == OWN
    for analysis in (
        Decision(4, value_to_move=0.5, visits=99, by="zero"),
        Decision(5, visits=999, by="alphabeta"),
    ):
        game.keep_analysis(game.root, analysis)
        assert game.root.thought == OWN == again(game).root.thought
        assert again(game).root.analysis == analysis
    assert b"SBKV[50.00]" in sgf.write(game)


def test_what_a_record_says_stays_beside_an_analysis():
    """Whoever said it there; an analysis of before gives way to the next one."""
    game = read_one('(;SZ[9]PB[uct]PW[A];B[ee]SBKV[75];W[ec]BWA[{"n":9,"v":0.5,"b":"rave"}])').game
    for node in game.main_line()[1:]:
        game.keep_analysis(node, Decision(4, value_to_move=0.5, visits=99, by="zero"))
    first, second = again(game).main_line()[1:]
    assert first.thought == Decision(None, value_to_move=-0.5) and second.thought is None


def test_thoughts_of_a_player_stand_for_an_analysis_where_there_is_none():
    text = '(;SZ[9]PB[uct];B[ee]BWM[{"n":9,"v":0.5,"b":"rave"}])'
    node = again(read_one(text).game).cursor
    assert node.analysis == node.thought == Decision(None, value_to_move=0.5, visits=9, by="rave")


@pytest.mark.parametrize(
    "text",
    [
        *("", "[]", "{", '{"c":[{}\\]}', '{"v":"x"}', '{"v":NaN}', '{"m":5}', '{"n":1e99}', "[" * 9999),
        '{"m":"aa","c":[{"m":"zz"}\\]}',
    ],
)
def test_analysis_that_is_not_ours_is_kept(text):
    raw = text.replace("]", "\\]") if "\\" not in text else text
    game = read_one(f"(;SZ[9];B[ee]BWA[{raw}])").game
    assert game.cursor.analysis is None
    assert again(game).cursor.foreign == game.cursor.foreign == {"BWA": [raw.encode()]}


# --- Encodings -----------------------------------------------------------------------------------------------------

CHINESE = {"gb18030": "先手队与后手队，北京", "big5": "先手隊與後手隊，臺北許功蓋"}


@pytest.mark.parametrize("codec", ["utf-8", "utf-8-sig", "utf-16", "gb18030", "big5"])
@pytest.mark.parametrize("declared", ["", "CA[{}]", "CA[UTF-8]"])
def test_encodings(codec, declared):
    name = CHINESE.get(codec, "张三 ñ")
    text = f"(;{declared.format(codec)}SZ[9]PB[{name}]C[{name}\\]];B[ee])"
    result = read_one(text.encode(codec))
    assert result.game.black_name == name
    assert result.game.root.comment == name + "]"
    assert result.game.position.ply == 1
    wrong = declared == "CA[UTF-8]" and codec in CHINESE
    assert kinds(result) == ([ProblemKind.ENCODING] if wrong else [])


def test_latin_1_is_the_last_resort():
    for declared, expected in (
        ("", [ProblemKind.ENCODING]),
        ("CA[ISO-8859-1]", []),
        ("CA[nonsense]", [ProblemKind.ENCODING]),
    ):
        result = read_one(f"(;{declared}SZ[9]PB[Jos\xe9];B[ee])".encode("latin-1"))
        assert result.game.black_name == "José" and kinds(result) == expected


@pytest.mark.parametrize("codec", ["utf-8", "gb18030", "big5"])
def test_one_damaged_character_leaves_the_others(codec: str):
    name = CHINESE.get(codec, "先手队")
    damaged = f"(;SZ[9]PB[{name}]PW[x]C[{name}];B[ee])".encode(codec).replace(b"PW[x", b"PW[\xff")
    result = read_one(damaged)
    assert (result.game.black_name, result.game.root.comment) == (name, name)
    assert kinds(result) == [ProblemKind.ENCODING], "it is not read as it was meant"


def test_latin_1_with_letters_that_could_be_chinese_is_not_taken_for_it():
    result = read_one("(;SZ[9]PB[¡Hola!]PW[¿Qué tal, José?];B[ee])".encode("latin-1"))
    assert (result.game.black_name, result.game.white_name) == ("¡Hola!", "¿Qué tal, José?")


@pytest.mark.parametrize("codec", CHINESE)
def test_characters_far_behind_the_beginning_tell_the_encoding(codec: str):
    result = read_one(f"(;SZ[9]C[{'x' * 150_000}];B[ee]C[{CHINESE[codec]}])".encode(codec))
    assert result.game.cursor.comment == CHINESE[codec] and result.problems == ()


# --- Torn files, collections, anything at all ----------------------------------------------------------------------


@pytest.mark.parametrize(
    "text, moves",
    [
        ("(;SZ[9];B[ee];W[ff]", 2),
        ("(;SZ[9];B[ee];W[f", 1),
        ("(;SZ[9];B[ee];W", 1),
        ("(;SZ[9];B[ee]C[unclosed \\] ;W", 1),
        ("(;SZ[9];B[ee](;W[ff]", 2),
        ("(;SZ[9];B[ee] 5 ;W[ff])", 1),
    ],
)
def test_torn_files_are_read_up_to_the_tear(text, moves):
    result = read_one(text)
    assert kinds(result) == [ProblemKind.BROKEN_OFF]
    assert len(result.game.main_line()) == moves + 1


def test_every_beginning_of_a_record_is_read_or_refused():
    data = FULL.encode()
    for end in range(len(data)):
        try:
            sgf.read(data[:end])
        except RecordError:
            assert end < 20


def test_collections():
    results = sgf.read(b"junk (;SZ[9];B[ee])(;SZ[5];B[aa];W[bb]) (;SZ[99])")
    assert [len(result.game.main_line()) for result in results] == [2, 3]
    assert kinds(results[0]) == [ProblemKind.SKIPPED]
    assert "game 3" in results[0].problems[0].describe(Size(9, 9))
    assert [result.number for result in sgf.read(b"(;SZ[99])(;SZ[5];B[aa])")] == [2]


def test_one_game_of_a_file_takes_another_place_and_all_else_stays(tmp_path: Path):
    """Where that can't be told for certain nothing is changed."""
    path, game = tmp_path / "games.sgf", random_game(3, Size(5, 5))
    parts = [b"(;SZ[5];B[aa])", b"(;SZ[5] ;B[bb]C[\xe4\xb8\x8d\xe5\x9b\xb4])", b"(;SZ[5];B[cc])"]
    path.write_bytes(b"Mine:\r\n" + b"\r\n".join(parts) + b"\r\n")
    changed = with_game(path, 2, parts[1], game)
    assert changed == path.read_bytes().replace(parts[1], sgf.write(game).strip())
    for data in (
        b"".join(parts).decode().encode("gb18030"),
        parts[0] + parts[2],
        parts[0],
        b"".join(parts[1:]),
    ):
        path.write_bytes(data)
        assert with_game(path, 2, parts[1], game) is None


def test_of_a_game_that_a_file_holds_twice_the_one_that_is_meant_is_changed(tmp_path: Path):
    path, game = tmp_path / "games.sgf", random_game(3, Size(5, 5))
    once, other, record = b"(;SZ[5];B[aa])", b"(;SZ[5];B[bb])", sgf.write(game).strip()
    path.write_bytes(b"\n".join((once, other, once)) + b"\n")
    assert with_game(path, 1, once, game) == b"\n".join((record, other, once)) + b"\n"
    assert with_game(path, 3, once, game) == b"\n".join((once, other, record)) + b"\n"
    assert without_games(path, {1: once}) == b"\n".join((b"", other, once)) + b"\n"
    assert without_games(path, {3: once}) == b"\n".join((once, other, b"")) + b"\n"
    for number in (0, 2, 4):
        assert with_game(path, number, once, game) is None and without_games(path, {number: once}) is None


def test_one_game_is_taken_out_of_a_file_and_all_else_stays(tmp_path: Path):
    """Where that can't be told for certain nothing is."""
    path = tmp_path / "games.sgf"
    parts = [b"(;SZ[5];B[aa])", b"(;SZ[5] ;B[bb]C[\xe4\xb8\x8d\xe5\x9b\xb4])", b"(;SZ[5];B[cc])"]
    path.write_bytes(b"Mine:\r\n" + b"\r\n".join(parts) + b"\r\n")
    left = without_games(path, {2: parts[1]})
    assert left is not None and left == path.read_bytes().replace(parts[1], b"")
    path.write_bytes(left)
    last = without_games(path, {2: parts[2]})
    assert last is not None and sgf.read(last)[0].game.main_line()[-1].move == 0
    for data in (b"".join(parts).decode().encode("gb18030"), parts[0] + parts[2]):
        path.write_bytes(data)
        assert without_games(path, {2: parts[1]}) is None


@pytest.mark.parametrize("tail", [b"", b"\n", b"\r\n", b" that's all (", b"["])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_games_are_added_behind_those_of_a_file_and_all_else_stays(tmp_path: Path, mark: bytes, tail: bytes):
    path, added = tmp_path / "games.sgf", [sgf.write(random_game(seed)).strip() for seed in (3, 4)]
    held = mark + b"Mine:\r\n(;SZ[5];B[aa]C[\xe4\xb8\x8d\xe5\x9b\xb4])\r\n(;SZ[5] ;B[bb])" + tail
    path.write_bytes(held)
    before = split(path)
    path.write_bytes(with_added(path, added))
    assert path.read_bytes().startswith(held) and split(path) == [*before, *added]


@pytest.mark.parametrize("held", [None, b"", b"\n"])
def test_games_begin_a_file_that_holds_nothing(tmp_path: Path, held: bytes | None):
    path, added = tmp_path / "games.sgf", [sgf.write(random_game(seed)).strip() for seed in (3, 4)]
    if held is not None:
        path.write_bytes(held)
    path.write_bytes(with_added(path, added))
    assert split(path) == added


@pytest.mark.parametrize(
    ("held", "said"),
    [
        (b"to buy: bread", "a.sgf can't be read as SGF."),
        (b"(;SZ[5]C[\0])", "a.sgf can't be read as SGF."),
        (b"(;SZ[5];B[aa])(;SZ[5];B[bb]", "A game in a.sgf breaks off."),
        (b"([NG][a][b][c][d][e];B[A1])", "a.sgf is a championship record, which holds one game alone."),
        ("(;SZ[5]C[不围棋])".encode("gb18030"), "a.sgf is not in UTF-8"),
        ("(;SZ[5]C[不围棋])".encode("utf-16"), "a.sgf is not in UTF-8"),
    ],
)
def test_no_game_is_added_to_what_is_no_sgf_in_utf8(tmp_path: Path, held: bytes, said: str):
    path = tmp_path / "a.sgf"
    path.write_bytes(held)
    with pytest.raises(RecordError, match=re.escape(said)):
        with_added(path, [b"(;SZ[5])"])


def test_a_file_does_not_grow_beyond_what_can_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    path = tmp_path / "a.sgf"
    path.write_bytes(b"(;SZ[5])")
    monkeypatch.setattr(sgf, "MAX_GAMES", 2)
    assert with_added(path, [b"(;SZ[5])"]).count(b"SZ") == 2
    with pytest.raises(RecordError, match="more than 2 games"):
        with_added(path, [b"(;SZ[5])"] * 2)
    monkeypatch.setattr("core.records.MAX_BYTES", 1_000_000)
    with pytest.raises(RecordError, match="larger than 1 MB"):
        with_added(path, [b"(;C[" + b"a" * 999_990 + b"])"])


def test_a_record_stands_beside_others_as_it_is_but_for_its_encoding():
    said = "(;SZ[5]C[CA[x\\]]CoA[GB2312] [more]AP[其他];CA[Big5])"
    written = said.replace("CoA[GB2312]", "CoA[UTF-8]").encode()
    assert for_collection(said.encode("gb18030"), "a") == for_collection(said.encode(), "a") == written
    assert for_collection(b"junk (;SZ[5];B[aa]) ", "a") == b"(;SZ[5];B[aa])"
    for record in (b"(;SZ[5];B[aa]", b"nothing"):
        with pytest.raises(RecordError):
            for_collection(record, "a")


def test_a_championship_record_stands_beside_others_as_sgf():
    game = Game()
    game.play(40)
    game.black_name = "甲队"
    (read,) = sgf.read(for_collection(championship.write(game).encode(), "a"))
    assert read.game.black_name == "甲队" and same_tree(read.game.root, game.root)
    with pytest.raises(RecordError, match=re.escape("a.txt can't be read whole.")):
        for_collection(b"([NG][a][b][c][d][e];B[A1];B[A2])", "a.txt")


def test_reading_many_games_can_be_ended_between_two():
    """So that whoever reads a long collection can be stopped."""
    begun = []

    def stop_at_the_third() -> None:
        begun.append(len(begun))
        if len(begun) == 3:
            raise InterruptedError

    with pytest.raises(InterruptedError):
        sgf.read(b"(;SZ[9];B[ee])" * 50, stop_at_the_third)
    assert begun == [0, 1, 2]


def test_the_mark_of_a_folder_tells_of_records_that_may_not_be_looked_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    (tmp_path / "one.sgf").write_text("(;SZ[9])")
    marks = {fingerprint(tmp_path, [tmp_path / "one.sgf"])}

    def refuse(self: Path, **_more: object) -> os.stat_result:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(self))

    monkeypatch.setattr(Path, "stat", refuse)
    marks.add(fingerprint(tmp_path, [tmp_path / "one.sgf"]))
    assert len(marks) == 2


def test_games_beyond_the_most_that_are_read_are_told_of(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("core.records.sgf.reading.MAX_GAMES", 2)
    results = sgf.read(b"(;SZ[9];B[ee])" * 4)
    assert [result.number for result in results] == [1, 2]
    assert kinds(results[0]) == [ProblemKind.SKIPPED] and "the first 2" in results[0].problems[0].text
    assert sgf.read(b"(;SZ[9];B[ee])" * 2)[0].problems == ()


def test_a_move_is_looked_at_once_and_not_counted_from_the_root(monkeypatch: pytest.MonkeyPatch):
    """Most of the time of reading went into that."""
    data = sgf.write(random_game(3, Size(9, 9)))
    asked = []
    loss = Position.loss
    monkeypatch.setattr(Position, "loss", lambda self, point: asked.append(point) or loss(self, point))
    monkeypatch.setattr(Node, "number", property(lambda self: pytest.fail("it was counted")))
    (result,) = sgf.read(data)
    assert len(asked) == sum(1 for _ in result.game.root.subtree()) - 1


PIECES = ["(", ")", ";", "(;", " ", "AB", "b", "[x]", "[(;)]", "[a\\]]", "[", "]", "\\", "1", "\n", "é"]


@given(st.lists(st.sampled_from(PIECES)))
def test_a_collection_is_divided_where_its_games_end_for_the_library(pieces: list[str]):
    """Which knows no names with digits, and does not tell what breaks off."""
    data = "".join(pieces).encode()
    assume(not re.search(rb"[A-Za-z]1", data))
    parts, place, is_whole = [], 0, True
    while is_whole and (found := re.search(rb"\(\s*;", data[place:])):
        start = place + found.start()
        tokens, place = sgf_grammar.tokenise(data, start)
        parts.append(data[start:place].strip())
        is_whole = tokens.count(("D", b"(")) == tokens.count(("D", b")"))
    assert sgf.split(data) == parts


@given(st.lists(st.sampled_from([*PIECES, "GameOver", "[]"])))
def test_a_game_has_the_nodes_that_it_has_for_the_library(pieces: list[str]):
    data = ("(;" + "".join(pieces) + ")").encode()
    assume(not re.search(rb"[A-Za-z]1", data))
    try:
        nodes = sgf_grammar.parse_sgf_game(data).sequence
    except ValueError:
        return
    for node in nodes:
        node.pop("", None)
    start, end, _ = next(games_in(data))
    assert [node.properties for node in nodes_of(data, start, end)][: len(nodes)] == nodes


def test_names_with_digits_are_kept_and_nothing_is_lost_after_them():
    """As LizzieYzy writes them for two engines."""
    text = "(;SZ[9];B[ee]LZ2[0.5 1k\nE5 v]LZOP2[x](;W[ff]LZ2[y];B[cc])(;W[dd]))(;SZ[5];B[aa])"
    first, second = sgf.read(text.encode())
    assert first.problems == second.problems == ()
    assert [len(first.game.main_line()), len(second.game.main_line())] == [4, 2]
    assert first.game.main_line()[1].foreign == {"LZ2": [b"0.5 1k\nE5 v"], "LZOP2": [b"x"]}
    assert same_tree(first.game.root, again(first.game).root)
    assert len(sgf.split(text.encode())) == 2


TORN = "(;GM[1]SZ[9];B[ee](;W[ff] 5 ;B[dd])(;W[gg]))"


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        (f"{TORN}(;SZ[9];B[aa])(;FF[4]PB[x]SZ[9];B[bb];W[cc])", [2, 1, 2]),
        (f"(;SZ[9];B[ee]{TORN}(;AP[x:(;SZ\\]2]GM[1]SZ[9];B[aa])", [1, 2, 1]),
        ("(;SZ[9];B[ee](;W[ff](;SZ[9];B[aa](;W[bb](;SZ[9];B[cc])", [2, 2, 1]),
        ("(;SZ[9];B[ee](;W[ff])(;W[gg](;SZ[9];B[aa])(;SZ[9];B[bb]))", [2, 1, 1]),
        (f"{TORN}(;B[aa])", [2]),
        (f"{TORN}(;SZ[9", [2]),
        ("(;SZ[9];B[ee]C[a (;SZ[9];B[aa]) (;SZ[9];B[bb])", [1, 1]),
    ],
)
def test_after_a_torn_game_the_others_are_read(text: str, moves: list[int]):
    """They are told from its variations by their roots, alike where they are read and where they are listed."""
    results = sgf.read(text.encode())
    assert [len(result.game.main_line()) - 1 for result in results] == moves
    parts = sgf.split(text.encode())
    assert [len(read_one(part).game.main_line()) - 1 for part in parts] == moves


def test_each_torn_game_tells_where_it_breaks_off():
    first, second, third = sgf.read(f"{TORN}(;SZ[9];B[aa] (;SZ[9];B[bb])".encode())
    assert kinds(first) == kinds(second) == [ProblemKind.BROKEN_OFF] and third.problems == ()
    assert first.problems[0].text.startswith("5 ;B[dd]")
    assert second.problems[0].text.startswith("(;SZ[9]")
    assert [result.number for result in (first, second, third)] == [1, 2, 3]


def test_a_whole_game_may_speak_of_the_board_in_a_variation():
    assert len(read_one("(;C[x](;SZ[9]GM[1];B[ee])(;B[dd]))").game.root.children) == 2


def test_a_losing_point_beside_the_board_is_not_believed():
    result = read_one("(;SZ[9]RE[W+]BWR[capture:500];B[aa])").game.result
    assert result is not None and (result.reason, result.loss) == (Reason.CAPTURE, None)


def test_deep_and_wide_trees():
    deep = read_one("(;SZ[9]" + "(;C[x]" * 3000 + ")" * 3001)
    assert deep.problems == () and len(deep.game.root.children) == 0
    wide = read_one(
        "(;SZ[19]" + "".join(f"(;B[{chr(97 + i // 19)}{chr(97 + i % 19)}])" for i in range(361)) + ")"
    )
    assert len(wide.game.root.children) == 361
    assert same_tree(wide.game.root, again(wide.game).root)


def test_many_openings_do_not_take_forever():
    for opening in (b"(;C[", b"(;SZ[\\", b"(;SZ[9]1(;C["):
        data = b"(;SZ[9]" + opening * 50_000
        assert sgf.read(data) and sgf.split(data)


@pytest.mark.parametrize("mark", [b"(", b";", b"["])
def test_a_file_of_too_many_marks_is_refused(mark: bytes, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(reading, "MAX_TOKENS", 100)
    within = b"(;SZ[9]C["  # four of them
    assert sgf.read(within + 96 * mark)
    with pytest.raises(RecordError, match="too much for one file"):
        sgf.read(within + 97 * mark)


def test_a_losing_move_off_the_board_is_told_by_what_the_file_says():
    """Its point has no name on the board."""
    loss = Loss(LossKind.OFF_BOARD, 99)
    said = Problem(ProblemKind.ILLEGAL_MOVE, 3, "zz", loss=loss).describe(Size(9, 9))
    assert "'zz' loses by the rules" in said


@settings(max_examples=150)
@given(st.binary(max_size=200))
def test_any_bytes(data):
    for begin in (b"", b"(;", b"(;SZ[5];B[aa]"):
        try:
            sgf.read(begin + data)
        except RecordError as error:
            assert str(error)


@settings(max_examples=200)
@given(
    st.integers(0, 2**32),
    st.lists(
        st.tuples(st.floats(0, 0.999), st.sampled_from(b"()[];\\:BWCaet9\xe9 "), st.booleans()), max_size=6
    ),
)
def test_damaged_records(seed, wounds):
    data = bytearray(FULL.encode() if seed % 2 else sgf.write(random_game(seed, Size(5, 5))))
    for where, byte, insert in wounds:
        place = int(where * len(data))
        data[place : place + (not insert)] = bytes([byte])
    try:
        results = sgf.read(bytes(data))
    except RecordError:
        return
    for result in results:
        assert all(problem.describe(result.game.size) for problem in result.problems)
        written = sgf.write(result.game)
        read = read_one(written).game
        assert sgf.write(read) == written
        assert read.result == result.game.result


TEXTS = st.text(
    st.one_of(st.characters(blacklist_categories=("Cc", "Cs")), st.sampled_from("\\]:[;() \n")), max_size=50
)
"""Without control characters but for ends of lines, and with all signs that mean something to SGF."""


@given(TEXTS, TEXTS)
def test_any_text_is_kept(comment, name):
    """A comment as it is, a name in one line without spaces around it."""
    game = Game()
    game.black_name = name
    game.root.comment = comment
    read = again(game)
    assert read.root.comment == comment
    assert read.black_name == name.replace("\n", " ").strip()


@given(
    st.dictionaries(
        st.integers(0, 80),
        st.one_of(st.sampled_from(Shape), TEXTS.filter(lambda text: text.strip() and "\n" not in text)),
    )
)
def test_any_marks_are_kept(marks):
    """Labels without spaces around them."""
    game = Game()
    game.mark(game.root, marks)
    read = again(game).root
    assert read.foreign == {}
    assert read.marks == {
        point: mark if isinstance(mark, Shape) else mark.strip() for point, mark in marks.items()
    }


@given(st.text(max_size=50), st.text(max_size=50))
def test_whatever_is_in_a_text_it_is_written_alike_once_it_was_read(comment, name):
    game = Game()
    game.black_name = name
    game.root.comment = comment
    read = again(game)
    assert sgf.write(read) == sgf.write(again(read))


# --- Files ---------------------------------------------------------------------------------------------------------


def test_files(tmp_path):
    game = read_one(FULL).game
    path = tmp_path / "game.SGF"
    assert save(game, path) == ()
    (result,) = load(path)
    assert same_tree(game.root, result.game.root)
    renamed = tmp_path / "any.name"
    path.rename(renamed)
    assert load(renamed)[0].game.black_name == "张三"


def test_of_a_file_with_torn_games_importers_get_all_and_where_they_break_off(tmp_path: Path):
    path = tmp_path / "games.sgf"
    path.write_text("(;SZ[9];B[ee])(;SZ[9];B[bb] 5 ;W[cc])(;SZ[5];B[aa] (;SZ[9];B[dd])")
    games, unusable = usable_games(path, Size(9, 9))
    assert [game.position.moves for game in games] == [(40,), (10,), (30,)]
    told = [entry.reason for entry in unusable]
    assert len(told) == 2 and told[0].startswith("Game 2: The record breaks off near '5 ;W[cc]")
    assert told[1].startswith("Game 3: It is played on 5x5") and "breaks off near '(;SZ[9]" in told[1]
    assert all(isinstance(reason, Sentence) for reason in told), (
        "so that the window can say it in its language"
    )
    path.write_text("(;SZ[9];B[ee]")
    assert [entry.reason for entry in usable_games(path, Size(9, 9))[1]] == [
        "The record breaks off; what stands before that is read."
    ]


@pytest.mark.parametrize("header", ["", "SZ[9]PB[José]"])
def test_of_a_game_that_is_not_read_to_its_end_importers_get_the_beginning_and_why(
    header: str, tmp_path: Path
):
    path = tmp_path / "game.sgf"
    path.write_text(f"(;{header}RE[B+R];B[ee];W[ff];W[aa];B[bb])", "latin-1")
    (game,), (entry,) = usable_games(path, Size(9, 9))
    assert game.position.moves == (40, 50)
    assert entry.reason == "Move 3 'W[aa]' is of the side that has just moved; the line ends before it."
    path.write_text(f"(;{header};B[ba];W[aa];B[ab])", "latin-1")
    (game,), unusable = usable_games(path, Size(9, 9))
    assert game.result is not None and unusable == [], "the move that lost is its end"


def test_of_a_game_whose_moves_were_all_taken_back_importers_say_that_it_has_none(tmp_path: Path):
    match = Match()
    match.play(40)
    match.undo()
    path = tmp_path / "game.sgf"
    save(match.game, path)
    games, (entry,) = usable_games(path, Size(9, 9))
    assert games == [] and entry.reason == "It has no move that can be played."


def test_of_thousands_of_lines_that_end_early_importers_tell_the_first(tmp_path: Path):
    path = tmp_path / "game.sgf"
    path.write_text(f"(;SZ[9];B[ee]{'(;W[zz])' * 2000})")
    for size in (Size(9, 9), Size(5, 5)):
        ((entry,),) = usable_games(path, size)[1:]
        assert isinstance(entry.reason, Sentence) and "Move 2 'W[zz]'" in entry.reason
        assert Sentence.from_json(entry.reason.to_json()) == entry.reason


def test_files_that_are_none(tmp_path):
    cases = {"empty": b" \n", "binary": b"\x89PNG\0\0(;", "prose": b"hello", "huge": b"(;" + b" " * MAX_BYTES}
    for name, data in cases.items():
        path = tmp_path / name
        path.write_bytes(data)
        with pytest.raises(RecordError, match=name):
            load(path)
    for path in (tmp_path / "missing.sgf", tmp_path):
        with pytest.raises(RecordError, match="can't be read"):
            load(path)
    with pytest.raises(RecordError):
        save(Game(), tmp_path / "game.png")
    with pytest.raises(OSError):
        save(Game(), tmp_path / "no" / "folder.sgf")


@pytest.mark.parametrize("name", ["game.sgf", "game.txt"])
def test_a_record_that_is_read_only_stays_as_it_is(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    path, asked = tmp_path / name, []
    path.write_text("mine")
    path.chmod(0o444)
    # whoever is root may write all the same
    monkeypatch.setattr("os.access", lambda *given: asked.append(given))
    with pytest.raises(PermissionError) as raised:
        save(Game(), path)
    assert raised.value.filename == str(path)
    assert path.read_text() == "mine" and asked == [(path, os.W_OK)]


def test_a_first_move_in_the_root_carries_no_names_of_its_own():
    """Scripts write it there; the names that it was read with would stand beside those that are given later."""
    (read,) = sgf.read(b"(;SZ[9]PB[one]PW[two]RE[B+R]B[ee];W[dd])")
    read.game.black_name = "three"
    written = sgf.write(read.game)
    assert b"PB[three]" in written and b"PB[one]" not in written and written.count(b"PW[") == 1
    assert written.count(b"RE[") == 1


def test_the_reading_of_one_large_game_can_be_ended():
    """By whoever is told of it meanwhile."""

    class Enough(Exception):
        pass

    def look() -> None:
        looks.append(1)
        if len(looks) == enough:
            raise Enough

    data = b"(;GM[1]SZ[9]" + b";C[a]" * (3 * NODES_BETWEEN) + b")"
    looks, enough = [], -1
    sgf.read(data, look)
    for last in (len(looks) // 4, len(looks)):  # its nodes are taken apart, and then put in their places
        looks, enough = [], last
        with pytest.raises(Enough):
            sgf.read(data, look)
    assert enough > 4


def test_games_of_a_file_are_looked_for_one_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Who asks for the first of thousands doesn't wait for the last. In the end there are the same as without turns, also where there is but one."""
    path = tmp_path / "many.sgf"
    record = b"(;GM[1]SZ[5];B[aa];W[bb])"
    for data in (record, b" \n".join([record] * 50), b"([NG][A][B]", b""):
        path.write_bytes(data)
        assert list(split_in_turns(path)) == split(path)
    looked_for, usual = [], parsing._end_of_game
    monkeypatch.setattr(parsing, "_end_of_game", lambda *place: looked_for.append(place) or usual(*place))
    path.write_bytes(record * 50)
    games = split_in_turns(path)
    assert next(games) == record and len(looked_for) <= 3
    assert len(list(games)) == 49

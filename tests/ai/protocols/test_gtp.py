import contextlib
import io
import tempfile
import threading
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ai.players import AiPlayer
from ai.players.pondering import PonderingPlayer
from ai.protocols import gtp_analysis
from ai.protocols.gogui import OVERLAY_SECONDS
from ai.protocols.gtp import GtpEngine
from ai.protocols.gtp_clock import GtpClock
from ai.wire.lines import Lines
from core import records
from core.player import Candidate, Decision, Limit, Proof
from core.position import Color, Position, Size
from tests.ai.protocols.dialogue import Said, Scripted, ThinksOn, pipe_of_lines
from tests.patience import PATIENCE_SECONDS, wait_until


class Dialogue:
    """An engine on a 3x3 board unless said otherwise."""

    def __init__(self, *moves: str, size: Size | None = None, player: AiPlayer | None = None):
        self.player = Scripted(*moves)
        self.said = Said()
        self.engine = GtpEngine(player or self.player, self.said.write, size or Size(3, 3))

    def ask(self, line: str) -> str:
        self.engine.answer(line)
        return self.said.take()

    def expect(self, line: str, answer: str) -> None:
        assert self.ask(line) == answer + "\n\n"


def test_introduction():
    talk = Dialogue()
    talk.expect("1 protocol_version", "=1 2")
    talk.expect("2 name", "=2 Buwei")
    assert talk.ask("version").endswith("(scripted)\n\n")
    talk.expect("known_command genmove", "= true")
    talk.expect("known_command gogui-rules_game_id", "= true")
    talk.expect("known_command kgs-chat", "= false")
    listed = talk.ask("list_commands")[2:].split()
    assert {"quit", "boardsize", "clear_board", "komi", "play", "genmove", "undo", "kata-analyze"} <= set(
        listed
    )
    for name in listed:
        talk.expect(f"known_command {name}", "= true")


def test_comments_tabs_carriage_returns_and_blank_lines():
    talk = Dialogue()
    assert talk.ask("") == talk.ask("   \t") == talk.ask("# name") == ""
    talk.expect("7\tname # who are you?\r", "=7 Buwei")
    talk.expect("na\x07me", "= Buwei")
    assert talk.ask("12") == ""


def test_a_game_is_played():
    talk = Dialogue("B2", "C1")
    talk.expect("komi 6.5", "= ")
    talk.expect("genmove b", "= B2")
    talk.expect("play W a1", "= ")
    talk.expect("GENMOVE b", "? unknown command")
    talk.expect("genmove Black", "= C1")
    talk.expect("gogui-rules_board", "= . . .\n. X .\nO . X")


def test_showboard():
    talk = Dialogue(size=Size(2, 3))
    talk.expect("showboard", "= \n   A B C\n 2 . . . 2\n 1 . . . 1\n   A B C\nBlack to move")
    talk.expect("play b c1", "= ")
    talk.expect("showboard", "= \n   A B C\n 2 . . . 2\n 1 . . X 1\n   A B C\nWhite to move, last move C1")


@pytest.mark.parametrize("move", ["b A1", "w A1", "b B1", "b pass", "b PASS", "w C3"])
def test_illegal_moves_change_nothing(move: str):
    talk = Dialogue()
    for stone in ("b A2", "w A1"):  # now B1 would capture, and it is Black's move
        talk.expect(f"play {stone}", "= ")
    board = talk.ask("showboard")
    talk.expect(f"play {move}", "? illegal move")
    assert talk.ask("showboard") == board
    talk.expect("gogui-rules_side_to_move", "= black")


@pytest.mark.parametrize(
    "line",
    ["play", "play b", "play b Z9", "play red A1", "play b A1 A2", "genmove", "genmove x", "komi", "komi much",
     "boardsize", "boardsize nine", "time_settings 1 2", "time_settings a b c", "time_settings -1 0 0",
     "time_left b 10", "loadsgf", "gg-undo many", "kata-analyze foo", "kata-analyze b 10 avoid", "play b I2",
     "boardsize nan", "komi inf", "kata-analyze interval 1e999", "gogui-setup b", "buwei-legal_points",
     pytest.param(f"boardsize {'1' * 400}", id="boardsize of 400 digits"), pytest.param(f"gg-undo -{'9' * 400}", id="undo of 400 digits")],
)  # fmt: skip
def test_syntax_errors(line: str):
    talk = Dialogue()
    talk.expect(f"5 {line}", "?5 syntax error")
    talk.expect("name", "= Buwei")


def test_the_side_that_has_no_move_resigns():
    talk = Dialogue(size=Size(2, 2))
    for move in ("b A1", "w B2", "b A2"):
        talk.expect(f"play {move}", "= ")
    talk.expect("gogui-rules_legal_moves", "= ")
    talk.expect("genmove w", "= resign")
    talk.expect("final_score", "= B+1")
    talk.expect("gogui-rules_final_result", "= Black wins: White has no legal move")
    assert talk.player.limits == []


def test_the_player_may_resign_or_fail():
    talk = Dialogue("resign", "fail")
    talk.expect("genmove b", "= resign")
    talk.expect("genmove b", "? the network is gone")
    talk.expect("genmove w", "? it is black's move")
    talk.expect("final_score", "? cannot score")


def test_undo():
    talk = Dialogue()
    talk.expect("undo", "? cannot undo")
    empty = talk.ask("showboard")
    for move in ("b A1", "w C3", "b A2"):
        talk.expect(f"play {move}", "= ")
    talk.expect("undo", "= ")
    talk.expect("gogui-rules_side_to_move", "= black")
    talk.expect("gg-undo 3", "? cannot undo")
    talk.expect("gg-undo 2", "= ")
    assert talk.ask("showboard") == empty


def test_undo_after_the_end_goes_on():
    talk = Dialogue(size=Size(2, 2))
    for move in ("b A1", "w B2", "b A2"):
        talk.expect(f"play {move}", "= ")
    talk.expect("undo", "= ")
    talk.expect("final_score", "? cannot score")


def test_board_sizes():
    talk = Dialogue()
    talk.expect("boardsize 5", "= ")
    talk.expect("gogui-rules_board_size", "= 5")
    talk.expect("rectangular_boardsize 4 3", "= ")  # columns, rows
    talk.expect("play b D3", "= ")
    talk.expect("gogui-rules_board_size", "? the board is not square")
    talk.expect("clear_board", "= ")
    talk.expect("gogui-rules_board", "= . . . .\n. . . .\n. . . .")
    for size in ("1", "20", "10", "0", "-5"):  # the player plays up to 9
        talk.expect(f"boardsize {size}", "? unacceptable size")


def test_reg_genmove_plays_nothing():
    talk = Dialogue("B2")
    talk.expect("reg_genmove b", "= B2")
    talk.expect("gogui-rules_side_to_move", "= black")


def test_a_player_that_breaks_does_not_end_the_engine():
    talk = Dialogue("break")
    talk.expect("genmove b", "? scripted: RuntimeError: an error that nobody foresaw")
    assert talk.ask("genmove b").startswith("= ")


def test_another_board_is_prepared_before_a_clock_runs(tmp_path: Path):
    talk = Dialogue()
    talk.expect("boardsize 3", "= ")
    assert talk.player.prepared == []
    talk.expect("boardsize 5", "= ")
    assert talk.player.prepared == [Size(5, 5)]
    (tmp_path / "game.sgf").write_text("(;FF[4]GM[1]SZ[4];B[aa])", "utf-8")
    for _ in range(2):
        talk.expect(f"loadsgf {tmp_path / 'game.sgf'}", "= ")
    assert talk.player.prepared == [Size(5, 5), Size(4, 4)]


def test_records(tmp_path: Path):
    talk = Dialogue()
    file = tmp_path / "a game.sgf"
    file.write_text("(;FF[4]GM[1]SZ[3]C[two\n\nparagraphs];B[aa];W[cc];B[ba])", "utf-8")
    talk.expect(f"loadsgf {file}", "= ")
    talk.expect("gogui-rules_board", "= X X .\n. . .\n. . O")
    talk.expect(f"loadsgf {file} 3", "= ")
    talk.expect("gogui-rules_board", "= X . .\n. . .\n. . O")
    written = talk.ask("printsgf")
    assert ";B[aa];W[cc])" in written and "RU[NoGo]" in written
    assert written.count("\n\n") == 1  # the one that ends the answer
    saved = tmp_path / "一局 1.sgf"
    talk.expect(f"printsgf {saved}", "= ")
    assert records.load(saved)[0].game.main_line()[-1].position.moves == (0, 8)
    talk.expect(f"printsgf {tmp_path / 'nowhere' / 'game.sgf'}", "? cannot write file")
    file.write_text("(;FF[4]GM[1]SZ[3];B[aa];BWH[]W[cc];B[ba])", "utf-8")
    talk.expect(f"loadsgf {file}", "= ")
    talk.expect("gogui-rules_board", "= X . .\n. . .\n. . O")
    talk.expect("loadsgf missing.sgf", "? cannot load file")
    talk.expect("loadsgf not\u3000here.sgf", "? cannot load file")
    talk.expect(f"loadsgf {'long' * 100} 3", "? cannot load file")
    (tmp_path / "bad.sgf").write_text("no game", "utf-8")
    talk.expect(f"loadsgf {tmp_path / 'bad.sgf'}", "? cannot load file")
    talk.expect("gogui-rules_board", "= X . .\n. . .\n. . O")


@pytest.mark.parametrize("name", ["第一局\u3000决赛.sgf", "two  spaces.sgf", "no\u00a0break 3.sgf"])
def test_records_stand_in_the_files_that_are_named(name: str, tmp_path: Path):
    talk = Dialogue()
    talk.expect("play b A3", "= ")
    talk.expect(f"\ufeff1 printsgf  {tmp_path / name} \r", "=1 ")
    assert [path.name for path in tmp_path.iterdir()] == [name]
    for number in ("", " 2", "  2\t# all of it"):
        talk.expect("clear_board", "= ")
        talk.expect(f"loadsgf\t{tmp_path / name}{number}", "= ")
        talk.expect("gogui-rules_board", "= X . .\n. . .\n. . .")


def test_sgf_of_a_finished_game_names_the_winner():
    talk = Dialogue(size=Size(2, 2))
    for move in ("b A1", "w B2", "b A2"):
        talk.expect(f"play {move}", "= ")
    assert "RE[B+]" in talk.ask("printsgf")


# --- overlays ------------------------------------------------------------------------------------------------------------


def test_gogui_can_ask_for_every_overlay_it_is_offered():
    talk = Dialogue()
    talk.expect("gogui-rules_game_id", "= NoGo")
    offered = talk.ask("gogui-analyze_commands")[2:].strip().splitlines()
    assert len(offered) == 9
    for line in offered:
        _, label, command = line.split("/")
        assert label and talk.ask(command).startswith("= ")


def test_legal_and_private_points():
    talk = Dialogue()
    for move in ("b A2", "w C3", "b B1"):
        talk.expect(f"play {move}", "= ")
    talk.expect("buwei-private_points black", "= A1")
    talk.expect("buwei-private_points w", "= ")
    talk.expect("buwei-legal_points white", "= A3 B3 B2 C2 C1")
    talk.expect("buwei-legal_points black", "= A3 B3 B2 C2 A1 C1")
    assert "private points: Black 1, White 0; open to both: 5" in talk.ask("buwei-points")


def test_win_rates_policy_and_variation():
    talk = Dialogue("B2", "B2", "B2")
    talk.expect("buwei-win_rates", "= COLOR #40bf40 B2\nLABEL B2 75\nCOLOR #bf4040 C1\nLABEL C1 25")
    talk.expect("buwei-policy", "= COLOR #00ff40 B2\nLABEL B2 60\nCOLOR #7f8040 C1\nLABEL C1 30")
    talk.expect("buwei-variation", "= VAR b B2 w A3\nTEXT 30 visits, 75%")


def test_gogui_sets_up_positions():
    talk = Dialogue()
    talk.expect("gogui-setup w A1 b B2 b C3", "= ")
    talk.expect("gogui-rules_board", "= . . X\n. X .\nO . .")
    talk.expect("gogui-setup_player w", "= ")
    talk.expect("gogui-setup_player b", "? it is white's move")
    assert talk.ask("gogui-setup b A1 b A2").startswith("? 2 black and 0 white stones")
    talk.expect("gogui-setup b A1 w A1", "? syntax error")
    talk.expect("undo", "? cannot undo")
    talk.expect("gogui-play_sequence w A2 b C1", "= ")
    talk.expect("gogui-play_sequence w C2 w B3", "? illegal move")
    talk.expect("gogui-rules_board", "= . . X\nO X .\nO . X")


# --- analysis ------------------------------------------------------------------------------------------------------------

KATA = (
    "info move B2 visits 30 winrate 0.750000 prior 0.600000 lcb 0.595051 order 0 pv B2 A3 "
    "info move C1 visits 10 winrate 0.250000 prior 0.300000 lcb 0.000000 order 1 pv C1"
)


def test_analysis_ends_with_the_next_line():
    talk = Dialogue("B2")
    talk.player.thinks_until_stopped = True
    with pipe_of_lines() as (lines, put):
        put(b"3 kata-analyze b 10\n\nname\nquit\n")
        talk.engine.converse(lines)
    assert talk.said.take() == f"=3\n{KATA}\n{KATA}\n\n= Buwei\n\n= \n\n"


def test_a_proven_move_is_reported_though_never_visited():
    proven = Candidate(4, value_to_move=1.0, proof=Proof.WIN)
    visited = Candidate(3, visits=10, value_to_move=0.2)
    unknown = Candidate(2, prior=0.1)
    decision = Decision(4, (proven, visited, unknown), value_to_move=1.0, proof=Proof.WIN, visits=10)
    line = gtp_analysis._line(decision, Size(3, 3), gtp_analysis.AnalysisWish(), gtp_analysis.kata_info)
    assert [part.split()[1] for part in line.split("info ")[1:]] == ["B2", "A2"]
    assert "visits 0 winrate 1.000000" in line


def test_analysis_goes_on_until_the_next_line():
    talk = Dialogue("B2")
    talk.player.thinks_until_stopped = True
    with pipe_of_lines() as (lines, put):
        put(b"kata-analyze\n")
        thread = threading.Thread(target=talk.engine.converse, args=(lines,))
        thread.start()
        thread.join(0.05)
        assert thread.is_alive()
        put(b"\n")
        put(b"quit\n")
        thread.join(PATIENCE_SECONDS)
        assert not thread.is_alive()
    assert talk.said.take().endswith(f"{KATA}\n\n= \n\n")


def test_end_of_input_ends_analysis_and_conversation():
    talk = Dialogue("B2")
    talk.player.thinks_until_stopped = True
    with pipe_of_lines() as (lines, put):
        put(b"kata-analyze 50")
        put(b"")
        talk.engine.converse(lines)
    assert talk.said.take() == f"=\n{KATA}\n{KATA}\n\n"


def test_end_of_input_does_not_end_a_move():
    talk = Dialogue("B2")
    talk.engine.converse(lines := Lines(io.BytesIO(b"genmove b\n")))
    lines.join()
    assert talk.said.take() == "= B2\n\n"


def test_leela_zeros_form_and_what_may_be_asked_for():
    talk = Dialogue("B2", "B2")
    talk.engine.converse(
        lines := Lines(io.BytesIO(b"lz-analyze b interval 5\nkata-analyze b maxmoves 1 rootInfo true\n"))
    )
    lines.join()
    leela, kata = talk.said.take().split("\n\n")[:2]
    assert leela.splitlines()[1].startswith(
        "info move B2 visits 30 winrate 7500 prior 6000 lcb 5951 order 0 pv B2 A3 info move C1"
    )
    assert kata.splitlines()[1] == KATA.partition(" info move C1")[0] + " rootInfo visits 40 winrate 0.625000"


def test_a_move_with_thoughts():
    talk = Dialogue("B2")
    talk.expect("9 kata-genmove_analyze b 10", f"=9\n{KATA}\n{KATA}\nplay B2")
    talk.expect("gogui-rules_side_to_move", "= white")
    talk.expect("kata-genmove_analyze b", "? it is white's move")


def test_analysis_that_fails_still_ends_its_answer():
    talk = Dialogue("fail")
    talk.expect("lz-genmove_analyze b", "=")
    talk.expect("name", "= Buwei")


def said_when_told_while_thinking(script: bytes, told: bytes) -> str:
    """What is answered to ``script``, the last line of which asks for a move, to what is ``told`` while that is thought about, and the end."""
    talk = Dialogue("B2")
    talk.player.thinks_until_stopped = True
    with pipe_of_lines(talk.engine.notice) as (lines, put):
        put(script)
        thread = threading.Thread(target=talk.engine.converse, args=(lines,))
        thread.start()
        wait_until(lambda: talk.player.limits)  # it thinks
        put(told)
        put(b"")
        thread.join(PATIENCE_SECONDS)
    return talk.said.take()


def test_gogui_can_interrupt_a_move():
    said = said_when_told_while_thinking(b"gogui-interrupt\ngenmove b\n", b"# interrupt\n")
    assert said == "= \n\n= B2\n\n"


def test_who_quits_while_a_move_is_thought_about_does_not_wait_for_it():
    assert said_when_told_while_thinking(b"1 genmove b\n", b"2 quit\n") == "=1 B2\n\n=2 \n\n"


@pytest.mark.parametrize("script", [b"genmove b\nquit\n", b"genmove b\nname\nquit\n"])
def test_a_script_has_its_moves_thought_about_before_its_quit(script: bytes):
    talk = Dialogue("B2")
    with pipe_of_lines(talk.engine.notice) as (lines, put):
        put(script)
        talk.engine.converse(lines)
    assert talk.player.was_stopped == [False]


def test_a_wish_for_an_answer_counts_while_the_command_still_waits():
    """The engine may still load its player; the command before, and the one after, are not meant."""
    talk = Dialogue("B2")
    talk.player.thinks_until_stopped = True
    with pipe_of_lines(talk.engine.notice) as (lines, put):
        put(b"name\n\n# a comment\ngenmove b\n# interrupt\nname\n")
        put(b"")
        lines.join()
        talk.engine.converse(lines)
    assert talk.said.take() == "= Buwei\n\n= B2\n\n= Buwei\n\n"
    assert not talk.engine.await_interruption().is_set()


# --- clock ---------------------------------------------------------------------------------------------------------------


def test_without_a_clock_the_players_own_limit_counts():
    talk = Dialogue()
    talk.ask("genmove b")
    talk.expect("time_settings 0 10 0", "= ")  # no stones: no limit
    talk.ask("genmove w")
    assert talk.player.limits == [Limit(simulations=7)] * 2


@pytest.mark.parametrize("begin", ["clear_board", "boardsize 3", "gogui-setup b B2"])
def test_a_new_game_has_all_of_its_time(begin: str):
    talk = Dialogue()
    talk.expect("time_settings 900 0 0", "= ")
    talk.expect("time_left b 1 0", "= ")
    talk.expect("time_left w 1 0", "= ")
    talk.expect(begin, "= ")
    talk.ask("genmove w" if "setup" in begin else "genmove b")
    assert talk.player.limits == [Limit(simulations=7, remaining_seconds=900)]


def test_overlays_take_as_long_as_somebody_waits_for_a_picture():
    talk = Dialogue()
    talk.player.default_limit = Limit(seconds=900)
    talk.player.thinks_until_stopped = True
    talk.engine.notice("buwei-win_rates")
    talk.engine.notice("# interrupt")
    assert "COLOR" in talk.ask("buwei-win_rates")
    assert talk.player.limits == [Limit(seconds=OVERLAY_SECONDS)]


def test_what_the_controller_says_is_left_counts():
    talk = Dialogue()
    talk.expect("time_settings 900 0 0", "= ")
    talk.expect("time_left b 60 0", "= ")
    talk.ask("genmove b")
    talk.expect("time_left w 50 5", "= ")
    talk.ask("genmove w")
    assert talk.player.limits == [
        Limit(simulations=7, remaining_seconds=60),
        Limit(simulations=7, seconds=9.5),
    ]


BLACK_TO_MOVE = Position.empty()
WHITE_TO_MOVE = BLACK_TO_MOVE.play(40)


def test_main_time_runs_into_overtime():
    clock = GtpClock(main=600, overtime=30, stones=3)
    assert clock.limit(BLACK_TO_MOVE, Limit()) == Limit(remaining_seconds=630)
    clock.spend(Color.BLACK, 602)  # 600 of the main time, 2 of the overtime
    assert clock.limit(BLACK_TO_MOVE, Limit()) == Limit(seconds=28 / 2 - 0.5)
    assert clock.limit(WHITE_TO_MOVE, Limit()) == Limit(remaining_seconds=630)
    clock.spend(Color.BLACK, 5)
    clock.spend(Color.BLACK, 5)
    assert clock.limit(BLACK_TO_MOVE, Limit(seconds=3)) == Limit(seconds=3)  # the player's own bound
    assert clock.limit(BLACK_TO_MOVE, Limit()) == Limit(seconds=9.5)  # a period anew


def test_no_move_in_main_time_gets_less_than_one_in_the_overtime_that_follows():
    """A period for each stone begins anew with each, so who hurries through the main time gives away what comes after it."""
    clock = GtpClock(main=60, overtime=10, stones=1)
    for left in (60, 30, 0.5, 0):
        clock.set_left(Color.BLACK, left, stones=0)
        assert clock.limit(BLACK_TO_MOVE, Limit()) == Limit(seconds=9.5)
        assert clock.limit(BLACK_TO_MOVE, Limit(seconds=3)) == Limit(seconds=3)
    clock.spend(Color.WHITE, 65)
    assert clock.limit(WHITE_TO_MOVE, Limit()) == Limit(seconds=9.5)


def test_short_overtime_leaves_time_for_the_answer():
    """At 0.5 s a stone, a tenth alone would be too little for a machine that wakes a thread late."""
    assert GtpClock(overtime=5, stones=10).limit(BLACK_TO_MOVE, Limit()) == Limit(seconds=0.35)


def test_absolute_time():
    clock = GtpClock(main=10)
    clock.spend(Color.WHITE, 4)
    assert clock.limit(WHITE_TO_MOVE, Limit(simulations=5)) == Limit(5, remaining_seconds=6)
    clock.spend(Color.WHITE, 7)
    assert clock.limit(WHITE_TO_MOVE, Limit()) == Limit(remaining_seconds=0)


# --- thinking on ---------------------------------------------------------------------------------------------------------


def test_it_thinks_on_about_what_was_played_and_nothing_else():
    """An analysis, an overlay or a move that is only asked for leaves alone what is known of the position."""
    player = ThinksOn("B2", "B2", "B2", "B2", "A1")
    pondering = PonderingPlayer("thinker:ponder=on", player)
    talk = Dialogue(player=pondering)
    talk.engine.until_next_command().set()
    for line in ("kata-analyze b", "lz-analyze", "reg_genmove b", "buwei-win_rates"):
        talk.ask(line)
    assert pondering._work is None
    talk.expect("genmove b", "= A1")
    assert player.thinks_on.wait(PATIENCE_SECONDS)
    talk.expect("play w C3", "= ")
    assert player.thinks_on.is_set()
    talk.ask("kata-genmove_analyze b")
    wait_until(lambda: len(player.thought_on) == 2)
    pondering.close()
    assert player.thought_on == [(6,), (6, 2, 0)]


@pytest.mark.parametrize("line", ["undo", "clear_board", "boardsize 4", "gogui-setup b A1"])
def test_it_thinks_no_longer_about_what_is_not_on_the_board(line: str):
    player = ThinksOn("B2")
    pondering = PonderingPlayer("thinker:ponder=on", player)
    talk = Dialogue(player=pondering)
    talk.ask("genmove b")
    assert player.thinks_on.wait(PATIENCE_SECONDS)
    talk.expect(line, "= ")
    assert not player.thinks_on.is_set()
    pondering.close()


# --- anything ------------------------------------------------------------------------------------------------------------

LINES = st.lists(
    st.one_of(
        st.binary(max_size=30),
        st.builds(
            lambda name, words: f"{name} {' '.join(words)}".encode(),
            st.sampled_from(sorted(Dialogue().engine.commands)),
            st.lists(st.sampled_from(["b", "w", "A1", "b2", "pass", "3", "-1", "interval", "1e9", "9" * 400, "x" * 9, "٣"]), max_size=4),
        ),
    ),
    max_size=12,
)  # fmt: skip


@given(LINES)
def test_no_input_breaks_the_engine(commands: list[bytes]):
    said = Said()
    engine = GtpEngine(Scripted(), said.write, Size(3, 3))
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):  # for what printsgf writes
        engine.converse(lines := Lines(io.BytesIO(b"\n".join(commands))))
        lines.join()
    for answer in said.take().split("\n\n")[:-1]:
        assert answer[0] in "=?"

import io
import logging
import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ai.players import AiPlayer
from ai.players.pondering import PonderingPlayer
from ai.protocols.sau import SauEngine
from ai.wire.lines import Lines
from ai.wire.sau import parse_letters, point_letters
from core.clock import TimeControl
from core.player import Limit
from core.points import Notation, point_name
from core.position import Color, Position, Size
from tests.ai.protocols.dialogue import Said, Scripted, ThinksOn, game_that_white_loses, pipe_of_lines
from tests.patience import PATIENCE_SECONDS, wait_until


class Dialogue:
    """Points that the player is told to play are in GTP's letters."""

    def __init__(self, *moves: str, control: TimeControl | None = None, player: AiPlayer | None = None):
        self.player = Scripted(*moves)
        self._said = Said()
        self.engine = SauEngine(player or self.player, self._said.write, control)

    def expect(self, line: str, answer: str = "") -> None:
        self.engine.answer(line)
        assert self._said.take() == (f"{answer}\n" if answer else "")


def test_letters_are_the_column_and_the_row_from_the_top():
    assert [point_letters(point) for point in (0, 8, 9, 80)] == ["AA", "IA", "AB", "II"]
    assert [parse_letters(text) for text in ("AA", "ia", " ab ", "II")] == [0, 8, 9, 80]
    for bad in ("", "A", "AJ", "A1", "AAA", "ÀA"):
        with pytest.raises(ValueError):
            parse_letters(bad)


def test_a_game_as_black():
    talk = Dialogue("E5", "D4")
    talk.expect("name?", "name Buwei")
    talk.expect("new black", "move EE")
    talk.expect("move ED", "move DF")
    talk.expect("end black")
    talk.expect("new white")


def test_a_game_as_white_with_windows_line_ends_and_spaces():
    talk = Dialogue("A9")
    talk.expect("new white\r")
    talk.expect("  MOVE  ee ", "move AA")
    talk.expect("end")


def test_a_refused_move_is_followed_by_another():
    talk = Dialogue("E5")
    talk.expect("new black", "move EE")
    talk.expect("error", "move AA")
    talk.expect("error", "move BA")
    talk.expect("move EE", "move AA")  # which may be played now


def test_it_thinks_on_until_the_game_ends_also_after_another_move():
    player = ThinksOn("E5")
    pondering = PonderingPlayer("thinker:ponder=on", player)
    talk = Dialogue(player=pondering)
    talk.expect("new black", "move EE")
    assert player.thinks_on.wait(PATIENCE_SECONDS)
    talk.expect("error", "move AA")
    wait_until(lambda: len(player.thought_on) == 2)
    talk.expect("end")
    pondering.close()
    assert not player.thinks_on.is_set()
    assert player.thought_on == [(40,), (0,)]


def test_what_can_not_be_understood_is_logged(caplog: pytest.LogCaptureFixture):
    talk = Dialogue("E5")
    for line in ("hello", "move EE", "error", "new red", "new"):
        talk.expect(line)
    talk.expect("new black", "move EE")
    for line in ("move ZZ", "move EE", "move"):
        talk.expect(line)
    assert len([record for record in caplog.records if record.levelno >= logging.WARNING]) == 8
    talk.expect("move AA", "move BA")


def test_a_player_that_fails_or_resigns_still_moves(caplog: pytest.LogCaptureFixture):
    talk = Dialogue("fail", "resign")
    talk.expect("new black", "move AA")
    talk.expect("move BA", "move CA")
    assert "the network is gone" in caplog.text


def test_without_a_legal_move_a_losing_one_is_made():
    moves = game_that_white_loses()
    talk = Dialogue(*(point_name(point, Size(), Notation.GTP) for point in moves[1::2]))
    position = Position.empty()
    talk.expect("new white")
    for black, white in zip(moves[::2], moves[1::2], strict=False):
        talk.expect(f"move {point_letters(black)}", f"move {point_letters(white)}")
    position = position.play_all(moves)
    assert position.is_over and position.to_move is Color.WHITE
    empty = next(point for point in range(81) if position.at(point) is None)
    talk.expect(f"move {point_letters(moves[-1])}", f"move {point_letters(empty)}")


def test_the_clock_is_shared_out():
    talk = Dialogue("E5", control=TimeControl(total_seconds=900))
    talk.expect("new black", "move EE")
    limit = talk.player.limits[0]
    assert limit.simulations == 7
    assert limit.remaining_seconds is not None and 890 < limit.remaining_seconds <= 900
    without = Dialogue("E5")
    without.expect("new black", "move EE")
    assert without.player.limits == [Limit(simulations=7)]


def test_quit_and_the_end_of_the_input_end_it():
    for text in (b"name?\nquit\nname?\n", b"name?"):
        said = Said()
        SauEngine(Scripted(), said.write).converse(lines := Lines(io.BytesIO(text)))
        lines.join()
        assert said.take() == "name Buwei\n"


@pytest.mark.parametrize(
    "ending, more", [(b"end\n", b"name?\nquit\n"), (b"new white\n", b"name?\nquit\n"), (b"quit\n", b"")]
)
def test_a_game_that_ends_while_a_move_is_thought_about_gets_none(ending: bytes, more: bytes):
    """It would be taken for one of the next game."""
    said, player = Said(), Scripted("E5", "A9")
    player.thinks_until_stopped = True
    engine = SauEngine(player, said.write)
    with pipe_of_lines(engine.notice) as (lines, put):
        put(b"new black\n")
        thread = threading.Thread(target=engine.converse, args=(lines,))
        thread.start()
        wait_until(lambda: player.limits)
        put(ending)
        put(more)
        thread.join(PATIENCE_SECONDS)
    assert said.take() == ("name Buwei\n" if more else "")


WORDS = st.sampled_from(
    ["new black", "new white", "move AA", "move EE", "error", "end", "name?", "move", "new"]
)


@given(st.lists(st.one_of(st.binary(max_size=20), WORDS.map(str.encode)), max_size=15))
def test_no_input_breaks_the_engine(commands: list[bytes]):
    said = Said()
    SauEngine(Scripted(), said.write).converse(lines := Lines(io.BytesIO(b"\n".join(commands))))
    lines.join()
    for line in said.take().splitlines():
        assert line == "name Buwei" or parse_letters(line.removeprefix("move ")) in range(81)

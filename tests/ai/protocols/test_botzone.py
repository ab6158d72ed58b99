import io
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ai.players.pondering import PonderingPlayer
from ai.protocols.botzone import BotzoneEngine
from ai.wire.botzone import KEEP_RUNNING
from ai.wire.lines import Lines
from core.player import Limit
from tests.ai.protocols.dialogue import Said, Scripted, ThinksOn, game_that_white_loses


def answers(text: str, *moves: str, keep_running: bool = False) -> list[str]:
    """What is printed when ``text`` comes in; ``moves`` are what the player is told to play, in GTP's letters."""
    said = Said()
    player = Scripted(*moves)
    BotzoneEngine(player, said.write, keep_running).converse(lines := Lines(io.BytesIO(text.encode())))
    lines.join()
    return said.take().splitlines()


def response(line: str) -> tuple[int, int]:
    told = json.loads(line)["response"]
    return told["x"], told["y"]


def test_blacks_first_move():
    text = '{"requests":[{"x":-1,"y":-1}],"responses":[]}\n'
    assert answers(text, "E5") == ['{"response": {"x": 4, "y": 4}}']
    assert answers(f"\ufeff{text}", "E5") == ['{"response": {"x": 4, "y": 4}}'], (
        "a mark of the byte order is none of it"
    )
    assert answers("1\n-1 -1\n", "A9") == ["0 0"]


def test_whites_first_move():
    assert response(answers('{"requests":[{"x":0,"y":0}],"responses":[]}', "B9")[0]) == (1, 0)
    assert answers("1\n0 0\n") == ["1 0"]  # the first that is legal


def test_the_whole_game_is_told():
    game = {
        "requests": [{"x": -1, "y": -1}, {"x": 4, "y": 6}, {"x": 0, "y": 0}],
        "responses": [{"x": 3, "y": 1}, {"x": 8, "y": 8}],
        "data": "mine",
        "globaldata": {"any": "thing"},
        "time_limit": 6,
    }
    assert response(answers(json.dumps(game))[0]) == (1, 0)
    assert answers("3\n-1 -1\n3 1\n4 6\n8 8\n0 0\nsome data\n") == ["1 0"]


def test_kept_running_only_the_new_move_comes():
    text = '{"requests":[{"x":-1,"y":-1}],"responses":[]}\n{"x":1,"y":0}\n'
    assert answers(text, "A9", "E5", keep_running=True) == [
        '{"response": {"x": 0, "y": 0}}', KEEP_RUNNING, '{"response": {"x": 4, "y": 4}}', KEEP_RUNNING,
    ]  # fmt: skip
    assert answers("1\n4 4\n0 1\n", keep_running=True) == ["0 0", KEEP_RUNNING, "1 0", KEEP_RUNNING]


def test_kept_running_it_does_not_think_on():
    """The platform halts it meanwhile, and counts what it computes as time for its next move."""
    player = ThinksOn("A9")
    pondering = PonderingPlayer("thinker:ponder=on", player)
    engine = BotzoneEngine(pondering, Said().write, keep_running=True)
    engine.converse(lines := Lines(io.BytesIO(b"1\n4 4\n")))
    lines.join()
    assert pondering._work is None
    pondering.close()


def test_a_new_game_may_begin_while_it_runs():
    text = '{"requests":[{"x":0,"y":0}],"responses":[]}\n{"requests":[{"x":0,"y":0}],"responses":[]}\n'
    said = answers(text, keep_running=True)
    assert said[0] == said[2]


def test_the_players_own_limit_counts():
    player = Scripted()
    BotzoneEngine(player, Said().write).converse(lines := Lines(io.BytesIO(b"1\n-1 -1\n")))
    lines.join()
    assert player.limits == [Limit(simulations=7)]


def test_without_a_legal_move_a_losing_one_is_made():
    moves = game_that_white_loses()
    places = [{"x": point % 9, "y": point // 9} for point in moves]
    (said,) = answers(json.dumps({"requests": places[::2], "responses": places[1::2]}))
    x, y = response(said)
    assert 0 <= x < 9 and 0 <= y < 9 and 9 * y + x not in moves


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("{", "the request is no JSON"),
        ("[" * 100_000, "the request is no JSON"),
        ("[]", "the request is no JSON object"),
        ('{"requests":[],"responses":[]}', "one request more"),
        ('{"requests":[{"x":"a","y":1}],"responses":[]}', "of the form"),
        ('{"requests":[{"x":9,"y":1}],"responses":[]}', "no point of the board"),
        ('{"requests":[{"x":0,"y":0},{"x":0,"y":0}],"responses":[{"x":1,"y":1}]}', "already lost"),
        ("0", "the number of the turn"),
        ("1 2 3", "the number of the turn"),
        ("one", "there should be numbers"),
        ("2\n-1 -1\n", "ends before all moves"),
        ("1\n1 2 3\n", "two numbers"),
        ("5 -5\n", "no point of the board"),
    ],
)
def test_what_can_not_be_understood_is_said_and_loses(text: str, why: str):
    said = answers(text, keep_running=True)
    assert why in "".join(said)
    assert said[0] == "-1 -1" or response(said[0]) == (-1, -1)


def test_a_bad_request_does_not_end_the_conversation():
    assert answers("what?\n1\n-1 -1\n", "E5", keep_running=True)[-2:] == ["4 4", KEEP_RUNNING]


LINES = st.sampled_from(
    ['{"x":1,"y":1}', '{"requests":[{"x":-1,"y":-1}],"responses":[]}', "1", "-1 -1", "3 3", "2"]
)


@given(st.lists(st.one_of(st.binary(max_size=20), LINES.map(str.encode)), max_size=12))
def test_no_input_breaks_the_engine(commands: list[bytes]):
    said = Said()
    engine = BotzoneEngine(Scripted(), said.write, keep_running=True)
    engine.converse(lines := Lines(io.BytesIO(b"\n".join(commands))))
    lines.join()
    text = said.take()
    assert text == "" or text.endswith(f"{KEEP_RUNNING}\n")

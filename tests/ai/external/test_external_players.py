import itertools
import os
import re
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from ai.arena.plan import LAG_SECONDS
from ai.external import gtp, process
from ai.external.client import CLOCK_PATIENCE_SECONDS, Patience
from ai.external.history import moves_from_the_start
from ai.external.log import EngineLog, log_path
from ai.external.process import EngineError, EngineFailed, EngineStopped
from ai.players import AiPlayer, PlayerError, make_player, quote
from ai.protocols.gtp_clock import GtpClock
from core.game import Reason
from core.match import play_match
from core.player import Limit
from core.points import Notation, parse_point, point_name
from core.position import PASS, Color, Position, Size
from tests.ai.external.programs import bad_engine, command_line
from tests.ai.test_search import endgames
from tests.patience import PATIENCE_SECONDS, wait_until

MAIN = Path(__file__).resolve().parents[3] / "main.py"
SMALL = Size(5, 5)
Make = Callable[..., AiPlayer]


def text(protocol: str, *words: str, **options: object) -> str:
    """The text of a player whose program is the bad engine with ``words``."""
    pairs = {"command": bad_engine(protocol, *words), "name": "Bad", **options}
    return f"{protocol}:" + ",".join(f"{name}={quote(str(value))}" for name, value in pairs.items())


@pytest.fixture
def make(monkeypatch: pytest.MonkeyPatch) -> Iterator[Make]:
    """Makes players that are closed after the test. A busy machine starts programs late; of that their time says nothing here."""
    monkeypatch.setattr(gtp, "awake_seconds", lambda: 0.0)
    players = []

    def make(protocol: str, *words: str, **options: object) -> AiPlayer:
        players.append(make_player(text(protocol, *words, **options)))
        return players[-1]

    yield make
    for player in players:
        player.close()


def point(name: str, size: Size = SMALL) -> int:
    return parse_point(name, size, Notation.GTP)


def after(*names: str, size: Size = SMALL) -> Position:
    return Position.empty(size).play_all(point(name, size) for name in names)


def log_of(player: str, protocol: str, *words: str) -> list[str]:
    """What the log holds, without times."""
    command = make_player(text(protocol, *words)).command  # type: ignore[attr-defined]
    return [line[20:] for line in log_path(player, command).read_text("utf-8").splitlines()]


# --- being made ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("gtp", "needs the command"),
        ('gtp:command="', "can't be taken apart: a quotation mark is missing"),
        ("gtp:command=a\\", "can't be taken apart: nothing follows"),
        ('gtp:command=""', "empty"),
        ("gtp:command=x,timeout=0", "timeout=0"),
        ("gtp:command=x,level=3", "level"),
        ("botzone:command=x,form=xml", "form=xml"),
    ],
)
def test_texts_that_name_no_program(words: str, why: str):
    with pytest.raises(PlayerError, match=why):
        make_player(words)


@pytest.mark.parametrize(
    ("system", "command", "program"),
    [
        ("linux", "'/opt/my go/engine' --strong", "/opt/my go/engine"),
        ("win32", '"C:\\my go\\engine.exe" --strong', "C:\\my go\\engine.exe"),
        ("win32", "C:\\Ann's\\engine.exe --name 'x", "C:\\Ann's\\engine.exe"),
    ],
)
def test_a_command_is_taken_apart_as_the_system_does(
    system: str, command: str, program: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(process, "sys", SimpleNamespace(platform=system))
    assert process.program_of(command) == program


@pytest.mark.parametrize(
    ("system", "program"),
    [
        ("linux", "/opt/engine"),
        ("linux", "/opt/my go/engine"),
        ("linux", "/home/ann/Ann's/engine"),
        ("linux", '/home/安/the "best"\\engine'),
        ("win32", "C:\\engine.exe"),
        ("win32", "C:\\Ann's\\my go\\engine.exe"),
        ("win32", "C:/Ann's/engine.exe"),
    ],
)
def test_the_command_of_a_program_names_it(system: str, program: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(process, "sys", SimpleNamespace(platform=system))
    assert process.program_of(process.command_of(program)) == program


@pytest.mark.parametrize(
    ("system", "mode", "command"),
    [
        ("linux", 0o644, "python3 '%'"),
        ("linux", 0o755, "'%'"),
        ("win32", 0o755, 'py "%"'),
    ],
)
def test_a_script_of_pythons_has_its_interpreter_before_it(
    system: str, mode: int, command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """Unless it starts by itself."""
    path = tmp_path / "my bot.py"
    path.write_text("")
    path.chmod(mode)
    monkeypatch.setattr(process, "sys", SimpleNamespace(platform=system))
    monkeypatch.setattr(process.os, "access", lambda _path, _mode: mode == 0o755)
    monkeypatch.setattr(process.shutil, "which", lambda name: name)
    assert process.command_of(str(path)) == command.replace("%", str(path))


def test_on_windows_a_program_is_called_without_its_suffix_too(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(process, "sys", SimpleNamespace(platform="win32"))
    monkeypatch.setenv("PATHEXT", ".EXE")
    assert process._spellings("C:\\my go\\engine") == ["C:\\my go\\engine.EXE", "C:\\my go\\engine"]


def test_names():
    assert make_player("gtp:command=/opt/my%2Cgo/engine.exe --strong").name == "engine"
    assert make_player("sau:command=x,name=Nameless").name == "Nameless"


def test_platforms_programs_play_on_9x9_only(make: Make):
    assert make("gtp", "good").supports(SMALL) is None
    for protocol in ("sau", "botzone"):
        refusal = make(protocol, "good").supports(SMALL)
        assert refusal is not None and "9x9" in refusal


def test_a_program_or_folder_that_is_not_there_is_told_before_a_game(make: Make, tmp_path: Path):
    refusal = make_player("gtp:command=no-such-engine --gtp").supports(SMALL)
    assert refusal == "no-such-engine: there is no program 'no-such-engine' here"
    assert "there is no folder" in str(make("gtp", "good", cwd=tmp_path / "no").supports(SMALL))
    script = tmp_path / ("engine.bat" if sys.platform == "win32" else "engine")
    script.write_text("")
    script.chmod(0o755)
    assert make_player(f"gtp:command={quote(str(script))}").supports(SMALL) is None
    assert make_player(f"gtp:command=./{script.name},cwd={quote(str(tmp_path))}").supports(SMALL) is None


def test_a_path_with_blanks_is_told_to_need_quotation_marks(tmp_path: Path):
    path = tmp_path / "my bots" / "engine"
    path.parent.mkdir()
    path.write_text("")
    for command in (str(path), "my bots/engine"):
        refusal = make_player(f"gtp:command={quote(command)},cwd={quote(str(tmp_path))}").supports(SMALL)
        assert refusal is not None and "a path with blanks needs quotation marks" in refusal


@pytest.mark.skipif(sys.platform == "win32", reason="there every file may be started")
def test_a_script_that_may_not_be_started_is_told_to_need_its_interpreter(tmp_path: Path):
    path = tmp_path / "bot"
    path.write_text("print(1)")
    for mode in (0o644, 0o755):  # no permission, or nothing that says who runs it
        path.chmod(mode)
        with pytest.raises(EngineError, match=r"can't be started .* a script needs its interpreter"):
            make_player(f"gtp:command={quote(str(path))}").prepare(Size())


def script(folder: Path) -> str:
    """The name of a program in ``folder`` that says by SAU's protocol where it stands, where it works and its first argument."""
    folder.mkdir()
    if sys.platform == "win32":
        text = "@set /p line=\n@echo name %~dp0 %cd% %1\n"
    else:
        text = '#!/bin/sh\nread line\necho name "$(dirname "$0")" "$PWD" "$1"\n'
    file = folder / ("own.bat" if sys.platform == "win32" else "own")
    file.write_text(text)
    file.chmod(0o755)
    return file.stem


def test_what_is_found_is_started(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """In the folder where it works, in the path or where we are, also if these are different folders."""
    name = script(tmp_path / "a work")
    for place in ("path", "here"):
        script(tmp_path / place)
    monkeypatch.chdir(tmp_path / "here")

    def answer(command: str, folder: str) -> str:
        player = make_player(f"sau:command={quote(command + ' x')},cwd={quote(str(tmp_path / folder))}")
        assert player.supports(Size()) is None
        said = player.introduce()  # type: ignore[attr-defined]
        player.close()
        return said.replace(str(tmp_path), "").replace(os.sep, "/").replace("/ ", " ")

    (tmp_path / "empty").mkdir()
    assert answer(name, "a work") == "/a work /a work x"
    assert answer(f"./{name}", "a work") == "/a work /a work x"
    assert answer(name, "empty") == answer(f"./{name}", "empty") == "/here /empty x"
    monkeypatch.setenv("PATH", str(tmp_path / "path"), prepend=os.pathsep)
    assert answer(f"./{name}", "empty") == "/here /empty x"
    if sys.platform != "win32":  # where the system itself looks here first
        assert answer(name, "empty") == "/path /empty x"


@pytest.mark.parametrize(
    ("command", "started"),
    [
        ("engine", '"C:\\my go\\engine.exe"'),
        (' engine.exe --name "Ann B"', '"C:\\my go\\engine.exe" --name "Ann B"'),
        ('"my go\\engine"  -x', '"C:\\my go\\engine.exe"  -x'),
    ],
)
def test_on_windows_the_path_takes_the_place_of_the_first_word(
    command: str, started: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(process, "sys", SimpleNamespace(platform="win32"))
    assert process.starting("C:\\my go\\engine.exe", command) == started


def test_what_does_not_start_says_why(make: Make, tmp_path: Path):
    with pytest.raises(EngineError, match="there is no program '/nowhere/engine' here"):
        make_player("gtp:command=/nowhere/engine").prepare(Size())
    with pytest.raises(EngineError, match=re.escape(f"there is no folder {tmp_path / 'no'}")):
        make("gtp", "good", cwd=tmp_path / "no").prepare(Size())
    file = tmp_path / "engine"
    file.write_text("not for this machine")
    file.chmod(0o755)
    with pytest.raises(EngineError, match="can't be started"):
        make_player(f"gtp:command={file}").prepare(Size())


@pytest.mark.parametrize("protocol", ["gtp", "sau", "botzone"])
def test_what_ends_at_once_says_its_last_words(make: Make, protocol: str):
    with pytest.raises(EngineFailed, match="Bad: it ended with exit status 1: no licence"):
        make(protocol, "exit").prepare(Size())


def test_a_bot_that_ends_each_turn_is_told_not_to_be_one_that_keeps_running():
    code = """input(); print('{"response": {"x": 8, "y": 0}}')"""
    command = quote(command_line(sys.executable, "-S", "-E", "-c", code))
    with pytest.raises(EngineFailed, match=r"exit status 0\. It has moved, but did not print >>>BOTZONE"):
        make_player(f"botzone:command={command},keep_running=1").prepare(Size())
    assert make_player(f"botzone:command={command}").choose(Position.empty(), Limit()).point == 8


def test_programs_introduce_themselves(make: Make):
    assert make("gtp", "good").introduce() == "Bad 1"  # type: ignore[attr-defined]
    assert make("sau", "good").introduce() == "Bad SAU"  # type: ignore[attr-defined]
    assert make("botzone", "echo").introduce() == ""  # type: ignore[attr-defined]


def test_it_works_in_its_folder(make: Make, tmp_path: Path):
    code = "import os; input(); print('name', os.getcwd())"
    command = command_line(sys.executable, "-S", "-E", "-c", code)
    player = make_player(f"sau:command={quote(command)},cwd={quote(str(tmp_path))}")
    assert player.introduce() == str(tmp_path)  # type: ignore[attr-defined]
    player.close()


# --- what is said ---------------------------------------------------------------------------------------------------------


def said_to(protocol: str, *words: str) -> list[str]:
    return [line[2:] for line in log_of("Bad", protocol, *words) if line.startswith(">")]


def test_a_gtp_program_is_told_only_what_is_new(make: Make):
    words = ("gtp", "good", "C3 A1 E5 B2 C1")
    player = make(*words)
    assert player.choose(after(), Limit()).point == point("C3")
    assert player.choose(after("C3", "D4"), Limit()).point == point("A1")
    assert player.choose(after("C3", "B1"), Limit()).point == point("E5")  # D4 was taken back
    assert player.choose(after("C3", "B1"), Limit()).point == point("B2")  # its last move was
    assert player.choose(after(size=Size(3, 4)), Limit()).point == point("C1", Size(3, 4))
    player.close()
    assert said_to(*words) == [
        "list_commands", "boardsize 5", "komi 0", "clear_board", "genmove black",
        "play w D4", "genmove black",
        "clear_board", "play b C3", "play w B1", "genmove black",
        "clear_board", "play b C3", "play w B1", "genmove black",
        "rectangular_boardsize 4 3", "komi 0", "clear_board", "genmove black",
        "quit",
    ]  # fmt: skip


def test_play_and_genmove_are_enough_for_9x9(make: Make):
    """Such a program is started anew for each game, for it can't clear its board."""
    words = ("gtp", "bare", "E5 D5 A1")
    player = make(*words)
    player.prepare(Size())
    game = [after(size=Size()), after("E5", "D4", size=Size())]
    for _ in range(2):
        assert [player.choose(position, Limit()).point for position in game] == [
            point("E5", Size()),
            point("D5", Size()),
        ]
    assert [line.split()[1] for line in log_of("Bad", *words) if line.startswith("#")] == [
        "start:",
        "ended",
        "start:",
    ]
    lost = after("E5", "B1", "F5", "A2", size=Size())
    assert player.choose(lost, Limit()).point == point("E5", Size())  # which loses
    assert player.choose(lost, Limit()).point == point("E5", Size())
    with pytest.raises(EngineFailed, match=r"can't play on a board of 5x5 \(unknown command\)"):
        player.choose(after(), Limit())


def test_the_time_that_it_takes_to_tell_a_gtp_program_of_the_game_is_gone(
    make: Make, monkeypatch: pytest.MonkeyPatch
):
    """It may have to be started anew for that."""
    clock = itertools.count(0.0, 3.2)
    monkeypatch.setattr(gtp, "awake_seconds", lambda: next(clock))
    words = ("gtp", "good", "A1")
    make(*words).choose(after(), Limit(remaining_seconds=900.5))
    assert "time_settings 897 0 0" in said_to(*words)


def test_a_gtp_program_is_told_the_time(make: Make):
    words = ("gtp", "good", "A1 A2 A3 A4 A5")
    player = make(*words)
    player.choose(after(), Limit(remaining_seconds=900.5))
    player.choose(after("A1", "C3"), Limit(remaining_seconds=800, seconds=2.5))
    player.choose(after("A1", "C3", "A2", "C4"), Limit(seconds=2.5))
    player.choose(after("A1", "C3", "A2", "C4", "A3", "C5"), Limit(simulations=10))
    player.close()
    assert [line for line in said_to(*words) if line.startswith("time")] == [
        "time_settings 900 0 0", "time_left black 900 0", "time_settings 0 2 1",
    ]  # fmt: skip


def test_a_gtp_program_hears_the_stricter_of_two_times(make: Make):
    """It has one time for a move, and what is left to it of the game is shared out if that is less."""
    words = ("gtp", "good", "A1 A2")
    player = make(*words)
    player.choose(after(), Limit(seconds=10, remaining_seconds=900))
    player.choose(after("A1", "C3"), Limit(seconds=10, remaining_seconds=30))
    player.close()
    assert [line for line in said_to(*words) if line.startswith("time")] == [
        "time_settings 0 10 1", "time_settings 0 6 1",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("limit", "told"),
    [
        (Limit(seconds=0.3), ["time_settings 0 1 4"]),
        (Limit(seconds=0.001), ["time_settings 0 1 100"]),
        (Limit(remaining_seconds=0.7), ["time_settings 0 1 13"]),
        (Limit(remaining_seconds=0), ["time_settings 0 1 100"]),
        (Limit(seconds=10, remaining_seconds=0), ["time_settings 0 1 100"]),
    ],
)
def test_a_gtp_program_is_told_of_less_than_a_second_neither_more_nor_no_limit(
    limit: Limit, told: list[str], make: Make
):
    words = ("gtp", "good", "A1", str(limit))  # whose log no other test writes to
    player = make(*words)
    player.choose(after(), limit)
    player.close()
    assert [line for line in said_to(*words) if line.startswith("time")] == told
    main, overtime, stones = map(int, told[0].split()[1:])
    clock = GtpClock(main, overtime, stones)
    allowed = [bound for bound in (limit.seconds, limit.remaining_seconds) if bound is not None]
    assert (clock.limit(Position.empty(), Limit()).seconds or 60) <= max(0.01, min(allowed))


def test_a_gtp_program_whose_last_second_runs_keeps_its_settings(make: Make):
    words = ("gtp", "good", "A1 A2", "last second")
    player = make(*words)
    player.choose(after(), Limit(remaining_seconds=9))
    player.choose(after("A1", "C3"), Limit(remaining_seconds=0.7))
    player.close()
    assert [line for line in said_to(*words) if line.startswith("time")] == [
        "time_settings 9 0 0", "time_left black 9 0", "time_left black 0 0",
    ]  # fmt: skip


def test_a_gtp_program_is_told_its_time_in_every_game(make: Make):
    words = ("gtp", "good", "A1 A2 B1")
    player = make(*words)
    player.choose(after(), Limit(remaining_seconds=900))
    player.choose(after("A1", "C3"), Limit(remaining_seconds=700))
    player.choose(after(), Limit(remaining_seconds=300))
    player.close()
    assert [line for line in said_to(*words) if line.startswith("time_s")] == [
        "time_settings 900 0 0", "time_settings 300 0 0",
    ]  # fmt: skip


def test_a_gtp_program_that_made_a_losing_move_is_asked_on_a_clean_board(make: Make):
    """What it did to its own board then nobody knows."""
    words = ("gtp", "good", "A1 C3")
    player = make(*words)
    position = after("A2", "E5", "B1")  # A1 has no liberty
    assert player.choose(position, Limit()).point == point("A1")
    assert player.choose(position, Limit()).point == point("C3")
    player.close()
    assert [line for line in said_to(*words) if line.split()[0] in ("clear_board", "genmove")] == [
        "clear_board", "genmove white", "clear_board", "genmove white",
    ]  # fmt: skip


def test_a_program_is_listened_to_for_longer_than_the_referee_of_an_arena_allows():
    """So that it is the referee who judges overtime, of all players alike."""
    assert CLOCK_PATIENCE_SECONDS > LAG_SECONDS


def test_a_position_that_was_set_up_is_told_as_a_legal_game():
    for position, _ in endgames()[:12]:
        game = moves_from_the_start(position)
        assert Position.empty(position.size).play_all(game) == position
    played = after("C3", "A1", "B2")
    assert moves_from_the_start(played) == list(played.moves)


def test_a_sau_program_plays_both_sides_of_a_game(make: Make):
    words = ("sau", "sides", "EE AA BB")
    player = make(*words)
    size, position = Size(), Position.empty()
    # Black's in turn as the third word says, White's in the column J
    for name in ("E5", "J5", "A9", "J9", "B8", "J8"):
        assert player.choose(position, Limit()).point == point(name, size)
        position = position.play(point(name, size))
    player.close()


def test_a_sau_program_plays_on_as_white_against_the_move_that_it_had_begun_with_itself(make: Make):
    """Its opponent begins the next game as it has begun the last one, of which there was but one move."""
    player = make("sau", "sides", "EE AA BB")
    size = Size()
    assert player.choose(Position.empty(), Limit()).point == point("E5", size)
    assert player.choose(after("E5", size=size), Limit()).point == point("J5", size)
    assert player.choose(after("E5", "J5", "D4", size=size), Limit()).point == point("J9", size)
    assert player.choose(after("E5", "J5", "D4", "J9", "C3", size=size), Limit()).point == point("J8", size)
    assert player.choose(after("E5", "A1", size=size), Limit()).point == point("A9", size)  # the first game


def test_a_sau_program_may_indent_its_moves(make: Make):
    assert make("sau", "indents", "EE").choose(Position.empty(), Limit()).point == point("E5", Size())


def test_a_sau_program_plays_its_own_games_only(make: Make):
    words = ("sau", "good", "EE AA BB CC")
    player = make(*words)
    size = Size()
    assert player.choose(Position.empty(), Limit()).point == point("E5", size)
    assert player.choose(after("E5", "D4", size=size), Limit()).point == point("A9", size)
    assert player.choose(after("E5", size=size), Limit()).point == point("B8", size)
    with pytest.raises(EngineError, match="only continue a game that they have played"):
        player.choose(after("E5", "D4", "C3", size=size), Limit())
    assert said_to(*words) == ["name?", "new black", "move DF", "end", "new white", "move EE"]


def test_a_bot_is_told_the_whole_game_and_given_back_its_data(make: Make):
    player = make("botzone", "echo", "whole")
    size = Size()
    assert player.choose(Position.empty(), Limit()).point == point("J9", size)
    # it was started anew
    assert player.choose(after("J9", "A9", size=size), Limit()).point == point("J9", size)
    assert player.choose(after("A9", size=size), Limit()).point == point("J9", size)
    assert said_to("botzone", "echo", "whole") == [
        '{"requests": [{"x": -1, "y": -1}], "responses": []}',
        '{"requests": [{"x": -1, "y": -1}, {"x": 0, "y": 0}], "responses": [{"x": 8, "y": 0}], "data": "turn"}',
        '{"requests": [{"x": 0, "y": 0}], "responses": []}',
    ]


def test_a_bot_kept_running_is_told_only_what_is_new(make: Make):
    player = make("botzone", "echo", "kept", keep_running=1)
    size = Size()
    assert player.choose(after("A9", size=size), Limit()).point == point("J9", size)
    assert player.choose(after("A9", "J9", "A5", size=size), Limit()).point == point("J8", size)
    assert said_to("botzone", "echo", "kept")[1:] == ['{"x": 0, "y": 4}']


def test_a_bot_of_the_simple_form(make: Make):
    code = "import sys; n = int(input()); print(n, len(sys.stdin.read().splitlines()))"
    command = command_line(sys.executable, "-S", "-E", "-c", code)
    player = make_player(f"botzone:command={quote(command)},form=numbers")
    # x=2, the number of the turn, and y=3, that of the moves
    assert player.choose(after("J9", "A9", size=Size()), Limit()).point == 3 * 9 + 2
    player.close()


# --- misbehaviour ---------------------------------------------------------------------------------------------------------

BAD_ANSWERS = [
    ("hang", 0.5, "gave no answer in time"),
    ("crash", PATIENCE_SECONDS, "exit status 1: out of coffee"),
    ("silent", PATIENCE_SECONDS, "exit status 0"),
    ("nonsense", 2.0, "gave no answer in time, only 'To be, or not to be'"),
    ("flood", 2.0, "gave no answer in time, only 'la la"),
]
"""How a program behaves, how long it is waited for, and what is said of it."""


@pytest.mark.parametrize("protocol", ["gtp", "sau"])
@pytest.mark.parametrize(("mode", "patience", "why"), BAD_ANSWERS)
def test_a_program_that_fails_loses_the_game(
    make: Make, protocol: str, mode: str, patience: float, why: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("ai.external.client.CLOCK_PATIENCE_SECONDS", patience)
    bad = make(protocol, mode)
    match = play_match(bad, make_player("random"), size=Size(), black_limit=Limit(seconds=0.01))
    assert match.result is not None
    assert (match.result.winner, match.result.reason) == (Color.WHITE, Reason.FORFEIT)
    assert why in str(match.error)


def test_a_program_may_be_silent_for_a_minute_where_the_user_says_nothing():
    """As docs/protocols.md promises."""
    assert (Patience().answer_seconds, Patience().move_seconds(Limit())) == (60, 60)


def test_patience_is_the_users(make: Make):
    with pytest.raises(EngineFailed, match="gave no answer in time"):
        make("gtp", "hang", timeout=0.2).choose(after(), Limit(remaining_seconds=900))


@pytest.mark.parametrize(
    ("protocol", "move", "why"),
    [
        ("gtp", "hello", "its answer 'hello' is no move"),
        ("sau", "E5", "its answer 'move E5' is no move"),
        ("botzone", '{"response":{"x":1.5,"y":2}}', "is no move"),
        ("botzone", '{"response":{"x":true,"y":false}}', "is no move"),
        ("botzone", "[", "is no move"),
        ("botzone", "hello", "is no move"),
    ],
)
def test_nonsense_is_named(make: Make, protocol: str, move: str, why: str):
    with pytest.raises(EngineFailed, match=why.replace("(", r"\(")):
        make(protocol, "good", move).choose(Position.empty(), Limit())


@pytest.mark.parametrize(
    ("protocol", "moves", "reason"),
    [
        ("gtp", "D4", Reason.OCCUPIED),
        ("gtp", "pass", Reason.PASS),
        ("gtp", "RESIGN", Reason.RESIGNATION),
        ("gtp", "T19", Reason.OFF_BOARD),
        ("gtp", "illegal", Reason.FORFEIT),
        ("sau", "DF", Reason.OCCUPIED),
        ("sau", "ZZ", Reason.OFF_BOARD),
        ("botzone", '{"response":{"x":3,"y":5}}', Reason.OCCUPIED),
        ("botzone", '{"response":{"x":-1,"y":-1}}', Reason.PASS),
        ("botzone", '{"response":{"x":9,"y":0}}', Reason.OFF_BOARD),
    ],
)
def test_a_losing_answer_is_judged_by_the_referee(make: Make, protocol: str, moves: str, reason: Reason):
    words = (protocol, "good", moves.replace(" ", ""))
    match = play_match(Fixed(point("D4", Size())), make(*words))
    assert match.result is not None
    assert (match.result.winner, match.result.reason) == (Color.BLACK, reason)


class Fixed:
    """Plays one point."""

    name = "fixed"

    def __init__(self, point: int):
        self._point = point

    def choose(self, position, limit, report=None, stop=None):
        from core.player import Decision

        return Decision(self._point)

    def close(self) -> None: ...


@pytest.mark.parametrize("mode", ["refuse", "refuse politely"])
def test_a_program_that_refuses_a_legal_move_fails(make: Make, mode: str):
    with pytest.raises(EngineFailed, match="refuses the legal move C3"):
        make("gtp", mode, "A1").choose(after("C3"), Limit())


def test_a_program_that_refuses_the_board_fails(make: Make):
    player = make("gtp", "small", "A1")
    with pytest.raises(EngineFailed, match="can't play on a board of 9x9"):
        player.choose(Position.empty(), Limit())
    assert player.choose(after(), Limit()).point == point("A1")


def test_a_program_that_failed_is_started_anew(make: Make):
    player = make("gtp", "good", "hello")
    for _ in range(2):
        with pytest.raises(EngineFailed, match="'hello'"):
            player.choose(after(), Limit())


def test_a_finished_position_needs_no_program():
    player = make_player("gtp:command=/nowhere/engine")
    lost = after("A1", "B2", "A2", size=Size(2, 2))
    assert player.choose(lost, Limit()).point is None


def test_a_program_that_thinks_is_stopped_at_once(make: Make):
    player = make("gtp", "hang")
    stop = threading.Event()
    timer = threading.Timer(0.1, stop.set)
    timer.start()
    with pytest.raises(EngineStopped):
        player.choose(after(), Limit(), stop=stop)
    timer.join()


@pytest.mark.parametrize("stopped", [False, True])
def test_a_program_that_reads_nothing_is_waited_for_no_longer_than_any(stopped: bool):
    program = process.EngineProcess("Bad", bad_engine("botzone", "deaf"))
    stop = threading.Event()
    try:
        program.send("x" * (1 << 20))  # more than a pipe holds
        if stopped:
            stop.set()
        with pytest.raises(EngineStopped if stopped else EngineFailed):
            program.wait_for(str.strip, 0.1, stop)
    finally:
        program.close()


def test_a_match_that_is_stopped_blames_nobody(make: Make):
    stop = threading.Event()
    timer = threading.Timer(0.1, stop.set)
    timer.start()
    match = play_match(make("gtp", "hang"), make("gtp", "hang"), size=SMALL, stop=stop)
    timer.join()
    assert match.result is None and match.error is None


@pytest.mark.skipif(sys.platform == "win32", reason="needs /proc")
def test_nothing_survives_a_program(make: Make):
    player = make("gtp", "with a child")
    player.prepare(Size())
    processes = player._client._running._process.pid  # type: ignore[attr-defined]
    group = [pid for pid in os.listdir("/proc") if pid.isdigit() and group_of(int(pid)) == processes]
    assert len(group) == 2
    player.close()
    wait_until(lambda: not [pid for pid in group if group_of(int(pid)) == processes])


def group_of(pid: int) -> int | None:
    """The process group, ``None`` for what has ended, also where nobody has looked at its exit status."""
    try:
        state, _, group = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[:3]
    except OSError:
        return None
    return None if state == "Z" else int(group)


def test_a_program_that_will_not_leave_is_ended(make: Make):
    player = make("gtp", "stays")
    player.prepare(Size())
    player.close()  # the fixture of all tests looks for what is left


# --- the log --------------------------------------------------------------------------------------------------------------


def test_everything_said_is_kept(make: Make):
    words = ("gtp", "crash", "for the log")
    with pytest.raises(EngineFailed):
        make(*words).choose(after(), Limit())
    log = log_of("Bad", *words)
    assert log[0].startswith("# start: ")
    for line in (
        "> genmove black",
        "< = name",
        "! out of coffee",
        "# it ended with exit status 1: out of coffee",
        "# ended",
    ):
        assert line in log


def test_the_log_is_bounded(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("ai.external.log.LARGEST_BYTES", 1000)
    log = EngineLog("chatty", "x")
    for number in range(100):
        log.received(f"{number} " + "y" * 50)
    log.received("z" * 1_000_000)
    log.close()
    path = log_path("chatty", "x")
    kept = sum(file.stat().st_size for file in (path, path.with_suffix(".old.log")))
    assert kept < 2 * 1000 + 2200
    assert path.read_text().splitlines()[-1].endswith("< " + "z" * 2000)


def history(name: str) -> str:
    path = log_path(name, "x")
    return "".join(each.read_text() for each in (path.with_suffix(".old.log"), path) if each.exists())


@pytest.mark.skipif(sys.platform == "win32", reason="there the log grows on")
def test_processes_of_one_program_share_its_log(monkeypatch: pytest.MonkeyPatch):
    """Whichever begins it anew, what both said last is kept."""
    monkeypatch.setattr("ai.external.log.LARGEST_BYTES", 1000)
    logs = EngineLog("shared", "x"), EngineLog("shared", "x")
    for number in range(100):
        for log, name in zip(logs, "AB", strict=True):
            log.received(f"{name}{number} " + "y" * 50)
        said = [word for word in history("shared").split() if word[0] in "AB"]
        expected = [f"{name}{move}" for move in range(number + 1) for name in "AB"]
        assert said == expected[-len(said) :] and len(said) >= min(len(expected), 13)
    for log in logs:
        log.close()


def test_a_log_that_can_not_be_renamed_grows_on(monkeypatch: pytest.MonkeyPatch):
    """As on Windows, where another process has it open."""

    def refuse(*_paths: Path) -> None:
        raise PermissionError

    monkeypatch.setattr("ai.external.log.LARGEST_BYTES", 1000)
    monkeypatch.setattr(os, "replace", refuse)
    log = EngineLog("open elsewhere", "x")
    for number in range(100):
        log.received(f"A{number} " + "y" * 50)
    log.close()
    assert [word for word in history("open elsewhere").split() if word[0] == "A"] == [
        f"A{number}" for number in range(100)
    ]


def test_names_are_made_fit_for_files():
    assert log_path("../../a b:c", "x").name.startswith("a-b-c-")
    assert log_path("不围", "x").name.startswith("不围-")
    assert log_path("a", "x") != log_path("a", "y")


# --- Buwei against itself through real processes -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("protocol", "size", "arguments", "options"),
    [
        ("gtp", SMALL, ["--player", "random:seed=3"], {}),
        ("sau", Size(), ["--player", "random:seed=3"], {}),
        ("botzone", Size(), ["--player", "random:seed=3", "--keep-running"], {"keep_running": 1}),
    ],
)
def test_a_whole_game_against_ourselves(protocol: str, size: Size, arguments: list[str], options: dict):
    command = command_line(sys.executable, str(MAIN), protocol, *arguments)
    pairs = {"command": command, "name": "Buwei", **options}
    other = make_player(
        f"{protocol}:" + ",".join(f"{key}={quote(str(value))}" for key, value in pairs.items())
    )
    try:
        match = play_match(make_player("random:seed=1"), other, size=size)
    finally:
        other.close()
    assert match.error is None
    assert match.result is not None
    if protocol == "sau":  # where nobody can resign, the last move is a losing one
        assert match.result.reason in (Reason.NO_LEGAL_MOVE, Reason.CAPTURE, Reason.SUICIDE)
    else:
        assert match.result.reason is Reason.NO_LEGAL_MOVE
    assert len(match.position.moves) > size.points // 3


def test_names_of_points_reach_the_program_as_they_are(make: Make):
    corner = Size().points - 1
    assert point_name(corner, Size(), Notation.GTP) == "J1"
    assert make("gtp", "good", "j1").choose(Position.empty(), Limit()).point == corner
    assert make("gtp", "good", "PASS").choose(Position.empty(), Limit()).point == PASS

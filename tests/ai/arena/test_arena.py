"""Arenas: who meets whom, what is kept, what a kill leaves, and players that fail."""

import errno
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from ai import checkpoint, child_process
from ai.arena import ArenaError, contest, worker
from ai.arena.contest import play
from ai.arena.folder import ArenaFolder, FinishedGame
from ai.arena.plan import LAG_SECONDS, MOST_GAMES, Plan
from ai.arena.standings import Row, Standings, short_names
from ai.child_process import MOST_ON_WINDOWS, ChildProcess
from ai.elo import Rating
from ai.networks import build
from ai.players import PLAYER_KINDS
from ai.players.pondering import PonderingPlayer
from ai.players.text import quote
from core import records
from core.position import Color, Position, Size
from core.sentence import Sentence
from tests.ai.arena import failing
from tests.ai.external.programs import bad_engine
from tests.ai.fakes import DeadAndUnheard
from tests.patience import PATIENCE_SECONDS, PROCESS_SECONDS, wait_until

MAIN = Path(__file__).resolve().parents[3] / "main.py"
TINY = Plan(("random", "random:seed=1", "random:seed=2"), games=4, size="4x4")


def played(plan: Plan, folder: Path, **options) -> Standings:
    return Standings(plan.players, play(plan, ArenaFolder(folder), **options))


# --- plans ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("games", [1, 2, 5, 6])
def test_each_pair_meets_as_often_and_takes_turns(games: int):
    plan = replace(TINY, games=games)
    fixtures = list(plan.fixtures())
    assert [fixture.number for fixture in fixtures] == list(range(1, len(plan) + 1))
    colors = Counter((fixture.black, fixture.white) for fixture in fixtures)
    for one, other in ((0, 1), (0, 2), (1, 2)):
        assert (colors[one, other], colors[other, one]) == ((games + 1) // 2, games // 2)


def test_a_pair_plays_each_opening_from_both_sides():
    openings = Counter(
        (fixture.opening, frozenset((fixture.black, fixture.white))) for fixture in TINY.fixtures()
    )
    assert set(openings.values()) == {2}


def test_each_pair_has_openings_of_its_own():
    """The first has those of two players alone. How many games there are changes none."""
    openings = {fixture.number: fixture.opening for fixture in TINY.fixtures()}
    assert (
        list(openings.values())[:6:2] == [0, MOST_GAMES, 2 * MOST_GAMES] and len(set(openings.values())) == 6
    )
    assert len({TINY.opening(number) for number in openings.values()}) == 6
    assert [each.opening for each in replace(TINY, players=TINY.players[:2]).fixtures()] == [0, 0, 1, 1]
    longer = {fixture.number: fixture.opening for fixture in replace(TINY, games=40).fixtures()}
    assert openings.items() <= longer.items()


def test_an_arena_of_an_earlier_version_goes_on_with_openings_for_all(tmp_path: Path):
    """Otherwise the two games of a pair could begin differently."""
    arena = ArenaFolder(tmp_path)
    arena.open(replace(TINY, games=2))
    arena.close()
    told = json.loads(arena.plan_file.read_text("utf-8"))
    del told["own_openings"]
    arena.plan_file.write_text(json.dumps(told), "utf-8")
    list(play(TINY, arena))
    begun = {records.load(arena.record(number))[0].game.main_line()[2].position for number in range(1, 7)}
    assert begun == {TINY.opening(0)}
    assert arena.read_plan() == replace(TINY, own_openings=False)


def test_games_that_come_first_are_of_all_pairs():
    assert len({frozenset((f.black, f.white)) for f in list(TINY.fixtures())[:6]}) == 3


def test_openings_differ_and_repeat_by_seed():
    plan = Plan(("random", "uct"), opening_moves=5)
    openings = [plan.opening(number) for number in range(20)]
    assert openings == [plan.opening(number) for number in range(20)]
    assert len(set(openings)) == 20
    assert all(len(opening.moves) == 5 and not opening.is_over for opening in openings)
    assert replace(plan, seed=1).opening(0) != plan.opening(0)
    assert replace(plan, opening_moves=0).opening(3) == Position.empty()
    short = replace(plan, size="2x2")
    assert not any(short.opening(number).is_over for number in range(20))


@pytest.mark.parametrize(
    "change,said",
    [
        ({"players": ("random",)}, "two players"),
        ({"players": ("random", "nobody")}, "nobody"),
        ({"games": 0}, "games should be at least 1"),
        ({"opening_moves": -1}, "opening moves should be at least 0"),
        ({"opening_moves": 9}, "opening moves should be at most 8"),
        ({"size": "1x9"}, "2 to 19"),
        (
            {
                "players": ("random", f"sau:command={quote(sys.executable)},name=Bot"),
                "size": "9x9",
                "opening_moves": 2,
            },
            "Bot plays whole",
        ),
        ({"games": 10**8}, "games should be at most 1000000"),
        ({"seconds": 0.0}, "give more than 0"),
        ({"seconds": -2.0}, "give more than 0"),
        ({"total_seconds": float("nan")}, "nan"),
    ],
)
def test_plans_that_cannot_be_played_are_refused(change: dict, said: str, tmp_path: Path):
    with pytest.raises(ArenaError, match=said):
        played(replace(TINY, **change), tmp_path)
    assert list(tmp_path.iterdir()) == []


# --- results -------------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of an arena that has been played."""
    folder = tmp_path_factory.mktemp("arena") / "竞技 one"
    played(TINY, folder, jobs=2)
    return folder


def test_every_game_is_counted_and_kept(finished: Path):
    folder = ArenaFolder(finished)
    games = folder.read_games()
    assert sorted(game.game for game in games) == list(range(1, 13))
    for game in games:
        (result,) = records.load(folder.record(game.game))
        assert not result.problems
        kept = result.game
        assert kept.result is not None and kept.result.winner is Color[game.winner.upper()]
        assert (kept.black_name, kept.white_name) == (TINY.players[game.black], TINY.players[game.white])
        assert kept.size == Size(4, 4)


def test_standings_add_up(finished: Path):
    games = ArenaFolder(finished).read_games()
    standings = Standings(TINY.players, games)
    rows = standings.rows()
    assert standings.games == 12 and sum(standings.reasons.values()) == 12
    assert sum(row.wins for row in rows) == sum(row.losses for row in rows) == 12
    for index, row in enumerate(rows):
        assert row.games == 8 and row.games_as_black == row.games_as_white == 4
        assert row.wins == sum(game.winning_player == index for game in games)
        assert row.wins_as_black == sum(game.winner == "black" and game.black == index for game in games)
        assert row.interval[0] <= row.share <= row.interval[1]


def test_no_elo_for_programs_is_minus_zero():
    row = Row(1, 1, 1, 1, number=0, player="random", seconds=0.0, rating=Rating(-0.01, (-90.0, -0.0)))
    told = row.to_dict()
    assert json.dumps([told["elo"], told["elo_interval_95"]]) == "[0.0, [-90.0, 0.0]]"


def test_the_table_ranks_by_elo(finished: Path):
    standings = Standings(TINY.players, ArenaFolder(finished).read_games())
    header, *lines = standings.table().splitlines()
    assert header.split()[:4] == ["player", "games", "won", "share"]
    assert len(lines) == 4 and "12 games" in lines[3]
    by_elo = sorted(standings.rows(), key=lambda row: -row.rating.elo if row.rating else 0)
    assert [line.split()[1] for line in lines[:3]] == [row.player for row in by_elo]


def test_the_cross_table_says_who_beat_whom():
    """In the order of the table; nothing where two never met."""
    standings = Standings(("last", "middle", "first"))
    for black, white, winner in ((2, 1, "black"), (1, 2, "white"), (1, 2, "black"), (0, 1, "white")):
        standings.add(FinishedGame(standings.games + 1, black, white, winner, "capture", 9, 0.1, 0.1))
    assert standings.cross_table().splitlines() == [
        "   won–lost    1    2    3",
        "1  first          2–1",
        "2  middle    1–2       1–0",
        "3  last           0–1",
    ]
    score = standings.score(2, 1)
    assert (score.wins_as_black, score.games_as_black) == (1, 1)
    assert (score.wins_as_white, score.games_as_white) == (1, 2)


def test_tables_have_short_names_and_json_whole_ones():
    players = [
        f"zero:net={Path('/home/me/runs/az2/checkpoints') / name},simulations=64"
        for name in ("000010.safetensors", "000020.safetensors")
    ]
    standings = Standings((*players, "zero"))
    short = [f"zero:net=az2/{name},simulations=64" for name in ("000010", "000020")]
    for table in (standings.table(), standings.cross_table()):
        assert all(name in table for name in short) and "/home/me" not in table
    assert [row["player"] for row in standings.to_dict()["players"]] == [*players, "zero"]


@pytest.mark.parametrize(
    ("texts", "names"),
    [
        (
            ["policy:net=/a/one.safetensors", "td:net=b/two.td,book=/c/d.csv"],
            ["policy:net=one", "td:net=two,book=d"],
        ),
        (["policy:net=/a/n.safetensors", "policy:net=/b/n.safetensors"], None),
        (["policy:net=/a/n.safetensors", "policy:net=/a/n.safetensors"], ["policy:net=n"] * 2),
        (["zero:net=flagship", "gtp:command=/usr/bin/engine", "random"], None),
    ],
)
def test_short_names_tell_players_apart(texts: list[str], names: list[str] | None):
    assert short_names(texts) == (texts if names is None else names)


# --- going on ------------------------------------------------------------------------------------------------------------


def test_what_is_played_is_not_played_again(finished: Path):
    before = (finished / "games.jsonl").read_bytes()
    assert played(TINY, finished).games == 12
    assert (finished / "games.jsonl").read_bytes() == before


def test_a_stopped_arena_goes_on(tmp_path: Path):
    games = play(TINY, ArenaFolder(tmp_path))
    first = [next(games) for _ in range(3)]
    games.close()
    assert not ArenaFolder(tmp_path).is_running()
    everything = list(play(TINY, ArenaFolder(tmp_path)))
    assert everything[:3] == first
    assert sorted(game.game for game in everything) == list(range(1, 13))


def test_an_arena_that_was_never_begun_is_not_held(tmp_path: Path):
    folder = ArenaFolder(tmp_path)
    play(TINY, folder).close()
    assert not ArenaFolder(tmp_path).is_running()
    folder.close()


def test_it_ends_when_asked(tmp_path: Path):
    folder = ArenaFolder(tmp_path)
    games = []
    for game in play(replace(TINY, games=1000), folder):
        games.append(game)
        if len(games) == 2:
            folder.ask_to_stop()
    assert 2 <= len(games) < 3000
    assert ArenaFolder(tmp_path).read_games() == games


@pytest.mark.skipif(sys.platform == "win32", reason="what is open can't be renamed")
def test_an_arena_that_is_renamed_leaves_what_takes_its_place_alone(finished: Path, tmp_path: Path):
    folder = tmp_path / "arena"
    games = play(TINY, ArenaFolder(folder))
    next(games)
    folder.rename(tmp_path / "aside")
    shutil.copytree(finished, folder)
    with pytest.raises(ArenaError, match="can't be kept: it, or the file lock in it, was renamed"):
        list(games)
    assert (folder / "games.jsonl").read_bytes() == (finished / "games.jsonl").read_bytes()


def test_a_torn_line_is_dropped(finished: Path, tmp_path: Path):
    lines = (finished / "games.jsonl").read_bytes().splitlines(keepends=True)
    folder = ArenaFolder(tmp_path)
    folder.open(TINY)
    folder.close()
    (tmp_path / "games.jsonl").write_bytes(b"".join(lines[:5]) + lines[5][:20])
    assert len(folder.read_games()) == 5
    assert sorted(game.game for game in play(TINY, folder)) == list(range(1, 13))


@pytest.mark.parametrize(
    "change,said",
    [
        ({"games": 3}, r"begun with 4 games of each pair, not 3 \(an arena can only grow\)"),
        ({"games": 6, "size": "5x5"}, "begun with size 4x4, not 5x5"),
        ({"size": "5x5"}, "size 4x4, not 5x5"),
        ({"seconds": 1.0}, "seconds unset, not 1.0"),
        ({"players": ("random", "uct")}, "players random random:seed=1 random:seed=2, not random uct"),
    ],
)
def test_another_plan_is_refused(change: dict, said: str, finished: Path):
    with pytest.raises(ArenaError, match=said):
        played(replace(TINY, **change), finished)
    assert not ArenaFolder(finished).is_running()


@pytest.mark.parametrize("players", [("random", "random:seed=1"), TINY.players])
def test_an_arena_is_prolonged(players: tuple[str, ...], tmp_path: Path):
    """What was played counts on, and the rest is as if all had been wished from the beginning."""
    plan = replace(TINY, players=players, games=2)
    first = list(play(plan, ArenaFolder(tmp_path)))
    longer = replace(plan, games=4)
    games = list(play(longer, ArenaFolder(tmp_path)))
    assert games[: len(first)] == first and len(games) == len(longer)
    assert [(game.black, game.white) for game in sorted(games, key=lambda game: game.game)] == [
        (fixture.black, fixture.white) for fixture in longer.fixtures()
    ]
    assert ArenaFolder(tmp_path).read_plan() == longer


def test_an_arena_that_ends_within_a_round_of_several_is_not_prolonged(tmp_path: Path):
    """The next games would have other numbers; of two players the round goes on with the game that it lacks."""
    for players, refused in ((TINY.players, True), (TINY.players[:2], False)):
        shorter, longer = (replace(TINY, players=players, games=games) for games in (3, 4))
        assert longer.prolongs(shorter) != refused
        first = list(shorter.fixtures())
        assert (list(longer.fixtures())[: len(first)] == first) != refused
    arena = ArenaFolder(tmp_path)
    arena.open(replace(TINY, games=3))
    arena.close()
    with pytest.raises(ArenaError, match=r"3 games of each pair, not 4 .*only after an even number"):
        arena.open(TINY)


def test_only_one_process_plays_an_arena(finished: Path):
    holder = ArenaFolder(finished)
    holder.open(TINY)
    try:
        assert ArenaFolder(finished).is_running()
        with pytest.raises(ArenaError, match="another process"):
            played(TINY, finished)
    finally:
        holder.close()


@pytest.mark.parametrize(
    "damage",
    ["nonsense", "[1]", "[" * 100_000, '{"format": 1}', '{"format": 99}', '{"format": 1, "players": 3}', {"players": ["random", 3]},
     {"games": "2"}, {"games": True}, {"games": 10**12}, {"games": -1}, {"size": 9}, {"size": "99x99"}, {"opening_moves": 1.5},
     {"seed": None}, {"seconds": "1"}, {"seconds": -1}, {"total_seconds": float("inf")}],
)  # fmt: skip
def test_a_damaged_plan_is_told(damage: str | dict, tmp_path: Path):
    text = damage if isinstance(damage, str) else json.dumps({"format": 1, **TINY.to_dict(), **damage})
    (tmp_path / "arena.json").write_text(text)
    with pytest.raises(ArenaError, match=r"arena\.json"):
        ArenaFolder(tmp_path).read_plan()
    with pytest.raises(ArenaError, match=r"arena\.json"):
        played(TINY, tmp_path)


def test_results_without_their_plan_are_nobodys(finished: Path, tmp_path: Path):
    shutil.copytree(finished, tmp_path / "copy")
    (tmp_path / "copy" / "arena.json").unlink()
    with pytest.raises(ArenaError, match="has lost its plan"):
        played(replace(TINY, players=("random", "uct:playouts=1")), tmp_path / "copy")


def test_a_new_arena_writes_over_nothing(tmp_path: Path):
    record = tmp_path / "games" / "00001.sgf"
    record.parent.mkdir()
    record.write_text("mine")
    with pytest.raises(ArenaError, match=r"00001\.sgf would be among the games of a new arena"):
        played(TINY, tmp_path)
    assert record.read_text() == "mine" and not (tmp_path / "arena.json").exists()


@pytest.mark.parametrize("kept", [0, 1])
def test_records_whose_results_are_lost_are_not_overwritten(kept: int, finished: Path, tmp_path: Path):
    copy = tmp_path / "copy"
    shutil.copytree(finished, copy)
    lines = (copy / "games.jsonl").read_bytes().splitlines(keepends=True)
    (copy / "games.jsonl").write_bytes(b"".join(lines[:kept]))
    before = {path.name: path.read_bytes() for path in (copy / "games").iterdir()}
    with pytest.raises(ArenaError, match=f"the results of only {kept}"):
        played(TINY, copy)
    assert before == {path.name: path.read_bytes() for path in (copy / "games").iterdir()}


def test_breaks_between_a_record_and_its_line_never_end_an_arena(finished: Path, tmp_path: Path):
    """Where several games are played at once each break may leave the record of another game; what isn't the arena's own stays."""
    copy = ArenaFolder(tmp_path / "copy")
    shutil.copytree(finished, copy.path)
    lines = copy.results.read_bytes().splitlines(keepends=True)
    counted = [line for line in lines if json.loads(line)["game"] not in (3, 7)]
    copy.results.write_bytes(b"".join(counted))
    for number in (3, 7):
        copy.record(number).unlink()
    for number in (3, 7):
        copy.record(number).write_text("played, but not counted")
        assert len(copy.open(TINY)) == len(counted) and not copy.record(number).exists()
        copy.close()
    mine = copy.path / "games" / "mine.sgf"
    mine.write_text("mine")
    played(TINY, copy.path)
    assert mine.exists() and copy.record(3).exists() and copy.record(7).exists()


def test_processes_that_cannot_be_started_are_no_fault_of_the_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    def refuse(*_: object, **__: object) -> None:
        raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))

    monkeypatch.setattr("ai.arena.contest.ChildProcess", refuse)
    with pytest.raises(ArenaError, match="can't be started: Too many open files; play fewer games at once"):
        played(TINY, tmp_path / "arena")


def test_damaged_results_are_told_and_kept(finished: Path, tmp_path: Path):
    lines = (finished / "games.jsonl").read_bytes().splitlines(keepends=True)
    nobody = lines[1].replace(b'"winner": "', b'"winner": "nobody')
    stranger = lines[1].replace(b'"black": ', b'"black": 7')
    told = json.loads(lines[1])
    changes = [
        {"game": 13}, {"game": 0}, {"game": "2"}, {"game": 2.0}, {"black": told["white"]}, {"black": True}, {"moves": None},
        {"black_seconds": "x"}, {"white_seconds": float("nan")}, {"reason": "boredom"}, {"reason": []}, {"error": 5},
    ]  # fmt: skip
    for case, (number, damaged) in enumerate(
        (
            (2, [lines[0], b"{}\n"]),
            (3, [lines[0], lines[1], lines[0]]),
            (2, [lines[0], nobody]),
            (2, [lines[0], stranger]),
            (2, [lines[0], b"[" * 100_000 + b"\n"]),
            (2, [lines[0], b"null\n"]),
            (2, [lines[0], b"5\n"]),
            *((2, [lines[0], json.dumps({**told, **change}).encode() + b"\n"]) for change in changes),
        )
    ):
        folder = ArenaFolder(tmp_path / str(case))
        folder.open(TINY)
        folder.close()
        (folder.path / "games.jsonl").write_bytes(b"".join(damaged))
        with pytest.raises(ArenaError, match=f"line {number}"):
            played(TINY, folder.path)
        assert (folder.path / "games.jsonl").read_bytes() == b"".join(damaged)


@pytest.mark.skipif(sys.platform == "win32", reason="kills as Linux does")
def test_kills_lose_nothing_and_count_nothing_twice(tmp_path: Path):
    """Killed four times at any moment, an arena is at last the same as one that was left alone."""
    words = [
        sys.executable,
        str(MAIN),
        "match",
        *TINY.players,
        "--games",
        "40",
        "--size",
        "4",
        "--out",
        str(tmp_path),
    ]
    folder = ArenaFolder(tmp_path)
    chance = random.Random(1)
    counted: set[int] = set()
    for _ in range(4):
        process = subprocess.Popen(words, stdout=subprocess.DEVNULL)
        wait_for_a_game(process, folder, len(counted))
        time.sleep(chance.random() / 4)
        process.send_signal(signal.SIGKILL)
        process.wait(PATIENCE_SECONDS)
        now = {game.game for game in folder.read_games()}
        assert counted < now or len(now) == 120
        counted = now
    subprocess.run(words, stdout=subprocess.DEVNULL, check=True, timeout=PROCESS_SECONDS)
    games = folder.read_games()
    assert sorted(game.game for game in games) == list(range(1, 121))
    for game, fixture in zip(sorted(games, key=lambda game: game.game), replace(TINY, games=40).fixtures()):
        assert (game.black, game.white) == (fixture.black, fixture.white)
        assert folder.record(game.game).is_file()


def wait_for_a_game(arena: subprocess.Popen, folder: ArenaFolder, counted: int) -> None:
    """Until one more is kept, or the arena has ended."""
    wait_until(lambda: arena.poll() is not None or len(folder.read_games()) > counted)


@pytest.mark.skipif(sys.platform != "linux", reason="needs /proc")
def test_no_external_program_survives_its_arena(tmp_path: Path):
    """Not even one that neither answers nor listens, when the arena is killed."""
    mark = str(tmp_path / "mark")
    command = quote(bad_engine("gtp", "hang", mark))
    words = [
        sys.executable,
        str(MAIN),
        "match",
        f"gtp:command={command}",
        "random",
        "--out",
        str(tmp_path / "arena"),
    ]
    arena = subprocess.Popen(words, stdout=subprocess.DEVNULL)

    def programs() -> list[Path]:
        return [path for path in Path("/proc").glob("[0-9]*/cmdline") if mark in words_of(path)]

    wait_until(lambda: bool(programs()) or arena.poll() is not None)
    arena.kill()
    arena.wait(PATIENCE_SECONDS)
    wait_until(lambda: not programs())


def words_of(path: Path) -> list[str]:
    try:
        return path.read_text("utf-8", "replace").split("\0")
    except OSError:
        return []


# --- players that fail ---------------------------------------------------------------------------------------------------


@pytest.fixture
def failing_players(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, kind in failing.KINDS.items():
        monkeypatch.setitem(PLAYER_KINDS, name, kind)
    monkeypatch.setattr(contest, "serve", failing.serve)


@pytest.mark.parametrize(
    "kind,said",
    [
        ("unready", "the weights w.bin are missing"),
        ("raising", "RuntimeError: no idea"),
        ("dying", "exit code 7"),
        ("hanging", "no answer for 2 seconds"),
    ],
)
def test_who_fails_forfeits_and_the_arena_goes_on(kind: str, said: str, failing_players, tmp_path: Path):
    plan = Plan((kind, "random"), games=2)
    games = list(play(plan, ArenaFolder(tmp_path), patience_seconds=2.0 if kind == "hanging" else 60.0))
    assert [game.reason for game in games] == ["forfeit"] * 2
    for game in games:
        assert game.losing_player == 0 and said in game.error
        assert game.moves == 2 if kind == "unready" else 6 <= game.moves <= 7
        (result,) = records.load(ArenaFolder(tmp_path).record(game.game))
        assert len(result.game.position.moves) == game.moves and result.game.random_moves == 2
        assert result.game.result is not None and result.game.result.failure == game.error
    assert Standings(plan.players, games).reasons == {"forfeit": 2}
    read = ArenaFolder(tmp_path).read_games()
    assert read == games
    assert all(isinstance(game.error, Sentence) == (kind != "raising") for game in read)


LOGGING = r"""
import logging, sys
from pathlib import Path
from ai.arena.worker import serve

class Arena:
    def send(self, message): pass
    def recv(self):
        logging.getLogger("arena").error("\u8f93\u4e86")
        raise EOFError

serve(Arena(), None, Path(sys.argv[1]))
"""


def test_whatever_the_system_writes_by_the_log_is_utf_8(tmp_path: Path):
    """As Windows has an encoding of its own for each language."""
    ascii_alone = {"PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "LC_ALL": "C"}
    subprocess.run(
        [sys.executable, "-c", LOGGING, tmp_path / "arena.log"],
        env=os.environ | ascii_alone,
        cwd=MAIN.parent,
        check=True,
    )
    assert (tmp_path / "arena.log").read_text("utf-8").endswith("ERROR arena: 输了\n")


def test_a_process_that_cannot_be_started_once_more_ends_the_arena_with_a_sentence(
    failing_players, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    """After a player has ended the first one."""
    processes: list[ChildProcess] = []

    def start(*arguments: Any, **more: Any) -> ChildProcess:
        if processes:
            raise OSError(errno.EAGAIN, os.strerror(errno.EAGAIN))
        processes.append(ChildProcess(*arguments, **more))
        return processes[0]

    monkeypatch.setattr(contest, "ChildProcess", start)
    with pytest.raises(ArenaError, match="a process that is to play games can't be started"):
        played(Plan(("dying", "random"), games=2), tmp_path)


def test_a_process_that_can_not_begin_is_no_players_defeat(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setattr(contest, "serve", failing.serve_not)
    with pytest.raises(ArenaError, match="exit code 9 before it could begin"):
        list(play(Plan(("random", "random"), games=2), ArenaFolder(tmp_path)))
    assert ArenaFolder(tmp_path).read_games() == []


def test_a_process_that_dies_unheard_is_missed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setattr(contest, "ChildProcess", DeadAndUnheard)
    with pytest.raises(ArenaError, match="exit code 9 before it could begin"):
        list(play(Plan(("random", "random"), games=2), ArenaFolder(tmp_path)))


@pytest.mark.parametrize("system, tables", [("win32", MOST_ON_WINDOWS), ("linux", 100)])
def test_no_more_processes_play_than_the_system_can_wait_for(
    system: str, tables: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    begun = []
    table = SimpleNamespace(fixture=None, begin=begun.append, close=lambda: None)
    monkeypatch.setattr(contest, "Table", lambda *_arguments: table)
    monkeypatch.setattr(child_process, "sys", SimpleNamespace(platform=system))
    list(play(Plan(("random", "random"), games=200), ArenaFolder(tmp_path), jobs=100))
    assert len(begun) == tables


def test_who_plays_a_losing_move_loses_by_the_rules(failing_players, tmp_path: Path):
    (game,) = play(Plan(("losing", "random"), games=1), ArenaFolder(tmp_path))
    assert (game.reason, game.losing_player, game.error) == ("occupied", 0, "")


# --- time ----------------------------------------------------------------------------------------------------------------


def test_time_for_all_stands_instead_of_what_texts_say(tmp_path: Path):
    plan = Plan(("uct:playouts=100000000", "random"), games=1, size="9x9", seconds=0.05, opening_moves=40)
    (game,) = play(plan, ArenaFolder(tmp_path))
    assert game.error == ""  # so many playouts would take minutes


def test_the_referee_allows_for_some_lag():
    control = replace(TINY, seconds=2.0, total_seconds=60.0).time_control()
    assert control is not None
    assert (control.move_seconds, control.total_seconds) == (2.0 + LAG_SECONDS, 60.0)
    assert TINY.time_control() is None


# --- the command line ----------------------------------------------------------------------------------------------------


def match(*words: str) -> subprocess.CompletedProcess:
    return subprocess.run(
        [sys.executable, str(MAIN), "match", *words],
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=PROCESS_SECONDS,
    )


def test_the_command_prints_the_results_when_it_is_asked_to_stop(tmp_path: Path):
    folder = ArenaFolder(tmp_path)
    words = ["random", "random:seed=1", "--games", "100000", "--size", "4", "--out", str(tmp_path)]
    arena = subprocess.Popen(
        [sys.executable, str(MAIN), "match", *words], stdout=subprocess.PIPE, encoding="utf-8"
    )
    wait_for_a_game(arena, folder, 0)
    folder.ask_to_stop()
    printed, _ = arena.communicate(timeout=PROCESS_SECONDS)
    assert arena.returncode == 0
    assert json.loads(printed.splitlines()[-1])["games"] == len(folder.read_games())


def test_the_command_prints_results_as_they_come_and_a_table():
    answer = match("random", "random:seed=1", "--games", "12", "--size", "4", "--table")
    assert answer.returncode == 0, answer.stderr
    *lines, header, _, _, reasons = answer.stdout.splitlines()
    scores = [json.loads(line) for line in lines]
    assert [score["games"] for score in scores] == [10, 12]
    last = scores[-1]
    assert (last["first"], last["second"]) == ("random", "random:seed=1")
    assert last["wins"] == last["wins_as_black"] + last["wins_as_white"]
    assert last["interval_95"][0] <= last["share"] <= last["interval_95"][1]
    first, second = last["players"]
    assert last["elo_difference"] == pytest.approx(first["elo"] - second["elo"], abs=0.2)
    assert (
        last["elo_difference_interval_95"][0] < last["elo_difference"] < last["elo_difference_interval_95"][1]
    )
    assert sum(last["reasons"].values()) == 12
    assert "player" in header and "12 games" in reasons


def test_of_more_than_two_players_the_command_prints_who_beat_whom():
    answer = match(
        "random", "random:seed=1", "random:seed=2", "--games", "2", "--size", "4", "--jobs", "2", "--table"
    )
    assert answer.returncode == 0, answer.stderr
    *_, empty, header, _, _, _ = answer.stdout.splitlines()
    assert empty == "" and header.split() == ["won–lost", "1", "2", "3"]


def test_the_command_prints_only_what_is_new_when_it_goes_on(tmp_path: Path):
    engine = f"gtp:command={quote(sys.executable)} -c pass"
    words = [engine, "random", "--size", "4", "--out", str(tmp_path), "--games"]
    assert match(*words, "12").stderr.count("forfeits it") == 12
    answer = match(*words, "21")
    assert [json.loads(line)["games"] for line in answer.stdout.splitlines()] == [20, 21]
    assert answer.stderr.count("forfeits it") == 9
    answer = match(*words, "21")
    assert json.loads(answer.stdout)["games"] == 21 and answer.stderr == ""


def test_the_command_says_once_whose_book_is_for_other_boards():
    answer = match("random:book=shipped", "random:book=shipped", "--games", "2", "--size", "4")
    assert answer.returncode == 0
    assert answer.stderr == "random:book=shipped plays without its book: that is for boards of 9x9, not 4x4\n"


def test_the_command_says_why_a_game_was_forfeited():
    engine = f"gtp:command={quote(sys.executable)} -c pass"
    answer = match(engine, "random", "--games", "1")
    assert answer.returncode == 0 and json.loads(answer.stdout)["reasons"] == {"forfeit": 1}
    assert f"game 1: {engine} forfeits it, " in answer.stderr
    assert "Traceback" not in answer.stderr


def test_a_damaged_network_is_refused_before_a_game_is_played(tmp_path: Path):
    """Each of its games would be forfeited, and count as lost."""
    network = tmp_path / "damaged.safetensors"
    checkpoint.save(network, build("b1c4", Size()), checkpoint.CheckpointInfo("b1c4", 9, 9))
    data = bytearray(network.read_bytes())
    data[-9] ^= 1
    network.write_bytes(data)
    answer = match(f"policy:net={network}", "random", "--games", "2", "--out", str(tmp_path / "arena"))
    assert (answer.returncode, answer.stdout) == (2, "")
    assert f"the weights in {network} are not those that were saved there" in answer.stderr
    assert "Traceback" not in answer.stderr and not (tmp_path / "arena").exists()


def test_nobody_thinks_on_while_others_play():
    plan = Plan(("rave:playouts=20,ponder=on", "random:seed=1"), games=1, size="4x4")
    players: dict = {}
    connection = SimpleNamespace(send=lambda _message: None)
    worker.play(plan, next(plan.fixtures()), players, connection)  # type: ignore[arg-type]
    assert isinstance(players[0], PonderingPlayer) and players[0]._work is None
    players[0].close()


def test_what_a_program_says_does_not_command_the_terminal():
    shout = quote(f"{sys.executable} -c \"print('\\x1b]0;mine\\x07')\"")
    answer = match(f"gtp:command={shout},timeout=5", "random", "--games", "1")
    assert "forfeits it" in answer.stderr and "mine" in answer.stderr and "\x1b" not in answer.stderr


@pytest.mark.parametrize(
    "words,said",
    [
        (["random"], "two players"),
        (["random", "nobody"], "nobody"),
        (["random", "gtp:command=no-such-engine --gtp"], "there is no program 'no-such-engine' here"),
        (["random", "random", "--games", "0"], "at least 1"),
        (["random", "random", "--patience", "nan"], "more than 0"),
        (["random", "random", "--jobs", "0"], "at least one job"),
        (["random", "random", "--jobs", "100000"], "jobs should be at most 256"),
        (["random", "random", "--size", "nine"], "nine"),
        (["random", "random", "--seconds", "0"], "more than 0"),
        (["random", "random", "--out", str(MAIN)], "can't be kept"),
        (["random", "random", "--out", ""], "the name is empty"),
    ],
)
def test_mistakes_are_sentences(words: list[str], said: str):
    answer = match(*words)
    assert answer.returncode == 2
    assert said in answer.stderr and "Traceback" not in answer.stderr

"""The ladder: who meets whom, what counts on, and what is published."""

import json
import re
import signal
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from ai.arena import ArenaError, ladder
from ai.arena.folder import ArenaFolder, FinishedGame
from ai.arena.plan import Plan
from ai.arena.standings import Standings
from ai.commands import main as command
from ai.levels import LEVELS, read_entries

PLAYERS = ["random", *(f"uct:playouts={playouts}" for playouts in range(1, 6))]


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Arenas whose games are made up: the later player of the list wins three of four."""

    def play(plan, folder, jobs, stop):
        folder.open(plan)
        strongest = max(plan.players, key=PLAYERS.index)
        for number in range(1, plan.games + 1):
            black_wins = (plan.players[0] == strongest) == (number % 4 != 0)
            game = FinishedGame(
                number, 0, 1, "black" if black_wins else "white", "no_legal_move", 50, 1.0, 2.0
            )
            if number > len(folder.read_games()):
                folder.append(game, b"(;)")
            yield game
        folder.close()

    monkeypatch.setattr(ladder, "play", play)


def last(players: list[str], folder: Path) -> Standings:
    return list(ladder.climb(players, 8, folder))[-1][0]


def test_near_neighbours_meet():
    pairs = ["".join(pair) for pair in ladder.neighbours("abcde")]
    assert pairs == ["ab", "bc", "cd", "de", "ac", "bd", "ce", "ad", "be"]
    assert {"".join(pair) for pair in ladder.neighbours("edcba")} == set(pairs)


def test_a_wrong_guess_mends_itself(quick, tmp_path: Path):
    """Whatever the order at first, the true neighbours have met at the end, and the ratings are in the true order."""
    shuffled = [PLAYERS[index] for index in (2, 5, 0, 3, 1, 4)]
    rows = last(shuffled, tmp_path).rows()
    assert [shuffled[index] for index in ladder.by_elo(rows)] == PLAYERS
    folders = {path.name for path in tmp_path.iterdir()}
    assert {ladder.pair_folder(tmp_path, pair).name for pair in ladder.neighbours(PLAYERS)} <= folders


def test_random_moves_are_zero(quick, tmp_path: Path):
    ratings = {row.player: row.rating for row in last(PLAYERS, tmp_path).rows()}
    assert ratings["random"] is not None and ratings["random"].elo == 0
    assert all(
        rating is not None and rating.elo > 0 for player, rating in ratings.items() if player != "random"
    )


def test_what_has_been_played_counts_on_when_players_are_added(quick, tmp_path: Path):
    assert last(PLAYERS[:3], tmp_path).games == 24
    assert ladder.results(PLAYERS, tmp_path).games == 24
    assert last(PLAYERS, tmp_path).games > 24
    again = ladder.results(PLAYERS, tmp_path)
    assert again.rows() == last(PLAYERS, tmp_path).rows()
    assert ladder.results(PLAYERS[:2], tmp_path).games == 8


@pytest.fixture
def few_players(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ai.levels.read_entries", lambda _: [{"player": player} for player in PLAYERS])


def test_a_ladder_that_goes_on_prints_only_what_is_new(
    quick, few_players, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    words = ["ladder", "--out", str(tmp_path), "--games"]
    assert command([*words, "4"]) == 0
    first = capsys.readouterr().out.splitlines()
    assert [json.loads(line)["games"] for line in first if line.startswith("{")] == [10, 20, 30, 40]
    assert command([*words, "4"]) == 0
    assert capsys.readouterr().out.splitlines() == [line for line in first if not line.startswith("{")]


def test_a_ladder_that_is_interrupted_says_that_it_goes_on(
    quick, few_players, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    def interrupted(*arguments: Any) -> Iterator[tuple[Standings, bool]]:
        yield from islice(climb(*arguments), 9)
        signal.raise_signal(signal.SIGINT)

    climb = ladder.climb
    monkeypatch.setattr(ladder, "climb", interrupted)
    with pytest.raises(KeyboardInterrupt):
        command(["ladder", "--games", "4", "--out", str(tmp_path)])
    assert "stopped after 9 games; they are kept" in capsys.readouterr().err


def test_a_ladder_that_is_asked_to_stop_begins_with_no_other_pair(quick, tmp_path: Path):
    stop = Event()
    told = ladder.climb(PLAYERS, 4, tmp_path, stop=stop)
    next(told)
    stop.set()
    assert list(told)[-1][0].games == 4 and len(list(tmp_path.iterdir())) == 1


@pytest.mark.parametrize(("mark", "kind"), [("arena.json", "an arena"), ("config.toml", "a training run")])
def test_a_ladder_takes_no_folder_of_something_else(
    few_players, mark: str, kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    (tmp_path / mark).touch()
    assert command(["ladder", "--games", "4", "--out", str(tmp_path)]) == 2
    assert f"is the folder of {kind}; choose another folder" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == [mark]


def test_a_pair_that_is_stopped_by_a_file_stops_the_ladder(
    few_players, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    def stopped(plan: Plan, folder: ArenaFolder, jobs: int, stop: Event) -> Iterator[FinishedGame]:
        assert not list(tmp_path.iterdir()), "no other pair plays"
        folder.open(plan)
        folder.close()
        yield FinishedGame(1, 0, 1, "black", "no_legal_move", 50, 1.0, 2.0)

    monkeypatch.setattr(ladder, "play", stopped)
    with pytest.raises(KeyboardInterrupt):  # of which the exit status tells
        command(["ladder", "--games", "4", "--out", str(tmp_path)])
    assert "stopped after 1 games; they are kept" in capsys.readouterr().err


def test_any_text_names_a_folder(tmp_path: Path):
    folder = ladder.pair_folder(tmp_path, ("zero:net=a/b\\c*?,simulations=1", "gtp:command=x y"))
    assert folder.parent == tmp_path
    folder.mkdir()
    assert not set(folder.name) & set('\\/:*?"<>|')


def test_ratings_are_published_with_their_table(quick, tmp_path: Path):
    levels, text = tmp_path / "levels.json", tmp_path / "README.md"
    entries = [{"player": player, "elo": None, "interval": None} for player in reversed(PLAYERS)]
    entries[0] |= {"key": "top", "name": {"en": "Top", "zh": "顶"}}
    levels.write_text(json.dumps({"players": entries}), "utf-8")
    text.write_text(f"before {ladder.MARKS[0]} old {ladder.MARKS[1]} after\n", "utf-8")
    standings = last(PLAYERS, tmp_path / "ladder")
    for _ in range(2):  # publishing again changes nothing
        ladder.publish(levels, {"zh": text}, standings)
        assert [entry["player"] for entry in read_entries(levels)] == PLAYERS
        level = read_entries(levels)[-1]
        low, high = level["interval"]
        assert level["name"]["zh"] == "顶" and low < level["elo"] < high
        lines = text.read_text("utf-8").splitlines()
        assert lines[0].startswith("before ") and lines[-1].endswith(" after") and "old" not in "".join(lines)
        assert lines[3].startswith(f"| 顶 | `{PLAYERS[-1]}` | {level['elo']} ±")
        assert lines[2 + len(PLAYERS)].startswith("|  | `random` | 0 ±0 | ")


def test_what_can_not_be_published_whole_is_not_published(quick, tmp_path: Path):
    levels, text = tmp_path / "levels.json", tmp_path / "README.md"
    before = json.dumps(
        {"players": [{"player": player, "elo": None, "interval": None} for player in PLAYERS]}
    )
    levels.write_text(before, "utf-8")
    text.write_text("no marks\n", "utf-8")
    with pytest.raises(ArenaError, match=r"README\.md has no place"):
        ladder.publish(levels, {"en": text}, last(PLAYERS, tmp_path / "ladder"))
    text.write_text(" ".join(ladder.MARKS), "utf-8")
    with pytest.raises(ArenaError, match=f"{len(PLAYERS)} of {len(PLAYERS)} players have no rating yet"):
        ladder.publish(levels, {"en": text}, ladder.results(PLAYERS, tmp_path / "not played"))
    assert levels.read_text("utf-8") == before and text.read_text("utf-8") == " ".join(ladder.MARKS)


def test_the_shipped_file_has_the_anchor():
    players = [entry["player"] for entry in read_entries(LEVELS)]
    assert ladder.ANCHOR in players and len(players) == len(set(players))


@pytest.mark.parametrize(("language", "name"), [("en", "README.md"), ("zh", "README.zh.md")])
def test_the_published_table_says_what_the_shipped_file_says(language: str, name: str):
    text = (LEVELS.parent.parent / name).read_text("utf-8")
    assert all(text.count(mark) == 1 for mark in ladder.MARKS)
    _, header, _, *rows = text[text.index(ladder.MARKS[0]) : text.index(ladder.MARKS[1])].splitlines()
    assert header == f"| {' | '.join(ladder.HEADERS[language])} |"
    told = [re.match(r"\| (.*) \| `(.*)` \| (-?\d+) ±", row) for row in rows]
    assert [match and (match[1], match[2], int(match[3])) for match in told] == [
        (entry["name"][language] if "name" in entry else "", entry["player"], entry["elo"])
        for entry in reversed(read_entries(LEVELS))
    ]

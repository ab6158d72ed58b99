"""The temporal-difference learner: its features, its gradient, its targets, and sessions that a kill doesn't change."""

import codecs
import csv
import errno
import json
import os
import re
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from safetensors import safe_open
from safetensors.torch import save_file

from ai.commands import main as command
from ai.players import PlayerError, make_player
from ai.solver.kernels import UNSOLVED
from ai.td import session as sessions
from ai.td.experience import Played, samples_of, self_play
from ai.td.features import STATE_NAMES, choices_of, state_of
from ai.td.model import FORMAT, HEADER, Model, TdError
from ai.td.network import Perceptron, adapted
from ai.td.session import KEPT_SAMPLES, TEST_GAMES, TEST_ROUNDS, TdFolder, TdSession, read_unusable
from ai.td.settings import TdSettings
from ai.td.targets import n_step_targets, shaped
from core.game import Game
from core.player import Limit
from core.position import Color, Position, Size
from core.records import save
from core.sentence import Sentence
from tests.ai.random_games import random_positions
from tests.core.test_clock import Time

# --- Features ------------------------------------------------------------------------------------------------------------


def counts_by_definition(position: Position, color: Color) -> dict[str, int]:
    """The seed's numbers, counted slowly; S is ``color``."""
    counts = {}
    for letter, side in (("S", color), ("O", color.opponent)):
        stones = [point for point in range(position.size.points) if position.at(point) is side]
        counts[f"{letter}_n"] = len(stones)
        counts[f"{letter}_e"] = len(position.private_points(side))
        counts[f"{letter}_l"] = len({liberty for point in stones for liberty in position.liberties(point)})
        counts[f"{letter}_t"] = sum(len(position.liberties(point)) == 1 for point in stones)
    counts["shared"] = int((position.legal_mask(Color.BLACK) & position.legal_mask(Color.WHITE)).sum())
    return counts


@pytest.mark.parametrize("size", [(2, 2), (9, 9), (5, 7), (12, 12)])
def test_the_features_are_what_they_are_called(size: tuple[int, int]):
    for position in random_positions(Size(*size), seed=1):
        wanted = counts_by_definition(position, position.to_move)
        assert dict(zip(STATE_NAMES, state_of(position).tolist(), strict=True)) == wanted


def test_the_features_of_moves_are_those_of_the_positions_after_them():
    for position in random_positions(Size(5, 6), seed=2)[:-1]:
        choices = choices_of(position)
        assert tuple(choices.moves) == position.legal_moves()
        assert (choices.state == state_of(position)).all()
        for move, after in zip(choices.moves, choices.after, strict=True):
            wanted = counts_by_definition(position.play(int(move)), position.to_move)
            assert dict(zip(STATE_NAMES, after.tolist(), strict=True)) == wanted


def test_the_kinds_of_moves_are_the_answers_to_five_questions():
    for position in random_positions(Size(5, 5), seed=3)[:-1]:
        me = position.to_move
        private = set(position.private_points(me))
        choices = choices_of(position)
        for move, kind in zip(choices.moves.tolist(), choices.kinds.tolist(), strict=True):
            row, col = divmod(move, 5)
            beside = [
                position.at(y * 5 + x)
                for y, x in ((row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1))
                if 0 <= y < 5 and 0 <= x < 5
            ]
            made = len(position.play(move).private_points(me)) > len(private - {move})
            answers = (me in beside, me.opponent in beside, len(beside) < 4, move in private, made)
            assert kind == sum(bit << i for i, bit in enumerate(answers))


# --- Network and targets -------------------------------------------------------------------------------------------------


def test_the_gradient_agrees_with_finite_differences():
    random = np.random.default_rng(4)
    network = Perceptron.random(6, 5, random)
    network.w2, network.b1, network.b2 = (random.normal(size=count) for count in (5, 5, 1))
    x, target = random.normal(size=(7, 6)), random.normal(size=7)
    gradient, error = network.gradient(x, target)
    assert error == pytest.approx(np.mean((network(x) - target) ** 2))
    for name in Perceptron.NAMES:
        weights = getattr(network, name)
        for index in np.ndindex(weights.shape):
            slopes = []
            for step in (1e-6, -1e-6):
                weights[index] += step
                slopes.append(np.mean((network(x) - target) ** 2) / 2)
                weights[index] -= step
            assert gradient[name][index] == pytest.approx((slopes[0] - slopes[1]) / 2e-6, abs=1e-6)


def test_the_network_learns_a_function():
    random = np.random.default_rng(5)
    network = Perceptron.random(2, 16, random)
    x = random.uniform(-1, 1, (256, 2))
    target = x[:, 0] * x[:, 1]
    errors = [network.learn(x, target, 0.1) for _ in range(3000)]
    assert errors[-1] < errors[0] / 20


def test_the_update_factor_follows_the_error():
    assert adapted(0.1, 0.1, 1.0, None) == 0.1
    assert adapted(0.1, 0.1, 0.9, 1.0) == pytest.approx(0.105)
    assert adapted(0.1, 0.1, 1.03, 1.0) == 0.1
    assert adapted(0.1, 0.1, 1.05, 1.0) == pytest.approx(0.07)
    assert adapted(0.02, 0.1, 2.0, 1.0) == pytest.approx(0.02)


def test_one_step_returns():
    """r + g max Q of the next state, which is the opponent's: its sign is changed."""
    targets = n_step_targets(np.array([0.0, 0.5, 1.0]), np.array([0.3, 0.2, -0.4, 0.0]), 0.9, 1)
    assert targets == pytest.approx([-0.9 * 0.2, 0.5 + 0.9 * 0.4, 1.0])


def test_two_and_more_step_returns():
    rewards, best, g = np.array([0.1, 0.2, 0.3]), np.array([9.0, 9.0, 0.5, 0.7]), 0.9
    assert n_step_targets(rewards, best, g, 2) == pytest.approx(
        [0.1 - g * 0.2 + g * g * 0.5, 0.2 - g * 0.3 + g * g * 0.7, 0.3 - g * 0.7]
    )
    whole = [0.1 - g * 0.2 + g * g * 0.3 - g**3 * 0.7, 0.2 - g * 0.3 + g * g * 0.7, 0.3 - g * 0.7]
    assert n_step_targets(rewards, best, g, 3) == pytest.approx(whole)
    assert n_step_targets(rewards, best, g, 50) == pytest.approx(whole)


@given(st.lists(st.floats(-1, 1), min_size=2, max_size=12), st.floats(0, 1), st.floats(0, 1))
def test_the_shaping_reward_changes_whole_games_only_by_the_value_of_their_start(values, discount, share):
    """Ng, Harada and Russell (1999): added up over a finished game nothing of it is left but the first state's value."""
    values[-1] = 0.0
    moves = len(values) - 1
    rewards = np.zeros(moves)
    shaping = shaped(rewards, np.array(values), discount, share)
    total = n_step_targets(shaping, np.zeros(moves + 1), discount, moves)[0]
    assert total == pytest.approx(-share * values[0], abs=1e-9)


def test_what_a_finished_game_teaches():
    """The winner's last move is worth 1, the loser's -g, whatever the networks say."""
    settings = TdSettings(size="3x3", steps=99, shaping=0.0, discount=0.9)
    model = Model.new(4, np.random.default_rng(6))
    model.value.w2[:] = model.action.w2[:] = 1.0
    played = self_play(model, settings, np.random.default_rng(7))
    samples = samples_of(played, model, settings)
    wanted = [(-0.9) ** k for k in range(len(played.moves))][::-1]
    assert samples.action_targets == pytest.approx(wanted)
    assert samples.value_targets == pytest.approx(wanted)


def test_the_best_action_counts_however_little_it_is_worth(monkeypatch: pytest.MonkeyPatch):
    """With V in the rewards Q may fall below -1."""
    model = Model.new(4, np.random.default_rng(0))
    monkeypatch.setattr(
        Model, "action_values", lambda _model, choices, _points: np.full(len(choices.moves), -1.4)
    )
    monkeypatch.setattr(Model, "state_value", lambda *_all: 0.0)
    taught = samples_of(Played(Position.empty(Size(3, 4)), (0, 5), None), model, TdSettings(discount=1.0))
    assert taught.action_targets == pytest.approx([-1.4, 1.4])


def test_a_game_without_a_known_end_is_worth_what_was_learned():
    settings = TdSettings(size="3x3", steps=99, shaping=0.0, discount=0.9)
    model = Model.new(4, np.random.default_rng(6))
    model.value.b2[:] = 0.5
    model.action.b2[:] = 0.25
    samples = samples_of(Played(Position.empty(Size(3, 3)), (4, 0), None), model, settings)
    assert samples.value_targets == pytest.approx([0.81 * 0.5, -0.9 * 0.5])
    assert samples.action_targets == pytest.approx([0.81 * 0.25, -0.9 * 0.25])


# --- Sessions ------------------------------------------------------------------------------------------------------------

TINY = TdSettings(size="3x4", hidden=4, passes=2, seed=3)


@pytest.fixture(autouse=True)
def small_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sessions, "ROUND_GAMES", 10)
    monkeypatch.setattr(sessions, "ROUND_FILES", 4)
    monkeypatch.setattr(sessions, "TEST_ROUNDS", 2)
    monkeypatch.setattr(sessions, "TEST_GAMES", 10)


def work(path: Path, games: int, records: Path | None = None, settings: TdSettings | None = None) -> None:
    session = TdSession(path, **({} if settings is None else vars(settings)))
    try:
        session.work(games, records)
    finally:
        session.close()


def files_of(path: Path) -> dict[str, bytes]:
    names = ["network.safetensors", "metrics.jsonl", "unusable.csv"]
    names += [f"samples/{file.name}" for file in (path / "samples").iterdir()]
    return {name: (path / name).read_bytes() for name in names if (path / name).exists()}


def test_a_session_that_was_killed_ends_like_one_that_was_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    work(tmp_path / "whole", 60, settings=TINY)
    work(tmp_path / "killed", 30, settings=TINY)

    def die(*args):
        raise KeyboardInterrupt

    # at the very end of a round, when its figures are written, and in its middle
    for name in ("save", "state_value"):
        with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
            patch.setattr(Model, name, die)
            work(tmp_path / "killed", 60)
    work(tmp_path / "killed", 60)
    assert files_of(tmp_path / "killed") == files_of(tmp_path / "whole")


def test_it_learns_to_beat_random_moves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(sessions, "ROUND_GAMES", 25)
    monkeypatch.setattr(sessions, "TEST_GAMES", 20)
    work(tmp_path, 250, settings=TdSettings(size="7x7", hidden=8, steps=20, passes=8))
    lines = [json.loads(line) for line in (tmp_path / "metrics.jsonl").read_text().splitlines()]
    assert [line["round"] for line in lines] == list(range(1, 11)) and lines[-1]["games"] == 250
    tested = [line for line in lines if "win_rate" in line]
    assert [line["round"] for line in tested] == [2, 4, 6, 8, 10]
    assert all(line["interval_95"][0] <= line["win_rate"] <= line["interval_95"][1] for line in tested)
    assert tested[-1]["win_rate"] > 0.7


def make_records(folder: Path) -> None:
    """Four games of 3x4, two of them deeper down, one game of another size, a damaged file and an empty one."""
    model, random = Model.new(4, np.random.default_rng(0)), np.random.default_rng(1)
    (folder / "more").mkdir(parents=True)
    for name in ("a.sgf", "b.SGF", "more/c.sgf", "more/d.sgf"):
        game = Game(Size(3, 4))
        for move in self_play(model, TINY, random).moves:
            game.play(move)
        save(game, folder / "x.sgf")
        (folder / "x.sgf").rename(folder / name)
    nine = Game()
    nine.play(40)
    save(nine, folder / "nine.sgf")
    (folder / "damaged.sgf").write_bytes(b"\xff\x00 no record")
    save(Game(Size(3, 4)), folder / "empty.sgf")
    (folder / "notes.txt").write_text("not a record")


def test_all_records_of_a_folder_are_learned_from_and_the_others_named(tmp_path: Path):
    make_records(tmp_path / "games")
    work(tmp_path / "run", 0, tmp_path / "games", TINY)
    unusable = {entry.path.name: entry.reason for entry in read_unusable(tmp_path / "run")[0]}
    assert set(unusable) == {"nine.sgf", "damaged.sgf", "empty.sgf"}
    assert "9x9" in unusable["nine.sgf"] and "no move" in unusable["empty.sgf"]
    assert unusable["damaged.sgf"].startswith("It can't be read as a game record."), "its name stands before"
    assert all(isinstance(reason, Sentence) for reason in unusable.values())
    lines = [json.loads(line) for line in (tmp_path / "run/metrics.jsonl").read_text().splitlines()]
    assert lines[-1]["record_games"] == 4 and {line["source"] for line in lines} == {"records"}
    work(tmp_path / "run", 0, tmp_path / "games")
    work(tmp_path / "run", 0, Path(os.path.relpath(tmp_path / "games")))
    assert len((tmp_path / "run/metrics.jsonl").read_text().splitlines()) == len(lines)  # nothing twice


def test_records_of_which_one_was_corrected_are_learned_from_again(tmp_path: Path):
    path, session = tmp_path / "games" / "one.sgf", tmp_path / "run"
    path.parent.mkdir()
    path.write_text("(;SZ[4:3];B[aa];W[zz])")
    work(session, 0, path.parent, TINY)
    assert len(read_unusable(session)[0]) == 1
    path.write_text("(;SZ[4:3];B[aa];W[bb])")
    work(session, 0, path.parent)
    assert read_unusable(session) == ([], 0)
    assert Model.load(session / "network.safetensors").info["record_games"] == 2


def test_records_that_a_session_of_earlier_learned_from_are_not_learned_from_again(tmp_path: Path):
    """It kept of their contents no more than the sizes."""
    make_records(tmp_path / "games")
    work(tmp_path / "run", 0, tmp_path / "games", TINY)
    network = tmp_path / "run" / "network.safetensors"
    model = Model.load(network)
    model.info["records"]["mark"] = model.info["records"]["mark"][:16]
    model.save(network)
    work(tmp_path / "run", 0, tmp_path / "games")
    assert Model.load(network).info["record_games"] == 4


def test_the_list_of_unusable_records_is_for_spreadsheets_which_may_save_it(tmp_path: Path):
    """As they like: what can't be read then is no list, and keeps no session from its end."""
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "坏.sgf").write_text("nothing")
    work(tmp_path / "run", 0, tmp_path / "games", TINY)
    file = tmp_path / "run" / "unusable.csv"
    assert [entry.path.name for entry in read_unusable(tmp_path / "run")[0]] == ["坏.sgf"]
    assert file.read_bytes().startswith(codecs.BOM_UTF8), (
        "or Excel would take it for GBK on a Chinese Windows"
    )
    text = file.read_text("utf-8-sig")
    file.write_text(text, "utf-8")
    assert [entry.path.name for entry in read_unusable(tmp_path / "run")[0]] == ["坏.sgf"]
    for other in (text.encode("gbk"), text.encode() + b'"' + bytes(csv.field_size_limit() + 1)):
        file.write_bytes(other)
        assert read_unusable(tmp_path / "run") == ([], 0)


def test_records_of_the_championship_are_learned_from_too(tmp_path: Path):
    game = Game()
    for move in (40, 41, 42):
        game.play(move)
    (tmp_path / "games").mkdir()
    save(game, tmp_path / "games/NG-one.txt")
    (tmp_path / "games/notes.txt").write_text("not a record")
    work(tmp_path / "run", 0, tmp_path / "games", TdSettings(hidden=4, passes=1))
    assert Model.load(tmp_path / "run/network.safetensors").info["record_games"] == 1
    assert read_unusable(tmp_path / "run") == ([], 0)


def test_a_session_whose_network_is_gone_loses_nothing_more(tmp_path: Path):
    work(tmp_path, 10, settings=TINY)
    (tmp_path / "network.safetensors").rename(tmp_path / "elsewhere")
    before = files_of(tmp_path)
    with pytest.raises(TdError, match=r"network.safetensors, is not there; put it back"):
        TdSession(tmp_path)
    assert files_of(tmp_path) == before
    (tmp_path / "elsewhere").rename(tmp_path / "network.safetensors")
    work(tmp_path, 20)


def test_files_for_people_may_be_open_elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Windows then lets nobody remove or replace them; what could not be removed goes a round later."""
    monkeypatch.setattr(sessions, "KEPT_SAMPLES", 1)
    make_records(tmp_path / "games")

    def refuse(path: Path, *_all: object, **_more: object) -> None:
        raise PermissionError(13, "open elsewhere", str(path))

    unlink, write = Path.unlink, sessions.write_atomically
    with monkeypatch.context() as patch:
        patch.setattr(
            Path, "unlink", lambda path, **more: (refuse if path.suffix == ".csv" else unlink)(path, **more)
        )
        patch.setattr(
            sessions,
            "write_atomically",
            lambda path, data: (refuse if path.name == "unusable.csv" else write)(path, data),
        )
        work(tmp_path / "run", 20, tmp_path / "games", TINY)
    assert len(list((tmp_path / "run/samples").iterdir())) > 1
    work(tmp_path / "run", 30)
    assert len(list((tmp_path / "run/samples").iterdir())) == 1


def test_a_session_stopped_in_its_first_round_keeps_its_settings(tmp_path: Path):
    TdSession(tmp_path, **vars(TINY)).close()
    session = TdSession(tmp_path)
    session.close()
    assert session.settings == TINY


def test_records_go_on_after_a_kill(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    make_records(tmp_path / "games")
    work(tmp_path / "whole", 10, tmp_path / "games", TINY)

    def die(*args):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        saves = iter([Model.save] * 2)  # of the beginning and of the first round
        patch.setattr(Model, "save", lambda *args: next(saves, die)(*args))
        work(tmp_path / "killed", 10, tmp_path / "games", TINY)
    work(tmp_path / "killed", 10, tmp_path / "games")
    assert files_of(tmp_path / "killed") == files_of(tmp_path / "whole")


def make_collection(folder: Path, games: int) -> None:
    """One file of so many games, one of another size among them, and a file of one game after it."""
    make_records(folder.parent / "single")
    records = [(folder.parent / "single" / name).read_bytes() for name in ("a.sgf", "b.SGF", "nine.sgf")]
    folder.mkdir()
    (folder / "many.sgf").write_bytes(
        b"".join([records[2], *(records[number % 2] for number in range(games))])
    )
    (folder / "one.sgf").write_bytes(records[0])


def test_a_file_of_many_games_is_learned_from_in_rounds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    make_collection(tmp_path / "games", 23)
    reads = []
    read = sessions.folders.usable_games
    monkeypatch.setattr(sessions.folders, "usable_games", lambda *args: reads.append(args) or read(*args))
    work(tmp_path / "run", 0, tmp_path / "games", TINY)
    lines = [json.loads(line) for line in (tmp_path / "run/metrics.jsonl").read_text().splitlines()]
    assert [line["record_games"] for line in lines] == [10, 20, 24]
    assert [path.name for path, *_ in reads] == ["many.sgf", "one.sgf"]
    assert [entry.path.name for entry in read_unusable(tmp_path / "run")[0]] == ["many.sgf"]
    work(tmp_path / "run", 0, tmp_path / "games")
    assert len((tmp_path / "run/metrics.jsonl").read_text().splitlines()) == len(lines)  # nothing twice


def test_a_session_stopped_within_a_file_goes_on_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    make_collection(tmp_path / "games", 23)
    work(tmp_path / "whole", 0, tmp_path / "games", TINY)
    session = TdSession(tmp_path / "stopped", **vars(TINY))
    asked = []

    def samples_of_a_few(*arguments: Any) -> Any:
        asked.append(arguments)
        if len(asked) == 13:  # the third game of the second round
            session._stop.set()
        return samples_of(*arguments)

    with monkeypatch.context() as patch:
        patch.setattr(sessions, "samples_of", samples_of_a_few)
        session.work(0, tmp_path / "games")
    assert len(asked) == 13 and session.kept["record_games"] == 10
    session.close()
    work(tmp_path / "stopped", 0, tmp_path / "games")
    assert files_of(tmp_path / "stopped") == files_of(tmp_path / "whole")


def test_a_session_can_be_stopped_while_it_reads_a_file_of_many_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    make_collection(tmp_path / "games", 23)
    session = TdSession(tmp_path / "run", **vars(TINY))
    asked = []
    say = session._say

    def stop_at_the_fifth_game(*arguments: Any, **more: Any) -> None:
        asked.append(arguments[0])
        if len(asked) == 5:
            session._stop.set()
        say(*arguments, **more)

    monkeypatch.setattr(session, "_say", stop_at_the_fifth_game)
    session.work(0, tmp_path / "games")
    session.close()
    assert asked == ["records"] * 5 + ["stopped"] and not session._read


def test_the_samples_are_a_table_for_people(tmp_path: Path):
    work(tmp_path, 10, settings=TINY)
    with (tmp_path / "samples/000001.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert {row["game"] for row in rows} == {str(number) for number in range(1, 11)}
    position = Position.empty(Size(3, 4))
    for row in [row for row in rows if row["game"] == "1"]:
        assert row["color"] == "BW"[position.to_move.index]
        assert [int(row[name]) for name in STATE_NAMES] == state_of(position).tolist()
        position = position.play((int(row["row"]) - 1) * 4 + int(row["column"]) - 1)
    assert position.is_over


def test_a_session_is_not_taken_twice_nor_with_other_settings(tmp_path: Path):
    work(tmp_path, 10, settings=TINY)
    session = TdSession(tmp_path)
    with pytest.raises(TdError, match="another process"):
        TdSession(tmp_path)
    session.close()
    with pytest.raises(TdError, match=r"other settings \(passes 2, hidden 4\)"):
        TdSession(tmp_path, passes=3, hidden=5, seed=TINY.seed)
    TdSession(tmp_path, passes=TINY.passes).close()


def test_a_session_ends_when_it_is_asked_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(sessions, "PROGRESS_SECONDS", 0.0)
    session = TdSession(tmp_path, **vars(TINY))
    session.folder.ask_to_stop()
    session.work(1000)
    progress = session.folder.read_progress()
    session.close()
    assert progress is not None and progress["phase"] == "stopped" and progress["games"] == 0


def test_a_session_ends_after_its_minutes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """The first round ends just before they are over, the second one is not finished."""
    now = Time()
    seconds = iter([*[0.0] * 9, 59.0, 2.0])

    def game(*arguments: Any) -> Played:
        now.passes(next(seconds, 0.0))
        return self_play(*arguments)

    monkeypatch.setattr(sessions, "awake_seconds", now)
    monkeypatch.setattr(sessions, "self_play", game)
    with closing(TdSession(tmp_path, **vars(TINY))) as session:
        assert not session.work(30, minutes=1)
        assert session.kept["games"] == 10 and next(seconds, None) is None


def test_the_learner_is_tested_with_either_color(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    colors: list[Color] = []

    def game(_model: Model, _size: Size, color: Color, _random: np.random.Generator) -> bool:
        colors.append(color)
        return True

    monkeypatch.setattr(sessions, "beats_random", game)
    work(tmp_path, 20, settings=TINY)
    assert colors == [Color.BLACK, Color.WHITE] * 5


def test_tests_are_as_often_and_samples_kept_as_long_as_the_documents_say():
    documents = Path(__file__).resolve().parents[3] / "docs"
    said = " ".join((documents / "formats.md").read_text("utf-8").split())
    assert TEST_ROUNDS == 5 and "every fifth round also `win_rate`" in said
    assert f"`win_rate` of {TEST_GAMES} games against random moves" in said
    assert f"the last {KEPT_SAMPLES} rounds" in said


def test_a_session_stopped_in_its_test_tells_what_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(sessions, "TEST_ROUNDS", 2)
    monkeypatch.setattr(sessions, "PROGRESS_SECONDS", 0.0)
    session = TdSession(tmp_path, **vars(TINY))
    monkeypatch.setattr(sessions, "beats_random", lambda *_all: bool(session.folder.ask_to_stop()))
    session.work(2 * sessions.ROUND_GAMES)
    progress = session.folder.read_progress()
    session.close()
    assert progress is not None and (progress["round"], progress["games"]) == (1, sessions.ROUND_GAMES)
    assert TdSession(tmp_path)._info["games"] == sessions.ROUND_GAMES


def test_a_session_that_was_stopped_within_a_round_has_to_be_opened_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """Its model has learned a part of the round that was dropped."""
    monkeypatch.setattr(sessions, "TEST_ROUNDS", 1)
    monkeypatch.setattr(sessions, "PROGRESS_SECONDS", 0.0)
    session = TdSession(tmp_path, **vars(TINY))
    monkeypatch.setattr(sessions, "beats_random", lambda *_all: bool(session._stop.set()))
    assert not session.work(sessions.ROUND_GAMES)
    session._stop.clear()
    with pytest.raises(RuntimeError, match="opened anew"):
        session.work(sessions.ROUND_GAMES)
    session.close()
    with closing(TdSession(tmp_path)) as again:
        assert again.kept["round"] == 0


@pytest.mark.skipif(sys.platform == "win32", reason="what is open can't be renamed")
def test_a_session_whose_folder_is_renamed_leaves_what_takes_its_place_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    run, other = tmp_path / "run", tmp_path / "other"
    for folder in (run, other):
        work(folder, 10, settings=TINY)
    before = files_of(other)

    def exchange_and_save(*arguments: Any) -> None:
        run.rename(tmp_path / "aside")
        other.rename(run)
        finish(*arguments)

    finish = TdSession._finish_round
    monkeypatch.setattr(TdSession, "_finish_round", exchange_and_save)
    monkeypatch.setattr(sessions, "PROGRESS_SECONDS", np.inf)
    assert command(["td", "train", "--run", str(run), "--games", "20"]) == 2
    assert "the file lock in it, was renamed, removed or replaced" in capsys.readouterr().err
    assert files_of(run) == before


def test_a_damaged_network_is_refused(tmp_path: Path):
    path = tmp_path / "network.safetensors"
    path.write_bytes(b"nothing")
    with pytest.raises(TdError, match=f"{re.escape(str(path))} is damaged"):
        TdSession(tmp_path)
    with pytest.raises(PlayerError, match="damaged"):
        make_player(f"td:net={path}")
    with pytest.raises(PlayerError, match="no file"):
        make_player("td:net=nowhere.safetensors")
    with pytest.raises(PlayerError, match="no network of the TD learner"):
        make_player("td:net=assets/networks/flagship.safetensors")


def save_arrays(path: Path, change: Callable[[dict[str, torch.Tensor]], None], header: str = "") -> None:
    """A network's file with its weights changed, and another header if one is given."""
    Model.new(4, np.random.default_rng(1)).save(path)
    with safe_open(path, framework="pt") as file:
        metadata = {HEADER: header} if header else file.metadata()
        arrays = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118
    change(arrays)
    save_file(arrays, path, metadata)


@pytest.mark.parametrize("kind", [torch.bfloat16, torch.float8_e4m3fn, torch.float16])
def test_a_network_of_other_numbers_is_refused(kind: torch.dtype, tmp_path: Path):
    path = tmp_path / "network.safetensors"
    save_arrays(path, lambda arrays: arrays.update({"value.w1": arrays["value.w1"].to(kind)}))
    with pytest.raises(TdError, match="damaged: 'w1' is missing or makes no sense"):
        Model.load(path)


@pytest.mark.parametrize("name", ["value.speed.w1", "value.speed.w3"])
def test_a_network_whose_momentum_does_not_fit_is_refused(name: str, tmp_path: Path):
    path = tmp_path / "network.safetensors"
    save_arrays(path, lambda arrays: arrays.update({name: torch.zeros(3, dtype=torch.float64)}))
    with pytest.raises(TdError, match="don't fit the network"):
        Model.load(path)


@pytest.mark.parametrize("info", ["5", "[]", "null", "[" * 100_000, "1" * 5000])
def test_a_network_whose_header_makes_no_sense_is_refused(info: str, tmp_path: Path):
    path = tmp_path / "network.safetensors"
    save_arrays(path, lambda arrays: None, f'{{"format": "{FORMAT}", "info": {info}}}')
    with pytest.raises(TdError, match="makes no sense"):
        Model.load(path)


@pytest.mark.parametrize("header", ["5", "[]", '"text"', "nothing"])
def test_a_network_with_another_header_is_refused(header: str, tmp_path: Path):
    path = tmp_path / "network.safetensors"
    save_arrays(path, lambda arrays: None, header)
    with pytest.raises(TdError, match="makes no sense"):
        Model.load(path)


def test_a_network_that_may_not_be_read_is_not_said_to_be_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    path = tmp_path / "network.safetensors"
    save_arrays(path, lambda arrays: None)

    def refuse(self: Path, *_more: object) -> None:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(self))

    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(TdError, match="can't be read: Permission denied"):
        Model.load(path)
    with pytest.raises(TdError, match="can't be read: Is a directory"):
        Model.load(tmp_path)


@pytest.mark.parametrize(
    "damage",
    [
        {"round": "7"},
        {"games": None},
        {"settings": [4]},
        {"settings": {"size": 9}},
        {"settings": {"rate": "much"}},
        {"records": {"files": "two"}},
        {"metrics_bytes": 1.5},
    ],
)
def test_a_session_whose_network_tells_nonsense_of_it_is_refused(damage: dict[str, Any], tmp_path: Path):
    with closing(TdSession(tmp_path, size="3x3", hidden=4)) as session:
        session.model.info |= damage
        session.model.save(session.folder.network)
    with pytest.raises(TdError, match="doesn't say how far its training is"):
        TdSession(tmp_path)
    with closing(TdFolder(tmp_path)) as folder:
        assert folder.take(), "nobody works there any more"


def test_a_network_larger_than_any_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("ai.td.model.MOST_BYTES", 100)
    save_arrays(tmp_path / "network.safetensors", lambda arrays: None)
    with pytest.raises(TdError, match="larger than any"):
        Model.load(tmp_path / "network.safetensors")


def test_the_command_trains_and_says_what_is_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    run = str(tmp_path / "run")
    assert command(["td", "train", "--run", run, "--games", "10", "--size", "3x4", "--hidden", "4"]) == 0
    assert Model.load(tmp_path / "run/network.safetensors").info["games"] == 10
    round_line, end, play_with = capsys.readouterr().out.splitlines()
    assert "round 1: 10 games of self-play" in round_line and "squared error" in round_line
    assert "10 games" in end and f"net={run}" in play_with
    (tmp_path / "empty").mkdir()
    for words, said in (
        (["--size", "3x5"], "other settings (size 3x4)"),
        (["--rate", "0.5"], "other settings (rate 0.02)"),
        (["--records", str(tmp_path / "none")], "no folder"),
        (["--records", str(tmp_path / "empty")], "no game record"),
        (["--minutes", "0"], "--minutes"),
        (["--games", "-1"], "--games should be at least 0, not -1"),
        (["--games", "0"], "there is nothing to learn from"),
        (["--epsilon", "2"], "epsilon should be from 0 to 1"),
    ):
        assert command(["td", "train", "--run", run, *words]) == 2
        assert said in capsys.readouterr().err


def test_whoever_stops_the_command_is_told_of_the_round_that_is_lost(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    """And how to play only with what has learned something."""
    words = ["td", "train", "--run", str(tmp_path), "--size", "3x4", "--hidden", "4", "--games"]
    at_once = ["--minutes", "1e-9"]
    assert command([*words, "10", *at_once]) == 0
    unfinished, learned = capsys.readouterr().out.splitlines()
    assert unfinished.startswith("round 1 is not finished") and "from 0 games" in learned
    assert command([*words, "10"]) == command([*words, "20", *at_once]) == 0
    *_, unfinished, learned, play_with = capsys.readouterr().out.splitlines()
    assert unfinished.startswith("round 2 is not finished")
    assert "from 10 games" in learned and "td:net=" in play_with


def test_a_command_refused_for_its_records_leaves_no_session(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    (tmp_path / "empty").mkdir()
    for records in ("none", "empty"):
        assert (
            command(["td", "train", "--run", str(tmp_path / "run"), "--records", str(tmp_path / records)])
            == 2
        )
        assert str(tmp_path / records) in capsys.readouterr().err and not (tmp_path / "run").exists()


def test_the_command_says_why_a_session_ended_where_the_system_has_no_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    def fail(*_: object) -> None:
        raise OSError("unexpected end of the device")

    monkeypatch.setattr(sessions.TdFolder, "append_line", fail)
    assert command(["td", "train", "--run", str(tmp_path), "--games", "1", "--size", "3x4"]) == 2
    assert f"{tmp_path}: unexpected end of the device. What was finished is kept" in capsys.readouterr().err


# --- The player ----------------------------------------------------------------------------------------------------------


def test_the_player_takes_the_action_of_the_highest_value(tmp_path: Path):
    work(tmp_path, 10, settings=TINY)
    path = tmp_path / "network.safetensors"
    player = make_player(f"td:net={path}")
    model = Model.load(path)
    for position in random_positions(Size(5, 5), seed=8)[:-1]:
        values = model.action_values(choices_of(position), 25)
        decision = player.choose(position, Limit())
        assert decision.point is not None
        assert values[position.legal_moves().index(decision.point)] == pytest.approx(values.max())
        assert decision.candidates[0].point == decision.point
        assert len(decision.candidates) == len(position.legal_moves())
    explorer = make_player(f"td:net={path},epsilon=1,seed=2")
    points = {explorer.choose(Position.empty(), Limit()).point for _ in range(20)}
    assert len(points) > 10


def test_the_player_solves_for_the_time_of_its_move(monkeypatch: pytest.MonkeyPatch):
    time, went_on = Time(), []
    player: Any = make_player("td:solve=on")

    def solve(_position: Position, _steps: int, go_on: Callable[[], bool]) -> int:
        for seconds in (0.0, 0.99, 0.01):
            time.passes(seconds)
            went_on.append(go_on())
        return UNSOLVED

    monkeypatch.setattr(player._solver, "solve", solve)
    monkeypatch.setattr("ai.search.pace.time.perf_counter", time)
    player.choose(Position.empty(), Limit(seconds=1.0))
    assert went_on == [True, True, False]

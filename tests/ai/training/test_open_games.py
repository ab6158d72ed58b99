"""Games under way outlast a session that is asked to stop, and none is learned from twice."""

import logging
from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import numpy as np
import pytest

from ai import checkpoint
from ai.checkpoint import CheckpointInfo
from ai.networks import build
from ai.search.positions import position_batch_of_game
from ai.training import crew, open_games
from ai.training.config import RunConfig
from ai.training.crew import Orders, ProcessCrew, Task, ThreadCrew
from ai.training.errors import LearningFailed
from ai.training.open_games import OpenGame
from ai.training.playing import Playing
from ai.training.replay import Replay
from ai.training.run_folder import RunFolder
from ai.training.samples import Samples
from ai.training.self_play import SelfPlay
from ai.training.train import Session, train
from core.position import Position, Size
from tests.ai.fakes import Moody
from tests.ai.training.tiny_runs import tiny_config
from tests.patience import PATIENCE_SECONDS

SIZE = Size(5, 5)
SETTINGS = {
    "board": "5x5",
    "simulations": "8",
    "generation_positions": "1000000",
    "window_positions": "1000000",
}


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """A stop waits for all games, however busy the machine is."""
    monkeypatch.setattr(crew, "HAND_OVER_SECONDS", PATIENCE_SECONDS)


def left_games(trees: int = 8) -> list[OpenGame]:
    """Games that were left in the midst of searches."""
    player = SelfPlay(
        Moody(), RunConfig(network="b1c4", board="5x5", parallel_games=trees, simulations=8), seed=3
    )
    while sum(len(game.plies) >= 3 for game in player.open_games()) < trees:
        player.step()
    batches = iter(range(3))
    player.step(lambda: next(batches, None) is not None)
    return player.open_games()


def goes_on_with(game: OpenGame, whole: Samples) -> bool:
    """Whether what ``whole`` teaches begins with what ``game`` does."""
    count = len(game.plies)
    cells = position_batch_of_game(SIZE, game.moves, game.plies).cells
    return bool(
        np.array_equal(whole.cells[:count], cells)
        and np.array_equal(whole.policy[:count], np.array(game.policies))
        and np.array_equal(whole.search_value[:count], np.array(game.values, np.float16))
    )


def times_learned(game: OpenGame, learned: list[Samples]) -> int:
    return sum(goes_on_with(game, each) for each in learned)


def is_known_again(game: OpenGame) -> bool:
    """Whether no other game is likely to begin as it does."""
    return len(game.plies) >= 2


def is_beginning(game: OpenGame, later: OpenGame) -> bool:
    moves, plies = len(game.moves), len(game.plies)
    return same(
        game,
        OpenGame(
            later.moves[:moves],
            later.plies[:plies],
            later.policies[:plies],
            later.values[:plies],
            later.surprises[:plies],
        ),
    )


def same(one: OpenGame, other: OpenGame) -> bool:
    return (
        (one.moves, one.plies) == (other.moves, other.plies)
        and np.array_equal(one.policies, other.policies)
        and np.allclose(one.values, other.values, atol=1e-3)
        and np.allclose(one.surprises, other.surprises)
    )


# --- in a player -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("trees", [8, 3], ids=["a tree for each", "some wait their turn"])
def test_games_left_by_an_earlier_session_go_on_before_new_ones_begin(
    trees: int, monkeypatch: pytest.MonkeyPatch
):
    left = left_games()
    begun = deepcopy(left)

    def no_beginning(_player: SelfPlay) -> Position:
        raise AssertionError("a game begins at random")

    monkeypatch.setattr(SelfPlay, "_random_beginning", no_beginning)
    config = RunConfig(network="b1c4", board="5x5", parallel_games=trees, simulations=8)
    player = SelfPlay(Moody(), config, seed=4, shown=trees, left=left)
    assert all(map(same, player.open_games(), begun)), "before the first move too"
    finished = []
    while len(finished) < 30:
        finished += player.step()
    for game in begun:
        (whole,) = (each for each in finished if goes_on_with(game, each.samples))
        assert whole.moves[: len(game.moves)] == tuple(game.moves) and len(whole.samples) > len(game.plies)
        assert not whole.shown, "what was thought of its beginning is not known any more"
    assert sum(each.shown for each in finished) == len(finished) - len(begun)
    in_trees = sum(len(game.plies) for game in player.open_games())
    before = sum(len(game.plies) for game in begun)
    assert player.positions + before == sum(len(game.samples) for game in finished) + in_trees


def test_a_shown_game_goes_on_with_what_was_thought_before_the_stop(tmp_path: Path):
    """Also if it comes to another tree: those of shown games are the first ones."""
    config = RunConfig(network="b1c4", board="5x5", parallel_games=6, simulations=8)
    before = SelfPlay(Moody(), config, seed=3, shown=2)
    while min(len(game.plies) for game in before.open_games()[:2]) < 3:
        before.step()
    path = tmp_path / "open_games.npz"
    open_games.keep(path, before.open_games()[::-1], SIZE)
    left = open_games.take(path, SIZE)
    assert [bool(game.record) for game in left] == [False] * 4 + [True] * 2
    begun = deepcopy(left[4:])
    player = SelfPlay(Moody(), config, seed=4, shown=2, left=left)
    assert [game.record for game in player.open_games() if game.record] == [game.record for game in begun]
    finished = [game for _ in range(100) for game in player.step()]
    for game in begun:
        (whole,) = (each for each in finished if each.moves[: len(game.moves)] == tuple(game.moves))
        solved = len(whole.moves) - len(whole.thoughts) - game.plies[0]
        assert whole.shown and min(whole.thoughts) == game.plies[0] and 0 <= solved <= SIZE.points // 4
        assert all(
            whole.moves[ply] in [one.point for one in thought.candidates]
            for ply, thought in whole.thoughts.items()
        )


@pytest.mark.parametrize("record", [b"no record", b"(;GM[1]SZ[5];B[aa];W[bb])"], ids=["damaged", "another's"])
def test_a_game_with_a_useless_record_goes_on_without_one(record: bytes):
    left = left_games(2)
    for game in left:
        game.record = record
    config = RunConfig(network="b1c4", board="5x5", parallel_games=2, simulations=8)
    player = SelfPlay(Moody(), config, seed=4, shown=2, left=left)
    assert not any(game.record for game in player.open_games())


def test_trees_for_which_no_game_is_left_begin_at_random():
    config = RunConfig(network="b1c4", board="5x5", parallel_games=6, simulations=8)
    player = SelfPlay(Moody(), config, seed=4, left=left_games(2))
    player.step()
    assert len(player.open_games()) == 6
    assert len({len(game.moves) - len(game.plies) for game in player.open_games()}) > 2


# --- the file --------------------------------------------------------------------------------------------------------


def test_games_are_taken_as_they_were_kept_and_once(tmp_path: Path):
    games = [*left_games(), OpenGame([]), OpenGame([0, 24])]
    path = tmp_path / "open_games.npz"
    open_games.keep(path, games, SIZE)
    taken = open_games.take(path, SIZE)
    assert len(taken) == len(games) and all(map(same, taken, games))
    assert not path.exists() and open_games.take(path, SIZE) == []
    open_games.keep(path, [], SIZE)
    assert open_games.take(path, SIZE) == []


def test_games_that_an_earlier_version_has_kept_without_records_are_taken(tmp_path: Path):
    path, games = tmp_path / "open_games.npz", left_games(2)
    open_games.keep(path, games, SIZE)
    arrays = dict(np.load(path))
    del arrays["record"], arrays["bytes_of_record"]
    np.savez(path, **arrays)
    assert all(map(same, open_games.take(path, SIZE), games))


def nonsense(change: Callable[[OpenGame], None]) -> bytes:
    """A file of two games, of which the second one has been changed."""
    games = left_games(2)
    change(games[1])
    return file_of(games)


def file_of(games: list[OpenGame], **arrays: np.ndarray) -> bytes:
    buffer = BytesIO()
    path = Path("unused")
    written: list[bytes] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(open_games, "write_atomically", lambda _path, data: written.append(data))
        open_games.keep(path, games, SIZE)
    np.savez(buffer, **{**np.load(BytesIO(written[0])), **arrays})
    return buffer.getvalue()


def edited(whole: bytes, member: str, old: bytes, new: bytes) -> bytes:
    """The file with one of its arrays written otherwise."""
    buffer = BytesIO()
    with ZipFile(BytesIO(whole)) as before, ZipFile(buffer, "w") as after:
        for name in before.namelist():
            data = before.read(name)
            after.writestr(name, data.replace(old, new, 1) if name == member else data)
    return buffer.getvalue()


def set_item(name: str, index: int, value: object) -> Callable[[OpenGame], None]:
    return lambda game: getattr(game, name).__setitem__(index, value)


def off_the_board(game: OpenGame) -> None:
    game.policies[0] = np.eye(1, 25, game.moves[0], np.float16)[0]
    if game.plies[0] == 0:  # nothing is taken yet
        game.policies[0] = np.full(25, np.nan, np.float16)


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(set_item("moves", 1, 25), id="off the board"),
        pytest.param(set_item("moves", 1, -1), id="a pass"),
        pytest.param(lambda game: game.moves.append(game.moves[0]), id="on a stone"),
        pytest.param(set_item("plies", -1, 99), id="after more moves than there are"),
        pytest.param(set_item("plies", 0, -1), id="before the first move"),
        pytest.param(lambda game: game.plies.reverse(), id="in another order"),
        pytest.param(lambda game: set_item("plies", 1, game.plies[0])(game), id="one position twice"),
        pytest.param(off_the_board, id="a policy of moves that aren't legal"),
        pytest.param(set_item("policies", 0, np.zeros(25, np.float16)), id="a policy without moves"),
        pytest.param(set_item("policies", 0, np.full(25, np.nan, np.float16)), id="a policy without numbers"),
        pytest.param(set_item("values", 0, np.nan), id="a value that is no number"),
        pytest.param(set_item("values", 0, 1.5), id="a value beyond a won game"),
        pytest.param(set_item("surprises", 0, np.inf), id="an endless surprise"),
        pytest.param(set_item("surprises", 0, -1.0), id="less than no surprise"),
    ],
)
def test_a_game_that_makes_no_sense_is_left_out(
    tmp_path: Path, change: Callable[[OpenGame], None], caplog: pytest.LogCaptureFixture
):
    path = tmp_path / "open_games.npz"
    path.write_bytes(nonsense(change))
    (taken,) = open_games.take(path, SIZE)
    assert same(taken, left_games(2)[0])
    assert "1 of the 2 games" in caplog.text


def test_a_game_that_is_over_is_left_out(tmp_path: Path):
    position = Position.empty(SIZE)
    while not position.is_over:
        position = position.play(position.legal_moves()[0])
    path = tmp_path / "open_games.npz"
    path.write_bytes(file_of([OpenGame(list(position.moves))]))
    assert open_games.take(path, SIZE) == []


@pytest.mark.parametrize(
    "damaged",
    [
        lambda whole: whole[: len(whole) // 2],
        lambda whole: b"",
        lambda whole: b"no arrays of numpy",
        lambda whole: whole[:200] + bytes(100) + whole[300:],
        lambda whole: edited(whole, "moves.npy", b"}", b"("),
        lambda whole: file_of([], board=np.array([5, 6], np.int16)),
        lambda whole: file_of([], board=np.array([5.0, 5.0])),
        lambda whole: file_of(left_games(2), moves_of_game=np.array([1, 2], np.int16)),
        lambda whole: file_of(left_games(2), moves_of_game=np.array([-1, 2], np.int16)),
        lambda whole: file_of(left_games(2), plies_of_game=np.array([1], np.int16)),
        lambda whole: file_of(left_games(2), bytes_of_record=np.array([0, 7], np.int32)),
        lambda whole: file_of(left_games(2), search_value=np.zeros(0, np.float16)),
        lambda whole: file_of(left_games(2), policy=np.array([[None]])),
        lambda whole: file_of([], policy=np.zeros((0, 24), np.float16)),
    ],
)
def test_a_damaged_or_foreign_file_is_left_out(
    tmp_path: Path, damaged: Callable[[bytes], bytes], caplog: pytest.LogCaptureFixture
):
    path = tmp_path / "open_games.npz"
    path.write_bytes(damaged(file_of(left_games(2))))
    assert open_games.take(path, SIZE) == []
    assert f"{path} is damaged or another run's; its unfinished games are dropped" in caplog.text
    assert not path.exists()


def test_games_whose_file_stays_are_not_gone_on_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Otherwise the next session would learn from them again."""
    path = tmp_path / "open_games.npz"
    open_games.keep(path, left_games(2), SIZE)

    def refused(_path: Path) -> None:
        raise OSError("read-only")

    monkeypatch.setattr(Path, "unlink", refused)
    assert open_games.take(path, SIZE) == []


# --- in a run --------------------------------------------------------------------------------------------------------


def session_that_stops(
    folder: RunFolder, config: RunConfig, monkeypatch: pytest.MonkeyPatch, games: int
) -> None:
    """A session that is asked to stop when so many games have ended in it."""
    add, ended = Replay.add, 0

    def add_and_stop(replay: Replay, generation: int, game: Samples) -> None:
        nonlocal ended
        assert not folder.open_games.exists(), "a kill now must not leave what was taken"
        add(replay, generation, game)
        ended += 1
        if ended >= games:
            session.stop.set()

    with monkeypatch.context() as patch:
        patch.setattr(Replay, "add", add_and_stop)
        session = Session(folder, *folder.open(config))
        try:
            session.work()
        finally:
            session.close()
            folder.close()


def kept_in(folder: RunFolder) -> list[OpenGame]:
    """The games under way in the run, which keeps them."""
    data = folder.open_games.read_bytes()
    games = open_games.take(folder.open_games, SIZE)
    folder.open_games.write_bytes(data)
    return games


@pytest.mark.parametrize("processes", [1, 2])
def test_games_under_way_go_on_in_the_next_session_and_are_learned_from_once(
    tmp_path: Path, processes: int, monkeypatch: pytest.MonkeyPatch
):
    folder, config = RunFolder(tmp_path), tiny_config(workers="2", processes=str(processes), **SETTINGS)
    session_that_stops(folder, config, monkeypatch, games=6)
    first = kept_in(folder)
    assert len(first) == 8 or (processes == 2 and first), "one process may not have begun yet"
    assert (folder.read_progress() or {})["open_positions"] == sum(len(game.plies) for game in first)
    session_that_stops(folder, config, monkeypatch, games=40)
    second = kept_in(folder)
    assert len(second) == 8 or processes == 2
    assert (folder.read_progress() or {})["open_positions"] == sum(len(game.plies) for game in second)
    learned = Replay(folder.replay, 1_000_000, SIZE.points)._parts[1]
    for game in filter(is_known_again, first):
        ended, open_still = times_learned(game, learned), sum(is_beginning(game, each) for each in second)
        assert ended + open_still == 1, "one process may have played all of the second session's games"
    assert sum(times_learned(game, learned) for game in first) > 0
    for game in filter(is_known_again, second):
        assert times_learned(game, learned) == 0


def test_a_session_that_ends_by_its_evaluations_keeps_its_games(tmp_path: Path):
    config = tiny_config(gate_games="0")
    train(tmp_path, config, None, background=False, evaluations=1)
    left = open_games.take(RunFolder(tmp_path).open_games, config.size)
    assert len(left) == 4
    open_games.keep(RunFolder(tmp_path).open_games, left, config.size)
    train(tmp_path, config, None, background=False, evaluations=1)
    unchanged = open_games.take(RunFolder(tmp_path).open_games, config.size)
    assert all(map(same, unchanged, left)), "it has not played"


def test_an_error_loses_games_under_way_and_doubles_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    folder, config = RunFolder(tmp_path), tiny_config(**SETTINGS)
    session_that_stops(folder, config, monkeypatch, games=3)
    left = kept_in(folder)

    def fail(_playing: Playing) -> None:
        raise OSError("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(Playing, "_tell_made", fail)
        with pytest.raises(OSError, match="full"):
            session_that_stops(folder, config, monkeypatch, games=1_000)
    assert not folder.open_games.exists()
    session_that_stops(folder, config, monkeypatch, games=20)
    learned = Replay(folder.replay, 1_000_000, SIZE.points)._parts[1]
    assert all(times_learned(game, learned) <= 1 for game in filter(is_known_again, left))


def test_a_stop_before_anybody_plays_leaves_the_games_as_they_were(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    folder = RunFolder(tmp_path)
    for processes in ("1", "2"):
        config = tiny_config(workers="2", processes=processes, **SETTINGS)
        session_that_stops(folder, config, monkeypatch, games=3)
        left = kept_in(folder)
        session = Session(folder, *folder.open(config))
        monkeypatch.setattr(session._learning, "catch_up", session.stop.set)
        session.work()
        session.close()
        folder.close()
        assert sorted(game.moves for game in kept_in(folder)) == sorted(game.moves for game in left)


def test_what_can_not_be_written_does_not_keep_a_session_from_stopping(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    folder = RunFolder(tmp_path)

    def full(_path: Path, _data: bytes) -> None:
        raise OSError("no space left")

    monkeypatch.setattr(open_games, "write_atomically", full)
    session_that_stops(folder, tiny_config(**SETTINGS), monkeypatch, games=1)
    assert (folder.read_progress() or {})["phase"] == "stopped"
    assert "can't be kept: no space left" in caplog.text


# --- in processes ----------------------------------------------------------------------------------------------------


def playing_processes(tmp_path: Path, left: list[OpenGame]) -> tuple[ProcessCrew, Orders]:
    """Two of them that have been asked to stop after some moves."""
    network = tmp_path / "network.safetensors"
    checkpoint.save(network, build("b1c4", SIZE), CheckpointInfo("b1c4", 5, 5))
    config = tiny_config(**SETTINGS)
    made = ProcessCrew(config, [[1], [2]], [], left)
    orders = Orders(
        Task(network, "crew", simulations=8),
        add=lambda samples, record: None,
        moved=lambda: None,
        enough=lambda: False,
        stopped=lambda: not made._given,
        check=lambda: None,
    )
    made.play(orders)
    return made, orders


@pytest.mark.parametrize("dead", [True, False], ids=["a process that died", "a process that does not answer"])
def test_a_stop_goes_on_without_games_that_are_not_handed_over(
    tmp_path: Path, dead: bool, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    caplog.set_level(logging.INFO)
    made, orders = playing_processes(tmp_path, [])
    try:
        if dead:
            made._children[0]._process.kill()
            made._children[0]._process.join()
        else:
            monkeypatch.setattr(crew, "HAND_OVER_SECONDS", 0)
        assert len(made.hand_over(orders)) == (4 if dead else 0)
        assert ("lost" if dead else "in time") in caplog.text
    finally:
        made.close()


def test_processes_that_rest_hand_over_their_games_too(tmp_path: Path):
    made, orders = playing_processes(tmp_path, left_games(8))
    try:
        made.play(replace(orders, enough=lambda: True, stopped=lambda: False))
        assert len(made.hand_over(orders)) == 8
    finally:
        made.close()


def test_a_process_that_dies_while_it_rests_is_missed(tmp_path: Path):
    """If the processes that play on while the network learns made all games, the others would never be asked to play."""
    made, orders = playing_processes(tmp_path, [])
    try:
        made.play(replace(orders, enough=lambda: True, stopped=lambda: False))
        made._children[1]._process.kill()
        made._children[1]._process.join()
        with pytest.raises(LearningFailed, match="ended with exit code"):
            made.play(replace(orders, stopped=lambda: False, most_threads=1))
    finally:
        made.close()


def test_games_are_shared_out_evenly():
    games = [OpenGame([point]) for point in range(12)]
    assert [len(share) for share in crew._shared_out(games, [2, 1, 1])] == [6, 3, 3]
    assert [len(share) for share in crew._shared_out(games[:2], [1, 1, 1])] == [1, 1, 0]
    assert crew._shared_out([], []) == []
    assert ThreadCrew(tiny_config(), [], []).open_games() == []

"""What self-play teaches, how it is kept, and how it survives a kill."""

import struct
import zlib
from io import BytesIO
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from ai.search.forest import EDGE
from ai.search.positions import position_batch, position_batch_of_game
from ai.training.config import RunConfig
from ai.training.lessons import pick, policy_target
from ai.training.replay import FRAME, SUFFIX, Replay
from ai.training.samples import Fate, Samples, samples_of_game, transform
from ai.training.self_play import SelfPlay
from core.game import Reason
from core.position import Color, Position, Size
from core.symmetry import symmetries
from tests.ai.fakes import Uniform

SMALL = RunConfig(network="b1c4", board="4x4", parallel_games=4, simulations=8, temperature_moves=4)


def random_game(
    size: Size, seed: int
) -> tuple[list[Position], list[np.ndarray], list[float], Position, list[float]]:
    random = np.random.default_rng(seed)
    positions, policies, values = [], [], []
    position = Position.empty(size)
    while not position.is_over:
        policy = np.zeros(size.points, np.float32)
        moves = list(position.legal_moves())
        policy[moves] = random.dirichlet(np.ones(len(moves)))
        positions.append(position)
        policies.append(policy)
        values.append(random.uniform(-1, 1))
        position = position.play(int(random.choice(moves)))
    return positions, policies, values, position, list(random.random(len(positions)))


def samples_of(
    positions: list[Position],
    policies: list[np.ndarray],
    values: list[float],
    end: Position,
    surprises: list[float],
) -> Samples:
    return samples_of_game(position_batch([*positions, end]), policies, values, surprises)


def samples(seed: int = 1, size: Size | None = None) -> Samples:
    return samples_of(*random_game(size or Size(5, 4), seed))


def test_results_and_fates_are_seen_from_the_side_to_move():
    positions, policies, values, end, surprises = random_game(Size(5, 5), 3)
    made = samples_of(positions, policies, values, end, surprises)
    winner = end.to_move.opponent
    final = end.stones.reshape(-1)
    for i, position in enumerate(positions):
        assert made.result[i] == (1 if position.to_move is winner else -1)
        assert np.array_equal(made.fate[i] == Fate.OWN, final == position.to_move)
        assert np.array_equal(made.fate[i] == Fate.OPPONENT, final == position.to_move.opponent)
        private = np.zeros(25, bool)
        private[[*end.private_points(Color.BLACK), *end.private_points(Color.WHITE)]] = True
        assert np.array_equal(made.fate[i] == Fate.PRIVATE, private)


def test_samples_survive_bytes():
    made = samples()
    back = Samples.from_bytes(made.to_bytes())
    for name in Samples.__dataclass_fields__:
        assert np.array_equal(getattr(made, name), getattr(back, name))
        assert getattr(made, name).dtype == getattr(back, name).dtype


def test_samples_of_older_runs_take_the_result_for_the_search_value_and_count_alike():
    made = samples()
    newer = ("search_value", "surprise")
    arrays = {name: getattr(made, name) for name in Samples.__dataclass_fields__ if name not in newer}
    buffer = BytesIO()
    np.savez_compressed(buffer, **arrays)
    back = Samples.from_bytes(buffer.getvalue())
    assert np.array_equal(back.search_value, made.result)
    assert (back.surprise == 1).all()


@pytest.mark.parametrize("size,count", [(Size(5, 5), 8), (Size(3, 6), 4)])
def test_symmetries_turn_positions_into_positions(size: Size, count: int):
    """A turned sample is what the turned game would have given: stones, legal points, policy, last moves and fates alike."""
    table = symmetries(size)
    assert len({row.tobytes() for row in table}) == len(table) == count
    positions, policies, values, end, surprises = random_game(size, 8)
    made = samples_of(positions, policies, values, end, surprises)
    for which in range(count):
        place = np.argsort(table[which])
        turned_line = [Position.empty(size)]
        for move in end.moves:
            turned_line.append(turned_line[-1].play(int(place[move])))
        wanted = samples_of(
            turned_line[:-1],
            [policy[table[which]] for policy in policies],
            values,
            turned_line[-1],
            surprises,
        )
        got = transform(made, table, np.full(len(made), which))
        for name in Samples.__dataclass_fields__:
            assert np.array_equal(getattr(got, name), getattr(wanted, name)), name


def test_replay_comes_back_after_a_restart(tmp_path: Path):
    replay = Replay(tmp_path, 1000, 20)
    for seed in range(4):
        replay.add(1 + seed // 2, samples(seed))
    again = Replay(tmp_path, 1000, 20)
    assert again.positions() == replay.positions()
    assert again.games_of(1) == 2
    assert np.array_equal(again.all().cells, replay.all().cells)


@pytest.mark.parametrize("cut", [1, 7, 9, 200])
def test_a_frame_cut_short_costs_one_game(tmp_path: Path, cut: int):
    replay = Replay(tmp_path, 1000, 20)
    for seed in range(3):
        replay.add(1, samples(seed))
    path = tmp_path / f"000001{SUFFIX}"
    path.write_bytes(path.read_bytes()[:-cut])
    again = Replay(tmp_path, 1000, 20)
    assert again.games_of(1) == 2
    again.add(1, samples(9))
    assert Replay(tmp_path, 1000, 20).games_of(1) == 3


@pytest.mark.parametrize("place", [0, 1, 3, 4, FRAME.size + 20, -20])
def test_a_flipped_byte_costs_one_game(place: int, tmp_path: Path):
    """The byte belongs to a length, a checksum, the first game or the last one."""
    replay = Replay(tmp_path, 1000, 20)
    for seed in range(3):
        replay.add(1, samples(seed))
    path = tmp_path / f"000001{SUFFIX}"
    data = bytearray(path.read_bytes())
    data[place] ^= 0xFF
    path.write_bytes(bytes(data))
    again = Replay(tmp_path, 1000, 20)
    assert again.games_of(1) == 2
    again.add(1, samples(9))
    assert Replay(tmp_path, 1000, 20).games_of(1) == 3


def test_long_damage_is_passed_over_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Checksums are of no use where no game can begin."""
    checked: list[int] = []

    def checksum(data: bytes) -> int:
        checked.append(len(data))
        return zlib.crc32(data)

    Replay(tmp_path, 1000, 20).add(1, samples(1))
    path = tmp_path / f"000001{SUFFIX}"
    path.write_bytes(10_000 * struct.pack("<I", 16) + path.read_bytes())
    monkeypatch.setattr("ai.training.replay.zlib", SimpleNamespace(crc32=checksum))
    assert Replay(tmp_path, 1000, 20).games_of(1) == 1
    assert len(checked) < 10


@pytest.mark.parametrize(("game", "byte"), [(1, 3), (2, 1)])
def test_what_is_damaged_in_an_older_file_stays_for_whoever_may_mend_it(tmp_path: Path, game: int, byte: int):
    """Also where it looks as if a kill had cut it short, which only the newest file can be."""
    replay = Replay(tmp_path, 1000, 20)
    for generation in (1, 2):
        for seed in range(3):
            replay.add(generation, samples(seed))
    path = tmp_path / f"000001{SUFFIX}"
    data = bytearray(path.read_bytes())
    start = 0
    for _ in range(game):
        start += FRAME.size + struct.unpack_from("<I", data, start)[0]
    data[start + byte] ^= 0xFF  # of the game's length
    path.write_bytes(bytes(data))
    assert Replay(tmp_path, 1000, 20).games_of(1) == 2
    assert path.read_bytes() == bytes(data)


def test_what_is_no_game_is_told_and_kept(tmp_path: Path, caplog: pytest.LogCaptureFixture):
    path = tmp_path / f"000001{SUFFIX}"
    noise = np.random.default_rng(1).bytes(3000)
    path.write_bytes(bytes(100) + noise)
    replay = Replay(tmp_path, 1000, 20)
    assert "is damaged; 0 games in it are sound" in caplog.text
    replay.add(1, samples(1))
    assert Replay(tmp_path, 1000, 20).games_of(1) == 1
    assert path.read_bytes().startswith(bytes(100) + noise)


def test_what_a_kill_leaves_is_nothing_to_tell(tmp_path: Path, caplog: pytest.LogCaptureFixture):
    replay = Replay(tmp_path, 1000, 20)
    for seed in range(2):
        replay.add(1, samples(seed))
    path = tmp_path / f"000001{SUFFIX}"
    path.write_bytes(path.read_bytes()[:-5])
    assert Replay(tmp_path, 1000, 20).games_of(1) == 1 and not caplog.text


def test_zeros_that_a_power_failure_leaves_are_no_games(tmp_path: Path):
    replay = Replay(tmp_path, 1000, 20)
    replay.add(1, samples(1))
    with (tmp_path / f"000001{SUFFIX}").open("ab") as file:
        file.write(bytes(64))
    assert Replay(tmp_path, 1000, 20).games_of(1) == 1


def test_the_window_moves_on(tmp_path: Path):
    replay = Replay(tmp_path, 30, 20)
    for generation in range(1, 6):
        for seed in range(2):
            replay.add(generation, samples(10 * generation + seed))
        replay.forget_old(generation)
    assert len(replay.all()) == 30
    assert replay.positions() < 80
    assert not (tmp_path / f"000001{SUFFIX}").exists()
    assert Replay(tmp_path, 30, 20).positions() >= 30


def test_games_of_a_generation_to_come_make_none_old_yet(tmp_path: Path):
    """The window grows with them, so all of those before stay as many as it holds without them."""
    replay = Replay(tmp_path, 20, 20)
    for generation in (1, 2, 3, 3):
        replay.add(generation, samples(generation))
    replay.window = replay.positions(2)
    replay.forget_old(2)
    assert replay.games_of(1) == 1
    replay.window = replay.positions_of(3)
    replay.forget_old(3)
    assert replay.games_of(1) == replay.games_of(2) == 0 and replay.games_of(3) == 2


def test_games_of_a_generation_to_come_are_not_learned_from_yet(tmp_path: Path):
    """They may be as many as the window holds, and those to learn from are there all the same."""
    replay = Replay(tmp_path, 5, 20)
    for generation in (1, 2, 3):
        for seed in range(3):
            replay.add(generation, samples(10 * generation + seed))
    again = Replay(tmp_path, 5, 20, until=2)
    assert again.games_of(2) == again.games_of(3) == 3
    learned = again.all(until=2)
    last = samples(22)
    assert len(learned) == 5 and np.array_equal(learned.cells[-1], last.cells[-1])
    assert again.positions(until=2) < again.positions()


def test_self_play_plays_whole_games():
    player = SelfPlay(Uniform(), SMALL, seed=5)
    finished = []
    while len(finished) < 12:
        finished += player.step()
    for game in finished[4:]:
        result = game.game.result
        assert result is not None and result.reason is Reason.NO_LEGAL_MOVE
        assert game.game.position.is_over
        moves = game.game.position.moves
        assert len(game.samples) <= len(moves)
        assert np.allclose(game.samples.policy.sum(axis=1), 1, atol=0.01)
        assert ((game.samples.policy > 0) <= (game.samples.legal & 1)).all()


@pytest.mark.parametrize("size", [Size(5, 5), Size(9, 9), Size(13, 13)], ids=str)
def test_a_game_s_positions_by_its_moves_are_those_of_the_rules(size: Size):
    positions, *_, end, _ = random_game(size, 4)
    plies = [0, 1, *range(3, len(positions), 2), len(positions)]
    wanted = position_batch([[*positions, end][ply] for ply in plies])
    got = position_batch_of_game(size, end.moves, plies)
    for name in ("cells", "legal", "side", "recent"):
        assert np.array_equal(getattr(got, name), getattr(wanted, name)), name


def test_the_policy_target_follows_proofs():
    edges = np.zeros(3, EDGE)
    edges["point"], edges["visits"], edges["prior"] = [2, 5, 7], [10, 30, 60], [0.2, 0.3, 0.5]
    assert policy_target(edges, 9, edges["visits"].astype(np.float64))[[2, 5, 7]] == pytest.approx(
        [0.1, 0.3, 0.6]
    )
    edges["proof"] = [0, 0, -1]
    assert policy_target(edges, 9, edges["visits"].astype(np.float64))[[2, 5, 7]] == pytest.approx(
        [0.25, 0.75, 0]
    )
    edges["proof"] = [1, 0, -1]
    assert policy_target(edges, 9, edges["visits"].astype(np.float64))[[2, 5, 7]] == pytest.approx([1, 0, 0])
    edges["proof"] = -1
    assert policy_target(edges, 9, edges["visits"].astype(np.float64))[[2, 5, 7]] == pytest.approx(
        [0.1, 0.3, 0.6]
    )


def test_no_move_proven_to_lose_is_taught_while_others_are_open():
    """Though the search ended before it visited another."""
    edges = np.zeros(3, EDGE)
    edges["point"], edges["visits"], edges["prior"] = [2, 5, 7], [30, 0, 0], [0.6, 0.1, 0.3]
    edges["proof"] = [-1, 0, 0]
    assert policy_target(edges, 9, edges["visits"].astype(np.float64))[[2, 5, 7]] == pytest.approx(
        [0, 0.25, 0.75]
    )


def test_temperature_goes_from_visits_to_the_best_move():
    policy = np.array([0.2, 0.5, 0.3], np.float32)
    random = np.random.default_rng(1)
    drawn = np.bincount([pick(policy, 1.0, random.random()) for _ in range(4000)], minlength=3) / 4000
    assert drawn == pytest.approx(policy, abs=0.03)
    sharper = np.bincount([pick(policy, 0.25, random.random()) for _ in range(2000)], minlength=3) / 2000
    assert sharper[1] > 0.8
    assert {pick(policy, 0.0, random.random()) for _ in range(20)} == {1}


def test_temperature_by_the_number_of_the_move():
    player = SelfPlay(Uniform(), RunConfig(network="b1c4", parallel_games=1, simulations=4), seed=1)
    temperatures = [player._temperature(ply) for ply in range(60)]
    assert temperatures[:30] == [1.0] * 30
    assert (np.diff(temperatures[29:46]) < 0).all()
    assert not any(temperatures[45:])

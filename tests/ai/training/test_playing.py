"""Self-play of a run: processes that play on beside what is learned, games that are kept as records, and recorded games to begin within."""

import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from ai.training.crew import Orders, ProcessCrew, make_crew, shown_games
from ai.training.errors import LearningFailed, RunError
from ai.training.learning import Learning
from ai.training.presets import PRESETS
from ai.training.replay import Replay
from ai.training.run_folder import RunFolder
from ai.training.samples import Samples
from ai.training.self_play import CANDIDATES_SHOWN
from ai.training.self_play_record import has_thoughts, self_play_of
from ai.training.train import Session, train
from core import records
from core.game import Game
from core.player import Decision
from core.position import Size
from core.records.folders import Unusable, usable_games
from main import main
from tests.ai.training.tiny_runs import (
    check_whole,
    command,
    generations,
    start,
    tiny_config,
    wait_for_generations,
)
from tests.patience import PATIENCE_SECONDS, wait_until


def test_several_processes_play_for_one_run(tmp_path: Path):
    """What they play is learned from and counted, and they end when the session is killed."""
    process = start(tmp_path, "--set", "workers=3", "--set", "processes=2")
    folder = RunFolder(tmp_path)
    wait_for_generations(folder, 2, process)
    children = children_of(process.pid)
    process.kill()
    process.communicate(timeout=PATIENCE_SECONDS)
    wait_until(lambda: not any(Path(f"/proc/{child}").exists() for child in children))
    check_whole(folder)
    state = folder.read_state()
    lines = folder.read_metrics(50)
    assert lines[0]["positions"] >= 60 and lines[0]["positions"] < lines[1]["positions"] <= state.positions
    # Four simulations a move; what is kept of earlier searches saves some.
    assert lines[0]["positions"] < lines[0]["evaluations"] < lines[1]["evaluations"]
    assert records.load(next(iter(folder.games.glob("*.sgf"))))[0].problems == ()
    if sys.platform == "linux":
        assert len(children) >= 2


def test_processes_play_on_while_the_network_learns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """What comes of it counts for the next generation, also after a session that ends before that, and is learned from in its turn."""
    learn = Learning._learn
    seen: list[tuple[int, int]] = []

    def learn_late(learning: Learning, most: int, phase: str) -> int:
        run, give_up = learning._run, time.monotonic() + 60
        while run.replay.games_of(run.due + 1) == 0:
            assert time.monotonic() < give_up
            run.check()
            time.sleep(0.01)
        seen.append((run.replay.positions(run.due), len(run.replay.all(run.due))))
        if run.due == 2:
            run.stop.set()
        return learn(learning, most, phase)

    monkeypatch.setattr(Learning, "_learn", learn_late)
    config = tiny_config(workers="2", processes="2", gate_games="0", window_positions="100000")
    train(tmp_path, config, None, background=False)
    assert all(held == learned for held, learned in seen)
    folder = RunFolder(tmp_path)
    replay = Replay(folder.replay, 100_000, 16)
    kept = replay.games_of(3)
    assert folder.read_state().generation == 1 and kept > 0
    monkeypatch.setattr(Learning, "_learn", learn)
    session = Session(folder, *folder.open(None))
    session._run.crew = make_crew(config, session._run.random, [], [])
    told = session._run.progress.status.games
    session._generation()
    session._generation()
    session.close()
    folder.close()
    assert told == sum(map(replay.games_of, (1, 2, 3)))
    state = folder.read_state()
    assert state.generation == 3 and state.games == sum(
        map(Replay(folder.replay, 100_000, 16).games_of, (1, 2, 3))
    )
    check_whole(folder)


def test_a_process_that_dies_while_the_network_learns_is_told_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    def learn_for_ever(learning: Learning, _most: int, _phase: str) -> int:
        for child in learning._run.crew._children:  # type: ignore[attr-defined]
            child._process.kill()
        give_up = time.monotonic() + 60
        while time.monotonic() < give_up:
            learning._run.check()
            time.sleep(0.01)
        raise AssertionError("it goes on without anybody to play")

    monkeypatch.setattr(Learning, "_learn", learn_for_ever)
    with pytest.raises(LearningFailed, match="exit code"):
        train(tmp_path, tiny_config(workers="2", processes="2"), None, background=False)


def test_who_plays_on_leaves_the_learner_its_threads(tmp_path: Path):
    crew = ProcessCrew(tiny_config(), [[1], [2, 3], [4]], [])
    crew.close()
    assert [crew._within(threads) for threads in (None, 4, 3, 2, 2, 1, 1)] == [
        [0, 1, 2],
        [0, 1, 2],
        [0, 1],
        [2, 0],
        [1],
        [2],
        [0],
    ], "each in its turn, as far as there are threads for it"
    for workers, processes, learning in ((4, 2, 2), (3, 3, 1), (4, 1, 4)):
        folder = RunFolder(tmp_path / f"{workers}{processes}")
        session = Session(folder, *folder.open(tiny_config(workers=str(workers), processes=str(processes))))
        session.close()
        folder.close()
        assert session._learning.learner.threads == (
            1 if session._learning.learner.device.type == "cuda" else learning
        )


def test_what_processes_spent_on_a_generation_that_is_stopped_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    folder = RunFolder(tmp_path)
    add = Replay.add

    def add_and_stop(replay: Replay, generation: int, game: Samples) -> None:
        add(replay, generation, game)
        folder.ask_to_stop()

    monkeypatch.setattr(Replay, "add", add_and_stop)
    config = tiny_config(workers="2", processes="2", generation_positions="1000000")
    train(tmp_path, config, None, background=False)
    positions = Replay(folder.replay, 1000, 16).positions()
    state = folder.read_state()
    assert state.generation == 0 and positions > 0
    assert state.evaluations > positions
    capsys.readouterr()
    assert main(command(tmp_path, "--minutes", "0.0001")) == 0
    assert f" {positions} positions" in capsys.readouterr().out, "what was made is told from the beginning"


@pytest.mark.skipif(sys.platform == "win32", reason="processes that are killed have another exit code")
def test_a_process_that_dies_ends_the_session_with_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    generations(tmp_path, 1, {})
    play = ProcessCrew.play

    def play_until_killed(crew: ProcessCrew, orders: Orders) -> None:
        def check() -> None:
            orders.check()
            if crew.evaluations:
                for child in crew._children:
                    child._process.kill()

        play(crew, replace(orders, check=check))

    monkeypatch.setattr(ProcessCrew, "play", play_until_killed)
    more = ("workers=2", "processes=2", "parallel_games=64", "generation_positions=1000000")
    assert main(command(tmp_path, *(word for setting in more for word in ("--set", setting)))) == 2
    err = capsys.readouterr().err
    assert "exit code -9" in err and "Traceback" not in err
    check_whole(RunFolder(tmp_path))


def children_of(pid: int) -> list[int]:
    """The processes that ``pid`` has started; none where there is no /proc."""
    file = Path(f"/proc/{pid}/task/{pid}/children")
    return [int(child) for child in file.read_text().split()] if file.exists() else []


def test_a_small_generation_keeps_as_many_games_as_are_wanted(tmp_path: Path):
    """With what the search thought, however few of the many games side by side end in it."""
    config = tiny_config(parallel_games="64", games_kept="5", gate_games="0", opening_moves="2")
    train(tmp_path, config, None, background=False, evaluations=1)
    folder = RunFolder(tmp_path)
    games = [each.game for each in records.load(folder.games / "000001.sgf")]
    assert folder.read_state().games > 5 and len(games) == 5
    assert all(has_thoughts(game.main_line()[-2]) for game in games)
    for game in games:
        searched = [has_thoughts(node) for node in game.main_line()]
        assert game.random_moves == searched.index(True)
    assert any(game.random_moves > 0 for game in games)
    assert shown_games(PRESETS["buwei"]) < PRESETS["buwei"].parallel_games / 3, "it takes time"


def test_generations_of_games_that_go_on_after_a_stop_keep_records_too(tmp_path: Path):
    """So few of the many games end in each that all of them were under way at the stop."""
    config = tiny_config(parallel_games="64", games_kept="3", gate_games="0", board="5x5")
    train(tmp_path, config, None, background=False, evaluations=1)
    folder = RunFolder(tmp_path)
    for generation in (2, 3):
        evaluations = folder.read_state().evaluations + 1
        train(tmp_path, config, None, background=False, evaluations=evaluations)
        games = [each.game for each in records.load(folder.games_of(generation))]
        assert len(games) == 3 and all(self_play_of(game) for game in games)
        for game in games:
            searched = [has_thoughts(node) for node in game.main_line()]
            assert game.random_moves == searched.index(True), "what was thought before the stop is there"


def test_a_record_tells_the_visits_of_the_move_played_however_many_were_better(tmp_path: Path):
    config = tiny_config(games_kept="5", gate_games="0", temperature_moves="30", simulations="32")
    train(tmp_path, config, None, background=False, evaluations=1)
    ranks = []
    for each in records.load(RunFolder(tmp_path).games / "000001.sgf"):
        for node in each.game.main_line():
            if has_thoughts(node) and node.children:
                assert node.analysis is not None
                moves = [one.point for one in node.analysis.candidates]
                assert len(moves) <= CANDIDATES_SHOWN + 1
                ranks.append(moves.index(node.children[0].move or 0))
    assert max(ranks) == CANDIDATES_SHOWN, "some move was drawn beyond the best"


def test_what_self_play_thought_is_known_from_a_record_of_which_all_was_analysed_since(tmp_path: Path):
    config = tiny_config(games_kept="1", gate_games="0", opening_moves="2")
    train(tmp_path, config, None, background=False, evaluations=1)
    game = records.load(RunFolder(tmp_path).games / "000001.sgf")[0].game
    before = self_play_of(game)
    assert before is not None and before.generation == 1
    for node in game.main_line():
        game.keep_analysis(node, Decision(None, value_to_move=0.5, simulations=10, visits=10, by="zero"))
    records.save(game, tmp_path / "analysed.sgf")
    analysed = records.load(tmp_path / "analysed.sgf")[0].game
    after = self_play_of(analysed)
    assert after is not None and list(after.thoughts.values()) == list(before.thoughts.values())
    assert len(after.solved) == len(before.solved)
    assert not any(has_thoughts(node) for node in analysed.main_line()), "the analysis is what is said last"


@pytest.mark.parametrize(("before", "stays"), [("(;GM[1]SZ[4];B[aa];W[bb])", True), ("no record", False)])
def test_games_kept_before_an_interruption_stay(tmp_path: Path, before: str, stays: bool):
    config = tiny_config(games_kept="3", gate_games="0", generation_positions="200")
    train(tmp_path, config, 1e-6, background=False)
    folder = RunFolder(tmp_path)
    folder.games_of(1).write_text(before, "utf-8")
    train(tmp_path, config, None, background=False, evaluations=folder.read_state().evaluations + 1)
    games = records.load(folder.games_of(1))
    assert len(games) == 3 and [each.game.result is None for each in games] == [stays, False, False]


@pytest.mark.parametrize("action", ["games_kept_of", "keep_game"])
def test_a_run_goes_on_without_records_that_another_program_holds(
    action: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    """Nothing depends on them, and those of the next generation are kept."""
    act, refused = getattr(RunFolder, action), list[int]()

    def refuse(folder: RunFolder, generation: int, *record: bytes) -> int | None:
        if generation == 1:
            refused.append(generation)
            raise PermissionError("an editor has it open")
        return act(folder, generation, *record)

    folder, config = RunFolder(tmp_path), tiny_config(gate_games="0")
    monkeypatch.setattr(RunFolder, action, refuse)
    for _ in range(2):
        evaluations = folder.finished_evaluations() + 1
        train(tmp_path, config, None, background=False, evaluations=evaluations)
    assert folder.read_state().generation == 2 and not folder.games_of(1).exists()
    assert folder.games_of(2).exists()
    assert len(refused) == 1, "it is not tried again for each game"
    assert "no more games of generation 1 are kept as records" in caplog.text


def test_no_more_games_are_kept_than_a_record_may_hold(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    folder = RunFolder(tmp_path)
    folder.games.mkdir()
    record = b"(;GM[1]SZ[4];B[aa];W[bb])"
    monkeypatch.setattr("ai.training.run_folder.MAX_BYTES", 3 * len(record))
    for _ in range(4):
        folder.keep_game(1, record)
    assert folder.games_kept_of(1) == 2


def test_games_recorded_by_others_are_begun_within(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    """They are looked for in the run's folder, which holds all that the run needs wherever it is copied to."""
    folder = RunFolder(tmp_path)
    assert main(command(tmp_path, "--set", "recorded_openings=0.5")) == 2
    err = capsys.readouterr().err
    assert "no record of a game from the empty board of 4x4" in err and "Traceback" not in err
    folder.openings.mkdir()
    (folder.openings / "large.sgf").write_text("(;GM[1]SZ[9];B[aa];W[bb])", "utf-8")
    (folder.openings / "none.sgf").write_text("no record", "utf-8")
    with pytest.raises(RunError, match="put some there or set recorded_openings to 0"):
        folder.recorded_games(Size(4, 4))
    (folder.openings / "set up.sgf").write_text("(;GM[1]SZ[4]AB[aa]AW[bb];B[cc])", "utf-8")
    (folder.openings / "two.sgf").write_text("(;GM[1]SZ[4];B[aa];W[bb];B[cc])(;GM[1]SZ[4];B[ab])", "utf-8")
    assert folder.recorded_games(Size(4, 4)) == [(0, 5, 10), (4,)]
    assert main(command(tmp_path, "--evaluations", "1500")) == 0
    check_whole(folder)


@pytest.mark.parametrize("record", ["(;GM[1]SZ[9];B[aa];W[bb])", "([NG][B][W][?][2026][];B(A,1);W(B,2))"])
@pytest.mark.parametrize("by_file", [True, False])
def test_a_session_that_reads_recorded_games_stops_when_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, record: str, by_file: bool
):
    """There may be thousands of files, in either form."""
    folder = RunFolder(tmp_path)
    session = Session(folder, *folder.open(tiny_config(board="9x9", recorded_openings="0.5")))
    folder.openings.mkdir()
    for number in range(3):
        (folder.openings / f"{number}{'.sgf' if 'GM' in record else '.txt'}").write_text(record, "utf-8")
    begun: list[str] = []

    def reading(
        path: Path, size: Size, between_games: Callable[[], None]
    ) -> tuple[list[Game], list[Unusable]]:
        begun.append(path.stem)
        if path.stem == "1":
            folder.ask_to_stop() if by_file else session.stop.set()
        return usable_games(path, size, between_games)

    monkeypatch.setattr("ai.training.run.LOOK_SECONDS", 0)
    monkeypatch.setattr("ai.training.run_files.usable_games", reading)
    session.work()
    session.close()
    folder.close()
    assert begun == ["0", "1"]
    progress = folder.read_progress()
    assert progress is not None and progress["phase"] == "stopped"
    assert folder.read_state().best is None

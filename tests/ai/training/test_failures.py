"""What a run does when learning fails, when it reads what it can't use, and when it is asked for what no machine can do."""

import errno
import logging
import pickle
import sys
import zlib
from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Event
from types import SimpleNamespace
from typing import cast

import numpy as np
import pytest
import torch

from ai import child_process
from ai.checkpoint import CheckpointError
from ai.child_process import MOST_ON_WINDOWS
from ai.lack_of_memory import is_lack_of_memory
from ai.search.forest import PositionBatch
from ai.training import crew, tensorboard
from ai.training.config import ConfigError, RunConfig, parse_config, settings_text, with_settings
from ai.training.crew import Message, Orders, ProcessCrew, Task, Wish, _serve
from ai.training.errors import LearningFailed
from ai.training.learner import Learner
from ai.training.ratings import generation_ratings
from ai.training.replay import FRAME, SUFFIX, Replay
from ai.training.run import Run
from ai.training.run_files import why_failed
from ai.training.run_folder import RunFolder
from ai.training.run_state import RunState
from ai.training.samples import Samples
from ai.training.self_play import SelfPlay
from ai.training.tensorboard import write_scalars
from ai.training.train import train
from core.position import Size
from core.sentence import Sentence, sentence_of
from main import main
from tests.ai.fakes import DeadAndUnheard, Uniform
from tests.ai.training.figures import figures
from tests.ai.training.test_learner import CONFIG, batch_of
from tests.ai.training.test_samples_and_replay import samples
from tests.ai.training.tiny_runs import check_whole, tiny_config

ONE_STEP = {"gate_games": "0", "learn_ratio": "0.01"}
"""A generation's only step is its last one, and no gate keeps the network from playing."""


def test_a_process_that_dies_unheard_ends_the_session(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(crew, "ChildProcess", DeadAndUnheard)
    config = tiny_config(workers="2", processes="2")
    with pytest.raises(LearningFailed, match=r"exit code 9, .* set processes to 1 or a few"):
        train(tmp_path, config, None, False, evaluations=1)


@pytest.mark.parametrize("system, processes", [("win32", MOST_ON_WINDOWS), ("linux", 64)])
def test_no_more_processes_play_than_the_system_can_wait_for(
    system: str, processes: int, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(crew, "ChildProcess", lambda *arguments: arguments)
    monkeypatch.setattr(child_process, "sys", SimpleNamespace(platform=system))
    made = crew.make_crew(RunConfig(workers=64, processes=64), np.random.default_rng(1), [], [])
    assert isinstance(made, ProcessCrew) and len(made._children) == processes


@pytest.mark.parametrize(
    ("settings", "gigabytes", "processes"),
    [({}, 16.6, 16), ({}, 64, 32), ({}, 0, 32), ({"workers": 8}, 16, 8), ({"processes": 24}, 16, 24)],
)
def test_no_more_processes_play_than_the_memory_is_enough_for_unless_so_many_are_asked_for(
    settings: dict, gigabytes: float, processes: int, monkeypatch: pytest.MonkeyPatch
):
    """A system that doesn't tell its memory gives 0."""
    monkeypatch.setattr(crew, "ChildProcess", lambda *arguments: arguments)
    monkeypatch.setattr(crew, "memory", lambda: int(gigabytes * 1e9))
    monkeypatch.setattr(crew, "usable_cores", lambda: 32)
    made = crew.make_crew(RunConfig(**{"workers": 32, **settings}), np.random.default_rng(1), [], [])
    assert isinstance(made, ProcessCrew) and len(made._children) == processes


def test_where_memory_is_little_one_process_plays_and_learns(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(crew, "memory", lambda: 700_000_000)
    assert not crew.plays_apart(RunConfig(workers=8))


def test_training_goes_on_without_a_tensorboard_that_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    """Packages that don't fit each other fail in ways of their own."""

    def fail(folder: str) -> None:
        raise TypeError("Descriptors cannot be created directly.")

    monkeypatch.setattr(tensorboard, "find_spec", lambda _name: "here")
    monkeypatch.setitem(sys.modules, "torch.utils.tensorboard", SimpleNamespace(SummaryWriter=fail))
    write_scalars(tmp_path, [figures(1)])
    assert "nothing is written for TensorBoard: Descriptors" in caplog.text


@pytest.fixture
def scalars(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[tuple[str, float, int]]]:
    """What an installed TensorBoard is given: names, values, generations."""
    written: list[tuple[str, float, int]] = []

    def make_writer(folder: str) -> SimpleNamespace:
        Path(folder).mkdir(exist_ok=True)
        (Path(folder) / "events.out.tfevents.1").touch()
        return SimpleNamespace(add_scalar=lambda *told: written.append(told), flush=lambda: None)

    tensorboard._writer.cache_clear()
    monkeypatch.setattr(tensorboard, "find_spec", lambda _name: "here")
    monkeypatch.setitem(sys.modules, "torch.utils.tensorboard", SimpleNamespace(SummaryWriter=make_writer))
    yield written
    tensorboard._writer.cache_clear()


def test_tensorboard_gets_the_figures_of_each_generation(
    tmp_path: Path, scalars: list[tuple[str, float, int]]
):
    train(tmp_path, tiny_config(learn_ratio="0.01"), None, False, evaluations=1)
    lines = RunFolder(tmp_path).read_metrics()
    (line,) = lines
    (rating,) = generation_ratings(lines)
    told = {name: value for name, value, _ in scalars}
    assert told.pop("rating") == rating.elo
    assert told.keys() >= {"policy", "value", "policy_entropy", "value_accuracy", "game_length"}
    assert all(line[name] == value for name, value in told.items())
    assert {generation for *_, generation in scalars} == {1}


def test_tensorboard_that_is_installed_later_gets_the_generations_before_too(
    tmp_path: Path, scalars: list[tuple[str, float, int]]
):
    lines = [figures(number) for number in range(1, 5)]
    write_scalars(tmp_path, lines[:3])
    ratings = [(value, generation) for name, value, generation in scalars if name == "rating"]
    assert ratings == [(rating.elo, rating.generation) for rating in generation_ratings(lines[:3])]
    write_scalars(tmp_path, lines)
    assert [number for name, _, number in scalars if name == "policy"] == [1, 2, 3, 4]


def test_what_failed_first_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    def disk_is_full(_run: Run) -> None:
        raise OSError

    monkeypatch.setattr(Run, "keep_counters", disk_is_full)
    with pytest.raises(LearningFailed, match="lower learning_rate"):
        train(tmp_path, tiny_config(**ONE_STEP, learning_rate="1e6"), None, False)


def test_why_a_session_has_ended_stays_with_the_run_until_it_goes_on(tmp_path: Path):
    folder = RunFolder(tmp_path)
    with pytest.raises(LearningFailed):
        train(tmp_path, tiny_config(**ONE_STEP, learning_rate="1e6"), None, False)
    progress = folder.read_progress()
    assert progress is not None and progress["phase"] == "failed"
    reason = why_failed(progress)
    assert "lower learning_rate" in reason and isinstance(reason, Sentence), (
        "a window says it in its own language"
    )
    train(tmp_path, tiny_config(), None, False, evaluations=1)
    progress = folder.read_progress()
    assert progress is not None and progress["phase"] == "stopped" and why_failed(progress) == ""


@pytest.mark.parametrize(
    ("loss", "said"), [("inf", "infinite"), ("-inf", "infinite"), ("nan", "not a number")]
)
def test_a_loss_that_is_no_number_is_told_in_words(loss: str, said: str):
    """The failure is told as JSON, which has no such numbers."""
    with pytest.raises(LearningFailed, match=f"the loss became {said} at step 0;") as failure:
        Learner(tiny_config())._told(torch.tensor([float(loss), 0, 0, 0, 0, 0]))
    told = sentence_of(failure.value)
    assert isinstance(told, Sentence)
    assert not {"Infinity", "NaN"} & set(told.to_json().replace(":", " ").replace(",", " ").split())


def test_a_defect_that_ends_a_session_is_named_in_the_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(Learner, "learn", lambda *_: {}["rate"])
    with pytest.raises(KeyError):
        train(tmp_path, tiny_config(), None, False, evaluations=1)
    assert why_failed(RunFolder(tmp_path).read_progress() or {}) == "KeyError: 'rate'"


def test_a_folder_that_is_not_ours_any_more_is_told_no_reason(tmp_path: Path):
    folder = RunFolder(tmp_path / "run")
    folder.open(tiny_config())
    folder.path.rename(tmp_path / "other")
    folder.path.mkdir()
    folder.leave_reason("it was moved")
    assert list(folder.path.iterdir()) == []
    folder.close()


@pytest.mark.parametrize("are_lost", [False, True])
def test_losses_that_can_not_be_read_end_the_session_and_not_the_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, are_lost: bool
):
    """Means of nothing would be no figures, and the next session would refuse the run."""
    read = RunFolder.read_steps

    def fail(folder: RunFolder, first: int = 0) -> np.ndarray:
        if not are_lost:
            raise PermissionError(errno.EACCES, "somebody has it open", str(folder.steps))
        folder.steps.unlink()
        return read(folder, first)

    with monkeypatch.context() as patch:
        patch.setattr(RunFolder, "read_steps", fail)
        with pytest.raises(OSError):
            train(tmp_path, tiny_config(), None, False, evaluations=1)
    train(tmp_path, tiny_config(), None, False, evaluations=RunFolder(tmp_path).read_state().evaluations + 1)
    check_whole(RunFolder(tmp_path))
    assert RunFolder(tmp_path).read_metrics()[0]["policy"] > 0


def test_steps_whose_file_is_removed_while_a_generation_is_learned_are_missing_and_no_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    append = RunFolder.append_steps
    monkeypatch.setattr("ai.training.learning.LEARNED_PART", 3)

    def lose_and_append(folder: RunFolder, rows: np.ndarray, state: RunState) -> None:
        folder.steps.unlink(missing_ok=True)
        append(folder, rows, state)

    monkeypatch.setattr(RunFolder, "append_steps", lose_and_append)
    train(tmp_path, tiny_config(learn_ratio="4", gate_games="0"), None, False, evaluations=1)
    (line,) = RunFolder(tmp_path).read_metrics()
    assert line["steps"] > 3 >= len(RunFolder(tmp_path).read_steps()) and line["policy"] > 0


@pytest.mark.parametrize("generations", [0, 1])
def test_a_network_that_its_last_step_has_ruined_is_not_kept(tmp_path: Path, generations: int):
    """The run goes on with a lower rate from what was good."""
    good = tiny_config(**ONE_STEP)
    if generations:
        train(tmp_path, good, None, False, evaluations=1)
    before = RunFolder(tmp_path).read_state()
    with pytest.raises(LearningFailed, match="lower learning_rate"):
        train(tmp_path, replace(good, learning_rate=1e6), None, False, evaluations=1_000_000)
    stopped = RunFolder(tmp_path).read_state()
    assert (stopped.generation, stopped.best_generation) == (generations, generations)
    assert stopped.learner == before.learner or not generations
    assert stopped.evaluations > before.evaluations and stopped.seconds > before.seconds
    check_whole(RunFolder(tmp_path))
    train(tmp_path, good, None, False, evaluations=stopped.evaluations + 1)
    assert RunFolder(tmp_path).read_state().best_generation > generations


def test_what_was_spent_on_a_generation_that_could_not_be_written_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    train(tmp_path, tiny_config(), None, False, evaluations=1)
    before = RunFolder(tmp_path).read_state()

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch, pytest.raises(OSError, match="No space"):
        patch.setattr(RunFolder, "append_line", full)
        train(tmp_path, None, None, False, evaluations=1_000_000)
    after = RunFolder(tmp_path).read_state()
    assert after.evaluations > before.evaluations and after.generation == before.generation
    check_whole(RunFolder(tmp_path))


@pytest.mark.parametrize("spoilt", ["_network", "_mean"])
def test_what_plays_and_what_learns_are_both_tried_before_they_are_kept(spoilt: str):
    """Trying changes nothing."""
    learner = Learner(CONFIG)
    learner.learn(batch_of(CONFIG), np.random.default_rng(1))
    before = [tensor.clone() for tensor in learner._network.state_dict().values()]
    learner.check(batch_of(CONFIG))
    assert all(map(torch.equal, before, learner._network.state_dict().values()))
    with torch.no_grad():
        for weights in getattr(learner, spoilt).parameters():
            weights.mul_(1e4)
    with pytest.raises(LearningFailed, match="lower learning_rate"):
        learner.check(batch_of(CONFIG))


def test_what_normalisation_and_the_optimiser_remember_must_be_numbers_too():
    learner = Learner(CONFIG)
    learner.learn(batch_of(CONFIG), np.random.default_rng(1))
    learner.check_weights()
    for remembered in (next(learner._mean.buffers()), learner._optimiser.moments()[-1]):
        kept = remembered.clone()
        remembered.fill_(np.inf)
        with pytest.raises(LearningFailed, match="lower learning_rate"):
            learner.check_weights()
        remembered.copy_(kept)


class NoNumbers(Uniform):
    """A network that has diverged."""

    def evaluate(self, positions: PositionBatch, count: int) -> tuple[np.ndarray, np.ndarray]:
        logits, values = super().evaluate(positions, count)
        return logits, np.full_like(values, np.nan)


def test_a_network_whose_answers_are_no_numbers_does_not_play():
    player = SelfPlay(NoNumbers(), tiny_config(), seed=1)
    with pytest.raises(LearningFailed, match="no numbers"):
        player.step()


def orders(network: Path) -> Orders:
    return Orders(
        Task(network, "crew", simulations=4),
        add=lambda samples, record: None,
        moved=lambda: None,
        enough=lambda: False,
        stopped=lambda: False,
        check=lambda: None,
    )


def test_what_a_process_can_say_of_its_failure_is_heard(tmp_path: Path, capfd: pytest.CaptureFixture[str]):
    """It prints nothing itself, and a wish to pause that comes before doesn't break the pipe."""
    crew = ProcessCrew(tiny_config(), [[1], [2]], [])
    try:
        with pytest.raises(CheckpointError, match="missing"):
            crew.play(orders(tmp_path / "missing.safetensors"))
        crew._tell([0, 1], Wish.PAUSE)
    finally:
        crew.close()
    assert "Traceback" not in capfd.readouterr().err


def test_a_process_that_a_stop_ends_as_it_starts_is_no_failure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """Ctrl-C in a terminal reaches all processes of the session, of which those that have only begun don't heed it yet."""
    monkeypatch.setattr(crew, "ChildProcess", DeadAndUnheard)
    made, stop = ProcessCrew(tiny_config(), [[1], [2]], []), Event()

    def hear_of_both() -> None:
        made._children[0].exit_code()
        stop.set()

    try:
        made.play(replace(orders(tmp_path / "any"), check=hear_of_both, stopped=stop.is_set))
    finally:
        made.close()


class NoPlayers:
    """A crew that can't play."""

    evaluations = positions = 0

    def __init__(self, error: Exception):
        self._error = error

    def play(self, orders: Orders) -> None:
        raise self._error


class Parent:
    """The end of a connection at which a process hears one order and then that nobody is there."""

    def __init__(self) -> None:
        self.heard: list[Message] = []
        self._orders = [Wish.PAUSE, Task(Path("network"), "name", simulations=4)]

    def recv(self) -> Task | Wish:
        if not self._orders:
            raise EOFError
        return self._orders.pop()

    def send(self, message: Message) -> None:
        self.heard.append(pickle.loads(pickle.dumps(message)))


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (LearningFailed(Sentence("%1 is no number", "it")), LearningFailed),
        (CheckpointError(Sentence("%1 is lost", "it")), CheckpointError),
        (MemoryError("no room"), MemoryError),
        (torch.OutOfMemoryError("CUDA out of memory"), MemoryError),
        (RuntimeError("DefaultCPUAllocator: can't allocate memory"), MemoryError),
    ],
)
def test_a_process_sends_why_it_can_not_play(
    monkeypatch: pytest.MonkeyPatch, error: Exception, told: type[Exception]
):
    monkeypatch.setattr("ai.training.crew.ThreadCrew", lambda *_: NoPlayers(error))
    parent = Parent()
    _serve(cast(Connection, parent), tiny_config(), [1], [], [])
    (message,) = parent.heard
    assert message.paused and message.failure is not None and type(message.failure) is told
    assert str(message.failure) == str(error)
    assert isinstance(sentence_of(message.failure), Sentence) == isinstance(sentence_of(error), Sentence)


def test_a_process_tells_of_moves_before_a_game_has_ended(monkeypatch: pytest.MonkeyPatch):
    class OneMove(NoPlayers):
        def play(self, orders: Orders) -> None:
            self.positions = 5
            orders.moved()
            raise self._error

    monkeypatch.setattr("ai.training.crew.ThreadCrew", lambda *_: OneMove(MemoryError()))
    parent = Parent()
    _serve(cast(Connection, parent), tiny_config(), [1], [], [])
    assert [(message.tally.positions, message.paused) for message in parent.heard] == [(5, False), (5, True)]


def test_a_process_that_has_no_sentence_for_its_failure_ends(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("ai.training.crew.ThreadCrew", lambda *_: NoPlayers(RuntimeError("a defect")))
    with pytest.raises(RuntimeError, match="a defect"):
        _serve(cast(Connection, Parent()), tiny_config(), [1], [], [])


def write_frame(folder: Path, payload: bytes) -> Path:
    """A file of the replay whose one frame is sound, whatever it holds."""
    path = folder / f"000001{SUFFIX}"
    path.write_bytes(FRAME.pack(len(payload), zlib.crc32(payload)) + payload)
    return path


def arrays(**changes: object) -> bytes:
    """A game of 4x4 as the replay keeps it, with some arrays changed."""
    made = samples(size=Size(4, 4))
    buffer = BytesIO()
    np.savez_compressed(
        buffer, **{**{name: getattr(made, name) for name in Samples.__dataclass_fields__}, **changes}
    )
    return buffer.getvalue()


def one_array() -> bytes:
    buffer = BytesIO()
    np.save(buffer, np.zeros(3))
    return buffer.getvalue()


@pytest.mark.parametrize(
    "payload",
    [
        pickle.dumps([1, 2]),
        b"PK" + bytes(60),
        arrays()[:-30],
        one_array(),
        arrays(side=np.zeros(0, np.int8)),
        arrays(cells=np.zeros((2, 3), np.uint8)),
        arrays(cells=np.uint8(1)),
        arrays(policy=np.zeros((1, 16), np.float64)),
        arrays(policy=np.array([None])),
        arrays(recent=np.full_like(samples(size=Size(4, 4)).recent, 16)),
    ],
)
def test_a_sound_frame_without_a_game_is_told_with_its_file(tmp_path: Path, payload: bytes):
    path = write_frame(tmp_path, payload)
    with pytest.raises(LearningFailed, match="no game of self-play") as told:
        Replay(tmp_path, 1000, 16)
    assert str(path) in str(told.value)


def test_games_of_another_board_are_told_with_their_file(tmp_path: Path):
    path = write_frame(tmp_path, arrays())
    assert Replay(tmp_path, 1000, 16).games_of(1) == 1
    with pytest.raises(LearningFailed, match="boards with 16 points, and the run's has 25") as told:
        Replay(tmp_path, 1000, 25)
    assert str(path) in str(told.value)


def test_a_session_reads_only_games_of_its_board(tmp_path: Path):
    train(tmp_path, tiny_config(gate_games="0"), None, False, evaluations=1)
    write_frame(tmp_path / "replay", samples(size=Size(5, 5)).to_bytes())
    with pytest.raises(LearningFailed, match="boards with 25 points"):
        train(tmp_path, None, None, False, evaluations=1_000_000)


def test_a_run_whose_replay_is_lost_does_not_catch_up(tmp_path: Path):
    """Its new network has nothing to learn from before it plays."""
    train(tmp_path, tiny_config(gate_games="0"), None, False, evaluations=1)
    folder = RunFolder(tmp_path)
    state = folder.read_state()
    state.catch_up_steps = state.steps + 5
    folder.write_state(state)
    for file in folder.replay.iterdir():
        file.unlink()
    train(tmp_path, None, None, False, evaluations=state.evaluations + 1)
    after = folder.read_state()
    assert (after.generation, after.catch_up_steps) == (state.generation + 1, 0)


@pytest.mark.parametrize(
    "name", [name for name, value in vars(RunConfig()).items() if type(value) in (int, float)]
)
@pytest.mark.parametrize("number", ["1" + 22 * "0", "1" + 400 * "0", "1e308"])
def test_no_number_is_larger_than_can_be_computed_with(name: str, number: str):
    with pytest.raises(ConfigError, match=rf"{name} = .*should be"):
        parse_config(f"{name} = {number}")


@pytest.mark.parametrize(("name", "most"), [("seed", 2**63 - 1), ("batch", 10_000_000), ("fate_weight", 1e9)])
def test_large_numbers_are_taken(name: str, most: float):
    assert getattr(parse_config(f"{name} = {most}"), name) == most
    with pytest.raises(ConfigError, match="at most"):
        parse_config(f"{name} = {2 * most}")


@pytest.mark.parametrize("line", ["= =", "simulations 64", "board = 9x9", 'network = "b4c32', "[board"])
def test_the_line_that_can_not_be_understood_is_named(line: str):
    """Also one before the end of the file."""
    for rest in ("", "\nbatch = 64\n"):
        with pytest.raises(ConfigError, match=r"^line 2 of run\.toml can't be understood"):
            parse_config("seed = 1\n" + line + rest, "run.toml")


@pytest.mark.parametrize("text", ["seed = " + 5000 * "9", "a = " + 100_000 * "["])
def test_settings_beyond_all_measure_are_a_sentence(text: str):
    with pytest.raises(ConfigError, match="can't be read"):
        parse_config(text)
    with pytest.raises(ConfigError, match="should be a whole number") as told:
        with_settings(RunConfig(), [text.replace("a =", "seed =")])
    assert len(str(told.value)) < 100


@pytest.mark.parametrize("minutes", ["inf", "nan", "1e400", "1e308", "0"])
def test_minutes_are_a_finite_time(tmp_path: Path, capsys: pytest.CaptureFixture[str], minutes: str):
    assert main(["train", "--run", str(tmp_path / "run"), "--minutes", minutes]) == 2
    assert "--minutes should be more than 0" in capsys.readouterr().err


def test_a_file_that_is_no_text_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    (tmp_path / "binary.toml").write_bytes(b"\xf0\x00")
    assert main(["train", "--run", str(tmp_path / "run"), "--config", str(tmp_path / "binary.toml")]) == 2
    assert "binary.toml is no text" in capsys.readouterr().err


def test_a_file_from_windows_may_begin_with_its_mark(tmp_path: Path):
    path = tmp_path / "settings.toml"
    path.write_bytes(b"\xef\xbb\xbfbatch = 77\n")
    assert parse_config(settings_text(path)).batch == 77


def test_a_lack_of_memory_is_a_sentence_that_names_whatever_takes_it(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
):
    """How it came to that is for a log, not for the terminal, where warnings go."""

    def too_much(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr("ai.training.train.train", too_much)
    assert main(["train", "--run", str(tmp_path / "run")]) == 2
    told = capsys.readouterr().err
    assert all(
        name in told
        for name in ("processes", "parallel_games", "simulations", "gate_simulations", "batch", "workers")
    )
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]


def in_a_recording(error: Exception) -> RuntimeError:
    """What torch raises in its place."""
    raised = RuntimeError("CUDA error: operation failed due to a previous error during capture")
    raised.__context__ = error
    return raised


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (MemoryError(), True),
        (torch.OutOfMemoryError("CUDA out of memory"), True),
        (
            RuntimeError("[enforce fail at alloc_cpu.cpp:117] . DefaultCPUAllocator: can't allocate memory"),
            True,
        ),
        (RuntimeError("CUDA error: out of memory"), True),
        (RuntimeError("CUDA error: CUBLAS_STATUS_ALLOC_FAILED when calling `cublasCreate(handle)`"), True),
        (RuntimeError("cuDNN error: CUDNN_STATUS_INTERNAL_ERROR_DEVICE_ALLOCATION_FAILED"), True),
        (in_a_recording(torch.OutOfMemoryError("CUDA out of memory")), True),
        (RuntimeError("CUDA error: an illegal memory access was encountered"), False),
        (in_a_recording(ValueError("no such layer")), False),
    ],
)
def test_only_a_lack_of_memory_is_told_as_one(error: Exception, said: bool):
    assert is_lack_of_memory(error) == said

"""The folder of a run: what a kill leaves in it is mended; what was edited, damaged, lost or exchanged is told."""

import errno
import json
import math
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import torch

from ai.session_folder import why_stopped
from ai.training.config import RunConfig
from ai.training.errors import LearningFailed, RunError
from ai.training.learner import Learner
from ai.training.run_folder import RunFolder
from ai.training.train import train
from main import main
from tests.ai.training.figures import figures
from tests.ai.training.tiny_runs import TINY, command, edit_state, tiny_config


def test_losses_of_every_step_are_kept_and_never_counted_twice(tmp_path: Path):
    folder = RunFolder(tmp_path)
    _, state = folder.open(RunConfig())
    rows = np.arange(18, dtype=np.float32).reshape(3, 6)
    folder.append_steps(rows[:2], state)
    state.steps = int(rows[1, 0])
    folder.write_state(state)
    folder.append_steps(rows[2:], state)  # the process dies before the state is written
    with folder.steps.open("ab") as file:
        file.write(b"half")
    assert np.array_equal(folder.read_steps(1), rows[1:])
    folder.close()
    _, state = RunFolder(tmp_path).open(None)
    assert state.step_rows == 2
    assert np.array_equal(folder.read_steps(), rows[:2])


def test_a_file_whose_name_is_no_number_is_no_generation(tmp_path: Path):
    folder = RunFolder(tmp_path)
    folder.checkpoints.mkdir()
    (folder.checkpoints / "1².safetensors").touch()
    assert not folder.has_generations()


@pytest.mark.parametrize("beyond", [b'{"generation": 2, "gam', json.dumps(figures(2)).encode() + b"\n"])
def test_a_line_that_does_not_count_yet_is_cut_off(tmp_path: Path, beyond: bytes):
    train(tmp_path, tiny_config(), None, background=False, evaluations=1)
    folder = RunFolder(tmp_path)
    before = folder.metrics.read_bytes()
    folder.metrics.write_bytes(before + beyond)
    folder.open(None)
    folder.close()
    assert folder.metrics.read_bytes() == before


@pytest.mark.parametrize("damage", ["fewer", "other", "none"])
def test_steps_that_are_not_those_of_the_run_are_refused_until_they_are_removed(damage: str, tmp_path: Path):
    train(tmp_path, tiny_config(), None, background=False, evaluations=1)
    folder = RunFolder(tmp_path)
    whole, rows = folder.steps.read_bytes(), folder.read_steps().copy()
    rows[0, 1] += 0.001
    folder.steps.write_bytes({"fewer": whole[:-1], "other": rows.tobytes(), "none": b""}[damage])
    damaged, figures_before = folder.steps.read_bytes(), folder.metrics.read_bytes()
    with pytest.raises(RunError, match="does not hold the losses that this run has written there"):
        folder.open(None)
    assert folder.steps.read_bytes() == damaged and folder.metrics.read_bytes() == figures_before
    folder.steps.unlink()
    more = folder.read_state().evaluations + 1
    train(tmp_path, None, None, background=False, evaluations=more)
    for _ in range(2):  # what was written since is known again
        folder.open(None)
        folder.close()
    assert 0 < folder.read_state().step_rows < folder.read_state().steps


def test_steps_of_an_earlier_version_go_on(tmp_path: Path):
    train(tmp_path, tiny_config(), None, background=False, evaluations=1)
    forget(tmp_path, "steps_checksum")
    folder = RunFolder(tmp_path)
    whole = folder.read_steps()
    _, state = folder.open(None)
    folder.append_steps(whole[-1:], state)
    folder.write_state(state)
    folder.close()
    folder.open(None)
    folder.close()
    assert state.step_rows == len(whole) + 1


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (b'{"generation": 2', "line 2 of"),
        (b"[]", "does not tell generation, games"),
        (b'{"generation": "two"}', "does not tell games"),
        (json.dumps(figures(2, policy="low")).encode(), "make no sense: policy"),
        (
            json.dumps(dict(list(figures(2).items())[:-1])).encode(),
            "does not tell positions_per_second",
        ),
        (json.dumps(figures(2, gate_wins=41)).encode(), "make no sense: gate_wins"),
        (json.dumps(figures(2, black_wins=9999)).encode(), "make no sense: black_wins"),
        (json.dumps(figures(2, settings=[])).encode(), "make no sense: settings"),
        (json.dumps(figures(2, settings={"gate_win_rate": "high"})).encode(), "make no sense: settings"),
        *(
            (json.dumps(figures(2, gate_scores=scores)).encode(), "make no sense: gate_scores")
            for scores in ("1", [1, 2, 3], [[1, 2]], [[2, 3, 4]], [[1, 5, 4]], [[1, 3.0, 4]])
        ),
    ],
)
def test_figures_without_sense_are_refused(
    tmp_path: Path, line: bytes, said: str, capsys: pytest.CaptureFixture[str]
):
    folder = RunFolder(tmp_path)
    _, state = folder.open(RunConfig())
    folder.append_line(figures(1))
    with folder.metrics.open("ab") as file:
        file.write(line + b"\n")
    folder.write_state(state)
    folder.close()
    assert main(["train", "--run", str(tmp_path)]) == 2 and said in capsys.readouterr().err


def spoil_last_step(run: Path) -> None:
    """Put a number that is none into the last step, as a run of an earlier version may have it."""
    forget(run, "steps_checksum")
    with (run / "steps.f32").open("r+b") as file:
        file.seek(-4, os.SEEK_END)
        file.write(np.float32("nan").tobytes())


def forget(run: Path, name: str) -> None:
    path = run / "state.json"
    state = json.loads(path.read_text("utf-8"))
    del state[name]
    path.write_text(json.dumps(state), "utf-8")


def add_generations(run: Path, *generations: int) -> None:
    for generation in generations:
        RunFolder(run).append_line(figures(generation))


def lose_best(run: Path) -> None:
    (run / "checkpoints" / str(RunFolder(run).read_state().best)).unlink()


def put_file_for_folder(path: Path) -> None:
    shutil.rmtree(path)
    path.write_text("no folder", "utf-8")


def put_folder_for_file(path: Path) -> None:
    path.unlink(missing_ok=True)
    path.mkdir()


def edit_board(run: Path) -> None:
    path = run / "config.toml"
    path.write_text(path.read_text("utf-8").replace('board = "4x4"', 'board = "5x5"'), "utf-8")


@pytest.mark.parametrize(
    ("edit", "said"),
    [
        (edit_board, "has board 4x4, which can't become 5x5"),
        (lambda run: (run / "config.toml").unlink(), "has lost its settings"),
        (lambda run: edit_state(run, games="many"), "what it says of games makes no sense"),
        (lambda run: edit_state(run, games=True), "what it says of games makes no sense"),
        (lambda run: edit_state(run, games=10**9), "has games = 1000000000 after generation 1, "),
        (lambda run: edit_state(run, positions=1), "has positions = 1 after generation 1, "),
        (
            lambda run: edit_state(run, positions=-1, seconds=-0.5),
            "what it says of positions, seconds makes no sense",
        ),
        (lambda run: edit_state(run, seconds=math.nan), r"not finite: NaN"),
        (
            lambda run: edit_state(run, evaluations=10**28),
            r"a number is too large: 10000000000000000000…;",
        ),
        (
            lambda run: edit_state(run, steps=251),
            r"state.json has steps = 251, .*steps.f32 has \d+; restore them",
        ),
        (
            lambda run: edit_state(run, steps=2),
            r"state.json has steps = 2, .*metrics.jsonl has \d+; restore them",
        ),
        (lambda run: edit_state(run, earlier_steps=251), "what it says of earlier_steps makes no sense"),
        (
            lambda run: edit_state(run, generation_steps=251),
            "what it says of generation_steps makes no sense",
        ),
        (lambda run: lose_best(run), r"safetensors, which plays in this run, is lost; put it back"),
        (lambda run: shutil.rmtree(run / "checkpoints"), r"which plays in this run, is lost; put it back"),
        (
            lambda run: put_file_for_folder(run / "games"),
            r"games is a file where the run needs a folder: remove or",
        ),
        (
            lambda run: edit_state(run, younger=1),
            r"tells younger, which this version of the program doesn't know",
        ),
        (lambda run: edit_state(run, network="b3c8"), "what it says of network makes no sense"),
        (lambda run: spoil_last_step(run), r"does not hold the losses"),
        (lambda run: edit_state(run, generation=77), "says that generation 77 is finished"),
        (lambda run: (run / "state.json").unlink(), "its state.json is lost"),
        (lambda run: (run / "state.json").write_text("{}", "utf-8"), r"does not tell best, games, "),
        (lambda run: (run / "state.json").write_text('{"seconds": 5}', "utf-8"), r"does not tell best, "),
        (lambda run: (run / "state.json").write_text("[" * 100_000, "utf-8"), "state.json is damaged"),
        (lambda run: (run / "state.json").write_text("[1, 2]", "utf-8"), r"damaged: it isn't what"),
        (lambda run: forget(run, "step_rows"), r"does not tell step_rows"),
        (lambda run: edit_state(run, best=None), "its state.json is lost"),
        (lambda run: edit_state(run, learner=None), "what it says of learner makes no sense"),
        (lambda run: edit_state(run, generation_steps=-1), "what it says of generation_steps makes no sense"),
        (lambda run: edit_state(run, gate_scores=[[0, 3, 2]]), "what it says of gate_scores makes no sense"),
        (lambda run: edit_state(run, gate_scores=[[7, 1, 2]]), "what it says of gate_scores makes no sense"),
        (lambda run: edit_state(run, best="\0"), "what it says of best makes no sense"),
        (lambda run: edit_state(run, best="../best.safetensors"), "what it says of best makes no sense"),
        (lambda run: edit_state(run, network="nonsense"), "what it says of network makes no sense"),
        (lambda run: edit_state(run, best_generation=9), "says that it is generation 9"),
        (lambda run: add_generations(run, 2, 3), "says that generation 1 is finished"),
        (lambda run: (run / "metrics.jsonl").write_bytes(b""), "says that generation 1 is finished"),
        (lambda run: (run / "config.toml").write_text("", "utf-8"), "is empty"),
        (lambda run: (run / "config.toml").write_text("seed = 1", "utf-16"), "is no text in UTF-8"),
    ],
)
def test_a_run_edited_into_nonsense_is_refused(tmp_path: Path, edit: Callable[[Path], None], said: str):
    config = tiny_config()
    train(tmp_path, config, None, background=False, evaluations=1)
    edit(tmp_path)
    folder = RunFolder(tmp_path)
    figures_before = folder.metrics.read_bytes()
    with pytest.raises(RunError, match=said):
        folder.open(None)
    assert not folder.is_running() and folder.metrics.read_bytes() == figures_before


def test_a_file_of_settings_that_was_cut_short_is_told(tmp_path: Path, caplog: pytest.LogCaptureFixture):
    folder = RunFolder(tmp_path)
    folder.open(RunConfig(board="4x4", network="b1c8"))
    folder.close()
    path = tmp_path / "config.toml"
    text = path.read_text("utf-8")
    path.write_text(text[: text.index("learning_rate")], "utf-8")
    folder.open(None)
    folder.close()
    assert "does not name learning_rate, " in caplog.text and "batch" not in caplog.text


def test_a_file_of_settings_that_was_cut_short_since_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    """Otherwise the run would go on with other settings; files of earlier versions never had the newer ones."""
    words = ["train", "--run", str(tmp_path), "--evaluations", "1"]
    assert main(command(tmp_path, "--evaluations", "1")) == 0
    path = tmp_path / "config.toml"
    whole = path.read_text("utf-8")
    cut = whole[: whole.index("# ", whole.index("simulations = "))]
    path.write_text(cut, "utf-8")
    for more in ((), ("--set", "simulations=4")):
        assert main([*words, *more]) == 2
        assert f"{path} names " in capsys.readouterr().err
    assert path.read_text("utf-8") == cut
    forget(tmp_path, "settings")
    assert main(words) == 0
    assert path.read_text("utf-8") == cut
    path.write_text(whole, "utf-8")
    assert main(words) == 0


@pytest.mark.parametrize(
    "name", ["lock", "stop", "steps.f32", "replay/000001.games", "state.json", "metrics.jsonl"]
)
def test_a_folder_in_the_place_of_a_file_is_told(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    train(tmp_path, tiny_config(gate_games="0"), None, background=False, evaluations=1)
    put_folder_for_file(tmp_path / name)
    assert main(["train", "--run", str(tmp_path)]) == 2
    assert f"{tmp_path / name} is a folder: remove or rename it" in capsys.readouterr().err


def test_a_folder_in_the_place_of_the_progress_is_told_once(tmp_path: Path, caplog: pytest.LogCaptureFixture):
    """The run does without that file."""
    put_folder_for_file(tmp_path / "progress.json")
    train(tmp_path, tiny_config(), None, background=False, evaluations=1)
    assert caplog.text.count("the progress can't be written") == 1
    assert f"{tmp_path / 'progress.json'} is a folder: remove or rename it" in caplog.text


def test_a_file_system_that_takes_no_files_is_told_as_that_of_the_run(tmp_path: Path):
    error = OSError(errno.EROFS, os.strerror(errno.EROFS), str(tmp_path / "lock"))
    assert why_stopped(tmp_path, error).startswith(f"{tmp_path}: Read-only file system. ")


def test_a_damaged_learner_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    words = ["train", "--run", str(tmp_path)]
    tiny = [word for name, value in TINY.items() for word in ("--set", f"{name}={value}")]
    assert main([*words, *tiny, "--evaluations", "1"]) == 0
    (learner,) = (tmp_path / "learner").iterdir()
    learner.write_bytes(b"damaged")
    assert main(words) == 2
    assert f"{learner} is damaged" in capsys.readouterr().err


@pytest.mark.parametrize("network", ["b2c4", "b1c8"])
def test_the_learner_of_another_network_is_no_damaged_one(network: str, tmp_path: Path):
    Learner(tiny_config(network=network), torch.device("cpu")).save(tmp_path / "learner")
    learner = Learner(tiny_config(), torch.device("cpu"))
    with pytest.raises(
        LearningFailed, match="is not of the network 'b1c4', which learns here; put the right"
    ):
        learner.load(tmp_path / "learner")


@pytest.mark.parametrize("lack", [torch.OutOfMemoryError, torch.AcceleratorError])
def test_a_card_that_fails_while_a_learner_is_loaded_does_not_make_its_file_damaged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lack: type[Exception]
):
    def fail(_learner: Learner, _tensors: object) -> None:
        raise lack("of the card")

    learner = Learner(tiny_config(), torch.device("cpu"))
    learner.save(tmp_path / "learner")
    monkeypatch.setattr(Learner, "_take", fail)
    with pytest.raises(lack):
        learner.load(tmp_path / "learner")


def test_a_learner_that_is_lost_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    train(tmp_path, tiny_config(gate_games="0"), minutes=1e-6, background=False)
    (learner,) = (tmp_path / "learner").iterdir()
    learner.unlink()
    assert main(["train", "--run", str(tmp_path)]) == 2
    assert f"{learner} is lost; put it back, or start a new run from the latest" in capsys.readouterr().err


def test_positions_that_are_lost_are_told(tmp_path: Path, caplog: pytest.LogCaptureFixture):
    words = command(tmp_path, "--evaluations", "1")
    assert main(words) == 0 and main(words) == 0
    assert "of the latest" not in caplog.text
    (path,) = (tmp_path / "replay").iterdir()
    games = path.read_bytes()
    path.unlink()
    made = RunFolder(tmp_path).read_state().positions
    assert main(words) == 0
    wanted = min(made, int(TINY["window_positions"]))
    assert f"holds none of the latest {wanted} positions; the run goes on without them" in caplog.text
    path.write_bytes(games[:-1])
    assert main(words) == 0
    assert "the run goes on with these, and what it learns" in caplog.text


def test_the_learner_of_another_run_is_told_and_one_of_an_earlier_version_goes_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    """Both have a file of this name: they have the same network, after as many steps."""
    learners: list[Path] = []
    for seed in ("1", "2"):
        run = tmp_path / seed
        train(run, tiny_config(seed=seed, gate_games="0"), minutes=1e-6, background=False)
        learners += (run / "learner").iterdir()
    assert learners[0].name == learners[1].name
    shutil.copy(learners[1], learners[0])
    words = ["train", "--run", str(tmp_path / "1"), "--evaluations", "1"]
    assert main(words) == 2
    assert f"{learners[0]} is not what this run has written" in capsys.readouterr().err
    forget(tmp_path / "1", "learner_checksum")
    assert main(words) == 0


@pytest.mark.parametrize(("minutes", "evaluations", "generation"), [(1e-6, None, 0), (None, 1, 1)])
def test_the_network_of_another_run_is_told_and_one_of_an_earlier_version_goes_on(
    minutes: float | None,
    evaluations: int | None,
    generation: int,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
):
    """Both have a file of this name, of the same generation: the one that they begin with, and the next one."""
    for seed in ("1", "2"):
        config = tiny_config(seed=seed, gate_games="0")
        train(tmp_path / seed, config, minutes, background=False, evaluations=evaluations)
    mine, other = (tmp_path / seed / "checkpoints" / f"{generation:06d}.safetensors" for seed in ("1", "2"))
    shutil.copy(other, mine)
    words = ["train", "--run", str(tmp_path / "1"), "--evaluations", "1"]
    assert main(words) == 2
    assert f"{mine} is not the network that this run has written" in capsys.readouterr().err
    forget(tmp_path / "1", "best_checksum")
    assert main(words) == 0

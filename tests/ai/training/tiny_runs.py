"""Runs that soon have a generation: how they are begun, waited for, gone on with, and edited by hand."""

import json
import subprocess
import sys
from pathlib import Path

from ai import checkpoint
from ai.training.config import RunConfig, with_settings
from ai.training.run_folder import RunFolder
from ai.training.train import Session, train
from tests.patience import PROCESS_SECONDS, SESSION_MINUTES, wait_until

ROOT = Path(__file__).resolve().parents[3]
TINY = {
    "network": "b1c4",
    "first_network": "",
    "board": "4x4",
    "workers": "1",
    "parallel_games": "4",
    "simulations": "4",
    "generation_positions": "60",
    "batch": "16",
    "gate_games": "4",
    "gate_simulations": "4",
    "window_positions": "300",
}


def tiny_config(**settings: str) -> RunConfig:
    words = [f"{name}={value}" for name, value in {**TINY, **settings}.items()]
    return with_settings(RunConfig(), words)


def command(run: Path, *more: str) -> list[str]:
    """To ``main``, which needs a process of its own only where one is killed or hears signals."""
    settings = [word for name, value in TINY.items() for word in ("--set", f"{name}={value}")]
    return ["train", "--run", str(run), *settings, "--minutes", str(SESSION_MINUTES), *more]


def arguments(run: Path, *more: str) -> list[str]:
    """To the system."""
    return [sys.executable, str(ROOT / "main.py"), *command(run, *more)]


def start(run: Path, *more: str) -> subprocess.Popen:
    return subprocess.Popen(
        arguments(run, *more),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        stdin=subprocess.DEVNULL,
    )


def wait_for_generations(folder: RunFolder, generations: int, process: subprocess.Popen) -> None:
    def are_made() -> bool:
        made = folder.read_state().generation >= generations
        assert made or process.poll() is None, process.communicate()[1]
        return made

    wait_until(are_made, PROCESS_SECONDS)


def check_whole(folder: RunFolder) -> None:
    """Everything that the state names is there and can be read."""
    state = folder.read_state()
    lines = folder.read_metrics()
    assert [line["generation"] for line in lines[: state.generation]] == list(range(1, state.generation + 1))
    assert len(lines) <= state.generation + 1, "a kill leaves one that doesn't count yet at the most"
    if state.best is not None:
        checkpoint.load(folder.checkpoints / state.best)
    if state.learner is not None:
        assert (folder.learner / state.learner).is_file()
    assert folder.read_config() is not None


def session_in(folder: RunFolder, config: RunConfig) -> Session:
    """For a generation or two."""
    config, state = folder.open(config)
    return Session(folder, config, state, evaluations=state.evaluations + 1)


def generations(run: Path, count: int, settings: dict[str, str]) -> list[dict]:
    """Goes on for so many generations, with a session for each; what the run tells of its first ones."""
    config = tiny_config(**settings)
    for _ in range(count):
        train(run, config, None, background=False, evaluations=RunFolder(run).read_state().evaluations + 1)
    return RunFolder(run).read_metrics()[:count]


def edit_state(run: Path, **changes: object) -> None:
    path = run / "state.json"
    path.write_text(json.dumps(json.loads(path.read_text("utf-8")) | changes), "utf-8")

"""Kills a training session again and again at random moments, or a process that plays for it, and looks each time whether its run is sound:
prints one JSON line.

Sound means: every file that the state names can be read, every generation has one line of metrics, every step of learning one row, and the
positions counted are those in the replay. Sessions are tiny (4x4), so that kills fall into every part of their work.

    python -m tests.benchmarks.killed_runs --kills 50
"""

import argparse
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

from ai import checkpoint
from ai.training.replay import Replay
from ai.training.run_folder import RunFolder
from core.position import Size

ROOT = Path(__file__).resolve().parents[2]
SETTINGS = {
    "network": "b1c4",
    "first_network": "",
    "board": "4x4",
    "workers": "2",
    "processes": "2",
    "parallel_games": "4",
    "simulations": "4",
    "generation_positions": "60",
    "batch": "16",
    "gate_games": "4",
    "gate_simulations": "4",
    "window_positions": "1000000",  # nothing is forgotten, so that everything can be counted
    "window_start": "0",
}
LONGEST_LIFE_SECONDS = 8.0
"""After its first sign of life, which comes when the libraries are loaded."""
PATIENCE_SECONDS = 300
PLAYER_EVERY = 4
"""Every so many kills hit a process that plays instead of the session."""
REFUSED = 2
"""The exit status of a command that ends with a reason."""


class NotSound(Exception):
    """A kill did harm; the message says which."""


def demand(holds: bool, what: str) -> None:
    if not holds:
        raise NotSound(what)


def check(folder: RunFolder) -> None:
    """:class:`NotSound` unless the run is what its state says; a session cuts off what was written beyond that when it opens it."""
    state = folder.read_state()
    demand(folder.read_config() is not None, "there is no config.toml")
    generations = range(1, state.generation + 1)
    lines = [line["generation"] for line in folder.read_metrics()]
    demand(lines[: state.generation] == [*generations], "a generation lacks its line")
    demand(len(lines) <= state.generation + 1, "there are lines of generations that are not finished")
    rows = folder.read_steps()[: state.step_rows] if state.step_rows else np.empty((0, 1))
    steps = rows[:, 0].astype(int)
    demand(steps.tolist() == list(range(1, state.steps + 1)), "a step is missing or there twice")
    for file in folder.checkpoints.glob("*.safetensors"):
        checkpoint.load(file)
    demand(state.best is None or (folder.checkpoints / state.best).is_file(), "the best network is missing")
    demand(state.learner is None or (folder.learner / state.learner).is_file(), "the learner is missing")
    replay = Replay(folder.replay, int(SETTINGS["window_positions"]), Size.parse(SETTINGS["board"]).points)
    demand(sum(map(replay.positions_of, generations)) == state.positions, "positions are miscounted")
    demand(sum(map(replay.games_of, generations)) == state.games, "games are miscounted")


def players_of(session: subprocess.Popen) -> list[int]:
    """The processes that play for it, as far as the system tells."""
    children = Path(f"/proc/{session.pid}/task/{session.pid}/children")
    numbers = children.read_text().split() if children.exists() else []
    return [
        int(number) for number in numbers if b"spawn_main" in Path(f"/proc/{number}/cmdline").read_bytes()
    ]


def live_and_die(folder: RunFolder, seconds: float, player: bool) -> bool:
    """Work on the run for some seconds after the first sign of life, and be killed; or let a ``player`` be killed, if there is one yet, and end by
    itself. Whether a player was killed."""
    settings = [word for name, value in SETTINGS.items() for word in ("--set", f"{name}={value}")]
    command = [sys.executable, str(ROOT / "main.py"), "train", "--run", str(folder.path), *settings]
    process = subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    try:
        give_up = time.monotonic() + PATIENCE_SECONDS
        while (folder.read_progress() or {}).get("pid") != process.pid:
            demand(process.poll() is None and time.monotonic() < give_up, "a session does not go on")
            time.sleep(0.01)
        time.sleep(seconds)
        demand(process.poll() is None, "a session has ended by itself")
        players = players_of(process) if player else []
        if players:
            os.kill(players[-1], signal.SIGKILL)
            demand(
                process.wait(PATIENCE_SECONDS) == REFUSED,
                "a session goes on without a player, or doesn't say why not",
            )
        return bool(players)
    finally:
        process.kill()
        process.communicate()


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description="Kill a training session again and again.")
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    moments = random.Random(options.seed)
    with tempfile.TemporaryDirectory(prefix="buwei-kills-") as path:
        folder = RunFolder(Path(path))
        players_killed = 0
        for kill in range(options.kills):
            players_killed += live_and_die(
                folder, moments.uniform(0, LONGEST_LIFE_SECONDS), kill % PLAYER_EVERY == PLAYER_EVERY - 1
            )
            try:
                check(folder)
            except NotSound as error:
                print(f"kill {kill + 1} of seed {options.seed}: {error}", file=sys.stderr)
                return 1
        state = folder.read_state()
        figures = {
            "kills": options.kills,
            "of_players": players_killed,
            "generations": state.generation,
            "positions": state.positions,
            "steps": state.steps,
        }
        print(json.dumps({"name": "killed_runs", **figures}))
    return 0


if __name__ == "__main__":
    sys.exit(main())

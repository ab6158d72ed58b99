"""How long the training room holds the window's thread when a long run goes on by a generation: prints one JSON line.

A precise timer should fire every 16 ms, as often as a screen shows a new picture; how much later it fires is how long the window could not have
answered a click, and between two times how long the thread computed, whatever else the machine does. ``look_ms`` is what reading alone takes.
Nothing is drawn on a real screen.

    python -m tests.benchmarks.long_run_curves --generations 3000 --steps 500 [--gate 0.55] [--axis hours]
"""

import argparse
import json
import os
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
from PySide6.QtCore import QEventLoop, Qt, QTimer

from ai.training.config import RunConfig
from ai.training.run_files import STEP_COLUMNS
from ai.training.run_folder import RunFolder
from core import folders

INTERVAL_MS = 16
SETTLED_MS = 500
"""For so long the timer is watched after what is drawn has been drawn."""
GATE_GAMES, OPPONENTS = 40, 4


def line_of(generation: int, steps: int, gate: float, random: np.random.Generator) -> dict[str, object]:
    """The figures of a generation that the gate, which asks for the share ``gate`` of the games, may have refused."""
    older = sorted(
        {generation - 1, *random.integers(2 * generation // 3, generation, size=OPPONENTS - 1).tolist()}
    )
    scores = [
        [number, int(random.binomial(GATE_GAMES // OPPONENTS, 0.55)), GATE_GAMES // OPPONENTS]
        for number in older
    ]
    wins, games = sum(score[1] for score in scores), sum(score[2] for score in scores)
    name = f"{generation:06d}.safetensors"
    return {
        "generation": generation,
        "games": 200 * generation,
        "positions": 6_000 * generation,
        "steps": steps * generation,
        "policy": 2.5,
        "value": 0.5,
        "value_accuracy": 0.75,
        "game_length": float(random.normal(40, 2)),
        "black_wins": int(random.binomial(200, 0.5)),
        "generation_games": 200,
        "gate_wins": wins,
        "gate_games": games,
        "gate_scores": scores,
        "accepted": wins / games >= gate,
        "checkpoint": name,
        "best": name,
        "positions_per_second": float(random.normal(100, 5)),
        "evaluations_per_second": float(random.normal(9_000, 500)),
        "seconds": 60.0 * generation,
        "learning_seconds": 20.0,
    }


def grow(folder: RunFolder, first: int, last: int, steps: int, gate: float) -> None:
    """Let the run in ``folder`` go on from generation ``first`` to ``last``, each of so many ``steps``."""
    random = np.random.default_rng(first)
    rows = random.normal(0.6, 0.05, (steps * (last - first + 1), len(STEP_COLUMNS))).astype("<f4")
    rows[:, 0] = steps * (first - 1) + 1 + np.arange(len(rows))
    with folder.steps.open("ab") as file:
        file.write(rows.tobytes())
    with folder.metrics.open("a") as file:
        for generation in range(first, last + 1):
            file.write(json.dumps(line_of(generation, steps, gate, random)) + "\n")


@contextmanager
def watched(ticks: list[tuple[float, float]]) -> Iterator[None]:
    """Notes when a timer of :data:`INTERVAL_MS` fires, and for how long this thread has computed by then, both in seconds."""
    timer = QTimer()
    timer.setTimerType(Qt.TimerType.PreciseTimer)
    timer.timeout.connect(lambda: ticks.append((time.perf_counter(), time.thread_time())))
    timer.start(INTERVAL_MS)
    yield
    timer.stop()


def turn(milliseconds: int) -> None:
    """Let the window answer events for so long."""
    loop = QEventLoop()
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()


def summary(milliseconds: list[float]) -> dict[str, float]:
    return {"median": round(float(np.median(milliseconds)), 1), "most": round(max(milliseconds), 1)}


def measure(
    run: RunFolder, generations: int, steps: int, gate: float, repeats: int, axis: str
) -> dict[str, object]:
    """The figures of so many ``repeats`` in which ``run`` goes on by a generation."""
    from gui.app import make_application
    from gui.program.settings import Settings
    from gui.training.room import TrainingRoom

    make_application([])
    room = TrainingRoom(run.path.parent, Settings(training_axis=axis))
    room.show()
    room.choose(run.path)
    turn(4000)
    room._timer.stop()
    looks: list[float] = []
    late: list[float] = []
    busy: list[float] = []
    for repeat in range(repeats):
        grow(run, generations + 1 + repeat, generations + 1 + repeat, steps, gate)
        ticks: list[tuple[float, float]] = []

        def look() -> None:
            began = time.perf_counter()
            room.look()
            looks.append((time.perf_counter() - began) * 1000)

        with watched(ticks):
            turn(100)
            QTimer.singleShot(0, look)
            turn(SETTLED_MS + 1500)
        passed, computed = 1000 * np.diff(ticks, axis=0).T
        late.append(max(0.0, float(passed.max()) - INTERVAL_MS))
        busy.append(float(computed.max()))
    shown = len(room.plots.plots["policy"].curves[0].x)
    room.close()
    return {
        "steps_shown": shown,
        "look_ms": summary(looks),
        "late_ms": summary(late),
        "busy_ms": summary(busy),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--generations", type=int, default=3000)
    parser.add_argument("--steps", type=int, default=500, help="of each generation")
    parser.add_argument("--gate", type=float, default=0.0)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--axis", default="steps")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        os.environ[folders.DATA_DIR_VARIABLE] = place
        run = RunFolder(Path(place) / "runs" / "long")
        run.open(RunConfig(network="b1c4", board="4x4", gate_win_rate=given.gate))
        run.close()
        grow(run, 1, given.generations, given.steps, given.gate)
        print(json.dumps(measure(run, given.generations, given.steps, given.gate, given.repeats, given.axis)))


if __name__ == "__main__":
    main()

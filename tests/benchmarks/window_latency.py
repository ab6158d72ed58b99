"""How late the window is while the AI searches, or analyses, and a self-play session runs beside it: prints one JSON line.

A precise timer should fire every 16 ms, as often as a screen shows a new picture. How much later than that it fires is how long the window
could not have answered a click. Nothing is drawn on a real screen.

    python -m tests.benchmarks.window_latency --seconds 30 [--analysis]
"""

import argparse
import json
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
from PySide6.QtCore import QEventLoop, Qt, QTimer
from PySide6.QtWidgets import QMessageBox

from ai.training.config import RunConfig
from core import folders
from core.player import Decision
from core.position import Size

INTERVAL_MS = 16
START_SECONDS = 300
"""How long loading a network and starting a session may take on a busy machine."""
PLAYER = "zero:net=flagship,seconds=1000"
ANALYSED = 10**9
"""Simulations of the position analysed: more than there is time for."""


def spin(until: Callable[[], bool], seconds: float) -> bool:
    """Runs the window until a condition holds; whether it came to hold in time."""
    loop = QEventLoop()
    give_up = time.monotonic() + seconds

    def look() -> None:
        if until() or time.monotonic() > give_up:
            loop.quit()

    timer = QTimer()
    timer.timeout.connect(look)
    timer.start(50)
    loop.exec()
    timer.stop()
    return until()


def lateness(seconds: float) -> np.ndarray:
    """How many milliseconds later than 16 after the one before each tick came; never less than 0."""
    ticks: list[float] = []
    timer = QTimer()
    timer.setTimerType(Qt.TimerType.PreciseTimer)
    timer.timeout.connect(lambda: ticks.append(time.perf_counter()))
    timer.start(INTERVAL_MS)
    end = time.monotonic() + seconds
    spin(lambda: time.monotonic() > end, seconds + 60)
    timer.stop()
    return np.maximum(np.diff(ticks) * 1000 - INTERVAL_MS, 0)


def measure(seconds: float, folder: Path, analysis: bool) -> dict[str, object]:
    """The figures of one measurement, with a game between AIs or an ``analysis``. ``RuntimeError`` if search or training did not work
    meanwhile."""
    from gui.app import make_application, make_window
    from gui.game.setup import GameSetup
    from gui.program.settings import HUMAN

    application = make_application([])
    window, _ = make_window("en")
    window.show()
    window.session.begin(None)
    thoughts: list[Decision] = []

    def note(decision: Decision | None) -> None:
        if decision is not None:
            thoughts.append(decision)

    window.controller.thinking.connect(note)
    training = window.training

    def positions() -> int:
        return int((training.progress or {}).get("positions", 0))

    try:
        training.start(folder / "run", RunConfig(), None)
        if analysis:
            window.settings.analysis_simulations = ANALYSED
            window.games.start(GameSetup(HUMAN, HUMAN, Size(9, 9), None, True))
            window.commands.actions["analyse"].setChecked(True)
            window.analysis.reported.connect(lambda: note(window.analysis.found))
        else:
            window.games.start(GameSetup(PLAYER, PLAYER, Size(9, 9), None, True))
        if not spin(lambda: bool(thoughts) and positions() > 0, START_SECONDS):
            raise RuntimeError("search or training did not start")
        thoughts_before, positions_before = len(thoughts), positions()
        late = lateness(seconds)
        # progress is read once a second, and a slow machine makes few positions in that time
        if not spin(lambda: positions() > positions_before, 60) or not training.running:
            raise RuntimeError("training made no progress")
        reports = np.array([decision.simulations for decision in thoughts[thoughts_before:]])
        simulations = int(np.maximum(np.diff(reports), 0).sum())  # each move counts from 0
        if simulations == 0:
            raise RuntimeError(f"the search made no simulations; it reported {reports.tolist()}")
        if any(box.isVisible() for box in window.findChildren(QMessageBox)):
            raise RuntimeError("the window shows an error")
        return {
            "name": "window_latency",
            "beside": "analysis" if analysis else "game",
            "p50_ms": round(float(np.percentile(late, 50)), 2),
            "p99_ms": round(float(np.percentile(late, 99)), 2),
            "max_ms": round(float(late.max()), 2),
            "count": len(late),
            "simulations": simulations,
            "positions": positions() - positions_before,
        }
    finally:
        training.stop()
        window.controller.stop()
        spin(lambda: not training.running, 60)
        window.closing.leave()
        application.processEvents()


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description="How late the window is while the AI searches and trains.")
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument(
        "--analysis", action="store_true", help="analyse a position instead of playing a game"
    )
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="buwei-latency-") as folder:
        folders.use_data_dir(folder)
        print(json.dumps(measure(options.seconds, Path(folder), options.analysis)))


if __name__ == "__main__":
    main()

"""How speeds are measured: figure and baseline in turn, so that their ratio holds also on a busy or slow machine."""

import sys
import time
from collections.abc import Callable
from typing import Any

SECONDS = 0.6
"""Duration of a measurement."""
ROUNDS = 3
"""How often figure and baseline are measured in turn. The best of each counts, since disturbances only ever slow a machine."""

if sys.platform == "win32":  # Windows counts processor time in 64ths of a second
    busy_seconds, BUSY_TIME = time.perf_counter, "time by the clock"
else:
    busy_seconds, BUSY_TIME = time.thread_time, "processor time"

Line = dict[str, Any]
"""The result of one measurement, printed as a line of JSON."""


def line(name: str, figure: float, unit: str, baseline: str, baseline_figure: float, **more: Any) -> Line:
    return {
        "name": name,
        "figure": round(figure),
        "unit": unit,
        "baseline": baseline,
        "baseline_figure": round(baseline_figure),
        "ratio": round(figure / baseline_figure, 3),
        **more,
    }


def best_in_turn(figure: Callable[[], float], baseline: Callable[[], float]) -> tuple[float, float]:
    pairs = [(figure(), baseline()) for _ in range(ROUNDS)]
    return max(a for a, _ in pairs), max(b for _, b in pairs)


def per_second(work: Callable[[], float]) -> float:
    """How much ``work`` does in a second; each call returns how much it did."""
    done = 0.0
    started = time.perf_counter()
    while time.perf_counter() - started < SECONDS:
        done += work()
    return done / (time.perf_counter() - started)


def cores_text(count: int) -> str:
    return "one core" if count == 1 else f"{count} cores"

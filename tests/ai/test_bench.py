"""What is told of measurements."""

import time
from itertools import groupby

import numpy as np
import pytest

from ai.bench.self_play import TURN_SECONDS, EvaluatorInTurns
from ai.evaluator import Backend, NetworkEvaluator
from ai.networks import build
from ai.search.forest import PositionBatch
from ai.search.positions import position_batch
from core.position import Position, Size

BOARD = Size(4, 4)
EVALUATION = 1 / 1024
"""Seconds, a power of 2, so that sums of them are exact."""


class Clock:
    """Time that passes only when something is done."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch):
        self.now = 0.0
        self.asked: list[int] = []
        """About how many positions at a time."""
        monkeypatch.setattr(time, "perf_counter", lambda: self.now)

    def evaluator(self, monkeypatch: pytest.MonkeyPatch) -> NetworkEvaluator:
        """One that takes :data:`EVALUATION`, however many positions it is asked about."""
        evaluator = NetworkEvaluator(build("b1c4", BOARD).eval(), BOARD, Backend.EAGER, largest_batch=2)
        evaluate = evaluator.evaluate

        def take_time(positions: PositionBatch, count: int) -> tuple[np.ndarray, np.ndarray]:
            self.now += EVALUATION
            self.asked.append(count)
            return evaluate(positions, count)

        monkeypatch.setattr(evaluator, "evaluate", take_time)
        return evaluator


@pytest.mark.parametrize(
    ("backend", "unit"),
    [(Backend.EAGER, "positions/s on one core"), (Backend.CUDA, "positions/s on the graphics card")],
)
def test_searches_are_measured_in_turn_with_the_evaluator_alone(
    backend: Backend, unit: str, monkeypatch: pytest.MonkeyPatch
):
    clock = Clock(monkeypatch)
    evaluator = clock.evaluator(monkeypatch)
    evaluator.backend = backend
    asked = EvaluatorInTurns(evaluator, batch=2)
    positions = position_batch([Position.empty(BOARD)])
    asked.evaluate(positions, 1)  # isn't measured
    with asked.measured():
        while clock.now < 8 * TURN_SECONDS:
            asked.evaluate(positions, 1)
            clock.now += 3 * EVALUATION  # what a search does besides
    told = asked.line("search", visits=64)
    assert told["figure"] == round(1 / (4 * EVALUATION))
    assert (told["baseline_figure"], told["unit"], told["ratio"]) == (round(2 / EVALUATION), unit, 0.125)
    assert told["visits"] > 0
    turns = [count for count, _ in groupby(clock.asked)]
    assert turns == [1, 2] * 5, "one after the other"

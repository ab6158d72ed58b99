"""What is told of measurements."""

import pytest

from ai.bench.self_play import _against_bare
from ai.evaluator import Backend, NetworkEvaluator
from ai.networks import build
from core.position import Size


@pytest.mark.parametrize(
    ("backend", "unit"),
    [(Backend.EAGER, "positions/s on one core"), (Backend.CUDA, "positions/s on the graphics card")],
)
def test_speeds_are_told_with_where_they_were_reached(
    backend: Backend, unit: str, monkeypatch: pytest.MonkeyPatch
):
    evaluator = NetworkEvaluator(build("b1c4", Size(4, 4)).eval(), Size(4, 4), Backend.EAGER, largest_batch=1)
    evaluator.backend = backend
    monkeypatch.setattr("ai.bench.self_play.best_in_turn", lambda ours, _bare: (ours(), 1.0))

    def speed(visits: list[float]) -> float:
        visits.append(3.0)
        return 2.0

    told = _against_bare("search", evaluator, 1, speed)
    assert (told["unit"], told["figure"], told["visits"]) == (unit, 2, 3)

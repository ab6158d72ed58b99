import numpy as np
import pytest

from ai.search.forest import EDGE, NO_NODE
from ai.search.priors import SORTED, Scratch, set_priors


def edges_of(legal: np.ndarray, logits: np.ndarray, temperature: float = 1.0) -> np.ndarray:
    """What becomes of edges that other positions left in their place."""
    edges = np.full(int((legal & 1).sum()), 77, EDGE)
    points = legal.size
    scratch = Scratch(np.empty(points, np.int16), np.empty(points, np.float32), np.empty(SORTED, np.uint64))
    set_priors(edges, legal, logits, np.float32(1 / temperature), scratch)
    return edges


@pytest.mark.parametrize("points", [4, 81, 361])
@pytest.mark.parametrize("share", [0.05, 0.5, 1.0])
@pytest.mark.parametrize("temperature", [1.0, 1.45])
def test_priors_are_the_softmax_over_legal_moves_the_highest_first(
    points: int, share: float, temperature: float
):
    random = np.random.default_rng(points)
    for scale in (0.1, 3.0, 60.0):
        legal = np.where(random.random(points) < share, 1, 2).astype(np.uint8)
        legal[random.integers(points)] = 3
        logits = random.normal(0, scale, points).astype(np.float32)
        edges = edges_of(legal, logits, temperature)
        assert sorted(edges["point"]) == np.flatnonzero(legal & 1).tolist()
        exact = np.exp(
            (logits[edges["point"]].astype(np.float64) - logits[legal & 1 == 1].max()) / temperature
        )
        assert edges["prior"] == pytest.approx(exact / exact.sum(), rel=2e-4, abs=1e-30)
        assert (np.diff(edges["prior"][:SORTED]) <= 0).all()
        assert edges["prior"][:SORTED].min() >= edges["prior"][SORTED:].max(initial=0)
        assert (edges["child"] == NO_NODE).all()
        for field in ("value", "visits", "flight", "proof", "considered"):
            assert not edges[field].any()


def test_of_moves_with_equal_priors_the_first_on_the_board_comes_first():
    legal = np.ones(81, np.uint8)
    edges = edges_of(legal, np.zeros(81, np.float32))
    assert edges["point"][:SORTED].tolist() == list(range(SORTED))
    assert edges["prior"] == pytest.approx(1 / 81)

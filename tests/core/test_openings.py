import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.openings import random_opening
from core.position import Position, Size

sizes = st.sampled_from([Size(2, 2), Size(3, 4), Size(5, 5), Size(9, 9), Size(7, 13), Size(19, 19)])


@given(sizes, st.integers(0, 30), st.integers(0, 1 << 32))
def test_an_opening_is_legal_and_as_long_as_asked_unless_the_game_would_end(
    size: Size, moves: int, seed: int
):
    opening = random_opening(size, moves, np.random.default_rng(seed))
    assert opening == Position.empty(size).play_all(opening.moves)
    assert not opening.is_over
    assert len(opening.moves) <= moves
    if len(opening.moves) < moves:
        assert any(opening.play(point).is_over for point in opening.legal_moves())


def test_every_legal_move_is_as_likely():
    random = np.random.default_rng(1)
    firsts = np.bincount([random_opening(Size(3, 3), 1, random).moves[0] for _ in range(3600)], minlength=9)
    assert firsts == pytest.approx(400, abs=100)


def test_openings_drawn_by_the_same_random_numbers_are_the_same():
    """So that a match can be played again."""
    openings = [random_opening(Size(), 6, np.random.default_rng(5)).moves for _ in range(2)]
    assert openings[0] == openings[1] == (54, 65, 1, 66, 37, 41)

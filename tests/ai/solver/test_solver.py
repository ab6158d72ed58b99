"""The solver: the same results as trying everything by definition, as two exact programs, and as the published tables."""

import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ai.solver import kernels, rest
from ai.solver.bounds import outcome
from ai.solver.solver import Interrupted, Solver, most_stubborn, playable_points
from core import bitboard
from core.position import Color, Position, Size
from core.symmetry import symmetries
from tests.ai.test_search import TRUTH, endgames, names

FEW_POINTS = 8
"""Positions of no more playable points are tried by definition."""
QUICK_POINTS = 15
"""Solved endgames of no more playable points take milliseconds."""
RESULTS = {kernels.WINS: True, kernels.LOSES: False}


def wins(position: Position, known: dict[Position, bool]) -> bool:
    """Whether the side to move wins, by definition."""
    if position not in known:
        known[position] = any(not wins(position.play(point), known) for point in position.legal_moves())
    return known[position]


def late_position(seed: int, size: Size, most_points: int) -> Position:
    """A position of a random game in which no more than ``most_points`` are left to play on, or its end."""
    random = np.random.default_rng(seed)
    position = Position.empty(size)
    while playable_points(position).size > most_points and not position.is_over:
        position = position.play(int(random.choice(position.legal_moves())))
    return position


def sure_result(position: Position) -> int:
    """What the bounds alone say of a position."""
    geometry = bitboard.geometry(position.size.rows, position.size.cols)
    solver = Solver(position, 1)._solver
    mover = position.to_move
    kernels.set_first(geometry, solver, *position.sets_for(mover))
    return outcome(solver.beside, solver.rows[0])


late_positions = st.builds(
    late_position,
    st.integers(0, 1 << 32),
    st.sampled_from([Size(4, 4), Size(4, 5), Size(5, 5), Size(3, 7), Size(6, 6), Size(9, 9)]),
    st.integers(1, FEW_POINTS),
)


def rest_of(position: Position, solver: kernels.SolverState) -> np.ndarray:
    """The row of words that says what is left to play in ``position``, which has no playable points but those of ``solver``."""
    geometry = bitboard.geometry(position.size.rows, position.size.cols)
    kernels.set_first(geometry, solver, *position.sets_for(position.to_move))
    return solver.rows[0].copy()


def points_of(word: np.uint64, solver: kernels.SolverState) -> tuple[int, ...]:
    return tuple(int(point) for i, point in enumerate(solver.points) if int(word) >> i & 1)


@settings(max_examples=60, deadline=None)
@given(
    st.integers(0, 1 << 32),
    st.sampled_from([Size(2, 7), Size(3, 3), Size(4, 4), Size(5, 5), Size(7, 7), Size(9, 9)]),
)
def test_what_is_left_to_play_follows_the_rules_through_whole_games(seed: int, size: Size):
    """Move by move it holds the legal points of both sides, and is what the stones themselves say."""
    random = np.random.default_rng(seed)
    position = late_position(seed, size, rest.MOST_POINTS)
    solver = Solver(position, 1)._solver
    row = rest_of(position, solver)
    while not position.is_over:
        point = int(random.choice(position.legal_moves()))
        position = position.play(point)
        after = np.empty_like(row)
        rest.play(solver.beside, row, after, np.uint64(1 << int(np.searchsorted(solver.points, point))))
        for side, color in enumerate((position.to_move, position.to_move.opponent)):
            assert points_of(after[rest.LEGAL + side], solver) == position.legal_moves(color)
        assert rest.keys_of(after) == rest.keys_of(rest_of(position, solver))
        row = after


@settings(max_examples=50, deadline=None)
@given(late_positions)
def test_winner_and_all_winning_moves_are_those_by_definition(position: Position):
    known: dict[Position, bool] = {}
    solution = Solver(position, 1).solve(all_moves=True)
    winning = tuple(point for point in position.legal_moves() if not wins(position.play(point), known))
    assert (solution.winner is position.to_move) == wins(position, known)
    assert solution.winning_moves == winning


@settings(max_examples=50, deadline=None)
@given(late_positions)
def test_what_the_bounds_hold_for_sure_is_so(position: Position):
    """Spare moves are counted right in every position that follows, too: where the bounds speak they say what trying everything says."""
    known: dict[Position, bool] = {}
    waiting = [position]
    while waiting:
        now = waiting.pop()
        result = sure_result(now)
        if result in RESULTS:
            assert wins(now, known) == RESULTS[result], now
        elif len(now.legal_moves()) > 0:
            waiting.append(now.play(now.legal_moves()[-1]))


def test_the_bounds_speak():
    """They decide some of the random late positions without looking ahead."""
    positions = [late_position(seed, Size(9, 9), 5) for seed in range(100)]
    assert sum(sure_result(position) in RESULTS for position in positions if not position.is_over) > 5


def test_the_line_ends_with_the_loser_to_move():
    for seed in range(20):
        position = late_position(seed, Size(9, 9), 12)
        solution = Solver(position, 1).solve()
        end = position.play_all(solution.line)
        assert end.is_over and end.to_move is solution.winner.opponent


@settings(max_examples=60, deadline=None)
@given(late_positions)
def test_whoever_has_lost_leaves_the_opponent_the_fewest_moves(position: Position):
    if position.is_over:
        return
    left = {point: len(position.play(point).legal_moves()) for point in position.legal_moves()}
    assert most_stubborn(position) == min(left, key=left.__getitem__)


@settings(max_examples=60, deadline=None)
@given(late_positions, st.randoms(use_true_random=False))
def test_a_later_position_has_the_keys_of_the_moves_that_led_there(position: Position, random):
    """What is remembered of the moves between serves only if they are the same however they were made."""
    solver = Solver(position, 1)
    legal = position.legal_moves()
    if not legal or not position.play(legal[0]).legal_moves():
        return
    first = random.choice(legal)
    second = random.choice(position.play(first).legal_moves() or [None])
    if second is None:
        return
    played = position.play_all([first, second])
    solver._begin(played)
    keys = solver._solver.keys[0].copy()
    geometry = bitboard.geometry(position.size.rows, position.size.cols)
    points = solver._solver.points.tolist()
    taken = [solver._solver.images[:, points.index(point)] for point in (first, second)]
    assert (keys[:, 0] == geometry.keys[0, taken[0]] ^ geometry.keys[1, taken[1]]).all()
    assert (keys[:, 1] == solver._solver.checks[0, taken[0]] ^ solver._solver.checks[1, taken[1]]).all()
    assert solver._solver.scalars[kernels.ADDED] == 2


def test_solved_endgames():
    """Winner and every winning move, as two exact programs found them; ``python -m tests.benchmarks.solved_endgames`` takes all."""
    cases = [
        (position, case) for position, case in endgames() if playable_points(position).size <= QUICK_POINTS
    ]
    assert len(cases) > 30
    for position, case in cases:
        solution = Solver(position, 8).solve(all_moves=True)
        assert solution.winner.name[0] == case["winner"]
        assert set(solution.winning_moves) == names(case["winning_moves"])


SMALL_BOARDS = ["2x2", "2x3", "2x4", "2x5", "2x6", "3x3", "3x4", "3x5", "4x4"]


@pytest.mark.parametrize("size", SMALL_BOARDS)
def test_empty_boards_have_the_winners_of_the_tables(size: str):
    winners = json.loads((TRUTH / "small_boards.json").read_text("utf-8"))["winner_measured"]
    solver = Solver(Position.empty(Size.parse(size)), 4)
    assert solver.solve().winner.name[0] == winners[size]


def test_memory_is_bounded():
    for megabytes in (1, 3, 64):
        used = Solver(Position.empty(Size(8, 8)), megabytes)._solver.table.nbytes
        assert megabytes / 2 < used / (1 << 20) <= megabytes


def test_stopped_it_proves_nothing_and_goes_on_where_it_was():
    position = Position.empty(Size(4, 4))
    asked = []

    def twice() -> bool:
        asked.append(None)
        return len(asked) < 2

    solver = Solver(position, 1)
    with pytest.raises(Interrupted):
        solver.winning_move(go_on=twice)
    assert len(asked) == 2
    assert solver.moves_tried > 0
    assert solver.solve().winner is Color.WHITE


def test_symmetries_leave_neighbours_beside_each_other():
    for size, count in ((Size(4, 4), 8), (Size(3, 5), 4)):
        geometry = bitboard.geometry(size.rows, size.cols)
        images = symmetries(size)
        assert len({tuple(image) for image in images}) == count
        beside = np.any(geometry.neighbours[:, None, :] & geometry.bits[None, :, :], axis=2)
        for image in images:
            assert (beside[np.ix_(image, image)] == beside).all()


def test_a_finished_game_is_lost_for_whoever_should_move():
    position = late_position(3, Size(4, 4), 1)
    while not position.is_over:
        position = position.play(position.legal_moves()[0])
    solution = Solver(position, 1).solve(all_moves=True)
    assert solution.winner is position.to_move.opponent
    assert solution.winning_moves == solution.line == ()

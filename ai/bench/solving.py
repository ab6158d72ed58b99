"""Speed of the solver: late positions of 9x9 games, and small boards from the first move on."""

from collections.abc import Iterator, Sequence

import numpy as np

from ai.bench.measuring import BUSY_TIME, Line, busy_seconds
from ai.bench.plain_solver import plain_solve
from ai.solver.solver import Solver, playable_points
from core import bitboard
from core.position import Position, Size

SOLVED_POINTS = (16, 18, 20, 24)
SOLVED_POSITIONS = 21
SOLVER_MEGABYTES = 16
PLAINLY_SOLVED_POINTS = 18
SMALL_BOARDS = (Size(3, 6), Size(4, 5), Size(3, 7), Size(2, 10))
SMALL_BOARD_MEGABYTES = 256
FIVE_BY_FIVE_MEGABYTES = 2048


def late_positions(points: int) -> list[Position]:
    """Positions of random 9x9 games with exactly ``points`` points left that either side may play on; always the same ones."""
    random = np.random.default_rng(points)
    found: list[Position] = []
    while len(found) < SOLVED_POSITIONS:
        position = Position.empty()
        while (left := playable_points(position).size) > points and not position.is_over:
            position = position.play(int(random.choice(position.legal_moves())))
        if left == points:
            found.append(position)
    return found


def late_positions_solved() -> Iterator[Line]:
    """Late positions solved. Those with few points also by a plain search in depth with a table, which would take too long for the others."""
    for points in SOLVED_POINTS:
        positions = late_positions(points)
        _solve(positions[0])
        ours = [_solve(position) for position in positions]
        more = {"slowest": round(1e6 * max(ours)), "positions": len(positions)}
        if points <= PLAINLY_SOLVED_POINTS:
            _solve_plainly(positions[0])
            more |= _against(ours, [_solve_plainly(position) for position in positions])
        yield {
            "name": f"solver_{points}_points",
            "figure": round(1e6 * float(np.median(ours))),
            "unit": f"median microseconds of {BUSY_TIME} on one core",
            **more,
        }


def _against(ours: list[float], plain: list[float]) -> Line:
    figure, baseline = float(np.median(ours)), float(np.median(plain))
    return {
        "baseline": "a plain search in depth with a table",
        "baseline_figure": round(1e6 * baseline),
        "ratio": round(figure / baseline, 3),
    }


def small_boards() -> Iterator[Line]:
    yield from _boards(SMALL_BOARDS, SMALL_BOARD_MEGABYTES)


def five_by_five() -> Iterator[Line]:
    yield from _boards((Size(5, 5),), FIVE_BY_FIVE_MEGABYTES)


def _boards(sizes: Sequence[Size], megabytes: int) -> Iterator[Line]:
    """Empty boards solved."""
    _solve(Position.empty(Size(3, 3)))
    for size in sizes:
        solver = Solver(Position.empty(size), megabytes)
        started = busy_seconds()
        first_wins = solver.winning_move() is not None
        yield {
            "name": f"solver_{size.rows}x{size.cols}",
            "figure": round(1000 * (busy_seconds() - started)),
            "unit": f"milliseconds of {BUSY_TIME} on one core",
            "winner": "first" if first_wins else "second",
            "moves_tried": solver.moves_tried,
            "megabytes": megabytes,
        }


def _solve(position: Position) -> float:
    started = busy_seconds()
    Solver(position, SOLVER_MEGABYTES).winning_move()
    return busy_seconds() - started


def _solve_plainly(position: Position) -> float:
    geometry = bitboard.geometry(position.size.rows, position.size.cols)
    words, points = position.words_for(position.to_move), playable_points(position)
    started = busy_seconds()
    plain_solve(geometry, words, points)
    return busy_seconds() - started

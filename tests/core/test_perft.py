"""Counts of legal move sequences (perft): a wrong rule or a lost stone changes them."""

import json
from math import factorial
from pathlib import Path

import numpy as np
import pytest

from core import bitboard
from core.position import Position, Size

PERFT = json.loads((Path(__file__).parent.parent / "truth" / "small_boards.json").read_text())["perft"]
LARGEST = 200_000_000
"""Counts beyond this take longer than a test should."""
CASES = [
    (board, depth, count)
    for board, counts in PERFT.items()
    if board != "1x1"
    for depth, count in enumerate(counts, 1)
    if count <= LARGEST
]


def perft(size: Size, depth: int) -> int:
    position = Position.empty(size)
    return bitboard.perft(bitboard.geometry(size.rows, size.cols), position.words, depth)


@pytest.mark.parametrize("board, depth, count", CASES)
def test_perft(board: str, depth: int, count: int):
    assert perft(Size.parse(board), depth) == count


def positions_after(size: Size, plies: int) -> set[Position]:
    positions = {Position.empty(size)}
    for _ in range(plies):
        positions = {position.play(point) for position in positions for point in position.legal_moves()}
    return positions


@pytest.mark.parametrize("size", [Size(2, 2), Size(2, 4), Size(3, 3), Size(4, 3)], ids=str)
def test_perft_is_positions_times_orders_of_their_moves(size: Size):
    """perft(d) = N_d ceil(d/2)! floor(d/2)!: the order of the moves that make a position never matters."""
    for depth in range(1, 5):
        orders = factorial((depth + 1) // 2) * factorial(depth // 2)
        assert perft(size, depth) == len(positions_after(size, depth)) * orders


@pytest.mark.parametrize("rows, cols", [(2, 5), (3, 4), (2, 19), (5, 19), (12, 13)])
def test_perft_of_a_turned_board_is_the_same(rows: int, cols: int):
    assert perft(Size(rows, cols), 3) == perft(Size(cols, rows), 3)


@pytest.mark.parametrize("rows, cols", [(9, 9), (3, 7), (13, 13), (19, 19)])
def test_two_moves_anywhere(rows: int, cols: int):
    """In two moves nothing is captured and only a corner between two stones could be suicide, which takes three."""
    points = rows * cols
    assert perft(Size(rows, cols), 1) == points
    assert perft(Size(rows, cols), 2) == points * (points - 1)


def test_perft_of_a_finished_game_is_nothing():
    over = Position.from_stones(np.array([[1, 0], [0, 0]])).play(3).play(1)
    assert over.is_over
    assert bitboard.perft(bitboard.geometry(2, 2), over.words_for(over.to_move), 1) == 0

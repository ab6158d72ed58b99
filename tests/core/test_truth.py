"""The rules against positions and counts that independent programs agreed on (tests/truth)."""

import json
from pathlib import Path

import numpy as np
import pytest
from numba import njit

from core import bitboard
from core.bitboard import U64
from core.points import Notation, parse_point
from core.position import Color, Position, Size

TRUTH = Path(__file__).parent.parent / "truth"
SIZE = Size(9, 9)
STONES = {".": 0, "X": 1, "O": 2}
SMALL = json.loads((TRUTH / "small_boards.json").read_text())


def set_up(case: dict) -> Position:
    return Position.from_stones(np.array([[STONES[letter] for letter in row] for row in case["board"]]))


def points(names: list[str]) -> list[int]:
    return [parse_point(name, SIZE, Notation.GTP) for name in names]


@pytest.mark.parametrize("file", ["legal_9x9.json", "endgames_9x9.json"])
def test_set_up_and_played_positions_are_the_same(file: str):
    for case in json.loads((TRUTH / file).read_text()):
        position = set_up(case)
        assert position.to_move.name[0] == case["to_move"], case["id"]
        assert position.ply == case["ply"], case["id"]
        if case["moves"] or not case["ply"]:
            played = Position.empty(SIZE).play_all(points(case["moves"]))
            assert played == position and played.key == position.key, case["id"]


def test_legal_moves_of_both_sides():
    for case in json.loads((TRUTH / "legal_9x9.json").read_text()):
        position = set_up(case)
        for color, names in ((Color.BLACK, case["legal_black"]), (Color.WHITE, case["legal_white"])):
            assert position.legal_moves(color) == tuple(sorted(points(names))), (case["id"], color)
        assert position.is_over == (not position.legal_moves()), case["id"]


@njit(cache=True)
def rights_on(geo, stones, point):
    own = bitboard.load(stones, 0, geo.full)
    opponent = bitboard.load(stones, 1, geo.full)
    return bitboard.who_may_play(geo, own, opponent, point)


def test_one_look_tells_the_rights_of_both_sides():
    geometry = bitboard.geometry(SIZE.rows, SIZE.cols)
    for case in json.loads((TRUTH / "legal_9x9.json").read_text()):
        position = set_up(case)
        for color in Color:
            mine, theirs = set(position.legal_moves(color)), set(position.legal_moves(color.opponent))
            for point in np.flatnonzero(position.stones.reshape(-1) == 0):
                expected = (point in mine, point in mine and point in theirs)
                assert rights_on(geometry, position.words_for(color), U64(point)) == expected, case["id"]


def test_endgames():
    """The winning moves are legal; a move that leaves the opponent none is among them."""
    for case in json.loads((TRUTH / "endgames_9x9.json").read_text()):
        position = set_up(case)
        legal = position.legal_moves()
        winning = set(points(case["winning_moves"]))
        assert legal == tuple(sorted(points(case["legal"]))), case["id"]
        assert len(position.legal_moves(position.to_move.opponent)) == case["n_legal_opponent"], case["id"]
        assert winning <= set(legal), case["id"]
        assert bool(winning) == (case["winner"] == case["to_move"]), case["id"]
        assert {point for point in legal if position.play(point).is_over} <= winning, case["id"]


# --- Small boards, whole -------------------------------------------------------------------------------------------


@njit(cache=True)
def count_positions(geo):
    """All ways to put stones on the board: how many can come about in a game, and in how many of these the game is over."""
    points = geo.bits.shape[0]
    content = np.zeros(points + 1, np.int8)
    reachable = 0
    terminal = 0
    black = bitboard.without(geo.full, geo.full, geo.full)  # no points
    white = black
    point = 0
    content[0] = -1
    while point >= 0:
        if point == points:
            difference = 0
            for i in range(points):
                difference += (content[i] == 1) - (content[i] == 2)
            if (difference == 0 or difference == 1) and all_have_liberties(geo, black, white):
                reachable += 1
                own = black if difference == 0 else white
                opponent = white if difference == 0 else black
                legal, _ = bitboard.legal_points(geo.full, geo.shifts, own, opponent)
                terminal += not bitboard.overlaps(legal, legal)
            point -= 1
            continue
        if content[point] == 1:
            black = take_away(geo, black, point)
        elif content[point] == 2:
            white = take_away(geo, white, point)
        content[point] += 1
        if content[point] == 3:
            point -= 1
            continue
        if content[point] == 1:
            black = bitboard.place(geo, black, U64(point))
        elif content[point] == 2:
            white = bitboard.place(geo, white, U64(point))
        point += 1
        content[point] = -1
    return reachable, terminal


@njit
def take_away(geo, own, point):
    stone = bitboard.load(geo.bits, point, own)
    return bitboard.without(own, stone, stone)


@njit
def all_have_liberties(geo, black, white):
    free = bitboard.spread(geo.shifts, bitboard.without(geo.full, black, white))
    return bitboard.all_reach(
        geo.shifts, bitboard.difference(black, free), black, free
    ) and bitboard.all_reach(geo.shifts, bitboard.difference(white, free), white, free)


@pytest.mark.parametrize("board", SMALL["reachable_positions"])
def test_reachable_and_terminal_positions(board: str):
    size = Size.parse(board)
    reachable, terminal = count_positions(bitboard.geometry(size.rows, size.cols))
    assert reachable == SMALL["reachable_positions"][board]
    assert terminal == SMALL["terminal_positions"][board]


def solve(position: Position, known: dict[Position, bool]) -> bool:
    """Whether the side to move wins."""
    if position not in known:
        known[position] = any(not solve(position.play(point), known) for point in position.legal_moves())
    return known[position]


@pytest.mark.parametrize("board", ["2x2", "2x3", "3x2", "2x4", "3x3"])
def test_who_wins_from_the_empty_board(board: str):
    rows, cols = sorted(map(int, board.split("x")))
    expected = SMALL["winner_measured"][f"{rows}x{cols}"]
    assert solve(Position.empty(Size.parse(board)), {}) == (expected == "B")


def test_every_opening_move_wins_on_3x3():
    """Müller's page on solving NoGo."""
    known: dict[Position, bool] = {}
    empty = Position.empty(Size(3, 3))
    assert all(not solve(empty.play(point), known) for point in empty.legal_moves())

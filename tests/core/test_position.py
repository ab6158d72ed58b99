from itertools import pairwise, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core import bitboard
from core.position import PASS, Color, IllegalMove, Loss, LossKind, Position, Size
from tests.core import slow_rules

CAPTURING_BOARDS = st.builds(Size, st.integers(2, 6), st.integers(2, 6))
ALL_BOARDS = st.builds(Size, st.integers(2, 19), st.integers(2, 19))


def board_of(text: str) -> np.ndarray:
    """Stones from rows of ``.``, ``X`` (black) and ``O`` (white)."""
    return np.array([[".XO".index(letter) for letter in row] for row in text.split()])


def set_up(text: str) -> Position:
    return Position.from_stones(board_of(text))


@st.composite
def games(draw: st.DrawFn, sizes: st.SearchStrategy[Size] = CAPTURING_BOARDS) -> list[Position]:
    """The positions of a random game, from the empty board to some point of it."""
    positions = [Position.empty(draw(sizes))]
    random = draw(st.randoms(use_true_random=False))
    for _ in range(draw(st.integers(0, positions[0].size.points))):
        legal = positions[-1].legal_moves()
        if not legal:
            break
        positions.append(positions[-1].play(random.choice(legal)))
    return positions


def slow_board(position: Position) -> slow_rules.Board:
    rows, cols = position.size.rows, position.size.cols
    return {point: int(position.stones[point]) for point in product(range(rows), range(cols))}


# --- Sizes and colours ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text, size", [("9", Size(9, 9)), ("4x5", Size(4, 5)), ("19×2", Size(19, 2)), (" 3X3 ", Size(3, 3))]
)
def test_size_is_read_as_rows_by_columns(text: str, size: Size):
    assert Size.parse(text) == size
    assert Size.parse(str(size)) == size


@pytest.mark.parametrize("text", ["", "x", "x9", "nine", "9x9x9", "9,9", "9.0"])
def test_a_text_that_is_no_size_of_a_board_is_told(text: str):
    with pytest.raises(ValueError, match="is not a board size; write 9 or 4x5"):
        Size.parse(text)


@pytest.mark.parametrize("rows, cols", [(1, 1), (1, 9), (9, 1), (20, 20), (19, 20), (0, 5), (-3, 5)])
def test_boards_beyond_2_to_19_are_refused_in_a_sentence(rows: int, cols: int):
    with pytest.raises(ValueError, match=f"a board has 2 to 19 rows and columns, not {rows}x{cols}"):
        Size(rows, cols)


def test_points_count_rows_from_the_top():
    size = Size(4, 5)
    assert (size.points, size.is_square) == (20, False)
    assert size.point(0, 4) == 4 and size.point(1, 0) == 5
    assert [size.row_col(point) for point in (0, 4, 5, 19)] == [(0, 0), (0, 4), (1, 0), (3, 4)]
    assert 19 in size and 20 not in size and -1 not in size and "a" not in size


def test_colors():
    assert Color.BLACK.opponent is Color.WHITE and Color.WHITE.opponent is Color.BLACK
    assert (Color.BLACK.index, Color.WHITE.index) == (0, 1)


# --- Why a move loses ----------------------------------------------------------------------------------------------


def test_occupied():
    position = Position.empty().play(40)
    assert position.loss(40) == Loss(LossKind.OCCUPIED, 40)


def test_off_the_board_and_pass():
    position = Position.empty(Size(4, 5))
    assert position.loss(PASS) == Loss(LossKind.PASS, PASS)
    for point in (20, 1000, -2, -21):
        assert position.loss(point) == Loss(LossKind.OFF_BOARD, point)


def test_points_of_numpy_are_points():
    start, point = Position.empty(), np.int64(40)
    assert point in Size() and np.uint8(81) not in Size() and np.int64(-1) not in Size()
    assert start.loss(point) is None  # type: ignore[arg-type]
    played = start.play(point)  # type: ignore[arg-type]
    assert played == start.play(40) and type(played.moves[0]) is int
    occupied = played.loss(point)  # type: ignore[arg-type]
    assert occupied is not None and occupied == Loss(LossKind.OCCUPIED, 40) and type(occupied.point) is int


def test_suicide_of_one_stone_and_of_a_block():
    one = set_up(".O. O.. XX.")
    assert one.to_move is Color.BLACK
    assert one.loss(0) == Loss(LossKind.SUICIDE, 0)
    block = set_up("X.O. OO.. XX.. ....")
    assert block.to_move is Color.BLACK
    assert block.loss(1) == Loss(LossKind.SUICIDE, 1)


def test_capture_tells_every_stone():
    one = set_up("OX. .X. O..")
    assert one.to_move is Color.BLACK
    assert one.loss(3) == Loss(LossKind.CAPTURE, 3, (0,))
    two_blocks = set_up("OX... .OX.. OX... X.O.. .....")
    assert two_blocks.to_move is Color.BLACK
    assert two_blocks.loss(5) == Loss(LossKind.CAPTURE, 5, (0, 6, 10))


def test_a_capture_that_would_also_be_suicide_is_a_capture():
    """The stone has no liberty, but takes the block that surrounds it: in Go legal, here a capture."""
    corner = set_up(".OX. OOXX XX.. OO..")
    assert corner.to_move is Color.BLACK
    assert corner.loss(0) == Loss(LossKind.CAPTURE, 0, (1, 4, 5))


def test_a_losing_move_leaves_the_position_as_it_was():
    position = set_up(".O. O.. XX.")
    before = (position.stones.copy(), position.key, position.moves)
    with pytest.raises(IllegalMove, match="point 0 is a losing move: suicide") as raised:
        position.play(0)
    assert raised.value.loss == Loss(LossKind.SUICIDE, 0)
    assert (position.stones == before[0]).all() and (position.key, position.moves) == before[1:]


def test_playing_on_after_the_end_loses():
    over = set_up("X. ..").play(3).play(1)
    assert over.is_over and over.legal_moves() == ()
    assert all(over.loss(point) is not None for point in range(4))


@settings(max_examples=60)
@given(games())
def test_every_loss_is_what_the_slow_rules_say(game: list[Position]):
    for position in game:
        board = slow_board(position)
        for row, col in board:
            point = position.size.point(row, col)
            slow = slow_rules.loss(board, (row, col), position.to_move)
            fast = position.loss(point)
            if slow is None:
                assert fast is None
            else:
                captured = tuple(sorted(position.size.point(*stone) for stone in slow[1]))
                assert fast == Loss(LossKind(slow[0]), point, captured)


# --- Properties ----------------------------------------------------------------------------------------------------


def check_against_slow_rules(position: Position) -> None:
    board = slow_board(position)
    for color in Color:
        slow = [slow_rules.loss(board, point, color) is None for point in board]
        assert position.legal_mask(color).tolist() == slow
        assert position.legal_moves(color) == tuple(np.flatnonzero(slow))
    assert position.is_over == (not position.legal_moves())
    assert slow_rules.every_block_has_a_liberty(board)


@settings(max_examples=40)
@given(games())
def test_legal_moves_of_small_boards(game: list[Position]):
    for position in game:
        check_against_slow_rules(position)


@settings(max_examples=25)
@given(games(ALL_BOARDS))
def test_legal_moves_of_any_board(game: list[Position]):
    check_against_slow_rules(game[-1])
    check_against_slow_rules(game[len(game) // 2])


@pytest.mark.parametrize(
    "rows, cols", [(2, 2), (2, 19), (19, 2), (9, 9), (10, 13), (11, 10), (12, 9), (13, 13), (17, 4), (19, 19)]
)
def test_whole_games_on_boards_of_either_length_of_words(rows: int, cols: int):
    random = np.random.default_rng(rows * 100 + cols)
    position = Position.empty(Size(rows, cols))
    while not position.is_over:
        position = position.play(int(random.choice(position.legal_moves())))
        if position.ply % 7 == 0:
            check_against_slow_rules(position)
    check_against_slow_rules(position)


@settings(max_examples=60)
@given(games(), st.randoms(use_true_random=False))
def test_any_subset_of_the_stones_is_a_position(game: list[Position], random):
    end = game[-1]
    stones = end.stones.copy()
    for point in random.sample(range(end.size.points), end.size.points):
        blacks, whites = (stones == 1).sum(), (stones == 2).sum()
        stone = stones.flat[point]
        if stone and random.random() < 0.7 and blacks - (stone == 1) - whites + (stone == 2) in (0, 1):
            stones.flat[point] = 0
            subset = Position.from_stones(stones)
            for (
                color
            ) in Color:  # with fewer stones on the board no point becomes illegal that was legal before
                there = end.legal_mask(color) & (stones.reshape(-1) == 0)
                assert (subset.legal_mask(color) >= there).all()


@settings(max_examples=60)
@given(games(), st.randoms(use_true_random=False))
def test_the_order_of_moves_never_matters(game: list[Position], random):
    end = game[-1]
    black, white = list(end.moves[::2]), list(end.moves[1::2])
    random.shuffle(black)
    random.shuffle(white)
    moves = [*black, *white]
    moves[::2], moves[1::2] = black, white
    again = Position.empty(end.size).play_all(moves)
    assert again == end and hash(again) == hash(end) and again.key == end.key
    assert again.moves == tuple(moves)
    assert again == Position.from_stones(end.stones)


@settings(max_examples=60)
@given(games(), st.randoms(use_true_random=False))
def test_moves_known_to_be_legal_lead_where_playing_each_leads(game: list[Position], random):
    end, start = game[-1], random.choice(game)
    there = start.after(end.moves[len(start.moves) :])
    assert there == end and there.key == end.key and there.moves == end.moves


@settings(max_examples=60)
@given(games())
def test_illegal_points_stay_illegal(game: list[Position]):
    for earlier, later in pairwise(game):
        for color in Color:
            assert (later.legal_mask(color) <= earlier.legal_mask(color)).all()


@settings(max_examples=30)
@given(games())
def test_positions_of_a_game_differ_and_so_do_their_keys(game: list[Position]):
    assert len(set(game)) == len({position.key for position in game}) == len(game)


@settings(max_examples=40)
@given(games())
def test_turned_and_mirrored_boards_have_turned_and_mirrored_moves(game: list[Position]):
    position = game[-1]
    rows, cols = position.size.rows, position.size.cols
    for change in (np.flipud, np.fliplr, np.transpose, np.rot90):
        changed = Position.from_stones(change(position.stones))
        for color in Color:
            mask = position.legal_mask(color).reshape(rows, cols)
            assert (changed.legal_mask(color).reshape(changed.stones.shape) == change(mask)).all()


@settings(max_examples=40)
@given(games())
def test_blocks_liberties_and_private_points(game: list[Position]):
    position = game[-1]
    board = slow_board(position)
    to_point = position.size.point
    for (row, col), stone in board.items():
        point = to_point(row, col)
        assert position.at(point) == (Color(stone) if stone else None)
        if stone:
            block, liberties = slow_rules.block_and_liberties(board, (row, col))
            assert position.block(point) == tuple(sorted(to_point(*p) for p in block))
            assert position.liberties(point) == tuple(sorted(to_point(*p) for p in liberties))
        else:
            assert position.block(point) == position.liberties(point) == ()
    for color in Color:
        private = set(position.legal_moves(color)) - set(position.legal_moves(color.opponent))
        assert set(position.private_points(color)) == private


@settings(max_examples=40)
@given(games())
def test_playouts(game: list[Position]):
    """Their result is certain where the game is over or one move ends it; elsewhere their length has bounds."""
    position = game[-1]
    geometry = bitboard.geometry(position.size.rows, position.size.cols)
    wins, moves = bitboard.random_playouts(geometry, position.words_for(position.to_move), 20, 7)
    legal = position.legal_moves()
    assert 0 <= wins <= 20
    if not legal:
        assert (wins, moves) == (0, 0)
    elif all(position.play(point).is_over for point in legal):
        assert (wins, moves) == (20, 20)
    else:
        assert 20 <= moves <= 20 * (position.size.points - position.ply)


# --- Values --------------------------------------------------------------------------------------------------------


def test_positions_cannot_be_changed():
    position = Position.empty().play(40)
    for array in (position.stones, position.words, position.legal_mask(), position.words_for(Color.WHITE)):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0


def test_equal_by_stones_and_side_to_move_only():
    size = Size(5, 5)
    a = Position.empty(size).play_all([0, 1, 2, 3])
    b = Position.empty(size).play_all([2, 3, 0, 1])
    assert a == b and len({a, b}) == 1 and a.moves != b.moves
    assert a != a.play(4) and a != "a position" and Position.empty(size) != Position.empty(Size(5, 6))
    assert repr(a) == "<Position 5x5, 4 stones, BLACK to move>"
    assert str(a).splitlines()[0] == "XOXO."


def test_set_up_positions_must_be_able_to_come_about():
    with pytest.raises(ValueError, match="2 black and 0 white stones can't come about"):
        set_up("XX. ... ...")
    with pytest.raises(ValueError, match="0 black and 1 white"):
        set_up("O.. ... ...")
    with pytest.raises(ValueError, match="the block at row 1 from the top, column 1 has no liberty"):
        set_up("OX. X.. O..")
    with pytest.raises(ValueError, match="a board has 2 to 19"):
        Position.from_stones(np.zeros((1, 5)))
    assert set_up("X. ..").moves == () and set_up("X. ..").to_move is Color.WHITE


def test_moves_are_counted_from_the_set_up():
    position = set_up("X.. ..O ...").play(4)
    assert position.moves == (4,) and position.ply == 3 and position.to_move is Color.WHITE

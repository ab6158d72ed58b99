"""The bar over the board: what each side may still play, in words and as lengths."""

import re
from collections.abc import Sequence

import pytest
from pytestqt.qtbot import QtBot

from core.position import Color, Position, Size
from gui.app import make_application
from gui.board.balance import BAR_HEIGHT, HEIGHT, SHARED, BalanceBar
from gui.program.theme import STONE_COLORS

# Both end with two private points of Black's and one of White's; in the first there is a point left that both may play.
ONE_SHARED = (15, 9, 10, 13, 6, 11, 12, 1, 0, 3, 4, 7)
NONE_SHARED = (14, 12, 11, 10, 0, 9, 15, 3, 2, 1, 13, 8)


def bar_of(qtbot: QtBot, moves: Sequence[int]) -> BalanceBar:
    make_application([])
    bar = BalanceBar()
    qtbot.addWidget(bar)
    bar.resize(600, bar.height())
    position = Position.empty(Size(4, 4))
    for move in moves:
        position = position.play(move)
    bar.show_position(position)
    return bar


@pytest.mark.parametrize(("moves", "counts"), [(ONE_SHARED, [3, 2, 2, 1]), (NONE_SHARED, [2, 1, 2, 1])])
def test_legal_and_private_points_are_told_for_each_side(
    qtbot: QtBot, moves: Sequence[int], counts: list[int]
):
    """Black's legal points, White's, then the private ones."""
    bar = bar_of(qtbot, moves)
    assert [int(number) for number in re.findall(r"\d+", bar.text())] == counts


@pytest.mark.parametrize(("moves", "shared"), [(ONE_SHARED, 1), (NONE_SHARED, 0)])
def test_each_part_of_the_bar_is_as_long_as_its_points_are_many(
    qtbot: QtBot, moves: Sequence[int], shared: int
):
    bar = bar_of(qtbot, moves)
    image = bar.grab().toImage()
    top = (HEIGHT - BAR_HEIGHT) // 2 + 1  # above what is written in it
    row = [image.pixelColor(x, top) for x in range(image.width())]
    colors = STONE_COLORS[Color.BLACK], SHARED, STONE_COLORS[Color.WHITE]
    lengths = [row.count(color) for color in colors]
    one = sum(lengths) / (3 + shared)
    assert one > 100 and lengths == pytest.approx([2 * one, shared * one, one], abs=10)

"""Small boards in windows beside the main one."""

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from core.player import Candidate, Decision
from core.points import Notation
from core.position import Size
from gui.app import make_application
from gui.board.mini_board import POLICY, MiniBoard, policy_of
from gui.program.theme import apply_application_theme
from tests.gui.plots.hands import contrast


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_stones_are_seen_on_small_boards(qtbot: QtBot, scheme: str):
    """Black ones on a dark ground too."""
    make_application([])
    apply_application_theme(scheme)
    try:
        board = MiniBoard(np.zeros((3, 3)), POLICY, 300)
        qtbot.addWidget(board)
        board.show_stones(np.array([[1, 0, 2], [0, 0, 0], [0, 0, 0]]), {})
        picture = board.grab().toImage()
        black, ground, white = (picture.pixelColor(x, 50) for x in (50, 150, 250))
        assert contrast(black, ground) > 2 and contrast(black, white) > 10
        rim = max((picture.pixelColor(x, 50) for x in range(4, 12)), key=lambda color: contrast(color, black))
        assert contrast(rim, black) > 3
    finally:
        apply_application_theme("light")


def test_lines_are_named_as_on_the_board(qtbot: QtBot):
    make_application([])
    board = MiniBoard(np.zeros((9, 9)), POLICY, 300, Notation.GTP)
    for one in (
        board,
        MiniBoard(np.zeros((5, 5)), POLICY, 300, Notation.GTP),
        MiniBoard(np.zeros((9, 9)), POLICY, 300),
    ):
        qtbot.addWidget(one)
        assert one.width() == 301, "with names and without"
    picture = board.grab().toImage()
    margin = round(board._margin)
    assert margin > 10
    paper = picture.pixelColor(1, 1)
    for at in range(9):
        field = round(margin + (at + 0.5) * (300 - margin) / 9)
        near = range(field - 8, field + 9)
        assert any(picture.pixelColor(x, y) != paper for x in near for y in range(margin - 2))
        assert any(picture.pixelColor(x, y) != paper for x in range(margin - 2) for y in near)


def test_a_policy_names_its_likely_moves():
    decision = Decision(4, (Candidate(4, prior=0.75), Candidate(2, prior=0.23), Candidate(0, prior=0.02)))
    shares, texts = policy_of(decision, Size(2, 3))
    assert shares.tolist() == [pytest.approx([0.02, 0, 0.23]), pytest.approx([0, 0.75, 0])]
    assert texts == {(1, 1): "75", (0, 2): "23"}

"""Blocks in rows, as many in each as there is room for."""

import pytest
from PySide6.QtWidgets import QLabel, QWidget
from pytestqt.qtbot import QtBot

from gui.parts.flow import Flow

pytestmark = pytest.mark.usefixtures("application")


def test_blocks_stand_beside_each_other_where_there_is_room_else_below(qtbot: QtBot):
    room = QWidget()
    qtbot.addWidget(room)
    flow = Flow()
    flow.setSpacing(10)
    room.setLayout(flow)
    blocks = [QLabel() for _ in range(3)]
    for block in blocks:
        block.setFixedSize(100, 40)
        flow.addWidget(block)
    room.show()
    for width, corners in (
        (320, [(0, 0), (110, 0), (220, 0)]),
        (319, [(0, 0), (110, 0), (0, 50)]),
        (100, [(0, 0), (0, 50), (0, 100)]),
    ):
        room.resize(width, 200)
        assert [(block.x(), block.y()) for block in blocks] == corners
        assert flow.heightForWidth(width) == corners[-1][1] + 40
    assert room.minimumSizeHint().width() == 100 and room.sizeHint().width() == 320


def test_a_text_in_a_block_has_the_height_that_it_needs_in_its_width(qtbot: QtBot):
    room = QWidget()
    qtbot.addWidget(room)
    flow = Flow()
    room.setLayout(flow)
    text = QLabel("one two three four five six seven eight nine ten")
    text.setWordWrap(True)
    text.setFixedWidth(60)
    flow.addWidget(text)
    room.resize(500, 400)
    room.show()
    assert text.height() == text.heightForWidth(60) > 2 * text.fontMetrics().height()

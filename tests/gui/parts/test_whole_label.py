"""A text of several lines that is never cut off."""

import pytest
from pytestqt.qtbot import QtBot

from gui.parts.whole_label import WholeLabel

pytestmark = pytest.mark.usefixtures("application")


def test_a_steady_text_keeps_its_room(qtbot: QtBot):
    """Until it gets another width."""
    text = WholeLabel(steady=True)
    qtbot.addWidget(text)
    text.resize(300, 200)
    text.show()
    text.setText("one\ntwo\nthree")
    high = text.minimumHeight()
    text.setText("one")
    assert text.minimumHeight() == high > 0
    text.resize(280, 200)
    assert 0 < text.minimumHeight() < high

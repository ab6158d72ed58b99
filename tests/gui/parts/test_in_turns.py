"""Work on the window that is done a piece at a time."""

from collections.abc import Iterator

from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from gui.parts.in_turns import InTurns
from tests.gui.desk import wait


def pieces(done: list[int], *numbers: int) -> Iterator[None]:
    for number in numbers:
        done.append(number)
        yield


def test_new_work_takes_the_place_of_what_is_left(qtbot: QtBot):
    owner, done = QObject(), []
    turns = InTurns(owner)
    turns.start(pieces(done, 1, 2, 3))
    assert done == [], "nothing is done before its turn"
    turns._take_one()
    turns.start(pieces(done, 7, 8))
    wait(qtbot, lambda: done == [1, 7, 8])
    wait(qtbot, lambda: not turns._timer.isActive())


def test_the_rest_of_the_work_is_done_at_once_or_dropped(qtbot: QtBot):
    owner, done = QObject(), []
    turns = InTurns(owner)
    turns.start(pieces(done, 1, 2))
    turns.finish()
    assert done == [1, 2] and not turns._timer.isActive()
    turns.start(pieces(done, 3))
    turns.drop()
    wait(qtbot, lambda: not turns._timer.isActive())
    assert done == [1, 2]

"""Garbage is collected in the windows' thread alone."""

import gc
import sys
import threading
from collections.abc import Iterator
from types import ModuleType

import pytest
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from gui.app import make_application
from gui.program import garbage
from gui.program.garbage import GarbageCollector
from tests.gui.desk import wait

MANY = 5_000


@pytest.fixture(autouse=True)
def nothing_set_aside() -> Iterator[None]:
    """After each test Python knows all objects again."""
    yield
    gc.unfreeze()


class PartOfAWindow:
    """Knows itself, as parts of windows know each other, and tells which thread destroys it."""

    def __init__(self, destroyed_in: list[threading.Thread]):
        self.itself = self
        self._destroyed_in = destroyed_in

    def __del__(self) -> None:
        self._destroyed_in.append(threading.current_thread())


def make_many() -> list[list[int]]:
    """Enough for Python to collect garbage by itself, if it does."""
    return [[number] for number in range(MANY)]


def make_many_in_another_thread() -> None:
    thread = threading.Thread(target=make_many)
    thread.start()
    thread.join()


def test_what_is_left_of_a_window_is_destroyed_in_its_own_thread(qtbot: QtBot):
    make_application([])
    destroyed_in: list[threading.Thread] = []
    PartOfAWindow(destroyed_in)
    make_many_in_another_thread()
    assert destroyed_in == []
    kept = make_many()
    wait(qtbot, lambda: destroyed_in == [threading.main_thread()])
    assert len(kept) == MANY


def test_old_garbage_is_found_when_much_has_come(qapp: QApplication, monkeypatch):
    make_application([])
    (collector,) = qapp.findChildren(GarbageCollector)
    collector.collect_all()
    destroyed_in: list[threading.Thread] = []
    part = PartOfAWindow(destroyed_in)
    gc.collect()
    del part
    monkeypatch.setattr(collector, "_since", 0)
    kept = [make_many()]
    collector.collect()
    assert destroyed_in == [], "it has become old"
    monkeypatch.setattr(garbage, "GROWTH", 0.0)
    kept.append(make_many())
    collector.collect()
    assert destroyed_in == [threading.main_thread()]


def test_the_collector_holds_no_objects_that_other_threads_are_making(qapp: QApplication, monkeypatch):
    """A tuple that is being made of a generator can't be finished while anything else refers to it."""
    monkeypatch.setattr(gc, "get_objects", lambda **_generation: pytest.fail("they are held for a moment"))
    monkeypatch.setattr(garbage, "GROWTH", 0.0)
    collector = GarbageCollector(QObject())
    kept = make_many()
    collector.collect()
    assert collector._old > len(kept)


def test_what_comes_with_many_modules_is_not_looked_through_again(qapp: QApplication, monkeypatch):
    """There is so much of it that the window would stand still each time. What comes otherwise may become garbage."""
    collector = GarbageCollector(QObject())
    collector.collect_all()
    set_aside = gc.get_freeze_count()
    kept = make_many()
    collector.collect_all()
    assert 0 < gc.get_freeze_count() <= set_aside
    for number in range(garbage.MANY_MODULES):
        monkeypatch.setitem(sys.modules, f"part {number} of torch", ModuleType("part"))
    collector.collect_all()
    assert gc.get_freeze_count() > set_aside + len(kept) / 2


def test_an_application_has_one_garbage_collector(qapp: QApplication):
    make_application([])
    make_application([])
    assert len(qapp.findChildren(GarbageCollector)) == 1 and not gc.isenabled()

"""What goes on in a game: one thing at a time."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import QObject

from core.player import Decision
from core.position import Position, Size
from gui.game.activity import Activity
from gui.game.worker import Thinker

START = Position.empty(Size(5, 5))


@pytest.fixture
def thinker(qapp: object) -> Thinker:
    """One that nobody has a thread for: the tests say what it answers."""

    class Asked(Thinker):
        def __init__(self) -> None:
            QObject.__init__(self)

        def ask(self, *_request: object, **_options: object) -> None: ...

        def ponder(self, player: str, position: Position) -> None: ...

        def give_up(self) -> None: ...

    return Asked()


def ask_for_move(activity: Activity) -> None:
    activity.ask_for_move("random", START, None)


def ask_for_step(activity: Activity) -> None:
    ask_for_move(activity)
    activity.stop_after_move()


def ask_for_hint(activity: Activity) -> None:
    activity.ask_for_hint("random", START)


def wait(activity: Activity) -> None:
    activity.wait(60_000)


def waits(activity: Activity) -> bool:
    return activity._wait.isActive()


def ponder(activity: Activity) -> None:
    activity.ponder("random", START)


BEGINNINGS = [ask_for_move, ask_for_step, ask_for_hint, wait, ponder, Activity.pause, Activity.end]


@pytest.mark.parametrize("later", BEGINNINGS)
@pytest.mark.parametrize("first", BEGINNINGS)
def test_one_thing_at_a_time(
    thinker: Thinker, first: Callable[[Activity], None], later: Callable[[Activity], None]
):
    activity = Activity(thinker)
    first(activity)
    later(activity)
    assert waits(activity) is (later is wait)
    assert activity.moves is (later in (ask_for_move, ask_for_step))
    assert activity.advises is (later is ask_for_hint)
    lasts = first is Activity.pause and later in (ask_for_hint, ponder)
    assert activity.paused is (later is Activity.pause or lasts)


@pytest.mark.parametrize("first", BEGINNINGS)
def test_a_pause_outlasts_giving_up_and_a_hint_outlasts_the_pause(
    thinker: Thinker, first: Callable[[Activity], None]
):
    activity = Activity(thinker)
    first(activity)
    activity.give_up()
    assert not (activity.asks or waits(activity)) and activity.paused is (first is Activity.pause)
    activity.pause()
    ask_for_hint(activity)
    activity.let_go_on()
    assert activity.advises and not activity.paused


def test_a_step_is_told_with_its_move_and_nothing_goes_on_by_then(thinker: Thinker):
    activity, moved = Activity(thinker), []
    activity.moved.connect(lambda _decision, step: moved.append((step, activity.asks)))
    activity.stop_after_move()  # nobody is asked
    for ask in (ask_for_move, ask_for_step, ask_for_move):
        ask(activity)
        thinker.decided.emit(Decision(0))
    assert moved == [(False, False), (True, False), (False, False)]


def test_a_hint_that_fails_is_no_move_that_fails(thinker: Thinker):
    activity, failed = Activity(thinker), []
    activity.move_failed.connect(lambda *_failure: failed.append("move"))
    activity.hint_failed.connect(lambda *_failure: failed.append("hint"))
    for ask in (ask_for_hint, ask_for_step):
        ask(activity)
        thinker.failed.emit("It fails.", "", True)
    assert failed == ["hint", "move"] and not activity.asks


def test_only_what_was_just_asked_is_loaded(thinker: Thinker):
    activity = Activity(thinker)
    ask_for_move(activity)
    thinker.preparing.emit()
    assert activity.loads
    ask_for_hint(activity)
    assert not activity.loads

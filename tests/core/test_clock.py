import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.clock import CHAMPIONSHIP, Clock, MoveTime, TimeControl
from core.player import Limit
from core.position import Color

BLACK, WHITE = Color.BLACK, Color.WHITE


class Time:
    """A clock's ``now`` that goes on when a test says so."""

    def __init__(self, seconds: float = 0.0):
        self.seconds = seconds

    def __call__(self) -> float:
        return self.seconds

    def passes(self, seconds: float) -> None:
        self.seconds += seconds


@pytest.fixture
def time() -> Time:
    return Time(1000.0)


@pytest.mark.parametrize("stands", [False, True])
def test_who_takes_a_move_over_has_all_the_time_for_one_and_what_is_left_of_the_total(
    time: Time, stands: bool
):
    clock = Clock(TimeControl(60, 10), time)
    clock.start(BLACK)
    time.passes(8)
    if stands:
        clock.pause()
    clock.renew()
    assert clock.running is (None if stands else BLACK) and clock.begun
    assert (clock.remaining(BLACK), clock.move_remaining(BLACK)) == (52, 10)
    clock.resume(BLACK)
    time.passes(9)
    assert clock.flagged() is None and (clock.remaining(BLACK), clock.move_remaining(BLACK)) == (43, 1)


def test_a_move_taken_up_in_another_session_has_the_time_that_was_left(time: Time):
    before = Clock(TimeControl(60, 10), time)
    before.start(BLACK)
    time.passes(4)
    before.start(WHITE)
    time.passes(7)
    clock = Clock(TimeControl(60, 10), time)
    clock.take_up(WHITE, before.move_time(WHITE))
    assert clock.running is None and not clock.begun, "it waits"
    time.passes(100)
    assert (clock.remaining(WHITE), clock.move_remaining(WHITE)) == (53, 3)
    assert clock.move_time(WHITE) == MoveTime(53, 7), "if the program is left once more without a move"
    clock.resume(WHITE)
    time.passes(3)
    assert clock.begun and clock.flagged() is WHITE
    clock.rewind()
    assert clock.move_remaining(WHITE) == 10


def test_the_championship_plays_15_minutes_a_side():
    assert TimeControl(900) == CHAMPIONSHIP


@pytest.mark.parametrize(
    "total, move",
    [(0, None), (-1, None), (None, 0), (60, -5), (float("inf"), None), (float("nan"), None), (1e303, None)],
)
def test_times_that_are_none_are_refused(total, move):
    with pytest.raises(ValueError, match="are no time to play; give more than 0 and at most"):
        TimeControl(total, move)


def test_a_control_controls_something():
    with pytest.raises(ValueError, match="a time control needs"):
        TimeControl()


def test_a_new_clock_stands(time):
    clock = Clock(TimeControl(60), time)
    time.passes(100)
    assert clock.running is None and clock.flagged() is None
    assert clock.remaining(BLACK) == clock.remaining(WHITE) == 60
    assert clock.move_remaining(BLACK) is None


def test_only_the_running_side_loses_time(time):
    clock = Clock(TimeControl(60), time)
    clock.start(BLACK)
    time.passes(10)
    assert (clock.remaining(BLACK), clock.remaining(WHITE), clock.running) == (50, 60, BLACK)
    clock.start(WHITE)
    time.passes(5)
    assert (clock.remaining(BLACK), clock.remaining(WHITE)) == (50, 55)
    clock.start(BLACK)
    time.passes(1)
    assert (clock.remaining(BLACK), clock.remaining(WHITE)) == (49, 55)


def test_the_flag_falls_when_the_total_is_used(time):
    clock = Clock(TimeControl(60), time)
    clock.start(WHITE)
    time.passes(59.5)
    assert clock.flagged() is None
    time.passes(0.5)
    assert clock.flagged() is WHITE and clock.remaining(WHITE) == 0
    time.passes(100)
    assert clock.remaining(WHITE) == 0, "never below 0"


def test_time_for_each_move_begins_anew(time):
    clock = Clock(TimeControl(move_seconds=10), time)
    assert clock.remaining(BLACK) is None
    for color in (BLACK, WHITE, BLACK):
        clock.start(color)
        time.passes(9)
        assert clock.move_remaining(color) == 1 and clock.move_remaining(color.opponent) == 10
        assert clock.flagged() is None
    time.passes(1)
    assert clock.flagged() is BLACK


def test_with_both_each_may_end_the_game(time):
    clock = Clock(TimeControl(15, 10), time)
    clock.start(BLACK)
    time.passes(10)
    assert clock.flagged() is BLACK and clock.remaining(BLACK) == 5
    clock = Clock(TimeControl(15, 10), time)
    clock.start(BLACK)
    time.passes(9)
    clock.start(BLACK)
    time.passes(6)
    assert clock.flagged() is BLACK and clock.move_remaining(BLACK) == 4


def test_a_pause_costs_nothing_and_forgets_nothing(time):
    clock = Clock(TimeControl(60, 10), time)
    clock.start(BLACK)
    time.passes(4)
    clock.pause()
    time.passes(1000)
    assert clock.running is None and clock.flagged() is None and clock.remaining(BLACK) == 56
    clock.pause()
    clock.resume(BLACK)
    time.passes(3)
    assert clock.remaining(BLACK) == 53 and clock.move_remaining(BLACK) == 3


def test_a_clock_that_stands_shows_what_is_left_for_the_move(time):
    """Nothing, after a loss on time."""
    clock = Clock(TimeControl(move_seconds=10), time)
    clock.start(BLACK)
    for seconds in (4, 7):
        clock.resume(BLACK)
        time.passes(seconds)
        clock.pause()
        time.passes(100)
    assert clock.move_remaining(BLACK) == 0 and clock.move_remaining(WHITE) == 10
    assert clock.begun
    clock.rewind()
    assert clock.move_remaining(BLACK) == 10 and not clock.begun


def test_setting_what_is_left(time):
    clock = Clock(TimeControl(60), time)
    clock.start(BLACK)
    time.passes(10)
    clock.set_remaining(BLACK, 30)
    clock.set_remaining(WHITE, 20)
    assert (clock.remaining(BLACK), clock.remaining(WHITE)) == (30, 20)
    time.passes(10)
    assert (clock.remaining(BLACK), clock.remaining(WHITE)) == (20, 20)


def test_setting_what_is_left_gives_no_time_for_the_move_back(time):
    clock = Clock(TimeControl(60, 30), time)
    clock.start(BLACK)
    time.passes(10)
    clock.set_remaining(BLACK, 50)
    time.passes(10)
    assert (clock.remaining(BLACK), clock.move_remaining(BLACK)) == (40, 10)


def test_limits_hold_what_the_clock_leaves(time):
    clock = Clock(TimeControl(60, 10), time)
    clock.start(BLACK)
    time.passes(4)
    assert clock.limit_for(BLACK, Limit()) == Limit(None, 5.5, 56)
    assert clock.limit_for(BLACK, Limit(100, 2)) == Limit(100, 2, 56)
    assert clock.limit_for(BLACK, Limit(seconds=8, remaining_seconds=30)) == Limit(None, 5.5, 30)
    assert Clock(TimeControl(60), time).limit_for(WHITE, Limit(5)) == Limit(5, None, 60)


@given(st.floats(0.01, 1e6))
def test_some_of_the_time_for_a_move_is_kept_back_and_some_is_left_to_think(seconds: float):
    """Who thinks as long as it may and answers a little later is in time."""
    time = Time(1000.0)
    clock = Clock(TimeControl(move_seconds=seconds), time)
    clock.start(BLACK)
    thinking = clock.limit_for(BLACK, Limit()).seconds
    assert thinking is not None
    assert seconds / 4 <= thinking <= max(seconds / 4, seconds - 0.1)
    time.passes(thinking)
    assert clock.flagged() is None


@given(
    st.lists(
        st.tuples(st.sampled_from(["start", "pause", "resume"]), st.sampled_from(Color), st.integers(0, 50)),
        max_size=30,
    )
)
def test_all_time_that_passes_is_somebody_s(steps):
    time = Time(1000.0)
    clock = Clock(TimeControl(10_000), time)
    used = dict.fromkeys(Color, 0)
    for action, color, seconds in steps:
        if action == "start":
            clock.start(color)
        elif action == "pause":
            clock.pause()
        elif clock.running is None:
            clock.resume(color)
        running = clock.running
        time.passes(seconds)
        if running is not None:
            used[running] += seconds
    assert {color: clock.remaining(color) for color in Color} == {
        color: 10_000 - used[color] for color in Color
    }

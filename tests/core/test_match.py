"""The referee: every way a game ends, by strict rules and by those of practice, with clocks and without."""

from collections.abc import Callable
from threading import Event

import numpy as np
import pytest

from core.clock import Clock, TimeControl
from core.game import Game, Reason, Result
from core.match import GameOver, Match, play_match
from core.player import Decision, Limit
from core.position import PASS, Color, IllegalMove, Loss, LossKind, Position, Size
from core.records import sgf
from tests.core.test_clock import Time
from tests.core.test_position import set_up

BLACK, WHITE = Color.BLACK, Color.WHITE


LOSING = {
    LossKind.OCCUPIED: ("X.. ..O ...", 0),
    LossKind.CAPTURE: ("OX. .X. O..", 3),
    LossKind.SUICIDE: (".O. O.. XX.", 0),
    LossKind.OFF_BOARD: ("... ... ...", 9),
    LossKind.PASS: ("... ... ...", PASS),
}


@pytest.mark.parametrize("kind", LossKind)
def test_a_losing_move_loses_by_strict_rules(kind):
    board, point = LOSING[kind]
    match = Match(Game(start=set_up(board)))
    match.start()
    loss = match.position.loss(point)
    assert loss and loss.kind is kind
    result = match.play(point)
    assert result == match.result == Result(WHITE, Reason(kind.value), loss)
    assert match.game.main_line() == [match.game.root], "the losing move is not on the board"


@pytest.mark.parametrize("kind", LossKind)
def test_a_losing_move_is_refused_where_rules_are_not_strict(kind):
    board, point = LOSING[kind]
    match = Match(Game(start=set_up(board)), strict=False)
    match.start()
    with pytest.raises(IllegalMove) as raised:
        match.play(point)
    assert raised.value.loss.kind is kind and match.result is None
    assert match.play(match.position.legal_moves()[0]) is None


@pytest.mark.parametrize("kind", LossKind)
def test_what_a_program_plays_loses_by_any_rules(kind):
    board, point = LOSING[kind]
    match = Match(Game(start=set_up(board)), strict=False)
    match.start()
    result = match.play(point, by_hand=False)
    assert result is not None and result == match.result == Result(WHITE, Reason(kind.value), result.loss)


def test_who_has_no_legal_move_loses():
    match = Match(Game(Size(2, 2)))
    match.start()
    assert match.play(0) is None and match.play(3) is None
    assert match.play(1) == Result(BLACK, Reason.NO_LEGAL_MOVE)
    assert Match(Game(start=match.position)).result is None
    late = Match(Game(start=match.position))
    late.start()
    assert late.result == Result(BLACK, Reason.NO_LEGAL_MOVE)


def test_a_match_takes_no_move_and_no_other_result_after_its_end():
    match = Match()
    assert match.resign(WHITE) == Result(BLACK, Reason.RESIGNATION)
    with pytest.raises(GameOver, match="the game is over"):
        match.play(40)
    assert match.resign(BLACK) == match.forfeit(BLACK) == Result(BLACK, Reason.RESIGNATION), (
        "the first result stands"
    )
    match.start()
    assert match.result == Result(BLACK, Reason.RESIGNATION)


def test_forfeits_keep_their_error():
    match, error = Match(), RuntimeError("crashed")
    assert match.forfeit(BLACK, error) == Result(WHITE, Reason.FORFEIT)
    assert match.error is error
    assert match.result is not None and match.result.failure == "RuntimeError: crashed"


def test_play_goes_on_where_it_stands_wherever_one_looks():
    match = Match()
    match.start()
    match.play(40)
    match.game.to_start()
    match.play(41)
    assert match.position.moves == (40, 41) and match.game.position.moves == (40, 41)


def test_a_match_begins_at_the_cursor():
    game = Game()
    game.play(40)
    game.play(41)
    game.back()
    match = Match(game)
    match.play(30)
    assert match.position.moves == (40, 30)
    assert [child.move for child in game.root.children[0].children] == [30, 41], (
        "what is played is the main line"
    )


# --- Clocks --------------------------------------------------------------------------------------------------------


def test_time_runs_out():
    time = Time()
    match = Match(Game(), TimeControl(60), now=time)
    match.start()
    time.seconds = 59
    assert match.check_time() is None and match.play(40) is None
    time.seconds = 59 + 60
    assert match.check_time() == Result(BLACK, Reason.TIME)
    assert match.clock and match.clock.running is None
    with pytest.raises(GameOver):
        match.play(41)


def test_a_move_after_the_flag_is_too_late():
    time = Time()
    match = Match(Game(), TimeControl(move_seconds=5), now=time)
    match.start()
    time.seconds = 6
    assert match.play(40) == Result(WHITE, Reason.TIME)
    assert match.game.main_line() == [match.game.root]


@pytest.mark.parametrize(
    ("control", "left"),
    [
        (TimeControl(60), (0, None)),
        (TimeControl(60, 20), (30, 0)),
        (TimeControl(60, 55), (0, 5)),
        (TimeControl(move_seconds=20), (None, 0)),
    ],
)
def test_a_game_lost_on_time_shows_no_time_left_when_it_is_opened_again(
    control: TimeControl, left: tuple[float | None, float | None]
):
    time = Time()
    match = Match(Game(), control, now=time)
    match.start()
    for seconds in (10, 0):
        time.seconds += seconds
        match.play(40 + seconds)
    time.seconds += 70
    assert match.check_time() == Result(WHITE, Reason.TIME)
    (recorded,) = sgf.read(sgf.write(match.game))
    recorded.game.to_end()
    again = Match(recorded.game, control)
    assert again.clock is not None
    assert (again.clock.remaining(BLACK), again.clock.move_remaining(BLACK)) == left
    assert again.clock.remaining(WHITE) == control.total_seconds and again.clock.running is None
    again.undo(0)
    assert again.clock.remaining(BLACK) == (50 if control.total_seconds else None), "the loss is taken back"
    assert again.clock.flagged() is None


def test_clocks_are_noted_with_every_move():
    time = Time()
    match = Match(Game(), TimeControl(60), now=time)
    match.start()
    for point, seconds in ((40, 10), (41, 5), (42, 1)):
        time.seconds += seconds
        match.play(point)
    assert [node.seconds_left for node in match.game.main_line()] == [
        {},
        {BLACK: 50, WHITE: 60},
        {BLACK: 50, WHITE: 55},
        {BLACK: 49, WHITE: 55},
    ]
    assert match.game.time_control == TimeControl(60)


def test_undo_puts_the_clocks_back():
    time = Time()
    match = Match(Game(), TimeControl(60), now=time)
    match.start()
    for point in (40, 41, 42):
        time.seconds += 10
        match.play(point)
    time.seconds += 5
    match.undo(2)
    assert match.clock and match.clock.running is None
    assert (match.clock.remaining(BLACK), match.clock.remaining(WHITE)) == (50, 60)
    time.seconds += 100
    match.start()
    assert match.clock.running is WHITE and match.clock.remaining(WHITE) == 60
    match.undo()
    assert match.clock.remaining(BLACK) == 60


def test_undo_gives_all_of_the_time_for_a_move_back():
    """Otherwise who takes a loss on time back loses on time again."""
    time = Time()
    match = Match(Game(), TimeControl(move_seconds=10), now=time)
    match.start()
    match.play(40)
    time.seconds += 11
    assert match.check_time() is not None
    match.undo(0)
    assert match.clock
    match.clock.resume(match.to_move)
    assert match.clock.move_remaining(WHITE) == 10
    time.seconds += 4
    match.undo()
    match.clock.resume(match.to_move)
    assert match.clock.move_remaining(BLACK) == 10, "what the other side has thought is not charged"
    assert match.play(41) is None


# --- Taking back ---------------------------------------------------------------------------------------------------


def test_undo_leaves_the_moves_as_a_variation():
    match = Match()
    for point in (40, 41, 42):
        match.play(point)
    match.undo(2)
    assert match.position.moves == (40,) and match.game.position.moves == (40,)
    match.play(50)
    assert [child.move for child in match.head.parent.children] == [50, 41]  # type: ignore[union-attr]
    assert [node.move for node in match.game.main_line()] == [None, 40, 50], "records hold what was played"
    match.undo(99)
    assert match.head is match.game.root


def test_undo_takes_the_result_back():
    match = Match()
    match.play(40)
    match.resign(WHITE)
    match.undo()
    assert match.result is None and match.play(0) is None


# --- Two players ---------------------------------------------------------------------------------------------------


class Scripted:
    """Plays the points it was given, then the first legal ones; or does what a function says."""

    def __init__(self, name: str, *points: int | None, does: Callable[[Position], Decision] | None = None):
        self.name = name
        self.points = list(points)
        self.does = does
        self.limits: list[Limit] = []

    def choose(self, position, limit, report=None, stop=None) -> Decision:
        self.limits.append(limit)
        if self.does is not None:
            return self.does(position)
        return Decision(self.points.pop(0) if self.points else position.legal_moves()[0])

    def close(self) -> None:
        pass


def test_a_whole_game():
    black, white = Scripted("a"), Scripted("b")
    match = play_match(black, white, size=Size(4, 4), black_limit=Limit(7))
    assert match.result and match.result.reason is Reason.NO_LEGAL_MOVE
    assert match.result.winner is match.position.to_move.opponent and match.position.is_over
    assert (match.game.black_name, match.game.white_name) == ("a", "b")
    assert black.limits[0] == Limit(7) and white.limits[0] == Limit()


def test_no_move_is_resignation():
    match = play_match(Scripted("a", 40), Scripted("b", None))
    assert match.result == Result(BLACK, Reason.RESIGNATION) and match.error is None


def test_a_losing_move_of_a_player_loses():
    match = play_match(Scripted("a", 40), Scripted("b", 40))
    assert match.result == Result(BLACK, Reason.OCCUPIED, Loss(LossKind.OCCUPIED, 40))
    assert play_match(Scripted("a", PASS), Scripted("b")).result == Result(
        WHITE, Reason.PASS, Loss(LossKind.PASS, PASS)
    )


def test_an_exception_forfeits(caplog):
    def crash(position: Position) -> Decision:
        raise RuntimeError("out of memory")

    match = play_match(Scripted("a", 40), Scripted("b", does=crash))
    assert match.result == Result(BLACK, Reason.FORFEIT)
    assert isinstance(match.error, RuntimeError)
    assert "b failed to move" in caplog.text and "out of memory" in caplog.text


@pytest.mark.parametrize("answer", [None, Decision("E5"), Decision(4.5)])  # type: ignore[arg-type]
def test_nonsense_forfeits(answer):
    match = play_match(Scripted("a", 40), Scripted("b", does=lambda position: answer))
    assert match.result == Result(BLACK, Reason.FORFEIT) and match.error is not None


def test_points_of_numpy_are_points():
    match = play_match(Scripted("a", np.int64(40), 41), Scripted("b", np.uint16(40)))  # type: ignore[arg-type]
    assert match.result == Result(BLACK, Reason.OCCUPIED, Loss(LossKind.OCCUPIED, 40))
    assert match.position.moves == (40,)


@pytest.mark.parametrize("answer", [Decision(40), Decision(None), Decision(PASS), None])
def test_whatever_is_answered_too_late_loses_on_time(answer, monkeypatch):
    now = Time()
    monkeypatch.setattr("core.match.Clock", lambda control, _: Clock(control, now))

    def answer_late(position: Position) -> Decision:
        now.seconds += 61
        return answer

    match = play_match(Scripted("a", does=answer_late), Scripted("b"), time_control=TimeControl(60))
    assert match.result == Result(WHITE, Reason.TIME)


def test_no_time_passes_in_the_opening(monkeypatch: pytest.MonkeyPatch):
    class PassingTime(Time):
        def __call__(self) -> float:
            self.seconds += 1
            return self.seconds

    now = PassingTime()
    monkeypatch.setattr("core.match.Clock", lambda control, _: Clock(control, now))
    match = play_match(Scripted("a"), Scripted("b"), opening=(0, 1, 2), time_control=TimeControl(0.5))
    assert match.position.moves == (0, 1, 2) and match.result == Result(BLACK, Reason.TIME)
    assert match.game.random_moves == 3


def test_the_clock_limits_players(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("core.match.Clock", lambda control, _: Clock(control, Time()))
    black = Scripted("a")
    match = play_match(
        black, Scripted("b"), size=Size(2, 2), time_control=TimeControl(600, 60), black_limit=Limit(5, 1)
    )
    assert match.result and match.result.reason is Reason.NO_LEGAL_MOVE
    assert all(limit.simulations == 5 and limit.seconds == 1 for limit in black.limits)
    assert {limit.remaining_seconds for limit in black.limits} == {600}


def test_a_slow_player_loses_on_time():
    pause = Event()

    def think(position: Position) -> Decision:
        pause.wait(0.05)
        return Decision(position.legal_moves()[0])

    match = play_match(Scripted("a", does=think), Scripted("b"), time_control=TimeControl(move_seconds=0.02))
    assert match.result == Result(WHITE, Reason.TIME)


def test_stop_ends_without_a_result():
    stop = Event()

    def stop_at_three(position: Position) -> Decision:
        if position.ply == 2:
            stop.set()
        return Decision(position.legal_moves()[0])

    match = play_match(Scripted("a", does=stop_at_three), Scripted("b"), stop=stop)
    assert match.result is None and match.position.ply == 2
    assert play_match(Scripted("a"), Scripted("b"), stop=stop).position.ply == 0


def test_a_game_whose_end_is_removed_ends_where_a_try_has_left_no_move():
    match = Match(Game(Size(2, 2)))
    for point in (3, 0):
        match.play(point)
    end = match.head
    match.resign(BLACK)
    match.play_from(match.game.main_line()[1])
    for point in (2, 1):
        match.play(point)
    assert match.trying and match.position.is_over
    match.remove(end)
    assert match.result == match.game.result == Result(BLACK, Reason.NO_LEGAL_MOVE)
    assert not match.trying and [node.move for node in match.game.line_played()] == [None, 3, 2, 1]


def test_play_never_stands_in_a_removed_branch():
    match = Match(Game(Size(5, 5)), TimeControl(total_seconds=600))
    match.start()
    for point in (0, 2, 4):
        match.play(point)
    second = match.game.main_line()[2]
    match.remove(second)
    assert match.position.moves == (0,) and match.game.cursor is match.head
    match.play(6)
    assert match.position.moves == (0, 6)
    with pytest.raises(ValueError, match="start"):
        match.remove(match.game.root)


def test_a_promoted_line_is_where_play_goes_on():
    match = Match(Game(Size(5, 5)))
    match.play(0)
    taken_back = match.head
    match.undo()
    match.play(2)
    match.resign(Color.WHITE)
    match.promote(taken_back)
    assert match.result is None and match.head is taken_back
    match.play(4)
    assert match.position.moves == (0, 4)


# --- trying something else in a game that is over -------------------------------------------------------------------------


def moves_played(game: Game) -> list[int | None]:
    return [node.move for node in game.line_played()[1:]]


def resigned(control: TimeControl | None = None) -> Match:
    """Four moves on 5x5, then Black gave up."""
    match = Match(Game(Size(5, 5)), control)
    match.start()
    for point in (0, 2, 4, 6):
        match.play(point)
    match.resign(BLACK)
    return match


def test_a_try_leaves_the_game_and_its_result_as_they_are():
    match = resigned()
    played, result = match.game.main_line(), match.result
    match.play_from(played[2])
    assert match.trying and match.result is None and match.game.result == result
    match.play(8)
    match.play(10)
    assert match.position.moves == (0, 2, 8, 10)
    assert match.game.main_line() == played and match.result_on(played) == result
    assert match.result_on(match.head.line()) is None
    match.back_to_game()
    assert not match.trying and match.head is played[-1] and match.result == result


def test_a_try_has_its_own_end():
    match = resigned()
    match.play_from(match.game.main_line()[1])
    match.play(8)
    tried = match.resign(WHITE)
    assert match.result == tried != match.game.result
    assert match.result_on(match.head.line()) == tried
    with pytest.raises(GameOver):
        match.play(10)
    match.undo()
    assert match.result is None and match.position.moves == (0,)


def test_a_try_that_repeats_the_game_ends_as_it_did():
    match = resigned()
    match.play_from(match.game.main_line()[3])
    assert match.play(6) == match.game.result


def test_a_try_has_no_clock():
    match = resigned(TimeControl(total_seconds=600))
    assert match.clock is not None
    match.play_from(match.game.main_line()[1])
    match.start()
    assert match.clock is None
    match.back_to_game()
    assert match.clock is not None and match.clock.running is None


def test_a_try_that_becomes_the_main_line_brings_its_result():
    match = resigned()
    match.play_from(match.game.main_line()[1])
    match.play(8)
    tried = match.resign(BLACK)
    match.promote(match.head)
    assert not match.trying and match.game.result == tried
    match.play_from(match.game.root)
    match.play(8)
    match.promote(match.head)
    assert match.game.result is None, "nobody has played this line to its end"


def test_from_where_it_ended_a_game_goes_on():
    match = resigned()
    match.play_from(match.head)
    assert match.result is None
    match.play(8)
    assert [node.move for node in match.game.main_line()[1:]] == [0, 2, 4, 6, 8]


def test_who_takes_moves_back_and_then_resigns_has_ended_the_game_there():
    match = Match(Game(Size(5, 5)))
    for point in (0, 2, 4):
        match.play(point)
    match.undo(2)
    match.resign(WHITE)
    assert match.result is not None and not match.trying
    assert moves_played(match.game) == [0]
    assert [node.move for node in match.game.main_line()[1:]] == [0, 2, 4], "what was taken back stays"


def test_what_was_taken_back_and_played_again_belongs_to_the_game():
    match = Match(Game(Size(5, 5)))
    for point in (0, 2):
        match.play(point)
    match.undo()
    match.play(2)
    match.resign(BLACK)
    assert moves_played(match.game) == [0, 2]


def test_who_plays_on_from_an_earlier_move_has_taken_back_the_rest():
    """The game ended there, unless another move is played; nothing of a record that was opened is lost by that."""
    for resigned, moves in ((True, [0]), (False, [0, 6])):
        match = Match(Game(Size(5, 5)))
        for point in (0, 2, 4):
            match.play(point)
        match.play_from(match.game.main_line()[1])
        if not resigned:
            match.play(6)
        match.resign(WHITE)
        assert moves_played(match.game) == moves
        assert len(list(match.game.root.subtree())) == (4 if resigned else 5)


def test_a_game_that_ends_in_a_variation_has_it_for_its_main_line():
    match = Match(Game(Size(5, 5)))
    for point in (0, 2, 4):
        match.play(point)
    left = match.head
    match.undo(2)
    match.play(6)
    match.play_from(left)
    match.resign(WHITE)
    assert moves_played(match.game) == [0, 2, 4]
    assert [node.move for node in match.game.main_line()[1:]] == [0, 2, 4]
    assert len(match.game.root.children[0].children) == 2


def test_a_line_that_play_came_back_from_by_another_was_not_played():
    match = Match(Game(Size(5, 5)))
    for point in (0, 2, 4):
        match.play(point)
    left = match.head
    match.undo(2)
    match.play(6)
    match.play_from(left)
    match.undo(2)
    match.resign(WHITE)
    assert moves_played(match.game) == [0]


def test_a_game_that_ended_at_its_start_leaves_the_variations_of_its_record():
    game = Game(Size(5, 5))
    for point in (2, 4):
        game.to_start()
        game.play(point)
    match = Match(game)
    match.undo()
    match.resign(WHITE)
    assert game.line_played() == [game.root] == game.line_shown()
    assert [child.move for child in game.root.children] == [2, 4]


def test_moves_tried_after_an_earlier_end_were_not_played():
    match = resigned()
    line = match.game.main_line()
    match.play_from(line[2])
    match.play(8)
    match.back_to_game()
    match.undo(2)
    match.resign(BLACK)
    assert match.game.line_played() == line[:3]


def test_what_follows_the_end_of_a_game_can_be_looked_at_and_tried_and_leaves_its_result():
    match = Match(Game(Size(5, 5)))
    for point in (0, 2, 4):
        match.play(point)
    rest = match.game.main_line()
    match.undo(2)
    result = match.resign(WHITE)
    assert match.game.line_shown() == rest[:2] and match.result_on(rest[:2]) == result
    match.game.forward()
    assert match.game.line_shown() == rest and match.result_on(rest) is None, (
        "who walks on from the end sees the rest"
    )
    assert match.may_try_from(rest[2]) and match.may_try_from(rest[3]) and not match.may_try_from(rest[1])
    match.play_from(rest[3])
    match.play(6)
    match.promote(match.head)
    assert match.trying and match.game.result == result and match.game.line_played() == rest[:2]
    match.remove(rest[2])
    assert match.game.result == result and match.game.main_line() == rest[:2]


def test_a_match_without_a_clock_leaves_the_time_that_a_record_names():
    game = Game(Size(5, 5))
    game.time_control = TimeControl(60)
    assert Match(game).clock is None and game.time_control == TimeControl(60)
    assert Match(game, TimeControl(30)).clock is not None and game.time_control == TimeControl(30)


def test_an_opened_game_goes_on_with_its_clocks():
    """Each move notes the clock of who made it, as other programs write it."""
    game = Game(Size(5, 5))
    for point, seconds in ((0, 500.0), (2, 400.0), (4, 300.0)):
        color = game.cursor.position.to_move
        game.play(point).seconds_left[color] = seconds
    clock = Match(game, TimeControl(total_seconds=600)).clock
    assert clock is not None
    assert (clock.remaining(BLACK), clock.remaining(WHITE)) == (300.0, 400.0)


def test_a_game_whose_end_is_removed_has_no_result():
    match = resigned()
    played = match.game.main_line()
    match.play_from(played[1])
    match.play(8)
    match.remove(match.head)
    assert match.game.result is not None
    match.remove(played[3])
    assert match.game.result is None and match.head is played[1]


def test_a_record_that_is_read_stands_at_its_end_or_in_what_was_tried():
    played = resigned().game
    assert not Match(played).trying
    played.back(2)
    assert Match(played).trying
    played.end = played.cursor
    assert not Match(played).trying


def test_from_where_a_move_would_lengthen_the_game_nothing_is_tried():
    match = resigned()
    line = match.game.main_line()
    assert [match.may_try_from(node) for node in line] == [True, True, True, True, False]
    match.play_from(line[1])
    match.play(8)
    assert match.may_try_from(match.head)


def test_who_takes_back_what_is_tried_still_tries():
    match = resigned()
    match.play_from(match.game.main_line()[3])
    match.play(6)
    match.undo()
    assert match.trying and match.game.result is not None
    match.play(8)
    assert [node.move for node in match.game.main_line()[1:]] == [0, 2, 4, 6]


def test_a_try_stands_in_the_game_until_it_leaves_its_moves():
    match = resigned()
    match.play_from(match.game.main_line()[2])
    match.play(8)
    assert not match.stands_in_game
    match.undo()
    assert match.stands_in_game and match.trying
    match.play(4)
    assert match.stands_in_game and match.trying


def test_a_try_that_ends_where_it_began_says_nothing_of_the_game():
    match = resigned()
    line = match.game.main_line()
    match.play_from(line[1])
    tried = match.resign(WHITE)
    assert match.result == tried
    assert match.result_on(line) == match.game.result


def test_a_line_that_was_tried_and_is_promoted_goes_on_with_the_clocks_of_then():
    clock = Time()
    match = Match(Game(Size(5, 5)), TimeControl(total_seconds=10), now=clock)
    match.start()
    for point in (0, 2, 4):
        clock.seconds += 1
        match.play(point)
    clock.seconds += 20
    assert match.check_time() is not None
    match.play_from(match.game.main_line()[2])
    match.play(8)
    match.play(10)
    match.promote(match.head)
    assert not match.trying and match.game.result is None and match.clock is not None
    match.start()
    assert match.check_time() is None


def test_a_promoted_line_without_a_legal_move_has_its_result():
    match = Match(Game(Size(3, 3)))
    while match.result is None:
        match.play(int(match.position.legal_moves()[0]))
    match.play_from(match.game.root)
    while match.result is None:
        match.play(int(match.position.legal_moves()[-1]))
    tried, result = match.head, match.result
    match.back_to_game()
    match.promote(tried)
    assert match.head is tried and match.game.result == result
    match.play_from(tried)
    assert match.result == result, "from here nobody can play on"


def test_a_variation_played_beside_leaves_play_where_it_stands_and_loses_nothing():
    match = Match(Game(Size(2, 2)))
    match.play(0)
    match.game.to_start()
    for point in (3, 0, 1):
        match.play_beside(point)
    beside, head = match.game.cursor, match.head
    assert (beside.number, head.number) == (3, 1) and match.game.line_played() == [match.game.root, head]
    assert match.result is None and match.result_on(beside.line()) == Result(
        Color.BLACK, Reason.NO_LEGAL_MOVE
    )
    with pytest.raises(IllegalMove):
        match.play_beside(2)
    assert match.game.cursor is beside and match.result_on(head.line()) is None

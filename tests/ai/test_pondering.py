"""Thinking on while the opponent does: what is found is kept, stopping is prompt, and no two thoughts run at once."""

from threading import Event

import pytest

from ai.players import PlayerError, make_player
from ai.players.alphabeta import AlphaBetaPlayer
from ai.players.base import AiPlayer
from ai.players.pondering import PonderingPlayer, ponders
from ai.players.search import MOST_WAITED_SECONDS, SearchPlayer
from ai.rave.search import RaveSearch
from ai.search.pace import MOST_SIMULATIONS
from ai.search.playout_search import PlayoutSearch
from ai.search.solving import RootSolver
from ai.solver.kernels import LOST, UNSOLVED
from core.player import Decision, Limit, Proof
from core.position import Position, Size
from tests.ai.fakes import SlowMemory
from tests.ai.solver.test_solver import late_position
from tests.patience import PATIENCE_SECONDS, wait_until

ONE = Limit(simulations=1)


class StopAfter(Event):
    """A wish to stop that comes when it was asked after so many times."""

    def __init__(self, times: int):
        super().__init__()
        self.left = times

    def is_set(self) -> bool:
        self.left -= 1
        return self.left < 0


class Thinker(AiPlayer):
    """A player that notes what it is asked, and thinks on until it is stopped."""

    name = "thinker"
    default_limit = Limit()

    def __init__(self) -> None:
        self.told: list[str] = []
        self.begun = Event()

    def choose(self, position, limit, report=None, stop=None) -> Decision:
        self.told.append("choose")
        return Decision(position.legal_moves()[0])

    def ponder(self, position: Position, stop: Event) -> None:
        self.told.append(f"ponder after {len(position.moves)}")
        self.begun.set()
        assert stop.wait(PATIENCE_SECONDS)
        self.told.append("stopped")

    def close(self) -> None:
        self.told.append("close")


class Broken(Thinker):
    def ponder(self, position: Position, stop: Event) -> None:
        self.begun.set()
        raise PlayerError("the network is gone")


@pytest.mark.parametrize(
    "text", ["uct:playouts=100,seed=1", "rave:playouts=100,seed=1", "zero:simulations=8"]
)
def test_the_tree_is_kept_and_larger(text: str):
    """Whatever the opponent plays, the next move begins with what was thought of it."""
    player = make_player(text)
    assert player.can_ponder
    position = Position.empty(Size(9, 9)).play(40)
    point = player.choose(position, player.default_limit).point
    assert point is not None
    theirs = position.play(point)
    player.ponder(theirs, StopAfter(1000 if text.startswith("uct") else 100))
    thought = player.choose(theirs, ONE)
    expected = thought.candidates[0]
    assert expected.visits > 10
    decision = player.choose(theirs.play(expected.point), ONE)
    assert decision.visits > decision.simulations + expected.visits / 2
    player.close()


def test_it_thinks_on_as_long_as_the_opponent_does_but_no_move_waits_for_its_tree(
    monkeypatch: pytest.MonkeyPatch,
):
    """No count of simulations ends it; a tree that would take long to grow does."""
    player = make_player("uct:seed=1")
    assert isinstance(player, SearchPlayer)
    position = Position.empty(Size(9, 9))
    player.choose(position, ONE)
    search = player._search
    assert isinstance(search, PlayoutSearch)
    most: list[int] = []
    with monkeypatch.context() as patch:
        patch.setattr(PlayoutSearch, "run", lambda self, simulations, **_: most.append(simulations))
        player.ponder(position, Event())
    assert most == [MOST_SIMULATIONS]
    memory = SlowMemory(monkeypatch, "ai.players.search")
    memory.seconds = MOST_WAITED_SECONDS * 0.6
    monkeypatch.setattr("ai.search.game_search.SLOW_TO_GROW", 1)
    nodes = search.forest.nodes.shape[1]
    player.ponder(position, Event())
    assert search.forest.nodes.shape[1] == 2 * nodes, "the next time it would take twice as long"
    assert search.deadline is None
    player.close()


def test_the_other_threads_search_while_one_solves(monkeypatch: pytest.MonkeyPatch):
    player = make_player("rave:playouts=100,threads=2,seed=1")
    assert player.can_ponder
    position, stop = late_position(3, Size(9, 9), 20), Event()
    player.choose(position, ONE)

    def solve(search: RaveSearch, *_: object) -> int:
        before = search.visits()
        wait_until(lambda: search.visits() > before)
        stop.set()
        return UNSOLVED

    monkeypatch.setattr(RaveSearch, "solve", solve)
    player.ponder(position, stop)
    player.close()


def lost_position() -> Position:
    """A position of twelve playable points or fewer in which the side to move loses, and not at once."""
    for seed in range(100):
        position = late_position(seed, Size(9, 9), 12)
        if not position.is_over and RootSolver().solve(position, 10_000_000, lambda: True) == LOST:
            return position
    raise AssertionError("none was found")


SOLVERS = ["zero:simulations=8", "rave:playouts=100", "alphabeta:nodes=20000", "td:solve=on"]


@pytest.mark.parametrize("text", SOLVERS)
def test_few_points_are_solved_and_said_to_be(text: str):
    """In a lost position all moves are said to lose; after any of them a winning one is played and said to win."""
    player = make_player(text)
    lost = lost_position()
    decision = player.choose(lost, player.default_limit)
    assert decision.proof is Proof.LOSS and decision.value_to_move == -1
    assert all(move.proof is Proof.LOSS for move in decision.candidates)
    assert decision.point is not None
    won = lost.play(decision.point)
    answer = player.choose(won, player.default_limit)
    assert answer.proof is Proof.WIN and answer.candidates[0].proof is Proof.WIN
    assert answer.point is not None and answer.point == answer.candidates[0].point
    after = won.play(answer.point)
    assert after.is_over or RootSolver().solve(after, 10_000_000, lambda: True) == LOST
    player.close()


@pytest.mark.parametrize("text", SOLVERS)
def test_few_points_are_solved_while_the_opponent_thinks(text: str):
    """Whatever the opponent plays, no search is needed: the solver remembers."""
    player = make_player(text)
    assert player.can_ponder
    theirs = lost_position()
    player.ponder(theirs, Event())
    for point in theirs.legal_moves():
        answer = player.choose(theirs.play(point), Limit(simulations=1))
        assert answer.proof is Proof.WIN
    player.close()


def test_alpha_beta_remembers_what_it_thought():
    """After the reply that was expected, as many positions lead further than without thinking on."""
    position = Position.empty(Size(5, 7)).play(12).play(0)
    thoughtful, other = (make_player("alphabeta:evaluation=mobility,nodes=3000") for _ in range(2))
    assert isinstance(thoughtful, AlphaBetaPlayer) and isinstance(other, AlphaBetaPlayer)
    thoughtful.ponder(position, StopAfter(200))
    assert thoughtful._search is not None
    expected = position.play(thoughtful._search.moves[0].point)
    depths = []
    for player in (other, thoughtful):
        player.choose(expected, player.default_limit)
        assert player._search is not None
        depths.append(player._search.depth)
        player.close()
    assert depths[1] > depths[0]


def test_it_stops_when_it_is_told():
    """The wish to stop is asked after once more and then never again: nothing goes on."""
    player = make_player("uct:playouts=100,seed=1")
    assert player.can_ponder
    position = Position.empty(Size(9, 9))
    for asked in (0, 1, 5):
        stop = StopAfter(asked)
        player.ponder(position, stop)
        assert -3 <= stop.left < 0
    player.close()


def test_a_solved_position_answers_for_those_that_follow():
    """What was tried for the opponent's position is not tried again for ours."""
    found = 0
    for seed in range(12):
        position = late_position(seed, Size(9, 9), 18)
        solver = RootSolver()
        if solver.solve(position, 10_000_000, lambda: True) != LOST:
            continue
        assert solver._solver is not None
        tried = solver._solver.moves_tried
        for point in position.legal_moves():
            before = solver._solver.moves_tried
            assert solver.solve(position.play(point), 10_000_000, lambda: True) >= 0
            assert solver._solver.moves_tried - before <= 18
            found += 1
        assert tried > 18
    assert found > 0


def test_another_game_gets_a_solver_of_its_own():
    solver = RootSolver()
    for seed in (1, 2):
        position = late_position(seed, Size(5, 5), 9)
        alone = RootSolver().solve(position, 10_000_000, lambda: True)
        assert solver.solve(position, 10_000_000, lambda: True) == alone


def test_it_thinks_between_its_moves_and_never_during_them():
    thinker = Thinker()
    player = PonderingPlayer("thinker:ponder=on", thinker)
    position = Position.empty(Size(5, 5))
    point = player.choose(position, Limit()).point
    assert point is not None
    assert thinker.begun.wait(PATIENCE_SECONDS)
    position = position.play(point)
    player.choose(position.play(position.legal_moves()[0]), Limit())
    player.close()
    assert thinker.told[:4] == ["choose", "ponder after 1", "stopped", "choose"]
    assert thinker.told[-1] == "close"
    assert thinker.told.count("stopped") == sum(told.startswith("ponder") for told in thinker.told)


def test_who_is_asked_before_it_has_begun_to_think_on_is_not_kept_waiting():
    thinker = Thinker()
    player = PonderingPlayer("thinker:ponder=on", thinker)
    release = Event()
    player._pool.submit(release.wait, PATIENCE_SECONDS)  # no thread is free to begin
    position = Position.empty(Size(5, 5))
    assert player.choose(position, Limit()) == player.choose(position, Limit())
    release.set()
    player.rest()
    player.close()
    assert thinker.told == ["choose", "choose", "close"]


def test_advice_keeps_what_is_known_of_the_position():
    """Nobody may play what was advised; who is asked again goes on with all that was thought."""
    thinker = Thinker()
    player = PonderingPlayer("thinker:ponder=on", thinker)
    position = Position.empty(Size(5, 5))
    player.advise(position, Limit())
    player.choose(position, Limit())
    assert thinker.begun.wait(PATIENCE_SECONDS)
    player.advise(position, Limit())
    player.close()
    assert thinker.told == ["choose", "choose", "ponder after 1", "stopped", "choose", "close"]


def test_waiting_until_it_rests_is_part_of_the_time_for_the_next_move(monkeypatch: pytest.MonkeyPatch):
    now = 0.0
    monkeypatch.setattr("ai.players.pondering.time.perf_counter", lambda: now)
    limits: list[Limit] = []

    class Slow(Thinker):
        def ponder(self, position: Position, stop: Event) -> None:
            nonlocal now
            self.begun.set()
            stop.wait(60)
            now += 0.25

        def choose(self, position, limit, report=None, stop=None) -> Decision:
            limits.append(limit)
            return super().choose(position, limit, report, stop)

    slow = Slow()
    player = PonderingPlayer("slow:ponder=on", slow)
    for limit in (Limit(seconds=1.0), Limit(10, seconds=1.0, remaining_seconds=60.0), Limit()):
        player.choose(Position.empty(Size(5, 5)), limit)
        assert slow.begun.wait(PATIENCE_SECONDS)
        slow.begun.clear()
    player.close()
    assert limits == [Limit(seconds=1.0), Limit(10, 0.75, 59.75), Limit()]


def test_what_goes_wrong_meanwhile_costs_no_move(caplog: pytest.LogCaptureFixture):
    broken = Broken()
    player = PonderingPlayer("broken:ponder=on", broken)
    position = Position.empty(Size(5, 5))
    first = player.choose(position, Limit())
    assert broken.begun.wait(PATIENCE_SECONDS)
    assert player.choose(position, Limit()) == first
    assert "broken:ponder=on couldn't think on" in caplog.text and "the network is gone" in caplog.text
    player.close()


def test_the_text_asks_for_it():
    position = Position.empty(Size(5, 5))
    player = make_player("uct:playouts=20,ponder=on")
    assert isinstance(player, PonderingPlayer)
    assert player.choose(position, player.default_limit).point in position.legal_moves()
    player.close()
    assert not isinstance(make_player("uct:playouts=20"), PonderingPlayer)
    assert not isinstance(make_player("uct:playouts=20,ponder=off"), PonderingPlayer)
    with pytest.raises(PlayerError, match="can't think on"):
        make_player("random:ponder=on")
    with pytest.raises(PlayerError, match="can't think on"):
        make_player("policy:ponder=on")
    for text in ("td:ponder=on", "policy:book=shipped,ponder=on", "random:book=shipped,ponder=on"):
        with pytest.raises(PlayerError, match="can't think on"):
            make_player(text)
    with pytest.raises(PlayerError, match=r"ponder=maybe .* should be on or off"):
        make_player("uct:ponder=maybe")


@pytest.mark.parametrize("usually", [False, True])
def test_the_text_counts_more_than_the_custom(usually: bool):
    assert all(ponders(f"uct:ponder={word}", usually) for word in ("on", "ON", "yes", "true", "1"))
    assert not any(ponders(f"uct:ponder={word}", usually) for word in ("off", "no", "False", "0"))
    assert not ponders("uct:no sense", usually)
    assert ponders("uct", usually) == usually

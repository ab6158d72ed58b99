"""Alpha-beta: right values, right proofs, and a player that keeps to its limits."""

import threading
from dataclasses import replace
from threading import Event
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from ai.alphabeta.evaluation import MOBILITY, SPARE, Evaluation, by_mobility, by_network
from ai.alphabeta.kernels import EXACT, WON
from ai.alphabeta.search import AlphaBeta
from ai.players import PlayerError, make_player
from ai.players.alphabeta import DEFAULT_NODES, _Pace
from ai.search.pace import MoveTime
from ai.td.features import state_of
from ai.td.model import Model
from core import bitboard
from core.openings import random_opening
from core.player import Decision, Limit, Proof
from core.position import Position, Size
from tests.ai.test_search import endgames, names

EVALUATION = by_mobility()


def search_to(position: Position, depth: int, by: Evaluation = EVALUATION) -> AlphaBeta:
    search = AlphaBeta(position.size, by, entries=1 << 14)
    search.set_position(position)
    search.run(depth, lambda nodes: 1 << 30)
    return search


def spare(position: Position, color) -> int:
    """The private points of ``color`` that can be played one after another."""
    stones = position.stones.copy()
    played = 0
    for point in position.private_points(color):
        now = Position(position.size, _words(position, stones), color, (), 0)
        if now.legal_mask()[point]:
            stones.reshape(-1)[point] = color
            played += 1
    return played


def _words(position: Position, stones: np.ndarray) -> np.ndarray:
    words = np.zeros_like(position.words)
    bits = bitboard.geometry(position.size.rows, position.size.cols).bits
    for point in np.flatnonzero(stones):
        words[int(stones.reshape(-1)[point]) - 1] |= bits[point]
    return words


def evaluation(position: Position) -> int:
    mine, theirs = position.to_move, position.to_move.opponent
    mobility = len(position.legal_moves(mine)) - len(position.legal_moves(theirs))
    return MOBILITY * mobility + SPARE * (spare(position, mine) - spare(position, theirs))


def minimax(position: Position, depth: int) -> int:
    """The value of a position by its definition: no bounds, no memory."""
    if position.is_over:
        return -WON
    if depth == 0:
        return evaluation(position)
    return max(-minimax(position.play(point), depth - 1) for point in position.legal_moves())


def random_position(size: Size, plies: int, seed: int) -> Position:
    return random_opening(size, plies, np.random.default_rng(seed))


@pytest.mark.parametrize("size,plies", [((3, 3), 1), ((3, 4), 4), ((4, 4), 6), ((4, 5), 9), ((2, 7), 4)])
def test_the_value_is_that_of_plain_minimax(size: tuple[int, int], plies: int):
    for seed in range(6):
        position = random_position(Size(*size), plies, seed)
        for depth in (1, 2, 3):
            search = search_to(position, depth)
            best = search.moves[0]
            assert best.value == minimax(position, depth), (position.moves, depth)
            assert -minimax(position.play(best.point), depth - 1) == best.value


@pytest.mark.parametrize(
    "size,winner", [((2, 2), "B"), ((2, 3), "W"), ((3, 3), "B"), ((2, 5), "B"), ((3, 4), "W")]
)
def test_small_boards_are_proven(size: tuple[int, int], winner: str):
    search = search_to(Position.empty(Size(*size)), 99)
    assert search.proof is (Proof.WIN if winner == "B" else Proof.LOSS)


def test_the_learners_network_evaluates_as_it_learned():
    """One move ahead, the value of a move is that of the position after it, seen from the other side."""
    model = Model.new(6, np.random.default_rng(1))
    model.value.w2[:] = np.random.default_rng(2).normal(size=6) / 10
    for seed in range(5):
        position = random_position(Size(6, 5), 8, seed)
        search = search_to(position, 1, by_network(model))
        values = {}
        for point in position.legal_moves():
            after = position.play(point)
            values[point] = -model.state_value(state_of(after), 30) if not after.is_over else 1.0
        best = search.decision().candidates[0]
        assert values[best.point] == pytest.approx(max(values.values()), abs=2e-3)
        assert best.value_to_move == pytest.approx(np.clip(values[best.point], -0.999, 0.999), abs=2e-3)


def test_late_positions_are_proven_as_two_exact_solvers_did():
    player = make_player("alphabeta:nodes=30000,evaluation=mobility")
    proven = 0
    for position, case in endgames()[:30]:
        decision = player.choose(position, Limit())
        won = case["winner"] == case["to_move"]
        if decision.proof is not None:
            assert decision.proof is (Proof.WIN if won else Proof.LOSS), case["id"]
            proven += 1
        winning = names(case["winning_moves"])
        for candidate in decision.candidates:
            if candidate.proof is Proof.WIN:
                assert candidate.point in winning, case["id"]
            if candidate.proof is Proof.LOSS:
                assert candidate.point not in winning, case["id"]
    assert proven >= 10


def test_a_lost_position_is_played_by_the_move_that_lost_last():
    position = next(position for position, case in endgames() if case["winner"] != case["to_move"])
    search = search_to(position, 99)
    depths = [move.depth for move in search.moves]
    assert search.proof is Proof.LOSS and depths == sorted(depths, reverse=True)


def test_what_is_remembered_from_earlier_moves_proves_the_same():
    """A game with one search whose table is so small that much is written over, against a new search a move."""
    position = Position.empty(Size(3, 4))
    search = AlphaBeta(position.size, EVALUATION, entries=1 << 6)
    while not position.is_over:
        search.set_position(position)
        search.run(99, lambda nodes: 1 << 30)
        assert search.proof is search_to(position, 99).proof
        position = position.play(search.moves[0].point)


# --- The player ----------------------------------------------------------------------------------------------------------


def test_the_number_of_positions_bounds_the_search():
    player = make_player("alphabeta:nodes=5000")
    decision = player.choose(Position.empty(), Limit())
    assert decision.simulations == 5000
    assert player.choose(Position.empty(), Limit(simulations=3000)).simulations == 3000


def test_the_depth_bounds_the_search():
    decision = make_player("alphabeta:depth=2").choose(Position.empty(Size(5, 5)), Limit())
    assert len(decision.candidates[0].line) == 2
    assert len(decision.candidates) == 25 and {move.point for move in decision.candidates} == set(range(25))


def test_beside_a_depth_a_number_of_positions_bounds_the_search_if_it_is_given():
    """Also the one that would be taken where nothing is."""
    assert make_player("alphabeta:depth=3").default_limit == Limit()
    assert make_player(f"alphabeta:depth=3,nodes={DEFAULT_NODES}").default_limit == Limit(DEFAULT_NODES)
    assert make_player("alphabeta").default_limit == Limit(DEFAULT_NODES)


def test_one_legal_move_is_played_at_once():
    for position, _ in endgames():
        while not position.is_over and len(position.legal_moves()) > 1:
            position = position.play(position.legal_moves()[0])
        if not position.is_over:
            decision = make_player("alphabeta").choose(position, Limit(remaining_seconds=900))
            assert decision.point == position.legal_moves()[0] and decision.simulations <= 1
            return
    raise AssertionError("no position with one legal move")


def test_a_player_that_forgets_begins_anew():
    """Who remembers looks deeper with as many positions."""
    player, position = make_player("alphabeta:evaluation=mobility"), Position.empty(Size(5, 5))

    def thinks() -> Decision:
        return replace(player.choose(position, Limit(simulations=2000)), seconds=0.0)

    first = thinks()
    assert thinks() != first
    player.forget()
    assert thinks() == first


def test_a_finished_game_has_no_move():
    over = Position.empty(Size(2, 2)).play(0).play(3).play(1)
    assert over.is_over
    decision = make_player("alphabeta").choose(over, Limit())
    assert decision.point is None and decision.proof is Proof.LOSS


def test_it_stops_when_asked_and_reports_meanwhile():
    stop, reported = Event(), Event()
    reports: list[Decision] = []

    def report(decision: Decision) -> None:
        reports.append(decision)
        reported.set()

    player = make_player("alphabeta:seconds=600")
    answers: list[Decision] = []
    thread = threading.Thread(
        target=lambda: answers.append(player.choose(Position.empty(), Limit(), report, stop))
    )
    thread.start()
    assert reported.wait(60)
    stop.set()
    thread.join(60)
    assert answers and answers[0].point in Position.empty().legal_moves()
    assert reports[0].candidates and reports[0].point == reports[0].candidates[0].point


def test_it_ends_at_its_seconds_and_solves_for_half_of_them(monkeypatch: pytest.MonkeyPatch):
    now = 100.0
    monkeypatch.setattr("ai.search.pace.time.perf_counter", lambda: now)
    search: Any = SimpleNamespace(depth=1)
    pace = _Pace(search, None, MoveTime(Position.empty(), Limit(seconds=1.0), started=now))
    for now, solves, goes_on in (
        (100.49, True, True),
        (100.5, False, True),
        (100.99, False, True),
        (101.0, False, False),
    ):
        assert (pace.solve_on(), pace.go_on(1) > 0) == (solves, goes_on), now
    search.depth = 0
    assert pace.go_on(1) > 0, "without a first depth there is no move"


def test_what_was_found_exactly_stays_so_however_often_it_is_met():
    search = search_to(Position.empty(Size(5, 5)), 4)
    table = search._search.table
    looked_no_further = table[(table["key"] != 0) & (table["depth"] == 0)]
    assert looked_no_further.size > 100 and (looked_no_further["bound"] == EXACT).all()


@pytest.mark.parametrize("size", [(2, 2), (5, 7), (13, 13), (19, 19)])
def test_it_plays_on_any_board(size: tuple[int, int]):
    player = make_player("alphabeta:nodes=500")
    position = Position.empty(Size(*size))
    assert player.supports(position.size) is None
    assert player.choose(position, Limit()).point in position.legal_moves()


@pytest.mark.parametrize(
    "text,said",
    [
        ("alphabeta:depth=0", "from 1 to"),
        ("alphabeta:playouts=5", "playouts"),
        ("alphabeta:evaluation=luck", "should be one of mobility, td"),
        ("alphabeta:evaluation=mobility,net=x", "know the option net"),
    ],
)
def test_options_without_sense_are_refused(text: str, said: str):
    with pytest.raises(PlayerError, match=said):
        make_player(text)


def test_a_move_that_was_found_lost_is_not_played_while_others_may_win(monkeypatch: pytest.MonkeyPatch):
    """Although there was no time for these at the same depth."""
    search = search_to(Position.empty(Size(5, 5)), 2)
    lost = search.decision().point
    answers = iter([-WON, None])
    monkeypatch.setattr(search, "_value_of", lambda *_: next(answers))
    search.run(3, lambda _nodes: 1 << 30)
    decision = search.decision()
    assert decision.point != lost and decision.candidates[-1].point == lost
    assert decision.candidates[-1].proof is Proof.LOSS and decision.proof is None

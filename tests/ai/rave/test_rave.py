"""Playing by playouts with RAVE: formulas, statistics, proofs, threads and the player's options."""

import math
import threading
from dataclasses import replace

import numpy as np
import pytest

from ai.players import PlayerError, make_player
from ai.playouts import private_last_playout
from ai.rave import kernels
from ai.rave.kernels import CHILD, LAMBDA, PROOF, RAVE_VISITS, RAVE_WINS, VALUE, VISITS, WINS
from ai.rave.parameters import PRESETS, RaveParameters
from ai.rave.search import RaveSearch
from core import bitboard
from core.player import Decision, Limit, Proof
from core.position import Color, Position, Size
from tests.ai.test_search import endgames, names

SMALL = Size(4, 4)
PLAIN = RaveParameters(threshold=1, corners_first=False)


def searched(position: Position, playouts: int, parameters: RaveParameters = PLAIN) -> RaveSearch:
    search = RaveSearch(position.size, parameters, seed=1)
    search.set_position(position)
    search.run(playouts)
    return search


def node(search: RaveSearch, number: int = 0) -> tuple[np.ndarray, np.ndarray]:
    tree = search._trees[0]
    return tree.weighed[number], tree.counted[number]


# --- the statistics ------------------------------------------------------------------------------------------------------


def test_the_value_of_a_move_is_the_seeds_formula():
    """v = (1 - lambda) w / n + lambda w1 / n1 with lambda = sqrt(1000 / (1000 + 3 n)), of every move that was tried."""
    weighed, counted = node(searched(Position.empty(SMALL), 300))
    for point in range(16):
        n, w = int(counted[VISITS, point]), int(counted[WINS, point])
        n1, w1 = float(weighed[RAVE_VISITS, point]), float(weighed[RAVE_WINS, point])
        share = math.sqrt(1000 / (1000 + 3 * n))
        own = (1 - share) * w / n if n else 0.0
        assert weighed[LAMBDA, point] == pytest.approx(share if n else 1.0, rel=1e-5)
        assert weighed[VALUE, point] == pytest.approx(own + share * w1 / n1, rel=1e-4)


def test_every_playout_is_counted_once_and_estimates_count_it_where_a_side_played():
    search = searched(Position.empty(SMALL), 400)
    weighed, counted = node(search)
    assert counted[VISITS].sum() == search.visits() == 400
    assert (weighed[RAVE_VISITS] >= counted[VISITS]).all()  # the move itself is one of those played
    assert (weighed[RAVE_VISITS] <= 400).all()
    assert (weighed[RAVE_WINS] <= weighed[RAVE_VISITS]).all()
    # A game on 4x4 has at most 16 moves, 8 of the side to move.
    assert weighed[RAVE_VISITS].sum() <= 8 * 400


def test_estimates_stay_sound_however_long_is_searched(monkeypatch: pytest.MonkeyPatch):
    """Counts in single precision would stop at 2^24 while the wins go on; from there the estimate of each move would drift to 1."""
    search = searched(Position.empty(SMALL), 300)
    weighed, _ = node(search)
    rates = weighed[RAVE_WINS] / weighed[RAVE_VISITS]
    weighed[RAVE_VISITS], weighed[RAVE_WINS] = 6e6, 6e6 * rates
    tree = search._trees[0]
    tree.visits[0] = kernels.HALVED_EACH - 100
    search.run(500)
    assert (np.abs(weighed[RAVE_VISITS] - 3e6) < 600).all()
    assert np.allclose(weighed[RAVE_WINS] / weighed[RAVE_VISITS], rates, atol=1e-3)


def test_children_count_what_their_parents_count():
    search = searched(Position.empty(SMALL), 500)
    tree = search._trees[0]
    for number in range(int(tree.used[0])):
        for point in range(16):
            child = int(tree.counted[number, CHILD, point])
            if child != kernels.NO_CHILD and tree.counted[child, VISITS].any():
                # the child's moves are told apart from the second playout on: threshold 1
                assert tree.visits[child] == tree.counted[number, VISITS, point] - 1


@pytest.mark.parametrize("size", [Size(2, 2), Size(3, 7), Size(9, 9)])
def test_all_boards_are_played(size: Size):
    decision = searched(Position.empty(size), 50).decision()
    assert decision.point in Position.empty(size).legal_moves()


def final_stones(position: Position, seed: int) -> tuple[int, Position]:
    """A playout with private points last: its moves and the stones at its end."""
    size = position.size
    geometry = bitboard.geometry(size.rows, size.cols)
    lists, reserve = np.empty(4 * size.points, np.uint16), np.empty(2 * size.points, np.uint16)
    own, opponent = position.sets_for(position.to_move)
    candidates = bitboard.fill_candidates(geometry, own, opponent, lists)
    moves, _, first, second = private_last_playout(
        geometry, own, opponent, lists, reserve, candidates, np.uint64(seed)
    )
    sides = (first, second) if (position.to_move is Color.BLACK) == (moves % 2 == 0) else (second, first)
    stones = np.zeros(size.points, np.uint8)
    for color, words in zip(Color, sides, strict=True):
        for point in range(size.points):
            if any(int(a) & int(b) for a, b in zip(geometry.bits[point], words, strict=True)):
                stones[point] = color
    return moves, Position.from_stones(stones.reshape(size.rows, size.cols))


def test_a_side_with_two_eyes_has_one_spare_move():
    """Either side may fill one of its two eyes and not the other: Black to move plays, White plays, and Black has lost."""
    position = Position.from_stones(np.array([[0, 1, 2, 0], [1, 1, 2, 2], [0, 1, 2, 0]]))
    for seed in range(1, 20):
        moves, end = final_stones(position, seed)
        assert moves == 2 and end.is_over


@pytest.mark.parametrize("seed", range(1, 20))
def test_a_playout_with_private_points_last_goes_to_the_end(seed: int):
    moves, end = final_stones(Position.empty(Size(5, 6)), seed)
    assert end.is_over and np.count_nonzero(end.stones) == moves


# --- proofs --------------------------------------------------------------------------------------------------------------


def test_proofs_are_backed_up_to_the_root():
    """3x3 is won for Black with every move (Müller); the search proves it by itself."""
    search = searched(Position.empty(Size(3, 3)), 100_000, PRESETS["strong"])
    decision = search.decision()
    assert decision.proof is Proof.WIN and decision.candidates[0].proof is Proof.WIN
    assert search.visits() < 100_000
    assert search.lead() == math.inf


def test_a_lost_position_is_proven_too():
    """2x4 is lost for Black (truth table of small boards)."""
    decision = searched(Position.empty(Size(2, 4)), 300_000, PRESETS["strong"]).decision()
    assert decision.proof is Proof.LOSS and decision.point is not None
    assert all(candidate.proof is Proof.LOSS for candidate in decision.candidates)


def test_what_is_proven_stays_so_when_the_tree_is_kept():
    """After a proof of 2x4 and the reply that made it, nothing is left to search."""
    position = Position.empty(Size(2, 4))
    search = searched(position, 300_000, PRESETS["strong"])
    point, tree = search.decision().candidates[0].point, search._trees[0]
    reply = int(tree.counted[tree.counted[0, CHILD, point], PROOF].argmax())
    search.set_position(position.play(point).play(reply))
    visits = search.visits()
    search.run(1000)
    assert search.visits() == visits and search.decision().proof is Proof.LOSS


def test_the_choice_is_certain_when_all_other_moves_lose():
    """Whatever points nobody may play on."""
    position = Position.empty(SMALL).play(0).play(5)
    search = searched(position, 100)
    assert search.lead() < math.inf
    search._trees[0].counted[0, PROOF, position.legal_moves()[1:]] = -1
    assert search.lead() == math.inf


def test_without_proofs_nothing_is_called_certain():
    search = searched(Position.empty(Size(3, 3)), 3000, PRESETS["wa2"])
    assert search.decision().proof is None and not node(search)[1][PROOF].any()


# --- the presets ---------------------------------------------------------------------------------------------------------


def test_wa2_plays_in_free_corners_first():
    position = Position.empty()
    for _ in range(4):
        point = searched(position, 200, PRESETS["wa2"]).decision().point
        assert point in (0, 8, 72, 80)
        position = position.play(point)
    assert searched(position, 200, PRESETS["wa2"]).decision().point not in (0, 8, 72, 80, None)


def test_corners_come_first_in_every_move_also_where_the_tree_is_kept():
    search = searched(Position.empty(), 2000, replace(PRESETS["wa2"], keep_tree=True))
    position = Position.empty()
    for _ in range(2):
        line = search.decision().candidates[0].line
        position = position.play_all(line[:2])
        search.set_position(position)
        search.run(300)
        assert search.decision().point in (0, 8, 72, 80)


def test_that_all_corners_lose_proves_nothing_of_the_other_points():
    tried = 0
    for position, case in endgames():
        corners = {0, 8, 72, 80} & set(position.legal_moves())
        if (
            case["n_legal"] > 10
            or not corners
            or not case["winning_moves"]
            or corners & names(case["winning_moves"])
        ):
            continue
        decision = searched(position, 20_000, replace(PRESETS["strong"], corners_first=True)).decision()
        assert decision.proof is not Proof.LOSS and decision.point not in corners
        tried += 1
    assert tried >= 3


def known(search: RaveSearch, number: int = 0) -> tuple:
    """What the first tree knows of a node and of all that follows."""
    tree = search._trees[0]
    weighed, counted = node(search, number)
    children = [int(child) for child in counted[CHILD] if child != kernels.NO_CHILD]
    rest = np.delete(counted, CHILD, axis=0)
    below = [known(search, child) for child in children]
    return weighed.tolist(), rest.tolist(), int(tree.visits[number]), below


def nodes_of(known_of_one: tuple) -> int:
    return 1 + sum(map(nodes_of, known_of_one[-1]))


def test_of_a_tree_all_that_follows_a_move_is_kept_and_nothing_else():
    position = Position.empty(SMALL)
    search = searched(position, 500, replace(PLAIN, keep_tree=True))
    while not position.is_over:
        move = search.decision().candidates[0].point
        child = int(search._trees[0].counted[0, CHILD, move])
        follows = known(search, child) if child != kernels.NO_CHILD else None
        position = position.play(move)
        search.set_position(position)
        assert follows is None or known(search) == follows
        assert nodes_of(known(search)) == search._trees[0].used[0]
        search.run(100)


def test_the_tree_is_kept_from_move_to_move():
    parameters = PRESETS["strong"]
    search = searched(Position.empty(), 3000, parameters)
    point = search.decision().candidates[0]
    reply = point.line[1]
    known = search._trees[0].visits[search._trees[0].counted[0, CHILD, point.point]]
    following = Position.empty().play(point.point).play(reply)
    search.set_position(following)
    assert 0 < search.visits() < known
    kept = search.visits()
    search.run(100)
    assert search.visits() == kept + 100
    search.set_position(Position.empty())  # going back begins anew
    assert search.visits() == 0


def test_positions_set_up_by_hand_have_trees_of_their_own():
    first, second = np.zeros((9, 9), np.int8), np.zeros((9, 9), np.int8)
    first[4, 4], second[0, 0] = Color.BLACK, Color.BLACK
    search = searched(Position.from_stones(first), 500, PRESETS["strong"])
    for position in (Position.from_stones(second), Position.empty()):
        search.set_position(position)
        assert search.visits() == 0


def test_one_thread_with_a_seed_repeats_itself():
    first, second = (searched(Position.empty(), 2000, PRESETS["strong"]).decision() for _ in range(2))
    assert first == second


def test_threads_share_the_playouts():
    search = RaveSearch(Size(), PRESETS["strong"], threads=3, seed=1)
    search.set_position(Position.empty())
    search.run(3001)
    assert search.visits() == 3001
    assert {int(tree.visits[0]) for tree in search._trees} == {1000, 1001}


@pytest.mark.parametrize("threads", [1, 2])
def test_what_is_done_beside_is_done_before_its_thread_searches(threads: int):
    """By the second thread; where there is none, before anything is searched."""
    search = RaveSearch(Size(5, 5), RaveParameters(), threads=threads, seed=1)
    search.set_position(Position.empty(Size(5, 5)))
    seen: list[tuple[bool, int]] = []

    def beside(searching) -> None:
        assert searching()
        seen.append((threading.current_thread() is threading.main_thread(), int(search._trees[-1].visits[0])))

    search.run(100, beside=beside)
    assert seen == [(threads == 1, 0)]
    assert search.visits() >= 100


def test_threads_that_are_slower_than_the_first_are_ended_by_the_clock_too(monkeypatch: pytest.MonkeyPatch):
    ended_in_time: list[bool] = []

    def search_tree(_search: RaveSearch, _tree, _playouts, _seed, ended: threading.Event, go_on) -> None:
        if go_on is None:
            ended_in_time.append(ended.wait(60))

    monkeypatch.setattr(RaveSearch, "_search_tree", search_tree)
    search = RaveSearch(SMALL, PLAIN, threads=2, seed=1)
    search.set_position(Position.empty(SMALL))
    answers = iter([True, True, False])
    search.run(100, lambda: next(answers, False))
    assert ended_in_time == [True]


def test_a_full_tree_is_searched_on():
    parameters = RaveParameters(threshold=1, largest_tree=5)
    search = searched(Position.empty(), 500, parameters)
    assert search.visits() == 500 and search._trees[0].used[0] == 5


def test_a_tree_on_a_larger_board_takes_no_more_memory():
    usual, large = (sum(array.nbytes for array in kernels.make_tree(1000, points)) for points in (81, 361))
    assert 0.99 * usual < large <= usual
    assert len(kernels.make_tree(1000, 25).visits) == 1000


# --- the player ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text, said",
    [
        ("rave:preset=best", "there is no preset 'best'"),
        ("rave:playouts=0", "playouts=0"),
        ("rave:threads=0", "threads=0"),
        ("rave:equivalence=-1", "equivalence=-1"),
        ("rave:threshold=x", "threshold=x"),
        ("rave:proofs=2", "proofs=2 .* should be on or off"),
        ("rave:depth=3", "does not know the option depth"),
    ],
)
def test_options_without_sense_are_named(text: str, said: str):
    with pytest.raises(PlayerError, match=said):
        make_player(text)


def test_the_options_reach_the_search():
    player = make_player(
        "rave:preset=wa2,playouts=50,equivalence=500,threshold=3,exploration=0.1,threads=2,seed=4"
    )
    assert player.choose(Position.empty(), Limit()).simulations <= 50
    parameters = player._search.parameters  # type: ignore[attr-defined]
    assert (parameters.equivalence, parameters.threshold, parameters.exploration) == (500, 3, 0.1)
    assert parameters.corners_first
    player = make_player("rave:playouts=50,corners_first=on,private_last=off,proofs=off,keep_tree=off")
    player.choose(Position.empty(), Limit())
    parameters = player._search.parameters  # type: ignore[attr-defined]
    assert (parameters.corners_first, parameters.private_last) == (True, False)
    assert not (parameters.proofs or parameters.keep_tree)


def test_it_stops_when_told():
    stop = threading.Event()
    reports: list[Decision] = []

    def report(decision: Decision) -> None:
        reports.append(decision)
        stop.set()

    decision = make_player("rave:threads=2").choose(Position.empty(), Limit(simulations=10**9), report, stop)
    assert decision.point is not None and reports and decision.simulations < 10**9


def test_what_is_raised_ends_all_threads():
    """As Ctrl-C does, which reaches one of them."""
    search = RaveSearch(Size(), PRESETS["strong"], threads=3, seed=1)
    search.set_position(Position.empty())

    def interrupted() -> bool:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        search.run(10**12, interrupted)


def test_a_single_legal_move_is_played_without_a_search():
    position = Position.empty(Size(2, 2))
    while len(position.legal_moves()) != 1:
        position = position.play(position.legal_moves()[0])
    decision = make_player("rave:preset=wa2,playouts=1000000").choose(position, Limit())
    assert decision.point == position.legal_moves()[0] and decision.simulations <= 1

"""The search: what it must find, keep, share, report and stop for."""

import json
from collections.abc import Callable
from pathlib import Path
from threading import Event

import numpy as np
import pytest

from ai.budget import seconds_for
from ai.players import make_player
from ai.players.network import DEFAULT_LOWER_BOUND, DEFAULT_PRIOR_TEMPERATURE, ZeroPlayer
from ai.players.search import SearchPlayer
from ai.search import kernels
from ai.search.forest import EDGE, NO_NODE, NODE, Forest, make_forest, most_nodes
from ai.search.game_search import GameSearch
from ai.search.graph import find_slot, forget_few_visited
from ai.search.kernels import batch_size
from ai.search.pace import REPORT_SECONDS, SOLVER_STEPS_A_SECOND, Beside, MoveTime, Pace
from ai.search.parameters import UCB1, SearchParameters
from ai.search.playout_search import PlayoutSearch
from ai.search.priors import SORTED
from ai.search.ranking import ranking
from ai.search.solving import BOLDNESS, MOST_POINTS, RootSolver, usual_steps
from ai.search.tree_search import MOST_VISITS, TreeSearch
from ai.solver.kernels import LOST, UNSOLVED
from ai.solver.solver import Solver, playable_points
from ai.training.moves import make_games, play
from core.player import Decision, Limit, Proof
from core.position import Position, Size
from tests.ai.fakes import Favourite, Moody, Ranked, SlowMemory, Uniform

TRUTH = Path(__file__).parent.parent / "truth"


def endgames() -> list[tuple[Position, dict]]:
    cases = json.loads((TRUTH / "endgames_9x9.json").read_text("utf-8"))
    return [
        (Position.from_stones(np.array([[".XO".index(c) for c in row] for row in case["board"]])), case)
        for case in cases
    ]


def names(points: list[str]) -> set[int]:
    return {(9 - int(name[1:])) * 9 + "ABCDEFGHJ".index(name[0]) for name in points}


def search_on(position: Position, simulations: int, **parameters) -> GameSearch:
    search = GameSearch(Uniform(), position.size, SearchParameters(**parameters))
    search.set_position(position)
    search.run(simulations)
    return search


def moves_that_end_the_game(position: Position) -> set[int]:
    return {point for point in position.legal_moves() if position.play(point).is_over}


def test_a_move_that_ends_the_game_is_found_at_once():
    """On random small games: with a single simulation the search plays a move that leaves no reply, wherever there is one."""
    random = np.random.default_rng(5)
    found = 0
    for _ in range(60):
        position = Position.empty(Size(4, 5))
        while not position.is_over:
            winning = moves_that_end_the_game(position)
            if winning:
                search = search_on(position, 1)
                assert search.best_point() in winning
                assert search.proof() is Proof.WIN
                found += 1
            position = position.play(int(random.choice(position.legal_moves())))
    assert found > 30


@pytest.mark.parametrize(
    "size,winner", [((2, 2), "B"), ((2, 3), "W"), ((3, 3), "B"), ((2, 5), "B"), ((3, 4), "W")]
)
def test_small_boards_are_proven(size: tuple[int, int], winner: str):
    """Certain results back up to the root: the winners of the empty boards are those of the tables."""
    search = search_on(Position.empty(Size(*size)), 200_000)
    assert search.proof() is (Proof.WIN if winner == "B" else Proof.LOSS)


def test_proofs_agree_with_the_solved_endgames():
    """Whatever the search holds for certain in late positions is what two exact solvers found."""
    proven = 0
    for position, case in endgames():
        search = search_on(position, 3000)
        to_move_wins = case["winner"] == case["to_move"]
        if search.proof() is not None:
            assert search.proof() is (Proof.WIN if to_move_wins else Proof.LOSS)
            proven += 1
        for candidate in search.decision().candidates:
            if candidate.proof is Proof.WIN:
                assert candidate.point in names(case["winning_moves"])
            elif candidate.proof is Proof.LOSS:
                assert candidate.point not in names(case["winning_moves"])
    assert proven > 20


def test_positions_visited_often_are_solved_although_they_have_more_points():
    """What is found agrees with the truth, and a search without that finds less."""
    solved = {300: 0, 0: 0}
    for position, case in endgames():
        if playable_points(position).size < 17:
            continue
        for steps in solved:
            search = search_on(position, 600, solver_points=12, solver_steps=steps)
            forest = search.forest
            for edge in search.edges():
                child = forest.nodes[0, edge["child"]]
                if (
                    edge["child"] != NO_NODE
                    and child["playable"] > 12
                    and child["tries"] > 0
                    and child["proof"]
                ):
                    solved[steps] += 1
                    assert (child["proof"] < 0) == (int(edge["point"]) in names(case["winning_moves"]))
    assert solved[0] == 0
    assert solved[300] > 10


def test_what_is_hardly_solved_with_so_few_moves_is_not_tried():
    position = next(position for position, _ in endgames() if playable_points(position).size == 26)
    asked: list[int] = []
    for steps in (1000, usual_steps(26) - 1, usual_steps(26)):
        assert RootSolver().solve(position, steps, lambda s=steps: asked.append(s) or False) == UNSOLVED
    assert asked == [usual_steps(26)]
    asked.clear()
    for steps in (1000, usual_steps(26) // 5, usual_steps(26) // 3):
        assert (
            RootSolver().solve(position, steps, lambda s=steps: asked.append(s) or False, bold=True)
            == UNSOLVED
        )
    assert asked == [usual_steps(26) // 3]


def test_the_longer_a_move_may_take_the_larger_positions_are_tried(monkeypatch: pytest.MonkeyPatch):
    """31 points are out of reach in a second, not in half a minute."""
    asked: list[int] = []

    def solve(_solver: RootSolver, _position: Position, steps: int, *_others: object, **_more: object) -> int:
        asked.append(steps)
        return UNSOLVED

    monkeypatch.setattr(RootSolver, "solve", solve)
    for seconds in (1.0, 30.0):
        _search, pace = pace_on(Position.empty(), Limit(seconds=seconds))
        monkeypatch.setattr(pace, "go_on", lambda: False)
        pace.search()
    assert asked[0] < usual_steps(31) / BOLDNESS < usual_steps(31) < asked[1]
    assert usual_steps(MOST_POINTS) / BOLDNESS < 30 * SOLVER_STEPS_A_SECOND


def test_visits_add_up_and_none_stays_under_way():
    search = search_on(Position.empty(), 3000, batch_start_visits=16)
    assert consistent(search)
    assert search.visits() == 3000 == 1 + search.edges()["visits"].sum()


def test_batches_are_filled_even_in_a_young_tree_whose_policy_is_sure():
    """Simulations that meet at one leaf are tried again, or the evaluator would run with half of what it can take."""
    evaluator = Ranked()
    search = TreeSearch(evaluator, Size(), SearchParameters(batch_start_visits=0))
    search.set_position(Position.empty())
    search.run(2000)
    assert search.visits() == 2000
    assert np.mean(evaluator.batches[4:]) > 0.9 * search.parameters.largest_batch


def test_an_order_of_moves_is_no_new_position():
    """Transpositions share one node: the same four stones reached in two orders."""
    size = Size(5, 5)
    position = Position.empty(size)
    search = search_on(position, 4000)
    forest = search.forest
    keys = forest.nodes[0, : forest.used[0, 0]]["key"]
    assert len(set(keys.tolist())) == len(keys)
    children = np.concatenate([edges["child"] for edges in moves_of_all(search)])
    linked = children[children != NO_NODE]
    assert len(linked) > len(set(linked.tolist()))


def test_an_edge_catches_up_with_its_position_without_an_evaluation():
    """What other orders of moves have found out about a position counts for this one too."""
    position = Position.empty(Size(5, 5))
    alone = search_on(position, 4000, catch_up=False, solver_steps=0)
    shared = search_on(position, 4000, solver_steps=0)
    for search in (alone, shared):
        assert search.visits() == 4000 == 1 + search.edges()["visits"].sum()
    assert shared.evaluations < 0.95 * alone.evaluations


def test_what_a_player_searches_by_can_be_set():
    for text, catch_up, temperature, bound in (
        ("zero", True, DEFAULT_PRIOR_TEMPERATURE, DEFAULT_LOWER_BOUND),
        ("zero:catch_up=off,prior_temperature=1,lower_bound=0", False, 1.0, 0.0),
    ):
        player = make_player(text)
        assert isinstance(player, ZeroPlayer)
        assert player._parameters.catch_up is catch_up
        assert player._parameters.prior_temperature == temperature
        assert player._parameters.lower_bound == bound


@pytest.mark.parametrize(
    ("visits", "values", "proofs", "width", "best"),
    [
        ((100, 60, 10), (0.1, 0.3, 0.9), (0, 0, 0), 0.0, 0),
        ((100, 60, 10), (0.1, 0.3, 0.9), (0, 0, 0), 1.0, 1),  # the third is not known well enough
        ((100, 16, 10), (0.1, 0.2, 0.9), (0, 0, 0), 1.0, 0),  # nor is the second's value sure
        ((100, 60, 10), (0.1, 0.3, 0.9), (0, 0, 1), 1.0, 2),
        ((100, 60, 10), (0.1, 0.3, 0.9), (0, -1, 0), 1.0, 0),
        ((100, 60, 10), (0.1, 0.3, 0.9), (-1, -1, -1), 1.0, 0),
        ((0, 0, 0), (0.0, 0.0, 0.0), (0, 0, 0), 1.0, 0),
    ],
)
def test_the_move_is_chosen_by_the_lower_bound_of_its_value(visits, values, proofs, width: float, best: int):
    """Among moves that are known well, unless something is proven; without a width by visits."""
    edges = np.zeros(3, EDGE)
    edges["visits"], edges["value"], edges["proof"] = visits, values, proofs
    edges["prior"] = 0.5, 0.3, 0.2
    ranked = ranking(edges, width)
    assert ranked[0] == best and sorted(ranked) == [0, 1, 2]


def test_the_best_move_leads_only_if_it_is_the_one_to_play():
    search = search_on(Position.empty(), 200, lower_bound=1.0)
    edges = search.forest.edges[0, : search.forest.nodes[0, 0]["edge_count"]]
    edges["visits"][:2], edges["visits"][2:] = (100, 60), 0
    edges["value"][:2] = 0.3, 0.1
    assert search.lead() == 40
    edges["value"][:2] = 0.1, 0.3
    assert search.lead() == 0


def test_a_position_that_the_solver_called_lost_is_searched_for_what_resists_longest():
    """Within the tree it was left as soon as it was solved, so what is known of its moves is little."""
    tried = 0
    for position, _ in endgames():
        search = search_on(position, 300, solver_points=6)
        for edge in search.edges():
            after = position.play(int(edge["point"]))
            node = edge["child"]
            if node == NO_NODE or search.forest.nodes[0, node]["proof"] >= 0:
                continue
            first, count = (int(search.forest.nodes[0, node][name]) for name in ("first_edge", "edge_count"))
            edges = search.forest.edges[0, first : first + count]
            if not edges["prior"].any() or (edges["proof"] < 0).all():
                continue  # never evaluated, or lost by what was searched
            search.set_position(after)
            search.run(200)
            assert search.visits() == 200 or (search.edges()["proof"] < 0).all()
            tried += 1
            break
    assert tried >= 3


def lost_endgames() -> list[Position]:
    return [position for position, case in endgames() if not case["winning_moves"]]


def test_of_moves_that_lose_the_one_is_found_that_is_hardest_to_answer():
    """Each reply as likely as the policy has it, here half as likely as the point before it; compared with what all replies lead to."""
    for position in lost_endgames():
        least = {}
        for point in position.legal_moves():
            after = position.play(point)
            shares = {reply: 0.5 ** float(reply) for reply in after.legal_moves()}
            winning = Solver(after, 1).solve(all_moves=True).winning_moves
            least[point] = sum(shares[reply] for reply in winning) / sum(shares.values())
        search = GameSearch(Ranked(), position.size)
        search.set_position(position)
        search.run(20)
        point = search.hardest_to_answer(position, 10**9, lambda: True)
        assert point is not None and least[point] == pytest.approx(min(least.values()), rel=1e-4)


def test_what_is_hardest_to_answer_is_looked_for_only_where_all_is_lost_and_there_is_time():
    lost = lost_endgames()[0]
    won = next(position for position, case in endgames() if case["winning_moves"])
    for position, steps, go_on in ((won, 10**9, True), (lost, 0, True), (lost, 10**9, False)):
        search = GameSearch(Uniform(), position.size)
        search.set_position(position)
        assert search.hardest_to_answer(position, steps, lambda go_on=go_on: go_on) is None
    without_solver = PlayoutSearch(lost.size, SearchParameters(rule=UCB1))
    without_solver.set_position(lost)
    assert without_solver.hardest_to_answer(lost, 10**9, lambda: True) is None


def test_the_tree_is_kept_from_move_to_move():
    position = Position.empty()
    search = search_on(position, 500)
    best = search.best_point()
    assert best is not None
    kept = int(search.edges()["visits"].max())
    search.set_position(position.play(best))
    assert search.visits() >= kept > 1
    assert search.edges()["visits"].sum() == search.visits() - 1


@pytest.mark.parametrize("size", [Size(), Size(13, 13)], ids=str)
@pytest.mark.parametrize("simulations", [1, 400])
def test_playing_a_move_is_setting_the_position_after_it(size: Size, simulations: int):
    """Whether the move was searched, so that a tree is kept, or not."""
    position = Position.empty(size).play(3).play(40)
    played, placed = (
        TreeSearch(Moody(), size, SearchParameters(noise_fraction=0.25), seed=1) for _ in range(2)
    )
    for search in (played, placed):
        search.set_position(position)
        search.run(simulations)
    moves, games = list(position.moves), make_games(1, size.points)
    for _ in range(3):
        point = int(placed.edges()[placed.edges()["visits"].argmax()]["point"])
        position = position.play(point)
        moves.append(point)
        placed.set_position(position)
        games.chosen[0] = point
        play(played.forest, played._roots, played.geometry, 0, games)
        found = played.position(moves)
        assert (found, found.key, found.moves) == (position, position.key, position.moves)
        assert played.visits() == placed.visits()
        assert set(played.edges()["point"].tolist()) == set(position.legal_moves())
        assert games.left[0] == (0 if position.is_over else playable_points(position).size)
        assert played.proof() == placed.proof()
        for search in (played, placed):
            search.run(20)
        assert (played.edges() == placed.edges()).all()
        assert np.array_equal(played.forest.recent, placed.forest.recent)


def test_noise_changes_priors_and_their_order_and_nothing_else():
    """Each move keeps what was found out about it, and the sum of priors stays."""
    search = TreeSearch(Moody(), Size(5, 5), SearchParameters(solver_steps=0), seed=4)
    search.set_position(Position.empty(Size(5, 5)))
    search.run(60)
    before = np.sort(search.edges(), order="point")
    told = {move.point: move.prior for move in search.decision().candidates}
    search.use(SearchParameters(noise_fraction=0.5))
    search.add_noise(np.zeros(1, np.int32))
    after = search.edges()
    assert (np.diff(after["prior"]) <= 0).all()
    assert {move.point: move.prior for move in search.decision().candidates} == told, (
        "what the policy says has no noise"
    )
    assert after["prior"].sum() == pytest.approx(1, abs=1e-5)
    assert search.priors()[after["point"].argsort()] == pytest.approx(before["prior"])
    after.sort(order="point")
    assert np.abs(after["prior"] - before["prior"]).max() > 0.01
    for name in ("value", "visits", "child", "proof"):
        assert np.array_equal(after[name], before[name])


def test_plain_uct_tries_the_moves_of_a_node_in_random_order():
    """Which point of the board comes first is a matter of luck: of nodes where one move was tried, as many tried one in either half."""
    search = PlayoutSearch(Size(), SearchParameters(rule=UCB1), seed=3)
    search.set_position(Position.empty())
    search.run(5000)
    first_tried = []
    for node in search.forest.nodes[0, : search.forest.used[0, 0]]:
        edges = search.forest.edges[0, node["first_edge"] : node["first_edge"] + node["edge_count"]]
        if np.count_nonzero(edges["visits"]) == 1 and edges.size > 70:
            first_tried.append(int(edges["visits"].argmax()) / edges.size)
    assert len(first_tried) > 200 and np.mean(first_tried) == pytest.approx(0.5, abs=0.06)


def test_a_root_without_moves_has_no_noise():
    over = Position.empty(Size(2, 2)).play(0).play(3)
    while not over.is_over:
        over = over.play(over.legal_moves()[0])
    search = TreeSearch(Uniform(), over.size, SearchParameters(noise_fraction=0.5), seed=4)
    search.set_position(over)
    search.run(5)
    assert search.proof() is Proof.LOSS and not search.edges().size


def test_after_two_moves_and_after_an_unknown_one():
    position = Position.empty()
    search = search_on(position, 800)
    line = search.decision().candidates[0].line
    assert len(line) >= 2
    search.set_position(position.play_all(line[:2]))
    assert search.visits() > 0
    search.set_position(Position.empty().play(80).play(0).play(8))
    search.run(10)
    assert search.visits() >= 10


def test_a_growing_tree_loses_nothing():
    small = TreeSearch(Uniform(), Size(), SearchParameters(), nodes=64)
    large = TreeSearch(Uniform(), Size(), SearchParameters(), nodes=4096)
    for search in (small, large):
        search.set_position(Position.empty())
        search.run(900)
    assert small.decision() == large.decision()


def test_no_room_is_made_where_that_takes_longer_than_there_is_time(monkeypatch: pytest.MonkeyPatch):
    """Copying a large tree takes seconds, and a clock doesn't wait; a small one always grows."""
    memory = SlowMemory(monkeypatch)
    search = GameSearch(Uniform(), Size(), SearchParameters(solver_steps=0), nodes=32)
    search.set_position(Position.empty())
    memory.seconds = 10.0

    def grown(simulations: int) -> float:
        """How many times larger the tree is after so many simulations, with 15 seconds left before them."""
        nodes = search.forest.nodes.shape[1]
        search.deadline = memory.perf_counter() + 15
        search.run(simulations)
        return search.forest.nodes.shape[1] / nodes

    assert grown(200) > 2, "a small one"
    with monkeypatch.context() as patch:
        patch.setattr("ai.search.game_search.SLOW_TO_GROW", 1)
        assert grown(20_000) == 1 and search.best_point() is not None, "twice as much would take 20 seconds"
        search.deadline, memory.seconds = None, 0.0
        search.run(100)  # for which one growth is enough
        memory.seconds = 20.0
        assert grown(50_000) == 2, "what took longer may have been a pause of the machine"
        search.deadline = None
        search.run(100)  # for which one growth is enough
        assert grown(50_000) == 1, "twice is none"
    assert grown(3 * search.forest.nodes.shape[1]) > 1, "a small one"


def test_without_memory_for_the_solver_nothing_is_solved(monkeypatch: pytest.MonkeyPatch):
    """And the search goes on, which would find its move."""

    def fails(*_arguments: object):
        raise MemoryError

    monkeypatch.setattr("ai.search.solving.Solver", fails)
    assert RootSolver().solve(Position.empty(Size(4, 4)), 1_000_000, lambda: True) == UNSOLVED


def moves_of_all(search: TreeSearch) -> list[np.ndarray]:
    """The edges of each node of the first tree."""
    nodes = search.forest.nodes[0, : search.forest.used[0, 0]]
    firsts, counts = nodes["first_edge"].tolist(), nodes["edge_count"].tolist()
    return [
        search.forest.edges[0, first : first + count] for first, count in zip(firsts, counts, strict=True)
    ]


def consistent(search: TreeSearch) -> bool:
    """Whether every node of the first tree stands in its table, every edge belongs to one and leads to one or nowhere, none is under way, and each
    that never was forgotten has the visits and the value of its edges."""
    forest = search.forest
    nodes = forest.nodes[0, : forest.used[0, 0]]
    all_moves = moves_of_all(search)
    assert nodes[0]["first_edge"] == 0
    places = [np.arange(node["first_edge"], node["first_edge"] + node["edge_count"]) for node in nodes[1:]]
    assert np.array_equal(
        np.concatenate([np.arange(0), *places]), np.arange(search.size.points, forest.used[0, 1])
    )
    assert not nodes["waiting"].any()
    for number, (node, edges) in enumerate(zip(nodes, all_moves, strict=True)):
        assert forest.table[0, find_slot(node["key"], forest.table[0], forest.nodes[0])] == number
        assert not edges["flight"].any()
        assert ((edges["child"] >= NO_NODE) & (edges["child"] < nodes.size)).all()
        if node["visits"] == 0 or node["proof"] != 0:
            continue
        open_edges = edges[edges["proof"] >= 0]
        visits = open_edges["visits"].sum()
        if node["weight"] == 1 + visits:
            value_sum = (open_edges["visits"] * open_edges["value"].astype(float)).sum()
            assert node["value_sum"] == pytest.approx(value_sum, abs=1e-3)
        else:
            assert node["weight"] > 1 + visits
    return True


def test_a_full_tree_forgets_what_it_came_to_least_and_is_searched_on():
    search = search_on(Position.empty(), 20_000, largest_tree=3000, solver_steps=0)
    assert search.visits() == 20_000 and search.forest.nodes.shape == (1, 3000)
    edges = search.edges()
    assert edges["visits"].sum() == 19_999 and (edges["visits"] > 100).all()
    assert consistent(search)
    search.set_position(Position.empty().play(search.best_point() or 0))
    before = search.visits()
    assert before > 100
    search.run(4000)
    assert search.visits() == before + 4000 and consistent(search)


def known(search: TreeSearch, number: int = 0) -> dict[int, tuple]:
    """What a tree knows of a node and of all that follows, by the keys of their positions."""
    nodes, all_moves = search.forest.nodes[0], moves_of_all(search)
    found: dict[int, tuple] = {}
    left = [number]
    while left:
        node, edges = nodes[left[-1]], all_moves[left.pop()]
        children = [int(child) for child in edges["child"] if child != NO_NODE]
        if int(node["key"]) not in found:
            rest = [name for name in EDGE.names or () if name != "child"]
            next_keys = [int(nodes[child]["key"]) for child in children]
            rest_of_node = [name for name in NODE.names or () if name != "first_edge"]
            found[int(node["key"])] = (node[rest_of_node].tolist(), edges[rest].tolist(), next_keys)
            left += children
    return found


@pytest.mark.parametrize("size", [Size(5, 5), Size(9, 9)])
def test_of_a_tree_all_that_follows_a_move_is_kept_and_nothing_else(size: Size):
    """Positions that other orders of moves led to first among them, until the game is over."""
    position = Position.empty(size)
    search = search_on(position, 2000, solver_steps=0)
    while not position.is_over:
        edges = search.edges()
        edge = edges[edges["visits"].argmax()]
        follows = known(search, int(edge["child"])) if edge["child"] != NO_NODE else None
        position = position.play(int(edge["point"]))
        search.set_position(position)
        assert follows is None or known(search) == follows
        assert len(known(search)) == search.forest.used[0, 0] and (follows is None or consistent(search))
        search.run(300)


def test_what_was_forgotten_is_remembered_by_the_edges_to_it():
    """A position that comes back has the value that it had, beside its evaluation."""
    search = TreeSearch(Uniform(), Size(), SearchParameters(solver_steps=0), nodes=130)
    search.set_position(Position.empty())
    search.run(130)
    before = search.edges()
    assert forget_few_visited(search.forest, 0, 81)
    assert (
        search.edges()[["visits", "value", "prior", "proof"]] == before[["visits", "value", "prior", "proof"]]
    ).all()
    forgotten = search.edges()["child"] == NO_NODE
    assert forgotten.any() and search.visits() == 130 and consistent(search)
    search.evaluator = Favourite(0)
    search.run(200)
    after = search.edges()
    back = forgotten & (after["child"] != NO_NODE)
    assert back.any() and consistent(search)
    children = search.forest.nodes[0, after["child"][back]]
    assert (children["weight"] > before["visits"][back]).all()


def test_of_several_trees_only_those_that_are_full_forget():
    search = TreeSearch(
        Uniform(), Size(), SearchParameters(solver_steps=0, largest_tree=200), trees=2, nodes=200
    )
    for tree in (0, 1):
        search.set_position(Position.empty(), tree)
    search.run(100, (0,))
    search.run(150, (1,))
    kept = search.forest.used[0, 0]
    search.run(400, (1,))
    assert search.visits(0) == 100 and search.forest.used[0, 0] == kept
    assert search.visits(1) == 550 and search.forest.used[1, 0] <= 200


def test_a_root_has_no_more_visits_than_can_be_counted():
    search = search_on(Position.empty(), 10, solver_steps=0)
    for each in (search, PlayoutSearch(Size(), SearchParameters(rule=UCB1))):
        each.set_position(Position.empty())
        each.forest.nodes[0, 0]["visits"] = MOST_VISITS - 5
        each.run(1 << 30)
        assert each.visits() == MOST_VISITS


def test_a_full_tree_of_playouts_is_searched_on():
    search = PlayoutSearch(Size(), SearchParameters(rule=UCB1, largest_tree=3000))
    search.set_position(Position.empty())
    search.run(20_000)
    assert search.visits() == 20_000 and search.forest.nodes.shape == (1, 3000) and consistent(search)


@pytest.mark.parametrize("size", [Size(13, 13), Size(19, 19)])
def test_a_tree_on_a_larger_board_takes_no_more_memory(size: Size):
    def memory(size: Size, nodes: int) -> int:
        forest = make_forest(1, nodes, size.points, 1)
        return forest.nodes.nbytes + forest.edges.nbytes

    usual = memory(Size(), 5000)
    search = TreeSearch(Uniform(), size, SearchParameters(largest_tree=5000), nodes=64)
    search.set_position(Position.empty(size))
    search.run(5000)
    nodes = search.forest.nodes.shape[1]
    assert nodes == most_nodes(5000, size.points) and 0.98 * usual < memory(size, nodes) <= 1.02 * usual
    assert most_nodes(5000, 81) == most_nodes(5000, 25) == 5000


def test_a_search_for_which_there_is_no_more_memory_forgets(monkeypatch: pytest.MonkeyPatch):
    search = TreeSearch(Uniform(), Size(), nodes=64)

    def fails(trees: int, nodes: int) -> Forest:
        asked.add(nodes)
        raise MemoryError

    asked: set[int] = set()
    monkeypatch.setattr(search, "_new_forest", fails)
    search.set_position(Position.empty())
    search.run(5000)
    assert asked == {128} and search.visits() == 5000 and search.forest.nodes.shape == (1, 64)
    position = Position.empty().play(search.best_point() or 0)
    search.set_position(position)
    assert search.visits() > 0 and search.best_point() in position.legal_moves()


def test_batches_grow_with_the_tree():
    parameters = SearchParameters().kernel
    assert [batch_size(parameters, visits) for visits in (0, 400, 512, 2048, 8192, 10**6)] == [
        1,
        1,
        8,
        16,
        32,
        32,
    ]
    evaluator = Uniform()
    search = TreeSearch(evaluator, Size())
    search.set_position(Position.empty())
    search.run(500)
    assert set(evaluator.batches) == {1}
    search.run(500)
    assert max(evaluator.batches) == 8


def test_priors_guide_the_search():
    search = TreeSearch(Favourite(40), Size())
    search.set_position(Position.empty())
    search.run(100)
    assert search.best_point() == 40
    assert search.decision().candidates[0].prior > 0.5


def test_priors_at_a_temperature_are_told_as_the_policy_that_they_come_from():
    plain, flat = (
        TreeSearch(Favourite(40), Size(), SearchParameters(prior_temperature=t)) for t in (1.0, 2.0)
    )
    for search in (plain, flat):
        search.set_position(Position.empty())
        search.run(1)
    sharp, soft = plain.edges()["prior"], flat.edges()["prior"]
    assert (
        soft[0] < sharp[0]
        and plain.edges()["point"][0] == 40
        and soft == pytest.approx(np.sqrt(sharp) / np.sqrt(sharp).sum(), rel=1e-4)
    )
    assert flat.priors() == pytest.approx(plain.priors(), rel=1e-4)
    told = {c.point: c.prior for c in flat.decision().candidates}
    assert [told[point] for point in flat.edges()["point"]] == pytest.approx(
        plain.priors().tolist(), rel=1e-4
    )


def test_moves_beyond_the_first_unvisited_one_need_not_be_looked_at():
    """Below the root the search stops at it and follows the same edge as if it had looked at all of them, also where an edge before others
    has lost its only visit, as it met a leaf that waited."""
    parameters = SearchParameters(batch_start_visits=0, solver_steps=0)
    search = TreeSearch(Moody(), Size(), parameters)
    search.set_position(Position.empty())
    search.run(4000)
    forest, parameters = search.forest, search.parameters.kernel
    stopped, passed = 0, 0
    for node in forest.nodes[0, 1 : int(forest.used[0, 0])]:
        if node["visits"] == 0 or node["proof"] != 0:
            continue
        edges = forest.edges[0, node["first_edge"] : node["first_edge"] + node["edge_count"]]
        priors = edges["prior"]
        assert (np.diff(priors[:SORTED]) <= 0).all()
        assert priors[SORTED:].max(initial=0) <= priors[:SORTED].min()
        found = [kernels.best_edge(node, forest.edges[0], parameters, known) for known in (True, False)]
        assert found[0] == found[1]
        visited = edges["visits"] > 0
        stopped += not visited[:SORTED].all()
        passed += np.diff(visited.astype(int)).max(initial=0) > 0
    assert stopped > 500 and passed > 0


def test_what_waits_for_its_evaluation_has_its_own_moves():
    """Whoever looks at the tree in between finds no moves that other positions left in its memory, and lines that can be played."""
    search = TreeSearch(Uniform(), Size(), SearchParameters(batch_start_visits=0, solver_steps=0))
    looked = []

    def look() -> bool:
        used = int(search.forest.used[0, 0])
        waiting = [node for node in search.forest.nodes[0, :used] if node["visits"] == 0 and node["waiting"]]
        for node in waiting:
            first = int(node["first_edge"])
            edges = search.forest.edges[0, first : first + int(node["edge_count"])]
            assert (edges["child"] == NO_NODE).all() and not edges["visits"].any()
            assert (np.diff(edges["point"]) > 0).all()
        for candidate in search.decision().candidates:
            position.play_all(candidate.line)
        looked.append(len(waiting))
        return True

    for position in (Position.empty(), Position.empty().play(40), Position.empty().play(8).play(3)):
        search.forest.used[:] = 0
        search.set_position(position)  # into the memory of the one before
        search.run(300, go_on=look)
    assert sum(looked) > 100


def test_noise_changes_the_roots_priors_alone_and_keeps_their_sum():
    search = TreeSearch(Uniform(), Size(), SearchParameters(noise_fraction=0.25), trees=3, seed=7)
    for tree in range(3):
        search.set_position(Position.empty(), tree)
    search.run(5, range(3))
    priors = [search.edges(tree)["prior"] for tree in range(3)]
    for prior in priors:
        assert prior.sum() == pytest.approx(1.0, abs=1e-4)
        assert prior.std() > 1e-4 and (np.diff(prior) <= 0).all()
    assert not np.array_equal(priors[0], priors[1])
    child = next(edge["child"] for edge in search.edges(0) if edge["child"] != NO_NODE)
    node = search.forest.nodes[0, child]
    first = int(node["first_edge"])
    assert np.ptp(search.forest.edges[0, first : first + int(node["edge_count"])]["prior"]) < 1e-6


def test_many_trees_search_as_each_would_alone():
    positions = [Position.empty(), Position.empty().play(40), Position.empty().play(0).play(1)]
    together = TreeSearch(Uniform(), Size(), trees=3, nodes=512)
    for tree, position in enumerate(positions):
        together.set_position(position, tree)
    together.run(60, range(3))
    for tree, position in enumerate(positions):
        assert together.decision(tree).candidates == search_on(position, 60).decision().candidates


def test_the_principal_variation_can_be_played():
    search = search_on(Position.empty(), 2000)
    for candidate in search.decision(most=5).candidates:
        assert candidate.line[0] == candidate.point
        Position.empty().play_all(candidate.line)


def test_uct_prefers_what_wins_its_playouts():
    """Plain UCT wins nearly every game against random moves on a small board."""
    random = np.random.default_rng(3)
    wins = 0
    for game in range(10):
        position = Position.empty(Size(5, 5))
        search = PlayoutSearch(Size(5, 5), SearchParameters(rule=UCB1, exploration=1.0), seed=game)
        while not position.is_over:
            if position.ply % 2 == game % 2:
                search.set_position(position)
                search.run(300)
                point = search.best_point()
                assert point is not None
            else:
                point = int(random.choice(position.legal_moves()))
            position = position.play(point)
        wins += position.ply % 2 != game % 2
    assert wins >= 8


# --- when to stop ----------------------------------------------------------------------------------------------------


def pace_on(position: Position, limit: Limit, **options) -> tuple[GameSearch, Pace]:
    search = GameSearch(Favourite(40), position.size)
    search.set_position(position)
    return search, Pace(search, position, limit, **options)


def test_it_stops_when_the_best_move_cannot_change():
    _search, pace = pace_on(Position.empty(), Limit(simulations=2000))
    pace.search()
    decision = pace.decision()
    assert decision.point == 40
    assert 1000 <= decision.simulations < 2000


class Clockwork:
    """A search that makes ``speed`` simulations a second of a clock that only it turns."""

    size = Position.empty().size
    threads = 1

    def __init__(self, lead: float, solving_seconds: float = 0.0):
        self.now = 0.0
        self.speed = 1000.0
        self._lead = lead
        self._solving_seconds = solving_seconds
        self._visits = 0.0

    deadline: float | None = None

    def warm_up(self) -> None:
        pass

    def forget(self) -> None:
        self._visits = 0.0

    def set_position(self, position: Position) -> None:
        pass

    def solve(self, position: Position, steps: int, go_on: Callable[[], bool], bold: bool = False) -> int:
        self.now += self._solving_seconds
        return UNSOLVED

    def note_solution(self, solution: int) -> Proof | None:
        assert solution == UNSOLVED
        return None

    def run(
        self, simulations: int, *, go_on: Callable[[], bool] | None = None, beside: Beside | None = None
    ) -> None:
        while self._visits < simulations and (go_on is None or go_on()):
            self.now += 0.01
            self._visits += 0.01 * self.speed

    def hardest_to_answer(self, position: Position, steps: int, go_on: Callable[[], bool]) -> int | None:
        return None

    def visits(self) -> int:
        return int(self._visits)

    def lead(self) -> float:
        return self._lead

    def decision(self) -> Decision:
        return Decision(40)

    def choose_by(self, limit: Limit, monkeypatch: pytest.MonkeyPatch) -> Decision:
        monkeypatch.setattr("ai.search.pace.time.perf_counter", lambda: self.now)
        position = Position.empty()
        pace = Pace(self, position, limit)
        pace.search()
        return pace.decision()


class TwoThreads(Clockwork):
    """Makes so many batches until its second thread has found ``solution``."""

    threads = 2

    def __init__(self, solution: int, batches: int, lead: float = 1e6):
        super().__init__(lead=lead)
        self._solution = solution
        self._batches = batches
        self.noted: list[int] = []
        self.did_beside = False

    def solve(self, position: Position, steps: int, go_on: Callable[[], bool], bold: bool = False) -> int:
        assert go_on()
        return self._solution

    def note_solution(self, solution: int) -> Proof:
        self.noted.append(solution)
        return Proof.LOSS if solution == LOST else Proof.WIN

    def run(
        self, simulations: int, *, go_on: Callable[[], bool] | None = None, beside: Beside | None = None
    ) -> None:
        assert go_on is not None
        if beside is not None:
            for _ in range(self._batches):
                self.now += 0.01
                self._visits += 0.01 * self.speed
                assert go_on()  # however far the best move leads
            beside(lambda: True)
            self.did_beside = True
        super().run(simulations, go_on=go_on)


def test_a_win_found_by_one_thread_ends_the_search_of_the_others(monkeypatch):
    search = TwoThreads(solution=7, batches=20)
    assert search.choose_by(Limit(seconds=1.0), monkeypatch).simulations == 200
    assert search.noted == [7]


def test_a_loss_found_by_one_thread_is_said_of_what_the_others_choose(monkeypatch):
    search = TwoThreads(solution=LOST, batches=20)
    decision = search.choose_by(Limit(seconds=1.0), monkeypatch)
    assert decision.proof is Proof.LOSS and decision.point == 40
    assert search.noted == [LOST]


def test_a_loss_leaves_half_of_the_time_to_find_what_is_hard_to_answer(monkeypatch):
    class Resisting(TwoThreads):
        def hardest_to_answer(self, position: Position, steps: int, go_on: Callable[[], bool]) -> int | None:
            assert steps > 0 and go_on()
            self.now += 0.5
            assert not go_on()
            return 41

    search = Resisting(solution=LOST, batches=20)
    decision = search.choose_by(Limit(seconds=1.0), monkeypatch)
    assert decision.proof is Proof.LOSS and decision.point == 41
    assert decision.simulations == pytest.approx(500, abs=20)


def test_the_time_of_a_move_ends_with_its_seconds_or_the_wish_to_stop(monkeypatch: pytest.MonkeyPatch):
    now, stop = 100.5, Event()
    reports: list[Decision] = []
    monkeypatch.setattr("ai.search.pace.time.perf_counter", lambda: now)
    move = MoveTime(Position.empty(), Limit(seconds=2.0), reports.append, stop, started=100.0)
    unbounded = MoveTime(Position.empty(), Limit(simulations=9))
    assert (move.elapsed, unbounded.elapsed) == (0.5, 0.0)
    assert move.is_left() and move.is_left(0.5) and not move.is_left(0.25)
    for later in (0.0, REPORT_SECONDS / 2, 2 * REPORT_SECONDS):
        now = 100.5 + later
        move.report(lambda: Decision(len(reports)))
    assert [decision.point for decision in reports] == [0, 1], "at most so often"
    now = 102.0
    assert not move.is_left() and unbounded.is_left()
    now = 101.0
    stop.set()
    assert not move.is_left()


A_SECOND_TO_SAVE = Limit(remaining_seconds=21.1 / 0.9)
"""So much time for a game that a move on the empty board of 9x9, with 81 legal moves to share it out over, gets about a second."""


def test_what_is_not_solved_is_searched_on_until_the_best_move_is_clear(monkeypatch):
    search = TwoThreads(solution=UNSOLVED, batches=20)
    decision = search.choose_by(A_SECOND_TO_SAVE, monkeypatch)
    assert decision.proof is None and 200 <= decision.simulations < 250


def test_time_that_cannot_be_saved_is_used(monkeypatch):
    """And no more, however far the best move leads: the tree is kept for the next move."""
    for limit in (Limit(seconds=1.0), Limit(seconds=1.0, remaining_seconds=1000.0)):
        assert 990 <= Clockwork(lead=1e6).choose_by(limit, monkeypatch).simulations <= 1010


def test_going_on_to_the_position_is_part_of_the_time_for_its_move(monkeypatch):
    """As it is for the referee's clock."""

    class Slow(Clockwork):
        def set_position(self, position: Position) -> None:
            self.now += 0.4

    class Player(SearchPlayer):
        def _new_search(self, size: Size) -> Slow:
            return search

    search = Slow(lead=1e6)
    monkeypatch.setattr("ai.search.pace.time.perf_counter", lambda: search.now)
    decision = Player("slow", Limit()).choose(Position.empty(), Limit(seconds=1.0))
    assert decision.seconds == pytest.approx(1.0, abs=0.02)
    assert decision.simulations == pytest.approx(600, abs=20)


def test_even_so_it_ends_when_the_choice_is_certain(monkeypatch):
    decision = Clockwork(lead=float("inf")).choose_by(Limit(seconds=1.0), monkeypatch)
    assert decision.simulations <= 20


def test_a_number_of_simulations_is_searched_after_solving(monkeypatch):
    """However little time they take, so much is tried to solve the position."""
    search = TwoThreads(solution=LOST, batches=20, lead=0.0)
    decision = search.choose_by(Limit(simulations=1000, seconds=100.0), monkeypatch)
    assert search.noted == [LOST] and not search.did_beside
    assert decision.simulations == 1000


def test_time_spent_on_solving_does_not_pass_for_a_slow_search(monkeypatch):
    decision = Clockwork(lead=400.0, solving_seconds=0.5).choose_by(A_SECOND_TO_SAVE, monkeypatch)
    assert 50 <= decision.simulations <= 150  # a lead of 400 holds once less than 0.4 s are left


def test_a_search_that_gets_faster_is_not_ended_by_how_it_began(monkeypatch):
    class Faster(Clockwork):
        def visits(self) -> int:
            self.speed = 1000.0 if self.now < 0.3 else 10_000.0
            return super().visits()

    decision = Faster(lead=690.0).choose_by(A_SECOND_TO_SAVE, monkeypatch)
    assert decision.simulations > 5000


def test_it_stops_at_once_when_asked():
    stop = Event()
    stop.set()
    _search, pace = pace_on(Position.empty(), Limit(simulations=100_000), stop=stop)
    pace.search()
    assert pace.decision().simulations <= 2
    assert pace.decision().point is not None


def test_it_reports_while_it_runs():
    reports: list[Decision] = []
    stop = Event()

    def report(decision: Decision) -> None:
        reports.append(decision)
        if len(reports) == 2:
            stop.set()

    position = Position.empty()
    search = GameSearch(Uniform(), position.size)
    search.set_position(position)
    pace = Pace(search, position, Limit(simulations=10**7), report, stop)
    pace.search()
    assert len(reports) == 2
    assert reports[0].visits < reports[1].visits
    assert reports[1].candidates[0].line


def test_a_forced_move_is_played_without_search():
    for position, _ in endgames():
        while not position.is_over:
            if len(position.legal_moves()) == 1:
                search, pace = pace_on(position, Limit(seconds=100.0))
                pace.search()
                assert search.best_point() == position.legal_moves()[0]
                assert search.visits() <= 2
                return
            position = position.play(position.legal_moves()[0])
    pytest.fail("no position with one legal move")


def test_time_is_shared_out_over_the_game():
    position = Position.empty()
    assert seconds_for(position, Limit(simulations=5)) is None
    assert seconds_for(position, Limit(seconds=2.0)) == 2.0
    whole_game = seconds_for(position, Limit(remaining_seconds=900.0))
    assert whole_game is not None and 15 < whole_game < 60
    left, shares = 900.0, []
    while not position.is_over:  # White's share of a game at random, as long as its searches take
        moves = position.legal_moves()
        if len(position.moves) % 2 == 1 and len(moves) > 30:
            shares.append(seconds_for(position, Limit(remaining_seconds=left)) or 0.0)
            left -= shares[-1]
        position = position.play(moves[len(position.moves) * 7 % len(moves)])
    assert left < 0.25 * 900, "the rest of a game is soon solved"
    assert min(shares) > max(shares) / 4, "no move is starved"
    position = Position.empty()
    assert seconds_for(position, Limit(seconds=1.0, remaining_seconds=900.0)) == 1.0
    last = seconds_for(position, Limit(remaining_seconds=0.2))
    assert last == 0.0

"""The methods of learning that a run can switch on, each by what it promises."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from ai.search.forest import EDGE
from ai.search.gumbel import GumbelSearch
from ai.search.kernels import puct_scale
from ai.search.parameters import SearchParameters
from ai.search.tree_search import TreeSearch
from ai.solver.solver import Solver, playable_points
from ai.training.config import ConfigError, RunConfig
from ai.training.lessons import lesson, policy_target, pruned_visits, surprise
from ai.training.moves import GamePlan, game_in, make_games, move_on
from ai.training.presets import PRESETS
from ai.training.replay import Replay, grown_window
from ai.training.self_play import MOST_SOLVED_POINTS, SelfPlay, search_parameters
from core.packed import pack
from core.position import Position, Size
from tests.ai.fakes import Favourite, Moody, Uniform
from tests.ai.training.test_samples_and_replay import samples

SMALL = {"network": "b1c4", "board": "4x4", "parallel_games": 8, "simulations": 12}


def play(games: int, evaluator: Uniform | None = None, **settings):
    player = SelfPlay(evaluator or Uniform(), RunConfig(**{**SMALL, **settings}), seed=3)
    finished = []
    while len(finished) < games:
        finished += player.step()
    return finished


@pytest.mark.parametrize(
    "settings",
    [
        {"considered_moves": 4},
        {"cheap_simulations": 4},
        {"forced_playouts": 2.0},
        {"opening_moves": 6},
        {"solved_points": 4},
        {"considered_moves": 4, "cheap_simulations": 4, "opening_moves": 6},
    ],
    ids=str,
)
def test_whole_games_are_played_and_policies_are_policies(settings: dict):
    for game in play(16, **settings):
        assert game.game.position.is_over
        made = game.samples
        assert np.allclose(made.policy.astype(np.float32).sum(axis=1), 1, atol=0.01)
        assert ((made.policy > 0) <= (made.legal & 1)).all()
        assert np.isfinite(made.surprise).all() and (made.surprise >= 0).all()


def test_no_game_waits_for_the_others():
    """Searches need differing numbers of simulations, since they keep some of earlier moves; batches are full all the same."""
    evaluator = Uniform()
    player = SelfPlay(evaluator, RunConfig(**{**SMALL, "board": "9x9"}), seed=3)
    for _ in range(6):
        player.step()
    assert np.mean(evaluator.batches) > 0.97 * SMALL["parallel_games"]


@pytest.mark.parametrize(
    "settings", [{}, {"considered_moves": 4}, {"cheap_simulations": 4, "solved_points": 4}], ids=str
)
def test_games_go_on_where_they_were_stopped_and_with_another_network(settings: dict):
    """A stop comes at any batch, in the midst of searches; nothing is lost or played twice."""
    player = SelfPlay(Uniform(), RunConfig(**{**SMALL, **settings}), seed=3)
    random = np.random.default_rng(1)
    finished = []
    while len(finished) < 20:
        more_batches = iter(range(int(random.integers(4))))
        finished += player.step(partial(_has_next, more_batches))
        player.use(Moody() if random.random() < 0.5 else Uniform(), SMALL["simulations"])
    in_open_games = sum(len(game.plies) for game in player.open_games())
    assert player.positions == sum(len(game.samples) for game in finished) + in_open_games
    for game in finished:
        line = [node.position for node in game.game.main_line()]
        assert line[-1].is_over
        taught = {position.stones.tobytes() for position in line}
        for cells, side in zip(game.samples.cells, game.samples.side, strict=True):
            stones = np.where(cells == 0, 0, np.where((cells == 1) == (side == 0), 1, 2))
            assert stones.astype(np.uint8).tobytes() in taught


def _has_next(numbers: Iterator[int]) -> bool:
    return next(numbers, None) is not None


def test_games_whose_trees_can_t_grow_go_on(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("ai.training.self_play.NODES_PER_VISIT", 1)
    player = SelfPlay(Uniform(), RunConfig(**SMALL), seed=3)
    player._full = replace(player._full, largest_tree=SMALL["simulations"] + 2)
    finished = []
    while len(finished) < 20:
        finished += player.step()
    assert all(game.game.position.is_over for game in finished)


@pytest.mark.parametrize("settings", [{"solved_points": 4}, {"cheap_simulations": 4}], ids=str)
def test_positions_made_are_those_of_finished_games_and_of_open_ones(settings: dict):
    player = SelfPlay(Uniform(), RunConfig(**{**SMALL, **settings}), seed=3)
    finished = [game for _ in range(8) for game in player.step()]
    in_open_games = sum(len(game.plies) for game in player.open_games())
    assert finished and in_open_games
    assert player.positions == sum(len(game.samples) for game in finished) + in_open_games


# --- playout caps ----------------------------------------------------------------------------------------------------


def test_the_share_of_moves_searched_in_full_is_recorded():
    """A quarter of the moves of whole games is learned from."""
    games = play(150, cheap_simulations=4, full_share=0.25)[8:]
    moves = sum(len(game.game.position.moves) for game in games)
    recorded = sum(len(game.samples) for game in games)
    assert recorded / moves == pytest.approx(0.25, abs=0.06)  # games without a recorded move are left out


def test_cheap_moves_cost_their_few_simulations():
    """The evaluator is asked for about as many positions as the two kinds of searches allow."""
    costs = {}
    for name, settings in {"full": {}, "capped": {"cheap_simulations": 3, "full_share": 0.25}}.items():
        evaluator = Uniform()
        games = play(60, evaluator, board="5x5", simulations=24, **settings)
        costs[name] = sum(evaluator.batches) / sum(len(game.game.position.moves) for game in games)
    assert costs["capped"] < 0.6 * costs["full"]


def test_simulations_grow_in_proportion_to_the_positions_made():
    growing = RunConfig(simulations=32, simulations_grow_from=1_000_000)
    assert [growing.simulations_at(count) for count in (0, 1_000_000, 1_500_000, 4_000_000)] == [
        32,
        32,
        48,
        128,
    ]
    assert RunConfig(simulations=32).simulations_at(10**12) == 32, "where they don't grow"


@pytest.mark.parametrize("settings", [{}, {"considered_moves": 4}], ids=str)
def test_games_go_on_with_more_simulations(settings: dict):
    evaluator = Uniform()
    player = SelfPlay(evaluator, RunConfig(**{**SMALL, "board": "6x6", **settings}), seed=3)

    def asked_for_a_position() -> float:
        asked, made = player.evaluations, player.positions
        for _ in range(20):
            player.step()
        return (player.evaluations - asked) / (player.positions - made)

    few = asked_for_a_position()
    player.use(evaluator, 4 * SMALL["simulations"])
    assert asked_for_a_position() > 3 * few


def test_moves_searched_in_full_have_their_noise_whatever_the_others_are_searched_by():
    """Both kinds of searches go on side by side, by parameters of their own: noise is for those in full alone."""
    player = SelfPlay(
        Uniform(),
        RunConfig(
            **{**SMALL, "board": "5x5", "cheap_simulations": 4, "full_share": 0.5, "noise_fraction": 0.5}
        ),
        seed=3,
    )
    noisy = {True: [], False: []}
    for _ in range(30):
        player.step()
        for tree in player._trees.tolist():
            edges = player._search.edges(tree)
            if player._search.visits(tree) > 1 and edges.size > 1 and player._search.proof(tree) is None:
                noisy[bool(player._games.in_full[tree])].append(np.ptp(edges["prior"]) > 0.01)
    assert len(noisy[True]) > 20 and all(noisy[True])
    assert len(noisy[False]) > 20 and not any(noisy[False])


def test_the_length_of_a_game_is_known_though_not_every_move_is_recorded(tmp_path: Path):
    games = play(12, cheap_simulations=4)
    replay = Replay(tmp_path, 1000, 16)
    for game in games:
        replay.add(1, game.samples)
    black = sum(game.game.result.winner.name == "BLACK" for game in games)
    assert replay.results_of(1) == (black, sum(len(game.game.position.moves) for game in games))


# --- forced playouts -------------------------------------------------------------------------------------------------


def test_every_move_tried_gets_its_forced_playouts():
    parameters = SearchParameters(forced_playouts=2.0, noise_fraction=0.5, solver_steps=0)
    search = TreeSearch(Favourite(12), Size(5, 5), parameters, seed=1)
    search.set_position(Position.empty(Size(5, 5)))
    search.run(400)
    edges = search.edges()
    tried = edges["visits"] > 0
    forced = np.floor(np.sqrt(2.0 * edges["prior"] * (search.visits() - 1)))
    assert tried.sum() > 1
    assert (edges["visits"][tried] >= forced[tried]).all()


def test_pruned_targets_keep_the_best_move_and_drop_what_was_only_forced():
    parameters = SearchParameters(forced_playouts=2.0)
    edges = np.zeros(4, EDGE)
    edges["visits"], edges["prior"], edges["value"] = (
        [80, 12, 6, 1],
        [0.6, 0.2, 0.1, 0.1],
        [0.3, 0.25, -0.9, -0.5],
    )
    pruned = pruned_visits(edges, 100, parameters.kernel)
    assert pruned[0] == 80
    assert pruned[2] == 2 and pruned[3] == 0  # sqrt(2 x 0.1 x 100) = 4.5: four visits of six were forced
    assert (pruned <= edges["visits"]).all()
    scale = float(puct_scale(100.0, parameters.kernel))
    scores = edges["value"] + scale * edges["prior"] / (1 + pruned)
    taken = pruned < edges["visits"]
    assert (scores[taken & (pruned > 0)] <= edges["value"][0] + scale * 0.6 / 81).all()


@pytest.mark.parametrize("seed", range(5))
def test_pruning_never_changes_which_move_is_best(seed: int):
    random = np.random.default_rng(seed)
    edges = np.zeros(30, EDGE)
    edges["visits"] = random.integers(0, 20, 30)
    edges["prior"] = random.dirichlet(np.ones(30))
    edges["value"] = random.uniform(-1, 1, 30)
    pruned = pruned_visits(edges, int(edges["visits"].sum()), SearchParameters(forced_playouts=2.0).kernel)
    best = edges["visits"].argmax()
    assert pruned.argmax() == best and pruned[best] == edges["visits"][best]
    assert (pruned >= 0).all() and (pruned <= edges["visits"]).all()


@pytest.mark.parametrize("forced", [0.0, 2.0])
@pytest.mark.parametrize("noise", [0.0, 0.5])
def test_the_lesson_of_a_search_is_made_of_its_parts(forced: float, noise: float):
    parameters = SearchParameters(forced_playouts=forced, noise_fraction=noise, solver_steps=0)
    search = TreeSearch(Favourite(12), Size(5, 5), parameters, seed=1)
    search.set_position(Position.empty(Size(5, 5)))
    search.run(100)
    edges = search.edges()
    kernel = parameters.kernel
    visits = pruned_visits(edges, search.visits(), kernel) if forced else edges["visits"].astype(np.float64)
    wanted = policy_target(edges, 25, visits)
    nodes, priors = search.forest.nodes[0], search.priors()
    policy, value, surprised, point = lesson(nodes, edges, priors, 25, kernel, 0.0, 0.5)
    assert (policy == wanted).all() and point == wanted.argmax()
    assert value == search.root_value() == pytest.approx(-(edges["visits"] @ -edges["value"]) / 100, abs=0.02)
    assert surprised == pytest.approx(surprise(wanted[edges["point"]], search.priors()), rel=1e-5)


def test_what_has_searched_a_move_makes_it_and_the_next_search_begins():
    """Of three trees one has searched a move, one has only been evaluated, and one has not even begun."""
    size, parameters = Size(5, 5), SearchParameters(solver_steps=0)
    search = GumbelSearch(Moody(), size, parameters, trees=3, nodes=200, seed=1)
    for tree in range(3):
        search.set_position(Position.empty(size), tree)
    search.run(60, (0,))
    search.run(1, (1,))
    games, random = make_games(3, size.points), np.random.default_rng(1)
    games.thinking[0] = games.in_full[0] = True
    before = search.edges(0)
    plan = GamePlan(
        parameters.kernel,
        parameters.kernel,
        1.0,
        90,
        0,
        noise_fraction=0.5,
        noise_total=10.0,
        solved_points=25,
    )
    made, lessons, ending = move_on(
        search.stored, np.arange(3, dtype=np.int32), pack(plan), pack((games, np.zeros(25), random))
    )
    best = int(before["point"][before["visits"].argmax()])
    assert (made, lessons, ending.tolist()) == (1, 1, [0]), "25 points are few enough here"
    assert game_in(games, 0).moves == [best] and game_in(games, 0).policies[0].argmax() == best
    assert games.taught.tolist() == games.lengths.tolist() == [1, 0, 0]
    assert search.position([best], 0) == Position.empty(size).play(best)
    assert games.thinking.tolist() == [True, True, False], "a root is evaluated before it has noise"
    for tree in (0, 1):
        edges, plain = search.edges(tree), search.priors(tree)
        assert edges["prior"].sum() == pytest.approx(1, abs=1e-5) and plain.sum() == pytest.approx(
            1, abs=1e-5
        )
        assert np.abs(edges["prior"] - plain).max() > 0.01
    for _ in range(100):
        search.run_batch(np.arange(3, dtype=np.int32))
    assert [search.visits(tree) for tree in range(3)] == [90, 90, 1]
    assert search.edges(2)["prior"] == pytest.approx(search.priors(2)), "it has no noise yet"


# --- the window ------------------------------------------------------------------------------------------------------


def test_the_window_grows_by_its_formula():
    """Wu 2019, appendix C: with c = 250,000 the window is c at c and about 22 million at 241 million, the end of that run."""
    assert grown_window(100_000, 250_000, 10**9) == 250_000
    assert grown_window(250_000, 250_000, 10**9) == 250_000
    assert grown_window(241_000_000, 250_000, 10**9) == pytest.approx(23.3e6, rel=0.02)
    assert grown_window(241_000_000, 250_000, 10**6) == 10**6
    assert grown_window(5, 0, 300) == 300
    sizes = [grown_window(n, 1000, 10**9) for n in range(0, 50_000, 500)]
    assert (np.diff(sizes) >= 0).all()
    assert all(size <= max(n, 1000) for n, size in zip(range(0, 50_000, 500), sizes, strict=True))


def test_a_grown_window_takes_more_of_the_same_replay(tmp_path: Path):
    replay = Replay(tmp_path, 30, 20)
    for generation in range(1, 5):
        for seed in range(2):
            replay.add(generation, samples(10 * generation + seed))
    assert len(replay.all()) == 30
    replay.window = 45
    assert len(replay.all()) == 45


# --- surprise --------------------------------------------------------------------------------------------------------


def test_surprise_is_the_divergence_from_the_networks_policy():
    prior = np.array([0.5, 0.25, 0.25])
    assert surprise(prior, prior) == pytest.approx(0)
    assert surprise(np.array([0.0, 1.0, 0.0]), prior) == pytest.approx(np.log(4))


def test_what_was_proven_before_the_network_was_asked_surprises_nobody():
    """To a network that finds all moves alike no move of 25 is a greater surprise than the logarithm of that."""
    assert surprise(np.array([0.0, 1.0, 0.0]), np.zeros(3)) == 0
    player = SelfPlay(Uniform(), RunConfig(**{**SMALL, "board": "5x5", "solved_points": 0}), seed=3)
    surprises = set()
    for _ in range(400):
        player.step()
        surprises |= {s for game in player.open_games() for s in game.surprises}
    assert len(surprises) > 50 and max(surprises) < np.log(25)


def test_surprises_are_relative_to_their_game():
    assert samples().surprise.astype(np.float64).mean() == pytest.approx(1, abs=0.01)


def test_the_prior_that_surprise_is_measured_from_has_no_noise():
    search = TreeSearch(Favourite(3), Size(4, 4), SearchParameters(noise_fraction=0.5), seed=2)
    search.set_position(Position.empty(Size(4, 4)))
    search.run(4)
    plain = np.exp(np.where(search.edges()["point"] == 3, 5.0, 0.0))
    assert search.priors() == pytest.approx(plain / plain.sum(), abs=1e-5)
    assert search.edges()["prior"] != pytest.approx(search.priors(), abs=1e-2)


# --- openings --------------------------------------------------------------------------------------------------------


class Lopsided(Uniform):
    """Finds every position won, except with the side to move's stone on the first point: that is even."""

    def evaluate(self, positions, count: int):
        logits, values = super().evaluate(positions, count)
        values[:] = np.where(positions.cells[:, 0] == 1, 0.0, 0.9)
        return logits, values


def test_openings_are_even_where_they_can_be():
    player = SelfPlay(Lopsided(), RunConfig(**{**SMALL, "opening_moves": 8}), seed=1)
    openings = [player._balanced_opening() for _ in range(200)]
    longer = [opening for opening in openings if len(opening.moves) >= 4]
    even = sum(opening.stones.reshape(-1)[0] == opening.to_move for opening in longer)
    assert even > 0.5 * len(longer)  # one opening in eight would be without a choice
    assert {len(opening.moves) for opening in openings} == set(range(9))


# --- recorded openings -----------------------------------------------------------------------------------------------


def test_games_begin_within_recorded_games():
    recorded = [(0, 1, 2, 3), (15, 14, 13, 12, 11, 10)]
    config = RunConfig(**{**SMALL, "recorded_openings": 0.5})
    player = SelfPlay(Uniform(), config, seed=1, recorded=recorded)
    begun = [player._opening().moves for _ in range(400)]
    assert set(begun) == {(), (0,), (0, 1), (15,), (15, 14), (15, 14, 13)}
    share = sum(moves != () for moves in begun) / len(begun)
    # some of the games that begin within recorded ones begin with their first position
    assert 0.25 < share < 0.5


def test_nothing_is_learned_from_what_others_played():
    recorded = [tuple(range(8))]
    config = RunConfig(**{**SMALL, "recorded_openings": 1.0})
    player = SelfPlay(Uniform(), config, seed=1, recorded=recorded)
    player.step()
    first = list(player._begun)
    while any(game is at_first for game, at_first in zip(player._begun, first, strict=True)):
        player.step()  # the first games begin at random
    finished = [game for _ in range(40) for game in player.step()]
    taken_over = [len(game.moves) - len(game.samples) for game in finished]
    assert max(taken_over) == 5
    for game, length in zip(finished, taken_over, strict=True):
        assert game.moves[:length] == recorded[0][:length]


# --- games that the solver decides -----------------------------------------------------------------------------------


def test_games_of_few_points_end_as_is_proven():
    for game in play(30, board="6x6", solved_points=8):
        samples, line = game.samples, [node.position for node in game.game.main_line()]
        assert line[-1].is_over
        first = len(line) - 1 - len(samples)  # where the first search was, after random moves
        few = next(i for i, position in enumerate(line) if i > first and playable_points(position).size <= 8)
        position = line[few]
        winner = Solver(position, 1).solve().winner
        assert game.game.result is not None and game.game.result.winner is winner
        after = slice(few - first, None)
        assert (samples.policy[after].max(1) == 1).all()  # what is played is what is learned
        assert (samples.search_value[after] == samples.result[after]).all()
        assert (samples.surprise[after] == 0).all()


def test_without_the_solver_games_are_searched_to_their_end():
    searched = 0
    for game in play(10, board="6x6"):
        line = [node.position for node in game.game.main_line()][-1 - len(game.samples) : -1]
        few = np.array([playable_points(position).size <= 8 for position in line])
        searched += np.count_nonzero(game.samples.policy[few].max(1) < 1)
    assert searched > 0, "where the solver would have left one move"


def test_of_a_small_board_the_solver_takes_a_quarter():
    player = SelfPlay(Uniform(), RunConfig(**{**SMALL, "board": "4x4", "solved_points": 20}), seed=1)
    assert player._solved_points == 4
    player = SelfPlay(Uniform(), RunConfig(**{**SMALL, "board": "13x13", "solved_points": 42}), seed=1)
    assert player._solved_points == MOST_SOLVED_POINTS, "with more the solver is not asked"


# --- settings --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "settings,named",
    [
        ({"considered_moves": 16, "forced_playouts": 2.0}, "exclude each other"),
        ({"opening_moves": 41}, "opening_moves"),
        ({"full_share": 1.5}, "full_share"),
        ({"recorded_openings": 1.5}, "recorded_openings"),
        ({"surprise_weight": -0.1}, "surprise_weight"),
        ({"window_start": -1}, "window_start"),
        ({"solved_points": -1}, "solved_points"),
    ],
)
def test_settings_that_make_no_sense_together(settings: dict, named: str):
    with pytest.raises(ConfigError, match=named):
        RunConfig(**settings)


def test_a_search_as_in_the_papers_neither_solves_nor_catches_up():
    ours = search_parameters(RunConfig(), 8)
    plain = search_parameters(RunConfig(plain_search=True, exploration=2.5), 8)
    assert ours.solver_steps > 0 and ours.catch_up and ours.exploration == 1.25
    assert plain.solver_steps == 0 and not plain.catch_up and plain.exploration == 2.5
    assert (ours.first_play_reduction, plain.first_play_reduction) == (0.2, 0.0), "at the gate"
    for config in (RunConfig(board="4x4"), RunConfig(board="4x4", plain_search=True)):
        play = SelfPlay(Uniform(), replace(config, parallel_games=1, simulations=16), seed=1)
        assert play._full.catch_up is not config.plain_search and play._full.first_play_reduction == 0
        while not play.step():
            assert play.positions < 100, "a game on 4x4 ends"


@pytest.mark.parametrize(
    ("name", "settings"),
    [
        ("paper", {"network": "paper", "simulations": 1600, "gate_win_rate": 0.55, "temperature_moves": 30}),
        ("alphago-zero", {"network": "agz6x64", "simulations": 1600, "gate_games": 400, "symmetries": True}),
        ("alphazero", {"network": "agz6x64", "simulations": 800, "gate_games": 0, "symmetries": False}),
    ],
)
def test_recipes_of_the_seeds_have_their_numbers_and_none_of_our_methods(
    name: str, settings: dict[str, object]
):
    recipe = PRESETS[name]
    assert {key: getattr(recipe, key) for key in settings} == settings
    assert recipe.plain_search and recipe.noise_fraction == 0.25
    assert (recipe.value_mix, recipe.averaging) == (0, 0)
    for method in (
        "considered_moves",
        "cheap_simulations",
        "forced_playouts",
        "opening_moves",
        "solved_points",
        "surprise_weight",
        "window_start",
        "muon_rate",
    ):
        assert getattr(recipe, method) == 0, method

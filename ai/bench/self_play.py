"""Searches and self-play with a network, against its bare evaluator: what all that isn't the network costs."""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial

from ai.bench import measuring
from ai.bench.measuring import Line, best_in_turn, line
from ai.bench.networks import bare_speed, make_evaluator, unit_of
from ai.evaluator import NetworkEvaluator
from ai.search.parameters import SearchParameters
from ai.search.tree_search import TreeSearch
from ai.training.config import RunConfig
from ai.training.presets import OURS
from ai.training.self_play import SelfPlay
from ai.training.shipped_run import ShippedRun
from core.position import Position

SELF_PLAY_TREES = 64
PLAY_SECONDS = 5.0
"""Of self-play: moves late in a game, when the solver takes over, are of another kind than early ones."""
WARM_UP_MOVES = 10


def search_network(network: str) -> Iterator[Line]:
    """One tree with the real network at each batch size, against its bare evaluator at the same size."""
    for batch in (1, 8, 16, 32):
        evaluator = make_evaluator(network, batch)

        def speed(visits: list[float], evaluator: NetworkEvaluator = evaluator, batch: int = batch) -> float:
            parameters = SearchParameters(batch_start_visits=0, largest_batch=batch)
            search = TreeSearch(evaluator, evaluator.size, parameters, nodes=1 << 15)
            search.set_position(Position.empty(evaluator.size))
            search.run(64)
            return _search_speed(search, (0,), visits)

        yield _against_bare(f"search_batch_{batch}", evaluator, batch, speed)


def self_play(network: str) -> Iterator[Line]:
    """Many trees side by side, as in self-play, and then its whole games, searched to their end, ended by the solver as in our recipe, and by the
    settings with which the flagship learned last, whose searches are longer, against the bare evaluator at the same batch size."""
    evaluator = make_evaluator(network, SELF_PLAY_TREES)
    everyone = range(SELF_PLAY_TREES)

    def speed(visits: list[float]) -> float:
        parameters = SearchParameters(noise_fraction=0.25, largest_batch=SELF_PLAY_TREES)
        search = TreeSearch(evaluator, evaluator.size, parameters, trees=SELF_PLAY_TREES, nodes=2048)
        for tree in everyone:
            search.set_position(Position.empty(evaluator.size), tree)
        search.run(8, everyone)
        return _search_speed(search, everyone, visits)

    yield _against_bare("self_play_search", evaluator, SELF_PLAY_TREES, speed)
    for name, recipe in (
        ("self_play_without_solver", replace(OURS, solved_points=0)),
        ("self_play_games", OURS),
        ("self_play_of_flagship", ShippedRun().read_config() or OURS),
    ):
        games = partial(_play_speed, evaluator, recipe)
        yield _against_bare(name, evaluator, SELF_PLAY_TREES, games, noted="made")


def _play_speed(evaluator: NetworkEvaluator, config: RunConfig, made: list[float]) -> float:
    """Positions that whole games of self-play by a recipe evaluate in a second: their searches, moves, lessons, and the solver where it ends them.
    The positions to learn from that they make in a second are noted in ``made``."""
    config = replace(
        config,
        network=evaluator.description.name,
        first_network="",
        board=str(evaluator.size),
        parallel_games=SELF_PLAY_TREES,
    )
    play = SelfPlay(evaluator, config, seed=1)
    for _ in range(WARM_UP_MOVES):
        play.step()
    before, positions = play.evaluations, play.positions
    started = time.perf_counter()
    while time.perf_counter() - started < PLAY_SECONDS:
        play.step()
    elapsed = time.perf_counter() - started
    made.append((play.positions - positions) / elapsed)
    return (play.evaluations - before) / elapsed


def _search_speed(search: TreeSearch, trees: Sequence[int], visits: list[float]) -> float:
    """Positions that a search evaluates in a second; the visits of its roots in a second, those that evaluate nothing among them, are noted in
    ``visits``."""

    def visited() -> int:
        return sum(search.visits(tree) for tree in trees)

    evaluated_before, visited_before = search.evaluations, visited()
    started = time.perf_counter()
    search.run(1 << 20, trees, go_on=lambda: time.perf_counter() - started < measuring.SECONDS)
    elapsed = time.perf_counter() - started
    visits.append((visited() - visited_before) / elapsed)
    return (search.evaluations - evaluated_before) / elapsed


def _against_bare(
    name: str,
    evaluator: NetworkEvaluator,
    batch: int,
    speed: Callable[[list[float]], float],
    noted: str = "visits",
) -> Line:
    """What asks for ``batch`` positions at a time against its bare evaluator; of what ``speed`` puts into the list that it is handed the largest
    is told as ``noted``."""
    others: list[float] = []
    ours, bare = best_in_turn(lambda: speed(others), lambda: bare_speed(evaluator, batch))
    return line(
        name,
        ours,
        unit_of(evaluator),
        "its bare evaluator, positions/s",
        bare,
        **{noted: round(max(others))},
        network=evaluator.description.name,
        batch=batch,
        backend=evaluator.backend.value,
    )

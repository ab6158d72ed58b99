"""Searches and self-play with a network against its bare evaluator, which shows the cost of everything but the network."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import cycle

import numpy as np

from ai.bench import measuring
from ai.bench.measuring import Line, line
from ai.bench.networks import batch_of_all_stages, make_evaluator, unit_of
from ai.evaluator import NetworkEvaluator
from ai.search.forest import PositionBatch
from ai.search.parameters import SearchParameters
from ai.search.tree_search import TreeSearch
from ai.training.config import RunConfig
from ai.training.presets import OURS
from ai.training.self_play import SelfPlay
from ai.training.shipped_run import ShippedRun
from core.position import Position

SELF_PLAY_TREES = 64
BARE_BATCHES = 16
"""How many batches the evaluator alone is asked in turn. With a single one, asked again and again, the processor would predict every branch."""
TURN_SECONDS = 0.03
"""Search and evaluator alone are measured in turns of this length, because other programs slow a machine for tenths of a second at a time."""
PLAY_SECONDS = 30.0
"""Duration of self-play with the evaluator alone. It is long because late moves, when the solver takes over, are unlike early ones."""
WARM_UP_MOVES = 10


class EvaluatorInTurns:
    """An evaluator for a search, which now and then is measured alone for as long as the search took, with ``batch`` positions at a time."""

    def __init__(self, evaluator: NetworkEvaluator, batch: int):
        self._evaluator = evaluator
        self._batch = batch
        self._alone = cycle(
            [batch_of_all_stages(evaluator.size, batch, seed) for seed in range(BARE_BATCHES)]
        )
        self._turn = 0.0
        """When the search's turn began."""
        self._measured = False
        self._evaluated = self._evaluated_alone = 0
        self._seconds = self._seconds_alone = 0.0

    @contextmanager
    def measured(self) -> Iterator[None]:
        """Within it, evaluations count, and all time that passes."""
        self._measured = True
        self._turn = time.perf_counter()
        yield
        self._end_turn()
        self._measured = False

    def evaluate(self, positions: PositionBatch, count: int) -> tuple[np.ndarray, np.ndarray]:
        """See :class:`ai.search.positions.Evaluator`."""
        if self._measured:
            if time.perf_counter() - self._turn > TURN_SECONDS:
                self._end_turn()
            self._evaluated += count
        return self._evaluator.evaluate(positions, count)

    def _end_turn(self) -> None:
        """End the search's turn, and give the evaluator alone one of the same length."""
        began = time.perf_counter()
        taken = began - self._turn
        while time.perf_counter() - began < taken:
            self._evaluator.evaluate(next(self._alone), self._batch)
            self._evaluated_alone += self._batch
        self._turn = time.perf_counter()
        self._seconds += taken
        self._seconds_alone += self._turn - began

    def line(self, name: str, **more: float) -> Line:
        """The line with both speeds. ``more`` are counts of the measured time; the line tells them a second."""
        evaluator = self._evaluator
        return line(
            name,
            self._evaluated / self._seconds,
            unit_of(evaluator),
            "its bare evaluator, positions/s",
            self._evaluated_alone / self._seconds_alone,
            **{key: round(count / self._seconds) for key, count in more.items()},
            network=evaluator.description.name,
            batch=self._batch,
            backend=evaluator.backend.value,
        )


def search_network(network: str) -> Iterator[Line]:
    """One tree with the network at each batch size, against its bare evaluator at the same size."""
    for batch in (1, 8, 16, 32):
        evaluator = make_evaluator(network, batch)
        parameters = SearchParameters(batch_start_visits=0, largest_batch=batch)
        yield _search(f"search_batch_{batch}", evaluator, parameters, trees=1, nodes=1 << 15, first_visits=64)


def self_play(network: str) -> Iterator[Line]:
    """Many trees side by side as in self-play, against the bare evaluator at the same batch size; then whole games of self-play: searched to their
    end, ended by the solver as in our recipe, and with the flagship's last settings, whose searches are longer."""
    evaluator = make_evaluator(network, SELF_PLAY_TREES)
    parameters = SearchParameters(noise_fraction=0.25, largest_batch=SELF_PLAY_TREES)
    yield _search(
        "self_play_search", evaluator, parameters, trees=SELF_PLAY_TREES, nodes=2048, first_visits=8
    )
    for name, recipe in (
        ("self_play_without_solver", replace(OURS, solved_points=0)),
        ("self_play_games", OURS),
        ("self_play_of_flagship", ShippedRun().read_config() or OURS),
    ):
        yield _games(name, evaluator, recipe)


def _search(
    name: str,
    evaluator: NetworkEvaluator,
    parameters: SearchParameters,
    trees: int,
    nodes: int,
    first_visits: int,
) -> Line:
    """Searches of the empty board, begun several times, since trees fill up. The line also tells the roots' visits, some of which evaluate
    nothing."""
    asked = EvaluatorInTurns(evaluator, parameters.largest_batch)
    visits = 0
    for _ in range(measuring.ROUNDS):
        search = TreeSearch(asked, evaluator.size, parameters, trees=trees, nodes=nodes)
        for tree in range(trees):
            search.set_position(Position.empty(evaluator.size), tree)
        search.run(first_visits, range(trees))
        visits -= sum(search.visits(tree) for tree in range(trees))
        with asked.measured():
            search.run(1 << 20, range(trees), go_on=_within(2 * measuring.SECONDS))
        visits += sum(search.visits(tree) for tree in range(trees))
    return asked.line(name, visits=visits)


def _games(name: str, evaluator: NetworkEvaluator, config: RunConfig) -> Line:
    """Whole games of self-play by a recipe: searches, moves, lessons, and the solver where it ends games. The line also tells the positions made to
    learn from."""
    config = replace(
        config,
        network=evaluator.description.name,
        first_network="",
        board=str(evaluator.size),
        parallel_games=SELF_PLAY_TREES,
    )
    asked = EvaluatorInTurns(evaluator, SELF_PLAY_TREES)
    play = SelfPlay(asked, config, seed=1)
    for _ in range(WARM_UP_MOVES):
        play.step()
    before = play.positions
    goes_on = _within(PLAY_SECONDS)
    with asked.measured():
        while goes_on():
            play.step()
    return asked.line(name, made=play.positions - before)


def _within(seconds: float) -> Callable[[], bool]:
    """A function that is true until ``seconds`` have passed."""
    end = time.perf_counter() + seconds
    return lambda: time.perf_counter() < end

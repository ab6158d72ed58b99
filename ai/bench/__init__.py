"""The speeds that this program promises, each measured with a baseline in the same run, since a ratio holds also on a busy or slow machine."""

from collections.abc import Callable, Iterator

from ai.bench import learning, networks, playouts, self_play, solving
from ai.bench.measuring import Line
from ai.players import find_network


class BenchError(ValueError):
    """A measurement can't be made as asked; the message is a sentence."""


MEASUREMENTS: dict[str, Callable[[str], Iterator[Line]]] = {
    "playouts": lambda _network: playouts.random_playouts(),
    "search_free": lambda _network: playouts.search_free(),
    "solver": lambda _network: solving.late_positions_solved(),
    "solver_boards": lambda _network: solving.small_boards(),
    "solver_5x5": lambda _network: solving.five_by_five(),
    "rave": lambda _network: playouts.rave(),
    "evaluator": networks.evaluators,
    "arithmetic": networks.arithmetic,
    "search_network": self_play.search_network,
    "self_play": self_play.self_play,
    "learner": learning.learner,
}
"""The measurements by name; each takes the name of the network to measure with."""
LONG = ("solver_5x5",)
"""Measurements made only when named: this one takes minutes and two gigabytes."""


def run(names: list[str], network: str) -> Iterator[Line]:
    """Make the measurements ``names``, or all but the :data:`LONG` ones, one line at a time. ``network`` is a name as in players' texts;
    :class:`ai.players.PlayerError` if there is none, whatever is measured."""
    unknown = [name for name in names if name not in MEASUREMENTS]
    if unknown:
        raise BenchError(f"there is no measurement '{unknown[0]}'; there are {', '.join(MEASUREMENTS)}")
    find_network(network)
    for name in names or [name for name in MEASUREMENTS if name not in LONG]:
        yield from MEASUREMENTS[name](network)

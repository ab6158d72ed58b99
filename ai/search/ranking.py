"""Which of a node's moves is the best, and the line that follows from it."""

from typing import Any

import numpy as np

from ai.search.forest import NO_NODE
from core.player import LONGEST_LINE

SHARE_OF_MOST_VISITS = 0.15
"""Share of the most visited move's visits that a move needs to be chosen by its lower bound."""


def ranking(edges: np.ndarray, lower_bound: float) -> np.ndarray:
    """Indices of ``edges``, best first: proven wins, unproven moves, proven losses, each group by visits, then by prior. If the search goes by lower
    bounds (:attr:`ai.search.parameters.SearchParameters.lower_bound`), the unproven move with the highest comes before the other unproven ones."""
    order = np.lexsort((edges["prior"], edges["visits"], edges["proof"]))[::-1]
    if lower_bound == 0 or not order.size or edges["proof"][order[0]] != 0:
        return order
    visits = np.where(edges["proof"] == 0, edges["visits"], 0)
    known = visits >= max(1.0, SHARE_OF_MOST_VISITS * visits.max())
    if not known.any():
        return order
    bounds = edges["value"] - lower_bound / np.sqrt(np.maximum(visits, 1))
    best = int(np.where(known, bounds, -np.inf).argmax())
    return np.concatenate(([best], order[order != best]))


def line_of(edge: Any, nodes: np.ndarray, edges: np.ndarray, lower_bound: float) -> tuple[int, ...]:
    """The points of ``edge``, one of a tree's ``edges``, and of the best moves that follow, as far as the tree knows them."""
    line = [int(edge["point"])]
    while edge["child"] != NO_NODE and len(line) < LONGEST_LINE:
        node = nodes[edge["child"]]
        first = int(node["first_edge"])
        moves = edges[first : first + int(node["edge_count"])]
        if not moves.size or not (moves["visits"].any() or (moves["proof"] > 0).any()):
            break
        edge = moves[ranking(moves, lower_bound)[0]]
        line.append(int(edge["point"]))
    return tuple(line)

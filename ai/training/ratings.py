"""How strong each generation of a run is, from the games of its gate."""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

ELO = 400 / math.log(10)
"""Elo points to a unit of log odds."""
Z_95 = 1.959964


@dataclass(frozen=True)
class GenerationRating:
    """Elo of a generation against generation 0 of its run."""

    generation: int
    elo: float
    spread: float
    """Half of the 95% interval, all comparisons on the way to generation 0 taken together."""


def generation_ratings(lines: Iterable[dict[str, Any]]) -> list[GenerationRating]:
    """Ratings from the lines of ``metrics.jsonl``, oldest first; generations that played no gate have none.

    Each generation plays only against the best before it, so its maximum-likelihood rating is that one's plus the log odds of the games
    between them, and the variances add up. Half a game is added to wins and losses alike, so that a clean sweep stays finite.
    """
    known: dict[int, tuple[float, float]] = {0: (0.0, 0.0)}
    ratings = []
    for line in lines:
        opponent = known.get(line.get("gate_opponent", -1))
        if opponent is None or not line.get("gate_games"):
            continue
        wins = line["gate_wins"] + 0.5
        losses = line["gate_games"] - line["gate_wins"] + 0.5
        elo = opponent[0] + ELO * math.log(wins / losses)
        variance = opponent[1] + ELO**2 * (1 / wins + 1 / losses)
        known[line["generation"]] = elo, variance
        ratings.append(GenerationRating(line["generation"], elo, Z_95 * math.sqrt(variance)))
    return ratings

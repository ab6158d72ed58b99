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
    best: tuple[float, float] | None = (0.0, 0.0)
    """Elo and variance of the best network so far; unknown once one was taken without a game."""
    ratings = []
    for line in lines:
        games = line["gate_games"]
        found = None
        if games and best is not None:
            wins, losses = line["gate_wins"] + 0.5, games - line["gate_wins"] + 0.5
            found = best[0] + ELO * math.log(wins / losses), best[1] + ELO**2 * (1 / wins + 1 / losses)
            ratings.append(GenerationRating(line["generation"], found[0], Z_95 * math.sqrt(found[1])))
        if line["accepted"]:
            best = found
    return ratings

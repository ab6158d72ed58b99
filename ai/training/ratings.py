"""How strong each generation of a run is, from the games that generations have played against each other.

Strength is thought to change smoothly: what a generation gains over the one before it is near to what that one has gained (a normal
distribution of second differences; Coulom 2008, "Whole-History Rating", has one of first differences, which would draw a network that learns
fast back to its beginning). So few games for each generation are enough, where each by itself would be known to some 200 Elo only.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from ai.elo import SCALE, Z_95, connected, most_likely

CHANGE_OF_GAIN = 60
"""Elo: standard deviation of the difference between what one generation gains and what the next does."""
FIRST_GAIN = 300
"""Elo: standard deviation of what generation 1 gains."""
MOST_LOST = 1000
"""Generations at the most, before the first one that figures tell of, for ratings against generation 0: each of them takes part in these."""
Scores = list[tuple[int, int, int]]
"""Generations that a new one played against, the games that it won and the games played."""


@dataclass(frozen=True)
class GenerationRating:
    """Elo of a generation against generation 0 of its run."""

    generation: int
    elo: float
    spread: float
    """Half of the 95% interval of the difference to generation 0."""
    spread_to_newest: float
    """Half of the 95% interval of the difference to the newest generation that has a rating: it tells whether a run still learns, where that to
    generation 0 holds all that is unknown of the run's beginning."""


def generation_ratings(lines: Sequence[dict[str, Any]]) -> tuple[GenerationRating, ...]:
    """Ratings from the lines of ``metrics.jsonl``, oldest first; none for generations without games, or whose opponents have no rating, nor
    where the figures of very many generations are lost."""
    if lines and lines[0]["generation"] > MOST_LOST:
        return ()
    return _rate(tuple(_games(lines)))


def _games(lines: Sequence[dict[str, Any]]) -> Iterable[tuple[int, int, int, int]]:
    """The newer generation, the older one, games that the newer one won, games. Lines of former versions don't name the opponent: it
    was the best network so far."""
    best = 0
    for line in lines:
        number = line["generation"]
        for opponent, wins, games in line.get("gate_scores", [(best, line["gate_wins"], line["gate_games"])]):
            if games:
                yield number, opponent, wins, games
        if line["accepted"]:
            best = number


@lru_cache(maxsize=64)
def _rate(played: tuple[tuple[int, int, int, int], ...]) -> tuple[GenerationRating, ...]:
    """Kept, because several parts of a window ask for the same."""
    if not played:
        return ()
    newer, older, wins, games = np.array(played).T
    pairs = np.stack((newer, older), axis=1)
    count = int(pairs.max()) + 1
    met = np.zeros((count, count), bool)
    met[newer, older] = met[older, newer] = True
    strengths, covariance = most_likely(pairs, np.stack((wins, games - wins), axis=1), 0, _smooth(count))
    rated = sorted({*newer.tolist()} & {*connected(met, 0)})

    def spread(number: int, base: int) -> float:
        """Half of the 95% interval of the difference between two generations."""
        variance = covariance[number, number] + covariance[base, base] - 2 * covariance[number, base]
        return float(Z_95 * SCALE * np.sqrt(max(variance, 0.0)))

    return tuple(
        GenerationRating(
            number, float(SCALE * strengths[number]), spread(number, 0), spread(number, rated[-1])
        )
        for number in rated
    )


def _smooth(count: int) -> np.ndarray:
    """``[count, count]``: precision of the strengths of so many generations before any game."""
    first = np.zeros((1, count))
    first[0, :2] = -1, 1
    second = np.diff(np.eye(count), 2, axis=0)
    return (SCALE / FIRST_GAIN) ** 2 * first.T @ first + (SCALE / CHANGE_OF_GAIN) ** 2 * second.T @ second


def worth_playing(lines: Sequence[dict[str, Any]], generation: int) -> list[int]:
    """Earlier generations from whose games a new one learns its rating: those of the latest third that have one, or else the latest that has.

    What networks gain grows about with the logarithm of their generations, so within a third they are never far apart. Choosing by
    the ratings so far would favour opponents that have been lucky, and ratings would grow by that: simulated, by a fifth.
    """
    rated = [0, *(each.generation for each in generation_ratings(lines))]
    return [number for number in rated if 3 * number >= 2 * generation] or rated[-1:]

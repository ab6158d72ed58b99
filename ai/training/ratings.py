"""How strong each generation of a run is, from the games that generations have played against each other.

Strength is assumed to change smoothly: a generation gains about as much over the one before it as that one has gained. The prior is a normal
distribution of second differences; Coulom 2008, "Whole-History Rating", has one of first differences, which would draw a network that learns fast
back to its beginning. So a few games for each generation are enough, which alone would give its strength only to within 200 Elo or so.

Where games clearly contradict this, because learning has ruined the network, strength may fall by any amount from one generation to the next.
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
FALL = 2000
"""Elo: standard deviation of a fall; so large that in effect games alone tell how deep it is."""
CLEAR = 3.2
"""Standard deviations by which all generations from one on must win fewer games than smooth strengths predict, for that one to be a fall."""
LOST = 1 / 4
"""Largest share of its games that a generation with a fall may have won. One that only gains less than before may surprise too, but is no fall."""
FIRST_KNOTS, MIDDLE_KNOTS, LAST_KNOTS = 120, 120, 80
"""How many strengths are found in a long run: those of the first generations, in which a network learns fast, of the last, which people look at, and
of some between them. All other generations lie on straight lines between these knots; their games are too few for this to show, and the work grows
with the third power of the number of knots."""
LEAD = 300
"""Elo: a network that comes this near to the best of its run is not clearly weaker."""
LEAST_VARIANCE = 1e-6
"""Smallest variance of games won; below it there is only rounding."""
MOST_LOST = 1000
"""Most generations that may be missing before the first figures, for ratings against generation 0 to be found: each of them is in the computation."""
Scores = list[list[int]]
"""For each generation that a new one played against: its number, the games that the new one won, and the games played."""


@dataclass(frozen=True)
class GenerationRating:
    """Elo of a generation against generation 0 of its run."""

    generation: int
    elo: float
    spread: float
    """Half of the 95% interval of the difference to generation 0."""
    spread_to_newest: float
    """Half of the 95% interval of the difference to the newest rated generation. It tells whether a run still learns; the interval to generation 0
    also holds all that is uncertain about the run's beginning."""
    has_fallen: bool = False
    """Whether games show clearly that strength fell with this generation, by more than learning ever changes it."""


def generation_ratings(lines: Sequence[dict[str, Any]]) -> tuple[GenerationRating, ...]:
    """Ratings from the lines of ``metrics.jsonl``, oldest first. Generations without games, or whose opponents have no rating, have none; there are
    none at all where the figures of very many generations are lost."""
    if lines and lines[0]["generation"] > MOST_LOST:
        return ()
    return _rate(tuple(_games(lines)))


def _games(lines: Sequence[dict[str, Any]]) -> Iterable[tuple[int, int, int, int]]:
    """For each pair that played: the newer generation, the older one, games that the newer one won, games played. Lines of former versions don't name
    the opponent, which was the best network so far."""
    best = 0
    for line in lines:
        number = line["generation"]
        for opponent, wins, games in line.get("gate_scores", [(best, line["gate_wins"], line["gate_games"])]):
            if games:
                yield number, opponent, wins, games
        if line["accepted"]:
            best = number


@lru_cache(maxsize=8)
def _rate(played: tuple[tuple[int, int, int, int], ...]) -> tuple[GenerationRating, ...]:
    """Ratings from ``played`` (:func:`_games`). Some results are cached, because several parts of a window ask for the same ones."""
    if not played:
        return ()
    newer, older, wins, games = np.array(played).T
    count = int(max(newer.max(), older.max())) + 1
    knots = _knots(count)
    (near_newer, share_newer), (near_older, share_older) = _between(knots, newer), _between(knots, older)
    won, met = np.bincount(newer, wins, count), np.bincount(newer, games, count)
    found, covariance, falls = _strengths(
        knots,
        (won <= LOST * met)[knots] & (met > 0)[knots],
        np.hstack((near_newer, near_older)),
        np.hstack((share_newer, -share_older)),
        np.stack((wins, games - wins), axis=1),
    )
    rated = _rated(played)
    near, share = _between(knots, np.array(rated))
    elos = SCALE * (share * found[near]).sum(axis=1)
    to_first = _spread(covariance, near, share)
    newest_near, newest_share = (
        np.broadcast_to(near[-1], near.shape),
        np.broadcast_to(-share[-1], share.shape),
    )
    to_newest = _spread(covariance, np.hstack((near, newest_near)), np.hstack((share, newest_share)))
    fallen = np.isin(rated, knots[falls]).tolist()
    return tuple(map(GenerationRating, rated, elos.tolist(), to_first.tolist(), to_newest.tolist(), fallen))


def _strengths(
    knots: np.ndarray, lost: np.ndarray, numbers: np.ndarray, shares: np.ndarray, points: np.ndarray
) -> tuple[np.ndarray, np.ndarray, list[int]]:
    """The strengths of the generations ``knots``, their covariance (:func:`ai.elo.most_likely`), and the indices of the knots at which strength fell.
    Only knots that have ``lost`` (``bool[k]``) most of their games can be falls."""
    falls: list[int] = []
    while True:
        found, covariance = most_likely(numbers, shares, points, 0, _smooth(knots, falls))
        clearness = np.where(lost, _clearness(found, covariance, numbers, shares, points), 0.0)
        clearness[[0, *falls]] = 0.0
        fall = int(clearness.argmin())
        if clearness[fall] > -CLEAR:
            return found, covariance, falls
        falls.append(fall)


def _clearness(
    found: np.ndarray, covariance: np.ndarray, numbers: np.ndarray, shares: np.ndarray, points: np.ndarray
) -> np.ndarray:
    """``float[k]``: for each knot, by how many standard deviations the generations from it on have won more games against earlier ones than their
    strengths ``found`` predict (the score test of a step there)."""
    games = points.sum(axis=1)
    expected = 1 / (1 + np.exp(-(found[numbers] * shares).sum(axis=1)))
    excess = np.zeros(len(found))
    np.add.at(excess, numbers, shares * (points[:, 0] - games * expected)[:, None])
    information = np.zeros_like(covariance)
    products = shares[:, :, None] * shares[:, None, :] * (games * expected * (1 - expected))[:, None, None]
    np.add.at(information, (numbers[:, :, None], numbers[:, None, :]), products)
    from_each_on = np.tri(len(found))
    seen = information @ from_each_on
    variance = (from_each_on * seen).sum(axis=0) - (seen * (covariance @ seen)).sum(axis=0)
    return from_each_on.T @ excess / np.sqrt(np.maximum(variance, LEAST_VARIANCE))


def _spread(covariance: np.ndarray, knots: np.ndarray, shares: np.ndarray) -> np.ndarray:
    """``float[n]``: half of the 95% interval, in Elo, of each sum of the strengths of ``knots`` times ``shares``, both ``[n, terms]``."""
    among = covariance[knots[:, :, None], knots[:, None, :]]
    variance = np.einsum("ni,nij,nj->n", shares, among, shares)
    return Z_95 * SCALE * np.sqrt(np.maximum(variance, 0.0))


def _knots(count: int) -> np.ndarray:
    """``int[k]``: the generations, of ``count``, whose strengths are found each by itself."""
    if count <= FIRST_KNOTS + MIDDLE_KNOTS + LAST_KNOTS:
        return np.arange(count)
    last = count - LAST_KNOTS
    middle = np.linspace(FIRST_KNOTS, last, MIDDLE_KNOTS, endpoint=False).round().astype(np.int64)
    return np.concatenate((np.arange(FIRST_KNOTS), middle, np.arange(last, count)))


def _between(knots: np.ndarray, generations: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The numbers of the two ``knots`` between which each of ``generations`` lies, and its shares in these, both ``[n, 2]``."""
    first = np.minimum(np.searchsorted(knots, generations, side="right") - 1, len(knots) - 2)
    share = (generations - knots[first]) / (knots[first + 1] - knots[first])
    return np.stack((first, first + 1), axis=1), np.stack((1 - share, share), axis=1)


def _rated(played: Sequence[tuple[int, int, int, int]]) -> list[int]:
    """The generations that have played games as the newer one and that chains of games connect with generation 0."""
    met = [(newer, older) for newer, older, *_ in played]
    return sorted({newer for newer, _ in met} & {*connected(met, 0)})


def _smooth(knots: np.ndarray, falls: Sequence[int]) -> np.ndarray:
    """``[k, k]``: the prior precision of the strengths of the generations ``knots``, ``int[k]``. Between knots the gain stays; at a knot it changes
    by as much as at all the generations that the knot stands for. At the knots with the indices ``falls`` strength itself changes."""
    gaps = np.diff(knots)
    gains = np.diff(np.eye(len(knots)), axis=0) / gaps[:, None]
    first, changes = gains[:1], np.diff(gains, axis=0)
    steps = FALL / SCALE * changes @ np.tri(len(knots))[:, falls]
    variances = np.diag((CHANGE_OF_GAIN / SCALE) ** 2 * (gaps[1:] + gaps[:-1]) / 2) + steps @ steps.T
    return (SCALE / FIRST_GAIN) ** 2 * first.T @ first + changes.T @ np.linalg.solve(variances, changes)


def strongest_ahead(lines: Sequence[dict[str, Any]]) -> int | None:
    """The strongest generation if it is clearly stronger than the newest: it is from before the latest fall, or ahead by more than the interval of
    the difference. ``None`` where the newest has come near to all others, or has no rating."""
    ratings = generation_ratings(lines)
    if not ratings or ratings[-1].generation != lines[-1]["generation"]:
        return None
    latest_fall = max((index for index, rating in enumerate(ratings) if rating.has_fallen), default=0)
    ahead = [
        rating
        for index, rating in enumerate(ratings)
        if index < latest_fall or rating.elo - ratings[-1].elo > rating.spread_to_newest
    ]
    best = max(ahead, key=lambda rating: rating.elo, default=None)
    return None if best is None or best.elo - ratings[-1].elo < LEAD else best.generation


def worth_playing(lines: Sequence[dict[str, Any]], generation: int) -> list[int]:
    """Earlier generations that are worth playing against to rate ``generation``: the rated ones of the latest third, or else the latest rated one.

    Strength grows about with the logarithm of the generation, so within a third networks are never far apart. To choose opponents by their ratings
    would favour lucky ones and inflate ratings, in a simulation by a fifth.
    """
    played = list(_games(lines))
    rated = [0, *_rated(played)] if played and lines[0]["generation"] <= MOST_LOST else [0]
    return [number for number in rated if 3 * number >= 2 * generation] or rated[-1:]

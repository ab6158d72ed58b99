"""Elo ratings by maximum likelihood: the model of Bradley and Terry (1952), in which i beats j with probability
1 / (1 + 10^((elo_j - elo_i) / 400)).

Half a drawn game is added to each pair that has met: a weak prior that keeps ratings finite where somebody won all games, after BayesElo
(Coulom 2005), which adds more. ``docs/methods.md`` tells how often the intervals then hold the truth.
"""

from dataclasses import dataclass

import numpy as np

SCALE = 400 / np.log(10)
"""Elo to a unit of the logistic function."""
PRIOR_DRAWS = 0.5
"""Drawn games that are added to each pair that has met."""
Z_95 = 1.959964
LONGEST_STEP = 0.5
"""Of Newton's method, in units of the logistic function: within it each step is sure to come nearer."""
MOST_STEPS = 1000


@dataclass(frozen=True)
class Rating:
    """A player's Elo and its 95% interval."""

    elo: float
    interval: tuple[float, float]


def ratings(wins: np.ndarray, anchor: int | None = None) -> list[Rating | None]:
    """The rating of each player; ``wins[i, j]`` counts the games that i won against j, shape ``[players, players]``.

    Player ``anchor`` has 0; without one the mean is 0. Intervals come from the Fisher information and speak of the difference to the
    anchor or the mean. ``None`` for players whom no chain of games connects with the anchor, or else with the one who played most.
    """
    met = wins + wins.T > 0
    centre = int((wins + wins.T).sum(axis=1).argmax()) if anchor is None else anchor
    members = _connected(met, centre)
    points = (wins + PRIOR_DRAWS / 2 * met)[np.ix_(members, members)]
    base = members.index(centre)
    strengths, covariance = _most_likely(points, base)
    if anchor is None:
        strengths = strengths - strengths.mean()
        centring = np.eye(len(members)) - 1 / len(members)
        covariance = centring @ covariance @ centring
    elos = SCALE * strengths
    spreads = Z_95 * SCALE * np.sqrt(np.maximum(covariance.diagonal(), 0))
    found: list[Rating | None] = [None] * len(wins)
    for member, elo, spread in zip(members, elos, spreads, strict=True):
        if len(members) > 1:
            found[member] = Rating(float(elo), (float(elo - spread), float(elo + spread)))
    return found


def _connected(met: np.ndarray, start: int) -> list[int]:
    """The players whom chains of games connect with ``start``, in their order."""
    found, waiting = {start}, [start]
    while waiting:
        for other in np.flatnonzero(met[waiting.pop()]):
            if int(other) not in found:
                found.add(int(other))
                waiting.append(int(other))
    return sorted(found)


def _most_likely(points: np.ndarray, base: int) -> tuple[np.ndarray, np.ndarray]:
    """Strengths of connected players, ``base`` at 0, in units of the logistic function, and their covariance: the inverse of the Fisher
    information. ``points[i, j]``: what i won against j, shape ``[players, players]``."""
    games = points + points.T
    others = np.flatnonzero(np.arange(len(points)) != base)
    reduced = np.ix_(others, others)
    strengths = np.zeros(len(points))
    covariance = np.zeros_like(games)
    for _ in range(MOST_STEPS):
        expected = 1 / (1 + np.exp(strengths[None, :] - strengths[:, None]))
        gradient = (points - games * expected).sum(axis=1)
        weights = games * expected * expected.T
        information = np.diag(weights.sum(axis=1)) - weights
        covariance[reduced] = np.linalg.inv(information[reduced])
        step = covariance @ gradient
        longest = np.abs(step).max()
        strengths += step * min(1.0, LONGEST_STEP / max(longest, LONGEST_STEP))
        if longest < 1e-10:
            break
    return strengths, covariance

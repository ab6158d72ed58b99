"""Elo ratings by maximum likelihood: the model of Bradley and Terry (1952), in which i beats j with probability
1 / (1 + 10^((elo_j - elo_i) / 400)).

Half a drawn game is added to each pair that has met: a weak prior that keeps ratings finite where a player won all games, after BayesElo
(Coulom 2005), which adds more. ``docs/methods.md`` says how often the intervals then contain the truth.
"""

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

SCALE = 400 / np.log(10)
"""Elo for one unit of the logistic function."""
PRIOR_DRAWS = 0.5
"""Drawn games that are added to each pair that has met."""
Z_95 = 1.959964
LONGEST_STEP = 0.5
"""Longest step of Newton's method, for the difference of two players who met, in units of the logistic function. Up to this length a step is sure to
come nearer to the maximum."""
LAST_STEP = 1e-6
"""Length of the step after which Newton's method stops. Each step is about as long as the square of the one before; rounding hides much smaller
ones."""
MOST_STEPS = 1000


@dataclass(frozen=True)
class Rating:
    """A player's Elo and its 95% interval."""

    elo: float
    interval: tuple[float, float]
    """Lower and upper end of the interval."""


def wilson(wins: int, games: int) -> tuple[float, float]:
    """The 95% interval of a winning share (Wilson 1927); 0 to 1 without games."""
    if games == 0:
        return 0.0, 1.0
    share = wins / games
    center = share + Z_95**2 / (2 * games)
    spread = Z_95 * math.sqrt(share * (1 - share) / games + Z_95**2 / (4 * games**2))
    scale = 1 + Z_95**2 / games
    return max(0.0, (center - spread) / scale), min(1.0, (center + spread) / scale)


def ratings(wins: np.ndarray, anchor: int | None = None) -> list[Rating | None]:
    """The rating of each player; ``wins``, ``int[players, players]``, counts in ``wins[i, j]`` the games that i won against j.

    Player ``anchor`` has 0; without one the mean is 0. Intervals come from the Fisher information and are for the difference to the anchor or the
    mean. ``None`` for players whom no chain of games connects with the anchor or, without one, with the player of most games.
    """
    met = wins + wins.T > 0
    centre = int((wins + wins.T).sum(axis=1).argmax()) if anchor is None else anchor
    members = connected(np.argwhere(met).tolist(), centre)
    found: list[Rating | None] = [None] * len(wins)
    if len(members) == 1:
        return found
    points = (wins + PRIOR_DRAWS / 2 * met)[np.ix_(members, members)]
    pairs = np.argwhere(np.triu(points + points.T))
    scores = np.stack((points[tuple(pairs.T)], points.T[tuple(pairs.T)]), axis=1)
    shares = np.broadcast_to((1.0, -1.0), pairs.shape)
    strengths, covariance = most_likely(pairs, shares, scores, members.index(centre), np.zeros(points.shape))
    if anchor is None:
        strengths = strengths - strengths.mean()
        centring = np.eye(len(members)) - 1 / len(members)
        covariance = centring @ covariance @ centring
    elos = SCALE * strengths
    spreads = Z_95 * SCALE * np.sqrt(np.maximum(covariance.diagonal(), 0))
    for member, elo, spread in zip(members, elos, spreads, strict=True):
        found[member] = Rating(float(elo), (float(elo - spread), float(elo + spread)))
    return found


def connected(met: Iterable[Sequence[int]], start: int) -> list[int]:
    """The players whom chains of games connect with ``start``, ascending; ``met`` are the pairs that have met."""
    others: defaultdict[int, list[int]] = defaultdict(list)
    for one, other in met:
        others[one].append(other)
        others[other].append(one)
    found, waiting = {start}, [start]
    while waiting:
        for other in others[waiting.pop()]:
            if other not in found:
                found.add(other)
                waiting.append(other)
    return sorted(found)


def most_likely(
    numbers: np.ndarray, shares: np.ndarray, points: np.ndarray, base: int, precision: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """The most likely values of the model's parameters, with parameter ``base`` at 0, in units of the logistic function, and their covariance, the
    inverse of the Fisher information.

    ``points``, ``float[n, 2]``, has for each of ``n`` pairs that have met what the first and the second won. The first is stronger by the sum of the
    parameters ``numbers``, ``int[n, k]``, times ``shares``, ``float[n, k]``; if parameters are players' strengths, that is the one's strength less
    the other's. ``precision`` is the inverse covariance of a normal prior around 0, with a row and a column for each parameter. Where it is zero
    there is no prior, and games must connect all parameters with ``base``.
    """
    games = points.sum(axis=1)
    free = np.flatnonzero(np.arange(len(precision)) != base)
    reduced = np.ix_(free, free)
    products = shares[:, :, None] * shares[:, None, :]
    places = np.broadcast_arrays(numbers[:, :, None], numbers[:, None, :])

    def differences(found: np.ndarray) -> np.ndarray:
        """By how much the first of each pair is stronger, given these parameters."""
        return (found[numbers] * shares).sum(axis=1)

    def step(found: np.ndarray, excess: np.ndarray, weights: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """A step of Newton's method, where the first of each pair won ``excess`` more than expected, and the Fisher information of pairs with these
        ``weights``."""
        gradient = -precision @ found
        np.add.at(gradient, numbers, shares * excess[:, None])
        information = precision.copy()
        np.add.at(information, tuple(places), products * weights[:, None, None])
        change = np.zeros_like(found)
        change[free] = np.linalg.solve(information[reduced], gradient[free])
        return change, information

    # The first guess uses the odds of each pair, which saves most of the steps.
    won, lost = (points + PRIOR_DRAWS).T
    weights = won * lost / (won + lost)
    found, information = step(np.zeros(len(precision)), weights * np.log(won / lost), weights)
    for _ in range(MOST_STEPS):
        expected = 1 / (1 + np.exp(-differences(found)))
        change, information = step(found, points[:, 0] - games * expected, games * expected * (1 - expected))
        longest = np.abs(differences(change)).max()
        found += change * min(1.0, LONGEST_STEP / max(longest, LONGEST_STEP))
        if np.abs(change).max() < LAST_STEP:
            break
    covariance = np.zeros_like(information)
    covariance[reduced] = np.linalg.inv(information[reduced])
    return found, covariance

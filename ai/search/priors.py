"""The priors of a node's moves, compiled: made of an evaluator's logits, mixed with noise for self-play, and turned back into the policy."""

from typing import NamedTuple

import numpy as np

from ai.search.graph import write_edge
from core.bitboard import U64, ZERO
from core.compiled import function, kernel, primitive

SORTED = 16
"""How many of a node's edges are sorted by prior: more than most nodes ever visit. Sorting all would take longer than it saves."""

LOG2_E = np.float32(1.4426950408889634)
LN_2 = (np.float32(0.693359375), np.float32(-2.12194440e-4))
"""ln 2 in two parts; whole multiples of the first are exact."""
LOWEST_POWER = np.float32(-87.0)
"""Lowest exponent of e whose power is a normal ``float32``."""
EXPONENT_BIAS = np.int32(127)
EXPONENT_SHIFT = np.int32(23)
EXPONENT_MASK = np.int32(0xFF << 23)

POINT_BITS = U64(16)
POINT_MASK = U64(0xFFFF)


class Scratch(NamedTuple):
    """Memory for :func:`set_priors`, whose content nobody reads afterwards."""

    points: np.ndarray
    """``int16[P]``: legal points."""
    weights: np.ndarray
    """``float32[P]``: the logits of the legal points, then their priors up to a common factor."""
    highest: np.ndarray
    """``uint64[SORTED]``: the highest weights, as :func:`ranking_key` packs them."""


@primitive
def power_of_e(x):
    """e to the power ``x``, which is at most 0, with an error of one unit in the last place. Has no branches or calls, so that loops over it compile
    to vector code; the coefficients are those of Cephes' expf (Moshier 1992)."""
    x = max(x, LOWEST_POWER)
    twos = np.int32(x * LOG2_E - np.float32(0.5))
    rest = x - np.float32(twos) * LN_2[0] - np.float32(twos) * LN_2[1]
    series = np.float32(1.9875691500e-4)
    series = series * rest + np.float32(1.3981999507e-3)
    series = series * rest + np.float32(8.3334519073e-3)
    series = series * rest + np.float32(4.1665795894e-2)
    series = series * rest + np.float32(1.6666665459e-1)
    series = series * rest + np.float32(5.0000001201e-1)
    series = series * rest * rest + rest + np.float32(1.0)
    return series * np.int32((twos + EXPONENT_BIAS) << EXPONENT_SHIFT).view(np.float32)


@primitive
def ranking_key(weight, point):
    """A number that ranks higher ``weight`` (never negative) first and, among equals, lower ``point``. Both can be read back from it."""
    return U64(np.float32(weight).view(np.uint32)) << POINT_BITS | (POINT_MASK - U64(point))


@primitive
def write_ranked(edge, key, scale):
    """Write the edge of a move that :func:`ranking_key` has packed; its prior is ``scale`` times the weight."""
    weight = np.uint32(key >> POINT_BITS).view(np.float32)
    write_edge(edge, np.int64(POINT_MASK - (key & POINT_MASK)), scale * weight)


@function
def set_priors(edges, legal, logits, sharpness, scratch):
    """Write a node's edges anew, one for each point that is ``legal`` (:class:`ai.search.forest.PositionBatch`) for the side to move. Their priors
    are the softmax of ``sharpness`` times ``logits`` over these; the :data:`SORTED` highest come first, in order."""
    points, weights, highest = scratch
    count = 0
    # Writing every point and overwriting the illegal ones is cheaper than branches that can't be predicted.
    for point in range(legal.size):
        points[count] = point
        weights[count] = logits[point]
        count += legal[point] & 1
    most = weights[0]
    for i in range(1, count):
        most = max(most, weights[i])
    for i in range(count):
        weights[i] = power_of_e(sharpness * (weights[i] - most))
    total = np.float32(0.0)
    for i in range(count):
        total += weights[i]
    scale = np.float32(1.0) / total
    for rank in range(SORTED):
        highest[rank] = ZERO
    for i in range(count):
        key = ranking_key(weights[i], points[i])
        if key > highest[SORTED - 1]:
            for rank in range(SORTED):  # stopping where it fits would be such a branch too
                other = highest[rank]
                highest[rank] = max(other, key)
                key = min(other, key)
        if i >= SORTED:
            write_ranked(edges[i], key, scale)
    for i in range(min(count, SORTED)):
        write_ranked(edges[i], highest[i], scale)


@function
def are_numbers(answers):
    """Whether an evaluator's ``answers``, ``float32``, are all finite. The others have all bits of the exponent set, which can be tested without
    branches."""
    highest = np.int32(0)
    for answer in answers.flat:
        highest = max(highest, np.float32(answer).view(np.int32) & EXPONENT_MASK)
    return highest < EXPONENT_MASK


@kernel
def policy_of(priors, temperature):
    """``float32[moves]``: the policy from which :func:`set_priors` made ``priors`` at ``temperature``."""
    policy = np.empty_like(priors)
    total = np.float32(0.0)
    for e in range(priors.size):
        policy[e] = priors[e] if temperature == 1.0 else priors[e] ** np.float32(temperature)
        total += policy[e]
    return policy / max(total, np.finfo(np.float32).tiny)


@kernel
def add_noise(stored, trees, fraction, total, random):
    """Mix Dirichlet noise, whose concentrations add up to ``total``, into the priors of those roots of ``trees`` (``int32[n]``) that have none yet.
    ``random`` is a numpy ``Generator``."""
    forest, roots, _ = stored.content
    for tree in trees:
        add_noise_to(forest, roots, tree, fraction, total, random)


@kernel
def add_noise_to(forest, roots, tree, fraction, total, random):
    """:func:`add_noise` for one root; does nothing if it has no moves."""
    moves = forest.edges[tree][: forest.nodes[tree, 0].edge_count]
    if moves.size > 0 and not roots.noisy[tree]:
        mix_noise(moves, roots.priors[tree], fraction, total, random)
        roots.noisy[tree] = True


@kernel
def mix_noise(edges, priors, fraction, total, random):
    """P(s, a) = (1 - e) p + e noise for the ``edges`` of a root in self-play (Silver et al. 2017, Methods). Sorts the edges again, and writes their
    priors without noise to ``priors`` (``float32[P]``) in the same order."""
    noise = np.empty(edges.size, np.float64)
    for e in range(edges.size):
        noise[e] = random.standard_gamma(total / edges.size)  # Dirichlet's once scaled to a sum of 1
    scale = fraction / noise.sum()
    for e in range(edges.size):
        priors[e] = edges[e].prior
        edges[e].prior = np.float32((1.0 - fraction) * edges[e].prior + scale * noise[e])
    moving = np.empty(1, edges.dtype)
    for e in range(1, edges.size):
        moving[0] = edges[e]
        prior = priors[e]
        rank = e
        while rank > 0 and edges[rank - 1].prior < moving[0].prior:
            edges[rank] = edges[rank - 1]
            priors[rank] = priors[rank - 1]
            rank -= 1
        edges[rank] = moving[0]
        priors[rank] = prior

"""The priors of a node's moves, compiled: from an evaluator's answer, with noise for self-play, and the policy that they came from."""

import numpy as np

from ai.search.graph import write_edge
from core.bitboard import function, kernel

SORTED = 16
"""So many of a node's edges are sorted by their priors, more than most nodes ever visit: to sort all would take longer than it saves."""


@function
def set_priors(edges, legal, logits, sharpness, weights):
    """Write the edges of a node anew: its moves are the points ``legal`` to the side to move (see :class:`ai.search.forest.Leaves`), their priors the
    softmax of ``sharpness`` times ``logits`` over these, the :data:`SORTED` highest first and in order. ``weights``, ``float32[P]``, is to
    work in."""
    highest = np.float32(-np.inf)
    for point in range(legal.size):
        if legal[point] & 1:
            highest = max(highest, logits[point])
    total = np.float32(0.0)
    for point in range(legal.size):
        weights[point] = (
            np.exp(sharpness * (logits[point] - highest)) if legal[point] & 1 else np.float32(0.0)
        )
        total += weights[point]
    scale = np.float32(1.0) / total
    e = 0
    for point in range(legal.size):
        if not legal[point] & 1:
            continue
        prior = scale * weights[point]
        rank = e
        if e >= SORTED:
            rank = SORTED - 1
            last = edges[rank]
            if prior <= last.prior:
                write_edge(edges[e], point, prior)
                e += 1
                continue
            write_edge(edges[e], last.point, last.prior)
        else:
            write_edge(edges[e], point, prior)
        while rank > 0 and edges[rank - 1].prior < prior:
            edges[rank].prior = edges[rank - 1].prior
            edges[rank].point = edges[rank - 1].point
            rank -= 1
        edges[rank].prior = prior
        edges[rank].point = point
        e += 1


@kernel
def policy_of(priors, temperature):
    """``float32[moves]``: the policy that became ``priors`` at a temperature (:func:`set_priors`)."""
    policy = np.empty_like(priors)
    total = np.float32(0.0)
    for e in range(priors.size):
        policy[e] = priors[e] if temperature == 1.0 else priors[e] ** np.float32(temperature)
        total += policy[e]
    return policy / max(total, np.finfo(np.float32).tiny)


@kernel
def mix_noise(forest, tree, noise, fraction, priors):
    """P(s, a) = (1 - e) p + e noise at the root, for self-play (Silver et al. 2017, Methods). ``noise``, ``float64[moves]``, is scaled to a sum of 1.
    The edges are put in order again, and in that order what they had without it is written to ``priors``."""
    noise = noise / noise.sum()
    edges = forest.edges[tree]
    count = forest.nodes[tree, 0].edge_count
    for e in range(count):
        priors[e] = edges[e].prior
        edges[e].prior = np.float32((1.0 - fraction) * edges[e].prior + fraction * noise[e])
    moving = np.empty(1, edges.dtype)
    for e in range(1, count):
        moving[0] = edges[e]
        prior = priors[e]
        rank = e
        while rank > 0 and edges[rank - 1].prior < moving[0].prior:
            edges[rank] = edges[rank - 1]
            priors[rank] = priors[rank - 1]
            rank -= 1
        edges[rank] = moving[0]
        priors[rank] = prior

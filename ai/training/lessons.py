"""What the search of a move teaches: a policy, a value, how much of a surprise it was, and the move to be played."""

import numpy as np

from ai.search.kernels import puct_scale, root_value
from ai.search.priors import policy_of
from core.compiled import function, kernel

LEAST_LEAD = 1e-9
"""Smallest lead of the best score over a move's value that is divided by."""
LEAST_PRIOR = 1e-6
"""Smallest prior of which the logarithm is taken; lower ones count as this."""
COLDEST = 0.05
"""Temperatures up to this count as 0: their reciprocals are too large as powers."""


@kernel
def lesson(nodes, edges, priors, points, parameters, temperature, drawn):
    """What a search by PUCT teaches of its root, the first of ``nodes``, with its ``edges``. Returns the policy (``float32[P]``, the
    :func:`policy_target` of the visits without forced ones), the value to the side to move, the :func:`surprise` relative to the network's
    ``priors`` (``float32[moves]``), and a move chosen by :func:`pick`."""
    if parameters.forced_playouts > 0:
        weights = pruned_visits(edges, np.int64(nodes[0].visits), parameters)
    else:
        weights = edges["visits"].astype(np.float64)
    policy = policy_target(edges, points, weights)
    surprised = surprise(policy[edges["point"]], policy_of(priors, parameters.prior_temperature))
    return policy, root_value(nodes), surprised, pick(policy, temperature, drawn)


@kernel
def policy_target(edges, points, weights):
    """``float32[P]``: the policy that a search teaches of a position on a board of ``points`` points. The first of these with anything in it:
    moves proven to win, all alike; the ``weights`` (``float64[moves]``, usually visits) of moves not proven to lose; the priors of these moves; all
    weights; all priors."""
    proven = edges["proof"].max() > 0
    some = False  # whether moves not proven to lose have any weight
    some_prior = False
    any_weight = False
    for e in range(edges.size):
        any_weight |= weights[e] > 0
        some |= weights[e] > 0 and edges[e].proof == 0
        some_prior |= edges[e].prior > 0 and edges[e].proof == 0
    policy = np.zeros(points, np.float32)
    total = 0.0
    for e in range(edges.size):
        if proven:
            share = 1.0 if edges[e].proof > 0 else 0.0
        elif some:
            share = weights[e] if edges[e].proof == 0 else 0.0
        elif some_prior:
            share = float(edges[e].prior) if edges[e].proof == 0 else 0.0
        else:
            share = weights[e] if any_weight else float(edges[e].prior)
        policy[edges[e].point] = share
        total += share
    return (policy / total).astype(np.float32)


@kernel
def pruned_visits(edges, root_visits, parameters):
    """``float64[moves]``: visits without forced playouts (Wu 2019, section 3.2). Each move but the most visited one loses its forced playouts, as
    long as PUCT would still not prefer it to the most visited move; a move left with a single visit counts as unvisited."""
    scale = puct_scale(float(root_visits), parameters)
    best = 0
    most = -1
    for e in range(edges.size):
        if edges[e].proof >= 0 and edges[e].visits > most:
            best, most = e, edges[e].visits
    best_score = edges[best].value + scale * edges[best].prior / (1 + edges[best].visits)
    pruned = np.empty(edges.size, np.float64)
    for e in range(edges.size):
        edge = edges[e]
        needed = np.ceil(scale * edge.prior / max(best_score - edge.value, LEAST_LEAD) - 1)
        forced = np.floor(np.sqrt(parameters.forced_playouts * edge.prior * root_visits))
        kept = min(max(needed, edge.visits - forced, 0.0), float(edge.visits))
        pruned[e] = kept if kept > 1 else 0.0
    pruned[best] = edges[best].visits
    return pruned


@function
def surprise(policy, priors):
    """The Kullback-Leibler divergence of the search's policy from the network's, in nats, never negative by rounding. It is 0 where all ``priors``
    are 0: the position was proven before the network was asked."""
    total = 0.0
    asked = False
    for share, prior in zip(policy, priors):
        asked |= prior > 0
        if share > 0:
            total += share * np.log(share / max(prior, LEAST_PRIOR))
    return max(0.0, total) if asked else 0.0


@kernel
def pick(policy, temperature, drawn):
    """A move drawn in proportion to N to the power 1/temperature (Gao et al. 2022, formula 7); the most likely one at temperature 0. ``drawn`` is a
    random number from 0 to 1."""
    best = policy.argmax()
    if temperature <= COLDEST:
        return best
    weights = np.zeros(policy.size, np.float64)
    for point in range(policy.size):
        if policy[point] > 0:  # few are, and powers take long
            weights[point] = (policy[point] / policy[best]) ** (1.0 / temperature)
    left = drawn * weights.sum()
    for point in range(policy.size):
        left -= weights[point]
        if left < 0 and weights[point] > 0:
            return point
    return best

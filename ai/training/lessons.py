"""What the search of a move teaches: a policy, how much of a surprise it was, and the move to be played."""

import numpy as np

from ai.search.kernels import puct_scale, root_value
from ai.search.priors import policy_of
from core.compiled import function, kernel

LEAST_LEAD = 1e-9
"""By how much the best score leads a move's value at least, where that is divided by."""
LEAST_PRIOR = 1e-6
"""What a prior counts as at least where its logarithm is taken."""
COLDEST = 0.05
"""A temperature that is no higher is as good as 0, and its reciprocal is too large a power."""


@kernel
def lesson(nodes, edges, priors, points, parameters, temperature, drawn):
    """What a search by PUCT teaches of its root, the first of ``nodes``, which has these ``edges``: the policy, ``float32[P]``
    (:func:`policy_target` of the visits, without those that were only forced), the value to the side to move, the :func:`surprise` after the
    network's ``priors`` (``float32[moves]``), and a move by :func:`pick`."""
    if parameters.forced_playouts > 0:
        weights = pruned_visits(edges, np.int64(nodes[0].visits), parameters)
    else:
        weights = edges["visits"].astype(np.float64)
    policy = policy_target(edges, points, weights)
    surprised = surprise(policy[edges["point"]], policy_of(priors, parameters.prior_temperature))
    return policy, root_value(nodes), surprised, pick(policy, temperature, drawn)


@kernel
def policy_target(edges, points, weights):
    """``float32[P]``: what a search teaches of a position with so many ``points``: moves proven to win, else the moves' ``weights``
    (``float64[moves]``, their visits as a rule) without those proven to lose, else the priors of moves that aren't, else all weights, or all priors
    where there are none."""
    proven = edges["proof"].max() > 0
    some = False  # of the weight is on open moves
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
    """``float64[moves]``: visits without those that were only forced (Wu 2019, section 3.2): of each move but the most visited, forced playouts are
    taken off as long as PUCT would not prefer it to the most visited move; one that is left with a single visit has none."""
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
    """The Kullback-Leibler divergence of the search's policy from the network's, in nats; rounding doesn't make it negative. What was proven before
    the network was asked, so that all ``priors`` are 0, surprises nobody."""
    total = 0.0
    asked = False
    for share, prior in zip(policy, priors):
        asked |= prior > 0
        if share > 0:
            total += share * np.log(share / max(prior, LEAST_PRIOR))
    return max(0.0, total) if asked else 0.0


@kernel
def pick(policy, temperature, drawn):
    """A move by the first seed's formula 7: in proportion to N to the power 1/temperature; the best at temperature 0. ``drawn`` is a number
    from 0 to 1, at random."""
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

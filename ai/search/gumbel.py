"""Gumbel search at the root: a move is searched because it was drawn from the policy, not because of noise in the priors.

Danihelka et al. 2022, "Policy improvement by planning with Gumbel": moves are drawn without replacement by adding Gumbel noise to the logits,
sequential halving divides the simulations among them, and the policy to learn is the prior shifted by the values found. It is an improvement however
few the simulations are. Below the root the search is PUCT.
"""

import math
from collections.abc import Iterator
from typing import Any

import numpy as np

from ai.search.forest import Forest
from ai.search.tree_search import TreeSearch
from core.compiled import function, kernel

VALUE_VISITS = 50.0
"""c_visit of equation 8, as in section 6 there."""
VALUE_SCALE = 0.5
"""c_scale of equation 8 for values from -1 to 1: section 6's 1.0 is for values from 0 to 1."""
LEAST_PRIOR = 1e-12


@function
def restart(forest: Forest, tree):
    """Reset the visit counts of the moves at the root of ``tree``, keep all that lies below, and consider all moves."""
    root = forest.nodes[tree, 0]
    if root.proof != 0:
        return
    for e in range(root.edge_count):
        forest.edges[tree, e].visits = 0
        forest.edges[tree, e].considered = 1
    root.visits = 1
    root.weight = 1
    root.value_sum = 0.0


@function
def completed_values(root, edges, values):
    """Write the value of each move at ``root``: the one that the search found or, for a move not searched, v_mix (appendix D, equation 33), which
    averages the network's value and the mean of the values found, weighted by priors."""
    visits = 0
    priors = 0.0
    found = 0.0
    for e in range(root.edge_count):
        edge = edges[e]
        if edge.visits > 0 and edge.proof >= 0:
            visits += edge.visits
            priors += edge.prior
            found += edge.prior * edge.value
    mixed = np.float64(root.evaluation)
    if priors > 0:
        mixed = (mixed + visits * found / priors) / (1 + visits)
    for e in range(root.edge_count):
        values[e] = edges[e].value if edges[e].visits > 0 else mixed


@function
def score_moves(root, edges, gumbel, scores):
    """Write each move's g(a) + logit(a) + sigma(q(a)), section 3.2, with sigma of equation 8; minus infinity for moves proven to lose."""
    completed_values(root, edges, scores)
    most = 0
    for e in range(root.edge_count):
        most = max(most, edges[e].visits)
    scale = (VALUE_VISITS + most) * VALUE_SCALE
    for e in range(root.edge_count):
        edge = edges[e]
        if edge.proof < 0:
            scores[e] = -np.inf
        else:
            scores[e] = gumbel[e] + np.log(max(edge.prior, LEAST_PRIOR)) + scale * scores[e]


@kernel
def consider(forest: Forest, tree, count, gumbel):
    """Drop all but the ``count`` highest scores from the considered moves in ``tree``."""
    root = forest.nodes[tree, 0]
    edges = forest.edges[tree]
    scores = np.empty(root.edge_count, np.float64)
    score_moves(root, edges, gumbel, scores)
    for e in range(root.edge_count):
        if edges[e].considered == 0:
            scores[e] = -np.inf
        edges[e].considered = 0
    for _ in range(min(count, root.edge_count)):
        best = scores.argmax()
        if scores[best] == -np.inf:
            break
        edges[best].considered = 1
        scores[best] = -np.inf


def halving(considered: int, simulations: int) -> Iterator[tuple[int, int]]:
    """Sequential halving (Karnin et al. 2013; figure 1 of Danihelka et al.) of ``considered`` moves. Yields for each phase how many moves are left
    and how many simulations they share; these add up to ``simulations``."""
    phases = max(1, math.ceil(math.log2(considered)))
    left, count = simulations, considered
    while left > 0:
        share = min(left, count * max(1, simulations // (phases * count)))
        yield count, share
        left -= share
        count = max(2, count // 2)


class GumbelSearch(TreeSearch):
    """A :class:`TreeSearch` that can also divide the root's simulations by sequential halving."""

    def __init__(self, *arguments: Any, **options: Any):
        super().__init__(*arguments, **options)
        self._gumbel = np.zeros((self.trees, self.size.points))

    def halve(self, simulations: int, tree: int = 0) -> Iterator[int]:
        """Divide ``simulations`` more in ``tree``, whose root has been evaluated, among at most ``parameters.considered_moves`` root moves. Yields
        for each phase the visits of the root at which it ends; the caller searches until then. Only the root's visit counts are reset, nothing
        below."""
        restart(self.forest, tree)
        self._gumbel[tree] = self._random.gumbel(size=self.size.points)
        open_moves = max(1, int(self.forest.nodes[tree, 0]["open_edges"]))
        considered = min(self.parameters.considered_moves, max(1, simulations), open_moves)
        for count, share in halving(considered, simulations):
            consider(self.forest, tree, count, self._gumbel[tree])
            yield self.visits(tree) + share

    def improved_policy(self, tree: int = 0) -> tuple[np.ndarray, float]:
        """The improved policy at the root: softmax of logits + sigma(completed q) (section 4, equation 11) over the moves of :meth:`edges`, 0 for
        those proven to lose. With it the root's value to its side to move, under this policy or as proven."""
        root, edges = self.forest.nodes[tree, 0], self.forest.edges[tree]
        scores, values = np.zeros((2, int(root["edge_count"])))
        score_moves(root, edges, np.zeros(len(scores)), scores)
        if not np.isfinite(scores).any():
            return np.zeros(len(scores)), -1.0
        completed_values(root, edges, values)
        policy = np.exp(scores - scores.max())
        policy /= policy.sum()
        return policy, float(root["proof"] or policy @ values)

    def chosen_point(self, tree: int = 0, temperature: float = 1.0) -> int:
        """The result of the halving: among the most visited moves the one with the highest g(a) + logit(a) + sigma(q(a)), which is a draw from the
        improved policy. ``temperature`` scales the noise g; at 0 there is none."""
        if self.proof(tree) is not None:
            best = self.best_point(tree)
            assert best is not None
            return best
        root, edges = self.forest.nodes[tree, 0], self.forest.edges[tree]
        scores = np.zeros(int(root["edge_count"]))
        score_moves(root, edges, temperature * self._gumbel[tree], scores)
        visits = edges["visits"][: len(scores)]
        most = visits[np.isfinite(scores)].max()
        return int(edges["point"][np.where(visits == most, scores, -np.inf).argmax()])

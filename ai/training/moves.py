"""The moves of self-play's games, compiled: what a search teaches, its move, and the beginning of the next search, for many trees in one call.

Between two batches of the network little of what computes is still in the processor's caches, so that each call of another function, Python's or
numpy's, waits for memory (docs/methods.md, "What a call is handed").
"""

from typing import NamedTuple

import numpy as np

from ai.search.graph import play_root
from ai.search.parameters import KernelParameters
from ai.search.priors import add_noise_to
from ai.training.lessons import lesson
from core.bitboard import kernel


class Plan(NamedTuple):
    """How moves are searched."""

    full: KernelParameters
    """Those that are learned from."""
    cheap: KernelParameters
    """The others."""
    full_share: float
    """How many are learned from, of all: 0 to 1 (Wu 2019, section 3.1)."""
    simulations: int
    cheap_simulations: int
    noise_fraction: float
    """Of the priors at the roots of searches in full."""
    noise_total: float


class Moves(NamedTuple):
    """Where the games of ``T`` trees are, and what their last moves teach, on boards with ``P`` points."""

    plies: np.ndarray
    """``int64[T]``: moves played."""
    thinking: np.ndarray
    """``bool[T]``: whether a move is searched, and not only the root evaluated."""
    in_full: np.ndarray
    """``bool[T]``: whether it will be learned from."""
    teaches: np.ndarray
    """``bool[T]``: whether the last move is."""
    policy: np.ndarray
    """``float32[T, P]``: what that teaches."""
    value: np.ndarray
    """``float64[T]``: likewise, to the side to move."""
    surprise: np.ndarray
    """``float64[T]``: in nats."""
    point: np.ndarray
    """``int64[T]``: the last move."""
    left: np.ndarray
    """``int64[T]``: points that either side may play on after it, 0 if the game is over."""


def make_moves(trees: int, points: int) -> Moves:
    """Those of so many ``trees``, before the first."""
    return Moves(
        plies=np.zeros(trees, np.int64),
        thinking=np.zeros(trees, np.bool_),
        in_full=np.zeros(trees, np.bool_),
        teaches=np.zeros(trees, np.bool_),
        policy=np.zeros((trees, points), np.float32),
        value=np.zeros(trees, np.float64),
        surprise=np.zeros(trees, np.float64),
        point=np.zeros(trees, np.int64),
        left=np.zeros(trees, np.int64),
    )


@kernel
def move_on(stored, ready, plan, games):
    """Go on in the trees of a search that are ``ready`` (``int32[n]``), having been searched as far as was asked: those that have searched a move
    make it, and all begin to search their next. Returns which have made one. ``stored`` is the search's; packed like it are the ``plan``, a
    :class:`Plan`, and ``games``: :class:`Moves`, the temperature of each ply (``float64[P]``) and a numpy ``Generator``. What a search by sequential
    halving teaches, and its move, stands there."""
    forest, roots, geo = stored.content
    moves, temperatures, random = games.content
    plan = plan.content
    made = np.empty_like(ready)
    count = 0
    for tree in ready:
        if moves.thinking[tree]:
            in_full = moves.in_full[tree]
            if not (in_full and plan.full.considered_moves > 0):
                parameters = plan.full if in_full else plan.cheap
                learn(
                    forest, roots, tree, parameters, temperatures[moves.plies[tree]], random.random(), moves
                )
            moves.teaches[tree] = in_full
            play(forest, roots, geo, np.int64(tree), moves)
            made[count] = tree
            count += 1
        think(forest, roots, tree, plan, random, moves)
    return made[:count]


@kernel
def learn(forest, roots, tree, parameters, temperature, drawn, moves):
    """Note the :func:`ai.training.lessons.lesson` of the search in ``tree``, and its move."""
    edges = forest.edges[tree][: forest.nodes[tree, 0].edge_count]
    priors = roots.priors[tree][: edges.size]
    if not roots.noisy[tree]:
        for e in range(edges.size):
            priors[e] = edges[e].prior
    policy, value, surprised, point = lesson(
        forest.nodes[tree], edges, priors, moves.policy.shape[1], parameters, temperature, drawn
    )
    moves.policy[tree] = policy
    moves.value[tree] = value
    moves.surprise[tree] = surprised
    moves.point[tree] = point


@kernel
def play(forest, roots, geo, tree, moves):
    """Make the move that is noted for ``tree``."""
    play_root(forest, geo, tree, moves.point[tree])
    root = forest.nodes[tree, 0]
    roots.noisy[tree] = False
    moves.plies[tree] += 1
    moves.left[tree] = root.playable if root.edge_count > 0 else 0


@kernel
def think(forest, roots, tree, plan, random, moves):
    """Begin to search a move in ``tree``; a root that no search has seen is evaluated first, since noise is for the network's policy."""
    seen = forest.nodes[tree, 0].visits > 0
    moves.thinking[tree] = seen
    if not seen:
        roots.targets[tree] = 1
        return
    full = plan.full_share == 1.0 or random.random() < plan.full_share
    moves.in_full[tree] = full
    roots.targets[tree] = plan.simulations if full else plan.cheap_simulations
    if full and plan.noise_fraction > 0:
        add_noise_to(forest, roots, tree, plan.noise_fraction, plan.noise_total, random)

"""The memory of the search: graphs of positions as arrays of records, one graph or many side by side.

A node is a position, found by its Zobrist key however it was reached; an edge is a legal move at a node. Node 0 is the root. Its edges stand first,
in as many places as any root can need; other nodes and their edges follow in the order in which they were made.
"""

from typing import NamedTuple

import numpy as np

from core.position import Size

NO_NODE = -1
RECENT_MOVES = 8
"""How many of the last moves are kept for networks that see history."""


NODE = np.dtype(
    [
        ("key", np.uint64),  # Zobrist key of the position
        ("value_sum", np.float64),  # visits times value, summed over the edges not proven to lose
        ("first_edge", np.int32),  # the node's edges stand from here on, together
        ("visits", np.int32),  # simulations that came here, on any path
        ("weight", np.int32),  # visits that count in the value: evaluation, open edges, what was forgotten
        ("evaluation", np.float32),  # the evaluator's value, -1 to 1
        ("edge_count", np.int16),  # the number of legal moves
        ("playable", np.int16),  # points that either side may play on
        ("open_edges", np.int16),  # edges not proven to lose
        ("proof", np.int8),  # 1 the side to move certainly wins, -1 loses, 0 unknown
        ("waiting", np.int8),  # 1 while gathered for evaluation or to be solved
        ("tries", np.int8),  # how often the solver tried it
    ],
    align=True,
)
"""A position. Its values are from the view of the side to move."""

EDGE = np.dtype(
    [
        ("prior", np.float32),  # P(s, a)
        ("value", np.float32),  # Q(s, a), from the view of the side that plays the move
        ("visits", np.int32),  # N(s, a)
        ("child", np.int32),  # the node that the move leads to, or NO_NODE
        ("point", np.int16),  # the move
        ("flight", np.int16),  # simulations under way through the edge
        ("proof", np.int8),  # 1 the move certainly wins, -1 loses, 0 unknown
        ("considered", np.int8),  # 1 while sequential halving has it among the root's moves to search
    ],
    align=True,
)
"""A legal move at a node."""


class Forest(NamedTuple):
    """``T`` trees of at most ``N`` nodes, ``E`` edges and ``H`` places in the table of keys."""

    nodes: np.ndarray
    """``NODE[T, N]``"""
    edges: np.ndarray
    """``EDGE[T, E]``"""
    table: np.ndarray
    """``int32[T, H]``: open-addressing table from keys to nodes, :data:`NO_NODE` where free; ``H`` is a power of two."""
    used: np.ndarray
    """``int64[T, 2]``: nodes in use, and where the next node's edges will stand."""
    stones: np.ndarray
    """``uint64[T, 2, W]``: the root's stones: side to move, other side."""
    side: np.ndarray
    """``int8[T]``: who moves at the root, 0 Black, 1 White."""
    recent: np.ndarray
    """``int16[T, 8]``: the last moves before the root, latest first, -1 where there was none."""


class Roots(NamedTuple):
    """The state of the roots of ``T`` trees that their nodes don't hold."""

    targets: np.ndarray
    """``int64[T]``: visits at which the search of each root ends."""
    noisy: np.ndarray
    """``bool[T]``: whether noise was mixed into the priors of the root's moves."""
    priors: np.ndarray
    """``float32[T, P]``: the priors without noise, in the order of the root's edges, where noise was mixed in."""


class PositionBatch(NamedTuple):
    """``B`` positions on boards of ``P`` points, as evaluators read them."""

    cells: np.ndarray
    """``uint8[B, P]``: 0 empty, 1 own, 2 the opponent's stone."""
    legal: np.ndarray
    """``uint8[B, P]``: 1 legal for the side to move, 2 for the opponent, 3 for both."""
    side: np.ndarray
    """``int8[B]``: who moves, 0 Black, 1 White."""
    recent: np.ndarray
    """``int16[B, 8]``: the last moves, latest first, -1 where there was none."""


class Leaves(NamedTuple):
    """A batch of ``B`` positions gathered to be evaluated or solved, on boards of ``P`` points, with the paths that led there."""

    positions: PositionBatch
    tree: np.ndarray
    """``int32[B]``: the tree that the position belongs to."""
    node: np.ndarray
    """``int32[B]``: the position's node in that tree."""
    depth: np.ndarray
    """``int32[B]``: moves from the root."""
    steps: np.ndarray
    """``int64[B]``: how many moves the solver may try, for a position that has been evaluated; 0 where it is to be evaluated."""
    solution: np.ndarray
    """``int64[B]``: what the solver found, as :func:`ai.solver.kernels.go_on_solving` returns it."""
    path_node: np.ndarray
    """``int32[B, P + 1]``: the nodes on the path, root first."""
    path_edge: np.ndarray
    """``int32[B, P + 1]``: the edges on the path."""


def edges_a_node(points: int) -> int:
    """Edges to allot for each node: half as many as points, which the mean of a full tree rarely exceeds."""
    return points // 2 + 2


def most_nodes(nodes: int, points: int) -> int:
    """``nodes``, or on boards larger than 9x9 as many nodes as take the same memory."""
    usual, here = (NODE.itemsize + edges_a_node(each) * EDGE.itemsize for each in (Size().points, points))
    return min(nodes, nodes * usual // here)


def make_forest(trees: int, nodes: int, points: int, words: int) -> Forest:
    """Empty trees with memory for ``nodes`` nodes each."""
    edges = nodes * edges_a_node(points) + points
    places = 1 << (2 * nodes - 1).bit_length()
    return Forest(
        nodes=np.zeros((trees, nodes), NODE),
        edges=np.zeros((trees, edges), EDGE),
        table=np.full((trees, places), NO_NODE, np.int32),
        used=np.zeros((trees, 2), np.int64),
        stones=np.zeros((trees, 2, words), np.uint64),
        side=np.zeros(trees, np.int8),
        recent=np.full((trees, RECENT_MOVES), -1, np.int16),
    )


def make_roots(trees: int, points: int) -> Roots:
    """Roots of ``trees`` trees, without noise."""
    return Roots(
        targets=np.zeros(trees, np.int64),
        noisy=np.zeros(trees, np.bool_),
        priors=np.zeros((trees, points), np.float32),
    )


def copy_trees(source: Forest, target: Forest) -> None:
    """Copy the trees of ``source`` to ``target``, which has memory for at least as many nodes and edges. Tables of keys are not copied."""
    for field in ("nodes", "edges", "used", "stones", "side", "recent"):
        # as bytes: numpy copies records field by field, which takes ten times as long
        old, new = (getattr(forest, field).view(np.uint8) for forest in (source, target))
        new[tuple(slice(length) for length in old.shape)] = old


def make_position_batch(batch: int, points: int) -> PositionBatch:
    """Memory for ``batch`` positions."""
    return PositionBatch(
        cells=np.zeros((batch, points), np.uint8),
        legal=np.zeros((batch, points), np.uint8),
        side=np.zeros(batch, np.int8),
        recent=np.full((batch, RECENT_MOVES), -1, np.int16),
    )


def make_leaves(batch: int, points: int) -> Leaves:
    """Memory for ``batch`` leaves."""
    return Leaves(
        positions=make_position_batch(batch, points),
        tree=np.zeros(batch, np.int32),
        node=np.zeros(batch, np.int32),
        depth=np.zeros(batch, np.int32),
        steps=np.zeros(batch, np.int64),
        solution=np.zeros(batch, np.int64),
        path_node=np.zeros((batch, points + 1), np.int32),
        path_edge=np.zeros((batch, points + 1), np.int32),
    )

"""The search by playouts with RAVE, compiled.

A node is a position of the tree. It has a column of numbers for every point of the board, legal or not, so that the processor can update all moves of
a node at once. Node 0 is the root. Wins are counted for the side that plays the move.

A stone never leaves the board in NoGo. So the moves that a side played after a position are its stones at the end of the playout on points that were
empty in the position: RAVE needs no list of moves.
"""

from typing import NamedTuple

import numpy as np

from ai.playouts import private_last_playout
from core.bitboard import (
    U64,
    fill_candidates,
    legal_points,
    load,
    next_random,
    overlaps,
    place,
    playout,
    random_below,
    seeded,
    size_of,
)
from core.compiled import function, inlined, kernel
from core.position import Size

# Rows of ``Tree.weighed``, float32
VALUE, OWN_PART, LAMBDA, RAVE_VISITS, RAVE_WINS = range(5)
WEIGHED_ROWS = 5
# Rows of ``Tree.counted``, int32
VISITS, WINS, CHILD, PROOF = range(4)
COUNTED_ROWS = 4

HALVED_EACH = 1 << 22
"""Visits of a node after which its RAVE counts are halved."""
NO_CHILD = -1
ILLEGAL = np.float32(-1e9)
"""The value of a point that is no legal move or is proven to lose, so that it is never chosen."""


class Tree(NamedTuple):
    """At most ``N`` nodes on a board of ``P`` points."""

    weighed: np.ndarray
    """``float32[N, 5, P]``, for each move: its value v; the part of v from its own playouts, (1 - lambda) w / n; lambda; n1, the playouts through the
    node in which the side to move played there at any time; and w1, how many of these it won. n1 and w1 are halved now and then."""
    counted: np.ndarray
    """``int32[N, 4, P]``, for each move: n, its playouts; w, how many of them were won; the node that it leads to; and its proof, 1 if it certainly
    wins, -1 if it certainly loses, else 0."""
    visits: np.ndarray
    """``int32[N]``: playouts through the node since it was made."""
    used: np.ndarray
    """``int64[1]``: nodes in use."""


class Scratch(NamedTuple):
    """Memory that each playout writes anew."""

    nodes: np.ndarray
    """``int64[P + 1]``: the nodes on the path of a playout, root first."""
    moves: np.ndarray
    """``int64[P + 1]``: the moves made at these nodes."""
    played: np.ndarray
    """``float32[2, P]``: 1 where a side has a stone at the end of the playout; the side to move at the root first."""
    lists: np.ndarray
    """``uint16[4 * P]`` for :func:`core.bitboard.playout`."""
    reserve: np.ndarray
    """``uint16[2 * P]`` for :func:`ai.playouts.private_last_playout`."""


def make_tree(nodes: int, points: int) -> Tree:
    """An empty tree for at most ``nodes`` nodes, on boards larger than 9x9 for as many as take the same memory."""
    nodes = min(nodes, nodes * Size().points // points)
    return Tree(
        np.zeros((nodes, WEIGHED_ROWS, points), np.float32),
        np.zeros((nodes, COUNTED_ROWS, points), np.int32),
        np.zeros(nodes, np.int32),
        np.zeros(1, np.int64),
    )


@function
def add_node(tree, geo, own, opponent):
    """Make the node of a position in which the side to move has the stones ``own``. Returns its number and how many legal moves it has."""
    number = tree.used[0]
    tree.used[0] = number + 1
    weighed = tree.weighed[number]
    counted = tree.counted[number]
    tree.visits[number] = 0
    mine, _ = legal_points(geo.full, geo.shifts, own, opponent)
    for index in range(geo.bits.shape[0]):
        weighed[LAMBDA, index] = 0.0
        weighed[OWN_PART, index] = ILLEGAL
        weighed[VALUE, index] = ILLEGAL
        weighed[RAVE_VISITS, index] = 0.0
        weighed[RAVE_WINS, index] = 0.0
        counted[VISITS, index] = 0
        counted[WINS, index] = 0
        counted[CHILD, index] = NO_CHILD
        counted[PROOF, index] = 0
        if overlaps(load(geo.bits, U64(index), mine), mine):
            weighed[LAMBDA, index] = 1.0
            weighed[OWN_PART, index] = 0.0
            weighed[VALUE, index] = 1.0
    return number, size_of(mine)


@function
def best_move(weighed, counted, visits, exploration, start):
    """The point with the highest v = (1 - lambda) w / n + lambda w1 / n1 (WA2, Dong 2018, section 3.3), plus the UCT term if wanted; among equals the
    first from ``start`` on; -1 if no move can be chosen."""
    value = weighed[VALUE]
    best = -1
    best_value = np.float32(-1.0)
    logarithm = np.log(visits + 1.0)
    for index in range(value.size):
        here = value[index]
        if exploration > 0 and here > ILLEGAL:
            here += np.float32(exploration * np.sqrt(logarithm / (counted[VISITS, index] + 1.0)))
        if here > best_value or (here == best_value and index >= start and best < start):
            best_value = here
            best = index
    return best


@function
def count_move(weighed, counted, point, won, equivalence):
    """Count a playout that went through the move ``point``."""
    counted[VISITS, point] += 1
    counted[WINS, point] += won
    visits = counted[VISITS, point]
    weight = np.sqrt(equivalence / (equivalence + 3.0 * visits))
    weighed[LAMBDA, point] = weight
    weighed[OWN_PART, point] = (1.0 - weight) * counted[WINS, point] / visits


@function
def count_rave(weighed, played, won):
    """Count a playout in which the side to move played the points where ``played`` is 1, and update the values of all moves.

    A move that was never played counts as won once. There are no branches, so that several points are computed at once.
    """
    one = np.float32(1.0)
    value = weighed[VALUE]
    own_part = weighed[OWN_PART]
    weight = weighed[LAMBDA]
    rave_visits = weighed[RAVE_VISITS]
    rave_wins = weighed[RAVE_WINS]
    for index in range(value.size):
        rave_visits[index] += played[index]
        rave_wins[index] += played[index] * won
    for index in range(value.size):
        untried = one if rave_visits[index] == 0 else np.float32(0.0)
        estimate = (rave_wins[index] + untried) / (rave_visits[index] + untried)
        value[index] = own_part[index] + weight[index] * estimate


@function
def halve_rave(weighed):
    """Halve the counts of :func:`count_rave`, which keeps their quotients: a float32 can't count beyond 2^24."""
    for index in range(weighed.shape[1]):
        weighed[RAVE_VISITS, index] *= np.float32(0.5)
        weighed[RAVE_WINS, index] *= np.float32(0.5)


@function
def prove(tree, node, point, proof):
    """Note that the move ``point`` certainly wins (``proof`` 1) or loses (-1). Returns the proof of the move that led to ``node``, 0 if there is
    none."""
    counted = tree.counted[node]
    counted[PROOF, point] = proof
    if proof > 0:
        return -1
    tree.weighed[node, OWN_PART, point] = ILLEGAL
    tree.weighed[node, LAMBDA, point] = 0.0
    tree.weighed[node, VALUE, point] = ILLEGAL
    for index in range(counted.shape[1]):
        if tree.weighed[node, VALUE, index] > ILLEGAL:
            return 0
    return 1


@kernel
def search(geo, tree, stones, parameters, playouts, seed):
    """Make ``playouts`` playouts from the root's ``stones`` (``uint64[2, W]``: side to move, other side), fewer if the root becomes certain. Returns
    how many were made, and the root's proof for its side to move."""
    points = geo.bits.shape[0]
    scratch = Scratch(
        np.empty(points + 1, np.int64),
        np.empty(points + 1, np.int64),
        np.empty((2, points), np.float32),
        np.empty(4 * points, np.uint16),
        np.empty(2 * points, np.uint16),
    )
    return search_in(geo, tree, stones, parameters, playouts, seed, scratch)


@function
def search_in(geo, tree, stones, parameters, playouts, seed, scratch):
    """:func:`search` with ``scratch`` memory."""
    random = seeded(seed)
    root_own = load(stones, 0, geo.full)
    root_opponent = load(stones, 1, geo.full)
    for done in range(playouts):
        depth, proof, own, opponent, random = descend(
            geo, tree, parameters, root_own, root_opponent, scratch, random
        )
        # Even where the result is certain the playout goes on: its stones are what RAVE learns from.
        candidates = fill_candidates(geo, own, opponent, scratch.lists)
        if parameters.private_last:
            plies, random, own, opponent = private_last_playout(
                geo, own, opponent, scratch.lists, scratch.reserve, candidates, random
            )
        else:
            plies, random, own, opponent = playout(geo, own, opponent, scratch.lists, candidates, random)
        loser = (depth + plies) % 2  # 0: the side to move at the root
        note_stones(geo, own, opponent, loser, scratch.played)
        if parameters.proofs and proof > 0:
            loser = depth % 2
        proof = count_playout(tree, parameters, scratch, depth, loser, proof)
        if parameters.proofs and proof != 0:
            return done + 1, -proof
    return playouts, 0


@inlined
def descend(geo, tree, parameters, own, opponent, scratch, random):
    """Walk from the root, where ``own`` is to move, to where the playout begins, and note the path in ``scratch``. Returns the length of the path,
    the proof of its last move, the stones at its end, side to move first, and the state of the random numbers."""
    points = U64(geo.bits.shape[0])
    depth = 0
    node = np.int64(0)
    while True:
        counted = tree.counted[node]
        random = next_random(random)
        start = np.int64(random_below(random, points))
        move = best_move(tree.weighed[node], counted, tree.visits[node], parameters.exploration, start)
        if move < 0:
            return depth, 0, own, opponent, random
        scratch.nodes[depth] = node
        scratch.moves[depth] = move
        depth += 1
        mover = place(geo, own, U64(move))
        own = opponent
        opponent = mover
        if counted[PROOF, move] > 0:
            return depth, 1, own, opponent, random
        node = np.int64(counted[CHILD, move])
        if node == NO_CHILD:
            if counted[VISITS, move] < parameters.threshold or tree.used[0] >= tree.visits.size:
                return depth, 0, own, opponent, random
            made, legal = add_node(tree, geo, own, opponent)
            counted[CHILD, move] = made
            node = np.int64(made)
            if legal == 0:
                return depth, 1, own, opponent, random


@inlined
def note_stones(geo, own, opponent, side, played):
    """Write the stones at the end of a playout to ``played``; those of ``own`` go to row ``side``."""
    for index in range(geo.bits.shape[0]):
        bit = load(geo.bits, index, geo.full)
        played[side, index] = np.float32(1.0 if overlaps(bit, own) else 0.0)
        played[1 - side, index] = np.float32(1.0 if overlaps(bit, opponent) else 0.0)


@inlined
def count_playout(tree, parameters, scratch, depth, loser, proof):
    """Count a playout at the nodes on its path, the last first, and back up the ``proof`` of its last move. Returns the proof of the move to the
    root."""
    for level in range(depth - 1, -1, -1):
        node = scratch.nodes[level]
        move = scratch.moves[level]
        won = loser != level % 2
        tree.visits[node] += 1
        if tree.weighed[node, VALUE, move] > ILLEGAL:
            count_move(tree.weighed[node], tree.counted[node], move, won, parameters.equivalence)
        count_rave(tree.weighed[node], scratch.played[level % 2], np.float32(won))
        if tree.visits[node] % HALVED_EACH == 0:
            halve_rave(tree.weighed[node])
        if parameters.proofs and proof != 0:
            proof = prove(tree, node, move, proof)
    return proof


@kernel
def keep_subtree(tree, start):
    """Make node ``start`` the root and remove all nodes that don't follow it. Works in place because children are made after their parents, so that
    no node moves to a higher place."""
    points = tree.counted.shape[2]
    kept = np.zeros(tree.used[0], np.bool_)
    kept[start] = True
    renamed = np.empty(kept.size, np.int64)
    filled = 0
    for number in range(start, kept.size):
        if kept[number]:
            renamed[number] = filled
            filled += 1
            for index in range(points):
                child = tree.counted[number, CHILD, index]
                if child != NO_CHILD:
                    kept[child] = True
    for number in range(start, kept.size):
        if kept[number]:
            here = renamed[number]
            tree.weighed[here] = tree.weighed[number]
            tree.counted[here] = tree.counted[number]
            tree.visits[here] = tree.visits[number]
            for index in range(points):
                child = tree.counted[here, CHILD, index]
                if child != NO_CHILD:
                    tree.counted[here, CHILD, index] = renamed[child]
    tree.used[0] = filled

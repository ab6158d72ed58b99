"""The verbs of the search, compiled: select a leaf, solve or expand it, back its value up.

The search is PUCT over a graph. A position has one node, whatever the order of moves, so what is learned on one path serves all. The value of a node
is the mean of its own evaluation and its children's values, weighted by the visits of the edges (as in KataGo's notes on Monte-Carlo graph search).
An edge's value is updated each time a simulation passes it. An edge with fewer visits than the position behind it first catches up (the same notes):
a simulation that comes that way ends there and costs no evaluation.

A node's value is from the view of its side to move, an edge's from that of the side that plays the move. Certain results are backed up as certain: a
move to a lost position wins, and a position whose moves all lead to won positions is lost. Moves proven to lose drop out of selection and of their
node's value.

Inner functions take the arrays of one tree, not the whole forest: passing tuples of arrays between functions costs more than the work they do.
"""

import numpy as np

from ai.search.forest import NO_NODE
from ai.search.graph import add_node, find_slot, has_room, note_solution, solve_new, solve_node
from ai.search.leaves import describe_leaf
from ai.search.parameters import UCB1
from ai.search.priors import SORTED, Scratch, are_numbers, set_priors
from core.bitboard import U64, fill_candidates, load, next_random, place, playout, seeded
from core.compiled import function, kernel

KNOWN = 0
"""A walk down the tree ended at a position whose result is certain."""
COLLISION = 1
"""It ended at a position that already waits to be evaluated or solved."""
LEAF = 2
"""It ended at a position that has not been evaluated yet."""
SOLVE = 3
"""It ended at a position that has had enough visits for the solver to try it, or to try it again."""
FULL = 4
"""It reached a new position, and the tree has no room for it."""
BEHIND = 5
"""It ended behind an edge with fewer visits than the position there: the edge catches up by a visit without an evaluation."""

MOST_DOUBLINGS = 6
"""Most doublings of the moves that may be tried to solve a node: no try takes more than about 15 milliseconds."""

FREE_EVALUATION = 0
"""Value 0 and equal priors: measures the search itself."""
RANDOM_PLAYOUT = 1
"""The result of one random playout, and priors that put the moves in random order."""


@function
def is_solved_at_once(node, parameters):
    """Whether the solver tries a new node before the evaluator is asked: it is not certain yet and has few points."""
    return node.proof == 0 and node.playable <= parameters.solver_points and parameters.solver_steps > 0


@function
def doublings(node, parameters):
    """How often the number of moves that may be tried has doubled at the next try to solve ``node``. Each further playable point doubles the moves
    that solving takes (measured in games of strong players)."""
    return max(np.int64(node.playable) - parameters.solver_points, 0) + node.tries


@function
def is_worth_solving(node, parameters):
    """Whether an evaluated node has enough visits for the solver to try it. So the effort of solving a node stays in proportion to that of searching
    it."""
    if parameters.solver_steps == 0:
        return False
    times = doublings(node, parameters)
    return times <= MOST_DOUBLINGS and node.visits >= (1 << times)


@function
def puct_scale(visits, parameters):
    """C sqrt(N) for a node with N ``visits``, where C grows with N as in AlphaZero's pseudocode (Silver et al. 2018)."""
    growth = np.log((visits + parameters.exploration_base + 1.0) / parameters.exploration_base)
    return np.float32((parameters.exploration + growth) * np.sqrt(visits))


@function
def best_edge(node, edges, parameters, sorted_by_prior):
    """The edge that the search follows from ``node``, which is not proven.

    If edges are ``sorted_by_prior``, as :func:`set_priors` leaves them, the first unvisited edge is the best unvisited one. Once all visits of the
    node are accounted for, only unvisited edges are left, and the loop ends. (A cancelled simulation can leave an unvisited edge before a visited
    one.)

    PUCT: Q + C P sqrt(N) / (1 + n), Silver et al. 2017, Methods; C by :func:`puct_scale`.
    UCB1: Q + c sqrt(ln (N + 1) / n), unvisited moves first, in the order of their priors (Auer et al. 2002; Kocsis and Szepesvari 2006).
    A simulation under way counts as a visit and leaves the value as it is (Liu et al. 2020, "Watch the unobserved").
    """
    visits = np.float32(node.visits)
    unvisited = np.float32(node.evaluation + node.value_sum) / np.float32(max(node.weight, 1))
    unvisited -= np.float32(parameters.first_play_reduction)
    best = np.int64(node.first_edge)
    best_score = np.float32(-1e30)
    one = np.float32(1.0)
    if parameters.rule == UCB1:
        scale = np.float32(parameters.exploration * np.sqrt(np.log(visits + one)))
        unvisited = one + scale  # which no visited move exceeds
    else:
        scale = puct_scale(visits, parameters)
    end_of_sorted = node.first_edge + (SORTED if sorted_by_prior else 0)
    visits_beyond = node.visits - 1
    for e in range(node.first_edge, node.first_edge + node.edge_count):
        edge = edges[e]
        visits_beyond -= edge.visits
        if edge.proof < 0:
            continue
        total = np.float32(edge.visits + edge.flight)
        quality = edge.value if edge.visits > 0 else unvisited
        if parameters.rule == UCB1:
            score = quality + scale / np.sqrt(total) if total > 0 else unvisited + edge.prior
        else:
            score = quality + scale * edge.prior / (one + total)
        if score > best_score:
            best_score = score
            best = e
        if total == 0 and visits_beyond == 0 and e < end_of_sorted:
            break
    return best


@function
def root_edge(node, edges, parameters):
    """The edge that the search follows from the root: the one that sequential halving or forced playouts demand in self-play, else the best.

    Sequential halving demands the considered move with the fewest visits. Forced playouts demand a move that has been visited, but fewer than
    sqrt(k P N) times (Wu 2019, section 3.2).
    """
    fewest = np.int64(1 << 40)
    wanted = np.int64(-1)
    visits_beyond = node.visits - 1
    for e in range(node.edge_count):
        edge = edges[e]
        visits_beyond -= edge.visits
        if edge.proof < 0:
            continue
        total = np.int64(edge.visits) + edge.flight
        if parameters.considered_moves > 0:
            if edge.considered != 0 and total < fewest:
                fewest = total
                wanted = e
        elif total > 0 and total * total < parameters.forced_playouts * edge.prior * node.visits:
            return np.int64(e)
        elif total == 0 and visits_beyond == 0:
            break
    if wanted < 0:
        return best_edge(node, edges, parameters, True)
    return wanted


@function
def back_up(nodes, edges, path_node, path_edge, depth):
    """Update the values on a path, from the node before the leaf to the root. The leaf's own value is already set.

    N, W and Q as in Gao et al. 2022, formulas 4 to 6, but an edge's value is read from its child, which other paths may have visited too.
    """
    child = nodes[path_node[depth]]
    for level in range(depth - 1, -1, -1):
        node = nodes[path_node[level]]
        edge = edges[path_edge[level]]
        proof = -child.proof
        if proof != 0:
            value = np.float64(proof)
        else:
            value = -(child.evaluation + child.value_sum) / child.weight
        was_open = edge.proof >= 0
        if was_open:
            node.value_sum -= edge.visits * np.float64(edge.value)
            node.weight -= edge.visits
        edge.flight -= 1
        edge.visits += 1
        edge.value = value
        node.visits += 1
        if proof >= 0:
            node.value_sum += edge.visits * np.float64(edge.value)
            node.weight += edge.visits
            if proof > 0:
                edge.proof = 1
                node.proof = 1
        elif was_open:
            edge.proof = -1
            node.open_edges -= 1
            if node.open_edges == 0:
                node.proof = -1
        child = node


@function
def is_behind(edge, child):
    """Whether ``child``, whose result is open, has more visits than ``edge``, which leads to it: other orders of moves led there too."""
    return child.proof == 0 and child.waiting == 0 and child.visits > edge.visits + edge.flight


@function
def select_leaf(forest, geo, parameters, tree, path_node, path_edge, out_stones):
    """Walk from the root until one of :data:`KNOWN` to :data:`BEHIND` ends the path, and count a simulation under way on its edges.

    Writes the path to ``path_node`` and ``path_edge`` and the last position's stones to ``out_stones`` (side to move, other side). Returns what ended
    the path (:data:`KNOWN`, :data:`COLLISION`, :data:`LEAF`, :data:`SOLVE`, :data:`FULL` or :data:`BEHIND`) and the depth.
    """
    points = geo.bits.shape[0]
    nodes = forest.nodes[tree]
    edges = forest.edges[tree]
    table = forest.table[tree]
    used = forest.used[tree]
    own = load(forest.stones[tree], 0, geo.full)
    opponent = load(forest.stones[tree], 1, geo.full)
    color = np.int64(forest.side[tree])
    number = np.int64(0)
    depth = 0
    key = nodes[0].key
    while True:
        path_node[depth] = number
        node = nodes[number]
        if node.proof != 0:
            status = KNOWN
            break
        if node.waiting != 0:
            status = COLLISION
            break
        if node.visits == 0:
            status = LEAF
            break
        if depth > 0 and is_worth_solving(node, parameters):
            status = SOLVE
            break
        if depth == 0 and parameters.special_root:
            e = root_edge(node, edges, parameters)
        else:
            e = best_edge(node, edges, parameters, parameters.rule != UCB1)
        edge = edges[e]
        path_edge[depth] = e
        point = U64(edge.point)
        key ^= geo.keys[color, point]
        color = 1 - color
        played = place(geo, own, point)
        own = opponent
        opponent = played
        number = np.int64(edge.child)
        if number == NO_NODE:
            number = np.int64(table[find_slot(key, table, nodes)])
            if number == NO_NODE:
                if not has_room(nodes, edges, used, points):
                    status = FULL
                    break
                number = np.int64(add_node(nodes, edges, table, used, geo, key, own, opponent))
                if is_solved_at_once(nodes[number], parameters):
                    solve_node(nodes[number], edges, geo, own, opponent, parameters.solver_steps)
            edge.child = number
        edge.flight += 1
        depth += 1
        if parameters.catch_up and is_behind(edge, nodes[number]):
            path_node[depth] = number
            status = BEHIND
            break
    for i in range(len(own)):
        out_stones[0, i] = own[i]
        out_stones[1, i] = opponent[i]
    return status, depth


@function
def visit_known(node):
    """Count a simulation that ended at a node whose result is certain."""
    node.visits += 1
    node.weight = max(node.weight, 1)


@function
def cancel(edges, path_edge, depth):
    """Give up a path: its edges have one simulation fewer under way."""
    for level in range(depth):
        edges[path_edge[level]].flight -= 1


@function
def wants_more(root, target):
    """Whether a tree needs further simulations: its ``root`` has fewer visits than ``target``, and is either not certain or not visited yet."""
    return root.visits < target and (root.proof == 0 or root.visits == 0)


@kernel
def batch_size(parameters, visits):
    """How many leaves to gather at once from a tree whose root has ``visits``."""
    batch = 1
    threshold = parameters.batch_start_visits
    while visits >= threshold and batch < parameters.largest_batch:
        batch = max(8, 2 * batch)
        threshold *= 4
    return min(batch, parameters.largest_batch)


@kernel
def searched(forest, trees, targets):
    """The trees among ``trees`` (``int32[n]``) that need no further simulations. A root that was never visited always needs one."""
    found = np.empty_like(trees)
    count = 0
    for tree in trees:
        root = forest.nodes[tree, 0]
        if root.visits > 0 and not wants_more(root, targets[tree]):
            found[count] = tree
            count += 1
    return found[:count]


@kernel
def gather(stored, parameters, slots, targets, leaves):
    """Select one leaf for each entry of ``slots`` (``int32[n]``: numbers of trees, in which one may stand many times).

    A simulation that ends at a certain result or lets an edge catch up is backed up at once and the next begins, until the root has ``targets[tree]``
    visits or is certain. One that meets a waiting leaf is tried again, with its path still marked so that the next goes elsewhere; there are as many
    of these retries in all as ``slots``. Returns how many leaves were gathered, how many of these are to be solved, and whether a tree is full.
    """
    forest, _, geo = stored.content
    leaves, parameters = leaves.content, parameters.content
    stones = np.empty((2, forest.stones.shape[2]), np.uint64)
    met_edges = np.empty_like(leaves.path_edge)
    met_ends = np.empty((slots.size, 2), np.int64)
    return gather_in(forest, geo, parameters, slots, targets, leaves, stones, met_edges, met_ends)


@function
def gather_in(forest, geo, parameters, slots, targets, leaves, stones, met_edges, met_ends):
    """:func:`gather` with scratch memory: ``stones`` of a leaf, and of the paths that met a waiting leaf ``met_edges`` and, as trees and depths,
    ``met_ends``."""
    count = np.int64(0)
    to_solve = 0
    full = False
    met = 0
    one_tree = slots.size > 0 and slots[0] == slots[-1]
    for slot in range(slots.size):
        tree = np.int64(slots[slot])
        nodes = forest.nodes[tree]
        edges = forest.edges[tree]
        path_node = leaves.path_node[count]
        path_edge = leaves.path_edge[count]
        while wants_more(nodes[0], targets[tree] - (count if one_tree else 0)):
            status, depth = select_leaf(forest, geo, parameters, tree, path_node, path_edge, stones)
            leaf = nodes[path_node[depth]]
            if status in (KNOWN, BEHIND):
                if status == KNOWN:
                    visit_known(leaf)
                back_up(nodes, edges, path_node, path_edge, depth)
                continue
            if status in (LEAF, SOLVE):
                leaf.waiting = 1
                describe_leaf(forest, geo, leaves, count, tree, depth, stones)
                leaves.steps[count] = 0
                if status == SOLVE:
                    to_solve += 1
                    leaves.steps[count] = parameters.solver_steps << doublings(leaf, parameters)
                count += 1
            elif status == COLLISION and met < slots.size:
                for level in range(depth):
                    met_edges[met, level] = path_edge[level]
                met_ends[met, 0] = tree
                met_ends[met, 1] = depth
                met += 1
                continue
            else:
                cancel(edges, path_edge, depth)
                full = full or status == FULL
            break
    for meeting in range(met):
        cancel(forest.edges[met_ends[meeting, 0]], met_edges[meeting], met_ends[meeting, 1])
    return count, to_solve, full


@kernel
def solve_leaves(stored, leaves, count):
    """Try to solve those of the first ``count`` leaves that were gathered for it, and write what was found to ``leaves.solution``."""
    _, _, geo = stored.content
    leaves = leaves.content
    cells, legal = leaves.positions.cells, leaves.positions.legal
    points = geo.bits.shape[0]
    sets = np.empty((3, geo.bits.shape[1]), np.uint64)
    for index in range(count):
        if leaves.steps[index] == 0:
            continue
        sets[:] = 0
        for point in range(points):
            cell = cells[index, point]
            if cell != 0:
                sets[cell - 1] |= geo.bits[point]
            elif legal[index, point] != 0:
                sets[2] |= geo.bits[point]
        own, opponent, playable = load(sets, 0, geo.full), load(sets, 1, geo.full), load(sets, 2, geo.full)
        leaves.solution[index] = solve_new(geo, own, opponent, playable, leaves.steps[index])


@kernel
def absorb(stored, parameters, leaves, count, logits, values):
    """Give the first ``count`` leaves their evaluation, or the result of solving them, and back it up. Returns whether all their logits and values
    are finite.

    ``logits`` is ``float32[B, P]`` for all points (the softmax, at the priors' temperature, is taken over the legal ones), ``values``
    ``float32[B]``.
    """
    forest, _, _ = stored.content
    leaves, parameters = leaves.content, parameters.content
    points = leaves.positions.legal.shape[1]
    scratch = Scratch(np.empty(points, np.int16), np.empty(points, np.float32), np.empty(SORTED, np.uint64))
    absorb_in(forest, parameters, leaves, count, logits, values, scratch)
    return are_numbers(logits[:count]) and are_numbers(values[:count])


@function
def absorb_in(forest, parameters, leaves, count, logits, values, scratch):
    """:func:`absorb` with ``scratch`` memory."""
    sharpness = np.float32(1.0 / parameters.prior_temperature)
    for index in range(count):
        nodes = forest.nodes[leaves.tree[index]]
        edges = forest.edges[leaves.tree[index]]
        node = nodes[leaves.node[index]]
        first = node.first_edge
        node.waiting = 0
        if leaves.steps[index] > 0:
            node.tries += 1
            if node.proof == 0:  # else simulations below it have proven it meanwhile
                node.proof = note_solution(edges, first, node.edge_count, leaves.solution[index])
            if node.proof == 0:
                cancel(edges, leaves.path_edge[index], leaves.depth[index])
            else:
                visit_known(node)
                back_up(nodes, edges, leaves.path_node[index], leaves.path_edge[index], leaves.depth[index])
            continue
        set_priors(
            edges[first : first + node.edge_count],
            leaves.positions.legal[index],
            logits[index],
            sharpness,
            scratch,
        )
        evaluate(node, values[index], edges, leaves.path_edge[index], leaves.depth[index])
        back_up(nodes, edges, leaves.path_node[index], leaves.path_edge[index], leaves.depth[index])


@function
def evaluate(node, value, edges, path_edge, depth):
    """Count the first visit of a position, with the evaluator's ``value``. If the position had been forgotten to make room, what its edge remembers
    counts too, as the visits of children would."""
    node.evaluation = value
    node.visits = 1
    node.weight = 1
    if depth > 0:
        edge = edges[path_edge[depth - 1]]
        node.value_sum = -edge.visits * np.float64(edge.value)
        node.weight += edge.visits


@kernel
def absorb_and_tell(stored, parameters, leaves, count, logits, values, trees):
    """:func:`absorb`, then :func:`searched`, in one call. Returns the searched ones of ``trees``, and whether all logits and values are finite."""
    forest, roots, _ = stored.content
    numbers = absorb(stored, parameters, leaves, count, logits, values)
    return searched(forest, trees, roots.targets), numbers


@kernel
def absorb_and_gather(stored, parameters, slots, leaves, count, logits, values):
    """One round of a search in one call: :func:`absorb`, then :func:`gather`. Several trees give one leaf each; a single tree, which stands in all
    ``slots``, gives a batch that grows with its visits and doesn't go beyond its target. Returns also whether all logits and values are finite."""
    forest, roots, _ = stored.content
    numbers = absorb(stored, parameters, leaves, count, logits, values)
    if slots.size > 0 and slots[0] == slots[-1]:
        visits = np.int64(forest.nodes[slots[0], 0].visits)
        wanted = min(batch_size(parameters.content, visits), roots.targets[slots[0]] - visits)
        slots = slots[: max(0, wanted)]
    return gather(stored, parameters, slots, roots.targets, leaves), numbers


@kernel
def simulate(forest, geo, parameters, tree, target, evaluation, seed):
    """Search until the root has ``target`` visits, is certain, or the tree is full, without a network. ``parameters`` must be without the solver
    (``solver_steps`` 0) and without ``catch_up``.

    ``evaluation`` is :data:`FREE_EVALUATION` or :data:`RANDOM_PLAYOUT`. Returns whether the tree is full.
    """
    points = geo.bits.shape[0]
    nodes = forest.nodes[tree]
    edges = forest.edges[tree]
    stones = np.empty((2, forest.stones.shape[2]), np.uint64)
    path_node = np.empty(points + 1, np.int32)
    path_edge = np.empty(points + 1, np.int32)
    lists = np.empty(4 * points, np.uint16)
    random = seeded(seed)
    while wants_more(nodes[0], target):
        status, depth = select_leaf(forest, geo, parameters, tree, path_node, path_edge, stones)
        node = nodes[path_node[depth]]
        if status == KNOWN:
            visit_known(node)
        elif status == LEAF:
            value = np.float32(0.0)
            first = node.first_edge
            last = first + node.edge_count
            if evaluation == RANDOM_PLAYOUT:
                own = load(stones, 0, geo.full)
                opponent = load(stones, 1, geo.full)
                candidates = fill_candidates(geo, own, opponent, lists)
                moves, random, _, _ = playout(geo, own, opponent, lists, candidates, random)
                value = np.float32(1.0) if moves & 1 else np.float32(-1.0)
                for e in range(first, last):
                    random = next_random(random)
                    edges[e].prior = np.float32(random >> U64(40)) / np.float32(1 << 24)
            else:
                for e in range(first, last):
                    edges[e].prior = np.float32(1.0) / node.edge_count
            evaluate(node, value, edges, path_edge, depth)
        else:
            cancel(edges, path_edge, depth)
            return True
        back_up(nodes, edges, path_node, path_edge, depth)
    return False


@function
def root_value(nodes):
    """The value of the root, node 0, to its side to move."""
    root = nodes[0]
    if root.proof != 0:
        return np.float64(root.proof)
    return (np.float64(root.evaluation) + root.value_sum) / max(root.weight, 1)

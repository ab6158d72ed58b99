"""The graph of positions, compiled: make a node with its edges, plant a root, move to another root, keep what can be reached from it.

A position has one node, whatever the order of moves, found by its key. A position whose result is obvious, or takes the solver few moves, is marked
as certain when its node is made.

Inner functions take the arrays of one tree, not the whole forest: passing tuples of arrays between functions costs more than the work they do.
"""

import numpy as np

from ai.search.forest import NO_NODE, RECENT_MOVES
from ai.solver.kernels import LOST, UNSOLVED, go_on_solving, make_solver, make_table, set_first
from core.bitboard import (
    ONE,
    U64,
    WORD_BITS,
    ZERO,
    is_legal,
    legal_points,
    load,
    place,
    points_of,
    size_of,
    union,
)
from core.compiled import function, kernel, lowest_bit, primitive

FEW_REPLIES = 10
"""Most legal points that one stone takes from the opponent: its own, the four beside it, one where a stone would capture the block that it joins, and
the last other liberty of four of the opponent's blocks. While the opponent has more, no single move ends the game."""


@function
def find_slot(key, table, nodes):
    """The place of ``key`` in a tree's table, or the free place where it belongs."""
    mask = U64(table.size - 1)
    slot = key & mask
    while True:
        node = table[slot]
        if node == NO_NODE or nodes[node].key == key:
            return slot
        slot = (slot + ONE) & mask


@kernel
def solve_new(geo, own, opponent, playable, steps):
    """Try to solve a position by up to ``steps`` moves; ``playable`` is the set of points that either side may play on. Returns as
    :func:`ai.solver.kernels.go_on_solving`."""
    points = points_of(geo, playable)
    places = 64
    while 2 * places < steps:
        places *= 2
    solver = make_solver(geo, points, points.reshape(1, points.size), make_table(places))
    set_first(geo, solver, own, opponent)
    return go_on_solving(geo, solver, steps)


@function
def note_solution(edges, first, count, solution):
    """Mark the edge that ``solution`` says wins, if any, among ``count`` edges from ``first`` on. Returns the proof of their node, 0 if it was not
    solved."""
    if solution == LOST:
        return -1
    if solution == UNSOLVED:
        return 0
    for e in range(first, first + count):
        if edges[e].point == solution:
            edges[e].proof = 1
            edges[e].value = 1.0
    return 1


@function
def write_edges(geo, edges, first, mine):
    """Write an edge for each point of the set ``mine``, from place ``first`` on."""
    e = first
    for i in range(len(mine)):
        word = mine[i]
        while word != ZERO:
            write_edge(edges[e], geo.points[WORD_BITS * i + np.int64(lowest_bit(word))], np.float32(0.0))
            word &= word - ONE
            e += 1


@primitive
def write_edge(edge, point, prior):
    edge.prior = prior
    edge.value = 0.0
    edge.visits = 0
    edge.child = NO_NODE
    edge.point = point
    edge.flight = 0
    edge.proof = 0
    edge.considered = 0


@kernel
def mark_last_moves(geo, edges, first, count, own, opponent, theirs):
    """Mark as winning those of ``count`` edges from ``first`` on that leave the opponent no move; ``theirs`` are the few points that the opponent may
    play on. Returns 1 if there are any, else 0."""
    replies = points_of(geo, theirs)
    proof = 0
    for e in range(first, first + count):
        move = edges[e].point
        moved = place(geo, own, U64(move))
        answered = False
        for reply in replies:
            if reply != move and is_legal(geo, opponent, moved, U64(reply)):
                answered = True
                break
        if not answered:
            edges[e].proof = 1
            edges[e].value = 1.0
            proof = 1
    return proof


@function
def has_room(nodes, edges, used, points):
    """Whether a tree has room for another node, on a board of ``points`` points."""
    return used[0] < nodes.size and used[1] + points <= edges.size


@function
def add_node(nodes, edges, table, used, geo, key, own, opponent):
    """Make the node of a position with its legal moves as edges; there must be room (:func:`has_room`). It is marked as certain if there is no legal
    move, or one that leaves the opponent none. Returns its number."""
    number = used[0]
    first = used[1]
    mine, theirs = legal_points(geo.full, geo.shifts, own, opponent)
    count = size_of(mine)
    proof = -1 if count == 0 else 0
    write_edges(geo, edges, first, mine)  # they may be read before the evaluator has answered
    if count > 0 and size_of(theirs) <= FEW_REPLIES:
        proof = mark_last_moves(geo, edges, first, count, own, opponent, theirs)
    node = nodes[number]
    node.key = key
    node.value_sum = 0.0
    node.first_edge = first
    node.visits = 0
    node.weight = 0
    node.evaluation = proof
    node.edge_count = count
    node.open_edges = count
    node.playable = size_of(union(mine, theirs))
    node.proof = proof
    node.waiting = 0
    node.tries = 0
    table[find_slot(key, table, nodes)] = number
    used[0] = number + 1
    used[1] = first + count
    return number


@primitive
def solve_node(node, edges, geo, own, opponent, steps):
    """Try to solve the position of a new ``node`` by up to ``steps`` moves, and mark it if that succeeds."""
    mine, theirs = legal_points(geo.full, geo.shifts, own, opponent)
    solution = solve_new(geo, own, opponent, union(mine, theirs), steps)
    node.proof = note_solution(edges, node.first_edge, node.edge_count, solution)
    node.evaluation = node.proof
    node.tries = 1


@kernel
def plant(forest, geo, tree, own, opponent, key):
    """Empty ``tree`` and make its root; the caller writes the root's stones, side and recent moves. Other nodes' edges begin after as many places as
    any root can need."""
    forest.table[tree, :] = NO_NODE
    forest.used[tree, :] = 0
    add_node(
        forest.nodes[tree], forest.edges[tree], forest.table[tree], forest.used[tree], geo, key, own, opponent
    )
    forest.used[tree, 1] = geo.bits.shape[0]


@kernel
def place_root(forest, tree, own, opponent, side, recent):
    """Write the root's stones, its side to move (0 Black, 1 White) and its last moves."""
    for i in range(len(own)):
        forest.stones[tree, 0, i] = own[i]
        forest.stones[tree, 1, i] = opponent[i]
    forest.side[tree] = side
    forest.recent[tree] = recent


@function
def is_solved_loss(node, edges):
    """Whether a node was found lost by the solver and not by the search. The search stopped there, so it doesn't know which move resists longest."""
    if node.proof >= 0:
        return False
    for e in range(node.first_edge, node.first_edge + node.edge_count):
        if edges[e].proof >= 0:
            return True
    return False


@kernel
def move_root(forest, geo, tree, own, opponent, side, recent, key):
    """Make a position the root of ``tree``, and keep what is known of it and of what follows. Returns whether it wasn't the root already."""
    number = np.int64(NO_NODE)
    if forest.used[tree, 0] > 0:
        number = np.int64(forest.table[tree, find_slot(key, forest.table[tree], forest.nodes[tree])])
    if number == 0:
        return False
    place_root(forest, tree, own, opponent, side, recent)
    if (
        number == NO_NODE
        or forest.nodes[tree, number].visits == 0
        or is_solved_loss(forest.nodes[tree, number], forest.edges[tree])
    ):
        plant(forest, geo, tree, own, opponent, key)
    else:
        keep_following(forest, tree, number, geo.bits.shape[0])
    return True


@kernel
def set_root(forest, geo, tree, stones, side, recent, key):
    """:func:`move_root` to the position with ``stones``, ``uint64[2, W]``, side to move first."""
    own = load(stones, 0, geo.full)
    opponent = load(stones, 1, geo.full)
    return move_root(forest, geo, tree, own, opponent, side, recent, key)


@kernel
def play_root(forest, geo, tree, point):
    """:func:`move_root` to the position after ``point``, a legal move at the root of ``tree``."""
    own = load(forest.stones[tree], 0, geo.full)
    opponent = load(forest.stones[tree], 1, geo.full)
    side = np.int64(forest.side[tree])
    recent = np.empty(RECENT_MOVES, np.int16)
    recent[0] = point
    recent[1:] = forest.recent[tree, :-1]
    key = forest.nodes[tree, 0].key ^ geo.keys[side, point]
    move_root(forest, geo, tree, opponent, place(geo, own, U64(point)), 1 - side, recent, key)


@kernel
def keep_following(forest, tree, root, points):
    """Make node ``root`` the root of ``tree``, on a board of ``points`` points, and keep only what can be reached from it. The caller writes the
    root's stones, side and recent moves."""
    nodes = forest.nodes[tree]
    edges = forest.edges[tree]
    kept = np.zeros(forest.used[tree, 0], np.bool_)
    order = np.empty(forest.used[tree, 0], np.int32)
    kept[root] = True
    order[0] = root
    count = 1
    done = 0
    while done < count:
        node = nodes[order[done]]
        for e in range(node.first_edge, node.first_edge + node.edge_count):
            child = edges[e].child
            if child != NO_NODE and not kept[child]:
                kept[child] = True
                order[count] = child
                count += 1
        done += 1
    close_gaps(forest, tree, root, kept, points)


@kernel
def forget_few_visited(forest, tree, points):
    """Make room for another position in ``tree``, on a board of ``points`` points; no simulation may be under way. A full tree forgets its least
    visited positions, at least half of all but never the root; edges that led to them keep their visits and values. Returns whether there is room
    now."""
    nodes = forest.nodes[tree]
    used = forest.used[tree]
    if has_room(nodes, forest.edges[tree], used, points):
        return True
    visits = nodes["visits"][: used[0]]
    kept = visits > np.partition(visits, used[0] // 2)[used[0] // 2]
    kept[0] = True
    close_gaps(forest, tree, np.int64(0), kept, points)
    return has_room(nodes, forest.edges[tree], used, points)


@kernel
def close_gaps(forest, tree, root, kept, points):
    """Remove all nodes of ``tree`` but those ``kept`` (``bool[n]``), which stay in their order after ``root``, the new node 0. An earlier root goes,
    since no move leads back to it. Works in place because no node or edge moves to a higher place: the first places are the root's edges' alone."""
    nodes = forest.nodes[tree]
    edges = forest.edges[tree]
    renamed = np.full(kept.size, NO_NODE, np.int32)
    count = 1
    for number in range(1, kept.size):
        if kept[number] and number != root:
            renamed[number] = count
            count += 1
    renamed[root] = 0
    move_node(nodes, edges, renamed, root, np.int64(0))
    edge_count = np.int64(points)
    for number in range(1, kept.size):
        if renamed[number] > 0:
            move_node(nodes, edges, renamed, number, edge_count)
            edge_count += nodes[renamed[number]].edge_count
    forest.used[tree, 0] = count
    forest.used[tree, 1] = edge_count
    fill_table(forest, tree)


@function
def move_node(nodes, edges, renamed, number, first):
    """Move a node to its new number and its edges to place ``first``. Edges to removed nodes lead to no node afterwards."""
    before = nodes[number].first_edge
    nodes[renamed[number]] = nodes[number]
    node = nodes[renamed[number]]
    node.first_edge = first
    for i in range(node.edge_count):
        edges[first + i] = edges[before + i]
        child = edges[first + i].child
        if child != NO_NODE:
            edges[first + i].child = renamed[child]


@kernel
def fill_table(forest, tree):
    """Fill the table of keys of ``tree`` with all its nodes anew."""
    table = forest.table[tree]
    nodes = forest.nodes[tree]
    table[:] = NO_NODE
    for number in range(forest.used[tree, 0]):
        table[find_slot(nodes[number].key, table, nodes)] = number

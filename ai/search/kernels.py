"""The verbs of the search, compiled: plant a root, select a leaf, expand it, back a value up, keep a subgraph.

The search is PUCT over a graph. A position has one node, whatever the order of moves, so what is learned on one way serves all;
the value of a node is the mean of its own evaluation and its children's values, weighted by the visits of the edges (as in
KataGo's notes on Monte-Carlo graph search), and an edge's value is brought up to date each time a simulation passes it. An edge with fewer
visits than the position behind it first catches up (the same notes): simulations that come that way end there and cost no evaluation.

Values are always from the view of the side to move at the node they belong to. A win or a loss that is certain is backed up as
certain: one move to a lost position wins; when every move leads to a won one, the position is lost. Moves proven to lose drop out of
selection and of their node's value.

Inner functions take the arrays of one tree rather than the whole forest: handing tuples of arrays from function to function costs
more than the work in between.
"""

import numpy as np

from ai.search.forest import NO_NODE, RECENT_MOVES
from ai.search.parameters import UCB1
from ai.solver.kernels import LOST, UNSOLVED, go_on_solving, make_solver, make_table, set_first
from core.bitboard import (
    ONE,
    U64,
    WORD_BITS,
    ZERO,
    fill_candidates,
    is_legal,
    kernel,
    legal_points,
    load,
    lowest_bit,
    next_random,
    place,
    playout,
    points_of,
    primitive,
    size_of,
    union,
)

LEAF = 0
KNOWN = 1
COLLISION = 2
FULL = 3
SOLVE = 4
BEHIND = 5

SORTED = 16
"""So many of a node's edges are sorted by their priors, more than most nodes ever visit: to sort all would take longer than it saves."""

MOST_DOUBLINGS = 6
"""How often the moves that may be tried to solve a node double at the most: no try takes more than some 30 milliseconds."""

FEW_REPLIES = 10
"""One stone takes at most so many legal points from the opponent: its own, four beside it, one whose play would capture its block,
and the last other liberty of four opponent's blocks. With more replies left, no single move ends the game."""

FREE_EVALUATION = 0
RANDOM_PLAYOUT = 1


@kernel
def find_slot(key, table, nodes):
    """Where ``key`` stands in a tree's table, or the free place where it would."""
    mask = U64(table.size - 1)
    slot = key & mask
    while True:
        node = table[slot]
        if node == NO_NODE or nodes[node].key == key:
            return slot
        slot = (slot + ONE) & mask


@kernel
def solve_new(geo, own, opponent, points, steps):
    """Try to solve a new position by up to ``steps`` moves; see :func:`ai.solver.kernels.go_on_solving`."""
    stones = np.empty((2, len(own)), np.uint64)
    for i in range(len(own)):
        stones[0, i] = own[i]
        stones[1, i] = opponent[i]
    places = 64
    while 2 * places < steps:
        places *= 2
    solver = make_solver(geo, points, points.reshape(1, points.size), make_table(places))
    set_first(geo, solver, stones, 0, np.zeros((1, 2), np.uint64))
    return go_on_solving(geo, solver, steps)


@kernel
def note_solution(edges, first, count, solution):
    """Mark the winning one of ``count`` edges if there is one; the proof of their node, 0 if it was not solved."""
    if solution == LOST:
        return -1
    if solution == UNSOLVED:
        return 0
    for e in range(first, first + count):
        if edges[e].point == solution:
            edges[e].proof = 1
            edges[e].value = 1.0
    return 1


@kernel
def doublings(node, parameters):
    """How often the moves that may be tried have doubled when ``node`` is next tried to be solved. One more point that may be played on
    doubles the moves that it takes (measured in games of strong players)."""
    return max(np.int64(node.playable) - parameters.solver_points, 0) + node.tries


@kernel
def is_worth_solving(node, parameters):
    """Whether a node that was evaluated has had enough visits to be tried to be solved: what is spent on solving it stays in proportion to
    what was spent on searching it."""
    if parameters.solver_steps == 0:
        return False
    times = doublings(node, parameters)
    return times <= MOST_DOUBLINGS and node.visits >= (1 << times)


@kernel
def write_edges(geo, edges, first, mine):
    """Make an edge for each point of the set ``mine``, from the place ``first`` on."""
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
    """Mark as winning those of ``count`` edges that leave the opponent, who may play on the few points ``theirs``, no move; 1 if there are
    any, else 0."""
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


@kernel
def add_node(nodes, edges, table, used, geo, key, own, opponent, solver_points, steps):
    """Make the node of a position with its legal moves as edges; the caller has seen to it that there is room.

    Marks positions that are certain at once: no legal move, a move that leaves the opponent none, or at most ``solver_points`` points that
    either side may play on and a result found within ``steps`` moves of trying.
    """
    number = used[0]
    first = used[1]
    mine, theirs = legal_points(geo.full, geo.shifts, own, opponent)
    either = union(mine, theirs)
    count = size_of(mine)
    playable = size_of(either)
    is_small = playable <= solver_points
    may_end = size_of(theirs) <= FEW_REPLIES
    proof = -1 if count == 0 else 0
    write_edges(geo, edges, first, mine)  # they are looked at while the evaluator is asked, too
    if count > 0 and may_end:
        proof = mark_last_moves(geo, edges, first, count, own, opponent, theirs)
    if proof == 0 and is_small and steps > 0:
        solution = solve_new(geo, own, opponent, points_of(geo, either), steps)
        proof = note_solution(edges, first, count, solution)
    node = nodes[number]
    node.key = key
    node.value_sum = 0.0
    node.first_edge = first
    node.visits = 0
    node.weight = 0
    node.evaluation = proof
    node.edge_count = count
    node.open_edges = count
    node.playable = playable
    node.proof = proof
    node.waiting = 0
    node.tries = 1 if is_small else 0
    table[find_slot(key, table, nodes)] = number
    used[0] = number + 1
    used[1] = first + count
    return number


@kernel
def plant(forest, geo, tree, own, opponent, key):
    """Empty ``tree`` and make its root, whose stones, side and recent moves are left to the caller."""
    forest.table[tree, :] = NO_NODE
    forest.used[tree, :] = 0
    no_steps = np.int64(0)
    add_node(
        forest.nodes[tree],
        forest.edges[tree],
        forest.table[tree],
        forest.used[tree],
        geo,
        key,
        own,
        opponent,
        geo.bits.shape[0],
        no_steps,
    )


@kernel
def place_root(forest, tree, own, opponent, side, recent):
    """Note the root's stones, its side to move (0 Black, 1 White) and its last moves."""
    for i in range(len(own)):
        forest.stones[tree, 0, i] = own[i]
        forest.stones[tree, 1, i] = opponent[i]
    forest.side[tree] = side
    forest.recent[tree] = recent


@kernel
def is_solved_loss(node, edges):
    """Whether the solver found a node lost, not the search, which then went elsewhere: it doesn't know which move resists longest."""
    if node.proof >= 0:
        return False
    for e in range(node.first_edge, node.first_edge + node.edge_count):
        if edges[e].proof >= 0:
            return True
    return False


@kernel
def move_root(forest, spare, geo, tree, own, opponent, side, recent, key):
    """Make a position the root of ``tree``, keeping what is known of it and of what follows; ``spare`` is a tree to work in. Whether it wasn't the
    root already."""
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
        first = np.int64(0)
        copy_subgraph(forest, tree, number, spare, first)
        copy_subgraph(spare, first, first, forest, tree)
    return True


@kernel
def set_root(forest, spare, geo, tree, stones, side, recent, key):
    """:func:`move_root` to ``stones``, ``uint64[2, W]``, side to move first."""
    own = load(stones, 0, geo.full)
    opponent = load(stones, 1, geo.full)
    return move_root(forest, spare, geo, tree, own, opponent, side, recent, key)


@kernel
def play_root(forest, spare, geo, tree, point):
    """:func:`move_root` to the position after ``point``, a legal move at the root of ``tree``."""
    own = load(forest.stones[tree], 0, geo.full)
    opponent = load(forest.stones[tree], 1, geo.full)
    side = np.int64(forest.side[tree])
    recent = np.empty(RECENT_MOVES, np.int16)
    recent[0] = point
    recent[1:] = forest.recent[tree, :-1]
    key = forest.nodes[tree, 0].key ^ geo.keys[side, point]
    move_root(forest, spare, geo, tree, opponent, place(geo, own, U64(point)), 1 - side, recent, key)


@kernel
def puct_scale(visits, parameters):
    """C sqrt(N) of a node with ``visits``, where C grows with them as in AlphaZero's pseudocode (Silver et al. 2018)."""
    growth = np.log((visits + parameters.exploration_base + 1.0) / parameters.exploration_base)
    return np.float32((parameters.exploration + growth) * np.sqrt(visits))


@kernel
def best_edge(node, edges, parameters, sorted_by_prior):
    """The edge that the search follows from ``node``, which is not proven.

    Where edges are ``sorted_by_prior``, as :func:`set_priors` leaves them, the first that was never visited is the best of those, and once all
    visits of the node are accounted for, no other kind is left. (A way given up can leave an edge unvisited before one that was visited.)

    PUCT: Q + C P sqrt(N) / (1 + n), Silver et al. 2017, Methods; C by :func:`puct_scale`.
    UCB1: Q + c sqrt(ln N / n), unvisited moves first (Auer et al. 2002; Kocsis and Szepesvari 2006).
    A simulation under way counts among the visits and leaves the value as it is (Liu et al. 2020, "Watch the unobserved").
    """
    visits = np.float32(node.visits)
    unvisited = np.float32(node.evaluation + node.value_sum) / np.float32(max(node.weight, 1))
    unvisited -= np.float32(parameters.first_play_reduction)
    best = np.int64(node.first_edge)
    best_score = np.float32(-1e30)
    one = np.float32(1.0)
    if parameters.rule == UCB1:
        scale = np.float32(parameters.exploration * np.sqrt(np.log(visits + one)))
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
            score = quality + scale / np.sqrt(total) if total > 0 else np.float32(1e6) + edge.prior
        else:
            score = quality + scale * edge.prior / (one + total)
        if score > best_score:
            best_score = score
            best = e
        if total == 0 and visits_beyond == 0 and e < end_of_sorted:
            break
    return best


@kernel
def root_edge(node, edges, parameters):
    """The edge that the search follows from the root: what self-play's ways of searching the root ask for first, else the best.

    Sequential halving: of the moves considered, the one searched least. Forced playouts: a move searched less than sqrt(k P N) times
    since it was first searched (Wu 2019, section 3.2).
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


@kernel
def back_up(nodes, edges, path_node, path_edge, depth):
    """Bring the values on a path up to date, from the node before the leaf to the root; the leaf's own value stands already.

    N, W and Q of the first seed's formulas 4 to 6, with the edge's value read from its child, which other ways may have visited too.
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


@kernel
def is_behind(edge, child):
    """Whether ``child``, whose result is open, was visited oftener than ``edge`` was followed to it, so that other orders of moves led there."""
    return child.proof == 0 and child.waiting == 0 and child.visits > edge.visits + edge.flight


@kernel
def select_leaf(forest, geo, parameters, tree, path_node, path_edge, out_stones):
    """Walk from the root to a position that is not yet evaluated, or is certain, marking the way.

    Writes the way to ``path_node`` and ``path_edge`` and the leaf's stones to ``out_stones`` (side to move, other side). Returns what was
    met (:data:`LEAF`, :data:`KNOWN`, :data:`COLLISION` with a leaf that waits, :data:`SOLVE` for one that is to be tried to be solved,
    :data:`BEHIND` where an edge has to catch up with its position, :data:`FULL`) and the depth.
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
                if used[0] >= nodes.size or used[1] + points > edges.size:
                    status = FULL
                    break
                number = np.int64(
                    add_node(
                        nodes,
                        edges,
                        table,
                        used,
                        geo,
                        key,
                        own,
                        opponent,
                        parameters.solver_points,
                        parameters.solver_steps,
                    )
                )
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


@kernel
def visit_known(node):
    """Count a simulation that ended at a position whose result is certain."""
    node.visits += 1
    node.weight = max(node.weight, 1)


@kernel
def cancel(edges, path_edge, depth):
    """Unmark a way that came to nothing."""
    for level in range(depth):
        edges[path_edge[level]].flight -= 1


@kernel
def describe_position(geo, stones, leaves, index):
    """Write stones and legal points of a position (``uint64[2, W]``: side to move, other side) for an evaluator."""
    own = load(stones, 0, geo.full)
    opponent = load(stones, 1, geo.full)
    mine, theirs = legal_points(geo.full, geo.shifts, own, opponent)
    write_pairs(geo, own, opponent, leaves.cells[index])
    write_pairs(geo, mine, theirs, leaves.legal[index])


@kernel
def write_pairs(geo, low, high, pairs):
    """For each point 1 if it is in the set ``low``, and 2 more if it is in ``high``. To ask every point about every word is compiled to vector
    instructions, and so faster than to look up the word of a point."""
    for i in range(len(low)):
        low_word, high_word = low[i], high[i]
        for point in range(pairs.size):
            if geo.places[point] >> 6 == i:
                bit = U64(geo.places[point] & 63)
                pairs[point] = np.uint8(low_word >> bit & ONE) | np.uint8(high_word >> bit & ONE) << 1


@kernel
def describe_game(geo, moves, plies, leaves):
    """Write the positions after so many (``plies``, ascending) of the ``moves`` of a game from the empty board."""
    stones = np.zeros((2, geo.bits.shape[1]), np.uint64)
    played = 0
    for index in range(plies.size):
        while played < plies[index]:
            stones[played % 2] |= geo.bits[moves[played]]
            played += 1
        side = played % 2
        describe_position(geo, stones if side == 0 else stones[::-1].copy(), leaves, index)
        leaves.side[index] = side
        for i in range(RECENT_MOVES):
            leaves.recent[index, i] = moves[played - 1 - i] if i < played else -1


@kernel
def describe_leaf(forest, geo, leaves, index, tree, depth, stones):
    """Write all that an evaluator wants to know about the position at the end of path ``index``."""
    describe_position(geo, stones, leaves, index)
    leaves.side[index] = (forest.side[tree] + depth) % 2
    for i in range(RECENT_MOVES):
        if i < depth:
            leaves.recent[index, i] = forest.edges[tree, leaves.path_edge[index, depth - 1 - i]].point
        else:
            leaves.recent[index, i] = forest.recent[tree, i - depth]
    leaves.tree[index] = tree
    leaves.node[index] = leaves.path_node[index, depth]
    leaves.depth[index] = depth


@kernel
def wants_more(root, target):
    """Whether a tree still has something to search for."""
    return root.visits < target and (root.proof == 0 or root.visits == 0)


@kernel
def searched(forest, trees, targets):
    """Those of ``trees`` (``int32[n]``) that have nothing more to search for; a root that was never evaluated always has."""
    found = np.empty_like(trees)
    count = 0
    for tree in trees:
        root = forest.nodes[tree, 0]
        if root.visits > 0 and not wants_more(root, targets[tree]):
            found[count] = tree
            count += 1
    return found[:count]


@kernel
def gather(forest, geo, parameters, slots, targets, leaves):
    """Select one leaf for each entry of ``slots`` (``int32[n]``: trees; one tree may stand there many times).

    A simulation that ends at a certain result or lets an edge catch up is backed up at once and the next begins, until the root has
    ``targets[tree]`` visits or is certain itself. One that meets a leaf that waits is tried again, with its way marked so that the next goes
    elsewhere, as often in all as there are ``slots``. Returns how many leaves wait to be evaluated or solved, how many of them to be solved,
    and whether a tree is full.
    """
    stones = np.empty((2, forest.stones.shape[2]), np.uint64)
    count = np.int64(0)
    to_solve = 0
    full = False
    met = 0
    met_edges = np.empty_like(leaves.path_edge)
    met_depths = np.empty(slots.size, np.int64)
    met_trees = np.empty(slots.size, np.int64)
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
                met_edges[met, :depth] = path_edge[:depth]
                met_depths[met] = depth
                met_trees[met] = tree
                met += 1
                continue
            else:
                cancel(edges, path_edge, depth)
                full = full or status == FULL
            break
    for meeting in range(met):
        cancel(forest.edges[met_trees[meeting]], met_edges[meeting], met_depths[meeting])
    return count, to_solve, full


@kernel
def solve_leaves(geo, leaves, count):
    """Try to solve those of ``count`` gathered leaves that are to be."""
    points = geo.bits.shape[0]
    playable = np.empty(points, np.int16)
    stones = np.empty((2, geo.bits.shape[1]), np.uint64)
    for index in range(count):
        if leaves.steps[index] == 0:
            continue
        found = 0
        stones[:] = 0
        for point in range(points):
            cell = leaves.cells[index, point]
            if cell != 0:
                stones[cell - 1] |= geo.bits[point]
            elif leaves.legal[index, point] != 0:
                playable[found] = point
                found += 1
        own = load(stones, 0, geo.full)
        opponent = load(stones, 1, geo.full)
        leaves.solution[index] = solve_new(geo, own, opponent, playable[:found], leaves.steps[index])


@kernel
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
def absorb(forest, parameters, leaves, count, logits, values):
    """Give ``count`` gathered leaves their evaluation, or what came of solving them, and back it up.

    ``logits`` is ``float32[B, P]`` for all points (the softmax, at the priors' temperature, is taken over the legal ones), ``values``
    ``float32[B]``.
    """
    sharpness = np.float32(1.0 / parameters.prior_temperature)
    weights = np.empty(leaves.legal.shape[1], np.float32)
    for index in range(count):
        nodes = forest.nodes[leaves.tree[index]]
        edges = forest.edges[leaves.tree[index]]
        node = nodes[leaves.node[index]]
        first = node.first_edge
        node.waiting = 0
        if leaves.steps[index] > 0:
            node.tries += 1
            if node.proof == 0:  # else what was under way below has proven it meanwhile
                node.proof = note_solution(edges, first, node.edge_count, leaves.solution[index])
            if node.proof == 0:
                cancel(edges, leaves.path_edge[index], leaves.depth[index])
            else:
                visit_known(node)
                back_up(nodes, edges, leaves.path_node[index], leaves.path_edge[index], leaves.depth[index])
            continue
        set_priors(
            edges[first : first + node.edge_count], leaves.legal[index], logits[index], sharpness, weights
        )
        evaluate(node, values[index])
        back_up(nodes, edges, leaves.path_node[index], leaves.path_edge[index], leaves.depth[index])


@kernel
def evaluate(node, value):
    """The first visit of a position: the evaluator's value."""
    node.evaluation = value
    node.visits = 1
    node.weight = 1


@kernel
def absorb_and_gather(forest, geo, parameters, slots, targets, leaves, count, logits, values):
    """One round of a search in one call: :func:`absorb`, then :func:`gather`."""
    absorb(forest, parameters, leaves, count, logits, values)
    return gather(forest, geo, parameters, slots, targets, leaves)


@kernel
def simulate(forest, geo, parameters, tree, target, evaluation, seed):
    """Search without a network, solver and catching up (``solver_steps`` 0, ``catch_up`` off) until the root has ``target`` visits, is
    certain, or the tree is full.

    ``evaluation`` is :data:`FREE_EVALUATION` (value 0, equal priors: it measures the search itself) or :data:`RANDOM_PLAYOUT` (the result
    of one, with priors that put the moves in random order). Returns whether the tree is full.
    """
    points = geo.bits.shape[0]
    nodes = forest.nodes[tree]
    edges = forest.edges[tree]
    stones = np.empty((2, forest.stones.shape[2]), np.uint64)
    path_node = np.empty(points + 1, np.int32)
    path_edge = np.empty(points + 1, np.int32)
    lists = np.empty(4 * points, np.uint16)
    random = U64(seed) * U64(0x9E3779B97F4A7C15) | ONE
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
            evaluate(node, value)
        else:
            cancel(edges, path_edge, depth)
            return True
        back_up(nodes, edges, path_node, path_edge, depth)
    return False


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


@kernel
def root_value(nodes):
    """The value of the root, the first of ``nodes``, to its side to move."""
    root = nodes[0]
    if root.proof != 0:
        return np.float64(root.proof)
    return (np.float64(root.evaluation) + root.value_sum) / max(root.weight, 1)


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
def fill_table(forest, tree):
    """Enter all nodes of ``tree`` into its table of keys anew."""
    table = forest.table[tree]
    nodes = forest.nodes[tree]
    table[:] = NO_NODE
    for number in range(forest.used[tree, 0]):
        table[find_slot(nodes[number].key, table, nodes)] = number


@kernel
def copy_subgraph(source, from_tree, root, target, to_tree):
    """Make ``target``'s tree of everything that can be reached from ``root`` in ``source``, with ``root`` as node 0.

    The root's stones, side and recent moves are left to the caller. ``target`` must have room.
    """
    old_nodes = source.nodes[from_tree]
    old_edges = source.edges[from_tree]
    nodes = target.nodes[to_tree]
    edges = target.edges[to_tree]
    table = target.table[to_tree]
    renamed = np.full(source.used[from_tree, 0], NO_NODE, np.int32)
    order = np.empty(source.used[from_tree, 0], np.int32)
    order[0] = root
    renamed[root] = 0
    node_count = 1
    edge_count = 0
    table[:] = NO_NODE
    done = 0
    while done < node_count:
        old = old_nodes[order[done]]
        for i in range(old.edge_count):
            edges[edge_count + i] = old_edges[old.first_edge + i]
            child = edges[edge_count + i].child
            if child == NO_NODE:
                continue
            if renamed[child] == NO_NODE:
                renamed[child] = node_count
                order[node_count] = child
                node_count += 1
            edges[edge_count + i].child = renamed[child]
        slot = find_slot(old.key, table, nodes)
        nodes[done] = old
        nodes[done].first_edge = edge_count
        table[slot] = done
        edge_count += nodes[done].edge_count
        done += 1
    target.used[to_tree, 0] = node_count
    target.used[to_tree, 1] = edge_count

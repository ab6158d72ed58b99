"""The search as Python sees it: positions in, decisions out, over one forest.

It serves self-play as it is (many trees, each with one leaf in a batch); what a game's search needs besides is in :mod:`ai.search.game_search`.
"""

import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np

from ai.search import graph, kernels
from ai.search.forest import (
    Forest,
    Leaves,
    copy_trees,
    make_forest,
    make_leaves,
    make_roots,
    most_nodes,
)
from ai.search.parameters import SearchParameters
from ai.search.playouts import mix_playouts
from ai.search.positions import Evaluator, position_batch, recent_moves
from ai.search.priors import add_noise, policy_of
from ai.search.ranking import line_of, ranking
from core import bitboard
from core.packed import Packed, pack
from core.player import Candidate, Decision, Proof
from core.position import Color, Position, Size

log = logging.getLogger(__name__)

FIRST_NODES = 2048
"""Nodes of a new tree, before it first grows."""
MOST_VISITS = (1 << 31) - (1 << 24)
"""Most visits of a root: these and the simulations under way are counted in 32 bits."""


class NoNumbers(ArithmeticError):
    """An evaluator's answers are not all finite."""


def check_numbers(are_numbers: bool) -> None:
    """:class:`NoNumbers` if an evaluator's answers are not: a search would take them for values and play on."""
    if not are_numbers:
        raise NoNumbers


class TreeSearch:
    """``trees`` searches side by side with one evaluator; not for two threads at once. Trees are numbered from 0. Values are from the view of the
    side to move at the root, -1 (lost) to 1 (won)."""

    def __init__(
        self,
        evaluator: Evaluator,
        size: Size,
        parameters: SearchParameters | None = None,
        trees: int = 1,
        nodes: int = FIRST_NODES,
        seed: int | None = None,
    ):
        """For boards of ``size``. Each tree has room for ``nodes`` nodes at first and grows up to the parameters' ``largest_tree``. ``seed`` seeds
        the random numbers."""
        self.evaluator = evaluator
        self.evaluations = 0
        """Positions that the evaluator has evaluated."""
        self.size = size
        self.use(parameters or SearchParameters())
        self.geometry = bitboard.geometry(size.rows, size.cols)
        self._roots = make_roots(trees, size.points)
        self._keep(self._new_forest(trees, nodes))
        self._leaves = make_leaves(max(trees, self.parameters.largest_batch), size.points)
        self._packed_leaves = pack(self._leaves)
        self._random = np.random.default_rng(seed)
        self._no_logits = np.zeros((1, size.points), np.float32)
        self._no_values = np.zeros(1, np.float32)

    def use(self, parameters: SearchParameters) -> None:
        """Search by other ``parameters`` from now on; their ``largest_batch`` may not exceed the first ones'."""
        self.parameters = parameters
        self._packed_parameters = parameters.packed

    @property
    def trees(self) -> int:
        """How many trees there are."""
        return self.forest.used.shape[0]

    def _new_forest(self, trees: int, nodes: int) -> Forest:
        return make_forest(trees, nodes, self.size.points, self.geometry.bits.shape[1])

    def _keep(self, forest: Forest) -> None:
        self.forest = forest
        """All trees; another object once they have grown."""
        self.stored = pack((forest, self._roots, self.geometry))
        """The same for kernels: the forest, its :class:`ai.search.forest.Roots` and a :class:`core.bitboard.Geometry`, packed."""

    def forget(self) -> None:
        """Discard all that was found; positions must be set anew."""
        self.forest.used[:, 0] = 0

    def warm_up(self) -> None:
        """See :meth:`ai.search.pace.Search.warm_up`."""
        graph.fill_table(self.forest, 0)
        graph.forget_few_visited(self.forest, 0, self.size.points)
        if self.parameters.solver_steps > 0:
            kernels.solve_leaves(self.stored, self._packed_leaves, 0)

    def set_position(self, position: Position, tree: int = 0) -> None:
        """Make ``position`` the root of ``tree``, and keep what is known of it and of what follows. ``ValueError`` if its board has another size."""
        if position.size != self.size:
            raise ValueError(f"this search is for {self.size} boards, not {position.size}")
        moved = graph.set_root(
            self.forest,
            self.geometry,
            tree,
            position.words_for(position.to_move),
            position.to_move.index,
            recent_moves(position),
            np.uint64(position.key),
        )
        if moved:
            self._roots.noisy[tree] = False

    def position(self, moves: Sequence[int], tree: int = 0) -> Position:
        """The root of ``tree`` as a position that remembers ``moves``, which led to it, first move first."""
        side = int(self.forest.side[tree])
        words = self.forest.stones[tree, :: 1 - 2 * side].copy()
        return Position(
            self.size, words, tuple(Color)[side], tuple(moves), int(self.forest.nodes[tree, 0]["key"])
        )

    def visits(self, tree: int = 0) -> int:
        """Visits of the root of ``tree``, with those kept from earlier moves."""
        return int(self.forest.nodes[tree, 0]["visits"])

    def proof(self, tree: int = 0) -> Proof | None:
        """The certain result at the root of ``tree`` for its side to move; ``None`` if there is none."""
        return Proof.of(self.forest.nodes[tree, 0]["proof"])

    def run(
        self,
        simulations: int,
        trees: Sequence[int] = (0,),
        go_on: Callable[[], bool] | None = None,
    ) -> None:
        """Search until each root of ``trees`` has had ``simulations`` more visits, is certain, or ``go_on``, asked after every batch, says no. Errors
        of the evaluator are passed on; ``trees`` begin anew then."""
        with self._forgetting(trees):
            self._run(simulations, np.asarray(trees, np.int32), go_on)

    @contextmanager
    def _forgetting(self, trees: Sequence[int] | np.ndarray) -> Iterator[None]:
        """Begin ``trees`` anew with the next position set if anything is raised inside: some of their positions would wait for ever."""
        try:
            yield
        except BaseException:
            self.forest.used[np.asarray(trees), 0] = 0
            raise

    def _run(self, simulations: int, active: np.ndarray, go_on: Callable[[], bool] | None) -> None:
        targets = self._roots.targets
        wanted = self.forest.nodes[active, 0]["visits"] + np.int64(simulations)
        targets[active] = np.minimum(wanted, MOST_VISITS)
        self._evaluate_roots(active)
        if len(active) == 1:
            active = np.repeat(active, self.parameters.largest_batch)  # a batch of one tree is a part of this
        count, logits, values = 0, self._no_logits, self._no_values
        while True:
            (count, to_solve, full), are_numbers = kernels.absorb_and_gather(
                self.stored, self._packed_parameters, active, self._packed_leaves, count, logits, values
            )
            check_numbers(are_numbers)
            if full:
                self._finish(count, to_solve)
                count = 0
                if not self._make_room(active):
                    return
                continue
            if count == 0:
                return
            logits, values = self._evaluate(count, to_solve)
            if go_on is not None and not go_on():
                self._take(count, logits, values)
                return

    def aim(self, visits: int, tree: int = 0) -> None:
        """Have :meth:`run_batch` search ``tree`` until its root has ``visits`` visits or is certain."""
        self._roots.targets[tree] = visits

    def run_batch(
        self, trees: np.ndarray, absorb: Callable[..., Any] = kernels.absorb_and_tell, *more: Any
    ) -> Any:
        """Search one leaf of each of ``trees`` (``int32[n]``) that is not yet where :meth:`aim` wants it, and return those that are now. ``absorb``
        is the kernel that absorbs the answers: it is called like :func:`ai.search.kernels.absorb_and_tell`, with ``more`` at the end, and what it
        returns in place of these trees is returned. :class:`NoNumbers` if the evaluator's answers are not all finite."""
        targets = self._roots.targets
        with self._forgetting(trees):
            count, to_solve, full = kernels.gather(
                self.stored, self._packed_parameters, trees, targets, self._packed_leaves
            )
            if full:
                self._finish(count, to_solve)
                count = to_solve = 0
                if not self._make_room(trees):  # they get no further
                    visits = self.forest.nodes[trees, 0]["visits"]
                    targets[trees] = np.minimum(targets[trees], np.maximum(visits, 1))
            logits, values = self._evaluate(count, to_solve)
            result, are_numbers = absorb(
                self.stored, self._packed_parameters, self._packed_leaves, count, logits, values, trees, *more
            )
            check_numbers(are_numbers)
            return result

    def _evaluate(self, count: int, to_solve: int) -> tuple[np.ndarray, np.ndarray]:
        self._count_evaluations(count, to_solve)
        return self._evaluate_by(self.evaluator, self._leaves, self._packed_leaves, count, to_solve)

    def _count_evaluations(self, count: int, to_solve: int) -> None:
        """Count a batch's evaluations; a batch of which all leaves are to be solved has none."""
        if to_solve < count:
            self.evaluations += count

    def _evaluate_by(
        self, evaluator: Evaluator, leaves: Leaves, packed: Packed, count: int, to_solve: int
    ) -> tuple[np.ndarray, np.ndarray]:
        """Try to solve those of the gathered leaves that are to be, then return the evaluator's answers, with playouts mixed in if the parameters ask
        for them."""
        if to_solve > 0:
            kernels.solve_leaves(self.stored, packed, count)
        if to_solve == count:
            return self._no_logits, self._no_values
        positions = leaves.positions
        logits, values = evaluator.evaluate(positions, count)
        if self.parameters.leaf_playouts > 0:
            mix_playouts(self.geometry, positions, leaves.steps, count, values, self.parameters.leaf_playouts)
        return logits, values

    def values_of(self, positions: Sequence[Position]) -> np.ndarray:
        """``float32[n]``: the evaluator's values of ``positions``, without any search, to their sides to move."""
        self.evaluations += len(positions)
        return self.evaluator.evaluate(position_batch(positions), len(positions))[1][: len(positions)].copy()

    def _finish(self, count: int, to_solve: int) -> None:
        """Evaluate the gathered leaves and give them the answers."""
        self._take(count, *self._evaluate(count, to_solve))

    def _take(self, count: int, logits: np.ndarray, values: np.ndarray) -> None:
        """Give the gathered leaves these answers of the evaluator."""
        stored, parameters, leaves = self.stored, self._packed_parameters, self._packed_leaves
        check_numbers(kernels.absorb(stored, parameters, leaves, count, logits, values))

    def _evaluate_roots(self, active: np.ndarray) -> None:
        """Give new roots their first visit, and then, since that needs their priors, noise where it is wanted."""
        nodes = self.forest.nodes
        fresh = active[(nodes[active, 0]["visits"] == 0) & (nodes[active, 0]["proof"] == 0)]
        if fresh.size:
            one_visit = np.ones_like(self._roots.targets)
            count, to_solve, _ = kernels.gather(
                self.stored, self._packed_parameters, fresh, one_visit, self._packed_leaves
            )
            self._finish(count, to_solve)
        self.add_noise(active)

    def add_noise(self, trees: np.ndarray) -> None:
        """Mix noise, if the parameters ask for it, into the priors of those roots of ``trees`` (``int32[n]``) that have none yet. All must have been
        evaluated."""
        fraction, total = self.parameters.noise_fraction, self.parameters.noise_total
        if fraction > 0:
            add_noise(self.stored, trees, fraction, total, self._random)

    def _make_room(self, trees: Sequence[int] | np.ndarray = (0,)) -> bool:
        """Make room for more positions in ``trees``, in which no simulation is under way. ``False`` if memory is short."""
        return self._grow() or self._forget_few_visited(trees)

    def _grow(self) -> bool:
        """Double the room of every tree; ``False`` if that would exceed the largest tree allowed or the machine's memory."""
        nodes, most = self.forest.nodes.shape[1], most_nodes(self.parameters.largest_tree, self.size.points)
        if nodes >= most:
            return False
        nodes = min(2 * nodes, most)
        try:
            forest = self._new_forest(self.trees, nodes)
        except MemoryError:
            return False
        copy_trees(self.forest, forest)
        self._keep(forest)
        for tree in range(self.trees):
            graph.fill_table(self.forest, tree)
        return True

    def _forget_few_visited(self, trees: Sequence[int] | np.ndarray) -> bool:
        """Have those of ``trees`` that are full forget their least visited positions. Returns whether all have room then."""
        log.info("a tree of %d nodes is as large as it may be: it forgets", self.forest.nodes.shape[1])
        points = self.size.points
        try:
            rooms = [graph.forget_few_visited(self.forest, int(tree), points) for tree in np.unique(trees)]
        except MemoryError:
            return False
        return all(rooms)

    def edges(self, tree: int = 0) -> np.ndarray:
        """A copy of the root's edges in ``tree``, one for each legal move: ``EDGE[moves]`` (:data:`ai.search.forest.EDGE`)."""
        return self.forest.edges[tree, : self.forest.nodes[tree, 0]["edge_count"]].copy()

    def priors(self, tree: int = 0) -> np.ndarray:
        """``float32[moves]``: the evaluator's policy over the moves of :meth:`edges`, without noise."""
        edges = self.edges(tree)
        priors = self._roots.priors[tree, : edges.size] if self._roots.noisy[tree] else edges["prior"]
        return policy_of(priors, self.parameters.prior_temperature)

    def best_point(self, tree: int = 0) -> int | None:
        """The point to play at the root of ``tree``: one proven to win, else the best not proven to lose, else one that loses; ``None`` without legal
        moves."""
        edges = self.edges(tree)
        return int(edges[self._ranking(edges)[0]]["point"]) if edges.size else None

    def root_value(self, tree: int = 0) -> float:
        """Value of the root of ``tree`` to its side to move, -1 (lost) to 1 (won)."""
        return kernels.root_value(self.forest.nodes[tree])

    def decision(self, tree: int = 0, most: int | None = None) -> Decision:
        """The best move, and at most ``most`` moves with what the search thinks of them, best first."""
        edges = self.edges(tree)
        best_first = self._ranking(edges)[:most]
        node = self.forest.nodes[tree, 0]
        policy = self.priors(tree)
        candidates = tuple(self._candidate(tree, edges[i], float(policy[i])) for i in best_first)
        return Decision(
            point=candidates[0].point if candidates else None,
            candidates=candidates,
            value_to_move=self.root_value(tree),
            proof=Proof.of(node["proof"]),
            visits=int(node["visits"]),
        )

    def _ranking(self, edges: np.ndarray) -> np.ndarray:
        return ranking(edges, self.parameters.lower_bound)

    def _candidate(self, tree: int, edge: Any, prior: float) -> Candidate:
        nodes, edges = self.forest.nodes[tree], self.forest.edges[tree]
        return Candidate(
            point=int(edge["point"]),
            visits=int(edge["visits"]),
            prior=prior,
            value_to_move=float(edge["value"]),
            proof=Proof.of(edge["proof"]),
            line=line_of(edge, nodes, edges, self.parameters.lower_bound),
        )

"""The search by playouts with RAVE as players see it: positions in, decisions out.

Each thread searches a tree of its own, and their counts at the root are added up (root parallelism, Chaslot et al. 2008): no thread waits for
another, and one thread with a seed always plays the same.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from threading import Event

import numpy as np

from ai.rave import kernels
from ai.rave.kernels import CHILD, COUNTED_ROWS, LAMBDA, OWN_PART, PROOF, VALUE, VISITS, WINS, Tree
from ai.rave.parameters import RaveParameters
from ai.search.pace import Beside
from ai.search.solving import RootSolver
from ai.solver.kernels import LOST, UNSOLVED
from core import bitboard
from core.player import LONGEST_LINE, Candidate, Decision, Proof
from core.position import IllegalMove, Position, Size

SLICE = 500
"""Playouts between two checks of the limits: about two milliseconds."""
WAIT_SECONDS = 0.01
"""Time between two checks of the limits while other threads still search."""


def leads_to(before: Position, moves: tuple[int, ...], position: Position) -> bool:
    """Whether ``moves`` lead from ``before`` to ``position``; both may have been set up by hand."""
    try:
        return before.size == position.size and before.play_all(moves) == position
    except IllegalMove:
        return False


class RaveSearch:
    """The search of one game; not for two threads at once."""

    def __init__(self, size: Size, parameters: RaveParameters, threads: int = 1, seed: int | None = None):
        self.size = size
        self.deadline: float | None = None
        self.parameters = parameters
        self._kernel_parameters = parameters.kernel()
        self._geometry = bitboard.geometry(size.rows, size.cols)
        self._trees = [kernels.make_tree(parameters.largest_tree, size.points) for _ in range(threads)]
        self._random = np.random.default_rng(seed)
        self._position: Position | None = None
        self._proof = 0
        self._solver = RootSolver()

    def set_position(self, position: Position) -> None:
        """Search ``position`` from now on. If the parameters say so, what the tree knows of it is kept."""
        before, self._position = self._position, position
        if before == position and self.parameters.keep_tree:
            return
        corners = self._free_corners(position) if self.parameters.corners_first else []
        new_moves: tuple[int, ...] = ()
        follows = False
        if before is not None and self.parameters.keep_tree and not corners:
            new_moves = position.moves[len(before.moves) :]
            follows = leads_to(before, new_moves, position)
        for tree in self._trees:
            if not (follows and self._follow(tree, new_moves)):
                self._plant(tree, position, corners)
        # A kept tree may hold a move that is proven to win, or moves that are all proven to lose.
        self._proof = int(self._root()[PROOF, position.legal_moves()].max(initial=-1))

    def warm_up(self) -> None:
        """See :meth:`ai.search.pace.Search.warm_up`."""
        if self.parameters.keep_tree:
            self._follow(self._trees[0], ())

    def forget(self) -> None:
        """Discard all that was found."""
        self._position = None
        self._solver = RootSolver()

    def _follow(self, tree: Tree, moves: tuple[int, ...]) -> bool:
        """Make the node to which ``moves`` lead the root. Returns whether there is one."""
        node = 0
        for move in moves:
            node = int(tree.counted[node, CHILD, move])
            if node == kernels.NO_CHILD:
                return False
        kernels.keep_subtree(tree, node)
        return True

    def _plant(self, tree: Tree, position: Position, corners: list[int]) -> None:
        """Begin ``tree`` anew; if there are ``corners``, only these are searched at the root."""
        tree.used[0] = 0
        kernels.add_node(tree, self._geometry, *position.sets_for(position.to_move))
        if corners:
            others = np.setdiff1d(np.arange(self.size.points), corners)
            tree.weighed[0, LAMBDA, others] = 0
            for row in (OWN_PART, VALUE):
                tree.weighed[0, row, others] = kernels.ILLEGAL

    def _free_corners(self, position: Position) -> list[int]:
        rows, cols = self.size.rows, self.size.cols
        legal = position.legal_mask()
        return [corner for corner in (0, cols - 1, (rows - 1) * cols, rows * cols - 1) if legal[corner]]

    @property
    def threads(self) -> int:
        """How many threads search, each a tree of its own."""
        return len(self._trees)

    def solve(self, position: Position, steps: int, go_on: Callable[[], bool], bold: bool = False) -> int:
        """See :meth:`ai.search.pace.Search.solve`; always unsolved without ``proofs``."""
        return self._solver.solve(position, steps, go_on, bold) if self.parameters.proofs else UNSOLVED

    def note_solution(self, solution: int) -> Proof | None:
        """Note what :meth:`solve` found of the position; a win needs no search."""
        if solution == UNSOLVED:
            return None
        if solution == LOST:
            return Proof.LOSS
        self._trees[0].counted[0, PROOF, solution] = 1
        self._proof = 1
        return Proof.WIN

    def hardest_to_answer(self, position: Position, steps: int, go_on: Callable[[], bool]) -> int | None:
        """See :meth:`ai.search.pace.Search.hardest_to_answer`; always ``None``, since there is no policy."""
        return None

    def run(
        self, simulations: int, go_on: Callable[[], bool] | None = None, beside: Beside | None = None
    ) -> None:
        """Make ``simulations`` playouts in all, fewer if the result becomes certain or ``go_on``, asked every few milliseconds, says no. ``beside``
        is done by another thread before it searches its tree, or before the search where there is but one thread."""
        if self._proof != 0:
            return
        if beside is not None and self.threads == 1:
            beside(lambda: True)
        ended = Event()
        shares = [(simulations + i) // len(self._trees) for i in range(len(self._trees))]
        seeds = self._random.integers(1 << 62, size=len(self._trees))
        jobs = list(zip(self._trees, shares, seeds, strict=True))
        with ThreadPoolExecutor(max(1, len(jobs) - 1), "rave") as pool:
            helpers = [
                pool.submit(self._help, *job, ended, beside if number == 0 else None)
                for number, job in enumerate(jobs[1:])
            ]
            try:
                self._search_tree(*jobs[0], ended, go_on)
                while wait(helpers, WAIT_SECONDS).not_done:
                    if go_on is not None and not go_on():
                        ended.set()
            except BaseException:
                ended.set()  # otherwise the other threads would finish their shares
                raise
            finally:
                for helper in helpers:
                    helper.result()

    def _help(self, tree: Tree, playouts: int, seed: int, ended: Event, beside: Beside | None) -> None:
        if beside is not None:
            beside(lambda: not ended.is_set())
        self._search_tree(tree, playouts, seed, ended, None)

    def _search_tree(
        self, tree: Tree, playouts: int, seed: int, ended: Event, go_on: Callable[[], bool] | None
    ) -> None:
        assert self._position is not None
        stones = self._position.words_for(self._position.to_move)
        random = np.random.default_rng(seed)
        while playouts > 0 and not ended.is_set():
            done, proof = kernels.search(
                self._geometry,
                tree,
                stones,
                self._kernel_parameters,
                min(playouts, SLICE),
                np.uint64(random.integers(1 << 62)),
            )
            playouts -= done
            if proof < 0 and self._is_in_corners(tree):
                self._plant(tree, self._position, [])  # only the corners are proven to lose
            elif proof != 0:
                self._proof = proof
                ended.set()
            if go_on is not None and not go_on():
                ended.set()

    def _is_in_corners(self, tree: Tree) -> bool:
        """Whether the root has moves that were left out for the corners and of which nothing is known."""
        assert self._position is not None
        left_out = (tree.counted[0, PROOF] == 0) & (tree.weighed[0, VALUE] <= kernels.ILLEGAL)
        return bool(left_out[self._position.legal_mask()].any())

    # --- what was found ---------------------------------------------------------------------------------------

    def _root(self) -> np.ndarray:
        """``int64[4, P]``: the counts of all threads at the root, added up, and the proofs that any of them has found."""
        counted = np.zeros((COUNTED_ROWS, self.size.points), np.int64)
        for tree in self._trees:
            root = tree.counted[0]
            counted[[VISITS, WINS]] += root[[VISITS, WINS]]
            counted[PROOF] = np.where(root[PROOF] != 0, root[PROOF], counted[PROOF])
        return counted

    def visits(self) -> int:
        """Playouts through the root, with those kept from earlier moves."""
        return sum(int(tree.visits[0]) for tree in self._trees)

    def lead(self) -> float:
        """How many visits the most visited move is ahead of the second; infinite if the choice is certain."""
        if self._proof > 0:
            return float("inf")
        assert self._position is not None
        root = self._root()[:, self._position.legal_moves()]
        visits = np.sort(root[VISITS][root[PROOF] == 0])
        return float(visits[-1] - visits[-2]) if visits.size > 1 else float("inf")

    def decision(self) -> Decision:
        """The best move, and all moves with what the search thinks of them."""
        assert self._position is not None
        root = self._root()
        legal = np.array(self._position.legal_moves())
        order = legal[np.lexsort((root[WINS][legal], root[VISITS][legal], root[PROOF][legal]))[::-1]]
        candidates = tuple(self._candidate(root, int(point)) for point in order)
        best = candidates[0]
        proof = Proof.of(self._proof)
        return Decision(
            point=best.point,
            candidates=candidates,
            value_to_move=best.value_to_move if proof is None else float(self._proof),
            proof=proof,
            visits=self.visits(),
        )

    def _candidate(self, root: np.ndarray, point: int) -> Candidate:
        proof = int(root[PROOF, point])
        visits = int(root[VISITS, point])
        value = float(proof) if proof or visits == 0 else 2 * int(root[WINS, point]) / visits - 1
        return Candidate(
            point=point,
            visits=visits,
            value_to_move=value,
            proof=Proof.of(proof),
            line=tuple(self._line(point)),
        )

    def _line(self, point: int) -> list[int]:
        """The most visited replies after ``point`` in the first tree."""
        line = [point]
        counted = self._trees[0].counted
        node = int(counted[0, CHILD, point])
        while node != kernels.NO_CHILD and len(line) < LONGEST_LINE:
            best = int(counted[node, VISITS].argmax())
            if counted[node, VISITS, best] == 0:
                break
            line.append(best)
            node = int(counted[node, CHILD, best])
        return line

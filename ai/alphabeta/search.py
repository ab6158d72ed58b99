"""Iterative deepening at the root: the moves of a position are searched one move deeper each time, the best of the time before first."""

import dataclasses
from collections.abc import Callable, Iterator

import numpy as np

from ai.alphabeta import kernels
from ai.alphabeta.evaluation import Evaluation
from ai.alphabeta.kernels import WON, SearchState
from ai.legal_points import NO_MOVE
from core import bitboard
from core.player import LONGEST_LINE, Candidate, Decision, Proof
from core.position import Position, Size

ENTRIES = 1 << 21
"""Most positions remembered, in 40 MB."""
SLICE = 2000
"""Positions between two checks of the limits: about two milliseconds."""


@dataclasses.dataclass
class RootMove:
    """A move of the position to be played, with what is known of it."""

    point: int
    value: int = -WON
    """The move's value, or an upper bound of it if the move was found no better than another."""
    depth: int = 0
    """Moves looked ahead when the move was last searched, the move itself included; 0 if never."""
    nodes: int = 0


class AlphaBeta:
    """The search of one game; it remembers positions from move to move. Not for two threads at once."""

    def __init__(self, size: Size, evaluation: Evaluation, entries: int = ENTRIES):
        self.size = size
        self._geometry = bitboard.geometry(size.rows, size.cols)
        self._search: SearchState = kernels.make_search(size.points, self._geometry.bits.shape[1], entries)
        self._evaluation = evaluation.tables
        self._scale = evaluation.scale
        self.moves: list[RootMove] = []
        """The legal moves of the position to be played, best first."""
        self._position = Position.empty(size)
        self._first_nodes = 0
        self.depth = 0
        """The greatest depth to which all moves have been searched."""

    def set_position(self, position: Position) -> None:
        """Begin to search ``position``; remembered positions are kept."""
        self._position = position
        self.moves = [RootMove(point) for point in position.legal_moves()]
        self.depth = 0
        search = self._search
        search.scalars[kernels.AGE] = (search.scalars[kernels.AGE] + 1) % 256
        search.killers[:] = NO_MOVE
        search.history[:] //= 8
        self._first_nodes = self._all_nodes

    @property
    def _all_nodes(self) -> int:
        return int(self._search.scalars[kernels.NODES])

    @property
    def nodes(self) -> int:
        """Positions looked at since :meth:`set_position`."""
        return self._all_nodes - self._first_nodes

    def note_win(self, point: int) -> None:
        """Note that the move ``point`` is known to win."""
        winner = next(move for move in self.moves if move.point == point)
        winner.value, winner.depth = WON, 1
        self.moves.remove(winner)
        self.moves.insert(0, winner)

    @property
    def proof(self) -> Proof | None:
        """The certain result of the position for its side to move; ``None`` if there is none yet."""
        if not self.moves or all(move.value == -WON and move.depth for move in self.moves):
            return Proof.LOSS
        return Proof.WIN if self.moves[0].value == WON else None

    def run(self, deepest: int, go_on: Callable[[int], int]) -> None:
        """Search deeper and deeper until the result is certain, the depth is ``deepest``, or ``go_on`` ends it.

        ``go_on`` gets the number of positions looked at so far and returns how many more to look at before it is asked again, 0 to end.
        """
        while self.proof is None and self.depth < deepest:
            if not self._deepen(self.depth + 1, go_on):
                return
            self.depth += 1

    def _deepen(self, depth: int, go_on: Callable[[int], int]) -> bool:
        """Search every move not known to lose ``depth`` moves ahead. Returns whether there was time for all.

        The list of moves is in order at any moment: a move that beats the best so far goes to its front, moves that lose go to its end.
        """
        best = -WON
        for move in [move for move in self.moves if move.value > -WON or not move.depth]:
            before = self._all_nodes
            value = self._value_of(move, depth, best, go_on)
            move.nodes += self._all_nodes - before
            if value is None:
                return False
            move.value, move.depth = value, depth
            if value > best or self.moves[0].value == -WON:
                best = max(best, value)
                self.moves.remove(move)
                self.moves.insert(0, move)
            if value == WON:
                return True
            if value == -WON:
                self.moves.sort(key=lambda move: move.depth > 0 and move.value == -WON)
        self.moves[1:] = sorted(self.moves[1:], key=lambda move: (move.value, move.depth), reverse=True)
        return True

    def _value_of(self, move: RootMove, depth: int, best: int, go_on: Callable[[int], int]) -> int | None:
        """The value of a move: exact if it is better than ``best``, else an upper bound; ``None`` if there was no time."""
        position = self._position.play(move.point)
        if best > -WON:
            value = self._search_position(position, depth - 1, -best - 1, -best, go_on)
            if value is None or -value <= best:
                return None if value is None else -value
        value = self._search_position(position, depth - 1, -WON, -best, go_on)
        return None if value is None else -value

    def _search_position(
        self, position: Position, depth: int, alpha: int, beta: int, go_on: Callable[[int], int]
    ) -> int | None:
        color = position.to_move.index
        words = position.words_for(position.to_move)
        key = np.uint64(position.key)
        kernels.begin(self._geometry, self._search, words, color, key, depth, alpha, beta)
        while True:
            most = go_on(self.nodes)
            if most <= 0:
                return None
            if kernels.go_on(self._geometry, self._search, self._evaluation, min(most, SLICE)):
                return int(self._search.frames[0]["best"])

    def decision(self) -> Decision:
        """The best move, and all moves with what the search thinks of them, best first."""
        candidates = tuple(self._candidate(move) for move in self.moves)
        best = candidates[0] if candidates else None
        return Decision(
            point=best.point if best else None,
            candidates=candidates,
            value_to_move=best.value_to_move if best else -1.0,
            proof=self.proof,
            simulations=self.nodes,
            visits=self.nodes,
        )

    def _candidate(self, move: RootMove) -> Candidate:
        known = move.depth > 0
        proof = {WON: Proof.WIN, -WON: Proof.LOSS}.get(move.value) if known else None
        value = 0.0 if not known else self._expected(move.value)
        line = tuple(self._line(move.point))
        return Candidate(move.point, move.nodes, value_to_move=value, proof=proof, line=line)

    def _expected(self, value: int) -> float:
        """The expected result, -1 to 1."""
        return value / WON if abs(value) == WON else float(np.tanh(value / self._scale))

    def _line(self, point: int) -> Iterator[int]:
        """A move and the best replies after it, as far as they are remembered."""
        position = self._position
        mask = self._search.table.size - 1
        for _ in range(LONGEST_LINE):
            yield point
            position = position.play(point)
            entry = self._search.table[position.key & mask]
            point = int(entry["move"])
            if int(entry["key"]) != position.key or point == NO_MOVE or not position.legal_mask()[point]:
                return

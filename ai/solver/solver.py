"""The solver as Python sees it: positions in, solutions out."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ai.solver import kernels
from ai.solver.rest import MOST_POINTS
from core import bitboard
from core.position import Color, Position
from core.symmetry import symmetries

SLICE = 2_000
"""Most moves tried between two questions whether to go on: at most a millisecond."""
FIRST_SLICE = 4
"""Moves in the first slice of a solver with much memory. Later slices have as many more as were tried before, up to :data:`SLICE`. The first look-ups
in much memory are slow: each waits until the system provides a page."""
LARGE_MEGABYTES = 2
"""Least memory for which slices begin small; the system provides less than that within one slice."""
MEGABYTE = 1 << 20
DEFAULT_MEGABYTES = 256
FEWEST_MEGABYTES = 1


@dataclass(frozen=True)
class Solution:
    """The result of a position, with moves that reach it."""

    winner: Color
    winning_moves: tuple[int, ...]
    """Winning moves of the side to move, ascending: all, or the one that was found if not all were asked for."""
    line: tuple[int, ...]
    """Moves from the position to the end of the game; the winner's moves all win."""


class TooManyPoints(ValueError):
    """A position has more playable points than the solver takes; it could not solve it anyway."""


class Interrupted(Exception):
    """``go_on`` said no before a result was found; nothing is proven."""


GoOn = Callable[[], bool]
"""Whether to go on; asked every few milliseconds."""


def playable_points(position: Position) -> np.ndarray:
    """``int16[N]``: the points that either side may play on, ascending."""
    geometry = bitboard.geometry(position.size.rows, position.size.cols)
    return kernels.playable_points(geometry, *position.sets_for(position.to_move))


class Solver:
    """Solves ``position`` and positions that follow from it, and remembers results in ``megabytes`` of memory; not for two threads at once.

    :class:`TooManyPoints` if there are more than 64 playable points, ``MemoryError`` if the memory can't be had.
    """

    def __init__(self, position: Position, megabytes: int = DEFAULT_MEGABYTES):
        self.position = position
        self._geometry = bitboard.geometry(position.size.rows, position.size.cols)
        stones = position.stones.reshape(-1)
        table = symmetries(position.size)
        images = table[(stones[table] == stones).all(axis=1)].astype(np.int16)
        points = playable_points(position)
        if points.size > MOST_POINTS:
            raise TooManyPoints(
                f"{points.size} points can still be played on, and the solver takes positions with at most {MOST_POINTS}"
            )
        places = (
            1
            << (max(megabytes, FEWEST_MEGABYTES) * MEGABYTE // (2 * kernels.ENTRY.itemsize)).bit_length() - 1
        )
        memory = np.zeros((places, 2), kernels.ENTRY)  # numpy's zeros take no memory until they are used
        self._first_slice = FIRST_SLICE if megabytes >= LARGE_MEGABYTES else SLICE
        self._solver = kernels.make_solver(
            self._geometry, points, np.ascontiguousarray(images[:, points]), memory
        )

    @property
    def moves_tried(self) -> int:
        """The work done so far: each move tried is one position looked at."""
        return int(self._solver.scalars[kernels.MOVES_TRIED])

    def leads_to(self, position: Position) -> bool:
        """Whether ``position`` follows from the first position, after any number of moves."""
        first = self.position
        kept = position.size == first.size and (first.words & ~position.words == 0).all()
        return bool(kept) and position.ply >= first.ply

    def winning_move(self, position: Position | None = None, go_on: GoOn | None = None) -> int | None:
        """A winning move for the side to move in ``position``, the first position or one that follows from it; ``None`` if it loses. Without
        ``position``: in the first.

        :class:`Interrupted` as soon as ``go_on``, asked every few milliseconds, says no.
        """
        position = position or self.position
        self._begin(position)
        while (move := self._solve_slice()) == kernels.UNSOLVED:
            if go_on is not None and not go_on():
                raise Interrupted
        return None if move == kernels.LOST else int(move)

    def _solve_slice(self) -> int:
        steps = min(self._first_slice + self.moves_tried, SLICE)
        return kernels.go_on_solving(self._geometry, self._solver, steps)

    def solve(self, all_moves: bool = False, go_on: GoOn | None = None) -> Solution:
        """Who wins the first position, and how; with ``all_moves`` all winning moves are looked for, else one is given. :class:`Interrupted` as in
        :meth:`winning_move`; what was found until then is remembered."""
        position = self.position
        move = self.winning_move(go_on=go_on)
        winner = position.to_move.opponent if move is None else position.to_move
        winning = () if move is None else (move,)
        if all_moves and move is not None:
            winning = tuple(
                point
                for point in position.legal_moves()
                if point == move or self.winning_move(position.play(point), go_on) is None
            )
        return Solution(winner, winning, self.line(go_on))

    def line(self, go_on: GoOn | None = None, position: Position | None = None) -> tuple[int, ...]:
        """Moves to the end of the game from ``position``, the first position (if not given) or one that follows from it. The winner's moves all win;
        the loser leaves the opponent as few points as it can. :class:`Interrupted` as in :meth:`winning_move`."""
        position = position or self.position
        line: list[int] = []
        while not position.is_over:
            move = self.winning_move(position, go_on)
            if move is None:
                move = most_stubborn(position)
            position = position.after((move,))
            # most of the rest follows from results remembered in the search for that move
            rest = kernels.go_on_with_line(self._geometry, self._solver, *self._since_first(position), SLICE)
            position = position.after(rest.tolist())
            line += (move, *rest.tolist())
        return tuple(line)

    def _begin(self, position: Position) -> None:
        """Begin to solve ``position``. Its keys say how it differs from the first position, so all remembered results can be used."""
        kernels.set_following(self._geometry, self._solver, *self._since_first(position))

    def _since_first(self, position: Position) -> tuple[bitboard.TwoSets, bitboard.TwoSets, int]:
        """How ``position`` differs from the first position, as arguments for :func:`ai.solver.kernels.set_following`."""
        first = self.position
        turned = int(position.to_move is not first.to_move)
        return first.sets_for(first.to_move), position.sets_for(position.to_move), turned


def most_stubborn(position: Position) -> int:
    """A move for a side that has lost: one that leaves the opponent the fewest legal points."""
    size = position.size
    geometry = bitboard.geometry(size.rows, size.cols)
    return int(bitboard.fewest_replies(geometry, *position.sets_for(position.to_move)))

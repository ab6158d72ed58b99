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
"""Moves tried between two looks at whether to go on: a millisecond at the most."""
FIRST_SLICE = 4
"""And to begin with, then as many as a solver has tried in all: where its memory is large, the first look-ups each wait for the system to hand over
a part."""
LARGE_MEGABYTES = 2
"""Less is handed over within a slice."""
MEGABYTE = 1 << 20
DEFAULT_MEGABYTES = 256
FEWEST_MEGABYTES = 1


@dataclass(frozen=True)
class Solution:
    """What is certain about a position."""

    winner: Color
    winning_moves: tuple[int, ...]
    """Winning moves of the side to move, ascending: all, or the one that was looked for."""
    line: tuple[int, ...]
    """Moves from the position to the end of the game; the winner's are right."""


class TooManyPoints(ValueError):
    """More points are left to play on than the solver takes, which is out of reach anyway."""


class Interrupted(Exception):
    """``go_on`` said no before a result was found: nothing is proven."""


GoOn = Callable[[], bool]
"""Whether to go on; asked every few milliseconds."""


def playable_points(position: Position) -> np.ndarray:
    """``int16[N]``: the points that either side may play on, ascending."""
    geometry = bitboard.geometry(position.size.rows, position.size.cols)
    return kernels.playable_points(geometry, *position.sets_for(position.to_move))


class Solver:
    """Solves ``position`` and what follows from it, remembering all results in ``megabytes`` of memory; not for two threads at once.

    :class:`TooManyPoints` if more than 64 are left that either side may play on, ``MemoryError`` if there is less memory than that.
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
        memory = np.zeros((places, 2), kernels.ENTRY)  # numpy's zeros cost nothing before they are used
        self._first_slice = FIRST_SLICE if megabytes >= LARGE_MEGABYTES else SLICE
        self._solver = kernels.make_solver(
            self._geometry, points, np.ascontiguousarray(images[:, points]), memory
        )

    @property
    def moves_tried(self) -> int:
        """The work done so far: each move tried is a position looked at."""
        return int(self._solver.scalars[kernels.MOVES_TRIED])

    def leads_to(self, position: Position) -> bool:
        """Whether ``position`` follows from the first one, by any number of moves."""
        first = self.position
        kept = position.size == first.size and (first.words & ~position.words == 0).all()
        return bool(kept) and position.ply >= first.ply

    def winning_move(self, position: Position | None = None, go_on: GoOn | None = None) -> int | None:
        """A winning move of the side to move in ``position`` (the first one if not given, else one that follows from it); ``None`` if it loses.

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
        """Who wins the first position, and how; with ``all_moves`` every winning move is looked for, else one is named. :class:`Interrupted` as in
        :meth:`winning_move`: what was found until then is remembered."""
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
        """The points of a game to its end from ``position`` (the first one if not given, else one that follows from it) in which the winner's moves
        are right; the loser takes the opponent's points where it can. :class:`Interrupted` as in :meth:`winning_move`."""
        position = position or self.position
        line: list[int] = []
        while not position.is_over:
            move = self.winning_move(position, go_on)
            if move is None:
                move = most_stubborn(position)
            position = position.after((move,))
            # what the search for that move has found tells most of the rest
            rest = kernels.go_on_with_line(self._geometry, self._solver, *self._since_first(position), SLICE)
            position = position.after(rest.tolist())
            line += (move, *rest.tolist())
        return tuple(line)

    def _begin(self, position: Position) -> None:
        """Start on ``position`` with keys that say how it differs from the first, so that all that is remembered serves."""
        kernels.set_following(self._geometry, self._solver, *self._since_first(position))

    def _since_first(self, position: Position) -> tuple[bitboard.TwoSets, bitboard.TwoSets, int]:
        """How ``position`` has come of the first one, as the kernels have it."""
        first = self.position
        turned = int(position.to_move is not first.to_move)
        return first.sets_for(first.to_move), position.sets_for(position.to_move), turned


def most_stubborn(position: Position) -> int:
    """A move for whoever has lost: one that leaves the opponent the fewest legal points."""
    size = position.size
    geometry = bitboard.geometry(size.rows, size.cols)
    return int(bitboard.fewest_replies(geometry, *position.sets_for(position.to_move)))

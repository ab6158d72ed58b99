"""Batches of positions for evaluators, for those who ask a network without a search; and what an evaluator is."""

from collections.abc import Sequence
from typing import Protocol

import numpy as np

from ai.search.forest import RECENT_MOVES, PositionBatch, make_position_batch
from ai.search.leaves import describe_game, describe_positions
from core import bitboard
from core.position import Position, Size


class Evaluator(Protocol):
    """Anything that gives policy and value for a batch of positions."""

    def evaluate(self, positions: PositionBatch, count: int) -> tuple[np.ndarray, np.ndarray]:
        """For the first ``count`` of ``positions``: policy logits ``float32[>=count, P]`` and values to move ``float32[>=count]``.

        The next call may overwrite the arrays.
        """
        ...


def recent_moves(position: Position) -> np.ndarray:
    """``int16[8]``: the last moves, latest first, -1 where there was none."""
    recent = np.full(RECENT_MOVES, -1, np.int16)
    last = position.moves[: -RECENT_MOVES - 1 : -1]
    recent[: len(last)] = last
    return recent


def position_batch(positions: Sequence[Position]) -> PositionBatch:
    """``positions``, all on boards of one size, for an evaluator."""
    size = positions[0].size
    batch = make_position_batch(len(positions), size.points)
    geometry = bitboard.geometry(size.rows, size.cols)
    describe_positions(
        geometry, np.array([position.words_for(position.to_move) for position in positions]), batch
    )
    batch.side[:] = [position.to_move.index for position in positions]
    batch.recent[:] = [recent_moves(position) for position in positions]
    return batch


def position_batch_of_game(size: Size, moves: Sequence[int], plies: Sequence[int]) -> PositionBatch:
    """The positions of a game from the empty board after the numbers ``plies``, ascending, of its ``moves``, for an evaluator."""
    batch = make_position_batch(len(plies), size.points)
    geometry = bitboard.geometry(size.rows, size.cols)
    describe_game(geometry, np.array(moves, np.int64), np.array(plies, np.int64), batch)
    return batch


def policy_over(moves: Sequence[int], logits: np.ndarray) -> np.ndarray:
    """``float32[moves]``: the policy of an evaluator's ``logits``, ``float32[P]``, over legal ``moves``."""
    shares = np.exp(logits[list(moves)] - logits[list(moves)].max())
    return shares / shares.sum()

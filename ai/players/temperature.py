"""Playing weaker on purpose: moves are drawn at random, better ones more often."""

import dataclasses

import numpy as np

from ai.players.text import MOST_NUMBER, Options
from core.player import Decision, Proof


class Temperature:
    """The options ``temperature``, ``temperature_moves`` and ``seed`` of a player.

    At temperature T a move is drawn with a probability proportional to its share to the power of 1/T (Silver et al. 2017, Methods, "Play"):
    its share of the visits, or of the policy where the search has visited none. At 0, the default, the best move is played. Proven positions
    are never left to chance. High temperatures come near to random play. With ``temperature_moves`` moves are drawn only while there are fewer
    stones on the board than that, which varies openings and leaves the rest at full strength.
    """

    def __init__(self, options: Options):
        self._temperature = options.number("temperature", float, 0.0, default=0.0)
        self._moves = options.number("temperature_moves", int, 1, default=MOST_NUMBER)
        self._random = np.random.default_rng(options.number("seed", int, 0))

    def choose(self, decision: Decision, stones: int) -> Decision:
        """``decision`` with its move drawn at random; there are ``stones`` on the board, those that were set up included."""
        open_moves = [move for move in decision.candidates if move.proof is not Proof.LOSS]
        if self._temperature == 0 or stones >= self._moves:
            return decision
        if decision.proof is not None or len(open_moves) < 2:
            return decision
        shares = np.array([move.visits for move in open_moves], dtype=float)
        if not shares.any():
            shares = np.array([move.prior for move in open_moves])
        with np.errstate(divide="ignore", over="ignore"):
            logits = np.log(shares / shares.max()) / self._temperature
        weights = np.exp(logits)
        index = self._random.choice(len(open_moves), p=weights / weights.sum())
        return dataclasses.replace(decision, point=open_moves[index].point)

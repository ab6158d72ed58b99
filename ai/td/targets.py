"""The targets of Q and V: temporal differences.

The formulas of Buwei's TD source (docs/methods.md), with r the reward and g the discount:

(1, 2)  Q(s_t, a_t)   = r_{t+1} + g max_a Q(s_{t+1}, a)
(3)     Q^(1)(s_t, a_t) = r_{t+1} + g max_a Q(s_{t+1}, a)
and, with the next step put in, over n steps (Watkins 1989, chapter 7; the source breaks off after the second)
        Q^(n)(s_t, a_t) = r_{t+1} + g r_{t+2} + ... + g^{n-1} r_{t+n} + g^n max_a Q(s_{t+n}, a)

They are for one player. Here the opponent moves at every second step, rewards and values are seen by the side to move, and what is good for the
opponent is bad for us: every step changes the sign, g becomes -g, and max_a is the best that the side to move at t + n can do.

A move that leaves the opponent without one has won: its reward is 1, and nothing follows. The learned value of the states is part of every action's
reward, the source's improvement of the method:

        r_{t+1} = z_{t+1} + b (-g V(s_{t+1}) - V(s_t))

with z the game's own reward and V = 0 once the game is over. As a difference the value doesn't change which action is best, whatever V has
learned (Ng, Harada and Russell 1999, theorem 1); added alone it would favour long games.
"""

import numpy as np


def n_step_targets(rewards: np.ndarray, best: np.ndarray, discount: float, steps: int) -> np.ndarray:
    """``float64[T]``: the n-step returns of a game of ``T`` moves.

    ``rewards[t]`` is the reward of move ``t``, seen by its player. ``best[t]``, ``[T + 1]``, is what the side to move at ``t`` expects; 0 at the end
    of a finished game.
    """
    moves = len(rewards)
    targets = np.empty(moves)
    for t in range(moves):
        last = min(t + steps, moves)
        signs = (-discount) ** np.arange(last - t + 1)
        targets[t] = signs[:-1] @ rewards[t:last] + signs[-1] * best[last]
    return targets


def shaped(rewards: np.ndarray, values: np.ndarray, discount: float, share: float) -> np.ndarray:
    """``rewards`` with ``share`` of the difference of the learned values; ``values[t]``, ``[T + 1]``, is V before move ``t``."""
    return rewards + share * (-discount * values[1:] - values[:-1])

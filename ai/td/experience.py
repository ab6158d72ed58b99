"""The learner's games, from self-play and from records, and the samples made from them."""

import csv
import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from ai.td.features import STATE_NAMES, Choices, choices_of
from ai.td.model import Model
from ai.td.settings import TdSettings
from ai.td.targets import n_step_targets, shaped
from core.game import Game
from core.position import Position


@dataclass(frozen=True)
class Played:
    """A game: its moves and its winner, if known."""

    start: Position
    moves: tuple[int, ...]
    last_mover_won: bool | None

    @classmethod
    def from_game(cls, game: Game) -> "Played":
        """The moves of a record. A result on time, by a losing move or by forfeit doesn't count, because the loser may have stood better: the end of
        such a game is valued by the learned values."""
        line = game.line_played()
        end = line[-1].position
        moves = tuple(node.move for node in line if node.move is not None)
        won: bool | None = None
        if end.is_over:
            won = True
        elif game.result is not None and game.result.reason.value in (
            "resignation",
            "unknown",
            "no_legal_move",
        ):
            won = game.result.winner is end.to_move.opponent
        return cls(line[0].position, moves, won)


@dataclass(frozen=True)
class GameSamples:
    """The ``T`` moves of one game with their targets."""

    points: np.ndarray
    """``int64[T]``: the points played."""
    first_color: int
    """The colour of the first move, 1 Black, 2 White."""
    state: np.ndarray
    """``int64[T, STATES]``: the features before each move, seen by its player."""
    kinds: np.ndarray
    """``int64[T]``: the kind of each move."""
    state_inputs: np.ndarray
    """``float64[T, STATES]``: inputs of the network of V."""
    action_inputs: np.ndarray
    """``float64[T, ACTION_INPUTS]``: inputs of the network of Q."""
    values: np.ndarray
    """``float64[T]``: V of each state before learning."""
    value_targets: np.ndarray
    """``float64[T]``: the target of V for each state."""
    action_targets: np.ndarray
    """``float64[T]``: the target of Q for each action."""


def self_play(model: Model, settings: TdSettings, random: np.random.Generator) -> Played:
    """A game of the model against itself, epsilon-greedy: the best action by Q, or a random one with probability epsilon."""
    position = start = Position.empty(settings.board)
    moves: list[int] = []
    while not position.is_over:
        if random.random() < settings.epsilon:
            point = int(random.choice(position.legal_moves()))
        else:
            choices = choices_of(position)
            point = best_move(choices, model.action_values(choices, position.size.points), random)
        moves.append(point)
        position = position.play(point)
    return Played(start, tuple(moves), True)


def best_move(choices: Choices, values: np.ndarray, random: np.random.Generator) -> int:
    """A move of the highest value, drawn at random among equals, of which symmetry makes many."""
    return int(random.choice(choices.moves[values >= values.max() - 1e-9]))


def samples_of(played: Played, model: Model, settings: TdSettings) -> GameSamples:
    """The samples of a game, with targets from the model's present values."""
    points = played.start.size.points
    position = played.start
    seen: list[tuple[Choices, int]] = []
    best: list[float] = []
    values: list[float] = []
    for move in (*played.moves, None):
        if move is None and played.last_mover_won is not None:
            best.append(0.0)  # nothing follows
            values.append(0.0)
            break
        choices = choices_of(position)
        best.append(float(model.action_values(choices, points).max()))
        values.append(model.state_value(choices.state, points))
        if move is not None:
            seen.append((choices, int(np.searchsorted(choices.moves, move))))
            position = position.play(move)
    rewards = np.zeros(len(seen))
    if played.last_mover_won is not None:
        rewards[-1] = 1.0 if played.last_mover_won else -1.0
    all_values = np.array(values)
    action_rewards = shaped(rewards, all_values, settings.discount, settings.shaping)
    inputs = np.array([choices.inputs(points)[index] for choices, index in seen])
    states = np.array([choices.state for choices, _ in seen])
    return GameSamples(
        points=np.array(played.moves),
        first_color=int(played.start.to_move),
        state=states,
        kinds=np.array([choices.kinds[index] for choices, index in seen], np.int64),
        state_inputs=inputs[:, : states.shape[1]],
        action_inputs=inputs,
        values=all_values[: len(seen)],
        value_targets=n_step_targets(rewards, all_values, settings.discount, settings.steps),
        action_targets=n_step_targets(action_rewards, np.array(best), settings.discount, settings.steps),
    )


COLUMNS = ("game", "move", "row", "column", "color", "kind", "Q", "V", "V_target", *STATE_NAMES)


def to_csv(games: Iterable[tuple[int, GameSamples]], columns: int) -> bytes:
    """Numbered games as a table for people; rows and columns count from 1, row 1 at the top, on boards ``columns`` wide."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    for number, samples in games:
        for t, point in enumerate(samples.points):
            row, column = divmod(int(point), columns)
            color = "BW"[(samples.first_color - 1 + t) % 2]
            numbers = (samples.action_targets[t], samples.values[t], samples.value_targets[t])
            values = [f"{number:.4f}" for number in numbers]
            state: Sequence[int] = samples.state[t].tolist()
            writer.writerow([number, t + 1, row + 1, column + 1, color, samples.kinds[t], *values, *state])
    return out.getvalue().encode()

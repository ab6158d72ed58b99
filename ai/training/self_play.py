"""Self-play: many games side by side, one leaf of each to a batch of the network."""

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from ai.search.parameters import SearchParameters
from ai.search.tree_search import BatchEvaluator, TreeSearch
from ai.training.config import RunConfig
from ai.training.samples import Samples, samples_of_game
from core.game import Game
from core.match import Match
from core.position import Position

NODES_PER_VISIT = 3
"""Room in a tree for each visit of a root: the moves of a game keep part of the tree."""
CANDIDATES_SHOWN = 5
"""Moves of a shown game's analysis."""
SOLVER_STEPS = 150
"""Moves tried to solve a position of the tree: little, since a large batch makes evaluations cheap."""


@dataclass
class OpenGame:
    """A game being played, with what its positions will teach."""

    match: Match
    positions: list[Position] = field(default_factory=list)
    policies: list[np.ndarray] = field(default_factory=list)
    values: list[float] = field(default_factory=list)
    shown: bool = False
    """Whether what the search thinks is kept in the game, for people to look at: it takes time."""


@dataclass(frozen=True)
class FinishedGame:
    """A game of self-play."""

    game: Game
    samples: Samples
    shown: bool
    """Whether its nodes hold what the search thought."""


class SelfPlay:
    """Plays ``config.parallel_games`` games at a time with one network; not for two threads at once."""

    def __init__(self, evaluator: BatchEvaluator, config: RunConfig, seed: int, shown: int = 0):
        """Of ``shown`` games side by side the thoughts are kept too."""
        self._config = config
        self._random = np.random.default_rng(seed)
        self._search = TreeSearch(
            evaluator,
            config.size,
            SearchParameters(
                noise_fraction=config.noise_fraction,
                first_play_reduction=0.0,
                solver_steps=SOLVER_STEPS,
                largest_batch=config.parallel_games,
            ),
            trees=config.parallel_games,
            nodes=NODES_PER_VISIT * config.simulations + 2,
            seed=seed,
        )
        self._games = [self._begin(spread=True) for _ in range(config.parallel_games)]
        for game in self._games[:shown]:
            game.shown = True

    def use(self, evaluator: BatchEvaluator) -> None:
        """Go on with another network; the games go on too."""
        self._search.evaluator = evaluator

    def _begin(self, spread: bool = False) -> OpenGame:
        """A new game. With ``spread`` it starts after random moves, so that games begun together don't all end together."""
        game = OpenGame(Match(Game(self._config.size)))
        if spread:
            for _ in range(self._random.integers(self._config.size.points * 3 // 4)):
                moves = game.match.game.position.legal_moves()
                if game.match.play(int(self._random.choice(moves))) is not None:
                    return self._begin()
        return game

    def step(self, go_on: Callable[[], bool] | None = None) -> list[FinishedGame]:
        """One move in every game; the games that ended by it. Nothing is played if ``go_on`` says no."""
        everyone = range(len(self._games))
        for tree in everyone:
            self._search.set_position(self._games[tree].match.game.position, tree)
        kept = np.array([self._search.visits(tree) for tree in everyone])
        self._search.run(np.maximum(1, self._config.simulations - kept), everyone, go_on)
        if go_on is not None and not go_on():
            return []
        finished = []
        for tree in everyone:
            game = self._games[tree]
            self._move(game, tree)
            if game.match.result is not None:
                finished.append(self._finish(game))
                self._games[tree] = self._begin()
                self._games[tree].shown = game.shown
        return finished

    def _move(self, game: OpenGame, tree: int) -> None:
        position = game.match.game.position
        policy = policy_target(self._search.edges(tree), position.size.points)
        if game.shown:
            game.match.game.cursor.analysis = self._search.decision(tree, CANDIDATES_SHOWN)
        ply = len(position.moves)
        point = pick(policy, self._temperature(ply), self._random)
        game.positions.append(position)
        game.policies.append(policy)
        game.values.append(self._search.root_value(tree))
        game.match.play(point)

    def _temperature(self, ply: int) -> float:
        """1 for the first moves, then falling to 0 in even steps (first seed, section 3.1.2)."""
        beyond = ply - self._config.temperature_moves
        if beyond < 0:
            return 1.0
        return max(0.0, 1.0 - (beyond + 1) / (self._config.temperature_fall + 1))

    def _finish(self, game: OpenGame) -> FinishedGame:
        end = game.match.game.position
        return FinishedGame(
            game.match.game, samples_of_game(game.positions, game.policies, game.values, end), game.shown
        )


def policy_target(edges: np.ndarray, points: int) -> np.ndarray:
    """``float32[P]``: what the search teaches of a position: moves proven to win, else visits of those not proven to lose, else
    all visits."""
    weights = edges["visits"].astype(np.float32)
    wins = edges["proof"] > 0
    open_moves = edges["proof"] == 0
    if wins.any():
        weights = wins.astype(np.float32)
    elif (weights * open_moves).any():
        weights = weights * open_moves
    if not weights.any():
        weights = edges["prior"]
    policy = np.zeros(points, np.float32)
    policy[edges["point"]] = weights / weights.sum()
    return policy


def pick(policy: np.ndarray, temperature: float, random: np.random.Generator) -> int:
    """A move by the first seed's formula 7: in proportion to N to the power 1/temperature; the best at temperature 0."""
    if temperature <= 0.05:
        return int(policy.argmax())
    weights = (policy / policy.max()) ** (1.0 / temperature)
    return int(random.choice(len(policy), p=weights / weights.sum()))

"""Self-play: many games side by side, one leaf of each to a batch of the network."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from ai.search.forest import Leaves
from ai.search.gumbel import GumbelSearch
from ai.search.kernels import LOST, UNSOLVED, puct_scale
from ai.search.parameters import SearchParameters
from ai.search.solving import RootSolver, usual_steps
from ai.search.tree_search import Evaluator
from ai.solver.solver import playable_points
from ai.training.config import RunConfig
from ai.training.learner import LearningFailed
from ai.training.samples import Samples, samples_of_game
from core.game import Game
from core.match import Match
from core.openings import random_opening
from core.position import Position
from core.sentence import Sentence

NODES_PER_VISIT = 3
"""Room in a tree for each visit of a root: the moves of a game keep part of the tree."""
CANDIDATES_SHOWN = 5
"""Moves of a shown game's analysis."""
OPENING_TRIES = 8
"""Random openings of which a balanced one is chosen."""
RECORDED_SHARE = 0.75
"""Share of a recorded game in which a game may begin: what comes later is soon solved."""
LEAST_PRIOR = 1e-6
"""What a prior counts as at least where its logarithm is taken."""
SOLVED_SHARE = 0.25
"""Share of the board's points that may be left at the most where the solver takes a game over: small boards would be solved from the beginning."""
PATIENCE = 2
FEWEST_STEPS = 1_000
"""It tries so many times as many moves as half of the positions with so many points take, and so many at least; a game that it leaves open it tries
again a move later."""
SOLVER_POINTS = 12
SOLVER_STEPS = 150
"""Less is tried to solve a position of the tree than in play, since a large batch makes evaluations cheap."""


@dataclass
class OpenGame:
    """A game being played, with what its positions will teach."""

    match: Match
    positions: list[Position] = field(default_factory=list)
    policies: list[np.ndarray] = field(default_factory=list)
    values: list[float] = field(default_factory=list)
    surprises: list[float] = field(default_factory=list)
    solver: RootSolver = field(default_factory=RootSolver)
    """What has been found out about its end."""
    shown: bool = False
    """Whether what the search thinks is kept in the game, for people to look at: it takes time."""


@dataclass(frozen=True)
class FinishedGame:
    """A game of self-play."""

    game: Game
    samples: Samples
    shown: bool
    """Whether its nodes hold what the search thought."""


class FiniteEvaluator:
    """Answers as ``evaluator`` does, but never with what is no number, which a search would take for a value: :class:`LearningFailed`."""

    def __init__(self, evaluator: Evaluator):
        self._evaluator = evaluator

    def evaluate(self, leaves: Leaves, count: int) -> tuple[np.ndarray, np.ndarray]:
        """See :class:`ai.search.tree_search.Evaluator`."""
        logits, values = self._evaluator.evaluate(leaves, count)
        if not (np.isfinite(logits[:count]).all() and np.isfinite(values[:count]).all()):
            raise LearningFailed(
                Sentence(
                    "the network's answers are no numbers any more: learning has diverged; go on with a lower learning_rate in config.toml, or "
                    "start a new run from an earlier generation"
                )
            )
        return logits, values


class SelfPlay:
    """Plays ``config.parallel_games`` games at a time with one network; not for two threads at once."""

    def __init__(
        self,
        evaluator: Evaluator,
        config: RunConfig,
        seed: int,
        shown: int = 0,
        recorded: Sequence[Sequence[int]] = (),
    ):
        """Of ``shown`` games side by side the thoughts are kept too; ``recorded`` are the moves of games of others to begin within."""
        self._config = config
        self._recorded = recorded
        self.positions = 0
        """Positions to be learned from that were made so far, in games that are not finished too."""
        self._solved_points = min(config.solved_points, int(SOLVED_SHARE * config.size.points))
        self._random = np.random.default_rng(seed)
        self._full = SearchParameters(
            noise_fraction=0.0 if config.considered_moves else config.noise_fraction,
            first_play_reduction=0.0,
            solver_points=SOLVER_POINTS,
            solver_steps=SOLVER_STEPS,
            largest_batch=config.parallel_games,
            considered_moves=config.considered_moves,
            forced_playouts=config.forced_playouts,
        )
        self._cheap = replace(self._full, noise_fraction=0.0, considered_moves=0, forced_playouts=0.0)
        self._search = GumbelSearch(
            FiniteEvaluator(evaluator),
            config.size,
            self._full,
            trees=config.parallel_games,
            nodes=NODES_PER_VISIT * config.simulations + 2,
            seed=seed,
        )
        self._games = [self._begin(spread=True) for _ in range(config.parallel_games)]
        for game in self._games[:shown]:
            game.shown = True

    def use(self, evaluator: Evaluator) -> None:
        """Go on with another network; the games go on too."""
        self._search.evaluator = FiniteEvaluator(evaluator)

    @property
    def evaluations(self) -> int:
        """Positions that networks were asked for so far."""
        return self._search.evaluations

    def _begin(self, spread: bool = False) -> OpenGame:
        """A new game. With ``spread`` it starts after random moves, so that games begun together don't all end together."""
        game = OpenGame(Match(Game(self._config.size)))
        if spread:
            plies = int(self._random.integers(self._config.size.points * 3 // 4))
            moves = random_opening(self._config.size, plies, self._random).moves
        elif self._recorded and self._random.random() < self._config.recorded_openings:
            moves = self._recorded_opening()
        else:
            moves = self._balanced_opening().moves
        for point in moves:
            game.match.play(point)
        return game

    def _recorded_opening(self) -> Sequence[int]:
        """The beginning of one of the recorded games."""
        moves = self._recorded[int(self._random.integers(len(self._recorded)))]
        return moves[: int(self._random.integers(1 + int(RECORDED_SHARE * (len(moves) - 1))))]

    def _balanced_opening(self) -> Position:
        """Of some random openings of one length the one that the network finds most even."""
        moves = int(self._random.integers(self._config.opening_moves + 1))
        if moves == 0:
            return Position.empty(self._config.size)
        tries = min(OPENING_TRIES, self._config.parallel_games)
        openings = [random_opening(self._config.size, moves, self._random) for _ in range(tries)]
        return openings[int(np.abs(self._search.values_of(openings)).argmin())]

    def step(self, go_on: Callable[[], bool] | None = None) -> list[FinishedGame]:
        """One move in every game; the games that ended by it. Nothing is played if ``go_on`` says no."""
        for tree, game in enumerate(self._games):
            self._search.set_position(game.match.game.position, tree)
        full = self._draw_full()
        self._think(full, go_on)
        if go_on is not None and not go_on():
            return []
        finished = []
        for tree, game in enumerate(self._games):
            self._move(game, tree, bool(full[tree]))
            self._solve(game)
            if game.match.result is not None:
                if game.positions:
                    finished.append(self._finish(game))
                self._games[tree] = self._begin()
                self._games[tree].shown = game.shown
        return finished

    def _draw_full(self) -> np.ndarray:
        """``bool[G]``: whose move is searched in full and recorded; the others' only to go on with the game (Wu 2019, section 3.1)."""
        if self._config.cheap_simulations == 0:
            return np.ones(len(self._games), np.bool_)
        return self._random.random(len(self._games)) < self._config.full_share

    def _think(self, full: np.ndarray, go_on: Callable[[], bool] | None) -> None:
        searched, hurried = np.flatnonzero(full), np.flatnonzero(~full)
        if searched.size:
            self._search.use(self._full)
            if self._full.considered_moves:
                self._search.run_halving(self._config.simulations, searched, go_on)
            else:
                self._search_up_to(self._config.simulations, searched, go_on)
        if hurried.size:
            self._search.use(self._cheap)
            self._search_up_to(self._config.cheap_simulations, hurried, go_on)

    def _search_up_to(self, visits: int, trees: np.ndarray, go_on: Callable[[], bool] | None) -> None:
        """Search until each root has ``visits``, with those kept from earlier moves."""
        kept = np.array([self._search.visits(tree) for tree in trees])
        self._search.run(np.maximum(1, visits - kept), trees, go_on)

    def _move(self, game: OpenGame, tree: int, full: bool) -> None:
        position = game.match.game.position
        temperature = self._temperature(len(position.moves))
        if game.shown:
            game.match.game.cursor.analysis = self._search.decision(tree, CANDIDATES_SHOWN)
        edges = self._search.edges(tree)
        policy, value = self._lesson(edges, tree, full)
        if full:
            self._teach(game, policy, value, surprise(policy[edges["point"]], self._search.priors(tree)))
        if full and self._full.considered_moves:
            point = self._search.chosen_point(tree, temperature)
        else:
            point = pick(policy, temperature, self._random)
        game.match.play(point)

    def _solve(self, game: OpenGame) -> None:
        """Where few enough points are left, prove who wins and play the game to its end. Its moves are learned too; they surprise nobody."""
        position = game.match.game.position
        if position.is_over or playable_points(position).size > self._solved_points:
            return
        steps = max(FEWEST_STEPS, PATIENCE * usual_steps(self._solved_points))
        found = game.solver.solve(position, steps, lambda: True)
        if found == UNSOLVED:
            return
        value = -1.0 if found == LOST else 1.0
        for point in game.solver.line(position):
            self._teach(game, np.eye(1, self._config.size.points, point, np.float32)[0], value, 0.0)
            game.match.play(point)
            value = -value

    def _teach(self, game: OpenGame, policy: np.ndarray, value: float, surprise: float) -> None:
        """Let the game's present position be learned from."""
        game.positions.append(game.match.game.position)
        game.policies.append(policy)
        game.values.append(value)
        game.surprises.append(surprise)
        self.positions += 1

    def _lesson(self, edges: np.ndarray, tree: int, full: bool) -> tuple[np.ndarray, float]:
        """What the search says of a position: a policy, and a value to its side to move."""
        points = self._config.size.points
        if full and self._full.considered_moves:
            weights, value = self._search.improved_policy(tree)
            return policy_target(edges, points, weights), value
        weights = edges["visits"]
        if full and self._full.forced_playouts:
            weights = pruned_visits(edges, self._search.visits(tree), self._full)
        return policy_target(edges, points, weights), self._search.root_value(tree)

    def _temperature(self, ply: int) -> float:
        """1 for the first moves, then falling to 0 in even steps (first seed, section 3.1.2)."""
        beyond = ply - self._config.temperature_moves
        if beyond < 0:
            return 1.0
        return max(0.0, 1.0 - (beyond + 1) / (self._config.temperature_fall + 1))

    def _finish(self, game: OpenGame) -> FinishedGame:
        end = game.match.game.position
        samples = samples_of_game(game.positions, game.policies, game.values, end, game.surprises)
        return FinishedGame(game.match.game, samples, game.shown)


def policy_target(edges: np.ndarray, points: int, weights: np.ndarray) -> np.ndarray:
    """``float32[P]``: what the search teaches of a position: moves proven to win, else the moves' ``weights`` (their visits, as a rule)
    without those proven to lose, else all weights."""
    wins = edges["proof"] > 0
    open_moves = edges["proof"] == 0
    if wins.any():
        weights = wins
    elif (weights * open_moves).any():
        weights = weights * open_moves
    if not weights.any():
        weights = edges["prior"]
    policy = np.zeros(points, np.float32)
    policy[edges["point"]] = weights / weights.sum()
    return policy


def pruned_visits(edges: np.ndarray, root_visits: int, parameters: SearchParameters) -> np.ndarray:
    """Visits without those that were only forced (Wu 2019, section 3.2): of each move but the most visited, forced playouts are taken off
    as long as PUCT would not prefer it to the most visited move; one that is left with a single visit has none."""
    visits = edges["visits"].astype(np.float64)
    scale = float(puct_scale(float(root_visits), parameters.kernel()))
    best = int(np.where(edges["proof"] < 0, -1, visits).argmax())
    best_score = edges["value"][best] + scale * edges["prior"][best] / (1 + visits[best])
    ahead = np.maximum(best_score - edges["value"], 1e-9)
    needed = np.ceil(scale * edges["prior"] / ahead - 1)
    forced = np.sqrt(parameters.forced_playouts * edges["prior"] * root_visits)
    pruned = np.clip(needed, np.maximum(0, visits - np.floor(forced)), visits)
    pruned[pruned <= 1] = 0
    pruned[best] = visits[best]
    return pruned


def surprise(policy: np.ndarray, priors: np.ndarray) -> float:
    """The Kullback-Leibler divergence of the search's policy from the network's, in nats; rounding doesn't make it negative."""
    share = policy[policy > 0]
    return max(0.0, float(share @ np.log(share / np.maximum(priors[policy > 0], LEAST_PRIOR))))


def pick(policy: np.ndarray, temperature: float, random: np.random.Generator) -> int:
    """A move by the first seed's formula 7: in proportion to N to the power 1/temperature; the best at temperature 0."""
    if temperature <= 0.05:
        return int(policy.argmax())
    weights = (policy / policy.max()) ** (1.0 / temperature)
    return int(random.choice(len(policy), p=weights / weights.sum()))

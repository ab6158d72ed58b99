"""Self-play: many games side by side, each in its own time, one leaf of each to a batch of the network."""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from ai.search.forest import Leaves
from ai.search.gumbel import GumbelSearch
from ai.search.parameters import SearchParameters
from ai.search.positions import Evaluator, leaves_of_game
from ai.search.solving import RootSolver, usual_steps
from ai.solver.kernels import LOST, UNSOLVED
from ai.training.config import RunConfig
from ai.training.learner import LearningFailed
from ai.training.lessons import lesson, policy_target, surprise
from ai.training.open_games import OpenGame
from ai.training.samples import Samples, samples_of_game
from core.game import Game
from core.match import Match
from core.openings import random_opening
from core.player import Decision
from core.position import Position, Size
from core.sentence import Sentence

NODES_PER_VISIT = 3
"""Room in a tree for each visit of a root: the moves of a game keep part of the tree."""
CANDIDATES_SHOWN = 5
"""Moves of a shown game's analysis."""
OPENING_TRIES = 8
"""Random openings of which a balanced one is chosen."""
RECORDED_SHARE = 0.75
"""Share of a recorded game in which a game may begin: what comes later is soon solved."""
MOST_SOLVED_POINTS = 29
"""Points that may be left at the most where the solver takes a game over."""
SOLVED_SHARE = 0.25
"""And this share of the board's points: small boards would be solved from the beginning."""
FEWEST_STEPS = 1_000
"""It tries half of the moves that half of the positions with so many points take, and so many at least (docs/methods.md, "Whole games"); a game
that it leaves open it tries again a move later, with all that it has found out."""
SOLVER_POINTS = 12
SOLVER_STEPS = 150
"""Less is tried to solve a position of the tree than in play, since a large batch makes evaluations cheap."""


@dataclass
class GameInTree(OpenGame):
    """A game being played, with what doesn't outlast the session."""

    shown: bool = False
    """Whether what the search thinks is kept, for people to look at: it takes time."""
    thoughts: dict[int, Decision] = field(default_factory=dict)
    """What it thought after so many moves."""
    solver: RootSolver = field(default_factory=RootSolver)
    """What has been found out about its end."""

    def lasting(self) -> OpenGame:
        """Of it, what another session goes on with."""
        return OpenGame(self.moves, self.plies, self.policies, self.values, self.surprises)


@dataclass(frozen=True)
class FinishedGame:
    """A game of self-play."""

    size: Size
    moves: tuple[int, ...]
    samples: Samples
    thoughts: dict[int, Decision]
    """What the search thought after so many moves, if the game is one to be shown."""
    shown: bool

    @property
    def game(self) -> Game:
        """Its record, by the referee's judgement, with what the search thought."""
        match = Match(Game(self.size))
        for ply, point in enumerate(self.moves):
            match.game.cursor.analysis = self.thoughts.get(ply)
            match.play(point)
        match.game.random_moves = min(self.thoughts, default=0)
        return match.game


class FiniteEvaluator:
    """Answers as ``evaluator`` does, but never with what is no number, which a search would take for a value: :class:`LearningFailed`."""

    def __init__(self, evaluator: Evaluator):
        self._evaluator = evaluator

    def evaluate(self, leaves: Leaves, count: int) -> tuple[np.ndarray, np.ndarray]:
        """See :class:`ai.search.positions.Evaluator`."""
        logits, values = self._evaluator.evaluate(leaves, count)
        if not (np.isfinite(logits[:count]).all() and np.isfinite(values[:count]).all()):
            raise LearningFailed(
                Sentence(
                    "the network's answers are no numbers any more: learning has diverged; go on with a lower learning_rate or "
                    "muon_rate in config.toml, or start a new run from an earlier generation"
                )
            )
        return logits, values


def search_parameters(config: RunConfig, largest_batch: int) -> SearchParameters:
    """How a run searches, in self-play and at the gate."""
    return SearchParameters(
        exploration=config.exploration,
        solver_points=SOLVER_POINTS,
        solver_steps=0 if config.plain_search else SOLVER_STEPS,
        catch_up=not config.plain_search,
        first_play_reduction=0.0 if config.plain_search else SearchParameters.first_play_reduction,
        largest_batch=largest_batch,
    )


class SelfPlay:
    """Plays ``config.parallel_games`` games at a time with one network; not for two threads at once, and not to be used any more after anything
    has been raised."""

    def __init__(
        self,
        evaluator: Evaluator,
        config: RunConfig,
        seed: int,
        shown: int = 0,
        recorded: Sequence[Sequence[int]] = (),
        left: Sequence[OpenGame] = (),
    ):
        """Of ``shown`` games side by side the thoughts are kept too; ``recorded`` are the moves of games of others to begin within; the games that
        an earlier session has ``left`` are gone on with before new ones begin."""
        self._config = config
        self._simulations = config.simulations
        self._recorded = recorded
        self._go_on: Callable[[], bool] = lambda: True
        """Whether the session goes on; asked while games are solved, too."""
        self.positions = 0
        """Positions to be learned from that were made so far, in games that are not finished too."""
        self._solved_points = min(
            config.solved_points, MOST_SOLVED_POINTS, int(SOLVED_SHARE * config.size.points)
        )
        self._random = np.random.default_rng(seed)
        self._full = replace(
            search_parameters(config, config.parallel_games),
            noise_fraction=0.0 if config.considered_moves else config.noise_fraction,
            first_play_reduction=0.0,
            considered_moves=config.considered_moves,
            forced_playouts=config.forced_playouts,
        )
        self._cheap = replace(self._full, noise_fraction=0.0, considered_moves=0, forced_playouts=0.0)
        self._kernels = {True: self._full.kernel, False: self._cheap.kernel}
        self._search = GumbelSearch(
            FiniteEvaluator(evaluator),
            config.size,
            self._full,
            trees=config.parallel_games,
            nodes=NODES_PER_VISIT * config.simulations + 2,
            seed=seed,
        )
        self._trees = np.arange(config.parallel_games, dtype=np.int32)
        self._in_full = np.zeros(config.parallel_games, np.bool_)
        """Which of them search a move that is learned from."""
        self._moves = 0
        self._finished: list[FinishedGame] = []
        self._waiting = deque(left)
        self._open_games: dict[int, GameInTree] = {}
        self._work = [self._play_games(tree, shown=tree < shown) for tree in range(config.parallel_games)]
        self._ready = self._trees
        """Trees that have been searched as far as was asked."""

    def use(self, evaluator: Evaluator, simulations: int) -> None:
        """Go on with another network and so many simulations a move; the games go on too."""
        self._search.evaluator = FiniteEvaluator(evaluator)
        self._simulations = simulations

    @property
    def evaluations(self) -> int:
        """Positions that networks were asked for so far."""
        return self._search.evaluations

    def open_games(self) -> list[OpenGame]:
        """The games under way, each up to its last move, and those that wait to be gone on with."""
        return [*(game.lasting() for game in self._open_games.values()), *self._waiting]

    def step(self, go_on: Callable[[], bool] | None = None) -> list[FinishedGame]:
        """About as many moves as there are games, fewer if ``go_on``, asked at every batch, says no; the games that ended by them."""
        self._go_on = go_on or (lambda: True)
        enough = self._moves + self._trees.size
        while self._moves < enough and self._go_on():
            for tree in self._ready.tolist():
                while not self._search.aim(next(self._work[tree]), tree):
                    pass
            self._ready = np.concatenate(
                [
                    self._run_batch(self._full, self._trees[self._in_full]),
                    self._run_batch(self._cheap, self._trees[~self._in_full]),
                ]
            )
        finished, self._finished = self._finished, []
        return finished

    def _run_batch(self, parameters: SearchParameters, trees: np.ndarray) -> np.ndarray:
        if trees.size:
            self._search.use(parameters)
            return self._search.run_batch(trees)
        return trees

    def _play_games(self, tree: int, shown: bool) -> Iterator[int]:
        """One game after another in ``tree``. Yields how many simulations its root is to have seen before the game can go on: so trees have their
        leaves in one batch, wherever their games are."""
        while True:
            game = self._open_games[tree] = self._next_game(tree, shown)
            self._search.set_position(Position.empty(self._config.size).after(game.moves), tree)
            while not self._search.is_over(tree):
                yield from self._think(tree)
                self._move(game, tree)
                if self._solve(game, tree):
                    break
            if game.plies:
                self._finished.append(self._finish(game))

    def _next_game(self, tree: int, shown: bool) -> GameInTree:
        """One that an earlier session left, which can't be shown whole, or else a new one."""
        if self._waiting:
            left = self._waiting.popleft()
            return GameInTree(left.moves, left.plies, left.policies, left.values, left.surprises)
        is_first = tree not in self._open_games
        opening = self._random_beginning() if is_first else self._opening()
        return GameInTree(list(opening.moves), shown=shown)

    def _random_beginning(self) -> Position:
        """Anywhere within a game, so that games begun together don't all end together."""
        plies = int(self._random.integers(self._config.size.points * 3 // 4))
        return random_opening(self._config.size, plies, self._random)

    def _opening(self) -> Position:
        """Where a new game begins."""
        if self._recorded and self._random.random() < self._config.recorded_openings:
            return Position.empty(self._config.size).play_all(self._recorded_opening())
        return self._balanced_opening()

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

    def _think(self, tree: int) -> Iterator[int]:
        """The search of a move, as simulations that the root is to have seen. Some moves are searched in full and recorded, the others only to go
        on with the game (Wu 2019, section 3.1)."""
        config = self._config
        full = config.cheap_simulations == 0 or self._random.random() < config.full_share
        self._in_full[tree] = full
        yield 1  # what follows needs the network's policy
        if not full:
            yield config.cheap_simulations
            return
        self._search.use(self._full)  # other trees' moves may not be searched in full
        if config.considered_moves:
            yield from self._search.halve(self._simulations, tree)
        else:
            self._search.add_noise(tree)
            yield self._simulations

    def _move(self, game: GameInTree, tree: int) -> None:
        full = bool(self._in_full[tree])
        temperature = self._temperature(len(game.moves))
        if game.shown:
            game.thoughts[len(game.moves)] = self._search.decision(tree, CANDIDATES_SHOWN)
        points = self._config.size.points
        if full and self._full.considered_moves:
            edges = self._search.edges(tree)
            weights, value = self._search.improved_policy(tree)
            policy = policy_target(edges, points, weights)
            surprised = surprise(policy[edges["point"]], self._search.priors(tree))
            point = self._search.chosen_point(tree, temperature)
        else:
            policy, value, surprised, point = lesson(
                *self._search.stored(tree), points, self._kernels[full], temperature, self._random.random()
            )
        if full:
            self._teach(game, policy, value, surprised)
        game.moves.append(point)
        self._search.play(point, tree)
        self._moves += 1

    def _solve(self, game: GameInTree, tree: int) -> bool:
        """Where few enough points are left, prove who wins and play the game to its end. Its moves are learned too; they surprise nobody. Whether
        that was done."""
        if self._search.playable_points(tree) > self._solved_points or self._search.is_over(tree):
            return False
        steps = max(FEWEST_STEPS, usual_steps(self._solved_points) // 2)
        position = self._search.position(game.moves, tree)
        found = game.solver.solve(position, steps, self._go_on, bold=True)
        if found == UNSOLVED:
            return False
        value = -1.0 if found == LOST else 1.0
        for point in game.solver.line(position):
            self._teach(game, np.eye(1, self._config.size.points, point, np.float32)[0], value, 0.0)
            game.moves.append(point)
            value = -value
        return True

    def _teach(self, game: GameInTree, policy: np.ndarray, value: float, surprise: float) -> None:
        """Let the game's present position be learned from."""
        game.teach(policy, value, surprise)
        self.positions += 1

    def _temperature(self, ply: int) -> float:
        """1 for the first moves, then falling to 0 in even steps (first seed, section 3.1.2)."""
        beyond = ply - self._config.temperature_moves
        if beyond < 0:
            return 1.0
        return max(0.0, 1.0 - (beyond + 1) / (self._config.temperature_fall + 1))

    def _finish(self, game: GameInTree) -> FinishedGame:
        size = self._config.size
        leaves = leaves_of_game(size, game.moves, [*game.plies, len(game.moves)])
        samples = samples_of_game(leaves, game.policies, game.values, game.surprises)
        return FinishedGame(size, tuple(game.moves), samples, game.thoughts, game.shown)

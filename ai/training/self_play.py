"""Self-play: many games side by side, each in its own time, one leaf of each to a batch of the network."""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from ai.search.gumbel import GumbelSearch
from ai.search.parameters import SearchParameters
from ai.search.positions import Evaluator, leaves_of_game
from ai.search.solving import RootSolver, usual_steps
from ai.search.tree_search import NoNumbers
from ai.solver.kernels import LOST, UNSOLVED
from ai.training.config import RunConfig
from ai.training.learner import answers_no_numbers
from ai.training.lessons import policy_target, surprise
from ai.training.moves import Plan, make_moves, move_on
from ai.training.open_games import OpenGame
from ai.training.samples import Samples, samples_of_game
from core.game import Game
from core.match import Match
from core.openings import random_opening
from core.packed import pack
from core.player import Decision
from core.position import Position, Size

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
        self._recorded = recorded
        self._go_on: Callable[[], bool] = lambda: True
        """Whether the session goes on; asked while games are solved, too."""
        self.positions = 0
        """Positions to be learned from that were made so far, in games that are not finished too."""
        self._solved_points = min(
            config.solved_points, MOST_SOLVED_POINTS, int(SOLVED_SHARE * config.size.points)
        )
        self._certain = np.eye(config.size.points, dtype=np.float16)
        """The policies that play one move."""
        self._random = np.random.default_rng(seed)
        self._full = replace(
            search_parameters(config, config.parallel_games),
            noise_fraction=0.0 if config.considered_moves else config.noise_fraction,
            first_play_reduction=0.0,
            considered_moves=config.considered_moves,
            forced_playouts=config.forced_playouts,
        )
        self._cheap = replace(self._full, noise_fraction=0.0, considered_moves=0, forced_playouts=0.0)
        self._search = GumbelSearch(
            evaluator,
            config.size,
            self._full,
            trees=config.parallel_games,
            nodes=NODES_PER_VISIT * config.simulations + 2,
            seed=seed,
        )
        self._trees = np.arange(config.parallel_games, dtype=np.int32)
        self._ready = self._trees
        """Those that have been searched as far as was asked."""
        self._phases: dict[int, Iterator[int]] = {}
        """What is left of the halving of those that search so."""
        self._moves = make_moves(config.parallel_games, config.size.points)
        self._temperatures = np.array([self._temperature(ply) for ply in range(config.size.points)])
        self._packed_moves = pack((self._moves, self._temperatures, self._random))
        self._simulations = config.simulations
        self._plan = pack(self._plan_of(config.simulations))
        self._finished: list[FinishedGame] = []
        self._shown = shown
        self._waiting = deque(left)
        self._games = [self._begin_game(tree, self._random_beginning) for tree in self._trees.tolist()]

    def use(self, evaluator: Evaluator, simulations: int) -> None:
        """Go on with another network and so many simulations a move; the games go on too."""
        self._search.evaluator = evaluator
        self._simulations = simulations
        self._plan = pack(self._plan_of(simulations))

    def _plan_of(self, simulations: int) -> Plan:
        """How moves are searched by so many ``simulations``. Some are searched in full and recorded, the others only to go on with the game (Wu 2019,
        section 3.1)."""
        config = self._config
        return Plan(
            full=self._full.kernel,
            cheap=self._cheap.kernel,
            full_share=float(config.full_share) if config.cheap_simulations else 1.0,
            simulations=simulations,
            cheap_simulations=config.cheap_simulations,
            noise_fraction=self._full.noise_fraction,
            noise_total=self._full.noise_total,
        )

    @property
    def evaluations(self) -> int:
        """Positions that networks were asked for so far."""
        return self._search.evaluations

    def open_games(self) -> list[OpenGame]:
        """The games under way, each up to its last move, and those that wait to be gone on with."""
        return [*(game.lasting() for game in self._games), *self._waiting]

    def step(self, go_on: Callable[[], bool] | None = None) -> list[FinishedGame]:
        """About as many moves as there are games, fewer if ``go_on``, asked at every batch, says no; the games that ended by them."""
        self._go_on = go_on or (lambda: True)
        left = self._trees.size
        while left > 0 and self._go_on():
            left -= self._make_moves()
            try:
                self._ready = self._run_batches()
            except NoNumbers as error:
                raise answers_no_numbers() from error
        finished, self._finished = self._finished, []
        return finished

    def _run_batches(self) -> np.ndarray:
        """Search a leaf of each tree; those that have been searched as far as was asked then."""
        if self._config.cheap_simulations == 0:
            return self._search.run_batch(self._trees)
        in_full = self._moves.in_full
        return np.concatenate(
            [
                self._run_batch(self._full, self._trees[in_full]),
                self._run_batch(self._cheap, self._trees[~in_full]),
            ]
        )

    def _run_batch(self, parameters: SearchParameters, trees: np.ndarray) -> np.ndarray:
        if trees.size:
            self._search.use(parameters)
            return self._search.run_batch(trees)
        return trees

    def _make_moves(self) -> int:
        """Go on in the trees that are ready, each at its own point of its own game: so all have their leaves in one batch. How many moves were
        made."""
        ready, moves = self._ready, self._moves
        if self._config.considered_moves:
            ready = self._halved(ready)
        for tree in ready[ready < self._shown].tolist():
            self._keep_thought(tree)
        made = move_on(self._search.stored, ready, self._plan, self._packed_moves).tolist()
        if self._config.considered_moves:
            self._begin_halving(ready)
        for tree in made:
            game = self._games[tree]
            if moves.teaches[tree]:
                self._teach(game, moves.policy[tree], float(moves.value[tree]), float(moves.surprise[tree]))
            game.moves.append(int(moves.point[tree]))
            left = int(moves.left[tree])
            if left == 0 or (left <= self._solved_points and self._solve(game, tree)):
                self._end_game(game, tree)
        return len(made)

    def _keep_thought(self, tree: int) -> None:
        """What the search thinks, if it has thought about a move and its game is one to be shown."""
        game = self._games[tree]
        if game.shown and self._moves.thinking[tree]:
            game.thoughts[len(game.moves)] = self._search.decision(tree, CANDIDATES_SHOWN)

    def _halved(self, ready: np.ndarray) -> np.ndarray:
        """Of trees that are ready, those that have not begun another phase of sequential halving. What such searches teach is noted."""
        done = [tree for tree in ready.tolist() if not self._halve_on(tree)]
        for tree in done:
            if tree in self._phases:
                del self._phases[tree]
                self._learn_by_halving(tree)
        return np.array(done, np.int32)

    def _halve_on(self, tree: int) -> bool:
        """Have the next phase of sequential halving searched in ``tree``; whether there is one."""
        for visits in self._phases.get(tree, ()):
            self._search.aim(visits, tree)
            return True
        return False

    def _learn_by_halving(self, tree: int) -> None:
        moves, search = self._moves, self._search
        edges = search.edges(tree)
        weights, moves.value[tree] = search.improved_policy(tree)
        moves.policy[tree] = policy_target(edges, self._config.size.points, weights)
        moves.surprise[tree] = surprise(moves.policy[tree, edges["point"]], search.priors(tree))
        moves.point[tree] = search.chosen_point(tree, float(self._temperatures[moves.plies[tree]]))

    def _begin_halving(self, trees: np.ndarray) -> None:
        """In those of ``trees`` that begin to search a move in full."""
        self._search.use(self._full)
        for tree in trees[self._moves.thinking[trees] & self._moves.in_full[trees]].tolist():
            self._phases[tree] = self._search.halve(self._simulations, tree)
            self._halve_on(tree)

    def _begin_game(self, tree: int, opening: Callable[[], Position]) -> GameInTree:
        """In ``tree`` one that an earlier session left, which can't be shown whole, or else a new one after an ``opening``."""
        if self._waiting:
            left = self._waiting.popleft()
            game = GameInTree(left.moves, left.plies, left.policies, left.values, left.surprises)
        else:
            game = GameInTree(list(opening().moves), shown=tree < self._shown)
        self._search.set_position(Position.empty(self._config.size).after(game.moves), tree)
        self._search.aim(1, tree)
        self._moves.plies[tree] = len(game.moves)
        self._moves.thinking[tree] = False
        return game

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

    def _solve(self, game: GameInTree, tree: int) -> bool:
        """Where few enough points are left, prove who wins and play the game to its end. Its moves are learned too; they surprise nobody. Whether
        that was done."""
        steps = max(FEWEST_STEPS, usual_steps(self._solved_points) // 2)
        position = self._search.position(game.moves, tree)
        found = game.solver.solve(position, steps, self._go_on, bold=True)
        if found == UNSOLVED:
            return False
        value = -1.0 if found == LOST else 1.0
        for point in game.solver.line(position):
            self._teach(game, self._certain[point], value, 0.0)
            game.moves.append(point)
            value = -value
        return True

    def _end_game(self, game: GameInTree, tree: int) -> None:
        """Hand it over and begin another one in its tree."""
        if game.plies:
            self._finished.append(self._finish(game))
        self._phases.pop(tree, None)
        self._games[tree] = self._begin_game(tree, self._opening)

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

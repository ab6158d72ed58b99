"""Self-play: many games side by side, each at its own pace, with one leaf of each in every batch of the network."""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from ai.search.gumbel import GumbelSearch
from ai.search.parameters import SearchParameters
from ai.search.positions import Evaluator, position_batch_of_game
from ai.search.solving import RootSolver, usual_steps
from ai.search.tree_search import NoNumbers
from ai.solver.kernels import LOST, UNSOLVED
from ai.training.config import RunConfig
from ai.training.errors import answers_no_numbers
from ai.training.lessons import policy_target, surprise
from ai.training.moves import GamePlan, absorb_and_move, begin, game_in, make_games, move_on, note, play_line
from ai.training.open_games import OpenGame
from ai.training.samples import Samples, samples_of_game
from ai.training.self_play_record import game_with_thoughts, thoughts_in
from core.game import Game
from core.openings import random_opening
from core.packed import pack
from core.player import Candidate, Decision, Proof
from core.position import Position, Size
from core.records import sgf

NODES_PER_VISIT = 3
"""Nodes of a tree for each visit of its root: part of the tree is kept from move to move."""
CANDIDATES_SHOWN = 5
"""How many of the best moves the analysis of a shown game tells. The one that was played, which may have been drawn among others, comes to them."""
OPENING_TRIES = 8
"""How many random openings the most even one is chosen from."""
RECORDED_SHARE = 0.75
"""Share of a recorded game within which a game may begin; later positions are soon solved."""
MOST_SOLVED_POINTS = 29
"""Most points that may be left where the solver takes a game over."""
SOLVED_SHARE = 0.25
"""Largest share of the board's points that may be left there: small boards would otherwise be solved from the beginning."""
FEWEST_STEPS = 1_000
"""Fewest moves that the solver tries there. Usually it tries as many as half of such positions take (docs/methods.md, "When the solver takes over").
A game that it leaves open is tried again a move later, with all that was found out."""
SOLVER_POINTS = 12
"""Most points that may be left where the solver tries a position of the tree."""
SOLVER_STEPS = 150
"""Moves tried to solve a position of the tree; fewer than in play, since large batches make evaluations cheap."""


@dataclass
class GameInTree:
    """The part of a game under way that the compiled code knows nothing of."""

    shown: bool
    """Whether the search's thoughts are kept, for people to look at; this takes time."""
    thoughts: dict[int, Decision] = field(default_factory=dict)
    """What the search thought of its best moves, by the number of moves before."""
    edges: dict[int, tuple[np.ndarray, np.ndarray]] = field(default_factory=dict)
    """Edges and priors of all moves there, of which one will be played; not of moves that an earlier session made. To make candidates of all would
    take as long again."""
    solver: RootSolver = field(default_factory=RootSolver)
    """The solver, with what it has found out about the game's end."""


@dataclass(frozen=True)
class SelfPlayGame:
    """A finished game of self-play."""

    size: Size
    moves: tuple[int, ...]
    samples: Samples
    thoughts: dict[int, Decision]
    """What the search thought, by the number of moves before, if the game is shown."""
    shown: bool

    @property
    def game(self) -> Game:
        """The record of the game, judged by the referee, with what the search thought."""
        return game_with_thoughts(self.size, self.moves, self.thoughts)


def _with_played(decision: Decision, played: int, edges: np.ndarray, priors: np.ndarray) -> Decision:
    """``decision`` with the move that was ``played`` among its candidates; ``edges`` and ``priors`` are those of the search. Its line is no longer
    known."""
    if any(one.point == played for one in decision.candidates):
        return decision
    index = int(np.flatnonzero(edges["point"] == played)[0])
    edge = edges[index]
    candidate = Candidate(
        played,
        int(edge["visits"]),
        float(priors[index]),
        float(edge["value"]),
        Proof.of(edge["proof"]),
        (played,),
    )
    return replace(decision, candidates=(*decision.candidates, candidate))


def search_parameters(config: RunConfig, largest_batch: int) -> SearchParameters:
    """The parameters of a run's searches, in self-play and at the gate."""
    return SearchParameters(
        exploration=config.exploration,
        solver_points=SOLVER_POINTS,
        solver_steps=0 if config.plain_search else SOLVER_STEPS,
        catch_up=not config.plain_search,
        first_play_reduction=0.0 if config.plain_search else SearchParameters.first_play_reduction,
        largest_batch=largest_batch,
    )


class SelfPlay:
    """Plays ``config.parallel_games`` games at a time with one network. Not for two threads at once, nor to be used any more once it has raised
    anything."""

    def __init__(
        self,
        evaluator: Evaluator,
        config: RunConfig,
        seed: int,
        shown: int = 0,
        recorded: Sequence[Sequence[int]] = (),
        left: Sequence[OpenGame] = (),
    ):
        """``shown`` of the games side by side keep the search's thoughts. ``recorded`` are the moves of games of others within which games may begin.
        The games that an earlier session has ``left`` go on before new ones begin."""
        self._config = config
        self._recorded = recorded
        self._go_on: Callable[[], bool] = lambda: True
        """Whether the session goes on; also asked while the solver works."""
        self.positions = 0
        """Positions to learn from made so far, also in games that are not finished."""
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
        self._search = GumbelSearch(
            evaluator,
            config.size,
            self._full,
            trees=config.parallel_games,
            nodes=NODES_PER_VISIT * config.simulations + 2,
            seed=seed,
        )
        self._trees = np.arange(config.parallel_games, dtype=np.int32)
        self._phases: dict[int, Iterator[int]] = {}
        """The phases of sequential halving that are left, of each tree that searches so."""
        self._games = make_games(config.parallel_games, config.size.points)
        self._games.held[:] = (self._trees < shown) | bool(config.considered_moves)
        self._temperatures = np.array([self._temperature(ply) for ply in range(config.size.points)])
        self._packed_games = pack((self._games, self._temperatures, self._random))
        self._simulations = config.simulations
        self._plan = pack(self._plan_of(config.simulations))
        self._finished: list[SelfPlayGame] = []
        self._openings: list[Position] = []
        """Even openings for the games that begin next."""
        self._shown = shown
        self._waiting = deque(sorted(left, key=lambda game: not game.record))
        """Games of an earlier session that go on next, shown ones first, as their trees are."""
        self._begun = [self._begin_game(tree, self._random_beginning) for tree in self._trees.tolist()]

    def use(self, evaluator: Evaluator, simulations: int) -> None:
        """Go on with the same games, another network, and ``simulations`` a move."""
        self._search.evaluator = evaluator
        self._simulations = simulations
        self._plan = pack(self._plan_of(simulations))

    def _plan_of(self, simulations: int) -> GamePlan:
        """The plan of games with ``simulations`` a move. Some moves are searched in full and learned from, the others only go on with the game (Wu
        2019, section 3.1)."""
        config = self._config
        return GamePlan(
            full=self._full.kernel,
            cheap=self._cheap.kernel,
            full_share=float(config.full_share) if config.cheap_simulations else 1.0,
            simulations=simulations,
            cheap_simulations=config.cheap_simulations,
            noise_fraction=self._full.noise_fraction,
            noise_total=self._full.noise_total,
            solved_points=self._solved_points,
        )

    @property
    def evaluations(self) -> int:
        """Positions that networks were asked for so far."""
        return self._search.evaluations

    def open_games(self) -> list[OpenGame]:
        """The games under way, each up to its last move, and those of an earlier session that still wait."""
        return [*map(self._open_game, self._trees.tolist()), *self._waiting]

    def _open_game(self, tree: int) -> OpenGame:
        game = game_in(self._games, tree)
        if self._begun[tree].shown:
            thoughts = self._thoughts_of(tree, game.moves)
            game.record = sgf.write(game_with_thoughts(self._config.size, game.moves, thoughts))
        return game

    def step(self, go_on: Callable[[], bool] | None = None) -> list[SelfPlayGame]:
        """Make about as many moves as there are games, fewer if ``go_on``, asked at every batch, says no. Returns the games that ended."""
        self._go_on = go_on or (lambda: True)
        left = self._trees.size
        while left > 0 and self._go_on():
            try:
                left -= self._search_on()
            except NoNumbers as error:
                raise answers_no_numbers() from error
        finished, self._finished = self._finished, []
        return finished

    def _search_on(self) -> int:
        """Search a leaf of each tree in one batch, and go on in those whose searches have reached their targets; games are at different plies.
        Returns how many moves were made."""
        if self._config.cheap_simulations == 0:
            return self._search_on_in(self._trees)
        in_full = self._games.in_full.copy()
        self._search.use(self._full)
        made = self._search_on_in(self._trees[in_full])
        self._search.use(self._cheap)
        return made + self._search_on_in(self._trees[~in_full])

    def _search_on_in(self, trees: np.ndarray) -> int:
        if not trees.size:
            return 0
        held, (made, lessons, ending) = self._search.run_batch(
            trees, absorb_and_move, self._plan, self._packed_games
        )
        self._after_moves(lessons, ending)
        return made + (self._move_on_in(held) if held.size else 0)

    def _move_on_in(self, held: np.ndarray) -> int:
        """Do what the ``held`` trees wait for before their moves, and go on in them. Returns how many moves were made."""
        if self._config.considered_moves:
            held = self._halved(held)
        for tree in held[held < self._shown].tolist():
            self._keep_thought(tree)
        made, lessons, ending = move_on(self._search.stored, held, self._plan, self._packed_games)
        if self._config.considered_moves:
            self._begin_halving(held)
        self._after_moves(lessons, ending)
        return made

    def _after_moves(self, lessons: int, ending: np.ndarray) -> None:
        """Count the lessons of moves, and end games that are over or can be solved."""
        self.positions += lessons
        for tree in ending.tolist():
            if self._games.left[tree] == 0 or self._solve(tree):
                self._end_game(tree)

    def _keep_thought(self, tree: int) -> None:
        """Keep what the search thinks, if it has searched a move of a shown game."""
        game = self._begun[tree]
        if game.shown and self._games.thinking[tree]:
            ply = int(self._games.lengths[tree])
            game.edges[ply] = self._search.edges(tree), self._search.priors(tree)
            game.thoughts[ply] = self._search.decision(tree, CANDIDATES_SHOWN)

    def _halved(self, ready: np.ndarray) -> np.ndarray:
        """Begin the next phase of sequential halving where there is one. Returns the other trees of ``ready``, with the lessons of their searches
        noted."""
        done = [tree for tree in ready.tolist() if not self._halve_on(tree)]
        for tree in done:
            if tree in self._phases:
                del self._phases[tree]
                self._learn_by_halving(tree)
        return np.array(done, np.int32)

    def _halve_on(self, tree: int) -> bool:
        """Begin the next phase of sequential halving in ``tree``. Returns whether there is one."""
        for visits in self._phases.get(tree, ()):
            self._search.aim(visits, tree)
            return True
        return False

    def _learn_by_halving(self, tree: int) -> None:
        games, search = self._games, self._search
        edges = search.edges(tree)
        weights, value = search.improved_policy(tree)
        policy = policy_target(edges, self._config.size.points, weights)
        surprised = surprise(policy[edges["point"]], search.priors(tree))
        point = search.chosen_point(tree, float(self._temperatures[games.lengths[tree]]))
        note(games, tree, policy, value, surprised, point)

    def _begin_halving(self, trees: np.ndarray) -> None:
        """Begin sequential halving in those of ``trees`` that begin to search a move in full."""
        self._search.use(self._full)
        for tree in trees[self._games.thinking[trees] & self._games.in_full[trees]].tolist():
            self._phases[tree] = self._search.halve(self._simulations, tree)
            self._halve_on(tree)

    def _begin_game(self, tree: int, opening: Callable[[], Position]) -> GameInTree:
        """Begin a game in ``tree``: one that an earlier session left, which is shown if its first thoughts were kept, or a new one after an
        ``opening``."""
        thoughts: dict[int, Decision] | None = {}
        if self._waiting:
            game = self._waiting.popleft()
            thoughts = thoughts_in(game.record, game.moves)
        else:
            game = OpenGame(list(opening().moves))
        begin(self._games, tree, game)
        self._search.set_position(Position.empty(self._config.size).after(game.moves), tree)
        self._search.aim(1, tree)
        return GameInTree(tree < self._shown and thoughts is not None, thoughts or {})

    def _random_beginning(self) -> Position:
        """A random position anywhere within a game, so that games begun together don't all end together."""
        plies = int(self._random.integers(self._config.size.points * 3 // 4))
        return random_opening(self._config.size, plies, self._random)

    def _opening(self) -> Position:
        """The position in which a new game begins."""
        if self._recorded and self._random.random() < self._config.recorded_openings:
            return Position.empty(self._config.size).play_all(self._recorded_opening())
        return self._balanced_opening() if self._config.opening_moves else Position.empty(self._config.size)

    def _recorded_opening(self) -> Sequence[int]:
        """The beginning of one of the recorded games."""
        moves = self._recorded[int(self._random.integers(len(self._recorded)))]
        return moves[: int(self._random.integers(1 + int(RECORDED_SHARE * (len(moves) - 1))))]

    def _balanced_opening(self) -> Position:
        """A random opening: of several with the same length, the one that the network finds most even."""
        if not self._openings:
            self._openings = self._balanced_openings()
        return self._openings.pop()

    def _balanced_openings(self) -> list[Position]:
        """Even openings, as many as one batch of the network can choose."""
        batch, size, random = self._config.parallel_games, self._config.size, self._random
        tries = min(OPENING_TRIES, batch)
        lengths = random.integers(self._config.opening_moves + 1, size=batch // tries).tolist()
        drawn = [[random_opening(size, moves, random) for _ in range(tries)] for moves in lengths]
        values = self._search.values_of([opening for some in drawn for opening in some])
        most_even = np.abs(values).reshape(-1, tries).argmin(axis=1).tolist()
        return [some[index] for some, index in zip(drawn, most_even, strict=True)]

    def _solve(self, tree: int) -> bool:
        """Prove who wins the game in ``tree`` and play it to its end. Returns whether that was done."""
        steps = max(FEWEST_STEPS, usual_steps(self._solved_points))
        solver = self._begun[tree].solver
        moves = self._games.moves[tree, : self._games.lengths[tree]].tolist()
        position = self._search.position(moves, tree)
        found = solver.solve(position, steps, self._go_on, bold=True)
        if found == UNSOLVED:
            return False
        line = solver.line(position)
        play_line(self._games, tree, line, -1.0 if found == LOST else 1.0)
        self.positions += len(line)
        return True

    def _end_game(self, tree: int) -> None:
        """Hand the game in ``tree`` over, and begin another one there."""
        if self._games.taught[tree]:
            self._finished.append(self._finish(tree))
        self._phases.pop(tree, None)
        self._begun[tree] = self._begin_game(tree, self._opening)

    def _temperature(self, ply: int) -> float:
        """The temperature of a move: 1 for the first moves, then falling to 0 in even steps (Gao et al. 2022, section 3.1.2)."""
        beyond = ply - self._config.temperature_moves
        if beyond < 0:
            return 1.0
        return max(0.0, 1.0 - (beyond + 1) / (self._config.temperature_fall + 1))

    def _finish(self, tree: int) -> SelfPlayGame:
        size, game, begun = self._config.size, game_in(self._games, tree), self._begun[tree]
        positions = position_batch_of_game(size, game.moves, [*game.plies, len(game.moves)])
        samples = samples_of_game(positions, game.policies, game.values, game.surprises)
        return SelfPlayGame(
            size, tuple(game.moves), samples, self._thoughts_of(tree, game.moves), begun.shown
        )

    def _thoughts_of(self, tree: int, moves: Sequence[int]) -> dict[int, Decision]:
        """What the search thought of the game in ``tree``, whose ``moves`` are among the candidates."""
        begun = self._begun[tree]
        return {
            ply: _with_played(decision, moves[ply], *begun.edges[ply]) if ply in begun.edges else decision
            for ply, decision in begun.thoughts.items()
        }

"""The moves of self-play's games, compiled: what a search teaches, its move, and the beginning of the next search, for many trees in one call.

After each batch of the network the processor's caches hold little of this code and data, so every call of a Python or numpy function waits for
memory (docs/methods.md, "What a call is handed").
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ai.search.graph import play_root
from ai.search.kernels import absorb_and_tell
from ai.search.parameters import KernelParameters
from ai.search.priors import add_noise_to
from ai.training.lessons import lesson
from ai.training.open_games import OpenGame
from core.compiled import kernel


class GamePlan(NamedTuple):
    """How games are played."""

    full: KernelParameters
    """Search parameters of moves that are learned from."""
    cheap: KernelParameters
    """Search parameters of all other moves."""
    full_share: float
    """Share of moves that are learned from, 0 to 1 (Wu 2019, section 3.1)."""
    simulations: int
    cheap_simulations: int
    noise_fraction: float
    """Share of noise in the root's priors where a move is searched in full."""
    noise_total: float
    solved_points: int
    """The solver is asked once so few points are left."""


class Games(NamedTuple):
    """The games in ``T`` trees, on boards with ``P`` points, and what their positions teach."""

    lengths: np.ndarray
    """``int64[T]``: moves played."""
    moves: np.ndarray
    """``int16[T, P]``: the moves played, in order."""
    thinking: np.ndarray
    """``bool[T]``: whether a move is being searched; if not, only the root is evaluated."""
    in_full: np.ndarray
    """``bool[T]``: whether the move being searched will be learned from."""
    held: np.ndarray
    """``bool[T]``: whether the tree waits before each move, so that the caller can look at what its search has found."""
    chosen: np.ndarray
    """``int64[T]``: the move to be made."""
    left: np.ndarray
    """``int64[T]``: points that either side may play on after the last move, 0 if the game is over."""
    taught: np.ndarray
    """``int64[T]``: how many positions teach; each has an entry in the next four arrays, in the order of the game."""
    plies: np.ndarray
    """``int16[T, P]``: the number of moves before each position that teaches."""
    policies: np.ndarray
    """``float32[T, P, P]``: the policy that each of these positions teaches."""
    values: np.ndarray
    """``float64[T, P]``: the search's value of each, -1 to 1 to the side to move."""
    surprises: np.ndarray
    """``float64[T, P]``: the surprise of each, in nats."""


def make_games(trees: int, points: int) -> Games:
    """The games in ``trees`` trees, before their first moves."""
    return Games(
        lengths=np.zeros(trees, np.int64),
        moves=np.zeros((trees, points), np.int16),
        thinking=np.zeros(trees, np.bool_),
        in_full=np.zeros(trees, np.bool_),
        held=np.zeros(trees, np.bool_),
        chosen=np.zeros(trees, np.int64),
        left=np.zeros(trees, np.int64),
        taught=np.zeros(trees, np.int64),
        plies=np.zeros((trees, points), np.int16),
        policies=np.zeros((trees, points, points), np.float32),
        values=np.zeros((trees, points), np.float64),
        surprises=np.zeros((trees, points), np.float64),
    )


def begin(games: Games, tree: int, game: OpenGame) -> None:
    """Go on with ``game`` in ``tree``."""
    length, taught = len(game.moves), len(game.plies)
    games.lengths[tree], games.taught[tree] = length, taught
    games.thinking[tree] = False
    games.moves[tree, :length] = game.moves
    if taught:
        games.plies[tree, :taught] = game.plies
        games.policies[tree, :taught] = game.policies
        games.values[tree, :taught] = game.values
        games.surprises[tree, :taught] = game.surprises


def game_in(games: Games, tree: int) -> OpenGame:
    """The game in ``tree`` up to its last move."""
    taught = games.taught[tree]
    return OpenGame(
        games.moves[tree, : games.lengths[tree]].tolist(),
        games.plies[tree, :taught].tolist(),
        list(games.policies[tree, :taught].astype(np.float16)),
        games.values[tree, :taught].tolist(),
        games.surprises[tree, :taught].tolist(),
    )


def play_line(games: Games, tree: int, line: Sequence[int], value: float) -> None:
    """Play ``line``, moves known to be best, from a position with ``value`` (-1 or 1) to its side to move. Each of them is learned too, without any
    surprise."""
    length, taught = games.lengths[tree], games.taught[tree]
    plies, lessons = slice(length, length + len(line)), slice(taught, taught + len(line))
    games.moves[tree, plies] = line
    games.plies[tree, lessons] = np.arange(plies.start, plies.stop)
    games.policies[tree, lessons] = 0.0
    games.policies[tree, np.arange(lessons.start, lessons.stop), line] = 1.0
    games.values[tree, lessons] = value
    games.values[tree, lessons][1::2] = -value
    games.surprises[tree, lessons] = 0.0
    games.lengths[tree], games.taught[tree] = plies.stop, lessons.stop


@kernel
def absorb_and_move(stored, parameters, leaves, count, logits, values, trees, plan, games):
    """:func:`ai.search.kernels.absorb` and then :func:`move_on` in one call, the latter for the ``trees`` whose searches have reached their targets
    and that are not held. Returns the held ones among these with what :func:`move_on` returns, and whether all answers absorbed are numbers; if they
    are not, no move is made."""
    ready, numbers = absorb_and_tell(stored, parameters, leaves, count, logits, values, trees)
    held = games.content[0].held
    waiting = ready[held[ready]]
    moved = move_on(stored, ready[~held[ready]] if numbers else ready[:0], plan, games)
    return (waiting, moved), numbers


@kernel
def move_on(stored, ready, plan, games):
    """Go on in the trees ``ready`` (``int32[n]``), whose searches have reached their targets: trees that have searched a move make it, and all begin
    their next search. Returns how many moves were made, how many of these are learned from, and the trees whose games are over or so far that the
    solver is to be asked.

    ``stored`` is the search's packed memory; ``plan`` packs a :class:`GamePlan`, ``games`` packs :class:`Games`, the temperature of each ply
    (``float64[P]``) and a numpy ``Generator``. For a search by sequential halving the caller has already noted the lesson and the move."""
    forest, roots, geo = stored.content
    games, temperatures, random = games.content
    plan = plan.content
    ending = np.empty_like(ready)
    made, lessons, ends = 0, 0, 0
    for tree in ready:
        if games.thinking[tree]:
            in_full = games.in_full[tree]
            if not (in_full and plan.full.considered_moves > 0):
                parameters = plan.full if in_full else plan.cheap
                learn(
                    forest, roots, tree, parameters, temperatures[games.lengths[tree]], random.random(), games
                )
            if in_full:
                games.plies[tree, games.taught[tree]] = games.lengths[tree]
                games.taught[tree] += 1
                lessons += 1
            play(forest, roots, geo, np.int64(tree), games)
            made += 1
            if games.left[tree] <= plan.solved_points:
                ending[ends] = tree
                ends += 1
        think(forest, roots, tree, plan, random, games)
    return made, lessons, ending[:ends]


@kernel
def learn(forest, roots, tree, parameters, temperature, drawn, games):
    """Note the :func:`ai.training.lessons.lesson` of the search in ``tree``, and its move."""
    edges = forest.edges[tree][: forest.nodes[tree, 0].edge_count]
    priors = roots.priors[tree][: edges.size]
    if not roots.noisy[tree]:
        for e in range(edges.size):
            priors[e] = edges[e].prior
    policy, value, surprised, point = lesson(
        forest.nodes[tree], edges, priors, games.policies.shape[2], parameters, temperature, drawn
    )
    note(games, tree, policy, value, surprised, point)


@kernel
def note(games, tree, policy, value, surprise, point):
    """Write down the move of the position in ``tree``, and what it teaches, which counts if it is learned from."""
    lesson = games.taught[tree]
    games.policies[tree, lesson] = policy
    games.values[tree, lesson] = value
    games.surprises[tree, lesson] = surprise
    games.chosen[tree] = point


@kernel
def play(forest, roots, geo, tree, games):
    """Make the move chosen for ``tree``."""
    play_root(forest, geo, tree, games.chosen[tree])
    root = forest.nodes[tree, 0]
    roots.noisy[tree] = False
    games.moves[tree, games.lengths[tree]] = games.chosen[tree]
    games.lengths[tree] += 1
    games.left[tree] = root.playable if root.edge_count > 0 else 0


@kernel
def think(forest, roots, tree, plan, random, games):
    """Begin to search a move in ``tree``. A root without a visit is evaluated first, since noise is mixed into the network's policy."""
    seen = forest.nodes[tree, 0].visits > 0
    games.thinking[tree] = seen
    if not seen:
        roots.targets[tree] = 1
        return
    full = plan.full_share == 1.0 or random.random() < plan.full_share
    games.in_full[tree] = full
    roots.targets[tree] = plan.simulations if full else plan.cheap_simulations
    if full and plan.noise_fraction > 0:
        add_noise_to(forest, roots, tree, plan.noise_fraction, plan.noise_total, random)

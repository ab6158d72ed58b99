"""Everything that can be set about the search, with its meaning, unit, default and source."""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from core.packed import Packed, pack

PUCT = 0
UCB1 = 1


@dataclass(frozen=True)
class SearchParameters:
    """Parameters of one search; the defaults are those for playing games."""

    rule: int = PUCT
    """How a move is selected inside the tree: :data:`PUCT` with a network, :data:`UCB1` for plain UCT."""
    exploration: float = 1.25
    """PUCT's constant (AlphaZero's c_init = 1.25, Silver et al. 2018, pseudocode); for UCB1 the factor of the root term, on the scale
    of values from -1 to 1."""
    exploration_base: float = 19652.0
    """Visits over which PUCT's constant grows (AlphaZero's c_base, Silver et al. 2018, pseudocode)."""
    first_play_reduction: float = 0.2
    """How much less than its parent's value an unvisited move is worth (KataGo's fpuReductionMax, 0.2)."""
    batch_start_visits: int = 512
    """Root visits from which leaves are gathered in batches of 8; from four times as many, in batches of 16, and so on. Until then leaves are
    gathered one at a time: gathering several before the first is evaluated costs strength while the tree is small (Minigo, issue 427)."""
    largest_batch: int = 32
    """Most leaves in a batch."""
    prior_temperature: float = 1.0
    """T in the priors softmax(logits / T); above 1 the search trusts the network's first choices less (Lc0's policy temperature)."""
    noise_fraction: float = 0.0
    """Share of Dirichlet noise in the root's priors: 0 when playing, 0.25 in self-play (Silver et al. 2017, Methods)."""
    noise_total: float = 10.0
    """Sum of the Dirichlet concentration over the legal moves: 0.03 x 361 (Silver et al. 2017), so 0.12 a move on an empty 9x9."""
    considered_moves: int = 0
    """Root moves among which sequential halving divides the simulations (16 in Danihelka et al. 2022); 0: the root is searched by ``rule``.
    Needs :class:`ai.search.gumbel.GumbelSearch`, which chooses them."""
    forced_playouts: float = 0.0
    """k in sqrt(k P(c) N), the fewest simulations that a root move gets once it is searched (2 in Wu 2019, section 3.2); 0: none are forced."""
    solver_points: int = 15
    """Most playable points with which a new position of the tree is solved outright. With ``n`` points more, solving is tried when the position has
    2^n visits; after a try in vain, again when the visits have doubled."""
    solver_steps: int = 1500
    """Moves that may be tried to solve a position of the tree, for each of its visits; most positions of ``solver_points`` need fewer. With 0 there
    is no solver at all, at the root neither."""
    leaf_playouts: int = 0
    """Playouts from each leaf, whose results are mixed into the network's value (:mod:`ai.search.playouts`); 0: the network alone."""
    catch_up: bool = True
    """Whether an edge to a position that other orders of moves have visited more often first takes its value from there, one visit at a time, before
    simulations go further that way."""
    lower_bound: float = 0.0
    """k in value - k / sqrt(visits), the lower bound by which the move to play is chosen among those with enough visits (after KataGo's and Leela
    Zero's lower confidence bounds); 0: the most visited move is played."""
    largest_tree: int = 1_000_000
    """Most nodes of a tree (about 1 KB each on 9x9), on larger boards as many as take the same memory; a full tree forgets its least visited
    positions. Players set it by the machine's memory (:func:`ai.players.search.largest_tree`)."""

    @property
    def special_root(self) -> bool:
        """Whether moves at the root are selected otherwise than below it."""
        return self.considered_moves > 0 or self.forced_playouts > 0

    @cached_property
    def packed(self) -> Packed:
        """:attr:`kernel`, packed, since a search passes it with each batch."""
        return pack(self.kernel)

    @cached_property
    def kernel(self) -> "KernelParameters":
        """The parameters for compiled code."""
        return KernelParameters(**{name: getattr(self, name) for name in KernelParameters._fields})


class KernelParameters(NamedTuple):
    """The part of :class:`SearchParameters` that compiled code needs, field by field."""

    rule: int
    batch_start_visits: int
    largest_batch: int
    exploration: float
    exploration_base: float
    first_play_reduction: float
    prior_temperature: float
    solver_points: int
    solver_steps: int
    special_root: bool
    considered_moves: int
    forced_playouts: float
    catch_up: bool

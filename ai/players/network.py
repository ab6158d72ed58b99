"""Players with a network: ``zero`` searches with it, ``policy`` plays its first choice. torch is imported when a network is needed."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event
from typing import TYPE_CHECKING

import numpy as np

from ai.checkpoint import CheckpointError, CheckpointInfo, read_info
from ai.player_error import PlayerError
from ai.players.base import LOST_GAME, AiPlayer
from ai.players.first_sight import FirstSight
from ai.players.search import SearchPlayer, largest_tree
from ai.players.temperature import Temperature
from ai.players.text import Options
from ai.search.game_search import GameSearch
from ai.search.parallel import ParallelSearch
from ai.search.parameters import SearchParameters
from ai.search.positions import policy_over, position_batch
from ai.search.tree_search import NoNumbers, check_numbers
from ai.shipped_networks import SHIPPED, find_network
from core.player import Candidate, Decision, Limit, Report
from core.position import Position, Size
from core.sentence import Sentence, reason_of

if TYPE_CHECKING:
    from ai.evaluator import NetworkEvaluator

DEFAULT_SIMULATIONS = 800
MOST_LEAF_PLAYOUTS = 1000
"""Most playouts from a leaf; with more, one batch of leaves would take longer than a clock may wait."""
DEFAULT_LEAF_PLAYOUTS = 4
"""Playouts from each leaf that count in its value. They cost little and help from a few dozen simulations on (docs/methods.md)."""
DEFAULT_PRIOR_TEMPERATURE = 1.45
"""Temperature of the priors: a learned policy is more certain than is good for the search (docs/methods.md)."""

DEFAULT_LOWER_BOUND = 1.0
"""Weight of the uncertainty: the move with the best lower bound of its value wins more games than the most visited one (docs/methods.md)."""


class NamedNetwork:
    """The network that a player's text names. The header is read at once, the weights when they are needed."""

    def __init__(self, options: Options):
        self.path = find_network(options.word("net", SHIPPED))
        try:
            self._info: CheckpointInfo = read_info(self.path)
        except CheckpointError as error:
            raise PlayerError(*error.args) from error

    def why_not(self, size: Size) -> str | None:
        """A sentence why the network can't be used on boards of ``size``; ``None`` if it can."""
        return self._info.why_not(size)

    def evaluators(self, size: Size, count: int, largest_batch: int) -> list["NetworkEvaluator"]:
        """``count`` evaluators, one for each thread; :class:`PlayerError` if the weights can't be used, or not on this machine."""
        from ai.lack_of_memory import is_lack_of_memory

        if (refusal := self.why_not(size)) is not None:
            raise PlayerError(refusal)
        try:
            return self._make_evaluators(size, count, largest_batch)
        except CheckpointError as error:
            raise PlayerError(*error.args) from error
        except (MemoryError, RuntimeError) as error:
            if is_lack_of_memory(error):
                raise PlayerError(
                    Sentence(
                        "there is not enough memory for the network %1; close other programs or choose a smaller network",
                        self.path.name,
                    )
                ) from error
            raise PlayerError(
                Sentence("the network %1 can't run on this machine: %2", self.path.name, reason_of(error))
            ) from error

    @contextmanager
    def answering_in_numbers(self) -> Iterator[None]:
        """:class:`PlayerError` where the network's answers are no numbers, as those of one that has diverged, or in half precision on a card."""
        try:
            yield
        except NoNumbers as error:
            raise PlayerError(
                Sentence(
                    "the answers of the network %1 are no numbers; choose another network", self.path.name
                )
            ) from error

    def _make_evaluators(self, size: Size, count: int, largest_batch: int) -> list["NetworkEvaluator"]:
        import torch

        from ai import checkpoint
        from ai.evaluator import NetworkEvaluator

        network, _ = checkpoint.load(self.path, size)
        torch.set_num_threads(1)  # more don't help with small batches and cost much on a busy machine
        evaluators = [NetworkEvaluator(network, size, largest_batch=largest_batch) for _ in range(count)]
        if count > 1:
            for evaluator in evaluators:
                evaluator.prepare_all()  # now, because two threads must not trace at once
        return evaluators


class ZeroPlayer(SearchPlayer):
    """Search guided by a network.

    With a number of simulations one thread searches, so that a game can be repeated; bounded by seconds, all cores do, unless ``threads``
    says otherwise. ``leaf_playouts`` from each leaf count in its value; with 0 it is the network's alone. The priors are the policy at
    ``prior_temperature``; with 1 they are the policy itself. With ``catch_up=off`` an edge ignores visits that its position got by other orders of
    moves. The move played has the highest value less ``lower_bound`` / sqrt(visits); with 0 it is the most visited one.
    """

    def __init__(self, options: Options):
        limit = options.limit("simulations", DEFAULT_SIMULATIONS)
        exploration = options.number("exploration", float, 0.0, default=SearchParameters.exploration)
        threads = options.threads(limit)
        leaf_playouts = options.number(
            "leaf_playouts", int, 0, MOST_LEAF_PLAYOUTS, default=DEFAULT_LEAF_PLAYOUTS
        )
        prior_temperature = options.number("prior_temperature", float, 0.1, default=DEFAULT_PRIOR_TEMPERATURE)
        catch_up = options.switch("catch_up")
        lower_bound = options.number("lower_bound", float, 0.0, default=DEFAULT_LOWER_BOUND)
        super().__init__(options.text, limit)
        self.network = NamedNetwork(options)
        self._temperature = Temperature(options)
        self._threads = threads
        self._parameters = SearchParameters(
            largest_tree=largest_tree(),
            exploration=exploration,
            leaf_playouts=leaf_playouts,
            prior_temperature=prior_temperature,
            catch_up=catch_up is not False,
            lower_bound=lower_bound,
        )

    def supports(self, size: Size) -> str | None:
        return self.network.why_not(size)

    def _new_search(self, size: Size) -> GameSearch:
        parameters = self._parameters
        evaluators = self.network.evaluators(size, self._threads, parameters.largest_batch)
        return ParallelSearch(evaluators, size, parameters)

    def choose(
        self, position: Position, limit: Limit, report: Report | None = None, stop: Event | None = None
    ) -> Decision:
        with self.network.answering_in_numbers():
            decision = super().choose(position, limit, report, stop)
        return self._temperature.choose(decision, position.ply)

    def ponder(self, position: Position, stop: Event) -> None:
        """See :class:`ai.players.base.AiPlayer`."""
        with self.network.answering_in_numbers():
            super().ponder(position, stop)


class PolicyPlayer(AiPlayer):
    """The network's first choice, without search."""

    def __init__(self, options: Options):
        self.name = options.text
        self.default_limit = Limit(simulations=1)
        self.network = NamedNetwork(options)
        self._temperature = Temperature(options)
        self._evaluator: NetworkEvaluator | None = None

    def supports(self, size: Size) -> str | None:
        return self.network.why_not(size)

    def prepare(self, size: Size, stop: Event | None = None) -> None:
        """See :class:`ai.players.base.AiPlayer`."""
        self.choose(Position.empty(size), Limit())

    def _evaluator_for(self, size: Size) -> "NetworkEvaluator":
        if self._evaluator is None or self._evaluator.size != size:
            (self._evaluator,) = self.network.evaluators(size, 1, largest_batch=1)
        return self._evaluator

    def choose(
        self, position: Position, limit: Limit, report: Report | None = None, stop: Event | None = None
    ) -> Decision:
        if position.is_over:
            return LOST_GAME
        logits, values = self._evaluator_for(position.size).evaluate(position_batch([position]), 1)
        with self.network.answering_in_numbers():
            check_numbers(bool(np.isfinite(logits[:1]).all() and np.isfinite(values[:1]).all()))
        moves = position.legal_moves()
        shares = policy_over(moves, logits[0])
        order = np.argsort(-shares, kind="stable")
        candidates = tuple(Candidate(int(moves[i]), prior=float(shares[i])) for i in order)
        decision = Decision(candidates[0].point, candidates, value_to_move=float(values[0]), simulations=1)
        return self._temperature.choose(decision, position.ply)

    def close(self) -> None:
        self._evaluator = None


class FirstSightPlayer(PolicyPlayer):
    """Decides as ``policy`` and answers with a :class:`ai.players.first_sight.FirstSight`, unless the game is over."""

    def choose(
        self, position: Position, limit: Limit, report: Report | None = None, stop: Event | None = None
    ) -> Decision:
        """See :class:`ai.players.base.AiPlayer`."""
        decision = super().choose(position, limit, report, stop)
        if position.is_over:
            return decision
        fates = self._evaluator_for(position.size).fates(position_batch([position]), 1)
        return FirstSight(**vars(decision), fates=None if fates is None else fates[0])

"""Players with a network: ``zero`` searches with it, ``policy`` takes its first choice. torch is imported when one is needed."""

import dataclasses
from threading import Event

import numpy as np

from ai.checkpoint import CheckpointError, CheckpointInfo, read_info
from ai.players.base import LOST_GAME
from ai.players.search import SearchPlayer, largest_tree
from ai.players.shipped import SHIPPED, find_network
from ai.players.temperature import Temperature
from ai.players.text import Options, PlayerError
from ai.search.parallel import ParallelSearch
from ai.search.parameters import SearchParameters
from ai.search.positions import leaves_of, policy_over
from ai.search.tree_search import TreeSearch
from core.player import Candidate, Decision, Limit, Report
from core.position import Position, Size

DEFAULT_SIMULATIONS = 800
MOST_LEAF_PLAYOUTS = 1000
"""More would take longer, for the leaves of one batch, than a clock may wait."""
DEFAULT_LEAF_PLAYOUTS = 4
"""Playouts from each leaf that have a part in its value: they cost little and win games from some dozens of simulations on (docs/methods.md)."""
DEFAULT_PRIOR_TEMPERATURE = 1.45
"""The policy that a network learns is surer than its search should be (docs/methods.md)."""

DEFAULT_LOWER_BOUND = 1.0
"""Of the moves searched well the one whose value is surest wins more games than the one visited most (docs/methods.md)."""


class NetworkPlayer(SearchPlayer):
    """What players with a network share. Its header is read at once, its weights when they are needed."""

    def __init__(self, options: Options, default_limit: Limit):
        self.path = find_network(options.word("net", SHIPPED))
        try:
            self.info: CheckpointInfo = read_info(self.path)
        except CheckpointError as error:
            raise PlayerError(*error.args) from error
        super().__init__(options.text, default_limit)
        self._parameters = SearchParameters(largest_tree=largest_tree())
        self._threads = 1
        self._temperature = Temperature(options)

    def supports(self, size: Size) -> str | None:
        return self.info.why_not(size)

    def _new_search(self, size: Size) -> TreeSearch:
        import torch

        from ai import checkpoint
        from ai.evaluator import NetworkEvaluator

        try:
            network, _ = checkpoint.load(self.path, size)
        except CheckpointError as error:
            raise PlayerError(*error.args) from error
        torch.set_num_threads(1)  # small batches gain nothing from more, and a busy machine loses much
        evaluators = [
            NetworkEvaluator(network, size, largest_batch=self._parameters.largest_batch)
            for _ in range(self._threads)
        ]
        for evaluator in evaluators if len(evaluators) > 1 else ():
            evaluator.prepare_all()  # tracing is not for two threads at once
        return ParallelSearch(evaluators, size, self._parameters)


class ZeroPlayer(NetworkPlayer):
    """Search guided by a network.

    With a number of simulations one thread searches, so that a game can be repeated; bounded by seconds, all cores do, unless ``threads``
    says otherwise. ``leaf_playouts`` from each leaf have a part in its value; with 0 the network alone says it.
    The priors are the policy at ``prior_temperature``; with 1 they are the policy itself. With ``catch_up=off`` a position reached by other
    orders of moves, too, is searched as if it weren't. The move is the one with the highest value less ``lower_bound`` / sqrt(visits); with 0 the
    most visited one.
    """

    def __init__(self, options: Options):
        limit = options.limit("simulations", DEFAULT_SIMULATIONS)
        exploration = options.number("exploration", float, 0.0)
        threads = options.threads(limit)
        leaf_playouts = options.number("leaf_playouts", int, 0, MOST_LEAF_PLAYOUTS)
        prior_temperature = options.number("prior_temperature", float, 0.1)
        catch_up = options.switch("catch_up")
        lower_bound = options.number("lower_bound", float, 0.0)
        super().__init__(options, limit)
        self._threads = threads
        self._parameters = dataclasses.replace(
            self._parameters,
            exploration=self._parameters.exploration if exploration is None else exploration,
            leaf_playouts=DEFAULT_LEAF_PLAYOUTS if leaf_playouts is None else leaf_playouts,
            prior_temperature=prior_temperature or DEFAULT_PRIOR_TEMPERATURE,
            catch_up=catch_up is not False,
            lower_bound=DEFAULT_LOWER_BOUND if lower_bound is None else lower_bound,
        )

    def choose(
        self, position: Position, limit: Limit, report: Report | None = None, stop: Event | None = None
    ) -> Decision:
        return self._temperature.choose(super().choose(position, limit, report, stop), position.ply)


class PolicyPlayer(NetworkPlayer):
    """The network's first choice, without search."""

    def __init__(self, options: Options):
        super().__init__(options, Limit(simulations=1))

    ponder = None  # type: ignore[assignment]  # without search there is nothing to think on: it is no Ponderer

    def choose(
        self, position: Position, limit: Limit, report: Report | None = None, stop: Event | None = None
    ) -> Decision:
        if position.is_over:
            return LOST_GAME
        search = self._search_for(position.size)
        assert isinstance(search, TreeSearch)
        leaves = leaves_of([position])
        logits, values = search.evaluator.evaluate(leaves, 1)
        moves = position.legal_moves()
        shares = policy_over(moves, logits[0])
        order = np.argsort(-shares, kind="stable")
        candidates = tuple(Candidate(int(moves[i]), prior=float(shares[i])) for i in order)
        decision = Decision(candidates[0].point, candidates, value_to_move=float(values[0]), simulations=1)
        return self._temperature.choose(decision, position.ply)

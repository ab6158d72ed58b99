"""Players, each named by a short text: in the window, on the command line, in match files.

``zero:net=flagship,simulations=800``, ``uct:playouts=2000``, ``policy:net=flagship``, ``random:seed=1``. Making a player is cheap; what is slow
(loading a network, compiled code) happens in ``prepare`` or at the first move. Nothing here imports torch until a network is needed.
"""

import dataclasses
from pathlib import Path
from threading import Event
from typing import TypeVar

import numpy as np

from ai.checkpoint import SUFFIX, CheckpointError, CheckpointInfo, read_info
from ai.search.pace import Pace
from ai.search.parameters import UCB1, SearchParameters
from ai.search.tree_search import PlayoutSearch, TreeSearch, leaves_of
from core.player import Candidate, Decision, Limit, Proof, Report
from core.position import Position, Size

NETWORKS = Path(__file__).resolve().parent.parent / "assets" / "networks"
SHIPPED = "flagship"
DEFAULT_SIMULATIONS = 800
DEFAULT_PLAYOUTS = 2000

Number = TypeVar("Number", int, float)


class PlayerError(ValueError):
    """A player can't be made or can't play; the message is a sentence that says why."""


def quote(value: str) -> str:
    """``value`` as it stands in a player's text."""
    return value.replace("%", "%25").replace(",", "%2C")


def unquote(value: str) -> str:
    """The value that :func:`quote` wrote."""
    return value.replace("%2C", ",").replace("%25", "%")


class Options:
    """The ``name=value`` pairs of a player's text, each taken once and checked. A comma in a value is written ``%2C``, a percent sign
    ``%25``, as :func:`quote` does."""

    def __init__(self, text: str):
        self.text = text.strip()
        self.kind, _, rest = self.text.partition(":")
        self._pairs: dict[str, str] = {}
        for pair in filter(None, rest.split(",")):
            name, _, value = pair.partition("=")
            if not name or not value:
                raise PlayerError(f"'{pair}' in player '{text}' is not of the form name=value")
            if name in self._pairs:
                raise PlayerError(f"'{name}' stands twice in player '{text}'")
            self._pairs[name] = unquote(value)

    def word(self, name: str, default: str) -> str:
        return self._pairs.pop(name, default)

    def number(self, name: str, kind: type[Number], least: Number) -> Number | None:
        """The number that ``name`` gives, ``None`` if it is not given."""
        text = self._pairs.pop(name, None)
        if text is None:
            return None
        try:
            number = kind(text)
        except ValueError:
            number = None
        if number is None or not least <= number < 1e9:
            wanted = "a whole number" if kind is int else "a number"
            raise PlayerError(
                f"{name}={text} in player '{self.text}' should be {wanted} of at least {least:g}"
            )
        return number

    def limit(self, counted: str, default: int) -> Limit:
        """``counted`` (simulations, playouts) and ``seconds``; the default count if neither is given."""
        count = self.number(counted, int, 1)
        seconds = self.number("seconds", float, 0.001)
        if count is None and seconds is None:
            count = default
        return Limit(simulations=count, seconds=seconds)

    def finish(self) -> None:
        """Complain about what nobody took."""
        if self._pairs:
            unknown = ", ".join(sorted(self._pairs))
            raise PlayerError(f"player kind '{self.kind}' does not know the option {unknown}")


def find_network(name: str) -> Path:
    """The checkpoint that ``name`` means: a shipped network's name or a path; :class:`PlayerError` if there is none."""
    shipped = NETWORKS / f"{name}{SUFFIX}"
    if shipped.is_file():
        return shipped
    path = Path(name).expanduser()
    if path.is_file():
        return path
    names = ", ".join(sorted(file.stem for file in NETWORKS.glob(f"*{SUFFIX}"))) or "none"
    raise PlayerError(f"there is no network '{name}': give a checkpoint file or a shipped network ({names})")


class RandomPlayer:
    """Any legal move, each as likely."""

    def __init__(self, options: Options):
        self.name = options.text
        self._random = np.random.default_rng(options.number("seed", int, 0))
        self.default_limit = Limit()

    def prepare(self) -> None:
        """Nothing to prepare."""

    def supports(self, size: Size) -> str | None:
        return None

    def choose(
        self, position: Position, limit: Limit, report: Report | None = None, stop: Event | None = None
    ) -> Decision:
        moves = position.legal_moves()
        return Decision(int(self._random.choice(moves)) if moves else None)

    def close(self) -> None:
        """Nothing to let go of."""


class SearchPlayer:
    """What players that search a tree share; the tree is kept from move to move."""

    def __init__(self, name: str, default_limit: Limit):
        self.name = name
        self.default_limit = default_limit
        self._search: TreeSearch | None = None

    def _new_search(self, size: Size) -> TreeSearch:
        raise NotImplementedError

    def prepare(self, size: Size | None = None) -> None:
        """Load what is needed for boards of ``size`` and try it once; :class:`PlayerError` if it can't be used."""
        self.choose(Position.empty(size or self._usual_size()), Limit(simulations=2))

    def _usual_size(self) -> Size:
        return Size()

    def supports(self, size: Size) -> str | None:
        return None

    def _search_for(self, size: Size) -> TreeSearch:
        if self._search is None or self._search.size != size:
            refusal = self.supports(size)
            if refusal:
                raise PlayerError(refusal)
            self._search = self._new_search(size)
        return self._search

    def choose(
        self, position: Position, limit: Limit, report: Report | None = None, stop: Event | None = None
    ) -> Decision:
        """See :class:`core.player.Player`; without any bound the limit of the player's text counts."""
        if position.is_over:
            return Decision(None, value_to_move=-1.0, proof=Proof.LOSS)
        search = self._search_for(position.size)
        search.set_position(position)
        bounds = self.default_limit if limit == Limit() else limit
        pace = Pace(search, position, bounds, report, stop)
        search.solve_root(position, pace.solver_steps, pace.solve_on)
        search.run(pace.simulations, go_on=pace.go_on)
        return pace.decision()

    def close(self) -> None:
        self._search = None


class UctPlayer(SearchPlayer):
    """Plain UCT with uniformly random playouts: the yardstick of the field."""

    def __init__(self, options: Options):
        limit = options.limit("playouts", DEFAULT_PLAYOUTS)
        exploration = options.number("exploration", float, 0.0)
        self._seed = options.number("seed", int, 0)
        self._parameters = SearchParameters(
            rule=UCB1, exploration=1.0 if exploration is None else exploration
        )
        super().__init__(options.text, limit)

    def _new_search(self, size: Size) -> TreeSearch:
        return PlayoutSearch(size, self._parameters, seed=self._seed)


class NetworkPlayer(SearchPlayer):
    """What players with a network share. Its header is read at once, its weights when they are needed."""

    def __init__(self, options: Options, default_limit: Limit):
        self.path = find_network(options.word("net", SHIPPED))
        try:
            self.info: CheckpointInfo = read_info(self.path)
        except CheckpointError as error:
            raise PlayerError(str(error)) from error
        super().__init__(options.text, default_limit)
        self._parameters = SearchParameters()

    def supports(self, size: Size) -> str | None:
        return self.info.why_not(size)

    def _usual_size(self) -> Size:
        return self.info.size

    def _new_search(self, size: Size) -> TreeSearch:
        import torch

        from ai import checkpoint
        from ai.evaluator import NetworkEvaluator

        try:
            network, info = checkpoint.load(self.path, size)
        except CheckpointError as error:
            raise PlayerError(str(error)) from error
        torch.set_num_threads(1)  # small batches gain nothing from more, and a busy machine loses much
        evaluator = NetworkEvaluator(
            network, info.description, size, largest_batch=self._parameters.largest_batch
        )
        return TreeSearch(evaluator, size, self._parameters)


class ZeroPlayer(NetworkPlayer):
    """Search guided by a network."""

    def __init__(self, options: Options):
        limit = options.limit("simulations", DEFAULT_SIMULATIONS)
        exploration = options.number("exploration", float, 0.0)
        super().__init__(options, limit)
        if exploration is not None:
            self._parameters = dataclasses.replace(self._parameters, exploration=exploration)


class PolicyPlayer(NetworkPlayer):
    """The network's first choice, without search."""

    def __init__(self, options: Options):
        super().__init__(options, Limit(simulations=1))

    def choose(
        self, position: Position, limit: Limit, report: Report | None = None, stop: Event | None = None
    ) -> Decision:
        if position.is_over:
            return Decision(None, value_to_move=-1.0, proof=Proof.LOSS)
        search = self._search_for(position.size)
        leaves = leaves_of([position])
        logits, values = search.evaluator.evaluate(leaves, 1)
        moves = np.array(position.legal_moves())
        shares = np.exp(logits[0, moves] - logits[0, moves].max())
        shares /= shares.sum()
        order = np.argsort(-shares, kind="stable")
        candidates = tuple(Candidate(int(moves[i]), prior=float(shares[i])) for i in order)
        return Decision(candidates[0].point, candidates, value_to_move=float(values[0]), simulations=1)


KINDS = {"zero": ZeroPlayer, "uct": UctPlayer, "policy": PolicyPlayer, "random": RandomPlayer}


def make_player(text: str) -> RandomPlayer | SearchPlayer:
    """The player that ``text`` names; :class:`PlayerError` if there is none."""
    options = Options(text)
    kind = KINDS.get(options.kind)
    if kind is None:
        raise PlayerError(f"there is no player kind '{options.kind}'; there are {', '.join(sorted(KINDS))}")
    player = kind(options)
    options.finish()
    return player

"""What an arena plays: players, board, openings, time. A plan and a number determine one game; nothing else is decided while it is played."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass, fields, replace
from itertools import combinations
from typing import Any

import numpy as np

from ai.arena import ArenaError, WholeGamesOnly
from ai.checkpoint import CheckpointError, check_weights
from ai.players import PlayerError, make_player, network_of
from ai.players.external import SauPlayer
from ai.session_folder import kinds_of, misfits
from core.clock import TimeControl
from core.openings import random_opening
from core.player import Limit
from core.position import Position, Size
from core.sentence import Sentence

MOST_GAMES = 1_000_000
"""Most games of each pair, since all are listed before the first is played."""
LAG_SECONDS = 2.0
"""Time beyond its seconds for a move after which a player loses on time; machines can be busy."""


@dataclass(frozen=True)
class Fixture:
    """A game to be played."""

    number: int
    """From 1."""
    black: int
    """Index of the player."""
    white: int
    opening: int
    """Number of the opening, which the two games in which a pair changes colours share."""


@dataclass(frozen=True)
class Plan:
    """A plan in which each pair of players meets ``games`` times, each as Black in every second game."""

    players: tuple[str, ...]
    games: int = 100
    """Games of each pair."""
    size: str = "9x9"
    opening_moves: int = 2
    """Random moves before each game, without which players that always choose alike would repeat one game."""
    seed: int = 0
    """Seed of the openings."""
    seconds: float | None = None
    """Seconds for each move; without this and ``total_seconds`` each player's text decides."""
    total_seconds: float | None = None
    """Seconds on each side's clock for the whole game."""
    own_openings: bool = True
    """Whether each pair has openings of its own, so that its games say something new. Not so in arenas that earlier versions began."""

    def check(self) -> None:
        """:class:`ArenaError` if the plan can't be played."""
        if len(self.players) < 2:
            raise ArenaError(Sentence("an arena needs two players at least"))
        for name, least in (("games", 1), ("opening_moves", 0), ("seed", 0)):
            if getattr(self, name) < least:
                raise ArenaError(Sentence("%1 should be at least %2", name.replace("_", " "), least))
        if self.games > MOST_GAMES:
            raise ArenaError(Sentence("%1 should be at most %2", "games", MOST_GAMES))
        try:
            self.time_control()
            board = self.board
            if self.opening_moves > board.points // 2:
                raise ArenaError(
                    Sentence(
                        "opening moves should be at most %1, half of the board's points", board.points // 2
                    )
                )
            for text in self.players:
                player = make_player(text)
                refusal = player.supports(board)
                if refusal:
                    raise ArenaError(refusal)
                if self.opening_moves and isinstance(player, SauPlayer):
                    raise WholeGamesOnly(
                        Sentence(
                            "%1 plays whole games only; set the random moves at the start to 0", player.name
                        )
                    )
        except ArenaError:
            raise
        except (PlayerError, ValueError) as error:
            raise ArenaError(*error.args) from error

    def check_networks(self) -> None:
        """:class:`ArenaError` if the weights of a player's network are damaged: it would forfeit all its games. Unlike :meth:`check`, this reads each
        file whole."""
        try:
            for path in dict.fromkeys(network_of(text) for text in self.players):
                if path is not None:
                    check_weights(path)
        except (PlayerError, CheckpointError) as error:
            raise ArenaError(*error.args) from error

    @property
    def board(self) -> Size:
        return Size.parse(self.size)

    @property
    def limit(self) -> Limit:
        """The limit of each move, besides the clock."""
        return Limit(seconds=self.seconds)

    def time_control(self) -> TimeControl | None:
        """The clock by which the referee judges."""
        if self.seconds is None and self.total_seconds is None:
            return None
        if self.seconds is not None:
            TimeControl(move_seconds=self.seconds)  # says what is wrong with it
        return TimeControl(
            total_seconds=self.total_seconds,
            move_seconds=None if self.seconds is None else self.seconds + LAG_SECONDS,
        )

    def __len__(self) -> int:
        """The number of games altogether."""
        return self.games * len(self.players) * (len(self.players) - 1) // 2

    def fixtures(self) -> Iterator[Fixture]:
        """All games, in rounds in which every pair plays once with each colour, so that an arena that is stopped early has games of all pairs."""
        number = 0
        for first in range(0, self.games, 2):
            for pair, (one, other) in enumerate(combinations(range(len(self.players)), 2)):
                # the first pair has those of a plan of two players, however many games are added later
                opening = first // 2 + (pair * MOST_GAMES if self.own_openings else 0)
                for black, white in ((one, other), (other, one))[: self.games - first]:
                    number += 1
                    yield Fixture(number, black, white, opening)

    def opening(self, number: int) -> Position:
        """The position from which games with opening ``number`` start; never one that is over."""
        size = self.board
        random = np.random.default_rng([size.rows, size.cols, self.seed, number])
        return random_opening(size, self.opening_moves, random)

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_dict(cls, given: dict[str, Any]) -> "Plan":
        """The plan that :meth:`to_dict` gave; ``TypeError``, ``KeyError`` or ``ValueError`` for anything else."""
        kinds = kinds_of(cls) | {"players": list}
        known = {name: value for name, value in given.items() if name in kinds}
        known.setdefault("own_openings", False)
        wrong = misfits(known, kinds)
        if not wrong and not all(isinstance(player, str) for player in known["players"]):
            wrong = ["players"]
        if not wrong and not 1 <= known.get("games", cls.games) <= MOST_GAMES:
            wrong = ["games"]
        if wrong:
            raise ValueError(Sentence("what it says of %1 makes no sense", ", ".join(wrong)))
        plan = cls(**{**known, "players": tuple(known["players"])})
        _ = plan.board, plan.time_control()  # they raise what is wrong with them
        return plan

    def prolongs(self, other: "Plan") -> bool:
        """Whether this plan is ``other`` with more games after the same ones. With more than two players, ``other`` must end with a whole round."""
        whole_rounds = other.games % 2 == 0 or len(other.players) == 2
        return self.games > other.games and whole_rounds and self == replace(other, games=self.games)

    def change(self, other: "Plan") -> str | None:
        """In words, how ``other``, which doesn't prolong this plan, differs from it; ``None`` if they are the same."""
        for field in fields(self):
            mine, others = getattr(self, field.name), getattr(other, field.name)
            if mine != others and field.name != "games":
                name = field.name.replace("_", " ")
                return f"{name} {_in_words(mine)}, not {_in_words(others)}"
        if other.games < self.games:
            return Sentence("%1 games of each pair, not %2 (an arena can only grow)", self.games, other.games)
        if other.games > self.games:
            return Sentence(
                "%1 games of each pair, not %2 (one of more than two players grows only after an even number: of an odd one the last game of each "
                "pair has no partner with the colours turned)",
                self.games,
                other.games,
            )
        return None


def _in_words(value: Any) -> str:
    return " ".join(value) if isinstance(value, tuple) else "unset" if value is None else str(value)

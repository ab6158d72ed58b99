"""Who has won how often, and ratings from that."""

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import PurePath
from typing import Any

import numpy as np

from ai.arena.folder import FinishedGame
from ai.checkpoint import CHECKPOINTS
from ai.elo import Rating, ratings, wilson
from ai.players.text import join, split

FILES = ("net", "book")
"""Options of players that may name a file."""


@dataclass(frozen=True)
class Score:
    """A player's results against one other player, or against all."""

    wins: int
    losses: int
    wins_as_black: int
    games_as_black: int

    @property
    def games(self) -> int:
        return self.wins + self.losses

    @property
    def wins_as_white(self) -> int:
        return self.wins - self.wins_as_black

    @property
    def games_as_white(self) -> int:
        return self.games - self.games_as_black

    @property
    def share(self) -> float:
        """Share of games won; 0 without any."""
        return self.wins / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The 95% interval of the share."""
        return wilson(self.wins, self.games)


@dataclass(frozen=True)
class Row(Score):
    """One player's results against all."""

    number: int
    """The player's number, from 0."""
    player: str
    seconds: float
    """Time spent choosing moves, in all games together."""
    rating: Rating | None

    @property
    def seconds_a_game(self) -> float:
        return self.seconds / self.games if self.games else 0.0

    def to_dict(self) -> dict[str, Any]:
        return {
            "player": self.player,
            "games": self.games,
            "wins": self.wins,
            "losses": self.losses,
            "wins_as_black": self.wins_as_black,
            "games_as_black": self.games_as_black,
            "wins_as_white": self.wins_as_white,
            "games_as_white": self.games_as_white,
            "share": round(self.share, 4),
            "interval_95": [round(end, 4) for end in self.interval],
            **_elo("elo", self.rating),
            "seconds": round(self.seconds, 1),
        }


class Standings:
    """The results of games, counted as they come."""

    def __init__(self, players: Sequence[str], games: Iterable[FinishedGame] = (), anchor: int | None = None):
        """Player ``anchor`` has Elo 0; without one the mean is 0."""
        self._players = players
        self._anchor = anchor
        self.games = 0
        self.reasons = Counter[str]()
        """How often games ended for each reason, a value of :class:`core.game.Reason`."""
        self._wins = np.zeros((2, len(players), len(players)), dtype=int)
        """``int[2, n, n]``: games that player i won against j, as Black and as White."""
        self._seconds = np.zeros(len(players))
        for game in games:
            self.add(game)

    def add(self, game: FinishedGame) -> None:
        self.games += 1
        self.reasons[game.reason] += 1
        self._wins[int(game.winner == "white"), game.winning_player, game.losing_player] += 1
        self._seconds[game.black] += game.black_seconds
        self._seconds[game.white] += game.white_seconds

    def rows(self) -> list[Row]:
        """A row for each player, in the order of the players."""
        as_black, as_white = self._wins
        wins = as_black + as_white
        elos = ratings(wins, self._anchor)
        return [
            Row(
                number=index,
                player=player,
                wins=int(wins[index].sum()),
                losses=int(wins[:, index].sum()),
                wins_as_black=int(as_black[index].sum()),
                games_as_black=int(as_black[index].sum() + as_white[:, index].sum()),
                seconds=float(self._seconds[index]),
                rating=elos[index],
            )
            for index, player in enumerate(self._players)
        ]

    def ranked(self) -> list[Row]:
        """The rows, the strongest first, those without a rating last."""
        return sorted(self.rows(), key=lambda row: -row.rating.elo if row.rating else math.inf)

    def score(self, one: int, other: int) -> Score:
        """The results of player number ``one`` against ``other``."""
        as_black, as_white = self._wins
        return Score(
            wins=int(as_black[one, other] + as_white[one, other]),
            losses=int(as_black[other, one] + as_white[other, one]),
            wins_as_black=int(as_black[one, other]),
            games_as_black=int(as_black[one, other] + as_white[other, one]),
        )

    def to_dict(self) -> dict[str, Any]:
        """The results as JSON, for programs. With two players the first one's results come first, with its Elo minus the second one's."""
        rows = [row.to_dict() for row in self.rows()]
        front = self._front(rows[0]) if len(rows) == 2 else {}
        return {**front, "games": self.games, "reasons": dict(self.reasons), "players": rows}

    def _front(self, first: dict[str, Any]) -> dict[str, Any]:
        results = {name: value for name, value in first.items() if not name.startswith(("player", "elo"))}
        difference = ratings(self._wins.sum(axis=0), anchor=1)[0]
        return {
            "first": self._players[0],
            "second": self._players[1],
            **results,
            **_elo("elo_difference", difference),
        }

    def spreadsheet(self, name: Callable[[str], str]) -> list[list[Any]]:
        """The results for spreadsheets: headings, then a row for each player under its ``name``, strongest first. Cells are numbers, or empty where
        they aren't known. After the columns of :meth:`Row.to_dict` come the games that the player has won against each other one."""
        ranked = self.ranked()
        told = [_flat(row.to_dict() | {"player": name(row.player)}) for row in ranked]
        columns = list(dict.fromkeys(column for row in told for column in row))
        rows = [[row.get(column, "") for column in columns] for row in told]
        for row, player in zip(rows, ranked, strict=True):
            scores = (self.score(player.number, other.number) for other in ranked)
            row += [score.wins if score.games else "" for score in scores]
        return [[*columns, *(f"wins_against {name(player.player)}" for player in ranked)], *rows]

    def table(self) -> str:
        """The results for people, the strongest first, the players by their short names."""
        names = short_names(self._players)
        cells = [["", "player", "games", "won", "share (95%)", "as Black", "as White", "Elo", "s/game"]]
        for rank, row in enumerate(self.ranked(), 1):
            low, high = row.interval
            cells.append(
                [
                    str(rank),
                    names[row.number],
                    str(row.games),
                    str(row.wins),
                    f"{row.share:.1%} ({low:.1%} to {high:.1%})",
                    f"{row.wins_as_black}/{row.games_as_black}",
                    f"{row.wins_as_white}/{row.games_as_white}",
                    elo_text(row.rating),
                    f"{row.seconds_a_game:.1f}",
                ]
            )
        reasons = ", ".join(f"{reason} {count}" for reason, count in self.reasons.most_common())
        return "\n".join([*_lines(cells), f"{self.games} games ended by: {reasons or 'none'}"])

    def cross_table(self) -> str:
        """Who beat whom, for people: games that the player of the row won and lost against that of the column, in the order of the table."""
        ranked, names = self.ranked(), short_names(self._players)
        cells = [["", "won–lost", *(str(rank) for rank in range(1, len(ranked) + 1))]]
        for rank, row in enumerate(ranked, 1):
            scores = (score_text(self.score(row.number, other.number)) for other in ranked)
            cells.append([str(rank), names[row.number], *scores])
        return "\n".join(_lines(cells))


def _flat(told: dict[str, Any]) -> dict[str, Any]:
    """``told`` with each interval as two columns."""
    flat: dict[str, Any] = {}
    for name, value in told.items():
        flat |= (
            {f"{name}_low": value[0], f"{name}_high": value[1]} if isinstance(value, list) else {name: value}
        )
    return flat


def score_text(score: Score) -> str:
    """``7–3``: games won and lost; nothing where two never met."""
    return f"{score.wins}–{score.losses}" if score.games else ""


def elo_text(rating: Rating | None) -> str:
    """``312 ±45``, a dash where nothing is known."""
    return "–" if rating is None else f"{round(rating.elo)} ±{round(rating.interval[1] - rating.elo)}"


def _lines(cells: list[list[str]]) -> Iterator[str]:
    """A table's rows, its columns below each other."""
    widths = [max(map(len, column)) for column in zip(*cells)]
    for line in cells:
        yield "  ".join(_aligned(line, widths)).rstrip()


def _aligned(line: list[str], widths: list[int]) -> Iterable[str]:
    """Names to the left, numbers to the right."""
    for index, (text, width) in enumerate(zip(line, widths)):
        yield text.ljust(width) if index == 1 else text.rjust(width)


def _elo(name: str, rating: Rating | None) -> dict[str, Any]:
    if rating is None:
        return {}
    elo, *interval = (round(number, 1) + 0.0 for number in (rating.elo, *rating.interval))  # no -0.0
    return {name: elo, f"{name}_interval_95": interval}


def short_names(texts: Sequence[str]) -> list[str]:
    """The ``texts`` of players for tables: a path is shortened to the file's name without its suffix, a run's network to run and generation, as in
    ``az2/000020``. Where two different texts would become the same, they stay whole."""
    shortened = [_shortened(text) for text in texts]
    whole = {short: {text for text, other in zip(texts, shortened) if other == short} for short in shortened}
    return [short if len(whole[short]) == 1 else text for text, short in zip(texts, shortened)]


def _shortened(text: str) -> str:
    kind, options = split(text)
    paths = {
        name: PurePath(options[name]) for name in FILES if len(PurePath(options.get(name, "")).parts) > 1
    }
    for name, path in paths.items():
        run = path.parent.parent.name if path.parent.name == CHECKPOINTS else ""
        options[name] = f"{run}/{path.stem}" if run else path.stem
    return join(kind, options) if paths else text

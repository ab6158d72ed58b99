"""Many games between two players, with the share that the first won and how sure that is."""

import math
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np

from ai.players import make_player
from core.files import write_atomically
from core.match import play_match
from core.player import Limit
from core.position import Color, Position, Size
from core.records import sgf

OPENING_MOVES = 2
"""Random moves before each pair of games, which both players then play from either side: players without chance would otherwise
repeat one game."""
Z_95 = 1.959964


class ContestError(ValueError):
    """A contest can't be held as asked; the message is a sentence."""


def wilson(wins: int, games: int) -> tuple[float, float]:
    """The 95% interval of a winning share (Wilson 1927)."""
    share = wins / games
    center = share + Z_95**2 / (2 * games)
    spread = Z_95 * math.sqrt(share * (1 - share) / games + Z_95**2 / (4 * games**2))
    scale = 1 + Z_95**2 / games
    return max(0.0, (center - spread) / scale), min(1.0, (center + spread) / scale)


def opening(size: Size, pair: int) -> Position:
    """The position from which pair number ``pair`` of a contest starts."""
    random = np.random.default_rng([size.rows, size.cols, pair])
    position = Position.empty(size)
    for _ in range(OPENING_MOVES):
        following = position.play(int(random.choice(position.legal_moves())))
        if following.is_over:
            break
        position = following
    return position


_players: dict[str, Any] = {}
"""The players of this process, kept from game to game: loading a network takes longer than a short game."""


def _player(text: str) -> Any:
    if text not in _players:
        _players[text] = make_player(text)
    return _players[text]


def play_one(first: str, second: str, size: Size, number: int) -> tuple[int, bool, str, bytes]:
    """Game ``number``: the first player is Black in even ones. Returns number, whether the first won, the reason, and the record."""
    black, white = (first, second) if number % 2 == 0 else (second, first)
    match = play_match(
        _player(black),
        _player(white),
        start=opening(size, number // 2),
        size=size,
        black_limit=Limit(),
        white_limit=Limit(),
    )
    result = match.result
    assert result is not None
    first_won = (result.winner is Color.BLACK) == (number % 2 == 0)
    return number, first_won, result.reason.value, sgf.write(match.game)


def contest(
    first: str, second: str, games: int, size: Size, jobs: int = 1, records: Path | None = None
) -> Iterator[dict[str, Any]]:
    """Play ``games`` games and yield the score after each tenth and at the end."""
    if games < 1 or jobs < 1:
        raise ContestError("there should be at least one game and one job")
    for text in (first, second):
        refusal = make_player(text).supports(size)
        if refusal:
            raise ContestError(refusal)
    if records is not None:
        records.mkdir(parents=True, exist_ok=True)
    wins = Counter[bool]()
    reasons = Counter[str]()
    finished = _games(first, second, games, size, jobs)
    for done, (number, first_won, reason, record) in enumerate(finished, 1):
        wins[number % 2 == 0] += first_won
        reasons[reason] += 1
        if records is not None:
            write_atomically(records / f"{number:05d}.sgf", record)
        if done % 10 == 0 or done == games:
            yield _score(first, second, done, wins, reasons)


def _games(
    first: str, second: str, games: int, size: Size, jobs: int
) -> Iterator[tuple[int, bool, str, bytes]]:
    if jobs == 1:
        for number in range(games):
            yield play_one(first, second, size, number)
        return
    with ProcessPoolExecutor(jobs, get_context("spawn")) as pool:
        futures = [pool.submit(play_one, first, second, size, number) for number in range(games)]
        for future in as_completed(futures):
            yield future.result()


def _score(first: str, second: str, games: int, wins: Counter[bool], reasons: Counter[str]) -> dict[str, Any]:
    low, high = wilson(wins.total(), games)
    return {
        "first": first,
        "second": second,
        "games": games,
        "wins": wins.total(),
        "wins_as_black": wins[True],
        "wins_as_white": wins[False],
        "share": round(wins.total() / games, 4),
        "interval_95": [round(low, 4), round(high, 4)],
        "reasons": dict(reasons),
    }

"""The ladder: all players and levels of ``assets/levels.json``, rated by games against near neighbours, with random moves at 0.

Not all pairs meet, since games between players of very different strength say little. The first round pairs neighbours in the order of the file,
later rounds neighbours by the ratings so far, so that a wrong order mends itself. Each pair is an arena of its own in the ladder's folder, so that
games still count when players are added.
"""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from threading import Event
from typing import Any

from ai.arena import ArenaError
from ai.arena.contest import check_jobs, play
from ai.arena.folder import ArenaFolder, FinishedGame
from ai.arena.plan import Plan
from ai.arena.standings import Row, Standings, elo_text
from ai.elo import Rating
from ai.levels import read_entries
from ai.session_folder import WorkFolder
from core.files import write_atomically
from core.sentence import Sentence

ANCHOR = "random"
ROUNDS = 3
DISTANCES = (1, 2, 3)
"""Each player meets the next three in the order."""
MARKS = "<!-- ladder -->", "<!-- /ladder -->"
"""The marks between which a text file has the table."""
HEADERS = {
    "en": ("level", "player", "Elo (95%)", "games", "won", "seconds a game"),
    "zh": ("等级", "棋手", "等级分（95%）", "局数", "胜局", "每局用时（秒）"),
}


def climb(
    players: Sequence[str], games: int, folder: Path, jobs: int = 1, stop: Event | None = None
) -> Iterator[tuple[Standings, bool]]:
    """Play the games that ``folder`` lacks, ``games`` for each pair, until ``stop`` is set; a file named stop in the folder of a pair that plays sets
    it too. Yields the standings after every game, and whether it was played now. :class:`ArenaError` if the ladder can't be played, before anything
    is played unless the folder of a pair is the reason."""
    if other := WorkFolder(folder).other_use():
        raise ArenaError(other)
    check_jobs(jobs)
    for pair in neighbours(players):
        Plan(pair, games).check()
    return _climb(players, games, folder, jobs, stop or Event())


def _climb(
    players: Sequence[str], games: int, folder: Path, jobs: int, stop: Event
) -> Iterator[tuple[Standings, bool]]:
    """The standings that :func:`climb` yields."""
    standings = empty_standings(players)
    order = list(range(len(players)))
    met: set[tuple[str, str]] = set()
    for _ in range(ROUNDS):
        for pair in neighbours([players[index] for index in order]):
            if pair in met:
                continue
            met.add(pair)
            arena, plan = ArenaFolder(pair_folder(folder, pair)), Plan(pair, games)
            number = 0
            for number, game in enumerate(play(plan, arena, jobs, stop=stop), 1):
                standings.add(_among(players, pair, game))
                yield standings, number > arena.found
            if number < len(plan):
                stop.set()
            if stop.is_set():
                return
        order = by_elo(standings.rows())


def results(players: Sequence[str], folder: Path) -> Standings:
    """The standings by all games between ``players`` in ``folder``."""
    standings = empty_standings(players)
    for path in sorted(folder.glob("*/arena.json")):
        pair = ArenaFolder(path.parent)
        plan = pair.read_plan()
        if plan is not None and set(plan.players) <= set(players):
            for game in pair.read_games():
                standings.add(_among(players, plan.players, game))
    return standings


def empty_standings(players: Sequence[str]) -> Standings:
    return Standings(players, anchor=players.index(ANCHOR))


def neighbours(order: Sequence[str]) -> Iterator[tuple[str, str]]:
    """The pairs that meet when ``order`` is the order of strength, weakest first; each pair in alphabetical order. The pairs of distance 1 come first
    and connect all players, so that a ladder that is stopped early has rated them."""
    for distance in DISTANCES:
        for player, stronger in zip(order, order[distance:]):
            one, other = sorted((player, stronger))
            yield one, other


def pair_folder(folder: Path, pair: tuple[str, str]) -> Path:
    """The folder of a pair's games, named by both players in letters that every file system takes."""
    return folder / " ".join(re.sub(r"[^\w.=+-]", lambda sign: f"%{ord(sign[0]):02X}", text) for text in pair)


def by_elo(rows: Sequence[Row]) -> list[int]:
    """Indices of ``rows``, the weakest first; a row without a rating stays behind the one before it."""
    strengths: list[float] = []
    for row in rows:
        before = strengths[-1] if strengths else 0.0
        strengths.append(before if row.rating is None else row.rating.elo)
    return sorted(range(len(rows)), key=strengths.__getitem__)


def _among(players: Sequence[str], pair: Sequence[str], game: FinishedGame) -> FinishedGame:
    """A game of a pair as a game of all players."""
    return replace(game, black=players.index(pair[game.black]), white=players.index(pair[game.white]))


# --- publishing ----------------------------------------------------------------------------------------------------------


def publish(levels: Path, texts: dict[str, Path], standings: Standings) -> None:
    """Write the ratings into ``levels``, and the table between the marks of each language's text. :class:`ArenaError` if a text has no marks or a
    player no rating."""
    rows = {row.player: row for row in standings.rows()}
    entries = read_entries(levels)
    if unrated := [player for player, row in rows.items() if row.rating is None]:
        raise ArenaError(
            Sentence(
                "%1 of %2 players have no rating yet, %3 among them; play the ladder before it is published",
                len(unrated),
                len(rows),
                unrated[0],
            )
        )
    for entry in entries:
        entry.update(_rounded(rows[entry["player"]].rating))
    entries = [entries[index] for index in by_elo([rows[entry["player"]] for entry in entries])]
    written = {levels: _json(entries)}
    for language, path in texts.items():
        before, begin, rest = path.read_text("utf-8").partition(MARKS[0])
        _, end, after = rest.partition(MARKS[1])
        if not begin or not end:
            raise ArenaError(Sentence("%1 has no place for the table: %2", path.name, " … ".join(MARKS)))
        table = markdown(entries, rows, language)
        written[path] = f"{before}{begin}\n{table}\n{end}{after}"
    for path, text in written.items():
        write_atomically(path, text.encode())


def _rounded(rating: Rating | None) -> dict[str, Any]:
    if rating is None:
        return {"elo": None, "interval": None}
    return {"elo": round(rating.elo), "interval": [round(end) for end in rating.interval]}


def _json(entries: Sequence[dict[str, Any]]) -> str:
    """The entries as JSON with one player a line, so that changes can be read."""
    lines = ",\n".join(f"  {json.dumps(entry, ensure_ascii=False)}" for entry in entries)
    return f'{{\n "players": [\n{lines}\n ]\n}}\n'


def markdown(entries: Sequence[dict[str, Any]], rows: dict[str, Row], language: str) -> str:
    """The table, the strongest first."""
    headers = HEADERS[language]
    lines = [f"| {' | '.join(headers)} |", f"|{'---|' * 2}{'---:|' * (len(headers) - 2)}"]
    for entry in reversed(entries):
        row = rows[entry["player"]]
        name = entry["name"][language] if "name" in entry else ""
        cells = (
            name,
            f"`{row.player}`",
            elo_text(row.rating),
            row.games,
            row.wins,
            f"{row.seconds_a_game:.1f}",
        )
        lines.append(f"| {' | '.join(map(str, cells))} |")
    return "\n".join(lines)

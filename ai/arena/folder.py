"""The folder of an arena: its plan, a line for each finished game, the games, and a lock. ``docs/formats.md`` tells the format.

A game counts once its line is complete in ``games.jsonl``. A line that a kill has cut short is removed, and its game played again.
"""

import json
import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from ai.arena import ArenaError
from ai.arena.plan import Plan
from ai.session_folder import WorkFolder, kinds_of, misfits, parse
from core.files import write_atomically
from core.game import Reason
from core.position import Color
from core.sentence import Sentence, reason_of, sentence_of

FORMAT = 1

SENTENCE = "error_sentence"
"""The field with the template and values of ``error``, by which it can be said in another language."""


@dataclass(frozen=True)
class FinishedGame:
    """How a game of the plan went."""

    game: int
    """Its number, from 1."""
    black: int
    """Index of the player."""
    white: int
    winner: str
    """``black`` or ``white``."""
    reason: str
    """A value of :class:`core.game.Reason`."""
    moves: int
    """How many, with those of the opening."""
    black_seconds: float
    """Time that Black spent choosing moves."""
    white_seconds: float
    error: str = ""
    """Why a player forfeited; a :class:`core.sentence.Sentence` where the player gave one."""

    @classmethod
    def parse(cls, line: bytes, plan: Plan | None) -> "FinishedGame":
        """The game of a line; ``ValueError``, ``TypeError`` or ``RecursionError`` if it holds none, or none of ``plan``."""
        told = parse(line)
        if not isinstance(told, dict):
            raise TypeError("no game")
        sentence = told.pop(SENTENCE, None)
        game = cls(**told)
        if wrong := misfits(told, kinds_of(cls)):
            raise TypeError(f"{', '.join(wrong)} of another kind")
        if sentence is not None:
            game = replace(game, error=Sentence.from_json(json.dumps(sentence)))
        Reason(game.reason)
        if game.winner not in ("black", "white"):
            raise ValueError(f"winner {game.winner!r}")
        if plan is None or not 1 <= game.game <= len(plan):
            raise ValueError(f"game {game.game}")
        if game.black == game.white or not {game.black, game.white} <= set(range(len(plan.players))):
            raise ValueError(f"players {game.black} and {game.white}")
        return game

    def line(self) -> bytes:
        """The line that :meth:`parse` reads."""
        told = asdict(self)
        if isinstance(self.error, Sentence):
            told[SENTENCE] = json.loads(self.error.to_json())
        return json.dumps(told, ensure_ascii=False).encode() + b"\n"

    @property
    def winning_color(self) -> Color:
        return Color[self.winner.upper()]

    @property
    def winning_player(self) -> int:
        return self.black if self.winner == "black" else self.white

    @property
    def losing_player(self) -> int:
        return self.white if self.winner == "black" else self.black


class ArenaFolder(WorkFolder):
    """One arena on disk. Reading needs no lock."""

    mark = "arena.json"

    def __init__(self, path: Path):
        super().__init__(path)
        self.log = path / "arena.log"
        self.plan_file = path / self.mark
        self.results = path / "games.jsonl"
        self.found = 0
        """How many games had been played already when the folder was opened."""
        self._records = path / "games"

    def open(self, plan: Plan) -> list[FinishedGame]:
        """Begin ``plan`` here, go on with it, or prolong the plan that is here. Returns the games played already. :class:`ArenaError` if the folder
        holds another plan or something else, another process works on it, or it can't be written to."""
        if other := self.other_use():
            raise ArenaError(other)
        try:
            self._records.mkdir(parents=True, exist_ok=True)
            if not self.take():
                raise ArenaError(
                    Sentence(
                        "another process plays the arena %1; stop it or choose another folder", self.path
                    )
                )
            try:
                return self._begin(plan)
            except BaseException:
                self.close()
                raise
        except OSError as error:
            raise ArenaError(
                Sentence("the arena %1 can't be kept: %2", self.path, reason_of(error))
            ) from error

    def _begin(self, plan: Plan) -> list[FinishedGame]:
        existing = self.read_plan()
        if existing is None and self.results.exists() and self.results.stat().st_size > 0:
            raise ArenaError(
                Sentence(
                    "the arena %1 has results but has lost its plan; put arena.json back or choose another folder",
                    self.path,
                )
            )
        if existing is None and (there := sorted(self._records.glob("*.sgf"))):
            raise ArenaError(
                Sentence(
                    "%1 would be among the games of a new arena, and might be written over; move it away or choose another folder",
                    there[0],
                )
            )
        self._check_results()
        if existing is not None:
            plan = replace(plan, own_openings=existing.own_openings)
        if existing is None or plan.prolongs(existing):
            data = {"format": FORMAT, **plan.to_dict()}
            write_atomically(self.plan_file, json.dumps(data, ensure_ascii=False, indent=1).encode())
        elif change := existing.change(plan):
            raise ArenaError(
                Sentence(
                    "the arena %1 was begun with %2; go on as it was begun or choose another folder",
                    self.path,
                    change,
                )
            )
        self._cut_torn_line()
        games = self.read_games()
        self._remove_uncounted(games)
        self.found = len(games)
        return games

    def _check_results(self) -> None:
        """:class:`ArenaError` if results of games are lost, whose records would then be overwritten. A kill leaves at most one record without a line,
        since a record is written just before its line."""
        records = sum(1 for _ in self._records.glob("*.sgf"))
        lines = self.results.read_bytes().count(b"\n") if self.results.exists() else 0
        if records > lines + 1:
            raise ArenaError(
                Sentence(
                    "the arena %1 has %2 games, but the results of only %3; put %4 back or choose another folder",
                    self.path,
                    records,
                    lines,
                    self.results.name,
                )
            )

    def read_plan(self) -> Plan | None:
        """The plan of the arena; ``None`` where none has been begun. :class:`ArenaError` if the file makes no sense."""
        try:
            given = parse(self.plan_file.read_bytes())
            if given["format"] != FORMAT:
                raise ArenaError(
                    Sentence(
                        "%1 has format %2; this program knows %3", self.plan_file, given["format"], FORMAT
                    )
                )
            return Plan.from_dict(given)
        except FileNotFoundError:
            return None
        except ArenaError:
            raise
        except (OSError, ValueError, TypeError, KeyError, RecursionError) as error:
            raise ArenaError(
                Sentence("%1 can't be read as the plan of an arena (%2)", self.plan_file, sentence_of(error))
            ) from error

    def read_games(self) -> list[FinishedGame]:
        """The games that count, in the order in which they ended; :class:`ArenaError` if a line is damaged, which no kill can do."""
        try:
            lines = self.results.read_bytes().split(b"\n")[:-1]
        except FileNotFoundError:
            return []
        except OSError as error:
            raise ArenaError(Sentence("%1 can't be read: %2", self.results, reason_of(error))) from error
        plan = self.read_plan()
        games: dict[int, FinishedGame] = {}
        for number, line in enumerate(lines, 1):
            try:
                game = FinishedGame.parse(line, plan)
            except (ValueError, TypeError, RecursionError) as error:
                raise ArenaError(
                    Sentence(
                        "line %1 of %2 is damaged; put a sound file back or choose another folder",
                        number,
                        self.results,
                    )
                ) from error
            if game.game in games:
                raise ArenaError(
                    Sentence(
                        "line %1 of %2 counts game %3 twice; take one of the two lines out",
                        number,
                        self.results,
                        game.game,
                    )
                )
            games[game.game] = game
        return list(games.values())

    def _cut_torn_line(self) -> None:
        if self.results.exists():
            with self.results.open("r+b") as file:
                file.truncate(file.read().rfind(b"\n") + 1)

    def _remove_uncounted(self, games: list[FinishedGame]) -> None:
        """Remove the record that a kill has left without its line. With a second one, of another game, results would seem to be lost."""
        counted = {self.record(game.game) for game in games}
        for record in self._records.glob("*.sgf"):
            if record.stem.isdecimal() and record not in counted:
                record.unlink()

    def append(self, game: FinishedGame, record: bytes) -> None:
        """Keep a finished game: first its record, then the line by which it counts."""
        write_atomically(self.record(game.game), record)
        with self.results.open("ab") as file:
            file.write(game.line())
            file.flush()
            os.fsync(file.fileno())

    def record(self, number: int) -> Path:
        """The path of the SGF file of game ``number``."""
        return self._records / f"{number:05d}.sgf"


def plans_in(arenas: Path) -> Iterator[tuple[str, Plan]]:
    """Names and plans of the arenas in a folder whose plans can be read."""
    for path in arenas.glob("*"):
        with suppress(ArenaError):
            plan = ArenaFolder(path).read_plan()
            if plan is not None:
                yield path.name, plan

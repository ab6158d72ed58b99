"""The opening book: results of games by position and move of the opening, up to symmetry.

A position and its turned and mirrored images are one entry, kept in the orientation that comes first in byte order (8 orientations, 4 on
rectangles). Moves that a position's own symmetry makes equal are counted together.
"""

import csv
import io
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from ai.elo import wilson
from core.files import write_atomically
from core.game import Game, Result
from core.points import Notation, parse_point, point_name
from core.position import Color, Position, Size
from core.program import FILES
from core.sentence import Sentence, reason_of
from core.symmetry import symmetries

SUFFIX = ".csv"
COLUMNS = ["size", "position", "move", "games", "wins"]
LEAST_GAMES = 10
"""Games that a move must have been played in before the book plays it."""
SHIPPED = FILES / "assets" / "book" / f"9x9{SUFFIX}"
LETTERS = ".XO"
"""An empty point, a black and a white stone."""
MOST_EMPTY = 100
"""Most letters for one number: more than any row has."""


class BookError(ValueError):
    """A book can't be read or made; the message is a sentence."""


@dataclass(frozen=True)
class BookMove:
    """The book's figures for a move."""

    point: int
    games: int
    wins: int
    """Games that the side that played the move won."""

    @property
    def lower_bound(self) -> float:
        """The lower end of the 95% interval of the share of games won."""
        return wilson(self.wins, self.games)[0]


@dataclass(frozen=True)
class _View:
    """A position in the orientation in which the book keeps it."""

    stones: bytes
    """One byte for each point: 0 empty, 1 Black, 2 White."""
    sources: np.ndarray
    """``int64[n, P]``: the symmetries that lead to this orientation, rows of :func:`core.symmetry.symmetries`. A symmetric position has several."""

    def kept(self, move: int) -> int:
        """Where the book keeps a move of the position."""
        return min(int(np.flatnonzero(source == move)[0]) for source in self.sources)


def _view(position: Position) -> _View:
    images = position.stones.reshape(-1)[symmetries(position.size)]
    written = [image.tobytes() for image in images]
    first = min(written)
    return _View(first, symmetries(position.size)[[image == first for image in written]])


class Book:
    """Counts of games by position and move, for one board."""

    def __init__(self, size: Size | None = None):
        self.size = size or Size()
        self._entries: dict[bytes, dict[int, list[int]]] = {}
        self.deepest = 0
        """The number of stones in the largest position of the book."""

    def __len__(self) -> int:
        """The number of positions in the book."""
        return len(self._entries)

    # --- Asking ------------------------------------------------------------------------------------------------------------

    def positions(self, least_games: int) -> int:
        """How many positions have a move that was played in at least ``least_games`` games."""
        return len({position for position, *_ in self.rows(least_games)})

    def lookup(self, position: Position) -> list[BookMove]:
        """The book's moves for ``position``, in its own orientation, sorted by lower bound, then by games. Moves that the position's symmetry makes
        equal are all listed, each with the figures of all."""
        if position.size != self.size or position.ply > self.deepest:
            return []
        view = _view(position)
        moves = {
            int(source[point]): BookMove(int(source[point]), games, wins)
            for point, (games, wins) in self._entries.get(view.stones, {}).items()
            for source in view.sources
        }
        return sorted(moves.values(), key=lambda move: (-move.lower_bound, -move.games, move.point))

    def choose(self, position: Position) -> BookMove | None:
        """The move with the best lower bound among those played in at least :data:`LEAST_GAMES` games, if there is one."""
        return next((move for move in self.lookup(position) if move.games >= LEAST_GAMES), None)

    # --- Making ------------------------------------------------------------------------------------------------------------

    def add(self, start: Position, moves: Iterable[int], winner: Color, depth: int) -> None:
        """Count a game's first ``depth`` moves."""
        position = start
        for _, move in zip(range(depth), moves, strict=False):
            self._count(position, move, position.to_move is winner)
            position = position.play(move)

    def add_game(self, game: Game, depth: int) -> bool:
        """Count the moves of a record. Returns whether that was possible: the record must have a winner and the book's board."""
        line = game.line_played()
        result = Result.if_over(line[-1].position) or game.result
        if result is None or game.size != self.size:
            return False
        moves = [node.move for node in line if node.move is not None]
        self.add(line[0].position, moves, result.winner, depth)
        return True

    def _count(self, position: Position, move: int, won: bool) -> None:
        view = _view(position)
        self._put(view.stones, view.kept(move), 1, int(won))

    def _put(self, stones: bytes, move: int, games: int, wins: int) -> None:
        counts = self._entries.setdefault(stones, {}).setdefault(move, [0, 0])
        counts[0] += games
        counts[1] += wins
        self.deepest = max(self.deepest, len(stones) - stones.count(0))

    # --- Files -------------------------------------------------------------------------------------------------------------

    def rows(self, least_games: int = 1) -> Iterator[tuple[str, str, int, int]]:
        """Position, move, games and wins of each entry played in at least ``least_games`` games: positions with few stones first, and their most
        played moves first."""
        for stones, moves in sorted(self._entries.items(), key=lambda entry: (-entry[0].count(0), entry[0])):
            text = write_stones(stones, self.size)
            for move, (games, wins) in sorted(moves.items(), key=lambda entry: (-entry[1][0], entry[0])):
                if games >= least_games:
                    yield text, point_name(move, self.size, Notation.GTP), games, wins

    def save(self, path: Path, least_games: int = 1) -> None:
        """Write the entries that were played in at least ``least_games`` games; :class:`BookError` if that fails."""
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(COLUMNS)
        writer.writerows((str(self.size), *row) for row in self.rows(least_games))
        try:
            write_atomically(path, out.getvalue().encode())
        except OSError as error:
            raise BookError(Sentence("the book %1 can't be written: %2", path, reason_of(error))) from error

    @classmethod
    def load(cls, path: Path) -> "Book":
        """The book in a file. :class:`BookError` if it can't be read or is no book; it names the line that is wrong."""
        try:
            lines = list(csv.reader(io.StringIO(path.read_text("utf-8-sig"))))
        except (OSError, UnicodeDecodeError, csv.Error) as error:
            reason = reason_of(error) if isinstance(error, OSError) else Sentence("it is no text")
            raise BookError(Sentence("the book %1 can't be read: %2", path, reason)) from error
        if not lines or lines[0] != COLUMNS:
            raise BookError(
                Sentence("%1 is no opening book: its first line should be %2", path.name, ",".join(COLUMNS))
            )
        book: Book | None = None
        for number, line in enumerate(lines[1:], 2):
            if not line:
                continue
            try:
                if len(line) != len(COLUMNS):
                    raise ValueError(Sentence("it should have %1 columns", len(COLUMNS)))
                size, position, move, games, wins = line
                if not (games.isdecimal() and wins.isdecimal()):
                    raise ValueError(Sentence("%1 and %2 should be numbers", games, wins))
                book = book or cls(Size.parse(size))
                book._read(size, position, move, int(games), int(wins))
            except ValueError as error:
                raise BookError(
                    Sentence("%1 is damaged in line %2: %3", path.name, number, error.args[0])
                ) from error
        return book or cls()

    def _read(self, size: str, text: str, move: str, games: int, wins: int) -> None:
        if size != str(self.size):
            raise ValueError(Sentence("the board is %1, not %2 as before", size, self.size))
        if not 0 <= wins <= games or games == 0:
            raise ValueError(Sentence("%1 wins of %2 games make no sense", wins, games))
        position = Position.from_stones(read_stones(text, self.size))
        point = parse_point(move, self.size, Notation.GTP)
        if not 0 <= point < self.size.points or not position.legal_mask()[point]:
            raise ValueError(Sentence("%1 is no legal move there", move))
        view = _view(position)  # people who edit a book needn't know its orientation
        self._put(view.stones, view.kept(point), games, wins)


def write_stones(stones: bytes, size: Size) -> str:
    """Stones as text: rows from the top, ``X`` for Black, ``O`` for White, a number for that many empty points."""
    rows = []
    for row in range(size.rows):
        text, empty = "", 0
        for stone in stones[row * size.cols : (row + 1) * size.cols]:
            if stone == 0:
                empty += 1
                continue
            text += (str(empty) if empty else "") + LETTERS[stone]
            empty = 0
        rows.append(text + (str(empty) if empty else ""))
    return "/".join(rows)


def read_stones(text: str, size: Size) -> np.ndarray:
    """``uint8[rows, cols]``: the stones that :func:`write_stones` wrote; ``ValueError`` if ``text`` makes no sense."""
    rows = [letters_of(row).replace(" ", "") for row in text.split("/")]
    if [len(row) for row in rows] != [size.cols] * size.rows or not set("".join(rows)) <= set(LETTERS):
        raise ValueError(Sentence("'%1' doesn't describe a board of %2", text, size))
    return np.array([[LETTERS.index(letter) for letter in row] for row in rows], np.uint8)


def letters_of(row: str) -> str:
    """A row of a board with a letter for each point: a number in it stands for so many empty ones. What is too long for any board stays so."""
    return re.sub(r"[0-9]+", lambda number: LETTERS[0] * min(int(number[0]), MOST_EMPTY), row)

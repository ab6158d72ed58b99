"""Problems: positions in which one move wins, sometimes two. A collection of them is an SGF file, which other programs open too.

Each game of the file is a problem: its stones are set up, ``BWG[3]`` names its grade, and every legal move is a variation. A winning one bears ``TE``
(a good move) and is followed by moves to the end of the game, a losing one ``BM`` (a bad move) and the reply that refutes it.
"""

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from core import program
from core.game import Game, Node
from core.position import Position
from core.records import bytes_of, sgf

SHIPPED = program.FILES / "assets" / "problems.sgf"
GRADES = range(1, 6)
"""Grades of difficulty, from the easiest on."""
_GRADE, _GOOD, _BAD = "BWG", "TE", "BM"
_ID_LETTERS = 12


@dataclass(frozen=True)
class Problem:
    """A position whose side to move is to find a move that wins."""

    position: Position
    grade: int
    """One of :data:`GRADES`."""
    winning_moves: tuple[int, ...]
    """All of them."""
    lines: Mapping[int, tuple[int, ...]]
    """What follows each legal move, beginning with it: a game to its end, or of a losing move the reply that refutes it."""

    @cached_property
    def id(self) -> str:
        """By what it is known again, also in another edition of its collection."""
        return hashlib.sha256(str(self.position).encode()).hexdigest()[:_ID_LETTERS]


def shipped() -> list[Problem]:
    """The problems that come with the program, the easiest first. :class:`core.records.RecordError` if their file can't be read."""
    return read(bytes_of(SHIPPED))


def read(data: bytes) -> list[Problem]:
    """The problems of a collection; :class:`core.records.RecordError` if it holds no game."""
    return [_problem(result.game.root) for result in sgf.read(data)]


def write(problems: Iterable[Problem]) -> bytes:
    """The collection of ``problems``."""
    return b"".join(sgf.write(_game(problem)) for problem in problems)


def _problem(root: Node) -> Problem:
    lines = {}
    for node in root.children:
        assert node.move is not None
        lines[node.move] = node.whole_line()[-1].position.moves
    winning = tuple(
        sorted(move for move, node in zip(lines, root.children, strict=True) if _GOOD in node.foreign)
    )
    return Problem(root.position, int(root.foreign[_GRADE][0]), winning, lines)


def _game(problem: Problem) -> Game:
    game = Game(start=problem.position)
    game.root.comment = f"{problem.position.to_move.name.title()} to move and win."
    game.root.foreign[_GRADE] = [str(problem.grade).encode()]
    for move in sorted(problem.lines, key=lambda move: (move not in problem.winning_moves, move)):
        game.to_start()
        first = game.play(move)
        first.foreign[_GOOD if move in problem.winning_moves else _BAD] = [b"1"]
        for point in problem.lines[move][1:]:
            game.play(point)
    game.to_start()
    return game

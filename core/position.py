"""A position of NoGo: who has stones where, and whose move it is.

Positions are immutable values. Two are equal when the same stones stand on the same points with the same side to move: the order
of moves does not matter, although a position remembers the moves that led to it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum, IntEnum
from functools import cached_property, lru_cache
from operator import index

import numpy as np

from core import bitboard
from core.sentence import Sentence


class Color(IntEnum):
    """A side; the numbers are those in :attr:`Position.stones`, where 0 is an empty point."""

    BLACK = 1
    WHITE = 2

    @property
    def opponent(self) -> "Color":
        return Color.WHITE if self is Color.BLACK else Color.BLACK

    @property
    def index(self) -> int:
        """0 for Black, 1 for White: the row in arrays that hold both sides."""
        return self - 1


@dataclass(frozen=True)
class Size:
    """A board of ``rows`` x ``cols``, each 2 to 19. A point is ``row * cols + col``, row 0 at the top."""

    rows: int = 9
    cols: int = 9

    def __post_init__(self) -> None:
        least, most = bitboard.MIN_SIDE, bitboard.MAX_SIDE
        if not (least <= self.rows <= most and least <= self.cols <= most):
            raise ValueError(
                Sentence(
                    "a board has %1 to %2 rows and columns, not %3; choose another size", least, most, self
                )
            )

    @classmethod
    def parse(cls, text: str) -> "Size":
        """The board of ``"9"`` (square) or ``"4x5"`` (rows x columns); ``ValueError`` with a sentence otherwise."""
        rows, cross, cols = text.lower().replace("×", "x").partition("x")
        try:
            numbers = int(rows), int(cols if cross else rows)
        except ValueError:
            raise ValueError(
                Sentence("'%1' is not a board size; write 9 or 4x5 (rows x columns)", text)
            ) from None
        return cls(*numbers)

    @property
    def points(self) -> int:
        """The number of points."""
        return self.rows * self.cols

    @property
    def is_square(self) -> bool:
        return self.rows == self.cols

    def point(self, row: int, col: int) -> int:
        """The number of the point in ``row`` and ``col``, both from 0; row 0 is at the top."""
        return row * self.cols + col

    def row_col(self, point: int) -> tuple[int, int]:
        """Row and column of ``point``: what :meth:`point` numbers."""
        return divmod(point, self.cols)

    def __contains__(self, point: object) -> bool:
        """Whether ``point`` is the number of a point of this board."""
        return isinstance(point, int | np.integer) and 0 <= index(point) < self.points

    def __str__(self) -> str:
        return f"{self.rows}x{self.cols}"


class LossKind(Enum):
    """Why a move loses by the rules."""

    OCCUPIED = "occupied"
    CAPTURE = "capture"
    SUICIDE = "suicide"
    OFF_BOARD = "off_board"
    PASS = "pass"


PASS = -1
"""The number of a pass, where one must be named: it always loses."""


@dataclass(frozen=True)
class Loss:
    """Why ``point`` is a losing move; ``captured`` are the opponent's stones it would take, ascending."""

    kind: LossKind
    point: int
    captured: tuple[int, ...] = ()


class IllegalMove(ValueError):
    """A move that loses by the rules was to be played on a position; ``loss`` says why."""

    def __init__(self, loss: Loss):
        super().__init__(f"point {loss.point} is a losing move: {loss.kind.value}")
        self.loss = loss


class NoLibertyError(ValueError):
    """A block of a set-up position has no liberty."""

    def __init__(self, size: Size, point: int):
        row, col = size.row_col(point)
        super().__init__(
            Sentence(
                "the block at row %1 from the top, column %2 has no liberty, which can't come about in a game",
                row + 1,
                col + 1,
            )
        )
        self.point = point
        """One of its points."""


class Position:
    """Stones and the side to move. Make one with :meth:`empty`, :meth:`from_stones` or :meth:`play`.

    A point is a number, ``row * cols + col``. ``P`` stands for the number of points of the board, ``W`` for the 64-bit words of a set of them.
    """

    def __init__(self, size: Size, words: np.ndarray, to_move: Color, moves: tuple[int, ...], key: int):
        self.size = size
        self.words = words
        """``uint64[2, W]``: black and white stones for the kernels of :mod:`core.bitboard`; read-only."""
        self.to_move = to_move
        self.moves = moves
        """The points played since the empty board or the set-up position, first move first. Equality ignores them."""
        self.key = key
        """Zobrist key of the stones, 64 bits; equal positions have equal keys."""
        words.flags.writeable = False
        self._legal_masks: dict[Color, np.ndarray] = {}

    @classmethod
    def empty(cls, size: Size | None = None) -> "Position":
        """The start of the game, Black to move."""
        return _empty(size or Size())

    @classmethod
    def from_stones(cls, stones: np.ndarray) -> "Position":
        """A set-up position from ``stones`` (``[rows, cols]`` of 0 empty, 1 black, 2 white). It remembers no moves.

        The side to move follows from the numbers of stones: Black where they are equal, White where Black has one more. :class:`NoLibertyError` if a
        block has no liberty, ``ValueError`` with a sentence if the numbers can't have come about in a game or there is no board of this size.
        """
        stones = np.asarray(stones, np.uint8)
        size = Size(*stones.shape)
        flat = stones.reshape(-1)
        blacks, whites = int((flat == 1).sum()), int((flat == 2).sum())
        if blacks - whites not in (0, 1):
            raise ValueError(
                Sentence(
                    "%1 black and %2 white stones can't come about in a game: Black has as many as White, or one more",
                    blacks,
                    whites,
                )
            )
        position = cls.sketch(stones, Color.BLACK if blacks == whites else Color.WHITE)
        seen: set[int] = set()
        for point in map(int, np.flatnonzero(flat)):
            if point not in seen:
                block, liberties = position._block_and_liberties(point)
                if not liberties:
                    raise NoLibertyError(size, point)
                seen.update(block)
        return position

    @classmethod
    def sketch(cls, stones: np.ndarray, to_move: Color = Color.BLACK) -> "Position":
        """Like :meth:`from_stones`, but with ``to_move`` as given and nothing checked except the size: for showing a position while it is
        being set up, not for playing on."""
        flat = np.asarray(stones, np.uint8).reshape(-1)
        size = Size(*stones.shape)
        geometry = bitboard.geometry(size.rows, size.cols)
        words = np.zeros((2, geometry.bits.shape[1]), np.uint64)
        key = 0
        for side in (0, 1):
            for point in np.flatnonzero(flat == side + 1):
                words[side] |= geometry.bits[point]
                key ^= int(geometry.keys[side, point])
        return cls(size, words, to_move, (), key)

    @property
    def ply(self) -> int:
        """The number of stones on the board."""
        return int(np.count_nonzero(self.stones))

    @cached_property
    def _geometry(self) -> bitboard.Geometry:
        return bitboard.geometry(self.size.rows, self.size.cols)

    @cached_property
    def stones(self) -> np.ndarray:
        """``uint8[rows, cols]``: 0 empty, 1 black, 2 white; read-only."""
        bits = self._geometry.bits
        flat = np.zeros(self.size.points, np.uint8)
        for color in Color:
            flat[(bits & self.words[color.index]).any(axis=1)] = color
        out = flat.reshape(self.size.rows, self.size.cols)
        out.flags.writeable = False
        return out

    def at(self, point: int) -> Color | None:
        """The colour of the stone on ``point``; ``None`` if it is empty."""
        stone = int(self.stones.reshape(-1)[point])
        return Color(stone) if stone else None

    def words_for(self, color: Color) -> np.ndarray:
        """``uint64[2, W]``: ``color``'s stones, then the other side's."""
        if color is Color.BLACK:
            return self.words
        swapped = np.ascontiguousarray(self.words[::-1])
        swapped.flags.writeable = False  # numba compiles a kernel anew for arrays that differ in this
        return swapped

    def sets_for(self, color: Color) -> bitboard.TwoSets:
        """``color``'s stones, then the other side's, each a set of points as a tuple of ``W`` words."""
        own, other = (tuple(words) for words in self.words_for(color))
        return own, other

    def legal_mask(self, color: Color | None = None) -> np.ndarray:
        """``bool[P]``: where ``color`` (the side to move if not given) may play; read-only."""
        color = color or self.to_move
        if color not in self._legal_masks:
            mask = bitboard.legal_mask(self._geometry, self.words_for(color))
            mask.flags.writeable = False
            self._legal_masks[color] = mask
        return self._legal_masks[color]

    def legal_moves(self, color: Color | None = None) -> tuple[int, ...]:
        """The legal points of ``color`` (the side to move if not given), ascending."""
        return tuple(int(point) for point in np.flatnonzero(self.legal_mask(color)))

    def private_points(self, color: Color) -> tuple[int, ...]:
        """The points legal for ``color`` alone: its spare moves, ascending."""
        mask = self.legal_mask(color) & ~self.legal_mask(color.opponent)
        return tuple(int(point) for point in np.flatnonzero(mask))

    @cached_property
    def is_over(self) -> bool:
        """Whether the side to move has no legal move, and so has lost."""
        return not bitboard.has_legal_move(self._geometry, *self.sets_for(self.to_move))

    def loss(self, point: int) -> Loss | None:
        """Why playing ``point`` (or :data:`PASS`) loses for the side to move; ``None`` if it is legal."""
        point = index(point)  # games hold Python's integers, not numpy's
        if point == PASS:
            return Loss(LossKind.PASS, point)
        if point not in self.size:
            return Loss(LossKind.OFF_BOARD, point)
        if self.legal_mask()[point]:  # first, because games ask this of every move
            return None
        if self.at(point) is not None:
            return Loss(LossKind.OCCUPIED, point)
        captured = self._captured_by(point)
        if captured:
            return Loss(LossKind.CAPTURE, point, captured)
        return Loss(LossKind.SUICIDE, point)

    def _captured_by(self, point: int) -> tuple[int, ...]:
        captured: set[int] = set()
        for beside in self._points_of(self._geometry.neighbours[point]):
            if self.at(beside) is self.to_move.opponent and self.liberties(beside) == (point,):
                captured.update(self.block(beside))
        return tuple(sorted(captured))

    def play(self, point: int) -> "Position":
        """The position after the side to move has played ``point``; :class:`IllegalMove` if that loses."""
        loss = self.loss(point)
        if loss is not None:
            raise IllegalMove(loss)
        return self.after((index(point),))

    def after(self, points: Sequence[int]) -> "Position":
        """The position after ``points``, which must be legal one after the other. Much faster than playing each, because nothing is checked."""
        words, key, color = self.words.copy(), self.key, self.to_move
        for point in points:
            words[color.index] |= self._geometry.bits[point]
            key ^= int(self._geometry.keys[color.index, point])
            color = color.opponent
        return Position(self.size, words, color, (*self.moves, *points), key)

    def play_all(self, points: Iterable[int]) -> "Position":
        """The position after all of ``points``; :class:`IllegalMove` at the first that loses."""
        position = self
        for point in points:
            position = position.play(point)
        return position

    def block(self, point: int) -> tuple[int, ...]:
        """The stones of the block on ``point``, ascending; empty for an empty point."""
        return self._block_and_liberties(point)[0]

    def liberties(self, point: int) -> tuple[int, ...]:
        """The liberties of the block on ``point``, ascending; empty for an empty point."""
        return self._block_and_liberties(point)[1]

    def _block_and_liberties(self, point: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        for side in (0, 1):
            if (self.words[side] & self._geometry.bits[point]).any():
                block, liberties = bitboard.block_and_liberties(self._geometry, self.words, side, point)
                return self._points_of(block), self._points_of(liberties)
        return (), ()

    def _points_of(self, words: np.ndarray) -> tuple[int, ...]:
        return tuple(int(point) for point in np.flatnonzero((self._geometry.bits & words).any(axis=1)))

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Position)
            and self.size == other.size
            and self.to_move == other.to_move
            and np.array_equal(self.words, other.words)
        )

    def __hash__(self) -> int:
        return hash((self.size, self.key))

    def __str__(self) -> str:
        """The board as text, row 0 at the top: ``.`` empty, ``X`` black, ``O`` white."""
        return "\n".join("".join(".XO"[stone] for stone in row) for row in self.stones)

    def __repr__(self) -> str:
        return f"<Position {self.size}, {self.ply} stones, {self.to_move.name} to move>"


@lru_cache(maxsize=16)
def _empty(size: Size) -> Position:
    """Cached, because self-play needs it for each of its openings."""
    return Position.from_stones(np.zeros((size.rows, size.cols), np.uint8))

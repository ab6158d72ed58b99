"""Names of points: GTP's letters (no I) and those of the Chinese championship (with I), rows from 1 at the bottom."""

from enum import Enum

from core.position import PASS, Size

_GTP_LETTERS = "ABCDEFGHJKLMNOPQRST"
_CHAMPIONSHIP_LETTERS = "ABCDEFGHIJKLMNOPQRS"


class Notation(Enum):
    """How points are written; the value is the setting's text."""

    CHAMPIONSHIP = "championship"
    GTP = "gtp"

    @property
    def letters(self) -> str:
        """The column letters, from the left."""
        return _GTP_LETTERS if self is Notation.GTP else _CHAMPIONSHIP_LETTERS


def point_name(point: int, size: Size, notation: Notation = Notation.CHAMPIONSHIP) -> str:
    """``E5`` for the centre of 9x9; ``pass`` for :data:`core.position.PASS`."""
    if point == PASS:
        return "pass"
    row, col = size.row_col(point)
    return f"{notation.letters[col]}{size.rows - row}"


def parse_point(text: str, size: Size, notation: Notation = Notation.CHAMPIONSHIP) -> int:
    """The point that ``text`` names, in any case; ``ValueError`` with a sentence if it names none."""
    name = text.strip().upper()
    if name == "PASS":
        return PASS
    col = notation.letters.find(name[:1]) if name else -1
    row = int(name[1:]) if name[1:].isdecimal() else 0
    if not (0 <= col < size.cols and 1 <= row <= size.rows):
        last = point_name(size.point(0, size.cols - 1), size, notation)
        raise ValueError(f"'{text}' is not a point of a {size} board; points go from A1 to {last}")
    return size.point(size.rows - row, col)

"""How points are written on the platform of the Chinese championship, where NoGo is played on 9x9."""

from core.position import Size

SIZE = Size(9, 9)
LETTERS = "ABCDEFGHI"


def point_letters(point: int) -> str:
    """``EE`` for the centre: the column from the left, then the row from the top."""
    row, col = SIZE.row_col(point)
    return LETTERS[col] + LETTERS[row]


def parse_letters(text: str) -> int:
    """The point that two letters name, in any case; ``ValueError`` with a sentence if they name none."""
    letters = text.strip().upper()
    if len(letters) != 2 or not set(letters) <= set(LETTERS):
        raise ValueError(f"'{text}' is not a point; points go from AA to II")
    return SIZE.point(LETTERS.index(letters[1]), LETTERS.index(letters[0]))

"""Places and marks of the Botzone platform (botzone.org.cn), which plays NoGo on 9x9."""

from core.position import Size

SIZE = Size(9, 9)
KEEP_RUNNING = ">>>BOTZONE_REQUEST_KEEP_RUNNING<<<"
NOWHERE = (-1, -1)
"""The request for Black's first move. As an answer it loses and says that no move could be chosen."""

Place = tuple[int, int]
"""x and y, both from 0; here x is the column. Their direction doesn't matter to the rules."""


def place_of(point: int) -> Place:
    row, col = SIZE.row_col(point)
    return col, row


def point_of(place: Place) -> int:
    return SIZE.point(place[1], place[0])

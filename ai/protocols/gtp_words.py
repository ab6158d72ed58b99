"""GTP's words for colours, numbers and points, read in upper or lower case and written as the protocol wants."""

from collections.abc import Sequence

from core.points import Notation, parse_point, point_name
from core.position import Color, Size

COLORS = {"b": Color.BLACK, "black": Color.BLACK, "w": Color.WHITE, "white": Color.WHITE}
MOST_NUMBER = 10**9


class GtpError(ValueError):
    """A command fails; the text is the protocol's error message."""


def expect(words: Sequence[str], count: int) -> None:
    """:class:`GtpError` unless a command has ``count`` arguments."""
    if len(words) != count:
        raise GtpError("syntax error")


def parse_color(word: str) -> Color:
    color = COLORS.get(word.lower())
    if color is None:
        raise GtpError("syntax error")
    return color


def parse_vertex(word: str, size: Size) -> int:
    """A point, or :data:`core.position.PASS`."""
    try:
        return parse_point(word, size, Notation.GTP)
    except ValueError:
        raise GtpError("syntax error") from None


def parse_number(word: str, kind: type[int] | type[float]) -> float:
    try:
        number = kind(word)
    except ValueError:
        raise GtpError("syntax error") from None
    if not abs(number) <= MOST_NUMBER:  # refuses NaN too
        raise GtpError("syntax error")
    return number


def vertex_name(point: int, size: Size) -> str:
    return point_name(point, size, Notation.GTP)


def vertex_names(points: tuple[int, ...], size: Size) -> str:
    """The names of the points, separated by spaces."""
    return " ".join(vertex_name(point, size) for point in points)

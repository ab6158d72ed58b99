"""Marks that people put on points of a position, to speak of them: shapes, and labels, which are short texts."""

from collections.abc import Collection, Iterator, Mapping
from enum import Enum
from itertools import count, product
from string import ascii_uppercase


class Shape(Enum):
    """A mark that is a shape."""

    TRIANGLE = "triangle"
    SQUARE = "square"
    CIRCLE = "circle"
    CROSS = "cross"


class Label(Enum):
    """How labels are counted on."""

    LETTER = "letter"
    NUMBER = "number"


Mark = Shape | str
"""A shape, or the text of a label: one line, not empty."""
Kind = Shape | Label
"""What one chooses to put on points."""


def next_of(kind: Kind, there: Collection[Mark]) -> Mark:
    """The mark of this ``kind`` that is put beside those that are ``there``: the shape, the first letter or number that is free."""
    if isinstance(kind, Shape):
        return kind
    texts = map(str, count(1)) if kind is Label.NUMBER else _letters()
    return next(text for text in texts if text not in there)


def _letters() -> Iterator[str]:
    """A to Z, then AA, AB and so on."""
    return ("".join(each) for length in count(1) for each in product(ascii_uppercase, repeat=length))


def switched(marks: Mapping[int, Mark], point: int, kind: Kind) -> dict[int, Mark]:
    """``marks`` after a choice of ``point``: it loses a mark of this ``kind``, and gets the next one in place of any other."""
    others = {where: mark for where, mark in marks.items() if where != point}
    if point in marks and _kind_of(marks[point]) is kind:
        return others
    return others | {point: next_of(kind, others.values())}


def _kind_of(mark: Mark) -> Kind:
    """The kind of a mark; any text but a number counts as letters."""
    if isinstance(mark, Shape):
        return mark
    return Label.NUMBER if mark.isdecimal() else Label.LETTER

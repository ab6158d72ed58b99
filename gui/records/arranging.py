"""In which order a list shows its games, and which of them a search finds. No list and no window here."""

import re
from collections.abc import Callable, Iterable
from typing import TypeVar

Row = TypeVar("Row")
TOLD = re.compile(rb"(?:PB|PW|EV|RO|PC|DT|GN|RE|GC)\[((?:\\.|[^\]\\])*)\]", re.DOTALL)
"""What an SGF record says of a game as a whole."""
Key = list[int] | list[str | int]


def counted(text: str) -> list[str | int]:
    """Sort key in people's order: game 9 before game 10."""
    return [int(part) if part.isdecimal() else part for part in re.split(r"(\d+)", text.casefold())]


def dated(date: str) -> list[int]:
    """Sort key of a date, which begins with the year; empty for one in other words."""
    return [int(part) for part in re.findall(r"\d+", date)] if re.match(r"\d{4}\b", date) else []


def in_order(rows: Iterable[Row], key: Callable[[Row], Key], descending: bool) -> list[Row]:
    """``rows`` by their keys. Those with an empty one come last in either direction."""
    keyed = [(key(row), row) for row in rows]
    known = sorted((each for each in keyed if any(each[0])), key=lambda each: each[0], reverse=descending)
    return [row for _, row in known] + [row for found, row in keyed if not any(found)]


def words_of(text: str) -> list[str]:
    """What is looked for, whatever the case of its letters."""
    return text.casefold().split()


def told_in(records: Iterable[bytes]) -> str:
    """The names, events, places, dates, results and comments of these SGF records, for a search."""
    found = (told for record in records for told in TOLD.findall(record))
    return b"\n".join(found).decode("utf-8", "replace")
